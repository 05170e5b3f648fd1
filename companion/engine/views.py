"""What each viewer can know of a state, made by listing it: a value that is not listed is in no page, stream or export.

The facts say who knows them (``Fact.known``), the game says what a seat can hold to look at (``Game.list_held``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.display import Secret
from companion.engine.facts import MIDDLE, Fact, as_json
from companion.engine.game import Game
from companion.engine.state import EVERY_TURN
from companion.engine.text import Text
from companion.engine.visibility import TRUTH, View, Viewer


def make_view(game: Game, state: Any, viewer: Viewer) -> View:
    """Return the state as that viewer can know it, built by listing it; its keys are those of the snapshot."""
    held = game.list_held(state, viewer.seat) if viewer.held and viewer.seat is not None else ()
    sees = {thing.opens for thing in held}

    def at(facts: Sequence[Fact], seat: int) -> View:
        """Return these facts of the table, or of one seat, as this viewer sees them."""
        return {
            fact.name: fact.current_value(state, seat)
            if viewer.all or (fact.name, seat) in sees or fact.known(state, viewer, seat)
            else as_json(fact.covered(state, viewer, seat))
            for fact in facts
        }

    seats = []
    for index, seat in enumerate(state.seats):
        sits_out = {"sits_out": True} if seat.sits_out and not seat.newcomer else {}
        seats.append({"name": seat.name, **at(game.of_seat, index), **sits_out})
    head = {
        "game": game.id,
        "round": state.round,
        "status": state.status,
        "over_by": "stopped" if state.stopped else state.over_by,
        "turn": state.turn and state.turn.to_json(),
        "reminders": [dict(reminder) for reminder in state.reminders],
        **({} if state.tracking == EVERY_TURN else {"follow": state.tracking}),
    }
    return {**head, **at(game.of_table, MIDDLE), "seats": seats}


def make_snapshot(game: Game, state: Any) -> View:
    """Return the whole truth, as ``companion replay`` prints it."""
    return make_view(game, state, TRUTH)


def list_held_secrets(game: Game, state: Any, seat: int) -> list[Secret]:
    """Return the secrets that this seat can hold to look at now, without the contents."""
    return [thing.secret for thing in game.list_held(state, seat)]


def reveal_secret(game: Game, state: Any, seat: int, key: str) -> Text | None:
    """Return the content of one of these secrets, as a sentence; None if this seat has no such secret."""
    return next((thing.content for thing in game.list_held(state, seat) if thing.secret.key == key), None)
