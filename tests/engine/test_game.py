"""What a game declares, and says where it doesn't say it otherwise."""

from functools import cached_property
from typing import Any

import pytest
from example_game import GAME
from harbour import dealt, enter, plays

from companion.engine.display import RevealStep
from companion.engine.game import Game, list_icons
from companion.engine.state import EVERY_TURN, OVER, PLAYING, RESULT_ONLY, ROUND_OVER, SCORING, SETUP, TOKENS, Peek
from companion.engine.text import T
from companion.games import game_by_id, list_offered


def test_each_method_of_a_game_is_overridden_by_some_game() -> None:
    """One that no game overrides works alike for all: it is a function, and whoever writes a game needn't read it."""
    methods = {name for name, value in vars(Game).items() if callable(value) or isinstance(value, cached_property)}
    games = [cls for game in list_offered().values() for cls in type(game).__mro__ if cls not in Game.__mro__]
    overridden = {name for cls in games for name in vars(cls)}
    assert {name for name in methods - overridden if not name.startswith("_")} == set()


@pytest.mark.parametrize(
    ("status", "turn", "number", "headline"),
    [
        (SETUP, None, 1, "Ready to deal"),
        (PLAYING, {"seat": 1}, 1, "Ben's turn"),
        (PLAYING, None, 1, "The game is on"),
        (PLAYING, None, 2, "Round 2"),
        (SCORING, None, 1, "It's over! A few questions for the score"),
        (ROUND_OVER, None, 1, "Round 1 is over"),
        (OVER, None, 1, "The game is over"),
    ],
)
def test_headline_says_what_the_table_waits_for(status: str, turn: Any, number: int, headline: str) -> None:
    view = {"status": status, "turn": turn, "round": number, "seats": [{"name": "Anna"}, {"name": "Ben"}]}
    assert str(game_by_id("dark-cave").headline(view)) == headline


def test_fold_forgets_that_a_card_is_new_once_its_owner_plays() -> None:
    state = dealt()
    assert state.fresh
    state.seats[0].new_card = state.seats[1].new_card = True
    (notice,) = GAME.list_notices(state, 0)
    assert "has been swapped" in str(notice)
    enter(state, plays(0))
    assert [seat.new_card for seat in state.seats] == [False, True, False]
    assert (state.fresh, state.last_kind) == (False, "signal")


def test_list_end_reasons_has_the_cards_only_where_there_are_hands() -> None:
    assert [one.value for one in GAME.list_end_reasons(dealt())] == ["agreed", "cards"]
    village = next(game for game in list_offered().values() if game.deck_rules is None)
    assert [one.value for one in Game.list_end_reasons(village, None)] == ["agreed"]


def test_can_turn_up_cards_of_one_deal_alone() -> None:
    """Three players: one wrecker among four cards."""
    options = dealt().options
    assert GAME.can_turn_up(3, options, ["keeper", "keeper", "wrecker"])
    assert GAME.can_turn_up(3, options, ["keeper"] * 3)
    assert not GAME.can_turn_up(3, options, ["keeper", "wrecker", "wrecker"])


def test_may_plot_one_round_only_where_every_turn_was_tracked() -> None:
    state = dealt()
    assert not GAME.may_plot(state)
    state.status = OVER
    assert GAME.may_plot(state)
    state.gaps = True
    assert not GAME.may_plot(state)


def test_list_icons_has_the_drawings_of_moves_facts_and_roles() -> None:
    icons = list_icons(GAME)
    assert {"lantern", "gold", "fog", "spyglass", "treasure", "hand"} <= icons
    assert "" not in icons


def test_list_held_has_no_card_that_was_dealt_by_hand_even_once_it_is_known() -> None:
    by_hand = dealt(dealing="cards")
    assert GAME.list_held(by_hand, 0) == []
    by_hand.seats[0].card = "keeper"
    assert GAME.list_held(by_hand, 0) == []
    assert [str(one.content) for one in GAME.list_held(dealt(), 2)] == ["wrecker"]


@pytest.mark.parametrize(
    ("tracking", "lasts", "hint"),
    [
        (EVERY_TURN, False, "Hold to look. Only on this phone, until your turn ends."),
        (EVERY_TURN, True, "Hold to look. Only on this phone, until your next turn starts."),
        (TOKENS, False, "Hold to look. Let go to hide it."),
        (RESULT_ONLY, True, "Hold to look. Let go to hide it."),
    ],
)
def test_list_held_names_the_end_of_a_turn_only_where_turns_are_tracked(tracking: str, lasts: bool, hint: str) -> None:
    state = dealt()
    state.tracking = tracking
    state.peeks = [Peek(0, 1, lasts)]
    _, peeked = GAME.list_held(state, 0)
    assert str(peeked.secret.hint) == hint


def test_game_tells_nothing_that_it_does_not_declare() -> None:
    state = dealt()
    steps: list[RevealStep] = []
    assert (GAME.list_opening(state), GAME.list_closing(state)) == (steps, steps)
    assert (GAME.list_private_fields(state, 0), GAME.make_automatic(state, {})) == ((), None)
    assert GAME.make_role(state, 0, "keeper") is None
    assert GAME.pay(state, GAME.score(GAME.build_score_input(state)))


def test_game_without_what_it_must_declare_names_all_of_it() -> None:
    class Unheard(Game):
        id, title = "unheard", T("Unheard")

    with pytest.raises(TypeError) as error:
        Unheard()  # type: ignore[abstract]
    for name in Game.__abstractmethods__ - {"id", "title"}:
        assert name in str(error.value)
    assert "id" in Game.__abstractmethods__
