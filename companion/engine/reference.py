"""The pages on which people look things up.

They are made of the tiles of a game's moves, its roles, its topics, and what can be in front of a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.actions import GROUPS, Entry, Tile
from companion.engine.fields import Pieces
from companion.engine.move import Move, Variant
from companion.engine.text import T, Text


# -- the guide ------------------------------------------------------------------------------------------------------
class Topic(NamedTuple):
    """A paragraph of "Cards and roles" that belongs to no card: what people look up while they play."""

    title: Text
    help: Text
    icon: str = ""


class Role(NamedTuple):
    """The page of a card in the hand: its name, whom it works for, up to three lines (icon, words), a picture.

    ``clan`` is the page's colour: the back's if that is public, otherwise the same for all roles. ``words`` are what
    the card says, in one line. ``side`` is the side it is on, if that isn't its name; ``learns`` is what its owner is
    told of the others (None: the game tells nobody anything). ``letters`` is the height in pixels at which all of that
    fits (0: the smallest there is), and how many tenths of the page are for the card's own lines, and for those.
    """

    name: Text
    counts: Text | None = None
    lines: Sequence[tuple[str, Text]] = ()
    picture: str = "dwarf"
    clan: str | None = None
    words: Text | None = None
    side: Text | None = None
    learns: Sequence[Text] | None = None
    letters: tuple[int, int, int] = (0, 3, 7)


@dataclass(frozen=True)
class Guide:
    """``tiles`` in the order in which they are common within their groups; the first is the one large button."""

    tiles: tuple[Tile, ...] = ()
    topics: tuple[Topic, ...] = ()
    roles: tuple[Topic, ...] = ()
    signs: tuple[Topic, ...] = ()
    """Things in front of a player, and the numbers next to a name."""

    def tile(self, kind: str, values: Mapping[str, Any]) -> Tile | None:
        """Return the tile of an entry, or of an action with these fixed values."""
        for key in list_keys(kind, values):
            if key in self._by_key:
                return self._by_key[key]
        return None

    def of_entry(self, entry: Entry) -> Tile | None:
        return self.tile(entry["kind"], entry)

    @cached_property
    def _by_key(self) -> dict[str, Tile]:
        return {tile.key: tile for tile in self.tiles}

    @cached_property
    def places(self) -> dict[str, int]:
        """Each tile's position, by its key."""
        ordered = sorted(self.tiles, key=lambda tile: GROUPS.index(tile.group))
        return {tile.key: place for place, tile in enumerate(ordered)}


def list_keys(kind: str, values: Mapping[str, Any]) -> list[str]:
    """List the keys under which a tile can be found, the narrowest first."""
    found = []
    for name, value in values.items():
        text = "+".join(map(str, value)) if isinstance(value, list) else value
        if name != "kind" and isinstance(text, str):
            found.append(f"{kind}:{text}")
    return [*found, kind]


# -- for those to whom a game is new -------------------------------------------------------------------------------
When = Callable[[Mapping[str, Any], int], object]
"""A question to the public view, for a seat: true when the time has come."""


class Lesson(NamedTuple):
    """A rule that each newcomer to the game learns once.

    That is when an entry with the key ``played`` is made for the first time, by anyone, or when its time has come.
    ``about`` is the topic to be shown; None: the text behind that tile; a sentence: shown instead of that text.
    """

    played: str = ""
    about: Any = None
    when: When | None = None


Minute = tuple[tuple[str, Text], ...]


class Teaches(NamedTuple):
    """The teaching of a game to those to whom it is new.

    ``minute``: how to play, in pictures (the names of drawings; ``joins`` are cards whose paths meet) with a line each,
    ``otherwise`` with some options; ``lessons`` in the order in which one meets them.
    """

    minute: Minute = ()
    lessons: tuple[Lesson, ...] = ()
    otherwise: Callable[[Mapping[str, Any]], Minute] = lambda options: ()

    def in_a_minute(self, options: Mapping[str, Any]) -> Minute:
        """Return how it goes with these options."""
        return self.otherwise(options) or self.minute


KEEP_IT = "eye", T("Keep your card secret until it's revealed. What you say about it is up to you.")
ALL_FIT = "joins", T("Paths must match on every edge of the card, and the card must continue one of them.")


def first_turn(how: Text) -> Lesson:
    """Make the lesson on how a turn goes, shown in one's first turn without another lesson."""
    return Lesson(about=Topic(T("A turn"), how, "hand"), when=is_own_turn)


def is_own_turn(seen: Mapping[str, Any], me: int) -> bool:
    """Return whether it is one's own turn."""
    return bool(seen["turn"]) and seen["turn"]["seat"] == me


def is_later_turn(seen: Mapping[str, Any], me: int) -> bool:
    """Return whether it is one's own turn, and not the first one."""
    return is_own_turn(seen, me) and seen["turn"]["number"] > len(seen["seats"])


def when_fact(fact: str, which: str = "") -> When:
    """Make a moment at which that is true at the table; if there are several things, of that one."""
    return lambda seen, me: which in seen[fact] if which else seen[fact]


# -- made of what a game declares -----------------------------------------------------------------------------------
def topics_of(pieces: Pieces) -> tuple[Topic, ...]:
    """Say what they do; of several alike once."""
    told = (Topic(piece.title or piece.label, piece.help, piece.icon) for piece in pieces.values() if piece.help)
    return tuple({topic.title: topic for topic in told}.values())


def list_tiles(move: Move) -> Iterator[Tile]:
    """Yield a tile for each of the move's buttons that has words for it."""
    ways = () if move.short else move.buttons
    for way in ways or [Variant({}, move.short or move.label)]:
        group = way.tile or move.tile
        about = way.help or move.help
        if group and about:
            name = way.short or way.label
            icon = way.icon or move.icon
            yield Tile(
                list_keys(move.kind, way.fixed)[0],
                group,
                name,
                about,
                icon,
                way.stays,
                move.puts_question,
            )


def make_guide(moves: Iterable[Move], topics: tuple[Topic, ...], roles: Pieces, signs: tuple[Topic, ...]) -> Guide:
    """Make the pages on which people look up cards and roles."""
    tiles = (tile for move in moves for tile in list_tiles(move))
    return Guide(tuple(tiles), topics, topics_of(roles), signs)


def fill_lesson(lesson: Lesson, guide: Guide) -> Lesson:
    """Return the lesson with its topic, which can be the text behind a tile."""
    if isinstance(lesson.about, Topic):
        return lesson
    tile = next(tile for tile in guide.tiles if tile.key == lesson.played)
    return lesson._replace(about=Topic(tile.name, lesson.about or tile.help, tile.icon))
