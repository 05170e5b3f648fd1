"""The games of a table that are over and told, to be looked back at while the next one is played."""

from __future__ import annotations

from companion.record import Record
from companion.rules.state import OVER
from companion.rules.text import T
from companion.store import Damaged, GameRow
from companion.table.loading import load_record
from companion.table.past import Past
from companion.table.refused import Refused
from companion.table.standing import Standing

NOT_TOLD = T("a game can be looked back at when it is over and told: before that it would tell")


class LookingBack(Standing):
    """A table whose games can be walked through when they are over. None of it needs the table's lock for long: the
    game that is played is not waited with."""

    def pasts(self) -> list[Past]:
        """All that can be looked back at, in the order in which they were played."""
        found = (self._past(row) for row in self.store.games(self.row.id))
        return [past for past in found if past]

    def past(self, number: int | None = None) -> Past:
        """The ``number``-th game at this table, or the newest one that can be looked back at. Raises where there is
        none, or where it is not over and told."""
        if number is None:
            past = next(reversed(self.pasts()), None)
        else:
            row = next((row for row in self.store.games(self.row.id) if row.number == number), None)
            if row is None:
                raise Refused(T("there is no such game at this table"), 404)
            past = self._past(row)
        if past is None:
            raise Refused(NOT_TOLD, 403)
        return past

    def _past(self, row: GameRow) -> Past | None:
        """That game, kept as long as nothing is changed; None where it is not over and told."""
        with self._lock:
            if self.game_row and self.record and row.id == self.game_row.id:
                return self._newest(self.record)
            kept = self._pasts
            if row.id in kept:
                return kept[row.id]
        try:
            record = load_record(self.store, row)
        except Damaged:
            record = None
        past = Past(row.id, row.number, record) if record and self._is_told(record, row) else None
        kept[row.id] = past
        return past

    def _newest(self, record: Record) -> Past | None:
        """The same of the table's newest game, which may go on after an undo."""
        row = self.playing[0]
        if not self._is_told(record, row):
            return None
        kept = self._pasts.get(row.id)
        if kept is None or len(kept.record.entries) != len(record.entries):
            own = Record(record.game, record.players, record.given_options)
            own.restore(list(record.entries))
            kept = self._pasts[row.id] = Past(row.id, row.number, own)
        return kept

    def _is_told(self, record: Record, row: GameRow) -> bool:
        """Whether the game is over and the score of its last round has been told: here, or where a record that was
        read in was made."""
        state = record.state
        if state.status != OVER:
            return False
        told = row.score_steps if row.score_round == state.round else 0
        return told >= len(record.game.steps(state)) or self.store.was_read_in(row.id)
