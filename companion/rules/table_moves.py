"""Entries that every game has, made for the whole table: deal, identities, end, retire, return, correct."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from companion.rules import turns
from companion.rules.action import Entry
from companion.rules.cards import any_contains
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Line, ListOf, Number, OneOf
from companion.rules.move import Move, StateT, seat_choices
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP
from companion.rules.text import T, Text

if TYPE_CHECKING:
    from companion.rules.dealing import DealtGame


class TableMove(Move[StateT], Generic[StateT]):
    """A move of the whole table, in a game it has to know."""

    seated = False
    group = "table"

    def __init__(self, game: DealtGame[StateT]) -> None:
        self.game = game


class Deal(TableMove[StateT]):
    """Starts a round, or deals it afresh directly after a deal because somebody saw a wrong card."""

    kind = "deal"
    label = T("Deal the cards")
    icon = "hand"
    amendable = False

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status in (SETUP, ROUND_OVER) or (state.fresh and state.status == PLAYING):
            return None
        if state.status == OVER:
            return T("the game is over")
        if state.status == SCORING:
            return T("the round has to be scored before the next deal")
        return T("a round is going on: a fresh deal is possible only directly after a deal")

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        first = OneOf("first", T("Who begins"), choices=seat_choices(state))
        return (*self.game.deal_fields(state), first)

    def check(self, state: StateT, entry: Entry) -> None:
        self.game.check_deal(state, entry)

    def apply(self, state: StateT, entry: Entry) -> None:
        again = state.status == PLAYING
        state.round += 0 if again else 1
        state.status = PLAYING
        state.over_by = state.score = None
        state.number = 0
        state.last_card = state.last_active = None
        state.peeks = []
        for index, seat in enumerate(state.seats):
            seat.card = None if state.by_hand else entry["cards"][index]
        state.aside = None if state.by_hand else list(entry["aside"])
        self.game.start_round(state, entry)
        turns.begin_turn(self.game, state, entry["first"])
        state.fresh = True

    def sentence(self, state: StateT, entry: Entry) -> Text:
        first = state.seats[entry["first"]].name
        if state.status == PLAYING:
            return T("The cards are dealt afresh. {name} begins.", name=first)
        return T("Round {round} is dealt. {name} begins.", round=state.round + 1, name=first)


class Identities(TableMove[StateT]):
    """With hand-dealt cards: what everybody turned up when play is over; the score waits for it."""

    kind = "identities"
    label = T("Everybody's card is turned up")
    icon = "eye"
    group = "settle"

    def closed(self, state: StateT, by: int) -> Text | None:
        if not state.by_hand:
            return T("the app dealt the cards: it knows them")
        if state.status != SCORING:
            return turns.play_closed(state) if state.status == SETUP else T("identities are told once, after the play")
        if state.seats[0].card is not None:
            return T("the identities are known already")
        return None

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        each = tuple(
            OneOf("cards", T("{name}", name=seat.name), choices=self.game.card_choices(state, index))
            for index, seat in enumerate(state.seats)
        )
        return (ListOf("cards", T("Cards"), each=each),)

    def check(self, state: StateT, entry: Entry) -> None:
        if not any_contains(self.game.prepared(len(state.seats), state.options), entry["cards"]):
            raise RuleError(T("these cards can't be in play together: check them again"))

    def apply(self, state: StateT, entry: Entry) -> None:
        for seat, card in zip(state.seats, entry["cards"], strict=True):
            seat.card = card
        turns.settle(self.game, state)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("Everybody turned up their card.")


class End(TableMove[StateT]):
    """The table ends the round: by agreement, or because it sees what the app does not know."""

    kind = "end"
    label = T("End the round")
    icon = "hourglass"

    def closed(self, state: StateT, by: int) -> Text | None:
        return turns.play_closed(state)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        return (OneOf("reason", T("Why"), choices=self.game.end_reasons(state)),)

    def apply(self, state: StateT, entry: Entry) -> None:
        turns.finish(self.game, state, entry["reason"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        label = next(c.label for c in self.game.end_reasons(state) if c.value == entry["reason"])
        return T("The table ends the round: {reason}", reason=label)


AGREED = Choice("agreed", T("we agree to stop"))
CARDS = Choice("cards", T("nobody has a card left"))


class Retire(TableMove[StateT]):
    """A player has gone: the seat's turns are skipped from now on; everything of it stays as it lies."""

    kind = "retire"
    label = T("A player leaves the table")
    icon = "leave"
    group = "people"

    def closed(self, state: StateT, by: int) -> Text | None:
        return _not_underway(state)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        staying = [seat for seat in state.seats if not seat.retired]

        def closed(seat: int) -> Text | None:
            if state.seats[seat].retired:
                return T("{name} has left already", name=state.seats[seat].name)
            if len(staying) == 1:
                return T("{name} is the last one left", name=state.seats[seat].name)
            return None

        return (OneOf("seat", T("Who"), choices=seat_choices(state, closed)),)

    def apply(self, state: StateT, entry: Entry) -> None:
        seat = entry["seat"]
        state.seats[seat].retired = True
        if state.turn is not None and state.turn.seat == seat:
            turns.end_turn(self.game, state)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} leaves the table; their turns are skipped.", name=state.seats[entry["seat"]].name)


