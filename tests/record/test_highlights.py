"""The sentences about a game that is over: each kind has its case, and is silent where it is true of another, too."""

from typing import Any

import pytest

from companion.engine.scoring import AGAINST, Side
from companion.engine.text import T
from companion.record import highlights
from companion.record.highlights import KINDS, MOST
from companion.record.summary import Attack, GameSummary, PeekEvent, RoundSummary

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
ALL = (0, 1, 2, 3)
US, THEM = Side("us", T("us")), Side("them", T("them"), AGAINST)
DEALT = {0: US, 1: THEM, 2: US, 3: US}
TWO_OF_THEM = {0: US, 1: THEM, 2: THEM, 3: US}


def tale(*rounds: RoundSummary, **more: Any) -> GameSummary:
    return GameSummary(NAMES, rounds, **more)


def attacks(*pairs: tuple[int, int]) -> RoundSummary:
    return RoundSummary(attacks=tuple(Attack(*pair) for pair in pairs))


def looks(*seats: int) -> RoundSummary:
    return RoundSummary(looks=tuple(PeekEvent(n, (seat + 1) % 4, seat) for n, seat in enumerate(seats)))


LOOK = PeekEvent(9, 0, 1)
CASES: list[tuple[Any, GameSummary, str, list[GameSummary]]] = [
    (
        highlights.find_lone_winner,
        tale(RoundSummary(sides=DEALT, won=(1,))),
        "Ben won alone, with nobody else on their side.",
        [
            tale(RoundSummary(sides=DEALT, won=(1, 2))),
            tale(RoundSummary(sides=DEALT, won=(0, 1))),
            tale(RoundSummary(sides={0: US, 1: THEM}, won=(1,))),
            tale(RoundSummary(sides=TWO_OF_THEM, won=(1,))),
            tale(RoundSummary(1, sides=DEALT, won=(1,)), RoundSummary(2, sides={**DEALT, 0: THEM, 1: US}, won=(0,))),
        ],
    ),
    (
        highlights.find_comeback,
        tale(RoundSummary(1, ALL, had=(0, 2, 1, 1)), RoundSummary(2, ALL), winners=(0,)),
        "Anna was last after the first round, and still won.",
        [
            tale(RoundSummary(1, ALL, had=(0, 2, 0, 1)), RoundSummary(2, ALL), winners=(0,)),
            tale(RoundSummary(1, ALL, had=(0, 2, 1, 1)), RoundSummary(2, ALL), winners=(1,)),
            tale(RoundSummary(1, ALL, had=(0, 2, 1, 1)), RoundSummary(2, ALL), winners=(0, 1)),
            tale(RoundSummary(1, ALL, had=(0, 2, 1, 1)), winners=(0,)),
            tale(RoundSummary(1, ALL, had=(0, 2, 1, 1)), RoundSummary(2, ALL), winners=(0,), most_wins=False),
        ],
    ),
    (
        highlights.find_every_round_winner,
        tale(RoundSummary(1, won=(0, 2)), RoundSummary(2, won=(2, 3))),
        "Only Cleo won every round.",
        [
            tale(RoundSummary(1, won=(0, 2)), RoundSummary(2, won=(0, 2))),
            tale(RoundSummary(1, won=(2,)), RoundSummary(2, scored=False)),
            tale(RoundSummary(1, won=(2,))),
        ],
    ),
    (
        highlights.find_one_short,
        tale(worth=(5, 4, 2, 0), winners=(0,)),
        "Ben was one short of winning.",
        [
            tale(worth=(5, 4, 4, 0), winners=(0,)),
            tale(worth=(5, 3, 2, 0), winners=(0,)),
            tale(worth=(5, 4, 2, 0), winners=(0,), most_wins=False),
        ],
    ),
    (
        highlights.find_left_inside,
        tale(RoundSummary(players=(0, 2, 3), out=frozenset((0, 3)))),
        "Cleo was the only one who didn't get out.",
        [
            tale(RoundSummary(players=ALL, out=frozenset((0, 1)))),
            tale(RoundSummary(players=ALL, out=frozenset((0, 1, 3)), scored=False)),
            tale(RoundSummary(players=(0, 1), out=frozenset((0,)))),
        ],
    ),
    (
        highlights.find_robbed_thief,
        tale(RoundSummary(thefts=((0, 1), (2, 0)))),
        "Anna stole, and was robbed by Cleo.",
        [tale(RoundSummary(thefts=((0, 1), (2, 1)))), tale(RoundSummary(thefts=((0, 1), (2, 0), (3, 2))))],
    ),
    (
        highlights.find_exposed,
        tale(RoundSummary(sides=DEALT, looks=(PeekEvent(3, 1, 0), LOOK))),
        "Anna looked at Ben's card in turn 9.",
        [
            tale(RoundSummary(sides=DEALT, looks=(PeekEvent(3, 0, 2),))),
            tale(RoundSummary(sides=DEALT, looks=(LOOK, PeekEvent(12, 3, 1)))),
            tale(RoundSummary(sides=DEALT, looks=(LOOK,), exchanged=frozenset((1,)))),
            tale(RoundSummary(sides=DEALT, looks=(LOOK,), followed=False)),
            tale(RoundSummary(looks=(LOOK,))),
            tale(RoundSummary(sides=TWO_OF_THEM, looks=(PeekEvent(9, 2, 1),))),
        ],
    ),
    (
        highlights.find_looked_at,
        tale(looks(2, 1, 2, 2)),
        "Cleo's card was looked at 3 times.",
        [tale(looks(2, 1, 2, 1, 2, 1)), tale(looks(2, 2)), tale(looks(2, 2, 2), RoundSummary(followed=False))],
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
            tale(attacks(*((0, 2), (2, 0)) * 2), RoundSummary(followed=False)),
        ],
    ),
]


@pytest.mark.parametrize(("kind", "told", "sentence", "silent"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_highlight_of_each_kind_is_silent_where_it_is_not_true_of_one_alone(
    kind: Any, told: GameSummary, sentence: str, silent: list[GameSummary]
) -> None:
    assert str(kind(told)) == sentence
    assert [kind(one) for one in silent] == [None] * len(silent)


def test_kinds_of_highlights_have_a_case_each() -> None:
    assert {kind for kind, *_ in CASES} == set(KINDS)
    assert 8 <= len(KINDS) <= 10


def test_highlights_name_the_round_where_there_were_several() -> None:
    told = tale(RoundSummary(1, sides=TWO_OF_THEM, won=(0, 3)), RoundSummary(2, sides=DEALT, won=(1,)))
    assert str(highlights.find_lone_winner(told)) == "Round 2: Ben won alone, with nobody else on their side."


def test_highlights_are_two_sentences_at_most() -> None:
    told = tale(
        RoundSummary(sides=DEALT, won=(1,), looks=(LOOK,), thefts=((0, 1), (2, 0))), worth=(5, 4, 2, 0), winners=(0,)
    )
    assert len([kind for kind in KINDS if kind(told)]) > MOST
    assert [str(text) for text in highlights.highlights(told)] == [
        "Ben won alone, with nobody else on their side.",
        "Anna looked at Ben's card in turn 9.",
    ]
    assert highlights.highlights(tale(RoundSummary(players=ALL, sides=TWO_OF_THEM, won=(0, 3)))) == []
