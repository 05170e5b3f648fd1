"""Rows of the data file as values: what was written, and nothing of what the rules make of it.

How they are stored is ``schema``'s, and what is read and written of them the other modules' here.
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
    """An error of data that can't be read any more; ``text`` says where, and nothing of what stood there.

    ``entry`` is the number of the entry, where it is one.
    """

    def __init__(self, text: Text, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry


@dataclass(frozen=True)
class ChosenGame:
    """The game and options for the next deal; ``open``: people may take seats and the host may change it."""

    game: str
    options: dict[str, Any]
    open: bool


@dataclass(frozen=True)
class NextDeal:
    """The planned next deal.

    ``of`` names the deal that it is about. ``plays``: who has said whether they play on, by the id of the seat (as
    text).
    """

    of: str = ""
    plays: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class TableRow:
    """A table people sit at, and how it is set.

    ``code`` is typed to join; ``address`` the host chose for its QR codes; ``imported``: it was read in from a record.
    ``chosen`` is None until a game is chosen, and where that can't be read any more, ``follow``: how the last deal was
    to be followed, "" before the first one.
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

    ``phone``: a phone holds it; only the hash of that phone's token is kept. ``figure``: what its person is known by,
    if anything; ``new_to``: the game that is new to it, as it said.
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
    """The page of facts of round ``of``, as far as it has been filled in.

    ``open``: it is being filled in. ``values`` stand by the paths of its fields, ``hands`` says by seat who filled in
    that row last (the seat, or -1 for the table screen); ``changed`` is what had to be changed to fit, for the show.
    """

    of: int = 0
    open: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, int] = field(default_factory=dict)
    changed: Sequence[Any] = ()


@dataclass(frozen=True)
class RevealProgress:
    """The telling of a round's score.

    So many ``beats`` of it have been told, the last one shown ``since`` then (None: it stands still), after ``ran``
    seconds for which it had been shown before. Round 0: none has been told yet.
    """

    round: int = 0
    beats: int = 0
    since: float | None = None
    ran: float = 0.0


@dataclass(frozen=True)
class GameRow:
    """A game at a table, the ``number``-th there.

    ``players`` and ``seat_ids`` are in seat order as of the game's start. ``show`` is how far the score of the newest
    round that was told has come. ``joined`` are the seats of those who sat down after the first deal, by the name that
    the record has for them. ``looks`` are the seats that have looked, by the mark of what they looked at, ``typed`` is
    what seats have typed for themselves, by round and seat ("1.0"): neither is in any export. ``sound``: this is
    as it was written. ``file`` is the text that the game is read from, if any; ``damaged``: somebody has said
    that it is, and nothing of it is read any more. ``ahead``: so many seconds the host's browser was ahead of this
    machine's clock when the game was dealt; only dates in the book follow it.
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
    """Something that happened at the table beside the record."""

    id: int
    game_id: int | None
    seq: int | None
    text: Text


class PersonRow(NamedTuple):
    """A person: the folded name that it had first, what it is called, and the figure that it last chose."""

    key: str
    name: str
    figure: str | None = None


class GameHead(NamedTuple):
    """The head of a game: as much as tells whether something has changed in it.

    Then its ``mark``, in which there are names, is another one. ``whole``: all of it was read in from a record,
    ``showing``: its score goes on being told by itself.
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
    """Return a value as a column has it."""
    return json.dumps(value, separators=(",", ":"))


def loads(text: str, kind: type[V]) -> V:
    """Read the object or list in a column; an empty one for what can't be read any more."""
    try:
        value = json.loads(text)
    except (ValueError, TypeError):
        return kind()
    return value if isinstance(value, kind) else kind()


def value(text: str, kind: Callable[..., V], otherwise: V) -> V:
    """Read the value whose fields stand in a column; one that can't be read any more is as if it had never been set."""
    try:
        return kind(**loads(text, dict))
    except TypeError:
        return otherwise
