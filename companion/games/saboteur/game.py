"""Saboteur (2004), 3 to 10 players, three rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.saboteur import facts, gold, guide, setup, shown, tale
from companion.games.saboteur.moves import draw_closed, gold_moves
from companion.games.saboteur.state import CARDS, ICONS, Seat, State
from companion.rules import cards, tools, unported
from companion.rules.action import Entry
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.fields import Field
from companion.rules.game import View
from companion.rules.guide import Role
from companion.rules.pieces import Prepared
from companion.rules.state import OVER, PLAYING, SCORING
from companion.rules.text import T, Text
from companion.rules.view import Viewer


class Saboteur(tools.HandWritten[State]):
    """The rules of Saboteur; the gold stands in ``gold``, what is secret of it in ``shown``."""

    id = "saboteur"
    title = T("Saboteur")
    about = T("Diggers dig for the treasure, saboteurs get in their way. 3 to 10 players, three rounds, four variants.")
    least, most = 3, 10
    cards = CARDS
    guide = guide.GUIDE
    icons = (*tools.ICONS, *ICONS.values(), "nugget")

    def __init__(self) -> None:
        turn = [tools.PlayPath(self), *tools.card_moves(self), cards.DiscardTurn(self), cards.Pass(self)]
        table = unported.table_moves(self, ("gold", "hand"), after=("gold",), secret=("gold",))
        self.moves = unported.by_kind([*turn, *gold_moves(self), *table])

    # -- set-up -------------------------------------------------------------------------------------------------
    def options(self) -> tuple[Field, ...]:
        return (*super().options(), *setup.FIELDS)

    def default_options(self) -> dict[str, Any]:
        return {**super().default_options(), **setup.DEFAULTS}

    def check_options(self, options: Mapping[str, Any], players: int) -> None:
        setup.check_options(options, players)

    def new_state(self, players: Sequence[str], options: dict[str, Any]) -> State:
        return State(options=options, seats=[Seat(name) for name in players], nuggets=setup.nugget_deck(options))

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [setup.prepared(players, options)]

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return setup.preparation(players, options, round_number)

    def start_round(self, state: State, entry: Entry) -> None:
        """Fresh hands and deck, whole tools; gold and nugget deck stay as they are."""
        count = len(state.seats)
        hand = setup.hand(count) if state.counted else None
        state.seats = [Seat(seat.name, seat.card, hand, seat.retired, gold=seat.gold) for seat in state.seats]
        state.deck = setup.deck(count) if state.counted else None
        state.goals, state.finder = [], None
        state.drawn, state.offer, state.draft, state.takes = False, [], [], {}

    # -- the gold -----------------------------------------------------------------------------------------------
    def score_round(self, state: State) -> bool:
        """The gold is handed out when all dwarf cards are known and every digger has its nuggets."""
        if state.seats[0].card is None:
            return False
        played = gold.round_of(state)
        if played.drawn and not self._handed_out(state, played):
            return False
        state.score = gold.score(played, state.draft, state.takes)
        state.history.append(list(state.score["gold"]))
        for seat, got in zip(state.seats, state.score["gold"], strict=True):
            seat.gold += got
        gold.pay_saboteurs(played, state.nuggets)
        return True

    def _handed_out(self, state: State, played: gold.Round) -> bool:
        if state.boxed:
            return set(state.takes) == set(played.takers)
        return state.drawn and not state.offer

    def automatic(self, state: State, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """The app draws the nugget cards as soon as it is known that some are to be drawn."""
        return None if draw_closed(state) else {"kind": "nuggets"}

    def acting(self, state: State) -> list[int]:
        """While gold is handed out: who picks, or with the cards of the box all who have not said what they got."""
        if state.status == PLAYING:
            return super().acting(state)
        following = gold.next_to_pick(state) if state.status == SCORING else None
        if following is not None:
            return [following]
        return [seat for seat in range(len(state.seats)) if not self.moves["take"].closed(state, seat)]

    # -- what people see ----------------------------------------------------------------------------------------
    def snapshot(self, state: State) -> View:
        return shown.snapshot(self, state)

    def view(self, state: State, viewer: Viewer) -> View:
        return shown.view(self, state, viewer)

    def board(self, view: View) -> Board:
        return shown.board(view)

    def role(self, state: State, seat: int, card: str) -> Role:
        return guide.role(state, card)

    def secrets(self, state: State, seat: int) -> list[Secret]:
        return shown.secrets(state, seat)

    def reveal(self, state: State, seat: int, key: str) -> Text | None:
        return shown.reveal(state, seat, key)

    def steps(self, state: State) -> list[Step]:
        return tale.steps(state)

    def tally(self, state: State) -> list[int]:
        return [seat.gold for seat in state.seats]

    def may_plot(self, state: State) -> bool:
        """Gold is secret until the game is over."""
        return state.status == OVER

    def plot(self) -> Plot:
        return Plot(T("Gold after each round"), T("Gold"), T("Rounds"))

    # -- scoring without the app --------------------------------------------------------------------------------
    def score_facts(self, given: Mapping[str, Any]) -> View:
        return facts.score_facts(self, given)

    def fact_fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return facts.fields(players, self.complete(options))

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        return facts.from_page(values)

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        return facts.steps(self, given)
