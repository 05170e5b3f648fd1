"""Handing out the gold of Saboteur (rulebook "Handing out the gold"; spec "End of a round and gold").

Who gets nugget cards, and how they are drawn, picked, or taken from the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import condition
from companion.engine.dealing import TableMove, dealt
from companion.engine.fields import AnyOf, Choice, Field, Number, OneOf
from companion.engine.move import Move, Shuffle
from companion.engine.state import ROUND_OVER, SCORING
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.turns import score_if_complete
from companion.games.saboteur.state import DIGGER, SABOTEUR, SELFISH, Options, State, dwarf_cards, take

VALUES = (3, 2, 1, 0)
MOST_DRAWN = 9
SABOTEUR_PAY = {1: 4, 2: 3, 3: 3, 4: 2}
"""Nuggets for each saboteur, by the number of saboteurs in play."""
SELFISH_PAY = 4
FIRST_PAY = 3
OTHER_PAY = 2
"""What a tournament pays to the first digger, and to the others."""

Draft = Sequence[tuple[int, int]]
"""Seat and nugget card, in the order of picking."""


def count_drawn(players: int, options: Options) -> int | None:
    """Return how many nugget cards are drawn; None: one for each digger who takes part."""
    if options["nugget_rule"] == "per-digger":
        return None
    return dwarf_cards(players, options)[DIGGER] if options["selfish_dwarf"] else min(players, MOST_DRAWN)


# -- who gets gold --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SaboteurRound:
    """The facts that the gold of a round depends on.

    They are: the dwarf ``cards`` of the seats that played, the seat that reached the treasure (None: nobody), the seats
    with a broken tool, and what the diggers picked or took. ``covered``: only each digger knows what they picked.
    ``aside`` are the set-aside cards, if they are shown.
    """

    names: Sequence[Any]
    cards: Mapping[int, str]
    finder: int | None
    broken: frozenset[int]
    options: Options
    draft: Draft = ()
    takes: Mapping[int, int] = field(default_factory=dict)
    aside: Sequence[str] = ()
    covered: bool = False

    @property
    def winner(self) -> str | None:
        """The side that has won; None when the treasure was not reached and no saboteur is in play."""
        if self.finder is not None:
            return SELFISH if self.cards[self.finder] == SELFISH else "diggers"
        return "saboteurs" if self.saboteurs else None

    @property
    def winners(self) -> list[int]:
        """The members of the side that has won; a selfish dwarf alone."""
        won = {"diggers": DIGGER, "saboteurs": SABOTEUR, SELFISH: SELFISH}.get(self.winner or "")
        return [seat for seat, card in self.cards.items() if card == won]

    @property
    def saboteurs(self) -> list[int]:
        return [seat for seat, card in self.cards.items() if card == SABOTEUR]

    @property
    def takers(self) -> list[int]:
        """The diggers who get gold, counter-clockwise from the finder; with ``competitive`` only unbroken ones."""
        if self.finder is None or self.winner != "diggers":
            return []
        count = max(self.cards) + 1
        order = [(self.finder - step) % count for step in range(count)]
        return [seat for seat in order if self.cards.get(seat) == DIGGER and seat not in self.left_out]

    @property
    def left_out(self) -> list[int]:
        """The diggers who get nothing because of a broken tool."""
        if not self.options["competitive"]:
            return []
        return [seat for seat, card in self.cards.items() if card == DIGGER and seat in self.broken]

    @property
    def drawn(self) -> int:
        """How many nugget cards are drawn by the rules; 0 if diggers don't pick cards."""
        if self.options["tournament"] or not self.takers:
            return 0
        count = count_drawn(len(self.cards), self.options)
        return len(self.takers) if count is None else count

    def list_got(self, seat: int) -> list[int]:
        """Return the nugget cards that the seat picked, or the worth that it typed."""
        return [self.takes[seat]] if seat in self.takes else [card for taker, card in self.draft if taker == seat]


def round_of(state: State, covered: bool = False) -> SaboteurRound:
    """Return the round of a state in which all cards are known."""
    cards = {seat: state.seats[seat].card or "" for seat in state.players}
    broken = state.told_broken
    if broken is None:
        broken = frozenset(seat for seat in state.players if state.seats[seat].broken)
    chosen = (tuple(state.draft), dict(state.takes), state.aside or ())
    return SaboteurRound(state.names, cards, state.finder, broken, state.options, *chosen, covered)


def find_next_to_pick(state: State) -> int | None:
    """Return the digger who chooses a card now; None while nothing is on offer."""
    if not state.offer:
        return None
    takers = round_of(state).takers
    return takers[len(state.draft) % len(takers)]


def list_got(state: State, seat: int) -> list[int]:
    """Return the nugget cards that the seat has got in the round that is over, or the worth that it typed."""
    return round_of(state).list_got(seat) if state.status in (SCORING, ROUND_OVER) else []


def draft_highest_first(takers: Sequence[int], cards: Sequence[int]) -> list[tuple[int, int]]:
    """Make the draft in which everyone takes the highest card that is left."""
    ordered = sorted(cards, reverse=True)
    return [(takers[index % len(takers)], card) for index, card in enumerate(ordered)]


