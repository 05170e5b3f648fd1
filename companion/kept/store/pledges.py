"""Promises about draws: a secret for each game, apart from its entries, and what phones have added to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kept.data_file import Part
from companion.kept.disk_errors import StoreError
from companion.record.chance import Drawn
from companion.record.fair import Deal
from companion.rules.text import T

_PLEDGE = "SELECT id, table_id, game_id, secret, added, drawn, opened, commitments, deals FROM pledges "


@dataclass(frozen=True)
class PledgeRow:
    """The ``secret`` of a game (``game_id`` None: of the table's next one), in hexadecimal. ``commitments`` of phones
    are by deal and seat; ``deals`` are those that were bound, and all that was ``drawn``. ``opened``: the game is over
    and has been told, so nothing is drawn with it any more. ``added``: by whom and what, where phones of an older game
    added to it before the first deal; None where they commit to each deal."""

    id: int
    table_id: int
    game_id: int | None
    secret: str = field(repr=False)
    opened: bool = False
    drawn: tuple[Drawn, ...] = ()
    commitments: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    deals: tuple[Deal, ...] = ()
    added: tuple[tuple[str, str], ...] | None = field(default=None, repr=False)


class Pledges(Part):
    """The part of the data file that keeps secrets until they are opened."""

    def new_pledge(self, table_id: int, secret: str) -> PledgeRow:
        """A secret for the table's next game."""
        with self.transaction() as db:
            row = {"table_id": table_id, "secret": secret, "added": "null", "drawn": "[]"}
            made = int(db.table("pledges").insert(row).last_pk or 0)
            return PledgeRow(made, table_id, None, secret)

    def next_pledge(self, table_id: int) -> PledgeRow | None:
        """The secret of the table's next game, if there is one already."""
        row = self._row(_PLEDGE + "WHERE table_id = ? AND game_id IS NULL ORDER BY id DESC LIMIT 1", table_id)
        return _pledge(row) if row else None

    def pledge_of(self, game_id: int) -> PledgeRow | None:
        """The secret of a game; None for one that was begun without."""
        row = self._row(_PLEDGE + "WHERE game_id = ?", game_id)
        return _pledge(row) if row else None

    def change_pledge(self, pledge: PledgeRow, **values: Any) -> PledgeRow:
        """Saves other values for it."""
        kept = {name: _WRITTEN[name](value) if name in _WRITTEN else value for name, value in values.items()}
        self._change("pledges", pledge.id, **kept)
        return replace(pledge, **values)


_WRITTEN: dict[str, Callable[[Any], str]] = {
    "drawn": json.dumps,
    "commitments": json.dumps,
    "added": lambda added: json.dumps(added and [(0, *one) for one in added]),
    "deals": lambda deals: json.dumps([[one.terms, [*one.opened.items()], one.entry, one.given_up] for one in deals]),
}
"""How values are kept that are more than a number or text."""


def _pledge(row: dict[str, Any]) -> PledgeRow:
    """Raises a StoreError where it can't be read any more."""
    try:
        kept = {name: json.loads(row[name]) for name in ("drawn", "added", "commitments", "deals")}
        drawn = (Drawn(entry, label, tuple(among), fell_on) for entry, label, among, fell_on in kept["drawn"])
        deals = (Deal(terms, dict(opened), entry, given_up) for terms, opened, entry, given_up in kept["deals"])
        commitments = {of: {int(seat): one for seat, one in each.items()} for of, each in kept["commitments"].items()}
        added = None if kept["added"] is None else tuple((name, bits) for _, name, bits in kept["added"])
        texts = {"drawn": tuple(drawn), "deals": tuple(deals), "commitments": commitments, "added": added}
    except (AttributeError, ValueError, TypeError):
        raise StoreError(T("what was promised about the draws can't be read any more")) from None
    return PledgeRow(**{**row, **texts, "opened": bool(row["opened"])})
