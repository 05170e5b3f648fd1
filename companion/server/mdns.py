"""``companion.local``, or ``companion-table.local`` where another machine has that: a name in one's own network.

The library for it, zeroconf, is optional.
"""

from __future__ import annotations

import importlib.util
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.web.addresses import find_addresses, make_url
from companion.web.reach import USABLE

NAME, SPARE = "companion.local", "companion-table.local"
ASKED = 1500.0
"""Milliseconds that another machine has to say that the name is its own."""
SECONDS = 5.0
"""Seconds between two looks at the addresses: a router may give others at any time."""


def say_missing() -> str:
    """Return advice where the optional library is missing, whatever this program was installed with; else nothing."""
    if importlib.util.find_spec("zeroconf"):
        return ""
    pip = importlib.util.find_spec("pip") is not None
    how = f"{sys.executable} -m pip install zeroconf" if pip else f"uv pip install --python {sys.executable} zeroconf"
    return (
        f"--mdns needs the library zeroconf, which is not installed. Install it with: {how}\nOr start without --mdns."
    )


class Name:
    """The name in the network, announced anew when an address has changed or the machine has slept.

    It is printed with the ``path`` of the table behind it. ``only``: the one address the server listens on, if it is
    one.
    """

    def __init__(self, port: int, only: str = "", path: str = "") -> None:
        self.port, self.only, self.path = port, only, path
        self.name = ""
        self._known: list[str] = []
        self._announced: Any = None
        self._looked = time.time()

    def look(self) -> None:
        """Look at the addresses once; where the network is not there yet, the next look does it."""
        slept, self._looked = time.time() - self._looked > 2 * SECONDS + ASKED / 1000, time.time()
        found = [self.only] if self.only else [one.ip for one in find_addresses() if one.guess in USABLE]
        if found == self._known and not slept:
            return
        try:
            self.close()
            if found and not self.name:
                self.name = free_name(partial(_hear, found))
                print(f"By name:       {make_url(self.name, self.port)}{self.path}", flush=True)
            self._announced = _announce(found, self.port, self.name) if found else None
            self._known = found
        except OSError:
            self._known = []

    def close(self) -> None:
        """Take the announcement back."""
        if self._announced:
            self._announced.close()
        self._announced = None


def free_name(heard: Callable[[str], set[str]]) -> str:
    """Choose the shorter name, unless another machine is ``heard`` to have it."""
    return SPARE if heard(NAME) else NAME


def _hear(ips: list[str], name: str) -> set[str]:
    """Return the addresses other than these that the network gives for a name."""
    # The library is optional.
    from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf

    network = Zeroconf(interfaces=ips, ip_version=IPVersion.V4Only)
    try:
        asked = AddressResolverIPv4(f"{name}.")
        asked.request(network, ASKED)
        return set(asked.parsed_addresses()) - set(ips)
    finally:
        network.close()


def _announce(ips: list[str], port: int, name: str) -> Any:
    """Open the announcement, a ``zeroconf.Zeroconf``."""
    # The library is optional.
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    kind = "_http._tcp.local."
    announced = [socket.inet_aton(ip) for ip in ips]
    info = ServiceInfo(kind, f"{name.partition('.')[0]}.{kind}", addresses=announced, port=port, server=f"{name}.")
    network = Zeroconf(interfaces=ips, ip_version=IPVersion.V4Only)
    try:
        network.register_service(info, allow_name_change=True)
    except BaseException:
        network.close()
        raise
    return network
