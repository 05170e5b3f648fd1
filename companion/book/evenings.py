"""Evenings: games of one table with less than six hours between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

APART = timedelta(hours=6)


@dataclass
class Evening:
    """``plays`` are its games in order: id, and the evening that each was of before."""

    table: str
    started: str
    ended: str
    id: str = ""
    plays: list[tuple[int, str | None]] = field(default_factory=list)


def evenings_of(plays: Iterable[Mapping[str, Any]]) -> list[Evening]:
    """The evenings of games in the order of tables and time. An evening is called by its table and the day it began
    (UTC), with a number from the second one of a day on."""
    found: list[Evening] = []
    last_table = None
    for play in plays:
        new = play["table_id"] != last_table or _moment(play["played_at"]) - _moment(found[-1].ended) >= APART
        if new:
            found.append(Evening(play["table"], play["played_at"], play["ended_at"]))
        last_table = play["table_id"]
        evening = found[-1]
        evening.ended = max(evening.ended, play["ended_at"])
        evening.plays.append((play["id"], play["evening"]))
    taken: dict[str, int] = {}
    for evening in found:
        name = f"{evening.table}-{evening.started[:10]}"
        taken[name] = taken.get(name, 0) + 1
        evening.id = name if taken[name] == 1 else f"{name}-{taken[name]}"
    return found


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
