"""How much of a round is entered: how it is followed, and what it came to where nobody followed its turns.

The ways themselves, and what their entries do, are ``rules.following``'s; the page of facts is in ``told_facts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.record.chance import Again
from companion.rules.asking import OneOf, OrNone, Whom
from companion.rules.facts import Believed, Placed
from companion.rules.following import FACTS, Facts, Follow
from companion.rules.putting_right import SetFacts, list_lying
from companion.rules.state import TURNS
from companion.rules.text import RuleError, T, Text
from companion.table import doors, ending, told_facts
from companion.table.at import LOBBY, At, Refused
from companion.table.playing import enter
from companion.table.told_facts import TABLE, Page, index_by_path

Told = tuple[int, str, int]
"""A place (-1: the middle), the id of a thing there, and the number that it shows; 0: it is gone."""


def follow(
    at: At, how: str, named: Mapping[str, Any] | None = None, stamp: str = "", lies: Sequence[Told] = ()
) -> None:
    """Follow the round that way from here on, and in the lobby the next one.

    For turns it is ``named`` whose turn it is, and told how each thing ``lies``: all of it is one entry.
    """
    if at.phase == LOBBY:
        if how not in at.game.follows:
            raise Refused(T("this game can't be played that way"))
        at.set(follow=how)
        return
    entry = {"kind": Follow.kind, "how": how, **(named or {})}
    laid = _find_differences(at, lies) if how == TURNS and lies else {}
    seats: dict[int, dict[str, Any]] = {}
    for one in (*laid.pop("seats", ()), *entry.pop("seats", ())):
        seats.setdefault(one["seat"], {}).update(one)
    enter(at, [entry | laid | ({"seats": list(seats.values())} if seats else {})], stamp)
    at.set(follow=how)


def _find_differences(at: At, lies: Sequence[Told]) -> dict[str, Any]:
    """Return the facts that are not as the app believes, where things lie so."""
    record = at.record
    setting = record.game.move(SetFacts)
    believed = before = setting.list_believed(record.state)
    for place, thing, shows in lies:
        found = find_thing(believed, place, thing)
        if found.shows != shows and (shows or not isinstance(found.fact.field, OneOf)):
            new = found.fact._replace(value=found.lay_one(shows))
            believed = [new if one is found.fact else one for one in believed]
    entry = setting.make_entry(zip(before, (one.value for one in believed), strict=True)) or {}
    if entry and (names := doors.name_turned_up(at, entry)):
        raise Refused(doors.say_only_the_owner(names))
    return {name: value for name, value in entry.items() if name != "kind"}


def find_thing(believed: Sequence[Believed], place: int, thing: str) -> Placed:
    """Find the thing of that id at that place, as it lies there or could.

    Raises where nothing such can be put right now.
    """
    found = next((one for one in list_lying(believed, place) if one.id == thing), None)
    if found is None:
        raise Refused(T("that can't be put right now: look at the table again"))
    return found


def count_dealt(at: At) -> tuple[Mapping[int, int], int] | None:
    """Return hands and deck as they were dealt, to be put right by whoever has every turn followed again.

    None where the app does not count cards.
    """
    game, state = at.record.game, at.state
    if game.hands is None or not state.options.get("count_cards", True):
        return None
    players = len(state.players)
    return dict.fromkeys(state.players, game.hands.each(players)), game.hands.deck(players)


# -- the page of facts ----------------------------------------------------------------------------------------------
def ask(at: At) -> None:
    """Ask everybody what the round came to: it is over."""
    _need_told(at)
    at.set_game(draft=replace(told_facts.read_draft(at), open=True))


def _need_told(at: At) -> None:
    """Raise why what the round came to can't be told now."""
    record = at.record
    closed = record.game.move(Facts).why_shut(at.state, -1)
    if closed:
        raise Refused(closed)


def back_to_round(at: At) -> None:
    """Go on with the round after all; what has been filled in stays."""
    at.set_game(draft=replace(told_facts.read_draft(at), open=False))


def fill_in(at: At, values: Mapping[str, Any], seat: int = TABLE) -> None:
    """Keep values that somebody has filled in, by the paths of the fields: a ``seat`` its own row alone.

    The last hand counts.
    """
    page = told_facts.page_of(at)
    if page is None:
        raise Refused(T("the outcome of this round is not being entered now"))
    known, rows = index_by_path(page.fields), page.rows
    hands = {str(whose): hand for whose, hand in page.hands.items()}
    for path, value in values.items():
        if path not in known:
            raise Refused(T("unknown field {field}", field=path[:40]), 422)
        if seat not in (TABLE, rows.get(path)) and not _is_of_oneself(page, seat, path, value):
            raise Refused(T("this is not an action of your seat"), 403)
        if value is not None or not isinstance(known[path], OrNone):
            known[path].check(value)
        if path in rows:
            hands[str(rows[path])] = seat
    if seat != TABLE:
        hands[str(seat)] = seat
    draft = told_facts.read_draft(at)
    at.set_game(draft=replace(draft, values={**draft.values, **values}, hands=hands))


def _is_of_oneself(page: Page, seat: int, path: str, value: Any) -> bool:
    """Tell whether of all a seat says only of itself that it was it, or that it was not it after all."""
    field = index_by_path(page.fields)[path]
    if seat not in page.seats or not isinstance(field, Whom) or field.first_of:
        return False
    me = page.seats.index(seat)
    return value == me or (value is None and page.values.get(path) == me)


def tell_page(at: At, values: Mapping[str, Any], newest: Sequence[str] = ()) -> None:
    """Score the round by the page as it was sent: it is over, and the show begins. Until the next deal it is told anew.

    ``newest`` are the paths that were tapped there last, where it knows them: all else counts as it has been filled in
    by now.
    """
    anew = at.ended != ""
    if anew and told_facts.find_told_entry(at) is None:
        raise Refused(T("undo it: what was filled in still stands"))
    if not anew:
        _need_told(at)
    filled_in = told_facts.read_draft(at).values.items() if newest and not anew else ()
    meanwhile = {path: value for path, value in filled_in if path not in newest}
    tell(at, _read_facts(at, {**values, **meanwhile}))
    if not anew:
        ending.show_next(at)


def _read_facts(at: At, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of the round, from the page as it was sent."""
    sheet = at.record.game.facts_sheet
    fields = sheet.list_asked(at.state)
    told = told_facts.collect(fields, values)
    for field in fields:
        if told[field.name] is not None:
            field.check(told[field.name])
        elif isinstance(field, Whom) and field.question:
            raise RuleError(field.question)
        elif not field.optional:
            raise RuleError(T("the field {field} is missing", field=field.label))
    return sheet.read_typed(at.state, told)


def tell(at: At, told: Mapping[str, Any]) -> list[Text]:
    """End the round with what its page was told; return what did not fit and was changed.

    The app draws in place of what is missing once a round: telling it again is no second try.
    """
    record = at.record
    again = Again(record, FACTS, at.dice.shuffle)
    entry, changed = record.game.move(Facts).complete(record.state, told, again)
    draft = replace(
        told_facts.read_draft(at),
        open=False,
        changed=[[one.message, dict(one.values), one.plural] for one in changed],
    )
    drawn = [name for name, value in entry.items() if again.used and name != "kind" and told.get(name) != value]
    enter(at, [entry], drawn=drawn)
    at.set_game(draft=draft)
    return changed
