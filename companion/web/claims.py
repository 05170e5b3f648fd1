"""Phones that say whose they are, and wait for the host's word: at a new address the old cookie is not sent along."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count

SECONDS = 120.0
"""How long a phone waits for the host."""


@dataclass(frozen=True)
class Claim:
    """A phone with that ``secret`` says that it is the one of that seat. ``token``: the host has said yes, and this is
    the seat's; ``refused``: the host has said no."""

    id: int
    code: str
    seat_id: int
    began: float
    secret: str = field(repr=False)
    token: str = field(default="", repr=False)
    refused: bool = False


class Claims:
    """Those of all tables, in memory: who asks anew after a restart loses nothing. Safe from several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._claims: list[Claim] = []
        self._ids = count(1)

    def make(self, code: str, seat_id: int) -> Claim:
        """One for a seat; it takes the place of the one before, so that the host reads each name once."""
        with self._lock:
            made = Claim(next(self._ids), code, seat_id, self._clock(), secrets.token_urlsafe(16))
            self._claims = [one for one in self._live() if (one.code, one.seat_id) != (code, seat_id)] + [made]
            return made

    def open(self, code: str) -> tuple[Claim, ...]:
        """Those of a table that the host has not answered."""
        with self._lock:
            return tuple(one for one in self._live() if one.code == code and not one.token and not one.refused)

    def of(self, code: str, secret: str) -> Claim | None:
        """The one that the phone with this secret has made."""
        with self._lock:
            mine = (one for one in self._live() if one.code == code)
            return next((one for one in mine if secrets.compare_digest(one.secret.encode(), secret.encode())), None)

    def answer(self, claim: Claim, token: str) -> None:
        """The host's word: the seat's ``token`` for yes, nothing for no."""
        with self._lock:
            told = replace(claim, token=token, refused=not token)
            self._claims = [told if one.id == claim.id else one for one in self._claims]

    def _live(self) -> list[Claim]:
        return [one for one in self._claims if self._clock() - one.began < SECONDS]
