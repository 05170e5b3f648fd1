"""Scores as lines that add up, and the sheet of facts that a page asks for or a file has."""

from typing import Any

import pytest
from example_game import GAME, KEEPER, WRECKER
from harbour import dealt

from companion.engine.display import ScoreLine
from companion.engine.fields import IntList, Number, OneOf, OptionalRank, OptionalSeat, choices
from companion.engine.round_facts import require_sheet
from companion.engine.scoring import (
    PerSeat,
    RoundSheet,
    SeatList,
    SheetColumn,
    add_up,
    add_up_by_seat,
    check_keys,
    ending_line,
    find_most,
    winner_lines,
    write_sum,
    write_winners,
)
from companion.engine.text import RuleError, T

SHEET = require_sheet(GAME)
CARDS = PerSeat(OneOf("cards", T("Card"), choices=choices(GAME.roles)))
FINDER = SheetColumn(OptionalSeat("finder", T("Who found it?")))
BROKEN = SeatList(OneOf("broken", T("Broken")), missing=())
PLACES = PerSeat(OptionalRank("places", T("Places")))
COUNT = SheetColumn(Number("count", T("Crystals"), high=9), missing=0)
LIST = RoundSheet(CARDS, FINDER, BROKEN, COUNT)


# -- lines ----------------------------------------------------------------------------------------------------------
def line(amount: int | None, seat: int | None = None) -> ScoreLine:
    return ScoreLine(T("line"), amount, seat)


def test_add_up_skips_lines_that_only_tell_something() -> None:
    assert add_up([line(3), line(None), line(-1)]) == 2


def test_add_up_by_seat_leaves_out_lines_of_a_group() -> None:
    assert add_up_by_seat(iter([line(3, 0), line(2, 2), line(9), line(-1, 0)]), 3) == [2, 0, 2]


@pytest.mark.parametrize(
    ("gold", "seats"), [([3, 1, 3], [0, 2]), ([0, 0], []), ([-1, -2], []), ([0, 1], [1]), ([-4, 2, 1], [1])]
)
def test_find_most_is_nobody_where_nobody_has_any(gold: list[int], seats: list[int]) -> None:
    assert find_most(gold) == seats


@pytest.mark.parametrize(
    ("numbers", "said"), [([-1, 1, -2], "−1 + 1 − 2"), ([4, 0], "4 + 0"), ([7], "7"), ([], "0"), ([-4], "−4")]
)
def test_write_sum_has_the_sign_of_what_is_taken_off(numbers: list[int], said: str) -> None:
    assert str(write_sum(numbers)) == said


@pytest.mark.parametrize(("seats", "said"), [([], "Nobody wins"), ([2], "The winner"), ([0, 2], "The winners")])
def test_write_winners_goes_by_how_many_have_won(seats: list[int], said: str) -> None:
    assert str(write_winners(seats)) == said


def test_winner_lines_have_a_crown_and_the_amount_where_it_is_given() -> None:
    plain, paid = (winner_lines(["Anna", "Ben"], [1], amounts) for amounts in (None, [4, 6]))
    assert [(str(one.text), one.amount, one.seat, one.icon) for one in (*plain, *paid)] == [
        ("Ben wins!", None, 1, "crown"),
        ("Ben wins!", 6, 1, "crown"),
    ]


def test_ending_line_is_there_only_with_a_sentence() -> None:
    assert ending_line(None) == ()
    assert [str(one.text) for one in ending_line(T("It is over."))] == ["It is over."]


# -- columns --------------------------------------------------------------------------------------------------------
def test_sheet_column_is_asked_once_and_is_null_for_nobody() -> None:
    (asked,) = FINDER.fields(3, {})
    assert isinstance(asked, OneOf)
    assert [one.value for one in asked.choices] == [-1, 0, 1, 2]
    assert FINDER.from_page({"finder": -1}, 3) is None
    assert FINDER.from_page({"finder": 2}, 3) == 2
    assert FINDER.to_page(None, 3) == {"finder": -1}
    assert COUNT.from_page({}, 3) == 0


