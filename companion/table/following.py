"""How much of a round is entered: how it is followed, and what it came to where nobody followed its turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.following import FACTS, Facts, Follow
from companion.rules.text import Text
from companion.table.at import At
from companion.table.playing import enter, need_current


def follow(at: At, how: str, named: Mapping[str, Any] | None = None, stamp: str = "") -> None:
    """The round is followed that way from here on. For turns it is ``named`` whose turn it is, and how things lie."""
    enter(at, [{"kind": Follow.kind, "how": how, **(named or {})}], "table", stamp)


def tell(at: At, told: Mapping[str, Any], stamp: str = "") -> list[Text]:
    """The round is over, and this is what its page was told; it answers what did not fit and was changed. What the app
    draws in place of what is missing is drawn once a round: telling it again is no second try."""
    need_current(at, stamp)
    row, record = at.playing
    shuffle = at.dice.shuffle(f"{row.number}/{record.state.round}/{FACTS}/1", at.dice.drawing().dealt(record))
    facts = record.game.moves[FACTS]
    assert isinstance(facts, Facts)
    entry, changed = facts.completed(record.state, told, shuffle)
    enter(at, [entry], "table", "")
    return changed
