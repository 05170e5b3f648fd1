"""Preparation of Saboteur (rulebook "Preparation"; spec "Cards and setup"): dwarf cards, hands, nuggets, options.

How the deal itself goes is the same for all games (``dealing``).
"""

from __future__ import annotations

from companion.engine.fields import Choice, Flag, Number, OneOf
from companion.engine.hands import rounds_option
from companion.engine.text import TN, T, Text
from companion.games.saboteur.state import DIGGER, SABOTEUR, SABOTEURS, SELFISH, Options, dwarf_cards

NUGGET_RULE = OneOf(
    "nugget_rule",
    T("Nugget cards when the diggers win"),
    choices=(
        Choice("per-player", T("as many as players (nine with ten): some diggers get more than one")),
        Choice("per-digger", T("one for each digger who gets a share (newer editions)")),
    ),
)
SPARE = Flag("spare", T("A spare dwarf card: one more than there are players; the last one is set aside"))
NUMBER = Number("saboteurs", T("Number of saboteurs (0: as in the rules)"), high=SABOTEURS, start=0)
NUGGETS = OneOf(
    "nuggets",
    T("Nugget deck"),
    unscored=True,
    choices=(
        Choice("app", T("the app shuffles it and pays out")),
        Choice("box", T("the cards from the box: diggers enter what they got")),
    ),
)
DRAFT = OneOf(
    "draft",
    T("Picking nugget cards (if the app runs the deck)"),
    unscored=True,
    choices=(
        Choice("pick", T("each digger picks on their own phone")),
        Choice("best", T("the app gives each digger the highest remaining card")),
    ),
)


OPTIONS = (
    (Flag("old_mine", T("Old mine: six of the ones are replaced by worthless stones")), False),
    (
        Flag("competitive", T("Competitive: a digger with a broken tool at the end of a round gets no nuggets")),
        False,
    ),
    (Flag("selfish_dwarf", T("Selfish dwarf: one digger works alone (not in a tournament)")), False),
    (
        Flag("tournament", T("Tournament (5 to 9 players): fixed dwarf cards with a selfish dwarf, and fixed pay")),
        False,
    ),
    (SPARE, True),
    (NUMBER, 0),
    (NUGGET_RULE, "per-player"),
    (NUGGETS, "app"),
    (DRAFT, "pick"),
    rounds_option(3),
)
"""The options before the first deal, among them the four variants."""
OPTION_GROUPS = (
    (T("The variants"), ("old_mine", "competitive", "selfish_dwarf", "tournament")),
    (T("Cards and rounds"), ("dealing", "count_cards", "spare", "saboteurs", "rounds")),
    (T("Nuggets"), ("nugget_rule", "nuggets", "draft")),
)


def hand(players: int) -> int:
    """Return how many cards are dealt to each."""
    if players <= 5:
        return 6
    return 5 if players <= 7 else 4


def dwarf_cards_ready(players: int, options: Options) -> Text:
    if options["dealing"] == "phones":
        return T("The dwarf cards stay in the box: the app deals them to the phones.")
    cards = dwarf_cards(players, options)
    counts = [
        TN("{n} saboteur", "{n} saboteurs", cards[SABOTEUR]),
        TN("{n} gold-digger", "{n} gold-diggers", cards[DIGGER]),
    ]
    if cards[SELFISH]:
        counts.append(TN("{n} selfish dwarf", "{n} selfish dwarves", cards[SELFISH]))
    if sum(cards.values()) == players:
        return T("Dwarf cards: {cards}. Shuffle and deal one to each player, face down.", cards=counts)
    return T("Dwarf cards: {cards}. Shuffle, deal one to each player and set the last one aside unseen.", cards=counts)


def nugget_cards_ready(options: Options, round_number: int) -> list[Text]:
    if options["nuggets"] == "app":
        ready = round_number > 1 or options["tournament"]
        return [] if ready else [T("The nugget cards stay in the box: the app deals them.")]
    if round_number > 1:
        return [T("Shuffle the remaining nugget cards and place them face down.")]
    if options["old_mine"]:
        return [
            T("Nugget cards: take out six of the ones and add six worthless stones. Shuffle and place them face down.")
        ]
    return [T("Shuffle the nugget cards and place them face down.")]
