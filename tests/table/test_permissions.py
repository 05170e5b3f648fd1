"""The gate of every tap: what a sender can enter, decided before anything is judged."""

from typing import Any

import pytest
from in_memory import AGREED, CAVE, DEAL, NAMES, enter, table_of

from companion.engine.actions import Entry
from companion.table import BadInput, Forbidden, TableState
from companion.table.permissions import (
    check_permission,
    find_hidden_counts,
    make_action_id,
    names_revealed_by,
    own_correction_action,
    say_only_the_owner,
)

HOST, ANNA = None, 0


@pytest.fixture
def table() -> TableState:
    """Saboteur, in Anna's turn."""
    return table_of("saboteur", DEAL)


@pytest.fixture
def cave() -> TableState:
    """The Dark Cave, in Anna's turn."""
    return table_of("dark-cave", CAVE)


@pytest.mark.parametrize(
    ("sender", "entry"),
    [
        (HOST, AGREED),
        (HOST, {"kind": "discard", "by": 1}),
        (HOST, {"kind": "correct", "active": 2}),
        (HOST, {"kind": "correct", "seat": 0, "hand": 1}),
        (HOST, {"kind": "retire", "seat": 1}),
        (ANNA, {"kind": "discard", "by": 0}),
        (ANNA, {"kind": "correct", "seat": 0, "gold": 2, "note": "missed"}),
        (ANNA, {"kind": "retire", "seat": 0}),
        (ANNA, {"kind": "return", "seat": 0, "device": "seat-0"}),
        (HOST, {"kind": "no-such-kind"}),
    ],
)
def test_check_permission_lets_the_table_and_each_seat_do_their_own(
    table: TableState, sender: int | None, entry: Entry
) -> None:
    check_permission(table, [entry], sender)


@pytest.mark.parametrize(
    "entry",
    [
        AGREED,
        {"kind": "discard", "by": 1},
        {"kind": "discard"},
        {"kind": "discard", "by": False},
        {"kind": "correct", "seat": 1, "gold": 2},
        {"kind": "correct", "seat": 0, "hand": 1},
        {"kind": "correct", "seat": 0, "gold": 2, "hand": 1},
        {"kind": "correct", "seat": 0, "note": "nothing"},
        {"kind": "correct", "active": 0},
        {"kind": "retire", "seat": 1},
        {"kind": "retire", "seat": 0, "by": 0, "more": 1},
        {"kind": "set", "seat": 0},
    ],
)
def test_check_permission_refuses_a_seat_that_enters_for_others(table: TableState, entry: Entry) -> None:
    with pytest.raises(Forbidden, match="your seat can't do that"):
        check_permission(table, [entry], ANNA)


@pytest.mark.parametrize("sender", [HOST, ANNA])
@pytest.mark.parametrize("kind", ["deal", "join", "undo"])
def test_check_permission_refuses_what_has_a_button_of_its_own(
    table: TableState, sender: int | None, kind: str
) -> None:
    with pytest.raises(BadInput, match="buttons of their own"):
        check_permission(table, [{"kind": kind, "by": 0}], sender)


@pytest.mark.parametrize("kind", ["facts", "follow"])
def test_check_permission_refuses_what_has_a_page_of_its_own(table: TableState, kind: str) -> None:
    with pytest.raises(BadInput, match="its own page"):
        check_permission(table, [{"kind": kind}], HOST)


def test_check_permission_refuses_the_host_a_secret_choice(table: TableState) -> None:
    with pytest.raises(Forbidden, match="chosen in secret"):
        check_permission(table, [{"kind": "pick", "by": 0, "card": 1}], HOST)


def test_check_permission_refuses_the_host_a_secret_count(table: TableState) -> None:
    with pytest.raises(Forbidden, match="this count is secret for now"):
        check_permission(table, [{"kind": "correct", "seat": 0, "gold": 1}], HOST)


def test_check_permission_refuses_the_host_a_card_that_its_owner_has_not_revealed(cave: TableState) -> None:
    reveal: Entry = {"kind": "set", "seat": 1, "revealed": True}
    with pytest.raises(Forbidden, match="only Ben can reveal their card"):
        check_permission(cave, [reveal], HOST)
    enter(cave, reveal)
    check_permission(cave, [reveal], HOST)


