"""Scoring of The Dark Cave: gold carried out × dwarves that work for the other clan. Its rounds: the worked cases."""

from typing import Any

import pytest

from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.text import RuleError
from companion.games.dark_cave import GAME
from companion.games.dark_cave.score import DarkCaveDwarf, DarkCaveRound, distribute
from companion.record.record import Record

from .dark_cave import BY_HAND, DEAL, NAMES, played

Y, B = "yellow-loyal", "blue-loyal"
YS, BS = "yellow-saboteur", "blue-saboteur"


def round_of(*dwarves: tuple[str, int, int | None]) -> DarkCaveRound:
    """The card, the gold and the place in the order of leaving of each."""
    return DarkCaveRound([DarkCaveDwarf(name, *dwarf) for name, dwarf in zip(NAMES, dwarves, strict=False)])


def test_distribute_of_the_rulebooks_example() -> None:
    """Yellow: 4 gold × 3, blue: 5 gold × 2."""
    scored = distribute(round_of((Y, 2, 1), (B, 3, 2), (YS, 1, 4), (Y, 2, 5), (B, 1, 3)))
    assert scored.result["clans"] == {
        "yellow": {"members": [0, 3], "gold": 4, "times": 3, "treasure": 12},
        "blue": {"members": [1, 2, 4], "gold": 5, "times": 2, "treasure": 10},
    }
    assert (scored.result["winner"], scored.winners, scored.result["decided_by"]) == ("yellow", [0, 3], "treasure")
    assert scored.gains == (2, 3, 1, 2, 1)


def test_distribute_counts_no_gold_of_who_did_not_leave() -> None:
    scored = distribute(round_of((Y, 5, None), (B, 1, 1)))
    assert scored.gains == (0, 1)
    assert [scored.result["clans"][clan]["treasure"] for clan in ("yellow", "blue")] == [0, 1]
    (left,) = scored.steps[1].lines
    assert (str(left.text), left.amount) == ("Anna did not leave", -5)


@pytest.mark.parametrize(
    ("dwarves", "winner", "decided_by"),
    [
        ([(Y, 2, 2), (B, 2, 1)], "blue", "first-out"),
        ([(Y, 2, 1), (B, 2, 2)], "yellow", "first-out"),
        ([(YS, 2, 1), (BS, 2, 2)], "blue", "first-out"),
        ([(Y, 2, None), (B, 2, None)], None, "nobody-left"),
        ([(Y, 0, 1), (B, 0, None)], "yellow", "first-out"),
        ([(Y, 1, 1), (B, 2, None)], "yellow", "treasure"),
    ],
)
def test_decide_goes_by_treasure_then_by_the_first_one_out(
    dwarves: list[tuple[str, int, int | None]], winner: str | None, decided_by: str
) -> None:
    scored = distribute(round_of(*dwarves))
    assert (scored.result["winner"], scored.result["decided_by"]) == (winner, decided_by)
    assert scored.winners == scored.result["winners"]
    assert bool(scored.winners) == (winner is not None)


def test_workers_of_a_clan_are_its_loyal_dwarves_and_the_others_saboteurs() -> None:
    told = round_of((Y, 1, 1), (YS, 1, 2), (B, 1, 3), (BS, 1, 4))
    assert (told.workers("yellow"), told.workers("blue")) == ([0, 3], [1, 2])


def test_distribute_speaks_of_one_dwarf_in_the_singular() -> None:
    two = Record.load(
        GAME,
        NAMES[:2],
        {},
        [
            {"kind": "deal", "cards": ["yellow-loyal", "blue-loyal"], "aside": [], "first": 0},
            {"kind": "end", "reason": "agreed"},
        ],
    )
    lines = [str(line.text) for step in list_steps(GAME, two.state) for line in step.lines]
    assert "blue clan: 0 gold × 1 dwarf working for the other side = 0" in lines


# -- the facts of a round -------------------------------------------------------------------------------------------
def given(*seats: tuple[str, int, int | None]) -> dict[str, Any]:
    rows = [
        {"name": name, "card": card, "gold": gold, "out": out}
        for name, (card, gold, out) in zip(NAMES, seats, strict=False)
    ]
    return {"rounds": [{"seats": rows}]}


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([(Y, 40, 1), (B, 7, 2)], "there is only 46 gold in the box"),
        ([(Y, 1, 1), (B, 1, 1)], "the order of leaving must be 1, 2, 3"),
        ([(Y, 1, 2), (B, 1, None)], "the order of leaving must be 1, 2, 3"),
        ([(Y, 1, 3), (B, 1, None)], "out can't be 3"),
        ([(Y, 1, 1), (Y, 1, 2)], "these can't be in play together with 2 players"),
    ],
)
def test_score_rounds_names_facts_that_cannot_be(seats: list[tuple[str, int, int | None]], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        score_rounds(GAME, given(*seats))


def test_apply_lays_what_was_told_and_the_pool_has_the_rest() -> None:
    seats = [{"gold": gold, "out": out} for gold, out in ((4, 2), (0, None), (3, 1), (2, None), (1, None))]
    record = played({"kind": "set", "veins": 3}, {"kind": "facts", "seats": seats}, deal={**DEAL, "follow": "timers"})
    state = record.state
    assert state.veins == 3
    assert (state.out, [seat.gold for seat in state.seats], state.pool) == ([2, 0], [4, 0, 3, 2, 1], 33)
    assert [seat.revealed for seat in state.seats] == [True, False, True, False, False]
    assert state.score["winner"] == "yellow"


def test_list_steps_waits_for_the_cards_that_were_dealt_by_hand() -> None:
    over: Record = played({"kind": "end", "reason": "agreed"}, deal=BY_HAND, dealing="cards")
    assert list_steps(GAME, over.state) == []
