"""What people look up while they play Saboteur: its cards and its roles."""

from __future__ import annotations

from companion.games.saboteur.state import DIGGER, SABOTEUR, State
from companion.rules.guide import Guide, Role, Topic
from companion.rules.text import TN, T, Text
from companion.rules.tool_tiles import BEGINS, BREAK, DISCARD, ENDS, GOALS, MAP, PATH, REPAIR, ROCKFALL

TOPICS = (
    BEGINS,
    ENDS,
    Topic(
        T("Who gets the gold?"),
        T("Treasure reached: the diggers, the finder first, then counter-clockwise. Not reached: the saboteurs, 4 for one, "
          "3 each for two or three, 2 each for four."),
        "nugget",
    ),
)  # fmt: skip
ROLES = (
    Topic(T("Gold-digger"), T("Dig to the treasure with the others. If it is reached, you share the nuggets."), "digger"),
    Topic(T("Saboteur"), T("Keep the path from the treasure. If all cards are played before, the saboteurs get gold."), "saboteur"),
    Topic(T("Selfish dwarf"), T("Reach the treasure with your own path card and you alone win 4 nuggets. Otherwise nothing."), "selfish"),
)  # fmt: skip

GUIDE = Guide((PATH, *BREAK, *REPAIR, ROCKFALL, MAP, DISCARD, *GOALS), TOPICS, ROLES)
MOST_SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


def role(state: State, card: str) -> Role:
    """The page of a dwarf card, by variant and number of players."""
    counts = MOST_SABOTEURS[len(state.seats)]
    among = TN("There is {n} saboteur at most.", "There are {n} saboteurs at most.", counts)
    lines: list[tuple[str, Text]]
    if card == DIGGER:
        strict = state.options["competitive"]
        beware = (
            T("With a broken tool at the end you get nothing.") if strict else T("Don't let them break your tools.")
        )
        lines = [("path", T("Dig to the treasure, together.")), ("broken", beware), ("saboteur", among)]
        return Role(T("Gold-digger"), T("Gold when the treasure is reached"), lines, "digger", "role")
    if card == SABOTEUR:
        lines = [
            ("rockfall", T("Keep them from the treasure.")),
            ("eye", T("Don't be found out too soon.")),
            ("saboteur", among),
        ]
        return Role(T("Saboteur"), T("Gold when the treasure is not reached"), lines, "saboteur", "role")
    lines = [
        ("treasure", T("Lay the last card to the treasure yourself.")),
        ("nugget", T("Then 4 nuggets are yours alone, else none.")),
        ("saboteur", among),
    ]
    return Role(T("Selfish dwarf"), T("Gold for you alone"), lines, "selfish", "role")
