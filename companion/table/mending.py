"""Putting right how it lies: counts and things, at their places.

What can be set and counted is declared as facts (``rules.facts``); the newest tap is taken back in ``undoing``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.asking import write_plain
from companion.rules.facts import Believed
from companion.rules.following import make_laid
from companion.rules.putting_right import Correct, SetFacts, choose_own
from companion.rules.text import T
from companion.table import doors, follow, undoing
from companion.table.at import (
    ASKED,
    DONE,
    PLAY,
    At,
    Refused,
    find_covered,
    mark_looked,
    note,
)
from companion.table.log import device_of
from companion.table.playing import enter


def count(at: At, place: int, values: Mapping[str, Any], stamp: str, seat: int | None = None) -> None:
    """Put right how much there really is at that place (-1: in the middle), by the names of the counts: one entry.

    A ``seat`` says so of its own place.
    """
    record = at.record
    here = [one for one in list_believed(at, Correct) if one.seat == place]
    if unknown := values.keys() - {one.field.name for one in here}:
        raise Refused(T("unknown field {field}", field=write_plain(min(unknown))), 422)
    if entry := record.game.move(Correct).make_entry((one, values.get(one.field.name, one.value)) for one in here):
        enter(at, [{**entry, "device": device_of(seat)}], stamp, device_of(seat))


def tap(at: At, place: int, thing: str, shows: int, stamp: str, seat: int | None = None, seen: bool = False) -> None:
    """Say that a thing lies at that place (-1: in the middle) and shows that number, or is gone (0).

    A ``seat`` says so of what lies before itself; the host (None) of everything, but of a card that is to lie open only
    where everybody has ``seen`` it: else a tap would show the host what nobody has turned up. The log keeps that.
    """
    record = at.record
    found = follow.find_thing(list_believed(at), place, thing)
    if seat is not None and not choose_own([found], record.state.follow):
        raise Refused(T("the table screen alone can put this right"), 403)
    entry = record.game.move(SetFacts).make_entry([(found.fact, found.lay_one(shows))])
    if entry is None:
        return
    turned = doors.name_turned_up(at, entry)
    if turned and seat is None and not seen:
        raise Refused(doors.say_only_the_owner(turned))
    before = len(record.entries)
    entry = make_laid(record.game, record.state, entry, place)
    # In the entry too, as it is read from the disk: the log says who said so.
    enter(at, [{**entry, "device": device_of(seat)}], stamp, device_of(seat))
    if turned and len(record.entries) > before:
        mark_looked(at, -1, undoing.name_because_of(before))
        for name in turned if seat is None else ():
            note(at, T("Everybody sees {name}'s card.", name=name))


def ask(at: At, seat: int) -> None:
    """Have that seat's phone ask its player to turn their card up: no tap of the host's shows a card."""
    if not can_turn_up(at, seat):
        raise Refused(T("there is no card to turn up there now: look at the table again"))
    mark_looked(at, seat, ASKED)


def decline(at: At, seat: int) -> None:
    """Leave the card as it lies: the player has been asked."""
    mark_looked(at, seat, ASKED, False)


def can_turn_up(at: At, seat: int) -> bool:
    """Tell whether that seat's card is known to its owner alone, and could be set to lie open."""
    settable = any(one.seat == seat and one.field.name == "revealed" for one in list_believed(at))
    return settable and seat in find_covered(at)


def list_believed(at: At, by: type[Correct | SetFacts] = SetFacts) -> list[Believed]:
    """Return what the app believes to lie on the table, or to be counted, and can be put right now, for all to see."""
    if at.phase not in (PLAY, DONE):
        return []
    hidden = doors.find_hidden_counts(at)
    return [one for one in at.record.game.move(by).list_believed(at.state) if one.field.name not in hidden]
