"""Scoring a game of The Lost Mines that was played without the app (spec "Facts of a round")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.lost_mines import setup, tale
from companion.games.lost_mines.score import Dwarf, score, totals, winners
from companion.games.lost_mines.values import MOST
from companion.games.lost_mines.words import CARDS
from companion.rules import facts
from companion.rules.board import Step
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, Line, ListOf, OneOf
from companion.rules.pieces import contains
from companion.rules.text import T

if TYPE_CHECKING:
    from companion.games.lost_mines.game import LostMines

View = dict[str, Any]
SEAT_FACTS = ("name", "card", "treasures", "dragon")


def score_facts(game: LostMines, given: Mapping[str, Any]) -> View:
    """The score of every round in the file; ``totals`` are the points over all of them, the most win."""
    rounds = facts.rounds(given)
    scores = [score(_dwarves(game, one)) for one in rounds]
    names = [_names(one) for one in rounds]
    if any(one != names[0] for one in names):
        raise RuleError(T("seats: every round must have the same players in the same order"))
    points = totals([one["points"] for one in scores], len(names[0]))
    return {"game": game.id, "rounds": scores, "totals": points, "winners": winners(points)}


def _names(given: Mapping[str, Any]) -> list[str]:
    return [seat["name"] for seat in given["seats"]]


def _dwarves(game: LostMines, given: Any) -> list[Dwarf]:
    seats = facts.seats(facts.keys(given, ("seats",), T("a round"))["seats"], SEAT_FACTS)
    count = len(seats)
    game.check_players(count)
    dwarves = [_dwarf(seat) for seat in seats]
    if not contains(setup.prepared(count), [dwarf.card for dwarf in dwarves]):
        raise RuleError(T("these cards can't be in play together with {n} players", n=count))
    if sum(len(dwarf.treasures) for dwarf in dwarves) > setup.treasures(count):
        limits = {"most": setup.treasures(count), "n": count}
        raise RuleError(T("treasures: only {most} lie on the table with {n} players", **limits))
    if sum(dwarf.dragon for dwarf in dwarves) > 1:
        raise RuleError(T("dragon: only one player can have the dragon token"))
    return dwarves


def _dwarf(seat: Mapping[str, Any]) -> Dwarf:
    name = seat["name"]
    card = facts.card(seat["card"], CARDS, name)
    if not isinstance(seat["treasures"], list):
        raise RuleError(T("the treasures of {name} must be a list of values", name=name))
    what = T("a treasure of {name}", name=name)
    treasures = [facts.number(value, what, low=1, high=MOST) for value in seat["treasures"]]
    if not isinstance(seat["dragon"], bool):
        raise RuleError(T("the dragon of {name} must be true or false", name=name))
    return Dwarf(card, treasures, seat["dragon"])


def fields(players: int) -> tuple[Field, ...]:
    """A page's fields for one round: per seat its card, its treasures as "4 2", and whether it has the dragon token."""
    cards = tuple(Choice(card, label) for card, label in CARDS.items())
    return (
        ListOf("card", T("Card"), each=(OneOf("card", T("Card"), choices=cards),) * players),
        ListOf("treasures", T("Treasures, for example 4 2"), each=(Line("treasures", T("Treasures")),) * players),
        ListOf("dragon", T("Has the dragon token"), each=(Flag("dragon", T("Dragon token")),) * players),
    )


def from_page(values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    """One round's facts from the page's values."""
    rows = zip(names, values["card"], values["treasures"], values["dragon"], strict=True)
    return {
        "seats": [
            {"name": name, "card": card, "treasures": _typed(treasures), "dragon": dragon}
            for name, card, treasures, dragon in rows
        ]
    }


def _typed(line: str) -> list[int | str]:
    """The values in a typed line; what is no number stays as it is, to be named in the error."""
    return [int(word) if word.isascii() and word.isdigit() else word for word in line.replace(",", " ").split()]


def steps(given: Mapping[str, Any]) -> list[Step]:
    """The story of the score of a facts file that has been checked."""
    names = _names(given["rounds"][0])
    told: list[Step] = []
    history = []
    for number, one in enumerate(given["rounds"], start=1):
        dwarves = [_dwarf(seat) for seat in one["seats"]]
        history.append(score(dwarves)["points"])
        told += tale.tell_round(number, names, dwarves)
    return tale.with_end([*told, *tale.standing(names, history), tale.the_winners(names, history)])
