"""Commands that reveal the score of a round or a game, beat by beat.

The game writes the story (``score_story``); ``table.reveal`` counts its beats. In some games it has two halves
(``Game.list_opening``): someone taps, the cards are revealed, the gold is handed out, and then the score is revealed.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion import clock
from companion.engine.state import OVER
from companion.engine.text import T
from companion.storage.store import RevealProgress
from companion.table import reveal
from companion.table.commands import owed
from companion.table.snapshot import TOLD, TableState, mark_shown, note, seats_face_down, seats_that_saw


def begin(table: TableState) -> None:
    """Start to reveal the score, after a moment in which a slip can be undone.

    A reveal that has waited for the gold goes on.
    """
    shown = table.show
    if shown != table.game_row.show:
        shown = reveal.set_beats(shown, table.steps, 0, clock.steady())
    elif time_next_beat(table) < clock.steady():
        shown = reveal.set_beats(shown, table.steps, shown.beats, clock.steady())
    _keep(table, shown)


def go_back(table: TableState) -> None:
    """Reset the reveal after an undo: it starts again. Cards that were revealed stay face up until play goes on."""
    state = table.record.state
    if state.playing:
        table.update_game(show=RevealProgress(state.round - 1))
        if -1 in seats_that_saw(table, TOLD):
            note(table, T("All cards had already been shown when the ending was undone."))
        return
    up = reveal.count_beats(table.steps)
    beats = min(table.show.beats, up)
    table.update_game(
        show=RevealProgress(state.round, beats, clock.steady()) if beats else RevealProgress(state.round - 1)
    )


def turn_up(table: TableState) -> None:
    """Start revealing the cards, which wait for a tap or for a moment; nothing if that has started (a repeated tap)."""
    if table.face_down or table.ended:
        reveal_next(table, 0)


def reveal_next(table: TableState, told: int | None = None) -> None:
    """Reveal one more beat of the score; nothing unless exactly ``told`` beats are revealed (a repeated tap).

    From the first beat on the others follow automatically.
    """
    before = table.show.beats
    if told not in (None, before) or table.told:
        return
    starts = table.face_down and not before
    since = clock.steady() if starts or table.show.since is not None else None
    _keep(table, reveal.set_beats(table.show, table.steps, before + 1, since))


def pause(table: TableState, stop: bool) -> None:
    """Pause the reveal, or resume it."""
    shown = table.show
    now = clock.steady()
    if table.told or stop == (shown.since is None) or (table.face_down and not shown.beats):
        return
    ran = shown.ran + (now - shown.since if shown.since is not None else 0)
    _keep(table, replace(shown, since=None if stop else now, ran=ran))


def time_next_beat(table: TableState) -> float:
    """Return when the next beat is due; infinity if none is."""
    return (
        reveal.time_next_beat(table.show, table.steps, len(table.state.names))
        if table.ended or table.face_down
        else inf
    )


def catch_up(table: TableState) -> None:
    """Tell all that has become due by now."""
    _keep(table, reveal.catch_up(table.show, table.steps, len(table.state.names), clock.steady()))


def _keep(table: TableState, shown: RevealProgress) -> None:
    """Save how far the end is revealed, and that it has shown cards that only their owners knew."""
    before = table.show
    was_face_down = table.face_down
    steps = table.steps
    revealed = reveal.count_revealed(steps, shown.beats)
    turned_up = revealed.cards or any(step.turning for step in steps[: revealed.steps])
    table.update_game(show=shown)
    if (turned_up or table.told) and seats_face_down(table):
        mark_shown(table)
    if was_face_down and not table.face_down:
        # All cards are revealed: the gold is handed out, and the show goes on from here, unless it is paused.
        stands = before.beats > 0 and before.since is None
        table.update_game(show=replace(shown, since=None if stands else clock.steady()))
        owed.enter_owed(table)
        table.update_game(over=table.state.status == OVER)
