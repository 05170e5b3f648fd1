"""A disk that is full or can't be written: "not saved" is said, reading goes on, and it heals automatically."""

import fcntl
import os
import resource
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from browser.program import Program, started

from companion.engine.text import T
from companion.engine.visibility import OWN
from companion.storage.store import Store, StoreError
from companion.table.commands import rounds

from .house import House
from .test_twice import first_form, send
from .web import Browser

FULL = "Couldn't save: the disk is full. Fix that and try again."
BROKEN = "Couldn't save: the disk reports an error. Fix that and try again."
LONG = "x" * 190


def fill(house: House, full: bool) -> None:
    """Lets the file grow no further; SQLite then answers as it does on a full disk."""
    pages = house.store._db.conn.execute("PRAGMA page_count").fetchone()[0]
    house.store._db.conn.execute(f"PRAGMA max_page_count = {pages if full else 1 << 30}")


def fill_up(house: House) -> int:
    """Notes until one is refused; how many were saved."""
    fill(house, True)
    for number in range(200):
        response = house.notes(f"{number} {LONG}")
        if response.status_code != 200:
            assert response.status_code == 503
            assert FULL in unescape(response.text)
            return number
    raise AssertionError("the disk is never full")


def test_full_disk_is_said_on_every_device_and_heals(at_home: House) -> None:
    at_home.deals()
    saved = fill_up(at_home)
    stamp = at_home.table.state.stamp
    form = first_form(at_home)
    for _ in range(3):
        tapped = at_home.notes(LONG, stamp=stamp)
        assert tapped.status_code == 503
        assert FULL in unescape(tapped.text)
    assert at_home.table.state.stamp == stamp
    assert len(at_home.entries()) == 1 + saved
    for client, path in [(at_home.host, "table"), (at_home.host, "watch"), *((phone, "") for phone in at_home.phones)]:
        assert at_home.get(client, path).status_code == 200
        assert at_home.get(client, "live/watch").status_code == 200
    assert at_home.post(at_home.phones[0], "look", key="card").status_code == 200
    fill(at_home, False)
    assert send(at_home.phones[0], form).status_code == 200
    assert at_home.notes("healed").status_code == 200
    assert at_home.entries()[-1]["note"] == "healed"


