"""What people look up about the cards that Saboteur and Saboteur 2 have in common."""

from __future__ import annotations

from companion.rules.action import Tile
from companion.rules.guide import Topic
from companion.rules.text import T, Text
from companion.rules.tools import TOOLS

PATH = Tile(
    "play-path", "cave", T("Path card"),
    T("Lay it so that all its ways fit and it is connected to the start. Not with a broken tool in front of you."),
    "path",
)  # fmt: skip
GOALS = (
    Tile("play-path:stone", "way", T("Path to a stone"), T("Your path reached a goal card: a stone. The round goes on."), "stone"),
    Tile("play-path:treasure", "way", T("To the treasure!"), T("Your path reached the treasure. The round is over."), "treasure"),
)  # fmt: skip
_BREAK: dict[str, Text] = {"wagon": T("Break wagon"), "lantern": T("Break lantern"), "pick": T("Break pick")}
_REPAIR: dict[str, Text] = {"wagon": T("Repair wagon"), "lantern": T("Repair lantern"), "pick": T("Repair pick")}
BREAK = tuple(
    Tile(
        f"break:{tool}", "against", _BREAK[tool],
        T("It lies in front of a player who may lay no path cards until it is repaired. Never the same tool twice."),
        f"break-{tool}",
    )
    for tool in TOOLS
)  # fmt: skip
REPAIR = tuple(
    Tile(
        f"repair:{tool}", "for", _REPAIR[tool],
        T("It mends this tool in front of any player, yourself too; both cards are discarded. With two tools on it, it "
          "mends one of them."),
        f"repair-{tool}",
    )
    for tool in TOOLS
)  # fmt: skip
ROCKFALL = Tile(
    "rockfall", "cave", T("Rockfall"),
    T("Take a path card out of the maze and discard both. Never the start, nor a goal card."),
    "rockfall",
)  # fmt: skip
MAP = Tile(
    "map", "look", T("Map"),
    T("Look at one of the three goal cards and put it back. What you say about it is up to you."),
    "map",
)  # fmt: skip
DISCARD = Tile(
    "discard", "other", T("Discard"), T("Put a card away, face down, and draw one. That is your turn."), "discard"
)
BEGINS = Topic(T("Who begins?"), T("The youngest player begins the first round, then whoever sits left of the one who played the last card."), "hourglass")  # fmt: skip
ENDS = Topic(T("When does it end?"), T("At once when a path reaches the treasure, or when all cards are played. There are three rounds."), "treasure")  # fmt: skip
