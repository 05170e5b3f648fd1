"""Draws at a table, by a secret that was promised before: one for the game that is played, one for the next."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from companion import fair
from companion.chance import Drawing, Drawn
from companion.rules.move import Shuffle
from companion.rules.text import T
from companion.store import Added, GameRow, PledgeRow, Store, StoreError
from companion.table.refused import Refused

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Promised:
    """The part of a secret that all may see: the ``promise`` in hexadecimal, which ``game`` of the table it is for, the
    ids of the ``seats`` whose phones have added to it, and whether nothing can be added any more (``closed``)."""

    promise: str
    game: int
    seats: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def words(self) -> str:
        """The promise as eight short words."""
        return fair.words(self.promise)


class Dice:
    """``current`` is the secret of the table's newest game (None: it was begun without one), ``coming`` that of the
    next. Both are as on disk; they are changed within a change of the table."""

    def __init__(self, store: Store, table_id: int) -> None:
        self.store, self.table_id = store, table_id
        self.current: PledgeRow | None = None
        self.coming: PledgeRow | None = None
        self.number = 0
        """Of the newest game at the table."""

    def read(self) -> None:
        """Reads the secret of the next game. A disk that refuses is said when somebody taps."""
        try:
            self.coming = self.store.next_pledge(self.table_id)
            self.promise(over=False)
        except StoreError as error:
            _log.warning("%s", error)
            self.coming = None

    def load(self, game: GameRow | None) -> None:
        """Draw for this game."""
        self.number = 0 if game is None else game.number
        self.current = None if game is None else self.store.pledge_of(game.id)

    @property
    def promised(self) -> Promised | None:
        """As much of the newest game's secret as everybody may see."""
        return _promised(self.current, self.number)

    @property
    def promised_next(self) -> Promised | None:
        """As much of the next game's secret as everybody may see."""
        return _promised(self.coming, self.number + 1)

    def promise(self, over: bool) -> None:
        """There is always a secret for the next game; that of a game that is ``over`` and told is opened."""
        if self.coming is None:
            secret = secrets.token_bytes(fair.SECRET_BYTES).hex()
            self.coming = self.store.new_pledge(self.table_id, secret)
        if over and self.current and not self.current.opened:
            self.current = self.store.open_pledge(self.current)

    def begin(self, game: GameRow) -> None:
        """The next game begins."""
        if self.coming:
            self.store.begin_pledge(self.coming, game.id)
            self.coming = None

    def add(self, seat_id: int, name: str, bits: str) -> None:
        """A phone adds to the secret of the next game. Raises for what is no addition."""
        if not fair.ADDITION.fullmatch(bits):
            raise Refused(T("a phone adds 128 bits: 32 hexadecimal digits were expected"), 422)
        if self.coming:
            self.coming = self.store.add_to_pledge(self.coming, Added(seat_id, name, bits))

    # -- drawing ------------------------------------------------------------------------------------------------
    def shuffle(self, pledge: PledgeRow | None, label: str) -> Shuffle:
        """Mixes a list for that draw: by the secret, as long as nobody knows it."""
        if pledge is None or pledge.opened:
            return SystemRandom().shuffle
        return fair.Draw(fair.key_of(pledge.secret, (one.bits for one in pledge.added)), label).shuffle

    def drawing(self, game: GameRow) -> Drawing:
        """Draws for the game under way."""
        return self._drawing(self.current, game.number)

    def _drawing(self, pledge: PledgeRow | None, number: int) -> Drawing:
        return Drawing(number, pledge.drawn if pledge else (), lambda label: self.shuffle(pledge, label))

    def keep(self, drawn: Sequence[Drawn]) -> None:
        """Keeps the draws made for the game under way."""
        if drawn:
            self.current = self._kept(self.current, drawn)

    def _kept(self, pledge: PledgeRow | None, drawn: Sequence[Drawn]) -> PledgeRow | None:
        if pledge is None or pledge.opened:
            return pledge
        return self.store.set_drawn(pledge, [*pledge.drawn, *drawn])

    def lot(self, game: GameRow | None, round_number: int, entries: int, names: Sequence[str]) -> int:
        """On whom of them the lot falls to begin that round: of the ``game`` with so many ``entries``, or (None) of the
        next one."""
        if game is not None:
            place, drawn = self._drawing(self.current, game.number).lot(round_number, entries, names)
            self.current = self._kept(self.current, [drawn])
            return place
        place, drawn = self._drawing(self.coming, self.number + 1).lot(round_number, entries, names)
        self.coming = self._kept(self.coming, [drawn])
        return place


def _promised(pledge: PledgeRow | None, game: int) -> Promised | None:
    if pledge is None:
        return None
    seats = frozenset(one.seat_id for one in pledge.added)
    return Promised(fair.promise(pledge.secret), game, seats, pledge.closed)
