"""Real tables of the app, with their phones and browsers, and several of them in step that are asked the same."""

import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from faults.house import House
from faults.web import Page
from playing import Play, Tap
from twins import know_apart, look_alike, parting
from werkzeug.test import TestResponse

from companion.engine import visibility
from companion.engine.actions import Entry, Offer
from companion.engine.corrections import list_counts
from companion.engine.game import Game
from companion.engine.state import SCORING
from companion.engine.text import RuleError
from companion.engine.views import make_view, reveal_secret
from companion.i18n import LANGUAGES, isolate, render
from companion.record.record import EntryListener, Record
from companion.table import TableState
from companion.table.commands import rounds, seating
from companion.table.tables import import_record
from companion.web.base_url import Site
from companion.web.pages import FACE, FACE_THAT_LEARNS
from companion.web.security import HEADERS, RateLimiter
from companion.web.sse import Hub

THEN = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
PLAYERS = ("Z\u0308\u0301", "علي-B", "<b>x</b>", "\"'onx=1>", "{{1337*1337}}{0}%s")
MADE = re.compile(rb"<b>x|'onx=|<script>1|<img src=x|1787569")
"""What no page has, whatever someone has typed: it would be markup, or has been taken for a template."""
NOBODY = 1
"""A port on which no program answers: the page about the network tries it."""
PHONELESS = 2
"""The seat that looks on the table device."""
SHARED = (1, 3)
"""The seats that share a phone."""
HOSTS = ("host", "device")
SEATED = ("phone", "shared")
SENDERS = (*HOSTS, *SEATED, "stranger", "forged")


