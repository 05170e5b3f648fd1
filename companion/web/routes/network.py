"""The page for a phone that can't reach the table: addresses, whether Companion answers there, what to try.

Only this computer's own addresses are tried, from this computer itself: an answer shows that Companion listens there,
not that the firewall lets a phone through.
"""

from __future__ import annotations

import contextlib
import socket
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app

from companion.engine.text import T, Text
from companion.storage.store import Damaged
from companion.web.addresses import Address, find_addresses, make_url
from companion.web.context import context, is_host, make_join_url
from companion.web.render.templates import show
from companion.web.security import PROBES

network = Blueprint("network", __name__)

SECONDS = 0.5
USABLE = ("wifi-or-lan", "other")
"""Kinds of addresses that a phone can reach at all."""

GUESSES = {
    "wifi-or-lan": T("Home network (Wi-Fi or cable): phones on the same Wi-Fi can reach it"),
    "other": T("Another network, such as a school or office: works if its devices are allowed to talk to each other"),
    "ipv6": T("IPv6: phones on the same network can reach it, if the network supports IPv6"),
    "vpn": T("A VPN: phones can't reach it"),
    "container": T("A network inside this computer (Docker, a virtual machine): phones can't reach it"),
    "self-assigned": T("Made up by this computer because the router gave it no address: check the cable or the Wi-Fi"),
    "loopback": T("This computer only: no other device can reach it"),
}

ADVICE = (
    (
        T("The same Wi-Fi?"),
        T("Check that the phone and this computer are on the same Wi-Fi. A cable to the same router works too."),
    ),
    (
        T("Mobile data"),
        T("Some phones quietly drop a Wi-Fi that has no internet. Turn mobile data off for a moment."),
    ),
    (
        T("The address"),
        T(
            "Type it with http:// (not https://) at the front and the number after the colon at the end, or "
            "scan the code again."
        ),
    ),
    (
        T("Guest network"),
        T("Guest Wi-Fi usually keeps devices apart. Use the main Wi-Fi for the phones and this computer."),
    ),
    (
        T("Router that keeps devices apart"),
        T(
            "Some routers do this on every Wi-Fi. The setting is called client isolation, AP isolation or "
            "similar. Turn it off, or skip the router: one phone opens a hotspot, and everyone joins that."
        ),
    ),
    (
        T("Firewall"),
        T(
            "This computer's firewall may be turning phones away. Windows: allow Python on private networks, "
            "and set this Wi-Fi to “private”. macOS: System Settings, Network, Firewall: allow Python. Linux "
            "with ufw: sudo ufw allow {port}/tcp"
        ),
    ),
    (
        T("VPN"),
        T("Turn off VPNs, and anything like “Private Relay”, on the phone and on this computer while you play."),
    ),
)
"""Advice, the likeliest first: (what it is about, what to do). The sentences can name the ``port``."""


class Found(NamedTuple):
    """An address of this computer, what it seems to be, and whether the port answers there."""

    address: Address
    what: Text
    answers: bool

    @property
    def usable(self) -> bool:
        """Phones may reach Companion here."""
        return self.answers and self.address.guess in USABLE


def examine(port: int) -> list[Found]:
    """Return the addresses of this computer with an answer each, the likeliest for phones first."""
    return [Found(address, GUESSES[address.guess], is_answering(address.ip, port)) for address in find_addresses()]


def is_answering(ip: str, port: int) -> bool:
    """Return whether someone listens there; ``ip`` is one of this computer's own."""
    with contextlib.suppress(OSError), socket.create_connection((ip, port), timeout=SECONDS):
        return True
    return False


def advice(port: int) -> list[tuple[Text, Text]]:
    """Return advice, with this port in it."""
    return [(what, how.fill(port=port)) for what, how in ADVICE]


@network.get("/network")
def page() -> Response:
    """Show advice on the network.

    With the host's key also which addresses answer, and a Wi-Fi code that this browser makes itself.
    """
    port = current_app.config["PORT"]
    found = [examined for examined in examine(port) if examined.address.guess != "loopback"] if is_host() else None
    table = context().tables.find_newest() if is_host() else None
    more = {"port": port, "only": current_app.config["ADDRESS"], "make_url": make_url, "table": table}
    join = make_join_url(table) if table else ""
    return show("pages/network.html", found=found, advice=advice(port), join=join, **more)


# -- a box that is its own Wi-Fi ------------------------------------------------------------------------------------
def show_where() -> Response:
    """Say where the table is to a phone that asks whether this Wi-Fi has internet; elsewhere there is no such page."""
    if not current_app.config["BOX"]:
        abort(404)
    rows = [row for row in context().store.tables.all() if not row.imported]
    table = None
    with contextlib.suppress(Damaged):
        table = context().tables.get(rows[-1].code) if rows else None
    address = make_join_url(table) if table else current_app.config["SITE"].url
    return show("pages/sign_in.html", address=address, code=table.code if table else "")


for path in PROBES:
    network.add_url_rule(path, path.strip("/").replace(".", "-"), show_where)
