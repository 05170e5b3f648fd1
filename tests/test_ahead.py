"""Drawn while the finger is down: what would come of a tap, told to nobody and stored nowhere until it lifts."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from playing import NAMES, Play
from test_stream import TAPS, Room, Shown

from companion import clock
from companion.games import all_games
from companion.rules.asking import Entry
from companion.rules.state import PLAYING
from companion.rules.text import RuleError
from companion.table import Table, playing
from companion.table.at import covered
from companion.web import pages
from companion.web.templates import RenderCache


def pressed(room: House, entries: tuple[Entry, ...]) -> Table | None:
    """A finger is down on a button that would enter these, until all pages are drawn."""
    with suppress(RuleError):
        room.cache.forget_ahead(room.table.code)
        later = room.table.ahead(playing.act, entries, "table", "")
        if later:
            room.hub.draw_ahead(room.table.code, later, lambda: room.table.awaits(later))
        return later
    return None


class House(Room):
    """The table of the streams' tests, with what it has drawn."""

    @property
    def cache(self) -> RenderCache:
        found: RenderCache = self.app.extensions["context"].cache
        return found

    def quiet(self) -> tuple[Entry, ...]:
        """The commonest turn of whoever is on turn."""
        _, record = self.table.at.playing
        (turn, *_) = record.game.quick(record.state, record.state.turn.seat)
        return tuple(turn.entries)


HIDDEN: dict[str, list[Entry]] = {
    "dark-cave": [{"kind": "secret-information", "look": "card", "seat": 3}, {"kind": "correct", "seat": 0, "gold": 1}],
    "lost-mines": [{"kind": "look", "look": "mine"}, {"kind": "end", "reason": "agreed"}],
    "saboteur": [{"kind": "play-path", "goal": "treasure"}, {"kind": "end", "reason": "agreed"}],
    "saboteur-2": [{"kind": "swap-hats", "to": 3}, {"kind": "inspect", "seat": 3}],
}
"""By game what is never drawn ahead: cards turned up, looks, draws, corrections, the end of a round."""


@pytest.mark.parametrize("game", all_games())
def test_page_that_was_drawn_ahead_is_the_page(tmp_path: Path, game: str) -> None:
    """Where another tap comes in between, too."""
    room = House(tmp_path, game)
    screens = {who: Shown(room.stream(who), room.frames(who)) for who in room.clients}
    play, drawn = Play(all_games()[game], 4, {}, 7), 0
    for number in range(TAPS):
        play.record = room.table.at.playing[1]
        if play.state.status != PLAYING:
            break
        entries, before = play.choose().entries, room.table.at
        later = pressed(room, play.choose().entries if number % 3 == 2 else entries)
        if later:
            drawn += 1
            new = later.at.playing[1].entries[len(play.record.entries) :]
            assert covered(later.at) == covered(before), new
            assert not any("drawn" in entry for entry in new), new
        assert room.table.at is before
        assert all(not screen.wire.events() for screen in screens.values()), "nobody is told"
        with suppress(RuleError):
            room.table.do(playing.act, entries, "table", "")
        for screen in screens.values():
            screen.reads()
        room.cache.take_ahead(room.table.code, room.hub.version(room.table.code))  # nothing: all is drawn anew
        for who, screen in screens.items():
            assert screen.page == room.page(who), f"{who} after tap {number}"
    assert drawn > 2 or game not in HIDDEN
    room.close()


def test_lift_sends_what_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = House(tmp_path, "saboteur")
    wires = {who: room.stream(who) for who in room.clients}
    for wire in wires.values():
        wire.events()
    assert pressed(room, room.quiet())

    def fails(*_: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(pages, "make_screen", fails)
    room.table.do(playing.act, room.quiet(), "table", "")
    assert all(wire.events() for wire in wires.values())
    room.close()


@pytest.mark.parametrize("between", ["another tap", "too long"])
def test_what_was_drawn_is_dropped_where_it_does_not_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: str
) -> None:
    room = House(tmp_path, "saboteur")
    quiet = room.quiet()
    later = pressed(room, quiet)
    assert later
    assert room.table.awaits(later)
    if between == "another tap":
        room.table.do(playing.act, quiet, "table", "")
        room.table.do(playing.undo, 1, "table", "")
    else:
        late = clock.steady() + 3
        monkeypatch.setattr(clock, "steady", lambda: late)
    assert not room.table.awaits(later)
    told: list[tuple[str, bool]] = []
    monkeypatch.setattr(room.table, "_publish", lambda *told_of: told.append(told_of))
    room.table.do(playing.act, quiet, "table", "")
    assert told == [(room.table.code, False)]
    room.close()


def test_press_is_stored_nowhere(tmp_path: Path) -> None:
    room = House(tmp_path, "saboteur")
    kept = list(room.store._db.conn.iterdump())
    assert pressed(room, room.quiet())
    assert list(room.store._db.conn.iterdump()) == kept
    room.close()


@pytest.mark.parametrize(("game", "entry"), [(game, one) for game, all in HIDDEN.items() for one in all])
def test_nothing_is_drawn_of_what_hangs_on_hidden_cards(tmp_path: Path, game: str, entry: Entry) -> None:
    room = House(tmp_path, game)
    record = room.table.at.playing[1]
    if record.game.moves[entry["kind"]].seated:
        entry = {**entry, "by": record.state.turn.seat}
    assert pressed(room, (entry,)) is None
    room.table.do(playing.act, (entry,), "table", "")
    room.close()


def test_answer_to_a_press_says_nothing(tmp_path: Path) -> None:
    """Whoever asks, whatever is sent."""
    room = House(tmp_path, "saboteur")
    on_turn = room.table.at.playing[1].state.turn.seat
    right = {"stamp": room.table.at.stamp, "entries": json.dumps(list(room.quiet()))}
    forms: tuple[dict[str, str], ...] = (
        right,
        {},
        {"entries": "{"},
        {**right, "stamp": "x"},
        {**right, "entries": '[{"kind": "deal"}]'},
    )
    answers = set()
    for client in (room.clients[NAMES[on_turn]], room.clients[NAMES[on_turn + 1]], room.clients["stranger"]):
        for form in forms:
            answer = client.post(f"/{room.table.code}/ahead", data=form)
            answers.add((answer.status_code, answer.data, str(answer.headers)))
    assert len(answers) == 1
    assert answers.pop()[:2] == (204, b"")
    room.close()
