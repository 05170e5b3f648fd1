"""What an entry or an option asks for: which values are right, and how a wrong one is named."""

from typing import Any

import pytest
from harbour import dealt

from companion.engine.conditions import condition
from companion.engine.fields import (
    AnyOf,
    Choice,
    Field,
    FixedList,
    Flag,
    IntList,
    NameField,
    Number,
    ObjectList,
    OneOf,
    OptionalRank,
    OptionalSeat,
    Piece,
    ShortText,
    SomeOf,
    any_seat,
    check_choice,
    check_fields,
    check_list,
    check_unique,
    choices,
    fold_name,
    hidden,
    is_number,
    is_same,
    other_seat,
    piece,
    pieces,
    seat_choices,
    seats_of,
    some_pieces,
    write_plain,
)
from companion.engine.text import RuleError, T

ONE = Choice(1, T("one"))
TWO = Choice(2, T("two"))
GREY = Choice(3, T("three"), closed=T("three is taken"))
PICK = OneOf("pick", T("Which?"), choices=(ONE, TWO, GREY))
TOOLS = pieces(Piece("axe", T("axe"), "axe"), Piece("rope", T("rope"), short=T("a rope")))
poor = condition(T("{name} has coins"), lambda state, seat: state.seats[seat].coins == 0)


def refused(field: Field, value: Any) -> str:
    with pytest.raises(RuleError) as error:
        field.check(value)
    return str(error.value)


# -- right and wrong values -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("field", "value"),
    [
        (PICK, 1),
        (SomeOf("some", T("Some"), choices=(ONE, TWO)), []),
        (SomeOf("some", T("Some"), choices=(ONE, TWO)), [2, 1]),
        (AnyOf("any", T("Any"), choices=(ONE, TWO), most=2), [1, 1]),
        (Flag("flag", T("Flag")), True),
        (Flag("flag", T("Flag"), closed=T("not now")), False),
        (Number("number", T("Number"), low=1, high=3), 1),
        (Number("number", T("Number"), low=1, high=3), 3),
        (ShortText("note", T("Note")), "x" * 200),
        (IntList("list", T("List"), most=9), "4 2"),
        (NameField("name", T("Name"), taken=("Anna",)), "Ben"),
        (FixedList("all", T("All"), each=(PICK, PICK)), [1, 2]),
        (ObjectList("rows", T("Rows"), each=(PICK, Flag("flag", T("Flag"))), once="pick"), [{"pick": 1}, {"pick": 2}]),
    ],
)
def test_field_check_takes_a_right_value(field: Field, value: Any) -> None:
    field.check(value)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (PICK, 4, "pick can't be 4: one of 1, 2 was expected"),
        (PICK, True, "pick can't be True: one of 1, 2 was expected"),
        (PICK, 3, "three is taken"),
        (OneOf("pick", T("Which?"), choices=(GREY,)), 4, "pick can't be 4: nothing can be chosen now"),
        (SomeOf("some", T("Some"), choices=(ONE, TWO)), 1, "some must be a list"),
        (SomeOf("some", T("Some"), choices=(ONE, TWO)), [1, 1], "some: 1 appears twice"),
        (AnyOf("any", T("Any"), choices=(ONE, TWO), most=2), [1, 1, 2], "any: at most 2 allowed, not 3"),
        (Flag("flag", T("Flag")), 1, "flag must be true or false"),
        (Flag("flag", T("Flag"), closed=T("not now")), True, "not now"),
        (Number("number", T("Number"), low=1, high=3), 0, "number must be from 1 to 3, not 0"),
        (Number("number", T("Number"), low=1, high=3), 4, "number must be from 1 to 3, not 4"),
        (Number("number", T("Number"), low=1, high=3), True, "number must be a whole number"),
        (Number("number", T("Number"), low=1, high=3), "2", "number must be a whole number"),
        (ShortText("note", T("Note")), "x" * 201, "note must be a text of at most 200 characters"),
        (ShortText("note", T("Note")), 1, "note must be a text of at most 200 characters"),
        (NameField("name", T("Name")), "  ", "enter a name with at least one letter"),
        (NameField("name", T("Name"), taken=("Anna",)), " ANNA ", "there's already a ANNA at this table"),
        (FixedList("all", T("All"), each=(PICK, PICK)), [1], "all must be a list of 2"),
        (FixedList("all", T("All"), each=(PICK, PICK)), [1, 9], "pick can't be 9"),
        (ObjectList("rows", T("Rows"), each=(PICK,), once="pick"), [1], "rows must be a list of objects with pick"),
        (ObjectList("rows", T("Rows"), each=(PICK,), once="pick"), [{}], "the field pick is missing"),
        (ObjectList("rows", T("Rows"), each=(PICK,), once="pick"), [{"pick": 1}] * 2, "rows: 1 appears twice"),
        (
            ObjectList("rows", T("Rows"), each=(PICK, Flag("flag", T("Flag"))), once="pick", some=True),
            [{"pick": 1}],
            "rows: each one needs something to set",
        ),
    ],
)
def test_field_check_names_what_is_wrong(field: Field, value: Any, why: str) -> None:
    assert refused(field, value).startswith(why)


