"""The data file: one process opens it, has it checked and brought up to date, writes to it, and keeps copies.

One process owns a data folder, with one connection that writes and one that reads. What was written is on disk when a
write returns, with WAL and ``synchronous=FULL``, and nobody else reads it before. What can't be done is a
``StoreError`` with a sentence for the people at the table.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from companion.engine.text import T, Text
from companion.storage.backups import FOLDER as BACKUPS
from companion.storage.backups import (
    GAMES,
    HOST_KEY,
    MARK,
    backups,
    copy_to_backup,
    find_newest_good,
    now,
    open_readonly,
    put_back_files,
    stamp,
    to_disk,
    write_copy,
)
from companion.storage.disk_errors import BusyError, CorruptFileError, StoreError, as_store_error, is_damage, is_failing
from companion.storage.schema import as_this_version, check, connect, is_older, migrate, need_this_version, read_version

FILE = "companion.db"
LOCK = "companion.lock"
ADDRESS = "companion.address"
RESTORING = "companion-restoring.db"
_OURS = ("companion.[adl]*", "companion-re*.db*", BACKUPS, f"{BACKUPS}/companion-*")
"""The files of a data folder, but for games in one file."""
_LEFT = ("*.unfinished", f"{BACKUPS}/*.unfinished", f"{RESTORING}*", f"{GAMES}/*.part")
"""What is left in a data folder of something that was killed."""
GONE = T("This is gone. Reload the page.")


class DataFile:
    """The data folder, open for this process alone until ``close``. Safe to use from several threads.

    Raises ``StoreError`` when another process has it, when the file is damaged, empty or missing beside backups, or
    made by another version, and when the disk refuses. Only ``restore_…`` and ``begin_anew`` move a file.
    """

    def __init__(self, folder: Path, to_read: bool = False) -> None:
        """Open the data of a folder.

        ``to_read``: nothing is written. So also data that another process has, and damaged ones, can be opened, and one
        file in place of a folder.
        """
        self.folder = folder
        self._to_read = to_read
        self._folder_lock: FileLock | None = None
        # Where it was reached before: whoever takes the folder clears that.
        self.last_address = _address(folder)
        if to_read:
            self._db = self._on_disk = _open_to_read(folder)
        else:
            self._acquire()
            _sweep(folder)
        self.closed = self._away = False
        self.address = ""
        self.not_copied: StoreError | None = None
        self._writing = threading.Lock()
        self._writer = 0
        self._lock = threading.RLock()
        self._open_repositories()

    def _acquire(self) -> None:
        """Take the folder, anew perhaps, and open its file."""
        if self._folder_lock:
            self._folder_lock.release()
        with contextlib.ExitStack() as undo:
            lock = lock_folder(self.folder)
            undo.callback(lock.release)
            self._db = _open(self.folder)
            self._on_disk = connect(self.folder / FILE)
            undo.pop_all()
        self._folder_lock = lock

    def _open_repositories(self) -> None:
        """Create the repositories on the open connection: a hook for subclasses."""

    def close(self) -> None:
        """Let the folder go. What was acknowledged is on disk with or without this."""
        with self._writing, self._lock:
            self.closed = True
            self._on_disk.close()
            self._db.close()
            if self._folder_lock:
                keep_private(self.folder)
                self._folder_lock.release()

    def announce(self, address: str) -> None:
        """Leave the address beside the lock, for the sentence that a second process on this folder gets."""
        self.address = address
        # On a full disk that sentence says a little less; nothing else hangs on it.
        with contextlib.suppress(OSError):
            (self.folder / ADDRESS).write_text(address, encoding="utf-8")

    @property
    def _writes(self) -> bool:
        """True in the thread of the transaction: it alone sees what is not on disk yet."""
        return self._writer == threading.get_ident()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Database]:
        """Write all that is written inside to the disk when this ends, or none of it: the one way to write.

        Inside another one it is a part of that. Nothing inside may hide an error. Raises ``StoreError`` where the disk
        refuses.
        """
        if self._writes:
            yield self._db
            return
        with self._reopening(T("Couldn't save")), self._writing:
            conn = self._db.conn
            conn.execute("BEGIN IMMEDIATE")
            self._writer = threading.get_ident()
            try:
                yield self._db
                conn.execute("COMMIT")
            except BaseException:
                # SQLite may have rolled back by itself.
                with contextlib.suppress(sqlite3.Error):
                    conn.execute("ROLLBACK")
                raise
            finally:
                self._writer = 0

    @contextlib.contextmanager
    def read(self) -> Iterator[Database]:
        """Give the data as they are on disk; inside a write with all that it has written."""
        if self._writes:
            yield self._db
            return
        with self._reopening(T("Couldn't read the data")), self._lock:
            yield self._on_disk

    @contextlib.contextmanager
    def _reopening(self, what: Text) -> Iterator[None]:
        """Reopen the database if the last access failed with an I/O error (a USB stick was removed and is back).

        Nothing is begun where there is no file.
        """
        with as_store_error(what):
            try:
                if self._away and self._folder_lock:
                    self._open_again()
                yield
            except sqlite3.OperationalError as error:
                self._away = self._away or is_failing(error)
                if self._to_read and is_damage(error):  # nobody has looked whether it has all tables
                    raise CorruptFileError(str(error)) from error
                raise

    def _open_again(self) -> None:
        (self.folder / FILE).stat()
        with self._writing, self._lock:
            before = self._db, self._on_disk
            self._acquire()
            self.announce(self.address)
            self._away = False
            for one in before:
                with contextlib.suppress(sqlite3.Error):
                    one.close()

    def overwrite(self) -> None:
        """Write the file anew, so that nothing is left in it of what was deleted or changed."""
        with as_store_error(T("Couldn't forget this person")), self._writing:
            self._db.execute("VACUUM")
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:  # somebody reads what stood there before, and the log keeps it for them
                raise BusyError

    def checkpoint(self) -> None:
        """Move all that stands in the write-ahead log into the file: a log that is damaged later costs nothing of it.

        Waits for nobody who reads at this moment; then it happens another time.
        """
        with as_store_error(T("Couldn't save")), self._writing:
            if self.closed:
                return  # closing it has done the same
            self._db.execute("PRAGMA busy_timeout = 0")
            try:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                self._db.execute("PRAGMA busy_timeout = 5000")  # as at the start

    def write_copy(self, file: Path) -> None:
        """Copy everything into a file, to be carried to another machine.

        Raises ``StoreError`` for one that is there already, or can't be written.
        """
        with as_store_error(T("Couldn't make a backup")):
            if file.exists():
                raise StoreError(T("{file} already exists. Choose another name.", file=str(file)))
            with self._writing:
                write_copy(self._db, self.folder, file)

    def backup(self) -> None:
        """Copy everything into ``backups/``.

        Raises ``StoreError``, which stays in ``not_copied`` until it can be done.
        """
        try:
            with as_store_error(T("Couldn't make a backup")), self._writing:
                copy_to_backup(self._db, self.folder)
            self.not_copied = None
        except StoreError as error:
            self.not_copied = error
            raise


class Repository:
    """A part of what a data file holds: it reads and writes by the file, within its transactions."""

    def __init__(self, file: DataFile) -> None:
        self._file = file
        self.transaction = file.transaction

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        with self._file.read() as db:
            return list(db.query(sql, values))

    def _row(self, sql: str, *values: object) -> dict[str, Any] | None:
        return next(iter(self._rows(sql, *values)), None)

    def _one(self, sql: str, *values: object) -> dict[str, Any]:
        """Return the row, which has to exist."""
        if row := self._row(sql, *values):
            return row
        raise StoreError(GONE)

    def _names(self) -> dict[int, str]:
        """Return everybody's name, by number."""
        return {row["id"]: row["name"] for row in self._rows("SELECT id, name FROM called")}

    def _change(self, table: str, row_id: int, **values: object) -> None:
        """Change one row, which has to exist."""
        with self.transaction() as db:
            try:
                db.table(table).update(row_id, values)
            except NotFoundError:
                raise StoreError(GONE) from None


