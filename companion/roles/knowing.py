"""What phones are told at a deal of a game in one file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.roles.form import CARDS, NAMES, PLACE, Form, Learning, say

Deal = tuple[str, ...]
"""The card of each seat."""


class Learnt(NamedTuple):
    """What a seat is told by one rule: about which seats (None: the rule is about none), and with which cards."""

    rule: Learning
    seats: tuple[int, ...] | None
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class Table:
    """A game in one file as these people play it: the cards that are dealt to them and those aside."""

    form: Form
    names: tuple[str, ...]
    deck: Mapping[str, int]

    @property
    def players(self) -> int:
        return len(self.names)

    def rules_of(self, card: str) -> list[Learning]:
        return [one for one in self.form.learns if self.players in one.players and card in one.who]

    def learnt(self, deal: Deal, seat: int) -> list[Learnt]:
        """What the seat is told at this deal, in the order of the file; a rule that tells it nothing is left out."""
        found: list[Learnt] = []
        for rule in self.rules_of(deal[seat]):
            if rule.of is None:
                found.append(Learnt(rule, None, None))
                continue
            seats = tuple(one for one, card in enumerate(deal) if one != seat and card in rule.of)
            if seats or rule.none is not None:
                cards = tuple(deal[one] for one in seats) if rule.card else None
                found.append(Learnt(rule, seats, cards))
        return found

    def words(self, one: Learnt, lang: str, drawn: Mapping[str, str] | None = None) -> str:
        """The sentence of what was learnt. ``drawn`` fills the placeholders of ``[draw]``; without it they stay."""
        rule, seats, cards = one
        words = rule.none if seats is not None and not seats and rule.none is not None else rule.says
        values = dict(drawn or {})
        if seats is not None:
            values[NAMES] = ", ".join(self.names[one] for one in seats)
            if cards is not None:
                values[CARDS] = ", ".join(
                    f"{self.names[one]}: {say(self.form.cards[card].name, lang)}"
                    for one, card in zip(seats, cards, strict=True)
                )
        return PLACE.sub(lambda place: values.get(place[1], place[0]), say(words, lang))

    @cached_property
    def open_cards(self) -> frozenset[str]:
        """Everybody sees who has these, and that nobody has one that lies aside."""
        return frozenset(id for id in self.deck if self.form.cards[id].open or self.form.cards[id].chosen)


def table(form: Form, names: Sequence[str], on: Collection[str] | None = None) -> Table:
    """The game as so many play it, with these optional cards switched on (None: as the file has it)."""
    return Table(form, tuple(names), form.deck(len(names), on))
