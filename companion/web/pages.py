"""Answering with pages: a shell around a live part, which streams renew; and panels, sheets and refusals.

``render.renderer`` draws the live part. ``routes`` say which address answers with what.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from flask import Response, request
from markupsafe import Markup

from companion import clock
from companion.avatars import FIGURES
from companion.engine.clans import clan_of
from companion.engine.dealing import TRACKING_MODES
from companion.engine.text import RuleError
from companion.games import has_file_games
from companion.i18n import isolate, join_names
from companion.storage.backups import age, backups
from companion.storage.store import SeatRow, StoreError
from companion.table import Refused, Stage, Table
from companion.table.commands import play
from companion.table.loading import TableDamaged
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import SeatView, TableView
from companion.web import forms
from companion.web.context import context, is_host, make_join_url
from companion.web.errors import draw_error_page, find_status
from companion.web.phone import find_phone
from companion.web.render import tiles
from companion.web.render.icons import icon, picture
from companion.web.render.plot import make_plot
from companion.web.render.qr import draw_svg
from companion.web.render.regions import LivePage, Region
from companion.web.render.renderer import (
    PHONE,
    TABLE,
    WATCH,
    WHOLE,
    LivePageRenderer,
    chairs_by_edge,
    cut_name,
    seats_by_edge,
    show_steps,
)
from companion.web.render.round_page import make_round_page
from companion.web.render.scoreboard import make_last_time, make_scoreboard
from companion.web.render.speech import draw_news
from companion.web.render.templates import cached_render, draw, show
from companion.web.seat_claims import Claim, choose_shown
from companion.web.translator import current_translator

ASKED = 4
"""The most questions of phones that the host reads at once."""
VERSION = "Companion-Version"
"""The header with the version that an answer shows: a page drops one that is older than its own."""

FACE = 8192
FACE_THAT_LEARNS = 3 * 8192
"""The length of every face in bytes, and of one that also says what is learnt: so a length reveals nothing."""
STREAM = "Companion-Stream"
"""The header of a tap from a page with a stream, which will bring the result."""

__all__ = ["PHONE", "TABLE", "WATCH", "answer", "show_page"]


TEMPLATE_FUNCTIONS = (
    icon, picture, clan_of, make_plot, cached_render, draw_svg,
    chairs_by_edge, seats_by_edge, show_steps, cut_name, make_round_page,
    forms.name_input, forms.to_json, has_file_games, isolate, join_names,
    tiles.make_turn, tiles.make_sheet_id, tiles.has_sheet, tiles.list_marks, tiles.name_with,
    tiles.list_entries, tiles.list_questions, tiles.list_answers, tiles.count_often,
)  # fmt: skip
"""The functions that templates call by their own names."""
TEMPLATE_GLOBALS = {
    **{function.__name__: function for function in TEMPLATE_FUNCTIONS},
    "ways": TRACKING_MODES,
    "now": lambda: clock.steady(),
    "figures": FIGURES,
}
"""All that templates know besides what is given to them, by name."""


def find_viewer(table: Table, kind: str) -> PageViewer | None:
    """Return the viewer of a page of that kind for this request; None if it has no right to one."""
    if kind == PHONE:
        return find_phone(table).viewer
    if kind == TABLE:
        return PageViewer(host=True) if is_host() else None
    return PageViewer()


def show_page(table: Table, kind: str, viewer: PageViewer, **more: Any) -> Response:
    """Draw a whole page: the shell with its live part."""
    version = name_version(table, kind)
    live = draw_live_part(table, kind, viewer)
    return show(
        "shell.html",
        game=table.state.game.id,
        table=table,
        kind=kind,
        page=Page(table.view, viewer),
        version=version,
        live=Markup(live.whole),  # noqa: S704 - rendered with autoescape
        oob={id: Markup(text) for id, text in live.oob},  # noqa: S704 - as above
        **more,
    )


def name_version(table: Table, kind: str) -> str:
    """Name what a page of that kind shows now.

    While it shows whose phone is there, it changes with them.
    """
    version = context().name_version(table.code)
    arrivals = kind != PHONE and table.view.stage is not Stage.OVER
    return f"{version}.{context().hub.count_arrivals(table.code)}" if arrivals else version


def draw_live_part(table: Table, kind: str, viewer: PageViewer | None) -> LivePage:
    """Draw the live part of a page, and next to it what is to be said.

    Nothing of the seat is drawn on a phone that no longer shows it, because another phone has it now, or the phone is
    with another of its players.
    """
    words = current_translator()
    if viewer is None:
        home = f"../{table.code}"
        shared = False
        if kind == PHONE:
            home = table.code
            shared = bool(find_phone(table).tokens)
        return LivePage(WHOLE, (("", draw("phone/gone.html", words.lang, home=home, shared=shared)),))
    view = table.view
    here = frozenset() if kind == PHONE else _find_arrived(table)
    url = make_join_url(table) if kind != PHONE and _has_to_follow(table) else ""
    tonight = make_scoreboard(view)
    last_time = None if tonight else make_last_time(view)
    renderer = LivePageRenderer(view, kind, words.lang, here, url, tonight, last_time)
    drawn = renderer.draw_live(Page(view, viewer))
    beside = [draw_news(view, words)]
    if kind != PHONE:
        beside.append(("joincode", draw("table/join_code.html", words.lang, url=make_join_url(table), helps=True)))
        beside.append(_draw_asleep(table, here, words.lang))
    if kind == TABLE:
        beside += [_draw_asked(table, words.lang), _draw_uncopied(words.lang)]
    return drawn._replace(oob=tuple(beside))


def _find_arrived(table: Table) -> frozenset[int]:
    """Return the seats whose phone is connected, or was a moment ago during play, when phones lie dark on the table.

    In play of a game without turns, all of them: at night, or while someone answers in secret, nothing shows whose
    phone is awake, nor afterwards whose was.
    """
    stage = table.view.stage
    if stage is Stage.OVER:
        return frozenset()
    has_begun = stage not in (Stage.LOBBY, Stage.LOOKING)
    hub = context().hub
    phones = hub.list_connected_or_recent(table.code) if has_begun else hub.list_connected(table.code)
    if phones is None or (table.view.under_way and not table.state.game.in_turns):
        return frozenset(seat.id for seat in table.state.seats)
    return find_seats(phones)


def find_seats(phones: Iterable[Hashable]) -> frozenset[int]:
    return frozenset(seat for phone in phones if isinstance(phone, frozenset) for seat in phone)


def _has_to_follow(table: Table) -> bool:
    """Return whether phones of the game still have to come to this computer's new address."""
    if not context().has_moved or table.code in context().followed or table.view.stage in (Stage.LOBBY, Stage.OVER):
        return False
    there = find_seats(context().hub.list_connected(table.code))
    if all(place.id in there for place in _list_phones(table)):
        context().followed.add(table.code)
    return table.code not in context().followed


