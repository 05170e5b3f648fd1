"""Which address of this computer goes into the QR codes.

A code with an address that no phone can reach is the most common failure of programs like this one: a laptop has a
Docker bridge, a VPN and a leftover 169.254 address besides its Wi-Fi. So all addresses are listed, the
likeliest first, and the host can choose another. IPv6 addresses are listed if a phone's browser can open them (no
link-local ones), but none goes into a code. The interfaces are asked, never the host's name, which on many systems
is 127.0.1.1.
"""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Literal, NamedTuple, get_args

import ifaddr

from companion import clock

Guess = Literal["wifi-or-lan", "other", "ipv6", "vpn", "container", "self-assigned", "loopback"]
"""Kinds of addresses, the likeliest to be reached by a phone first.

``other`` is an address outside the private ranges on an ordinary interface, as some campus networks give; ``ipv6``
one of IPv6 that is good beyond its link.
"""

_LIKELIEST_FIRST: tuple[Guess, ...] = get_args(Guess)

NEVER: tuple[Guess, ...] = ("ipv6", "self-assigned", "loopback")
"""Kinds that are never put into a code."""

_LAN_RANGES = (IPv4Network("192.168.0.0/16"), IPv4Network("10.0.0.0/8"), IPv4Network("172.16.0.0/12"))
"""Private ranges, the one that home routers hand out most often first."""

_VPN_NAME = re.compile(
    r"^(tun|tap|wg|ppp|zt|utun|ipsec|nordlynx|proton|tailscale|cscotun|gpd\d)|vpn|wireguard|zerotier|tailscale"
    r"|tap-windows|anyconnect|cisco secure client|pangp|globalprotect|warp|fortinet|juniper|pulse secure|wintun",
    re.IGNORECASE,
)
# A bridge that Docker makes is br- and twelve hexadecimal digits; br0 and br-lan are real networks.
_CONTAINER_NAME = re.compile(
    r"^(docker|br-[0-9a-f]{12}$|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|incus|cni|flannel|podman|bridge\d"
    r"|cali|kube|cilium|weave|vxlan|tunl\d)"
    r"|vethernet|hyper-v|virtualbox|vmware|wsl",
    re.IGNORECASE,
)


_GUEST = IPv4Address("10.0.2.15")
"""The address that VirtualBox and QEMU give to the first card of a guest: nobody else reaches it."""
_UNIQUE_LOCAL = IPv6Network("fc00::/7")
_GLOBAL = IPv6Network("2000::/3")
_FAR = ("198.51.100.1", 9)
"""An address that is nobody's: it only serves to ask which of ours leads there; nothing is sent."""


class Address(NamedTuple):
    """An address of this computer, the name of the interface that has it, and what it seems to be."""

    ip: str
    interface: str
    guess: Guess


def find_addresses() -> list[Address]:
    """Return this computer's addresses now, the likeliest for a QR code first."""
    return rank(ifaddr.get_adapters(), find_default_route())


def find_default_route() -> str:
    """Return the address from which this computer reaches the internet, if it does."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(_FAR)
        return str(asked.getsockname()[0])
    return ""


def choose_for_codes(found: Iterable[Address]) -> str | None:
    """Choose the one for QR codes, from all in their order; None if no phone can reach any of them."""
    return next((address.ip for address in found if address.guess not in NEVER), None)


def make_url(ip: str, port: int) -> str:
    """Write the address of what listens there."""
    host = f"[{ip}]" if ":" in ip else ip
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


class AddressMonitor:
    """The addresses as they were at most ``seconds`` ago.

    Table screens ask often, and a router can give out others at any time.
    """

    def __init__(self, seconds: float = 3) -> None:
        self.seconds = seconds
        self._looked = float("-inf")
        self._found: list[Address] = []

    def now(self) -> list[Address]:
        """Return the addresses, the likeliest for a QR code first."""
        if clock.steady() - self._looked >= self.seconds:
            self._found = find_addresses()
            self._looked = clock.steady()
        return list(self._found)


def rank(adapters: Iterable[ifaddr.Adapter], default: str = "") -> list[Address]:
    """Order the addresses of the given adapters, the likeliest for a QR code first.

    Among equals the ``default`` route's, then the ranges that home routers give.
    """
    found = [
        Address(text, adapter.nice_name, guess)
        for adapter in adapters
        for ip in adapter.ips
        for text in (ip.ip if isinstance(ip.ip, str) else ip.ip[0],)
        if (guess := _guess(ip_address(text), adapter.nice_name)) is not None
    ]
    return sorted(found, key=lambda one: _rank_one(one, default))


def _guess(ip: IPv4Address | IPv6Address, interface: str) -> Guess | None:
    """Return what an address is likely to be; None for one that is of no use here."""
    if isinstance(ip, IPv6Address) and not (ip in _UNIQUE_LOCAL or ip in _GLOBAL):
        return None
    if ip.is_loopback:
        return "loopback"
    if ip.is_link_local:
        return "self-assigned"
    if _VPN_NAME.search(interface):
        return "vpn"
    if _CONTAINER_NAME.search(interface) or ip == _GUEST:
        return "container"
    if isinstance(ip, IPv6Address):
        return "ipv6"
    return "wifi-or-lan" if any(ip in net for net in _LAN_RANGES) else "other"


def _rank_one(address: Address, default: str) -> tuple[int, bool, int, str, int, int]:
    ip = ip_address(address.ip)
    in_range = next((i for i, net in enumerate(_LAN_RANGES) if ip.version == 4 and ip in net), len(_LAN_RANGES))
    guess = _LIKELIEST_FIRST.index(address.guess)
    return guess, address.ip != default, in_range, address.interface, ip.version, int(ip)
