"""The addresses that people scan or type."""

from __future__ import annotations

from flask import current_app

from companion.table import Table
from companion.web.addresses import choose_for_codes
from companion.web.context import context


def make_base_url(table: Table) -> str:
    """Return ``http://address:port`` as phones reach this machine, with the path before every page.

    That is what ``--url`` said, else the one the server listens on alone, else the host's choice while the machine has
    it, else the best guess.
    """
    site, ip = current_app.config["SITE"], current_app.config["ADDRESS"]
    if site.url:
        return str(site.url)
    if not ip:
        found = context().network.now()
        chosen = table.at.row.address
        ip = chosen if chosen in [one.ip for one in found] else choose_for_codes(found) or "127.0.0.1"
    return f"{make_url(ip, current_app.config['PORT'])}{site.path}"


def make_url(ip: str, port: int) -> str:
    host = f"[{ip}]" if ":" in ip else ip
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def make_join_url(table: Table) -> str:
    """Return the address in the code to join; nothing where this machine is in no network that phones can reach."""
    base = make_base_url(table)
    alone = base == make_url("127.0.0.1", current_app.config["PORT"]) + current_app.config["SITE"].path
    return "" if alone and not current_app.config["ADDRESS"] else f"{base}/{table.code}"
