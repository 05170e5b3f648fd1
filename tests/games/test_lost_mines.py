"""What The Lost Mines declares, and says to each seat."""

import pytest

from companion.engine.actions import Entry
from companion.games.lost_mines import GAME
from companion.games.lost_mines.state import State

from .lost_mines import THREE, deal, mine, played, take, turn


@pytest.mark.parametrize(("players", "sentences"), [(4, 2), (6, 2), (9, 1)])
def test_list_preparation_has_the_dwarf_cards_where_they_are_dealt_by_hand(players: int, sentences: int) -> None:
    phones = GAME.list_preparation(players, {"dealing": "phones"}, 1)
    by_hand = GAME.list_preparation(players, {"dealing": "cards"}, 1)
    assert len(by_hand) - len(phones) == sentences - 1
    assert len(GAME.list_preparation(players, {"dealing": "cards"}, 2)) == len(by_hand) + 1


@pytest.mark.parametrize(
    ("players", "loyal", "cards"), [(3, 1, 6), (4, 1, 6), (5, 2, 8), (6, 2, 8), (7, 3, 10), (9, 3, 10)]
)
def test_prepare_removes_loyal_dwarves_by_number_of_players(players: int, loyal: int, cards: int) -> None:
    (way,) = GAME.prepare(players, {})
    assert way.total() == cards
    assert way == {
        f"{clan}-{identity}": count
        for clan in ("yellow", "blue")
        for identity, count in (("loyal", loyal), ("selfish", 1), ("saboteur", 1))
    }


# -- what is not to be forgotten ------------------------------------------------------------------------------------
def told(state: State, seat: int) -> str:
    return " ".join(str(notice) for notice in GAME.list_notices(state, seat))


def test_list_notices_reminds_whoever_ended_on_a_mine_of_its_treasure() -> None:
    record = played(deal(*THREE), {"kind": "play-path", "by": 0}, {**mine("gold"), "by": 0})
    assert "is on the gold mine: take one of its treasures" in told(record.state, 0)
    assert not told(record.state, 1)
    record.append({**take("gold"), "by": 0})
    assert not told(record.state, 0)


@pytest.mark.parametrize(
    ("found", "then"),
    [("dragon", []), ("gold", [*turn(0), *turn(1), *turn(2)]), ("gold", [{"kind": "set", "mines": []}])],
    ids=["the dragon's mine", "moved on", "taken back"],
)
def test_list_notices_reminds_nobody_who_stands_on_no_mine_with_treasures(found: str, then: list[Entry]) -> None:
    record = played(deal(*THREE), *turn(0, mine(found)), *turn(1), *turn(2), *then)
    assert not told(record.state, 0)
