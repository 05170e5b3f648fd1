"""How much of a round is entered: how it is followed, and what it came to where nobody followed its turns."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from companion.rules.asking import Whom
from companion.rules.following import FACTS, Follow
from companion.rules.state import TURNS
from companion.rules.text import RuleError, T, Text
from companion.table import ending, told_facts
from companion.table.at import At
from companion.table.playing import enter, need_current
from companion.table.refused import Refused
from companion.table.told_facts import TABLE, Page, by_path, facts_of


def follow(at: At, how: str, named: Mapping[str, Any] | None = None, stamp: str = "") -> None:
    """The round is followed that way from here on. For turns it is ``named`` whose turn it is, and how things lie."""
    enter(at, [{"kind": Follow.kind, "how": how, **(named or {})}], "table", stamp)
    at.set(follow=how)


def counts(at: At) -> tuple[Mapping[int, int], int] | None:
    """Hands and deck as they were dealt, to be put right by whoever has every turn followed again; None where the app
    does not count cards."""
    game, state = at.playing[1].game, at.playing[1].state
    if not state.options.get("count_cards", True):
        return None
    fresh = deepcopy(state)
    fresh.follow = TURNS
    fresh.renew()
    game.set_up(fresh)
    hands = {seat: fresh.seats[seat].hand for seat in fresh.players}
    return None if fresh.deck_size is None else (hands, fresh.deck_size)


# -- the page of facts ----------------------------------------------------------------------------------------------
def ask(at: At, stamp: str = "") -> None:
    """The round is over: everybody is asked what it came to."""
    need_current(at, stamp)
    _, record = at.playing
    closed = facts_of(record.game).shut(record.state, -1)
    if closed:
        raise Refused(closed)
    at.set_game(draft=replace(told_facts.kept(at), open=True))


def back_to_round(at: At) -> None:
    """It goes on after all; what has been filled in stays."""
    at.set_game(draft=replace(told_facts.kept(at), open=False))


def fill_in(at: At, values: Mapping[str, Any], seat: int = TABLE) -> None:
    """What somebody has filled in, by the paths of the fields: a ``seat`` its own row alone. The newest hand counts."""
    page = told_facts.page_of(at)
    if page is None:
        raise Refused(T("this round is not being told now"))
    known = by_path(page.fields)
    own = dict(page.of(page.seats.index(seat))) if seat in page.seats else {}
    hands = {str(whose): hand for whose, hand in page.hands.items()}
    for path, value in values.items():
        if path not in known:
            raise Refused(T("unknown field {field}", field=path[:40]), 422)
        if seat != TABLE and path not in own and not _of_oneself(page, seat, path, value):
            raise Refused(T("this is not an action of your seat"), 403)
        if value is not None or not isinstance(known[path], Whom):
            known[path].check(value)
        place = path.rpartition(".")[2]
        if "." in path and len(page.seats) > int(place) and path in dict(page.of(int(place))):
            hands[str(page.seats[int(place)])] = seat
    if seat != TABLE:
        hands[str(seat)] = seat
    draft = told_facts.kept(at)
    at.set_game(draft=replace(draft, values={**draft.values, **values}, hands=hands))


def _of_oneself(page: Page, seat: int, path: str, value: Any) -> bool:
    """Who of all it was, as far as a seat says so of itself: that it was it, or that it was not it after all."""
    field = by_path(page.fields)[path]
    if seat not in page.seats or not isinstance(field, Whom) or field.first_of:
        return False
    me = page.seats.index(seat)
    return value == me or (value is None and page.values.get(path) == me)


def tell_page(at: At, values: Mapping[str, Any], stamp: str = "") -> None:
    """The page as it was sent: the round is over and scored by it, and the show begins."""
    need_current(at, stamp)
    record = at.playing[1]
    page = told_facts.page(at)
    told = told_facts.closed_up(page.fields, dict(values))
    for field in page.fields:
        if field.name in told:
            field.check(told[field.name])
        elif not field.optional:
            raise RuleError(T("the field {field} is missing", field=field.label))
    tell(at, facts_of(record.game).typed(record.state, told))
    ending.show_next(at)


def tell(at: At, told: Mapping[str, Any], stamp: str = "") -> list[Text]:
    """The round is over, and this is what its page was told; it answers what did not fit and was changed. What the app
    draws in place of what is missing is drawn once a round: telling it again is no second try."""
    need_current(at, stamp)
    row, record = at.playing
    shuffle = at.dice.shuffle(f"{row.number}/{record.state.round}/{FACTS}/1", at.dice.drawing().dealt(record))
    entry, changed = facts_of(record.game).completed(record.state, told, shuffle)
    draft = replace(told_facts.kept(at), open=False, changed=[told_facts.written(one) for one in changed])
    enter(at, [entry], "table", "")
    at.set_game(draft=draft)
    return changed
