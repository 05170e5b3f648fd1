"""Odd networks and odd data: what ``companion`` says, at the command line and on its page, and that nothing is lost."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from browser.program import ROOT, free_port, on, started
from faults.house import House, game_in
from flask import Flask
from prepared import Steady
from sizes import LARGE

from companion.server import mdns, serve
from companion.storage.backups import backups
from companion.storage.data_file import FILE
from companion.storage.store import Store, find_running
from companion.table.commands import seating
from companion.web import addresses
from companion.web.addresses import Address
from companion.web.base_url import Site
from companion.web.routes import network

WIFI = Address("127.0.0.2", "wlan0", "wifi-or-lan")
DOCKER = Address("127.0.0.3", "docker0", "container")
LOST = Address("127.0.0.9", "wlan0", "wifi-or-lan")
LOOP = Address("127.0.0.1", "lo", "loopback")
"""Loopback addresses stand in for those of a real network."""


def companion(*arguments: str) -> subprocess.CompletedProcess[str]:
    with tempfile.NamedTemporaryFile() as errors:
        process = started([*arguments], Path(errors.name))
        said, status = process.printed(), process.wait()
        return subprocess.CompletedProcess(arguments, status, said, errors.read().decode())


def refused(*arguments: str) -> str:
    """The one line of a command that could not be done."""
    said = companion(*arguments)
    assert (said.returncode, said.stdout, said.stderr.count("\n")) == (2, "", 1)
    return said.stderr


@contextlib.contextmanager
def running(folder: Path, *arguments: str) -> Iterator[str]:
    """The program on that folder; its address."""
    process = started([*on(folder, free_port()), *arguments], folder.with_suffix(".stderr"))
    watch = threading.Timer(60, process.kill)
    watch.start()
    try:
        address = next(line for line in process.printed().splitlines() if line.startswith("Phones:")).split()[1]
        yield address.rpartition("/")[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        watch.cancel()


# -- addresses --------------------------------------------------------------------------------------------------
def test_every_guess_has_a_sentence() -> None:
    assert set(network.GUESSES) == set(addresses._LIKELIEST_FIRST)


def test_only_an_answer_on_a_real_network_is_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "find_addresses", lambda: [WIFI, DOCKER, LOOP])
    found = []
    for listening in (DOCKER, WIFI):
        with socket.create_server((listening.ip, 0)) as server:
            found.append([(one.answers, one.usable) for one in network.examine(server.getsockname()[1])])
    neither = (False, False)
    assert found == [[neither, (True, False), neither], [(True, True), neither, neither]]


def test_advice_names_the_port() -> None:
    assert any("8123" in str(how) for _, how in network.advice(8123))


def test_addresses_are_looked_at_every_few_seconds_only(monkeypatch: pytest.MonkeyPatch, steady: Steady) -> None:
    found = iter((WIFI, DOCKER))
    monkeypatch.setattr(addresses, "find_addresses", lambda: [next(found)])
    watch, seen = addresses.AddressMonitor(3), []
    for passes in (0, 1, 1.9, 0.2):
        steady.now += passes
        seen += watch.now()
    assert seen == [WIFI] * 3 + [DOCKER]


# -- companion doctor -------------------------------------------------------------------------------------------
def test_doctor_without_a_companion(tmp_path: Path) -> None:
    said = companion("doctor", "--data", str(tmp_path), "--port", "18999")
    assert said.returncode == 1
    assert "No Companion is running on this data." in said.stdout
    assert "Nothing answers on port 18999" in said.stdout
    assert "127.0.0.1:18999" in said.stdout
    assert said.stderr == ""
    assert list(tmp_path.iterdir()) == [], "it looks and leaves no traces"


def test_doctor_finds_the_running_companion(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        said = companion("doctor", "--data", str(tmp_path))
    assert f"Companion is running at {address}." in said.stdout
    line = next(line for line in said.stdout.splitlines() if line.startswith("127.0.0.1:"))
    assert "answers" in line
    assert "This computer only" in line
    assert said.returncode == 1, "on the loopback address alone no phone reaches it"
    for what in ("Mobile data", "Guest network", "client isolation", "Firewall", "VPN"):
        assert what in said.stdout


def test_doctor_knows_what_the_codes_say(tmp_path: Path) -> None:
    with running(tmp_path, "--url", "https://example.org", "--base-path", "dig") as address:
        said = companion("doctor", "--data", str(tmp_path))
    assert address == "https://example.org/dig"
    assert "The QR codes point to https://example.org/dig" in said.stdout
    with running(tmp_path) as address:
        assert address == "https://example.org/dig", "the data keep it"
    with running(tmp_path, "--url", "") as address:
        assert address.startswith("http://127.0.0.1:")


def test_an_address_that_can_not_be_is_one_sentence_and_no_start(tmp_path: Path) -> None:
    assert "that isn't an address" in refused("--no-browser", "--data", str(tmp_path), "--url", "example.org")


def test_the_doctor_is_named_when_no_phone_comes(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """After a minute; and not where a phone has come."""
    serve.suggest_doctor(house.hall)
    assert "companion doctor" in capsys.readouterr().out
    house.page(house.stranger, "/about")
    assert not house.hall.visited
    house.page(house.stranger)
    serve.suggest_doctor(house.hall)
    assert capsys.readouterr().out == ""


def test_a_new_address_of_the_machine_is_printed_once(
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


# -- the page ---------------------------------------------------------------------------------------------------
@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table at which nobody sits yet, and that asks for the addresses of this machine each time."""
    with House(tmp_path / "data", ()) as made:
        made.hall.network = addresses.AddressMonitor(seconds=0)
        yield made