def _list_phones(table: Table) -> list[SeatView]:
    """Return the seats with a phone that play in this round."""
    seats = table.state.state.seats
    dealt_in = [place for place in table.view.places if place.number is not None and place.plays and place.phone]
    return [place for place in dealt_in if not seats[place.number].retired]


def _draw_asleep(table: Table, here: frozenset[int], lang: str) -> Region:
    """Draw the region that says how many phones are asleep, and whose the table waits for."""
    view = table.view
    url = make_join_url(table)
    is_told = view.facts or view.score.beats
    if view.stage in (Stage.LOBBY, Stage.OVER) or view.face_down or is_told or not url:
        return "asleep", ""
    asleep = [place for place in _list_phones(table) if place.id not in here]
    if view.stage is Stage.LOOKING:
        asleep = [place for place in asleep if view.round.says_who_looked and not place.looked]
        wanted = asleep
    else:
        wanted = [place for place in asleep if _is_waited_for(view, place.number)]
    return "asleep", draw("table/asleep.html", lang, url=url, asleep=asleep, wanted=wanted) if asleep else ""


def _is_waited_for(view: TableView, seat: int | None) -> bool:
    """Return whether the table waits for the seat: it is on turn, or has to choose."""
    doing = None if seat is None else view.doing.get(seat)
    return doing is not None and doing.asked


def _draw_asked(table: Table, lang: str) -> Region:
    """Draw the region with questions to the host whether a phone is whose it says."""
    names = {seat.id: seat.name for seat in table.state.seats}
    shown = choose_shown(list_questions(table), ASKED)
    asked = [(claim.id, claim.digits, names[claim.seat_id]) for claim in shown]
    return "asked", draw("seats/asked.html", lang, code=table.code, asked=asked) if asked else ""


