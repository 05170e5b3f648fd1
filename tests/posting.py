"""Posts of all kinds to tables in step: what pages offer, what no page sends, and what nobody could have meant."""

import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urljoin

from crawl import addresses
from faults.web import Offer
from playing import MemoryTable, NothingOpenError, Play, Question, filled
from worlds import PHONELESS, PLAYERS, SENDERS, SHARED, Ask, World, Worlds, post

from companion.engine.actions import Entry
from companion.engine.corrections import list_counts
from companion.engine.play import list_actions, list_table_actions
from companion.engine.text import RuleError
from companion.engine.views import make_snapshot
from companion.record.record import UNDO, EntryError, Record

# Plain ones don't start with x: in bold type they would be what ``MADE`` takes for markup.
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
    '"y"',
    "NaN",
    "1e999",
    "[" * 2000,
    "\x00",
    "ü\ud7ff",
    '"\\ud800"',
    "9" * 5000,
    "y" * 300,
    "<b>x</b>\"'onx=1>",
    "</script><img src=x onerror=alert(1)>{{1337*1337}}<!--]]>",
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
    *(None, {}, 1.5, "y", [0, 0], ["y"], {"a": []}, "y" * 300, 10**30),
]


class Posts(Question):
    """The same posts to tables in step; ``sent`` counts them, ``accepted`` those that were right."""

    def __init__(self, tables: Worlds, count: int, dice: Random) -> None:
        self.tables = tables
        self.count = count
        self.random = dice
        self.sent = 0
        self.accepted = 0
        self.before_them: tuple[str, str, list[Offer]] | None = None

    def after(self, play: Play) -> None:
        """So many, or more until one is accepted, or fewer where the tables part, or leave their game."""
        tables = self.tables
        was = tables.parted
        until = self.sent + self.count
        while self.sent < until + (not self.accepted) * 99 and tables.parted == was and tables.at.game is tables.game:
            with suppress(NothingOpenError):
                status, _ = tables.ask(*self._made())
                self.sent += 1
                self.accepted += status < 400
        for world in tables.asked:
            is_sound(world)

    def _made(self) -> tuple[str, Ask]:
        """Who sends what: what a page offers, anything to any address, or entries."""
        dealt = self.tables.at.current_game is not None
        make = self.random.choices((self._offered, self._anything, self._entered), (18, 5, 9 * dealt))[0]
        sender, ask = make()
        if isinstance(ask.data, dict) and ("stamp" in ask.data or "/hand/" not in ask.path):
            ask.data["stamp"] = self._stamp()
        ask.htmx = self.random.random() < 0.3
        return sender, ask

    def _stamp(self) -> str:
        stamp = self.tables.at.stamp
        game, _, length = stamp.partition(".")
        return self.random.choice(
            (*(stamp,) * 16, "", self._noise(), f"{game}.{max(0, int(length or 0) - self.random.randint(1, 3))}")
        )

    def _offered(self) -> tuple[str, Ask]:
        """A form of some page, or of what is behind it, filled in, now and then by someone else."""
        random = self.random
        if random.random() < 0.4 or self.before_them is None:
            self.before_them = self._opened()
        sender, where, forms = self.before_them
        if not (forms := [one for one in forms if not one.action.endswith("/lang") or random.random() < 0.05]):
            self.before_them = None
            raise NothingOpenError
        rare = [one for one in forms if one.action.endswith(("/told", "row", "undo")) and random.random() < 0.3]
        action, data = random.choice(rare or forms).filled(random)
        sender = random.choice((*(sender,) * 36, *SENDERS))
        return sender, Ask("POST", urljoin(where, action), self._spoilt(data) if random.random() < 0.35 else data)

    def _opened(self) -> tuple[str, str, list[Offer]]:
        """Someone looks at a page, or at what is behind it: who, where, and the forms."""
        random, code = self.random, self.tables.first.code
        sender = random.choice((*("host",) * 6, *("phone", "shared", "device") * 3, "stranger"))
        where = {"host": f"/{code}/table", "device": f"/{code}/hand/{PHONELESS}/open"}.get(sender, f"/{code}")
        if random.random() < 0.08:
            sender, where = "stranger", f"/score?game={self.tables.game.id}&players={len(PLAYERS)}"
        if sender == "device" and random.random() < 0.5:
            self.tables.ask(sender, post(where))
        page = self.tables.page_of(sender, where)
        behind = [*page.panels, *(f"sheet/{id}" for id in page.sheets if id.startswith("s-"))]
        if behind and random.random() < 0.6:
            page = self.tables.page_of(sender, urljoin(where, random.choice(behind)))
        return sender, where, page.forms

    def _anything(self) -> tuple[str, Ask]:
        """To any address, with anything in it, or bytes that are no form."""
        random = self.random
        ask = random.choice([ask for _, ask in addresses(*self.tables.asked) if ask.method == "POST"])
        some = random.random() < 0.1
        data = random.randbytes(random.randrange(400)) if some else self._spoilt(ask.data)
        return random.choice(SENDERS), Ask("POST", ask.path, data)

    def _spoilt(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """With something else in its fields, or more of them."""
        random = self.random
        if "entries" in data and random.random() < 0.7:
            with suppress(ValueError, TypeError, IndexError, AttributeError, RecursionError):
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

    def _entered(self) -> tuple[str, Ask]:
        """Entries by a sender who might make them, or by anyone."""
        random, entries = self.random, self._together()
        by = entries[0].get("by", entries[0].get("seat"))
        owners = [one for one, seats in (("phone", [0]), ("shared", SHARED), ("device", [PHONELESS])) if by in seats]
        sender = random.choice((*owners * 8, *("host",) * 6, *SENDERS))
        path = {"host": "host/act", "device": f"hand/{PHONELESS}/act"}.get(sender, "act")
        if random.random() < 0.05:
            path = random.choice(("host/act", "act", "hand/1/act"))
        data: dict[str, Any] = {"entries": json.dumps(entries), "stamp": self.tables.at.stamp}
        if path == "act" and random.random() < 0.3:
            data |= {"ends": "1", "way": [json.dumps({**self._entry(), "by": by}) for _ in range(random.randrange(3))]}
        return sender, Ask("POST", f"/{self.tables.first.code}/{path}", data)

    def _together(self) -> list[Entry]:
        """What could be made one after the other, and then what shows how far it went, or is wrong."""
        random, record = self.random, self.tables.at.record
        table = MemoryTable(self.tables.game, record.players, record.given_options)
        table.record = Record.load(self.tables.game, record.players, record.given_options, record.entries)
        play = Play(self.tables.game, len(record.players), seed=random.randrange(999), hurry=0.2, table=table)
        entries: list[Entry] = []
        with suppress(NothingOpenError, EntryError, RuleError):
            for _ in range(0 if play.over else random.choice((0, 0, 0, 1, 1, 2, 3))):
                tap = play.choose()
                table.enter(tap)
                entries += tap.entries
                if play.over:
                    break
        if entries and random.random() < 0.4:
            entries.append(self._lowest(play.state))
        return [*entries[:3], *([] if entries and random.random() < 0.4 else [self._entry()])]

    def _entry(self) -> Entry:
        """One entry, right or wrong."""
        state, random = self.tables.state, self.random
        seats = [one for seat in range(len(state.seats)) for one in list_actions(self.tables.game, state, seat)]
        known = [one for one in (*seats, *list_table_actions(self.tables.game, state)) if not one.closed]
        known = [one for one in known if one.kind not in ("stop", "end") or random.random() < 0.2]
        if known and random.random() < 0.5:
            entry = filled(random.choice(known), random)
        else:
            entry = {
                "kind": random.choice((*self.tables.game.moves, "zzz", UNDO)),
                "by": random.randrange(len(PLAYERS)),
            }
            if not getattr(self.tables.game.moves.get(entry["kind"]), "seated", True):
                del entry["by"]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            self._change(entry)
        return entry

    def _change(self, entry: Entry) -> None:
        """Another value in some field of it, or one more."""
        made = self.tables.at.record.entries if self.tables.at.current_game is not None else []
        names = {*(name for move in self.tables.game.moves.values() for name in move.random_fields), *WORDS}
        names |= {count.name for count in list_counts(self.tables.game)} | {name for one in made[-30:] for name in one}
        used = [value for one in made[-20:] for value in one.values()]
        cards = [card for one in made[:1] for card in one.get("cards", ())]
        entry[self.random.choice([*sorted(names), *entry])] = self.random.choice([*VALUES, *cards, *used])

    def _lowest(self, state: Any) -> Entry:
        """A correction that is just possible, or just not any more; in a game without counts one that says nothing."""
        if not list_counts(self.tables.game):
            return {"kind": "correct", "note": "2"}
        seat, name = self.random.randrange(len(state.seats)), list_counts(self.tables.game)[0].name
        less = (getattr(state.seats[seat], name) or 0) + self.random.randint(0, 1)
        return {"kind": "correct", "seat": seat, name: -max(1, less)}


def is_sound(at: World) -> None:
    """The state equals the replay of its own journal, and nothing was made out of nothing."""
    if at.table.state.current_game is None:
        return
    row, record = at.table.state.current_game
    games, journal = at.store.games, at.store.journal
    again = Record.load(record.game, row.players, games.get(row.id).options, journal.read(row.id).entries)
    assert make_snapshot(again.game, again.state) == make_snapshot(record.game, record.state)
    had = [getattr(seat, count, None) for seat in record.state.seats for count in ("gold", "hand", "treasures")]
    assert all(one >= 0 for one in (*had, getattr(record.state, "deck", None)) if isinstance(one, int))