def test_check_permission_asks_for_each_entry_of_a_tap(cave: TableState) -> None:
    with pytest.raises(Forbidden):
        check_permission(cave, [{"kind": "play-path", "by": 0}, {"kind": "end-turn", "by": 1}], ANNA)


CARD: Entry = {"kind": "play-path", "by": 0}
LEAVE: Entry = {"kind": "leave", "by": 0}
END: Entry = {"kind": "end-turn", "by": 0}


def way(kind: str) -> Entry:
    return {"kind": kind, "by": 0}


@pytest.mark.parametrize(
    "entries",
    [
        [CARD, END],
        [CARD, way("tunnel"), way("bridge"), way("tunnel"), END],
        [CARD, way("tunnel"), LEAVE, END],
        [CARD, LEAVE],
    ],
)
def test_check_permission_takes_a_card_the_way_and_the_end_of_the_turn_as_one_tap(
    cave: TableState, entries: list[Entry]
) -> None:
    check_permission(cave, entries, ANNA)
    check_permission(cave, entries, HOST)


@pytest.mark.parametrize(
    "entries",
    [
        [END, CARD],
        [CARD, END, END],
        [CARD, {**END, "more": 1}],
        [CARD, {"kind": "end-turn", "by": 1}],
        [CARD, way("discard"), END],
        [way("tunnel"), CARD, END],
        [CARD, LEAVE, way("tunnel"), END],
        [CARD, LEAVE, LEAVE],
        [CARD, *[way("tunnel")] * 5, END],
        [CARD, way("take-gold"), way("take-gold"), END],
        [CARD, way("no-such-kind"), END],
        [AGREED, {"kind": "correct", "active": 1}],
    ],
)
def test_check_permission_refuses_entries_that_are_not_one_turn(cave: TableState, entries: list[Entry]) -> None:
    with pytest.raises(BadInput, match="can't go together right now"):
        check_permission(cave, entries, HOST)


def test_make_action_id_is_the_same_for_a_tap_that_is_sent_again(table: TableState) -> None:
    sent: tuple[Any, ...] = ("seat-0", "7.1", [{"kind": "discard", "by": 0}])
    assert make_action_id(table, *sent) == make_action_id(table, *sent)
    others = [
        ("seat-1", "7.1", [{"kind": "discard", "by": 0}]),
        ("seat-0", "7.2", [{"kind": "discard", "by": 0}]),
        ("seat-0", "7.1", [{"kind": "discard", "by": 1}]),
        ("seat-0", "7.1", [{"kind": "discard", "by": 0}] * 2),
    ]
    assert len({make_action_id(table, *one) for one in [sent, *others]}) == 5


def test_make_action_id_of_a_page_without_a_stamp_is_of_what_stands_there_now(table: TableState) -> None:
    entries = [{"kind": "discard", "by": 0}]
    before = make_action_id(table, "table", "", entries)
    assert before == make_action_id(table, "table", table.stamp, entries)
    enter(table, *entries)
    assert make_action_id(table, "table", "", entries) != before


def test_find_hidden_counts_are_those_that_the_table_is_not_shown() -> None:
    assert find_hidden_counts(table_of("saboteur", DEAL)) == {"gold"}
    assert find_hidden_counts(table_of("dark-cave", CAVE)) == frozenset()


def test_own_correction_action_asks_a_seat_for_its_secret_counts_alone(table: TableState, cave: TableState) -> None:
    action = own_correction_action(table, 2)
    assert action
    assert (action.kind, action.fixed, [field.name for field in action.fields]) == ("correct", {"seat": 2}, ["gold"])
    assert action.secret
    assert own_correction_action(cave, 2) is None
    assert own_correction_action(table_of("saboteur", DEAL, looked=False), 2) is None, "play has not begun"


def test_names_revealed_by_an_entry_are_of_cards_that_nobody_else_knew(cave: TableState) -> None:
    assert names_revealed_by(cave, {"kind": "set", "seat": 1, "revealed": True}) == ["Ben"]
    assert names_revealed_by(cave, {"kind": "set", "out": [0, 2]}) == ["Anna", "Cleo"]
    assert names_revealed_by(cave, {"kind": "set", "out": [99]}) == [], "it is refused as it is entered"
    assert not any(seat.revealed for seat in cave.state.seats), "nothing is entered"


def test_say_only_the_owner_names_all_of_them() -> None:
    assert "only Anna, Ben can reveal their card" in str(say_only_the_owner([*NAMES[:2]]))
