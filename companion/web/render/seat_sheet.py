"""The sheet of a seat, or of the middle of the table: counts and tokens to correct, and actions there.

What the app believes and what can be set is computed in ``table.commands.correct``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.actions import Action, ButtonGroup, Entry
from companion.engine.corrections import Correct, choose_own, list_first, list_lying
from companion.engine.facts import MIDDLE, FactValue, Token
from companion.engine.play import list_table_actions
from companion.engine.state import TOKENS
from companion.engine.text import Text
from companion.table import Table, permissions
from companion.table.commands import correct, tracking
from companion.table.snapshot import seats_face_down
from companion.table.views.table_view import TableView
from companion.web import forms
from companion.web.render.tiles import list_entries


@dataclass(frozen=True)
class SeatSheet:
    """The sheet of a seat: its ``counts``, and the ``things`` (tokens) that are there or could be.

    ``covered``: tokens whose change would reveal a face-down card; the owner's phone is asked to confirm, or the host
    says that everyone sees it. ``asked``: that request is pending. ``goes``: the kinds of entries open now with
    which that person leaves or rejoins.
    """

    place: int
    counts: tuple[FactValue, ...]
    things: tuple[Token, ...]
    covered: frozenset[str] = frozenset()
    asked: bool = False
    goes: frozenset[str] = frozenset()
    correction: Action | None = None
    """The button for counts that only this seat may know."""
    first: tuple[Token, ...] = ()
    """The tokens that only the table screen sets, for the seat that has them first."""
    uses: tuple[tuple[Action, Text, Entry], ...] = ()
    """Actions with a token at that seat, each one tap, where only ongoing effects are tracked."""


def make_seat_sheet(table: Table, place: int, own: bool = False) -> SeatSheet:
    """Make the sheet of a seat; ``own``: for the phone of who sits there, which moves nothing in front of others."""
    view = table.view
    state = table.state
    tokens = list(list_lying(correct.list_believed(state), place))
    first: tuple[Token, ...] = ()
    if own and tokens:
        first = tuple(list_first(tokens, state.state.tracking))
        tokens = choose_own(tokens, state.state.tracking)
    return SeatSheet(
        place=place,
        counts=tuple(count for count in correct.list_believed(state, Correct) if count.seat == place),
        things=tuple(tokens),
        covered=frozenset() if own else _find_covered(table, place, tokens),
        asked=place in view.asked,
        goes=_find_ways_to_go(view, place),
        correction=permissions.own_correction_action(state, place) if own else None,
        first=first,
        uses=tuple(_list_uses(table, place)),
    )


def _find_covered(table: Table, place: int, tokens: Sequence[Token]) -> frozenset[str]:
    """Return the tokens at a seat whose change would reveal a face-down card."""
    if not tokens or place == MIDDLE or place not in seats_face_down(table.state):
        return frozenset()
    return frozenset(token.id for token in tokens if token.fact.field.name in ("revealed", "out"))


def _find_ways_to_go(view: TableView, place: int) -> frozenset[str]:
    """Return the kinds of entries open now by which the person at a seat leaves or rejoins."""
    if not view.takes_entries:
        return frozenset()
    kinds = set()
    for action in list_table_actions(view.game, view.state, ButtonGroup.PEOPLE):
        if action.closed:
            continue
        for _, entry in action.list_answers():
            if entry["seat"] == place:
                kinds.add(action.kind)
    return frozenset(kinds)


def _list_uses(table: Table, place: int) -> Iterator[tuple[Action, Text, Entry]]:
    """Yield the actions with a token at that seat, each one tap, where only ongoing effects are tracked."""
    if table.state.state.tracking != TOKENS or not correct.list_believed(table.state):
        return
    for action in table.view.offer.actions.get(place, ()):
        if action.group == ButtonGroup.ANY and not action.closed:
            for label, entry in list_entries(action):
                yield action, label, entry


def read_lying(values: Mapping[str, Any]) -> list[tracking.Told]:
    """Read where each token is, if the form says so for all of them."""
    told = values.get("lies") or []
    if not all(isinstance(thing, list) and list(map(type, thing)) == [int, str, int] for thing in told):
        raise forms.FormError
    return [(place, thing, shows) for place, thing, shows in told]
