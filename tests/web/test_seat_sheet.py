"""The sheet of a seat: what can be corrected there, and by whom."""

from types import SimpleNamespace
from typing import Any

import pytest
from in_memory import CAVE, DEAL, table_of

from companion.engine.actions import Entry
from companion.engine.facts import MIDDLE
from companion.table.views.table_view import TableView
from companion.web.forms import FormError
from companion.web.render.seat_sheet import make_seat_sheet, read_lying


def table(game: str, *entries: Entry, looked: bool = True) -> Any:
    """As ``table.Table`` has it."""
    state = table_of(game, *entries, looked=looked)
    return SimpleNamespace(state=state, view=TableView(state))


def test_make_seat_sheet_has_the_counts_and_things_of_that_place() -> None:
    sheet = make_seat_sheet(table("dark-cave", CAVE), 1)
    assert {count.seat for count in sheet.counts} == {1}
    assert "boots" in {thing.id for thing in sheet.things}
    middle = make_seat_sheet(table("dark-cave", CAVE), MIDDLE)
    assert "boots" not in {thing.id for thing in middle.things}


def test_make_seat_sheet_covers_what_would_reveal_a_card_from_the_host() -> None:
    cave = table("dark-cave", CAVE)
    covered = make_seat_sheet(cave, 1).covered
    assert "revealed" in covered
    assert make_seat_sheet(cave, 1, own=True).covered == frozenset()
    revealed = table("dark-cave", CAVE, {"kind": "set", "seat": 1, "revealed": True})
    assert make_seat_sheet(revealed, 1).covered == frozenset()


def test_make_seat_sheet_has_the_secret_count_on_the_own_phone_alone() -> None:
    saboteur = table("saboteur", DEAL)
    own = make_seat_sheet(saboteur, 2, own=True).correction
    assert own
    assert own.fixed == {"seat": 2}
    assert make_seat_sheet(saboteur, 2).correction is None


def test_make_seat_sheet_says_whether_that_person_can_leave_or_come_back() -> None:
    assert make_seat_sheet(table("saboteur", DEAL), 1).goes == {"retire"}
    gone = table("saboteur", DEAL, {"kind": "retire", "seat": 1})
    assert make_seat_sheet(gone, 1).goes == {"return"}
    assert make_seat_sheet(table("saboteur", DEAL, looked=False), 1).goes == frozenset()


def test_make_seat_sheet_has_no_uses_where_turns_are_tracked() -> None:
    assert make_seat_sheet(table("dark-cave", CAVE), 1).uses == ()


def test_read_lying_reads_place_thing_and_number() -> None:
    assert read_lying({"lies": [[1, "boots", 1], [-1, "veins", 0]]}) == [(1, "boots", 1), (-1, "veins", 0)]
    assert read_lying({}) == read_lying({"lies": None}) == []


@pytest.mark.parametrize("lies", [[1], [["1", "boots", 1]], [[1, "boots"]], [[1, "boots", True]], [[1, 2, 3]]])
def test_read_lying_refuses_what_no_page_sends(lies: list[Any]) -> None:
    with pytest.raises(FormError):
        read_lying({"lies": lies})
