"""One bad byte stops one table: it says what is wrong, what can still be read gets out, and every other table goes on."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from browser.program import Program
from click.testing import CliRunner, Result
from flask import Flask
from sizes import size

from companion.command.cli import main
from companion.games import game_by_id
from companion.kept.checksums import damaged_games, of_entry, rows
from companion.kept.store import Store, StoreError, restore_latest_backup
from companion.record.record import Record
from companion.table import Tables
from companion.web.app import create_app

from .house import GAMES, house

ENTRIES = 6
BAD = 3
"""The entry that is damaged."""

Harm = Callable[[sqlite3.Connection], object]


def played(folder: Path, game: str = "saboteur", tables: int = 2) -> list[str]:
    """Tables with a game under way, the codes in order."""
    codes = []
    for number in range(tables):
        with house(folder) as at:
            at.deals(game)
            for note in range(1, ENTRIES):
                at.acts({"kind": "correct", "note": f"{number} {note} ü"})
            codes.append(at.code)
    return codes


def harmed(folder: Path, code: str, sql: str, *values: object, as_written: bool = False) -> None:
    """Changes what lies on the disk; ``:game`` and ``:table`` are those of the table. ``as_written``: with checksums to
    match."""
    with closing(sqlite3.connect(folder / "companion.db", isolation_level=None)) as conn:
        (table,) = conn.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone()
        (game,) = conn.execute("SELECT id FROM games WHERE table_id = ?", (table,)).fetchone()
        sql = sql.replace(":game", str(game)).replace(":table", str(table))
        assert conn.execute(sql, values).rowcount == 1
        if as_written:
            for entry in list(rows(conn, "SELECT * FROM entries WHERE game_id = ? AND seq IN (0, 3)", game)):
                of = of_entry(entry), game, entry["seq"]
                conn.execute("UPDATE entries SET checksum = ? WHERE game_id = ? AND seq = ?", of)


def flip(folder: Path, code: str, byte: int, bit: int) -> None:
    """Turns one bit of the entry's text over."""
    with closing(Store(folder)) as store:
        row = store.tables.by_code(code)
        assert row
        game = store.journal.current_game(row.id)
        assert game
        sql = "SELECT CAST(body AS BLOB) FROM entries WHERE game_id = ? AND seq = ?"
        ((body,),) = store._db.conn.execute(sql, (game.id, BAD)).fetchall()
    changed = bytearray(body)
    changed[byte % len(changed)] ^= 1 << bit
    harmed(folder, code, "UPDATE entries SET body = CAST(? AS TEXT) WHERE game_id = :game AND seq = 3", changed)


NOT_AS_WRITTEN = "what the game was begun with is not as it was written"
KINDS = {
    "no JSON": (
        "UPDATE entries SET body = 'zzz' WHERE game_id = :game AND seq = 3",
        f"entry {BAD} is not as it was written",
        BAD,
    ),
    "another seat": (
        "UPDATE entries SET by_seat = 7 WHERE game_id = :game AND seq = 3",
        f"entry {BAD} is not as it was written",
        BAD,
    ),
    "missing entry": ("DELETE FROM entries WHERE game_id = :game AND seq = 3", "entry 3 is missing", BAD),
    "missing deal": ("DELETE FROM entries WHERE game_id = :game AND seq = 0", "entry 0 is missing", 0),
    "another game": ("UPDATE games SET game = 'dark-cave' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "options that are no JSON": ("UPDATE games SET options = '{' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "players that are no list": ("UPDATE games SET players = '{}' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
    "cards for other seats": ("UPDATE games SET seat_ids = '[2,1,3,4]' WHERE id = :game", NOT_AS_WRITTEN, ENTRIES),
}
OURS = {
    "unknown kind": (
        """UPDATE entries SET body = '{"kind":"zzz"}' WHERE game_id = :game AND seq = 3""",
        "entry 3: there is no such kind of entry",
        BAD,
    ),
    "no undo": (
        """UPDATE entries SET body = '{"kind":"undo","entry":[]}' WHERE game_id = :game AND seq = 3""",
        "entry 3: it can't be played there",
        BAD,
    ),
    "a deal without cards": (
        """UPDATE entries SET body = '{"kind":"deal"}' WHERE game_id = :game AND seq = 0""",
        "entry 0: it can't be played there",
        0,
    ),
}
"""What this version can't play, and was written so."""
HARMS = {
    **{name: (*kind, False) for name, kind in KINDS.items()},
    **{name: (*kind, True) for name, kind in OURS.items()},
}


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Flask, Store]]:
    with closing(Store(folder)) as store:
        yield create_app(store), store


