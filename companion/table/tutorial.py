"""Tutorial: shows each lesson once, to each newcomer, when it first applies.

It is computed from the record, entry by entry, and nothing of it is saved: an undo undoes it, too. It is made of what
everyone sees, so it reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from typing import Any, NamedTuple

from companion.engine.actions import Entry
from companion.engine.fields import fold_name
from companion.engine.game import Game
from companion.engine.play import list_deck_announcements
from companion.engine.reference import Topic, list_keys
from companion.engine.state import EVERY_TURN
from companion.engine.views import make_view
from companion.engine.visibility import Viewer


class _Newcomer(NamedTuple):
    """Someone to whom the game is new.

    By their positions in the list of lessons: those that have been ``heard``, those whose card has been played and that
    still ``wait``, and the one being shown.
    """

    heard: frozenset[int] = frozenset()
    wait: frozenset[int] = frozenset()
    said: int | None = None


class Tutorial:
    """The lessons of one game, entry by entry, for those of these ``names`` who play."""

    def __init__(self, game: Game, names: Collection[str]) -> None:
        self._game = game
        self._names = frozenset(map(fold_name, names))
        self.restart()

    def restart(self) -> None:
        """Forget all that has been said."""
        self._pupils: dict[int, _Newcomer] = {}
        self._last: Entry | None = None
        self._turn = (0, 0)

    def copy(self) -> Tutorial:
        """Return a copy that grows on its own."""
        other = copy(self)
        other._pupils = self._pupils.copy()
        return other

    def on_entry(self, entry: Entry, state: Any) -> None:
        """Note that the entry was made in ``state``; the lesson on the page of its maker goes."""
        self._notice(state)
        self._last = entry
        self._turn = _turn(state)
        by = entry.get("by")
        if by in self._pupils:
            self._pupils[by] = self._pupils[by]._replace(said=None)

    def list_said(self, state: Any) -> Mapping[int, Topic]:
        """Return by seat the lesson on its page after all entries so far."""
        if not self._is_going_on(state):
            return {}
        now = self.copy()
        now._notice(state)
        stands = ((seat, pupil.said) for seat, pupil in now._pupils.items() if seat not in self._list_reminded(state))
        return {seat: self._game.lessons[number].about for seat, number in stands if number is not None}

    def list_new(self, state: Any) -> frozenset[int]:
        """Return the seats to whom the game is new."""
        seats = state.players if self._names else ()
        return frozenset(seat for seat in seats if fold_name(state.names[seat]) in self._names)

    def _is_going_on(self, state: Any) -> bool:
        """Return whether someone can learn something now."""
        return bool(self._names) and state.playing and state.tracking == EVERY_TURN

    def _notice(self, state: Any) -> None:
        """Teach the rules of the last entry to everyone who is learning."""
        if not self._is_going_on(state):
            return
        learning = {seat: self._pupils.get(seat, _Newcomer()) for seat in self.list_new(state)}
        learning = {seat: pupil for seat, pupil in learning.items() if len(pupil.heard) < len(self._game.lessons)}
        if not learning:
            return
        entered = list_keys(self._last["kind"], self._last) if self._last else ()
        played = {number for number, lesson in enumerate(self._game.lessons) if lesson.played in entered}
        for seat, pupil in learning.items():
            self._pupils[seat] = pupil._replace(wait=pupil.wait | played - pupil.heard)
        if _turn(state) != self._turn:
            self._teach(state, learning)

    def _teach(self, state: Any, seats: Collection[int]) -> None:
        """Teach each of them one lesson at most, when a turn starts.

        Within a turn a tap may enter several things, and nobody sees what is between them. What to do on the table
        comes first.
        """
        seen = make_view(self._game, state, Viewer())
        reminded = self._list_reminded(state)
        for seat in seats:
            pupil = self._pupils[seat]
            if seat in reminded:
                self._pupils[seat] = pupil._replace(said=None)
                continue
            unheard = (numbered for numbered in enumerate(self._game.lessons) if numbered[0] not in pupil.heard)
            now = {number for number, lesson in unheard if lesson.when and lesson.when(seen, seat)}
            if due := pupil.wait | now:
                said = min(due)
                self._pupils[seat] = _Newcomer(pupil.heard | {said}, pupil.wait - {said}, said)

    def _list_reminded(self, state: Any) -> Collection[int]:
        """Return the seats that have something to do on the table first, or to hear."""
        told = {reminder["seat"] for reminder in state.reminders}
        return told | {state.turn.seat} if state.turn and list_deck_announcements(self._game, state) else told


def _turn(state: Any) -> tuple[int, int]:
    return state.round, state.number
