"""A game that was played without the app: its results are entered on a page, and the score is shown as at a table.

Nothing is stored until the table wants it: the page holds all of it, and each tap sends all of it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, current_app, request, url_for
from markupsafe import Markup

from companion import names
from companion.avatars import FIGURES, assign_avatars
from companion.engine.fields import Field, fold_name
from companion.engine.game import Game
from companion.engine.round_facts import require_sheet
from companion.engine.setup import complete_options, count_most, list_option_fields, make_state
from companion.engine.text import DualName, RuleError, T, Text
from companion.games import all_games, game_by_id
from companion.storage.store import Damaged
from companion.table import NotFound, Table
from companion.table import reveal as showing
from companion.table.offline_game import OfflineGame, make_table, save_to_history
from companion.table.round_form import list_paths, says_order, values_by_field
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import TableView
from companion.web import forms
from companion.web.context import context, is_host, redirect_to, require_host
from companion.web.render import round_page
from companion.web.render.renderer import WATCH
from companion.web.render.templates import draw, show
from companion.web.routes.history import may_read, read_book
from companion.web.translator import current_translator

score = Blueprint("score", __name__)
CALLED = dict(
    zip(
        FIGURES,
        (
            *(T("Anvil"), T("Cat"), T("Candle"), T("Spade"), T("Hedgehog"), T("Torch")),
            *(T("Bat"), T("Squirrel"), T("Saw"), T("Fox"), T("Star"), T("Wheelbarrow")),
        ),
        strict=True,
    )
)
"""The names of people who typed none, by their icons."""
MOST = 99
"""Rounds of a game, beats of a score."""


class ScorePerson(NamedTuple):
    """Someone on the page: the name that was ``typed``, or else what the icon is called."""

    name: str
    typed: str
    colour: int
    figure: str


Wrong = dict[int | str, Text]
"""The mistakes of a page, by where they are said: at a person, a card, or a fact."""


class ScorePage(NamedTuple):
    """The page as it was sent.

    ``values`` are those of the fields of the round being entered, by their paths; ``table`` is the code of the table
    from which it was opened, ``mark`` names the game.
    """

    paper: OfflineGame
    people: Sequence[ScorePerson]
    values: Mapping[str, Any]
    table: str
    mark: str

    @property
    def game(self) -> Game:
        return self.paper.game

    @property
    def state(self) -> Any:
        """The state in which a round is entered; options that don't fit are as if nobody had set them."""
        options = complete_options(self.game, {}) if self.unfit else self.paper.options
        return make_state(self.game, self.paper.names, {**options, "dealing": "cards"})

    @property
    def options(self) -> list[Field]:
        """The options that change the score."""
        return [field for field in list_option_fields(self.game) if not field.unscored]

    @property
    def fields(self) -> tuple[Field, ...]:
        return require_sheet(self.game).list_asked(self.state)

    @property
    def unfit(self) -> Text | None:
        """The reason why this number of people can't play with these options."""
        try:
            self.game.check_options(self.paper.options, len(self.people))
        except RuleError as error:
            return error.text
        return None

    @property
    def sheet(self) -> round_page.RoundPage:
        """The fields that the page asks for; the app fills in none of them."""
        found = round_page.make_round_page(self.fields, len(self.people), self.values)
        return replace(found, rest=(*found.rest, *found.by_app), by_app=())


def _find_table(code: str) -> Table | None:
    """Find the table from which the host has opened the page."""
    with suppress(Damaged):
        return context().tables.get(code) if code and is_host() else None
    return None


def _find_way_back(code: str) -> dict[str, Any]:
    """Find where Back goes: to the host's table, else to the front page."""
    table = _find_table(code)
    back = url_for("host.screen", table=table.code) if table else url_for("front.home")
    return {"to_table": table is not None, "back": back}


