"""The worth of treasures: typed by each seat for itself, or at the table, once the play is over."""

from typing import Any

import pytest

from companion.engine.play import make_offer
from companion.engine.state import OVER, ROUND_OVER, SCORING
from companion.engine.text import RuleError, T
from companion.games.lost_mines import GAME
from companion.games.lost_mines.treasures import value_fields
from companion.record.record import EntryError

from .lost_mines import AGREED, THREE, deal, played, two_taken

VALUES = {"kind": "treasures", "values": [[4], [], [3]]}


def test_value_fields_ask_as_many_as_the_seat_took() -> None:
    state = played(deal(*THREE), *two_taken()).state
    assert [len(value_fields(state, seat, "values", T("Values")).each) for seat in range(3)] == [1, 0, 1]


def test_make_automatic_enters_the_treasures_once_every_seat_has_typed_its_own() -> None:
    state = played(deal(*THREE), *two_taken()).state
    assert state.status == SCORING
    assert make_offer(GAME, state).acting == (0, 2)
    assert [len(GAME.list_private_fields(state, seat)) for seat in range(3)] == [1, 0, 1]
    assert GAME.list_notices(state, 0)
    assert not GAME.list_notices(state, 1)
    typed: dict[int, dict[str, Any]] = {0: {"values": [4]}}
    early = played(deal(*THREE), *two_taken()[:3]).state
    assert len(GAME.list_private_fields(early, 0)) == 1, "while the round is still played"
    untracked = played(deal(*THREE), *two_taken()[:3], {"kind": "follow", "how": "timers"}).state
    assert not GAME.list_private_fields(untracked, 0), "the result asks for it"
    for waits in (early, state):
        assert GAME.make_automatic(waits, typed) is None
    typed[2] = {"values": [3, 1]}
    assert GAME.make_automatic(state, typed) is None
    typed[2] = {"values": [3]}
    assert GAME.make_automatic(state, typed) == {"kind": "treasures", "values": [[4], [], [3]]}


@pytest.mark.parametrize("values", [[0], [True], ["4"], [4, 4], [], 4])
def test_value_fields_refuse_what_is_no_value(values: Any) -> None:
    (field,) = GAME.list_private_fields(played(deal(*THREE), *two_taken()).state, 0)
    field.check([4000])
    with pytest.raises(RuleError):
        field.check(values)


def test_treasures_are_entered_once() -> None:
    told = {"kind": "treasures", "values": [[4], [], [3]]}
    with pytest.raises(EntryError, match="already known"):
        played({"kind": "deal", "clans": ["yellow"] * 3, "first": 0}, *two_taken(), told, told, dealing="cards")


def test_treasures_score_the_round_and_are_refused_before_the_play_is_over() -> None:
    early = played(deal(*THREE), *two_taken()[:3])
    with pytest.raises(EntryError, match="the round is still going on"):
        early.append(VALUES)
    record = played(deal(*THREE), *two_taken(), VALUES)
    assert record.state.status == ROUND_OVER
    assert record.state.values == [[4], [], [3]]


@pytest.mark.parametrize("values", [[[4], [], []], [[4], [1], [3]], [[0], [], [3]]])
def test_treasures_refuse_other_numbers_than_were_taken(values: list[list[int]]) -> None:
    with pytest.raises(EntryError):
        played(deal(*THREE), *two_taken(), {"kind": "treasures", "values": values})


def test_treasures_are_not_asked_where_nobody_took_any_or_the_game_was_stopped() -> None:
    assert played(deal(*THREE), AGREED, rounds=1).state.status == OVER
    stopped = played(deal(*THREE), *two_taken(), {"kind": "stop"})
    with pytest.raises(EntryError, match="the game was stopped"):
        stopped.append(VALUES)
