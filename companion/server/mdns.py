"""The computer's name in its own network: ``companion.local``, or ``companion-table.local`` if that name is taken.

The library for it, zeroconf, is optional.
"""

from __future__ import annotations

import importlib.util
import socket
import sys
import time
from typing import Any

from companion.web.addresses import find_addresses, make_url
from companion.web.routes.network import USABLE

NAME = "companion.local"
SPARE = "companion-table.local"
ASKED = 1500.0
"""How many milliseconds another computer has to say that the name is taken."""
SECONDS = 5.0
"""The addresses are checked every this many seconds: a router can assign new ones at any time."""


def say_missing() -> str:
    """Return advice on how to install the optional library, for each kind of installation; "" if it is there."""
    if importlib.util.find_spec("zeroconf"):
        return ""
    pip = importlib.util.find_spec("pip") is not None
    how = f"{sys.executable} -m pip install zeroconf" if pip else f"uv pip install --python {sys.executable} zeroconf"
    return f"--mdns needs the zeroconf library, which isn't installed. Install it with: {how}\nOr start without --mdns."


class MdnsName:
    """The name in the network, announced again when an address has changed or the computer has slept.

    It is printed followed by the table's ``path``. ``only``: the address on which the server listens, if it is just
    one.
    """

    def __init__(self, port: int, only: str = "", path: str = "") -> None:
        self.port = port
        self.only = only
        self.path = path
        self.name = ""
        self._known: list[str] = []
        self._network: Any = None
        self._looked = time.time()

    def look(self) -> None:
        """Announce the name if the addresses have changed; without a network, the next call tries again."""
        slept = time.time() - self._looked > 2 * SECONDS + ASKED / 1000
        self._looked = time.time()
        found = [self.only] if self.only else [address.ip for address in find_addresses() if address.guess in USABLE]
        if found == self._known and not slept:
            return
        try:
            self.close()
            if found:
                self._announce(found)
            self._known = found
        except OSError:
            self._known = []

    def _announce(self, ips: list[str]) -> None:
        # The library is optional.
        from zeroconf import IPVersion, ServiceInfo, Zeroconf

        network = self._network = Zeroconf(interfaces=ips, ip_version=IPVersion.V4Only)
        if not self.name:
            self.name = SPARE if resolve(network, NAME) - {*ips} else NAME
            print(f"By name:       {make_url(self.name, self.port)}{self.path}", flush=True)
        kind = "_http._tcp.local."
        own = [socket.inet_aton(ip) for ip in ips]
        label = self.name.partition(".")[0]
        info = ServiceInfo(kind, f"{label}.{kind}", addresses=own, port=self.port, server=f"{self.name}.")
        network.register_service(info, allow_name_change=True)

    def close(self) -> None:
        """Withdraw the announcement."""
        if self._network:
            self._network.close()
        self._network = None


def resolve(network: Any, name: str) -> set[str]:
    """Return the addresses for a name; ``network`` is a ``zeroconf.Zeroconf``."""
    # The library is optional.
    from zeroconf import AddressResolverIPv4

    asked = AddressResolverIPv4(f"{name}.")
    asked.request(network, ASKED)
    return set(asked.parsed_addresses())
