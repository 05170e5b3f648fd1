"""Places: what stands on the sheet of a person, of the middle and of everybody, and what a tap there sends.

What is believed and can be set is ``table.mending``'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.actions import Action, Entry
from companion.engine.corrections import Correct, choose_own, list_first, list_lying
from companion.engine.facts import MIDDLE, FactValue, Token
from companion.engine.text import Text
from companion.table import DONE, PLAY, Table, permissions
from companion.table.commands import correct, tracking
from companion.table.snapshot import seats_face_down
from companion.web import forms
from companion.web.render.tiles import list_entries


@dataclass(frozen=True)
class SeatSheet:
    """The sheet of a place: its ``counts``, and the ``things`` that lie there or could.

    ``covered``: those that would show a card that nobody has turned up, so its owner's phone is asked, or whoever says
    so says too that everybody sees it; ``asked``: that phone asks already. ``goes``: the kinds of entries open now by
    which that person leaves or comes back.
    """

    place: int
    counts: tuple[FactValue, ...]
    things: tuple[Token, ...]
    covered: frozenset[str] = frozenset()
    asked: bool = False
    goes: frozenset[str] = frozenset()
    correction: Action | None = None
    """Of counts that whoever sits there alone may know."""
    first: tuple[Token, ...] = ()
    """What the table alone enters, of whoever is the first."""
    uses: tuple[tuple[Action, Text, Entry], ...] = ()
    """Deeds with something that lies there, each one tap, where only the timers are followed."""


def make_seat_sheet(table: Table, place: int, own: bool = False) -> SeatSheet:
    """Make the sheet of that place.

    ``own``: on the phone of who sits there, which moves nothing that lies before others.
    """
    now = table.view
    believed = correct.list_believed(table.state)
    counts = tuple(one for one in correct.list_believed(table.state, Correct) if one.seat == place)
    timers = bool(believed) and table.state.state.tracking == "timers"
    things = list(list_lying(believed, place))
    first = tuple(list_first(things, table.state.state.tracking)) if own and believed else ()
    if own and believed:
        things = choose_own(things, table.state.state.tracking)
    hidden = place != MIDDLE and not own and bool(believed) and place in seats_face_down(table.state)
    shown = frozenset(one.id for one in things if hidden and one.fact.field.name in ("revealed", "out"))
    people = now.game.list_table_actions(now.state, "people") if now.phase in (PLAY, DONE) else ()
    going = ((one.kind, entry["seat"]) for one in people if not one.closed for _, entry in one.list_answers())
    goes = frozenset(kind for kind, seat in going if seat == place)
    offered = now.offer.actions.get(place, ()) if timers else ()
    acts = (one for one in offered if one.group == "any" and not one.closed)
    uses = tuple((act, label, entry) for act in acts for label, entry in list_entries(act))
    correction = permissions.own_correction_action(table.state, place) if own else None
    return SeatSheet(place, counts, tuple(things), shown, place in now.asked, goes, correction, first, uses)


def read_lying(values: Mapping[str, Any]) -> list[tracking.Told]:
    """Read the place of each thing, where the form says so of all of them."""
    told = values.get("lies") or []
    if not all(isinstance(one, list) and list(map(type, one)) == [int, str, int] for one in told):
        raise forms.FormError
    return [(place, thing, shows) for place, thing, shows in told]
