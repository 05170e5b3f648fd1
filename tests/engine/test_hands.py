"""Hands and the draw deck, counted along or not."""

from typing import Any

import pytest
from harbour import dealt, enter, lobby, plays, turn

from companion.engine.fields import Number
from companion.engine.hands import DECK, HAND, DeckRules, MovingTurn, change_hand, has_no_deck_left, rounds_option
from companion.engine.state import RESULT_ONLY, TOKENS
from companion.engine.text import RuleError

RULES = DeckRules(40, lambda players: 6 if players <= 5 else 4)


def hands_of(state: Any) -> list[Any]:
    return [seat.hand for seat in state.seats]


# -- the deal -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "hand", "deck"), [(3, 6, 22), (5, 6, 10), (6, 4, 16)])
def test_deck_rules_leave_for_the_deck_what_is_not_in_hands(players: int, hand: int, deck: int) -> None:
    assert (RULES.each(players), RULES.deck(players)) == (hand, deck)
    assert str(RULES.say_deal(players)) == (f"Deal {hand} cards to each player; the other {deck} form the draw deck.")


def test_deck_rules_deal_gives_who_sits_out_no_hand() -> None:
    state = lobby(4)
    state.seats[1].sits_out = True
    RULES.deal(state)
    assert (hands_of(state), state.deck) == ([6, 0, 6, 6], 22)


def test_deck_rules_deal_counts_nothing_where_the_table_does_not_want_it() -> None:
    state = lobby(3, count_cards=False)
    RULES.deal(state)
    assert (hands_of(state), state.deck) == ([None] * 3, None)


def test_leave_out_gives_a_newcomer_no_hand_or_none_that_is_counted() -> None:
    for options, hand in (({}, 0), ({"count_cards": False}, None)):
        state = lobby(3, **options)
        seat = state.seats[0]
        seat.hand = 5
        RULES.leave_out(state, seat)
        assert seat.hand == hand


# -- counting -------------------------------------------------------------------------------------------------------
def test_state_counted_needs_the_option_every_turn_and_no_lost_count() -> None:
    state = dealt()
    assert state.counted
    for name, value in (("tracking", TOKENS), ("tracking", RESULT_ONLY), ("lost_count", True)):
        other = dealt()
        setattr(other, name, value)
        assert not other.counted
    assert not dealt(count_cards=False).counted


def test_lose_count_forgets_hands_deck_and_passes() -> None:
    state = dealt()
    state.passes = 2
    RULES.lose_count(state)
    assert (hands_of(state), state.deck, state.passes, state.counted) == ([None] * 3, None, 0, False)


def test_change_hand_takes_no_more_than_there_is_and_counts_no_uncounted_hand() -> None:
    state = dealt()
    for change, left in ((-1, 3), (2, 5), (-9, 0)):
        change_hand(state, 0, change)
        assert state.seats[0].hand == left
    uncounted = dealt(count_cards=False)
    change_hand(uncounted, 0, -1)
    assert uncounted.seats[0].hand is None


def test_can_play_without_a_card_only_where_nobody_counts() -> None:
    state = dealt()
    state.seats[1].hand = 0
    assert [state.can_play(seat) for seat in range(3)] == [True, False, True]
    state.lost_count = True
    assert state.can_play(1)


def test_cards_gone_when_the_deck_and_all_hands_are_empty() -> None:
    state = dealt()
    state.deck = 0
    assert not state.cards_gone
    for seat in state.seats:
        seat.hand = 0
    assert state.cards_gone
    state.deck = 1
    assert not state.cards_gone
    assert not dealt(count_cards=False).cards_gone


def test_deck_size_is_nothing_where_nobody_counts() -> None:
    assert (dealt().deck_size, dealt(count_cards=False).deck_size) == (28, 0)


# -- set right ------------------------------------------------------------------------------------------------------
def test_deck_set_value_counts_again_and_empties_hands_until_they_are_set() -> None:
    state = dealt()
    RULES.lose_count(state)
    DECK.set_value(state, -1, 12)
    assert (state.counted, state.deck, hands_of(state)) == (True, 12, [0, 0, 0])


def test_hand_and_deck_are_corrected_only_while_they_are_counted() -> None:
    state = dealt()
    assert HAND.is_open(state, 0)
    assert DECK.is_open(state, -1)
    RULES.lose_count(state)
    assert not HAND.is_open(state, 0)
    assert not DECK.is_open(state, -1)


def test_deck_change_and_its_sentence_say_how_many_there_are_then() -> None:
    state = dealt()
    assert str(DECK.say_change(state, -1, -27)) == "1 card in the draw deck"
    DECK.change(state, -1, -27)
    assert DECK.size(state, -1) == 1


# -- what is announced ----------------------------------------------------------------------------------------------
def test_has_all_passed_when_everybody_who_is_there_has() -> None:
    state = dealt(count_cards=False)
    state.seats[1].retired = True
    for passes, so in ((0, False), (1, False), (2, True)):
        state.passes = passes
        assert RULES.has_all_passed(state) == so
    state.turn = None
    assert not RULES.has_all_passed(state)


def test_list_announced_says_that_it_was_the_last_card_in_that_turn_alone() -> None:
    state = dealt()
    state.deck = 0
    for seat in state.seats:
        seat.hand = 0
    assert RULES.list_announced(state) == []
    state.turn.played = True
    (said,) = RULES.list_announced(state)
    assert str(said) == "That was the last card. Finish this turn, then it's over."


def test_list_announced_proposes_the_end_where_all_have_passed() -> None:
    state = dealt(count_cards=False)
    state.passes = 3
    (said,) = RULES.list_announced(state)
    assert "end the round" in str(said)


@pytest.mark.parametrize(
    ("deck", "gone"), [(0, True), (3, False), (None, False), ({"I": 0, "II": 0}, True), ({"I": 0, "II": 1}, False)]
)
def test_has_no_deck_left_counts_every_pile(deck: Any, gone: bool) -> None:
    assert has_no_deck_left({"deck": deck}, 0) == gone


def test_moving_turn_says_whether_a_dwarf_may_move() -> None:
    assert MovingTurn(1, 3, may_move=False).to_json() == {"seat": 1, "number": 3, "played": False, "may_move": False}


def test_rounds_option_is_usual_and_at_least_one() -> None:
    field, usual = rounds_option(3)
    assert isinstance(field, Number)
    assert (usual, field.start, field.low, field.unscored) == (3, 3, 1, True)
    with pytest.raises(RuleError):
        field.check(0)


def test_hand_is_as_large_after_the_turn_as_before_while_the_deck_lasts() -> None:
    state = enter(dealt(), plays(0))
    assert (state.seats[0].hand, state.deck) == (3, 28)
    enter(state, plays(0, "end-turn"))
    assert (state.seats[0].hand, state.deck) == (4, 27)
    state.deck = 0
    enter(state, *turn(1))
    assert (state.seats[1].hand, state.deck) == (3, 0)
