"""Rows of the data file as values: what was written, without what the rules compute from it.

``schema`` says how they are stored; the other modules of this package read and write them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from companion.clock import Clock
from companion.engine.text import Text
from companion.storage.disk_errors import StoreError

V = TypeVar("V")


class Damaged(StoreError):
    """Data that can't be read any more; ``text`` says where it is, and nothing of its content.

    ``entry`` is the number of the damaged entry, if it is one.
    """

    def __init__(self, text: Text, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry


@dataclass(frozen=True)
class ChosenGame:
    """The game and options for the next deal; ``open``: people can take seats and the host can change it."""

    game: str
    options: dict[str, Any]
    open: bool


@dataclass(frozen=True)
class NextDeal:
    """The planned next deal.

    ``of`` names the deal that it follows. ``plays`` says who plays on, by the id of the seat (as text), as far as they
    have answered.
    """

    of: str = ""
    plays: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class TableRow:
    """A table at which people sit, with its settings.

    ``code``: what people type to join. ``address``: the host's choice for the QR codes. ``imported``: the table was
    made from a record. ``chosen``: None until a game is chosen, or if that can't be read any more. ``follow``: how
    much of the last round was tracked, "" before the first deal.
    """

    id: int
    code: str
    address: str | None
    imported: bool
    chosen: ChosenGame | None = None
    next_deal: NextDeal = field(default_factory=NextDeal)
    clock: Clock = field(default_factory=Clock)
    follow: str = ""


@dataclass(frozen=True)
class SeatRow:
    """A seat at a table.

    ``phone``: a phone has this seat; only the hash of the phone's token is saved. ``figure``: the icon of its player,
    if they have one. ``new_to``: the game that its player says is new to them.
    """

    id: int
    table_id: int
    name: str
    phone: bool
    token_hash: str | None = field(repr=False)
    figure: str | None = None
    new_to: str = ""


@dataclass(frozen=True)
class RoundDraft:
    """The form for the result of round ``of``, as far as it has been filled in.

    ``open``: people are filling it in. ``values`` are the values by the paths of their fields. ``hands`` says for each
    seat who filled in its row last (a seat, or -1 for the table screen). ``changed`` lists what had to be corrected to
    fit the cards; it is shown with the score.
    """

    of: int = 0
    open: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, int] = field(default_factory=dict)
    changed: Sequence[Any] = ()


@dataclass(frozen=True)
class RevealProgress:
    """How far a round's score has been revealed.

    ``beats`` counts the beats that were shown. The last one has been on the screen ``since`` that moment (None: the
    reveal is paused), and for ``ran`` seconds before a pause. Round 0: no round has been revealed yet.
    """

    round: int = 0
    beats: int = 0
    since: float | None = None
    ran: float = 0.0


@dataclass(frozen=True)
class GameRow:
    """A game at a table, the ``number``-th there.

    ``players`` and ``seat_ids`` are in seat order as of the game's start. ``show``: how far the score of the newest
    round has been revealed. ``joined``: the seats of those who joined after the first deal, by their name in the
    record. ``looks``: the seats that have looked at something, by the mark of what it was. ``typed``: what seats have
    typed for themselves, by round and seat ("1.0"). Neither of these two is in any export. ``sound``: the checksum is
    right. ``file``: the text of a game in one file. ``damaged``: it was marked as damaged, and is not read any more.
    ``ahead``: by how many seconds the host's browser was ahead of this computer's clock at the deal; only dates in the
    history use it.
    """

    id: int
    table_id: int
    number: int
    game: str
    options: dict[str, Any]
    players: list[str]
    seat_ids: list[int]
    created: str
    joined: dict[str, int] = field(default_factory=dict)
    over: bool = False
    draft: RoundDraft = field(default_factory=RoundDraft)
    looks: Mapping[str, frozenset[int]] = field(default_factory=dict)
    typed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    show: RevealProgress = field(default_factory=RevealProgress)
    sound: bool = True
    file: str = ""
    damaged: bool = False
    ahead: int = 0


class TapRow(NamedTuple):
    """A tap: the number of its ``first`` entry, how ``many`` it has, and which device sent it."""

    first: int
    many: int
    device: str

    @property
    def numbers(self) -> range:
        """The numbers of its entries."""
        return range(self.first, self.first + self.many)


class NoteRow(NamedTuple):
    """Something that happened at the table and is no entry of a game."""

    id: int
    game_id: int | None
    seq: int | None
    text: Text


class PersonRow(NamedTuple):
    """A person: their first folded name, what they are called now, and the icon that they chose last."""

    key: str
    name: str
    figure: str | None = None


class GameHead(NamedTuple):
    """The head of a game: enough to see whether something in it has changed.

    If so, its ``mark`` differs; names are part of the mark. ``whole``: the game was imported as a whole from a record.
    ``showing``: its score is being revealed at the moment, beat by beat.
    """

    id: int
    table_id: int
    code: str
    over: bool
    whole: bool
    left_out: bool
    showing: bool
    mark: str


def to_json(value: object) -> str:
    """Write a value as JSON for a column."""
    return json.dumps(value, separators=(",", ":"))


def loads(text: str, kind: type[V]) -> V:
    """Read the object or list in a column; return an empty one if it can't be read any more."""
    try:
        value = json.loads(text)
    except (ValueError, TypeError):
        return kind()
    return value if isinstance(value, kind) else kind()


def value(text: str, kind: Callable[..., V], otherwise: V) -> V:
    """Read the value whose fields are in a column; return ``otherwise`` if it can't be read any more."""
    try:
        return kind(**loads(text, dict))
    except TypeError:
        return otherwise
