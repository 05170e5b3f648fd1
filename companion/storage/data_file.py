"""The data file: opening, checking and updating it, transactions, copies, restoring.

One process owns a data folder, with one connection that writes and one that reads. When a write returns, it is on disk
(WAL with ``synchronous=FULL``), and nobody reads it earlier: a tap that a phone shows as confirmed can't be lost.
Whatever fails raises a ``StoreError`` with a sentence for the people at the table.
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
"""The files of a data folder, except games in one file."""
_LEFT = ("*.unfinished", f"{BACKUPS}/*.unfinished", f"{RESTORING}*", f"{GAMES}/*.part")
"""Files that a killed process leaves in a data folder."""
GONE = T("This is gone. Reload the page.")


class DataFile:
    """The data folder, open for this process only until ``close``. Safe to use from several threads.

    Raises ``StoreError`` when another process has the folder; when the file is damaged or from another version; when it
    is empty or missing although there are backups; and when the disk refuses. Only ``restore_…`` move a file.
    """

    def __init__(self, folder: Path, to_read: bool = False) -> None:
        """Open the data of a folder.

        With ``to_read`` nothing is written. Then it can also open damaged data, data that another process has open, and
        a single file instead of a folder.
        """
        self.folder = folder
        self._to_read = to_read
        self._folder_lock: FileLock | None = None
        # The address at which the last owner was reached: whoever takes the folder clears it.
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
        """Take the folder, for the first time or again, and open its file."""
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
        """Release the folder. Every confirmed tap is on disk with or without this."""
        with self._writing, self._lock:
            self.closed = True
            self._on_disk.close()
            self._db.close()
            if self._folder_lock:
                keep_private(self.folder)
                self._folder_lock.release()

    def announce(self, address: str) -> None:
        """Write our address next to the lock: a second process on this folder shows it in its error message."""
        self.address = address
        # If the disk is full, that message lacks the address; nothing else needs it.
        with contextlib.suppress(OSError):
            (self.folder / ADDRESS).write_text(address, encoding="utf-8")

    @property
    def _writes(self) -> bool:
        """True in the thread of the transaction: only it sees what is not on disk yet."""
        return self._writer == threading.get_ident()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Database]:
        """Write everything that happens inside to disk when it ends, or nothing of it. There is no other way to write.

        A transaction inside another one is part of it. No code inside is allowed to swallow an error. Raises
        ``StoreError`` when the disk refuses.
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
                # SQLite may have rolled back already.
                with contextlib.suppress(sqlite3.Error):
                    conn.execute("ROLLBACK")
                raise
            finally:
                self._writer = 0

    @contextlib.contextmanager
    def read(self) -> Iterator[Database]:
        """Read the data as it is on disk; inside a transaction, together with what it has written so far."""
        if self._writes:
            yield self._db
            return
        with self._reopening(T("Couldn't read the data")), self._lock:
            yield self._on_disk

    @contextlib.contextmanager
    def _reopening(self, what: Text) -> Iterator[None]:
        """Reopen the database if the last access failed with an I/O error (a USB stick was removed and is back).

        If the file is gone, no new one is created.
        """
        with as_store_error(what):
            try:
                if self._away and self._folder_lock:
                    self._open_again()
                yield
            except sqlite3.OperationalError as error:
                self._away = self._away or is_failing(error)
                if self._to_read and is_damage(error):  # nobody has checked that it has all tables
                    raise CorruptFileError(str(error)) from error
                raise

    def _open_again(self) -> None:
        (self.folder / FILE).stat()
        with self._writing, self._lock:
            before = self._db, self._on_disk
            self._acquire()
            self.announce(self.address)
            self._away = False
            for connection in before:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()

    def overwrite(self) -> None:
        """Rewrite the whole file, so that nothing deleted or changed can be read in it any more."""
        with as_store_error(T("Couldn't forget this person")), self._writing:
            self._db.execute("VACUUM")
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:  # a reader still needs the old data, and the log keeps them
                raise BusyError

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file, so that damage to the log later loses nothing.

        If someone is reading at that moment, this doesn't wait: the next call does it.
        """
        with as_store_error(T("Couldn't save")), self._writing:
            if self.closed:
                return  # closing the file has done the same
            self._db.execute("PRAGMA busy_timeout = 0")
            try:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                self._db.execute("PRAGMA busy_timeout = 5000")  # as at the start

    def write_copy(self, file: Path) -> None:
        """Copy everything into a file that people can take to another computer.

        Raises ``StoreError`` if the file exists already, or can't be written.
        """
        with as_store_error(T("Couldn't make a backup")):
            if file.exists():
                raise StoreError(T("{file} already exists. Choose another name.", file=str(file)))
            with self._writing:
                write_copy(self._db, self.folder, file)

    def backup(self) -> None:
        """Copy everything into ``backups/``.

        Raises ``StoreError`` if it fails; ``not_copied`` holds that error until a backup succeeds.
        """
        try:
            with as_store_error(T("Couldn't make a backup")), self._writing:
                copy_to_backup(self._db, self.folder)
            self.not_copied = None
        except StoreError as error:
            self.not_copied = error
            raise


class Repository:
    """One kind of rows in the data file, which it reads and writes within the file's transactions."""

    def __init__(self, file: DataFile) -> None:
        self._file = file
        self.transaction = file.transaction

    def _rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        with self._file.read() as db:
            return list(db.query(sql, values))

    def _row(self, sql: str, *values: object) -> dict[str, Any] | None:
        return next(iter(self._rows(sql, *values)), None)

    def _one(self, sql: str, *values: object) -> dict[str, Any]:
        """Return the row; it has to exist."""
        if row := self._row(sql, *values):
            return row
        raise StoreError(GONE)

    def _names(self) -> dict[int, str]:
        """Return the names of all people by their number."""
        return {row["id"]: row["name"] for row in self._rows("SELECT id, name FROM called")}

    def _change(self, table: str, row_id: int, **values: object) -> None:
        """Change one row; it has to exist."""
        with self.transaction() as db:
            try:
                db.table(table).update(row_id, values)
            except NotFoundError:
                raise StoreError(GONE) from None