def lock_folder(folder: Path) -> FileLock:
    """Take the folder's lock, ours until it is released (by us, or by the system when the process ends)."""
    with as_store_error(T("Couldn't use the data folder")):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _lock_of(folder)
        try:
            lock.acquire()
        except Timeout as error:
            told = _address(folder)
            where = T("at {address}", address=told) if told else T("in another window")
            raise StoreError(
                T(
                    "The data in {folder} is already in use by another Companion {where}. Stop that one first.",
                    folder=str(folder),
                    where=where,
                )
            ) from error
        keep_private(folder)
        # Whoever had the folder before us is no longer there.
        with contextlib.suppress(OSError):
            address = folder / ADDRESS
            address.touch(mode=0o600)
            address.write_text("", encoding="utf-8")
    return lock


def _lock_of(folder: Path) -> FileLock:
    # Whoever closes the folder may be another thread than the one that opened it.
    return FileLock(folder / LOCK, blocking=False, mode=0o600, thread_local=False)


def _address(folder: Path) -> str:
    try:
        return (folder / ADDRESS).read_text(encoding="utf-8", errors="replace")[:200].strip()
    except OSError:
        return ""


def find_running(folder: Path) -> str | None:
    """Return the address of the companion that has the folder, as far as it has said it; None where none has."""
    if not (folder / LOCK).is_file():
        return None
    try:
        with _lock_of(folder):
            return None
    except Timeout:
        return _address(folder)


