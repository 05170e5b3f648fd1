"""Scoring a game of The Dark Cave that was played without the app (spec "Facts of a round")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.dark_cave import setup, tale
from companion.games.dark_cave.score import Dwarf, score
from companion.games.dark_cave.state import GOLD
from companion.rules import facts
from companion.rules.board import Step
from companion.rules.cards import any_contains
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, ListOf, Number, OneOf
from companion.rules.text import T

if TYPE_CHECKING:
    from companion.games.dark_cave.game import DarkCave

View = dict[str, Any]
SEAT_FACTS = ("name", "card", "gold", "out")


def score_facts(game: DarkCave, given: Mapping[str, Any]) -> View:
    """The score of every round in the file; ``totals`` are each seat's gold carried out."""
    rounds = facts.rounds(given, most=1)
    dwarves = _dwarves(game, facts.keys(rounds[0], ("seats",), T("a round"))["seats"])
    result = score(dwarves)
    totals = [dwarf.saved for dwarf in dwarves]
    return {"game": game.id, "rounds": [result], "totals": totals, "winners": result["winners"]}


def _dwarves(game: DarkCave, given: Any) -> list[Dwarf]:
    seats = facts.seats(given, SEAT_FACTS)
    game.check_players(len(seats))
    for seat in seats:
        facts.card(seat["card"], setup.CARDS, seat["name"])
        facts.number(seat["gold"], T("the gold of {name}", name=seat["name"]), low=0, high=GOLD)
    dwarves = [Dwarf(seat["card"], seat["gold"], _place(seat)) for seat in seats]
    if not any_contains(setup.prepared(len(seats)), [dwarf.card for dwarf in dwarves]):
        raise RuleError(T("these cards can't be in play together with {n} players", n=len(seats)))
    if sum(dwarf.gold for dwarf in dwarves) > GOLD:
        raise RuleError(T("there are only {n} gold in the box", n=GOLD))
    places = sorted(dwarf.out for dwarf in dwarves if dwarf.out)
    if places != list(range(1, len(places) + 1)):
        raise RuleError(T("out: the places of leaving must be 1, 2, 3 and so on, each once"))
    return dwarves


def _place(seat: Mapping[str, Any]) -> int | None:
    if seat["out"] is None:
        return None
    return facts.number(seat["out"], T("the place of leaving of {name}", name=seat["name"]), low=1, high=8)


def fields(players: int) -> tuple[Field, ...]:
    """A page's fields for one round: per seat its card, its gold and its place of leaving (0: still inside)."""
    cards = tuple(Choice(card, label) for card, label in setup.CARDS.items())
    places = (Choice(0, T("still inside")), *(Choice(n, T("{n}.", n=n)) for n in range(1, players + 1)))
    each = range(players)
    return (
        ListOf("card", T("Card"), each=tuple(OneOf("card", T("Card"), choices=cards) for _ in each)),
        ListOf("gold", T("Gold"), each=tuple(Number("gold", T("Gold"), low=0, high=GOLD, start=3) for _ in each)),
        ListOf("out", T("Left the cave as"), each=tuple(OneOf("out", T("Left"), choices=places) for _ in each)),
    )


def from_page(values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    """One round's facts from the page's values."""
    return {
        "seats": [
            {"name": name, "card": card, "gold": gold, "out": out or None}
            for name, card, gold, out in zip(names, values["card"], values["gold"], values["out"], strict=True)
        ]
    }


def steps(given: Mapping[str, Any]) -> list[Step]:
    """The story of the score of a facts file that has been checked."""
    seats = given["rounds"][0]["seats"]
    dwarves = [Dwarf(seat["card"], seat["gold"], seat["out"]) for seat in seats]
    first = next((index for index, dwarf in enumerate(dwarves) if dwarf.out == 1), None)
    names = [seat["name"] for seat in seats]
    out = [dwarf.out is not None for dwarf in dwarves]
    return tale.tell(names, [d.card for d in dwarves], [d.gold for d in dwarves], out, first, score(dwarves))
