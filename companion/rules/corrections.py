"""The table is right and the app is wrong: counts are mended without undoing what came after."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from companion.rules import turns
from companion.rules.action import Entry
from companion.rules.asks import seat_choices
from companion.rules.counts import Count
from companion.rules.dealing import TableMove
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Line, Number, OneOf
from companion.rules.move import StateT
from companion.rules.state import PLAYING, SETUP
from companion.rules.text import T, Text

DECK = T("draw deck")
HOW_IT_GOES_ON = OneOf(
    "upkeep",
    T("How it goes on"),
    optional=True,
    choices=(Choice(True, T("the turn starts")), Choice(False, T("the turn goes on as things lie"))),
)


class Correct(TableMove[StateT], Generic[StateT]):
    """Counts of a seat (the game's ``counts``), the draw deck, and whose turn it is."""

    kind, label, icon = "correct", T("Correct a count"), "repair"

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.stopped and not any(count.name == "gold" for count in self.game.counts):
            return T("the game was stopped")
        if state.status != PLAYING and not any(count.after for count in self.game.counts):
            return T("the play of the round is over: nothing can be corrected any more")
        return None

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        playing = state.status == PLAYING
        counts = [one for one in self.game.counts if (playing or one.after) and (one.name != "hand" or state.counted)]
        found: list[Field] = []
        if counts:
            found = [OneOf("seat", T("Player"), optional=True, choices=seat_choices(state, everybody=True))]
            found += [Number(one.name, one.label, optional=True, low=-99, high=99, start=0) for one in counts]
        if playing and state.counted:
            found.append(Number("deck", T("Draw deck"), optional=True, low=-199, high=199, start=0))
        if playing:
            found.append(OneOf("active", T("Whose turn it is"), optional=True, choices=seat_choices(state)))
            found.append(HOW_IT_GOES_ON)
        return (*found, Line("note", T("Note")))

    def check(self, state: StateT, entry: Entry) -> None:
        counts = self._named(entry)
        if "seat" in entry and not counts:
            raise RuleError(T("a correction of a seat needs one of {counts}", counts=_words(self.game.counts)))
        if counts and "seat" not in entry:
            raise RuleError(T("a correction of {counts} needs the seat", counts=_words(counts)))
        if not counts and not {"deck", "active", "note"} & set(entry):
            raise RuleError(T("an empty correction: say what is to be changed"))
        if counts and state.seats[entry["seat"]].sits_out and not all(count.after for count in counts):
            raise RuleError(T("{name} sits out in this round", name=state.seats[entry["seat"]].name))
        self._check_upkeep(state, entry)
        for count in counts:
            now = getattr(state.seats[entry["seat"]], count.name)
            _not_below_zero(count.word, now, entry[count.name], count.secret)
        if "deck" in entry:
            _not_below_zero(DECK, state.deck_size, entry["deck"])
        for count in counts:
            left = getattr(state, count.stock) if count.stock else entry[count.name]
            if entry[count.name] > left and count.short is not None:
                raise RuleError(count.short.filled(n=left, **{count.stock: left}))

    def _check_upkeep(self, state: StateT, entry: Entry) -> None:
        if "upkeep" not in entry:
            return
        if "active" not in entry:
            raise RuleError(T("say whose turn it is that goes on"))
        if not entry["upkeep"] and not self._would_play(state, entry):
            name = state.seats[entry["active"]].name
            raise RuleError(T("{name}'s turn can't go on: it would be skipped", name=name))

    def _would_play(self, state: StateT, entry: Entry) -> bool:
        """Whether the seat that is to be active can play with its corrected hand."""
        seat = state.seats[entry["active"]]
        more = entry.get("hand", 0) if entry.get("seat") == entry["active"] else 0
        return not seat.retired and not (state.counted and (seat.hand or 0) + more == 0)

    def _named(self, entry: Entry) -> list[Count]:
        return [count for count in self.game.counts if count.name in entry]

    def effect(self, state: StateT, entry: Entry) -> None:
        for count in self._named(entry):
            seat = state.seats[entry["seat"]]
            setattr(seat, count.name, getattr(seat, count.name) + entry[count.name])
            if count.stock:
                setattr(state, count.stock, getattr(state, count.stock) - entry[count.name])
        if "deck" in entry:
            state.change_deck(entry["deck"])
        self.game.corrected(state, entry)
        if "active" in entry:
            begin = turns.begin_turn if entry.get("upkeep", True) else turns.go_on
            begin(self.game, state, entry["active"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        parts: list[Text] = []
        for count in self._named(entry):
            values = {"change": _signed(entry[count.name]), "count": count.word}
            parts.append(T("{count} of {name} {change}", name=state.seats[entry["seat"]].name, **values))
        if "deck" in entry:
            parts.append(T("draw deck {change}", change=_signed(entry["deck"])))
        if "active" in entry:
            text = T("it is {name}'s turn") if entry.get("upkeep", True) else T("{name}'s turn goes on as things lie")
            parts.append(text.filled(name=state.seats[entry["active"]].name))
        if entry.get("note"):
            parts.append(T("“{note}”", note=entry["note"]))
        return T("Corrected: {parts}", parts=parts)


def _not_below_zero(word: Text, now: int, change: int, secret: bool = False) -> None:
    if now + change >= 0:
        return
    if secret:
        raise RuleError(T("{count} can't go below 0", count=word))
    raise RuleError(T("{count} can't go below 0: it is {now} now", count=word, now=now))


def _words(counts: Iterable[Count]) -> list[Any]:
    return [count.word for count in counts]


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"
