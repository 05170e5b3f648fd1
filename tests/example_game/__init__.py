"""Harbour Lights, a game that is in no shop: 3 to 7 players, one round.

Start a game of your own by copying this folder.

Who keeps the lights, and who is after the cargo? Everyone gets a secret card: keeper or wrecker. Whoever is on turn
plays a card, or discards some, and draws as many:

- Signal: the light goes on; nothing else happens.
- Salvage: a coin from the chest, unless there is fog in the harbour.
- Fog: stays in the harbour until the next turn of whoever played it starts.
- Spyglass: a look at someone else's card.

It is over when the chest is empty, or the deck and all hands are. A wrecker's coins count double; most coins win.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.engine import card_moves, hands, scoring
from companion.engine.actions import Entry
from companion.engine.card_moves import CardMove
from companion.engine.conditions import condition
from companion.engine.display import PlotLabels, RevealStep, ScoreLine
from companion.engine.facts import CountFact, Fact, TimedTokens, TurnStartEffect
from companion.engine.fields import CardCounts, Number, OneOf, Piece, choices, other_seat, pieces
from companion.engine.game import Game
from companion.engine.hands import DECK, HAND, DeckRules
from companion.engine.scoring import PerSeat, RoundSheet, Score
from companion.engine.table_moves import TABLE_MOVES
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.turns import finish_round
from companion.engine.visibility import ASIDE, CARD, SCORE

# -- what is in the box ---------------------------------------------------------------------------------------------
KEEPER, WRECKER = "keeper", "wrecker"
ROLES = pieces(Piece(KEEPER, T("keeper"), "lantern"), Piece(WRECKER, T("wrecker"), "gold"))
WRECKERS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3}
"""Wreckers by number of players, among one card more than players."""
COINS, CARDS, HANDS = 12, 40, 4
FOG = TimedTokens(
    "fog", T("Fog in the harbour, in front of"), icon="fog", title=T("Fog of {name}"),
    goes=TurnStartEffect("lift-fog", T("The fog lifts: discard your card.")), log_text=T("fog: {fog}"),
    log_text_false=T("no fog lies"),
)  # fmt: skip

OWN_COINS = CountFact(
    "coins", T("Coins"), icon="gold", sign=TN("{n} coin", "{n} coins"), always=True,
    after=True, stock="chest", too_little=T("the chest has only {chest} coins"),
)  # fmt: skip


@dataclass
class Seat(hands.Seat):
    coins: int = 0


@dataclass
class State(hands.State[Seat, Any]):
    """``chest``: the coins that nobody has; ``fog``: in front of whom its cards are."""

    seat_type: ClassVar[type[Seat]] = Seat

    chest: int = COINS
    fog: list[int] = field(default_factory=list)


# -- a turn ---------------------------------------------------------------------------------------------------------
clear = condition(T("fog lies in the harbour"), lambda state, by: not state.fog)


class Signal(CardMove):
    """The light goes on: what most turns are, one tap."""

    kind, label, icon = "signal", T("Signal"), "lantern"
    log_text = T("{name} lights the signal.")


class Salvage(CardMove):
    """A coin from the chest. The last one ends the game."""

    kind, label, icon = "salvage", T("Salvage"), "gold"
    greyed_by = (clear,)
    log_text = T("{name} salvages a coin.")

    def effect(self, state: State, entry: Entry) -> None:
        state.chest -= 1
        state.seats[entry["by"]].coins += 1
        if not state.chest:
            finish_round(self.game, state, "empty")


class Fog(CardMove):
    """The card stays in front of its owner until their next turn."""

    kind, label, icon = "fog", T("Fog"), "fog"
    log_text = T("{name} lays fog: nobody salvages.")

    def effect(self, state: State, entry: Entry) -> None:
        FOG.add(state, entry["by"])


class Spyglass(card_moves.LookAtCard, CardMove):
    """A look at someone's card: what has been seen can't be unseen."""

    kind, label, icon = "spyglass", T("Spyglass"), "spyglass"
    asks = (other_seat("seat", T("At whose card"), word="other"),)
    log_text = T("{name} looks at {other}'s card.")


# -- the score ------------------------------------------------------------------------------------------------------
ENDINGS = {"empty": T("The chest is empty."), "cards": T("The draw deck and all hands are empty.")}


@dataclass(frozen=True)
class Played:
    """What the score depends on, by seat."""

    names: list[str]
    cards: list[str]
    coins: list[int]

    def line(self, seat: int) -> ScoreLine:
        """What the coins of the seat count, and why."""
        name, coins = self.names[seat], self.coins[seat]
        if self.cards[seat] == WRECKER:
            return ScoreLine(T("{name}, wrecker: {n} × 2", name=name, n=coins), 2 * coins, seat, "gold")
        return ScoreLine(T("{name}, keeper", name=name), coins, seat, "gold")


class CoinSheet(RoundSheet):
    def build_score_input(
        self, given: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any], state: Any
    ) -> Played:
        if sum(given["coins"]) > COINS:
            raise RuleError(T("there are only {n} coins in the box", n=COINS))
        return Played(given["names"], given["card"], given["coins"])


# -- the game -------------------------------------------------------------------------------------------------------
class HarbourLights(Game):
    id, title = "harbour-lights", T("Harbour Lights")
    about = T("Keepers and wreckers salvage coins in the fog. 3 to 7 players, one round.")
    differs = T("Coins in the fog")
    least, most = 3, 7
    roles, state_type = ROLES, State
    begins = T("By the rules whoever was last at the sea begins.")
    turn_moves = (Signal, Salvage, Fog, Spyglass, card_moves.Discard, card_moves.EndTurn)
    table_moves = TABLE_MOVES
    deck_rules = DeckRules(CARDS, lambda players: HANDS)

    # Who sees what: cards when the score is revealed, everything else always.
    of_table = (Fact("chest", icon="treasure", sign=T("Coins in the chest"), always=True), DECK, FOG, SCORE, ASIDE)
    of_seat = (
        CARD,
        OWN_COINS,
        HAND,
    )  # fmt: skip

    sheet = CoinSheet(
        PerSeat(OneOf("card", T("Card"), choices=choices(ROLES))),
        PerSeat(Number("coins", T("Coins"), icon="nugget", high=COINS), declared=OWN_COINS),
        in_rows=True,
    )
    endings = ENDINGS
    plotted = PlotLabels(T("Coins over the turns"), T("Coins"))

    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        return [CardCounts({WRECKER: WRECKERS[players], KEEPER: players + 1 - WRECKERS[players]})]

    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return [T("Put {n} coins into the chest, deal {hand} cards to each.", n=COINS, hand=HANDS)]

    def build_score_input(self, state: State) -> Played:
        cards = [seat.card or "" for seat in state.seats]
        return Played(state.names, cards, self.tally(state))

    def score(self, played: Played) -> Score:
        lines = tuple(played.line(seat) for seat in range(len(played.names)))
        gains = tuple(line.amount or 0 for line in lines)
        winners = scoring.find_most(gains)
        steps = (
            RevealStep(T("What the coins count"), lines),
            RevealStep(scoring.write_winners(winners), tuple(scoring.winner_lines(played.names, winners, gains))),
        )
        return Score({"coins": list(gains), "winners": winners}, steps, gains)

    def tally(self, state: State) -> list[int]:
        return [seat.coins for seat in state.seats]


GAME = HarbourLights()
