"""QR codes of links: as inline SVG for pages, as characters for the terminal."""

from __future__ import annotations

from itertools import groupby

from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

Matrix = list[list[bool]]

QUIET_ZONE = 4
"""Light modules around a code, without which scanners miss it."""


def svg(data: str, label: str) -> Markup:
    """The code as one ``<svg class="qr">``; ``label`` says to a screen reader what it leads to.

    One unit is one module. The style sheet gives the size and the colours: ``qr-light`` is the ground, quiet
    zone included, ``qr-dark`` the modules.
    """
    matrix = _matrix(data)
    side = len(matrix)
    return Markup(
        '<svg class="qr" role="img" aria-label="{}" viewBox="0 0 {} {}" shape-rendering="crispEdges">'
        '<rect class="qr-light" width="{}" height="{}"/><path class="qr-dark" d="{}"/></svg>'
    ).format(label, side, side, side, side, _path(matrix))


def terminal(data: str) -> str:
    """The code in half-block characters, two rows a line, ending in a line break.

    The characters are the light modules, so that it reads rightly on a dark terminal.
    """
    matrix = _matrix(data)
    below = [*matrix[1::2], [True] * len(matrix)]
    lines = (
        "".join(_HALF_BLOCKS[top, bottom] for top, bottom in zip(upper, lower, strict=True))
        for upper, lower in zip(matrix[::2], below, strict=True)
    )
    return "\n".join(lines) + "\n"


_HALF_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""(upper is dark, lower is dark) → character."""


def _matrix(data: str) -> Matrix:
    """The modules, dark is true, with the quiet zone. The side is always odd."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(data)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def _path(matrix: Matrix) -> str:
    """Each run of dark modules in a row as one rectangle."""
    parts = []
    for y, row in enumerate(matrix):
        x = 0
        for dark, modules in groupby(row):
            length = len(list(modules))
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(parts)