def list_questions(table: Table) -> list[Claim]:
    """Return the open questions to the host whether a phone is whose it says."""
    away = {seat.id for seat in silent_seats(table)}
    return [claim for claim in context().claims.list_open(table.code) if claim.seat_id in away]


def silent_seats(table: Table) -> list[SeatRow]:
    """Return the seats that a phone can ask for: those whose page hasn't been heard from for a while.

    In a game those without a phone, too. Just after a start, which may have changed the address, those that have not
    reconnected yet.
    """
    hub = context().hub
    present = hub.list_connected_or_recent(table.code)
    there = find_seats(hub.list_connected(table.code) if present is None else present)
    return [
        seat
        for seat in table.state.seats
        if (seat.phone or table.state.stage is not Stage.LOBBY) and seat.id not in there
    ]


def _draw_uncopied(lang: str) -> Region:
    """Draw the region that says since when no backup could be made, and why."""
    store = context().store
    if store.not_copied is None:
        return "uncopied", ""
    newest = next(iter(backups(store.folder)), None)
    game = store.not_copied.game
    of = store.games.get(game) if game else None
    told: dict[str, Any] = {
        "age": age(newest) if newest else None,
        "game": (store.tables.get(of.table_id).code, of.number) if of else None,
        "why": store.not_copied.text,
    }
    return "uncopied", draw("table/uncopied.html", lang, **told)


def show_panel(table: Table, name: str, viewer: PageViewer, kind: str = TABLE, **given: Any) -> Response:
    """Answer with the inside of a panel, fetched when it is opened."""
    return Response(
        LivePageRenderer(table.view, kind, current_translator().lang).draw_panel(
            name, Page(table.view, viewer), **given
        )
    )


def show_face(table: Table, seat: int) -> Response:
    """Answer with a secret of the seat, which its phone fetches while it is held and no page stores."""
    key = forms.read_input("key")
    role = play.role_card(table.state, seat, key)
    if play.unseen_marks(table.state, seat, key):
        table.run_even_unsaved(play.look, seat, key)
    body = draw("phone/role.html", current_translator().lang, role=role).encode()
    size = FACE if role.learns is None else FACE_THAT_LEARNS
    return Response(body.ljust(size), mimetype="text/html", headers={"Content-Encoding": "identity"})


def answer(table: Table, kind: str) -> Response:
    """Answer a tap with the fresh live part, or only its version if a stream brings it.

    It isn't a 204, because then the server would close the connection, and the next tap would have to open one.
    """
    if STREAM in request.headers:
        return Response(headers={VERSION: name_version(table, kind)})
    return _answer_fresh(table, kind, "", 200)


def _answer_fresh(table: Table, kind: str, say: str, status: int) -> Response:
    """Answer with the live part of a page of that kind, and above it what went wrong, if anything did."""
    viewer = find_viewer(table, kind)
    headers = {VERSION: name_version(table, kind)}
    drawn = draw_live_part(table, kind, viewer).whole + draw("parts/say.html", current_translator().lang, say=say)
    return Response(drawn, status, headers if viewer else {})


def show_form(template: str, table: Table, error: Refused | None, **more: Any) -> Response:
    """Draw the page of a form, after a refusal with the reason."""
    say = current_translator().sentence(error.text) if error else ""
    status = find_status(error) if error else 200
    page = Page(table.view, PageViewer())
    return show(template, status, table=table, page=page, say=say, **more)


def answer_refusal(error: RuleError | StoreError) -> Response:
    """Answer a refused request: with the page that it came from and the reason, or with an error page."""
    status = find_status(error)
    if isinstance(error, TableDamaged):
        return show("pages/damaged.html", status, damaged=error, host=is_host())
    found = (request.view_args or {}).get("table")
    table = found if isinstance(found, Table) else None
    kind = TABLE if "/host/" in request.path or "/hand/" in request.path else PHONE
    if table is None or request.headers.get("HX-Request") != "true" or (kind == TABLE and not is_host()):
        return draw_error_page(status, error.text)
    return _answer_fresh(table, kind, current_translator().sentence(error.text), status)
