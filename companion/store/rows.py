"""Rows of the data file as values: what was written, and nothing of what the rules make of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.disk_errors import StoreError
from companion.rules.text import Text


class Damaged(StoreError):
    """Something that was written can't be read any more; ``text`` says what, and tells nothing of what it was.

    ``entry`` is the number of the entry, where it is one.
    """

    def __init__(self, text: Text, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry


@dataclass(frozen=True)
class TableRow:
    """A table people sit at. ``code`` is typed to join; ``address`` the host chose for its QR codes; ``imported``: it
    was read in from a record."""

    id: int
    code: str
    created: str
    address: str | None
    imported: bool


@dataclass(frozen=True)
class SeatingRow:
    """A seat at a table. ``phone``: a phone holds it; only the hash of that phone's token is kept."""

    id: int
    table_id: int
    position: int
    name: str
    phone: bool
    token_hash: str | None = field(repr=False)
    pin: str = field(repr=False)
    removed: bool


@dataclass(frozen=True)
class GameRow:
    """One game played at a table, the ``number``-th there.

    ``players`` and ``seat_ids`` are in seat order as of the game's start. ``score_steps`` steps of the score of round
    ``score_round`` have been told. ``damage`` says which of options, players and seats can't be read any more, and are
    empty here.
    """

    id: int
    table_id: int
    number: int
    game: str
    options: dict[str, Any]
    players: list[str]
    seat_ids: list[int]
    score_round: int
    score_steps: int
    created: str
    over: bool
    damage: Text | None = None


@dataclass(frozen=True)
class NoteRow:
    """Something that happened at the table beside the record. ``message`` and ``values`` make a ``Text``."""

    id: int
    game_id: int | None
    seq: int | None
    message: str
    values: dict[str, Any]
    at: str


@dataclass(frozen=True)
class PersonRow:
    """What is kept of a person beside the games: how it is spelled (None: as last typed), whom it is the same as, and
    the colour and figure that it last chose."""

    key: str
    name: str | None = None
    same_as: str | None = None
    colour: int | None = None
    figure: str | None = None


@dataclass(frozen=True)
class GameHead:
    """As much of a game as tells whether something has changed in it: ``length`` of its journal, and ``whole`` where
    all of that was read in from a record."""

    id: int
    table_id: int
    code: str
    over: bool
    length: int
    whole: bool
    left_out: bool
    mark: str
