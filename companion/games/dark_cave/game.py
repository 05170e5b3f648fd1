"""Saboteur: The Dark Cave (2023), 2 to 8 players, one round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.dark_cave import effects, facts, guide, setup, shown, tale
from companion.games.dark_cave.cards import CARD_MOVES
from companion.games.dark_cave.moves import step_moves
from companion.games.dark_cave.score import Dwarf, score
from companion.games.dark_cave.state import CREATURES, GOLD, Seat, State, Turn
from companion.rules import dealing, steps, table_moves
from companion.rules.action import Entry, Quick
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.cards import Prepared
from companion.rules.errors import RuleError
from companion.rules.fields import Choice, Field
from companion.rules.game import View
from companion.rules.guide import Role
from companion.rules.state import OVER, Reminder
from companion.rules.text import T, Text
from companion.rules.view import Viewer

ALL_OUT = Choice("all-out", T("all dwarves working for one clan are out"))


class DarkCave(dealing.DealtGame[State]):
    """The rules of The Dark Cave; each rule stands in the module named after its chapter of the rulebook."""

    id = "dark-cave"
    title = T("Saboteur: The Dark Cave")
    about = T("Two clans look for the exit; saboteurs work for the other side. 2 to 8 players, one round.")
    least, most = 2, 8
    clans = ("yellow", "blue")
    cards = setup.CARDS
    guide = guide.GUIDE
    icons = (
        *("path", "discard", "secret-information", "rockfall", "swap", "spiderweb", "boots", "battle-axe", "meet"),
        *("rat", "lindworm", "goblin", "bridge", "tunnel", "gold", "nugget", "goal", "deck", "lying"),
    )

    def __init__(self) -> None:
        turn = [*(move() for move in CARD_MOVES), *step_moves(self), steps.EndTurn(self)]
        self.moves = table_moves.by_kind([*turn, *table_moves.table_moves(self, ("gold", "hand"), after=("gold",))])

    # -- set-up -------------------------------------------------------------------------------------------------
    def new_state(self, players: Sequence[str], options: dict[str, Any]) -> State:
        return State(options=options, seats=[Seat(name) for name in players])

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return setup.prepared(players)

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return setup.preparation(players, options)

    def start_round(self, state: State, entry: Entry) -> None:
        """Hands, deck and gold as prepared; nothing lies in the cave yet."""
        count = len(state.seats)
        hand = sum(setup.hand(count).values()) if state.counted else None
        fresh = self.new_state(state.names, state.options)
        for index, seat in enumerate(state.seats):
            card = seat.card
            clan = entry["clans"][index] if card is None else dealing.clan_of(card)
            state.seats[index] = Seat(seat.name, card, hand, seat.retired, clan, gold=setup.START_GOLD)
        state.deck = setup.deck(count) if state.counted else None
        state.pool = GOLD - setup.START_GOLD * count
        state.veins, state.exit_turn = 0, 0
        state.goals, state.out, state.webs, state.creatures = fresh.goals, fresh.out, fresh.webs, fresh.creatures

    # -- turns --------------------------------------------------------------------------------------------------
    def upkeep(self, state: State, seat: int) -> None:
        """Start of a turn (spec "Upkeep"): webs turn over or go, creatures go, a dwarf that lies stands up."""
        for web in [web for web in state.webs if web.owner == seat]:
            if web.side == 2:
                web.side = 1
                state.reminders.append({"seat": seat, "kind": "flip-web", "marker": web.marker, "side": 1})
            else:
                effects.remove_web(state, web.marker)
                state.reminders.append({"seat": seat, "kind": "remove-web", "marker": web.marker})
        for creature in [name for name in CREATURES if state.creatures.get(name) == seat]:
            del state.creatures[creature]
            state.reminders.append({"seat": seat, "kind": "remove-creature", "creature": creature})
        if state.seats[seat].lying:
            state.seats[seat].lying = False
            state.reminders.append({"seat": seat, "kind": "stand-up"})

    def new_turn(self, state: State, seat: int) -> Turn:
        stood_up = {"seat": seat, "kind": "stand-up"} in state.reminders
        return Turn(seat, state.number, may_move=not (stood_up or state.seats[seat].out))

    def quick(self, state: State, seat: int) -> list[Quick]:
        return steps.quiet_turn(self, state, seat)

    def end_reasons(self, state: State) -> tuple[Choice, ...]:
        usual = super().end_reasons(state)
        return (*usual, ALL_OUT) if state.by_hand else usual

    # -- counts -------------------------------------------------------------------------------------------------
    def deck_size(self, state: State) -> int:
        return sum((state.deck or {}).values())

    def change_deck(self, state: State, change: int) -> None:
        """Cards come off the top, group I first; cards added lie on the group on top (III when all are empty)."""
        deck = state.deck
        assert deck is not None
        if change > 0:
            top = next((group for group in setup.GROUPS if deck[group]), "III")
            deck[top] += change
        for group in setup.GROUPS:
            taken = min(deck[group], max(0, -change))
            deck[group] -= taken
            change += taken

    def check_correction(self, state: State, entry: Entry) -> None:
        if entry.get("gold", 0) > state.pool:
            raise RuleError(T("the pool has only {pool} gold left", pool=state.pool))

    def corrected(self, state: State, entry: Entry) -> None:
        """Gold comes from the pool and goes back there; after the end the score is computed anew."""
        state.pool -= entry.get("gold", 0)
        if state.status == OVER:
            self.score_round(state)

    # -- the end ------------------------------------------------------------------------------------------------
    def score_round(self, state: State) -> bool:
        places = {seat: place for place, seat in enumerate(state.out, start=1)}
        dwarves = [
            Dwarf(seat.card, seat.gold, places.get(index)) for index, seat in enumerate(state.seats) if seat.card
        ]
        if len(dwarves) < len(state.seats):
            return False
        state.score = score(dwarves)
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
        return guide.role(state, card)

    def secrets(self, state: State, seat: int) -> list[Secret]:
        return shown.secrets(state, seat)

    def reveal(self, state: State, seat: int, key: str) -> Text | None:
        return shown.reveal(state, seat, key)

    def steps(self, state: State) -> list[Step]:
        return tale.steps(self.snapshot(state))

    def tally(self, state: State) -> list[int]:
        return [seat.gold for seat in state.seats]

    def plot(self) -> Plot:
        return Plot(T("Gold over the turns"), T("Gold"))

    # -- scoring without the app --------------------------------------------------------------------------------
    def score_facts(self, given: Mapping[str, Any]) -> View:
        return facts.score_facts(self, given)

    def fact_fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        return facts.fields(players)

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        return facts.from_page(values, names)

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        return facts.steps(given)
