"""The arithmetic: what pages have noted of a tap becomes parts of the time from the finger to the paint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PARTS = {
    "request": "finger to request",
    "bytes": "request to bytes",
    "change": "bytes to changed page",
    "frame": "waiting for the frame",
    "paint": "style, layout and paint",
}


@dataclass(frozen=True)
class Seen:
    """What a page noted since it was armed, in milliseconds of the clock that all pages of one machine share.

    ``finger``: it was lifted; ``sent``: requests; ``bytes``: something arrived; ``shown``: the page was changed, the
    last time before the frame; ``frame`` and ``paint``: the first frame that says whose turn it is now began, and was
    painted; ``after``: changes of elements or words after that paint.
    """

    finger: tuple[float, ...]
    sent: tuple[float, ...]
    bytes: tuple[float, ...]
    shown: float | None
    frame: float | None
    paint: float | None
    after: int

    @classmethod
    def of(cls, marks: Mapping[str, Any]) -> Seen:
        """Of what ``probe.js`` gives."""
        paint = marks["paint"]
        after = sum(1 for one in marks["changes"] if one["words"] and paint is not None and one["at"] > paint)
        finger, sent, arrived = (tuple(marks[name]) for name in ("finger", "sent", "bytes"))
        return cls(finger, sent, arrived, marks["shown"], marks["frame"], paint, after)


@dataclass(frozen=True)
class Tap:
    """One tap as one page showed it: milliseconds from the finger to the paint, and its parts, which add up to it."""

    total: float
    parts: Mapping[str, float]
    again: int
    """How often the page was changed once more after that paint."""


def tap(finger: Seen, page: Seen) -> Tap | None:
    """The tap on the page ``finger``, painted by ``page``, which may be the same; None where one of them missed it."""
    if page.shown is None or page.frame is None or page.paint is None or not finger.finger:
        return None
    lifted = finger.finger[-1]
    sent = next((at for at in finger.sent if at >= lifted), lifted)
    arrived = max((at for at in page.bytes if sent <= at <= page.shown), default=page.shown)
    ends = (lifted, sent, arrived, page.shown, page.frame, page.paint)
    parts = {name: end - start for name, start, end in zip(PARTS, ends, ends[1:], strict=False)}
    return Tap(page.paint - lifted, parts, page.after)
