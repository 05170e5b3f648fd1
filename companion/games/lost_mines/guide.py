"""What people look up while they play The Lost Mines: its cards, what happens on the way, its roles."""

from __future__ import annotations

from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.guide import Guide, Role, Tile, Topic
from companion.rules.text import T, Text

TILES = (
    Tile("play-path", "cave", T("Path card"), T("Lay it so that all its ways fit and it hangs together with the start. An obstacle on it bars the way until its tool is played."), "path"),
    Tile("thunderstorm", "cave", T("Thunderstorm"), T("Take a path card away, and a troll or trap that then lies between two empty spaces. Not the start, a mine, or a card with a dwarf on it."), "thunderstorm"),
    Tile("tool:axe", "cave", T("Axe"), T("It clears a tree trunk: a forest token goes on it. From then on everybody may pass."), "axe"),
    Tile("tool:boat", "cave", T("Boat"), T("It crosses a lake: a forest token goes on it. From then on everybody may pass."), "boat"),
    Tile("tool:rope", "cave", T("Rope"), T("It crosses a ditch: a forest token goes on it. From then on everybody may pass."), "rope"),
    Tile("trap", "against", T("Trap"), T("It lies on a path for the rest of the round. Whoever crosses it loses a card, unseen."), "trap"),
    Tile("troll", "against", T("Troll"), T("It blocks a path until its owner's next turn starts. Its card lies in front of the owner."), "troll"),
    Tile("look:mine", "look", T("Look at a mine"), T("Look at a mine that lies face down and put it back. What you say about it is up to you."), "mine"),
    Tile("look:treasure", "look", T("Look at a treasure"), T("Look at a treasure on the table and put it back. What you say about it is up to you."), "crystal"),
    Tile("look:card", "look", T("Look at a card"), T("Look at another player's dwarf card; your phone shows it until your turn ends. Nobody else learns it."), "secret-information", stays=True),
    Tile("discard", "other", T("Discard"), T("Put one card or two away, face down, and draw as many at the end of your turn."), "discard"),
    Tile("cross-trap", "way", T("Over a trap"), T("The left neighbour draws one of your cards, unseen. Each time."), "trapped"),
    Tile("reveal-mine", "way", T("Turn up a mine"), T("The first one on it turns it up and stops there. The dragon's mine gives you the dragon token."), "dragon"),
    Tile("take-treasure:gold", "way", T("Gold treasure"), T("Ended on the gold mine, or stayed there: take one treasure, face down. One a turn."), "gold"),
    Tile("take-treasure:silver", "way", T("Silver treasure"), T("Ended on the silver mine, or stayed there: take one treasure, face down. One a turn."), "nugget"),
    Tile("take-treasure:gemstones", "way", T("Gemstones"), T("Ended on the gemstone mine, or stayed there: take one treasure, face down. One a turn."), "treasure"),
)  # fmt: skip
TOPICS = (
    Topic(T("How far do I move?"), T("Up to 3 cards, 5 when you start on a campfire. You may also stay."), "campfire"),
    Topic(T("Where may I pass?"), T("Rocks and cleared obstacles hold one dwarf at a time, and nobody passes it. A troll lets nobody through; a trap costs a card."), "troll"),
    Topic(T("A treasure now, and another one?"), T("One when you end on a turned-up mine, and another in each turn in which you stay there."), "treasure"),
    Topic(T("Who begins?"), T("The most adventurous player begins the first round, then whoever sits left of the one who played the last card."), "hourglass"),
    Topic(T("When does it end?"), T("When the last treasure is taken, or all cards are played. There are two rounds or more."), "hourglass"),
    Topic(T("Who gets what?"), T("Each clan shares what its workers brought; the rest goes to who has the best single treasure. The selfish keep their own; the dragon costs 2."), "crown"),
)  # fmt: skip
ROLES = (
    Topic(T("Loyal dwarf"), T("Your treasures count for the clan on the back of your card, and you share what it brings."), "dwarf"),
    Topic(T("Saboteur"), T("Your treasures count for the other clan, and you share what that one brings."), "saboteur"),
    Topic(T("Selfish dwarf"), T("Your treasures are yours alone. You share with nobody."), "selfish"),
)  # fmt: skip

GUIDE = Guide(TILES, TOPICS, ROLES)


def role_page(card: str) -> Role:
    """The page of a dwarf card."""
    clan, side = clan_of(card), works_for(card)
    lines: list[tuple[str, Text]] = [("treasure", T("End your turn on a mine and take a treasure."))]
    if side is None:
        lines += [("selfish", T("You share with nobody.")), ("dragon", T("The dragon token costs 2 points."))]
        return Role(T("Selfish"), T("Your treasures count for you alone"), lines, "selfish", clan)
    counts = T("Your treasures count for {clan}", clan=clan_name(side))
    if side == clan:
        lines += [
            ("saboteur", T("Not everybody in {clan} works for it.", clan=clan_name(clan))),
            ("dragon", T("The dragon token costs 2 points.")),
        ]
        return Role(T("Loyal to {clan}", clan=clan_name(clan)), counts, lines, "dwarf", clan)
    lines += [("eye", T("Let them take you for loyal.")), ("dragon", T("The dragon token costs 2 points."))]
    return Role(T("Saboteur for {clan}", clan=clan_name(side)), counts, lines, "saboteur", clan)
