"""What is drawn is the QR code, module for module, on the page and in the terminal."""

import re
import xml.etree.ElementTree as ET

import pytest
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.web.render import qr

LINKS = ["http://192.168.1.23:8000/", "http://10.0.0.7:8000/join/" + "x7" * 22]

every_link = pytest.mark.parametrize("link", LINKS)

Matrix = list[list[bool]]


def modules(link: str) -> Matrix:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=qr.QUIET_ZONE)
    code.add_data(link)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def drawn(svg: ET.Element) -> Matrix:
    side = int(svg.attrib["viewBox"].split()[2])
    matrix = [[False] * side for _ in range(side)]
    path = svg[1].attrib["d"]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{there}v1h-{back}z" for x, y, there, back in runs) == path
    for x, y, there, back in runs:
        assert there == back
        for column in range(int(x), int(x) + int(there)):
            matrix[int(y)][column] = True
    return matrix


def printed(text: str) -> Matrix:
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    rows: Matrix = []
    for line in text.removesuffix("\n").split("\n"):
        rows.append([halves[character][0] for character in line])
        rows.append([halves[character][1] for character in line])
    return rows


@every_link
def test_draw_svg_shows_the_code(link: str) -> None:
    assert drawn(ET.fromstring(qr.draw_svg(link, "Seat 1"))) == modules(link)
    assert qr.QUIET_ZONE >= 4, "as the standard asks"


@every_link
def test_draw_terminal_shows_the_code(link: str) -> None:
    *rows, outside = printed(qr.draw_terminal(link))
    assert rows == modules(link)
    assert all(outside), "below the last row nothing is printed"


def test_draw_svg_is_a_picture_with_a_name() -> None:
    code = qr.draw_svg(LINKS[0], 'Bo "<script>" & Co')
    assert "<script>" not in code
    named = ET.fromstring(code).attrib
    assert (named["role"], named["aria-label"]) == ("img", 'Bo "<script>" & Co')