def test_everybody_reads_the_advice_and_the_host_the_addresses(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "find_addresses", lambda: [WIFI, DOCKER])
    host, guest = house.page(house.host, "/network"), house.page(house.stranger, "/network")
    assert "Router that keeps devices apart" in host
    assert "Router that keeps devices apart" in guest
    assert "127.0.0.2" in host
    assert "A network inside this computer" in host
    assert "127.0.0.2" not in guest
    assert "wifi" not in guest


def test_name_and_password_of_the_wifi_can_not_be_sent(house: House) -> None:
    page = house.page(house.host, "/network")
    box = page[page.index('id="wifi"') : page.index("</svg>")]
    assert box.count("<input") == 3
    assert "name=" not in box
    assert "<form" not in box


def test_the_code_to_join_follows_the_address(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_choice_of_the_host_that_is_gone_gives_way(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "find_addresses", lambda: [WIFI, DOCKER])
    house.post(house.host, "host/address", address=DOCKER.ip)
    assert DOCKER.ip + ":8000/" in house.shown()
    monkeypatch.setattr(addresses, "find_addresses", lambda: [WIFI])
    assert WIFI.ip + ":8000/" in house.shown()


# -- companion.local --------------------------------------------------------------------------------------------
def test_without_the_library_it_says_what_to_install(tmp_path: Path) -> None:
    if not mdns.say_missing():
        pytest.skip("zeroconf is installed here")
    said = companion("--mdns", "--no-browser", "--data", str(tmp_path))
    assert (said.returncode, said.stdout) == (2, "")
    assert f"{sys.executable} -m pip install zeroconf\n" in said.stderr, "also where install.sh has put it"
    assert len(said.stderr.splitlines()) == 2


@pytest.mark.parametrize(("others", "name"), [(set(), "companion.local"), ({"10.0.0.9"}, "companion-table.local")])
def test_a_name_that_another_machine_has_stays_its_own(
    others: set[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", Mock())
    monkeypatch.setattr(mdns, "resolve", lambda network, wanted: {WIFI.ip, *others})
    own = mdns.MdnsName(8000, only=WIFI.ip)
    own.look()
    assert own.name == name


def test_the_name_is_announced_anew_after_a_sleep_or_at_a_new_address(monkeypatch: pytest.MonkeyPatch) -> None:
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


# -- the start --------------------------------------------------------------------------------------------------
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for one process")
def test_ctrl_c_in_the_first_moment_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """The first moment is when it loads itself, not when Python does."""
    command = [sys.executable, "-X", "importtime", "-m", "companion", "--no-browser", "--data", str(tmp_path)]
    for hundredths in (0, 15, 45) if LARGE else (0, 45):
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr
            assert any("click" in line for line in process.stderr)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(hundredths / 100)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
        assert "Traceback" not in errors


def test_a_port_for_administrators_is_said_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object) -> None:
        raise PermissionError(13, "Permission denied: ('', 80)")

    monkeypatch.setattr(serve, "Server", refuses)
    with pytest.raises(PermissionError, match="port 80 needs administrator rights"):
        serve.listen(Flask(__name__), "", 80)


def test_what_an_earlier_start_was_told_is_said_and_what_this_one_was_is_not(
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


# -- data -------------------------------------------------------------------------------------------------------
def test_a_second_companion_on_the_same_data_does_not_start(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        assert f"already in use by another Companion at {address}." in refused("--no-browser", "--data", str(tmp_path))
        assert address in refused("restore", "--empty", "--data", str(tmp_path))
    assert companion("doctor", "--data", str(tmp_path)).stdout.startswith("No Companion is running")


def test_a_damaged_file_is_kept_and_the_command_to_mend_it_works(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        game_in(store, 1)
    with running(tmp_path):
        pass
    (copy,) = backups(tmp_path)
    (tmp_path / f"{FILE}-wal").unlink(missing_ok=True)
    (tmp_path / FILE).write_bytes(b"This is no database." * 500)
    said = companion("--no-browser", "--data", str(tmp_path))
    assert said.returncode == 2
    assert "is damaged" in said.stderr
    assert (tmp_path / FILE).read_bytes().startswith(b"This is no database.")
    command = said.stderr.split("run: companion ")[1].splitlines()[0].split()
    assert command == ["restore", "--data", str(tmp_path)]
    mended = companion(*command)
    assert (mended.returncode, mended.stdout) == (
        0,
        f"Restored {copy}, the newest good backup (0 minutes old).\nSaved in {tmp_path}.\n",
    )
    with running(tmp_path):
        pass
    (kept,) = tmp_path.glob("companion-replaced-*.db")
    assert kept.read_bytes().startswith(b"This is no database.")
