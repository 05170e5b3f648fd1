"""The planned next deal: who takes part and who starts.

The deal itself is made in ``commands.rounds``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine.dealing import Deal
from companion.engine.fields import Choice, Field, OneOf
from companion.engine.play import find_move
from companion.engine.setup import check_players, complete_options, find_first, settle_options, start_game
from companion.engine.table_moves import CHAIRS
from companion.engine.text import RuleError, T, Text
from companion.storage.store import NextDeal, SeatRow
from companion.table.snapshot import Stage, TableState


class DealPlan(NamedTuple):
    """The next deal: what is prepared for it, the fields that are filled in, or why it can't be made.

    The fields are who goes first, or that it is random, and the backs of cards dealt by hand.
    """

    preparation: tuple[Text, ...] = ()
    fields: tuple[Field, ...] = ()
    problem: Text | None = None


class Rematch(NamedTuple):
    """A proposal to play again: the seats that are there, which of them goes first (an index into them), and why."""

    seats: tuple[SeatRow, ...]
    first: int
    why: Text | None = None


def read_planned_deal(table: TableState) -> NextDeal:
    """Return all that has been settled for the deal that comes next."""
    of = f"{table.game_row.id if table.current_game else 0}."
    of += "lobby" if table.stage is Stage.LOBBY else str(table.state.round)
    kept = table.row.next_deal
    return kept if kept.of == of else NextDeal(of)


def is_absent(seat: Any) -> bool:
    """Return whether the seat has gone, or sat the round out that was played last."""
    return bool(seat.retired or (seat.sits_out and not seat.newcomer))


def find_left_out(table: TableState) -> tuple[int, ...]:
    """Return the seats that are not dealt in in the next round.

    Those are seats that have left, that sat out and have not said otherwise, and that have said so.
    """
    if table.stage is not Stage.ROUND_OVER:
        return ()
    state = table.state
    plays = read_planned_deal(table).plays
    there = enumerate(zip(state.seats, table.seat_ids, strict=True))
    return tuple(n for n, (seat, id) in there if seat.retired or not plays.get(str(id), not is_absent(seat)))


def plan_deal(table: TableState) -> DealPlan:
    """Plan the deal that comes next; while the table looks at its cards, list once more what to prepare."""
    game = table.game
    stage = table.stage
    out = find_left_out(table)
    if stage is Stage.LOOKING:
        return DealPlan(tuple(game.list_preparation(len(table.state.players), table.state.options, table.state.round)))
    if stage not in (Stage.LOBBY, Stage.ROUND_OVER):
        return DealPlan()
    try:
        if stage is Stage.LOBBY:
            options = settle_options(game, complete_options(game, table.chosen.options), len(table.seats))
            state = start_game(game, [seat.name for seat in table.seats], options)
        else:
            state = table.state
        players = len(state.seats) - len(out)
        check_players(game, players)
        game.check_options(state.options, players)
    except RuleError as error:
        return DealPlan(problem=error.text)
    fields = list[Field]()
    for field in find_move(game, Deal).list_fields_without(state, out):
        if field.name == "first" and isinstance(field, OneOf):
            fields.append(replace(field, choices=(*field.choices, Choice("", T("pick at random")))))
        elif not field.hidden and field.name != "without":
            fields.append(field)
    return DealPlan(tuple(game.list_preparation(players, state.options, state.round + 1)), tuple(fields))


def can_go_on(table: TableState) -> bool:
    """Return whether the next round can be dealt as it is proposed.

    Then the score has been revealed, and nothing is left to decide.
    """
    if table.stage is not Stage.ROUND_OVER or not table.told:
        return False
    state = table.state
    ids = table.seat_ids
    out = find_left_out(table)
    back = any(is_absent(seat) and number not in out for number, seat in enumerate(state.seats))
    came = len(state.seats) < CHAIRS and any(seat.id not in ids for seat in table.seats)
    if back or came or any(seat.newcomer for seat in state.seats) or state.dealt_by_hand:
        return False
    deal = plan_deal(table)
    return deal.problem is None and {field.name for field in deal.fields} <= {"first"}


def propose_again(table: TableState) -> Rematch:
    """Propose one more game: all at the table play but those who went home; the next in the circle goes first."""
    record = table.record
    seat_ids = table.seat_ids
    state = record.state
    began = record.entries[table.log.deal].get("first", 0)
    gone = [number for number, seat in enumerate(state.seats) if is_absent(seat)]
    there = tuple(seat for seat in table.seats if seat.id not in {seat_ids[number] for number in gone})
    number = find_first(state, (began + 1) % len(state.seats), gone)
    first = next((place for place, seat in enumerate(there) if seat.id == seat_ids[number]), 0)
    name = there[first].name if there else state.seats[number].name
    why = T("{name} goes first; last time it was {last}.", name=name, last=state.seats[began].name)
    return Rematch(there, first, why if record.game.in_turns else None)
