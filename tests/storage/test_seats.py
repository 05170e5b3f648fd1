"""Tables, their seats, and the links that hand a seat to another phone."""

from dataclasses import replace

import pytest

from companion.clock import Clock
from companion.storage.store import (
    CODE_LETTERS,
    ChosenGame,
    GameRow,
    LinkError,
    NextDeal,
    RevealProgress,
    SeatRow,
    Store,
    TableRow,
    digest,
)


def names(store: Store, table: TableRow) -> list[str]:
    return [seat.name for seat in store.seats.of(table.id)]


def test_by_code_finds_a_table_however_its_code_is_typed(store: Store) -> None:
    assert not set("0O1ILB8S5Z2") & set(CODE_LETTERS)
    table = store.tables.create(store.tables.new_code())
    assert len(table.code) == 4
    assert store.tables.by_code(f" {table.code.lower()} ") == table
    assert store.tables.by_code("----") is None
    store.tables.save(replace(table, address="192.168.0.7"))
    assert [found.address for found in store.tables.all()] == ["192.168.0.7"]


def test_order_and_remove_keep_seats_clockwise(store: Store, table: TableRow) -> None:
    anna, ben, cleo, dora = (store.seats.add(table.id, name, phone=False)[0] for name in ("A", "B", "C", "D"))
    assert names(store, table) == ["A", "B", "C", "D"]
    store.seats.order([cleo.id, ben.id, dora.id, anna.id])
    assert names(store, table) == ["C", "B", "D", "A"]
    store.seats.remove(ben.id)
    store.seats.rename(dora.id, "Dora")
    assert names(store, table) == ["C", "Dora", "A"]
    store.seats.remove(cleo.id)
    store.seats.add(table.id, "E", phone=False)
    assert names(store, table) == ["Dora", "A", "E"], "a new seat is the last one, also where some have gone"
    assert store.seats.get(ben.id).name == "B"


def holder(store: Store, table: TableRow, token: str) -> SeatRow | None:
    """The seat that a phone with that token holds."""
    return next((seat for seat in store.seats.of(table.id) if seat.token_hash == digest(token)), None)


def test_seat_without_a_phone_opens_to_no_token(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=False)
    assert (token, seat.phone) == ("", False)
    assert holder(store, table, "") is None
    taken = store.seats.claim(seat.id)
    assert holder(store, table, taken) is not None
    store.seats.release(seat.id)
    assert holder(store, table, taken) is None


def test_remove_closes_a_seat_to_its_token_and_its_link(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=True)
    link = store.seats.make_link(seat.id)
    store.seats.remove(seat.id)
    assert holder(store, table, token) is None
    with pytest.raises(LinkError):
        store.seats.use_link(link)


def test_tokens_and_links_are_not_in_the_file(store: Store, table: TableRow) -> None:
    seat, token = store.seats.add(table.id, "Anna", phone=True)
    link = store.seats.make_link(seat.id)
    dump = "\n".join(store._db.conn.iterdump())
    assert "Anna" in dump
    assert token not in dump
    assert link not in dump


def test_link_opens_its_seat_once(store: Store, table: TableRow) -> None:
    seat, _ = store.seats.add(table.id, "Anna", phone=False)
    older = store.seats.make_link(seat.id)
    link = store.seats.make_link(seat.id)
    assert (store.seats.is_open(older), store.seats.is_open(link)) == (False, True)
    assert store.seats.use_link(link) == seat
    assert not store.seats.is_open(link)
    with pytest.raises(LinkError):
        store.seats.use_link(link)


def test_save_keeps_the_choice_the_next_deal_and_the_clock(store: Store, table: TableRow) -> None:
    row = replace(
        table,
        chosen=ChosenGame("saboteur", {"rounds": 2}, open=True),
        next_deal=NextDeal("1.0", {"7": False}),
        clock=Clock("night", 5.0),
        follow="nothing",
    )
    store.tables.save(row)
    assert store.tables.get(table.id) == row
    with store.transaction() as db:
        db.execute("UPDATE tables SET chosen = '{torn', next_deal = '7', clock = NULL")
    assert store.tables.get(table.id) == replace(table, follow="nothing")


def test_list_showing_names_the_tables_whose_score_is_being_revealed(
    store: Store, table: TableRow, game: GameRow
) -> None:
    assert store.tables.list_showing() == []
    store.games.save(replace(game, show=RevealProgress(1, 2, since=7.0)))
    assert store.tables.list_showing() == [table.code]


def test_rename_seats_another_person_and_leaves_the_first_one(store: Store, table: TableRow) -> None:
    seat, _ = store.seats.add(table.id, "Anna", phone=False)
    store.seats.rename(seat.id, "Ben")
    assert store.seats.get(seat.id).name == "Ben"
    assert {"anna", "ben"} <= store.people.all().keys()


def test_change_saves_the_game_that_is_new_to_a_player(store: Store, table: TableRow) -> None:
    seat, _ = store.seats.add(table.id, "Anna", phone=False)
    store.seats.change(seat.id, new_to="saboteur")
    assert store.seats.get(seat.id).new_to == "saboteur"
