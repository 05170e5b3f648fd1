"""Preparation of Saboteur (rulebook "Preparation"; spec "Cards and setup"): dwarf cards, hands, nuggets, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.saboteur.state import DIGGER, SABOTEUR, SELFISH
from companion.rules import tools
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field, Flag, OneOf
from companion.rules.pieces import Prepared
from companion.rules.text import TN, T, Text

DWARVES = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
"""Saboteurs and gold-diggers by number of players."""
TOURNAMENT = {5: (1, 3), 6: (2, 3), 7: (2, 4), 8: (2, 5), 9: (3, 5)}
"""The same in a tournament, beside one selfish dwarf."""
PLAYING_CARDS = 40 + 27

Options = Mapping[str, Any]

FIELDS: tuple[Field, ...] = (
    Flag("old_mine", T("Old mine: six of the ones are replaced by worthless stones")),
    Flag("competitive", T("Competitive: a digger with a broken tool at the end of a round gets no nuggets")),
    Flag("selfish_dwarf", T("Selfish dwarf: one digger works for himself alone (not in a tournament)")),
    Flag("tournament", T("Tournament (5 to 9 players): fixed dwarf cards with a selfish dwarf, and fixed pay")),
    OneOf(
        "nugget_rule",
        T("Nugget cards when the diggers win"),
        choices=(
            Choice("per-player", T("as many as players (nine with ten): some diggers get more than one")),
            Choice("per-digger", T("one for each digger who takes part (newer editions)")),
        ),
    ),
    OneOf(
        "nuggets",
        T("Nugget deck"),
        choices=(
            Choice("app", T("the app shuffles it and pays out")),
            Choice("box", T("the cards of the box: diggers type what they got")),
        ),
    ),
    OneOf(
        "draft",
        T("Choosing nugget cards (when the app has the deck)"),
        choices=(
            Choice("pick", T("each digger picks on the own phone")),
            Choice("best", T("the app gives each digger the highest card left")),
        ),
    ),
)
DEFAULTS: Options = {
    "old_mine": False,
    "competitive": False,
    "selfish_dwarf": False,
    "tournament": False,
    "nugget_rule": "per-player",
    "nuggets": "app",
    "draft": "pick",
}


def check_options(options: Options, players: int) -> None:
    """Raise for a tournament with a selfish dwarf of its own, or with too few or many players."""
    if not options["tournament"]:
        return
    if options["selfish_dwarf"]:
        raise RuleError(T("tournament and selfish dwarf exclude each other: a tournament has its own"))
    if players not in TOURNAMENT:
        raise RuleError(T("a tournament is for 5 to 9 players, not {n}", n=players))


def prepared(players: int, options: Options) -> Prepared:
    """The dwarf cards that are shuffled: one more than players, in a tournament exactly as many."""
    if options["tournament"]:
        saboteurs, diggers = TOURNAMENT[players]
        return Prepared({SABOTEUR: saboteurs, DIGGER: diggers, SELFISH: 1})
    saboteurs, diggers = DWARVES[players]
    if options["selfish_dwarf"]:
        return Prepared({SABOTEUR: saboteurs, DIGGER: diggers - 1, SELFISH: 1})
    return Prepared({SABOTEUR: saboteurs, DIGGER: diggers})


def hand(players: int) -> int:
    """Cards dealt to each player."""
    if players <= 5:
        return 6
    return 5 if players <= 7 else 4


def deck(players: int) -> int:
    """The draw deck after the hands are dealt."""
    return PLAYING_CARDS - players * hand(players)


def nugget_deck(options: Options) -> dict[int, int]:
    """How many nugget cards there are of each value; 0 is a worthless stone."""
    return {0: 6, 1: 10, 2: 8, 3: 4} if options["old_mine"] else {0: 0, 1: 16, 2: 8, 3: 4}


def preparation(players: int, options: Options, round_number: int) -> list[Text]:
    """What the app reads to the table before the deal."""
    counts = {"n": hand(players), "deck": deck(players)}
    steps = [
        _dwarf_cards(players, options),
        *tools.layout(),
        T("Shuffle path and action cards and deal {n} to each; the other {deck} are the draw deck.", **counts),
    ]
    if options["nuggets"] == "box":
        steps.append(_nugget_cards(options, round_number))
    return steps


def _dwarf_cards(players: int, options: Options) -> Text:
    if options["dealing"] == "phones":
        return T("The dwarf cards stay in the box: the phones deal them.")
    cards = prepared(players, options)
    counts = [
        TN("{n} saboteur", "{n} saboteurs", cards[SABOTEUR]),
        TN("{n} gold-digger", "{n} gold-diggers", cards[DIGGER]),
    ]
    if cards[SELFISH]:
        counts.append(TN("{n} selfish dwarf", "{n} selfish dwarves", cards[SELFISH]))
    if options["tournament"]:
        return T("Dwarf cards: {cards}. Shuffle and deal one each, unseen by others.", cards=counts)
    return T("Dwarf cards: {cards}. Shuffle, deal one each, put the last one aside unseen.", cards=counts)


def _nugget_cards(options: Options, round_number: int) -> Text:
    if round_number > 1:
        return T("Shuffle the nugget cards that are left and lay them ready face down.")
    if options["old_mine"]:
        return T("Nugget cards: six of the ones out, six worthless stones in; shuffle and lay them ready face down.")
    return T("Shuffle the nugget cards and lay them ready face down.")
