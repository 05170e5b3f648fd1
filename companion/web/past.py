"""A game that is over, looked back at moment by moment; the address of a moment can be passed on."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.web.context import table_or_404
from companion.web.forms import whole

past = Blueprint("past", __name__)


@past.get("/<code>/past")
def page(code: str) -> BaseResponse:
    """One moment of the game that is over and told: ``at`` counts the entries, ``open`` lays the cards open."""
    table = table_or_404(code)
    at = whole(request.args.get("at", ""), 6, 0)
    moment = table.past(at, request.args.get("open") == "1")
    return Response(render_template("pages/past.html", table=table, moment=moment, game=table.past_game))
