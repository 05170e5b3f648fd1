"""One table: its lock, the transaction around each command, and the announcement of each change.

The commands are in the modules next to this one. A change takes effect only when it is on disk.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from typing import Concatenate, ParamSpec, TypeVar

from companion import clock
from companion.storage.store import Store, StoreError, TableRow
from companion.table.commands import reveal_score
from companion.table.snapshot import Stage, TableState, clock_of, load_table
from companion.table.views.table_view import TableView

_log = logging.getLogger(__name__)

LATER_SECONDS = 5.0
"""Seconds until a change is tried again that could not be saved."""

P = ParamSpec("P")
R = TypeVar("R")


class Table:
    """A table, which commands (functions on ``TableState``) change.

    ``state`` is the snapshot that is on disk, to be read and never changed. ``due`` is the moment of the steady clock
    at which the next beat of a score is revealed.
    """

    def __init__(self, store: Store, row: TableRow, publish: Callable[[str], object]) -> None:
        self.store = store
        self.code = row.code
        self._publish = publish
        self._lock = threading.RLock()
        self._is_outdated = False
        self.state = load_table(store, row.id)
        self._view = TableView(self.state)
        self.due = reveal_score.time_next_beat(self.state)

    @property
    def view(self) -> TableView:
        """The value that all pages are made of, once a change. Nobody waits for a command that is being saved."""
        state = self.state
        view = self._view
        if view.table is not state:
            view = self._view = TableView(state)
        return view

    def run(self, command: Callable[Concatenate[TableState, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a command on a copy of the table, commit it, put the copy in place and announce the change.

        A command that raises leaves nothing behind, here or on disk.
        """
        with self._lock:
            self.run_due()
            before, state, result = self._commit(command, *args, **kwargs)
        self._announce(before, state)
        return result

    def run_even_unsaved(
        self, command: Callable[Concatenate[TableState, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Record that a player has seen a secret, also when the disk fails: what was seen can't be unseen.

        After a failure the change is applied in memory and saved with the next successful write.
        """
        try:
            self.run(command, *args, **kwargs)
        except StoreError as error:
            _log.warning("%s", error)
            with self._lock:
                if self._is_outdated:
                    raise
                before = self.state
                state = copy(self.state)
                state.unsaved = True
                command(state, *args, **kwargs)
                self.state = state
            self._announce(before, state)

    def run_due(self) -> None:
        """Apply a due timed change (the next score beat). Call before reading ``state`` or ``view``.

        If it can't be saved, it is tried again later.
        """
        if clock.steady() < self.due:
            return
        with self._lock:
            if clock.steady() < self.due:
                return
            try:
                before, state, _ = self._commit(reveal_score.catch_up)
            except StoreError as error:
                self.due = clock.steady() + LATER_SECONDS
                _log.warning("%s", error)
                return
        self._announce(before, state)

    def _commit(
        self, command: Callable[Concatenate[TableState, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[TableState, TableState, R]:
        """Run a command in a transaction; return the table before and after it, and its result."""
        if self._is_outdated:
            self._load()
        before = self.state
        state = copy(self.state)
        with self.store.transaction():
            result = command(state, *args, **kwargs)
            if (running := clock_of(state)) != state.row.clock:
                state.update_table(clock=running)
            if state.unsaved:
                state.unsaved = False
                state.update_game()
        if state.shown_in_strip != before.shown_in_strip:
            state.evening = None
        self.state = state
        self.due = reveal_score.time_next_beat(state)
        return before, state, result

    @contextmanager
    def read_anew(self) -> Iterator[None]:
        """Lock the table while something else changes it on disk, and load it again afterwards, also after an error.

        What could not be saved before is saved first: it would be lost. Raises ``StoreError`` if it still can't be.
        """
        try:
            with self._lock:
                if self.state.unsaved:
                    self._commit(lambda state: None)
                try:
                    yield
                finally:
                    self._is_outdated = True
                    # What can't be read now is read before the next command: none starts with what was there before.
                    with suppress(StoreError):
                        self._load()
        finally:
            self._publish(self.code)

    def _load(self) -> None:
        """Read the table from the disk."""
        self.state = load_table(self.store, self.state.row.id)
        self._is_outdated = False
        self.due = reveal_score.time_next_beat(self.state)

    def _announce(self, before: TableState, state: TableState) -> None:
        """Publish a change that is on disk.

        When a game starts or a round ends, the data file's log is written into it; after a game, a backup is made.
        """
        self._publish(self.code)
        begun = state.current_game and (before.current_game is None or before.game_row.id != state.game_row.id)
        ended = state.ended and before.ended not in (state.ended, Stage.OVER)
        try:
            if begun or ended:
                self.store.checkpoint()
            if ended and state.ended == Stage.OVER:
                self.store.backup()
        except StoreError as error:
            _log.warning("%s", error)
