"""Two tables in step whose hidden cards and gold differ, and posts of all kinds that go to both."""

import json
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from crawl import PHONELESS, Ask, World, Worlds, asks, get, mixed, parting, post
from faults.web import Offer, Page
from playing import NothingOpenError, Play, filled
from twins import PartedError, swapped

from companion.record.record import UNDO, Record
from companion.rules.asking import Action, Entry
from companion.rules.game import Game
from companion.rules.seeing import Viewer
from companion.rules.state import OVER, ROUND_OVER, TURNS
from companion.rules.text import RuleError, T
from companion.table import ending, follow, playing, rounds, seating

PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SHARED = (1, 3)
"""The seats that share a phone."""
WITHOUT = (PHONELESS, 4)
"""The seats without a phone; the device is handed to the first of them."""
SENDERS = ("host", "phone", "shared", "device", "outsider", "forged")
GUEST = "guest"
"""Comes later and may take a seat."""
OVERTIME = 12
"""Posts after the end of a game."""
LOBBY = 12
"""Posts before the deal, at every fifth table."""
NOISE = [
    "",
    "-1",
    "0",
    "1",
    "99999",
    "--5",
    "+-+1",
    "1e9",
    "null",
    "true",
    "[]",
    "{}",
    '"x"',
    "NaN",
    "1e999",
    "[" * 2000,
    "\x00",
    "ü\ud7ff",
    '"\\ud800"',
    "9" * 5000,
    "x" * 300,
    "<b>",
    "²",
    "٣",
    '{"kind":[]}',
    '[{"kind":"undo"}]',
    '[{"kind":{}}]',
    "[1]",
    "[null]",
    '[{"kind":"undo","entry":0,"by":0}]',
    '[{"kind":"deal"}]',
    '[{"by":0}]',
    '{"a":1}',
    "true,false",
    " ",
    *("1.5", "1e400", "on", "Anna", "ä" * 300, "=1+1", "😀", "[1", "[[[]]]", "../../x"),
]
FIELDS = [
    "by",
    "seat",
    "first",
    "cards",
    "cards[]",
    "cards[].0",
    "cards.0.0",
    "count_cards",
    "note",
    "gold",
    "entries",
    "stamp",
    "entry",
    "key",
    "name",
    "told",
    "game",
    "players",
    "x:y",
    "a." * 3000,
    "kind",
    "0",
    "\u00b2",
    "",
    ".",
    "options.dealing",
    "options",
    "to",
    "once",
    "address",
    *("gold.0", "gold.99", "a.b.c.0", "x[][]", "x[].1", "x", "[]", ".[]", "\x00"),
]
WORDS = ("card", "count", "reason", "to", "from", "no", "by", "seat", "note", "cards", "active", "upkeep", "deck")
VALUES: list[Any] = [
    *(0, 1, 2, 3, 99, -1, True, "agreed", "treasure", [], [3, 1]),
    *(None, {}, 1.5, "x", [0, 0], ["x"], {"a": []}, "x" * 300, 10**30),
]


