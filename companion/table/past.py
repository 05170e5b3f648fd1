"""A game that is over and told, looked back at: how it stood after each entry that counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from companion import clock
from companion.kept.store import Damaged, GameRow
from companion.record.record import Record, what_counts
from companion.rules.board import Board
from companion.rules.seeing import TRUTH, Viewer
from companion.rules.state import OVER, ROUND_OVER
from companion.rules.text import T, Text, sentences
from companion.table import show
from companion.table.at import At
from companion.table.loading import load_record
from companion.table.now import Reminder, board_of, reminders_of
from companion.table.refused import Refused
from companion.told.known import History, certain, history_of

NOT_TOLD = T("a game can be looked back at when it is over and told: before that it would give things away")


@dataclass(frozen=True)
class Moment:
    """How it stood from entry number ``entry`` on, the ``at``-th of those that count (0: the first). ``said`` is what
    was entered then, ``ended`` how the round that was over with it came out.

    With ``open`` cards ``sure`` says who could be sure of whom from then on, and ``aside`` which cards nobody had."""

    entry: int
    at: int
    round: int
    turn: int
    round_words: Text | None
    over: bool
    said: Text
    board: Board
    names: tuple[str, ...]
    reminders: tuple[Reminder, ...] = ()
    ended: tuple[Text, ...] = ()
    open: bool = False
    sure: tuple[Text, ...] = ()
    aside: Text | None = None


class Past:
    """A game to be looked back at, the ``number``-th at its table. Nothing is added to its ``record`` any more."""

    def __init__(self, id: int, number: int, record: Record) -> None:
        self.id, self.number, self.record = id, number, record
        self._counting = list(what_counts(record.entries, record.live()))
        self.entries = tuple(entry for entry, _ in self._counting)
        """The numbers of the entries that count."""

    @property
    def title(self) -> Text:
        """The game's name."""
        return self.record.game.title

    def moment(self, entry: int, open: bool) -> Moment:
        """As it stood after that entry, or after the last one before it that counts: as the table saw it, or with
        ``open`` cards."""
        at = max(0, bisect_right(self.entries, entry) - 1)
        game, state = self.record.game, self.record.game.start(self.record.players, self.record.given_options)
        for _, entries in self._counting[:at]:
            for one in entries:
                game.fold(state, one)
        number, entries = self._counting[at]
        said: list[Text] = []
        for one in entries:
            said.append(game.sentence(state, one))
            game.fold(state, one)
        return Moment(
            number,
            at,
            state.round,
            state.number,
            game.round_words(state),
            state.status == OVER,
            sentences(said) if said else T("It did not happen."),
            self._opened(board_of(game, state, TRUTH), number) if open else board_of(game, state, Viewer()),
            tuple(state.names),
            tuple(reminders_of(game, state)),
            tuple(self._ended(state)),
            open,
            tuple(self._sure(number)) if open else (),
            self._aside(state) if open else None,
        )

    def _ended(self, state: Any) -> Iterator[Text]:
        """How a round that is over came out: who won, or else what its last step of the score says."""
        steps = self.record.game.steps(state) if state.status in (ROUND_OVER, OVER) else ()
        for step in steps[-1:]:
            crowned = [line.text for line in step.lines if line.icon == "crown"]
            yield from crowned or [line.text for line in step.lines if line.amount is None] or [step.title]

    def _aside(self, state: Any) -> Text | None:
        game = self.record.game
        cards = game.view(state, TRUTH).get("aside")
        return T("Set aside: {cards}", cards=[game.roles[card].label for card in cards]) if cards else None

    @cached_property
    def history(self) -> History:
        """All that could be known in it."""
        return history_of(self.record)

    def _opened(self, board: Board, number: int) -> Board:
        """The board with the cards that came to light later, where they were dealt by hand."""
        known = next((known for known in reversed(self.history.entries) if known.entry <= number), None)
        found = [certain(odds[seat]) for seat, odds in enumerate(known.odds)] if known else []
        roles = self.record.game.roles
        rows = (
            row._replace(role=roles[card].label) if row.role is None and card else row
            for row, card in zip_longest(board.seats, found[: len(board.seats)])
        )
        return replace(board, seats=tuple(rows))

    def _sure(self, number: int) -> Iterator[Text]:
        names = self.record.state.names
        over = {known.entry for known in self.history.entries if known.over}
        text = T("From here on {name} could be sure of {other}.")
        for one in self.history.sure:
            if one.entry == number and number not in over:
                yield text.filled(name=names[one.viewer], other=names[one.about])


def pasts(at: At) -> list[Past]:
    """All games of a table that can be looked back at, in the order in which they were played."""
    found = (_past(at, row) for row in at.store.journal.games(at.row.id))
    return [one for one in found if one]


def past(at: At, number: int | None = None) -> Past:
    """The ``number``-th game at this table, or the newest one that can be looked back at. Raises where there is none,
    or where it is not over and told."""
    if number is None:
        found = next(reversed(pasts(at)), None)
    else:
        row = next((row for row in at.store.journal.games(at.row.id) if row.number == number), None)
        if row is None:
            raise Refused(T("there is no such game at this table"), 404)
        found = _past(at, row)
    if found is None:
        raise Refused(NOT_TOLD, 403)
    return found


def _past(at: At, row: GameRow) -> Past | None:
    """That game, worked out once as long as nothing is entered; None where it is not over and told."""
    newest = at.record if at.game_row and row.id == at.game_row.id else None
    key = "past", row.id, len(newest.entries) if newest else None
    if newest and at.game_row and not _is_told(at, newest, at.game_row):
        return None
    if key not in at.worked_out:
        try:
            record = newest or load_record(at.store, row)
        except Damaged:
            record = None
        told = record and _is_told(at, record, row)
        at.worked_out[key] = Past(row.id, row.number, record) if record and told else None
    found: Past | None = at.worked_out[key]
    return found


def _is_told(at: At, record: Record, row: GameRow) -> bool:
    """The game is over and the score of its last round has been told: here, or where a record that was read in was
    made."""
    state = record.state
    if state.status != OVER:
        return False
    return show.is_told(row, record, clock.steady()) or at.store.journal.was_read_in(row.id)
