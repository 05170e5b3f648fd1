"""Draws at a table, by a secret that was promised before: one for the game that is played, one for the next."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any

from companion.kept.store import GameRow, PledgeRow, Store, StoreError
from companion.record import fair, older
from companion.record.chance import Drawing, Drawn
from companion.rules.move import Shuffle

_log = logging.getLogger(__name__)


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
            self.coming = self.store.pledges.next_pledge(self.table_id)
            self.promise(over=False)
        except StoreError as error:
            _log.warning("%s", error)
            self.coming = None

    def load(self, game: GameRow | None) -> None:
        """Draw for this game."""
        self.number = 0 if game is None else game.number
        self.current = None if game is None else self.store.pledges.pledge_of(game.id)

    def promise(self, over: bool) -> None:
        """There is always a secret for the next game; that of a game that is ``over`` and told is opened."""
        if self.coming is None:
            secret = secrets.token_bytes(fair.SECRET_BYTES).hex()
            self.coming = self.store.pledges.new_pledge(self.table_id, secret)
        if over and self.current and not self.current.opened:
            self.current = self.store.pledges.change_pledge(self.current, opened=True)

    # -- what phones commit to, and what is bound ---------------------------------------------------------------
    @property
    def promises(self) -> Mapping[int, str]:
        """The promises of games whose phones commit to deals, by the number of the game."""
        return {number: fair.promise(pledge.secret) for number, pledge in self._committing.items()}

    @property
    def _committing(self) -> Mapping[int, PledgeRow]:
        both = {self.number: self.current, self.number + 1: self.coming}
        return {number: one for number, one in both.items() if one and one.added is None and not one.opened}

    def commit(self, of: str, seat: int, commitment: str) -> str:
        """The commitment of a seat for that deal that stands: the first."""
        game = int(of.partition("/")[0])
        pledge = self._committing[game]
        before = pledge.commitments.get(of, {})
        if seat not in before:
            self._change(game, commitments={**pledge.commitments, of: {**before, seat: commitment}})
        return before.get(seat, commitment)

    def committed(self, of: str) -> Mapping[int, str]:
        """The commitments for that deal, by seat."""
        return self._committing[int(of.partition("/")[0])].commitments.get(of, {})

    def next_deal(self, game: int, round_number: int) -> str:
        """Names the next deal of that round: a name that was used is not used again."""
        head = f"{game}/{round_number}/"
        bound = self._committing[game].deals if game in self._committing else ()
        return f"{head}{1 + sum(deal.of.startswith(head) for deal in bound)}"

    @property
    def pending(self) -> fair.Deal | None:
        """The deal whose terms are bound and whose cards are still to come."""
        bound = (deal for pledge in self._committing.values() for deal in pledge.deals[-1:] if deal.pending)
        return next(bound, None)

    def bind(self, terms: Mapping[str, Any]) -> None:
        """These are the terms of the next deal."""
        deal = fair.Deal(terms)
        game = int(deal.of.partition("/")[0])
        self._change(game, deals=(*self._committing[game].deals, deal))

    def settle(self, deal: fair.Deal) -> None:
        """Puts the deal in the place of the one that is pending: with what was opened, with its cards, or given up."""
        game = next(number for number, one in self._committing.items() if one.deals and one.deals[-1].pending)
        self._change(game, deals=(*self._committing[game].deals[:-1], deal))

    def _change(self, game: int, **values: Any) -> None:
        changed = self.store.pledges.change_pledge(self._committing[game], **values)
        if game == self.number:
            self.current = changed
        else:
            self.coming = changed

    def begin(self, game: GameRow) -> None:
        """The next game begins."""
        if self.coming:
            self.store.pledges.change_pledge(self.coming, game_id=game.id)
            self.coming = None

    # -- drawing ------------------------------------------------------------------------------------------------
    def shuffle(self, label: str, deal: str) -> Shuffle:
        """A function that shuffles a list for that draw: by the secret, as long as nobody knows it."""
        pledge = self.current
        if pledge is None or pledge.opened:
            return SystemRandom().shuffle
        if pledge.added is not None:
            return fair.Draw(older.key_of(pledge.secret, (bits for _, bits in pledge.added)), label).shuffle
        bound = next((one for one in pledge.deals if one.of == deal), None)
        return fair.Draw(bound.key(pledge.secret), label).shuffle if bound else SystemRandom().shuffle

    def drawing(self) -> Drawing:
        made = self.current.drawn if self.current else ()
        return Drawing(self.number, made, self.shuffle, self.pending.of if self.pending else "")

    def keep(self, drawn: Sequence[Drawn]) -> None:
        """Keeps the draws of the game under way."""
        pledge = self.current
        if not drawn or pledge is None or pledge.opened:
            return
        self.current = self.store.pledges.change_pledge(pledge, drawn=(*pledge.drawn, *drawn))
        if self.pending and drawn[-1].deal == self.pending.of:
            self.settle(replace(self.pending, entry=drawn[-1].entry))
