"""The app in this process, with a table, its phones and the host."""

import json
import re
import secrets
from html import unescape
from pathlib import Path
from typing import Any, Self

from flask.testing import FlaskClient
from playing import Tap
from werkzeug.test import TestResponse

from companion.engine.state import EVERY_TURN
from companion.games import all_games
from companion.record.record import Record
from companion.storage.store import GameRow, Store
from companion.table import Table, Tables
from companion.table.commands import play, reveal_score, rounds, seating, tracking
from companion.web.app import create_app
from companion.web.context import Context
from companion.web.sse import Hub

from .web import Form, forms

GAMES = list(all_games())
NAMES = ("Anna", "Ben", "Cleo", "Dora")
STOP_HERE: dict[str, Any] = {"kind": "end", "reason": "agreed"}
NOTE = {"kind": "correct", "note": "x"}


def game_in(store: Store, entries: int = 0) -> GameRow:
    """A game of nobody at its own table, with that many notes."""
    game = store.games.new(store.tables.create(store.tables.new_code()).id, "saboteur", {}, [], [])
    store.journal.append_record(game.id, [NOTE] * entries)
    return game


class Kept(FlaskClient):
    """A browser that has opened a page before, and keeps cookies."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        if self._cookies is not None:
            self.set_cookie("browser", secrets.token_urlsafe(16))


class House:
    """A table with a phone for each name, the host and a stranger; and seats ``beside`` that have no phone. If nobody
    joins it is the newest table of the folder, as after a restart."""

    def __init__(
        self,
        folder: Path,
        names: tuple[str, ...] = NAMES,
        beside: tuple[str, ...] = (),
        hub: Hub | None = None,
        **config: Any,
    ) -> None:
        self.store = Store(folder)
        self.app = create_app(self.store, hub, **config)
        self.app.test_client_class = Kept
        self.hall: Context = self.app.extensions["context"]
        self.hub = self.hall.hub
        self.table: Table = self.hall.tables.create() if names or beside else self.hall.tables.find_newest()
        self.code, self.url = self.table.code, f"/{self.table.code}"
        self.host, self.stranger = self.app.test_client(), self.app.test_client()
        self.get(self.host, f"/host/{self.store.host_key}")
        self.phones = [self.joins(name) for name in names]
        for name in beside:
            self.table.run(seating.add_seat, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def state(self) -> Any:
        return self.table.state.state

    def joins(self, name: str) -> FlaskClient:
        phone = self.app.test_client()
        _, token = self.table.run(seating.join, name)
        phone.set_cookie(f"seat_{self.code}", token)
        return phone

    def deals(self, game: str = "dark-cave", first: int = 0, **options: Any) -> None:
        """Dealt, and play has started."""
        self.table.run(rounds.choose, game, options)
        self.begins(first)

    def begins(self, first: int | None = 0, **how: Any) -> None:
        self.table.run(rounds.deal, first, **how)
        self.table.run(rounds.start_early)

    def ends(self) -> None:
        """The table agrees to stop, and every step of the score is revealed."""
        self.acts(STOP_HERE)
        self.tells()

    def tells(self) -> None:
        while not self.table.state.told:
            self.table.run(reveal_score.reveal_next)

    def turns_up(self) -> None:
        """All cards, where they wait for a tap before the gold."""
        while self.table.state.face_down:
            self.table.run(reveal_score.reveal_next)

    def undoes(self) -> None:
        """The newest entry is undone."""
        self.table.run(play.undo_tap, len(self.table.state.record.entries) - 1, "table", "")

    def restarts(self) -> None:
        """The table is what a new process makes of the same disk; the app stays."""
        self.store.close()
        self.store = Store(self.store.folder)
        found = Tables(self.store).get(self.code)
        assert found
        self.table = found

    def id_of(self, name: str) -> int:
        return next(seat.id for seat in self.table.state.seats if seat.name == name)

    @property
    def record(self) -> Record:
        return self.table.state.record

    def enter(self, tap: Tap) -> None:
        """Done by the table, typed by a seat for itself, chosen in secret, or entered on the page of results; dealt by
        the app, when all has been revealed."""
        if tap.typed is not None:
            assert tap.seat is not None
            self.table.run(play.save_private_input, tap.seat, tap.typed)
        if tap.facts is not None:
            self.table.run(tracking.end_round_with, tap.facts)
        if tap.entries:
            first = tap.entries[0]
            if first["kind"] == "deal":
                self.tells()
                self.begins(first.get("first"), follow=first.get("follow", EVERY_TURN))
                return
            secret = self.record.game.moves[first["kind"]].secret
            seat = first["by"] if secret else None
            self.table.run(play.act, [dict(entry) for entry in tap.entries], "table", "", seat)

    def acts(self, *entries: dict[str, Any]) -> None:
        self.table.run(play.act, list(entries), "table", "")

    def notes(self, text: str, client: FlaskClient | None = None, stamp: str = "") -> TestResponse:
        """An entry of the table that can always be made, with a text of its own."""
        entries = json.dumps([{"kind": "correct", "note": text}])
        return self.post(client or self.host, "host/act", entries=entries, stamp=stamp)

    def path(self, path: str) -> str:
        return path if path.startswith("/") else f"/{self.code}/{path}".rstrip("/")

    def get(self, client: FlaskClient, path: str, **headers: str) -> TestResponse:
        return client.get(self.path(path), headers=headers, buffered=True)

    def post(self, client: FlaskClient, path: str, /, **data: Any) -> TestResponse:
        return client.post(self.path(path), data=data, buffered=True)

    def tap(self, client: FlaskClient, path: str, /, **data: Any) -> TestResponse:
        """As a button of the page sends it."""
        return client.post(self.path(path), data=data, headers={"HX-Request": "true"}, buffered=True)

    def page(self, client: FlaskClient, path: str = "") -> str:
        response = self.get(client, path)
        assert response.status_code == 200, response.text
        return response.text

    def shown(self) -> str:
        """The table screen."""
        return unescape(self.page(self.host, "table"))

    def forms(self, client: FlaskClient, path: str = "") -> list[Form]:
        """What a tap on this page can send, and on what is behind its tiles."""
        page = self.page(client, path)
        behind = [id for id in re.findall(r'data-sheet="(s-[^"]+)"', page) if f'id="{id}"' not in page]
        where = self.path("table" if path.startswith("host/") else path)
        return forms(page + "".join(self.page(client, f"sheet/{id}") for id in behind), where)

    def entries(self) -> list[dict[str, Any]]:
        """The journal of the current game, from the disk."""
        game = self.store.games.current(self.table.state.row.id)
        return self.store.journal.read(game.id).entries if game else []

    def stored(self) -> Any:
        """All that is on disk, and the state that pages show."""
        conn = self.store._db.conn
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        rows = {name: conn.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
        return rows, self.table.state.stamp

    def close(self) -> None:
        self.hub.close()
        self.store.close()