def value_name(card: int) -> Text:
    """Name a nugget card; in the old mine a card can be a stone."""
    return TN("{n} nugget", "{n} nuggets", card) if card else T("a worthless stone")


# -- the nugget cards of the app ------------------------------------------------------------------------------------
play_over = condition(T("nugget cards are drawn once, after the round"), lambda state, by: state.status == SCORING)
cards_known = condition(T("enter everyone's dwarf card first"), lambda state, by: state.cards_known)
not_boxed = condition(
    T("you're using the nugget cards from the box: each digger enters what they took"),
    lambda state, by: not state.boxed,
)
not_drawn = condition(T("this round's nugget cards have already been drawn"), lambda state, by: not state.drawn)


def nugget_cards(name: str) -> AnyOf:
    """Make a field for a list of nugget cards."""
    values = tuple(Choice(value, value_name(value)) for value in VALUES)
    return AnyOf(name, T("Nugget cards"), optional=False, hidden=True, choices=values)


class Nuggets(TableMove):
    """The nugget cards of the round are drawn: as many as the rules say, or all that are left."""

    kind = "nuggets"
    label = T("Draw the nugget cards")
    icon = "nugget"
    group = ButtonGroup.SETTLE
    random_fields = ("cards",)
    conditions = (dealt, play_over, cards_known, not_boxed, not_drawn)
    asks = (nugget_cards("cards"),)

    def check(self, state: State, entry: Entry) -> None:
        count = _count_to_draw(state)
        if len(entry["cards"]) != count:
            raise RuleError(TN("{n} nugget card is drawn", "{n} nugget cards are drawn", count))
        if not Counter(entry["cards"]) <= Counter(state.nuggets):
            raise RuleError(T("these nugget cards are no longer in the deck"))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        deck = sorted(Counter(state.nuggets).elements())
        shuffle(deck)
        return {**entry, "cards": deck[: _count_to_draw(state)]}

    def effect(self, state: State, entry: Entry) -> None:
        state.drawn = True
        take(state.nuggets, entry["cards"])
        if state.options["draft"] == "best":
            state.draft = draft_highest_first(round_of(state).takers, entry["cards"])
        else:
            state.offer = list(entry["cards"])
        score_if_complete(self.game, state)

    def phrase(self, state: State, entry: Entry) -> Text:
        count = len(entry["cards"])
        return TN("{n} nugget card is drawn, face down.", "{n} nugget cards are drawn, face down.", count)


def _count_to_draw(state: State) -> int:
    """Count the nugget cards to draw: as many as the rules say, or all that are left."""
    return min(round_of(state).drawn, sum(state.nuggets.values()))


def why_not_pick(state: State, by: int) -> Text | None:
    """Return why this seat can't pick now."""
    if state.status != SCORING:
        return T("no gold is being handed out right now")
    following = find_next_to_pick(state)
    if following is None:
        return T("there are no nugget cards to pick from right now")
    return None if following == by else T("it's {name}'s pick", name=state.seats[following].name)


class Pick(Move):
    """A digger secretly takes one of the cards on offer, and passes the others on counter-clockwise."""

    kind = "pick"
    label = T("Pick a nugget card")
    icon = "nugget"
    group = ButtonGroup.SETTLE
    secret = True
    conditions = (why_not_pick,)
    note = T("only you see the cards")
    log_text = T("{name} picks a nugget card in secret and passes the rest on.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        cards = tuple(
            Choice(value, value_name(value), icon="nugget" if value else "stone")
            for value in sorted(state.offer, reverse=True)
        )
        return (OneOf("card", T("Pick one. The rest go to the next digger."), choices=cards),)

    def phrase(self, state: State, entry: Entry) -> Text:
        if len(state.offer) == 1:
            return T("{name} gets the last nugget card.")
        return super().phrase(state, entry)

    def is_visible_to_next(self, state: State) -> bool:
        """Return True while cards are left: the next digger sees them at once."""
        return bool(state.offer)

    def effect(self, state: State, entry: Entry) -> None:
        state.offer.remove(entry["card"])
        state.draft.append((entry["by"], entry["card"]))
        score_if_complete(self.game, state)


# -- the nugget cards of the box ------------------------------------------------------------------------------------
boxed = condition(
    T("the app keeps the nugget cards, so nobody has to enter what they got"), lambda state, by: state.boxed
)  # fmt: skip
handed_out_now = condition(
    T("no gold is being handed out right now"), lambda state, by: state.status == SCORING and state.cards_known
)
takes_part = condition(T("{name} gets no nuggets this round"), lambda state, by: by in round_of(state).takers)
not_yet = condition(T("{name} has already entered what they got"), lambda state, by: by not in state.takes)


class Take(Move):
    """With the nugget cards of the box, a digger types what they got: in any order, once each."""

    kind = "take"
    label = T("Nuggets I got")
    icon = "nugget"
    group = ButtonGroup.SETTLE
    parallel = True
    secret = True
    conditions = (boxed, handed_out_now, takes_part, not_yet)
    asks = (Number("gold", T("How many nuggets are on all your cards from this round?"), start=1),)
    log_text = T("{name} has taken nuggets in secret.")

    def effect(self, state: State, entry: Entry) -> None:
        state.takes[entry["by"]] = entry["gold"]
        score_if_complete(self.game, state)
