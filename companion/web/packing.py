"""Events and answers as they go over the wire. They are made of pieces; what many viewers get is packed once."""

from __future__ import annotations

import zlib
from functools import lru_cache

Event = tuple[str, ...]
"""The text of an event in pieces. Viewers who see the same get equal pieces."""

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
GZIP_LAST = b"\x03\0"
PIECES = 64
NEAR = 13
"""How far back a short piece is looked through, as a power of two: to get ready for more takes longer than the rest."""
SMALL = 80
"""Bytes from which on compression pays."""


def plain(event: Event) -> bytes:
    """An event as it stands on the wire."""
    return "".join(event).encode()


class Packed:
    """The same as gzip. Each piece is compressed by itself, so that a stream keeps no state, and comes out whole."""

    __slots__ = ("_head",)

    def __init__(self) -> None:
        self._head = GZIP_HEAD

    def __call__(self, event: Event) -> bytes:
        head, self._head = self._head, b""
        return head + b"".join(map(pack, event))


def gzipped(pieces: Event) -> bytes:
    """A whole body as gzip, made of pieces that the streams need too."""
    text = "".join(pieces).encode()
    end = zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    return GZIP_HEAD + b"".join(map(pack, pieces)) + GZIP_LAST + end


@lru_cache(PIECES)
def pack(piece: str) -> bytes:
    """Whole deflate blocks without the last one's mark; any number of them in a row are one stream."""
    data = piece.encode()
    if len(data) < SMALL:
        size = len(data).to_bytes(2, "little")
        return b"\0" + size + bytes(255 - byte for byte in size) + data
    packer = zlib.compressobj(1, zlib.DEFLATED, -(NEAR if len(data) <= 1 << NEAR else zlib.MAX_WBITS))
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
