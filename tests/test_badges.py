"""Each badge has a case in which it is earned, and one beside it in which it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playing import Play

from companion.book import badges
from companion.book.book import Person, Played
from companion.book.book import Play as Game
from companion.book.outcome import Outcome, Result, Robbery, RoundResult, outcome_of
from companion.games import all_games
from companion.record.record import Record

FEATS = [(game.id, feat.id) for game in all_games().values() for feat in game.feats]


def result(seat: int, score: int = 0, won: bool = False, rounds: int = 1, **more: Any) -> Result:
    return Result(seat, f"P{seat}", "r", "s", "with", score, 1, won, rounds, **more)


def one_round(
    number: int, seat: int, won: bool = False, digs: str = "with", side: str = "a", **more: Any
) -> RoundResult:
    return RoundResult(
        number, seat, f"P{seat}", "r", side, digs, more.pop("gain", 0), more.pop("total", 0), won, **more
    )


def outcome(results: list[Result], rounds: list[RoundResult], game: str = "saboteur", **more: Any) -> Outcome:
    return Outcome(game, {}, "", 0, None, None, tuple(results), tuple(rounds), **more)


def everybody(count: int, number: int = 1, **of_first: Any) -> list[RoundResult]:
    """A round of so many players; what is given is the first one's."""
    return [one_round(number, 0, **of_first), *(one_round(number, seat) for seat in range(1, count))]


def results(count: int, rounds: int = 1, **of_first: Any) -> list[Result]:
    return [result(0, rounds=rounds, **of_first), *(result(seat, rounds=rounds) for seat in range(1, count))]


TRAITOR: dict[str, Any] = {"won": True, "digs": "against"}
THIEF = (Robbery(1, 0, 1), Robbery(1, 2, 0))
CASES: dict[str, tuple[Outcome, Outcome]] = {
    "unseen-traitor": (
        outcome(results(5), everybody(5, **TRAITOR)),
        outcome(results(5), everybody(5, **TRAITOR, seen=True)),
    ),
    "known-traitor": (
        outcome(results(5), everybody(5, **TRAITOR, seen=True)),
        outcome(results(5), everybody(5, **TRAITOR)),
    ),
    "turncoat": (
        outcome(results(3, 2), [*everybody(3, 1, **TRAITOR), *everybody(3, 2, won=True)]),
        outcome(results(3, 2), [*everybody(3, 1, **TRAITOR), *everybody(3, 2)]),
    ),
    "robbed-thief": (
        outcome(results(3), everybody(3), robberies=THIEF),
        outcome(results(3), everybody(3), robberies=(Robbery(1, 0, 1), Robbery(2, 2, 0))),
    ),
    "easy-prey": (
        outcome(results(3), everybody(3), robberies=(Robbery(1, 1, 0), Robbery(1, 2, 0))),
        outcome(results(3), everybody(3), robberies=(Robbery(1, 1, 0), Robbery(2, 2, 0))),
    ),
    "one-short": (
        outcome([result(0, 6), result(1, 7, True), result(2, 1)], everybody(3)),
        outcome([result(0, 6), result(1, 7, True), result(2, 1)], everybody(3), "dark-cave"),
    ),
    "twice-as-rich": (
        outcome([result(0, 6, True), result(1, 3), result(2, 1)], everybody(3)),
        outcome([result(0, 5, True), result(1, 3), result(2, 1)], everybody(3)),
    ),
    "empty-pockets": (
        outcome(results(3, 3), [one for n in (1, 2, 3) for one in everybody(3, n)]),
        outcome(results(3, 2), [one for n in (1, 2) for one in everybody(3, n)]),
    ),
    "shared-glory": (
        outcome([result(0, 6, True), result(1, 6, True)], everybody(2)),
        outcome([result(0, 6, True), result(1, 5)], everybody(2)),
    ),
    "clean-sweep": (
        outcome(results(3, 3), [one for n in (1, 2, 3) for one in everybody(3, n, won=True)]),
        outcome(results(3, 3), [one for n in (1, 2, 3) for one in everybody(3, n, won=n > 1)]),
    ),
    "from-last-to-first": (
        outcome(
            [result(0, 9, True, 2), result(1, 5, rounds=2)],
            [one_round(1, 0, total=0), one_round(1, 1, total=4), one_round(2, 0, total=9), one_round(2, 1, total=5)],
        ),
        outcome(
            [result(0, 9, True, 2), result(1, 5, rounds=2)],
            [one_round(1, 0, total=4), one_round(1, 1, total=4), one_round(2, 0, total=9), one_round(2, 1, total=5)],
        ),
    ),
    "first-out-and-won": (
        outcome(results(2, won=True), everybody(2), first_out=0),
        outcome(results(2, won=True), everybody(2), first_out=1),
    ),
    "against-the-crowd": (
        outcome(results(10, won=True), everybody(10)),
        outcome(results(9, won=True), everybody(9)),
    ),
    "quick-on-the-draw": (
        outcome([result(n, turns=5, seconds=50 + 10 * n) for n in range(5)], everybody(5)),
        outcome([result(n, turns=5, seconds=50) for n in range(5)], everybody(5)),
    ),
}


@pytest.mark.parametrize("id", [one.id for one in badges.BADGES if one.in_game])
def test_a_badge_of_one_game(id: str) -> None:
    yes, no = (badges.of_game(found) for found in CASES[id])
    assert ((0, id) in yes, (0, id) in no) == (True, False)


