"""Saboteur 2 for those to whom it is new."""

from __future__ import annotations

from companion.rules import tools
from companion.rules.guide import FIRST_TURN, KEEP_IT, Lesson, Teaches, Topic, own_turn
from companion.rules.text import T

TURN = T("A turn: play a card, or put one to three away face down; then draw as many.")
TRAPPED = T(
    "Whoever is trapped lays no path card, and gets no gold if it lasts. Free at last! ends it, or two cards cast off."
)
HATS = T("A player's role is out for this round, and a new one is drawn from those set aside. Its owner alone sees it.")
TEACHES = Teaches(
    (
        ("digger", T("Two teams, blue and green, dig for the treasure, one of three goal cards that lie face down.")),
        ("hand", TURN),
        tools.NEVER_CROSSWISE,
        (
            "saboteur",
            T("Saboteurs keep all from the treasure. Boss, profiteer and geologists each get gold in their own way."),
        ),
        tools.ROUND_ENDS,
        KEEP_IT,
    ),
    (
        Lesson(about=Topic(FIRST_TURN, TURN, "hand"), when=own_turn),
        *tools.LESSONS,
        Lesson("trapped", Topic(T("Trapped!"), TRAPPED, "trapped")),
        Lesson("free"),
        Lesson("theft"),
        Lesson("hands-off"),
        Lesson("swap-hands"),
        Lesson("inspect"),
        Lesson("swap-hats", Topic(T("Swap hats"), HATS, "hat")),
        Lesson("cast-off"),
    ),
)
