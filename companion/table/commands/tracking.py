"""Change a round's tracking mode, and enter the result of a round whose turns were not tracked.

The modes and what their entries do are in ``engine.tracking``; the form of the result is in ``table.round_form``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.corrections import SetFacts, list_lying
from companion.engine.facts import FactValue, Token
from companion.engine.fields import OneOf, OptionalChoice, OptionalSeat
from companion.engine.play import find_move
from companion.engine.round_facts import list_tracking_modes, require_sheet
from companion.engine.state import EVERY_TURN
from companion.engine.text import RuleError, T, Text
from companion.engine.tracking import FACTS, EnterResults, SetTracking
from companion.record.chance import RepeatedShuffle
from companion.table import permissions, round_form
from companion.table.commands import reveal_score
from companion.table.commands.play import enter
from companion.table.refusals import BadInput, Forbidden, Refused
from companion.table.round_form import TABLE, RoundForm, fields_by_path
from companion.table.snapshot import Stage, TableState

Told = tuple[int, str, int]
"""A seat (-1: the middle), the id of a token there, and the number that it shows; 0: it is gone."""


def set_tracking(
    table: TableState, how: str, named: Mapping[str, Any] | None = None, stamp: str = "", lies: Sequence[Told] = ()
) -> None:
    """Track the round in that mode from here on, and in the lobby the next one.

    For every turn, ``named`` says whose turn it is, and ``lies`` where each token is: all of it is one entry.
    """
    if table.stage is Stage.LOBBY:
        if how not in list_tracking_modes(table.game):
            raise Refused(T("this game can't be played that way"))
        table.update_table(follow=how)
        return
    entry = {"kind": SetTracking.kind, "how": how, **(named or {})}
    laid = _find_differences(table, lies) if how == EVERY_TURN and lies else {}
    seats: dict[int, dict[str, Any]] = {}
    for facts in (*laid.pop("seats", ()), *entry.pop("seats", ())):
        seats.setdefault(facts["seat"], {}).update(facts)
    enter(table, [entry | laid | ({"seats": list(seats.values())} if seats else {})], stamp)
    table.update_table(follow=how)


def _find_differences(table: TableState, lies: Sequence[Told]) -> dict[str, Any]:
    """Return the facts that differ from what the app believes, if tokens are there."""
    record = table.record
    setting = find_move(record.game, SetFacts)
    believed = before = setting.list_believed(record.state)
    for place, thing, shows in lies:
        found = find_thing(believed, place, thing)
        if found.shows != shows and (shows or not isinstance(found.fact.field, OneOf)):
            new = found.fact._replace(value=found.with_token(shows))
            believed = [new if fact is found.fact else fact for fact in believed]
    entry = setting.make_entry(zip(before, (fact.value for fact in believed), strict=True)) or {}
    if entry and (names := permissions.names_revealed_by(table, entry)):
        raise Refused(permissions.say_only_the_owner(names))
    return {name: value for name, value in entry.items() if name != "kind"}


def find_thing(believed: Sequence[FactValue], place: int, thing: str) -> Token:
    """Find the token with that id that is at that seat, or could be.

    Raises if it can't be corrected now.
    """
    found = next((token for token in list_lying(believed, place) if token.id == thing), None)
    if found is None:
        raise Refused(T("that can't be fixed right now: check the table again"))
    return found


def count_dealt(table: TableState) -> tuple[Mapping[int, int], int] | None:
    """Return hands and deck as they were dealt, for the person who has every turn tracked again to correct.

    None if the app doesn't count cards.
    """
    game = table.record.game
    state = table.state
    if game.deck_rules is None or not state.options.get("count_cards", True):
        return None
    players = len(state.players)
    return dict.fromkeys(state.players, game.deck_rules.each(players)), game.deck_rules.deck(players)


# -- the page of facts ----------------------------------------------------------------------------------------------
def ask_for_results(table: TableState) -> None:
    """Ask everyone for the round's result: it is over."""
    _require_results_allowed(table)
    table.update_game(draft=replace(round_form.read_draft(table), open=True))


