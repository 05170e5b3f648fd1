"""The page on which anybody checks the deal, and what phones add to it."""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.table import ending, seating
from companion.verify import OLDER, Report
from companion.web import pages
from companion.web.context import table_or_404
from companion.web.phone import acting_viewer, need_seat

fair = Blueprint("fair", __name__)


@fair.get("/<code>/fair")
def page(code: str) -> BaseResponse:
    """The promise about the next deal; of a game that is over and told, every draw again."""
    table = table_or_404(code)
    report = ending.checked(table.at)
    more = {
        "promises": ending.promises(table.at),
        "report": report,
        "shows": OLDER,
        "chance": _chance(report) if report else "",
    }
    return Response(render_template("pages/fair.html", table=table, **more))


def _chance(report: Report) -> str:
    """The draws, for the page's script to make again."""
    opened = report.opened
    if opened is None:
        return ""
    draws = [
        {"label": one.label, "mixed": [before for before, _ in one.mixed], "drawn": one.drawn}
        for one in report.draws
        if one.mixed
    ]
    labels = [one.label for one in opened.draws]
    head = {"commitment": opened.commitment, "secret": opened.secret}
    return json.dumps({**head, "additions": [bits for _, bits in opened.additions], "draws": draws, "labels": labels})


@fair.post("/<code>/ready")
def ready(code: str) -> BaseResponse:
    """A phone says that it is ready, and adds to the next deal."""
    table = table_or_404(code)
    viewer = acting_viewer(table)
    table.do(seating.add_bits, need_seat(table).id, request.form.get("bits", ""))
    return pages.answer(table, pages.PHONE, viewer)
