"""An event that was forgotten is put into the turn just ended, by its seat until its next turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from .house import House, house
from .web import Form


@pytest.fixture
def room(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as found:
        found.deals("dark-cave")
        yield found


def plays(room: House, seat: int) -> None:
    """The large button: a path card, and the turn is over."""
    form = next(form for form in room.forms(room.phones[seat]) if form.path.partition("?")[0].endswith("/act"))
    assert room.tap(room.phones[seat], form.path, **form.values).status_code == 200


def offers(room: House, seat: int, page: str = "") -> list[Form]:
    return [form for form in room.forms(room.phones[seat], page) if "/add" in form.path]


def tunnel(forms: list[Form]) -> Form:
    return next(form for form in forms if json.loads(form.values["entries"])[0]["kind"] == "tunnel")


def test_it_stands_in_the_bar_until_others_have_played_on(room: House) -> None:
    plays(room, 0)
    pool = room.table.at.playing[1].state.pool
    form = tunnel(offers(room, 0))
    assert room.tap(room.phones[0], form.path, **form.values).status_code == 200
    assert room.table.at.playing[1].state.pool > pool, "a tunnel costs a piece of gold"
    assert room.table.at.playing[1].state.turn.seat == 1, "the turn that has begun meanwhile goes on"


def test_later_it_stands_where_the_turn_is_mended(room: House) -> None:
    plays(room, 0)
    plays(room, 1)
    assert not offers(room, 0), "the phone is quiet again"
    assert "What else happened in your last turn?" in unescape(room.page(room.phones[0], "panel/line"))
    form = tunnel(offers(room, 0, "panel/line"))
    pool = room.table.at.playing[1].state.pool
    assert room.tap(room.phones[0], form.path, **form.values).status_code == 200
    assert room.table.at.playing[1].state.pool > pool
    assert room.table.at.playing[1].state.turn.seat == 2


def test_it_ends_with_the_next_turn_of_the_seat(room: House) -> None:
    plays(room, 0)
    form = tunnel(offers(room, 0))
    for seat in (1, 2, 3):
        plays(room, seat)
    assert not offers(room, 0, "panel/line")
    before = room.entries()
    answer = room.tap(room.phones[0], form.path, **form.values)
    assert answer.status_code in (409, 422)
    assert room.entries() == before