def test_map_seats_turns_places_of_a_page_into_seats() -> None:
    """The second of those who play can sit at the third seat."""
    at = [0, 2, 3].__getitem__
    assert (FINDER.map_seats(1, at), FINDER.map_seats(None, at)) == (2, None)
    assert BROKEN.map_seats([0, 2], at) == [0, 3]
    assert COUNT.map_seats(1, at) == 1, "a number is no seat"


def test_per_seat_asks_each_and_reads_a_list_for_each() -> None:
    (asked,) = CARDS.fields(3, {})
    assert len(asked.each) == 3  # type: ignore[attr-defined]
    whose = dict(enumerate(("Anna", "Ben", "Cleo")))
    assert CARDS.read([KEEPER, WRECKER, KEEPER], whose) == [KEEPER, WRECKER, KEEPER]
    with pytest.raises(RuleError, match="cards must be a list of 3"):
        CARDS.read([KEEPER], whose)
    with pytest.raises(RuleError, match="Ben: cards can't be captain"):
        CARDS.read([KEEPER, "captain", KEEPER], whose)


def test_per_seat_offers_only_what_the_options_leave() -> None:
    column = PerSeat(CARDS.ask, offered=lambda options: [WRECKER])
    (asked,) = column.fields(2, {})
    assert [[one.value for one in each.choices] for each in asked.each] == [[WRECKER]] * 2  # type: ignore[attr-defined]


def test_per_seat_ranks_are_null_where_there_is_none() -> None:
    assert PLACES.from_page({"places": [2, 0, 1]}, 3) == [2, None, 1]
    assert PLACES.to_page([2, None, 1], 3) == {"places": [2, 0, 1]}


def test_seat_list_has_a_flag_a_seat_on_the_page() -> None:
    assert BROKEN.from_page({"broken": [True, False, True]}, 3) == [0, 2]
    assert BROKEN.from_page({}, 3) == []
    assert BROKEN.to_page([0, 2], 3) == {"broken": [True, False, True]}
    whose = {0: "Anna", 2: "Cleo"}
    assert BROKEN.read([2], whose) == [2]
    for wrong in ([1], [2, 2], 2):
        with pytest.raises(RuleError):
            BROKEN.read(wrong, whose)


