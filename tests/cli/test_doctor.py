"""Odd networks and odd data: what ``companion`` says, at the command line and on its page, and that nothing is lost."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browser.program import ROOT, free_port, on, started
from faults.house import game_in
from sizes import LARGE

from companion.server import mdns
from companion.storage.backups import backups
from companion.storage.data_file import FILE
from companion.storage.store import Store


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
    """Companion on that folder; its address."""
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


def test_start_refuses_an_address_that_cannot_be_in_one_sentence(tmp_path: Path) -> None:
    assert "that isn't an address" in refused("--no-browser", "--data", str(tmp_path), "--url", "example.org")


# -- the name --------------------------------------------------------------------------------------------
def test_mdns_without_its_library_says_what_to_install(tmp_path: Path) -> None:
    if not mdns.say_missing():
        pytest.skip("zeroconf is installed here")
    said = companion("--mdns", "--no-browser", "--data", str(tmp_path))
    assert (said.returncode, said.stdout) == (2, "")
    assert f"{sys.executable} -m pip install zeroconf\n" in said.stderr, "also where install.sh has put it"
    assert len(said.stderr.splitlines()) == 2


# -- the start --------------------------------------------------------------------------------------------------
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for one process")
def test_start_ends_without_a_traceback_at_ctrl_c_in_the_first_moment(tmp_path: Path) -> None:
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


# -- data -------------------------------------------------------------------------------------------------------
def test_start_refuses_data_that_another_companion_uses(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        assert f"already in use by another Companion at {address}." in refused("--no-browser", "--data", str(tmp_path))
        assert address in refused("restore", "--empty", "--data", str(tmp_path))
    assert companion("doctor", "--data", str(tmp_path)).stdout.startswith("No Companion is running")


def test_start_keeps_a_damaged_file_and_names_the_restore_that_repairs_it(tmp_path: Path) -> None:
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
