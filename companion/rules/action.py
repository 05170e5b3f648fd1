"""What a seat, or the table, may do now: data that draws the buttons and judges what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.fields import Field
from companion.rules.text import Text

Entry = dict[str, Any]


@dataclass(frozen=True)
class Tile:
    """One thing that can be done, as its tile on a phone and its paragraph on the page "Cards and roles".

    ``key`` is the kind of its entry, or kind and a value of it (``creature:rat``). ``name`` is short, ``help`` two
    sentences. ``stays``: something is left to decide after it, so the turn does not end with its tap. ``asks``: its
    question is put although it may be left out. ``group`` as in ``GROUPS``.
    """

    key: str
    group: str
    name: Text
    help: Text
    icon: str = ""
    stays: bool = False
    asks: bool = False


GROUPS = ("cave", "against", "for", "look", "other", "way")
"""The order of the tiles: cards laid in the cave, played against somebody, for somebody, to look at something, others,
and what happens on the way."""


@dataclass(frozen=True)
class Action:
    """One button: an entry of ``kind`` with ``fixed`` values, and the ``fields`` still to be filled in.

    ``by`` is the seat it is for (None: the table). ``closed`` says why it can't be done now. ``group`` orders the
    buttons: ``play`` (step 1), ``move`` (step 2), ``any`` (at any time of the turn), ``end`` (of the turn),
    ``settle`` (after play), ``table`` (the host's), ``people`` (the host's too: who plays on).
    ``note`` is a hint beside the button. ``rare``: no tile of a turn, but put into one afterwards. ``secret``: the
    choices tell what is the seat's alone, so they are shown on its own phone or the hand-over page and nowhere else.
    ``tile`` is how a phone offers it, if it does.
    """

    kind: str
    label: Text
    by: int | None = None
    fields: tuple[Field, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    closed: Text | None = None
    icon: str = ""
    group: str = "play"
    note: Text | None = None
    secret: bool = False
    ends: bool = False
    rare: bool = False
    tile: Tile | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.kind, self.label, self.by, self.fields, self.closed, self.ends))

    @property
    def base(self) -> Entry:
        """The entry without the fields still to be filled in."""
        by = {} if self.by is None else {"by": self.by}
        return {"kind": self.kind, **by, **self.fixed}

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields that a form asks for: those that chance decides are filled in by the app."""
        return tuple(field for field in self.fields if not field.drawn and not field.older)


@dataclass(frozen=True)
class Quick:
    """One tap for several entries in a row, all or none: what most turns are."""

    label: Text
    entries: tuple[Entry, ...]
    icon: str = ""
