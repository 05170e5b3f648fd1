"""Several seats in one go, from a list that someone pastes."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from faults.house import House

from companion.games import all_games
from companion.table.commands import seating

MOST = max(game.most for game in all_games().values())
LONG = "Bartholomäus-Maximilian Zwei"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "data", ()) as house:
        yield house


def names(house: House) -> list[str]:
    return [seat.name for seat in house.table.state.seats]


@pytest.mark.parametrize(
    "given", ["Anna\nBen\nCleo", "Anna, Ben, Cleo", " Anna;\r\n\r\nBen ,, \tCleo\r\n", "Anna\rBen\nCleo,"]
)
def test_add_seats_makes_a_seat_for_each_name_of_a_list(house: House, given: str) -> None:
    assert house.tap(house.host, "host/seats", name=given).status_code == 200
    assert names(house) == ["Anna", "Ben", "Cleo"]


def test_add_seats_refuses_a_list_that_does_not_fit(house: House) -> None:
    everyone = [f"Player {n}" for n in range(1, MOST + 2)]
    answer = house.tap(house.host, "host/seats", name="\n".join(everyone))
    assert answer.status_code == 409
    assert f"{MOST + 1} names, but only {MOST} more fit at this table" in unescape(answer.text)
    assert names(house) == []
    assert house.tap(house.host, "host/seats", name="\n".join(everyone[:MOST])).status_code == 200
    assert names(house) == everyone[:MOST]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("Anna\nBen\nanna", "Anna: there's already a anna at this table"),
        (f"Anna\n{LONG}", f"{LONG[:23]}…: this name has {len(LONG)} characters"),
    ],
)
def test_add_seats_refuses_a_list_with_a_name_that_cannot_be_had(house: House, given: str, says: str) -> None:
    answer = house.tap(house.host, "host/seats", name=given)
    assert answer.status_code == 422
    assert says in unescape(answer.text)
    assert names(house) == []


@pytest.mark.parametrize("given", ["", " , \n"])
def test_add_seats_asks_for_a_name(house: House, given: str) -> None:
    answer = house.tap(house.host, "host/seats", name=given)
    assert answer.status_code == 422
    assert "Enter a name" in answer.text


def test_choose_avatar_remembers_the_figure_for_other_tables(house: House) -> None:
    house.table.run(seating.add_seat, "Anna")
    house.table.run(seating.choose_avatar, house.id_of("Anna"), "fox")
    other = house.hall.tables.create()
    other.run(seating.add_seat, "anna")
    assert other.state.seats[0].figure == "fox"
