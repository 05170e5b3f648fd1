"""The live part of a page as regions; only those that have changed are sent.

``renderer`` draws what is in a region; ``sse`` decides when it is sent.
"""

from __future__ import annotations

import re
from itertools import starmap
from typing import NamedTuple

_LINE_END = re.compile(r"[\r\n][ \r\n]*")

Region = tuple[str, str]
"""The id of an element, and what is in it."""


class LivePage(NamedTuple):
    """The live part of a page: ``regions`` as (id of the element, what is in it), with ``frame`` around and between.

    A region without an id is the whole of it. ``oob`` (out of band) are regions elsewhere on the page. No text has line
    ends.
    """

    frame: tuple[str, ...]
    regions: tuple[Region, ...]
    oob: tuple[Region, ...] = ()

    def stamp(self, stamp: str) -> LivePage:
        """Add the stamp of the state it shows, which taps say: it comes last, after what it stamps."""
        *before, last = self.frame
        region = ("stamp", f'<input type="hidden" name="stamp" value="{stamp}">')
        return LivePage((*before, f'{last}<div hidden id="stamp">', "</div>"), (*self.regions, region), self.oob)

    @property
    def whole(self) -> str:
        """The whole live part, without the regions outside of it."""
        regions = zip(self.regions, self.frame[1:], strict=True)
        return self.frame[0] + "".join(f"{text}{after}" for (_, text), after in regions)

    @property
    def mended(self) -> str:
        """All of it, for a page that has missed something."""
        return self.whole + "".join(starmap(_draw_elsewhere, self.oob))

    def diff(self, before: LivePage | None) -> tuple[bool, str]:
        """Return the difference to ``before``, which a page shows, and whether it is the whole live part.

        For a whole one it doesn't matter what the page shows; "" if nothing has changed.
        """
        if before is None or before.frame != self.frame:
            return True, self.mended
        changed = [new for new, old in zip(self.regions, before.regions, strict=True) if new != old]
        whole = "" in dict(changed)
        changed = [*([] if whole else changed), *[region for region in self.oob if region not in before.oob]]
        return whole, (self.whole if whole else "") + "".join(starmap(_draw_elsewhere, changed))


def _draw_elsewhere(id: str, text: str) -> str:
    """Draw a region that replaces the one on the page."""
    return f'<div id="{id}" hx-swap-oob="innerMorph">{text}</div>'


def join_lines(html: str) -> str:
    """Make a space of each line end and the blanks after it: no event can carry one, and nothing shown needs it."""
    return _LINE_END.sub(" ", html)
