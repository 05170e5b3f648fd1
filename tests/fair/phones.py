"""The phones of a table, as far as deals go: they commit, are there or asleep, and open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.record import fair
from companion.table import Table, promising

from .machine import bits_of


def seat_ids(table: Table) -> list[int]:
    return [seat.id for seat in table.at.seats]


def commit(table: Table, seats: Collection[int] | None = None) -> None:
    """The phones of these seats, or of all, commit to bits for the deals that may come."""
    promises = table.at.dice.promises
    given = [
        (seat, of, fair.commitment(promises[int(of.partition("/")[0])], of, seat, bits_of(seat, of)))
        for of in promising.coming(table.at)
        for seat in (seat_ids(table) if seats is None else seats)
    ]
    table.answer(promising.commit, given)


def open_bits(table: Table, seats: Collection[int] | None = None) -> None:
    """They open them for the deal that is pending."""
    pending = table.at.dice.pending
    assert pending is not None
    opening = seat_ids(table) if seats is None else seats
    table.answer(promising.open_bits, {seat: bits_of(seat, pending.of) for seat in opening})


def deal(table: Table, command: Callable[..., Any], *given: Any, phones: Collection[int] | None = None) -> None:
    """A deal in which the phones of these seats take part, and open at once."""
    phones = seat_ids(table) if phones is None else phones
    commit(table, phones)
    table.do(command, *given, "", phones)
    if table.at.dice.pending:
        open_bits(table, phones)