def test_check_fields_takes_what_is_expected_and_what_may_stand_there_too() -> None:
    check_fields((PICK, Flag("flag", T("Flag"))), {"pick": 1, "kind": "play"}, {"kind"})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"pick": 1, "other": 2}, "unknown field other"),
        ({}, "the field pick is missing"),
        ({"pick": 7}, "pick can't be 7"),
    ],
)
def test_check_fields_names_what_is_unknown_missing_or_wrong(given: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        check_fields((PICK,), given)


def test_check_list_counts_where_a_number_is_given() -> None:
    check_list("cards", [1, 2])
    check_list("cards", [1, 2], 2)
    with pytest.raises(RuleError, match="cards must be a list of 3"):
        check_list("cards", [1, 2], 3)
    with pytest.raises(RuleError, match="cards must be a list"):
        check_list("cards", (1, 2))


def test_check_unique_and_check_choice_name_the_field_to_people_by_its_label() -> None:
    with pytest.raises(RuleError) as twice:
        check_unique(PICK.named, [2, 2])
    with pytest.raises(RuleError) as other:
        check_choice(PICK.named, PICK.choices, 5)
    said = [error.value.text.render(lambda text: text, lambda one, many, n: one) for error in (twice, other)]
    assert said == ["“Which?”: 2 appears twice", "“Which?” can't be 5: one of one, two was expected"]


@pytest.mark.parametrize(("value", "so"), [(0, True), (-3, True), (True, False), (1.0, False), ("1", False)])
def test_is_number_knows_whole_numbers_from_booleans(value: Any, so: bool) -> None:
    assert is_number(value) == so


@pytest.mark.parametrize(("one", "other", "so"), [(1, 1, True), (1, True, False), (0, False, False), ("a", "a", True)])
def test_is_same_takes_no_number_for_a_boolean(one: Any, other: Any, so: bool) -> None:
    assert is_same(one, other) == so


def test_write_plain_cuts_what_is_long_and_keeps_it_on_one_line() -> None:
    assert write_plain("a\n  b\tc") == "a b c"
    assert write_plain("x" * 40) == "x" * 40
    assert write_plain("x" * 41) == "x" * 39 + "…"


def test_fold_name_leaves_out_case_and_outer_spaces() -> None:
    assert fold_name("  Straße ") == fold_name("STRASSE")


# -- on a page and in a record --------------------------------------------------------------------------------------
def test_optional_seat_is_null_in_a_record_and_minus_one_on_a_page() -> None:
    field = OptionalSeat("finder", T("Who found it?")).for_seats(range(3))
    assert isinstance(field, OptionalSeat)
    assert [choice.value for choice in field.choices] == [-1, 0, 1, 2]
    assert [str(choice.label) for choice in field.choices] == ["nobody", "player 1", "player 2", "player 3"]
    assert (field.from_page(-1), field.from_page(0), field.to_page(None), field.to_page(2)) == (None, 0, -1, 2)
    field.check_record(None)
    field.check_record(2)
    for wrong in (-1, 3):
        with pytest.raises(RuleError):
            field.check_record(wrong)


def test_optional_rank_counts_from_one() -> None:
    field = OptionalRank("out", T("Out")).for_seats(range(2))
    assert isinstance(field, OptionalRank)
    assert [choice.value for choice in field.choices] == [0, 1, 2]
    assert [str(choice.label) for choice in field.choices[1:]] == ["1.", "2."]
    assert (field.from_page(0), field.to_page(None)) == (None, 0)


@pytest.mark.parametrize(
    ("typed", "read"), [("4 2", [4, 2]), ("4,2", [4, 2]), ("", []), ("4 x", [4, "x"]), ("²", ["²"]), ("-1", ["-1"])]
)
def test_int_list_reads_a_line_and_keeps_what_is_no_number(typed: str, read: list[Any]) -> None:
    assert IntList("values", T("Values"), most=9).from_page(typed) == read


def test_int_list_of_a_record_has_numbers_from_one_to_the_most() -> None:
    field = IntList("values", T("Values"), most=3)
    field.check_record([1, 3])
    assert field.to_page([1, 3]) == "1 3"
    for wrong in ([0], [4], ["1"], 2):
        with pytest.raises(RuleError):
            field.check_record(wrong)


# -- among the seats and the pieces of a table ------------------------------------------------------------------------
def test_bind_any_seat_offers_all_that_play_and_greys_with_the_reason() -> None:
    state = dealt(4)
    state.seats[1].coins = 2
    state.seats[3].sits_out = True
    field = any_seat("to", T("To whom?"), poor).bind(state, 0)
    assert isinstance(field, OneOf)
    assert [(one.value, str(one.closed)) for one in field.choices] == [(0, "None"), (1, "Ben has coins"), (2, "None")]


def test_bind_any_seat_of_everybody_offers_those_that_sit_out_too() -> None:
    state = dealt(3)
    state.seats[1].sits_out = True
    field = any_seat("to", T("To whom?"), everybody=True).bind(state, 0)
    assert isinstance(field, OneOf)
    assert [one.value for one in field.choices] == [0, 1, 2]


def test_bind_other_seat_leaves_out_ones_own() -> None:
    field = other_seat("to", T("To whom?")).bind(dealt(3), 1)
    assert isinstance(field, OneOf)
    assert [one.value for one in field.choices] == [0, 2]


def test_bind_piece_offers_those_among_and_fills_the_reason() -> None:
    lies = condition(T("the {tool} lies already"), lambda state, id: id != "axe")
    asked = piece("tool", T("Which?"), TOOLS, lies).bind(dealt(), 0)
    assert isinstance(asked, OneOf)
    assert [str(one.closed) for one in asked.choices] == ["the axe lies already", "None"]
    some = piece("tool", T("Which?"), TOOLS, among=lambda state: ["rope"]).bind(dealt(), 0)
    assert isinstance(some, OneOf)
    assert [one.value for one in some.choices] == ["rope"]


def test_some_pieces_may_be_named_several_times_with_a_most() -> None:
    once = some_pieces("tools", T("Which?"), TOOLS, among=lambda state: TOOLS).bind(dealt(), 0)
    often = some_pieces("tools", T("Which?"), TOOLS, among=lambda state: TOOLS, most=2).bind(dealt(), 0)
    often.check(["axe", "axe"])
    assert "twice" in refused(once, ["axe", "axe"])


def test_field_words_are_the_names_of_seats_and_the_labels_of_pieces() -> None:
    state = dealt()
    assert any_seat("to", T("To whom?")).words(state, 1) == "Ben"
    assert str(piece("tool", T("Which?"), TOOLS).words(state, "rope")) == "rope"
    assert [str(one) for one in some_pieces("t", T("T"), TOOLS, among=lambda state: TOOLS).words(state, ["axe"])] == [
        "axe"
    ]
    assert Number("n", T("n")).words(state, 3) == 3


def test_flag_bind_is_closed_by_the_first_need_that_is_not_met() -> None:
    state = dealt()
    flag = Flag("twice", T("Twice"), needs=(poor,))
    assert flag.bind(state, 0).closed is None  # type: ignore[attr-defined]
    state.seats[0].coins = 1
    assert str(flag.bind(state, 0).closed) == "Anna has coins"  # type: ignore[attr-defined]


def test_hidden_changes_nothing_else_of_a_field() -> None:
    found = hidden(PICK)
    assert isinstance(found, OneOf)
    assert (found.hidden, found.choices, PICK.hidden) == (True, PICK.choices, False)


def test_choices_of_pieces_have_their_drawing_and_short_name() -> None:
    axe, rope = choices(TOOLS, lambda id: T("gone") if id == "axe" else None)
    assert (axe.value, axe.icon, str(axe.closed), axe.shown_on_card) == ("axe", "axe", "gone", None)
    assert (rope.closed, str(rope.shown_on_card)) == (None, "a rope")
    assert [one.value for one in choices(TOOLS, among=["rope"])] == ["rope"]


def test_seats_of_and_seat_choices_name_players_by_number_or_by_name() -> None:
    assert [str(one.label) for one in seats_of(range(2))] == ["player 1", "player 2"]
    state = dealt()
    state.seats[2].sits_out = True
    assert [str(one.label) for one in seat_choices(state)] == ["Anna", "Ben"]
    assert [one.value for one in seat_choices(state, without=0, everybody=True)] == [1, 2]
