"""The form for the result of a round whose turns were not tracked: its fields, and what has been filled in so far.

The game's sheet says which facts there are (``engine.scoring.RoundSheet``); ``commands.tracking`` enters them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.fields import Field, FixedList, Flag, OptionalRank
from companion.engine.play import find_move
from companion.engine.round_facts import require_sheet
from companion.engine.state import EVERY_TURN
from companion.engine.text import RuleError, T
from companion.engine.tracking import FACTS, EnterResults
from companion.storage.store import RoundDraft
from companion.table import permissions
from companion.table.snapshot import TableState

TABLE = -1
"""Author id used in ``hands`` for the table screen."""


class RoundForm(NamedTuple):
    """The form for a round's result.

    ``seats`` are those of the round in their order, which the lists of ``fields`` follow; ``values`` is what has been
    filled in, and ``hands`` says for each seat who filled in that row last.
    """

    seats: tuple[int, ...]
    fields: tuple[Field, ...]
    values: Mapping[str, Any]
    hands: Mapping[int, int]

    @property
    def rows(self) -> dict[str, int]:
        """The seat in whose row a value is, by its path."""
        places = {path: path.partition(".")[2] for path in fields_by_path(self.fields)}
        return {path: self.seats[int(place)] for path, place in places.items() if place}


def read_draft(table: TableState) -> RoundDraft:
    """Return the page of the round that is played as it has been filled in; a new one for another round."""
    draft = table.game_row.draft
    now = table.state.round
    return draft if draft.of == now else RoundDraft(now)


def current_form(table: TableState) -> RoundForm | None:
    """Return the page, while it is being filled in; what nobody has entered yet is what the app believes."""
    if table.current_game is None or not table.state.playing or table.state.tracking == EVERY_TURN:
        return None
    game = table.record.game
    state = table.state
    draft = read_draft(table)
    if not draft.open:
        return None
    sheet = require_sheet(game)
    fields = sheet.list_asked(state)
    believed = sheet.list_known_values(state)
    for field in fields:
        # That nobody has a rank so far doesn't say who has one in the end.
        if (
            isinstance(field, FixedList)
            and isinstance(field.each[0], OptionalRank)
            and not any(believed.get(field.name, ()))
        ):
            believed.pop(field.name, None)
    values = {**dict(list_paths(believed)), **draft.values}
    return RoundForm(tuple(state.players), fields, values, {int(seat): hand for seat, hand in draft.hands.items()})


def find_results_entry(table: TableState) -> int | None:
    """Return the number of the entry that holds the round's result, if the result can still be changed.

    That is until the next deal, and once all of it has been revealed. If secret gold has been corrected since, it
    can't, because what is possible would reveal that.
    """
    record = table.record
    if not table.ended or not table.told or find_move(record.game, EnterResults).unavailable_reason(record.state, -1):
        return None
    later = list[str]()
    for number, entry in reversed(list(record.list_counting())):
        if entry["kind"] == FACTS:
            secret = permissions.CORRECT in later and permissions.find_hidden_counts(table)
            return None if secret else number
        later.append(entry["kind"])
    return None


def form_of_entry(table: TableState, number: int) -> RoundForm:
    """Return the form filled in as entry ``number`` has it, to change it; without anything that the app drew."""
    record = table.record
    state = table.state
    sheet = require_sheet(table.record.game)
    drawn = record.drawn.get(number, ())
    told = {name: value for name, value in record.entries[number].items() if name not in drawn}
    return RoundForm(tuple(state.players), sheet.list_asked(state), dict(list_paths(sheet.to_page(state, told))), {})


def fields_by_path(fields: Sequence[Field]) -> dict[str, Field]:
    """Return all that is asked, each by the path of its value."""
    found: dict[str, Field] = {}
    for field in fields:
        if isinstance(field, FixedList):
            found |= {f"{field.name}.{number}": each for number, each in enumerate(field.each)}
        else:
            found[field.name] = field
    return found


def list_paths(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values of a form, those of lists by their positions."""
    for name, value in values.items():
        if isinstance(value, list):
            yield from ((f"{name}.{number}", item) for number, item in enumerate(value))
        else:
            yield name, value


def values_by_field(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the fields from those of a form by their paths; what is not ticked is not in it."""
    found = {
        path: values.get(path, False if isinstance(field, Flag) else None)
        for path, field in fields_by_path(fields).items()
    }
    for field in fields:
        if isinstance(field, FixedList):
            given = [found.pop(f"{field.name}.{number}") for number in range(len(field.each))]
            if given and isinstance(field.each[0], OptionalRank):
                given = _close_gaps(field.each[0], given)
            if None in given:
                raise RuleError(T("part of the form is missing: fill in every row"))
            found[field.name] = given
    return found


def says_order(field: OptionalRank, given: Sequence[Any]) -> bool:
    """Return whether these ranks say who did it: someone has one, or everyone is said to have none."""
    return None not in given or any(place not in (None, field.nobody) for place in given)


def _close_gaps(field: OptionalRank, given: Sequence[Any]) -> list[Any]:
    """Return the ranks without gaps: later ones move up, and a seat that is not named has none."""
    if not says_order(field, given) and field.question:
        raise RuleError(field.question)
    taken = sorted({place for place in given if type(place) is int and place != field.nobody})
    order = {place: number for number, place in enumerate(taken, field.nobody + 1)}
    named = [field.nobody if place is None else place for place in given]
    return [order.get(place, place) if type(place) is int else place for place in named]
