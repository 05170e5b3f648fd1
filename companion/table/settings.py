"""How a table is set: the game for its next deal, and the clocks of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import clock
from companion.games import game_by_id, newest
from companion.kept.store import Chosen
from companion.rules.game import CLOCK
from companion.rules.state import OVER, SETUP
from companion.rules.text import T
from companion.table.at import At, no_longer_new
from companion.table.playing import enter, need_current
from companion.table.refused import Refused

LONGER = 30
"""Seconds by which a tap lengthens a clock."""


def choose(at: At, game: str, options: Mapping[str, Any]) -> None:
    """The host picks the game and its options, for the next deal."""
    need_no_game(at)
    at.set(chosen=Chosen(game, dict(game_by_id(game).complete(options)), True))


def open_lobby(at: At, stamp: str = "") -> None:
    """Back to where seats and game are chosen. A game under way has to be over first."""
    need_current(at, stamp)
    need_no_game(at)
    no_longer_new(at)
    at.set(chosen=Chosen(newest(at.chosen.game), at.chosen.options, True))


def need_no_game(at: At) -> None:
    """Raise while a game is played."""
    if at.record is not None and at.record.state.status not in (SETUP, OVER):
        raise Refused(T("a game is being played: end it first"))


def run_clock(at: At, number: int, how: str, stamp: str = "") -> None:
    """A clock of the game is started, paused, lengthened, or goes on (``how``: "start", "pause", "longer", "go")."""
    need_current(at, stamp)
    record = at.playing.record
    clocks, running = record.game.clocks(record.state), record.game.countdown(record.state)
    if not 0 <= number < len(clocks):
        raise Refused(T("there is no such clock"), 404)
    left, stands = clocks[number].seconds, False
    if how != "start":
        if running is None:
            raise Refused(T("no clock runs"))
        ran = 0.0 if running.stands else clock.steady() - at.row.clock.since
        left = max(0, round(running.seconds - ran)) + (LONGER if how == "longer" else 0)
        stands = how == "pause" or (how == "longer" and running.stands)
    enter(at, [{"kind": CLOCK, "clock": number, "seconds": left, "stands": stands}], "table", stamp)
