"""A game that was played without the app: its record, its table in memory, and the history."""

from collections.abc import Mapping
from typing import Any

import pytest
from in_memory import DEAL, table_of

from companion.engine.text import RuleError
from companion.games import all_games, game_by_id
from companion.storage.store import Store
from companion.table import Refused, Stage, Table
from companion.table.commands import rounds, seating
from companion.table.log import ON_PAPER
from companion.table.offline_game import OfflineGame, make_table, save_to_history

SABOTEUR = game_by_id("saboteur")
NAMES = ("Anna", "Ben", "Cleo", "Dora")
CARDS = ["gold-digger", "saboteur", "gold-digger", "gold-digger"]
ROUND: Mapping[str, Any] = {"cards": CARDS, "finder": None, "broken": [], "nuggets": []}
"""The saboteur wins."""


def paper(*rounds: Mapping[str, Any], whole: bool = True, **options: Any) -> OfflineGame:
    return OfflineGame(SABOTEUR, NAMES, {"rounds": 3, **options}, rounds or (ROUND,), whole=whole)


def test_can_take_asks_for_a_game_whose_result_alone_can_be_told() -> None:
    assert OfflineGame.can_take(SABOTEUR)
    without = [game for game in all_games().values() if not game.sheet]
    assert not any(map(OfflineGame.can_take, without))


def test_most_is_the_number_of_rounds_that_it_can_have() -> None:
    assert paper().most == 99
    assert OfflineGame(game_by_id("dark-cave"), NAMES, {}).most == 1


@pytest.mark.parametrize(("told", "whole", "rounds"), [(1, True, 1), (1, False, 3), (2, True, 2), (4, False, 4)])
def test_make_record_has_as_many_rounds_as_were_told_or_are_still_to_come(told: int, whole: bool, rounds: int) -> None:
    record = paper(*[ROUND] * told, whole=whole).make_record()
    assert [entry["kind"] for entry in record.entries] == ["deal", "facts"] * told
    assert record.state.options["rounds"] == rounds
    assert (record.state.status == "over") == (told == rounds)


@pytest.mark.parametrize(("game", "asks"), [("saboteur", False), ("dark-cave", False), ("saboteur-2", True)])
def test_asks_before_where_gold_can_be_stolen(game: str, asks: bool) -> None:
    assert OfflineGame(game_by_id(game), NAMES, {}).asks_before == asks


def test_make_record_refuses_a_round_that_cannot_be() -> None:
    with pytest.raises(RuleError):
        paper({**ROUND, "cards": ["saboteur"] * 4}).make_record()


def test_make_table_has_the_newest_round_revealed_as_far_as_was_asked(store: Store) -> None:
    begun = make_table(store, paper(whole=False), 1)
    assert (begun.stage, begun.show.beats, begun.told) == (Stage.ROUND_OVER, 1, False)
    ended = make_table(store, paper(), 10**6)
    assert (ended.stage, ended.told) == (Stage.OVER, True)
    assert [seat.name for seat in ended.seats] == [*NAMES]
    assert store.tables.all() == [], "nothing is written"


@pytest.fixture
def table(store: Store) -> Table:
    made = Table(store, store.tables.create("ACDE"), lambda code: None)
    made.run(seating.add_seat, "anna")
    return made


def test_save_to_history_keeps_a_game_once_and_goes_back_to_the_lobby(store: Store, table: Table) -> None:
    for _ in range(2):
        table.run(save_to_history, paper(), "mark")
    (row,) = store.games.of(table.state.row.id)
    assert row.over
    assert row.players == ["anna", "Ben", "Cleo", "Dora"]
    assert row.seat_ids == [table.state.seats[0].id, 0, 0, 0]
    assert {entry["device"] for entry in store.journal.read(row.id).entries} == {ON_PAPER}
    assert table.state.stage is Stage.LOBBY
    table.run(save_to_history, paper(), "another")
    assert len(store.games.of(table.state.row.id)) == 2


def test_save_to_history_refuses_while_a_game_is_played(store: Store, table: Table) -> None:
    for name in ("Ben", "Cleo"):
        table.run(seating.add_seat, name)
    table.run(rounds.choose, "saboteur", {})
    table.run(rounds.deal, 0)
    with pytest.raises(Refused):
        table.run(save_to_history, paper(), "mark")
    assert len(store.games.of(table.state.row.id)) == 1
    assert table_of("saboteur", DEAL).stage is Stage.PLAYING
