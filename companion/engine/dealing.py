"""A round starts with a deal of secret cards, by the app or by hand, and ends with their being revealed.

The game says which cards there are (``Game.prepare``), ``record.chance`` shuffles them, hands are in ``hands``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.clans import clan_of
from companion.engine.conditions import condition
from companion.engine.display import DeckEntry
from companion.engine.fields import AnyOf, CardCounts, Choice, Field, FixedList, OneOf, SomeOf, choices, seat_choices
from companion.engine.game import Game
from companion.engine.move import ALL_MODES, Move, Shuffle
from companion.engine.round_facts import list_tracking_modes
from companion.engine.setup import check_players
from companion.engine.state import EVERY_TURN, OVER, PLAYING, RESULT_ONLY, ROUND_OVER, SCORING, SETUP, TOKENS
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.turns import begin_turn, score_if_complete, stop_tracking


class TrackingMode(NamedTuple):
    """A tracking mode, which is how much people tap; ``then``: what comes after the deal."""

    name: Text
    line: Text
    then: Text
    icon: str


TRACKING_MODES = {
    RESULT_ONLY: TrackingMode(
        T("nothing"), T("just deals and scores"), T("then no taps until the round is over"), "deck"
    ),
    TOKENS: TrackingMode(
        T("ongoing effects"),
        T("two taps per effect"),
        T("then tap only ongoing effects"),
        "hourglass",
    ),
    EVERY_TURN: TrackingMode(T("every turn"), T("one tap per turn"), T("then one tap per turn"), "next"),
}


# -- the pack -------------------------------------------------------------------------------------------------------
def pack(game: Game, state: Any) -> tuple[DeckEntry, ...]:
    """Return the cards that were shuffled for this round, as everyone knows them: by the rulebook and the backs."""
    seats = [state.seats[seat] for seat in state.players]
    backs = Counter(seat.clan for seat in seats if seat.clan is not None)
    ways = game.prepare(len(seats), state.options)
    cards = next(way for way in ways if backs <= Counter(map(clan_of, way.elements())))
    return tuple(_pack_card(game, state, card, count) for card, count in cards.items())


def _pack_card(game: Game, state: Any, card: str, count: int) -> DeckEntry:
    page = game.make_role(state, state.players[0], card)
    piece = game.roles[card]
    clan = clan_of(card)
    return DeckEntry(piece.icon, page.name if page else piece.label, clan if clan in game.clans else None, count)


# -- the deal -------------------------------------------------------------------------------------------------------
def deal_cards(game: Game, state: Any, shuffle: Shuffle, without: Sequence[int] = ()) -> Entry:
    """Make the entry of a deal: a shuffled card for each seat except those ``without``, the rest set aside.

    Who goes first (``first``) is added later.
    """
    count = len(state.seats) - len(set(without))
    ways = game.prepare(count, state.options)
    shuffle(ways)
    cards = sorted(ways[0].elements())
    shuffle(cards)
    sit_out = {"without": sorted(without)} if without else {}
    return {"kind": "deal", **sit_out, "cards": cards[:count], "aside": cards[count:]}


class TableMove(Move):
    """A move of the whole table."""

    game: Game
    seated = False
    group = ButtonGroup.TABLE


class Deal(TableMove):
    """The start of a round; directly after a deal a fresh one, because someone saw a wrong card."""

    kind = "deal"
    label = T("Deal the cards")
    icon = "deck"
    random_fields: ClassVar[tuple[str, ...]] = ("cards", "aside")
    allowed_tracking = ALL_MODES

    def judge(self, state: Any, entry: Entry, drawn: bool = True) -> None:
        """Judge a deal: the number of cards, and the seats that can be named, depend on who plays in the round."""
        sitting = self._seat_out(state, entry.get("without"))
        if not drawn and self.game.in_turns:
            entry = {"first": next(iter(sitting.players), 0), **entry}
        super().judge(sitting, entry, drawn)
        if not drawn:
            self._check_players(sitting)

    def list_fields_without(self, state: Any, without: Sequence[int] = ()) -> tuple[Field, ...]:
        """Return the fields of the next deal, ``without`` those who will sit out."""
        return self.fields(self._seat_out(state, list(without)), -1)

    def bind(self, state: Any, without: Sequence[int], earlier: Iterable[Entry]) -> Entry:
        """Make the part of a deal that the app fills in, before anything is drawn.

        ``earlier`` are the deals of the game that this table has seen, undone ones included.
        """
        return {}

    def _seat_out(self, state: Any, without: Any) -> Any:
        """Return the state with those seats sitting out that the deal names, and no others.

        An entry that names no seats is refused by its field.
        """
        named = {seat for seat in without if type(seat) is int} if isinstance(without, list) else set()
        found = copy(state)
        found.seats = [replace(seat, sits_out=index in named, newcomer=False) for index, seat in enumerate(state.seats)]
        return found

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        if state.status in (SETUP, ROUND_OVER) or (state.fresh and state.playing):
            return None
        if state.status == OVER:
            return T("the game is over")
        if state.status == SCORING:
            return T("score the round before the next deal")
        return T("a round is in progress: you can redeal only right after a deal")

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        first = (OneOf("first", T("Who goes first"), choices=seat_choices(state)),) if self.game.in_turns else ()
        ways = tuple(Choice(how, TRACKING_MODES[how].name) for how in list_tracking_modes(self.game))
        follow = OneOf("follow", T("What the app tracks"), optional=True, hidden=True, choices=ways)
        return (self._ask_without(state), *self._ask_cards(state), *first, follow)

    def _ask_without(self, state: Any) -> Field:
        """Ask which seats sit out: in games of several rounds, from the second round on."""
        later = self.game.rounds(state) > 1 and state.round + (not state.playing) > 1
        closed = None if later else T("players can sit out only in games of several rounds, from the second round on")
        return SomeOf("without", T("Who sits out"), choices=seat_choices(state, lambda seat: closed, everybody=True))

    def _ask_cards(self, state: Any) -> tuple[Field, ...]:
        if not state.dealt_by_hand:
            cards = choices(self.game.roles)
            each = _ask_each(state, "cards", lambda seat: cards)
            aside = AnyOf("aside", T("Set aside"), optional=False, hidden=True, choices=cards)
            return (FixedList("cards", T("Cards"), hidden=True, each=each), aside)
        if self.game.clans:
            backs = tuple(Choice(clan, name) for clan, name in self.game.clans.items())
            return (FixedList("clans", T("Card backs"), each=_ask_each(state, "clans", lambda seat: backs)),)
        return ()

    def check(self, state: Any, entry: Entry) -> None:
        """Check that these cards, or backs, can be dealt to this number of players."""
        self._check_players(state)
        players = len(state.players)
        if not state.dealt_by_hand:
            ways = self.game.prepare(players, state.options)
            if CardCounts([*entry["cards"], *entry["aside"]]) not in ways:
                raise RuleError(T("these aren't the cards set up for {n} players", n=players))
        elif self.game.clans:
            check_backs(self.game, state, entry["clans"])

    def _check_players(self, state: Any) -> None:
        players = len(state.players)
        check_players(self.game, players)
        self.game.check_options(state.options, players)
        if all(state.seats[seat].retired for seat in state.players):
            raise RuleError(T("everyone who would play has left the table"))

    def outcome(self, state: Any, entry: Entry, shuffle: Shuffle) -> Entry:
        """Deal; in a game with turns, who goes first is drawn at random unless the deal says it."""
        if self.game.in_turns and "first" not in entry:
            seats = list(self._seat_out(state, entry.get("without")).players)
            shuffle(seats)
            entry = {**entry, "first": seats[0]}
        if state.dealt_by_hand:
            return entry
        return {**entry, **deal_cards(self.game, state, shuffle, entry.get("without", ()))}

    def effect(self, state: Any, entry: Entry) -> None:
        state.round += 0 if state.playing else 1
        state.reset_round()
        state.status = PLAYING
        state.tracking = entry.get("follow", EVERY_TURN)
        for index in entry.get("without", ()):
            state.seats[index].sits_out = True
        for place, index in enumerate(state.players):
            seat = state.seats[index]
            seat.card = None if state.dealt_by_hand else entry["cards"][place]
            if self.game.clans:
                seat.clan = entry["clans"][place] if seat.card is None else clan_of(seat.card)
        state.aside = None if state.dealt_by_hand else list(entry["aside"])
        if self.game.deck_rules:
            self.game.deck_rules.deal(state)
        self.game.set_up(state)
        if state.tracking != EVERY_TURN:
            stop_tracking(self.game, state)
            state.last_active = entry["first"]
        elif "first" in entry:
            begin_turn(self.game, state, entry["first"])
        state.fresh = True

    def follow_up_texts(self, state: Any, entry: Entry) -> list[Text]:
        begins = [T("{name} goes first.", name=state.seats[entry["first"]].name)] if "first" in entry else []
        names = [state.seats[seat].name for seat in sorted(entry.get("without", ()))]
        out = TN("{names} sits out.", "{names} sit out.", len(names), names=names)
        return [*begins, out] if names else begins

    def phrase(self, state: Any, entry: Entry) -> Text:
        if state.playing:
            return T("The cards have been redealt.")
        if self.game.rounds(state) == 1:
            return T("The cards have been dealt.")
        return T("Round {round} has been dealt.", round=state.round + 1)


def check_backs(game: Game, state: Any, clans: Sequence[Any]) -> None:
    """Raise a RuleError unless cards with these backs can be dealt together to those who play."""
    players = len(state.players)
    ways = game.prepare(players, state.options)
    if not any(Counter(clans) <= Counter(map(clan_of, way.elements())) for way in ways):
        raise RuleError(T("these backs can't be dealt together to {n} players", n=players))


def _ask_each(state: Any, name: str, offered: Callable[[int], tuple[Choice, ...]]) -> tuple[Field, ...]:
    return tuple(OneOf(name, T("{name}", name=state.seats[seat].name), choices=offered(seat)) for seat in state.players)


dealt = condition(T("nothing has been dealt yet"), lambda state, by: state.status != SETUP)


# -- revealing ------------------------------------------------------------------------------------------------------
by_hand = condition(T("the app dealt the cards, so it already knows them"), lambda state, by: state.dealt_by_hand)
round_over = condition(
    T("who has which card is entered once, when the round is over"), lambda state, by: state.status == SCORING
)
unknown = condition(T("it's already known who has which card"), lambda state, by: not state.cards_known)


class Identities(TableMove):
    """With hand-dealt cards: what everyone revealed when play was over; the score waits for it."""

    kind = "identities"
    label = T("All cards are revealed")
    icon = "eye"
    group = ButtonGroup.SETTLE
    log_text = T("Everyone revealed their card.")

    conditions = (by_hand, dealt, round_over, unknown)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        def offered(seat: int) -> tuple[Choice, ...]:
            return choices(self.game.roles, lambda card: why_other_back(self.game, state, seat, card))

        return (FixedList("cards", T("Cards"), each=_ask_each(state, "cards", offered)),)

    def check(self, state: Any, entry: Entry) -> None:
        if not self.game.can_turn_up(len(state.players), state.options, entry["cards"]):
            raise RuleError(T("these cards can't be in play together: check them again"))

    def effect(self, state: Any, entry: Entry) -> None:
        for seat, card in zip(state.players, entry["cards"], strict=True):
            state.seats[seat].card = card
        score_if_complete(self.game, state)


def why_other_back(game: Game, state: Any, seat: int, card: str) -> Text | None:
    """Return why that seat can't have that card: it has another back."""
    clan = state.seats[seat].clan
    name = state.seats[seat].name
    if clan is None or clan_of(card) == clan:
        return None
    return T("the back of {name}'s card is {clan}", name=name, clan=game.clans[clan])
