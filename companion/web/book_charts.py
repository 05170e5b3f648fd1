"""Pictures of the book: pygal draws them, our styles colour them, so that they follow the page's theme."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from companion.book.book import Band

Bars = tuple[tuple[str, Band], ...]
KEPT = 256
SIZE = 14
"""Of letters, as in our styles."""
NAME = 24
"""Characters of a name that fit beside a bar."""


def bands(rows: Sequence[tuple[str, Band]], label: str) -> Markup:
    """A bar for each share of wins, in percent, with the band it lies in; those it is too early for are left out."""
    told = tuple((name[:NAME], band) for name, band in rows if not band.early)
    return _bands(told, label) if told else Markup("")


@lru_cache(KEPT)
def _bands(rows: Bars, label: str) -> Markup:
    import pygal
    from pygal.style import Style

    # Nothing moves, nothing is fetched, nothing is written that the page writes itself.
    chart = pygal.HorizontalBar(
        style=Style(label_font_size=SIZE, major_label_font_size=SIZE),
        width=440,
        height=60 + 34 * len(rows),
        show_legend=False,
        js=[],
        explicit_size=False,
        margin=8,
        margin_right=28,
        disable_xml_declaration=True,
        no_prefix=True,
        print_values=False,
        range=(0, 100),
        y_labels=(0, 25, 50, 75, 100),
        show_y_guides=False,
    )
    chart.x_labels = [name for name, _ in reversed(rows)]
    chart.value_formatter = lambda value: f"{value:.0f} %"
    values = [{"value": band.share, "ci": {"low": band.low, "high": band.high}} for _, band in reversed(rows)]
    chart.add("", values)
    return _inline(chart, label)


def _inline(chart: Any, label: str) -> Markup:
    """The drawing for the page itself: without style and script of its own (the policy of our pages knows neither),
    and without anything that another drawing of the same would have otherwise."""
    root = chart.render_tree()
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in ("defs", "script", "style", "title", "desc") or child.tag is ET.Comment:
                parent.remove(child)
        for name in ("id", "style", "onmouseover", "onmouseout"):
            parent.attrib.pop(name, None)
    root.attrib["role"], root.attrib["aria-label"] = "img", label
    root.attrib["class"] = "chart"
    root.attrib.pop("xmlns", None)
    text = ET.tostring(root, encoding="unicode")
    return Markup(text)  # noqa: S704 - made of elements, so every name in it is escaped
