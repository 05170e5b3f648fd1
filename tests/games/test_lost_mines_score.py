"""Scoring of The Lost Mines: pools are shared, what is left over goes to the best treasure, the dragon costs two."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from facts import steps_of

from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.state import OVER
from companion.engine.text import RuleError
from companion.games.lost_mines import GAME
from companion.games.lost_mines.score import LostMinesDwarf, LostMinesRound, distribute

from .lost_mines import NAMES, THREE, deal, played, two_taken

Seats = Sequence[tuple[str, list[Any], bool]]
Y, B, S = "yellow-loyal", "blue-loyal", "blue-selfish"


def scored(*seats: tuple[str, list[int], bool]) -> dict[str, Any]:
    dwarves = {seat: LostMinesDwarf(NAMES[seat], *one) for seat, one in enumerate(seats)}
    return dict(distribute(LostMinesRound(NAMES[: len(seats)], dwarves)).result)


def test_distribute_of_the_rulebooks_example() -> None:
    found = scored(
        (Y, [4], False),
        (Y, [4], False),
        (B, [2], True),
        (B, [2], False),
        ("yellow-saboteur", [4], False),
        (S, [3], False),
    )
    assert found == {
        "clans": {
            "yellow": {
                "members": [0, 1], "pool": 8, "share": 4, "remainder": 0, "remainder_to": [], "remainder_each": 0,
                "lost": 0,
            },
            "blue": {
                "members": [2, 3, 4], "pool": 8, "share": 2, "remainder": 2, "remainder_to": [4], "remainder_each": 2,
                "lost": 0,
            },
        },
        "points": [4, 4, 0, 2, 4, 3],
        "dragon": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("yellow", "points", "lost"),
    [
        ([[4], [3]], [4, 3], 0),  # 7 ÷ 2 = 3, 1 left over: to the one with the 4
        ([[3, 3], [3]], [4, 4], 1),  # both have a 3, a second copy counts for nothing: 1 can't be split
        ([[5], [], [4]], [3, 3, 3], 0),
        ([[1], [], []], [1, 0, 0], 0),  # shares of nothing: all of it is left over
        ([[2], [2], []], [1, 1, 1], 1),
        ([[], []], [0, 0], 0),
    ],
)
def test_distribute_shares_what_is_left_over_among_the_most_valuable_treasures(
    yellow: list[list[int]], points: list[int], lost: int
) -> None:
    found = scored(*((Y, values, False) for values in yellow))
    assert (found["points"], found["clans"]["yellow"]["lost"]) == (points, lost)


@pytest.mark.parametrize(("values", "points"), [([4], 2), ([2], 0), ([1], 0), ([], 0)])
def test_distribute_takes_two_points_for_the_dragon_or_what_there_is(values: list[int], points: int) -> None:
    assert scored((S, values, True), (Y, [], False))["points"] == [points, 0]


def test_distribute_has_an_empty_clan_where_nobody_works_for_it() -> None:
    blue = scored((Y, [2], False), (S, [3], False))["clans"]["blue"]
    assert (blue["members"], blue["pool"], blue["share"]) == ([], 0, 0)


# -- the score revealed ---------------------------------------------------------------------------------------------
SEATS: tuple[tuple[str, list[Any], bool], ...] = (
    ("blue-loyal", [3], False),
    ("yellow-saboteur", [3], False),
    ("blue-loyal", [1], False),
    ("yellow-loyal", [2], False),
    ("blue-selfish", [], True),
)


def facts(*seats: tuple[str, list[Any], bool]) -> dict[str, Any]:
    rows = [
        {"name": name, "card": card, "treasures": treasures, "dragon": dragon}
        for name, (card, treasures, dragon) in zip(NAMES, seats, strict=False)
    ]
    return {"seats": rows}


def given(*rounds: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": "lost-mines", "options": {}, "rounds": list(rounds)}


def test_distribute_says_what_cannot_be_split_and_what_the_dragon_does_not_find() -> None:
    lines = [line for step in steps_of(GAME, facts(*SEATS)) for line in step.lines]
    assert "1 point can't be split and is lost" in [str(line.text) for line in lines]
    assert "Emil has the dragon token, but no point to give back" in [str(line.text) for line in lines]


def test_list_steps_ends_each_round_with_points_and_the_last_one_with_the_winners() -> None:
    record = played(deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[4], [], [3]]})
    first = list_steps(GAME, record.state)
    assert str(first[-1].title) == "Points"
    for entry in (deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[1], [], [2]]}):
        record.append(entry)
    assert record.state.status == OVER
    standing, winners = list_steps(GAME, record.state)[-2:]
    assert [(str(line.text), line.amount) for line in standing.lines] == [
        ("3. Ben: 0 + 0 = 0", 0),
        ("1. Anna: 4 + 1 = 5", 5),
        ("1. Cleo: 3 + 2 = 5", 5),
    ]
    assert [line.seat for line in winners.lines if line.icon == "crown"] == [0, 2]


def test_list_steps_of_a_game_of_one_round_speaks_of_no_rounds() -> None:
    record = played(deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[4], [], [3]]}, rounds=1)
    assert record.state.status == OVER
    for steps in (list_steps(GAME, record.state), steps_of(GAME, facts(*SEATS))):
        assert not [step.title for step in steps if "round" in str(step.title).lower()]


# -- facts ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([("yellow-loyal", [], False)] * 4, "can't be in play together with 4 players"),
        ([("yellow-loyal", [], False), ("blue-loyal", [], False)], "for 3 to 9 players"),
        ([(card, [2, 1], False) for card in THREE], "only 3 on the table"),
        ([(card, [0], False) for card in THREE], "Anna: treasures must be from 1"),
        ([(card, ["x"], False) for card in THREE], "Anna: treasures must be a whole number"),
        ([(card, [], 1) for card in THREE], "Anna: dragon must be true or false"),
        ([("green-loyal", [], False)] * 3, "Anna: card can't be green-loyal"),
    ],
)
def test_score_rounds_names_facts_that_cannot_be(seats: Sequence[Any], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        score_rounds(GAME, given(facts(*seats)))


def test_score_rounds_refuses_other_players_in_a_later_round() -> None:
    one = facts(*((card, [], False) for card in THREE))
    other = json.loads(json.dumps(one).replace("Anna", "Zoe"))
    with pytest.raises(RuleError, match="same players"):
        score_rounds(GAME, given(one, other))


def test_apply_lays_the_treasures_that_were_told_and_leaves_the_others() -> None:
    seats = [
        {"treasures": [4], "dragon": False},
        {"treasures": [], "dragon": True},
        {"treasures": [2], "dragon": False},
    ]
    state = played({**deal(*THREE), "follow": "nothing"}, {"kind": "facts", "seats": seats}).state
    assert (state.treasures_left, [seat.treasures for seat in state.seats]) == (1, [1, 0, 1])
    assert [seat.dragon for seat in state.seats] == [False, True, False]
    assert state.score["points"] == [4, 0, 2]
