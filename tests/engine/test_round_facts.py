"""Rounds of which only the facts are entered: by a table that tapped no turns, or by a file."""

from typing import Any

import pytest
from example_game import GAME, KEEPER, WRECKER

from companion.engine.game import Game
from companion.engine.round_facts import (
    list_tracking_modes,
    read_facts,
    require_sheet,
    score_after,
    score_rounds,
)
from companion.engine.scoring import Score
from companion.engine.setup import make_default_options
from companion.engine.state import EVERY_TURN
from companion.engine.text import RuleError
from companion.games import game_by_id, list_offered


def seats(*rows: tuple[str, int]) -> dict[str, Any]:
    names = ("Anna", "Ben", "Cleo", "Dora")
    told = [{"name": name, "card": card, "coins": coins} for name, (card, coins) in zip(names, rows, strict=False)]
    return {"seats": told}


THREE = seats((KEEPER, 3), (KEEPER, 1), (WRECKER, 2))


def village() -> Game:
    return next(game for game in list_offered().values() if game.file)


def test_require_sheet_refuses_a_game_that_has_none() -> None:
    assert require_sheet(GAME) is GAME.sheet
    with pytest.raises(RuleError, match="can't be scored without the app"):
        require_sheet(village())


def test_list_tracking_modes_are_those_of_the_sheet() -> None:
    assert list_tracking_modes(village()) == list_tracking_modes(GAME) == (EVERY_TURN,)
    assert set(list_tracking_modes(game_by_id("dark-cave"))) == {"turns", "timers", "nothing"}


def test_score_rounds_of_a_file_has_each_round_the_totals_and_the_winners() -> None:
    assert score_rounds(GAME, {"rounds": [THREE]}) == {
        "game": "harbour-lights",
        "rounds": [{"coins": [3, 1, 4], "winners": [2]}],
        "totals": [3, 1, 4],
        "winners": [2],
    }


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "rounds must be a list of at least one round"),
        ({"rounds": []}, "rounds must be a list of at least one round"),
        ({"rounds": [THREE, THREE]}, "rounds: at most 1 allowed, not 2"),
        ({"rounds": [seats((KEEPER, 1), (WRECKER, 0))]}, "is for 3 to 7 players, not 2"),
        ({"rounds": [seats(*[(WRECKER, 1)] * 3)]}, "these can't be in play together with 3 players"),
        ({"rounds": [seats(*[(KEEPER, 5)] * 3)]}, "there are only 12 coins in the box"),
        ({"rounds": [THREE], "options": {"fog": True}}, "unknown option fog"),
    ],
)
def test_score_rounds_names_what_can_not_be(given: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        score_rounds(GAME, given)


def test_score_rounds_refuses_other_players_in_a_later_round() -> None:
    stopped = {"cards": ["gold-digger"] * 3, "finder": None}
    with pytest.raises(RuleError, match="round 2: every round must have the same players"):
        score_rounds(game_by_id("saboteur"), {"rounds": [stopped, {**stopped, "cards": ["gold-digger"] * 4}]})


def test_read_facts_checks_that_they_can_have_come_about_together() -> None:
    options = make_default_options(GAME)
    read = require_sheet(GAME).read(THREE, 1)
    assert read_facts(GAME, read, options).coins == [3, 1, 2]
    with pytest.raises(RuleError, match="can't be in play together"):
        read_facts(GAME, {**read, "card": [WRECKER] * 3}, options)


def score(*gains: int, has: list[int] | None = None, winners: list[int] | None = None) -> Score:
    return Score({}, (), gains, winners, has)


def test_score_after_adds_up_all_rounds_where_most_wins() -> None:
    assert score_after(GAME, [score(1, 4), score(3, 0)]) == {"totals": [4, 4], "winners": [0, 1]}


def test_score_after_takes_what_people_have_where_it_is_not_the_sum() -> None:
    assert score_after(GAME, [score(1, 4), score(3, 0, has=[2, 5])]) == {"totals": [2, 5], "winners": [1]}


def test_score_after_crowns_the_side_where_the_side_wins() -> None:
    cave = game_by_id("dark-cave")
    assert score_after(cave, [score(5, 1, winners=[1])])["winners"] == [1]
    assert score_after(cave, [score(0, 0)])["winners"] == []
