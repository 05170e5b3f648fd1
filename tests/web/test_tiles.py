"""What can be said of a turn is said on a phone before its tap: every field of every move, in every game there is."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults.house import House
from faults.web import Page
from flask import current_app
from games_in_files import BUNDLED, game_in
from playing import Play
from sizes import LARGE, size

from companion.engine import lookahead
from companion.engine.actions import Action, ButtonGroup, Entry
from companion.engine.fields import Field, FixedList, Flag, Number, OneOf, ShortText, SomeOf
from companion.engine.state import PLAYING
from companion.engine.text import RuleError
from companion.games import all_games
from companion.i18n import render
from companion.storage.store import Store
from companion.table.views.table_view import SeatActions
from companion.web.app import create_app
from companion.web.forms import name_input
from companion.web.render.templates import make_environment
from companion.web.render.tiles import find_sheet, list_entries, make_turn

PLAYS = size("PLAYS", 2, 30)
"""Games that are played at random at least: more of them until everything has come up."""
FILES = list(map(game_in, BUNDLED))
GAMES = {**all_games(), **{game.id: game for game in FILES}}


def can_send(page: Page, action: Action, one: Field, value: Any) -> bool:
    """Some control of the page sends that value with the action."""
    whole, name = {**action.base, one.name: value}, name_input(one, one.name)
    shown = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return any(form.base == whole or (form.base == action.base and form.can_send(name, shown)) for form in page.forms)


def can_mark(page: Page, entry: Entry) -> bool:
    """Events along the way can be marked, with those values."""
    return any(entry.items() <= json.loads(way).items() for way in page.ways)


def values(one: Field) -> list[Any]:
    """All that can be said in a field, each thing on its own; what can be left out need not be said."""
    if isinstance(one, Flag):
        return [] if one.closed else [True]
    if isinstance(one, Number):
        return [n for n in range(one.low, one.high + 1) if n or not one.optional]
    if isinstance(one, (OneOf, SomeOf)):
        return [choice.value for choice in one.choices if not choice.closed]
    raise AssertionError(f"no phone asks for a {type(one).__name__} in a turn: {one.name}")


def asked(action: Action) -> list[Field]:
    """What people fill in; unasked fields, and free text, are no part of it."""
    return [one for one in action.asked if not isinstance(one, ShortText)]


def turns(game: Any, seed: int) -> Iterator[SeatActions]:
    """What each seat can do, at every point of a game played at random."""
    play = Play(game, max(game.least, min(game.most, 3 + seed)), {}, seed, undoes=False)
    for _ in range(150):
        if play.over:
            return
        tap = play.choose()
        try:
            play.table.enter(tap)
        except RuleError:
            continue
        state = play.state
        for seat, actions in play.record.offer.actions.items() if state.status == PLAYING else ():
            yield SeatActions(seat, "", actions, False, *lookahead.look_ahead(game, state, seat, actions))


def said_in(doing: SeatActions) -> set[str]:
    """All that this page has to say, thing by thing."""
    then = (one for one, _ in doing.then)
    every = [(where, one) for where, some in enumerate((doing.actions, doing.way, then)) for one in some]
    return {repr((where, one.base, one.closed, one.fields)) for where, one in every}


def page_of(game: Any, doing: SeatActions) -> Page:
    turns: Any = make_environment(current_app.jinja_env, "en", game.id).globals["turns"]
    turn = make_turn(doing, game.id)
    page = turns.tiles(turn, "", doing.waits) + (turns.main(turn, "") if doing.waits else "")
    behind = (find_sheet(doing, id) for id in Page(page).sheets)
    return Page("".join([page, *(turns.sheet(action, "", ()) for action in behind if action)]))


def names_in(doing: SeatActions, game: Any) -> Iterator[str]:
    """What is read on the tiles of a turn, and on what can be marked to have happened on the way."""
    turn = make_turn(doing, game.id)
    for action in (*turn.cards, *turn.steps):
        yield render(action.name, "en")
    for action in turn.way:
        first, *others = list_entries(action)
        yield render(action.name if not action.choosing else first[0], "en")
        yield from (render(label, "en") for label, _ in others)


@pytest.fixture
def pages(store: Store) -> Iterator[None]:
    """Pages can be drawn."""
    with create_app(store).test_request_context():
        yield


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("game", GAMES.values())
def test_tiles_and_sheets_of_a_turn_send_every_field_of_every_move(game: Any) -> None:
    known: set[str] = set()
    seen: set[tuple[str, str]] = set()
    missing: set[tuple[str, str]] = set()
    for seed in range(max(PLAYS, 12)):
        if seed >= PLAYS and not missing:
            break
        for doing in turns(game, seed):
            says = said_in(doing)
            if says <= known and not LARGE:
                continue
            known |= says
            phone = page_of(game, doing)
            alike = [name for name, count in Counter(names_in(doing, game)).items() if count > 1]
            assert not alike, f"nobody can tell apart: {alike}"
            for action in doing.actions:
                if action.closed or action.group == ButtonGroup.SETTLE:
                    continue
                assert any(form.base == action.base for form in phone.forms), f"{action.base} is on no button"
                for one in asked(action):
                    seen.add((action.kind, one.name))
                    for value in values(one):
                        assert can_send(phone, action, one, value), f"{action.base}: no control says {one.name}={value}"
            for action in (*doing.way, *(one for one, _ in doing.then)):
                assert can_mark(phone, action.base), f"{action.base} can't be marked"
                for one in asked(action):
                    for value in values(one):
                        assert can_mark(phone, {**action.base, one.name: value}), (
                            f"{action.base}: no mark says {one.name}={value}"
                        )
        # What a file has of all that files can have is seen only in play.
        kinds = {kind for kind, _ in seen} if game in FILES else set(game.moves)
        missing = {(kind, name) for kind, name in declared(game) - seen if kind in kinds}
    assert not missing, f"these never came up: {missing}"


def declared(game: Any) -> set[tuple[str, str]]:
    """Every field of the moves that are made in a turn, but those left out by their declaration."""
    found = set()
    for move in game.moves.values():
        if not move.seated or move.group not in ("play", "move", "any", "end"):
            continue
        for name, one in move.asked.items():
            fixed = move.each is not None and move.each.name == name
            if not (fixed or one.hidden or isinstance(one, (ShortText, FixedList)) or name in move.random_fields):
                found.add((move.kind, name))
    return found


@pytest.mark.parametrize("backwards", [False, True])
def test_act_enters_marked_events_in_the_order_in_which_they_happen(tmp_path: Path, backwards: bool) -> None:
    """A trap is played, stepped over, a mine revealed and a treasure taken, in one tap of The Lost Mines."""
    with House(tmp_path / "data") as at:
        at.deals("lost-mines")
        page = Page(at.page(at.phones[0]))
        form = next(
            form for form in page.forms if form.fields.get("entries") and form.base == {"kind": "trap", "by": 0}
        )
        wanted = ({"kind": "cross-trap"}, {"kind": "reveal-mine", "mine": "gold"}, {"kind": "take-treasure"})
        marked = [way for way in page.ways for one in wanted if one.items() <= json.loads(way).items()]
        marked = [way for way in dict.fromkeys(marked) if json.loads(way).get("treasure", "gold") == "gold"]
        assert len(marked) == 3
        fields = {name: first for name, (first, *_) in form.fields.items()}
        way = [*reversed(marked)] if backwards else marked
        answer = at.tap(at.phones[0], "act", **fields, stamp=page.stamp, way=way)
        assert answer.status_code == 200, answer.text
        kinds = [entry["kind"] for entry in at.entries()[1:]]
        assert kinds == ["trap", "cross-trap", "reveal-mine", "take-treasure", "end-turn"]
