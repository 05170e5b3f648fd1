"""Turns: whose it is, who can act in it, and the timers that run at its start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.asking import AnyState, Pieces
from companion.rules.board import Thing
from companion.rules.state import PLAYING, SETUP, Reminder
from companion.rules.text import T, Text

# -- timers ---------------------------------------------------------------------------------------------------------
GOES = T("goes when {name}'s turn starts")


@dataclass(frozen=True)
class Change:
    """A timer's effect on a thing: the ``kind`` of the reminder, and what its owner does on the table."""

    kind: str
    text: Text


@dataclass(frozen=True)
class Timer:
    """Things in the list ``where`` of the state, each with an ``owner`` (or the owners themselves).

    ``gone``: they leave when the owner's turn starts. With ``flip`` a thing first turns from ``side`` 2 to 1. Where
    things are of ``pieces``, ``names`` is their attribute that says which, named in reminders and sentences too; they
    are kept in the order of the pieces. ``title``, ``icon``, ``note`` and ``flip_note`` show a thing that lies.
    """

    where: str
    gone: Change
    title: Text
    flip: Change | None = None
    names: str = ""
    pieces: Pieces | None = None
    icon: str = ""
    note: Text = GOES
    flip_note: Text = GOES

    @property
    def changes(self) -> tuple[Change, ...]:
        return (self.gone,) if self.flip is None else (self.flip, self.gone)

    def start_turn(self, state: AnyState, seat: int) -> None:
        """The turn of ``seat`` starts: flip or remove what it owns, with a reminder for each."""
        for thing in list(getattr(state, self.where)):
            if (thing if isinstance(thing, int) else thing.owner) != seat:
                continue
            which = {self.names: getattr(thing, self.names)} if self.names else {}
            if self.flip is not None and thing.side > 1:
                thing.side -= 1
                state.reminders.append({"seat": seat, "kind": self.flip.kind, **which, "side": thing.side})
            else:
                getattr(state, self.where).remove(thing)
                state.reminders.append({"seat": seat, "kind": self.gone.kind, **which})

    def words(self, named: Mapping[str, Any]) -> dict[str, Text]:
        """The piece in a reminder or a thing, for its sentence."""
        return {self.names: self.pieces[named[self.names]].label} if self.pieces else {}

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        """The things that lie, for the board."""
        return [self._thing(view, one) for one in view[self.where]]

    def _thing(self, view: Mapping[str, Any], one: Any) -> Thing:
        facts: dict[str, Any] = {} if isinstance(one, int) else one
        owner = facts.get("owner", one)
        name = view["seats"][owner]["name"]
        note = self.flip_note if facts.get("side", 1) > 1 else self.note
        icon = self.icon or (self.pieces[facts[self.names]].icon if self.pieces else "")
        key = f"{self.where}-{facts.get(self.names, owner)}"
        said = note.filled(**{"name": name, **facts, **self.words(facts)})
        title, marked = self.named(facts or owner, name), self.flip is not None and self.pieces is not None
        mark = self.words(facts)[self.names] if marked else None
        return Thing(icon, title, said, owner, key, facts.get("side"), mark)

    def named(self, one: Any, name: str) -> Text:
        """A thing that lies (as a record prints it) in words, ``name`` being its owner's."""
        facts = {} if isinstance(one, int) else one
        return self.title.filled(**{**facts, "name": name, **self.words(facts)})

    def put(self, state: AnyState, thing: Any) -> None:
        """Something new lies; where things are of pieces, in their order and in the place of one of the same piece."""
        there = getattr(state, self.where)
        if self.pieces:
            order = list(self.pieces)
            there[:] = [one for one in there if getattr(one, self.names) != getattr(thing, self.names)]
            there.append(thing)
            there.sort(key=lambda one: order.index(getattr(one, self.names)))
        else:
            there.append(thing)

    def take(self, state: AnyState, which: Any) -> None:
        """The thing of that piece (or owner) is taken off before its time."""
        there = getattr(state, self.where)
        there.remove(self.find(state, which))

    def lying(self, state: AnyState) -> list[Any]:
        """The pieces (or owners) of all things that lie."""
        return [getattr(one, self.names) if self.names else one for one in getattr(state, self.where)]

    def find(self, state: AnyState, which: Any) -> Any:
        """The thing of that piece (or owner) that lies; None if none does."""
        there = getattr(state, self.where)
        return next((one for one in there if (getattr(one, self.names) if self.names else one) == which), None)


@dataclass(frozen=True)
class FlagTimer(Timer):
    """A flag of a seat that falls when the seat's turn starts."""

    title: Text = Text("")  # noqa: RUF009 - a sentence is frozen

    def start_turn(self, state: AnyState, seat: int) -> None:
        """The flag of ``seat`` falls, with a reminder."""
        if getattr(state.seats[seat], self.where):
            setattr(state.seats[seat], self.where, False)
            state.reminders.append({"seat": seat, "kind": self.gone.kind})

    def things(self, view: Mapping[str, Any]) -> list[Thing]:
        return []


Timers = tuple[Timer, ...]


def reminder_icon(timers: Timers, reminder: Reminder) -> str:
    """The picture of what a reminder is about, where a timer has one."""
    for timer in timers:
        if reminder["kind"] in {change.kind for change in timer.changes}:
            return timer.icon or (timer.pieces[reminder[timer.names]].icon if timer.pieces else "")
    return ""


# -- whose turn it is -----------------------------------------------------------------------------------------------
def on_turn(state: AnyState, by: int) -> Text | None:
    """Why seat ``by`` can't act in a turn now: nothing is dealt, play is over, or it is somebody else's turn."""
    turn = state.turn
    if state.status == PLAYING and turn is not None:
        return None if turn.seat == by else T("it is {name}'s turn", name=state.seats[turn.seat].name)
    return in_play(state, by)


def in_play(state: AnyState, by: int = -1) -> Text | None:
    """Why nothing of a round's play is possible now."""
    if state.status == SETUP:
        return T("nothing has been dealt yet")
    if state.status != PLAYING:
        return T("the play of the round is over")
    return None
