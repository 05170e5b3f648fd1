"""The computer is held awake while it is needed, and let go afterwards, in each system's own way."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest
from faults.house import STOP_HERE, House

from companion.server.http_server import Ending
from companion.server.keep_awake import CANT, KeepAwake, ProcessLock, WindowsLock, choose_lock
from companion.server.serve import poll_in_thread

WAITS = [sys.executable, "-c", "import sys; sys.stdin.read()"]
FAILS = [sys.executable, "-c", "raise SystemExit(1)"]


def everything(name: str) -> str:
    return f"/usr/bin/{name}"


def test_choose_lock_knows_the_way_of_each_system() -> None:
    linux, mac = choose_lock("linux", everything), choose_lock("darwin", everything)
    assert isinstance(linux, ProcessLock)
    asks = [command[1] for command in linux.commands]
    assert asks == ["--what=idle:sleep", "--what=idle"]
    assert {(command[0], command[-1]) for command in linux.commands} == {("/usr/bin/systemd-inhibit", "/usr/bin/cat")}
    assert isinstance(mac, ProcessLock)
    assert mac.commands == [("/usr/bin/caffeinate", "-i", "/usr/bin/cat")]
    assert not choose_lock("linux", lambda name: None).hold()


def test_keep_awake_holds_while_it_is_needed_and_no_longer() -> None:
    needed, by, said = [True], ProcessLock(WAITS), list[str]()
    keeper = KeepAwake(lambda: needed[0], by, said.append)
    assert keeper.look()
    assert keeper.look()
    process = by._process
    assert process
    assert process.poll() is None
    needed[0] = False
    assert keeper.look()
    assert process.poll() is not None
    assert said == []


def test_keep_awake_lets_go_when_the_program_stops() -> None:
    states: list[int] = []
    called = threading.Event()

    def call(state: int) -> int:
        states.append(state)
        called.set()
        return 1

    keeper = KeepAwake(lambda: True, WindowsLock(call), print)
    stop = poll_in_thread(keeper.look, 0.01, Ending(), keeper.release)
    assert called.wait(10)
    stop()
    assert states[0] == 0x80000001
    assert states[-1] == 0x80000000


def test_keep_awake_holds_up_no_end_where_a_lock_does_not_let_go() -> None:
    """Otherwise this would last as long as it hangs. All are told at once, before anything is waited for."""
    ending = Ending(0.05)
    told = threading.Event()
    hangs = threading.Event()
    stop = poll_in_thread(hangs.wait, 3600, ending)
    poll_in_thread(lambda: True, 3600, ending, told.set)
    ending.begin()
    assert told.wait(10)
    stop()
    hangs.set()


@pytest.mark.parametrize("by", [ProcessLock(["/no/such/program"]), WindowsLock(lambda state: 0)])
def test_keep_awake_says_once_that_it_cannot(by: ProcessLock | WindowsLock) -> None:
    said: list[str] = []
    keeper = KeepAwake(lambda: True, by, said.append)
    assert not keeper.look()
    assert said == [CANT]


def test_process_lock_notices_a_refusal() -> None:
    said: list[str] = []
    by = ProcessLock(FAILS)
    keeper = KeepAwake(lambda: True, by, said.append)
    assert keeper.look()
    assert by._process
    by._process.wait()
    assert not keeper.look()
    assert said == [CANT]


def test_process_lock_blocks_idling_where_it_may_not_block_sleep() -> None:
    """Services and SSH sessions on Debian: asked for both at once, it is refused as a whole."""
    said: list[str] = []
    by = ProcessLock(FAILS, WAITS)
    keeper = KeepAwake(lambda: True, by, said.append)
    assert keeper.look()
    assert by._process
    by._process.wait()
    assert keeper.look()
    assert by._process.poll() is None
    assert keeper.look()
    by.release()
    assert said == []
    assert by.hold()
    assert by._process
    assert by._process.args == WAITS, "what was refused once is not asked for again"
    by.release()


def test_is_played_at_needs_a_game_and_somebody_who_looks(tmp_path: Path) -> None:
    with House(tmp_path, (), ("Anna", "Ben")) as house:
        tables, topics = house.hall.tables, house.hub.list_topics
        assert not tables.is_played_at([house.code])
        house.begins()
        assert not tables.is_played_at(topics())
        stream = iter(house.stranger.get(house.path("stream/watch"), buffered=False).response)
        next(stream)
        assert tables.is_played_at(topics())
        house.acts(STOP_HERE)
        assert not tables.is_played_at(topics())
