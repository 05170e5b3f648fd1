"""The page on which anybody checks the deals, and what phones do for them by themselves."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from companion.record.fair import words
from companion.record.verify import NOT_CHECKABLE, PROVES, Check, Report, taken_part
from companion.rules.text import T
from companion.table import Table, ending, promising
from companion.table.past import given_up, pasts
from companion.web.forms import whole
from companion.web.phone import phone_of

fair = Blueprint("fair", __name__)
MOST = 64
"""Commitments in one post: of twelve seats for each deal that may come, and more."""
CHANGED = T("the promise was changed after your phone had taken part")
LOST = T("Game {n} of this table was given up, or never told: that left a choice.")
COPY = T("the promise was changed after your phone had taken part: the host restored a copy of {day}")


@fair.get("/<table>/fair")
def page(table: Table) -> BaseResponse:
    """The promise about the next deal; of a game that is over and told, every draw again: the last one, or ``game``."""
    number = whole(request.args.get("game", ""), 6, 0)
    report, current, day = ending.checked(table.at), table.at.dice.current, table.store.get_meta("restored")
    if number and number != table.at.dice.number:
        found = next((one for one in pasts(table.at) if one.number == number), None)
        report = ending.checked_again(table.at, found.id, found.record) if found else None
    more = {
        "report": report,
        "shows": report.opened.proves if report and report.opened else PROVES,
        "chance": chance(report),
        "deals": [check for deal in current.deals for check in taken_part(deal)] if current else [],
        "number": number or table.at.dice.number,
        "given_up": [] if number else [Check(None, LOST.filled(n=game)) for game in given_up(table.at)],
        "lost": LOST.filled(n="{n}"),
        "promises": table.at.dice.promises,
        "words": words,
        "not_checkable": NOT_CHECKABLE,
        "changed": COPY.filled(day=day) if day else CHANGED,
    }
    return Response(render_template("pages/fair.html", table=table, **more))


def chance(report: Report | None) -> str:
    """The data that the page's script draws again."""
    if report is None or report.opened is None:
        return ""
    opened = report.opened
    deals = [
        {
            "of": one.of,
            "text": one.text,
            "opened": [*one.opened.items()],
            "dealt": one.entry is not None,
            "first": report.begins.get(-1 if one.entry is None else one.entry),
        }
        for one in opened.deals
    ]
    draws = [
        {"label": one.label, "deal": one.deal, "mixed": [before for before, _ in one.mixed], "drawn": one.drawn}
        for one in report.checks
        if one.mixed
    ]
    told: dict[str, Any] = {"commitment": opened.commitment, "secret": opened.secret, "deals": deals, "draws": draws}
    told |= {"game": report.number, "players": report.players, "labels": [one.label for one in opened.draws]}
    return json.dumps({**told, "additions": opened.added and [bits for _, bits in opened.added]})


@fair.post("/<table>/commit")
def commit(table: Table) -> BaseResponse:
    """A phone commits its seats to bits for the deals that may come. Which commitments of theirs stand."""
    asked = [(int(seat), deal, commitment) for seat, deal, commitment in _of_own_seats(table, "commitment", 3)]
    return jsonify(table.answer(promising.commit, asked))


@fair.post("/<table>/open")
def open_bits(table: Table) -> BaseResponse:
    """A phone opens the bits of its seats for the deal whose terms are bound. The seats whose bits came in time."""
    asked = {int(seat): bits for seat, bits in _of_own_seats(table, "opened", 2)}
    return jsonify(table.answer(promising.open_bits, asked))


def _of_own_seats(table: Table, name: str, words: int) -> list[list[str]]:
    """The inputs of that name, each of so many words, of which the first is a seat of this phone."""
    own = {str(seat) for seat in phone_of(table).tokens}
    given = (one.split(" ") for one in request.form.getlist(name)[:MOST])
    return [one for one in given if len(one) == words and one[0] in own]
