"""A program whose answers and news come late, each by another time: what a test judges before it has come fails then.

``COMPANION_LATE=400`` gives the milliseconds that they are late at most; most come at once, or nearly so.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from random import SystemRandom
from typing import Any

from flask import Flask

LATEST = int(os.environ.get("COMPANION_LATE", "0")) / 1000
FILES = ("/b/", "/i/", "/static/")
"""What no page waits for after its first one."""
_random = SystemRandom()


def come_late() -> None:
    """From now on, where that is wanted."""
    at_once: Callable[..., Iterable[bytes]] = Flask.wsgi_app

    def wsgi_app(app: Flask, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"].startswith(FILES):
            return at_once(app, environ, start_response)
        wait()
        return Late(at_once(app, environ, start_response))

    if LATEST:
        Flask.wsgi_app = wsgi_app  # type: ignore[assignment, method-assign]


def wait() -> None:
    time.sleep(_random.choice((0, 0, 0, LATEST / 4, LATEST / 4, LATEST)) * _random.random())


class Late:
    """An answer that comes piece by piece, a stream say, each piece when it likes."""

    def __init__(self, answer: Iterable[bytes]) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._answer:
            wait()
            yield piece

    def close(self) -> None:
        getattr(self._answer, "close", lambda: None)()
