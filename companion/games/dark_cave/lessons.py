"""The Dark Cave for those to whom it is new."""

from __future__ import annotations

from companion.rules.guide import (
    ALL_FIT,
    FIRST_TURN,
    KEEP_IT,
    Lesson,
    Teaches,
    Topic,
    at_the_table,
    before_me,
    later_turn,
    own_turn,
)
from companion.rules.text import T

TURN = T("A turn: play a card, or put one or two away; move up to 3 steps if you like; draw.")
RAT = T("Up to 3 steps; dwarves it runs into lose a card, unseen. It goes when its owner's turn starts.")
LINDWORM = T(
    "Up to 4 steps; dwarves it runs into lie down and don't move in their next turn. "
    "It goes when its owner's turn starts."
)
GOBLIN = T("Up to 5 steps; dwarves it runs into lose 1 gold. It goes when its owner's turn starts.")
WEB = T("It bars a way for dwarves and creatures. When its owner's turn starts it turns to 1, a turn later it goes.")


def teaches(moves: Topic, leaving: Topic, lying: Topic) -> Teaches:
    """Its lessons; of the topics that people look up those that say how one moves, leaves, and gets up again."""
    return Teaches(
        (
            (
                "leave",
                T("Two clans look for the exit. Only gold that is carried out counts; more treasure wins."),
            ),
            ("hand", TURN),
            ALL_FIT,
            ("saboteur", T("Saboteurs wear one clan's colour and work for the other. Nobody knows who they are.")),
            ("hourglass", T("It ends when all who work for one clan are out, or when all cards are played.")),
            KEEP_IT,
        ),
        (
            Lesson(about=Topic(FIRST_TURN, TURN, "hand"), when=own_turn),
            Lesson(about=moves, when=later_turn),
            Lesson(about=lying, when=before_me("lying")),
            Lesson("spiderweb", Topic(T("Spiderweb"), WEB, "spiderweb")),
            Lesson("creature:rat", Topic(T("Rat"), RAT, "rat")),
            Lesson("creature:lindworm", Topic(T("Lindworm"), LINDWORM, "lindworm")),
            Lesson("creature:goblin", Topic(T("Goblin"), GOBLIN, "goblin")),
            Lesson("rockfall"),
            Lesson("boots"),
            Lesson("battle-axe"),
            Lesson("secret-information:goal"),
            Lesson("secret-information:card"),
            Lesson("swap-cards"),
            Lesson("bridge"),
            Lesson("tunnel"),
            Lesson("reveal-goal"),
            Lesson(about=leaving, when=at_the_table("goals", "exit")),
            Lesson("take-gold"),
            Lesson("meet"),
            Lesson("chop-web"),
            Lesson("leave"),
        ),
    )
