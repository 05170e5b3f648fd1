"""The pages of the group's history: game nights, people, games; and what the host corrects in it.

``history`` counts, ``render.history_text`` writes dates and results in words, the store forgets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from flask import Blueprint, Response, current_app, request

from companion import names
from companion.engine.text import RuleError, T, Text
from companion.history import badges, export
from companion.history.history import GameGroup, History, Person, Play
from companion.record.highlights import highlights
from companion.record.summary import summarise
from companion.storage.store import StoreError, is_forgotten
from companion.table import Forbidden, NotFound
from companion.table.loading import load_record
from companion.web import forms
from companion.web.context import context, is_host, redirect_to, require_host
from companion.web.phone import find_phone, name_cookie
from companion.web.render import history_text
from companion.web.render.templates import show

book = Blueprint("book", __name__, url_prefix="/book")
_COOKIE = name_cookie("")
Found = TypeVar("Found")


READERS = "book_readers"
"""The key in the data file that says "seats" if everyone with a seat can read the whole history."""


@book.before_request
def only_for_the_table() -> None:
    """Let the host read the history, and a seat what was played at its own table.

    A seat can read the whole history if the host lets it. Only the host corrects it.
    """
    if not current_app.config["BOOK"]:
        raise NotFound(T("History is turned off here (--no-book)."))
    if not may_read():
        raise Forbidden(T("History is only for people at the table. Join first."))
    if request.method == "POST":
        require_host()


def may_read() -> bool:
    """Return whether whoever asks can read anything of the history."""
    return bool(current_app.config["BOOK"]) and (is_host() or bool(_list_own_tables()))


def is_whole_for_seats() -> bool:
    return context().store.get_meta(READERS) == "seats"


def read_book() -> History:
    """Return as much of the history as whoever asks can read."""
    book = context().read_book()
    return book if is_host() or is_whole_for_seats() else book.choose_tables(_list_own_tables())


def _list_own_tables() -> set[int]:
    """Return the tables at which this browser has a seat."""
    codes = {cookie.removeprefix(_COOKIE) for cookie in request.cookies if cookie.startswith(_COOKIE)}
    tables = [context().tables.get(code) for code in codes if len(code) == 4]
    return {table.state.row.id for table in tables if table is not None and find_phone(table).tokens}


def show_page(template: str, status: int = 200, **given: Any) -> Response:
    """Draw a page of the history; ``tell`` puts the values of its tables into words."""
    return show(f"book/{template}.html", status, tell=history_text, host=is_host(), **given)


def need_found(found: Found | None) -> Found:
    """Return what was found, or answer 404 if the history has no such thing."""
    if found is None:
        raise NotFound(T("History has no such page."))
    return found


# -- reading --------------------------------------------------------------------------------------------------------
@book.get("")
def front() -> Response:
    """Show game nights, people and games."""
    start = forms.parse_int(request.args.get("from", ""), 6, 0)
    shown = read_book()
    for_seats = is_whole_for_seats()
    games = context().store.games.list_marked() if is_host() else ()
    more: dict[str, Any] = {mark: [game for game in games if game[mark]] for mark in ("left_out", "damaged")}
    more["never_played"] = context().store.people.never_played() if is_host() else {}
    return show_page("front", book=shown, start=start, all=is_host() or for_seats, for_seats=for_seats, **more)


def retell(play: Play) -> Sequence[Text]:
    """Return a game's highlights, made once as long as the game stays as it is.

    It folds the whole record. Empty for one that can't be played through any more.
    """
    store = context().store
    made = context().retold
    if (play.id, play.mark) not in made:
        made[play.id, play.mark] = ()
        with suppress(StoreError):
            made[play.id, play.mark] = highlights(summarise(load_record(store, store.games.get(play.id))))
    return made[play.id, play.mark]


@book.get("/evening/<id>")
def evening(id: str) -> Response:
    """Show a game night: its games, and their results."""
    return show_page("evening", evening=need_found(read_book().find_evening(id)), retold=retell)


@book.get("/person/<id>")
def person(id: str) -> Response:
    """Show a person: games and wins, by game and side, and badges."""
    own = _need_person(id)
    shown = read_book().careers.get(id, GameGroup(own, ()))
    return show_page("person", person=shown, earned=badges.list_earned(shown.each))


@book.get("/game/<id>")
def game(id: str) -> Response:
    """Show a game: how often each side wins, and who has played it."""
    book = read_book()
    return show_page("game", game=id, book=book, plays=need_found(book.games.get(id)))


# -- out ------------------------------------------------------------------------------------------------------------
BOM = "\ufeff"
"""What a file starts with so that Excel reads its umlauts."""
FILES: dict[str, tuple[str, Callable[[History], str]]] = {
    "book.csv": ("text/csv", lambda book: BOM + export.as_csv(book)),
    "book.json": ("application/json", lambda book: json.dumps(export.as_json(book), indent=2, ensure_ascii=False)),
}


@book.get("/out/<name>")
def write(name: str) -> Response:
    """Send the whole history as a file."""
    mimetype, make = need_found(FILES.get(name))
    return _send_file(make(read_book()), mimetype, f"companion-{name}")


@book.get("/play/<play_id>/record.json")
def record(play_id: str) -> Response:
    """Send the record of a game, to the host."""
    require_host()
    play = need_found(context().read_book().find_play(play_id))
    store = context().store
    kept = None
    with suppress(StoreError):
        kept = load_record(store, store.games.get(play.id)).to_json(store.journal.read(play.id).entries)
    body = json.dumps(need_found(kept), indent=2, ensure_ascii=False)
    return _send_file(body, "application/json", f"{play_id}.json")


def _send_file(body: str, mimetype: str, name: str) -> Response:
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# -- what the host corrects -----------------------------------------------------------------------------------------
@book.post("/readers")
def readers() -> Response:
    """Let everyone with a seat read the whole history, or only this device."""
    seats = forms.read_input("readers") == "seats"
    context().store.set_meta(READERS, "seats" if seats else "host")
    return redirect_to("/book")


@book.post("/play/<play_id>/leave-out")
def leave_out(play_id: str) -> Response:
    """Leave a game out of the history."""
    context().leave_out(need_found(read_book().find_play(play_id)).id)
    return redirect_to("/book")


@book.post("/take-in/<int:game_id>")
def take_in(game_id: int) -> Response:
    """Take in again a game that was left out."""
    left_out = (game["id"] for game in context().store.games.list_marked() if game["left_out"])
    context().leave_out(need_found(game_id if game_id in left_out else None), False)
    return redirect_to("/book")


@book.post("/person/<id>/name")
def rename(id: str) -> Response:
    """Rename a person everywhere. A name that someone has makes the two one, after a question."""
    own = _need_person(id)
    name = names.check_name(forms.read_input("name"))
    if is_forgotten(name):
        raise RuleError(T("{name} is reserved for people who were forgotten: choose another name", name=name))
    known = context().store.people.of(name)
    if known and known.key != own.key and forms.read_input("sure") != "1":
        return show_page("same", 409, own=own, other=known.name, name=name)
    context().rename(own.key, name)
    return redirect_to(f"/book/person/{id}")


@book.post("/person/<id>/forget")
def forget(id: str) -> Response:
    """Remove the name from every record, note and backup; the numbers stay, as someone's."""
    return _forget({_need_person(id).key})


@book.post("/forget")
def forget_seat() -> Response:
    """Forget someone who took a seat and left before a game."""
    key = forms.read_input("key")
    need_found(context().store.people.never_played().get(key))
    return _forget({key})


def _forget(keys: set[str]) -> Response:
    if forms.read_input("sure") != "1":
        raise RuleError(T("tick that you're sure: a forgotten name can't be brought back"))
    if left := context().forget(keys):
        return show_page("forgotten", left=left)
    return redirect_to("/book")


def _need_person(id: str) -> Person:
    return need_found(read_book().people.get(id))
