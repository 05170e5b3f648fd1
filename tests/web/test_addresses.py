"""The address in the QR code is one that a phone on the same network can reach."""

from __future__ import annotations

import ifaddr
import pytest
from prepared import Steady

from companion.web import addresses
from companion.web.addresses import Address, Guess, choose_for_codes, make_url, rank


def adapter(name: str, *ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips])


@pytest.mark.parametrize(
    ("interface", "ip", "guess"),
    [
        ("eth0", "10.0.0.7", "wifi-or-lan"),
        ("en0", "172.20.10.2", "wifi-or-lan"),
        ("br-lan", "192.168.1.1", "wifi-or-lan"),
        ("br0", "192.168.1.2", "wifi-or-lan"),
        ("eth0", "172.32.0.1", "other"),
        ("rmnet0", "100.70.1.2", "other"),
        ("wg0", "10.100.0.2", "vpn"),
        ("utun4", "100.101.102.103", "vpn"),
        ("Tailscale Tunnel", "100.101.102.103", "vpn"),
        ("ztabcdef12", "10.147.17.3", "vpn"),
        ("TAP-Windows Adapter V9", "10.8.0.6", "vpn"),
        ("PANGP Virtual Ethernet Adapter Secure", "192.168.9.4", "vpn"),
        ("CloudflareWARP", "172.16.0.2", "vpn"),
        ("br-0f3a5b7c9d1e", "172.18.0.1", "container"),
        ("veth12ab", "192.168.200.1", "container"),
        ("virbr0", "192.168.122.1", "container"),
        ("vmnet8", "192.168.56.1", "container"),
        ("bridge100", "192.168.64.1", "container"),
        ("Hyper-V Virtual Ethernet Adapter", "172.28.16.1", "container"),
        ("vEthernet (WSL)", "172.28.16.1", "container"),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1", "container"),
        ("docker0", "169.254.8.9", "self-assigned"),
        ("lo", "127.0.1.1", "loopback"),
    ],
)
def test_rank_guesses_what_an_address_is(interface: str, ip: str, guess: Guess) -> None:
    assert rank([adapter(interface, ip)]) == [Address(ip, interface, guess)]


def test_rank_puts_the_address_that_phones_reach_first() -> None:
    machine = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("tun0", "10.8.0.2"),
        adapter("eth1", "169.254.3.4"),
        adapter("eth2", "131.130.1.5"),
        adapter("wlan0", "192.168.1.23"),
    ]
    assert [address.guess for address in rank(machine)] == [
        "wifi-or-lan",
        "other",
        "vpn",
        "container",
        "self-assigned",
        "loopback",
    ]


def test_rank_puts_the_range_of_home_routers_first() -> None:
    machine = [adapter("eth0", "172.16.0.5"), adapter("eth1", "10.0.0.5"), adapter("wlan0", "192.168.1.5")]
    assert [address.ip for address in rank(machine)] == ["192.168.1.5", "10.0.0.5", "172.16.0.5"]


def test_rank_does_not_depend_on_the_order_of_the_interfaces() -> None:
    machine = [adapter("eth0", "192.168.1.10", "192.168.1.9"), adapter("wlan0", "192.168.1.8")]
    assert rank(machine) == rank(reversed(machine))
    assert [address.ip for address in rank(machine)] == ["192.168.1.9", "192.168.1.10", "192.168.1.8"]


SETS = {
    "AnyConnect takes the default route": (
        [
            adapter("Cisco AnyConnect Virtual Miniport Adapter for Windows x64", "192.168.250.4"),
            adapter("Intel(R) Wi-Fi 6 AX201 160MHz", "10.0.0.14"),
        ],
        "192.168.250.4",
        "10.0.0.14",
    ),
    "a VirtualBox guest with a bridge beside its own card": (
        [adapter("enp0s3", "10.0.2.15"), adapter("enp0s8", "192.168.1.77")],
        "10.0.2.15",
        "192.168.1.77",
    ),
    "a node with calico": (
        [adapter("vxlan.calico", "192.168.44.0"), adapter("cali12ab", "192.168.44.1"), adapter("eth0", "10.0.0.9")],
        "10.0.0.9",
        "10.0.0.9",
    ),
    "an iPhone's hotspot beside a cable without internet": (
        [adapter("eth0", "192.168.0.5"), adapter("en0", "172.20.10.2")],
        "172.20.10.2",
        "172.20.10.2",
    ),
    "link-local alone": ([adapter("lo", "127.0.0.1"), adapter("wlan0", "169.254.8.9")], "", None),
    "IPv6 alone": ([adapter("lo", "127.0.0.1"), adapter("wlan0", ("2001:db8::5", 0, 0), ("fe80::1", 0, 2))], "", None),
}
"""Adapters, the address of the default route, and what the code says."""


@pytest.mark.parametrize(("machine", "default", "says"), SETS.values(), ids=SETS)
def test_choose_for_codes_takes_the_address_that_phones_reach(
    machine: list[ifaddr.Adapter], default: str, says: str | None
) -> None:
    assert choose_for_codes(rank(machine, default)) == says
    assert choose_for_codes(rank(reversed(machine), default)) == says


def test_rank_lists_ipv6_only_where_phones_can_use_it() -> None:
    home: list[str | tuple[str, int, int]] = [("fe80::1", 0, 2), ("::1", 0, 0), ("fd00::5", 0, 0), "192.168.1.5"]
    found = rank([adapter("wlan0", *home)])
    assert [(one.ip, one.guess) for one in found] == [("192.168.1.5", "wifi-or-lan"), ("fd00::5", "ipv6")]
    assert make_url("fd00::5", 8000) == "http://[fd00::5]:8000"


def test_address_monitor_looks_every_few_seconds_only(monkeypatch: pytest.MonkeyPatch, steady: Steady) -> None:
    first = Address("127.0.0.2", "wlan0", "wifi-or-lan")
    second = Address("127.0.0.3", "docker0", "container")
    found = iter((first, second))
    monkeypatch.setattr(addresses, "find_addresses", lambda: [next(found)])
    watch, seen = addresses.AddressMonitor(3), []
    for passes in (0, 1, 1.9, 0.2):
        steady.now += passes
        seen += watch.now()
    assert seen == [first] * 3 + [second]
