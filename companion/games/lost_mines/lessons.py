"""The Lost Mines for those to whom it is new."""

from __future__ import annotations

from companion.rules.guide import ALL_FIT, FIRST_TURN, KEEP_IT, Lesson, Teaches, Topic, later_turn, own_turn
from companion.rules.text import T

TURN = T("A turn: play a card, or put one or two away; move up to 3 cards if you like; draw.")
STORM = T("A path card goes, and a troll or trap that then lies in the open. Not the start, a mine, or a dwarf's card.")


def teaches(moves: Topic, treasures: Topic) -> Teaches:
    """Its lessons; of the topics that people look up those that say how one moves, and when one takes a treasure."""
    return Teaches(
        (
            (
                "treasure",
                T("Two clans look for treasures in the mines. Whoever works for a clan shares what it finds."),
            ),
            ("hand", TURN),
            ALL_FIT,
            (
                "saboteur",
                T("Saboteurs work for the other clan, selfish dwarves for themselves. Nobody knows who they are."),
            ),
            (
                "hourglass",
                T("A round ends when the last treasure is taken, or all cards are played. Most points win in the end."),
            ),
            KEEP_IT,
        ),
        (
            Lesson(about=Topic(FIRST_TURN, TURN, "hand"), when=own_turn),
            Lesson(about=moves, when=later_turn),
            Lesson("tool:axe"),
            Lesson("tool:boat"),
            Lesson("tool:rope"),
            Lesson("trap"),
            Lesson("troll"),
            Lesson("thunderstorm", Topic(T("Thunderstorm"), STORM, "thunderstorm")),
            Lesson("look:mine"),
            Lesson("look:treasure"),
            Lesson("look:card"),
            Lesson("cross-trap"),
            Lesson("reveal-mine"),
            Lesson("take-treasure", treasures),
        ),
    )
