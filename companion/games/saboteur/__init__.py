"""Saboteur (2004), 3 to 10 players, three rounds, with its four variants.

Decisions on "keep their gold cards secret until the end of the game" in the rulebook:
- The dwarf cards are public once the round's score has been revealed; until then each seat sees its own.
- When the treasure is reached, someone reveals the cards before any gold is handed out: whoever is passed over would
give away their card, and whoever reached the treasure could still undo that.
- Gold is secret until the last round has been revealed, and so are the cards that a digger picked. A round's score shows
  only how many cards each digger took. The pay of saboteurs, of the selfish dwarf and in a tournament is shown, because
  everyone at the table can compute it.
- Only the digger who picks sees the cards on offer, on their phone; the others see who picks.
- Nobody knows the values left in the nugget deck before the end: they would give away what was picked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import card_moves, hands, saboteur_cards
from companion.engine.actions import Entry
from companion.engine.display import RevealStep, RoundGain, Secret
from companion.engine.facts import Fact
from companion.engine.fields import CardCounts
from companion.engine.reference import KEEP_IT, Role, Teaches, Topic, first_turn
from companion.engine.score_story import make_standing_steps
from companion.engine.scoring import AGAINST, ALONE, Headline, Score, Side, write_sum
from companion.engine.state import OVER, SCORING, SETUP
from companion.engine.table_moves import TABLE_MOVES
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.verdict import count_gains
from companion.engine.visibility import ASIDE, HELD_CARD, HeldSecret, View, Viewer, is_told
from companion.games.saboteur.gold import (
    SABOTEUR_PAY,
    Nuggets,
    Pick,
    SaboteurRound,
    Take,
    find_next_to_pick,
    list_got,
    round_of,
)
from companion.games.saboteur.score import (
    ENDINGS,
    SHEET,
    distribute,
    headline,
    is_handed_out,
    pay_saboteurs,
    tell_opening,
    tell_seat,
)
from companion.games.saboteur.setup import OPTION_GROUPS, OPTIONS, dwarf_cards_ready, hand, nugget_cards_ready
from companion.games.saboteur.state import (
    DIGGER,
    DIGGERS,
    PLAYING_CARDS,
    ROLES,
    SABOTEUR,
    SABOTEURS,
    SELFISH,
    TOURNAMENT,
    Options,
    State,
    dwarf_cards,
    has_own_cards,
)

GOLD = "gold"
ROLE = "role"
_HINT = T("Secret until the end of the game. Hold to look. Let go to hide it.")
OWN_GOLD = Secret(GOLD, T("Your gold"), _HINT, count="gold", none=T("You have no nuggets yet."))


def is_all_told(state: State, viewer: Viewer, seat: int) -> bool:
    """Return whether gold is open: the score of the last round has been revealed."""
    return state.status == OVER and is_told(state, viewer)


def score_so_far(state: State, viewer: Viewer, seat: int) -> dict[str, Any] | None:
    """Return a round's score without the cards that diggers picked, except the viewer's own."""
    if state.score is None or not is_told(state, viewer):
        return None
    played = round_of(state)
    own = viewer.seat if viewer.held else None
    covered = [seat for seat in played.takers if played.drawn and seat != own]
    return {
        **state.score,
        "draft": [[seat, None if seat in covered else card] for seat, card in state.draft],
        "gold": [None if seat in covered else got for seat, got in enumerate(state.score["gold"])],
    }


def is_picking(state: State, viewer: Viewer, seat: int) -> bool:
    """Return whether the viewer sees the cards on offer: the digger who picks does, while holding to look."""
    return viewer.held and viewer.seat == find_next_to_pick(state)


def offer(state: State, cards: list[int] | None) -> View | None:
    """Return the cards on offer, and the seat that picks next."""
    following = find_next_to_pick(state)
    return None if following is None else {"cards": cards, "next": following}


# -- what people look up --------------------------------------------------------------------------------------------
PAY = Topic(
    T("Who gets the gold?"),
    T(
        "If the treasure is reached, as many nugget cards as there are players (nine with ten players) "
        "go round among the diggers, counter-clockwise, starting with whoever reached it; in a "
        "tournament, the first digger gets 3 nuggets and the others 2 each. If it isn't, one saboteur "
        "gets 4 nuggets, two or three get 3 each, four get 2 each. Without a saboteur, nobody gets any."
    ),
    "nugget",
)
VARIANTS = Topic(
    T("The variants"),
    T(
        "Old mine: six of the ones are worthless stones. Competitive: a digger with a broken tool at the "
        "end of a round gets nothing. Selfish dwarf: if they reach the treasure themselves, they get 4 "
        "nuggets and nobody else gets any; otherwise they get none. Tournament: no nugget cards go "
        "round; the first digger gets 3 nuggets, every other digger 2."
    ),
    "selfish",
)
CARDS = Topic(
    T("Without a spare card"),
    T(
        "There are exactly as many dwarf cards as players, so everyone knows how many saboteurs there "
        "are. Either way, you can agree on a different number of saboteurs."
    ),
    "saboteur",
)


# -- for those to whom it is new -----------------------------------------------------------------------------------
TURN = T("Play a card, or discard one face down. Then draw one.")
TEACHES = Teaches(
    (
        saboteur_cards.DIGGERS_DIG,
        ("hand deck", TURN),
        saboteur_cards.NEVER_CROSSWISE,
        saboteur_cards.SABOTEURS_KEEP,
        saboteur_cards.ROUND_ENDS,
        KEEP_IT,
    ),
    (first_turn(TURN), *saboteur_cards.LESSONS),
)  # fmt: skip


def _are_all_in_play(state: State) -> bool:
    """Return whether all dwarf cards are dealt, and none set aside."""
    return bool(state.options["tournament"] or not state.options["spare"])


def _say_in_play(saboteurs: int, state: State) -> Text:
    """Say how many saboteurs there can be: one of the cards may be set aside."""
    selfish = state.options["tournament"] or state.options["selfish_dwarf"]
    if _are_all_in_play(state) and selfish:
        many = TN("{n} saboteur and a selfish dwarf are in play.", "{n} saboteurs and a selfish dwarf are in play.")
    elif _are_all_in_play(state):
        many = TN("There is {n} saboteur.", "There are {n} saboteurs.")
    elif state.options["selfish_dwarf"]:
        many = TN("There may be {n} saboteur and a selfish dwarf.", "There may be {n} saboteurs and a selfish dwarf.")
    else:
        many = TN("There is {n} saboteur at most.", "There are {n} saboteurs at most.")
    return many.fill(n=saboteurs)


def _say_diggers_get(state: State) -> Text:
    if state.options["tournament"]:
        return T("3 nuggets for the first digger, 2 for each of the others.")
    if state.options["nugget_rule"] == "per-digger":
        return T("One nugget card for each digger; whoever reached the treasure picks first.")
    return T("The nugget cards go round; whoever reached the treasure picks first.")


def _say_saboteurs_get(saboteurs: int, all_in_play: bool) -> Text:
    """Say what saboteurs get, for all prepared saboteurs in play and for one fewer."""
    least = SABOTEUR_PAY[saboteurs]
    most = SABOTEUR_PAY[max(1, saboteurs - 1)]
    if all_in_play or least == most:
        return T("If it works, you get {n} nuggets.", n=least)
    two = T("If it works: {more} nuggets if you are the only one, {each} each if there are two.")
    four = T("If it works: {more} nuggets each if there are three of you, {each} each if there are four.")
    return {2: two, 4: four}[saboteurs].fill(more=most, each=least)


# -- what the group's history asks ---------------------------------------------------------------------------------
SIDES = {
    DIGGER: Side("diggers", T("the gold-diggers")),
    SABOTEUR: Side("saboteurs", T("the saboteurs"), AGAINST, dark=True),
    SELFISH: Side("selfish", T("the selfish dwarf"), ALONE),
}


# -- the game -------------------------------------------------------------------------------------------------------
class Saboteur(saboteur_cards.ToolsGame):
    """Saboteur as a whole; each chapter of the rulebook has a module of its own."""

    # A value, so that it isn't translated: the box has this name in every language, unlike the role.
    id = "saboteur"
    title = T("{name}", name="Saboteur")
    about = T("Diggers dig for the treasure, saboteurs get in their way. 3 to 10 players, three rounds, four variants.")
    cover = "treasure"
    minutes = 30
    differs = T("Diggers and saboteurs")
    least = 3
    most = 10
    roles = ROLES
    state_type = State
    own_options = OPTIONS
    option_groups = OPTION_GROUPS
    deck_rules = hands.DeckRules(PLAYING_CARDS, hand)

    # Play (rulebook "How to play").
    turn_moves = (
        saboteur_cards.SaboteurPlayPath,
        *saboteur_cards.CARD_MOVES,
        card_moves.DiscardTurn,
        card_moves.Pass,
        Pick,
        Take,
    )
    table_moves = (Nuggets, *TABLE_MOVES)

    # Scoring: three rounds, each won by a side; most gold wins the game.
    score = staticmethod(distribute)
    sides = SIDES
    sheet = SHEET
    endings = ENDINGS
    coin = "nugget"
    amount = TN("{n} nugget", "{n} nuggets")

    topics = (saboteur_cards.BEGINS, saboteur_cards.ENDS, PAY, VARIANTS, CARDS)
    teaches = TEACHES

    # What is seen.
    of_table = (
        *saboteur_cards.OF_TABLE,
        Fact("finder"),
        ASIDE,
        Fact("score", known=is_all_told, covered=score_so_far),
        Fact("nuggets_left", known=is_all_told),
        Fact(
            "offer", known=is_picking, value=lambda state, seat: offer(state, state.offer),
            covered=lambda state, *_: offer(state, None),
        ),
    )  # fmt: skip
    of_seat = (
        HELD_CARD,
        replace(saboteur_cards.GOLD, icon="nugget", sign=TN("{n} nugget", "{n} nuggets"), known=is_all_told),
        hands.HAND,
        saboteur_cards.BROKEN,
    )

    # -- preparation --------------------------------------------------------------------------------------------
    def check_options(self, options: Options, players: int) -> None:
        if not options["tournament"]:
            own = has_own_cards(options) and players in saboteur_cards.DWARVES
            if own and not 0 < dwarf_cards(players, options)[DIGGER] <= DIGGERS:
                raise RuleError(
                    T("with {n} players you need 1 to 7 gold-diggers: choose another number of saboteurs", n=players)
                )
            return
        if has_own_cards(options):
            raise RuleError(T("a tournament has its own dwarf cards: a fixed number of saboteurs and no spare"))
        if options["selfish_dwarf"]:
            raise RuleError(T("tournament and selfish dwarf can't be combined: a tournament has its own"))
        if players not in TOURNAMENT:
            raise RuleError(T("a tournament is for 5 to 9 players, not {n}", n=players))

    def prepare(self, players: int, options: Options) -> list[CardCounts]:
        return [dwarf_cards(players, options)]

    def can_turn_up(self, players: int, options: Options, cards: Sequence[str]) -> bool:
        """Return whether these cards can be revealed; with a chosen number of saboteurs any in the box can."""
        box = Counter({SABOTEUR: SABOTEURS, DIGGER: DIGGERS, SELFISH: int(options["selfish_dwarf"])})
        return Counter(cards) <= box if has_own_cards(options) else super().can_turn_up(players, options, cards)

    def list_preparation(self, players: int, options: Options, round_number: int) -> list[Text]:
        return [
            dwarf_cards_ready(players, options),
            *saboteur_cards.list_layout(),
            T("Shuffle the path and action cards."),
            self.deck_rules.say_deal(players),
            *nugget_cards_ready(options, round_number),
        ]

    # -- between the play and the score -------------------------------------------------------------------------
    def take_back_pay(self, state: State) -> None:
        """Undo the gold; drawn cards stay off the deck, but are no longer on offer or picked."""
        for seat, gold in zip(state.seats, (state.score or {}).get("gold", ()), strict=False):
            seat.gold = max(0, seat.gold - gold)
        state.offer = []
        state.draft = []
        state.takes = {}

    def make_automatic(self, state: State, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """Draw the nugget cards as soon as it is known that some have to be drawn."""
        return None if self.moves[Nuggets.kind].forbidden_reason(state, -1) else {"kind": Nuggets.kind}

    # -- the score ----------------------------------------------------------------------------------------------
    def build_score_input(self, state: State) -> SaboteurRound | None:
        """Return the round as it ended; None until every digger has their nuggets."""
        played = round_of(state, covered=state.status != OVER)
        return played if is_handed_out(state, played) else None

    def round_headline(self, state: State) -> Headline:
        return headline(round_of(state), state.round)

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        return tell_seat(round_of(state), seat)

    def list_gains(self, state: State) -> list[RoundGain]:
        """Return the gains of the round: nugget cards stay face down until the game is over; fixed pay is public."""
        played = round_of(state, covered=state.status != OVER)
        found = [RoundGain(gain, icon=self.coin) for gain in count_gains(self, state)]
        if not played.covered:
            return found
        drawn = [len(played.list_got(seat)) for seat in range(len(found))]
        return [
            RoundGain(0, n, self.coin) if n and played.drawn else gain for n, gain in zip(drawn, found, strict=True)
        ]

    def pay(self, state: State, scored: Score) -> bool:
        """Give everyone their gold; the saboteurs' pay is taken off the nugget deck."""
        for seat, gain in zip(state.seats, scored.gains, strict=True):
            seat.gold += gain
        pay_saboteurs(round_of(state), state.nuggets)
        return True

    def list_opening(self, state: State) -> list[RevealStep]:
        """If the treasure was reached, reveal the cards first: all of them decide who gets gold, and how."""
        connected = state.over_by == saboteur_cards.TREASURE and not state.dealt_by_hand
        return tell_opening(round_of(state)) if connected else []

    def list_closing(self, state: State) -> list[RevealStep]:
        return make_standing_steps(self, state, paced=True) if state.status == OVER else []

    def tally(self, state: State) -> list[int]:
        return [seat.gold for seat in state.seats]

    def may_plot(self, state: State) -> bool:
        """Show no plot before the game is over, because gold is secret until then."""
        return super().may_plot(state) and state.status == OVER

    # -- what is seen -------------------------------------------------------------------------------------------
    def list_held(self, state: State, seat: int) -> list[HeldSecret]:
        """List the seat's own card and gold; a seat that sits out sees what the table sees."""
        if state.status == SETUP or state.seats[seat].sits_out:
            return []
        own = list_got(state, seat)
        nuggets = state.seats[seat].gold
        if state.status == SCORING:
            # They are credited once all cards are picked.
            nuggets += sum(own)
        gold = TN("You have {n} nugget.", "You have {n} nuggets.", nuggets)
        if own:
            gold = T("{cards} in this round. {gold}", cards=write_sum(own), gold=gold)
        return [
            *super().list_held(state, seat),
            HeldSecret(OWN_GOLD, gold, (GOLD, seat)),
        ]

    def make_role(self, state: State, seat: int, card: str) -> Role:
        """Make the page of a dwarf card for these options and players: when it pays, what to do, what to beware of."""
        prepared = dwarf_cards(len(state.players), state.options)
        others = ("saboteur", _say_in_play(prepared[SABOTEUR], state))
        if card == DIGGER:
            tools = T("With a broken tool you can't play path cards. Repair each other's tools.")
            strict = T("If you have a broken tool at the end of the round, you get nothing.")
            beware = ("broken", strict if state.options["competitive"] else tools)
            counts = T("You get gold if the treasure is reached")
            lines = (("nugget", _say_diggers_get(state)), beware, others)
        elif card == SABOTEUR:
            counts = T("You get gold if the treasure is not reached")
            lines = (
                ("rockfall", T("Keep the others from the treasure.")),
                ("eye", T("Act like a digger, and don't get caught too soon.")),
                ("nugget", _say_saboteurs_get(prepared[SABOTEUR], _are_all_in_play(state))),
            )
        else:
            counts = T("You get gold if you reach the treasure yourself")
            lines = (
                ("treasure", T("The card that reaches the treasure must be yours.")),
                ("nugget", T("Then you alone get 4 nuggets. Otherwise you get none.")),
                others,
            )
        role = ROLES[card]
        return Role(role.title or role.label, counts, lines, role.icon, ROLE)

    def headline(self, view: View) -> Text:
        """Name the seat on turn, who reached the treasure, or who picks."""
        if view["offer"]:
            return T("{name} picks a nugget card", name=view["seats"][self.active(view)]["name"])
        if view["status"] == SCORING and view["over_by"] == saboteur_cards.TREASURE:
            return T("{name} reached the treasure.", name=view["seats"][view["finder"]]["name"])
        return super().headline(view)

    def active(self, view: View) -> int | None:
        return view["offer"]["next"] if view["offer"] else super().active(view)


GAME = Saboteur()
