"""Promises about draws: a secret for each game, apart from its entries, and what phones have added to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.chance import Drawn
from companion.data_file import DataFile
from companion.disk_errors import StoreError
from companion.rules.text import T

_PLEDGE = "SELECT id, table_id, game_id, secret, added, drawn, opened FROM pledges "


class Added(NamedTuple):
    """A phone's part of a draw, in hexadecimal. ``name``: the seat's name then."""

    seat_id: int
    name: str
    bits: str


@dataclass(frozen=True)
class PledgeRow:
    """The ``secret`` of a game (``game_id`` None: of the table's next one), in hexadecimal; what was ``added`` to it,
    and all that was ``drawn``. ``opened``: the game is over and has been told, so nothing is drawn with it any more."""

    id: int
    table_id: int
    game_id: int | None
    secret: str = field(repr=False)
    added: tuple[Added, ...] = field(repr=False)
    drawn: tuple[Drawn, ...]
    opened: bool

    @property
    def closed(self) -> bool:
        """True once something has been drawn: nothing can be added any more."""
        return self.game_id is not None or bool(self.drawn)


class Pledges(DataFile):
    """The part of the data file that keeps secrets until they are opened."""

    def new_pledge(self, table_id: int, secret: str) -> PledgeRow:
        """A secret for the table's next game."""
        with self.transaction() as db:
            row = {"table_id": table_id, "secret": secret, "added": "[]", "drawn": "[]"}
            made = db.table("pledges").insert(row).last_pk
            found = self._row(_PLEDGE + "WHERE id = ?", made)
        assert found is not None
        return _pledge(found)

    def next_pledge(self, table_id: int) -> PledgeRow | None:
        """The secret of the table's next game, if there is one already."""
        row = self._row(_PLEDGE + "WHERE table_id = ? AND game_id IS NULL ORDER BY id DESC LIMIT 1", table_id)
        return _pledge(row) if row else None

    def pledge_of(self, game_id: int) -> PledgeRow | None:
        """The secret of a game; None for one that was begun without."""
        row = self._row(_PLEDGE + "WHERE game_id = ?", game_id)
        return _pledge(row) if row else None

    def keep_pledge(
        self, table_id: int, game_id: int, secret: str, added: Sequence[Added], drawn: Sequence[Drawn]
    ) -> None:
        """Keeps the secret that the record of a game played elsewhere opens."""
        with self.transaction():
            pledge = self.begin_pledge(self.new_pledge(table_id, secret), game_id)
            self._pledge_changed(pledge, added=json.dumps(added), drawn=json.dumps(drawn), opened=1)

    def add_to_pledge(self, pledge: PledgeRow, added: Added) -> PledgeRow:
        """Keeps what a seat's phone adds, unless it has added something before, or something was drawn."""
        if pledge.closed or any(one.seat_id == added.seat_id for one in pledge.added):
            return pledge
        return self._pledge_changed(pledge, added=json.dumps([*pledge.added, added]))

    def begin_pledge(self, pledge: PledgeRow, game_id: int) -> PledgeRow:
        """A game begins with this secret."""
        return self._pledge_changed(pledge, game_id=game_id)

    def set_drawn(self, pledge: PledgeRow, drawn: Sequence[Drawn]) -> PledgeRow:
        """All that has been drawn with it so far."""
        return self._pledge_changed(pledge, drawn=json.dumps(drawn))

    def open_pledge(self, pledge: PledgeRow) -> PledgeRow:
        """The secret is told: nothing is drawn with it from now on."""
        return self._pledge_changed(pledge, opened=1)

    def _pledge_changed(self, pledge: PledgeRow, **values: Any) -> PledgeRow:
        self._change("pledges", pledge.id, **values)
        row = self._row(_PLEDGE + "WHERE id = ?", pledge.id)
        if row is None:
            raise StoreError(T("There is no such game."))
        return _pledge(row)


def _pledge(row: dict[str, Any]) -> PledgeRow:
    """Raises a StoreError where it can't be read any more."""
    try:
        added = tuple(Added(int(seat), str(name), str(bits)) for seat, name, bits in json.loads(row["added"]))
        drawn = tuple(
            Drawn(int(entry), str(label), tuple(map(str, among)), str(fell_on))
            for entry, label, among, fell_on in json.loads(row["drawn"])
        )
    except (ValueError, TypeError):
        raise StoreError(T("what was promised about the draws can't be read any more")) from None
    return PledgeRow(**{**row, "added": added, "drawn": drawn, "opened": bool(row["opened"])})