def lock_folder(folder: Path) -> FileLock:
    """Take the folder's lock. It is released by us, or by the system when the process ends."""
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
        # The process that had the folder before us has ended.
        with contextlib.suppress(OSError):
            address = folder / ADDRESS
            address.touch(mode=0o600)
            address.write_text("", encoding="utf-8")
    return lock


def _lock_of(folder: Path) -> FileLock:
    # The folder may be closed by another thread than the one that opened it.
    return FileLock(folder / LOCK, blocking=False, mode=0o600, thread_local=False)


def _address(folder: Path) -> str:
    try:
        return (folder / ADDRESS).read_text(encoding="utf-8", errors="replace")[:200].strip()
    except OSError:
        return ""


def find_running(folder: Path) -> str | None:
    """Return the address of the process that has the folder ("" if it has written none); None if nobody has it."""
    if not (folder / LOCK).is_file():
        return None
    try:
        with _lock_of(folder):
            return None
    except Timeout:
        return _address(folder)


def _sweep(folder: Path) -> None:
    """Delete what a killed backup, restore or upload of a game has left: we have the folder, so nobody needs it."""
    for pattern in _LEFT:
        for file in folder.glob(pattern):
            with contextlib.suppress(OSError):  # a file that can't be deleted does no harm
                file.unlink()


def keep_private(folder: Path) -> None:
    """Make our files (and the folder, if it holds nothing else) readable by their owner only.

    Files that root has written are given to the folder's owner, such as a service's own user, who has to open them.
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
        # Only the owner of a file can change who can read it.
        with contextlib.suppress(PermissionError):
            if is_now.st_mode & 0o077 and not path.is_symlink():
                path.chmod(is_now.st_mode & 0o700)


def _open(folder: Path) -> Database:
    """Open the data file, check it and bring it up to date."""
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
    """Refuse to start with an empty file if there are backups: a missing or empty data file means lost games.

    A service can't ask anyone, so the message names a command for each way to go on.
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

    This works while another process writes, and for damaged data.
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
        # From a damaged file, read what can be read.
        with contextlib.suppress(sqlite3.DatabaseError, ValueError):
            return as_this_version(db)
        return db


def _keep_older(db: Database, folder: Path) -> None:
    """Copy a file of an older version before its update: a good one into the backups, a damaged one next to the file.

    A damaged backup would replace a good one.
    """
    try:
        copy_to_backup(db, folder)
    except CorruptFileError as error:
        if error.game is None:
            raise
        write_copy(db, folder, _name_aside(folder))


def _prepare(db: Database) -> None:
    """Check the file; create the tables of an empty one, and update one of an older version."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = 1")
    if is_older(db):
        check(db)
    migrate(db)
    check(db)
    db.execute("PRAGMA foreign_keys = ON")


def restore_latest_backup(folder: Path) -> Path:
    """Replace the data file by the newest good backup and return that backup; the old file is kept next to it.

    Raises ``StoreError`` when there is no good backup, or when a running process has the folder.
    """
    if backup := find_newest_good(folder):
        restore_file(folder, backup)
        return backup
    raise StoreError(T("There's no readable backup in {folder}.", folder=str(folder / BACKUPS)))


def restore_file(folder: Path, file: Path | None) -> None:
    """Replace the data file by one that ``write_copy`` made, here or on another computer; by an empty one for None.

    The old data file and its journal files are kept under another name. Raises ``StoreError`` for any other kind of
    file, and changes nothing then.
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
    """Return the host's secret of this folder; data from another computer comes with the secret of another host."""
    files = [partial(connect, f"{(folder / FILE).absolute().as_uri()}?mode=ro", uri=True)]
    for open_it in [*files, *(partial(open_readonly, copy) for copy in backups(folder))]:
        with contextlib.suppress(sqlite3.DatabaseError, ValueError), contextlib.closing(open_it()) as db:
            if row := db.execute("SELECT value FROM meta WHERE key = ?", (HOST_KEY,)).fetchone():
                return str(row[0])
    return None


def _name_aside(folder: Path) -> Path:
    """Make a name under which an old file is kept."""
    aside = folder / f"companion-replaced-{stamp(now())}.db"
    while aside.exists():
        aside = aside.with_stem(f"{aside.stem}-2")
    return aside
