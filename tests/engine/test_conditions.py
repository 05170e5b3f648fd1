"""Conditions with a reason, and who can act at all."""

import pytest
from harbour import dealt, enter, lobby

from companion.engine.conditions import any_seat_meets, condition, first_failed, why_not_in_play, why_not_on_turn
from companion.engine.state import OVER, ROUND_OVER, SCORING
from companion.engine.text import T

rich = condition(T("{name} has no coins"), lambda state, seat: state.seats[seat].coins > 0)
known = condition(T("no piece is called so"), lambda state, id: id in ("red", "blue"))


def test_condition_that_is_met_has_no_reason() -> None:
    state = dealt()
    state.seats[1].coins = 2
    assert rich(state, 1) is None


def test_condition_that_is_not_met_names_the_seat() -> None:
    assert str(rich(dealt(), 1)) == "Ben has no coins"


def test_condition_on_a_piece_or_the_table_names_nobody() -> None:
    assert str(known(dealt(), "green")) == "no piece is called so"
    whole = condition(T("{name} is away"), lambda state, by: False)
    assert str(whole(dealt(), -1).message) == "{name} is away"  # type: ignore[union-attr]


def test_any_seat_meets_asks_only_those_who_play() -> None:
    somebody = any_seat_meets(rich, T("nobody has coins"))
    state = dealt()
    assert str(somebody(state, 0)) == "nobody has coins"
    state.seats[2].coins = 1
    assert somebody(state, 0) is None
    state.seats[2].sits_out = True
    assert str(somebody(state, 0)) == "nobody has coins"


def test_first_failed_returns_the_first_reason_of_several() -> None:
    state = dealt()
    never = condition(T("never"), lambda state, by: False)
    assert str(first_failed((rich, never), state, 0)) == "Anna has no coins"
    state.seats[0].coins = 1
    assert str(first_failed((rich, never), state, 0)) == "never"
    assert first_failed((rich,), state, 0) is None
    assert first_failed((), state, 0) is None


def test_why_not_on_turn_names_who_is_on_turn() -> None:
    state = dealt(first=1)
    assert why_not_on_turn(state, 1) is None
    assert str(why_not_on_turn(state, 0)) == "it's Ben's turn"


def test_why_not_on_turn_before_the_deal_and_after_the_play() -> None:
    assert str(why_not_on_turn(lobby(), 0)) == "nothing has been dealt yet"
    over = enter(dealt(), {"kind": "end", "reason": "agreed"})
    assert str(why_not_on_turn(over, 0)) == "the round is over"


@pytest.mark.parametrize("status", [SCORING, ROUND_OVER, OVER])
def test_why_not_in_play_after_the_play(status: str) -> None:
    state = dealt()
    assert why_not_in_play(state) is None
    state.status = status
    assert str(why_not_in_play(state)) == "the round is over"