def _sweep(folder: Path) -> None:
    """Delete what a backup, a restore or an added game has left that was killed: nobody is at it any more."""
    for pattern in _LEFT:
        for file in folder.glob(pattern):
            with contextlib.suppress(OSError):  # it is in nobody's way
                file.unlink()


def keep_private(folder: Path) -> None:
    """Make our files (and the folder, if it holds nothing else) readable by their owner only.

    Files that root has written are given to the folder's owner, who has to open them: to a service's own user, say.
    """
    if os.name != "posix":
        return
    ours = [path for pattern in _OURS for path in folder.glob(pattern)]
    if all(path in ours or path.name.startswith(".") for path in folder.iterdir()):
        ours.append(folder)
    owner = folder.stat()
    for path in ours:
        is_now = path.lstat()
        if os.geteuid() == 0 and is_now.st_uid != owner.st_uid:
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
        # Somebody else's files are narrowed by their owner.
        with contextlib.suppress(PermissionError):
            if is_now.st_mode & 0o077 and not path.is_symlink():
                path.chmod(is_now.st_mode & 0o700)


def _open(folder: Path) -> Database:
    """Open the data file, with a sound structure."""
    path = folder / FILE
    with as_store_error(T("Couldn't open the data file")), contextlib.ExitStack() as undo:
        _refuse_a_lost(path)
        path.touch(mode=0o600)  # SQLite gives its other files the mode of this one
        db = connect(path)
        undo.callback(db.close)
        try:
            need_this_version(db, folder)  # before anything is written
            if is_older(db):
                _keep_older(db, folder)
            _prepare(db)
        except (sqlite3.DatabaseError, ValueError) as error:
            if is_damage(error):
                raise _unusable(path, T("is damaged")) from error
            raise
        undo.pop_all()
        return db


def _refuse_a_lost(path: Path) -> None:
    """Refuse to begin anew beside backups: no data file, or one of no bytes, has lost games.

    A service has nobody to ask, so both ways on are commands.
    """
    if backups(path.parent) and not (path.exists() and path.stat().st_size):
        raise _unusable(path, T("is empty") if path.exists() else T("is missing"))


def _unusable(path: Path, why: Text) -> StoreError:
    return StoreError(
        T(
            "The data file {file} {why}. To bring back the newest good backup, run: companion restore --data {folder}\n"
            "To start with no games and keep all files, run: companion restore --empty --data {folder}",
            file=str(path),
            why=why,
            folder=shlex.quote(str(path.parent)),
        )
    )


