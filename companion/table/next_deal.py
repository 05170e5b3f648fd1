"""The next deal, as people have settled it before: who plays in it, and on whom the lot to begin has fallen.

The deal itself is made in ``rounds``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.kept.store import NextDeal, SeatingRow
from companion.rules.asking import Field
from companion.rules.dealing import Deal
from companion.rules.game import Game, find_first
from companion.rules.state import ROUND_OVER
from companion.rules.table_moves import CHAIRS
from companion.rules.text import RuleError, T, Text
from companion.table.at import LOBBY, At


class Again(NamedTuple):
    """A proposal to play again: the seats that are there, which of them begins (a place among them), and why."""

    seats: tuple[SeatingRow, ...]
    first: int
    why: Text | None = None


def read_settled(at: At) -> NextDeal:
    """Return all that has been settled for the deal that comes next."""
    of = f"{at.game_row.id if at.dealt else 0}."
    of += "lobby" if at.phase == LOBBY or at.dealt is None else str(at.state.round)
    kept = at.row.next_deal
    return kept if kept.of == of else NextDeal(of)


def is_away(seat: Any) -> bool:
    """Tell whether the seat has gone, or sat the round out that was played last."""
    return bool(seat.retired or (seat.sits_out and not seat.newcomer))


def find_left_out(at: At) -> tuple[int, ...]:
    """Return the seats that are not dealt in in the next round.

    Those are who has gone, who sat out and has not said otherwise, and who has said so.
    """
    state, plays = at.state, read_settled(at).plays
    if state.status != ROUND_OVER:
        return ()
    there = enumerate(zip(state.seats, at.seat_ids, strict=True))
    return tuple(n for n, (seat, id) in there if seat.retired or not plays.get(str(id), not is_away(seat)))


def find_problem(game: Game, state: Any, out: Sequence[int]) -> Text | None:
    """Return why the next round can't be dealt to those who are left."""
    players = len(state.seats) - len(out)
    try:
        game.check_players(players)
        game.check_options(state.options, players)
    except RuleError as error:
        return error.text
    return None


def list_fields(game: Game, state: Any, out: Sequence[int] = ()) -> list[Field]:
    """Return the fields of a deal that people fill in: who begins, backs or cards that they choose."""
    fields = game.move(Deal).list_fields_without(state, out)
    return [field for field in fields if not field.drawn and not field.older and field.name != "without"]


def can_go_on(at: At) -> bool:
    """Tell whether the next round can be dealt as it is proposed.

    Then its score has been told, and nothing is left to be decided.
    """
    if at.ended != ROUND_OVER or not at.told:
        return False
    record, ids = at.record, at.seat_ids
    game, state, out = record.game, record.state, find_left_out(at)
    back = any(is_away(seat) and number not in out for number, seat in enumerate(state.seats))
    came = len(state.seats) < CHAIRS and any(seat.id not in ids for seat in at.seats)
    decided = not (back or came or any(seat.newcomer for seat in state.seats) or state.by_hand)
    return (
        decided
        and find_problem(game, state, out) is None
        and {one.name for one in list_fields(game, state, out)} <= {"first"}
    )


def propose_again(at: At) -> Again:
    """Propose one more game: all at the table play but those who went home; the next one in the circle begins."""
    record, seat_ids = at.record, at.seat_ids
    state, began = record.state, record.entries[at.log.deal].get("first", 0)
    gone = [number for number, seat in enumerate(state.seats) if is_away(seat)]
    there = tuple(seat for seat in at.seats if seat.id not in {seat_ids[number] for number in gone})
    number = find_first(state, (began + 1) % len(state.seats), gone)
    first = next((place for place, seat in enumerate(there) if seat.id == seat_ids[number]), 0)
    name = there[first].name if there else state.seats[number].name
    why = T("{name} begins: last time it was {last}.", name=name, last=state.seats[began].name)
    return Again(there, first, why if record.game.in_turns else None)
