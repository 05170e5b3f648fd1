"""Saboteur for those to whom it is new."""

from __future__ import annotations

from companion.rules import tools
from companion.rules.guide import FIRST_TURN, KEEP_IT, Lesson, Teaches, Topic, own_turn
from companion.rules.text import T

TURN = T("A turn: play a card, or put one away face down; then draw one.")
TEACHES = Teaches(
    (
        ("digger", T("Gold-diggers dig a way to the treasure, one of the three goal cards that lie face down.")),
        ("hand", TURN),
        tools.NEVER_CROSSWISE,
        (
            "saboteur",
            T("Saboteurs keep the way from the treasure: they break tools, lead it astray, and keep quiet."),
        ),
        tools.ROUND_ENDS,
        KEEP_IT,
    ),
    (Lesson(about=Topic(FIRST_TURN, TURN, "hand"), when=own_turn), *tools.LESSONS),
)