def _read(form: Any) -> ScorePage:
    game = game_by_id(form.get("game", ""))
    if not OfflineGame.can_take(game):
        raise RuleError(T("{game} can't be scored without the app", game=game.title))
    given = forms.read_paths(form)
    code = form.get("table", "")[:4]
    table = _find_table(code)
    seated = table.view.places if table else ()
    asks = "players" in given or "name" in given
    written = form.getlist("name") if asks else [place.name for place in seated]
    players = forms.parse_int(str(given.get("players", "")), 2, len(written))
    players = min(game.most, max(game.least, players))
    typed = [" ".join(name[:200].split()) for name in [*written, *[""] * players][:players]]
    worn = {fold_name(place.name): place.figure for place in seated}
    looks = assign_avatars([worn.get(fold_name(name)) for name in typed])
    called = current_translator().t
    people = []
    for look, name in zip(looks, typed, strict=True):
        people.append(ScorePerson(name or called(CALLED[look.figure]), name, look.colour, look.figure))
    options = {path.partition(".")[2]: value for path, value in given.items() if path.startswith("options.")}
    rounds = given.get("rounds", [])
    if not isinstance(rounds, list) or len(rounds) > MOST or not all(isinstance(facts, dict) for facts in rounds):
        raise forms.FormError
    had = [forms.parse_int(str(given.get(f"before.{place}", "")), 3, 0) for place in range(players)]
    paper = OfflineGame(
        game, [person.name for person in people], complete_options(game, options), rounds, had, form.get("whole") == "1"
    )
    return ScorePage(paper, people, given, code, form.get("mark", "")[:32] or secrets.token_hex(8))


# -- the pages ------------------------------------------------------------------------------------------------------
@score.get("/score")
def choose() -> Response:
    """Ask which game; then show the page on which its first round is entered."""
    if request.args.get("game"):
        return _show_sheet(_read(request.args))
    games = {id: game for id, game in all_games().items() if OfflineGame.can_take(game)}
    code = request.args.get("table", "")[:4]
    return _answer("score/which.html", 200, "screen", games=games, table=code, **_find_way_back(code))


@score.post("/score")
def tell() -> Response:
    """Do what was tapped: ``do`` says which button it was; none shows the page again, as it was filled in."""
    page = _read(request.form)
    do = forms.read_input("do")
    if do == "add":
        wrong, told = _check_told(page)
        if told is None:
            return _show_sheet(page, wrong, 422)
        return _show(page._replace(paper=page.paper._replace(rounds=(*page.paper.rounds, told))), 1)
    if do == "back":
        return _show_sheet(_fill_in_again(page))
    if do == "anew":
        paper = page.paper._replace(rounds=(), before=[0] * len(page.people))
        return _show_sheet(page._replace(paper=paper, values={}, mark=secrets.token_hex(8)))
    if do == "whole" and page.paper.rounds:
        return _show(page._replace(paper=page.paper._replace(whole=True)))
    if do == "beat" and page.paper.rounds:
        beat = page.values.get("still") or page.values.get("beat")
        return _show(page, max(1, forms.parse_int(str(beat), 3, 1)))
    return _show_sheet(page, _check_told(page, missing=False)[0])


@score.post("/<table>/host/keep")
def keep_it(table: Any) -> Response:
    """Put the game into the history, as one that was played at this table."""
    require_host()
    page = _read(request.form)
    if not current_app.config["BOOK"] or not page.paper.rounds:
        raise NotFound(T("there's nothing to save"))
    wrong = _check_names(page, needed=True)
    if wrong:
        return _show_sheet(_fill_in_again(page), wrong, 422)
    table.run(save_to_history, page.paper._replace(whole=True), page.mark)
    return redirect_to(f"/{table.code}/table")


def _fill_in_again(page: ScorePage) -> ScorePage:
    """Return the page of the round that was entered last, as it was filled in."""
    if not page.paper.rounds:
        return page
    page.paper.make_record()  # or what is wrong with it
    *before, last = page.paper.rounds
    values = dict(list_paths(require_sheet(page.game).to_page(page.state, dict(last))))
    return page._replace(paper=page.paper._replace(rounds=before), values=values)


def _show_sheet(page: ScorePage, wrong: Wrong | None = None, status: int = 200) -> Response:
    """Draw the page on which a round is entered."""
    game = page.game
    paper = page.paper
    cards = () if page.unfit else game.roles
    more = {
        "found": page.sheet,
        "wrong": wrong or {},
        "said": list(dict.fromkeys(map(current_translator().sentence, (wrong or {}).values()))),
        "most": {card: count_most(game, card, len(page.people), paper.options) for card in cards},
        "had": game.tally(paper.make_record().state) if paper.rounds else (),
        "known": sorted(person.name for person in read_book().people.values()) if may_read() else (),
        **_find_way_back(page.table),
    }
    return _answer("score/sheet.html", status, game.id, form=page, **more)


