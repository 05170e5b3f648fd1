"""Columns as values: what can't be read any more is replaced by a default."""

import pytest

from companion.clock import Clock
from companion.storage.rows import RevealProgress, SeatRow, TapRow, loads, to_json, value


@pytest.mark.parametrize(
    ("text", "read"),
    [('{"a": 1}', {"a": 1}), ("{}", {}), ("[1]", {}), ("7", {}), ("null", {}), ("{torn", {}), ("", {})],
)
def test_loads_reads_an_object_or_an_empty_one(text: str, read: dict[str, int]) -> None:
    assert loads(text, dict) == read


def test_loads_reads_a_list_or_an_empty_one() -> None:
    assert (loads("[1, 2]", list), loads('{"a": 1}', list)) == ([1, 2], [])


@pytest.mark.parametrize("text", ['{"no": "such field"}', "{torn", "[]", "{}"])
def test_value_is_the_other_one_where_its_fields_are_not_in_the_column(text: str) -> None:
    assert value(text, TapRow, None) is None


def test_value_reads_what_to_json_wrote() -> None:
    assert value(to_json({"of": "night", "since": 7.5}), Clock, Clock()) == Clock("night", 7.5)
    assert value(to_json({"round": 2, "beats": 3}), RevealProgress, None) == RevealProgress(2, 3)


def test_tap_row_has_the_numbers_of_its_entries() -> None:
    assert [*TapRow(4, 3, "phone").numbers] == [4, 5, 6]


def test_seat_row_is_printed_without_the_hash_of_its_token() -> None:
    assert "0123abcd" not in repr(SeatRow(1, 1, "Anna", True, "0123abcd"))
