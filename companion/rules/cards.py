"""Cards in the hand, as all of Saboteur's games have them.

Here are hands and a draw deck that the app counts, turns in three steps (a card, moving, drawing), turns that are one
entry, and the clans of two games. The cards themselves are the games' own; secret cards are ``dealing``'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from companion.rules import state as shared
from companion.rules.asking import (
    Choice,
    Entry,
    Field,
    Flag,
    Needs,
    Number,
    OneOf,
    Piece,
    Pieces,
    choices,
    need,
    other_seat,
    pieces,
)
from companion.rules.board import Card, Line
from companion.rules.facts import MOST, Count, Laid, Placed
from companion.rules.guide import Lesson, Topic
from companion.rules.move import FOLLOWS, Move
from companion.rules.scoring import AGAINST, ALONE, WITH, Side
from companion.rules.state import PLAYING, SCORING, TURNS, Peek
from companion.rules.text import TN, T, Text
from companion.rules.turns import why_not_on_turn


# -- hands and a draw deck -------------------------------------------------------------------------------------------
@dataclass
class Seat(shared.Seat):
    """A seat with a hand of so many cards (None: nobody counts them)."""

    hand: int | None = None


@dataclass
class MovingTurn(shared.Turn):
    """A turn in which a dwarf moves, as long as it ``may_move``."""

    may_move: bool = True

    def show(self) -> dict[str, Any]:
        return {**super().show(), "may_move": self.may_move}


SeatT = TypeVar("SeatT", bound=Seat)
TurnT = TypeVar("TurnT", bound=shared.Turn)


@dataclass
class State(shared.State[SeatT, TurnT]):
    """The state of a game with hands and a draw deck."""

    passes: int = 0
    """Turns in a row in which somebody passed."""
    lost_count: bool = False
    """Turns were not followed for a while, and nobody has said since how many cards there are."""
    deck: Any = None
    """The number of cards in the draw deck (None: nobody counts them); a game with several decks has it otherwise."""

    @property
    def counted(self) -> bool:
        """The app counts hands and the draw deck."""
        return bool(self.options["count_cards"]) and self.follow == TURNS and not self.lost_count

    def can_play(self, seat: int) -> bool:
        return super().can_play(seat) and not (self.counted and self.seats[seat].hand == 0)

    @property
    def cards_gone(self) -> bool:
        """The draw deck is empty, and so are all hands; false where nobody counts them."""
        return self.counted and self.deck_size == 0 and self.nobody_can_play

    @property
    def deck_size(self) -> int:
        """The number of cards in the draw deck; 0 where nobody counts them."""
        return int(self.deck or 0)

    def change_deck(self, change: int) -> None:
        """Lay so many cards on the deck; below 0, draw them."""
        self.deck = self.deck_size + change

    def lay_deck(self, size: int | None) -> None:
        """Set the number of cards in the draw deck (None: nobody counts them)."""
        self.deck = size


AnyState = State[Any, Any]

COUNT_CARDS = Flag("count_cards", T("The app counts hands and the draw deck"), unscored=True)
FINISH, AT_ONCE = "finish", "at-once"
LAST_CARD = (
    OneOf(
        "last_card",
        T("The last card"),
        unscored=True,
        choices=(Choice(FINISH, T("that turn is still finished")), Choice(AT_ONCE, T("the round is over at once"))),
    ),
    FINISH,
)
"""An option: when the last card of all ends the round, in games whose turns go on after a card."""
MOST_ROUNDS = 99


class CardCount(Count):
    """A number of cards, which the app counts or not."""

    def is_open(self, state: Any, seat: int) -> bool:
        return bool(state.counted) and super().is_open(state, seat)


class Deck(CardCount):
    """The draw deck as a fact of the table."""

    def size(self, state: Any, seat: int) -> int:
        return int(state.deck_size)

    def change(self, state: Any, seat: int, change: int) -> None:
        state.change_deck(change)

    def say_change(self, state: Any, seat: int, change: int) -> Text:
        text = TN("{n} card lies in the draw deck", "{n} cards lie in the draw deck")
        return text.fill(n=state.deck_size + change)

    def lay(self, state: Any, seat: int, value: int) -> None:
        """Set the deck, and count cards again from here on: all hands are empty until they are set, too."""
        state.lost_count = False
        state.lay_deck(value)
        for own in state.seats:
            own.hand = 0


HAND = CardCount(
    "hand", T("Cards in hand"), icon="hand", sign=TN("{n} card in hand", "{n} cards in hand"), always=True,
)  # fmt: skip
DECK = Deck(
    "deck", T("Draw deck"), icon="deck", sign=T("Draw deck"), always=True, most=MOST,
)  # fmt: skip
HAND_AND_DECK = (
    Topic(
        T("Cards in hand"),
        T("How many cards somebody holds: the app counts along. If the table says otherwise, it can be put right."),
        "hand",
    ),
    Topic(
        T("Draw deck"),
        T("How many cards can still be drawn. When there are none, you play on with those in your hands."),
        "deck",
    ),
)
"""The paragraphs on hands and the deck that people look up."""


def has_no_deck_left(seen: Mapping[str, Any], me: int) -> bool:
    """Tell whether the draw deck has run out; false where nobody counts it."""
    deck = seen["deck"]
    return deck is not None and not (sum(deck.values()) if isinstance(deck, Mapping) else deck)


NO_DECK_LEFT = Lesson(
    about=Topic(
        T("No card to draw"),
        T("You play on with the cards in your hands. Whoever has none left when their turn starts is skipped."),
        "deck",
    ),
    when=has_no_deck_left,
)
CARDS = Choice("cards", T("nobody has a card left"))
"""A reason for which the table ends a round."""


def rounds_option(usual: int) -> tuple[Field, int]:
    """Make the option for the number of rounds, which is ``usual`` by the rulebook."""
    return Number("rounds", T("Rounds"), unscored=True, low=1, high=MOST_ROUNDS, start=usual), usual


class Hands(NamedTuple):
    """The hands and the draw deck of a game: of ``pack`` cards each of n players is dealt ``each(n)``.

    Where the app counts them, a seat without a card is skipped, and the round is over when nobody has one.
    """

    pack: int
    each: Callable[[int], int]

    def deck(self, players: int) -> int:
        """Return the number of cards that are left for the draw deck."""
        return self.pack - players * self.each(players)

    def say_deal(self, players: int) -> Text:
        """Say how many cards are dealt."""
        counts = {"n": self.each(players), "deck": self.deck(players)}
        return T("Deal {n} cards to each; the other {deck} are the draw deck.", **counts)

    def deal(self, state: Any) -> None:
        if state.counted:
            players = len(state.players)
            state.lay_deck(self.deck(players))
            for seat in state.seats:
                seat.hand = 0 if seat.sits_out else self.each(players)

    def leave_out(self, state: Any, seat: Any) -> None:
        """Give a seat that is not dealt in no hand."""
        seat.hand = 0 if state.counted else None

    def lose_count(self, state: Any) -> None:
        """Stop counting: turns are not followed any more."""
        state.lost_count, state.passes = True, 0
        state.lay_deck(None)
        for seat in state.seats:
            seat.hand = None

    def has_all_passed(self, state: Any) -> bool:
        """Tell whether everybody who is there has passed in turn."""
        there = sum(not state.seats[seat].retired for seat in state.players)
        return state.turn is not None and 0 < there <= state.passes

    def list_announced(self, state: Any) -> list[Text]:
        """Return the sentences to the table when cards run out."""
        if self.has_all_passed(state):
            return [T("Everybody has passed in turn: if nobody has a card left, end the round.")]
        if state.turn is not None and state.turn.played and state.cards_gone:
            return [T("That was the last card: finish this turn, then it's over.")]
        return []


has_card = need(
    T("{name} has no card left; correct the hand if the table says otherwise"),
    lambda state, by: not (state.counted and state.seats[by].hand == 0),
)


def change_hand(state: AnyState, seat: int, change: int) -> None:
    """Add so many cards to a counted hand; below 0, take them away, as far as there are any."""
    hand = state.seats[seat].hand
    if hand is not None:
        state.seats[seat].hand = max(0, hand + change)


# -- a turn in three steps: 1. a card -------------------------------------------------------------------------------
no_card_yet = need(
    T("a card has been played in this turn already"), lambda state, by: not (state.turn and state.turn.played)
)


class CardMove(Move):
    """Step 1: a card is played, once a turn. By option the round is over at once with the last card of all."""

    needs = (why_not_on_turn, no_card_yet, has_card)

    def cost(self, entry: Entry) -> int:
        """Return the number of cards that leave the hand; as many are drawn at the end of the turn."""
        return 1

    def apply(self, state: Any, entry: Entry) -> None:
        turn, cost = state.running, self.cost(entry)
        turn.played, turn.draws = True, cost
        state.last_card, state.passes = entry["by"], 0
        change_hand(state, entry["by"], -cost)
        self.effect(state, entry)
        if state.options.get("last_card") == AT_ONCE and state.playing and state.cards_gone:
            self.game.finish(state, "cards")


class PlayPath(CardMove):
    """Step 1: a path card is laid."""

    kind, label, icon = "play-path", T("Path card"), "path"
    tile = "cave"
    says = T("{name} lays a path card.")


class Discard(CardMove):
    """Step 1: one to ``most`` cards are discarded, face down, in place of a card that is played."""

    kind, label, icon = "discard", T("Discard"), "discard"
    tile = "other"
    help = T("Put one card or two away, face down, and draw as many at the end of your turn.")
    most = 2

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        hand = state.seats[by].hand
        high = self.most if hand is None else min(self.most, hand)
        return (Number("count", T("How many"), low=1, high=high, start=1, shown=TN("{n} card", "{n} cards")),)

    def cost(self, entry: Entry) -> int:
        return int(entry["count"])

    def phrase(self, state: Any, entry: Entry) -> Text:
        return TN("{name} discards {n} card.", "{name} discards {n} cards.", entry["count"])


# -- 2. moving ------------------------------------------------------------------------------------------------------
card_played = need(
    T("a card must be played or discarded first"), lambda state, by: not state.counted or state.turn.played
)
may_move = need(T("{name}'s dwarf may not move any more in this turn"), lambda state, by: state.turn.may_move)


class Step(Move):
    """Step 2: something happens to a moving dwarf."""

    group = "move"
    needs: ClassVar[Needs] = (why_not_on_turn, card_played, may_move)

    def apply(self, state: Any, entry: Entry) -> None:
        if self.ends_movement:
            state.running.may_move = False
        self.effect(state, entry)


class LosesCard(Step):
    """The mover loses a card, if there is one: the left neighbour draws it unseen."""

    def effect(self, state: Any, entry: Entry) -> None:
        change_hand(state, entry["by"], -1)

    def then(self, state: Any, entry: Entry) -> list[Text]:
        return [say_loses_card(state, entry["by"])]


# -- 3. drawing -----------------------------------------------------------------------------------------------------
step_one_done = need(
    T("a card must be played or discarded before the turn ends"),
    lambda state, by: not state.counted or state.turn.played,
)


class EndTurn(Move):
    """Step 3: cards are drawn, the turn ends, and the next seat's starts with its upkeep."""

    kind, label, icon = "end-turn", T("End the turn"), "next"
    group = "end"
    needs = (why_not_on_turn, step_one_done)

    def effect(self, state: Any, entry: Entry) -> None:
        if not state.running.played:
            state.last_card = entry["by"]
        _draw_last(state)
        self.game.end_turn(state)

    def phrase(self, state: Any, entry: Entry) -> Text:
        drawn = min(state.running.draws, state.deck_size) if state.counted else 0
        if not drawn:
            return T("{name}'s turn ends.")
        drawer = state.seats[_drawer(state)].name
        return TN(
            "{name}'s turn ends; {drawer} draws {n} card.", "{name}'s turn ends; {drawer} draws {n} cards.", drawn,
            drawer=drawer,
        )  # fmt: skip


