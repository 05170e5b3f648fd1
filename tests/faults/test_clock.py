"""A clock that jumps a day: a small computer without a battery wakes up in the past."""

from __future__ import annotations

import pytest

from companion.storage.store import LINK_SECONDS
from companion.table.commands import seating

from .house import House

DAY = 24 * 60 * 60
NOON = 1_767_268_800.0


class Clock:
    """All the clocks that Companion reads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr("time.time", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, at_home: House) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize("jump", [DAY, -DAY, 400 * DAY, -20 * 365 * DAY])
def test_table_plays_on(at_home: House, clock: Clock, jump: float) -> None:
    at_home.deals()
    at_home.notes("before")
    clock.now += jump
    at_home.notes("after")
    at_home.table.run(seating.take_seat, at_home.table.state.seats[1].id)
    assert [entry["note"] for entry in at_home.entries()[1:]] == ["before", "after"]
    log = at_home.page(at_home.host, "panel/log")
    assert log.index("taken over") < log.index("“after”") < log.index("“before”")
    at_home.ends()
    assert len(at_home.hall.read_book().plays) == 1
    assert [at_home.get(phone, "").status_code for phone in at_home.phones] == [200] * 4


@pytest.mark.parametrize(
    ("jump", "opens"),
    [(0, True), (LINK_SECONDS, True), (LINK_SECONDS + 1, False), (DAY, False), (-5, True), (-DAY, False)],
)
def test_link_lives_no_longer_for_it(at_home: House, clock: Clock, jump: float, opens: bool) -> None:
    link = at_home.store.seats.make_link(at_home.table.state.seats[0].id)
    clock.now += jump
    assert at_home.post(at_home.stranger, f"s/{link}").status_code == (303 if opens else 410)
