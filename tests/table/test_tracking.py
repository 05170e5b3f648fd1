"""How much of a round is tracked, and the result of a round whose turns were not."""

import re
from typing import Any

import pytest
from in_memory import AGREED, CAVE, DEAL, table_of

from companion.engine.corrections import SetFacts
from companion.engine.play import find_move
from companion.engine.text import RuleError
from companion.storage.store import RoundDraft
from companion.table import BadInput, Forbidden, Refused, Stage, TableState
from companion.table.commands import play, rounds, tracking

from .evening import Evening

UNTRACKED = {**DEAL, "follow": "nothing"}
RESULT = {"finder": 0, "nuggets_3": 1, "nuggets_2": 1, "nuggets_1": 2}


@pytest.fixture
def table() -> TableState:
    """A round of Saboteur of which only the result is entered, while it is asked for."""
    made = table_of("saboteur", UNTRACKED)
    tracking.ask_for_results(made)
    return made


def kinds(table: TableState) -> list[str]:
    return [entry["kind"] for entry in table.record.entries]


def test_set_tracking_in_the_lobby_is_of_the_next_round() -> None:
    table = table_of()
    tracking.set_tracking(table, "timers")
    assert table.row.follow == "timers"
    with pytest.raises(Refused, match="can't be played that way"):
        tracking.set_tracking(table, "some")


def test_set_tracking_in_a_round_is_an_entry_with_whose_turn_it_is() -> None:
    table = table_of("saboteur", UNTRACKED)
    tracking.set_tracking(table, "turns", {"active": 2})
    assert table.record.entries[-1] == {"kind": "follow", "how": "turns", "active": 2}
    assert (table.state.tracking, table.state.turn.seat, table.row.follow) == ("turns", 2, "turns")


def test_set_tracking_enters_how_things_lie_with_it() -> None:
    table = table_of("dark-cave", {**CAVE, "follow": "nothing"})
    tracking.set_tracking(table, "turns", {"active": 0}, lies=[(1, "boots", 1)])
    assert table.state.seats[1].boots
    assert kinds(table) == ["deal", "follow"]


def test_find_thing_refuses_what_cannot_be_put_right_now() -> None:
    table = table_of("dark-cave", CAVE)
    believed = find_move(table.record.game, SetFacts).list_believed(table.state)
    assert tracking.find_thing(believed, 1, "boots").id == "boots"
    for place, thing in ((1, "no-such"), (9, "boots"), (-1, "boots")):
        with pytest.raises(Refused, match="check the table again"):
            tracking.find_thing(believed, place, thing)


def test_count_dealt_has_the_hands_and_the_deck_of_the_start() -> None:
    dealt = tracking.count_dealt(table_of("saboteur", UNTRACKED))
    assert dealt
    hands, deck = dealt
    assert (hands, deck) == ({0: 6, 1: 6, 2: 6, 3: 6}, 43)
    assert tracking.count_dealt(table_of("saboteur", UNTRACKED, count_cards=False)) is None


def test_ask_for_results_opens_the_form_and_back_to_round_keeps_what_was_filled_in(table: TableState) -> None:
    tracking.save_row(table, {"finder": 1})
    tracking.back_to_round(table)
    assert (table.game_row.draft.open, table.game_row.draft.values) == (False, {"finder": 1})
    tracking.ask_for_results(table)
    assert (table.game_row.draft.open, table.game_row.draft.values) == (True, {"finder": 1})


def test_ask_for_results_refuses_a_round_whose_turns_are_tracked() -> None:
    table = table_of("saboteur", DEAL)
    with pytest.raises(Refused):
        tracking.ask_for_results(table)
    assert not table.game_row.draft.open


@pytest.fixture
def cave() -> TableState:
    """A round of The Dark Cave whose result is asked for: each seat has a row."""
    made = table_of("dark-cave", {**CAVE, "follow": "nothing"})
    tracking.ask_for_results(made)
    return made


def test_save_row_keeps_the_last_hand_of_each_row(cave: TableState) -> None:
    tracking.save_row(cave, {"gold.1": 5}, seat=1)
    tracking.save_row(cave, {"gold.1": 4, "out.2": 1})
    draft = cave.game_row.draft
    assert draft.values == {"gold.1": 4, "out.2": 1}
    assert draft.hands == {"1": -1, "2": -1}


def test_save_row_refuses_the_row_of_another_seat(cave: TableState) -> None:
    with pytest.raises(Forbidden):
        tracking.save_row(cave, {"gold.1": 5}, seat=0)
    assert cave.game_row.draft.values == {}


