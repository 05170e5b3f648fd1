"""Commands that correct counts and tokens to match the real table.

What can be set and counted is declared as facts (``engine.facts``). The newest tap is undone in ``play``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.corrections import Correct, SetFacts, choose_own
from companion.engine.facts import FactValue
from companion.engine.fields import write_plain
from companion.engine.play import find_move
from companion.engine.text import T
from companion.engine.tracking import find_equivalent_move
from companion.table import permissions, undo
from companion.table.commands import tracking
from companion.table.commands.play import enter
from companion.table.log import device_name
from companion.table.refusals import BadInput, Forbidden, Refused
from companion.table.snapshot import ASKED, TableState, mark_looked, note, seats_face_down


def correct_counts(
    table: TableState, place: int, values: Mapping[str, Any], stamp: str, seat: int | None = None
) -> None:
    """Correct how much there really is at that seat (-1: in the middle), by the names of the counts: one entry.

    A ``seat`` does so at its own seat.
    """
    record = table.record
    here = [count for count in list_believed(table, Correct) if count.seat == place]
    if unknown := values.keys() - {count.field.name for count in here}:
        raise BadInput(T("unknown field {field}", field=write_plain(min(unknown))))
    if entry := find_move(record.game, Correct).make_entry(
        (count, values.get(count.field.name, count.value)) for count in here
    ):
        enter(table, [{**entry, "device": device_name(seat)}], stamp, device_name(seat))


def set_token(
    table: TableState, place: int, thing: str, shows: int, stamp: str, seat: int | None = None, seen: bool = False
) -> None:
    """Set that a token is at that seat (-1: in the middle) and shows that number, or is gone (0).

    A ``seat`` does so for what is in front of it; the host (None) for everything, but reveals a card only if everyone
    has ``seen`` it: otherwise a tap would show the host what nobody has revealed. The log says so.
    """
    record = table.record
    found = tracking.find_thing(list_believed(table), place, thing)
    if seat is not None and not choose_own([found], record.state.tracking):
        raise Forbidden(T("only the table screen can fix this"))
    entry = find_move(record.game, SetFacts).make_entry([(found.fact, found.with_token(shows))])
    if entry is None:
        return
    turned = permissions.names_revealed_by(table, entry)
    if turned and seat is None and not seen:
        raise Refused(permissions.say_only_the_owner(turned))
    before = len(record.entries)
    entry = find_equivalent_move(record.game, record.state, entry, place)
    # In the entry too, as it is read from the disk: the log says who said so.
    enter(table, [{**entry, "device": device_name(seat)}], stamp, device_name(seat))
    if turned and len(record.entries) > before:
        mark_looked(table, -1, undo.name_because_of(before))
        for name in turned if seat is None else ():
            note(table, T("Everyone sees {name}'s card.", name=name))


def request_reveal(table: TableState, seat: int) -> None:
    """Have that seat's phone ask its player to reveal their card: no tap of the host's reveals one."""
    if not can_be_revealed(table, seat):
        raise Refused(T("there's no card to reveal there right now: check the table again"))
    mark_looked(table, seat, ASKED)


def decline_reveal(table: TableState, seat: int) -> None:
    """Leave the card face down: the player has been asked."""
    mark_looked(table, seat, ASKED, False)


def can_be_revealed(table: TableState, seat: int) -> bool:
    """Return whether only its owner knows that seat's card, and it could be revealed."""
    settable = any(fact.seat == seat and fact.field.name == "revealed" for fact in list_believed(table))
    return settable and seat in seats_face_down(table)


def list_believed(table: TableState, by: type[Correct | SetFacts] = SetFacts) -> list[FactValue]:
    """Return what the app believes to be on the table, or to be counted, and can be corrected now, for all to see."""
    if not table.takes_entries:
        return []
    hidden = permissions.find_hidden_counts(table)
    return [
        fact for fact in find_move(table.record.game, by).list_believed(table.state) if fact.field.name not in hidden
    ]
