"""Saboteur: The Dark Cave (2023), 2 to 8 players, one round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from companion.engine.clans import CLAN_NAMES, CLANS, clan_of, find_clan, find_other_clan, side_of
from companion.engine.display import PlotLabels, Secret
from companion.engine.fields import CardCounts, Choice, Flag
from companion.engine.game import Game
from companion.engine.hands import LAST_CARD, NO_DECK_LEFT, DeckRules
from companion.engine.reference import (
    ALL_FIT,
    KEEP_IT,
    Lesson,
    Role,
    Teaches,
    Topic,
    first_turn,
    is_later_turn,
    when_fact,
)
from companion.engine.scoring import NOBODY_WINS, WON, Headline, Side
from companion.engine.state import EVERY_TURN, OVER
from companion.engine.table_moves import TABLE_MOVES
from companion.engine.text import TN, T, Text
from companion.engine.turns import finish_round, score_again
from companion.engine.visibility import HeldSecret
from companion.games.dark_cave.score import ENDINGS, SHEET, DarkCaveDwarf, DarkCaveRound, decide, distribute
from companion.games.dark_cave.state import (
    ASIDE,
    GOLD,
    GROUPS,
    LEFT,
    OF_SEAT,
    OF_TABLE,
    ROLES,
    State,
    deck,
    groups_in_hand,
)
from companion.games.dark_cave.turn import TURN_MOVES, are_all_out, say_looks_for_all

# -- preparation (rulebook "Preparation") ---------------------------------------------------------------------------
BOTH_CLANS = Flag("both_clans", T("Both clans with 3 and 4 players too: anyone may be on anyone's side"))
START_GOLD = 3


def _cards(clans: Iterable[str], loyal: int, saboteurs: int) -> CardCounts:
    """Return this number of loyal and saboteur cards for each of these clans."""
    each = {"loyal": loyal, "saboteur": saboteurs}
    return CardCounts({f"{clan}-{identity}": count for clan in clans for identity, count in each.items() if count})


def _clan_cards(players: int, options: Mapping[str, Any]) -> Text:
    if options["dealing"] == "phones":
        return T("The clan cards stay in the box: the app deals them to the phones.")
    if players == 2:
        return T("Clan cards: take one loyal dwarf from each clan. Shuffle and deal one each.")
    if players <= 4 and options["both_clans"]:
        return TN(
            "Clan cards: take {n} loyal dwarf and one saboteur from each clan. Shuffle, deal one each and "
            "set the rest aside.",
            "Clan cards: take {n} loyal dwarves and one saboteur from each clan. Shuffle, deal one each and "
            "set the rest aside.",
            players - 2,
        )
    if players <= 4:
        return T(
            "Clan cards: take all but one loyal dwarf of one clan ({clan} or {other}). Shuffle, deal one "
            "each and set the rest aside.",
            **dict(zip(("clan", "other"), CLANS.values(), strict=True)),
        )
    return T("Clan cards: take all but one saboteur of each clan. Shuffle, deal one each and set the rest aside.")


# -- what people look up -----------------------------------------------------------------------------------------------
TOPICS = (
    Topic(T("How far can I move?"), T("Up to 3 steps, or 4 with boots. A step is one space. Crossing a card takes 1 step in group I, 2 "
            "in II and 3 in III."), "path"),
    Topic(T("Who goes first?"), T("The most trustworthy player goes first, or whoever you agree on. Play goes clockwise."), "next"),
    Topic(T("Dark hole and ladder"), T("Any ladder to any other ladder is one step. Creatures come out of dark holes."), "goal"),
    Topic(T("The exit"), T("You can use it from the turn after it was revealed. Gold counts only once its owner is out."), "leave"),
    Topic(T("When does it end, and who wins?"), T("The game ends when everyone working for one clan is out, or all cards are played. Each clan's "
            "gold is multiplied by the number of dwarves working for the other clan. The more valuable "
            "treasure wins."), "crown"),
    Topic(T("How does a creature move?"), T("It stops at the first dwarf it meets. If it starts in a space with dwarves, it attacks them "
            "only if it comes back to them. With no dark hole in play, you can't attract a creature."), "rat"),
    Topic(T("When can I use a battle-axe?"), T("Once it's in front of you, never straight from your hand. On your turn, it counts a web next to your dwarf down by one. When a creature meets your dwarf, it drives the creature away, and everyone in that space is spared."), "battle-axe"),
)  # fmt: skip

LYING = Topic(
    T("Dwarf is lying down"),
    T("The lindworm ran into it. It stands up when its owner's next turn starts, and doesn't move that turn."),
    "lying",
)
CARRIED = Topic(T("Gold"), T("The gold a dwarf carries. It counts only once its owner is out of the cave."), "gold")


# -- for those to whom it is new -----------------------------------------------------------------------------------
TURN = T("Play a card, or discard one or two. Then move up to 3 steps if you like. Then draw.")
TEACHES = Teaches(
    (
        ("dwarf nugget leave", T("Two clans look for the exit. Only gold that is carried out counts; the more valuable treasure "
         "wins.")),
        ("hand dwarf deck", TURN),
        ALL_FIT,
        ("saboteur", T("Saboteurs wear one clan's colour and work for the other. Who they are is secret.")),
        ("leave deck", T("The game ends when everyone working for one clan is out, or when all cards are played.")),
        KEEP_IT,
    ),
    (
        first_turn(TURN),
        Lesson(about=TOPICS[0], when=is_later_turn),
        Lesson(about=LYING, when=lambda seen, me: seen["seats"][me]["lying"]),
        Lesson("spiderweb", T("It blocks a path for dwarves and creatures. It counts down by one each time its owner's turn "
               "starts, and is removed after the 1.")),
        Lesson("creature:rat", T("Up to 3 steps. Dwarves it runs into lose a random card. It's removed when its owner's next turn "
               "starts.")),
        Lesson("creature:lindworm", T("Up to 4 steps. Dwarves it runs into lie down and don't move on their next turn. It's removed "
               "when its owner's next turn starts.")),
        Lesson("creature:goblin", T("Up to 5 steps. Dwarves it runs into lose 1 gold. It's removed when its owner's next turn starts.")),
        *map(Lesson, ("rockfall", "boots", "battle-axe", "secret-information:goal", "secret-information:card")),
        *map(Lesson, ("swap-cards", "bridge", "tunnel", "reveal-goal")),
        Lesson(about=TOPICS[3], when=when_fact("goals", "exit")),
        Lesson("take-gold", when=when_fact("veins")),
        *map(Lesson, ("meet", "chop-web", "leave")),
        NO_DECK_LEFT,
    ),
)  # fmt: skip


# -- the game -------------------------------------------------------------------------------------------------------
class DarkCave(Game):
    """The Dark Cave as a whole; each chapter of the rulebook has a module of its own."""

    id = "dark-cave"
    title = T("Saboteur: The Dark Cave")
    about = T("Two clans look for the exit; saboteurs work for the other side. 2 to 8 players, one round.")
    cover = "lindworm"
    minutes = 45
    differs = T("Two clans, one exit")
    least = 2
    most = 8
    clans = CLANS
    roles = ROLES
    topics = TOPICS
    signs = (LYING, CARRIED)
    teaches = TEACHES
    state_type = State
    own_options = (LAST_CARD, (BOTH_CLANS, False))
    deck_rules = DeckRules(sum(LEFT.values()), lambda players: sum(groups_in_hand(players).values()))
    turn_moves = TURN_MOVES
    table_moves = TABLE_MOVES
    begins = T("By the rules, the most trustworthy player goes first.")
    of_table = OF_TABLE
    of_seat = OF_SEAT
    active_count_text = T("still in the cave: {n} of {all}")

    # Scoring: one round, won by a clan together.
    score = staticmethod(distribute)
    sides: ClassVar[Mapping[str, Side]] = {card: side_of(card) for card in ROLES}
    sheet = SHEET
    endings = ENDINGS
    coin = "gold"
    most_wins = False
    plotted = PlotLabels(T("Gold, turn by turn"), T("Gold"))

    # -- preparation (rulebook "Preparation") -------------------------------------------------------------------
    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        """Return the clan cards that are shuffled.

        With 3 and 4 players they are of one clan (drawn by lot), or of both by option. Whoever gets which card, someone
        works for each clan.
        """
        if 2 < players <= 4 and not options["both_clans"]:
            return [_cards([clan], 2, 2) for clan in CLANS]
        return [_cards(CLANS, 3, 1) if players > 4 else _cards(CLANS, max(1, players - 2), int(players > 2))]

    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        size = 9 if players <= 5 else 7
        given = groups_in_hand(players)
        draw = deck(players)
        hands = [T("{n} × group {group}", n=given[group], group=group) for group in GROUPS if given[group]]
        counts = {"one": draw["I"], "two": draw["II"], "three": draw["III"]}
        decks = T("III ({three}) at the bottom, II ({two}) in the middle, I ({one}) on top", **counts)
        if not draw["I"]:
            decks = T("III ({three}) at the bottom, II ({two}) on top", **counts)
        pool = GOLD - START_GOLD * players
        return [
            _clan_cards(players, options),
            T(
                "Put the starting card in the middle and the four goal cards face down in the corners of an area "
                "of {n} × {n} cards.",
                n=size,
            ),
            T(
                "Sort path and action cards into I, II and III, shuffle each deck, and put five cards from each "
                "back in the box unseen."
            ),
            T("Deal to each player: {hands}.", hands=hands),
            T("Draw deck: {decks}.", decks=decks),
            T("{n} gold for each player; {pool} gold in the common pool.", n=START_GOLD, pool=pool),
            T("Everyone puts a dwarf of their clan on the starting card. Have the creatures and spiderwebs ready."),
        ]

    def set_up(self, state: State) -> None:
        """Give each player their gold; the rest is the pool."""
        for seat in state.players:
            state.seats[seat].gold = START_GOLD
        state.pool = GOLD - START_GOLD * len(state.players)

    # -- playing ------------------------------------------------------------------------------------------------
    def on_correction(self, state: State, before: State) -> None:
        """Update what depends on the corrected fact: a dwarf that lies down or is out can't move, a standing one can.

        After the correction all dwarves of a clan may be out, which ends the round.
        """
        turn = state.turn
        if turn is not None and state.upright(turn) != before.upright(turn):
            turn.may_move = state.upright(turn)
        if ("exit" in state.goals) != ("exit" in before.goals):
            state.exit_turn = 0
        if state.status == OVER:
            score_again(self, state)
        elif state.tracking == EVERY_TURN and are_all_out(state):
            finish_round(self, state, "all-out")

    def list_end_reasons(self, state: State) -> tuple[Choice, ...]:
        """Return the reasons; with cards dealt by hand only the table knows when all dwarves of a clan are out."""
        reasons = super().list_end_reasons(state)
        return (
            (*reasons, Choice("all-out", T("all dwarves working for one clan are out")))
            if state.dealt_by_hand
            else reasons
        )

    # -- the score ----------------------------------------------------------------------------------------------
    def build_score_input(self, state: State) -> DarkCaveRound:
        """Return the game as it ended."""
        places = {seat: place for place, seat in enumerate(state.out, start=1)}
        seats = enumerate(state.seats)
        return DarkCaveRound(
            [DarkCaveDwarf(seat.name, seat.card or "", seat.gold, places.get(index)) for index, seat in seats]
        )

    def round_headline(self, state: State) -> Headline:
        """Name the clan that has won."""
        score = state.score
        assert score is not None
        clan, _, why = decide(self.build_score_input(state), score["clans"])
        if not clan:
            return Headline(NOBODY_WINS, why)
        return Headline(T("The {clan} clan wins", clan=CLAN_NAMES[clan]), why, clan=clan)

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        own = state.seats[seat]
        side = find_clan(own.card or "") or ""
        you = T("You worked for the {clan} clan and didn't leave the cave.")
        if seat in state.out:
            you = T("You worked for the {clan} clan and carried out {n} gold.")
        you = you.fill(clan=CLAN_NAMES[side], n=own.gold)
        if outcome == WON:
            return you
        return T("The {clan} clan has won. {you}", clan=CLAN_NAMES[find_other_clan(side)], you=you)

    def tally(self, state: State) -> list[int]:
        return [seat.gold for seat in state.seats]

    # -- what is seen -------------------------------------------------------------------------------------------
    def list_held(self, state: State, seat: int) -> list[HeldSecret]:
        """Add the set-aside cards for the first player out, who can look at them."""
        found = super().list_held(state, seat)
        if state.aside and state.out[:1] == [seat]:
            secret = Secret(ASIDE, T("The set-aside cards"), T("You were the first one out: only you can look."))
            cards = [ROLES[card].label for card in sorted(state.aside)]
            found.append(HeldSecret(secret, T("Left over: {cards}", cards=cards), (ASIDE, -1)))
        return found

    def list_notices(self, state: State, seat: int) -> list[Text]:
        """With cards dealt by hand, show only the first player out when the game ends: they have seen all cards."""
        first = state.playing and state.out[:1] == [seat]
        return say_looks_for_all(state, seat) if first else []

    def make_role(self, state: State, seat: int, card: str) -> Role:
        """Make the page of a clan card: for whom its gold counts, and what to beware of."""
        clan = clan_of(card)
        own = find_clan(card) or ""
        loyal = own == clan
        other = find_other_clan(own)
        alike = len({seat.clan for seat in state.seats}) == 1 and len(state.seats) > 2
        lines = [
            ("leave", T("Get out before the end, or your gold is lost.")),
            ("nugget", T("Gold that others carry out for {clan} counts for you too.", clan=CLAN_NAMES[own])),
        ]
        beware = T("Someone in {clan} may work for {other}.", clan=CLAN_NAMES[clan], other=CLAN_NAMES[other])
        if len(state.seats) == 2:
            beware = T("With two players there is no saboteur.")
        elif not loyal:
            beware = T("Your card is revealed when you take gold from a vein or leave.")
        elif alike:
            beware = T("You all wear the same colour, but some of you work for {clan}.", clan=CLAN_NAMES[other])
        lines.append(("saboteur" if loyal else "eye", beware))
        name = T("Loyal to {clan}", clan=CLAN_NAMES[own]) if loyal else T("Saboteur for {clan}", clan=CLAN_NAMES[own])
        counts = T("Your gold counts for {clan}", clan=CLAN_NAMES[own])
        return Role(name, counts, lines, "dwarf" if loyal else "saboteur", clan)


GAME = DarkCave()
