"""Entries of the whole table: people leave, come back and join, a round ends, the game is stopped."""

from typing import Any

import pytest
from example_game import GAME
from harbour import NAMES, dealt, enter, lobby, plays, turn

from companion.engine.actions import Entry
from companion.engine.play import judge_entry, write_entry
from companion.engine.state import OVER, RESULT_ONLY, ROUND_OVER
from companion.engine.table_moves import CHAIRS, TABLE_MOVES
from companion.engine.text import RuleError
from companion.games import game_by_id
from companion.record.record import Record

GOLD = game_by_id("saboteur")
AGREED: Entry = {"kind": "end", "reason": "agreed"}
SIT_DOWN: Entry = {"kind": "join", "name": "Zoe"}


def gold(*entries: Entry) -> Record:
    """Saboteur with three players: its game has three rounds."""
    cards = ["gold-digger", "gold-digger", "saboteur"]
    deal: Entry = {"kind": "deal", "cards": cards, "aside": ["gold-digger"], "first": 0}
    return Record.load(GOLD, NAMES[:3], {}, [deal, *entries])


def why(state: Any, entry: Entry, game: Any = GAME) -> str:
    with pytest.raises(RuleError) as error:
        judge_entry(game, state, entry)
    return str(error.value)


# -- who plays on ---------------------------------------------------------------------------------------------------
def test_retire_ends_the_turn_of_whoever_was_on_turn() -> None:
    state = enter(dealt(), plays(0), {"kind": "retire", "seat": 0})
    assert (state.seats[0].retired, state.turn.seat, state.seats[0].hand) == (True, 1, 3)


def test_retire_leaves_anybody_elses_turn_and_everything_as_it_lies() -> None:
    state = enter(dealt(), plays(0, "fog"), {"kind": "retire", "seat": 2})
    assert (state.turn.seat, state.running.played, state.fog) == (0, True, [0])
    assert str(write_entry(GAME, state, {"kind": "retire", "seat": 2})) == (
        "Cleo leaves the table; their turns are skipped."
    )


def test_retire_refuses_who_has_left_and_the_last_one() -> None:
    state = enter(dealt(), {"kind": "retire", "seat": 1})
    assert why(state, {"kind": "retire", "seat": 1}) == "Ben has already left"
    enter(state, {"kind": "retire", "seat": 2})
    assert why(state, {"kind": "retire", "seat": 0}) == "Anna is the last one left"


def test_return_is_for_who_has_left() -> None:
    state = dealt()
    assert why(state, {"kind": "return", "seat": 1}) == "nobody has left the table"
    enter(state, {"kind": "retire", "seat": 1})
    assert why(state, {"kind": "return", "seat": 0}) == "Anna hasn't left"
    enter(state, {"kind": "return", "seat": 1}, *turn(0))
    assert state.turn.seat == 1


def test_retire_and_return_wait_for_the_deal_and_end_with_the_game() -> None:
    assert why(lobby(), {"kind": "retire", "seat": 0}) == "nothing has been dealt yet"
    assert why(enter(dealt(), AGREED), {"kind": "retire", "seat": 0}) == "the game is over"


def test_join_is_between_rounds_and_dealt_in_from_the_next() -> None:
    record = gold()
    assert "between rounds" in why(record.state, SIT_DOWN, GOLD)
    record.append(AGREED)
    record.append(SIT_DOWN)
    zoe = record.state.seats[3]
    assert (zoe.name, zoe.sits_out, zoe.newcomer, zoe.hand) == ("Zoe", True, True, 0)
    assert [len(gains) for gains in record.state.history] == [4]


@pytest.mark.parametrize(("name", "said"), [("  ", "at least one letter"), (" ben ", "there's already a ben")])
def test_join_refuses_a_name_that_is_none_or_taken(name: str, said: str) -> None:
    assert said in why(gold(AGREED).state, {"kind": "join", "name": name}, GOLD)


def test_join_refuses_a_thirteenth_chair() -> None:
    sat: list[Entry] = [{"kind": "join", "name": f"P{number}"} for number in range(CHAIRS - 3)]
    record = gold(AGREED, *sat)
    assert len(record.state.seats) == 12
    assert "already has twelve players" in why(record.state, SIT_DOWN, GOLD)


def test_join_and_retire_leave_three_questions_on_one_seat() -> None:
    """So ``retired``, ``sits_out`` and ``newcomer`` are no kinds of which a seat has one."""
    record = gold(AGREED, SIT_DOWN, {"kind": "retire", "seat": 3})
    zoe = record.state.seats[3]
    assert (zoe.retired, zoe.sits_out, zoe.newcomer) == (True, True, True)
    deal = dict(gold().entries[0])
    record.append({**deal, "without": [3], "first": 1})
    zoe = record.state.seats[3]
    assert (zoe.retired, zoe.sits_out, zoe.newcomer) == (True, True, False)
    record.append({"kind": "return", "seat": 3})
    zoe = record.state.seats[3]
    assert (zoe.retired, zoe.sits_out, zoe.newcomer) == (False, True, False)


# -- the end --------------------------------------------------------------------------------------------------------
def test_end_has_the_reasons_of_the_game() -> None:
    state = dealt()
    assert "one of agreed, cards was expected" in why(state, {"kind": "end", "reason": "rain"})
    assert str(write_entry(GAME, state, AGREED)) == "The game is over: everyone agreed to stop."
    enter(state, AGREED)
    assert (state.status, state.over_by) == (OVER, "agreed")
    assert why(state, AGREED) == "the round is over"


def test_end_of_one_of_several_rounds_says_so_and_leads_to_the_next() -> None:
    record = gold()
    assert str(write_entry(GOLD, record.state, AGREED)).startswith("The round is over: ")
    record.append(AGREED)
    assert record.state.status == ROUND_OVER


def test_stop_scores_nothing_of_a_round_under_way() -> None:
    state = enter(dealt(), *turn(0, "salvage"), {"kind": "stop"})
    assert (state.status, state.stopped, state.score, state.over_by, state.turn) == (OVER, True, None, None, None)
    assert state.history == []
    assert why(state, {"kind": "stop"}) == "the game is over"


def test_stop_between_rounds_keeps_the_round_that_was_scored() -> None:
    record = gold(AGREED)
    score = record.state.score
    record.append({"kind": "stop"})
    assert (record.state.score, record.state.over_by, record.state.stopped) == (score, "agreed", True)


def test_table_moves_are_possible_where_nothing_is_tracked_but_for_the_end() -> None:
    """Where turns are not tracked, the result of a round is entered in place of its end, with the cards."""
    tracked = {move.kind for move in TABLE_MOVES if RESULT_ONLY not in move.allowed_tracking}
    assert tracked == {"end", "identities", "turn"}
