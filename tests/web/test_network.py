"""The page about the network: which addresses there are, and what to try."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import House

from companion.table.commands import seating
from companion.web import addresses
from companion.web.addresses import Address
from companion.web.routes import network

WIFI = Address("127.0.0.2", "wlan0", "wifi-or-lan")
DOCKER = Address("127.0.0.3", "docker0", "container")
LOST = Address("127.0.0.9", "wlan0", "wifi-or-lan")
LOOP = Address("127.0.0.1", "lo", "loopback")
"""Loopback addresses stand in for those of a real network."""


def test_guesses_have_a_sentence_for_each_kind_of_address() -> None:
    assert set(network.GUESSES) == set(addresses._LIKELIEST_FIRST)


def test_examine_calls_only_an_answer_on_a_real_network_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "find_addresses", lambda: [WIFI, DOCKER, LOOP])
    found = []
    for listening in (DOCKER, WIFI):
        with socket.create_server((listening.ip, 0)) as server:
            found.append([(one.answers, one.usable) for one in network.examine(server.getsockname()[1])])
    neither = (False, False)
    assert found == [[neither, (True, False), neither], [(True, True), neither, neither]]


def test_advice_names_the_port() -> None:
    assert any("8123" in str(how) for _, how in network.advice(8123))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table at which nobody sits yet, and that asks for the addresses of this computer each time."""
    with House(tmp_path / "data", ()) as made:
        made.hall.network = addresses.AddressMonitor(seconds=0)
        yield made


def test_network_page_shows_addresses_to_the_host_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "find_addresses", lambda: [WIFI, DOCKER])
    host, guest = house.page(house.host, "/network"), house.page(house.stranger, "/network")
    assert "Router that keeps devices apart" in host
    assert "Router that keeps devices apart" in guest
    assert "127.0.0.2" in host
    assert "A network inside this computer" in host
    assert "127.0.0.2" not in guest
    assert "wifi" not in guest


def test_network_page_sends_no_password_of_the_wifi(house: House) -> None:
    page = house.page(house.host, "/network")
    box = page[page.index('id="wifi"') : page.index("</svg>")]
    assert box.count("<input") == 3
    assert "name=" not in box
    assert "<form" not in box


def test_join_code_follows_a_new_address(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    lying = [WIFI]
    monkeypatch.setattr(addresses, "find_addresses", lambda: list(lying))
    assert f"127.0.0.2:8000/{house.code}" in house.shown()
    events = iter(house.host.get(house.path("stream/table")).response)
    assert "127.0.0.2:8000" in str(next(events))
    lying[:] = [LOST]
    house.table.run(seating.add_seat, "Grandma")
    assert "127.0.0.9:8000" in str(next(events))
    house.table.run(seating.add_seat, "Grandpa")
    assert "QR code to join" not in str(next(events)), "it is sent once"


def test_join_code_ignores_a_chosen_address_that_is_gone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_addresses", lambda: [WIFI, DOCKER])
    house.post(house.host, "host/address", address=DOCKER.ip)
    assert DOCKER.ip + ":8000/" in house.shown()
    monkeypatch.setattr(addresses, "find_addresses", lambda: [WIFI])
    assert WIFI.ip + ":8000/" in house.shown()


@pytest.mark.parametrize("path", ["/generate_204", "/hotspot-detect.html"])
def test_show_where_answers_only_on_a_box(tmp_path: Path, path: str) -> None:
    with House(tmp_path / "box", (), BOX=True) as box:
        assert f"/{box.code}" in box.page(box.stranger, path)
    with House(tmp_path / "other", ()) as house:
        assert house.get(house.stranger, path).status_code == 404
