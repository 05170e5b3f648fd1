"""What people look up, made of what a game declares: its moves as tiles, its roles and topics as paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.rules.action import Tile
from companion.rules.guide import Guide, Topic
from companion.rules.move import Move, Way
from companion.rules.pieces import Pieces


def guide_of(moves: Iterable[Move[Any]], roles: Pieces, topics: tuple[Topic, ...]) -> Guide:
    """The tiles of these moves in their order, and what each role is about."""
    about = (Topic(role.title or role.label, role.help, role.icon) for role in roles.values() if role.help)
    return Guide(tuple(tile for move in moves for tile in _tiles(move)), topics, tuple(about))


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
