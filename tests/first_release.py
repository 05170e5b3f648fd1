"""The data of version 0.1.0: ``python tests/first_release.py`` makes tests/data/0.1.0 again, the same in each run.

Every later version opens that folder (``tests/storage/test_first_release.py``). Once 0.1.0 is released it is made no
more.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sqlite3
import string
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from built import ROOT, need_games
from lot import begins_anew, is_fixed

from companion import clock
from companion.engine.visibility import OWN
from companion.games import all_games, is_added
from companion.record.record import Record
from companion.storage.backups import FOLDER
from companion.storage.data_file import FILE
from companion.storage.store import Store
from companion.table.commands import play as playing
from companion.table.commands import rounds, seating
from companion.table.loading import load_record
from companion.table.tables import import_record
from companion.toml_games.files import BUNDLED, game_of_file

HERE = ROOT / "tests" / "data" / "0.1.0"
TOLD = HERE / "holds.json"
BEGUN = 1_780_000_000
FORGOTTEN = "Quirinus"


def is_always_the_same() -> None:
    """From now on, in this process: chance, secrets and clocks."""
    is_fixed()
    begins_anew()
    random, ticks = Random(1), count(BEGUN)
    letters = string.ascii_letters + string.digits
    changed: Any = secrets
    changed.token_urlsafe = lambda n=16: "".join(random.choices(letters, k=n + 6))
    changed.token_hex = lambda n=8: "".join(random.choices("0123456789abcdef", k=2 * n))
    changed.choice = random.choice
    moments: Any = clock
    moments.now = lambda: float(next(ticks))
    moments.steady = lambda: float(next(ticks))


def plays_an_evening(folder: Path) -> None:
    """Two games to their end and one under way at one table, with what people do besides; others that were imported."""
    from faults.house import NAMES, NOTE, House  # reads clocks and chance when it is loaded
    from playing import Play, quiet_turn

    with closing(Store(folder)) as store:
        for number, game in enumerate(_games()):
            play = Play(game, game.least, {}, number)
            for _ in range(3000):
                if play.state.status == "over":
                    break
                play.step()
            import_record(store, Record.load(game, play.record.players, play.state.options, play.record.entries))
        store.people.leave_out(1)
    (folder / "games").mkdir()
    shutil.copy(BUNDLED / "village.toml", folder / "games" / "tonight.toml")
    with House(folder, (*NAMES, FORGOTTEN), beside=("Emil",)) as house:
        for game, times in (("saboteur", 3), ("dark-cave", 1)):
            house.table.run(rounds.choose, game, {})
            for first in range(times):
                house.begins(first)
                for seat in range(2):
                    if house.state.turn and (tap := quiet_turn(house.table.state.record, house.state.turn.seat)):
                        house.table.run(playing.act, tap, "table", "")
                    house.table.run(playing.look, seat, OWN)
                house.ends()
            house.table.run(rounds.open_lobby)
        house.table.run(seating.remove_seat, house.id_of(FORGOTTEN))
        house.hall.forget({FORGOTTEN.casefold()})
        house.hall.rename("dora", "Dorothea")
        house.table.run(seating.set_new, house.id_of("Emil"), True)
        house.store.seats.make_link(house.id_of("Emil"))
        house.hall.read_book()
        house.begins(1)
        for _ in range(3):
            if tap := quiet_turn(house.table.state.record, house.state.turn.seat):
                house.table.run(playing.act, tap, "table", "")
        house.acts(NOTE)
        house.undoes()
        house.table.run(playing.look, 1, OWN)
        house.store.backup()


def _games() -> Iterator[Any]:
    yield from (game for game in all_games().values() if not is_added(game))
    for file in sorted(BUNDLED.glob("*.toml")):
        yield game_of_file(file.stem, file.read_text(encoding="utf-8"))


def holds(store: Store) -> dict[str, Any]:
    """What is in this data: what every later version has to find in it."""
    games = [
        {
            "table": table.code,
            "game": row.game.partition(".")[0],
            "players": row.players,
            "entries": len(store.journal.read(row.id).entries),
            "status": load_record(store, row).state.status,
        }
        for table in store.tables.all()
        for row in store.games.of(table.id)
    ]
    seats = {table.code: [seat.name for seat in store.seats.of(table.id)] for table in store.tables.all()}
    people = sorted(person.name for person in store.people.all().values())
    return {"games": games, "seats": seats, "people": people, "left_out": len(store.games.list_marked())}


def make(folder: Path) -> None:
    """Write the folder: the data, a backup, and what is in them."""
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch)
        plays_an_evening(made)
        newest = max((made / FOLDER).iterdir())
        shutil.rmtree(folder, ignore_errors=True)
        (folder / FOLDER).mkdir(parents=True)
        for file in (made / FILE, newest):
            to = folder / file.relative_to(made)
            with closing(sqlite3.connect(file, isolation_level=None)) as db:
                # The computer's own clock says when the tables were made.
                db.execute("UPDATE _sqlite_migrations SET applied_at = '2026-05-28 20:26:40+00:00'")
                db.execute("VACUUM INTO ?", (str(to),))
    with closing(Store(folder, to_read=True)) as store:
        told = holds(store)
    (folder / TOLD.name).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    need_games()
    is_always_the_same()
    make(HERE)
