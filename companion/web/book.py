"""The pages of the group's book: evenings, people, games; and what the host puts right in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion import names
from companion.book import asked, badges, out
from companion.book.book import Book
from companion.rules.scoring import AGAINST, ALONE, WITH
from companion.rules.text import RuleError, T, Text
from companion.web import book_charts, telling
from companion.web.context import context, is_host, need_host
from companion.web.forms import whole
from companion.web.guard import Refusal
from companion.web.phone import phone_of, seat_cookie
from companion.web.site import under
from companion.web.words import words_of

book = Blueprint("book", __name__, url_prefix="/book")
DIGS = {
    WITH: T("With the others"),
    AGAINST: T("Against the others"),
    ALONE: T("For themselves alone"),
}
_COOKIE = seat_cookie("")


@book.before_request
def only_for_the_table() -> None:
    """The host, and who has a seat at a table of this house: nobody else reads who played here. The host alone puts
    right what stands there."""
    if not current_app.config["BOOK"]:
        raise Refusal(404, T("The book is switched off here (--no-book)."))
    if not may_read():
        raise Refusal(403, T("The book is for the people at the table: take a seat first."))
    if request.method == "POST":
        need_host()


def may_read() -> bool:
    """Whether the book is open to who asks."""
    return bool(current_app.config["BOOK"]) and (is_host() or any(map(_has_seat, request.cookies)))


def _has_seat(cookie: str) -> bool:
    code = cookie.removeprefix(_COOKIE)
    if not cookie.startswith(_COOKIE) or len(code) != 4:
        return False
    table = context().tables.get(code)
    return table is not None and bool(phone_of(table).tokens)


def opened() -> Book:
    """The book, brought up to date."""
    found = context().book()
    found.refresh(context().store)
    return found


def page(template: str, **given: Any) -> Response:
    """A page of the book; ``tell`` puts what stands in its tables into words."""
    words = words_of(request)
    tell = telling.Teller(words)
    return Response(
        render_template(f"book/{template}.html", tell=tell, host=is_host(), charts=book_charts, digs=DIGS, **given)
    )


def missing() -> Refusal:
    return Refusal(404, T("The book has no such page."))


# -- reading --------------------------------------------------------------------------------------------------------
@book.get("")
def front() -> BaseResponse:
    """Evenings, people, games."""
    start = request.args.get("from", "0")
    found = asked.front(opened(), whole(start, 6, 0))
    left_out = context().store.left_out() if is_host() else []
    return page("front", book=found, left_out=left_out)


def retold(game: int) -> Sequence[Text]:
    """What is worth retelling of a game, made once as long as that stays as it is: it folds the whole record."""
    here = context()
    mark = here.book().mark_of(game)
    if (game, mark) not in here.retold:
        here.retold[game, mark] = telling.retold(here.store, game)
    return here.retold[game, mark]


def past_of(game: int) -> str:
    """The address at which a game can be looked back at."""
    store = context().store
    row = store.game(game)
    return under(f"/{store.table(row.table_id).code}/past/{row.number}")


@book.get("/evening/<id>")
def evening(id: str) -> BaseResponse:
    """One evening, told."""
    found = asked.evening(opened(), id)
    if found is None:
        raise missing()
    return page("evening", evening=found, retold=retold, past_of=past_of)


@book.get("/person/<id>")
def person(id: str) -> BaseResponse:
    """One person: games, wins, sides, gold, and who goes with whom."""
    found = asked.person(opened(), id)
    if found is None:
        raise missing()
    joined = _keys(id)[1] if is_host() else []
    return page(
        "person", person=found, earned=badges.earned_by(found.career, found.feats), others=_others(id), joined=joined
    )


def _others(id: str) -> list[asked.Somebody]:
    """Whom the host may join with this person."""
    return [one for one in asked.people(context().book()) if one.id != id] if is_host() else []


@book.get("/game/<id>")
def game(id: str) -> BaseResponse:
    """One game: how often each side wins, by number of players."""
    found = asked.game(opened(), id)
    if found is None:
        raise missing()
    return page("game", game=found)


# -- out ------------------------------------------------------------------------------------------------------------
FILES: dict[str, tuple[str, Callable[[Book], str]]] = {
    "book.csv": ("text/csv", lambda whole: out.as_csv(whole)),
    "rounds.csv": ("text/csv", lambda whole: out.as_csv(whole, rounds=True)),
    "book.json": ("application/json", lambda whole: _json(out.as_json(whole, rounds=True))),
    "book.bgsplay": ("application/json", lambda whole: _json(out.as_bgsplay(whole))),
}


@book.get("/out/<name>")
def write(name: str) -> BaseResponse:
    """The whole book as a file."""
    if name not in FILES:
        raise missing()
    mimetype, make = FILES[name]
    return _file(make(opened()), mimetype, f"companion-{name}")


@book.get("/play/<play_id>.bgsplay")
def bgsplay(play_id: str) -> BaseResponse:
    """One game as a file for BG Stats."""
    found = _play(play_id)
    return _file(_json(out.as_bgsplay(context().book(), found.head["id"])), "application/json", f"{play_id}.bgsplay")


def _play(play_id: str) -> asked.PlayPage:
    found = asked.play(opened(), play_id)
    if found is None:
        raise missing()
    return found


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _file(body: str, mimetype: str, name: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# -- what the host puts right ---------------------------------------------------------------------------------------
@book.post("/play/<play_id>/leave-out")
def leave_out(play_id: str) -> BaseResponse:
    """A game that is not to stand in the book."""
    context().store.leave_out(_play(play_id).head["id"])
    return redirect("/book", 303)


@book.post("/take-in/<int:game_id>")
def take_in(game_id: int) -> BaseResponse:
    """A game that was left out is taken in again."""
    context().store.leave_out(game_id, False)
    return redirect("/book", 303)


@book.post("/person/<id>/name")
def spell(id: str) -> BaseResponse:
    """How a person is spelled."""
    key, _ = _keys(id)
    try:
        name = names.checked(request.form.get("name", ""))
    except RuleError as error:
        raise Refusal(422, error.text) from None
    context().store.change_person(key, name=name)
    return redirect(f"/book/person/{id}", 303)


@book.post("/person/<id>/join")
def join(id: str) -> BaseResponse:
    """Two names were the same person all the time."""
    key, _ = _keys(id)
    other, _ = _keys(request.form.get("other", ""))
    if key == other:
        raise Refusal(422, T("choose another person: nobody is joined with themselves"))
    context().store.change_person(other, same_as=key)
    return redirect(f"/book/person/{id}", 303)


@book.post("/person/<id>/part")
def part(id: str) -> BaseResponse:
    """A name that was joined with this person is somebody of its own again."""
    _, joined = _keys(id)
    name = request.form.get("key", "")
    if name not in joined:
        raise Refusal(422, T("this name is not joined with anybody"))
    context().store.change_person(name, same_as=None)
    return redirect(f"/book/person/{id}", 303)


@book.post("/person/<id>/another")
def another(id: str) -> BaseResponse:
    """Who sat at one table under this name was somebody else."""
    key, _ = _keys(id)
    context().store.part_seats(key, _evening_seats(id, request.form.get("evening", "")))
    return redirect("/book", 303)


def _evening_seats(id: str, evening: str) -> list[int]:
    """The seats that a person had in an evening."""
    rows = opened().rows(
        "SELECT play, seat FROM results JOIN plays ON plays.id = play WHERE person = ? AND evening = ?", id, evening
    )
    games = [(context().store.game(row["play"]), row["seat"]) for row in rows]
    found = {row.seat_ids[seat] for row, seat in games if seat < len(row.seat_ids)}
    if not found:
        raise Refusal(422, T("this person was not there that evening"))
    return sorted(found)


@book.post("/person/<id>/forget")
def forget(id: str) -> BaseResponse:
    """The name goes from every record, note and backup; the figures stay as somebody's."""
    key, joined = _keys(id)
    if request.form.get("sure") != "1":
        raise Refusal(422, T("tick that you are sure: nobody can bring a name back"))
    context().forget({key, *joined})
    return redirect("/book", 303)


def _keys(id: str) -> tuple[str, list[str]]:
    """The key of a person, and those that were joined with it."""
    found = context().book().keys_of(id, context().store) if id else None
    if not found:
        raise missing()
    return found
