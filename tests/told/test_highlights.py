"""The sentences about a game that is over: each kind has its case, and is silent where it is true of another, too."""

from typing import Any

import pytest

from companion.rules.scoring import AGAINST, Side
from companion.rules.text import T
from companion.told import highlights
from companion.told.highlights import KINDS, MOST
from companion.told.tale import Attack, Look, Round, Tale

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
ALL = (0, 1, 2, 3)
US, THEM = Side("us", T("us")), Side("them", T("them"), AGAINST)
DEALT = {0: US, 1: THEM, 2: US, 3: US}
TWO_OF_THEM = {0: US, 1: THEM, 2: THEM, 3: US}


def tale(*rounds: Round, **more: Any) -> Tale:
    return Tale(NAMES, rounds, **more)


def attacks(*pairs: tuple[int, int]) -> Round:
    return Round(attacks=tuple(Attack(*pair) for pair in pairs))


def looks(*seats: int) -> Round:
    return Round(looks=tuple(Look(n, (seat + 1) % 4, seat) for n, seat in enumerate(seats)))


LOOK = Look(9, 0, 1)
CASES: list[tuple[Any, Tale, str, list[Tale]]] = [
    (
        highlights.find_lone_winner,
        tale(Round(sides=DEALT, won=(1,))),
        "Ben won alone, with nobody on the same side.",
        [
            tale(Round(sides=DEALT, won=(1, 2))),
            tale(Round(sides=DEALT, won=(0, 1))),
            tale(Round(sides={0: US, 1: THEM}, won=(1,))),
            tale(Round(sides=TWO_OF_THEM, won=(1,))),
            tale(Round(1, sides=DEALT, won=(1,)), Round(2, sides={**DEALT, 0: THEM, 1: US}, won=(0,))),
        ],
    ),
    (
        highlights.find_comeback,
        tale(Round(1, ALL, had=(0, 2, 1, 1)), Round(2, ALL), winners=(0,)),
        "Anna was last after the first round, and still won.",
        [
            tale(Round(1, ALL, had=(0, 2, 0, 1)), Round(2, ALL), winners=(0,)),
            tale(Round(1, ALL, had=(0, 2, 1, 1)), Round(2, ALL), winners=(1,)),
            tale(Round(1, ALL, had=(0, 2, 1, 1)), Round(2, ALL), winners=(0, 1)),
            tale(Round(1, ALL, had=(0, 2, 1, 1)), winners=(0,)),
            tale(Round(1, ALL, had=(0, 2, 1, 1)), Round(2, ALL), winners=(0,), most_wins=False),
        ],
    ),
    (
        highlights.find_every_round_winner,
        tale(Round(1, won=(0, 2)), Round(2, won=(2, 3))),
        "Nobody but Cleo won in every round.",
        [
            tale(Round(1, won=(0, 2)), Round(2, won=(0, 2))),
            tale(Round(1, won=(2,)), Round(2, scored=False)),
            tale(Round(1, won=(2,))),
        ],
    ),
    (
        highlights.find_one_short,
        tale(worth=(5, 4, 2, 0), winners=(0,)),
        "Ben was one short of the win.",
        [
            tale(worth=(5, 4, 4, 0), winners=(0,)),
            tale(worth=(5, 3, 2, 0), winners=(0,)),
            tale(worth=(5, 4, 2, 0), winners=(0,), most_wins=False),
        ],
    ),
    (
        highlights.find_left_inside,
        tale(Round(players=(0, 2, 3), out=frozenset((0, 3)))),
        "Only Cleo did not get out.",
        [
            tale(Round(players=ALL, out=frozenset((0, 1)))),
            tale(Round(players=ALL, out=frozenset((0, 1, 3)), scored=False)),
            tale(Round(players=(0, 1), out=frozenset((0,)))),
        ],
    ),
    (
        highlights.find_robbed_thief,
        tale(Round(thefts=((0, 1), (2, 0)))),
        "Anna stole, and was robbed by Cleo.",
        [tale(Round(thefts=((0, 1), (2, 1)))), tale(Round(thefts=((0, 1), (2, 0), (3, 2))))],
    ),
    (
        highlights.find_exposed,
        tale(Round(sides=DEALT, looks=(Look(3, 1, 0), LOOK))),
        "In turn 9 Anna looked at Ben's card.",
        [
            tale(Round(sides=DEALT, looks=(Look(3, 0, 2),))),
            tale(Round(sides=DEALT, looks=(LOOK, Look(12, 3, 1)))),
            tale(Round(sides=DEALT, looks=(LOOK,), exchanged=frozenset((1,)))),
            tale(Round(sides=DEALT, looks=(LOOK,), followed=False)),
            tale(Round(looks=(LOOK,))),
            tale(Round(sides=TWO_OF_THEM, looks=(Look(9, 2, 1),))),
        ],
    ),
    (
        highlights.find_looked_at,
        tale(looks(2, 1, 2, 2)),
        "Cleo's card was looked at 3 times.",
        [tale(looks(2, 1, 2, 1, 2, 1)), tale(looks(2, 2)), tale(looks(2, 2, 2), Round(followed=False))],
    ),
    (
        highlights.find_hunted,
        tale(attacks((0, 2), (1, 2), (1, 3), (3, 2))),
        "3 cards were played against Cleo.",
        [tale(attacks((0, 2), (1, 2)))],
    ),
    (
        highlights.find_feud,
        tale(attacks((0, 2), (2, 0), (0, 2), (2, 0), (0, 2))),
        "Anna and Cleo played 5 cards against each other.",
        [
            tale(attacks((0, 2), (2, 0), (0, 2))),
            tale(attacks(*((0, 2), (2, 0), (1, 3), (3, 1)) * 2)),
            tale(attacks(*((0, 2), (2, 0)) * 2), Round(followed=False)),
        ],
    ),
]


@pytest.mark.parametrize(("kind", "told", "sentence", "silent"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_each_kind_has_its_case_and_is_silent_where_it_is_not_true_of_one_alone(
    kind: Any, told: Tale, sentence: str, silent: list[Tale]
) -> None:
    assert str(kind(told)) == sentence
    assert [kind(one) for one in silent] == [None] * len(silent)


def test_there_is_a_case_for_every_kind() -> None:
    assert {kind for kind, *_ in CASES} == set(KINDS)
    assert 8 <= len(KINDS) <= 10


def test_where_several_rounds_were_played_it_is_said_which() -> None:
    told = tale(Round(1, sides=TWO_OF_THEM, won=(0, 3)), Round(2, sides=DEALT, won=(1,)))
    assert str(highlights.find_lone_winner(told)) == "Round 2: Ben won alone, with nobody on the same side."


def test_two_sentences_are_told_at_most_and_none_where_nothing_is_worth_it() -> None:
    told = tale(Round(sides=DEALT, won=(1,), looks=(LOOK,), thefts=((0, 1), (2, 0))), worth=(5, 4, 2, 0), winners=(0,))
    assert len([kind for kind in KINDS if kind(told)]) > MOST
    assert [str(text) for text in highlights.highlights(told)] == [
        "Ben won alone, with nobody on the same side.",
        "In turn 9 Anna looked at Ben's card.",
    ]
    assert highlights.highlights(tale(Round(players=ALL, sides=TWO_OF_THEM, won=(0, 3)))) == []
