"""What people look up while they play The Dark Cave: its cards, what happens on the way, its roles."""

from __future__ import annotations

from companion.games.dark_cave.state import State
from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.guide import Guide, Role, Tile, Topic
from companion.rules.text import T, Text

TILES = (
    Tile(
        "play-path", "cave", T("Path card"),
        T("Lay it so that all its ways fit and it hangs together with the start. A gold vein gets 1 gold from the pool."),
        "path",
    ),
    Tile(
        "creature:rat", "against", T("Rat"),
        T("Up to 3 steps from a dark hole, through no web; dwarves it runs into lose a card, unseen. It goes when its owner's turn starts."),
        "rat", asks=True,
    ),
    Tile(
        "creature:lindworm", "against", T("Lindworm"),
        T("Up to 4 steps from a dark hole, through no web; dwarves it runs into lie down and don't move in their next turn. It goes when its owner's turn starts."),
        "lindworm", asks=True,
    ),
    Tile(
        "creature:goblin", "against", T("Goblin"),
        T("Up to 5 steps from a dark hole, through no web; dwarves it runs into lose 1 gold. It goes when its owner's turn starts."),
        "goblin", asks=True,
    ),
    Tile(
        "spiderweb", "against", T("Spiderweb"),
        T("It bars a way, with the 2 up; cards may still be laid there. When its owner's turn starts it turns to 1, a turn later it goes; a battle-axe does the same."),
        "spiderweb",
    ),
    Tile(
        "rockfall", "cave", T("Rockfall"),
        T("Take a path card away, with its gold and a web on its open end. Not the start, a goal card, or one on which a dwarf or a creature stands."),
        "rockfall",
    ),
    Tile(
        "boots", "for", T("Boots"),
        T("Whoever has them moves 4 steps a turn instead of 3, for the whole game. One pair for each player, three in all."),
        "boots",
    ),
    Tile(
        "battle-axe", "for", T("Battle-axe"),
        T("It lies in front of a player until it is used: it drives a creature away that attacks, or cuts a web in one's own turn. Three in all."),
        "battle-axe",
    ),
    Tile(
        "secret-information:goal", "look", T("Look at a goal"),
        T("Look at a goal card that lies face down and put it back. What you say about it is up to you."),
        "secret-information",
    ),
    Tile(
        "secret-information:card", "look", T("Look at a card"),
        T("Look at another player's clan card; your phone shows it until your turn ends. Nobody else learns it."),
        "clan", stays=True,
    ),
    Tile(
        "swap-cards", "other", T("Swap cards"),
        T("All the cards in your hand for all those of another player. The other one draws at the end of your turn."),
        "swap",
    ),
    Tile("discard", "other", T("Discard"), T("Put one card or two away, face down, and draw as many at the end of your turn."), "discard"),
    Tile("bridge", "way", T("Bridge"), T("Whoever crosses it loses a card: the left neighbour draws it unseen. Each time."), "bridge"),
    Tile("tunnel", "way", T("Tunnel"), T("Moving through a tunnel costs 1 gold, back to the pool. Whoever has none pays nothing."), "tunnel"),
    Tile("take-gold", "way", T("Gold of a vein"), T("Ended on a gold vein with gold on it: take it and turn up your clan card."), "gold"),
    Tile(
        "reveal-goal", "way", T("Goal card"),
        T("The first one on it turns it up and stops there. Exit, gold vein, dark hole or ladder."),
        "goal",
    ),
    Tile("meet", "way", T("Meets it"), T("Your dwarf stops there and is attacked, and nobody else. A battle-axe drives it away."), "meet"),
    Tile("leave", "way", T("Out of the cave"), T("On the exit your dwarf is out and your card turned up; your gold is safe. You go on playing cards."), "leave"),
    Tile("chop-web", "other", T("Axe on a web"), T("Your axe turns a web next to your dwarf from 2 to 1, or takes it off. The axe is discarded."), "battle-axe"),
)  # fmt: skip

TOPICS = (
    Topic(T("How far do I move?"), T("Up to 3 steps, 4 with boots; a step is one space. Crossing a card takes 1 step in group I, 2 in II, 3 in III."), "path"),
    Topic(T("Who begins?"), T("The most trustworthy player begins, or whoever the table agrees on. Play goes clockwise."), "hourglass"),
    Topic(T("Dark hole and ladder"), T("From any ladder to any other it is one step. Creatures come out of the dark holes."), "goal"),
    Topic(T("The exit"), T("It is used from the turn after the one in which it was turned up. Gold counts only when its owner is out."), "leave"),
    Topic(
        T("When does it end, and who wins?"),
        T("It ends when all who work for one clan are out, or all cards are played. A clan's gold counts times the dwarves that work for the other one; the higher treasure wins."),
        "crown",
    ),
)  # fmt: skip

ROLES = (
    Topic(T("Loyal dwarf"), T("Your gold counts for the clan on the back of your card. Bring it out before the end."), "dwarf"),
    Topic(T("Saboteur"), T("Your gold counts for the other clan. Whoever takes you for loyal helps you."), "saboteur"),
)  # fmt: skip

GUIDE = Guide(TILES, TOPICS, ROLES)


def role_page(state: State, card: str) -> Role:
    """The page of a clan card: whom its gold counts for, and what to beware of."""
    clan, own = clan_of(card), works_for(card) or ""
    loyal = own == clan
    other = "blue" if own == "yellow" else "yellow"
    alike = len({seat.clan for seat in state.seats}) == 1 and len(state.seats) > 2
    lines: list[tuple[str, Text]] = [
        ("leave", T("Be out before the end, or your gold is lost.")),
        ("nugget", T("Gold that others bring out for {clan} counts for you too.", clan=clan_name(own))),
    ]
    if len(state.seats) == 2:
        lines.append(("saboteur", T("There is no saboteur among two.")))
    elif alike and loyal:
        lines.append(("saboteur", T("Among these dwarves of one colour some work for {clan}.", clan=clan_name(other))))
    elif loyal:
        lines.append(
            ("saboteur", T("Somebody in {clan} may work for {other}.", clan=clan_name(clan), other=clan_name(other)))
        )
    else:
        lines.append(("eye", T("Your card is turned up when you take gold of a vein or leave.")))
    name = T("Loyal to {clan}", clan=clan_name(own)) if loyal else T("Saboteur for {clan}", clan=clan_name(own))
    counts = T("Your gold counts for {clan}", clan=clan_name(own))
    return Role(name, counts, lines, "dwarf" if loyal else "saboteur", clan)
