"""A bar in the terminal for work that may take longer than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

MANY = 50
"""As many games take less than two seconds on a slow machine."""


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Gives what is told how much of how much is done; a bar appears where that is much."""
    bars: list[Any] = []

    def step(done: int, of: int) -> None:
        if not bars and of > MANY:
            bars.append(click.progressbar(length=of, label=label, file=sys.stderr))
        for bar in bars:
            bar.update(done - bar.pos)

    try:
        yield step
    finally:
        for bar in bars:
            bar.render_finish()
