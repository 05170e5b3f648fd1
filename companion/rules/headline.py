"""The first line of every screen: whose turn it is, or what the table waits for."""

from __future__ import annotations

from typing import Any

from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.rules.text import T, Text


def headline(view: dict[str, Any]) -> Text:
    """The headline for a view with the keys that all games have."""
    if view["status"] == PLAYING:
        return T("{name}'s turn", name=view["seats"][view["turn"]["seat"]]["name"])
    if view["status"] == SCORING:
        return T("Round over! The score needs a few answers")
    if view["status"] == ROUND_OVER:
        return T("Round {n} is over", n=view["round"])
    return T("The game is over") if view["status"] == OVER else T("Ready to deal")