class Fate:
    """All randomness and time of Companion, the same for every world that does the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.random = Random(0)
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=16: f"{self.random.getrandbits(128):032x}")
        monkeypatch.setattr(secrets, "token_bytes", lambda size=16: self.random.getrandbits(8 * size).to_bytes(size))
        # The library that writes the structure of a new data file names a savepoint so, once for all tables.
        mark = "0" * 32
        monkeypatch.setattr(
            secrets, "token_hex", lambda size=16: mark if size == 16 else f"{self.random.getrandbits(24):06x}"
        )
        monkeypatch.setattr(secrets, "randbelow", lambda end: self.random.randrange(end))
        monkeypatch.setattr(secrets, "choice", lambda items: self.random.choice(items))
        monkeypatch.setattr("companion.web.context.now", THEN.timestamp)
        monkeypatch.setattr("companion.clock.now", THEN.timestamp)


@dataclass
class Ask:
    """One request; ``data`` can be bytes."""

    method: str
    path: str
    data: Any = field(default_factory=dict)
    htmx: bool = False

    @property
    def looks(self) -> bool:
        """The answer is what its owner holds to look at."""
        return self.method == "POST" and self.path.endswith("/look")


def get(path: str) -> Ask:
    return Ask("GET", path)


def post(path: str, **data: Any) -> Ask:
    return Ask("POST", path, data)


Answer = tuple[int, list[tuple[str, str]], bytes]


@cache
def evening_before(game: Game) -> Record:
    record = Play(game, len(PLAYERS), seed=1, hurry=0.2).run().record
    record.players = ["-", "B", "Ana-María - Zoé", "🧌", "W" * 24]
    return record


class World(House):
    """A table with a phone of one seat and one of two, seats without a phone, the host's browser, and a second one of
    the host's that is passed round; a stranger and someone with forged cookies.

    ``cards`` is the order of the shuffled cards: those of the seats, then the others. ``backwards``: what is drawn
    later comes out in reverse."""

    site = Site()
    backwards = False

    def __init__(self, folder: Path, fate: Fate, game: Game, cards: list[str]) -> None:
        self.fate, self.random, self.game, self.cards = fate, Random(1), game, cards
        with self.mine():
            hub = Hub(beat=lambda: 60, clock=lambda: 0.0)
            super().__init__(folder, PLAYERS[:1], hub=hub, PORT=NOBODY, SITE=self.site)
            self.hall.guesses = RateLimiter(1, 0)
            self.table.state.dice = dice = Random(1)
            dice.shuffle = self.shuffle  # type: ignore[assignment, method-assign]
            others = {name: self.app.test_client() for name in ("shared", "device", "forged")}
            self.clients = {"host": self.host, "phone": self.phones[0], "stranger": self.stranger, **others}
            self._seat_everybody()

    def path(self, path: str) -> str:
        return self.site.path + super().path(path)

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Within it the dice are those of this world."""
        self.fate.random = self.random
        yield

    def shuffle(self, items: list[Any]) -> None:
        """The box's cards come out as agreed; everything else stays in order, or is reversed."""
        if (found := Counter(map(str, items))) == Counter(self.cards):
            items[:] = self.cards
        lots = all(type(item) is int for item in items) and max(found.values()) == 1
        if self.backwards and isinstance(items[0], (str, int)) and found != Counter(self.cards) and not lots:
            items.reverse()

    def imports_an_evening(self) -> None:
        """The history has a game of another night from now on; its addresses."""
        with self.mine():
            import_record(self.store, evening_before(self.game))
            (before,) = self.hall.read_book().plays
        self.evening, self.person, self.played = before.evening, before.people[0].id, before.play_id

    def _seat_everybody(self) -> None:
        device, shared, forged = (self.clients[name] for name in ("device", "shared", "forged"))
        self.get(device, f"/host/{self.store.host_key}")
        for cookie in (f"seat_{self.code}", "host"):
            forged.set_cookie(cookie, "Zm9yZ2Vk" * 3)
        for number, name in enumerate(PLAYERS[1:], 1):
            if number in SHARED:
                self.post(shared, "share" if number == SHARED[1] else "join", name=name)
            else:
                self.table.run(seating.add_seat, name)
        self.table.run(rounds.choose, self.game.id, {})
        for number in (0, 1, PHONELESS):
            self.table.run(seating.set_new, self.table.state.seats[number].id, True)

    def ask(self, viewer: str, ask: Ask) -> Answer:
        """Status, headers without the clock's, and the body; of a stream the first event."""
        headers = {"HX-Request": "true"} if ask.htmx else {}
        kind = "application/x-www-form-urlencoded" if isinstance(ask.data, bytes) else None
        with self.mine():
            response = self.clients[viewer].open(
                self.site.path + ask.path, method=ask.method, headers=headers, data=ask.data or None, content_type=kind
            )
            body = first_event(response) if response.mimetype == "text/event-stream" else response.get_data()
            response.close()
        # The second in which a cookie is set says nothing about cards.
        dated = (one for one in response.headers.items() if one[0] != "Date")
        told = sorted((name, re.sub(r"Expires=[^;]*; ", "", value)) for name, value in dated)
        return response.status_code, told, body

    def enter(self, tap: Tap) -> None:
        with self.mine():
            super().enter(tap)

    def act(self, *entries: Entry) -> None:
        self.enter(Tap(entries))

    def do(self, what: Callable[..., Any], *given: Any, **named: Any) -> Any:
        with self.mine():
            return self.table.run(what, *given, **named)

    def seen(self) -> Any:
        """What everyone can see."""
        at = self.table.state
        if at.current_game is None:
            return at.stage, len(at.seats)
        game, score = at.record.game, self.table.view.score
        view = make_view(game, at.state, visibility.Viewer(told=at.told))
        acting, entries = self.table.view.offer.acting, len(at.record.entries)
        return at.stage, at.face_down, view, acting, entries, score.steps, score.more_steps

    def seat_of(self, viewer: str, path: str = "") -> int | None:
        """The number of the seat whose page that viewer has before it, or asks for instead."""
        if (handed := re.search(r"/hand/(\d+)/", path)) and viewer in HOSTS:
            return int(handed[1])
        cookie = self.clients[viewer].get_cookie(f"seat_{self.code}", path=f"{self.site.path}/")
        seat = seating.seat_by_token(self.table.state, cookie.value.partition(".")[0]) if cookie else None
        return seating.index_of(self.table.state, seat.id) if seat else None

    def own(self, seat: int | None) -> list[Any]:
        """What is only on that seat's page."""
        if self.table.state.current_game is None or seat is None or seat >= len(self.state.seats):
            return []
        return [action for action in self.table.view.offer.actions.get(seat, ()) if action.secret]


