"""The log of a game: a sentence for each tap, and what is beside it."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from faults.house import House
from in_memory import AGREED, CAVE, DEAL, enter, table_of

from companion.engine.actions import Entry
from companion.engine.text import T
from companion.storage.store import NoteRow
from companion.table import TableState
from companion.table.commands.owed import keep_tap
from companion.table.log import (
    BACK,
    ON_PAPER,
    LogLine,
    device_name,
    find_moment,
    find_named_seat,
    merge_notes,
)

DISCARD: Entry = {"kind": "discard", "by": 0}
CARD: Entry = {"kind": "play-path", "by": 0}
END: Entry = {"kind": "end-turn", "by": 0}


def lines(table: TableState, *notes: NoteRow) -> list[LogLine]:
    return [*table.log.make_lines(table.record, table.taps, notes)]


def said(table: TableState, *notes: NoteRow) -> list[str]:
    return [str(line.text) for line in lines(table, *notes)]


def test_device_name_is_of_a_seat_or_of_the_table() -> None:
    assert (device_name(None), device_name(0), device_name(3)) == ("table", "seat-0", "seat-3")


def test_make_lines_are_newest_first_without_undos() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    enter(table, {"kind": "undo", "entry": 1})
    found = lines(table)
    assert [line.live for line in found] == [False, True]
    assert "Anna" in str(found[0].text)
    assert (found[0].number, found[0].seat) == (1, 0)


def test_make_lines_put_notes_where_they_were_made() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    first = NoteRow(1, 7, 0, T("Before the deal."))
    between = NoteRow(2, 7, 1, T("Between."))
    found = said(table, between, first)
    assert found[1] == "Between."
    assert found[3] == "Before the deal."


def test_make_lines_have_one_sentence_for_a_turn_and_none_of_its_end() -> None:
    table = table_of("dark-cave", CAVE)
    first = len(table.record.entries)
    for entry in (CARD, END):
        table.record.append(entry)
    keep_tap(table, first, "tap", "seat-0")
    assert said(table)[0] == "Anna plays a path card."
    assert table.log.say(table.record, [2]) != table.log.say(table.record, [1, 2])


def test_make_lines_say_why_a_round_is_over_where_a_turn_has_ended_it() -> None:
    table = table_of("saboteur", DEAL, {"kind": "play-path", "by": 0, "goal": "treasure"})
    assert "The round is over." in said(table)[0]
    agreed = table_of("saboteur", DEAL, AGREED)
    assert said(agreed)[0].count("The round is over") <= 1


def test_make_lines_call_a_game_played_without_the_app_by_its_title() -> None:
    table = table_of("saboteur", DEAL)
    table.taps = (table.taps[0]._replace(device=ON_PAPER),)
    (line,) = lines(table)
    assert line.offline
    assert str(line.text) == "Saved to history: Saboteur, played without the app."


def test_on_entry_names_who_has_corrected_what_lies_before_others() -> None:
    table = table_of("dark-cave", CAVE)
    enter(table, {"kind": "set", "seat": 1, "boots": True, "device": "seat-2"})
    assert said(table)[0].endswith("Entered by Cleo.")
    enter(table, {"kind": "set", "seat": 1, "boots": False, "device": "table"})
    assert "Entered by" not in said(table)[0]


def test_did_is_the_last_card_of_each_seat_in_this_round() -> None:
    table = table_of("saboteur", DEAL, DISCARD, {"kind": "play-path", "by": 1})
    assert [*table.log.did] == [0, 1]
    assert table.log.did[0] != table.log.did[1]
    enter(table, AGREED, DEAL)
    assert table.log.did == {}
    assert len(table.log.rounds) == len(table.state.seats)


def test_copy_grows_on_its_own() -> None:
    table = table_of("saboteur", DEAL)
    copy = table.log.copy()
    enter(table, DISCARD)
    assert ([*table.log.did], [*copy.did]) == ([0], [])
    assert lines(table)
    assert 1 not in copy._said


def test_restart_forgets_all_but_the_sentences() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    table.log.restart()
    assert (table.log.deal, table.log.did, table.log.rounds) == (-1, {}, ())
    assert table.log._said.keys() == {0, 1}


def test_list_tallies_are_empty_while_they_may_not_be_told() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    assert table.log.list_tallies(table.state) == ()
    cave = table_of("dark-cave", CAVE, CARD, END)
    tallies = cave.log.list_tallies(cave.state)
    assert all(len(tally) == 4 for _, tally in tallies)
    assert [moment for moment, _ in tallies] == sorted({moment for moment, _ in tallies})


def test_find_moment_is_the_turn_of_a_game_of_one_round_and_else_the_rounds() -> None:
    cave = table_of("dark-cave", CAVE, CARD, END)
    assert find_moment(cave.record.game, cave.state) == cave.state.number == 2
    table = table_of("saboteur", DEAL)
    assert find_moment(table.record.game, table.state) == 0
    enter(table, AGREED)
    assert find_moment(table.record.game, table.state) == 1


def note(number: int, name: str, address: str) -> NoteRow:
    return NoteRow(number, None, None, T(BACK.message, name=name, address=address))


def test_merge_notes_has_one_line_for_all_who_are_back_at_one_address() -> None:
    other = NoteRow(3, None, None, T("{name} has joined.", name="Zoe"))
    notes = [note(5, "Ben", "10.0.0.7"), note(4, "Anna", "10.0.0.9"), other, note(2, "Anna", "10.0.0.7")]
    assert [str(one.text) for one in merge_notes(notes)] == [
        "2 are back at the new address: Anna, Ben.",
        "Anna is back at the new address.",
        "Zoe has joined.",
    ]


def test_merge_notes_counts_nobody_twice() -> None:
    (one,) = merge_notes([note(3, "Ben", "10.0.0.7"), note(2, "Anna", "10.0.0.7"), note(1, "Ben", "10.0.0.7")])
    assert str(one.text) == "2 are back at the new address: Ben, Anna."


@pytest.mark.parametrize(
    ("text", "entry", "seat"),
    [
        (T("{name} plays.", name="Ben"), {"by": 1}, 1),
        (T("{name} has left.", name="Ben"), {"seat": 1}, 1),
        (T("{what} Entered by {name}.", what=T("{name} plays.", name="Ben"), name="Cleo"), {"by": 1}, 1),
        (T("{names} play.", names=["Anna", "Ben"]), {"by": 1}, 1),
        (T("A card was chosen."), {"by": 1}, None),
        (T("Bennet plays."), {"by": 1}, None),
        (T("The deck is empty."), {}, None),
    ],
)
def test_find_named_seat_is_none_where_the_sentence_keeps_it_to_itself(
    text: Any, entry: dict[str, int], seat: int | None
) -> None:
    assert find_named_seat(text, entry, table_of("saboteur", DEAL).state) == seat


@pytest.mark.parametrize("game", ["dark-cave", "lost-mines", "saboteur", "saboteur-2"])
def test_log_says_why_play_is_over_where_it_ends_by_itself(tmp_path: Path, game: str) -> None:
    with House(tmp_path / "data") as at:
        at.deals(game, count_cards=True)
        for number, seat in enumerate(at.state.seats):
            at.acts({"kind": "correct", "seat": number, "hand": (number == 0) - seat.hand})
        deck = at.state.deck
        at.acts({"kind": "correct", "deck": -(deck if isinstance(deck, int) else sum(deck.values()))})
        assert "is over" not in at.page(at.host, "panel/log")
        tap = [{"kind": "play-path", "by": 0}]
        at.acts(*tap, *([{"kind": "end-turn", "by": 0}] if at.table.view.game.clans else []))
        why = str(at.table.view.game.endings["cards"])
        for _ in range(2):
            said = unescape(at.page(at.host, "panel/log"))
            assert said.count(f"is over. {why}") == 1
            assert "Anna plays a path card. The " in re.sub(r"\s+", " ", re.sub("<[^>]*>", "", said))
            if at.table.state.ended:
                at.tells()
        at.undoes()
        assert why not in unescape(at.page(at.host, "panel/log"))
