"""A name that sits down again is offered as the same person: "the Anna of Friday?"."""

from __future__ import annotations

from flask import current_app, request

from companion.book.keeping import person_id
from companion.kept.store import SeatingRow
from companion.table import LOBBY, Table
from companion.web.context import context
from companion.web.telling import Teller
from companion.web.words import words_of


def met_before(table: Table, seat: SeatingRow) -> str | None:
    """The day on which somebody of that name was here last; None where nobody was, where it has been asked, and while
    a game is played."""
    here = context()
    if not current_app.config["BOOK"] or table.at.phase != LOBBY or here.store.get_meta(_asked(seat)):
        return None
    if seat.id in here.store.people.seat_people():
        return None
    key, _ = here.store.people.person_on(seat.id, seat.name)
    last = here.book().last_seen(person_id(key), table.at.row.id) if key else None
    return Teller(words_of(request)).day(last) if last else None


def answered(seat: SeatingRow) -> None:
    """Nobody is asked twice."""
    context().store.set_meta(_asked(seat), "1")


def _asked(seat: SeatingRow) -> str:
    return f"met:{seat.id}"
