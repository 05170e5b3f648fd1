"""Places: what stands on the sheet of a person, of the middle and of everybody, and what a tap there sends.

What is believed and can be set is ``table.mending``'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.asking import Action, Entry
from companion.rules.facts import MIDDLE, Believed, Placed
from companion.rules.putting_right import Correct, choose_own, list_first, list_lying
from companion.rules.text import Text
from companion.table import DONE, PLAY, Table, doors, follow, mending
from companion.table.at import find_covered
from companion.web import forms
from companion.web.tiles import list_entries


@dataclass(frozen=True)
class Sheet:
    """The sheet of a place: its ``counts``, and the ``things`` that lie there or could.

    ``covered``: those that would show a card that nobody has turned up, so its owner's phone is asked, or whoever says
    so says too that everybody sees it; ``asked``: that phone asks already. ``goes``: the kinds of entries open now by
    which that person leaves or comes back.
    """

    place: int
    counts: tuple[Believed, ...]
    things: tuple[Placed, ...]
    covered: frozenset[str] = frozenset()
    asked: bool = False
    goes: frozenset[str] = frozenset()
    correction: Action | None = None
    """Of counts that whoever sits there alone may know."""
    first: tuple[Placed, ...] = ()
    """What the table alone enters, of whoever is the first."""
    uses: tuple[tuple[Action, Text, Entry], ...] = ()
    """Deeds with something that lies there, each one tap, where only the timers are followed."""


def make_sheet(table: Table, place: int, own: bool = False) -> Sheet:
    """Make the sheet of that place.

    ``own``: on the phone of who sits there, which moves nothing that lies before others.
    """
    now, believed = table.now, mending.list_believed(table.at)
    counts = tuple(one for one in mending.list_believed(table.at, Correct) if one.seat == place)
    timers = bool(believed) and table.at.state.follow == "timers"
    things = list(list_lying(believed, place))
    first = tuple(list_first(things, table.at.state.follow)) if own and believed else ()
    if own and believed:
        things = choose_own(things, table.at.state.follow)
    hidden = place != MIDDLE and not own and bool(believed) and place in find_covered(table.at)
    shown = frozenset(one.id for one in things if hidden and one.fact.field.name in ("revealed", "out"))
    people = now.game.list_table_actions(now.state, "people") if now.phase in (PLAY, DONE) else ()
    going = ((one.kind, entry["seat"]) for one in people if not one.closed for _, entry in one.list_answers())
    goes = frozenset(kind for kind, seat in going if seat == place)
    offered = now.offer.actions.get(place, ()) if timers else ()
    acts = (one for one in offered if one.group == "any" and not one.closed)
    uses = tuple((act, label, entry) for act in acts for label, entry in list_entries(act))
    correction = doors.find_own_correction(table.at, place) if own else None
    return Sheet(place, counts, tuple(things), shown, place in now.asked, goes, correction, first, uses)


def read_lying(values: Mapping[str, Any]) -> list[follow.Told]:
    """Read the place of each thing, where the form says so of all of them."""
    told = values.get("lies") or []
    if not all(isinstance(one, list) and list(map(type, one)) == [int, str, int] for one in told):
        raise forms.FormError
    return [(place, thing, shows) for place, thing, shows in told]
