"""Scoring rounds of Saboteur that were played without the app (spec "Facts for companion score")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.saboteur import gold, setup, tale
from companion.games.saboteur.gold import Draft, Round
from companion.games.saboteur.moves import VALUES, NuggetCards, value_name
from companion.games.saboteur.state import CARDS, SELFISH
from companion.rules import facts
from companion.rules.board import Step
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, ListOf, Number, OneOf
from companion.rules.pieces import contains
from companion.rules.standing import standing, winners
from companion.rules.text import TN, T
from companion.rules.tools import ROUNDS

if TYPE_CHECKING:
    from companion.games.saboteur.game import Saboteur

View = dict[str, Any]
NOT_REACHED = -1


def score_facts(game: Saboteur, given: Mapping[str, Any]) -> View:
    """The score of every round in the file; ``totals`` are the gold of all rounds."""
    scores = [gold.score(played, draft, {}) for played, draft in _rounds(game, given)]
    totals = [sum(column) for column in zip(*(score["gold"] for score in scores), strict=True)]
    return {"game": game.id, "rounds": scores, "totals": totals, "winners": winners(totals)}


def _rounds(game: Saboteur, given: Mapping[str, Any]) -> Iterator[tuple[Round, Draft]]:
    """Each round with its draft, checked; the nugget deck goes on from round to round."""
    options = game.complete(given.get("options", {}))
    left = setup.nugget_deck(options)
    players = None
    for number, one in enumerate(facts.rounds(given, most=ROUNDS), start=1):
        fact = facts.keys(one, ("cards", "finder"), T("round {n}", n=number), optional=("nuggets", "broken"))
        played = _round(game, fact, options)
        if players not in (None, len(played.cards)):
            raise RuleError(T("cards of round {n}: one for each of {players} players", n=number, players=players))
        players = len(played.cards)
        draft = gold.highest_first(played.takers, _drawn(fact, played, left))
        gold.pay_saboteurs(played, left)
        yield played, draft


def _round(game: Saboteur, fact: Mapping[str, Any], options: Mapping[str, Any]) -> Round:
    cards = fact["cards"]
    if not isinstance(cards, list):
        raise RuleError(T("cards must be a list, one for each player"))
    count = len(cards)
    game.check_players(count)
    game.check_options(options, count)
    for seat, card in enumerate(cards):
        facts.card(card, CARDS, T("seat {n}", n=seat))
    if not contains(setup.prepared(count, options), cards):
        raise RuleError(T("cards: these can't be in play together with {n} players", n=count))
    finder = fact["finder"]
    if finder is not None:
        facts.number(finder, T("finder (null: not reached)"), high=count - 1)
    broken = fact.get("broken", [])
    if not isinstance(broken, list):
        raise RuleError(T("broken must be a list of seats"))
    for seat in broken:
        facts.number(seat, T("a seat in broken"), high=count - 1)
    if len(set(broken)) < len(broken):
        raise RuleError(T("broken: a seat stands there twice"))
    if finder in broken:
        raise RuleError(T("finder: who reached the treasure can't have a broken tool"))
    return Round(cards, finder, frozenset(broken), options)


def _drawn(fact: Mapping[str, Any], played: Round, left: dict[int, int]) -> list[int]:
    """The nugget cards of the round, taken off the deck."""
    cards = fact.get("nuggets", [])
    NuggetCards("nuggets", T("Nugget cards")).check(cards)
    count = min(played.drawn, sum(left.values()))
    if len(cards) != count:
        raise RuleError(
            TN(
                "nuggets: {n} nugget card is drawn in this round, not {given}",
                "nuggets: {n} nugget cards are drawn in this round, not {given}",
                count,
                given=len(cards),
            )
        )
    if not contains(Counter(left), cards):
        raise RuleError(T("nuggets: these cards are not in the nugget deck any more"))
    gold.take(left, cards)
    return list(cards)


def fields(players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
    """A page's fields for one round: dwarf cards, who reached the treasure, the nugget cards drawn, broken tools."""
    selfish = options["selfish_dwarf"] or options["tournament"]
    cards = tuple(Choice(card, label) for card, label in CARDS.items() if selfish or card != SELFISH)
    each = range(players)
    finders = (Choice(NOT_REACHED, T("nobody")), *(Choice(seat, T("player {n}", n=seat + 1)) for seat in each))
    found: list[Field] = [
        ListOf("cards", T("Dwarf card"), each=tuple(OneOf("cards", T("Card"), choices=cards) for _ in each)),
        OneOf("finder", T("Who reached the treasure"), choices=finders),
    ]
    if not options["tournament"]:
        stock = setup.nugget_deck(options)
        found += [_count(value, stock[value]) for value in VALUES if stock[value]]
    if options["competitive"]:
        found.append(ListOf("broken", T("Broken tool"), each=tuple(Flag("broken", T("Broken tool")) for _ in each)))
    return tuple(found)


def _count(value: int, most: int) -> Field:
    return Number(f"nuggets_{value}", T("Cards drawn: {value}", value=value_name(value)), low=0, high=most, start=0)


def from_page(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """One round's facts from the page's values."""
    nuggets = [value for value in VALUES for _ in range(values.get(f"nuggets_{value}") or 0)]
    broken = [seat for seat, flag in enumerate(values.get("broken") or ()) if flag]
    finder = None if values["finder"] == NOT_REACHED else values["finder"]
    return {"cards": values["cards"], "finder": finder, "broken": broken, "nuggets": nuggets}


def steps(game: Saboteur, given: Mapping[str, Any]) -> list[Step]:
    """The story of the score of a facts file, round by round, with the standing at the end."""
    told: list[Step] = []
    history = []
    names: list[Any] = []
    for number, (played, draft) in enumerate(_rounds(game, given), start=1):
        names = [T("Player {n}", n=seat + 1) for seat in range(len(played.cards))]
        history.append(gold.score(played, draft, {})["gold"])
        for step in tale.tell(names, played, draft, {}):
            told.append(replace(step, title=T("Round {n}: {title}", n=number, title=step.title)))
    return [*told, *standing(names, history, [sum(column) for column in zip(*history, strict=True)])]
