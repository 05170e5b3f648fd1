"""Saboteur: The Lost Mines (2018), 3 to 9 players, two rounds or more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.lost_mines import facts, guide, setup, shown, tale, values
from companion.games.lost_mines.cards import CARD_MOVES
from companion.games.lost_mines.moves import step_moves
from companion.games.lost_mines.score import Dwarf, score, totals
from companion.games.lost_mines.state import CLANS, Seat, State, Turn
from companion.games.lost_mines.words import CARDS
from companion.rules import cards, dealing, unported
from companion.rules.action import Entry
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.fields import Field, Number
from companion.rules.game import View
from companion.rules.guide import Role
from companion.rules.pieces import Prepared
from companion.rules.state import OVER, SCORING, Reminder
from companion.rules.text import T, Text
from companion.rules.view import Viewer

MOST_ROUNDS = 99
ROUNDS = Number("rounds", T("Rounds"), low=2, high=MOST_ROUNDS, start=2)


class LostMines(unported.DealtGame[State]):
    """The rules of The Lost Mines; each rule stands in the module named after its chapter of the rulebook."""

    id = "lost-mines"
    title = T("Saboteur: The Lost Mines")
    about = T("Two clans collect treasures; not every dwarf works for its own. 3 to 9 players, two rounds or more.")
    least, most = 3, 9
    clans = CLANS
    cards = CARDS
    guide = guide.GUIDE
    icons = (
        *("path", "discard", "tool", "axe", "boat", "rope", "secret-information", "trap", "troll", "thunderstorm"),
        *("trapped", "mine", "gold", "nugget", "crystal", "dragon", "treasure", "deck"),
    )

    def __init__(self) -> None:
        turn = [*(move(self) for move in CARD_MOVES), *step_moves(self), cards.EndTurn(self)]
        table = [values.Treasures(self), *unported.table_moves(self, ("treasures", "hand"), after=())]
        self.moves = unported.by_kind([*turn, *table])

    # -- set-up -------------------------------------------------------------------------------------------------
    def options(self) -> tuple[Field, ...]:
        return (*super().options(), ROUNDS)

    def default_options(self) -> dict[str, Any]:
        return {**super().default_options(), "rounds": 2}

    def rounds(self, state: State) -> int:
        return int(state.options["rounds"])

    def longer_options(self, state: State) -> dict[str, Any] | None:
        """Three or more rounds may be played "to determine a clear winner" (rulebook "The end of the game")."""
        rounds = self.rounds(state)
        return None if state.status == OVER or rounds == MOST_ROUNDS else {**state.options, "rounds": rounds + 1}

    def new_state(self, players: Sequence[str], options: dict[str, Any]) -> State:
        return State(options=options, seats=[Seat(name) for name in players])

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [setup.prepared(players)]

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return setup.preparation(players, options, round_number)

    def start_round(self, state: State, entry: Entry) -> None:
        """Hands, deck and treasures as prepared; nothing lies in the forest yet. The points stay."""
        count = len(state.seats)
        hand = setup.hand(count) if state.counted else None
        for index, seat in enumerate(state.seats):
            clan = entry["clans"][index] if seat.card is None else dealing.clan_of(seat.card)
            state.seats[index] = Seat(seat.name, seat.card, hand, seat.retired, clan)
        state.deck = setup.deck(count) if state.counted else None
        state.treasures_left = setup.treasures(count)
        state.mines, state.trolls, state.traps, state.values = [], [], 0, None

    # -- turns --------------------------------------------------------------------------------------------------
    def upkeep(self, state: State, seat: int) -> None:
        """Start of a turn (spec "Upkeep"): the trolls that the seat owns leave the board."""
        state.reminders += [{"seat": seat, "kind": "remove-troll"} for owner in state.trolls if owner == seat]
        state.trolls = [owner for owner in state.trolls if owner != seat]

    turn_type = Turn
    skips = T("No card in hand: the turn of {name} is skipped.")

    quiet, quiet_label = ("play-path", "end-turn"), T("Path card, done")

    # -- the end ------------------------------------------------------------------------------------------------
    def acting(self, state: State) -> list[int]:
        """After the play those whose treasures are still to be told."""
        if state.status == SCORING and state.values is None:
            return state.holders
        return super().acting(state)

    def private_fields(self, state: State, seat: int) -> tuple[Field, ...]:
        return values.private_fields(state, seat)

    def automatic(self, state: State, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        return values.typed_by_all(state, typed)

    def notices(self, state: State, seat: int) -> list[Text]:
        if state.status == SCORING and self.private_fields(state, seat):
            return [T("Play is over: turn over your treasures and type what each is worth.")]
        return []

    def score_round(self, state: State) -> bool:
        told = state.told_values
        cards = [seat.card for seat in state.seats if seat.card is not None]
        if told is None or len(cards) < len(state.seats):
            return False
        dragons = [seat.dragon for seat in state.seats]
        state.score = score([Dwarf(*one) for one in zip(cards, told, dragons, strict=True)])
        state.history.append(state.score["points"])
        return True

    # -- what people see ----------------------------------------------------------------------------------------
    def snapshot(self, state: State) -> View:
        return shown.snapshot(self, state)

    def view(self, state: State, viewer: Viewer) -> View:
        return shown.view(self, state, viewer)

    def board(self, view: View) -> Board:
        return shown.board(view)

    def reminder(self, reminder: Reminder, names: Sequence[str]) -> Text:
        return shown.reminder(reminder, names)

    def role(self, state: State, seat: int, card: str) -> Role:
        return guide.role(card)

    def secrets(self, state: State, seat: int) -> list[Secret]:
        return shown.secrets(state, seat)

    def reveal(self, state: State, seat: int, key: str) -> Text | None:
        return shown.reveal(state, seat, key)

    def steps(self, state: State) -> list[Step]:
        return tale.steps(state)

    def tally(self, state: State) -> list[int]:
        return totals(state.history, len(state.seats))

    def plot(self) -> Plot:
        return Plot(T("Points over the rounds"), T("Points"), T("Rounds"))

    # -- scoring without the app --------------------------------------------------------------------------------
    def score_facts(self, given: Mapping[str, Any]) -> View:
        return facts.score_facts(self, given)

    def fact_fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return facts.fields(players)

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        return facts.from_page(values, names)

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        return facts.steps(given)
