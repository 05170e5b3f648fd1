"""What the app enters of itself, and how a tap is written."""

from in_memory import AGREED, DEAL, enter, table_of

from companion.engine.actions import Entry
from companion.storage.store import RevealProgress, TapRow
from companion.table.commands.owed import add, enter_owed, find_owed, keep_tap

TREASURE: Entry = {"kind": "play-path", "by": 0, "goal": "treasure"}


def test_add_has_chance_fill_what_is_drawn_and_notes_it() -> None:
    table = table_of("saboteur", DEAL, TREASURE)
    table.update_game(show=RevealProgress(1, 99))
    owed = find_owed(table, {})
    assert owed
    add(table, owed)
    made = table.record.entries[-1]
    assert made["kind"] == owed["kind"] == "nuggets"
    assert made.keys() > owed.keys()
    assert table.record.drawn[2] == tuple(made.keys() - owed.keys())


def test_add_notes_what_was_drawn_before() -> None:
    table = table_of("saboteur", DEAL)
    add(table, {"kind": "discard", "by": 0}, ["by"])
    assert [*table.record.drawn[1]] == ["by"]


def test_keep_tap_writes_the_entries_from_the_first_on() -> None:
    table = table_of("saboteur", DEAL)
    entries: list[Entry] = [{"kind": "discard", "by": 0}, {"kind": "discard", "by": 1}]
    for entry in entries:
        table.record.append(entry)
    keep_tap(table, 1, "id", "seat-0")
    assert table.taps == (TapRow(0, 1, "table"), TapRow(1, 2, "seat-0"))
    game, first, made, action, _, device, _ = table.store.journal.append.call_args.args  # type: ignore[attr-defined]
    assert (game, first, made, action, device) == (7, 1, entries, "id", "seat-0")


def test_find_owed_waits_for_cards_that_turn_up_first() -> None:
    table = table_of("saboteur", DEAL, TREASURE)
    assert table.face_down
    assert find_owed(table, {}) is None
    table.update_game(show=RevealProgress(1, 99))
    assert find_owed(table, {})


def test_enter_owed_makes_each_entry_a_tap_of_the_app() -> None:
    table = table_of("saboteur", DEAL, TREASURE)
    table.update_game(show=RevealProgress(1, 99))
    enter_owed(table)
    assert [entry["kind"] for entry in table.record.entries] == ["deal", "play-path", "nuggets"]
    assert table.taps[-1] == TapRow(2, 1, "app")
    enter_owed(table)
    assert len(table.taps) == 3, "nothing more is owed"


def test_enter_owed_does_nothing_while_a_round_is_played() -> None:
    table = table_of("saboteur", DEAL)
    enter(table, AGREED)
    enter_owed(table)
    assert len(table.taps) == 2
