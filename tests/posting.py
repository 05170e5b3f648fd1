"""Two tables in step whose hidden cards and gold differ, and posts of all kinds that go to both."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawl import PHONELESS, Ask, Fate, World
from playing import NothingOpenError, Play, Tap, filled, value_of
from test_no_phones import encoded
from twins import swapped

from companion.record import UNDO
from companion.rules.action import Action, Entry
from companion.rules.errors import RuleError
from companion.rules.game import Game
from companion.rules.state import OVER, ROUND_OVER, SCORING, SETUP
from companion.rules.text import T
from companion.rules.view import Viewer

PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SHARED = (1, 3)
"""The seats that share a phone."""
WITHOUT = (PHONELESS, 4)
"""The seats without a phone; the device is handed to the first of them."""
SENDERS = ("host", "phone", "shared", "device", "outsider", "forged")


class Table(World):
    """A table with a phone of one seat and one of two, a seat without a phone, the host's browser, and a second one
    of the host's that is handed round."""

    def _seat_everybody(self) -> None:
        self.clients = {sender: self.app.test_client() for sender in SENDERS}
        for number, name in enumerate(PLAYERS):
            if number in WITHOUT:
                self.table.add_seat(name)
            else:
                path = "share" if number == SHARED[1] else "join"
                self.clients["shared" if number in SHARED else "phone"].post(
                    f"/{self.code}/{path}", data={"name": name}
                )
        for sender in ("host", "device"):
            self.clients[sender].get(f"/host/{self.store.host_key()}")
        self.clients["forged"].set_cookie(f"seat_{self.code}", "Zm9yZ2Vk" * 3)
        self.table.choose(self.game.id, {})

    backwards = False
    """Whether what is drawn later comes out the other way round."""

    def shuffle(self, items: list[Any]) -> None:
        super().shuffle(items)
        cards = isinstance(items[0], (str, int)) and sorted(map(str, items)) != sorted(self.cards)
        if self.backwards and cards:
            items.reverse()

    def types(self, tap: Tap) -> None:
        assert tap.seat is not None
        assert tap.typed is not None
        self.table.type_privately(tap.seat, tap.typed)

    def does(self, tap: Tap) -> None:
        self.act(*tap.entries)

    def seen(self) -> Any:
        """What everybody may see."""
        record = self.table.record
        if record is None:
            return self.table.phase()
        view = record.game.view(record.state, Viewer(told=self.table.told()))
        steps = record.game.steps(record.state) if record.state.status in (ROUND_OVER, OVER) else []
        told = steps[: self.table.steps_told()]
        return self.table.phase(), view, record.game.acting(record.state), len(record.entries), told, self.table.owes()

    def in_hand(self) -> int:
        """The seat that has the shared phone."""
        cookie = self.clients["shared"].get_cookie(f"seat_{self.code}")
        seat = self.table.seat_by_token(cookie.value.partition(".")[0]) if cookie else None
        return next((number for number in SHARED if seat and seat.name == PLAYERS[number]), -1)

    def seat_of(self, sender: str) -> int | None:
        """The seat whose page that sender has before it."""
        number = {"phone": 0, "shared": self.in_hand(), "device": PHONELESS}.get(sender, -1)
        return None if number < 0 else number

    def own(self, seat: int | None) -> Any:
        """What stands on the page of that seat alone."""
        record = self.table.record
        if seat is None or record is None:
            return None
        return [action for action in record.game.actions(record.state, seat) if action.secret]


