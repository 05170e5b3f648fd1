"""From turn to turn, and to the end of a round."""

from typing import Any

import pytest
from example_game import GAME, KEEPER, WRECKER
from harbour import dealt, enter, plays, turn

from companion.engine.state import OVER, ROUND_OVER, SCORING, Peek
from companion.engine.turns import (
    begin_turn,
    do_upkeep,
    end_turn,
    finish_round,
    resume_turn,
    score_again,
    score_if_complete,
    stop_tracking,
)

LIFTED = {"seat": 0, "kind": "lift-fog"}


def test_begin_turn_skips_who_has_left_with_a_reminder() -> None:
    state = dealt()
    state.seats[1].retired = True
    begin_turn(GAME, state, 1)
    assert (state.turn.seat, state.last_active) == (2, 2)
    assert state.reminders == [{"seat": 1, "kind": "skip-turn"}]


def test_begin_turn_skips_who_has_no_card_only_where_cards_are_counted() -> None:
    for options, seat in (({}, 2), ({"count_cards": False}, 1)):
        state = dealt(**options)
        state.seats[1].hand = 0
        begin_turn(GAME, state, 1)
        assert state.turn.seat == seat


def test_begin_turn_passes_over_who_sits_out_without_a_word() -> None:
    state = dealt()
    state.seats[1].sits_out = True
    end_turn(GAME, state)
    assert (state.turn.seat, state.reminders) == (2, [])


def test_begin_turn_counts_a_skipped_turn_and_does_its_upkeep() -> None:
    state = dealt()
    state.fog = [0]
    state.seats[0].retired = True
    number = state.number
    begin_turn(GAME, state, 0)
    assert (state.fog, state.number, state.turn.number) == ([], number + 2, number + 2)
    assert state.reminders == [LIFTED, {"seat": 0, "kind": "skip-turn"}]


def test_begin_turn_ends_the_round_where_nobody_can_play() -> None:
    state = dealt()
    for seat in state.seats:
        seat.hand = 0
    begin_turn(GAME, state, 1)
    assert (state.status, state.over_by, state.turn) == (OVER, "cards", None)


def test_resume_turn_goes_on_without_upkeep_and_reminders() -> None:
    state = dealt()
    state.fog = [1]
    state.reminders = [LIFTED]
    resume_turn(GAME, state, 1)
    assert (state.turn.seat, state.fog, state.reminders) == (1, [1], [])


def test_do_upkeep_of_another_seat_changes_nothing() -> None:
    state = dealt()
    state.fog = [1]
    do_upkeep(GAME, state, 0)
    assert (state.fog, state.reminders) == ([1], [])
    do_upkeep(GAME, state, 1)
    assert (state.fog, state.reminders) == ([], [{"seat": 1, "kind": "lift-fog"}])


def test_end_turn_is_followed_by_the_left_neighbour() -> None:
    state = dealt(first=2)
    end_turn(GAME, state)
    assert (state.turn.seat, state.number) == (0, 2)


@pytest.mark.parametrize(
    ("peek", "seen_by"), [(Peek(0, 1), []), (Peek(0, 1, lasts=True), [1, 2]), (Peek(1, 2, lasts=True), [0, 2])]
)
def test_begin_turn_ends_looks_at_cards_in_time(peek: Peek, seen_by: list[int]) -> None:
    """A look lasts for its turn, or until the looker's next turn starts."""
    left = []
    for seat in range(3):
        state = dealt()
        state.peeks = [peek]
        begin_turn(GAME, state, seat)
        left += [seat] if state.peeks else []
    assert left == seen_by


def test_stop_tracking_leaves_what_lies_and_no_turn() -> None:
    state = enter(dealt(), plays(0, "fog"))
    stop_tracking(GAME, state)
    assert (state.fog, state.turn, state.gaps, state.counted) == ([0], None, True, False)


def test_finish_round_scores_at_once_where_all_cards_are_known() -> None:
    state = enter(dealt(), *turn(0, "salvage"))
    finish_round(GAME, state, "agreed")
    assert (state.status, state.over_by, state.turn) == (OVER, "agreed", None)
    assert (state.score, state.history) == ({"coins": [1, 0, 0], "winners": [0]}, [[1, 0, 0]])
    assert state.unscored.status == SCORING
    assert state.unscored.score is None


def test_finish_round_waits_for_the_cards_that_were_dealt_by_hand() -> None:
    state = dealt(dealing="cards")
    finish_round(GAME, state, "agreed")
    assert (state.status, state.score, state.unscored) == (SCORING, None, None)
    for seat, card in zip(state.seats, (KEEPER, KEEPER, WRECKER), strict=True):
        seat.card = card
    score_if_complete(GAME, state)
    assert state.status == OVER


def test_score_if_complete_goes_on_to_the_next_round_where_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "rounds", lambda self, state: 2)
    for number, status in ((1, ROUND_OVER), (2, OVER)):
        state = dealt()
        state.round = number
        state.history = [[0, 0, 0]] * (number - 1)
        finish_round(GAME, state, "agreed")
        assert state.status == status


def test_score_if_complete_waits_while_something_is_left_to_be_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "pay", lambda self, state, scored: False)
    state: Any = dealt()
    finish_round(GAME, state, "agreed")
    assert (state.status, state.score) == (SCORING, None)


def test_score_again_replaces_the_gains_of_the_round_just_scored() -> None:
    state = dealt()
    finish_round(GAME, state, "agreed")
    state.seats[2].coins = 3
    score_again(GAME, state)
    assert (state.history, state.score["winners"], state.status) == ([[0, 0, 6]], [2], OVER)
