"""What is told of a game when its score has been told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.highlights import highlights
from companion.known import history_of
from companion.minds import minds_of
from companion.record import Record
from companion.rules.text import Text
from companion.tale import tale_of
from companion.thought import Mark


@dataclass(frozen=True)
class Retelling:
    """The ``highlights`` of a record of ``length`` entries, and whether anybody had marked what they thought. It folds
    the whole record several times, so it is kept."""

    length: int = 0
    highlights: tuple[Text, ...] = ()
    was_marked: bool = False


def retelling_of(record: Record, marks: Sequence[Mark]) -> Retelling:
    """The retelling of a game that is over."""
    history = history_of(record)
    found = tuple(highlights(tale_of(record, history)))
    return Retelling(len(record.entries), found, bool(minds_of(record, marks, history).strips))
