"""Actions: the buttons of a seat or of the table, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any, NamedTuple

from companion.engine.fields import Choice, Field, OneOf
from companion.engine.text import Text

# -- buttons --------------------------------------------------------------------------------------------------------
Entry = dict[str, Any]


class Tile(NamedTuple):
    """A tile on a phone, and a paragraph on the page "Cards and roles", for something that can be done.

    ``key`` is the kind of its entry, or kind and a value of it (``creature:rat``), ``group`` one of GROUPS. ``name`` is
    short, ``help`` two sentences. ``stays``: something is left to decide after it, so the turn does not end with its
    tap. ``asks``: a phone asks after the tap: its question can be left out, or it shows everyone a card.
    """

    key: str
    group: str
    name: Text
    help: Text
    icon: str = ""
    stays: bool = False
    asks: bool = False


END = "end-turn"
"""The kind of the entry that ends a turn, in games whose turns are made of several."""


class ButtonGroup(StrEnum):
    """Where a button is, and when it is there.

    On a seat's page: ``PLAY`` (step 1 of a turn), ``WAY`` (step 2: events along the way), ``ANY`` (at any time of the
    turn), ``END`` (of the turn), ``SETTLE`` (after play; also on the table's). On the table's page: ``TABLE``,
    ``PEOPLE`` (who plays on), ``NEWCOMERS``, ``STOP``, ``LIES`` (what is on the table), ``FOLLOW``, ``TIMERS``,
    ``FACTS`` (a round's result); in games that the host leads ``LEAD`` (in the middle of the table screen), ``PLACE``
    (at the seat that they name), ``ENDS`` (behind the end of the round), and ``NIGHT`` (made by the table's device).
    """

    PLAY = "play"
    WAY = "move"
    ANY = "any"
    END = "end"
    SETTLE = "settle"
    TABLE = "table"
    PEOPLE = "people"
    NEWCOMERS = "newcomers"
    STOP = "stop"
    LIES = "lies"
    FOLLOW = "follow"
    TIMERS = "timers"
    FACTS = "facts"
    LEAD = "lead"
    PLACE = "place"
    ENDS = "ends"
    NIGHT = "night"


GROUPS = ("cave", "against", "for", "look", "other", "way")
"""The groups of tiles in their order: cards played in the cave, against someone, for someone, to look at something,
others, and events along the way."""


@dataclass(frozen=True)
class Action:
    """A button: an entry of ``kind`` with ``fixed`` values, and the ``fields`` that are still to be filled in."""

    kind: str
    label: Text
    by: int | None = None
    """The seat that it is for; None: the table."""
    fields: tuple[Field, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    closed: Text | None = None
    """Why it can't be done now: it is shown greyed with that reason."""
    icon: str = ""
    group: ButtonGroup = ButtonGroup.PLAY
    note: Text | None = None
    """A hint next to the button."""
    secret: bool = False
    """Only the seat can see its choices: on its phone, or on the device that was passed to it."""
    ends: bool = False
    """The turn ends with the same tap."""
    rare: bool = False
    """It hardly ever happens, so it comes last."""
    tile: Tile | None = field(default=None, compare=False)
    """The tile by which a phone offers it."""

    def __hash__(self) -> int:
        return hash((self.kind, self.label, self.by, self.fields, self.closed, self.ends))

    @property
    def name(self) -> Text:
        """The name of its tile, or else its label."""
        return self.tile.name if self.tile else self.label

    @property
    def drawing(self) -> str:
        """The icon of its tile, or else of its button."""
        return (self.tile and self.tile.icon) or self.icon

    @property
    def base(self) -> Entry:
        """The entry without the fields still to be filled in."""
        by = {} if self.by is None else {"by": self.by}
        return {"kind": self.kind, **by, **self.fixed}

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields that a form asks for."""
        return tuple(field for field in self.fields if not field.hidden)

    @property
    def choosing(self) -> tuple[OneOf, ...]:
        """The fields that ask for one choice."""
        return tuple(field for field in self.asked if isinstance(field, OneOf) and not field.optional)

    def list_answers(self) -> Iterator[tuple[tuple[Choice, ...], Entry]]:
        """Yield each combination of answers to these (``choosing``), with the entry that it makes."""
        for chosen in product(*([choice for choice in asked.choices if not choice.closed] for asked in self.choosing)):
            answers = {asked.name: choice.value for asked, choice in zip(self.choosing, chosen, strict=True)}
            yield chosen, {**self.base, **answers}


class Offer(NamedTuple):
    """The actions of each seat in a state, and the seats for which the table waits."""

    actions: Mapping[int, tuple[Action, ...]]
    acting: tuple[int, ...]