# -- a sheet --------------------------------------------------------------------------------------------------------
def test_read_checks_each_fact_and_fills_in_what_may_be_missing() -> None:
    read = LIST.read({"cards": [KEEPER, WRECKER], "finder": None}, 1)
    assert (read["cards"], read["finder"], read["broken"], read["count"]) == ([KEEPER, WRECKER], None, (), 0)
    assert read["seats"] == [0, 1]
    assert [str(name) for name in read["names"]] == ["seat 0", "seat 1"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"cards": [KEEPER]}, "round 2: finder is missing"),
        ({"cards": [KEEPER], "finder": 1}, "finder can't be 1"),
        ({"cards": KEEPER, "finder": None}, "cards must be a list"),
        ({"cards": [KEEPER], "finder": None, "gold": 1}, "round 2: unknown field gold"),
        ([KEEPER], "round 2 must be an object with cards, finder"),
    ],
)
def test_read_names_what_is_wrong_with_its_round(given: Any, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        LIST.read(given, 2)


def test_read_in_rows_has_an_object_for_each_seat() -> None:
    rows = [{"name": "Anna", "card": KEEPER, "coins": 2}, {"name": "Ben", "card": WRECKER, "coins": 0}]
    read = SHEET.read({"seats": rows}, 1)
    assert (read["card"], read["coins"], read["names"]) == ([KEEPER, WRECKER], [2, 0], ["Anna", "Ben"])


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{"name": "Anna", "card": KEEPER}], "seat 0: coins is missing"),
        ([{"name": "", "card": KEEPER, "coins": 1}], "seat 0: enter a name"),
        ([{"name": "Anna", "card": KEEPER, "coins": -1}], "Anna: coins must be from 0"),
        ("Anna", "seats must be a list"),
    ],
)
def test_read_in_rows_names_the_seat_that_is_wrong(rows: Any, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        SHEET.read({"seats": rows}, 1)


def test_make_error_names_a_fact_to_a_files_author_by_its_key() -> None:
    assert str(LIST.make_error("count", T("too many"))) == "count: too many"


# -- at a table -----------------------------------------------------------------------------------------------------
def test_list_asked_leaves_out_the_cards_that_the_app_dealt() -> None:
    assert [one.name for one in LIST.list_asked(dealt())] == ["finder", "broken", "count"]
    assert [one.name for one in LIST.list_asked(dealt(dealing="cards"))] == ["cards", "finder", "broken", "count"]


def test_list_asked_leaves_out_what_the_app_knows_or_does_not_matter() -> None:
    known = SheetColumn(COUNT.ask, known=lambda state: 3)
    idle = SheetColumn(FINDER.ask, matters=lambda options: False, missing=None)
    sheet = RoundSheet(CARDS, idle, known)
    assert sheet.list_asked(dealt()) == ()
    assert sheet.list_entered(dealt()) == ["finder"], "a record may still have it"


def test_read_typed_and_to_page_are_the_way_and_back_past_who_sits_out() -> None:
    state = dealt(4)
    state.seats[1].sits_out = True
    page = {"finder": 1, "broken": [False, False, True], "count": 4}
    told = LIST.read_typed(state, page)
    assert told == {"finder": 2, "broken": [3], "count": 4}
    assert LIST.to_page(state, told) == page


def test_read_typed_in_rows_is_an_object_a_seat() -> None:
    assert SHEET.read_typed(dealt(), {"coins": [1, 0, 2]}) == {"seats": [{"coins": 1}, {"coins": 0}, {"coins": 2}]}
    assert SHEET.to_page(dealt(), {"seats": [{"coins": 1}, {"coins": 0}, {"coins": 2}]}) == {"coins": [1, 0, 2]}


def test_read_entered_adds_the_cards_that_the_app_dealt_and_names_people() -> None:
    state = dealt()
    read = SHEET.read_entered(state, {"seats": [{"coins": 1}] * 3})
    assert (read["card"], read["names"], read["seats"]) == (
        [KEEPER, KEEPER, WRECKER],
        ["Anna", "Ben", "Cleo"],
        [0, 1, 2],
    )
    with pytest.raises(RuleError, match="Anna: coins must be a whole number"):
        SHEET.read_entered(state, {"seats": [{"coins": "1"}] * 3})


def test_list_known_values_fills_in_what_everybody_sees() -> None:
    state = dealt(4)
    state.seats[0].coins = 3
    state.seats[1].sits_out = True
    assert SHEET.list_known_values(state) == {"coins": [3, 0, 0]}


def test_adjust_changes_nothing_where_a_game_does_not_say_so() -> None:
    assert LIST.adjust(dealt(), {"finder": 1}, lambda items: None) == ({"finder": 1}, [])


@pytest.mark.parametrize(
    ("given", "why"),
    [(3, "the file must be an object with a"), ({"b": 1}, "the file: unknown field b"), ({}, "the file: a is missing")],
)
def test_check_keys_names_what_is_unknown_or_missing(given: Any, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        check_keys(given, ["a"], T("the file"), ["c"])
    assert check_keys({"a": 1, "c": 2}, ["a"], T("the file"), ["c"]) == {"a": 1, "c": 2}


def test_int_list_column_reads_a_typed_line_for_each_seat() -> None:
    column = PerSeat(IntList("values", T("Values"), most=9))
    assert column.from_page({"values": ["4 2", ""]}, 2) == [[4, 2], []]
    assert column.to_page([[4, 2], []], 2) == {"values": ["4 2", ""]}
