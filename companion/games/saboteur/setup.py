"""Preparation of Saboteur (rulebook "Preparation"; spec "Cards and setup"): dwarf cards, hands, nuggets, options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.saboteur.state import (
    DIGGER,
    DIGGERS,
    PLAYING_CARDS,
    SABOTEUR,
    SABOTEURS,
    SELFISH,
    TOURNAMENT,
    Options,
    State,
    dwarf_cards,
    own_cards,
)
from companion.rules import tools
from companion.rules.asking import Choice, Flag, Number, OneOf, Prepared, contains
from companion.rules.cards import rounds_option
from companion.rules.text import TN, RuleError, T, Text

NUGGET_RULE = OneOf(
    "nugget_rule",
    T("Nugget cards when the diggers win"),
    choices=(
        Choice("per-player", T("as many as players (nine with ten): some diggers get more than one")),
        Choice("per-digger", T("one for each digger who takes part (newer editions)")),
    ),
)
SPARE = Flag("spare", T("A spare dwarf card: one more than there are players, the last one is put aside"))
NUMBER = Number("saboteurs", T("Saboteurs among the dwarf cards (0: by the rules)"), low=0, high=SABOTEURS, start=0)
NUGGETS = OneOf(
    "nuggets",
    T("Nugget deck"),
    unscored=True,
    choices=(
        Choice("app", T("the app shuffles it and pays out")),
        Choice("box", T("the cards of the box: diggers type what they got")),
    ),
)
DRAFT = OneOf(
    "draft",
    T("Choosing nugget cards (when the app has the deck)"),
    unscored=True,
    choices=(
        Choice("pick", T("each digger picks on their own phone")),
        Choice("best", T("the app gives each digger the highest card left")),
    ),
)


class Preparation(tools.ToolsGame[State]):
    """Preparation, in the box and in the app, and the four variants."""

    pack = PLAYING_CARDS
    own_options = (
        (Flag("old_mine", T("Old mine: six of the ones are replaced by worthless stones")), False),
        (
            Flag("competitive", T("Competitive: a digger with a broken tool at the end of a round gets no nuggets")),
            False,
        ),
        (Flag("selfish_dwarf", T("Selfish dwarf: one digger works for nobody else (not in a tournament)")), False),
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

    def check_options(self, options: Options, players: int) -> None:
        if not options["tournament"]:
            own = own_cards(options) and players in tools.DWARVES
            if own and not 0 < dwarf_cards(players, options)[DIGGER] <= DIGGERS:
                raise RuleError(T("{n} players need 1 to 7 gold-diggers: take another number of saboteurs", n=players))
            return
        if own_cards(options):
            raise RuleError(T("a tournament has dwarf cards of its own: a fixed number of saboteurs, none to spare"))
        if options["selfish_dwarf"]:
            raise RuleError(T("tournament and selfish dwarf exclude each other: a tournament has its own"))
        if players not in TOURNAMENT:
            raise RuleError(T("a tournament is for 5 to 9 players, not {n}", n=players))

    def hand(self, players: int) -> int:
        if players <= 5:
            return 6
        return 5 if players <= 7 else 4

    def prepared(self, players: int, options: Options) -> list[Prepared]:
        return [dwarf_cards(players, options)]

    def can_turn_up(self, players: int, options: Options, cards: Sequence[str]) -> bool:
        """Of dwarf cards of one's own, dealt by hand, any that the box has: the round was played with them."""
        box = Counter({SABOTEUR: SABOTEURS, DIGGER: DIGGERS, SELFISH: int(options["selfish_dwarf"])})
        return contains(box, cards) if own_cards(options) else super().can_turn_up(players, options, cards)

    def preparation(self, players: int, options: Options, round_number: int) -> list[Text]:
        counts = {"n": self.hand(players), "deck": self.pack - players * self.hand(players)}
        return [
            _dwarf_cards(players, options),
            *tools.layout(),
            T("Shuffle path and action cards and deal {n} to each; the other {deck} are the draw deck.", **counts),
            *_nugget_cards(options, round_number),
        ]


def _dwarf_cards(players: int, options: Options) -> Text:
    if options["dealing"] == "phones":
        return T("The dwarf cards stay in the box: the phones deal them.")
    cards = dwarf_cards(players, options)
    counts = [
        TN("{n} saboteur", "{n} saboteurs", cards[SABOTEUR]),
        TN("{n} gold-digger", "{n} gold-diggers", cards[DIGGER]),
    ]
    if cards[SELFISH]:
        counts.append(TN("{n} selfish dwarf", "{n} selfish dwarves", cards[SELFISH]))
    if sum(cards.values()) == players:
        return T("Dwarf cards: {cards}. Shuffle and deal one each, unseen by others.", cards=counts)
    return T("Dwarf cards: {cards}. Shuffle, deal one each, put the last one aside unseen.", cards=counts)


def _nugget_cards(options: Options, round_number: int) -> list[Text]:
    if options["nuggets"] == "app":
        return []
    if round_number > 1:
        return [T("Shuffle the nugget cards that are left and lay them ready face down.")]
    if options["old_mine"]:
        return [T("Nugget cards: six of the ones out, six worthless stones in; shuffle and lay them ready face down.")]
    return [T("Shuffle the nugget cards and lay them ready face down.")]