def test_what_the_app_enters_by_itself_is_saved_with_the_tap_or_not_at_all(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app's own entry after a tap fails: the tap is not there either, in memory or on disk."""
    at_home.deals()
    at_home.table.run(lambda at: at.update_game(typed={"1.0": {"gold": 1}}))
    before, append = at_home.entries(), at_home.store.journal.append

    def full(*args: Any) -> None:
        if at_home.entries() != before:
            full_disk()
        append(*args)

    def owed(*args: object) -> dict[str, str] | None:
        return {"kind": "correct", "note": "by the app"} if len(at_home.entries()) == len(before) + 1 else None

    monkeypatch.setattr(at_home.table.state.game, "make_automatic", owed)
    with monkeypatch.context() as broken:
        broken.setattr(at_home.store.journal, "append", full)
        assert at_home.notes("by hand").status_code == 503
    assert at_home.entries() == before
    assert "by hand" not in at_home.page(at_home.host, "table")
    assert at_home.notes("by hand").status_code == 200
    assert [entry["note"] for entry in at_home.entries()[len(before) :]] == ["by hand", "by the app"]


@pytest.mark.parametrize(("part", "place"), [("games", "new"), ("journal", "append"), ("tables", "save")])
def test_deal_that_was_not_saved_leaves_the_lobby_as_it_was(
    at_home: House, monkeypatch: pytest.MonkeyPatch, part: str, place: str
) -> None:
    at_home.table.run(rounds.choose, "dark-cave", {})
    before = at_home.page(at_home.host, "table")
    with monkeypatch.context() as broken:
        broken.setattr(getattr(at_home.store, part), place, full_disk)
        answer = at_home.tap(at_home.host, "host/deal", first="0")
        assert (answer.status_code, FULL in unescape(answer.text)) == (503, True)
    assert at_home.store.games.of(at_home.table.state.row.id) == []
    assert "Who's playing?" in unescape(before)
    assert "Who's playing?" in unescape(at_home.page(at_home.host, "table"))
    assert at_home.tap(at_home.host, "host/deal", first="0").status_code == 200
    assert len(at_home.store.games.of(at_home.table.state.row.id)) == 1


def full_disk(*args: object) -> None:
    raise StoreError(T("Couldn't save: the disk is full. Fix that and try again."))


def test_game_that_ends_is_saved_although_no_backup_fits(
    at_home: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at_home.deals()
    monkeypatch.setattr(at_home.store, "backup", full_disk)
    answer = at_home.tap(at_home.host, "host/act", entries='[{"kind": "end", "reason": "agreed"}]')
    assert answer.status_code == 200
    assert at_home.entries()[-1]["kind"] == "end"
    assert [record.getMessage() for record in caplog.records] == [FULL]


def test_first_look_on_a_full_disk_is_shown_and_kept_with_the_next_change(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home.table.run(rounds.choose, "dark-cave", {})
    at_home.table.run(rounds.deal, 0)
    mark = f"{OWN}:{at_home.table.state.log.deal}"
    with monkeypatch.context() as broken:
        broken.setattr(at_home.store.games, "save", full_disk)
        assert at_home.post(at_home.phones[0], "look", key="card").status_code == 200
        assert at_home.table.state.game_row.looks == {mark: {0}}
        refused = at_home.tap(at_home.host, "host/start")
        assert (refused.status_code, FULL in unescape(refused.text)) == (503, True)
        assert at_home.table.state.game_row.looks == {mark: {0}}
        assert at_home.store.games.of(1)[0].looks == {}
    at_home.joins("Zoe")
    assert at_home.store.games.of(1)[0].looks == {mark: {0}}


@contextmanager
def pulled_out(folder: Path) -> Iterator[None]:
    """The disk of that folder is away, and comes back: what was open there opens nothing any more."""
    nothing = os.memfd_create("nothing", os.MFD_ALLOW_SEALING)
    fcntl.fcntl(nothing, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW)
    for opened in Path("/proc/self/fd").iterdir():
        if opened.is_symlink() and str(opened.readlink()).startswith(str(folder / "companion.db")):
            os.dup2(nothing, int(opened.name))
    away = folder.rename(folder.with_name("away"))
    yield
    away.rename(folder)
    os.close(nothing)


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="only Linux says what is open")
def test_disk_that_was_pulled_out_and_put_back_is_played_on(tmp_path: Path) -> None:
    with House(tmp_path / "data") as house:
        house.deals()
        house.notes("before")
        with pulled_out(tmp_path / "data"):
            for _ in range(3):
                refused = house.notes("lost")
                assert (refused.status_code, "Couldn't save: " in unescape(refused.text)) == (503, True)
            assert not (tmp_path / "data").exists(), "nothing is begun in its place"
        assert house.notes("after").status_code == 200
        assert [entry["note"] for entry in house.entries()[1:]] == ["before", "after"]
        assert house.get(house.phones[0], "").status_code == 200
        with pytest.raises(StoreError, match="in use"):
            Store(tmp_path / "data")


# --- the real program


@contextmanager
def no_more_bytes(program: Program) -> Iterator[None]:
    """From now on the system refuses Companion every byte of a file."""
    old = resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, old)


def seated(program: Program) -> Browser:
    """A phone at Companion's table."""
    phone = Browser(program.port)
    assert phone.post(f"/{program.code}/join", {"name": f"P{os.urandom(3).hex()}"}).status == 303
    return phone


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux sets the limits of another process")
def test_program_whose_disk_fails_goes_on_showing_and_heals(running: Program) -> None:
    phone = seated(running)
    with no_more_bytes(running):
        for _ in range(3):
            refused = Browser(running.port).post(f"/{running.code}/join", {"name": "Nobody"})
            assert refused.status == 503
            assert BROKEN in unescape(refused.text)
        assert phone.get(f"/{running.code}").status == 200
        assert phone.get(f"/{running.code}/watch").status == 200
        assert "Nobody" not in phone.get(f"/{running.code}/live/phone").text
    assert Browser(running.port).post(f"/{running.code}/join", {"name": "Nobody"}).status == 303
    assert "Nobody" in phone.get(f"/{running.code}/live/phone").text


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with little room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("a small disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_program_on_a_full_disk_says_so_and_heals(small_disk: Path) -> None:
    with Program(small_disk / "data") as running:
        phone = seated(running)
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as rest:
            try:
                while rest.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        answers = [Browser(running.port).post(f"/{running.code}/join", {"name": f"N{n}"}) for n in range(4)]
        assert {answer.status for answer in answers} <= {200, 503}
        assert answers[-1].status == 503
        assert FULL in unescape(answers[-1].text)
        assert phone.get(f"/{running.code}").status == 200
        joined = [f"N{n}" for n, answer in enumerate(answers) if answer.status == 303]
        running.kill()
        running.start()
        assert phone.get(f"/{running.code}").status == 200
        assert all(name in phone.get(f"/{running.code}/live/phone").text for name in joined)
        ballast.unlink()
        assert Browser(running.port).post(f"/{running.code}/join", {"name": "Healed"}).status == 303


BOUND = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""Root without the right to write where the modes say no."""


class Bound(Program):
    """Companion as someone bound by file modes."""

    under = BOUND if os.geteuid() == 0 else ()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody can write into the folder or its files."""
    paths = [folder, *folder.rglob("*")]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths}
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path, mode in modes.items():
            if path.exists():
                path.chmod(mode)


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="modes do not bind root")
def test_folder_that_became_read_only_stops_no_game(tmp_path: Path) -> None:
    """What is open stays open: taps are saved. A start is refused in one sentence, until it can be written again."""
    folder = tmp_path / "data"
    with Bound(folder) as program:
        phone = seated(program)
        with read_only(folder):
            other = seated(program)
            assert phone.get(f"/{program.code}").status == 200
            program.kill()
            refused = start_refused(folder)
            assert "Couldn't use the data folder" in refused
            assert len(refused.strip().splitlines()) == 1
        program.start()
        assert [browser.get(f"/{program.code}").status for browser in (phone, other)] == [200, 200]
        phone.close()
        other.close()


def start_refused(folder: Path) -> str:
    """A start that has to fail: what it says."""
    errors = folder.with_suffix(".refused")
    process = started(["--no-browser", "--data", str(folder)], errors, *Bound.under)
    assert process.printed() == ""
    assert process.wait() == 2
    return errors.read_text()
