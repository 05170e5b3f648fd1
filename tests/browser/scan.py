"""Reads the QR code that a page shows, as a phone's camera would. The code is clean, so no errors are corrected."""

from __future__ import annotations

import re

from playwright.sync_api import Locator
from qrcode.base import rs_blocks
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from qrcode.util import mask_func

MASK_OF_FORMAT = 0b101010000010010
CAPITALS, BYTES = 2, 4
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

Matrix = list[list[bool]]


def scan(svg: Locator) -> str:
    """The text of the code drawn by a ``<svg class="qr">``."""
    side = int((svg.get_attribute("viewBox") or "").split()[2])
    path = svg.locator("path").get_attribute("d") or ""
    matrix = [[False] * side for _ in range(side)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)", path):
        for column in range(int(x), int(x) + int(length)):
            matrix[int(y)][column] = True
    edge = next(number for number, row in enumerate(matrix) if any(row))
    matrix = [row[edge : side - edge] for row in matrix[edge : side - edge]]
    version = (len(matrix) - 17) // 4
    assert version < 7, "what says the version of a larger code is not skipped"
    codewords = _codewords(matrix, version)
    blocks = rs_blocks(version, ERROR_CORRECT_M)
    data: list[list[int]] = [[] for _ in blocks]
    for place in range(max(block.data_count for block in blocks)):
        for block, into in zip(blocks, data, strict=True):
            if place < block.data_count:
                into.append(codewords.pop(0))
    return _text("".join(f"{byte:08b}" for block in data for byte in block))


def _text(bits: str) -> str:
    """Segments of capitals and of bytes, one after the other; codes are too small for lengths of more bits."""
    place = 0

    def take(size: int) -> int:
        nonlocal place
        place += size
        return int(bits[place - size : place] or "0", 2)

    text = ""
    while mode := take(4):
        if mode == CAPITALS:
            left = take(9)
            for _ in range(left // 2):
                text += "".join(ALPHABET[letter] for letter in divmod(take(11), 45))
            text += ALPHABET[take(6)] if left % 2 else ""
        else:
            assert mode == BYTES
            text += bytes(take(8) for _ in range(take(8))).decode()
    return text


def _codewords(matrix: Matrix, version: int) -> list[int]:
    """Up and down in columns two wide from the right, past everything that is no data."""
    side = len(matrix)
    marks = _marks(version)
    # The number of the mask is in the format's bits in the top left corner.
    format = int("".join(str(int(matrix[8][x])) for x in range(5)), 2)
    masked = mask_func((format ^ MASK_OF_FORMAT >> 10) & 0b111)
    bits = []
    upward = True
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        for y in range(side - 1, -1, -1) if upward else range(side):
            for x in (right, right - 1):
                if not marks[y][x]:
                    bits.append(str(int(matrix[y][x] != masked(y, x))))
        upward = not upward
    return [int("".join(bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]


def _marks(version: int) -> Matrix:
    """Which modules help to find and read a code of this size, and so carry no data."""
    code = QRCode(version=version, error_correction=ERROR_CORRECT_M)
    code.modules_count = side = version * 4 + 17
    code.modules = [[None] * side for _ in range(side)]
    for row, column in ((0, 0), (side - 7, 0), (0, side - 7)):
        code.setup_position_probe_pattern(row, column)
    code.setup_position_adjust_pattern()
    code.setup_timing_pattern()
    code.setup_type_info(True, 0)
    return [[module is not None for module in row] for row in code.modules]
