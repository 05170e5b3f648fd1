"""Cards of a hand: turns in three steps, and turns that are one entry (Saboteur)."""

from typing import Any

import pytest
from example_game import GAME
from harbour import NAMES, dealt, enter, plays, turn

from companion.engine.actions import Entry
from companion.engine.card_moves import Discard, has_card, no_card_yet, say_loses_card, step_one_done
from companion.engine.fields import Number
from companion.engine.play import find_move, judge_entry, list_deck_announcements, write_entry
from companion.engine.state import OVER, PLAYING, TOKENS
from companion.engine.text import RuleError
from companion.games import game_by_id
from companion.record.record import Record

CAVE = game_by_id("dark-cave")
GOLD = game_by_id("saboteur")
CARDS = {
    "dark-cave": {
        "cards": ["yellow-loyal", "yellow-saboteur", "yellow-loyal"],
        "aside": ["yellow-saboteur"],
        "first": 0,
    },
    "saboteur": {"cards": ["gold-digger", "gold-digger", "saboteur"], "aside": ["gold-digger"], "first": 0},
}


def played(game: Any, *entries: Entry, **options: Any) -> Any:
    deal = {"kind": "deal", **CARDS[game.id]}
    return Record.load(game, NAMES[:3], options, [deal, *entries]).state


def hands_of(state: Any) -> list[Any]:
    return [seat.hand for seat in state.seats]


def why(state: Any, entry: Entry) -> str:
    with pytest.raises(RuleError) as error:
        judge_entry(GAME, state, entry)
    return str(error.value)


# -- a turn in three steps ------------------------------------------------------------------------------------------
def test_card_move_takes_a_card_from_the_hand_and_is_the_turns_only_one() -> None:
    state = enter(dealt(), plays(0))
    assert (hands_of(state), state.running.played, state.running.draws) == ([3, 4, 4], True, 1)
    assert (state.last_card, state.passes) == (0, 0)
    assert no_card_yet(state, 0) is not None
    assert why(state, plays(0, "fog")) == "a card has already been played this turn"


def test_has_card_refuses_an_empty_hand_only_where_cards_are_counted() -> None:
    for options, fits in (({}, False), ({"count_cards": False}, True)):
        state = dealt(**options)
        state.seats[0].hand = 0
        assert (has_card(state, 0) is None) == fits


@pytest.mark.parametrize(("hand", "high"), [(4, 2), (2, 2), (1, 1), (None, 2)])
def test_discard_offers_two_cards_but_no_more_than_the_hand_has(hand: int | None, high: int) -> None:
    state = dealt()
    state.seats[0].hand = hand
    (field,) = find_move(GAME, Discard).fields(state, 0)
    assert isinstance(field, Number)
    assert (field.low, field.high) == (1, high)


def test_discard_draws_as_many_cards_as_were_discarded() -> None:
    state = enter(dealt(), plays(0, "discard", count=2))
    assert (hands_of(state), state.running.draws) == ([2, 4, 4], 2)
    assert str(write_entry(GAME, state, plays(0, "discard", count=2))) == "Anna discards 2 cards."
    enter(state, plays(0, "end-turn"))
    assert (hands_of(state), state.deck) == ([4, 4, 4], 26)


def test_end_turn_needs_a_card_only_where_cards_are_counted() -> None:
    assert why(dealt(), plays(0, "end-turn")) == "play or discard a card before you end the turn"
    assert step_one_done(dealt(count_cards=False), 0) is None


def test_end_turn_without_a_card_counts_as_the_last_one_where_nobody_counts() -> None:
    state = enter(dealt(count_cards=False), plays(0, "end-turn"))
    assert (state.last_card, state.turn.seat) == (0, 1)


def test_end_turn_draws_no_more_than_the_deck_has_and_says_so() -> None:
    state = enter(dealt(), plays(0, "discard", count=2))
    state.deck = 1
    assert str(write_entry(GAME, state, plays(0, "end-turn"))) == "Anna's turn ends; Anna draws 1 card."
    enter(state, plays(0, "end-turn"))
    assert (hands_of(state), state.deck) == ([3, 4, 4], 0)
    enter(state, plays(1))
    assert str(write_entry(GAME, state, plays(1, "end-turn"))) == "Ben's turn ends."


def last_card(**options: Any) -> Any:
    """In The Dark Cave Anna plays the last card of all."""
    nobody: list[Entry] = [{"kind": "correct", "seat": seat, "hand": -5} for seat in (1, 2)]
    emptied: list[Entry] = [{"kind": "correct", "deck": -52}, *nobody, {"kind": "correct", "seat": 0, "hand": -4}]
    return played(CAVE, *emptied, {"kind": "play-path", "by": 0}, **options)


def test_card_move_ends_the_round_with_the_last_card_only_by_the_option() -> None:
    assert last_card().status == PLAYING
    ended = last_card(last_card="at-once")
    assert (ended.status, ended.over_by) == (OVER, "cards")