def _require_results_allowed(table: TableState) -> None:
    """Raise why the round's result can't be entered now."""
    record = table.record
    closed = find_move(record.game, EnterResults).unavailable_reason(table.state, -1)
    if closed:
        raise Refused(closed)


def back_to_round(table: TableState) -> None:
    """Go on with the round after all; what has been filled in stays."""
    table.update_game(draft=replace(round_form.read_draft(table), open=False))


def save_row(table: TableState, values: Mapping[str, Any], seat: int = TABLE) -> None:
    """Save values that someone has filled in, by the paths of the fields: a ``seat`` only its own row.

    The last one counts.
    """
    page = round_form.current_form(table)
    if page is None:
        raise Refused(T("this round's result isn't being entered right now"))
    known = fields_by_path(page.fields)
    rows = page.rows
    hands = {str(whose): hand for whose, hand in page.hands.items()}
    for path, value in values.items():
        if path not in known:
            raise BadInput(T("unknown field {field}", field=path[:40]))
        if seat not in (TABLE, rows.get(path)) and not _is_of_oneself(page, seat, path, value):
            raise Forbidden(T("your seat can't do that"))
        if value is not None or not isinstance(known[path], OptionalChoice):
            known[path].check(value)
        if path in rows:
            hands[str(rows[path])] = seat
    if seat != TABLE:
        hands[str(seat)] = seat
    draft = round_form.read_draft(table)
    table.update_game(draft=replace(draft, values={**draft.values, **values}, hands=hands))


def _is_of_oneself(page: RoundForm, seat: int, path: str, value: Any) -> bool:
    """Return whether of all a seat says only of itself that it was it, or that it was not it after all."""
    field = fields_by_path(page.fields)[path]
    if seat not in page.seats or not isinstance(field, OptionalSeat) or field.first_of:
        return False
    me = page.seats.index(seat)
    return value == me or (value is None and page.values.get(path) == me)


def submit_results(table: TableState, values: Mapping[str, Any], newest: Sequence[str] = ()) -> None:
    """Score the round by the form as it was sent, and start the reveal. Until the next deal it can be sent again.

    ``newest`` are the paths that were tapped there last, if it knows them: all else counts as filled in by now.
    """
    anew = table.ended is not None
    if anew and round_form.find_results_entry(table) is None:
        raise Refused(T("undo it: what you filled in is still there"))
    if not anew:
        _require_results_allowed(table)
    filled_in = round_form.read_draft(table).values.items() if newest and not anew else ()
    meanwhile = {path: value for path, value in filled_in if path not in newest}
    end_round_with(table, _read_facts(table, {**values, **meanwhile}))
    if not anew:
        reveal_score.reveal_next(table)


def _read_facts(table: TableState, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of the round, from the page as it was sent."""
    sheet = require_sheet(table.record.game)
    fields = sheet.list_asked(table.state)
    told = round_form.values_by_field(fields, values)
    for field in fields:
        if told[field.name] is not None:
            field.check(told[field.name])
        elif isinstance(field, OptionalSeat) and field.question:
            raise RuleError(field.question)
        elif not field.optional:
            raise RuleError(T("the field {field} is missing", field=field.label))
    return sheet.read_typed(table.state, told)


def end_round_with(table: TableState, told: Mapping[str, Any]) -> list[Text]:
    """End the round with the result that was entered; return what did not fit and was changed.

    The app draws what is missing only once a round: entering it again is no second try.
    """
    record = table.record
    again = RepeatedShuffle(record, FACTS, table.dice.shuffle)
    entry, changed = find_move(record.game, EnterResults).complete(record.state, told, again)
    draft = replace(
        round_form.read_draft(table),
        open=False,
        changed=[[text.message, dict(text.values), text.plural] for text in changed],
    )
    drawn = [name for name, value in entry.items() if again.used and name != "kind" and told.get(name) != value]
    enter(table, [entry], drawn=drawn)
    table.update_game(draft=draft)
    return changed