def run(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def check(folder: Path, bad: str, good: str, what: str, log: pytest.LogCaptureFixture) -> None:
    """That table says what is wrong, in the terminal once; the other one is played on."""
    with opened(folder) as (app, store):
        log.clear()
        host, phone = app.test_client(), app.test_client()
        assert host.get(f"/host/{store.host_key()}").headers["Location"] == f"/{good}/table"
        for path in (
            "",
            "/watch",
            "/table",
            "/join",
            "/ask",
            "/live/phone",
            "/live/watch",
            "/stream/watch",
            "/host/record.json",
        ):
            answer = host.get(f"/{bad}{path}", buffered=True)
            if answer.status_code == 405:
                continue
            assert answer.status_code == 503, path
            told = answer.text.replace("&#39;", "'")
            assert what in told, told
            assert f"companion export {bad}" in told
            assert "companion restore" in told
            assert not any(card in told for card in ("digger", "saboteur-", "loyal"))
        assert host.post(f"/{bad}/host/act", data={"entries": "[]"}).status_code == 503
        assert [record.levelno for record in log.records] == [logging.ERROR]
        assert what in log.records[0].getMessage()
        assert host.get("/").status_code == 200
        assert phone.get(f"/find?code={good}").status_code == 302
        entry = json.dumps([{"kind": "correct", "note": "on"}])
        assert host.post(f"/{good}/host/act", data={"entries": entry}).status_code == 303
        assert "on" in host.get(f"/{good}/watch").text


@pytest.mark.parametrize("newest", [True, False], ids=["on the QR code", "another"])
@pytest.mark.parametrize(("sql", "what", "left", "as_written"), HARMS.values(), ids=HARMS)
def test_damaged_table_says_what_is_wrong_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, newest: bool, sql: str, what: str, left: int, as_written: bool
) -> None:
    codes = played(tmp_path)
    bad, good = reversed(codes) if newest else codes
    harmed(tmp_path, bad, sql, as_written=as_written)
    check(tmp_path, bad, good, what, caplog)
    exported = run("export", bad, "--data", str(tmp_path))
    assert exported.exit_code == 0
    record = json.loads(exported.stdout)
    assert len(record["entries"]) == left
    assert what in exported.stderr
    assert f"{left} entries" in exported.stderr
    if left < ENTRIES:
        again = run("import", "-", "--data", str(tmp_path), text=exported.stdout)
        assert again.exit_code == 0, again.stderr
        assert f"{left} entries" in again.stdout


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("byte", range(1, 60, 11))
def test_flipped_bit_in_an_entry_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, byte: int
) -> None:
    codes = played(tmp_path, game)
    flip(tmp_path, codes[1], byte, bit=byte % 8)
    check(tmp_path, codes[1], codes[0], f"entry {BAD} is not as it was written", caplog)
    exported = run("export", codes[1], "--data", str(tmp_path))
    assert f"entry {BAD}" in exported.stderr
    record = json.loads(exported.stdout)
    assert len(record["entries"]) == BAD
    Record.load(game_by_id(game), record["players"], record["options"], record["entries"])


def test_whole_export_says_nothing(tmp_path: Path) -> None:
    (code,) = played(tmp_path, tables=1)
    exported = run("export", code, "--data", str(tmp_path))
    assert (exported.exit_code, exported.stderr, len(json.loads(exported.stdout)["entries"])) == (0, "", ENTRIES)