# -- over many games ------------------------------------------------------------------------------------------------
def games(won: str = "", sides: str = "", kinds: str = "", evenings: str = "") -> list[Played]:
    """Games of one person, one character each: won ("w"), the side on which a round was won, box, and evening."""
    count = max(map(len, (won, sides, kinds, evenings)))
    found = []
    for n in range(count):
        own = result(0, won=(won or "." * count)[n] == "w")
        sided = [one_round(1, 0, won=True, side=side) for side in (sides or "." * count)[n].strip(".")]
        told = outcome([own], sided, (kinds or "." * count)[n])
        evening, anna = (evenings or "." * count)[n], Person("1", "Anna")
        found.append(Played(Game(n, str(n), "", "ABCD", 1, [1], [anna], told, n, n, evening), own, anna))
    return found


OVER_GAMES: dict[str, tuple[list[Played], int]] = {
    "three-sides": (games(sides="aab.c"), 4),
    "hat-trick": (games(won="ww.www"), 5),
    "still-smiling": (games(won="w.........." + "w"), 10),
    "regular": (games(won="." * 26), 24),
    "long-night": (games(evenings="aabaabaab"), 6),
    "whole-shelf": (games(kinds="aabbc"), 4),
}
NOT_YET = {
    "three-sides": games(sides="aabb"),
    "hat-trick": games(won="ww.ww"),
    "still-smiling": games(won="........." + "w"),
    "regular": games(won="." * 24),
    "long-night": games(evenings="aaaabbbb"),
    "whole-shelf": games(kinds="aabb"),
}


@pytest.mark.parametrize("badge", [one for one in badges.BADGES if one.over_games], ids=lambda one: one.id)
def test_a_badge_over_many_games(badge: badges.Badge) -> None:
    assert badge.over_games
    career, at = OVER_GAMES[badge.id]
    found = badge.over_games(career)
    assert found is not None
    assert found.play.id == at
    assert badge.over_games(NOT_YET[badge.id]) is None


# -- those of a game ------------------------------------------------------------------------------------------------
def feats_of(record: Record) -> set[str]:
    found = outcome_of(record.game, record.players, record.given_options, record.entries, lambda record: True)
    assert found
    return {feat.partition(".")[2] for feat, _ in found.feats}


def of_saboteur(cards: list[str], aside: list[str], *entries: dict[str, Any], **options: Any) -> Record:
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil"][: len(cards)]
    deal = {"kind": "deal", "cards": cards, "aside": aside, "first": 0}
    return Record.load(all_games()["saboteur"], names, options, [deal, *entries, {"kind": "stop"}])


def all_mine() -> Record:
    cards = ["selfish-dwarf", "gold-digger", "gold-digger", "saboteur"]
    end = {"kind": "play-path", "by": 0, "goal": "treasure"}
    return of_saboteur(cards, ["gold-digger"], end, selfish_dwarf=True)


def one_against_all() -> Record:
    cards = ["saboteur", "gold-digger", "gold-digger", "gold-digger"]
    return of_saboteur(cards, ["gold-digger"], {"kind": "end", "reason": "agreed"})


def from_random(game: str, feat: str) -> Record:
    """The first random game in which it happened."""
    for seed in range(400):
        record = Play(all_games()[game], 6, seed=seed, hurry=0.005).run().record
        if feat in feats_of(record):
            return record
    raise AssertionError(f"{feat}: it never happened")


def last_gold() -> Record:
    """Whatever is left in the pool is taken before the last one leaves."""
    record = Play(all_games()["dark-cave"], 5, {}, 1).record
    cards = ["yellow-loyal", "blue-loyal", "yellow-loyal", "blue-loyal", "yellow-saboteur"]
    deal = {"kind": "deal", "cards": cards, "aside": ["yellow-loyal", "blue-loyal", "blue-saboteur"], "first": 0}
    record.append(deal)
    record.append({"kind": "correct", "seat": 0, "gold": 31})
    record.append({"kind": "set", "goals": ["exit"], "out": [0, 2]})
    return record


MADE: dict[str, Callable[[], Record]] = {
    "all-mine": all_mine,
    "one-against-all": one_against_all,
    "empty-hands": lambda: from_random("dark-cave", "empty-hands"),
    "dragon": lambda: from_random("lost-mines", "dragon"),
    "caught": lambda: from_random("saboteur-2", "caught"),
    "last-gold": last_gold,
}


@pytest.mark.parametrize(("game", "feat"), FEATS)
def test_a_badge_that_only_its_game_can_tell(game: str, feat: str) -> None:
    record = MADE[feat]()
    assert record.game.id == game
    assert feat in feats_of(record)


def test_one_against_all_takes_three_others() -> None:
    cards = ["saboteur", "gold-digger", "gold-digger"]
    assert feats_of(of_saboteur(cards, ["gold-digger"], {"kind": "end", "reason": "agreed"})) == set()


def test_who_played_in_no_round_earns_nothing() -> None:
    (yes, _) = CASES["empty-pockets"]
    left = replace(yes, results=(replace(yes.results[0], rounds=0), *yes.results[1:]))
    assert {seat for seat, _ in badges.of_game(left)} == {1, 2}
