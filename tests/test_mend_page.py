"""How it lies is put right at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kept.store import Store
from companion.rules.places import lying_at
from companion.rules.text import RuleError
from companion.table import Refused, Table, Tables, dealing, following, mending, playing, seating, settings
from companion.table.announce import announcements
from companion.table.now import log_of
from companion.table.screen import Viewer, make_screen


@pytest.fixture
def table(tmp_path: Path) -> Table:
    store = Store(tmp_path / "data")
    table = Tables(store).create()
    for name in ("Anna", "Ben", "Cleo"):
        table.do(seating.add_seat, name)
    table.do(settings.choose, "dark-cave", {})
    table.do(dealing.deal, 0)
    table.do(dealing.start_early)
    table.do(playing.act, [{"kind": "boots", "by": 0, "to": 1}], "table", "")
    table.do(playing.act, [{"kind": "end-turn", "by": 0}], "table", "")
    return table


def test_what_can_not_lie_there_is_refused(table: Table) -> None:
    before = len(table.at.playing[1].entries)
    for place, thing, shows in ((1, "none", 1), (-1, "boots", 1), (1, "boots", 2), (1, "axes", 9)):
        with pytest.raises(RuleError):
            table.do(mending.tap, place, thing, shows, table.at.stamp)
    with pytest.raises(RuleError, match="unknown field"):
        table.do(mending.count, 1, {"deck": 3}, table.at.stamp)
    assert len(table.at.playing[1].entries) == before


def test_each_tap_on_a_thing_is_one_entry_that_is_undone_as_one(table: Table) -> None:
    """A web comes showing 2, turns over, goes; boots are taken off, and who is out comes last among those."""

    def lies(place: int, thing: str) -> int:
        return next(one.shows for one in lying_at(mending.believed(table.at), place) if one.id == thing)

    before = len(table.at.playing[1].entries)
    for shows in (2, 1, 0, 2):
        table.do(mending.tap, 2, "webs-1", shows, table.at.stamp)
        assert lies(2, "webs-1") == shows
    assert len(table.at.playing[1].entries) == before + 4
    table.do(mending.tap, 0, "webs-1", 1, table.at.stamp)
    assert (lies(0, "webs-1"), lies(2, "webs-1")) == (1, 0), "there is one of it"
    table.do(playing.undo, len(table.at.playing[1].entries) - 1, "table", "")
    assert (lies(0, "webs-1"), lies(2, "webs-1")) == (0, 2)
    before = len(table.at.playing[1].entries)
    table.do(mending.tap, 1, "boots", 1, table.at.stamp)
    assert len(table.at.playing[1].entries) == before, "nothing was otherwise"
    table.do(mending.tap, 2, "out", 1, table.at.stamp, seen=True)
    assert table.at.playing[1].state.out == [2]


def test_counts_of_a_place_are_one_entry(table: Table) -> None:
    before = len(table.at.playing[1].entries)
    table.do(mending.count, 1, {"gold": 5, "hand": 4}, table.at.stamp)
    assert table.at.playing[1].entries[before:] == [
        {"kind": "correct", "seat": 1, "gold": 2, "hand": -1, "device": "table"}
    ]
    assert str(log_of(table.at)[0].text) == "Put right: Ben has 5 gold, Ben has 4 cards in hand."
    table.do(mending.count, 0, {"gold": 4}, table.at.stamp, 0)
    for one in (table, Tables(table.store).get(table.code)):
        assert one
        assert str(log_of(one.at)[0].text) == "Put right: Anna has 4 gold. So says Anna."


def test_out_is_said_by_the_move_or_the_table_where_turns_are_followed(table: Table) -> None:
    """A seat would read the cards set aside, and play on knowing them. Elsewhere it says so, and the table takes it
    back."""
    with pytest.raises(Refused):
        table.do(mending.tap, 2, "out", 1, table.at.stamp, 2)
    table.do(following.follow, "nothing")
    table.do(mending.tap, 0, "out", 1, table.at.stamp, 0)
    with pytest.raises(Refused):
        table.do(mending.tap, 0, "out", 0, table.at.stamp, 0)
    assert table.at.playing[1].state.out == [0]
    table.do(mending.tap, 0, "out", 0, table.at.stamp)
    assert table.at.playing[1].state.out == []


def test_what_a_seat_says_of_itself_has_its_name(table: Table) -> None:
    """In the log, now and after a restart; what the table device says has none."""
    table.do(mending.lay, {(1, "boots"): False}, table.at.stamp, 1)
    table.do(mending.lay, {(2, "boots"): True}, table.at.stamp)
    again = Tables(table.store).get(table.code)
    assert again
    for one in (table, again):
        assert [str(line.text).endswith("So says Ben.") for line in log_of(one.at)[:2]] == [False, True]


def test_only_the_timers_what_is_laid_waits_for_its_owners_turn_and_is_said_once_it_starts(tmp_path: Path) -> None:
    """A tap lays the thing as its card would; who owns nothing has no button; each start is said by its own entry."""
    store = Store(tmp_path / "timers")
    table = Tables(store).create()
    for name in ("Anna", "Ben", "Cleo"):
        table.do(seating.add_seat, name)
    table.do(settings.choose, "dark-cave", {})
    table.do(dealing.deal, 0, follow="timers")
    table.do(dealing.start_early)

    def tells() -> list[tuple[str, str]]:
        said = announcements(make_screen(table.now, Viewer()))
        return [(one.id, str(one.text)) for one in said if one.kind == "reminder"]

    table.do(mending.tap, 0, "webs-0", 2, table.at.stamp)
    table.do(mending.tap, 2, "creatures-1", 1, table.at.stamp)
    table.do(mending.tap, 1, "boots", 1, table.at.stamp)
    kinds = [entry["kind"] for entry in table.at.playing[1].entries]
    assert kinds == ["deal", "spiderweb", "creature", "boots"]
    now = table.now.everybody
    assert [told.seat for told in now.waits] == [2, 0], "in the order of turns: Ben has laid something last"
    assert (now.starts.next, now.starts.early) == (2, None)
    ((fact, _, seats),) = now.starts.hits
    assert (fact, seats) == ("lying", (0, 1, 2))
    starts = {"kind": "turn", "by": 0}
    table.do(playing.act, [starts], "table", table.at.stamp)
    ((first, text),) = tells()
    assert text == "Anna. Flip your ● web to 1."
    table.do(mending.tap, 1, "lying", 1, table.at.stamp, 1)
    assert str(log_of(table.at)[0].text) == "The lindworm hits Ben."
    assert "nobody" not in str(log_of(table.at)[3].text)
    assert tells() == [(first, text)], "it stands, and is not said again"
    assert (table.now.everybody.starts.next, table.now.everybody.starts.early) == (1, 0), "Anna again is too early"
    table.do(playing.act, [starts], "table", table.at.stamp)
    ((second, text),) = tells()
    assert second != first
    assert text == "Anna. Take your ● web off, discard its card."
    assert [told.seat for told in table.now.everybody.waits] == [1, 2]
