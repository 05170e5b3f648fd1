"""When all know a card or a score: who can know more is in test_views.py."""

import pytest
from harbour import dealt

from companion.engine.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.engine.visibility import ASIDE, CARD, HELD_CARD, SCORE, TABLE, Viewer, is_told, is_turned_up

NOT_TOLD = Viewer(told=False)


@pytest.mark.parametrize(("status", "told"), [(PLAYING, False), (SCORING, False), (ROUND_OVER, True), (OVER, True)])
def test_is_told_once_the_round_is_scored_and_its_score_was_told(status: str, told: bool) -> None:
    state = dealt()
    state.status = status
    assert is_told(state, TABLE) == told
    assert not is_told(state, NOT_TOLD)


def test_is_turned_up_for_a_card_that_was_revealed_in_the_round() -> None:
    state = dealt()
    state.seats[1].revealed = True
    assert [is_turned_up(state, TABLE, seat) for seat in range(3)] == [False, True, False]
    assert [CARD.known(state, NOT_TOLD, seat) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize(
    ("viewer", "known"),
    [(TABLE, False), (Viewer(1), False), (Viewer(1, held=True), True), (Viewer(0, held=True), False)],
)
def test_held_card_is_known_to_its_owner_while_it_is_held(viewer: Viewer, known: bool) -> None:
    assert HELD_CARD.known(dealt(), viewer, 1) == known


def test_aside_and_score_are_known_when_they_are_told() -> None:
    state = dealt()
    for fact in (ASIDE, SCORE, HELD_CARD):
        state.status = PLAYING
        assert not fact.known(state, TABLE, -1)
        state.status = OVER
        assert fact.known(state, TABLE, -1)
        assert not fact.known(state, NOT_TOLD, -1)