def _open_to_read(place: Path) -> Database:
    """Open the data in a folder, or in one file, for reading only.

    Also while another process writes, and damaged ones.
    """
    folder, path = (place.parent, place) if place.is_file() else (place, place / FILE)
    with as_store_error(T("Couldn't open the data file")):
        _refuse_a_lost(path)
        if not path.is_file():
            raise StoreError(T("There's no data in {folder} yet.", folder=str(folder)))
        db = connect(f"{path.as_uri()}?mode=ro", uri=True)
        try:
            need_this_version(db, folder)
            if not read_version(db):
                raise StoreError(T("There's no data in {folder} yet.", folder=str(folder)))
        except BaseException:
            db.close()
            raise
        # What is left of a damaged one is read as it stands.
        with contextlib.suppress(sqlite3.DatabaseError, ValueError):
            return as_this_version(db)
        return db


def _keep_older(db: Database, folder: Path) -> None:
    """Copy a file of an older version before it is brought up: a damaged one pushes no sound copy out."""
    try:
        copy_to_backup(db, folder)
    except CorruptFileError as error:
        if error.game is None:
            raise
        write_copy(db, folder, _name_aside(folder))


def _prepare(db: Database) -> None:
    """Check the file; give one that has nothing in it its tables, and bring one of an older version up."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = 1")
    if is_older(db):
        check(db)
    migrate(db)
    check(db)
    db.execute("PRAGMA foreign_keys = ON")


def restore_latest_backup(folder: Path) -> Path:
    """Put the newest sound backup in place and return it; the file it replaces is kept beside it.

    Raises ``StoreError`` when there is none, or when a running companion has the folder.
    """
    if backup := find_newest_good(folder):
        restore_file(folder, backup)
        return backup
    raise StoreError(T("There's no readable backup in {folder}.", folder=str(folder / BACKUPS)))


def restore_file(folder: Path, file: Path | None) -> None:
    """Put a file in place that ``write_copy`` made, here or on another machine, or data without any game.

    The data that lay there, with the journal files that belong to them, are kept under another name. Raises
    ``StoreError`` for any other file, and changes nothing then.
    """
    with as_store_error(T("Couldn't restore the backup")), contextlib.ExitStack() as at_end:
        if file:
            _need_backup(file)
        at_end.callback(lock_folder(folder).release)
        _put_in_place(folder, file)


def _need_backup(file: Path) -> None:
    try:
        with contextlib.closing(open_readonly(file)) as copy:
            need_this_version(copy)
            check(copy)
    except (sqlite3.DatabaseError, ValueError) as error:
        raise StoreError(T("{file} is not a Companion backup.", file=str(file))) from error


def _put_in_place(folder: Path, file: Path | None) -> None:
    copy = folder / RESTORING
    copy.unlink(missing_ok=True)
    copy.touch(mode=0o600)
    if file:
        shutil.copyfile(file, copy)
    with contextlib.closing(connect(copy)) as db:
        _prepare(db)
        put_back_files(db, folder)
        db.execute("DELETE FROM meta WHERE key IN (?, ?)", (MARK, HOST_KEY))
        if file and (key := _find_host_key(folder)):
            db.execute("INSERT INTO meta VALUES (?, ?)", (HOST_KEY, key))
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    to_disk(copy)
    aside = _name_aside(folder)
    for end in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            (folder / f"{FILE}{end}").rename(f"{aside}{end}")
    copy.replace(folder / FILE)
    keep_private(folder)


def _find_host_key(folder: Path) -> str | None:
    """Return the secret of the folder's own host: it is not the host's of another machine."""
    files = [partial(connect, f"{(folder / FILE).absolute().as_uri()}?mode=ro", uri=True)]
    for open_it in [*files, *(partial(open_readonly, copy) for copy in backups(folder))]:
        with contextlib.suppress(sqlite3.DatabaseError, ValueError), contextlib.closing(open_it()) as db:
            if row := db.execute("SELECT value FROM meta WHERE key = ?", (HOST_KEY,)).fetchone():
                return str(row[0])
    return None


def _name_aside(folder: Path) -> Path:
    """Make a name for a file that is put aside."""
    aside = folder / f"companion-replaced-{stamp(now())}.db"
    while aside.exists():
        aside = aside.with_stem(f"{aside.stem}-2")
    return aside
