"""A real app with a table, and every address it answers under, asked by everybody who may come along."""

import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from faults.house import House
from flask.testing import FlaskClient
from playing import Play, Tap
from werkzeug.test import TestResponse

from companion.book.keeping import person_id
from companion.games import all_games
from companion.kept.store import Store
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.table import follow, playing, rounds, seating
from companion.table.tables import import_record
from companion.web.app import create_app
from companion.web.book_pages import FILES
from companion.web.bundles import BUNDLES
from companion.web.guard import RateLimiter
from companion.web.host import PLACE, SEAT
from companion.web.live import Hub
from companion.web.site import Site

THEN = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
PLAYERS = ("Anna", "Ben", "Cleo", "Dora")
NOBODY = 1
"""A port on which no program answers: the page about the network tries it."""
PHONELESS = 2
"""The seat that looks on the table device."""


class Fate:
    """All randomness and time of the program, the same for every world that does the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.random = Random(0)
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=16: f"{self.random.getrandbits(128):032x}")
        monkeypatch.setattr(secrets, "token_bytes", lambda size=16: self.random.getrandbits(8 * size).to_bytes(size))
        monkeypatch.setattr(secrets, "token_hex", lambda size=16: f"{self.random.getrandbits(24):06x}")
        monkeypatch.setattr(secrets, "randbelow", lambda end: self.random.randrange(end))
        monkeypatch.setattr(secrets, "choice", lambda items: self.random.choice(items))
        monkeypatch.setattr("companion.web.context.now", THEN.timestamp)
        monkeypatch.setattr("companion.clock.now", THEN.timestamp)


@dataclass
class Ask:
    """One request. ``held``: the answer is what its owner holds to look at."""

    method: str
    path: str
    data: dict[str, Any] = field(default_factory=dict)
    held: bool = False
    htmx: bool = False


def get(path: str) -> Ask:
    return Ask("GET", path)


def post(path: str, **data: Any) -> Ask:
    return Ask("POST", path, data)


class World(House):
    """One app on one folder, with a table and all its viewers: four seats, one without a phone, the host, a stranger
    and one with forged cookies. ``cards`` is how the shuffled cards lie: those of the seats, then the others."""

    site = Site()

    def __init__(self, folder: Path, fate: Fate, game: Game, cards: list[str]) -> None:
        self.fate, self.random, self.game, self.cards = fate, Random(1), game, cards
        with self.mine():
            self.store = Store(folder)
            self.hub = Hub(first_beat=lambda: 60, beat=lambda: 60, clock=lambda: 0.0)
            self.app = create_app(self.store, self.hub, PORT=NOBODY, SITE=self.site)
            self.hall = self.app.extensions["context"]
            self.hall.guesses = RateLimiter(1, 0)
            self.table = self.hall.tables.create()
            self.table.at.dice = dice = Random(1)
            dice.shuffle = self.shuffle  # type: ignore[assignment, method-assign]
            self.code, self.url = self.table.code, f"/{self.table.code}"
            self.evening, self.person, self.played = self._play_before()
            self.clients: dict[str, FlaskClient] = {}
            self._seat_everybody()

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Within it the dice are those of this world."""
        self.fate.random = self.random
        yield

    def shuffle(self, items: list[Any]) -> None:
        """The box's cards come out as agreed; everything else stays in order."""
        if Counter(map(str, items)) == Counter(self.cards):
            items[:] = self.cards

    def _play_before(self) -> tuple[str, str, str]:
        """The book has a game of another evening; its addresses."""
        played = Play(self.game, 4, seed=1, hurry=0.2).run().record
        played.players = ["Ida", "Jan", "Kai", "Lea"]
        import_record(self.store, played)
        (before,) = self.hall.read_book().plays
        return before.evening, before.people[0].id, before.play_id

    def _seat_everybody(self) -> None:
        for viewer in ("stranger", "forged", "host"):
            self.clients[viewer] = self.app.test_client()
        for number, name in enumerate(PLAYERS):
            if number == PHONELESS:
                self.table.do(seating.add_seat, name)
                continue
            self.clients[f"seat {number}"] = self.app.test_client()
            self.clients[f"seat {number}"].post(f"{self.site.path}/{self.code}/join", data={"name": name})
        self.clients["host"].get(f"{self.site.path}/host/{self.store.host_key}")
        for cookie in (f"seat_{self.code}", "host"):
            self.clients["forged"].set_cookie(cookie, "Zm9yZ2Vk" * 3)
        self.table.do(rounds.choose, self.game.id, {})
        for number in (0, 1, PHONELESS):
            self.table.do(seating.set_new, self.table.at.seats[number].id, True)

    def ask(self, viewer: str, ask: Ask) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers without the clock's, and the body; of a stream the first event."""
        headers = {"HX-Request": "true"} if ask.htmx else {}
        with self.mine():
            data = None if ask.method in ("GET", "HEAD", "OPTIONS") else ask.data
            response = self.clients[viewer].open(
                self.site.path + ask.path, method=ask.method, headers=headers, data=data
            )
            body = first_event(response) if response.mimetype == "text/event-stream" else response.get_data()
            response.close()
        # The second in which a cookie is set says nothing about cards.
        dated = (one for one in response.headers.items() if one[0] != "Date")
        told = sorted((name, re.sub(r"Expires=[^;]*; ", "", value)) for name, value in dated)
        return response.status_code, told, body

    def act(self, *entries: Entry) -> None:
        secret = self.game.moves[entries[0]["kind"]].secret
        with self.mine():
            seat = entries[0]["by"] if secret else None
            self.table.do(playing.act, [dict(entry) for entry in entries], "table", "", seat)

    def do(self, what: Callable[..., Any], *given: Any, **named: Any) -> Any:
        with self.mine():
            return self.table.do(what, *given, **named)

    def enters(self, tap: Tap) -> None:
        """Done, typed by a seat for itself, or told on the page of facts."""
        if tap.typed is not None:
            self.do(playing.type_privately, tap.seat, tap.typed)
        if tap.facts is not None:
            self.do(follow.tell, tap.facts)
        if tap.entries:
            self.act(*tap.entries)


