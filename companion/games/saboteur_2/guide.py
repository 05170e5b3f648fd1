"""What people look up while they play Saboteur 2: its cards and its roles."""

from __future__ import annotations

from companion.games.saboteur_2.state import BOSS, GEOLOGIST, PROFITEER
from companion.rules.guide import Guide, Role, Tile, Topic
from companion.rules.text import T, Text
from companion.rules.tool_tiles import BEGINS, BREAK, ENDS, GOALS, MAP, PATH, REPAIR, ROCKFALL

TILES = (
    PATH,
    *BREAK,
    Tile("trapped", "against", T("Trapped!"), T("Whoever is trapped lays no path cards and gets no gold, nor steals any, if it lasts to the end of the round. Free at last! ends it."), "trapped"),
    Tile("hands-off", "against", T("Hands off!"), T("A theft that lies in front of a player is discarded. Both cards go."), "hands-off"),
    *REPAIR,
    Tile("free", "for", T("Free at last!"), T("A trapped player is free again, yourself too. Both cards are discarded."), "free"),
    ROCKFALL,
    MAP,
    Tile("inspect", "look", T("Inspection"), T("Look at another player's role; your phone shows it until your next turn. Nobody else learns it."), "inspect"),
    Tile("discard", "other", T("Discard"), T("Put one to three cards away, face down, and draw as many. That is your turn."), "discard"),
    Tile("theft", "other", T("Theft"), T("It lies in front of you. At the end of the round you take 1 gold from another player, unless you are trapped."), "theft"),
    Tile("swap-hands", "other", T("Swap hands"), T("All your cards for all those of another player, who draws one instead of you."), "swap"),
    Tile("swap-hats", "other", T("Swap hats"), T("A player's role is put aside and a new one drawn, unseen by the others. Yourself too, if you like."), "hat"),
    Tile("cast-off", "other", T("Cast off"), T("Throw two cards away to be rid of a broken tool or a trap in front of you. You draw only one."), "broken"),
    *GOALS,
)  # fmt: skip
TOPICS = (
    BEGINS,
    ENDS,
    Topic(
        T("Who gets the gold?"),
        T("The team whose digger reaches the treasure on a way it can walk, the boss and the profiteer; the fewer win, the "
          "more each gets: 5, 4, 3, 2, 1. The boss gets 1 less, the profiteer 2 less."),
        "gold",
    ),
    Topic(T("Doors and ways"), T("Blue can't walk through a green door, nor green through a blue one. Everybody may lay any card."), "door"),
    Topic(T("Bridge, ladder, crystal"), T("On a bridge two ways cross without meeting; a ladder starts a way of its own. Crystals pay the geologists."), "crystal"),
)  # fmt: skip
ROLES = (
    Topic(T("Blue and green diggers"), T("You win when your team can walk to the treasure. A door of the other colour is in the way."), "digger"),
    Topic(T("Boss"), T("Wins with either team whenever the treasure is reached, and gets 1 gold less."), "boss"),
    Topic(T("Profiteer"), T("Always wins, with whoever it is, and gets 2 gold less."), "profiteer"),
    Topic(T("Geologist"), T("Gets 1 gold for each crystal that lies open; two of them share."), "geologist"),
    Topic(T("Saboteur"), T("Wins when the treasure is not reached, or when nobody can walk there."), "saboteur"),
)  # fmt: skip

GUIDE = Guide(TILES, TOPICS, ROLES)
BEWARE = ("trapped", T("Trapped at the end: no gold for you."))


def role(card: str) -> Role:
    """The page of a role card."""
    lines: list[tuple[str, Text]]
    if card in ("blue-digger", "green-digger"):
        blue = card == "blue-digger"
        name = T("Blue digger") if blue else T("Green digger")
        door = T("A green door bars your way.") if blue else T("A blue door bars your way.")
        lines = [("treasure", T("Get your team to the treasure.")), ("door", door), BEWARE]
        counts = T("You win with blue") if blue else T("You win with green")
        return Role(name, counts, lines, "digger", "role")
    if card == BOSS:
        lines = [
            ("treasure", T("Any way to the treasure will do.")),
            ("gold", T("You get 1 gold less than the others.")),
            BEWARE,
        ]
        return Role(T("Boss"), T("You win with blue and with green"), lines, "boss", "role")
    if card == PROFITEER:
        lines = [
            ("crown", T("Be on nobody's side, and on everybody's.")),
            ("gold", T("You get 2 gold less than the others.")),
            BEWARE,
        ]
        return Role(T("Profiteer"), T("You always win"), lines, "profiteer", "role")
    if card == GEOLOGIST:
        lines = [
            ("crystal", T("1 gold for each crystal that lies open.")),
            ("rockfall", T("Two geologists share them.")),
            BEWARE,
        ]
        return Role(T("Geologist"), T("You are paid for crystals"), lines, "geologist", "role")
    lines = [("rockfall", T("Keep them from the treasure.")), ("eye", T("Don't be found out too soon.")), BEWARE]
    return Role(T("Saboteur"), T("You win when the treasure is not reached"), lines, "saboteur", "role")
