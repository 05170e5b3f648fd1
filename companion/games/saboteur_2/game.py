"""Saboteur 2 (2011), 2 to 12 players, three rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from companion.games.saboteur_2 import facts, guide, score, setup, shown, tale
from companion.games.saboteur_2.cards import SwapHats, turn_moves
from companion.games.saboteur_2.settle import settle_moves
from companion.games.saboteur_2.state import CARDS, ICONS, Seat, State
from companion.rules import tools, unported
from companion.rules.action import Entry
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.fields import Field
from companion.rules.game import View
from companion.rules.guide import Role
from companion.rules.pieces import Prepared
from companion.rules.state import SCORING, Peek
from companion.rules.text import T, Text
from companion.rules.view import Viewer


class Saboteur2(tools.HandWritten[State]):
    """The rules of Saboteur 2; what is as in Saboteur comes from ``companion.rules``."""

    id = "saboteur-2"
    title = T("Saboteur 2")
    about = T("Two teams of diggers, saboteurs, and roles of their own. 2 to 12 players, three rounds.")
    least, most = 2, 12
    cards = CARDS
    guide = guide.GUIDE
    icons = (
        *tools.ICONS, *ICONS.values(), "gold", "nugget", "crystal", "door", "trapped", "free", "theft", "hands-off",
        "swap", "inspect", "hat",
    )  # fmt: skip

    def __init__(self) -> None:
        table = unported.table_moves(self, ("gold", "hand"), after=("gold",), secret=("gold",))
        self.moves = unported.by_kind([*turn_moves(self), *settle_moves(self), *table])

    # -- set-up -------------------------------------------------------------------------------------------------
    def new_state(self, players: Sequence[str], options: dict[str, Any]) -> State:
        return State(options=options, seats=[Seat(name) for name in players])

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [setup.prepared()]

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return setup.preparation(players, options)

    def start_round(self, state: State, entry: Entry) -> None:
        """Fresh hands and deck, nothing in front of anybody; the gold stays."""
        hand = setup.HAND if state.counted else None
        state.seats = [Seat(seat.name, seat.card, hand, seat.retired, gold=seat.gold) for seat in state.seats]
        state.deck = setup.deck(len(state.seats)) if state.counted else None
        state.goals, state.finder = [], None
        state.blue_way = state.green_way = False
        state.crystals = state.gain = None
        state.thieves, state.thefts = [], []

    # -- turns --------------------------------------------------------------------------------------------------
    def fold(self, state: State, entry: Entry) -> None:
        """Who acts has looked at the own role since it was exchanged, or need not be told again."""
        if "by" in entry:
            state.seats[entry["by"]].new_role = False
        super().fold(state, entry)

    def peek_stays(self, state: State, peek: Peek, next_seat: int) -> bool:
        """An inspected role is seen until the inspector's next turn starts."""
        return peek.looker != next_seat

    # -- the end ------------------------------------------------------------------------------------------------
    def hangs(self, entry: Entry, on: Entry, back: bool) -> bool:
        """The same role can't be drawn twice from the set-aside ones."""
        hats = entry["kind"] == on["kind"] == SwapHats.kind and back
        return hats or super().hangs(entry, on, back)

    def score_round(self, state: State) -> bool:
        """The gold is paid when roles and crystals are known; then come the thefts, and then the round is scored."""
        if state.seats[0].card is None or state.crystals is None:
            return False
        played = score.round_of(state)
        if state.gain is None:
            state.gain = played.gain
            for seat, got in zip(state.seats, state.gain, strict=True):
                seat.gold += got
            state.thieves = score.stealing_order(state)
        if state.thieves:
            return False
        state.score = score.score(played, state.thefts, [seat.gold for seat in state.seats])
        state.history.append(score.changes(state.gain, state.thefts))
        return True

    def acting(self, state: State) -> list[int]:
        """After the play: the thief who is on turn."""
        return state.thieves[:1] if state.status == SCORING else super().acting(state)

    # -- what people see ----------------------------------------------------------------------------------------
    def snapshot(self, state: State) -> View:
        return shown.snapshot(self, state)

    def view(self, state: State, viewer: Viewer) -> View:
        return shown.view(self, state, viewer)

    def board(self, view: View) -> Board:
        return shown.board(view)

    def role(self, state: State, seat: int, card: str) -> Role:
        return guide.role(card)

    def secrets(self, state: State, seat: int) -> list[Secret]:
        return shown.secrets(state, seat)

    def reveal(self, state: State, seat: int, key: str) -> Text | None:
        return shown.reveal(state, seat, key)

    def notices(self, state: State, seat: int) -> list[Text]:
        """A role that was exchanged has to be looked at again; told to its owner alone."""
        if not state.seats[seat].new_role:
            return []
        return [T("Your role has been exchanged. Hold your card to look at the new one.")]

    def steps(self, state: State) -> list[Step]:
        return tale.steps(state)

    def tally(self, state: State) -> list[int]:
        """What a round pays counts when its thefts are over."""
        paid = score.changes(state.gain, state.thefts) if state.status == SCORING and state.gain else repeat(0)
        return [seat.gold - got for seat, got in zip(state.seats, paid, strict=False)]

    def plot(self) -> Plot:
        return Plot(T("Gold after each round"), T("Gold"), T("Rounds"))

    # -- scoring without the app --------------------------------------------------------------------------------
    def score_facts(self, given: Mapping[str, Any]) -> View:
        return facts.score_facts(self, given)

    def fact_fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return facts.fields(players)

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        return facts.from_page(values)

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        return facts.steps(self, given)
