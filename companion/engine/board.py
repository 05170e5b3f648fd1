"""The board: a view drawn up as things to show, and what to do on the table now, in words.

A board is made of a view, never of a state, so it can't show what its viewer isn't allowed to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.display import Badge, Board, BoardSeat
from companion.engine.facts import NO_WORDS, Fact, OrderFact, RevealedFact, TurnStartEffect
from companion.engine.game import Game
from companion.engine.state import EVERY_TURN, PLAYING, Reminder
from companion.engine.text import T, Text
from companion.engine.visibility import View


def draw_board(game: Game, view: View) -> Board:
    """Draw up the view as things to show."""
    active = game.active(view)
    rows = tuple(_make_row(game, view, index, index == active) for index in range(len(view["seats"])))
    counters = _list_badges(game.of_table, view, view)
    turned_up = (fact for fact in game.of_table if isinstance(fact, RevealedFact))
    covered = sum(max(0, fact.count - len(view[fact.name])) for fact in turned_up)
    in_round = [row for row in rows if not view["seats"][row.seat].get("sits_out")]
    free = sum(not row.gone and not row.blocking_badges for row in in_round)
    said = game.active_count_text if game.active_count_text is not None and free < len(in_round) else None
    still = said and said.fill(n=free, all=len(in_round))
    gone = next((fact.dims_row for fact in game.of_seat if fact.dims_row and fact.dims_row is not NO_WORDS), None)
    head = game.headline(view)
    things = tuple(game.things(view))
    return Board(head, rows, counters, things, active, covered=covered, active_count_text=still, gone=gone)


def _list_badges(facts: Sequence[Fact], view: View, at: Mapping[str, Any]) -> tuple[Badge, ...]:
    """List the badges of these facts, except of those that nobody enters."""
    how = view.get("follow", EVERY_TURN) if view["status"] == PLAYING else EVERY_TURN
    return tuple(badge for fact in facts if how in fact.allowed_tracking for badge in fact.badges(at))


def _make_row(game: Game, view: View, index: int, active: bool) -> BoardSeat:
    seat = view["seats"][index]
    role = game.roles[seat["card"]].label if seat["card"] else None
    gone = any(seat[fact.name] for fact in game.of_seat if fact.dims_row is not None)
    orders = (fact for fact in game.of_table if isinstance(fact, OrderFact))
    beside = (badge for fact in orders for badge in fact.list_beside(view, index))
    badges = (*_list_badges(game.of_seat, view, seat), *beside)
    signs = tuple(badge.of(seat["name"]) for badge in badges)
    return BoardSeat(index, seat["name"], active, seat.get("clan"), role, signs, gone)


def say_reminder(game: Game, state: Any, reminder: Reminder) -> tuple[Text, str]:
    """Say what to do on the table now, to the seat it is about, and name its picture, if there is one."""
    seat = state.seats[reminder["seat"]]
    if reminder["kind"] == "skip-turn" and seat.retired:
        return T("{name} isn't here, so the turn is skipped.", name=seat.name), ""
    effect = _find_effect(game, reminder["kind"])
    if effect is None:
        return T("{name} has no cards left and is skipped.", name=seat.name), ""
    fact, text = effect
    icon, words = fact.name_in(reminder)
    return text.fill(name=seat.name, **words), icon


def _find_effect(game: Game, kind: str) -> tuple[Fact, Text] | None:
    """Find the fact that changes when a turn starts, by the kind of its reminder, and the words for that."""
    for fact in (*game.of_table, *game.of_seat):
        for declared in vars(fact).values():
            if isinstance(declared, TurnStartEffect) and declared.kind == kind:
                return fact, declared.text
    return None