def test_what_stands_beside_the_record_stops_nobody(tmp_path: Path) -> None:
    """Notes, names and typed values that can't be read are shown as such, or asked for again."""
    (code,) = played(tmp_path, tables=1)
    with closing(Store(tmp_path)) as store:
        row = store.tables.by_code(code)
        assert row
        game = store.journal.current_game(row.id)
        assert game
        store.journal.note(row.id, game.id, 1, "Dealt afresh.", {}, "now")
        store.journal.note(row.id, game.id, 1, "{name} sat down", {"name": "Anna"}, "now")
        store.private.set_typed(game.id, 1, 0, {"gold": [1]})
    with closing(sqlite3.connect(tmp_path / "companion.db", isolation_level=None)) as conn:
        conn.execute("UPDATE notes SET \"values\" = '{' WHERE message = 'Dealt afresh.'")
        conn.execute("UPDATE notes SET message = '{nam' WHERE message = '{name} sat down'")
        conn.execute("UPDATE typed SET \"values\" = 'zzz'")
        conn.execute("UPDATE seats SET name = CAST(X'41FF42' AS TEXT) WHERE position = 0")
        conn.execute("UPDATE tables SET chosen = '{\"game\"', next_deal = '[', clock = '7'")
    with opened(tmp_path) as (app, store):
        host = app.test_client()
        assert host.get(f"/{code}/watch").status_code == 200
        assert store.private.typed(game.id) == {}
        host.get(f"/host/{store.host_key()}")
        log = host.get(f"/{code}/host/panel/log").text
        assert log.count("(a note that can&#39;t be read any more)") == 2


FLIPS = size("FLIPS", 60, 2000)
SENTENCES = ("companion restore", "a newer version", "an older version")


def test_no_flipped_bit_is_a_traceback_or_moves_the_file(tmp_path: Path) -> None:
    """Any bit of the data file, after a clean stop: a sentence that says what to do at each start, a game that is said
    to be bad, or something beside the games that reads otherwise."""
    played(tmp_path / "whole")
    with closing(Store(tmp_path / "whole")) as store:
        store.backup()
        written = games_of(store)
    good = (tmp_path / "whole" / "companion.db").read_bytes()
    random = Random(size("SEED", 1, 1))
    used = [at for at, byte in enumerate(good) if byte]
    for number in range(FLIPS):
        folder = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "whole" / "backups", folder / "backups")
        flipped, at, bit = bytearray(good), random.choice(used), random.randrange(8)
        flipped[at] ^= 1 << bit
        (folder / "companion.db").write_bytes(flipped)
        for _ in range(3):
            try:
                with closing(Store(folder)) as store:
                    with suppress(StoreError):
                        store.backup()
                    assert games_of(store) == written or list(damaged_games(store._db.conn)), (at, bit)
            except StoreError as error:
                assert any(sentence in str(error) for sentence in SENTENCES)  # noqa: PT017 - either is fine
                assert (folder / "companion.db").read_bytes() == flipped
        restore_latest_backup(folder)
        with closing(Store(folder)) as store:
            assert games_of(store) == written, (at, bit)
        shutil.rmtree(folder)


def games_of(store: Store) -> list[object]:
    """What every game was begun with, and its entries."""
    found = [game for table in store.tables.all() for game in store.journal.games(table.id)]
    heads = [(game.table_id, game.number, game.options, game.players, game.seat_ids) for game in found]
    return [(head, store.journal.readable_entries(game.id)) for head, game in zip(heads, found, strict=True)]


def test_only_the_table_there_is_is_damaged_and_a_new_one_is_made(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (code,) = played(tmp_path, tables=1)
    harmed(tmp_path, code, KINDS["no JSON"][0])
    with opened(tmp_path) as (app, store):
        assert Tables(store).newest().code != code
        assert app.test_client().get(f"/{code}").status_code == 503


def test_program_starts_beside_a_damaged_table_and_says_so_in_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    bad, good = reversed(played(folder))
    flip(folder, bad, 5, 2)
    with Program(folder) as program:
        assert program.code == good
        assert f"Table {bad} can't be opened" in program.errors()
        assert f"entry {BAD} is not as it was written" in program.errors()