def _drawer(state: AnyState) -> int:
    turn = state.running
    return int(turn.seat if turn.drawer is None else turn.drawer)


def _draw_last(state: AnyState) -> None:
    """Draw what the turn brings, as far as the draw deck goes; nothing where nobody counts cards."""
    if state.counted:
        drawn = min(state.running.draws, state.deck_size)
        state.change_deck(-drawn)
        change_hand(state, _drawer(state), drawn)


# -- a turn that is one entry ---------------------------------------------------------------------------------------
class TurnCard(CardMove):
    """A whole turn: a card, drawing, the next seat is on turn. Nothing is drawn after a card that ends the round."""

    def apply(self, state: Any, entry: Entry) -> None:
        super().apply(state, entry)
        if state.playing:
            _draw_last(state)
            self.game.end_turn(state)


class DiscardTurn(TurnCard):
    """A turn in which one card is discarded, face down."""

    kind, label, icon = "discard", T("Discard"), "discard"
    tile = "other"
    help = T("Put one card away, face down, and draw one. That is your turn.")
    says = T("{name} discards a card, face down.")


uncounted = need(
    T("the app counts the cards: a player without cards is skipped, and nobody needs to pass"),
    lambda state, by: not state.counted,
)


class Pass(Move):
    """The turn of a player without cards, where nobody counts them: nothing is put down, and nothing drawn."""

    kind, label, icon = "pass", T("No card left: pass"), "next"
    tile = "other"
    help = T("Nothing is put down and nothing drawn. When all have passed in turn, the round is over.")
    group = "end"
    needs = (why_not_on_turn, uncounted)
    says = T("{name} has no card left and passes.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.passes += 1
        self.game.end_turn(state)


# -- what cards do in more than one game ----------------------------------------------------------------------------
class LookAtCard(Move):
    """A look at the secret card of ``seat``, which the looker alone sees.

    It can be seen until that turn ends, or with ``lasts`` until the looker's next turn; where turns are not followed,
    until the looker looks at another card.
    """

    follows = FOLLOWS
    undoable = False
    looks_at = "seat"
    lasts = False

    def effect(self, state: Any, entry: Entry) -> None:
        if "seat" not in entry:
            return
        if state.turn is None:
            state.peeks = [one for one in state.peeks if one.looker != entry["by"]]
        state.peeks.append(Peek(entry["by"], entry["seat"], self.lasts))


class SwapHands(CardMove):
    """An exchange of hands with another player, who draws instead."""

    asks = (other_seat("with", T("With whom?"), word="other"),)

    def effect(self, state: Any, entry: Entry) -> None:
        own, other = state.active, state.seats[entry["with"]]
        own.hand, other.hand = other.hand, own.hand
        state.running.drawer = entry["with"]


def say_loses_card(state: AnyState, seat: int) -> Text:
    """Return the sentence on who draws the card that a seat loses: the left neighbour who is there."""
    drawer = state.find_left(seat)
    while state.seats[drawer].retired and drawer != seat:
        drawer = state.find_left(drawer)
    name, neighbour = state.seats[seat].name, state.seats[drawer].name
    if state.counted and state.seats[seat].hand == 0:
        return T("{name} has no card to lose.", name=name)
    return T("{neighbour} draws one of {name}'s cards, unseen, and discards it.", name=name, neighbour=neighbour)


# -- clans ----------------------------------------------------------------------------------------------------------
CLANS = {"yellow": T("yellow"), "blue": T("blue")}
"""The two clans by the backs of their cards; a saboteur of one works for the other."""
CLAN_NAMES = {**CLANS, "green": T("green")}
"""The clans, and the teams of Saboteur 2."""


CLAN_CARDS = {
    "yellow-loyal": T("loyal yellow dwarf"),
    "yellow-saboteur": T("yellow saboteur"),
    "yellow-selfish": T("selfish yellow dwarf"),
    "blue-loyal": T("loyal blue dwarf"),
    "blue-saboteur": T("blue saboteur"),
    "blue-selfish": T("selfish blue dwarf"),
}
IDENTITIES = {
    "loyal": ("dwarf", T("Loyal dwarf")),
    "saboteur": ("saboteur", T("Saboteur")),
    "selfish": ("selfish", T("Selfish dwarf")),
}
"""The drawing of each, and its heading where people look it up."""


class Back(Laid):
    """The back of a seat's card: one of the ``pieces``."""

    def field(self, state: Any) -> Field:
        return OneOf(self.name, self.label, optional=True, choices=choices(self.pieces))

    def _words(self, state: Any, value: Any) -> Any:
        return self.pieces[value].label

    def _lie(self, value: Any, place: int, which: Any) -> dict[str, int]:
        return {"shows": int(value == which)}

    def lay_one(self, thing: Placed, shows: int) -> Any:
        return thing.which


CLAN = Back(
    "clan", T("Card back"), pieces=pieces(*(Piece(clan, name) for clan, name in CLANS.items())),
    says=T("the back of {name}'s card is {clan}"),
    open=lambda state: state.by_hand and state.status in (PLAYING, SCORING) and not state.cards_known,
)  # fmt: skip
"""The public back of a seat's card, which is put right where it was dealt by hand and is not turned up yet."""


def clan_cards(**helps: Text) -> Pieces:
    """Make the cards of the two clans with these identities; of each it is said what people look up."""
    found = []
    for id, label in CLAN_CARDS.items():
        identity = id.partition("-")[2]
        if identity in helps:
            icon, title = IDENTITIES[identity]
            found.append(Piece(id, label, icon, title=title, help=helps[identity]))
    return pieces(*found)


def clan_of(card: str) -> str:
    """Return the public back of a card, in a game in which backs differ."""
    return card.partition("-")[0]


def find_other_clan(clan: str) -> str:
    """Find the one of the two in ``CLANS`` for which a saboteur of this clan works."""
    return next(other for other in CLANS if other != clan)


def side_of(card: str) -> Side:
    """Return the side of a card: a saboteur digs against the clan that it wears, a selfish dwarf for itself."""
    clan = find_clan(card)
    if clan is None:
        return Side("selfish", T("the selfish"), ALONE, icon="selfish")
    return Side(clan, CLAN_NAMES[clan], WITH if card.startswith(f"{clan}-") else AGAINST, icon="dwarf")


def make_card(name: str, card: str) -> Card:
    """Make the card of a person as it turns up when the score is told."""
    wore, side = clan_of(card), find_clan(card)
    if side is None:
        return Card("selfish", T("selfish dwarf"), None, T("{name} dug for nobody else", name=name))
    if wore == side:
        return Card("dwarf", T("loyal to {clan}", clan=CLAN_NAMES[side]), side)
    twist = T("{name} wore {wore} and dug for {side}", name=name, wore=CLAN_NAMES[wore], side=CLAN_NAMES[side])
    return Card("saboteur", T("saboteur"), side, twist)


def find_clan(card: str) -> str | None:
    """Return the clan that a card works for: its own, a saboteur's the other one, a selfish dwarf's none."""
    clan, _, identity = card.partition("-")
    return {"loyal": clan, "saboteur": find_other_clan(clan)}.get(identity)


def say_side(role: Piece) -> Text:
    """Say a card with the side that it works for."""
    clan = find_clan(role.id)
    if clan is None:
        return T("{card}, works for itself", card=role.label)
    return T("{card}, works for the {clan} clan", card=role.label, clan=CLAN_NAMES[clan])


def tell_identity(name: str, seat: int, role: Piece) -> Line:
    """Return the line with which the card of a person turns up."""
    text = T("{name}: {card}", name=name, card=say_side(role))
    return Line(text, seat=seat, clan=clan_of(role.id), card=make_card(name, role.id))
