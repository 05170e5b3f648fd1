"""The end of a round and of a game: the score as it is told, and what is open to all when it has been told.

The story itself is the game's (``Scoring.steps``), its beats are counted in ``show``. Some games have it in two halves
(``Scoring.list_opening``): somebody taps, the cards turn up, the gold is handed out, and then the score is told.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion import clock
from companion.kept.store import Show
from companion.rules.state import OVER
from companion.rules.text import T
from companion.table import owed, show
from companion.table.at import TOLD, At, find_covered, find_who_looked, mark_shown, note


def begin(at: At) -> None:
    """Begin the show of what has ended: by itself, after a breath in which a slip can be undone.

    One that has waited for the gold goes on.
    """
    shown = at.show
    if shown != at.game_row.show:
        shown = show.set_beats(shown, at.steps, 0, clock.steady())
    elif time_next_beat(at) < clock.steady():
        shown = show.set_beats(shown, at.steps, shown.beats, clock.steady())
    _keep(at, shown)


def go_back(at: At) -> None:
    """Forget what was told of the score after an undo: it is told anew. Cards that have turned up stay up till play."""
    state = at.record.state
    if state.playing:
        at.set_game(show=Show(state.round - 1))
        if -1 in find_who_looked(at, TOLD):
            note(at, T("Everybody's card was shown before the end was taken back."))
        return
    up = show.count_beats(at.steps)
    beats = min(at.show.beats, up)
    at.set_game(show=Show(state.round, beats, clock.steady()) if beats else Show(state.round - 1))


def turn_up(at: At) -> None:
    """Begin to turn the cards up, which wait for a tap; nothing where they have begun (a repeated tap)."""
    if at.face_down:
        show_next(at, 0)


def show_next(at: At, told: int | None = None) -> None:
    """Tell one more beat of the score; nothing where no longer just ``told`` of them are (a repeated tap).

    With the first one it begins to go on by itself.
    """
    before = at.show.beats
    if told not in (None, before) or at.told:
        return
    starts = at.face_down and not before
    since = clock.steady() if starts or at.show.since is not None else None
    _keep(at, show.set_beats(at.show, at.steps, before + 1, since))


def pause(at: At, stop: bool) -> None:
    """Let the telling stand still, or go on."""
    shown, now = at.show, clock.steady()
    if at.told or stop == (shown.since is None) or (at.face_down and not shown.beats):
        return
    ran = shown.ran + (now - shown.since if shown.since is not None else 0)
    _keep(at, replace(shown, since=None if stop else now, ran=ran))


def time_next_beat(at: At) -> float:
    """Return when the next beat comes by itself; never, where none does."""
    return show.time_next_beat(at.show, at.steps, len(at.state.names)) if at.ended or at.face_down else inf


def go_on(at: At) -> None:
    """Tell all that has become due by now."""
    _keep(at, show.catch_up(at.show, at.steps, len(at.state.names), clock.steady()))


def _keep(at: At, shown: Show) -> None:
    """Keep how far the end is told, and that it has shown cards that only their owners knew."""
    before, was_face_down = at.show, at.face_down
    steps = at.steps
    whole, cards = show.count_told(steps, shown.beats)
    turned_up = cards or any(step.turning for step in steps[:whole])
    at.set_game(show=shown)
    if (turned_up or at.told) and find_covered(at):
        mark_shown(at)
    if was_face_down and not at.face_down:
        # All cards lie open: the gold is handed out, and the show goes on from here, unless it stands still.
        stands = before.beats > 0 and before.since is None
        at.set_game(show=replace(shown, since=None if stands else clock.steady()))
        owed.enter_owed(at)
        at.set_game(over=at.state.status == OVER)
