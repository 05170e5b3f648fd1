"""One table: a command is on disk, in place and announced, or nothing of it."""

from contextlib import suppress
from typing import Any
from unittest.mock import Mock

import pytest
from prepared import Steady

from companion.engine.text import RuleError, T
from companion.storage.store import Store, StoreError
from companion.table import Stage, Table, TableState
from companion.table.commands import play, rounds, seating
from companion.table.table import LATER_SECONDS

NAMES = ("Anna", "Ben", "Cleo", "Dora")


@pytest.fixture
def published() -> list[str]:
    return []


@pytest.fixture
def table(store: Store, published: list[str]) -> Table:
    """Four people who have chosen Saboteur."""
    made = Table(store, store.tables.create("ACDE"), published.append)
    made.run(rounds.choose, "saboteur", {})
    for name in NAMES:
        made.run(seating.add_seat, name)
    published.clear()
    return made


def deals(table: Table) -> None:
    table.run(rounds.deal, 0)
    table.run(rounds.start_early)


def test_run_puts_a_copy_in_place_and_announces_it(table: Table, published: list[str]) -> None:
    before = table.state
    seat = table.run(seating.add_seat, "Zoe")
    assert seat.name == "Zoe"
    assert (len(before.seats), len(table.state.seats)) == (4, 5)
    assert published == ["ACDE"]


def test_run_leaves_nothing_of_a_command_that_raises(table: Table, store: Store, published: list[str]) -> None:
    def fails(state: TableState) -> None:
        seating.add_seat(state, "Zoe")
        raise RuleError(T("no"))

    before = table.state
    with pytest.raises(RuleError):
        table.run(fails)
    assert table.state is before
    assert [seat.name for seat in store.seats.of(before.row.id)] == [*NAMES]
    assert published == []


def test_view_is_made_once_a_change(table: Table) -> None:
    view = table.view
    assert table.view is view
    table.run(seating.add_seat, "Zoe")
    assert table.view is not view
    assert table.view.table is table.state


def full(store: Store, patch: pytest.MonkeyPatch) -> None:
    """The disk is full from now on."""
    patch.setattr(store, "transaction", Mock(side_effect=StoreError(T("the disk is full"))))


def is_unsaved(table: Table) -> bool:
    return table.state.unsaved


def test_run_even_unsaved_keeps_a_look_and_writes_it_with_the_next_change(
    table: Table, store: Store, published: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.run(rounds.deal, 0)
    published.clear()
    with monkeypatch.context() as broken:
        full(store, broken)
        with pytest.raises(StoreError):
            table.run(play.look, 1, "card")
        table.run_even_unsaved(play.look, 1, "card")
    assert is_unsaved(table)
    assert published == ["ACDE"]
    game = table.state.game_row.id
    assert store.games.get(game).looks == {}
    table.run(seating.add_seat, "Zoe")
    assert not is_unsaved(table)
    assert store.games.get(game).looks == table.state.game_row.looks != {}


def test_run_due_reveals_the_next_beat_when_it_is_due(table: Table, steady: Steady) -> None:
    deals(table)
    table.run(play.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    table.run_due()
    assert table.state.show.beats == 0
    steady.now = table.due
    table.run_due()
    assert table.state.show.beats == 1
    assert table.due > steady.now


def test_run_due_tries_again_later_where_it_cannot_save(
    table: Table, store: Store, steady: Steady, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals(table)
    table.run(play.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    steady.now = table.due
    with monkeypatch.context() as broken:
        full(store, broken)
        table.run_due()
    assert (table.state.show.beats, table.due) == (0, steady.now + LATER_SECONDS)


def test_read_anew_loads_what_was_changed_on_disk(table: Table, store: Store, published: list[str]) -> None:
    seat = table.state.seats[0]
    with table.read_anew():
        store.seats.rename(seat.id, "Annabelle")
        assert table.state.seats[0].name == "Anna"
    assert table.state.seats[0].name == "Annabelle"
    assert published == ["ACDE"]


def test_read_anew_loads_again_after_an_error(table: Table, store: Store) -> None:
    seat = table.state.seats[0]

    def breaks_off() -> None:
        with table.read_anew():
            store.seats.rename(seat.id, "Annabelle")
            raise ValueError

    with suppress(ValueError):
        breaks_off()
    assert table.state.seats[0].name == "Annabelle"


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the data file was asked for."""
    found: list[str] = []
    monkeypatch.setattr(store, "checkpoint", lambda: found.append("checkpoint"))
    monkeypatch.setattr(store, "backup", lambda: found.append("backup"))
    return found


def test_a_deal_and_the_end_of_a_round_are_moved_into_the_file_and_a_game_is_backed_up(
    table: Table, asked: list[str]
) -> None:
    deals(table)
    assert asked == ["checkpoint"]
    table.run(play.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    assert asked == ["checkpoint"] * 2
    table.run(rounds.end)
    assert table.state.stage is Stage.OVER
    assert asked[2:] == ["checkpoint", "backup"]


def test_a_backup_that_fails_stops_no_game(table: Table, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any) -> None:
        raise StoreError(T("the disk is full"))

    monkeypatch.setattr(store, "checkpoint", refuses)
    deals(table)
    assert table.state.stage is Stage.PLAYING
