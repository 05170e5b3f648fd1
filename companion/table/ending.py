"""The end of a round and of a game: the score as it is told, and what is open to all when it has been told."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from companion import clock
from companion.kept.store import GameRow, Show
from companion.rules.state import OVER
from companion.rules.text import T
from companion.table import show
from companion.table.at import At, Refused, all_cards, beats_told, covered, mark_looked
from companion.table.now import stands_still


def begin(at: At) -> None:
    """The show of what has ended begins: by itself, after a breath in which a slip can be undone."""
    row, record = at.playing
    keep_told(at)
    if row.show is None or row.score_round != record.state.round:
        _keep(at, show.shown(at.telling, at.steps, 0, clock.steady()))


def keep_told(at: At) -> None:
    """Keeps that the end, as far as it is told, has shown cards that only their owners knew."""
    seen = -1 in at.looks.get(all_cards(at), ())
    if (at.told or at.telling.score_cards) and covered(at) and not seen:
        mark_looked(at, -1, all_cards(at))


def show_next(at: At, told: int | None = None) -> None:
    """Tell one more beat of the score; nothing where no longer just ``told`` of them are (a repeated tap). With the
    first one it begins to go on by itself."""
    before, steps = beats_told(at), at.steps
    if told not in (None, before) or before == show.beats_of(steps) or at.told:
        return
    since = None if stands_still(at) else clock.steady()
    _keep(at, show.shown(at.telling, steps, before + 1, since))


def pause(at: At, stop: bool) -> None:
    """The telling stands still, or goes on."""
    row, now = at.playing.row, clock.steady()
    shown = row.show
    if shown is None or at.told or stop == (shown.since is None):
        return
    ran = shown.ran + (now - shown.since if shown.since is not None else 0)
    _keep(at, replace(row, show=Show(None if stop else now, ran)))


def due(at: At) -> float:
    """When the next beat comes by itself; never, where none does."""
    if not at.ended:
        return inf
    found = show.due(at.playing.row, at.steps, len(at.playing.record.state.names))
    return inf if found is None else found


def go_on(at: At) -> None:
    """What has become due by now is told."""
    if due(at) <= clock.steady():
        names = at.playing.record.state.names
        _keep(at, show.gone_on(at.playing.row, at.steps, len(names), clock.steady()))


def _keep(at: At, row: GameRow) -> None:
    at.set_game(score_round=row.score_round, score_steps=row.score_steps, score_cards=row.score_cards, show=row.show)
    keep_told(at)


def is_told(at: At) -> bool:
    """The last game is over and its whole score has been told."""
    return at.record is not None and at.ended == OVER and at.told


def exported(at: At) -> dict[str, Any]:
    """The record for download: only when the game is over, for before that it would tell."""
    row, record = at.playing
    if not is_told(at):
        raise Refused(
            T("the record can be downloaded when the game is over: before that it would give things away"), 403
        )
    return record.to_json(at.store.journal.entries(row.id))
