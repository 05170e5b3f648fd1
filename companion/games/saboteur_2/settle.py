"""After the play of a round of Saboteur 2: counting crystals, and the thefts one after the other."""

from __future__ import annotations

from companion.games.saboteur_2.state import State
from companion.rules import tools, turns
from companion.rules.action import Entry
from companion.rules.asks import none_open, seat_choices
from companion.rules.fields import Choice, Field, Number, OneOf
from companion.rules.move import Move
from companion.rules.state import SCORING, SETUP
from companion.rules.text import TN, T, Text


class Crystals(Move[State]):
    """All crystals on visible path cards are counted; always asked, so that asking tells nothing."""

    kind = "crystals"
    label = T("Count the crystals")
    icon = "crystal"
    group = "settle"
    seated = False

    def __init__(self, game: tools.ToolsGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        if state.status == SETUP:
            return turns.play_closed(state)
        if state.status != SCORING or state.crystals is not None:
            return T("the crystals are counted once, after the play")
        return None

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (Number("count", T("Crystals on all path cards that lie open"), low=0, high=99, start=0),)

    def apply(self, state: State, entry: Entry) -> None:
        state.crystals = entry["count"]
        turns.settle(self.game, state)

    def sentence(self, state: State, entry: Entry) -> Text:
        return TN("{n} crystal lies open.", "{n} crystals lie open.", entry["count"])


class Steal(Move[State]):
    """A theft works: 1 gold from another seat that has any; from nobody when nobody else has gold."""

    kind = "steal"
    label = T("Steal 1 gold")
    icon = "theft"
    group = "settle"

    def __init__(self, game: tools.ToolsGame[State]) -> None:
        self.game = game

    def closed(self, state: State, by: int) -> Text | None:
        if not state.thieves:
            return T("nobody steals now")
        first = state.thieves[0]
        return None if first == by else T("{name} steals first", name=state.seats[first].name)

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        def poor(seat: int) -> Text | None:
            return None if state.seats[seat].gold else T("{name} has no gold", name=state.seats[seat].name)

        seats = seat_choices(state, poor, without=by)
        rich = None if none_open(seats) else T("somebody else has gold: the theft takes 1")
        nobody = Choice(None, T("nobody: nobody else has gold"), rich)
        return (OneOf("from", T("From whom"), choices=(*seats, nobody)),)

    def apply(self, state: State, entry: Entry) -> None:
        thief, victim = entry["by"], entry["from"]
        state.thieves.remove(thief)
        if victim is not None:
            state.seats[victim].gold -= 1
            state.seats[thief].gold += 1
            state.thefts.append((thief, victim))
        turns.settle(self.game, state)

    def sentence(self, state: State, entry: Entry) -> Text:
        name = state.seats[entry["by"]].name
        if entry["from"] is None:
            return T("{name} finds nobody with gold to steal.", name=name)
        return T("{name} steals 1 gold from {victim}.", name=name, victim=state.seats[entry["from"]].name)


def settle_moves(game: tools.ToolsGame[State]) -> list[Move[State]]:
    return [Steal(game), Crystals(game)]
