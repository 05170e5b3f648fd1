"""The words of The Dark Cave that more than one place needs."""

from __future__ import annotations

from companion.rules.text import T, Text

MARKER_SIGNS = {"circle": "●", "triangle": "▲", "square": "■"}
MARKER_NAMES: dict[str, Text] = {marker: T("{sign}", sign=sign) for marker, sign in MARKER_SIGNS.items()}
CREATURE_NAMES: dict[str, Text] = {"rat": T("rat"), "lindworm": T("lindworm"), "goblin": T("goblin")}
GOAL_NAMES: dict[str, Text] = {
    "exit": T("the exit"),
    "gold-vein": T("the gold vein"),
    "dark-hole": T("the dark hole"),
    "ladder": T("the ladder"),
}
