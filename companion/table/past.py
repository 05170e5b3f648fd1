"""A game that is over and told, looked back at: how it stood after each entry that counts."""

from __future__ import annotations

from dataclasses import dataclass

from companion.known import history_of
from companion.record import Record, what_counts
from companion.rules.board import Board
from companion.rules.text import T, Text, sentences
from companion.rules.view import TRUTH, Viewer


@dataclass(frozen=True)
class Moment:
    """How it stood after the ``at``-th of ``last`` + 1 entries that count. ``told`` is what was entered then; ``sure``
    who could be sure of whom from then on, where cards lie ``open``."""

    at: int
    last: int
    round: int
    turn: int
    told: Text
    board: Board
    open: bool
    sure: tuple[Text, ...] = ()


def moment(record: Record, at: int, open: bool) -> Moment | None:
    """The moment with that number (the nearest there is), as the table saw it or with ``open`` cards. None for a record
    in which nothing counts."""
    counting = list(what_counts(record.entries, record.live()))
    if not counting:
        return None
    at = max(0, min(at, len(counting) - 1))
    game, state = record.game, record.game.start(record.players, record.given_options)
    told: list[Text] = []
    for _, entries in counting[: at + 1]:
        told = []
        for entry in entries:
            told.append(game.sentence(state, entry))
            game.fold(state, entry)
    board = game.board(game.view(state, TRUTH if open else Viewer()))
    text = sentences(told) if told else T("It did not happen.")
    sure = _sure(record, counting[at][0]) if open else ()
    return Moment(at, len(counting) - 1, state.round, state.number, text, board, open, sure)


def _sure(record: Record, number: int) -> tuple[Text, ...]:
    history, names = history_of(record), record.state.names
    over = {known.entry for known in history.entries if known.over}
    text = T("From here on {name} could be sure of {other}.")
    return tuple(
        text.filled(name=names[one.viewer], other=names[one.about])
        for one in history.sure
        if one.entry == number and number not in over
    )
