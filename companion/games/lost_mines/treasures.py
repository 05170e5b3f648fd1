"""The worth of the treasures: typed by each seat for itself, or at the table (spec "Entries", ``treasures``).

Nobody else sees what a seat typed until the round is revealed; ``score`` shares the points out.
"""

from __future__ import annotations

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import condition
from companion.engine.dealing import TableMove, dealt
from companion.engine.fields import Field, FixedList, Number
from companion.engine.text import T, Text
from companion.engine.turns import score_if_complete
from companion.games.lost_mines.state import State

MOST = 10**9
"""The most points that can be typed for a treasure: the rules have no limit, but a field needs one."""


def value_fields(state: State, seat: int, name: str, label: Text) -> FixedList:
    """Make the fields for the values of the seat's treasures."""
    each = tuple(
        Number("values", T("Treasure {n}", n=number), low=1, high=MOST, start=1)
        for number in range(1, state.seats[seat].treasures + 1)
    )
    return FixedList(name, label, each=each)


play_over = condition(
    T("the round is still going on: treasures are turned over at the end"), lambda state, by: not state.playing
)
not_stopped = condition(T("the game was stopped"), lambda state, by: not state.stopped)
not_told = condition(T("the values of the treasures are already known"), lambda state, by: state.told_values is None)


class Treasures(TableMove):
    """When play is over, treasures are turned over and their values entered, once; the score waits for it."""

    kind = "treasures"
    label = T("Turn over the treasures")
    icon = "treasure"
    group = ButtonGroup.SETTLE
    conditions = (dealt, play_over, not_stopped, not_told)
    log_text = T("Everyone turned over their treasures.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        each = tuple(value_fields(state, seat, name, T("{name}", name=name)) for seat, name in enumerate(state.names))
        return (FixedList("values", T("What each treasure is worth"), each=each),)

    def effect(self, state: State, entry: Entry) -> None:
        state.values = [list(values) for values in entry["values"]]
        score_if_complete(self.game, state)