class Worlds:
    """Tables in step that are asked the same, and differ in nothing but how their cards lie (``deals``)."""

    kind: Callable[..., Any] = World
    play: Play

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, *deals: list[str]) -> None:
        self.folder, self.fate, self.game = folder, Fate(monkeypatch), game
        self.worlds: list[Any] = []
        self.sit_down(folder, *deals)

    def sit_down(self, folder: Path, *deals: list[str]) -> None:
        self.worlds = [self.kind(folder / str(n), self.fate, self.game, cards) for n, cards in enumerate(deals)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        for world in self.worlds:
            world.close()
        self.worlds = []

    @property
    def first(self) -> Any:
        return self.worlds[0]

    @property
    def at(self) -> Any:
        return self.first.table.at

    @property
    def state(self) -> Any:
        return self.first.state

    def do(self, what: Callable[..., Any], *given: Any, **named: Any) -> list[Any]:
        """At all tables."""
        return [world.do(what, *given, **named) for world in self.worlds]

    def chooser(self) -> Play:
        """Chooses what is offered at the first table."""
        self.play.record = self.at.record
        return self.play


def mixed(random: Random) -> Callable[[list[Any]], None]:
    """Shuffles cards; of several ways to prepare them the first is taken, as in ``World.shuffle``."""
    return lambda items: random.shuffle(items) if items and isinstance(items[0], str) else None


def parting(one: str, other: str) -> str:
    """The place where the two are not the same."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 160) : at + 120]}\n// {other[max(0, at - 160) : at + 120]}"


def first_event(response: TestResponse) -> bytes:
    for chunk in response.response:
        return chunk if isinstance(chunk, bytes) else chunk.encode()
    return b""


def asks(world: World) -> dict[str, list[Ask]]:
    """For every endpoint requests of all kinds, none of which changes what is played."""
    code = world.code
    host, seats = f"/{code}/host", [seat.id for seat in world.table.at.seats]
    stamp, over = world.table.at.stamp, world.table.at.phase == "done"
    sides = {
        f"host.{SEAT}{what}": [post(f"{host}/seat/{number}/{what}", name="") for number in numbers]
        for what, numbers in {
            "remove": (99,) if world.table.at.phase == "lobby" else (*seats, 99),
            **dict.fromkeys(("sit", "in"), (*seats, 99)),
            **dict.fromkeys(("release", "out"), (99,)),
        }.items()
    }
    unasked = ("afresh", "ask", "back", "next", "start", "over", "lobby", "same")
    numbers = (PHONELESS, 0, 99)
    deeds = ("act", "typed", "things")
    keys = dict.fromkeys(("card", "", "peek-x", *(f"peek-{number}" for number in range(len(seats))), *_held(world)))
    looks = [Ask("POST", f"/{code}/look", {"key": key}, held=True) for key in keys]
    hands = [Ask("POST", f"/{code}/hand/{n}/look", {"key": key}, held=True) for n in numbers for key in keys]
    acts = [json.dumps([entry]) for entry in _entries(world)]
    return {
        **_addresses(world),
        "book.readers": [post("/book/readers", readers="host"), post("/book/readers", readers="none")],
        "book.forget_seat": [post("/book/forget", key=key, sure="") for key in ("ada", "none")],
        "book.leave_out": [post("/book/play/none/leave-out")],
        "book.take_in": [post("/book/take-in/9999")],
        "book.rename": [post(f"/book/person/{id}/name", name="") for id in (world.person, person_id("anna"))],
        "book.forget": [post(f"/book/person/{world.person}/forget")],
        "front.language": [post("/lang", lang="en", back=f"/{code}"), post("/lang", lang="xx")],
        "seat.name": [post(f"/{code}/name", name="")],
        "seat.figure": [post(f"/{code}/figure", figure="none")],
        "score.tell": [
            post("/score", game=game, do=do) for game in (*all_games(), "none") for do in ("add", "beat", "")
        ],
        "score.keep_it": [
            post(f"{host}/keep", game=game, rounds=told) for game in all_games() for told in ("", "[{}]")
        ],
        f"host.{PLACE}things": [post(f"{host}/place/{place}/things", stamp="x", lay="none:1") for place in (-1, 0, 99)],
        f"host.{PLACE}ask": [post(f"{host}/place/{place}/ask") for place in (0, 99)],
        f"host.{PLACE}counts": [post(f"{host}/place/{place}/counts", stamp="x", gold="2") for place in (-1, 0, 99)],
        "seat.deal": [post(f"/{code}/deal", stamp=one) for one in (("x",) if over else ("x", stamp))],
        "seat.sit": [post(f"/{code}/sit")],
        "seat.place/stays": [post(f"/{code}/place/stays")],
        "seat.place/things": [post(f"/{code}/place/things", stamp="x", lay="none:1"), post(f"/{code}/place/things")],
        "seat.place/counts": [post(f"/{code}/place/counts", stamp="x", gold="2")],
        "seat.row": [post(f"/{code}/row", gold="2"), post(f"/{code}/row", **{"gold.99": "x"})],
        f"host.{SEAT}to/<int:to>": [post(f"{host}/seat/{seats[0]}/to/0"), post(f"{host}/seat/{seats[0]}/to/99")],
        "host.seats": [post(f"{host}/seats", name="", new="1")],
        **sides,
        "host.link": [post(f"{host}/link", seat=seat) for seat in (seats[0], 99, "host", "")],
        "host.give_up": [post(f"/damaged/{code}/1")],
        "host.address": [post(f"{host}/address", address="203.0.113.1")],
        "host.choose": [post(f"{host}/choose", game="none")],
        "host.deal": [post(f"{host}/deal", first='"x"')],
        **{f"host.{what}": [] for what in unasked},
        "host.pause": [post(f"{host}/pause", stop="1")] if world.table.at.dealt else [],
        "host.follow": [post(f"{host}/follow", how="none", stamp="x")],
        "host.row": [post(f"{host}/row", gold="2"), post(f"{host}/row", none="2")],
        "host.told": [post(f"{host}/told", stamp="x", none="2")],
        "host.act": [post(f"{host}/act", entries=entries, stamp=stamp) for entries in acts],
        "host.undo": [post(f"{host}/undo", entry="9999", stamp=stamp), post(f"{host}/undo", entry="x")],
        "handed.turn": [post(f"/{code}/hand/{n}/open") for n in (0, 99, PHONELESS)],
        "handed.look": hands,
        "handed.act": [post(f"/{code}/hand/{n}/{what}", none="1") for n in numbers for what in deeds],
        "host.clock": [post(f"{host}/clock", run=how, which="9") for how in ("start", "pause", "")],
        "seat.hand_on": [post(f"/{code}/pass", to=str(seats[0]))],
        "seat.unlock": [post(f"/{code}/unlock", seat=str(seats[0]))],
        "seat.join": [
            post(f"/{code}/share", name=""),
            *(post(f"/{code}/join", name="", seat=seat) for seat in ("", "x", "99", str(seats[0]))),
        ],
        "seat.new": [post(f"/{code}/new", new=new) for new in ("1",)],
        "seat.ask": [post(f"/{code}/ask", seat=seat) for seat in (str(seats[0]), "99", "x")],
        "host.asked": [post(f"{host}/asked/{number}/no") for number in (1, 99)],
        "seat.link": [post(f"/{code}/s/unknown")],
        "seat.act": [post(f"/{code}/act", entries=entries, stamp=stamp) for entries in acts],
        "seat.undo": [post(f"/{code}/undo", entry="0", stamp=stamp), post(f"/{code}/undo", entry="9999", stamp=stamp)],
        "seat.typed": [post(f"/{code}/typed", none="1")],
        "seat.look": looks,
        "adding.check": [post(f"{host}/games/check", text=text) for text in ("", "[game]", "x = ")],
        "adding.add": [post(f"{host}/games", text=text) for text in ("", "[game]")],
    }


def _addresses(world: World) -> dict[str, list[Ask]]:
    """Whatever can be looked at: every address with all that may stand in it, and with what is not there."""
    code, games = world.code, [*all_games(), "none"]
    seat = world.table.at.seats[0].id
    known: dict[str, Sequence[object]] = {
        "table": [code],
        "code": [code],
        "game": games,
        "key": ["wrong"],
        "kind": ["phone", "table", "watch"],
        "number": [PHONELESS, 0, 99],
        "place": [-1, 0, PHONELESS, 99],
        "secret": ["unknown"],
        "stage": ["open", "over", "back"],
        "adding.text": ["village", "none"],
        "book.evening": [world.evening, f"{code}-2026-01-02"],
        "book.game": games,
        "book.record": [world.played, "none"],
        "book.person": [world.person, *map(person_id, ("anna", "ben")), "none"],
        "book.write": [*FILES, "none"],
        "bundles.static": [*BUNDLES, "none"],
        "host.panel": ["log", "seats"],
        "seat.sheet": _sheets(world),
        "static": ["css/base/tokens.css", "../companion/command/cli.py", "none"],
    }
    found: dict[str, list[Ask]] = {
        "adding.page": [get(f"/{code}/host/games?of=village")],
        "book.front": [get("/book?from=12"), get("/book?from=x")],
        "front.find": [get(f"/find?code={code}"), get("/find?code=0000")],
        "score.choose": [get(f"/score?game={game}") for game in games],
        "seat.behind_i": [get(f"/{code}/panel/i?seat={seat}")],
        "seat.home": [get(f"/{code.lower()}"), get("/0000")],
    }
    for rule in world.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            path = re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", rule.rule)
            names = re.findall(r"{(\w+)}", path)
            parts = product(*(known[name] if name in known else known[rule.endpoint] for name in names))
            asked = [get(path.format(**dict(zip(names, part, strict=True)))) for part in parts]
            found[rule.endpoint] = [*asked, *found.get(rule.endpoint, ())]
    return found


def _held(world: World) -> list[str]:
    """The keys of all that somebody holds to look at."""
    if world.table.at.dealt is None:
        return []
    held = (world.game.list_secrets(world.state, seat) for seat in range(len(world.state.seats)))
    return [secret.key for secrets in held for secret in secrets]


def _sheets(world: World) -> list[str]:
    """What lies behind the tiles of all phones, by the ids that their pages name."""
    pages = [world.ask(viewer, get(f"/{world.code}"))[2] for viewer in world.clients if viewer.startswith("seat")]
    found = (id.decode() for page in pages for id in re.findall(rb'data-sheet="(s-[^"]+)"', page))
    return ["none", *dict.fromkeys(found)]


def _entries(world: World) -> list[Entry]:
    """Entries that are never possible, but whose refusal could tell something."""
    seats = range(len(world.table.at.seats))
    entries: list[Entry] = [{"kind": "no-such-kind", "by": seat} for seat in seats]
    entries += [{"kind": kind, "by": 0, "no": 1} for kind in world.game.moves]
    entries += [{"kind": "correct", "seat": seat, count.name: -99} for seat in seats for count in world.game.counts]
    return [*entries, {"kind": "identities", "cards": []}, {"kind": "end", "reason": "all-out", "no": 1}]
