"""The name of this computer in its own network."""

from __future__ import annotations

import sys
from unittest.mock import Mock

import pytest

from companion.server import mdns
from companion.web.addresses import Address

DOCKER = Address("127.0.0.3", "docker0", "container")
WIFI = Address("127.0.0.2", "wlan0", "wifi-or-lan")
LOST = Address("127.0.0.9", "wlan0", "wifi-or-lan")


@pytest.mark.parametrize(("others", "name"), [(set(), "companion.local"), ({"10.0.0.9"}, "companion-table.local")])
def test_look_leaves_a_name_to_the_machine_that_has_it(
    others: set[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", Mock())
    monkeypatch.setattr(mdns, "resolve", lambda network, wanted: {WIFI.ip, *others})
    own = mdns.MdnsName(8000, only=WIFI.ip)
    own.look()
    assert own.name == name


def test_look_announces_again_after_a_sleep_or_at_a_new_address(monkeypatch: pytest.MonkeyPatch) -> None:
    now, here, open_at = [0.0], [WIFI], list[list[str]]()

    class Announced:
        def __init__(self, interfaces: list[str], **named: object) -> None:
            if "127.0.0.9" in interfaces:
                raise OSError("the network is not there yet")
            open_at.append(interfaces)

        def register_service(self, info: object, **named: object) -> None:
            pass

        def close(self) -> None:
            open_at.pop()

    monkeypatch.setattr(mdns, "find_addresses", lambda: here)
    monkeypatch.setitem(sys.modules, "zeroconf", Mock(Zeroconf=Announced))
    monkeypatch.setattr(mdns, "resolve", lambda network, name: set())
    monkeypatch.setattr("time.time", lambda: now[0])
    name = mdns.MdnsName(8000)
    seen = list[tuple[bool, list[list[str]]]]()
    for passes, found in ((5, WIFI), (5, WIFI), (3600, WIFI), (5, LOST), (5, WIFI)):
        now[0], here[0] = now[0] + passes, found
        before = name._network
        name.look()
        seen.append((name._network is not before, [*open_at]))
    at_home = [WIFI.ip]
    assert seen == [(True, [at_home]), (False, [at_home]), (True, [at_home]), (True, []), (True, [at_home])]


@pytest.mark.parametrize(
    ("installed", "says"),
    [
        ({"zeroconf", "pip"}, None),
        ({"pip"}, f"{sys.executable} -m pip install zeroconf"),
        (set(), f"uv pip install --python {sys.executable} zeroconf"),
    ],
)
def test_say_missing_names_the_command_for_this_way_of_installing(
    installed: set[str], says: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if name in installed else None)
    said = mdns.say_missing()
    assert (says in said) if says else said == ""


def test_look_announces_no_address_that_phones_cannot_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    announced = Mock()
    monkeypatch.setattr(mdns, "find_addresses", lambda: [DOCKER])
    monkeypatch.setitem(sys.modules, "zeroconf", announced)
    name = mdns.MdnsName(8000)
    name.look()
    assert (name.name, announced.Zeroconf.called) == ("", False)


def test_look_prints_the_name_with_the_port_and_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", Mock())
    monkeypatch.setattr(mdns, "resolve", lambda network, name: set())
    mdns.MdnsName(8000, only=WIFI.ip, path="/dig/ACDE").look()
    assert capsys.readouterr().out == "By name:       http://companion.local:8000/dig/ACDE\n"
