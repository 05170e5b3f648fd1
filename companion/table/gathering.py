"""Between two rounds, and before the first: who sits down, who plays on, who begins."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.state import ROUND_OVER
from companion.rules.text import T
from companion.store import NextDeal
from companion.table.now import LOBBY
from companion.table.playing import Playing
from companion.table.refused import Refused
from companion.table.seating import Seating


class Gathering(Seating, Playing):
    """A table at which people come and go between two rounds."""

    def sit_down(self, seat_id: int) -> None:
        """Somebody who has come while a game is played is dealt in from the next round on. A repeated tap is one."""
        with self._changing():
            if self.index_of(seat_id) is not None:
                return
            self._need_between()
            seat = next(seat for seat in self.seats if seat.id == seat_id)
            self._give_chair(seat.name, seat.id)
            self._append([{"kind": "join", "name": seat.name}], "table", "")

    def plays_on(self, seat_id: int, plays: bool) -> None:
        """A player is dealt in in the next round, or not; who had left is back with it."""
        with self._changing():
            self._need_between()
            number = self.index_of(seat_id)
            if number is None:
                raise Refused(T("this player has not sat down yet"))
            if plays and self.playing[1].state.seats[number].retired:
                self._append([{"kind": "return", "seat": number}], "table", "")
            before = self._coming
            self._settle(replace(before, plays={**before.plays, str(seat_id): plays}))

    def draw_first(self, drawn: int | None = None) -> None:
        """The lot falls on somebody who plays, to begin; nothing where it was not drawn just ``drawn`` times before (a
        repeated tap)."""
        with self._changing():
            if drawn not in (None, self._coming.draws):
                return
            if self.phase() == LOBBY:
                ids = [seat.id for seat in self.seats]
            else:
                self._need_between()
                out = self._without()
                ids = [id for number, id in enumerate(self.seat_ids) if number not in out]
            if not ids:
                raise Refused(T("there is nobody on whom the lot could fall"))
            names = {seat.id: seat.name for seat in self.seats}
            begin = [names.get(id, "") for id in ids]
            if self.phase() == LOBBY:
                place = self.dice.lot(None, 1, 0, begin)
            else:
                row, record = self.playing
                place = self.dice.lot(row, record.state.round + 1, len(record.entries), begin)
            self._settle(replace(self._coming, first=ids[place], draws=self._coming.draws + 1))

    def _need_between(self) -> None:
        if self.phase() == LOBBY or self.playing[1].state.status != ROUND_OVER:
            raise Refused(T("this is settled between two rounds"))

    def _settle(self, new: NextDeal) -> None:
        self._set(next_deal=new)
