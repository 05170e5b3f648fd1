"""Which address of this machine goes into the QR codes.

A code with an address that no phone can reach is the most common failure of programs like this one: a laptop
has a Docker bridge, a VPN and a leftover 169.254 address beside its Wi-Fi. So all addresses are listed, the
likeliest first, and the host can choose another. Only IPv4: a phone's browser cannot open a link-local IPv6
address. The interfaces are asked, never the host's name, which on many systems leads to 127.0.1.1.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from typing import Literal, get_args

import ifaddr

Guess = Literal["wifi-or-lan", "other", "vpn", "container", "self-assigned", "loopback"]
"""What an address seems to be, the likeliest to be reached by a phone first.

``other`` is an address outside the private ranges on an ordinary interface, as some campus networks give.
"""

_LIKELIEST_FIRST: tuple[Guess, ...] = get_args(Guess)

_LAN_RANGES = (IPv4Network("192.168.0.0/16"), IPv4Network("10.0.0.0/8"), IPv4Network("172.16.0.0/12"))
"""Private ranges, the one that home routers hand out most often first."""

_VPN_NAME = re.compile(
    r"^(tun|tap|wg|ppp|zt|utun|ipsec|nordlynx|proton|tailscale)|vpn|wireguard|zerotier|tailscale|tap-windows",
    re.IGNORECASE,
)
# A bridge that Docker makes is br- and twelve hexadecimal digits; br0 and br-lan are real networks.
_CONTAINER_NAME = re.compile(
    r"^(docker|br-[0-9a-f]{12}$|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|incus|cni|flannel|podman|bridge\d)"
    r"|vethernet|hyper-v|virtualbox|vmware|wsl",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this machine, the name of the interface that has it, and what it seems to be."""

    ip: str
    interface: str
    guess: Guess


def addresses() -> list[Address]:
    """This machine's IPv4 addresses now, the likeliest for a QR code first."""
    return rank(ifaddr.get_adapters())


class Watch:
    """The addresses as they were at most ``seconds`` ago: table screens ask often, and a router may give others at any
    time."""

    def __init__(self, seconds: float = 3, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._looked = float("-inf")
        self._found: list[Address] = []

    def now(self) -> list[Address]:
        """The likeliest for a QR code first."""
        if self._clock() - self._looked >= self.seconds:
            self._found, self._looked = addresses(), self._clock()
        return list(self._found)


def rank(adapters: Iterable[ifaddr.Adapter]) -> list[Address]:
    """The IPv4 addresses of the given adapters, the likeliest for a QR code first."""
    found = [
        Address(ip.ip, adapter.nice_name, _guess(IPv4Address(ip.ip), adapter.nice_name))
        for adapter in adapters
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    return sorted(found, key=_order)


def _guess(ip: IPv4Address, interface: str) -> Guess:
    if ip.is_loopback:
        return "loopback"
    if ip.is_link_local:
        return "self-assigned"
    if _VPN_NAME.search(interface):
        return "vpn"
    if _CONTAINER_NAME.search(interface):
        return "container"
    return "wifi-or-lan" if any(ip in net for net in _LAN_RANGES) else "other"


def _order(address: Address) -> tuple[int, int, str, IPv4Address]:
    ip = IPv4Address(address.ip)
    in_range = next((i for i, net in enumerate(_LAN_RANGES) if ip in net), len(_LAN_RANGES))
    return _LIKELIEST_FIRST.index(address.guess), in_range, address.interface, ip