class Table(World):
    """A table with a phone of one seat and one of two, a seat without a phone, the host's browser, and a second one
    of the host's that is handed round."""

    def _seat_everybody(self) -> None:
        self.clients = {sender: self.app.test_client() for sender in (*SENDERS, GUEST)}
        for number, name in enumerate(PLAYERS):
            if number in WITHOUT:
                self.table.do(seating.add_seat, name)
            else:
                path = "share" if number == SHARED[1] else "join"
                self.clients["shared" if number in SHARED else "phone"].post(
                    f"/{self.code}/{path}", data={"name": name}
                )
        for sender in ("host", "device"):
            self.clients[sender].get(f"/host/{self.store.host_key}")
        self.clients["forged"].set_cookie(f"seat_{self.code}", "Zm9yZ2Vk" * 3)
        self.table.do(rounds.choose, self.game.id, {})

    def _play_before(self) -> tuple[str, str, str]:
        """The book is empty."""
        return "", "", ""

    backwards = False
    """Whether what is drawn later comes out the other way round."""

    def shuffle(self, items: list[Any]) -> None:
        super().shuffle(items)
        cards = isinstance(items[0], (str, int)) and sorted(map(str, items)) != sorted(self.cards)
        lots = all(type(item) is int for item in items) and len({*items}) == len(items)
        if self.backwards and cards and not lots:
            items.reverse()

    def seen(self) -> Any:
        """What everybody may see."""
        if self.table.at.dealt is None:
            return self.table.at.phase
        record = self.table.at.record
        view = record.game.view(record.state, Viewer(told=self.table.at.told))
        entries, acting = len(record.entries), record.game.offer(record.state).acting
        score = self.table.now.everybody.score
        return self.table.at.phase, view, acting, entries, score.steps, score.more_steps

    def held_by(self, sender: str) -> Any:
        """The seat whose page that phone shows."""
        cookie = self.clients[sender].get_cookie(f"seat_{self.code}")
        return seating.seat_by_token(self.table.at, cookie.value.partition(".")[0]) if cookie else None

    def in_hand(self) -> int:
        """The seat that has the shared phone."""
        seat = self.held_by("shared")
        return next((number for number in SHARED if seat and seat.name == PLAYERS[number]), -1)

    def seat_of(self, sender: str) -> int | None:
        """The number of the seat whose page that sender has before it."""
        seat = self.held_by(sender)
        return seating.index_of(self.table.at, seat.id) if seat else None

    def own(self, seat: int | None) -> Any:
        """What stands on the page of that seat alone."""
        if self.table.at.dealt is None or seat is None or seat >= len(PLAYERS):
            return []
        record = self.table.at.record
        return [action for action in record.game.actions(record.state, seat) if action.secret]