class Return(TableMove[StateT]):
    """A player who had gone is back: the seat's turns are played again."""

    kind = "return"
    label = T("A player comes back")
    icon = "undo"
    group = "people"

    def closed(self, state: StateT, by: int) -> Text | None:
        if not any(seat.retired for seat in state.seats):
            return T("nobody has left the table")
        return _not_underway(state)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        def closed(seat: int) -> Text | None:
            name = state.seats[seat].name
            return None if state.seats[seat].retired else T("{name} has not left", name=name)

        return (OneOf("seat", T("Who"), choices=seat_choices(state, closed)),)

    def apply(self, state: StateT, entry: Entry) -> None:
        state.seats[entry["seat"]].retired = False

    def sentence(self, state: StateT, entry: Entry) -> Text:
        return T("{name} is back.", name=state.seats[entry["seat"]].name)


def _not_underway(state: Any) -> Text | None:
    if state.status == SETUP:
        return T("nothing has been dealt yet")
    return T("the game is over") if state.status == OVER else None


class Correct(TableMove[StateT]):
    """The table is right and the app is wrong: mends counts without undoing what came after.

    ``keeps`` are the seat counts of the game that can be corrected (``hand`` among them), ``after`` those still open
    when play is over, ``secret`` those of which an error may not tell how many there are.
    """

    kind = "correct"
    label = T("Correct a count")
    icon = "repair"

    def __init__(
        self, game: DealtGame[StateT], keeps: Sequence[str], after: Sequence[str], secret: Sequence[str] = ()
    ) -> None:
        super().__init__(game)
        self.keeps = tuple(keeps)
        self.after = tuple(after)
        self.secret = tuple(secret)

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.status != PLAYING and not self.after:
            return T("the play of the round is over: nothing can be corrected any more")
        return None

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        playing = state.status == PLAYING
        counts = [name for name in (self.keeps if playing else self.after) if name != "hand" or state.counted]
        seats: list[Field] = []
        if counts:
            labels = {"gold": T("Gold"), "hand": T("Cards in hand"), "treasures": T("Treasures")}
            seats = [OneOf("seat", T("Player"), optional=True, choices=seat_choices(state))]
            seats += [Number(name, labels[name], optional=True, low=-99, high=99, start=0) for name in counts]
        table: list[Field] = []
        if playing and state.counted:
            table.append(Number("deck", T("Draw deck"), optional=True, low=-199, high=199, start=0))
        if playing:
            table.append(OneOf("active", T("Whose turn it is"), optional=True, choices=seat_choices(state)))
        return (*seats, *table, Line("note", T("Note")))

    def check(self, state: StateT, entry: Entry) -> None:
        counts = [name for name in self.keeps if name in entry]
        if "seat" in entry and not counts:
            kept = [COUNTS[name] for name in self.keeps]
            raise RuleError(T("a correction of a seat needs one of {counts}", counts=kept))
        if counts and "seat" not in entry:
            raise RuleError(T("a correction of {counts} needs the seat", counts=[COUNTS[name] for name in counts]))
        if not counts and not {"deck", "active", "note"} & set(entry):
            raise RuleError(T("an empty correction: say what is to be changed"))
        for name in counts:
            now = getattr(state.seats[entry["seat"]], name)
            if now + entry[name] < 0 and name in self.secret:
                raise RuleError(T("{count} can't go below 0", count=COUNTS[name]))
            if now + entry[name] < 0:
                raise RuleError(T("{count} can't go below 0: it is {now} now", count=COUNTS[name], now=now))
        if "deck" in entry and self.game.deck_size(state) + entry["deck"] < 0:
            now = self.game.deck_size(state)
            raise RuleError(T("{count} can't go below 0: it is {now} now", count=COUNTS["deck"], now=now))
        self.game.check_correction(state, entry)

    def apply(self, state: StateT, entry: Entry) -> None:
        for name in self.keeps:
            if name in entry:
                seat = state.seats[entry["seat"]]
                setattr(seat, name, getattr(seat, name) + entry[name])
        if "deck" in entry:
            self.game.change_deck(state, entry["deck"])
        self.game.corrected(state, entry)
        if "active" in entry:
            turns.begin_turn(self.game, state, entry["active"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        parts: list[Text] = []
        for name in self.keeps:
            if name in entry:
                who = state.seats[entry["seat"]].name
                parts.append(T("{name} {change} {count}", name=who, change=_signed(entry[name]), count=COUNTS[name]))
        if "deck" in entry:
            parts.append(T("draw deck {change}", change=_signed(entry["deck"])))
        if "active" in entry:
            parts.append(T("it is {name}'s turn", name=state.seats[entry["active"]].name))
        if entry.get("note"):
            parts.append(T("“{note}”", note=entry["note"]))
        return T("Corrected: {parts}", parts=parts)


COUNTS = {"gold": T("gold"), "hand": T("cards in hand"), "treasures": T("treasures"), "deck": T("draw deck")}


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"


def table_moves(
    game: DealtGame[StateT], keeps: Sequence[str], after: Sequence[str], secret: Sequence[str] = ()
) -> list[Move[StateT]]:
    """The moves of this module for one game, in the order in which the host is offered them."""
    correct = Correct(game, keeps, after, secret)
    return [Deal(game), Identities(game), correct, Retire(game), Return(game), End(game)]


def by_kind(moves: Sequence[Move[StateT]]) -> dict[str, Move[StateT]]:
    """Moves by the kind of their entries."""
    return {move.kind: move for move in moves}