class Worlds:
    """Tables in step that are asked the same, and differ only in their cards (``deals``).

    ``parted``: the rules have revealed what was hidden. From there on only the first one is asked, for faults.
    ``known``: the seat whose card is the same, and who alone asks then. ``where`` says how far the tables are."""

    parted = False
    known: int | None = None
    where = "lobby"

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game, *deals: list[str]
    ) -> None:
        fate = Fate(monkeypatch)
        self.game = game
        self.caplog = caplog
        self.worlds = [World(folder / str(n), fate, game, cards) for n, cards in enumerate(deals)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        for world in self.worlds:
            world.close()

    @property
    def first(self) -> World:
        return self.worlds[0]

    @property
    def asked(self) -> list[World]:
        return self.worlds[:1] if self.parted else self.worlds

    @property
    def at(self) -> Any:
        return self.first.table.state

    @property
    def state(self) -> Any:
        return self.first.state

    @property
    def record(self) -> Record:
        record: Record = self.at.record
        return record

    def import_evenings(self) -> None:
        """The history of each has a game of another night from now on."""
        for world in self.worlds:
            world.imports_an_evening()

    def enter(self, tap: Tap) -> None:
        """At all tables, as long as they can: after the play the hidden cards decide who gets what."""
        self.first.enter(tap)
        if self.parted:
            return
        was = self.worlds[-1].state.status
        try:
            for world in self.worlds[1:]:
                world.enter(tap)
        except RuleError:
            assert was == SCORING, tap
            self.parted = True
            return
        one, *others = self._shown()
        self.parted = any(know_apart(one, other, self.known) for other in others)
        self.look_alike()

    def act(self, *entries: Entry) -> None:
        self.enter(Tap(entries))

    def look_alike(self) -> None:
        """By the rules alone, as ``test_views`` has it over many games."""
        if self.at.current_game is None or self.parted:
            return
        one, *others = self._shown()
        for other in others:
            look_alike(one, other, self.known, self.at.told)

    def _shown(self) -> list[Record]:
        return [as_shown(world.table.state) for world in self.worlds]

    def do(self, what: Callable[..., Any], *given: Any, **named: Any) -> list[Any]:
        """At all tables that are asked."""
        return [world.do(what, *given, **named) for world in self.asked]

    def ask(self, viewer: str, ask: Ask) -> tuple[int, bytes]:
        """Ask all: answers are alike, but for what the sender alone is given to choose from."""
        where = f"{self.where}: {self.at.stage} {self.at.stamp}, {viewer}: {ask.method} {ask.path} {ask.data}"
        worlds = self.asked
        seat, posts = self.first.seat_of(viewer, ask.path), ask.method == "POST" and not ask.looks
        own = [world.own(seat) for world in worlds] if posts else []
        chosen, before = posts and self._chooses_what_differs(seat, ask), [world.table.state.stamp for world in worlds]
        answers: list[tuple[Any, ...]] = []
        for world in worlds:
            self.caplog.clear()
            status, headers, body = world.ask(viewer, ask)
            assert status < 500, f"{where}: {status} {self.caplog.text}"
            is_guarded(ask, headers, where)
            page = dict(headers).get("Content-Type", "").startswith(("text/html", "text/event-stream"))
            made = MADE.search(body) if page else None
            assert not made, f"{where}: {made} is taken for markup"
            if ask.looks and status == 200:
                self._is_rightful(world, seat, ask, body, where)
            # What a browser test of the same process left behind speaks as asyncio, and of nothing that is asked here.
            logged = [one.getMessage() for one in self.caplog.records if one.name != "asyncio"]
            answers.append((status, headers, body, logged))
        answer = answers[0]
        if min(one[0] for one in answers) >= 400:
            assert [world.table.state.stamp for world in worlds] == before, (
                f"{where}: refused, and something has changed"
            )
        elif posts and not self.parted and self.first.seen() != self.worlds[1].seen():
            self.parted = max(one[0] for one in answers) < 400
        if ask.looks and answer[0] == 200 and self._is_another(seat, ask.data["key"]):
            answers = [(status, headers, len(body), logged) for status, headers, body, logged in answers]
        elif answers[0] != answers[-1]:
            own += [world.own(self.first.seat_of(viewer, ask.path)) for world in worlds]
            if kinds := {action.kind for some in own if any(some != one for one in own) for action in some}:
                answers = [_without(kinds, *answer) for answer in answers]
        assert chosen or self.parted or answers[0] == answers[-1], (
            f"{where} tells the two deals apart: {parting(*map(repr, (answers[0], answers[-1])))}"
        )
        return answer[0], answer[2]

    def page_of(self, viewer: str, path: str) -> Page:
        return Page(self.ask(viewer, get(path))[1].decode())

    def _is_rightful(self, world: World, seat: int | None, ask: Ask, body: bytes, where: str) -> None:
        """Only the seat itself, or the table device for a seat without a phone, and only what is there."""
        assert seat is not None, where
        key = ask.data["key"]
        phones = [seating.index_of(world.table.state, one.id) for one in world.table.state.seats if one.phone]
        assert "/hand/" not in ask.path or seat not in phones, where
        held = reveal_secret(self.game, world.table.state.find_known_state(seat), seat, key)
        shown = unescape(body.decode())
        assert any(render(held, lang, isolate) in shown for lang in LANGUAGES if held), where
        size = FACE_THAT_LEARNS if self.game.file and key == visibility.OWN else FACE
        assert len(body) == size, f"{where}: how much it is tells what it is"

    def _is_another(self, seat: int | None, key: str) -> bool:
        """Whether it is not the same card, by the deals."""
        if seat is None:
            return False
        return (
            len(
                {
                    str(reveal_secret(self.game, one.table.state.find_known_state(seat), seat, key))
                    for one in self.worlds
                }
            )
            > 1
        )

    def _chooses_what_differs(self, seat: int | None, ask: Ask) -> bool:
        """Whether this is a choice among what is not the same at both tables, and the sender's own to know: secret
        cards, or the own secret gold."""
        if self.parted or seat is None or not ask.path.endswith("/act") or ask.path.endswith("/host/act"):
            return False
        entries: list[Any] = []
        with suppress(KeyError, ValueError, TypeError, RecursionError):
            entries = [one for one in json.loads(ask.data["entries"]) if isinstance(one, dict)]
        own = [world.own(seat) for world in self.worlds]
        if own[0] != own[1] and any(one.kind == entry.get("kind") for some in own for one in some for entry in entries):
            return True
        seats = [world.state.seats[seat : seat + 1] for world in self.worlds]
        has = [[getattr(one, count.name) for one in some for count in list_counts(self.game)] for some in seats]
        return has[0] != has[1] and any(one.get("kind") == "correct" and one.get("seat") == seat for one in entries)


def as_shown(table: TableState) -> Record:
    """The record with the state that pages are made of."""
    record = table.record.copy(EntryListener())
    if table.face_down:
        record.state = table.state
        record._offer = Offer({}, ())
    return record


def is_guarded(ask: Ask, headers: list[tuple[str, str]], where: str) -> None:
    """Each answer says what a browser can do with it; only files are stored anywhere, and no script reads a cookie."""
    sent = dict(headers)
    assert sent["X-Content-Type-Options"] == "nosniff", where
    assert "Server" not in sent, where
    if not ask.path.startswith(("/static", "/b/", "/i/", "/favicon", "/manifest")):
        assert sent.items() >= {**HEADERS, "Cache-Control": "no-store"}.items(), where
    assert all("HttpOnly" in one and "SameSite=Lax" in one for name, one in headers if name == "Set-Cookie"), where


def _without(kinds: Collection[str], status: int, headers: Any, body: bytes, logged: Any) -> tuple[Any, ...]:
    """The answer without the forms in which entries of these kinds are chosen, and without its length."""
    cut = re.compile("|".join(rf"kind[^:]*: [^a-z]*{kind}\b" for kind in kinds).encode())
    body = re.sub(rb"<form.*?</form>", lambda form: b"" if cut.search(form[0]) else form[0], body, flags=re.DOTALL)
    return status, [header for header in headers if header[0] != "Content-Length"], body, logged


def first_event(response: TestResponse) -> bytes:
    for chunk in response.response:
        return chunk if isinstance(chunk, bytes) else chunk.encode()
    return b""
