"""``kill -9`` at any moment: what was acknowledged is there, what was not is there whole or not at all."""

import contextlib
import json
import re
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from browser.program import Program
from sizes import size

from companion.games import game_by_id
from companion.record.record import Record
from companion.storage.store import Store

from .web import Browser, forms

KILLS = size("KILLS", 3, 200)
TAPS = 8
NAMES = ("Anna", "Ben", "Cleo")
FAIL = 30
ACTS = re.compile(r"/(act|undo|start|deal|next|settle)(\?|$)")


@dataclass
class Said:
    """What Companion acknowledged, and what it was asked without an answer."""

    yes: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    taps: int = 0
    _more: threading.Condition = field(default_factory=threading.Condition)

    def answered(self) -> None:
        with self._more:
            self.taps += 1
            self._more.notify_all()

    def wait_for_news(self) -> None:
        """Until something was answered, as a page waits that has nothing to tap; not for ever, because Companion
        dies."""
        with self._more:
            self._more.wait(0.05)

    def wait_for(self, taps: int, notes: int) -> None:
        """Until that many more taps have been answered, and that many notes acknowledged in all."""
        with self._more:
            wanted = self.taps + taps
            assert self._more.wait_for(lambda: self.taps >= wanted and len(self.yes) >= notes, FAIL)


class Player(threading.Thread):
    """A phone or the table screen that taps what its page offers until nobody answers any more."""

    def __init__(self, browser: Browser, kind: str, code: str, said: Said, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser, self.kind, self.code, self.said, self.random = browser, kind, code, said, Random(seed)
        self.notes = 0
        self.name = f"{kind}{seed}"
        self.problems: list[str] = []

    def run(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                self.step()

    def step(self) -> None:
        if self.kind == "table" and self.random.random() < 0.9:
            self.notes += 1
            self._remember(f"{self.name}-{self.notes}")
            return
        page = self.browser.get(f"/{self.code}/live/{self.kind}")
        where = f"/{self.code}/table" if self.kind == "table" else f"/{self.code}"
        if page.status >= 500:
            self.problems.append(page.text)
        known = [form for form in forms(page.text, where) if ACTS.search(form.path)]
        if known:
            form = self.random.choice(known)
            answer = self.browser.tap(form.path, form.values)
            self.said.answered()
            if answer.status >= 500:
                self.problems.append(answer.text)
        else:
            self.said.wait_for_news()

    def _remember(self, note: str) -> None:
        """An entry of the table with a text of its own, so that it can be found again."""
        entries = json.dumps([{"kind": "correct", "note": note}])
        self.said.asked.add(note)
        answer = self.browser.post(f"/{self.code}/host/act", {"entries": entries})
        if answer.status == 200:
            self.said.yes.append(note)
        else:
            self.said.refused.add(note)
        self.said.answered()
        if answer.status >= 500:
            self.problems.append(answer.text)


def journal(folder: Path) -> tuple[list[str], dict[int, list[tuple[Any, ...]]]]:
    """The answer of the integrity check, and the journal of each game, from the file as it was left."""
    with contextlib.closing(sqlite3.connect(folder / "companion.db")) as conn:
        check = [row[0] for row in conn.execute("PRAGMA integrity_check")]
        games: dict[int, list[tuple[Any, ...]]] = {}
        for row in conn.execute("SELECT game_id, seq, body, action_id, batch FROM entries ORDER BY game_id, seq"):
            games.setdefault(row[0], []).append(row[1:])
    return check, games


def notes_of(games: dict[int, list[tuple[Any, ...]]]) -> list[str]:
    bodies = [json.loads(body) for rows in games.values() for _, body, _, _ in rows]
    return [body["note"] for body in bodies if body["kind"] == "correct" and "note" in body]


def is_whole(rows: list[tuple[Any, ...]]) -> bool:
    """Numbered without a gap, and each action with all of its entries."""
    ends, expected = 0, []
    for seq, _, action, batch in rows:
        if seq == ends:
            ends += batch or 0
            expected.append(action is not None)
        else:
            expected.append(action is None)
    return all(expected) and ends == len(rows) and [row[0] for row in rows] == list(range(len(rows)))


@pytest.mark.long
def test_what_was_acknowledged_outlives_many_kills(tmp_path: Path) -> None:
    random, said = Random(7), Said()
    program = Program(tmp_path / "data")
    program.start()
    host, code = Browser(program.port), program.code
    host.get(urlsplit(program.host_link).path)
    phones = [Browser(program.port) for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        assert phone.post(f"/{code}/join", {"name": name}).status == 303
    assert host.post(f"/{code}/host/choose", {"game": "saboteur"}).status == 200
    assert host.post(f"/{code}/host/deal", {"first": "0"}).status == 200
    assert host.post(f"/{code}/host/start").status == 200
    for kill in range(KILLS):
        for browser in (host, *phones):
            browser.close()
        players = [Player(phone, "phone", code, said, 1000 * kill + n) for n, phone in enumerate(phones)]
        players.append(Player(host, "table", code, said, kill))
        for player in players:
            player.start()
        said.wait_for(random.randrange(TAPS), kill)
        threading.Event().wait(random.uniform(0, 0.02))
        program.kill()
        for player in players:
            player.join(FAIL)
        assert [player.problems for player in players if player.problems] == [], program.errors()
        check, games = journal(program.folder)
        assert check == ["ok"]
        assert all(is_whole(rows) for rows in games.values())
        there = notes_of(games)
        assert len(there) == len(set(there))
        assert set(said.yes) <= set(there)
        assert not said.refused & set(there)
        program.start()
        assert random.choice(phones).get(f"/{code}/live/phone").status == 200, program.errors()
    program.kill()
    _, games = journal(program.folder)
    assert len(said.yes) >= KILLS - 1
    assert notes_of(games) == [note for note in notes_of(games) if note in said.asked]
    with contextlib.closing(Store(program.folder, to_read=True)) as store:
        for row in store.games.of(1):
            Record.load(game_by_id(row.game), row.players, row.options, store.journal.read(row.id).entries)
    assert program.errors() == ""
