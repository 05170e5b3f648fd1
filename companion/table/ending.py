"""The end of a round and of a game: the score as it is told, and what is open to all when it has been told.

The story itself is the game's (``Scoring.steps``), its beats are counted in ``show``.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion import clock
from companion.kept.store import Show
from companion.table import show
from companion.table.at import TOLD, At, find_covered, find_who_looked, mark_looked


def begin(at: At) -> None:
    """Begin the show of what has ended: by itself, after a breath in which a slip can be undone."""
    shown = at.show
    _keep(at, shown if shown == at.game_row.show else show.set_beats(shown, at.steps, 0, clock.steady()))


def show_next(at: At, told: int | None = None) -> None:
    """Tell one more beat of the score; nothing where no longer just ``told`` of them are (a repeated tap).

    With the first one it begins to go on by itself.
    """
    before = at.show.beats
    if told not in (None, before) or at.told:
        return
    since = None if at.show.since is None else clock.steady()
    _keep(at, show.set_beats(at.show, at.steps, before + 1, since))


def pause(at: At, stop: bool) -> None:
    """Let the telling stand still, or go on."""
    shown, now = at.show, clock.steady()
    if at.told or stop == (shown.since is None):
        return
    ran = shown.ran + (now - shown.since if shown.since is not None else 0)
    _keep(at, replace(shown, since=None if stop else now, ran=ran))


def time_next_beat(at: At) -> float:
    """Return when the next beat comes by itself; never, where none does."""
    return show.time_next_beat(at.show, at.steps, len(at.state.names)) if at.ended else inf


def go_on(at: At) -> None:
    """Tell all that has become due by now."""
    _keep(at, show.catch_up(at.show, at.steps, len(at.state.names), clock.steady()))


def _keep(at: At, shown: Show) -> None:
    """Keep how far the end is told, and that it has shown cards that only their owners knew."""
    at.set_game(show=shown)
    seen = -1 in find_who_looked(at, TOLD)
    if (at.told or show.count_told(at.steps, shown.beats).cards) and find_covered(at) and not seen:
        mark_looked(at, -1, TOLD)
