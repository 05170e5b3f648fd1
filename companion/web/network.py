"""The page for phones that can't get here: advice for everybody, the machine's addresses for the host alone."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template
from werkzeug.wrappers import Response as BaseResponse

from companion.web import reach
from companion.web.context import is_host
from companion.web.urls import at_address

network = Blueprint("network", __name__)


@network.get("/network")
def page() -> BaseResponse:
    """Advice on the network; with the host's key also which addresses answer, and a Wi-Fi code that this browser makes
    itself."""
    port = current_app.config["PORT"]
    found = reach.examine(port) if is_host() else None
    more = {"port": port, "only": current_app.config["ADDRESS"], "at_address": at_address}
    return Response(render_template("pages/network.html", found=found, advice=reach.advice(port), **more))
