"""Preparation of The Dark Cave (rulebook "Preparation"): cards, area, hands and decks by number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.dark_cave.state import CLANS, GOLD, GROUPS, State
from companion.rules.dealing import clan_name
from companion.rules.game import Game
from companion.rules.pieces import Prepared
from companion.rules.text import T, Text

START_GOLD = 3
LEFT = {"I": 24, "II": 22, "III": 21}
"""Cards of each group that are left when five of each are back in the box."""


def hand(players: int) -> dict[str, int]:
    """Five cards, by group."""
    if players <= 4:
        return {"I": 5, "II": 0, "III": 0}
    return {"I": 4, "II": 1, "III": 0} if players <= 6 else {"I": 3, "II": 2, "III": 0}


def deck(players: int) -> dict[str, int]:
    """The draw deck by group after the hands are dealt."""
    return {group: LEFT[group] - players * hand(players)[group] for group in GROUPS}


def area(players: int) -> int:
    """Length and width of the playing area, in cards."""
    return 9 if players <= 5 else 7


class Preparation(Game[State]):
    """What is prepared, in the box and in the app."""

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        """The clan cards that are shuffled; for 3 and 4 players those of either clan."""
        if players == 2:
            return [Prepared({"yellow-loyal": 1, "blue-loyal": 1})]
        if players <= 4:
            return [Prepared({f"{clan}-loyal": 2, f"{clan}-saboteur": 2}) for clan in CLANS]
        return [Prepared({"yellow-loyal": 3, "yellow-saboteur": 1, "blue-loyal": 3, "blue-saboteur": 1})]

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        size, given, draw = area(players), hand(players), deck(players)
        hands = [T("{n} × group {group}", n=given[group], group=group) for group in GROUPS if given[group]]
        counts = {"one": draw["I"], "two": draw["II"], "three": draw["III"]}
        decks = T("III ({three}) below, II ({two}) on it, I ({one}) on top", **counts)
        if not draw["I"]:
            decks = T("III ({three}) below, II ({two}) on top", **counts)
        pool = GOLD - START_GOLD * players
        return [
            _clan_cards(players, options),
            T("Starting card in the middle; the four goal cards face down in the corners of {n} × {n} cards.", n=size),
            T("Sort path and action cards by I, II and III, shuffle each, and put five of each back unseen."),
            T("Deal to everybody: {hands}.", hands=hands),
            T("Draw deck: {decks}.", decks=decks),
            T("{n} gold for each player; {pool} gold in the common pool.", n=START_GOLD, pool=pool),
            T("Everybody puts a dwarf of their clan on the starting card. Creatures and spiderwebs lie ready."),
        ]

    def set_up(self, state: State) -> None:
        """Hands, deck and gold as prepared; nothing lies in the cave yet."""
        players = len(state.players)
        for seat in state.players:
            state.seats[seat].gold = START_GOLD
            state.seats[seat].hand = sum(hand(players).values()) if state.counted else None
        state.deck = deck(players) if state.counted else None
        state.pool = GOLD - START_GOLD * players


def _clan_cards(players: int, options: Mapping[str, Any]) -> Text:
    if options["dealing"] == "phones":
        return T("The clan cards stay in the box: the phones deal them.")
    if players == 2:
        return T("Clan cards: one loyal dwarf of each clan. Shuffle and deal one each.")
    if players <= 4:
        return T(
            "Clan cards: all of one clan ({yellow} or {blue}) but one loyal dwarf. "
            "Shuffle, deal one each, put the rest aside.",
            yellow=clan_name("yellow"),
            blue=clan_name("blue"),
        )
    return T("Clan cards: all but one saboteur of each clan. Shuffle, deal one each, put the rest aside.")
