"""The start of the program, its memory, and the first load of a phone."""

from __future__ import annotations

import gzip
import re
import time
from pathlib import Path

from . import tables
from .child import Child
from .figures import Report

_UNASKED = re.compile(r'<link rel="apple-touch-icon"[^>]*>|<noscript>.*?</noscript>')
"""Fetched when the page is put on a home screen, or where no scripts run."""
_FILES = re.compile(r'(?:href|src)="(/(?:static|b|i)/[^"#]+)')


def start(report: Report, folder: Path, runs: int) -> None:
    """From starting the process to the first page answered."""
    (made,) = tables.make(folder, 1, 100)
    for _ in range(runs):
        with Child(folder) as child:
            assert child.ask(f"/{made.code}", made.cookies[0]).status == 200
            report.add("start: process start to first answered page", "ms", (time.perf_counter() - child.started) * 1e3)
            report.add("memory after the start", "MB", child.memory())


def first_load(report: Report, folder: Path, runs: int) -> None:
    """All that a phone fetches which has never been here: its page and the files that this names. Bytes are the same
    in every run, so one is enough."""
    (made,) = tables.make(folder, 1, 100)
    with Child(folder) as child:
        page = child.ask(f"/{made.code}", made.cookies[0])
        html = (gzip.decompress(page.body) if page.zipped else page.body).decode()
        files = {path.replace("&amp;", "&") for path in _FILES.findall(_UNASKED.sub("", html))}
        answers = [page, *(child.ask(path) for path in sorted(files))]
        assert all(answer.status == 200 for answer in answers)
        report.add("first load of a phone: requests (and its stream)", "", len(answers) + 1)
        size = sum(answer.size for answer in answers)
        report.add("first load of a phone: compressed bytes, headers included", "kB", size / 1000)
