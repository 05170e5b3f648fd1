"""The state that all games have: who plays, who begins next, and what stays from round to round."""

from copy import deepcopy
from typing import Any

import pytest
from harbour import dealt, enter, lobby, plays, turn

from companion.engine.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP, Peek, Turn


def test_players_are_those_that_do_not_sit_out() -> None:
    state = dealt(4)
    state.seats[1].sits_out = True
    state.seats[2].retired = True
    assert state.players == [0, 2, 3]


@pytest.mark.parametrize(("seat", "left"), [(0, 2), (1, 2), (2, 3), (3, 0)])
def test_find_left_goes_clockwise_past_who_sits_out(seat: int, left: int) -> None:
    state = dealt(4)
    state.seats[1].sits_out = True
    assert state.find_left(seat) == left


def test_can_play_unless_the_player_has_left_or_sits_out() -> None:
    state = dealt(3)
    state.seats[0].retired = True
    state.seats[1].sits_out = True
    assert [state.can_play(seat) for seat in range(3)] == [False, False, True]
    assert not state.nobody_can_play
    state.seats[2].retired = True
    assert state.nobody_can_play


def test_next_first_is_the_left_neighbour_of_who_played_the_last_card() -> None:
    played = enter(dealt(), *turn(0), plays(1))
    assert played.next_first is None, "while the round is played"
    over = enter(played, {"kind": "end", "reason": "agreed"})
    assert (over.last_one, over.next_first) == (1, 2)


def test_next_first_goes_by_the_turn_where_no_card_was_put_down() -> None:
    state = enter(dealt(first=2), {"kind": "end", "reason": "agreed"})
    assert (state.last_card, state.last_one, state.next_first) == (None, 2, 0)


def test_next_first_is_nobody_before_the_first_deal() -> None:
    state = lobby()
    assert (state.last_one, state.next_first) == (None, None)


@pytest.mark.parametrize(
    ("status", "playing", "scored"),
    [
        (SETUP, False, False),
        (PLAYING, True, False),
        (SCORING, False, False),
        (ROUND_OVER, False, True),
        (OVER, False, True),
    ],
)
def test_playing_and_scored_go_by_the_status(status: str, playing: bool, scored: bool) -> None:
    state = dealt()
    state.status = status
    assert (state.playing, state.scored) == (playing, scored)


def test_cards_known_once_everybody_who_plays_has_one() -> None:
    assert dealt().cards_known
    by_hand = dealt(dealing="cards")
    assert (by_hand.dealt_by_hand, by_hand.cards_known) == (True, False)
    by_hand.seats[0].card = by_hand.seats[1].card = "keeper"
    by_hand.seats[2].sits_out = True
    assert by_hand.cards_known


def test_turn_to_json_says_nothing_of_what_will_be_drawn() -> None:
    assert Turn(2, 5, True, draws=3, drawer=1).to_json() == {"seat": 2, "number": 5, "played": True}


def test_stop_turn_leaves_no_turn_no_reminder_and_no_look() -> None:
    state = dealt()
    state.reminders = [{"seat": 0, "kind": "lift-fog"}]
    state.peeks = [Peek(0, 1)]
    state.stop_turn()
    assert (state.turn, state.reminders, state.peeks) == (None, [], [])


def test_reset_round_keeps_people_options_and_history_alone() -> None:
    state = enter(dealt(), plays(0, "salvage"), plays(0, "end-turn"), plays(1, "fog"))
    state.seats[2].retired = True
    state.seats[1].newcomer = True
    state.history = [[1, 0, 0]]
    state.round = 1
    state.reset_round()
    begun: Any = lobby()
    begun.seats[2].retired = True
    begun.history = [[1, 0, 0]]
    begun.round = 1
    assert state == begun


def test_reset_round_keeps_what_a_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    state = dealt()
    monkeypatch.setattr(type(state), "kept_between_rounds", ("chest",))
    monkeypatch.setattr(type(state.seats[0]), "kept_between_rounds", ("coins",))
    enter(state, plays(0, "salvage"))
    state.reset_round()
    assert (state.chest, [seat.coins for seat in state.seats], state.seats[0].hand) == (11, [1, 0, 0], None)


def test_restore_takes_back_what_the_game_added_and_leaves_what_all_games_have() -> None:
    before = dealt()
    state = enter(deepcopy(before), plays(0, "salvage"), plays(0, "end-turn"), plays(1, "fog"))
    state.restore(before)
    assert (state.chest, state.fog, state.seats[0].coins, state.seats[0].hand) == (12, [], 0, 4)
    assert state.turn.seat == 1
    assert state.number == 2


def test_deepcopy_shares_nothing_with_the_state() -> None:
    state = enter(dealt(), plays(0, "fog"))
    copied = deepcopy(state)
    assert copied == state
    copied.fog.append(2)
    copied.seats[0].coins = 5
    copied.options["count_cards"] = False
    assert (state.fog, state.seats[0].coins, state.options["count_cards"]) == ([0], 0, True)
