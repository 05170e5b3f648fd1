"""The pages before a table: front page, host link, language, about, and the score of a game without the app."""

from __future__ import annotations

import re
import secrets
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.games import all_games, game_by_id, known_game, offered
from companion.i18n import LANGUAGES
from companion.rules.game import Game
from companion.rules.text import RuleError, T
from companion.table.told_facts import paths
from companion.web import facts, forms, guard
from companion.web.book import may_read, readable
from companion.web.context import HOST_COOKIE, context, is_host, keep, limit_guesses, table_or_404
from companion.web.words import COOKIE, words_of

front = Blueprint("front", __name__)
OWN_PATH = re.compile(r"/(?:[A-Za-z0-9._-]+/)*[A-Za-z0-9._-]*")
"""No second slash, which would lead to another host."""


@front.get("/")
def home() -> BaseResponse:
    """Join or watch; the host's controls for nobody but the host."""
    book = may_read()
    return Response(render_template("pages/front.html", tables=context().store.tables.all(), host=is_host(), book=book))


@front.get("/find")
def find() -> BaseResponse:
    """To the table with a code that was typed."""
    code = request.args.get("code", "").strip()
    return redirect(f"/{table_or_404(code).code}", 302)


@front.get("/host/<key>")
@front.get("/host/<key>/<code>")
def host_link(key: str, code: str = "") -> BaseResponse:
    """The link printed in the terminal: who holds it gets the table screen. With a table's code, from the table screen
    itself, it leads the host's own phone to what it can do there."""
    if not secrets.compare_digest(key.encode(), context().store.host_key().encode()):
        limit_guesses("host")
        raise guard.Refusal(403, T("This host link is not the one the companion printed. Open the one in its window."))
    page = f"/{table_or_404(code).code}/host" if code else f"/{context().tables.newest().code}/table"
    return keep(redirect(page, 303), HOST_COOKIE, key)


@front.post("/lang")
def language() -> BaseResponse:
    """This phone's language."""
    wanted = request.form.get("lang", "")
    if wanted not in LANGUAGES:
        raise guard.Refusal(
            422, T("this language is not there; there are {languages}", languages=list(LANGUAGES.values()))
        )
    back = request.form.get("back", "/")
    return keep(redirect(back if OWN_PATH.fullmatch(back) else "/", 303), COOKIE, wanted)


@front.get("/about")
def about() -> BaseResponse:
    return Response(render_template("pages/about.html", games=all_games()))


@front.get("/cards/<game>")
def cards(game: str) -> BaseResponse:
    """The cards and roles of a game and what they do, to be read while waiting."""
    known = known_game(game)
    if known is None:
        raise guard.Refusal(404, T("there is no such game here"))
    return Response(render_template("pages/cards.html", known=known, games=offered()))


@front.get("/favicon.ico")
def icon() -> BaseResponse:
    return Response(status=204)


@front.get("/score")
def score_page() -> BaseResponse:
    """The facts of a game played without the app: first which game, then how many, then the facts."""
    game = request.args.get("game", "")
    if not game:
        return Response(render_template("pages/score.html", games=_scored(), game=None))
    return _score(game_by_id(game), "", 200)


def _score(game: Game[Any], say: str, status: int, steps: Any = ()) -> Response:
    """The page, with everything as it was typed."""
    typed = forms.read_as_typed(request.values)
    given = typed.pop("options", {})
    try:
        options = game.complete(_score_options())
    except RuleError:
        options = game.complete({})
    players = _players(request.values.get("players", ""), game.least, game.most)
    names = _names(players)
    found = facts.sheet(game.fact_fields(players, options), players, dict(paths(typed)))
    people = [{"name": name, "figure": ""} for name in names]
    shown = {**options, **given} if isinstance(given, dict) else options
    more = {"players": players, "options": shown, "steps": steps, "found": found, "people": people}
    more |= {"known": sorted(one.name for one in readable().people.values()) if may_read() else ()}
    body = render_template("pages/score.html", games=_scored(), game=game, say=say, **more)
    return Response(body, status)


def _scored() -> dict[str, Game[Any]]:
    """The games whose score can be added up without the app."""
    return {id: game for id, game in all_games().items() if game.sheet}


def _players(given: str, least: int, most: int) -> int:
    return min(most, max(least, forms.whole(given, 2, least)))


def _names(players: int) -> list[str]:
    words = words_of(request)
    given = [" ".join(name.split())[:24] for name in request.values.getlist("name")]
    given += [""] * (players - len(given))
    return [name or words.gettext("Player {n}", n=seat + 1) for seat, name in enumerate(given[:players])]


def _score_options() -> dict[str, Any]:
    options = forms.read_fields(request.values).get("options", {})
    return options if isinstance(options, dict) else {}


@front.post("/score")
def score() -> BaseResponse:
    """The score with its arithmetic, or what is wrong with the facts; what was typed stays."""
    game = game_by_id(request.form.get("game", ""))
    try:
        values = forms.read_fields(request.form)
        players = _players(request.form.get("players", ""), game.least, game.most)
        options = game.complete(_score_options())
        for field in game.fact_fields(players, options):
            if field.name in values:
                field.check(values[field.name])
            elif not field.optional:
                raise RuleError(T("the field {field} is missing", field=field.label))
        told = {"game": game.id, "options": options, "rounds": [game.facts_of(values, _names(players))]}
        game.score_facts(told)
        steps = game.facts_steps(told)
    except RuleError as error:
        return _score(game, words_of(request).sentence(error.text), 422)
    return _score(game, "", 200, steps)