class Posts:
    """The same posts to two tables. ``compared`` counts those whose answers had to be alike."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game[Any]) -> None:
        self.folder, self.fate, self.game = folder, Fate(monkeypatch), game
        self.random = Random(0)
        self.compared = self.tables = self.accepted = 0
        self.worlds: list[Table] = []

    def send(self, count: int, seed: int) -> None:
        """So many posts, to as many tables as it takes."""
        self.random = Random(seed)
        goal = self.compared + count
        while self.compared < goal:
            self._sit_down()
            for _ in range(self.random.choice((60, 250, 600))):
                if self.compared >= goal or not self._post():
                    break
            self.close()

    def close(self) -> None:
        for world in self.worlds:
            world.close()
        self.worlds = []

    # -- the tables ---------------------------------------------------------------------------------------------
    def _sit_down(self) -> None:
        """Two new tables, dealt: everything that may be seen is alike, what may not is not."""
        game, self.tables = self.game, self.tables + 1
        deal = game.deal(game.start(PLAYERS), _mixed(self.random))
        twin = deal
        while twin["cards"] == deal["cards"]:
            twin = swapped(game, deal, (), self.random, self.random.choice((1, 2, 99)))
        folders = (self.folder / f"{self.tables}-{number}" for number in (1, 2))
        self.worlds = [Table(folder, self.fate, game, [*deal["cards"], *deal["aside"]]) for folder in folders]
        self.worlds[1].backwards = True
        self.play = Play(game, len(PLAYERS), {}, self.random.randrange(10**6), hurry=0.03)
        if self.random.random() < 0.5:
            try:
                self._play_a_round()
            except RuleError:
                self._sit_down_again()
                return
        self.worlds[1].cards = [*twin["cards"], *twin["aside"]]
        self._both(lambda world: world.table.deal(0))
        if self.random.random() < 0.9:
            self._both(lambda world: world.table.start_early())
        if self.worlds[0].seen() != self.worlds[1].seen():
            self._sit_down_again()

    def _play_a_round(self) -> None:
        """With the same cards, so that secret gold alone is not the same after it."""
        self._both(lambda world: world.table.deal(1))
        self._both(lambda world: world.table.start_early())
        for _ in range(300):
            if self._state().status in (ROUND_OVER, OVER):
                break
            tap = self._chooser().choose()
            if tap.typed is not None:
                self._both(partial(Table.types, tap=tap))
            elif tap.action is not None and tap.action.secret:
                self._choose_in_secret(tap.action)
            else:
                self._both(partial(Table.does, tap=tap))
        if self._state().status != ROUND_OVER:
            raise RuleError(T("the round did not end"))

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

    def _both(self, what: Callable[[Table], object]) -> None:
        for world in self.worlds:
            with world.mine():
                what(world)

    def _state(self) -> Any:
        return self.worlds[0].state

    def _chooser(self) -> Play:
        record = self.worlds[0].table.record
        assert record is not None
        self.play.record = record
        return self.play

    # -- one post -----------------------------------------------------------------------------------------------
    def _post(self) -> bool:
        """One more post. False when the tables have parted, or their game is over."""
        try:
            sender, path, data = self._made()
        except NothingOpenError:
            return True
        return self.ask(sender, path, **data)

    def ask(self, sender: str, path: str, **data: Any) -> bool:
        """Send one post to both, and compare. False when what everybody may see is not the same any more."""
        first = self.worlds[0]
        seat = first.seat_of(sender)
        alike = self._knows_no_difference(seat, path, data)
        ask = Ask("POST", f"/{first.code}/{path}", data, htmx=self.random.random() < 0.15)
        answers = [world.ask(sender, ask) for world in self.worlds]
        where = f"{sender}: {path} {data}"
        assert max(answer[0] for answer in answers) < 500, where
        one, other = (world.seen() for world in self.worlds)
        self.accepted += answers[0][0] < 400
        if answers[0][0] >= 400 and answers[1][0] >= 400:
            assert one == other, f"{where}: refused, and something has changed"
        elif one != other and max(answer[0] for answer in answers) < 400:
            return False  # the rules turn up what was hidden
        if alike and first.own(seat) == self.worlds[1].own(seat):  # else it has drawn what it alone may see
            self.compared += 1
            assert answers[0] == answers[1], f"{where}\n{_place(answers)}"
        return bool(one == other and self._state().status != OVER)

    def _knows_no_difference(self, seat: int | None, path: str, data: dict[str, Any]) -> bool:
        """Whether nothing that the sender alone may see is not the same at both tables."""
        if seat is None or self.worlds[0].table.record is None:
            return True
        states = [world.state for world in self.worlds]
        if path.endswith("look") and len({str(self.game.reveal(state, seat, data["key"])) for state in states}) > 1:
            return False
        own = [[getattr(state.seats[seat], count.name) for count in self.game.counts] for state in states]
        if "correct" in data.get("entries", "") and own[0] != own[1]:
            return False
        return bool(self.worlds[0].own(seat) == self.worlds[1].own(seat))

    # -- what is sent -------------------------------------------------------------------------------------------
    def _made(self) -> tuple[str, str, dict[str, Any]]:
        """A sender, where it is sent, and the form."""
        state = self._state() if self.worlds[0].table.record else None
        ways = [(self._tap, 6), (self._probe, 8), (self._together, 6), (self._correct, 4), (self._undo, 5)]
        ways += [(self._look, 2), (self._typed, 1), (self._run, 2), (self._hand_round, 2)]
        if state is not None and state.status == SCORING:
            ways.append((self._settle, 4))
        weights = [weight for _, weight in ways]
        sender, path, data = self.random.choices([way for way, _ in ways], weights)[0]()
        if not path.startswith("hand/") or path.endswith("act"):
            data.setdefault("stamp", self._stamp())
        return sender, path, data

    def _stamp(self) -> str:
        stamp = self.worlds[0].table.stamp()
        game, _, length = stamp.partition(".")
        return self.random.choice((*(stamp,) * 12, "", f"{game}.{max(0, int(length) - self.random.randint(1, 3))}"))

    def _act(self, entries: list[Entry], sender: str = "") -> tuple[str, str, dict[str, Any]]:
        """By a sender for whom it may be, or by anybody."""
        by = entries[0].get("by", entries[0].get("seat"))
        if not sender and self.random.random() < 0.7:
            sender = "host"
            if isinstance(by, int) and self.random.random() < 0.6:
                sender = {0: "phone", 1: "shared", 2: "device", 3: "shared"}.get(by, "host")
        sender = sender or self.random.choice(SENDERS)
        path = {"host": "host/act", "device": f"hand/{PHONELESS}/act"}.get(sender, "act")
        if self.random.random() < 0.05:
            path = self.random.choice(("host/act", "act", "hand/1/act"))
        return sender, path, {"entries": json.dumps(entries)}

    def _tap(self) -> tuple[str, str, dict[str, Any]]:
        """Something that is offered."""
        state = self._state()
        if state.status in (SETUP, ROUND_OVER):
            return "host", "host/deal", {"j:first": str(self.random.randrange(len(PLAYERS)))}
        if self.random.random() < 0.3 and (quick := self._quick()):
            return self._act(list(quick))
        if self.random.random() < 0.5:
            return self._act([self._seldom(state)])
        tap = self._chooser().choose()
        if tap.typed is not None:
            return self._typed()
        return self._act([dict(entry) for entry in tap.entries])

    def _seldom(self, state: Any) -> Entry:
        """An entry of a kind that was made least often."""
        made = [entry["kind"] for entry in self.worlds[0].table.playing[1].entries]
        seats = [one for seat in self.game.acting(state) for one in self.game.actions(state, seat)]
        known = [one for one in (*seats, *self.game.table_actions(state)) if not one.closed and one.kind != "deal"]
        if not known:
            raise NothingOpenError
        self.random.shuffle(known)
        return filled(min(known, key=lambda one: made.count(one.kind)), self.random)

    def _quick(self) -> tuple[Entry, ...]:
        found = [quick for seat in self.game.acting(self._state()) for quick in self.game.quick(self._state(), seat)]
        return found[0].entries if found else ()

    def _settle(self) -> tuple[str, str, dict[str, Any]]:
        """What is still missing after the play."""
        table = [one for one in self.game.table_actions(self._state()) if one.group == "settle" and not one.closed]
        seats = [one for seat in self.game.acting(self._state()) for one in self._chooser().open_actions(seat)]
        if not table and not seats:
            return "host", "host/settle", {}
        return self._act([filled(self.random.choice([*table, *seats]), self.random)])

    def _entry(self) -> Entry:
        """One entry, right or wrong."""
        state, random = self._state(), self.random
        seats = range(len(PLAYERS))
        open_ones = [one for seat in seats for one in self.game.actions(state, seat)] + self.game.table_actions(state)
        known = [action for action in open_ones if not action.closed]
        by = random.choice((*seats, *self.game.acting(state)))
        if known and random.random() < 0.5:
            entry = filled(random.choice(known), random)
        else:
            entry = {"kind": random.choice((*self.game.moves, "zzz")), "by": by}
            if not getattr(self.game.moves.get(entry["kind"]), "seated", True):
                del entry["by"]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            entry[random.choice(self._names())] = random.choice(self._values())
        return entry

    def _names(self) -> list[str]:
        drawn = [name for move in self.game.moves.values() for name in move.drawn]
        fields = [name for entry in self.worlds[0].table.playing[1].entries[-30:] for name in entry]
        return [*drawn, *sorted(set(fields)), "card", *self._counts(), "count", "reason", "to", "from", "no"]

    def _values(self) -> list[Any]:
        entries = self.worlds[0].table.playing[1].entries
        used = [value for entry in entries[-20:] for value in entry.values()]
        return [0, 1, 2, 3, 99, -1, True, "agreed", "treasure", [], [3, 1], *entries[0].get("cards", []), *used]

    def _probe(self) -> tuple[str, str, dict[str, Any]]:
        return self._act([self._entry()])

    def _together(self) -> tuple[str, str, dict[str, Any]]:
        """Several at once: what could be made one after the other, and then what tells how far it went."""
        state = deepcopy(self._state())
        entries: list[Entry] = []
        for _ in range(self.random.randint(0, 3)):
            try:
                entry = self._ending(state) if self.random.random() < 0.5 else self._seldom(state)
                drawn = self.game.moves[entry["kind"]].outcome(state, entry, lambda items: None)
                self.game.judge(state, drawn)
            except (NothingOpenError, RuleError):
                break
            self.game.fold(state, drawn)
            entries.append(entry)
        if self.random.random() < 0.5:
            entries.append(self._to_the_bottom(state))
        entries.append(self._entry() if self.random.random() < 0.5 else {"kind": "zzz"})
        return self._act(entries[:4], "host" if any("by" not in entry for entry in entries[:-1]) else "")

    def _to_the_bottom(self, state: Any) -> Entry:
        """A correction that is just possible, or just not any more."""
        seat = self.random.randrange(len(PLAYERS))
        name = self._counts()[0]
        less = (getattr(state.seats[seat], name) or 0) + self.random.randint(0, 1)
        return {"kind": "correct", "seat": seat, name: -max(1, less)}

    def _counts(self) -> list[str]:
        return [count.name for count in self.game.counts]

    def _ending(self, state: Any) -> Entry:
        """An entry after which the play of the round is over, if there is one."""
        seats = [one for seat in self.game.acting(state) for one in self.game.actions(state, seat) if one.fixed]
        table = [one for one in self.game.table_actions(state) if one.kind == "end"]
        known = [one for one in (*seats, *table) if not one.closed]
        for action in self.random.sample(known, len(known)):
            entry, then = filled(action, self.random), deepcopy(state)
            try:
                self.game.judge(then, entry)
            except RuleError:
                continue
            self.game.fold(then, entry)
            if then.status != state.status:
                return entry
        raise NothingOpenError

    def _correct(self) -> tuple[str, str, dict[str, Any]]:
        random = self.random
        if random.random() < 0.3:
            return self._act([self._to_the_bottom(self._state())])
        entry: Entry = {"kind": "correct", "seat": random.randrange(len(PLAYERS))}
        for name in random.sample((*self._counts(), "deck", "active", "note"), random.choice((1, 1, 2))):
            entry[name] = "x" if name == "note" else random.randint(0, 3) if name == "active" else random.randint(-3, 3)
        return self._act([entry])

    def _undo(self) -> tuple[str, str, dict[str, Any]]:
        count = len(self.worlds[0].table.playing[1].entries)
        number = self.random.choice((count - 1, count - 1, count - 2, count - self.random.randint(1, 12), count))
        undos = [n for n, one in enumerate(self.worlds[0].table.playing[1].entries) if one["kind"] == UNDO]
        if undos and self.random.random() < 0.4:
            number = self.random.choice(undos[-4:])
        sender = self.random.choice(("host", "host", "host", "phone", "shared", "outsider"))
        path = "host/undo" if sender == "host" else "undo"
        return sender, path, {"entry": str(number)}

    def _look(self) -> tuple[str, str, dict[str, Any]]:
        keys = ("card", *self._counts(), "aside", *(f"peek-{seat}" for seat in range(len(PLAYERS))))
        sender = self.random.choice(SENDERS)
        path = f"hand/{PHONELESS}/look" if sender in ("device", "host") else "look"
        return sender, path, {"key": self.random.choice(keys)}

    def _typed(self) -> tuple[str, str, dict[str, Any]]:
        sender = self.random.choice(SENDERS)
        seat = self.worlds[0].seat_of(sender)
        fields = self.game.private_fields(self._state(), seat) if seat is not None else ()
        form = encoded(fields, {field.name: value_of(field, self.random) for field in fields})
        if not form or self.random.random() < 0.2:
            form = {self.random.choice(("j:values", "n:values.0", "n:gold", "j:x")): "1"}
        path = f"hand/{PHONELESS}/typed" if sender in ("device", "host") else "typed"
        return sender, path, form

    def _run(self) -> tuple[str, str, dict[str, Any]]:
        """What the host does beside entries."""
        way = self.random.choice(("start", "settle", "longer", "again", "lobby", "deal", "afresh", "choose"))
        data = {"deal": {"j:first": "0"}, "afresh": {"reason": "seen"}, "choose": {"game": self.game.id}}.get(way, {})
        if self._state().status in (ROUND_OVER, SETUP) and way in ("lobby", "choose"):
            way, data = "settle", {}
        return self.random.choice(("host", "host", "host", "phone", "outsider")), f"host/{way}", dict(data)

    def _hand_round(self) -> tuple[str, str, dict[str, Any]]:
        """The device goes from hand to hand, and so does the shared phone."""
        world = self.worlds[0]
        if self.random.random() < 0.5:
            return "device", f"hand/{PHONELESS}/{self.random.choice(('open', 'open', 'back'))}", {}
        seat = self.random.choice(SHARED)
        row = world.table.seats[seat]
        if world.in_hand() < 0:
            return "shared", "unlock", {"seat": str(row.id), "pin": world.table.pin_of(row.id)}
        return "shared", "pass", {"to": str(row.id)}


def _mixed(random: Random) -> Callable[[list[Any]], None]:
    """Shuffles cards; of several ways to prepare them the first is taken, as at the tables."""
    return lambda items: random.shuffle(items) if isinstance(items[0], str) else None


def _place(answers: list[tuple[Any, ...]]) -> str:
    one, other = (repr(answer) for answer in deepcopy(answers))
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[:60]}…{one[max(0, at - 160) : at + 120]}\n// {other[:60]}…{other[max(0, at - 160) : at + 120]}"
