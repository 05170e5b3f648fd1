"""One table as the pages have it: all that people do at it, and what each of them is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion import clock
from companion.games import game_by_id
from companion.rules.asking import Action
from companion.rules.state import OVER
from companion.rules.text import T, Text
from companion.table.dealing import Dealing
from companion.table.dice import Promised
from companion.table.loading import opened
from companion.table.mending import MendingTable
from companion.table.refused import Refused
from companion.table.screen import Screen, Viewer, Waiting, make_screen, table_actions, waiting_page
from companion.table.thoughts import ThinkingTable
from companion.verify import Report, verify


class Promises(NamedTuple):
    """What everybody may see of the secret of a table's newest game (None: it was begun without one), and of its
    next."""

    game: Promised | None
    next: Promised | None


class Table(Dealing, MendingTable, ThinkingTable):
    """One table: its seats, the game that is played, and what happened. Every method takes the table's lock."""

    # -- what pages show ----------------------------------------------------------------------------------------
    def screen(self, viewer: Viewer) -> Screen:
        """All that this viewer's page shows, and nothing it may not."""
        with self._lock:
            return make_screen(self.now(), viewer)

    def waiting(self, viewer: Viewer) -> Waiting | None:
        """The viewer's cards and last turn, where its page has nothing else of its own; None where it has."""
        with self._lock:
            return waiting_page(self.now(), viewer)

    def table_actions(self) -> tuple[Action, ...]:
        """What the table device offers in its panels, which few look into."""
        with self._lock:
            return tuple(table_actions(self.now()))

    # -- the end ------------------------------------------------------------------------------------------------
    def show_next(self, told: int | None = None) -> None:
        """Tell one more step of the score, or turn up one more card; nothing where no longer just ``told`` of them are
        (a repeated tap)."""
        with self._changing():
            record = self.playing[1]
            before, cards = self.steps_told(), self.cards_up()
            turning = [len(step.turning) for step in self._steps()]
            if before == len(turning) or told not in (None, sum(n or 1 for n in turning[:before]) + cards):
                return
            if cards + 1 < turning[before]:
                self._set_game(score_round=record.state.round, score_steps=before, score_cards=cards + 1)
            else:
                self._set_game(score_round=record.state.round, score_steps=before + 1, score_cards=0)

    def exported(self) -> dict[str, Any]:
        """The record for download: only when the game is over, for before that it would tell."""
        with self._lock:
            row, record = self.playing
            if record.state.status != OVER or not self.told():
                raise Refused(T("the record can be downloaded when the game is over: before that it would tell"), 403)
            return {**record.to_json(self.store.entries(row.id)), **opened(self.dice.current)}

    def is_told(self) -> bool:
        """Whether the last game is over and its whole score has been told."""
        with self._lock:
            return self.record is not None and self.record.state.status == OVER and self.told()

    def retold(self) -> tuple[int, Sequence[Text]] | None:
        """The last game, and what is worth telling of it; None before it is over and told."""
        with self._lock:
            return (self.playing[0].id, self._retold().highlights) if self.is_told() else None

    def promises(self) -> Promises:
        """What everybody may see of the secrets of the game that is played, or was played last, and of the next."""
        with self._lock:
            return Promises(self.dice.promised, self.dice.promised_next)

    def checked(self) -> Report | None:
        """Every draw of the game again; None before it is over and told."""
        with self._lock:
            if self.record is None or self.record.state.status != OVER or not self.told():
                return None
            return verify(self.exported(), game_by_id)

    # -- what the table device is set to ------------------------------------------------------------------------
    def turn_picture(self, places: int) -> None:
        """The picture is turned by so many places, so that it fits how people sit round the screen."""
        with self._changing():
            self._set(turned=places % 12)

    def set_clock(self, shown: bool, ask: int) -> None:
        """The clock is shown to all or hidden; the voice asks after so many minutes of a turn (0: never)."""
        with self._changing():
            self._set_clock(self.row.clock.set(shown, ask), always=True)

    def stop_clock(self, stop: bool) -> None:
        """The clock of this turn stands still, or goes on."""
        with self._changing():
            kept, now = self.row.clock, clock.now()
            self._set_clock(kept.stop(now) if stop else kept.go_on(now))

    def set_address(self, address: str) -> None:
        """The address the host chose for the QR codes."""
        with self._changing():
            self._set(address=address)
