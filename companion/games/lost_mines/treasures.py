"""The worth of the treasures: typed by each seat for itself, or at the table (spec "Entries", ``treasures``).

What a seat typed is nobody else's to see until the round is told; how it is shared out is ``score``'s.
"""

from __future__ import annotations

from companion.games.lost_mines.state import State
from companion.rules.asking import Entry, Field, ListOf, Number, need
from companion.rules.dealing import TableMove, dealt
from companion.rules.text import T, Text

MOST = 10**9
"""A treasure is worth 1 or more; the rules name no upper limit, a field needs one."""


def value_fields(state: State, seat: int, name: str, label: Text) -> ListOf:
    """Make the fields for the values of the seat's treasures."""
    each = tuple(
        Number("values", T("Treasure {n}", n=number), low=1, high=MOST, start=1)
        for number in range(1, state.seats[seat].treasures + 1)
    )
    return ListOf(name, label, each=each)


play_over = need(
    T("the round is going on: treasures are turned over when play is over"), lambda state, by: not state.playing
)
not_stopped = need(T("the game was stopped"), lambda state, by: not state.stopped)
not_told = need(T("the values of the treasures are known already"), lambda state, by: state.told_values is None)


class Treasures(TableMove):
    """The treasures are turned over and their values typed, once, when play is over; the score waits for it."""

    kind, label, icon = "treasures", T("The treasures are turned over"), "treasure"
    group = "settle"
    needs = (dealt, play_over, not_stopped, not_told)
    says = T("Everybody turned over their treasures.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        each = tuple(value_fields(state, seat, name, T("{name}", name=name)) for seat, name in enumerate(state.names))
        return (ListOf("values", T("What each treasure is worth"), each=each),)

    def effect(self, state: State, entry: Entry) -> None:
        state.values = [list(values) for values in entry["values"]]
        self.game.settle(state)