def _show(page: ScorePage, beat: int | None = None) -> Response:
    """Reveal that many beats of the round entered last; all without a number."""
    table = make_table(context().store, page.paper, beat or MOST)
    shown = Page(TableView(table), PageViewer())
    more = {
        "page": shown,
        "kind": WATCH,
        "tonight": None,
        "last_time": None,
        **_find_way_back(page.table),
        "seconds": showing.time_beats(table.steps, len(page.people))[shown.score.beats - 1],
        "still": bool(forms.read_input("still")),
        "keeps": bool(page.table and is_host() and current_app.config["BOOK"]),
    }
    return _answer("score/show.html", 200, page.game.id, form=page, **more)


def _answer(template: str, status: int, game: str, **more: Any) -> Response:
    """Answer with the page, or to htmx with the inside of it."""
    words = current_translator()
    live = draw(template, words.lang, game, say=words.sentence, **more)
    if request.headers.get("HX-Request") != "true":
        return show("score/base.html", status, live=Markup(live))  # noqa: S704 - drawn with autoescape
    return Response(live, status)


# -- what is wrong --------------------------------------------------------------------------------------------------
def _check_names(page: ScorePage, needed: bool = False) -> Wrong:
    """Find what is wrong with the names; they are ``needed`` in the history, where they have to differ."""
    wrong: Wrong = {}
    typed = [person.typed for person in page.people]
    for place, name in enumerate(typed):
        try:
            if name or needed:
                names.check_name(name, [other for other in typed[:place] if other] if needed else ())
        except RuleError as error:
            wrong[place] = T("Name of player {n}: {why}", n=place + 1, why=error.text)
    return wrong


def _check_told(page: ScorePage, missing: bool = True) -> tuple[Wrong, dict[str, Any] | None]:
    """Find what is wrong with the round as it was filled in, and its facts if nothing is.

    ``missing``: what nobody has entered yet is wrong, too.
    """
    wrong = _check_names(page)
    found = page.sheet
    game = page.game
    told: dict[str, Any] = {}
    gaps = False
    names_bare = [
        page.people[control.seat].name
        for control in found.all
        if control.kind == "card" and control.value is None and control.seat is not None
    ]
    bare = T("no card yet: {names}", names=names_bare)
    for control in found.all:
        asks = control.field
        where = control.list if control.seat is None else control.seat
        told[control.name] = control.value
        if control.value is not None:
            try:
                asks.check(control.value)
            except RuleError as error:
                wrong[where] = error.text
        elif control.kind == "place":
            continue  # a person who is not named has no rank
        elif not asks.optional or _count_named(told, getattr(asks, "first_of", "")) > 1:
            gaps = True
            if control.seat is not None:
                said = bare
            else:
                said = getattr(asks, "question", None) or T("“{what}” hasn't been answered yet", what=asks.label)
            if missing:
                wrong[where] = said
    order = found.order
    if order and not says_order(
        order.field, [value for path, value in told.items() if path.startswith(f"{order.list}.")]
    ):
        gaps = True
        if missing:
            wrong[order.list] = order.field.question
    if unfit := page.unfit:
        wrong["options"] = unfit
        return wrong, None
    cards = [value for value in told.values() if isinstance(value, str) and value in game.roles]
    for card, count in Counter(cards).items():
        most = count_most(game, card, len(page.people), page.paper.options)
        if count > most:
            too_many = T("{card}: {most} at most with {players} players; you have {n}", card=game.roles[card].label)
            wrong[card] = too_many.fill(most=most, players=len(page.people), n=count)
    if gaps or wrong:
        return wrong, None
    try:
        facts = require_sheet(game).read_typed(page.state, values_by_field(page.fields, told))
        page.paper._replace(rounds=(*page.paper.rounds, facts)).make_record()
    except RuleError as error:
        about = error.text.values.get("fact")
        return {about.name if isinstance(about, DualName) else "": error.text}, None
    return wrong, facts


def _count_named(told: Mapping[str, Any], fact: str) -> int:
    """Count those of a list of answers in which someone was named."""
    return sum(path.startswith(f"{fact}.") and value not in (None, -1) for path, value in told.items())
