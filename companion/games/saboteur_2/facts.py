"""Scoring rounds of Saboteur 2 that were played without the app (spec "Facts for companion score")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.saboteur_2 import score, setup, tale
from companion.games.saboteur_2.score import Round, Thefts
from companion.games.saboteur_2.state import CARDS
from companion.rules import facts
from companion.rules.board import Step
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, ListOf, Number, OneOf
from companion.rules.pieces import contains
from companion.rules.standing import standing, winners
from companion.rules.text import T
from companion.rules.tools import ROUNDS

if TYPE_CHECKING:
    from companion.games.saboteur_2.game import Saboteur2

View = dict[str, Any]
NEEDED = ("cards", "connector", "blue_way", "green_way", "crystals", "trapped", "thefts")
NOBODY = -1


def score_facts(game: Saboteur2, given: Mapping[str, Any]) -> View:
    """The score of every round in the file; ``totals`` are the gold after the last one."""
    scores = [score.score(played, thefts, gold) for played, thefts, gold in _rounds(game, given)]
    totals = scores[-1]["gold"]
    return {"game": game.id, "rounds": scores, "totals": totals, "winners": winners(totals)}


def _rounds(game: Saboteur2, given: Mapping[str, Any]) -> Iterator[tuple[Round, Thefts, list[int]]]:
    """Each round with its thefts and everybody's gold after them, checked."""
    game.complete(given.get("options", {}))
    before: list[int] | None = None
    for number, one in enumerate(facts.rounds(given, most=ROUNDS), start=1):
        fact = facts.keys(one, NEEDED, T("round {n}", n=number), optional=("gold_before",))
        played = _round(game, fact)
        players = len(played.cards)
        if before is not None and len(before) != players:
            raise RuleError(T("cards of round {n}: one for each of {players} players", n=number, players=len(before)))
        before = _gold_before(fact, before or [0] * players)
        gold = [own + got for own, got in zip(before, played.gain, strict=True)]
        thefts = _thefts(fact["thefts"], played, gold)
        before = gold
        yield played, thefts, list(gold)


def _round(game: Saboteur2, fact: Mapping[str, Any]) -> Round:
    cards = fact["cards"]
    if not isinstance(cards, list):
        raise RuleError(T("cards must be a list, one for each player"))
    count = len(cards)
    game.check_players(count)
    for seat, card in enumerate(cards):
        facts.card(card, CARDS, T("seat {n}", n=seat))
    if not contains(setup.prepared(), cards):
        raise RuleError(T("cards: these can't be in play together with {n} players", n=count))
    connector = fact["connector"]
    if connector is not None:
        facts.number(connector, T("connector (null: not reached)"), high=count - 1)
    for way in ("blue_way", "green_way"):
        Flag(way, T("{way}", way=way)).check(fact[way])
    trapped = fact["trapped"]
    if not isinstance(trapped, list):
        raise RuleError(T("trapped must be a list of seats"))
    for seat in trapped:
        facts.number(seat, T("a seat in trapped"), high=count - 1)
    if len(set(trapped)) < len(trapped):
        raise RuleError(T("trapped: a seat stands there twice"))
    if connector in trapped:
        raise RuleError(T("connector: who made the connection can't be trapped"))
    crystals = facts.number(fact["crystals"], T("crystals"))
    return Round(cards, connector, fact["blue_way"], fact["green_way"], crystals, frozenset(trapped))


def _gold_before(fact: Mapping[str, Any], before: list[int]) -> list[int]:
    """The gold before the round: as given, or what the rounds before left."""
    if "gold_before" not in fact:
        return before
    given = fact["gold_before"]
    if not isinstance(given, list) or len(given) != len(before):
        raise RuleError(T("gold_before must be a list, one for each of {n} players", n=len(before)))
    return [facts.number(gold, T("gold_before")) for gold in given]


def _thefts(given: Any, played: Round, gold: list[int]) -> list[tuple[int, int]]:
    """The thefts in order, each carried out on ``gold``; raises for an impossible one."""
    if not isinstance(given, list):
        raise RuleError(T("thefts must be a list of thief and victim"))
    found: list[tuple[int, int]] = []
    for theft in given:
        if not isinstance(theft, list) or len(theft) != 2:
            raise RuleError(T("thefts: a theft is a thief and a victim"))
        thief, victim = (facts.number(seat, T("a seat in thefts"), high=len(gold) - 1) for seat in theft)
        if thief in played.trapped:
            raise RuleError(T("thefts: seat {seat} is trapped and steals nothing", seat=thief))
        if thief == victim:
            raise RuleError(T("thefts: seat {seat} can't steal from itself", seat=thief))
        if thief in {other for other, _ in found}:
            raise RuleError(T("thefts: seat {seat} has one theft at most", seat=thief))
        if not gold[victim]:
            raise RuleError(T("thefts: seat {seat} has no gold to be stolen", seat=victim))
        gold[thief] += 1
        gold[victim] -= 1
        found.append((thief, victim))
    return found


def fields(players: int) -> tuple[Field, ...]:
    """A page's fields for one round."""
    each = range(players)
    roles = tuple(Choice(card, label) for card, label in CARDS.items())
    seats = (Choice(NOBODY, T("nobody")), *(Choice(seat, T("player {n}", n=seat + 1)) for seat in each))
    return (
        ListOf("cards", T("Role"), each=tuple(OneOf("cards", T("Role"), choices=roles) for _ in each)),
        OneOf("connector", T("Who connected the treasure"), choices=seats),
        Flag("blue_way", T("Blue can walk: a way without a green door")),
        Flag("green_way", T("Green can walk: a way without a blue door")),
        Number("crystals", T("Crystals on all path cards that lie open"), low=0, high=99, start=0),
        ListOf("trapped", T("Trapped"), each=tuple(Flag("trapped", T("Trapped")) for _ in each)),
        ListOf("stolen", T("Stole 1 gold from"), each=tuple(OneOf("stolen", T("From"), choices=seats) for _ in each)),
        OneOf("last_theft", T("Who played a theft last"), optional=True, choices=seats),
    )


def from_page(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """One round's facts from the page's values: thefts begin with who played one last and go on clockwise."""
    stolen: Sequence[int] = values.get("stolen") or ()
    thieves = [seat for seat, victim in enumerate(stolen) if victim != NOBODY]
    first = max(0, values.get("last_theft") or 0)
    return {
        "cards": values["cards"],
        "connector": None if values["connector"] == NOBODY else values["connector"],
        "blue_way": bool(values.get("blue_way")),
        "green_way": bool(values.get("green_way")),
        "crystals": values["crystals"],
        "trapped": [seat for seat, flag in enumerate(values.get("trapped") or ()) if flag],
        "thefts": [[thief, stolen[thief]] for thief in score.clockwise(thieves, first, len(values["cards"]))],
    }


def steps(game: Saboteur2, given: Mapping[str, Any]) -> list[Step]:
    """The story of the score of a facts file, round by round, with the standing at the end."""
    told: list[Step] = []
    history: list[list[int]] = []
    names: list[Any] = []
    gold: list[int] = []
    for number, (played, thefts, after) in enumerate(_rounds(game, given), start=1):
        names = [T("Player {n}", n=seat + 1) for seat in range(len(played.cards))]
        history.append(score.changes(played.gain, thefts))
        gold = after
        for step in tale.tell(names, played, thefts):
            told.append(replace(step, title=T("Round {n}: {title}", n=number, title=step.title)))
    return [*told, *standing(names, history, gold)]
