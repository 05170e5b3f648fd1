"""Who goes first in the next round, and why; played in Saboteur."""

from companion.engine.actions import Entry
from companion.engine.setup import explain_first, propose_first
from companion.games.saboteur import GAME
from companion.record.record import Record

DEAL: Entry = {
    "kind": "deal",
    "cards": ["gold-digger", "gold-digger", "gold-digger", "saboteur", "saboteur"],
    "aside": ["gold-digger"],
    "first": 0,
}
OVER: Entry = {"kind": "end", "reason": "cards"}


def played(*entries: Entry) -> Record:
    return Record.load(GAME, ["Anna", "Ben", "Cleo", "Dora", "Emil"], {}, [DEAL, *entries])


def test_explain_first_goes_by_the_turn_where_no_card_was_put_down() -> None:
    assert str(explain_first(GAME, played(OVER).state)) == "Ben goes first, because Anna had the last turn."


def test_propose_first_names_nobody_who_has_gone_or_will_sit_out() -> None:
    state = played({"kind": "discard", "by": 0}, {"kind": "retire", "seat": 1}, OVER).state
    assert (state.next_first, propose_first(GAME, state), propose_first(GAME, state, [2])) == (1, 2, 3)
