"""Two tables in step whose hidden cards and gold differ, and posts of all kinds that go to both."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawl import PHONELESS, Ask, World, Worlds, asks, mixed, parting
from flask import Flask
from playing import NothingOpenError, Play, filled, value_of
from test_no_phones import encoded
from twins import swapped

from companion.record.record import UNDO
from companion.rules import lately
from companion.rules.asking import Action, Entry, Flag, OneOf
from companion.rules.following import FACTS
from companion.rules.game import Game
from companion.rules.move import FOLLOWS
from companion.rules.putting_right import lying_at
from companion.rules.seeing import Viewer
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP, TURNS
from companion.rules.text import RuleError, T
from companion.table import Tables, dealing, mending, seating, settings, told_facts
from companion.web.context import Context
from companion.web.forms import input_name, to_json

PLAYERS = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SHARED = (1, 3)
"""The seats that share a phone."""
WITHOUT = (PHONELESS, 4)
"""The seats without a phone; the device is handed to the first of them."""
SENDERS = ("host", "phone", "shared", "device", "outsider", "forged")
GUEST = "guest"
"""Comes later and may take a seat."""
NAMES = ("Zoe", "anna", "Fay", "", "Gus", "H\u00e9l\u00e8ne", "\u3164", "<b>x</b>")
OVERTIME = 12
"""Posts after the end of a game."""
APPS: list[Flask] = []


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
            self.clients[sender].get(f"/host/{self.store.host_key()}")
        self.clients["forged"].set_cookie(f"seat_{self.code}", "Zm9yZ2Vk" * 3)
        self.table.do(settings.choose, self.game.id, {})

    def _app(self) -> Flask:
        """An app that another table has left, if there is one: to make one takes as long as twenty posts."""
        app = APPS.pop() if APPS else super()._app()
        app.extensions["context"] = Context(self.store, Tables(self.store, self.hub.publish), self.hub)
        return app

    def close(self) -> None:
        super().close()
        APPS.append(self.app)

    def _play_before(self) -> tuple[str, str]:
        """The book is empty."""
        return "", ""

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
        record = self.table.at.record
        if record is None:
            return self.table.at.phase
        view = record.game.view(record.state, Viewer(told=self.table.at.told))
        entries, acting, story = len(record.entries), record.game.offer(record.state).acting, self.table.now.everybody
        return self.table.at.phase, view, acting, entries, story.steps, story.more_steps

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
        if sender == "device":
            return PHONELESS
        seat = self.held_by(sender)
        return seating.index_of(self.table.at, seat.id) if seat else None

    def own(self, seat: int | None) -> Any:
        """What stands on the page of that seat alone."""
        record = self.table.at.record
        if seat is None or record is None:
            return None
        return [action for action in record.game.actions(record.state, seat) if action.secret]


class Posts(Worlds):
    """The same posts to two tables. ``compared`` counts those whose answers had to be alike."""

    kind = Table

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game[Any]) -> None:
        super().__init__(folder, monkeypatch, game)
        self.random = Random(0)
        self.compared = self.tables = self.accepted = 0
        self.overtime = OVERTIME

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

    # -- the tables ---------------------------------------------------------------------------------------------
    def _sit_down(self) -> None:
        """Two new tables, dealt: everything that may be seen is alike, what may not is not."""
        game, self.tables = self.game, self.tables + 1
        deal = game.deal(game.start(PLAYERS), mixed(self.random))
        twin = deal
        while twin["cards"] == deal["cards"]:
            twin = swapped(game, deal, (), self.random, self.random.choice((1, 2, 99)))
        self.sit_down(self.folder / str(self.tables), *[[*deal["cards"], *deal["aside"]] for _ in range(2)])
        self.worlds[1].backwards = True
        self.play = Play(game, len(PLAYERS), {}, self.random.randrange(10**6), hurry=0.03)
        if self.random.random() < 0.5:
            try:
                self._play_a_round()
            except RuleError:
                self._sit_down_again()
                return
        elif self.random.random() < 0.5:
            self.do(dealing.deal, 1, follow=game.follows[-1])
            self.do(dealing.stop)
        self.worlds[1].cards = [*twin["cards"], *twin["aside"]]
        how = self.random.choice(game.follows)
        if self.at.record is not None:
            self.overtime = OVERTIME
        if self.at.record is not None and self.state.status == OVER:
            self.do(dealing.again)
        else:
            self.do(dealing.deal, 0, follow=how)
        if self.random.random() < 0.9:
            self.do(dealing.start_early)
        if self.first.seen() != self.worlds[1].seen():
            self._sit_down_again()

    def _play_a_round(self) -> None:
        """With the same cards, so that secret gold alone is not the same after it."""
        how = self.random.choice(self.game.follows)
        self.do(dealing.deal, 1, follow=how)
        self.do(dealing.start_early)
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
        if self.random.random() < 0.04:
            return self.ask(*self._page(), method="GET")
        try:
            sender, path, data = self._made()
        except NothingOpenError:
            return True
        return self.ask(sender, path, **data)

    def ask(self, sender: str, path: str, method: str = "POST", **data: Any) -> bool:
        """Send one post to both, and compare. False when what everybody may see is not the same any more."""
        first = self.first
        seat = first.seat_of(sender)
        before, chosen = self._own(seat), self._chooses_what_differs(sender, seat, path, data)
        address = path if path.startswith("/") else f"/{first.code}/{path}".rstrip("/")
        ask = Ask(method, address, data, htmx=method == "POST" and self.random.random() < 0.15)
        answers = [world.ask(sender, ask) for world in self.worlds]
        where = f"{sender}: {method} {path} {data}"
        assert max(answer[0] for answer in answers) < 500, where
        one, other = (world.seen() for world in self.worlds)
        self.accepted += answers[0][0] < 400 and method == "POST"
        if answers[0][0] >= 400 and answers[1][0] >= 400:
            assert one == other, f"{where}: refused, and something has changed"
        elif one != other and max(answer[0] for answer in answers) < 400:
            return False  # the rules turn up what was hidden
        if not chosen:
            self._compare(answers, (before, self._own(first.seat_of(sender))), where)
            self.compared += method == "POST"
        if self.state.status != OVER:
            self.overtime = OVERTIME
        self.overtime -= self.state.status == OVER
        return bool(one == other and self.overtime > 0 and len(self.state.seats) >= len(PLAYERS))

    def _own(self, seat: int | None) -> list[Any]:
        """What only that seat is shown, at each of the tables."""
        return [world.own(seat) for world in self.worlds]

    def _compare(self, answers: list[tuple[Any, ...]], owns: tuple[list[Any], ...], where: str) -> None:
        """Equal but for what the sender alone is given to choose from: without that, where it is not the same."""
        if any(one != other for one, other in owns):
            kinds = [action.kind for own in owns for actions in own for action in actions or ()]
            answers = [_without(kinds, answer) for answer in answers]
        assert answers[0] == answers[1], f"{where}\n{parting(*_bodies(answers))}"

    def _chooses_what_differs(self, sender: str, seat: int | None, path: str, data: dict[str, Any]) -> bool:
        """Whether this is about something that is not the same at both tables, and the sender's own to know: a look at
        it, a choice among secret cards, a correction of the own secret gold."""
        if seat is None or self.at.record is None:
            return False
        states = [world.state for world in self.worlds]
        if path.rpartition("/")[2] == "look":
            return len({str(self.game.reveal(state, seat, data["key"])) for state in states}) > 1
        if path.rpartition("/")[2] != "act" or path == "host/act":
            return False
        entries = json.loads(data["entries"])
        kinds = [action.kind for own in self._own(seat) for action in own]
        if self._own(seat)[0] != self._own(seat)[1] and entries[0]["kind"] in kinds:
            return True
        own = [[getattr(state.seats[seat], count.name) for count in self.game.counts] for state in states]
        corrects = [entry for entry in entries if entry["kind"] == "correct" and entry.get("seat") == seat]
        return bool(own[0] != own[1] and corrects == entries)

    # -- what is sent -------------------------------------------------------------------------------------------
    def _made(self) -> tuple[str, str, dict[str, Any]]:
        """A sender, where it is sent, and the form."""
        state = self.state if self.at.record else None
        ways = [(self._tap, 6), (self._probe, 8), (self._together, 6), (self._correct, 4), (self._undo, 5)]
        ways += [(self._look, 2), (self._typed, 1), (self._run, 2), (self._hand_round, 2)]
        ways += [(self._lies, 2), (self._turn, 1), (self._deal, 1), (self._door, 1)]
        if state is not None and state.status == SCORING:
            ways.append((self._settle, 4))
        if state is not None and state.status == PLAYING and state.follow != TURNS:
            ways.append((self._light, 16))
        if state is not None and any(one["kind"] == FACTS for one in self.at.playing[1].entries):
            ways.append((self._retells, 4))
        weights = [weight for _, weight in ways]
        sender, path, data = self.random.choices([way for way, _ in ways], weights)[0]()
        if not path.startswith("hand/") or path.endswith("act"):
            data.setdefault("stamp", self._stamp())
        return sender, path, data

    def _stamp(self) -> str:
        stamp = self.at.stamp
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
        data: dict[str, Any] = {"entries": json.dumps(entries)}
        if path == "act" and self.random.random() < 0.3:
            data["ends"] = "1"
            data["way"] = [json.dumps(self._on_the_way(by)) for _ in range(self.random.choice((0, 1, 1, 2)))]
        return sender, path, data

    def _on_the_way(self, by: Any) -> Entry:
        """What may be marked to have happened after a card, or should not."""
        ways = lately.on_the_way(self.game, self.state, by) if by in range(len(PLAYERS)) else ()
        if not ways or self.random.random() < 0.2:
            return {**self._entry(), "by": by}
        return filled(self.random.choice(ways), self.random)

    def _tap(self) -> tuple[str, str, dict[str, Any]]:
        """Something that is offered."""
        state = self.state
        if state.status == ROUND_OVER and self.random.random() < 0.3:
            return "phone", "deal", {"stamp": self.at.stamp}
        if state.status in (SETUP, ROUND_OVER):
            return "host", "host/deal", {"j:first": str(self.random.randrange(len(PLAYERS)))}
        if state.status == OVER:
            door = self.random.choice(("next", "previous", "pause", "again", "undo"))
            return "host", f"host/{door}", {"entry": "1"}
        if self.random.random() < 0.3 and (quick := self._quick()):
            return self._act(list(quick))
        if self.random.random() < 0.5:
            return self._act([self._seldom(state)])
        tap = self.chooser().choose()
        if tap.facts is not None:
            return self._light()
        if tap.typed is not None:
            return self._typed()
        return self._act([dict(entry) for entry in tap.entries])

    def _seldom(self, state: Any) -> Entry:
        """An entry of a kind that was made least often."""
        made = [entry["kind"] for entry in self.at.playing[1].entries]
        seats = [one for seat in self.game.offer(state).acting for one in self.game.actions(state, seat)]
        rare = {"deal"} if self.random.random() < 0.1 else {"deal", "stop", "end"}
        known = [one for one in (*seats, *self.game.table_actions(state)) if not one.closed and one.kind not in rare]
        if not known:
            raise NothingOpenError
        self.random.shuffle(known)
        if (ends := [one for one in known if self.game.moves[one.kind].may_end_round]) and self.random.random() < 0.2:
            return filled(ends[0], self.random)
        return filled(min(known, key=lambda one: made.count(one.kind)), self.random)

    def _quick(self) -> tuple[Entry, ...]:
        found = [quick for seat in self.game.offer(self.state).acting for quick in self.game.quick(self.state, seat)]
        return found[0].entries if found else ()

    def _settle(self) -> tuple[str, str, dict[str, Any]]:
        """What is still missing after the play."""
        table = [one for one in self.game.table_actions(self.state) if one.group == "settle" and not one.closed]
        seats = [one for seat in self.game.offer(self.state).acting for one in self.chooser().open_actions(seat)]
        if not table and not seats:
            raise NothingOpenError
        return self._act([filled(self.random.choice([*table, *seats]), self.random)])

    def _entry(self) -> Entry:
        """One entry, right or wrong."""
        state, random = self.state, self.random
        seats = range(len(PLAYERS))
        open_ones = [one for seat in seats for one in self.game.actions(state, seat)] + self.game.table_actions(state)
        rare = ("stop", "end") if random.random() < 0.8 else ()
        known = [action for action in open_ones if not action.closed and action.kind not in rare]
        by = random.choice((*seats, *self.game.offer(state).acting))
        if known and random.random() < 0.5:
            entry = filled(random.choice(known), random)
        else:
            entry = {"kind": random.choice((*self.game.moves, "zzz", UNDO)), "by": by}
            if not getattr(self.game.moves.get(entry["kind"]), "seated", True):
                del entry["by"]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            entry[random.choice(self._names())] = random.choice(self._values())
        return entry

    def _names(self) -> list[str]:
        drawn = [name for move in self.game.moves.values() for name in move.drawn]
        fields = [name for entry in self.at.playing[1].entries[-30:] for name in entry]
        return [*drawn, *sorted(set(fields)), "card", *self._counts(), "count", "reason", "to", "from", "no"]

    def _values(self) -> list[Any]:
        entries = self.at.playing[1].entries
        used = [value for entry in entries[-20:] for value in entry.values()]
        return [
            0,
            1,
            2,
            3,
            99,
            -1,
            True,
            "agreed",
            "treasure",
            [],
            [3, 1],
            *(card for one in entries[:1] for card in one.get("cards", ())),
            *used,
        ]

    def _probe(self) -> tuple[str, str, dict[str, Any]]:
        return self._act([self._entry()])

    def _together(self) -> tuple[str, str, dict[str, Any]]:
        """Several at once: what could be made one after the other, and then what tells how far it went."""
        state = deepcopy(self.state)
        entries: list[Entry] = []
        for _ in range(self.random.randint(0, 3)):
            try:
                entry = self._ending(state) if self.random.random() < 0.3 else self._seldom(state)
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
        """A correction that is just possible, or just not any more; in a game without counts one that tells nothing."""
        if not self.game.counts:
            return {"kind": "correct", "note": "2"}
        seat = self.random.randrange(len(PLAYERS))
        name = self._counts()[0]
        less = (getattr(state.seats[seat], name) or 0) + self.random.randint(0, 1)
        return {"kind": "correct", "seat": seat, name: -max(1, less)}

    def _counts(self) -> list[str]:
        return [count.name for count in self.game.counts]

    def _ending(self, state: Any) -> Entry:
        """An entry after which the play of the round is over, if there is one."""
        seats = [one for seat in self.game.offer(state).acting for one in self.game.actions(state, seat) if one.fixed]
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
            return self._act([self._to_the_bottom(self.state)])
        entry: Entry = {"kind": "correct", "seat": random.randrange(len(PLAYERS))}
        for name in random.sample((*self._counts(), "deck", "active", "note"), random.choice((1, 1, 2))):
            entry[name] = "x" if name == "note" else random.randint(0, 3) if name == "active" else random.randint(-3, 3)
        if random.random() < (0.5 if "active" in entry else 0.05):
            entry["upkeep"] = random.random() < 0.5
        return self._act([entry])

    def _turn(self) -> tuple[str, str, dict[str, Any]]:
        """Whose turn it really is, as it lies on the page for it."""
        seat, starts = self.random.randrange(len(PLAYERS)), self.random.random() < 0.5
        return self._act([{"kind": "correct", "active": seat, "upkeep": starts}], "host")

    def _lies(self) -> tuple[str, str, dict[str, Any]]:
        """A tap on a thing that lies at some place or could, some of it wrong; now and then counts."""
        random, at = self.random, self.at
        sender = random.choice(("host",) * 8 + ("phone",) * 4 + ("shared", "outsider"))
        own = self.first.seat_of(sender)
        place = random.randrange(-1, len(PLAYERS)) if own is None else own
        where = "place" if own is not None and random.random() < 0.9 else f"host/place/{place}"
        if random.random() < 0.3:
            counts = random.sample((*self._counts(), "deck", "none"), random.choice((1, 1, 2)))
            return sender, f"{where}/counts", {f"n:{name}": str(random.randrange(-1, 9)) for name in counts}
        things = [f"{one.id}:{random.randrange(one.most + 2)}" for one in lying_at(mending.believed(at), place)]
        wrong = ("none:1", "goals-99:1", "x", "boots:-1", ":", "axes:99")
        lay = random.choice(wrong if random.random() < 0.1 or not things else things)
        return sender, f"{where}/things", {"lay": lay, **({"seen": "1"} if random.random() < 0.2 else {})}

    def _light(self) -> tuple[str, str, dict[str, Any]]:
        """Where no turns are followed: what anybody may do, the page of facts, and how it goes on."""
        random, at = self.random, self.at
        way = random.choice(("act", "act", "act", "ask", "ask", "back", "row", "row", "row", "told", "follow"))
        sender = random.choice(("host",) * 6 + ("phone", "phone", "shared", "outsider"))
        if way == "act":
            ways = [one for seat in range(len(PLAYERS)) for one in self.chooser().open_actions(seat)]
            if not ways:
                raise NothingOpenError
            return self._act([filled(random.choice(ways), random)])
        if way in ("row", "told"):
            values = self._filled_in(told_facts.page(at), 0.95 if way == "told" else 0.15)
            return (sender, "row", values) if way == "row" and sender != "host" else ("host", f"host/{way}", values)
        if way == "follow":
            hows = (*FOLLOWS, "x", "")
            told: dict[str, Any] = {"how": random.choice(hows), "j:active": str(random.randrange(5))}
            place = random.randrange(-1, len(PLAYERS) + 1)
            things = [[place, one.id, random.randrange(one.most + 2)] for one in lying_at(mending.believed(at), place)]
            if things and random.random() < 0.6:
                told["l:lies"] = json.dumps(random.choice(things))
            if random.random() < 0.4:
                told |= {"n:has.0.seat": str(place), "n:has.0.gold": str(random.randrange(9))}
            return sender, "host/follow", told
        return sender, f"host/{way}", {}

    def _retells(self) -> tuple[str, str, dict[str, Any]]:
        """What a round came to is put right."""
        at = self.at
        number = told_facts.can_be_told_anew(at)
        values = self._filled_in(told_facts.told_before(at, number), 0.95) if number is not None else {}
        return self.random.choice(("host",) * 9 + ("phone",)), "host/retell", values

    def _filled_in(self, page: told_facts.Page, share: float) -> dict[str, str]:
        """Some of the page as a browser sends it, now and then a value that can't be."""
        random, found = self.random, dict[str, str]()
        for path, field in told_facts.by_path(page.fields).items():
            if random.random() > share:
                continue
            value = page.values[path] if path in page.values and random.random() < 0.3 else value_of(field, random)
            written = to_json(value) if isinstance(field, (OneOf, Flag)) else str(value)
            found[input_name(field, path)] = (
                random.choice(("99", "-1", "x", "null")) if random.random() < 0.03 else written
            )
        return found

    def _deal(self) -> tuple[str, str, dict[str, Any]]:
        """A deal out of turn, or without some."""
        without = [str(seat) for seat in range(len(PLAYERS)) if self.random.random() < 0.3]
        data = {"j:first": str(self.random.randrange(6)), self.random.choice(("l:without", "j:without")): without}
        return self.random.choice(("host", "host", "phone", "outsider")), "host/deal", data

    def _door(self) -> tuple[str, str, dict[str, Any]]:
        """Everything else that takes a post: who comes and goes, what the device is set to, pages beside the game; or
        whatever the crawl sends, by anybody."""
        random, table = self.random, self.first.table
        name, ids = random.choice(NAMES), [seat.id for seat in table.at.seats]
        some = random.choice((ids[-1], ids[-1], 99)) if len(ids) > len(PLAYERS) else 99
        anybody, place = random.choice((*SENDERS, GUEST)), random.randrange(7)
        change = random.choice(("rename", "remove", "release", "sit", "in", "out"))
        ways: list[tuple[str, str, dict[str, Any]]] = [
            (GUEST, "join", {"name": name}), (GUEST, "share", {"name": name}),
            (random.choice((GUEST, anybody)), "ask", {"seat": str(random.choice((some, *ids)))}),
            (random.choice(("host", anybody)), f"host/asked/{place}/{random.choice(('yes', 'no'))}", {}),
            ("host", "host/seats", {"name": name}), ("host", f"host/seat/{some}/{change}", {"name": name}),
            ("host", f"host/seat/{random.choice(ids)}/to/{place}", {}),
            ("host", f"host/seat/{random.choice(ids)}/{random.choice(('in', 'out', 'link'))}", {}),
            ("host", "host/clock", {"run": "start", "which": str(place)}),
            (anybody, f"host/place/{place}/counts", {f"n:{one.name}": str(place) for one in self.game.counts}),
            (anybody, f"place/{random.choice(('leaves', 'back', 'stays'))}", {}),
            (random.choice(("host", "host", anybody)), f"host/place/{max(0, place)}/ask", {}),
            (anybody, "me", {"name": name, "figure": "fox"}), ("host", "host/next", {}),
            ("host", "host/previous", {"told": str(place)}),
            (random.choice(("host", anybody)), "host/pause", {"stop": random.choice("01")}),
            (anybody, "/book/readers", {"readers": random.choice(("seats", "host"))}),
            *[(anybody, ask.path, dict(ask.data)) for ask in random.sample(self._crawled("POST"), 8)],
        ]  # fmt: skip
        return random.choice(ways)

    def _page(self) -> tuple[str, str]:
        """A page, a panel, or what a page asks for when it has missed something."""
        sheet = f"sheet/s-{self.random.choice(list(self.game.moves))}"
        return self.random.choice((*SENDERS, GUEST)), self.random.choice((sheet, self._crawled("GET")[0].path))

    def _crawled(self, method: str) -> list[Ask]:
        """What the crawl asks that way, in any order; a stream has the pages that are asked for at once."""
        found = [ask for every in asks(self.first).values() for ask in every if ask.method == method]
        found = [ask for ask in found if "/stream/" not in ask.path]
        return self.random.sample(found, len(found))

    def _undo(self) -> tuple[str, str, dict[str, Any]]:
        count = len(self.at.playing[1].entries)
        record = self.at.playing[1]
        number = self.random.choice(
            (count - 1, record.newest, record.newest, count - self.random.randint(1, 12), count)
        )
        if record.undos and self.random.random() < 0.4:
            number = self.random.choice(record.undos[-2:])
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
        seat = self.first.seat_of(sender)
        fields = self.game.private_fields(self.state, seat) if seat is not None else ()
        form = encoded(fields, {field.name: value_of(field, self.random) for field in fields})
        if not form or self.random.random() < 0.2:
            form = {self.random.choice(("j:values", "n:values.0", "n:gold", "j:x")): "1"}
        path = f"hand/{PHONELESS}/typed" if sender in ("device", "host") else "typed"
        return sender, path, form

    def _run(self) -> tuple[str, str, dict[str, Any]]:
        """What the host does beside entries."""
        way = self.random.choice(("start", "next", "again", "lobby", "deal", "afresh", "choose"))
        data = {"deal": {"j:first": "0"}, "afresh": {"reason": "seen"}, "choose": {"game": self.game.id}}.get(way, {})
        if self.state.status in (ROUND_OVER, SETUP) and way in ("lobby", "choose"):
            way, data = "next", {}
        return self.random.choice(("host", "host", "host", "phone", "outsider")), f"host/{way}", dict(data)

    def _hand_round(self) -> tuple[str, str, dict[str, Any]]:
        """The device goes from hand to hand, and so does the shared phone."""
        world = self.first
        if self.random.random() < 0.5:
            return "device", f"hand/{PHONELESS}/{self.random.choice(('open', 'open', 'back'))}", {}
        seat = self.random.choice(SHARED)
        row = world.table.at.seats[seat]
        if world.in_hand() < 0:
            return "shared", "unlock", {"seat": str(row.id)}
        return "shared", "pass", {"to": str(row.id)}


def _without(kinds: Collection[str], answer: tuple[Any, ...]) -> tuple[Any, ...]:
    """The answer without the forms in which entries of these kinds are chosen, and without its length."""
    status, headers, body = answer
    cut = re.compile("|".join(rf"kind[^:]*: [^a-z]*{kind}\b" for kind in kinds).encode() or b"$.")
    body = re.sub(rb"<form.*?</form>", lambda form: b"" if cut.search(form[0]) else form[0], body, flags=re.DOTALL)
    return status, [header for header in headers if header[0] != "Content-Length"], body


def _bodies(answers: list[tuple[Any, ...]]) -> list[str]:
    bodies = [answer[2].decode() for answer in answers]
    return bodies if bodies[0] != bodies[1] else [repr(answer) for answer in answers]
