"""Loading a game from the disk: what can be read of it, and what is said of the rest."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from in_memory import DEAL, NAMES

from companion.engine.actions import Entry
from companion.engine.text import T
from companion.storage.store import ChosenGame, Damaged, GameRow, JournalRead, StoreError, TableRow
from companion.table import loading
from companion.table.loading import TableDamaged, game_of, load_record, read_choice, read_entries, restore

ROW = GameRow(7, 1, 2, "saboteur", {}, [*NAMES], [1, 2, 3, 4], "")
DISCARD: Entry = {"kind": "discard", "by": 0}


def store_with(read: JournalRead | StoreError, salvaged: list[Entry | None] | None = None) -> Any:
    """A store that has this journal."""
    store = Mock(folder=Path("nowhere"))
    store.journal.read.side_effect = lambda game: _give(read)
    store.journal.salvage.return_value = salvaged or []
    store.games.current.return_value = ROW
    return store


def _give(read: JournalRead | StoreError) -> JournalRead:
    if isinstance(read, StoreError):
        raise read
    return read


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (replace(ROW, sound=False), "the start of the game has been changed"),
        (replace(ROW, game="chess"), "this version doesn't know the game chess"),
        (replace(ROW, game="village.000000000000", file="[game]"), "this version doesn't know the game"),
    ],
)
def test_game_of_refuses_a_row_that_names_no_game(row: GameRow, why: str) -> None:
    with pytest.raises(Damaged, match=why):
        game_of(row)
    assert game_of(ROW).id == "saboteur"


def test_restore_raises_the_damage_of_the_journal() -> None:
    damage = Damaged(T("entry 1 is missing"), 1)
    with pytest.raises(Damaged) as raised:
        restore(ROW, JournalRead([DEAL], {}, [], damage))
    assert raised.value is damage


@pytest.mark.parametrize(
    ("row", "entries", "number", "why"),
    [
        (replace(ROW, options={"rounds": "many"}), [], None, "the game's options can't be read"),
        (ROW, [DEAL, {"kind": "odd"}], 1, "entry 1: there is no such kind of entry"),
        (ROW, [DEAL, DISCARD, {"kind": "take", "by": 0, "seat": 1}], 2, "entry 2: it can't be played there"),
    ],
)
def test_restore_names_what_cannot_be_played_and_quotes_nothing(
    row: GameRow, entries: list[Entry], number: int | None, why: str
) -> None:
    with pytest.raises(Damaged) as raised:
        restore(row, JournalRead(entries, {}, []))
    assert (str(raised.value), raised.value.entry) == (why, number)


def test_load_record_has_what_was_entered_and_what_chance_filled() -> None:
    record = load_record(store_with(JournalRead([DEAL, DISCARD], {0: ("cards",)}, [])), ROW)
    assert (record.entries, record.drawn) == ([DEAL, DISCARD], {0: ("cards",)})
    assert record.state.turn.seat == 1


def test_read_entries_gives_those_before_one_that_cannot_be_played() -> None:
    odd: Entry = {"kind": "odd"}
    entries, damage = read_entries(store_with(JournalRead([DEAL, odd, DISCARD], {}, [])), ROW)
    assert entries == [DEAL]
    assert damage
    assert damage.entry == 1
    assert read_entries(store_with(JournalRead([DEAL, DISCARD], {}, [])), ROW) == ([DEAL, DISCARD], None)


def test_read_entries_gives_what_was_read_before_the_damage() -> None:
    damage = Damaged(T("entry 2 has been changed"), 2)
    read = JournalRead([DEAL, DISCARD], {}, [], damage)
    assert read_entries(store_with(read), ROW) == ([DEAL, DISCARD], damage)


def test_read_entries_salvages_up_to_the_first_gap_of_a_damaged_file() -> None:
    store = store_with(StoreError(T("the data file is damaged")), [DEAL, DISCARD, None, DISCARD])
    entries, damage = read_entries(store, ROW)
    assert entries == [DEAL, DISCARD]
    assert str(damage) == "the data file is damaged" or damage is None


def table_row(chosen: ChosenGame | None) -> TableRow:
    return TableRow(1, "ACDE", None, False, chosen)


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        (ChosenGame("dark-cave", {}, True), ChosenGame("dark-cave", {}, True)),
        (ChosenGame("dark-cave", {"no-such": 1}, True), ChosenGame("saboteur", {}, False)),
        (ChosenGame("chess", {}, True), ChosenGame("saboteur", {}, False)),
        (None, ChosenGame("saboteur", {}, False)),
    ],
)
def test_read_choice_is_what_was_dealt_last_where_it_cannot_be_read(
    chosen: ChosenGame | None, found: ChosenGame
) -> None:
    assert read_choice(table_row(chosen), ROW) == found
    assert read_choice(table_row(None), None) is None


@pytest.mark.parametrize(
    ("entries", "copy", "says"),
    [
        ([DEAL], None, ["One entry can still be read.", "There's no good backup."]),
        ([DEAL, DISCARD], Path("x.db"), ["2 entries can still be read.", "backup (all tables) is 3 hours old"]),
    ],
)
def test_table_damaged_says_what_is_left_and_what_helps(
    monkeypatch: pytest.MonkeyPatch, entries: list[Entry], copy: Path | None, says: list[str]
) -> None:
    monkeypatch.setattr(loading, "find_newest_good", lambda folder: copy)
    monkeypatch.setattr(loading, "age", lambda backup: T("{n} hours", n=3))
    damage = Damaged(T("entry 5 is missing"), 5)
    found = TableDamaged(store_with(JournalRead(entries, {}, [], damage)), table_row(None), damage)
    told = str(found.now)
    for part in [*says, "Table ACDE can't be opened", "entry 5 is missing", "companion export ACDE"]:
        assert part in told
    assert (found.code, found.number, found.entry) == ("ACDE", 2, 5)