class Posts(Worlds):
    """The same posts to two tables. ``compared`` counts those whose answers had to be alike."""

    kind = Table

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game, follow: str) -> None:
        super().__init__(folder, monkeypatch, game)
        self.random, self.follow = Random(0), follow
        self.compared = self.tables = self.accepted = 0
        self.overtime = OVERTIME
        self.before_them: tuple[str, str, list[Offer]] | None = None

    def send(self, count: int, seed: int) -> None:
        """So many posts, to as many tables as it takes."""
        self.random = Random(seed)
        goal = self.compared + count
        while self.compared < goal:
            self._sit_down()
            for _ in range(self.random.choice((60, 250, 600))):
                if self.compared >= goal or not self._post():
                    break
            for world in self.worlds:
                is_sound(world)
            self.close()

    # -- the tables ---------------------------------------------------------------------------------------------
    def _sit_down(self) -> None:
        """Two new tables, dealt: everything that may be seen is alike, what may not is not."""
        game, self.tables, self.before_them = self.game, self.tables + 1, None
        deal = game.deal(game.start(PLAYERS), mixed(self.random))
        twin = deal
        while twin["cards"] == deal["cards"]:
            twin = swapped(game, deal, (), self.random, self.random.choice((1, 2, 99)))
        self.sit_down(self.folder / str(self.tables), *[[*deal["cards"], *deal["aside"]] for _ in range(2)])
        self.worlds[1].backwards = True
        self.play = Play(game, len(PLAYERS), {}, self.random.randrange(10**6), hurry=0.03)
        if self.tables % 5 == 1:
            all(self._post() for _ in range(LOBBY))
            self._sit_down_again()
            return
        if self.random.random() < 0.5:
            try:
                self._play_a_round()
            except RuleError:
                self._sit_down_again()
                return
        elif self.random.random() < 0.5:
            self.do(rounds.deal, 1, follow=game.follows[-1])
            self.do(playing.enter, [{"kind": "stop"}], "table", "")
        self.worlds[1].cards = [*twin["cards"], *twin["aside"]]
        if self.at.dealt is not None:
            self.overtime = OVERTIME
        if self.at.dealt is not None and self.state.status == OVER:
            while not self.at.told:
                self.do(ending.show_next)
            self.do(rounds.deal, None)
        else:
            self.do(rounds.deal, 0, follow=self.follow)
        if self.random.random() < 0.9:
            self.do(rounds.start_early)
            if self.follow != TURNS and self.random.random() < 0.5:
                self.do(follow.ask)
        if self.first.seen() != self.worlds[1].seen():
            self._sit_down_again()

    def _play_a_round(self) -> None:
        """With the same cards, so that secret gold alone is not the same after it."""
        how = self.random.choice(self.game.follows)
        self.do(rounds.deal, 1, follow=how)
        self.do(rounds.start_early)
        for _ in range(300):
            if self.state.status in (ROUND_OVER, OVER):
                break
            tap = self.chooser().choose()
            if tap.action is not None and tap.action.secret:
                self._choose_in_secret(tap.action)
                continue
            for world in self.worlds:
                world.enters(tap)
        if self.state.status != ROUND_OVER:
            raise RuleError(T("the round did not end"))
        if self.first.seen() != self.worlds[1].seen():
            raise RuleError(T("its score tells which roles were drawn"))

    def _sit_down_again(self) -> None:
        """What happened has turned up what was hidden."""
        self.close()
        self._sit_down()

    def _choose_in_secret(self, action: Action) -> None:
        """Each table takes what it has at the same place."""
        number = self.random.randrange(9)
        for world in self.worlds:
            like = (one for one in world.own(action.by) if (one.kind, one.fixed) == (action.kind, action.fixed))
            world.act(filled(next(like), Random(number)))

    # -- one post -----------------------------------------------------------------------------------------------
    def _post(self) -> bool:
        """One more post, or now and then a page. False when the tables have parted, or their game is over."""
        try:
            sender, ask = self._made()
        except NothingOpenError:
            return True
        except PartedError:
            return False
        return self.ask(sender, ask)

    def ask(self, sender: str, ask: Ask) -> bool:
        """Send one request to both, and compare. False when what everybody may see is not the same any more."""
        first = self.first
        path = ask.path.partition("?")[0].removeprefix(f"/{first.code}/")
        seat = self._seat_of(sender, path)
        before, chosen = self._own(seat), self._chooses_what_differs(seat, path, ask.data)
        answers = [world.ask(sender, ask) for world in self.worlds]
        self.answered = answers[0][2]
        where = f"{sender}: {ask.method} {ask.path} {ask.data}"
        assert max(answer[0] for answer in answers) < 500, where
        one, other = (world.seen() for world in self.worlds)
        self.accepted += answers[0][0] < 400 and ask.method == "POST"
        if answers[0][0] >= 400 and answers[1][0] >= 400:
            assert one == other, f"{where}: refused, and something has changed"
        elif one != other and max(answer[0] for answer in answers) < 400:
            return False  # the rules turn up what was hidden
        if not chosen:
            self._compare(answers, (before, self._own(self._seat_of(sender, path))), where)
            self.compared += ask.method == "POST"
        if self.at.dealt is None:
            return bool(one == other)
        if self.at.record.game is not self.game:
            return False
        if self.state.status != OVER:
            self.overtime = OVERTIME
        self.overtime -= self.state.status == OVER
        return bool(one == other and self.overtime > 0 and len(self.state.seats) >= len(PLAYERS))

    def _seat_of(self, sender: str, path: str) -> int | None:
        """The number of the seat whose page that sender has before it, or asks for in its place."""
        handed = re.match(r"hand/(\d+)/", path)
        return int(handed[1]) if handed and sender in ("host", "device") else self.first.seat_of(sender)

    def _own(self, seat: int | None) -> list[Any]:
        """What only that seat is shown, at each of the tables."""
        return [world.own(seat) for world in self.worlds]

    def _compare(self, answers: list[tuple[Any, ...]], owns: tuple[list[Any], ...], where: str) -> None:
        """Equal but for what the sender alone is given to choose from: without that, where it is not the same."""
        if any(one != other for one, other in owns):
            kinds = [action.kind for own in owns for actions in own for action in actions]
            answers = [_without(kinds, answer) for answer in answers]
        assert answers[0] == answers[1], f"{where}\n{parting(*_bodies(answers))}"

    def _chooses_what_differs(self, seat: int | None, path: str, data: dict[str, Any]) -> bool:
        """Whether this is about something that is not the same at both tables, and the sender's own to know: a look at
        it, a choice among secret cards, a correction of the own secret gold."""
        if self.at.dealt is None or seat is None or seat >= len(PLAYERS):
            return False
        states = [world.state for world in self.worlds]
        if path.rpartition("/")[2] == "look":
            return len({str(self.game.reveal(state, seat, data["key"])) for state in states}) > 1
        if path.rpartition("/")[2] != "act" or path == "host/act":
            return False
        try:
            entries = json.loads(data["entries"])
            kind = entries[0]["kind"]
        except (KeyError, ValueError, TypeError, IndexError):
            return False
        kinds = [action.kind for own in self._own(seat) for action in own]
        if self._own(seat)[0] != self._own(seat)[1] and kind in kinds:
            return True
        own = [[getattr(state.seats[seat], count.name) for count in self.game.counts] for state in states]
        corrects = [entry for entry in entries if entry.get("kind") == "correct" and entry.get("seat") == seat]
        return bool(own[0] != own[1] and corrects == entries)

    # -- what is sent -------------------------------------------------------------------------------------------
    def _made(self) -> tuple[str, Ask]:
        """Who sends what: what a page offers, what the crawl asks, or entries, each of them now and then spoilt."""
        ways = [(self._offered, 18), (self._crawled, 5)]
        if self.at.dealt is not None:
            ways += [(self._probe, 4), (self._together, 5)]
        way = self.random.choices([way for way, _ in ways], [weight for _, weight in ways])[0]
        sender, ask = way()
        if "stamp" in ask.data or "/hand/" not in ask.path:
            ask.data["stamp"] = self._stamp()
        ask.htmx = self.random.random() < 0.3
        return sender, ask

    def _stamp(self) -> str:
        stamp = self.at.stamp
        game, _, length = stamp.partition(".")
        return self.random.choice(
            (*(stamp,) * 16, "", self._noise(), f"{game}.{max(0, int(length or 0) - self.random.randint(1, 3))}")
        )

    def _offered(self) -> tuple[str, Ask]:
        """A form of some page, or of what lies behind it, filled in, now and then by somebody else."""
        random = self.random
        if random.random() < 0.5 or self.before_them is None:
            self.before_them = self._opened()
        sender, where, forms = self.before_them
        if not (forms := [one for one in forms if not one.action.endswith("/lang") or random.random() < 0.05]):
            self.before_them = None
            raise NothingOpenError
        rare = [one for one in forms if one.action.endswith(("/told", "row", "undo")) and random.random() < 0.3]
        action, data = random.choice(rare or forms).filled(random)
        if random.random() < 0.15:
            sender = random.choice((*SENDERS, GUEST))
        return sender, Ask("POST", urljoin(where, action), self._spoilt(data) if random.random() < 0.35 else data)

    def _opened(self) -> tuple[str, str, list[Offer]]:
        """Somebody looks at a page, or at what lies behind it: who, where, and the forms."""
        random, code = self.random, self.first.code
        sender = random.choice((*("host",) * 6, *("phone", "shared", "device") * 3, "outsider", GUEST))
        where = {"host": f"/{code}/table", "device": f"/{code}/hand/{PHONELESS}/open"}.get(sender, f"/{code}")
        if random.random() < 0.08:
            sender, where = "outsider", f"/score?game={self.game.id}&players=4"
        if sender == "device" and random.random() < 0.5:
            self.ask(sender, post(where))
        page = self._page_of(sender, where)
        behind = [*page.panels, *(f"sheet/{id}" for id in page.sheets if id.startswith("s-"))]
        if not behind or random.random() < 0.4:
            return sender, where, page.forms
        return sender, where, self._page_of(sender, urljoin(where, random.choice(behind))).forms

    def _page_of(self, sender: str, path: str) -> Page:
        """As both tables show it."""
        if not self.ask(sender, get(path)):
            raise PartedError
        return Page(self.answered.decode())

    def _crawled(self) -> tuple[str, Ask]:
        """What the crawl asks, mostly spoilt."""
        found = {
            name: posts
            for name, every in asks(self.first).items()
            if (posts := [a for a in every if a.method == "POST"])
        }
        name = self.random.choice(list(found))
        ask, owner = self.random.choice(found[name]), {"host": "host", "handed": "device"}.get(name.partition(".")[0])
        data = dict(ask.data) if self.random.random() < 0.3 else self._spoilt(ask.data)
        owner = owner if self.random.random() < 0.6 else None
        return owner or self.random.choice((*SENDERS, "host", GUEST)), Ask("POST", ask.path, data)

    def _spoilt(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """With something else in its fields, or more of them."""
        random = self.random
        if "entries" in data and random.random() < 0.7:
            with suppress(ValueError, TypeError, IndexError, AttributeError):
                entries = json.loads(data["entries"])
                self._change(random.choice(entries))
                return {**data, "entries": json.dumps(entries)}
        spoilt = {name: random.choice((value, value, self._noise(name))) for name, value in data.items()}
        return spoilt | {random.choice((*FIELDS, self._text())): self._noise() for _ in range(random.randrange(4))}

    def _noise(self, name: str = "") -> str:
        """Anything; for what takes a number often what looks like one."""
        odd = ("\u00b2", "9" * 5000, "-1") if name and self.random.random() < 0.2 else ()
        return self.random.choice(odd or (*NOISE, self._text()))

    def _text(self) -> str:
        some = self.random.choice((128, 0xD800))
        return "".join(chr(self.random.randrange(some)) for _ in range(self.random.randrange(40)))

    def _act(self, entries: list[Entry], sender: str = "") -> tuple[str, Ask]:
        """By a sender for whom it may be, or by anybody."""
        random, by = self.random, entries[0].get("by", entries[0].get("seat"))
        if not sender and random.random() < 0.7:
            owner = {0: "phone", 1: "shared", 2: "device", 3: "shared"}.get(by) if isinstance(by, int) else None
            sender = owner if owner and random.random() < 0.6 else "host"
        sender = sender or random.choice(SENDERS)
        path = {"host": "host/act", "device": f"hand/{PHONELESS}/act"}.get(sender, "act")
        if random.random() < 0.05:
            path = random.choice(("host/act", "act", "hand/1/act"))
        data: dict[str, Any] = {"entries": json.dumps(entries), "stamp": self.at.stamp}
        if path == "act" and random.random() < 0.3:
            data |= {"ends": "1", "way": [json.dumps({**self._entry(), "by": by}) for _ in range(random.randrange(3))]}
        return sender, Ask("POST", f"/{self.first.code}/{path}", data)

    def _open_ones(self, state: Any) -> list[Action]:
        seats = [one for seat in range(len(state.seats)) for one in self.game.actions(state, seat)]
        return [one for one in (*seats, *self.game.list_table_actions(state)) if not one.closed]

    def _entry(self) -> Entry:
        """One entry, right or wrong."""
        state, random = self.state, self.random
        rare = ("stop", "end") if random.random() < 0.8 else ()
        known = [action for action in self._open_ones(state) if action.kind not in rare]
        if known and random.random() < 0.5:
            entry = filled(random.choice(known), random)
        else:
            by = random.choice((*range(len(PLAYERS)), *self.game.offer(state).acting))
            entry = {"kind": random.choice((*self.game.moves, "zzz", UNDO)), "by": by}
            if not getattr(self.game.moves.get(entry["kind"]), "seated", True):
                del entry["by"]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            self._change(entry)
        return entry

    def _change(self, entry: Entry) -> None:
        """Another value in some field of it, or one more."""
        made = self.at.record.entries if self.at.dealt is not None else []
        drawn = [name for move in self.game.moves.values() for name in move.drawn]
        names = {*drawn, *self._counts(), *(name for one in made[-30:] for name in one), *WORDS}
        used = [value for one in made[-20:] for value in one.values()]
        cards = [card for one in made[:1] for card in one.get("cards", ())]
        entry[self.random.choice([*sorted(names), *entry])] = self.random.choice([*VALUES, *cards, *used])

    def _probe(self) -> tuple[str, Ask]:
        return self._act([self._entry()])

    def _together(self) -> tuple[str, Ask]:
        """Several at once: what could be made one after the other, and then what tells how far it went."""
        state, random = deepcopy(self.state), self.random
        entries: list[Entry] = []
        for _ in range(random.randint(0, 3)):
            if not (known := self._open_ones(state)):
                break
            ends = [one for one in known if self.game.moves[one.kind].may_end_round or one.kind == "end"]
            entry = filled(random.choice(ends if ends and random.random() < 0.3 else known), random)
            try:
                self.game.moves[entry["kind"]].judge(state, entry, drawn=False)
                drawn = self.game.moves[entry["kind"]].outcome(state, entry, lambda items: None)
                self.game.judge(state, drawn)
            except RuleError:
                break
            self.game.fold(state, drawn)
            entries.append(entry)
        if random.random() < 0.5:
            entries.append(self._lowest(state))
        entries.append(self._entry() if random.random() < 0.5 else {"kind": "zzz"})
        return self._act(entries[:4], "host" if any("by" not in entry for entry in entries[:-1]) else "")

    def _lowest(self, state: Any) -> Entry:
        """A correction that is just possible, or just not any more; in a game without counts one that tells nothing."""
        if not self.game.counts:
            return {"kind": "correct", "note": "2"}
        seat, name = self.random.randrange(len(PLAYERS)), self._counts()[0]
        less = (getattr(state.seats[seat], name) or 0) + self.random.randint(0, 1)
        return {"kind": "correct", "seat": seat, name: -max(1, less)}

    def _counts(self) -> list[str]:
        return [count.name for count in self.game.counts]


def _without(kinds: Collection[str], answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """The answer without the forms in which entries of these kinds are chosen, and without its length."""
    status, headers, body = answer
    cut = re.compile("|".join(rf"kind[^:]*: [^a-z]*{kind}\b" for kind in kinds).encode() or b"$.")
    body = re.sub(rb"<form.*?</form>", lambda form: b"" if cut.search(form[0]) else form[0], body, flags=re.DOTALL)
    return status, [header for header in headers if header[0] != "Content-Length"], body


def _bodies(answers: list[tuple[Any, ...]]) -> list[str]:
    bodies = [answer[2].decode() for answer in answers]
    return bodies if bodies[0] != bodies[1] else [repr(answer) for answer in answers]


def is_sound(at: World) -> None:
    """The state equals the replay of its own journal, and nothing was made out of nothing."""
    if at.table.at.dealt is None:
        return
    row, record = at.table.at.dealt
    games, journal = at.store.games, at.store.journal
    again = Record.load(record.game, row.players, games.get(row.id).options, journal.entries(row.id))
    assert again.game.snapshot(again.state) == record.game.snapshot(record.state)
    had = [getattr(seat, count, None) for seat in record.state.seats for count in ("gold", "hand", "treasures")]
    assert all(one >= 0 for one in (*had, getattr(record.state, "deck", None)) if isinstance(one, int))
