"""All tables of one process: which one people come to, and records that are read in."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faults.house import NAMES, STOP_HERE, House
from playing import Play

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.play import judge_entry
from companion.engine.text import RuleError
from companion.games import game_by_id
from companion.record import record as records
from companion.record.record import UNDO, Record, read_record
from companion.storage.store import Damaged, Store, TableRow
from companion.table import Refused, Stage, Tables
from companion.table.tables import import_record

GAME = game_by_id("saboteur")


def played(entries: int = 12) -> Record:
    return Play(GAME, 4, {}, 1).run(entries).record


def read_in(folder: Path) -> TableRow:
    """A table made from a record, as ``companion import`` does."""
    with closing(Store(folder)) as store:
        return import_record(store, played())


def test_find_newest_passes_over_an_imported_game_while_another_is_played(tmp_path: Path) -> None:
    first = read_in(tmp_path).code
    with closing(Store(tmp_path)) as store:
        assert Tables(store).find_newest().code == first, "nothing else is there"
    with House(tmp_path, (), NAMES) as house:
        house.deals("saboteur")
        assert house.hall.tables.find_newest().code == house.code
    second = read_in(tmp_path).code
    with House(tmp_path, ()) as again:
        assert again.code == house.code
        again.acts(STOP_HERE)
        assert again.hall.tables.find_newest().code == house.code, "there are two more rounds"
        again.store.games.save(replace(again.table.state.game_row, over=True))
        assert again.hall.tables.find_newest().code == second


def test_find_newest_makes_the_first_table(store: Store) -> None:
    tables = Tables(store)
    table = tables.find_newest()
    assert [row.code for row in store.tables.all()] == [table.code]
    assert tables.find_newest() is table


def test_get_opens_a_table_once_however_its_code_is_written(store: Store) -> None:
    tables = Tables(store)
    table = tables.create()
    assert tables.get(table.code.lower()) is table
    assert tables.get("----") is None


def test_get_refuses_a_table_whose_game_is_damaged_until_it_is_abandoned(store: Store) -> None:
    code = import_record(store, played()).code
    with store.transaction() as db:
        db.execute("UPDATE entries SET body = '{}' WHERE seq = 3")
    tables = Tables(store)
    for _ in range(2):
        with pytest.raises(Damaged, match="entry 3 has been changed"):
            tables.get(code)
    tables.abandon_damaged_game(code, 1)
    table = tables.get(code)
    assert table
    assert table.state.stage == Stage.LOBBY


def test_abandon_damaged_game_refuses_one_that_is_as_it_was_written(store: Store) -> None:
    code = import_record(store, played()).code
    for number in (1, 2):
        with pytest.raises(Refused, match="this game is not damaged"):
            Tables(store).abandon_damaged_game(code, number)
    with pytest.raises(Refused):
        Tables(store).abandon_damaged_game("----", 1)


def test_is_played_at_asks_for_a_game_under_way(tmp_path: Path) -> None:
    with House(tmp_path, (), NAMES) as house:
        tables = house.hall.tables
        assert not tables.is_played_at([house.code, "----"])
        house.deals("saboteur")
        assert tables.is_played_at(["----", house.code])
        assert not tables.is_played_at([tables.create().code])


def test_import_record_seats_the_players_and_keeps_the_choice(store: Store) -> None:
    record = played()
    row = store.tables.get(import_record(store, record).id)
    assert [seat.name for seat in store.seats.of(row.id)] == record.players
    assert row.imported
    assert row.chosen
    assert (row.chosen.game, row.chosen.open) == (GAME.id, False)
    begun = store.tables.get(import_record(store, Record(GAME, record.players, {})).id)
    assert begun.chosen
    assert begun.chosen.open, "nothing was dealt, so people may still choose"


def test_import_record_with_a_name_that_is_refused_makes_nothing(store: Store) -> None:
    record = played()
    record.players[1] = record.players[0].upper()
    with pytest.raises(RuleError, match="there's already a"):
        import_record(store, record)
    assert store.tables.all() == []


def test_import_record_judges_each_entry_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the entries are undone."""
    play = Play(GAME, 4, {}, 1)
    play.step()
    entries: list[Entry] = list(play.record.entries)
    for number in range(300):
        entries += [{"kind": "correct", "note": str(number)}, {"kind": UNDO, "entry": len(entries)}]
    judged = list[Entry]()

    def count(game: Game, state: Any, entry: Entry) -> None:
        judged.append(entry)
        judge_entry(game, state, entry)

    monkeypatch.setattr("companion.record.record.judge_entry", count)
    import_record(store, read_record({**play.record.to_json(), "entries": entries}, game_by_id))
    assert judged == [entry for entry in entries if not records.is_undo(entry)]
