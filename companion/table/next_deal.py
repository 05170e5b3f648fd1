"""The next deal, as people have settled it before: who plays in it, and on whom the lot to begin has fallen.

The deal itself is made in ``rounds``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from companion.kept.store import NextDeal, SeatingRow
from companion.rules.asking import Choice, Field, OneOf
from companion.rules.dealing import Deal
from companion.rules.game import find_first
from companion.rules.state import ROUND_OVER
from companion.rules.table_moves import CHAIRS
from companion.rules.text import RuleError, T, Text
from companion.table.at import LOBBY, LOOK, At


class Dealing(NamedTuple):
    """The next deal: what is prepared for it, the fields that are filled in, or why it can't be made.

    The fields are who begins, or the lot, and the backs of cards dealt by hand.
    """

    preparation: tuple[Text, ...] = ()
    fields: tuple[Field, ...] = ()
    problem: Text | None = None


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
    if at.phase == LOBBY or at.state.status != ROUND_OVER:
        return ()
    state, plays = at.state, read_settled(at).plays
    there = enumerate(zip(state.seats, at.seat_ids, strict=True))
    return tuple(n for n, (seat, id) in there if seat.retired or not plays.get(str(id), not is_away(seat)))


def plan(at: At) -> Dealing:
    """Plan the deal that comes next; while the table looks at a new one say once more what is prepared for that."""
    game, phase, out = at.game, at.phase, find_left_out(at)
    if phase == LOOK:
        return Dealing(tuple(game.list_preparation(len(at.state.players), at.state.options, at.state.round)))
    if phase != LOBBY and at.state.status != ROUND_OVER:
        return Dealing()
    try:
        if phase == LOBBY:
            options = game.settle_options(game.complete(at.chosen.options), len(at.seats))
            state = game.start([seat.name for seat in at.seats], options)
        else:
            state = at.state
        players = len(state.seats) - len(out)
        game.check_players(players)
        game.check_options(state.options, players)
    except RuleError as error:
        return Dealing(problem=error.text)
    fields = list[Field]()
    for field in game.move(Deal).list_fields_without(state, out):
        if field.name == "first" and isinstance(field, OneOf):
            fields.append(replace(field, choices=(*field.choices, Choice("", T("the lot decides")))))
        elif not field.unasked and field.name != "without":
            fields.append(field)
    return Dealing(tuple(game.list_preparation(players, state.options, state.round + 1)), tuple(fields))


def can_go_on(at: At) -> bool:
    """Tell whether the next round can be dealt as it is proposed.

    Then its score has been told, and nothing is left to be decided.
    """
    if at.ended != ROUND_OVER or not at.told:
        return False
    state, ids, out = at.state, at.seat_ids, find_left_out(at)
    back = any(is_away(seat) and number not in out for number, seat in enumerate(state.seats))
    came = len(state.seats) < CHAIRS and any(seat.id not in ids for seat in at.seats)
    if back or came or any(seat.newcomer for seat in state.seats) or state.by_hand:
        return False
    deal = plan(at)
    return deal.problem is None and {one.name for one in deal.fields} <= {"first"}


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
