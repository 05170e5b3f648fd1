"""QR codes of links: as inline SVG for pages, as characters for the terminal.

``web.context`` says which address a code has. The code of the Wi-Fi is drawn in the host's browser, not here.
"""

from __future__ import annotations

import io
from itertools import groupby
from typing import Any

from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET_ZONE = 4
"""Light modules around a code, without which scanners miss it."""


def draw_svg(data: str, label: str) -> Markup:
    """Draw the code as one ``<svg class="qr">``; ``label`` is the text for screen readers.

    One unit is one module. The style sheet gives the size and the colours: ``qr-light`` is the ground, quiet zone
    included, ``qr-dark`` the modules.
    """
    matrix = _make_code(data).get_matrix()
    side = len(matrix)
    path = ""
    # Each run of dark modules in a row is one rectangle.
    for y, row in enumerate(matrix):
        x = 0
        for dark, modules in groupby(row, bool):
            length = len(list(modules))
            path += f"M{x} {y}h{length}v1h-{length}z" if dark else ""
            x += length
    return Markup(
        '<svg class="qr" role="img" aria-label="{}" viewBox="0 0 {} {}" shape-rendering="crispEdges">'
        '<rect class="qr-light" width="{}" height="{}"/><path class="qr-dark" d="{}"/></svg>'
    ).format(label, side, side, side, side, path)


def draw_terminal(data: str) -> str:
    """Draw the code in half-block characters, two rows a line, ending in a line break.

    The characters are the light modules, so that it reads rightly on a dark terminal.
    """
    printed = io.StringIO()
    _make_code(data).print_ascii(out=printed, invert=True)
    return printed.getvalue().replace("\N{NO-BREAK SPACE}", " ")


def _make_code(data: str) -> QRCode[Any]:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(data)
    return code
