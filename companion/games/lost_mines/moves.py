"""Step 2 of a turn of The Lost Mines: traps, mines and treasures (rulebook "Move your dwarf")."""

from __future__ import annotations

from companion.games.lost_mines.state import MINES, TREASURE_MINES, State
from companion.games.lost_mines.words import MINE_ICONS, MINE_NAMES
from companion.rules import turns
from companion.rules.action import Action, Entry
from companion.rules.cards import Step, loses_card
from companion.rules.fields import Choice, Field, OneOf
from companion.rules.move import Move
from companion.rules.text import T, Text, sentences
from companion.rules.unported import DealtGame, step_two_closed

TAKE_LABELS = {"gold": T("Take gold"), "silver": T("Take silver"), "gemstones": T("Take gemstones")}


class CrossTrap(Step[State]):
    """Over a trap: the mover loses a card, drawn unseen by the left neighbour; nothing where there is none."""

    kind = "cross-trap"
    label = T("Over a trap")
    icon = "trapped"

    def closed(self, state: State, by: int) -> Text | None:
        return super().closed(state, by) or (None if state.traps else T("no trap lies on the board"))

    def apply(self, state: State, entry: Entry) -> None:
        turns.change_hand(state, entry["by"], -1)

    def sentence(self, state: State, entry: Entry) -> Text:
        told = T("{name} crosses a trap.", name=state.seats[entry["by"]].name)
        return sentences([told, loses_card(state, entry["by"])])


class RevealMine(Step[State]):
    """First onto a mine: it is turned up and movement ends; the dragon's gives the mover the dragon token."""

    kind = "reveal-mine"
    label = T("Turn up a mine")
    icon = "mine"

    def closed(self, state: State, by: int) -> Text | None:
        left = len(state.mines) < len(MINES)
        return super().closed(state, by) or (None if left else T("all mines are turned up already"))

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        def closed(mine: str) -> Text | None:
            return T("the {mine} is turned up already", mine=MINE_NAMES[mine]) if mine in state.mines else None

        choices = tuple(Choice(mine, MINE_NAMES[mine], closed(mine), MINE_ICONS[mine]) for mine in MINES)
        return (OneOf("mine", T("It is"), choices=choices),)

    def apply(self, state: State, entry: Entry) -> None:
        turn = state.running
        turn.may_move = False
        turn.revealed = entry["mine"]
        state.mines.append(entry["mine"])
        if entry["mine"] == "dragon":
            state.seats[entry["by"]].dragon = True

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        if entry["mine"] == "dragon":
            return T("{name} turns up the dragon's mine and takes the dragon token.", name=name)
        return T("{name} turns up a mine: it is the {mine}.", name=name, mine=MINE_NAMES[entry["mine"]])


class TakeTreasure(Move[State]):
    """Ended the movement on a mine, or stayed on it: one of its treasures, once a turn. The last one ends the round."""

    kind = "take-treasure"
    label = T("Take a treasure")
    icon = "treasure"
    may_end_round = True
    group = "move"

    def __init__(self, game: DealtGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        closed = step_two_closed(state, by)
        if closed:
            return closed
        turn = state.running
        if turn.took:
            return T("{name} has taken a treasure in this turn already", name=state.active.name)
        if turn.revealed == "dragon":
            return T("{name} stands on the dragon's mine: there is no treasure in it", name=state.active.name)
        if not state.treasures_left:
            return T("no treasure lies on the table any more")
        if not set(TREASURE_MINES) & set(state.mines):
            return T("no mine with treasures is turned up yet")
        return None

    def actions(self, state: State, by: int) -> list[Action]:
        def closed(mine: str) -> Text | None:
            if mine not in state.mines:
                return T("the {mine} is not turned up yet", mine=MINE_NAMES[mine])
            stands_on = state.running.revealed
            if stands_on not in (None, mine):
                return T("{name} stands on the {mine}", name=state.active.name, mine=MINE_NAMES[stands_on])
            return None

        return [
            self.action(by, label=label, icon=MINE_ICONS[mine], fixed={"treasure": mine}, closed=closed(mine))
            for mine, label in TAKE_LABELS.items()
        ]

    def apply(self, state: State, entry: Entry) -> None:
        state.running.took = True
        state.running.may_move = False
        state.treasures_left -= 1
        state.seats[entry["by"]].treasures += 1
        if not state.treasures_left:
            turns.finish(self.game, state, "treasures")

    def sentence(self, state: State, entry: Entry) -> Text:
        values = {"name": state.seats[entry["by"]].name, "mine": MINE_NAMES[entry["treasure"]]}
        told = T("{name} takes a treasure from the {mine} and keeps it face down.", **values)
        if state.treasures_left > 1:
            return told
        return sentences([told, T("It was the last one: play is over.")])


def step_moves(game: DealtGame[State]) -> list[Move[State]]:
    return [CrossTrap(game), RevealMine(game), TakeTreasure(game)]
