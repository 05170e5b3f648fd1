"""What was promised about draws: a secret for each game, apart from its entries, and what phones have added to it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.data_file import DataFile
from companion.disk_errors import StoreError
from companion.rules.text import T

_PLEDGE = "SELECT id, table_id, game_id, secret, added, additions, drawn, opened FROM pledges "


@dataclass(frozen=True)
class PledgeRow:
    """The ``secret`` of a game (``game_id`` None: of the table's next one), in hexadecimal. ``added``: what phones have
    added, by seat id, until the game begins; ``additions`` what each player had added then, in seat order; ``drawn``:
    entry and label of each draw; ``opened``: the game is over and has been told, so nothing is drawn with it any
    more."""

    id: int
    table_id: int
    game_id: int | None
    secret: str = field(repr=False)
    added: Mapping[str, str] = field(repr=False)
    additions: Sequence[str | None] = field(repr=False)
    drawn: Sequence[tuple[int, str]]
    opened: bool


class Pledges(DataFile):
    """The part of the data file that keeps secrets until they are opened."""

    def new_pledge(self, table_id: int, secret: str) -> PledgeRow:
        """A secret for the table's next game."""
        with self._write() as db:
            row = {"table_id": table_id, "secret": secret, "added": "{}", "additions": "[]", "drawn": "[]"}
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
        self, table_id: int, game_id: int, secret: str, additions: Sequence[str | None], drawn: Sequence[tuple[int, str]]
    ) -> None:
        """What the record of a game that was played elsewhere opens."""
        with self._write():
            pledge = self.begin_pledge(self.new_pledge(table_id, secret), game_id, additions)
            self.open_pledge(self.set_drawn(pledge, drawn))

    def add_to_pledge(self, pledge: PledgeRow, seat_id: int, addition: str) -> PledgeRow:
        """What a seat's phone adds; what it added first stays."""
        added = {str(seat_id): addition, **pledge.added}
        return self._pledge_changed(pledge, added=json.dumps(added))

    def begin_pledge(self, pledge: PledgeRow, game_id: int, additions: Sequence[str | None]) -> PledgeRow:
        """A game begins with this secret; nothing can be added any more."""
        return self._pledge_changed(pledge, game_id=game_id, additions=json.dumps(list(additions)))

    def set_drawn(self, pledge: PledgeRow, drawn: Sequence[tuple[int, str]]) -> PledgeRow:
        """All that has been drawn with it so far."""
        return self._pledge_changed(pledge, drawn=json.dumps([list(one) for one in drawn]))

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
    drawn = tuple((int(entry), str(label)) for entry, label in json.loads(row["drawn"]))
    added, additions = json.loads(row["added"]), tuple(json.loads(row["additions"]))
    return PledgeRow(**{**row, "added": added, "additions": additions, "drawn": drawn, "opened": bool(row["opened"])})
