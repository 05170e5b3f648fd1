"""The tables, the streams and who is asking, for every request.

It is made once with the app; a request finds it by ``context()``. Seats on a phone are ``phone``'s.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from flask import Response, current_app, request

from companion.clock import now
from companion.engine.text import T, Text
from companion.history.history import History
from companion.history.reader import HistoryReader
from companion.storage.store import Damaged, Left, Store
from companion.table import Forbidden, NotFound, Table, Tables
from companion.web.addresses import AddressMonitor, choose_for_codes, make_url
from companion.web.seat_claims import Claims, Joins
from companion.web.security import RateLimiter, TooManyTries
from companion.web.sse import Hub

YEAR = 365 * 24 * 3600
CODE_LENGTH = 4
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
HOST_COOKIE = "host"
BROWSER_COOKIE = "browser"
"""It shows that a browser keeps cookies, and distinguishes those that join from one address."""
CLOCK = "Companion-Clock"
"""The header in which a page says what time its browser has, in milliseconds since 1970."""
MOST_DIGITS = 14
LOOPBACK = ("127.0.0.1", "::1")
FORGOT = "forgot"
"""Its text changes whenever someone is forgotten: phones that saved a name before then forget it too."""


@dataclass
class Context:
    """The tables of this process, their streams, and how often a secret can be guessed."""

    store: Store
    tables: Tables
    hub: Hub
    epoch: int = field(default_factory=lambda: round(now() * 1000))
    """Process start in ms: first part of page versions, so that versions keep growing over a restart."""
    visited: bool = False
    """A phone has come since the process started."""
    network: AddressMonitor = field(default_factory=AddressMonitor)
    claims: Claims = field(default_factory=Claims)
    joins: Joins = field(default_factory=Joins)
    heard_at: dict[int, str] = field(default_factory=dict)
    """The address of this computer at which each seat's phone, by seat id, was last heard from."""
    has_moved: bool = False
    """This computer has another address than before, where phones find it only by the new code."""
    followed: set[str] = field(default_factory=set)
    """The tables whose phones have all come there since."""
    guesses: RateLimiter = field(default_factory=lambda: RateLimiter(8, 60))
    retold: dict[tuple[int, str], Sequence[Text]] = field(default_factory=dict)
    """Highlights of games in the history, by game and its mark there."""

    def note_move(self) -> None:
        """Note that this computer has another address now."""
        self.has_moved = True
        self.followed.clear()

    def name_version(self, code: str) -> str:
        """Return the version of a table's present state: numbers with dots between them.

        Of two versions the one with the greater number where they first differ is newer. Ask for it before drawing:
        what is drawn may then be newer, but never older.
        """
        return f"{self.epoch}.{self.hub.find_version(code)}"

    def __post_init__(self) -> None:
        self.bookkeeper = HistoryReader(self.store)

    def read_book(self) -> History:
        """Return the group's history as the data is now; a score whose time has passed counts as revealed."""
        for code in self.store.tables.list_showing():
            with suppress(Damaged):
                if table := self.tables.get(code):
                    table.run_due()
        return self.bookkeeper.read_book()

    def leave_out(self, game_id: int, out: bool = True) -> None:
        """Leave a game out of the history, or put it back."""
        with self._read_anew():
            self.store.people.leave_out(game_id, out)

    def rename(self, key: str, name: str) -> None:
        """Give a person another name, in everything that is saved and in memory."""
        with self._read_anew():
            self.store.people.rename(key, name)

    def forget(self, keys: set[str]) -> Left | None:
        """Take the names of a person out of everything that is saved, and out of memory.

        Returns what of that can't be done now, or None.
        """
        with self._read_anew(), self.store.transaction():
            self.store.set_meta(FORGOT, secrets.token_hex(8))
            self.store.people.forget(keys)
        return self.store.people.finish_forgetting()

    @contextmanager
    def _read_anew(self) -> Iterator[None]:
        """Lock all people and games in memory while they are changed on disk, and read them again afterwards."""
        with self.bookkeeper.read_anew(), self.tables.read_anew():
            yield
        self.retold.clear()


def context() -> Context:
    found: Context = current_app.extensions["context"]
    return found


def read_code(text: str) -> str:
    """Read a table's code as people type or copy it, with surrounding text and invisible characters."""
    return _AROUND.sub("", "".join(letter for letter in text if unicodedata.category(letter) != "Cf"))


def table_or_404(code: str) -> Table:
    """Return the table with that code; codes nobody has are a guess, and guesses are limited.

    A text that can be no code, such as the icon names that browsers request, is not counted as a guess.
    """
    code = read_code(code)
    table = context().tables.get(code) if len(code) == CODE_LENGTH else None
    if table is None:
        if len(code) == CODE_LENGTH:
            limit_guesses("code")
        raise NotFound(T("There's no table with the code {code}. Check the table screen again.", code=code[:8]))
    table.run_due()
    return table


def make_base_url(table: Table) -> str:
    """Return ``http://address:port`` as phones reach this computer, with the prefix of every page.

    That is what ``--url`` said, else the only one that the server listens on, else the host's choice while the computer
    has it, else the best guess. Nothing if this computer is in no network that phones can reach.
    """
    site = current_app.config["SITE"]
    ip = current_app.config["ADDRESS"]
    if site.url:
        return str(site.url)
    if not ip:
        found = context().network.now()
        chosen = table.state.row.address
        ip = chosen if chosen in [address.ip for address in found] else choose_for_codes(found)
    return f"{make_url(ip, current_app.config['PORT'])}{site.path}" if ip else ""


def make_join_url(table: Table) -> str:
    """Return the address in the code to join, if there is one."""
    base = make_base_url(table)
    return base and f"{base}/{table.code}"


def find_table() -> None:
    """Replace the code in an address by its table, before every page of a table."""
    given = request.view_args or {}
    if "table" in given:
        given["table"] = table_or_404(given["table"])


def limit_guesses(what: Hashable) -> None:
    """Raise 429 for who guesses too often, by address."""
    if not context().guesses.hit((what, request.remote_addr)):
        raise TooManyTries(T("Too many tries. Wait a minute and try again."))


def is_host() -> bool:
    """Return whether this browser holds the host key."""
    given = request.cookies.get(HOST_COOKIE, "")
    return secrets.compare_digest(given.encode(), context().store.host_key.encode())


def hear_clock() -> None:
    """Take the time of the host's browser, before every page.

    A browser on this computer itself, such as the screen of a box, has this computer's time.
    """
    said = request.headers.get(CLOCK, "")
    if not (said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS):
        return
    if is_host() and request.remote_addr not in LOOPBACK:
        context().store.games.host_clock.hear(int(said) / 1000)


def require_host() -> None:
    if not is_host():
        raise Forbidden(
            T("Only the table screen can do this. Open the link that Companion printed in its terminal window.")
        )


def redirect_to(page: str) -> Response:
    """Redirect to one of our pages, under the prefix of every page. No text: it would only repeat the address."""
    return Response(status=303, headers={"Location": request.script_root + page})


def set_cookie(
    response: Response, name: str, value: str, seconds: int | None = YEAR, path: str | None = None
) -> Response:
    """Set a cookie that no script reads, for a year, or (None) until the browser is closed; 0 deletes it.

    It is sent to pages under ``path``; without one, under the prefix of every page.
    """
    under = request.script_root if path is None else path
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="Lax", path=f"{under}/")
    return response
