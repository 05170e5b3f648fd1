"""Saboteur 2 (2011), 2 to 12 players, three rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine import hands, saboteur_cards
from companion.engine.display import RevealStep, Thing
from companion.engine.facts import Fact
from companion.engine.fields import CardCounts, Choice, Flag, OneOf
from companion.engine.reference import KEEP_IT, Lesson, Role, Teaches, first_turn, topics_of
from companion.engine.score_story import make_standing_steps
from companion.engine.scoring import AGAINST, ALONE, Headline, Score, Side
from companion.engine.state import SCORING
from companion.engine.table_moves import TABLE_MOVES
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.verdict import count_gains
from companion.engine.visibility import ASIDE, HELD_CARD, SCORE, View, Viewer
from companion.games.saboteur_2.score import (
    ENDINGS,
    OLD_TEAM,
    SHEET,
    TEAM_NAMES,
    Saboteur2Round,
    distribute,
    headline,
    tell_connector,
    tell_opening,
    tell_seat,
)
from companion.games.saboteur_2.state import (
    BOSS,
    DIGGER,
    GEOLOGIST,
    OBSTACLES,
    OF_SEAT,
    OLD_ROLES,
    PAGES,
    PROFITEER,
    ROLES,
    SABOTEUR,
    TOPICS,
    State,
    has_old_roles,
)
from companion.games.saboteur_2.turn import TURN_MOVES, Crystals


def is_gold_open(state: State, viewer: Viewer, seat: int) -> bool:
    """Return whether everyone sees the gold.

    Gold is public, but the pay of a round would give the roles away before its score does. So from the pay until it is
    revealed nobody's gold is shown.
    """
    return viewer.told or state.gain is None


# -- preparation (spec "Cards and setup") ---------------------------------------------------------------------------
SET_ASIDE = 10
PLAYING_CARDS = 40 + 30 + 27 + 21
PREPARED = {"blue-digger": 4, "green-digger": 4, BOSS: 1, PROFITEER: 1, GEOLOGIST: 2, SABOTEUR: 3}
"""All fifteen role cards, for any number of players."""
OLD = OneOf(
    "roles",
    T("Roles; the 2004 ones are diggers and saboteurs without teams, for 3 to 10 players"),
    choices=(Choice("2011", T("from Saboteur 2")), Choice(OLD_ROLES, T("from 2004"))),
)
OPTION_GROUPS = (
    (T("Special roles"), (BOSS, PROFITEER, GEOLOGIST)),
    (T("Cards"), ("dealing", "count_cards")),
    (T("Roles and rounds"), (OLD.name, "rounds")),
)


# -- what the group's history asks ---------------------------------------------------------------------------------
SIDES = {
    "blue-digger": Side("blue", TEAM_NAMES["blue"]),
    "green-digger": Side("green", TEAM_NAMES["green"]),
    BOSS: Side("boss", T("the boss"), beside=True),
    PROFITEER: Side("profiteer", T("the profiteer"), ALONE, beside=True),
    DIGGER: Side(OLD_TEAM, T("the gold-diggers")),
    GEOLOGIST: Side("geologists", T("the geologists"), ALONE, wins=False),
    SABOTEUR: Side("saboteurs", T("the saboteurs"), AGAINST, dark=True),
}


# -- for those to whom it is new -----------------------------------------------------------------------------------
TURN = T("Play a card and draw one. Or discard one to three face down and draw as many.")
NOT_CROSSWISE = (("hand deck", TURN), saboteur_cards.NEVER_CROSSWISE)
LAST = (saboteur_cards.ROUND_ENDS, KEEP_IT)
OLD_MINUTE = (saboteur_cards.DIGGERS_DIG, *NOT_CROSSWISE, saboteur_cards.SABOTEURS_KEEP, *LAST)
TEACHES = Teaches(
    (
        ("digger door treasure", T("Two teams, blue and green, dig for the treasure. It's one of the three face-down goal cards.")),
        *NOT_CROSSWISE,
        ("saboteur crown profiteer geologist", T("Saboteurs keep everyone from the treasure. Boss, profiteer and geologists each get gold in "
         "their own way.")),
        *LAST,
    ),
    (
        first_turn(TURN),
        *saboteur_cards.LESSONS,
        Lesson("trapped", T("If you're trapped, you can't play path cards, and if you still are at the end, you get no gold. "
               "“Free at last!” or paying two cards frees you.")),
        *map(Lesson, ("free", "theft", "hands-off", "swap-hands", "inspect")),
        Lesson("swap-hats", T("A player's role is out for this round, and they draw a new one from those set aside. Only they "
               "see it.")),
        Lesson("cast-off"),
    ),
    lambda options: OLD_MINUTE if has_old_roles(options) else (),
)  # fmt: skip


# -- the game -------------------------------------------------------------------------------------------------------
class Saboteur2(saboteur_cards.ToolsGame):
    """Saboteur 2 as a whole; each chapter of the rules has a module of its own."""

    id = "saboteur-2"
    title = T("Saboteur 2")
    about = T("Two teams of diggers, saboteurs, and special roles. 2 to 12 players, three rounds.")
    cover = "hat"
    minutes = 45
    differs = T("Teams, thefts, hats")
    least = 2
    most = 12
    roles = ROLES
    state_type = State
    signs = topics_of(OBSTACLES)
    deck_rules = hands.DeckRules(PLAYING_CARDS - SET_ASIDE, lambda players: 6)
    own_options = (
        hands.rounds_option(3),
        (OLD, "2011"),
        (Flag(BOSS, T("Boss: wins whenever the treasure is reached")), True),
        (Flag(PROFITEER, T("Profiteer: always wins, with less gold")), True),
        (Flag(GEOLOGIST, T("Geologists: get gold for the crystals on the table")), True),
    )
    option_groups = OPTION_GROUPS
    turn_moves = TURN_MOVES
    table_moves = (Crystals, *TABLE_MOVES)

    # Scoring: three rounds, each with its winners; most gold wins the game.
    score = staticmethod(distribute)
    sides = SIDES
    sheet = SHEET
    endings = ENDINGS
    coin = "gold"
    list_closing = make_standing_steps
    amount = TN("{n} gold", "{n} gold")

    # Who sees what (spec "State beside the common part"): a seat sees its own role and one it has inspected.
    of_table = (
        *(SCORE, *saboteur_cards.OF_TABLE, ASIDE, Fact("connector", value=lambda state, seat: state.finder)),
        *(Fact("crystals", icon="crystal", sign=T("Crystals")), Fact("thieves")),
    )
    of_seat = (HELD_CARD, replace(saboteur_cards.GOLD, known=is_gold_open), hands.HAND, saboteur_cards.BROKEN, *OF_SEAT)
    topics = (saboteur_cards.BEGINS, saboteur_cards.ENDS, *TOPICS)
    teaches = TEACHES

    # -- preparation (spec "Cards and setup") -------------------------------------------------------------------
    def check_options(self, options: Mapping[str, Any], players: int) -> None:
        if has_old_roles(options) and players not in saboteur_cards.DWARVES:
            raise RuleError(T("the 2004 roles are for 3 to 10 players, not {n}", n=players))
        (roles,) = self.prepare(players, options)
        if roles.total() < players:
            raise RuleError(T("without these, there are only {n} roles", n=roles.total()))

    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        """Return all role cards except those that the options leave out; of the cards of 2004 one more than players."""
        if has_old_roles(options):
            saboteurs, diggers = saboteur_cards.DWARVES.get(players, (0, 0))
            return [CardCounts({SABOTEUR: saboteurs, DIGGER: diggers})]
        return [CardCounts({card: count for card, count in PREPARED.items() if options.get(card, True)})]

    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        (cards,) = self.prepare(players, options)
        roles = T("Shuffle these role cards, deal one to each player and set the others aside unseen: {roles}.")
        roles = roles.fill(roles=[T("{n} × {role}", n=n, role=ROLES[card].label) for card, n in cards.items()])
        if cards == CardCounts(PREPARED):
            roles = T("Shuffle all fifteen role cards, deal one to each player and set the others aside unseen.")
        if options["dealing"] == "phones":
            roles = T("The role cards stay in the box: the app deals them to the phones.")
        return [
            roles,
            *saboteur_cards.list_layout(),
            T(
                "Shuffle the path and action cards of both games and put {aside} back in the box unseen.",
                aside=SET_ASIDE,
            ),
            self.deck_rules.say_deal(players),
            T("Have the gold ready. Everyone's gold stays in plain view."),
        ]

    # -- playing ------------------------------------------------------------------------------------------------
    def say_pay_unreached(self, state: State) -> Text:
        if state.old_roles or not state.options[PROFITEER]:
            return super().say_pay_unreached(state)
        return T("{reason} – the saboteurs and the profiteer get their gold")

    def take_back_pay(self, state: State) -> None:
        """Give everyone the gold that they had before the round's pay and its thefts."""
        for seat, gold in zip(state.seats, state.before, strict=True):
            seat.gold = max(0, gold)
        state.gain = None
        state.thieves = []
        state.thefts = []

    # -- the score ----------------------------------------------------------------------------------------------
    def build_score_input(self, state: State) -> Saboteur2Round | None:
        """Return the round as it ended; None until the crystals are counted."""
        if state.crystals is None:
            return None
        cards = [seat.card for seat in state.seats]
        trapped = {index for index, seat in enumerate(state.seats) if seat.trapped}
        ways = (state.finder, state.blue_way, state.green_way)
        return Saboteur2Round(cards, *ways, state.crystals, trapped, list(state.thefts), state.before, state.names)

    def round_headline(self, state: State) -> Headline:
        played = self.build_score_input(state)
        assert played is not None
        return headline(played)

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        played = self.build_score_input(state)
        assert played is not None
        told = tell_seat(played, seat)
        thefts = count_gains(self, state)[seat] - (state.gain or [])[seat]
        if not thefts:
            return told
        more = T("{you} Thefts brought you {n} more.")
        less = T("{you} Thefts took {n} from you.")
        return (more if thefts > 0 else less).fill(you=told, n=abs(thefts))

    def pay(self, state: State, scored: Score) -> bool:
        """Pay the gold once roles and crystals are known; return False until the thefts after that are done."""
        if state.gain is None:
            if state.before_facts is None:
                # The crystals are counted by now, and cards dealt by hand are known.
                state.keep_unscored()
            state.gain = scored.result["gain"]
            for seat, got in zip(state.seats, scored.result["gain"], strict=True):
                seat.gold += got
            state.thieves = [] if state.before_facts else state.stealing
            for thief, victim in state.told_thefts:
                state.steal(thief, victim)
        return not state.thieves

    def list_opening(self, state: State) -> list[RevealStep]:
        """If there are thefts, reveal cards and gold first: a thief looks for gold."""
        if state.before_facts is not None or not state.stealing:
            return []
        played = self.build_score_input(state)
        return [] if played is None else tell_opening(played)

    def tally(self, state: State) -> list[int]:
        """Return everyone's gold; the pay of a round counts once its thefts are over."""
        return state.before if state.status == SCORING else [seat.gold for seat in state.seats]

    # -- what is seen -------------------------------------------------------------------------------------------
    def headline(self, view: View) -> Text:
        """Name the seat on turn; after play say what the gold waits for."""
        if view["thieves"]:
            return T("{name} steals 1 gold", name=view["seats"][view["thieves"][0]]["name"])
        if view["status"] == SCORING and view["crystals"] is None:
            return T("It's over! How many crystals can you see?")
        if view["status"] == SCORING:
            return tell_connector(view["connector"], [seat["name"] for seat in view["seats"]])
        return super().headline(view)

    def active(self, view: View) -> int | None:
        """Return the seat on turn; after play the thief who is next."""
        return view["thieves"][0] if view["thieves"] else super().active(view)

    def things(self, view: View) -> list[Thing]:
        """List the thefts in front of players, and whether they will work."""
        seats = enumerate(view["seats"]) if view["turn"] else ()
        return [*super().things(view), *(_theft(index, seat) for index, seat in seats if seat["theft"])]

    def make_role(self, state: State, seat: int, card: str) -> Role:
        """Make the page of a role; the number of players decides how many saboteurs there can be."""
        others = (saboteur_cards.DWARVES[len(state.players)][0] if state.old_roles else PREPARED[SABOTEUR]) - 1
        others = min(others, len(state.players) - 1)
        role = ROLES[card]
        (counts, *lines) = PAGES[card]
        if card == SABOTEUR and others:
            like_you = TN("There may be {n} more saboteur.", "There may be up to {n} more saboteurs.", others)
            lines[1] = ("saboteur", like_you)
        lines.append(("trapped", T("Trapped at the end: no gold for you.")))
        return Role(role.title or role.label, counts, lines, role.icon, "role")


def _theft(index: int, seat: View) -> Thing:
    works = T("takes 1 gold at the end of the round")
    note = T("has no effect while {name} is trapped") if seat["trapped"] else works
    return Thing("theft", T("{name}'s theft", name=seat["name"]), note.fill(name=seat["name"]), index)


GAME = Saboteur2()
