"""The sentences about a game that is over: each rule has its case, and every game has something to tell."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Play

from companion.games import all_games, game_by_id
from companion.record.record import Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.scoring import AGAINST, WITH
from companion.rules.state import OVER, ROUND_OVER
from companion.rules.text import T
from companion.told import highlights
from companion.told.tale import Deed, Round, Tale, tale_of

GAMES = list(all_games().values())
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
DIGS = {0: WITH, 1: AGAINST, 2: WITH, 3: WITH}
TUNNEL = T("Into a tunnel")


def tale(*rounds: Round, **more: Any) -> Tale:
    return Tale(NAMES, rounds, **more)


def theft(*pairs: tuple[int, int]) -> Round:
    return Round(thefts=pairs)


def at(by: int, *targets: int) -> Deed:
    return Deed(by, T("Rat"), named=targets, targets=targets)


def pays(by: int, before: tuple[int, ...], after: tuple[int, ...]) -> Deed:
    return Deed(by, TUNNEL, before=before, after=after, pays=True)


LOOK = Deed(0, T("Look"), looked=2)
CASES: list[tuple[Any, Tale, str]] = [
    (
        highlights.won_alone,
        tale(Round(digs=DIGS, sides={**DIGS, 2: "else"}, won=(1,))),
        "Ben won alone, against everybody.",
    ),
    (
        highlights.all_for_nothing,
        tale(Round(digs={**DIGS, 3: AGAINST}, won=(0, 2))),
        "Ben, Dora dug against the others, and all for nothing.",
    ),
    (highlights.looked_at, tale(deeds=(LOOK, LOOK)), "Cleo's card was looked at 2 times."),
    (highlights.curious, tale(deeds=(LOOK, LOOK)), "Anna looked at other people's cards 2 times."),
    (
        highlights.handed_round,
        tale(theft((0, 1), (2, 0), (3, 2))),
        "In round 1 gold changed hands 3 times after it had been paid.",
    ),
    (highlights.robbed_thief, tale(theft((0, 1), (2, 0))), "Anna stole, and was robbed by Cleo."),
    (highlights.one_short, tale(worth=(5, 4, 2, 0), winners=(0,)), "Ben was one short."),
    (highlights.last_gold, tale(deeds=(pays(1, (3, 1, 0), (3, 0, 0)),)), "Ben paid with the last gold: Into a tunnel."),
    (
        highlights.bled,
        tale(deeds=(pays(0, (3, 3), (3, 2)), pays(0, (3, 2), (3, 1)), pays(1, (3, 1), (3, 0)))),
        "Ben lost gold 3 times.",
    ),
    (
        highlights.great_haul,
        tale(Round(1, gains=(1, 2, 0, 0)), Round(2, gains=(0, 0, 5, 1))),
        "Biggest haul: Cleo, 5 in round 2.",
    ),
    (highlights.empty_handed, tale(worth=(3, 2, 1, 0)), "Dora went home with nothing."),
    (highlights.shared_win, tale(winners=(0, 2)), "Too close to call: Anna, Cleo share the win."),
    (highlights.last_turn, tale(Round(turns=30, out=((2, 12), (1, 30)))), "Ben was out in the last turn."),
    (highlights.first_out, tale(Round(out=((2, 12), (1, 30)))), "Cleo was the first one out, in turn 12."),
    (
        highlights.left_inside,
        tale(Round(players=(0, 1, 2, 3), out=((0, 9), (1, 10), (3, 12)))),
        "Only Cleo did not get out.",
    ),
    (highlights.hunted, tale(deeds=(at(0, 2), at(1, 2, 3), at(3, 2))), "3 cards were played on Cleo."),
    (
        highlights.feud,
        tale(deeds=(at(0, 2), at(2, 0), at(0, 2), at(2, 0))),
        "Anna and Cleo went for each other.",
    ),
    (highlights.hats, tale(Round(exchanged=(3, 1, 3))), "Dora had 3 role cards in one round."),
    (
        highlights.comeback,
        tale(Round(1, players=(0, 1, 2, 3), had=(0, 2, 1, 1)), Round(2), winners=(0,)),
        "Anna was last after the first round, and still won.",
    ),
    (highlights.every_round, tale(Round(1, won=(0, 2)), Round(2, won=(2, 3))), "Cleo won every round."),
    (highlights.taken_back, tale(back=6), "6 entries were taken back."),
    (highlights.how_long, tale(Round(turns=12), Round(turns=8)), "It took 20 turns."),
    (highlights.against_us, tale(Round(digs=DIGS)), "Ben dug against the others."),
    (
        highlights.all_with_us,
        tale(Round(digs={0: WITH, 1: WITH})),
        "Nobody dug against the others, whatever people thought.",
    ),
    (highlights.peaceful, tale(Round(), deeds=(pays(0, (), ()),)), "No card was played on anybody."),
    (highlights.nobody_looked, tale(Round(), deeds=(at(3, 1),)), "Nobody looked at a card of anybody else."),
    (highlights.at_the_table, tale(Round()), "4 people sat at the table."),
    (highlights.who_began, tale(deeds=(at(3, 1),)), "It began with Dora: Rat."),
    (highlights.who_ended, tale(deeds=(at(3, 1), at(1, 2))), "Ben made the last move."),
]


@pytest.mark.parametrize(("rule", "told", "sentence"), CASES, ids=lambda one: getattr(one, "__name__", ""))
def test_each_rule_has_its_case(rule: Any, told: Tale, sentence: str) -> None:
    best = max(rule(told), key=lambda one: one.weight)
    assert str(best.text) == sentence
    assert list(rule(tale())) == []


def test_there_is_a_case_for_every_rule() -> None:
    assert {rule for rule, *_ in CASES} == set(highlights.RULES)
    assert len(highlights.RULES) >= 15


def test_what_weighs_more_is_told_first_and_six_sentences_are_enough() -> None:
    told = tale(
        Round(
            turns=34, digs=DIGS, own={1: 11}, sides=DIGS, won=(1,), thefts=((0, 1), (2, 0), (3, 2)), exchanged=(3, 3)
        ),
        worth=(5, 4, 2, 0),
        winners=(0,),
        deeds=(LOOK, LOOK, at(0, 2), at(1, 2, 3), at(3, 2)),
    )
    sentences = [str(text) for text in highlights.highlights(told)]
    assert len(sentences) == 6
    assert sentences[0] == "Ben won alone, against everybody."


HARDLY = [(0, ()), *((turns, deeds) for turns in (1, 2) for deeds in ((), (LOOK,), (at(0, 1),), (at(0, 1), LOOK)))]
"""Games in which hardly anything happened: turns, and what was done in them."""


@pytest.mark.parametrize(("turns", "deeds"), HARDLY)
@pytest.mark.parametrize("digs", [{}, DIGS, {0: WITH, 1: WITH}], ids=["unknown", "against", "with"])
def test_a_game_in_which_hardly_anything_happened_has_three_sentences_too(
    turns: int, deeds: tuple[Deed, ...], digs: dict[int, str]
) -> None:
    told = [str(text) for text in highlights.highlights(tale(Round(turns=turns, digs=digs), deeds=deeds))]
    assert 3 <= len(set(told)) == len(told) <= 6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_three_to_six_sentences(game: Game[Any]) -> None:
    told = 0
    for seed in range(6):
        play = Play(game, max(4, game.least), {}, seed, busy=0.05, hurry=0.01).run(400)
        if play.state.status in (OVER, ROUND_OVER):
            told += 1
            sentences = [str(text) for text in highlights.highlights(tale_of(play.record))]
            assert 3 <= len(sentences) <= 6
            assert len(set(sentences)) == len(sentences)
    assert told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_that_is_stopped_at_once_has_three_sentences(game: Game[Any]) -> None:
    play = Play(game, max(4, game.least), {}, 1)
    record = Record(game, play.record.players, play.record.given_options)
    begins = {"first": 0} if game.in_turns else {}
    record.append({**game.deal(record.state, lambda items: None), **begins})
    record.append({"kind": "stop"})
    assert len(highlights.highlights(tale_of(record))) >= 3


def test_a_tale_knows_who_was_out_when() -> None:
    deal: Entry = {"kind": "deal", "cards": ["yellow-loyal", "blue-loyal"], "aside": [], "first": 0}
    entries: list[Entry] = [
        deal, {"kind": "set", "goals": ["exit"]}, {"kind": "play-path", "by": 0}, {"kind": "end-turn", "by": 0},
        {"kind": "play-path", "by": 1}, {"kind": "tunnel", "by": 1}, {"kind": "leave", "by": 1},
    ]  # fmt: skip
    told = tale_of(Record.load(game_by_id("dark-cave"), NAMES[:2], {}, entries))
    assert told.rounds[0].out == ((1, 2),)
    assert [deed.by for deed in told.deeds] == [0, 0, 1, 1, 1]
    assert (told.deeds[3].before[1], told.deeds[3].after[1]) == (3, 2)
