"""The address in the QR code is one that a phone on the same network can reach."""

from __future__ import annotations

from ipaddress import IPv4Address

import ifaddr
import pytest

from companion.web import addresses as live
from companion.web.addresses import Address, Guess, rank


def adapter(name: str, *ips: str | tuple[str, int, int]) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips])


@pytest.mark.parametrize(
    ("interface", "ip", "guess"),
    [
        ("wlan0", "192.168.1.23", "wifi-or-lan"),
        ("eth0", "10.0.0.7", "wifi-or-lan"),
        ("en0", "172.20.10.2", "wifi-or-lan"),
        ("br-lan", "192.168.1.1", "wifi-or-lan"),
        ("br0", "192.168.1.2", "wifi-or-lan"),
        ("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.0.14", "wifi-or-lan"),
        ("eth0", "131.130.1.5", "other"),
        ("eth0", "172.32.0.1", "other"),
        ("rmnet0", "100.70.1.2", "other"),
        ("tun0", "10.8.0.2", "vpn"),
        ("wg0", "10.100.0.2", "vpn"),
        ("wg-home", "192.168.77.2", "vpn"),
        ("utun4", "100.101.102.103", "vpn"),
        ("tailscale0", "100.101.102.103", "vpn"),
        ("Tailscale Tunnel", "100.101.102.103", "vpn"),
        ("ztabcdef12", "10.147.17.3", "vpn"),
        ("TAP-Windows Adapter V9", "10.8.0.6", "vpn"),
        ("docker0", "172.17.0.1", "container"),
        ("br-0f3a5b7c9d1e", "172.18.0.1", "container"),
        ("veth12ab", "192.168.200.1", "container"),
        ("virbr0", "192.168.122.1", "container"),
        ("vmnet8", "192.168.56.1", "container"),
        ("bridge100", "192.168.64.1", "container"),
        ("Hyper-V Virtual Ethernet Adapter", "172.28.16.1", "container"),
        ("vEthernet (WSL)", "172.28.16.1", "container"),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1", "container"),
        ("wlan0", "169.254.8.9", "self-assigned"),
        ("docker0", "169.254.8.9", "self-assigned"),
        ("lo", "127.0.0.1", "loopback"),
        ("lo", "127.0.1.1", "loopback"),
    ],
)
def test_what_an_address_seems_to_be(interface: str, ip: str, guess: Guess) -> None:
    assert rank([adapter(interface, ip)]) == [Address(ip, interface, guess)]


def test_a_phone_most_likely_reaches_the_first_address() -> None:
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


def test_the_range_of_home_routers_goes_before_the_others() -> None:
    machine = [adapter("eth0", "172.16.0.5"), adapter("eth1", "10.0.0.5"), adapter("wlan0", "192.168.1.5")]
    assert [address.ip for address in rank(machine)] == ["192.168.1.5", "10.0.0.5", "172.16.0.5"]


def test_the_order_does_not_depend_on_the_order_of_the_interfaces() -> None:
    machine = [adapter("eth0", "192.168.1.10", "192.168.1.9"), adapter("wlan0", "192.168.1.8")]
    assert rank(machine) == rank(reversed(machine))
    assert [address.ip for address in rank(machine)] == ["192.168.1.9", "192.168.1.10", "192.168.1.8"]


def test_ipv6_is_left_out() -> None:
    machine = [adapter("wlan0", ("fe80::1", 0, 2), "192.168.1.5")]
    assert [address.ip for address in rank(machine)] == ["192.168.1.5"]


def test_no_network_is_no_address() -> None:
    assert rank([]) == []


def test_this_machine_has_addresses_in_order() -> None:
    found = live.addresses()
    assert found == rank(ifaddr.get_adapters())
    assert all(IPv4Address(address.ip) for address in found)
