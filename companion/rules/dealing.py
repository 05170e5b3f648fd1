"""Games whose rounds begin with a deal of secret cards, by the app or by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic

from companion.rules import turns
from companion.rules.action import Entry
from companion.rules.cards import Prepared, any_contains
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, ListOf, OneOf, SomeOf, plain
from companion.rules.game import Game
from companion.rules.move import Shuffle, StateT
from companion.rules.table_moves import AGREED, CARDS
from companion.rules.text import T, Text

DEALING = OneOf(
    "dealing",
    T("Secret cards"),
    choices=(Choice("phones", T("dealt to the phones")), Choice("cards", T("dealt by hand from the box"))),
)
COUNT_CARDS = Flag("count_cards", T("The app counts hands and the draw deck"))
DEFAULTS: Mapping[str, Any] = {"dealing": "phones", "count_cards": True}


class DealtGame(Game[StateT], Generic[StateT]):
    """What deal, identities and corrections ask of a game.

    ``clans`` are the public backs ("yellow", "blue"), or empty where all backs are alike; a card id of a game with
    backs begins with its clan.
    """

    clans: tuple[str, ...] = ()
    cards: Mapping[str, Text]

    def options(self) -> tuple[Field, ...]:
        return (DEALING, COUNT_CARDS)

    def default_options(self) -> dict[str, Any]:
        return dict(DEFAULTS)

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        """The cards that are shuffled for this number of players; several where there is a choice."""
        raise NotImplementedError

    def start_round(self, state: StateT, entry: Entry) -> None:
        """Reset what a round has of its own: hands, deck, what lies on the table."""
        raise NotImplementedError

    def deal(self, state: StateT, shuffle: Shuffle) -> Entry:
        """Prepare the cards, shuffle, one to each seat; the rest is set aside."""
        ways = self.prepared(len(state.seats), state.options)
        shuffle(ways)
        cards = sorted(ways[0].elements())
        shuffle(cards)
        count = len(state.seats)
        return {"kind": "deal", "cards": cards[:count], "aside": cards[count:]}

    def deal_fields(self, state: StateT) -> tuple[Field, ...]:
        """The fields of a deal beside ``first``."""
        if not state.by_hand:
            choices = tuple(Choice(card, label) for card, label in self.cards.items())
            each = tuple(OneOf("cards", T("{name}", name=name), choices=choices) for name in state.names)
            aside = Aside("aside", T("Set aside"), drawn=True, choices=choices)
            return (ListOf("cards", T("Cards"), drawn=True, each=each), aside)
        if self.clans:
            backs = tuple(Choice(clan, clan_name(clan)) for clan in self.clans)
            each = tuple(OneOf("clans", T("{name}", name=name), choices=backs) for name in state.names)
            return (ListOf("clans", T("Card backs"), each=each),)
        return ()

    def check_deal(self, state: StateT, entry: Entry) -> None:
        """Raise unless these cards, or backs, can be dealt to this number of players."""
        ways = self.prepared(len(state.seats), state.options)
        if not state.by_hand:
            if not any(way == Prepared([*entry["cards"], *entry["aside"]]) for way in ways):
                raise RuleError(T("these are not the cards prepared for {n} players", n=len(state.seats)))
        elif self.clans:
            backs = [Prepared(clan_of(card) for card in way.elements()) for way in ways]
            if not any_contains(backs, entry["clans"]):
                raise RuleError(T("these backs can't be dealt together to {n} players", n=len(state.seats)))

    def card_choices(self, state: StateT, seat: int) -> tuple[Choice, ...]:
        """The cards this seat can have, by its public back."""
        clan = getattr(state.seats[seat], "clan", None)
        name = state.seats[seat].name

        def closed(card: str) -> Text | None:
            if clan is None or clan_of(card) == clan:
                return None
            return T("the back of {name}'s card is {clan}", name=name, clan=clan_name(clan))

        return tuple(Choice(card, label, closed(card)) for card, label in self.cards.items())

    def end_reasons(self, state: StateT) -> tuple[Choice, ...]:
        return (AGREED, CARDS)

    def proposed_first(self, state: StateT) -> int:
        return turns.next_first(state) or 0

    # -- what a correction may touch ----------------------------------------------------------------------------
    def deck_size(self, state: StateT) -> int:
        raise NotImplementedError

    def change_deck(self, state: StateT, change: int) -> None:
        raise NotImplementedError

    def check_correction(self, state: StateT, entry: Entry) -> None:
        """Raise for a correction the game's own stock can't pay."""

    def corrected(self, state: StateT, entry: Entry) -> None:
        """The counts of a seat were corrected: take the other side of it from where it comes."""


@dataclass(frozen=True)
class Aside(SomeOf):
    """A list of cards, the same one more than once if need be."""

    optional: bool = False

    def check(self, value: Any) -> None:
        if not isinstance(value, list):
            raise RuleError(T("{field} must be a list", field=self.name))
        known = {choice.value for choice in self.choices}
        for card in value:
            if not isinstance(card, str) or card not in known:
                raise RuleError(T("{field}: there is no card {card}", field=self.name, card=plain(card)))


CLAN_NAMES = {"yellow": T("yellow"), "blue": T("blue"), "green": T("green")}


def clan_name(clan: str) -> Text:
    return CLAN_NAMES[clan]


def clan_of(card: str) -> str:
    """The public back of a clan card."""
    return card.partition("-")[0]


def other_clan(clan: str) -> str:
    return "blue" if clan == "yellow" else "yellow"


def works_for(card: str) -> str | None:
    """The clan this card works for: a loyal dwarf for its own, a saboteur for the other, a selfish one for none."""
    clan, _, identity = card.partition("-")
    return {"loyal": clan, "saboteur": other_clan(clan)}.get(identity)