# -- moving ---------------------------------------------------------------------------------------------------------
def test_movement_move_waits_for_a_card_and_ends_with_what_ends_it() -> None:
    with pytest.raises(RuleError, match="play or discard a card first"):
        judge_entry(CAVE, played(CAVE), {"kind": "bridge", "by": 0})
    goal: Entry = {"kind": "reveal-goal", "by": 0, "goal": "ladder"}
    path: Entry = {"kind": "play-path", "by": 0}
    crossed = played(CAVE, path, {"kind": "bridge", "by": 0})
    assert crossed.running.may_move
    ended = played(CAVE, path, goal)
    assert not ended.running.may_move
    with pytest.raises(RuleError, match="Anna's dwarf can't move any more this turn"):
        judge_entry(CAVE, ended, {"kind": "bridge", "by": 0})


def test_movement_move_waits_for_no_card_where_nobody_counts() -> None:
    state = played(CAVE, {"kind": "bridge", "by": 0}, count_cards=False)
    assert state.running.may_move


def test_loses_card_takes_one_card_but_none_that_is_not_there() -> None:
    path: Entry = {"kind": "play-path", "by": 0}
    bridge: Entry = {"kind": "bridge", "by": 0}
    assert hands_of(played(CAVE, path, bridge)) == [3, 5, 5]
    few: Entry = {"kind": "correct", "seat": 0, "hand": -4}
    assert hands_of(played(CAVE, few, path, bridge, bridge)) == [0, 5, 5]


def test_say_loses_card_names_the_left_neighbour_who_is_there() -> None:
    state = dealt()
    assert str(say_loses_card(state, 0)) == "Ben takes a random card from Anna's hand and discards it unseen."
    state.seats[1].retired = True
    assert str(say_loses_card(state, 0)).startswith("Cleo takes")
    state.seats[0].hand = 0
    assert str(say_loses_card(state, 0)) == "Anna has no cards to lose."


# -- a turn that is one entry ---------------------------------------------------------------------------------------
def test_turn_card_draws_and_hands_the_turn_on() -> None:
    state = played(GOLD, {"kind": "rockfall", "by": 0})
    assert (hands_of(state), state.deck, state.turn.seat) == ([6, 6, 6], 48, 1)


def test_turn_card_that_ends_the_round_draws_nothing() -> None:
    state = played(GOLD, {"kind": "play-path", "by": 0, "goal": "treasure"})
    assert (hands_of(state), state.deck, state.turn) == ([5, 6, 6], 49, None)


def test_pass_is_for_tables_that_do_not_count_cards() -> None:
    with pytest.raises(RuleError, match="players with none are skipped"):
        judge_entry(GOLD, played(GOLD), {"kind": "pass", "by": 0})
    state = played(GOLD, {"kind": "pass", "by": 0}, count_cards=False)
    assert (state.passes, state.turn.seat, state.last_card) == (1, 1, None)


def test_pass_of_all_who_are_there_in_turn_proposes_the_end() -> None:
    left: Entry = {"kind": "retire", "seat": 1}
    state = played(GOLD, left, {"kind": "pass", "by": 0}, count_cards=False)
    assert (GOLD.deck_rules.has_all_passed(state), list_deck_announcements(GOLD, state)) == (False, [])  # type: ignore[union-attr]
    GOLD.fold(state, {"kind": "pass", "by": 2})
    assert GOLD.deck_rules.has_all_passed(state)  # type: ignore[union-attr]
    assert "end the round" in str(list_deck_announcements(GOLD, state)[0])
    GOLD.fold(state, {"kind": "discard", "by": 0})
    assert not GOLD.deck_rules.has_all_passed(state)  # type: ignore[union-attr]


# -- looks, and swapped hands ---------------------------------------------------------------------------------------
def test_look_at_card_is_for_that_turn_where_turns_are_tracked() -> None:
    state = enter(dealt(), plays(0, "spyglass", seat=2))
    assert [(one.looker, one.target) for one in state.peeks] == [(0, 2)]
    assert enter(state, plays(0, "end-turn")).peeks == []


def test_look_at_card_replaces_the_lookers_last_one_where_turns_are_not_tracked() -> None:
    state = dealt()
    state.turn = None
    state.tracking = TOKENS
    for by, seat in ((0, 2), (1, 2), (0, 1)):
        GAME.fold(state, plays(by, "spyglass", seat=seat))
    assert [(one.looker, one.target) for one in state.peeks] == [(1, 2), (0, 1)]


def test_swap_hands_happens_after_the_card_was_played_and_the_other_draws() -> None:
    """Rulebook of The Dark Cave: the card first, then all cards change hands; only the other one draws."""
    swap: Entry = {"kind": "swap-cards", "by": 0, "with": 2}
    state = played(CAVE, swap)
    assert (hands_of(state), state.running.drawer) == ([5, 5, 4], 2)
    assert hands_of(played(CAVE, swap, {"kind": "end-turn", "by": 0})) == [5, 5, 5]


def test_swap_hands_with_oneself_is_refused() -> None:
    with pytest.raises(RuleError, match="with can't be 0"):
        judge_entry(CAVE, played(CAVE), {"kind": "swap-cards", "by": 0, "with": 0})


def test_turn_after_turn_goes_round_the_table() -> None:
    state = enter(dealt(), *turn(0), *turn(1), *turn(2))
    assert (state.turn.seat, state.turn.number) == (0, 4)
