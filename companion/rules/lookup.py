"""What people look up, made of what a game declares: its moves as tiles, its roles and topics as paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.rules.action import Tile
from companion.rules.guide import Guide, Topic
from companion.rules.move import Move, Way
from companion.rules.pieces import Pieces
from companion.rules.text import T

COMMON = (
    Topic(
        T("Cards in hand"),
        T("How many cards somebody holds: the app counts along. If the table says otherwise, it can be put right."),
        "hand",
    ),
    Topic(
        T("Draw deck"),
        T("How many cards can still be drawn. When there are none, you play on with those in your hands."),
        "deck",
    ),
)
"""Signs that every game has."""


def guide_of(moves: Iterable[Move[Any]], roles: Pieces, topics: tuple[Topic, ...], in_front: Pieces) -> Guide:
    """The tiles of these moves in their order, what each role is about, and what may lie in front of a player."""
    tiles = tuple(tile for move in moves for tile in _tiles(move))
    return Guide(tiles, topics, _about(roles), (*_about(in_front), *COMMON))


def _about(pieces: Pieces) -> tuple[Topic, ...]:
    told = (piece for piece in pieces.values() if piece.help)
    return tuple(Topic(piece.title or piece.label, piece.help, piece.icon) for piece in told if piece.help)


def _tiles(move: Move[Any]) -> Iterator[Tile]:
    """A tile for each of its buttons that has words for it."""
    for way in move.buttons or [Way({}, move.label)]:
        group, about = way.tile or move.tile, way.help or move.help
        if group and about:
            name = way.short or move.short or way.label
            yield Tile(_key(move.kind, way), group, name, about, way.icon or move.icon)


def _key(kind: str, way: Way) -> str:
    """As ``guide.keys`` has it."""
    values = ["+".join(value) if isinstance(value, list) else str(value) for value in way.fixed.values()]
    return ":".join([kind, *values[:1]])
