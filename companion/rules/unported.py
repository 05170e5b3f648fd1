"""UNPORTED: what the games that still write their halves by hand lean on. Goes with the last of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from companion.rules import cards
from companion.rules.action import Entry
from companion.rules.counts import HAND, Count
from companion.rules.dealing import TableMove
from companion.rules.game import Game
from companion.rules.move import Move, StateT
from companion.rules.pieces import Piece, Pieces, pieces
from companion.rules.state import State
from companion.rules.table_moves import TABLE_MOVES
from companion.rules.text import T, Text

__all__ = ["DealtGame", "OneEntryGame", "TableMove", "by_kind", "may_not_move", "step_two_closed", "table_moves"]


class DealtGame(Game[StateT], Generic[StateT]):
    """A game whose views, stories and facts are written by hand."""

    cards: Mapping[str, Text]
    state_type = seat_type = object  # type: ignore[assignment]
    turn_moves = table_moves = ()
    public = of_seat = ()
    sheet = plotted = None  # type: ignore[assignment]

    @property
    def roles(self) -> Pieces:
        return pieces(*(Piece(id, label) for id, label in self.cards.items()))

    def set_up(self, state: StateT) -> None:
        self.start_round(state, {"clans": [seat.clan for seat in state.seats]})

    def start_round(self, state: StateT, entry: Entry) -> None:
        raise NotImplementedError

    def played(self, state: StateT) -> Any:
        raise NotImplementedError

    def from_facts(self, given: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any]) -> Any:
        raise NotImplementedError

    def score(self, played: Any, ended: Text | None = None) -> Any:
        raise NotImplementedError


OneEntryGame = DealtGame
COUNTS = {
    "gold": (T("Gold"), T("gold"), "", None),
    "treasures": (
        T("Treasures"), T("treasures"), "treasures_left", T("the table has only {n} treasures left"),
    ),
}  # fmt: skip


def table_moves(game: Any, keeps: Sequence[str], after: Sequence[str], secret: Sequence[str] = ()) -> list[Move[Any]]:
    def count(name: str) -> Count:
        label, word, stock, short = COUNTS[name]
        return Count(name, label, word, name in after, name in secret, stock, short)

    game.counts = tuple(HAND if name == "hand" else count(name) for name in keeps)
    return [move(game) for move in TABLE_MOVES]


def by_kind(moves: Sequence[Move[StateT]]) -> dict[str, Move[StateT]]:
    return {move.kind: move for move in moves}


def step_two_closed(state: State[Any, Any], by: int) -> Text | None:
    return cards.Step.needs[0](state, by) or cards.Step.needs[1](state, by)


def may_not_move(state: State[Any, Any]) -> Text | None:
    return cards.may_move(state, state.running.seat)
