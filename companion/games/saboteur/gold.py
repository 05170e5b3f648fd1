"""Handing out the gold of Saboteur (rulebook "Handing out the gold"; spec "End of a round and gold")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from companion.games.saboteur import setup
from companion.games.saboteur.state import DIGGER, SABOTEUR, SELFISH, State

SABOTEUR_PAY = {1: 4, 2: 3, 3: 3, 4: 2}
"""Nuggets for each saboteur, by the number of saboteurs in play."""
SELFISH_PAY = 4
FIRST_PAY, OTHER_PAY = 3, 2
"""What a tournament pays to the first digger, and to the others."""
MOST_DRAWN = 9

Draft = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Round:
    """What the gold of a round depends on: the dwarf cards by seat, the seat that reached the treasure (None: nobody),
    and the seats with a broken tool."""

    cards: Sequence[str]
    finder: int | None
    broken: frozenset[int]
    options: Mapping[str, Any]

    @property
    def winner(self) -> str | None:
        """Who has won; None when the treasure was not reached and no saboteur is in play."""
        if self.finder is not None:
            return SELFISH if self.cards[self.finder] == SELFISH else "diggers"
        return "saboteurs" if self.saboteurs else None

    @property
    def saboteurs(self) -> list[int]:
        return [seat for seat, card in enumerate(self.cards) if card == SABOTEUR]

    @property
    def takers(self) -> list[int]:
        """The diggers who get gold, counter-clockwise from the finder; with ``competitive`` only unbroken ones."""
        if self.finder is None or self.winner != "diggers":
            return []
        count = len(self.cards)
        order = [(self.finder - step) % count for step in range(count)]
        return [seat for seat in order if self.cards[seat] == DIGGER and seat not in self.left_out]

    @property
    def left_out(self) -> list[int]:
        """The diggers who get nothing because of a broken tool."""
        if not self.options["competitive"]:
            return []
        return [seat for seat, card in enumerate(self.cards) if card == DIGGER and seat in self.broken]

    @property
    def drawn(self) -> int:
        """How many nugget cards the rules draw; 0 where the gold is not handed out in cards of choice."""
        if self.options["tournament"] or not self.takers:
            return 0
        if self.options["nugget_rule"] == "per-digger":
            return len(self.takers)
        if self.options["selfish_dwarf"]:
            return setup.prepared(len(self.cards), self.options)[DIGGER]
        return min(len(self.cards), MOST_DRAWN)

    @property
    def credited(self) -> list[int]:
        """What each seat gets without choosing a card: everybody at the table can compute it."""
        gold = [0] * len(self.cards)
        if self.winner == SELFISH and self.finder is not None:
            gold[self.finder] = SELFISH_PAY
        if self.winner == "saboteurs":
            for seat in self.saboteurs:
                gold[seat] = SABOTEUR_PAY[len(self.saboteurs)]
        if self.options["tournament"]:
            for place, seat in enumerate(self.takers):
                gold[seat] = OTHER_PAY if place else FIRST_PAY
        return gold


def round_of(state: State) -> Round:
    """The round as the state has it. Only to be asked when all cards are known."""
    cards = [seat.card for seat in state.seats if seat.card is not None]
    broken = frozenset(index for index, seat in enumerate(state.seats) if seat.broken)
    return Round(cards, state.finder, broken, state.options)


def next_to_pick(state: State) -> int | None:
    """The digger who chooses a card now; None while nothing is on offer."""
    if not state.offer:
        return None
    takers = round_of(state).takers
    return takers[len(state.draft) % len(takers)]


def highest_first(takers: Sequence[int], cards: Sequence[int]) -> list[tuple[int, int]]:
    """The draft in which everybody takes the highest card left."""
    ordered = sorted(cards, reverse=True)
    return [(takers[index % len(takers)], card) for index, card in enumerate(ordered)]


def score(played: Round, draft: Draft, takes: Mapping[int, int]) -> dict[str, Any]:
    """The score of a round in the form of the record: ``winner``, ``finder``, ``draft``, ``gold``."""
    gold = played.credited
    for seat, value in (*draft, *takes.items()):
        gold[seat] += value
    return {
        "winner": played.winner,
        "finder": played.finder,
        "draft": [[seat, card] for seat, card in draft],
        "gold": gold,
    }


def pay_saboteurs(played: Round, left: dict[int, int]) -> None:
    """Take the saboteurs' pay off the nugget deck, in the order of seats; the deck stays where it has no exact sum."""
    if played.winner != "saboteurs":
        return
    for seat in played.saboteurs:
        take(left, exact_sum(left, played.credited[seat]) or ())


def exact_sum(left: Mapping[int, int], amount: int) -> tuple[int, ...] | None:
    """As few cards as make ``amount`` exactly, the highest first; None where there are none."""
    values = sorted((value for value in left if value), reverse=True)
    for count in range(1, amount + 1):
        for cards in combinations_with_replacement(values, count):
            if sum(cards) == amount and all(cards.count(value) <= left[value] for value in cards):
                return cards
    return None


def take(left: dict[int, int], cards: Iterable[int]) -> None:
    """Cards leave the nugget deck for good."""
    for card in cards:
        left[card] -= 1
