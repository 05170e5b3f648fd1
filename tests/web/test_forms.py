"""Reading forms: values by the names of their inputs, and nothing that no page sends."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine.fields import Choice, Number, OneOf, SomeOf
from companion.engine.text import T
from companion.web import forms
from companion.web.forms import (
    MOST,
    FormError,
    name_input,
    parse_int,
    read_fields,
    read_json,
    read_paths,
    read_tap,
    to_json,
)


def form(*pairs: tuple[str, str]) -> MultiDict[str, str]:
    return MultiDict(pairs)


@pytest.mark.parametrize(
    ("text", "digits", "read"),
    [("7", 1, 7), ("07", 2, 7), ("12", 1, None), ("", 3, None), ("-1", 3, None), ("٣", 3, None), ("1.5", 3, None)],
)
def test_parse_int_takes_plain_digits_alone(text: str, digits: int, read: int | None) -> None:
    assert parse_int(text, digits, None) == read


def test_name_input_adds_brackets_to_any_number_of_choices() -> None:
    choices = (Choice(1, T("one")),)
    assert name_input(SomeOf("seats", T("Seats"), choices=choices), "seats") == "seats[]"
    assert name_input(OneOf("seat", T("Seat"), choices=choices), "seat.0") == "seat.0"
    assert name_input(Number("gold", T("Gold")), "gold") == "gold"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (True, "true"),
        (None, "null"),
        ("é", '"é"'),
        ([1, "a"], '[1, "a"]'),
        ({"b": 1, "a": 2}, '{"a": 2, "b": 1}'),
    ],
)
def test_to_json_writes_a_value_as_an_input_has_it(value: Any, text: str) -> None:
    assert to_json(value) == text
    assert read_paths(form(("x", text))) == {"x": value}


@pytest.mark.parametrize(("text", "value"), [("05", 5), (" 5 ", 5), ("five", "five"), ("{torn", "{torn"), ("", "")])
def test_read_paths_reads_what_is_no_json_as_a_text(text: str, value: Any) -> None:
    assert read_paths(form(("gold", text))) == {"gold": value}


def test_read_paths_leaves_out_inputs_of_no_field_and_takes_the_last_of_one_name() -> None:
    sent = form(("entries", "[]"), ("stamp", "7.1"), ("gold", "1"), ("gold", "2"), ("seats[]", "1"), ("seats[]", "3"))
    assert read_paths(sent) == {"gold": 2, "seats": [1, 3]}


def test_read_paths_refuses_more_inputs_than_a_page_has() -> None:
    with pytest.raises(FormError):
        read_paths(form(*[(f"x{number}", "1") for number in range(MOST + 1)]))


def test_read_fields_makes_lists_of_numbered_inputs_and_leaves_out_empty_ones() -> None:
    sent = form(("gold.0", "3"), ("gold.1", "4"), ("note", ""), ("thefts.0.0", "1"), ("thefts.0.1", "2"))
    assert read_fields(sent) == {"gold": [3, 4], "thefts": [[1, 2]]}


@pytest.mark.parametrize(
    "pairs",
    [
        [("gold.1", "4")],
        [("gold.0", "3"), ("gold.2", "4")],
        [("gold.1", "3"), ("gold.0", "4")],
        [("gold.x", "3")],
        [("gold", "3"), ("gold.0", "3")],
    ],
)
def test_read_fields_refuses_a_list_with_a_row_missing(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(FormError, match="fill in every row"):
        read_fields(form(*pairs))


def test_read_tap_has_the_entry_with_its_fields_the_way_and_the_end() -> None:
    card = '[{"kind": "play-path", "by": 1}]'
    sent = form(("entries", card), ("goal", '"exit"'), ("way", '{"kind": "tunnel", "by": 1}'), ("ends", "1"))
    assert read_tap(sent) == [
        {"kind": "play-path", "by": 1, "goal": "exit"},
        {"kind": "tunnel", "by": 1},
        {"kind": "end-turn", "by": 1},
    ]


@pytest.mark.parametrize(
    "entries",
    [
        "",
        "{}",
        "[]",
        "[1]",
        '[{"by": 1}]',
        '[{"kind": 1}]',
        '[{"kind": "a", "at": "x"}]',
        f"[{'{},' * 4}{{}}]",
        "{torn",
    ],
)
def test_read_tap_refuses_what_no_page_sends(entries: str) -> None:
    with pytest.raises(FormError, match="reload the page"):
        read_tap(form(("entries", entries)))


def test_read_json_refuses_what_is_none() -> None:
    assert read_json("[1]") == [1]
    with pytest.raises(FormError):
        read_json("{torn")


def test_set_language_is_of_games_that_have_words() -> None:
    assert forms.set_language("saboteur", "de") == {}
