"""Handing out the nuggets after the play of a round: drawing, picking, taking from the box (spec "Entries")."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.games.saboteur import gold
from companion.games.saboteur.state import State
from companion.rules import turns
from companion.rules.action import Action, Entry
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Number, OneOf, is_number, plain
from companion.rules.move import Move, Shuffle
from companion.rules.pieces import contains
from companion.rules.state import SCORING, SETUP
from companion.rules.text import TN, T, Text
from companion.rules.unported import OneEntryGame

VALUES = (3, 2, 1, 0)


def value_name(card: int) -> Text:
    """A nugget card in words; in the old mine a card may be a stone."""
    return TN("{n} nugget", "{n} nuggets", card) if card else T("a worthless stone")


def draw_closed(state: State) -> Text | None:
    """Why no nugget cards are drawn now."""
    if state.status != SCORING:
        return turns.play_closed(state) if state.status == SETUP else T("nugget cards are drawn once, after the play")
    if state.seats[0].card is None:
        return T("the identities have to be entered first")
    if state.boxed:
        return T("the nugget cards of the box are used: each digger says what it took")
    if state.drawn:
        return T("the nugget cards of this round are drawn already")
    return None


def takes_part(state: State, by: int) -> Text | None:
    """Why this seat gets no nuggets of choice now."""
    if state.status != SCORING or state.seats[0].card is None:
        return T("no gold is handed out now")
    if by not in gold.round_of(state).takers:
        return T("{name} gets no nuggets in this round", name=state.seats[by].name)
    return None


@dataclass(frozen=True)
class NuggetCards(Field):
    """A list of nugget cards by their values, the same one more than once if need be."""

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise RuleError(T("{field} must be a list", field=self.name))
        for card in value:
            if not is_number(card) or card not in VALUES:
                raise RuleError(T("{field}: there is no nugget card {card}", field=self.name, card=plain(card)))


class Nuggets(Move[State]):
    """The nugget cards of the round are drawn: as many as the rules say, or all that are left."""

    kind = "nuggets"
    label = T("Draw the nugget cards")
    icon = "nugget"
    group = "settle"
    seated = False
    drawn = ("cards",)

    def __init__(self, game: OneEntryGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        return draw_closed(state)

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (NuggetCards("cards", T("Nugget cards"), drawn=True),)

    def check(self, state: State, entry: Entry) -> None:
        count = _to_draw(state)
        if len(entry["cards"]) != count:
            raise RuleError(TN("{n} nugget card is drawn", "{n} nugget cards are drawn", count))
        if not contains(Counter(state.nuggets), entry["cards"]):
            raise RuleError(T("these nugget cards are not in the deck any more"))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        deck = sorted(Counter(state.nuggets).elements())
        shuffle(deck)
        return {**entry, "cards": deck[: _to_draw(state)]}

    def apply(self, state: State, entry: Entry) -> None:
        state.drawn = True
        gold.take(state.nuggets, entry["cards"])
        if state.options["draft"] == "best":
            state.draft = gold.highest_first(gold.round_of(state).takers, entry["cards"])
        else:
            state.offer = list(entry["cards"])
        turns.settle(self.game, state)

    def sentence(self, state: State, entry: Entry) -> Text:
        return TN(
            "{n} nugget card is drawn, face down.", "{n} nugget cards are drawn, face down.", len(entry["cards"])
        )  # fmt: skip


def _to_draw(state: State) -> int:
    """As many as the rules say; all that are left, when there are fewer."""
    return min(gold.round_of(state).drawn, sum(state.nuggets.values()))


class Pick(Move[State]):
    """A digger takes one of the cards on offer and hands the rest on, counter-clockwise; what it took is its secret."""

    kind = "pick"
    label = T("Pick a nugget card")
    icon = "nugget"
    group = "settle"
    secret = True

    def __init__(self, game: OneEntryGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        if state.status != SCORING:
            return T("no gold is handed out now")
        following = gold.next_to_pick(state)
        if following is None:
            return T("no nugget cards are on offer")
        return None if following == by else T("it is {name}'s pick", name=state.seats[following].name)

    def actions(self, state: State, by: int) -> list[Action]:
        cards = tuple(
            Choice(value, value_name(value), icon="nugget" if value else "stone")
            for value in sorted(state.offer, reverse=True)
        )
        field = OneOf("card", T("Which one? The rest goes on to the next digger."), choices=cards)
        return [self.action(by, fields=(field,), note=T("only you see the cards"))]

    def handed_on(self, state: State) -> bool:
        """The cards that are left are on offer to the next digger."""
        return bool(state.offer)

    def apply(self, state: State, entry: Entry) -> None:
        state.offer.remove(entry["card"])
        state.draft.append((entry["by"], entry["card"]))
        turns.settle(self.game, state)

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} picks a nugget card, unseen, and hands the rest on.", name=state.seats[entry["by"]].name)


class Take(Move[State]):
    """With the cards of the box: a digger types how much it got; in any order, once each."""

    kind = "take"
    label = T("Nuggets I got")
    icon = "nugget"
    group = "settle"
    parallel = True
    secret = True

    def __init__(self, game: OneEntryGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        if not state.boxed:
            return T("the app keeps the nugget cards: nobody types what they got")
        closed = takes_part(state, by)
        if closed is None and by in state.takes:
            return T("{name} has typed what they got already", name=state.seats[by].name)
        return closed

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (Number("gold", T("How many nuggets, all your cards of this round together"), low=0, high=99, start=1),)

    def apply(self, state: State, entry: Entry) -> None:
        state.takes[entry["by"]] = entry["gold"]
        turns.settle(self.game, state)

    def sentence(self, state: State, entry: Entry) -> Text:
        return T("{name} has taken nuggets, unseen.", name=state.seats[entry["by"]].name)


def gold_moves(game: OneEntryGame[State]) -> list[Move[State]]:
    return [Pick(game), Take(game), Nuggets(game)]
