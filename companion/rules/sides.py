"""For whom somebody dug: the side that a role is on, and whether it dug with the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.rules.text import Text

WITH, AGAINST, ALONE = "with", "against", "alone"
"""How a role digs: with the others, against them, or for itself."""


@dataclass(frozen=True)
class Side:
    """The side that a role is on: its ``id``, its name, and how the role ``digs``."""

    id: str
    label: Text
    digs: str = WITH


@dataclass(frozen=True)
class Feat:
    """Something worth a badge that only its game can tell: ``by`` names the seats that did it, asked of the state when
    a round has been scored. ``rule`` says what it takes."""

    id: str
    name: Text
    rule: Text
    by: Callable[[Any], list[int]]
