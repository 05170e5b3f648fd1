"""The start of the server: what it prints, follows and suggests, and its end."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from faults.house import House
from flask import Flask

from companion.server import serve
from companion.server.http_server import Server
from companion.storage.store import find_running
from companion.web import addresses
from companion.web.addresses import Address
from companion.web.base_url import Site


def test_serve_searches_for_no_garbage_before_the_program_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a computer with other work that took longer than the end itself."""
    monkeypatch.setattr(Server, "serve_forever", lambda server: threading.Thread(target=server._run).start())
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    gc.unfreeze()
    serve.serve(
        tmp_path,
        host="127.0.0.1",
        port=47_000,
        url=None,
        base_path=None,
        no_browser=True,
        by_name=False,
        no_keep_awake=True,
        no_book=False,
        box=False,
        games=(),
    )
    assert gc.get_freeze_count() > 0
    gc.unfreeze()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table at which nobody sits yet, and that asks for the addresses of this computer each time."""
    with House(tmp_path / "data", ()) as made:
        made.hall.network = addresses.AddressMonitor(seconds=0)
        yield made


def test_suggest_doctor_names_it_when_no_phone_comes(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """After a minute; and not where a phone has come."""
    serve.suggest_doctor(house.hall)
    assert "companion doctor" in capsys.readouterr().out
    house.page(house.stranger, "/about")
    assert not house.hall.visited
    house.page(house.stranger)
    serve.suggest_doctor(house.hall)
    assert capsys.readouterr().out == ""


def test_follow_prints_a_new_address_of_the_machine_once(
    house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = ["192.168.1.5"]
    house.store.announce("http://192.168.1.5:8000")
    monkeypatch.setattr(addresses, "find_addresses", lambda: [Address(ip, "wlan0", "wifi-or-lan") for ip in now])
    follow = partial(serve.follow, house.store, Site(), house.hall, 8000)
    follow()
    now.clear()
    follow()
    assert capsys.readouterr().out == "", "no network is no other one"
    now.append("172.20.10.2")
    follow()
    follow()
    said = capsys.readouterr().out
    assert said.count(f"http://172.20.10.2:8000/{house.code}") == 1
    assert find_running(house.store.folder) == "http://172.20.10.2:8000"


def test_listen_says_that_a_port_needs_administrator_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object) -> None:
        raise PermissionError(13, "Permission denied: ('', 80)")

    monkeypatch.setattr(serve, "Server", refuses)
    with pytest.raises(PermissionError, match="port 80 needs administrator rights"):
        serve.listen(Flask(__name__), "", 80)


def test_print_kept_says_what_an_earlier_start_was_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = Site("https://games.example.org")
    serve.print_kept(told, "http://10.42.0.1", "https://games.example.org", None)
    assert capsys.readouterr().out == ""
    serve.print_kept(told, "http://10.42.0.1", None, None)
    assert 'To forget it: --url ""' in capsys.readouterr().out
    serve.print_kept(Site("", "/dig"), "http://10.42.0.1", None, "/dig")
    said = capsys.readouterr().out
    assert "--url https://YOUR.NAME/dig" in said
    assert "Forget" not in said


def test_listen_takes_the_next_port_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def serves(address: tuple[str, int], *given: object) -> str:
        tried.append(address[1])
        if address[1] < 8002:
            raise OSError(98, "Address already in use")
        return "server"

    monkeypatch.setattr(serve, "Server", serves)
    assert serve.listen(Flask(__name__), "", 8000) == "server"  # type: ignore[comparison-overlap]
    assert tried == [8000, 8001, 8002]
    for port, tries in ((8000, 2), (65535, 20)):
        monkeypatch.setattr(serve, "Server", Mock(side_effect=OSError(98, "Address already in use")))
        with pytest.raises(OSError, match="in use"):
            serve.listen(Flask(__name__), "", port, tries=tries)


def test_print_start_says_the_port_that_was_free_and_the_missing_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.print_start(tmp_path, Site(), "http://10.0.0.5:8001", "/ACDE", "/host/key", 8000, 8001, lost=False)
    said = capsys.readouterr().out
    assert "Port 8000 is in use, so Companion is using port 8001." in said
    assert "Phones:        http://10.0.0.5:8001/ACDE\n" in said
    assert "Table screen:  http://10.0.0.5:8001/host/key\n" in said
    serve.print_start(tmp_path, Site(), "http://127.0.0.1:8000", "/ACDE", "/host/key", 8000, 8000, lost=True)
    said = capsys.readouterr().out
    assert "this computer isn't on a network" in said
    assert "is in use" not in said
    assert "Scan this" not in said