@pytest.mark.parametrize(("path", "value"), [("gold", 1), ("gold.9", 1), ("no-such", 1)])
def test_save_row_refuses_an_unknown_field(cave: TableState, path: str, value: Any) -> None:
    with pytest.raises(BadInput, match="unknown field"):
        tracking.save_row(cave, {path: value})


@pytest.mark.parametrize("value", [-1, 999, "3", None])
def test_save_row_refuses_a_value_that_cannot_be(cave: TableState, value: Any) -> None:
    with pytest.raises(RuleError):
        tracking.save_row(cave, {"gold.0": value})


def test_save_row_lets_a_seat_say_of_itself_that_it_was_it(table: TableState) -> None:
    tracking.save_row(table, {"finder": 2}, seat=2)
    with pytest.raises(Forbidden):
        tracking.save_row(table, {"finder": 1}, seat=2)
    with pytest.raises(Forbidden):
        tracking.save_row(table, {"finder": None}, seat=1)
    tracking.save_row(table, {"finder": None}, seat=2)
    assert table.game_row.draft.values == {"finder": None}


def test_save_row_refuses_where_no_result_is_asked_for() -> None:
    with pytest.raises(Refused, match="isn't being entered"):
        tracking.save_row(table_of("saboteur", UNTRACKED), {"finder": 0})


def test_submit_results_scores_the_round_and_begins_to_reveal(table: TableState) -> None:
    tracking.submit_results(table, RESULT)
    assert kinds(table) == ["deal", "facts"]
    assert table.stage in (Stage.ROUND_OVER, Stage.SCORING)
    assert not table.game_row.draft.open


def test_submit_results_takes_what_others_filled_in_meanwhile(table: TableState) -> None:
    table.update_game(draft=RoundDraft(1, open=True, values={"finder": 3}))
    tracking.submit_results(table, {**RESULT, "finder": 1}, newest=["nuggets_1"])
    assert table.record.entries[-1]["finder"] == 3


def test_submit_results_asks_who_it_was(table: TableState) -> None:
    with pytest.raises(RuleError, match=r"(?i)who reached the treasure"):
        tracking.submit_results(table, {})
    assert kinds(table) == ["deal"]


def test_submit_results_refuses_a_round_that_was_scored_by_its_turns() -> None:
    table = table_of("saboteur", DEAL, AGREED)
    with pytest.raises(Refused):
        tracking.submit_results(table, RESULT)


def test_end_round_with_draws_again_what_was_drawn_before() -> None:
    table = table_of("saboteur", UNTRACKED)
    tracking.end_round_with(table, {"finder": 0, "nuggets": []})
    first = table.record.entries[-1]["nuggets"]
    assert [*table.record.drawn[1]] == ["nuggets"]
    play.undo_tap(table, 1, "table", "")
    tracking.end_round_with(table, {"finder": 0, "nuggets": []})
    assert sorted(table.record.entries[-1]["nuggets"]) == sorted(first)


def ways(page: str) -> dict[str, str]:
    """How the next round can be followed, and which way is proposed."""
    return dict(re.findall(r'name="how" value="(\w+)" aria-pressed="(\w+)"', page))


def test_set_tracking_is_kept_by_the_table_for_the_next_deal(evening: Evening) -> None:
    assert ways(evening.shown()) == {"nothing": "true", "timers": "false", "turns": "false"}, "the first time nothing"
    assert "then no taps until the round is over" in evening.shown()
    evening.posts("follow", how="timers")
    assert ways(evening.shown())["timers"] == "true"
    evening.posts_deal("0", follow="timers")
    assert evening.state.tracking == "timers"
    evening.table.run(rounds.redeal, "seen")
    assert evening.state.tracking == "timers"
    evening.table.run(rounds.end)
    assert ways(evening.shown())["timers"] == "true"
    assert "every turn" in evening.posts_deal("0", 409, follow="some")
    evening.posts("follow", 409, how="some")
    assert ways(evening.shown())["timers"] == "true"


def test_tracking_of_later_rounds_is_as_before(evening: Evening) -> None:
    evening.posts_deal("0", follow="nothing")
    evening.table.run(rounds.start_early)
    evening.table.run(tracking.end_round_with, {"finder": None})
    evening.tells()
    evening.posts_deal("1")
    assert (evening.state.round, evening.state.tracking) == (2, "nothing")
    evening.table.run(rounds.end)
    evening.tells()
    evening.posts("deal")
    assert (evening.state.round, evening.state.tracking) == (1, "nothing")
