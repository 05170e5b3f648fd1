"""Every address, and every form of every page, takes whatever is sent to it: never a traceback, never a broken state.

``COMPANION_JUNK`` is how many requests are sent at each stage of a table, ``COMPANION_SEED`` where the dice begin.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from crawl import PLAYERS, Ask, Fate, World, asks, get
from faults.web import FORM
from sizes import SEED, size
from test_crawl import GAMES, OWNERS, SMALL

from companion.games import game_by_id
from companion.record.record import Record
from companion.rules.game import Game
from companion.rules.state import TIMERS, TURNS
from companion.rules.text import RuleError
from companion.table import dealing, following

JUNK = size("JUNK", 100, 4000)
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
NAMES = [
    "by",
    "j:by",
    "n:seat",
    "j:seat",
    "j:first",
    "l:cards",
    "l:cards.0",
    "j:cards.0.0",
    "b:count_cards",
    "t:note",
    "z:gold",
    "n:gold",
    "entries",
    "stamp",
    "entry",
    "key",
    "seat",
    "name",
    "told",
    "game",
    "was",
    "players",
    "x:y",
    "j:" + "a." * 3000,
    "j:kind",
    "n:0",
    "j:²",
    "t:",
    ":",
    "j::",
    "j:options.dealing",
    "j:options",
    "to",
    "once",
    "address",
    *("n:gold.0", "n:gold.99", "j:a.b.c.0", "d:x", "l:x.1", "n:x", "j:", "d:.", "\x00"),
]


def _text(dice: Random) -> str:
    return "".join(chr(dice.choice((dice.randrange(128), dice.randrange(0xD800)))) for _ in range(dice.randrange(40)))


def _noise(dice: Random) -> str:
    return dice.choice((*NOISE, _text(dice)))


def _spoilt(ask: Ask, stamp: str, dice: Random) -> Ask:
    """The request with something else in its fields, or more of them."""
    data = {name: dice.choice((value, _noise(dice))) for name, value in ask.data.items()}
    data |= {dice.choice((*NAMES, _text(dice))): _noise(dice) for _ in range(dice.randrange(6))}
    if "stamp" in data or dice.random() < 0.5:
        data["stamp"] = dice.choice((stamp, stamp, _noise(dice)))
    return Ask(ask.method, ask.path, data, htmx=dice.random() < 0.5)


FIELD = re.compile(r"<(?:input|button)[^>]*?name=\"([^\"]+)\"[^>]*?value=\"([^\"]*)\"")
TEXT = re.compile(r"<input[^>]*?name=\"(name|reason|code|t:[^\"]+)\"")


def _offered(world: World, dice: Random) -> tuple[str, Ask] | None:
    """A form of some page, with a choice of what it offers."""
    pages = [("host", f"/{world.code}/table"), ("stranger", f"/score?game={world.game.id}&players=4")]
    pages += [(viewer, f"/{world.code}") for viewer in world.clients if viewer.startswith("seat")]
    viewer, path = dice.choice(pages)
    found = FORM.findall(world.ask(viewer, get(path))[2].decode())
    if not found:
        return None
    action, inner = dice.choice(found)
    fields = [*FIELD.findall(inner), *((name, dice.choice(("note", "Zoe", "<i>"))) for name in TEXT.findall(inner))]
    dice.shuffle(fields)
    return viewer, Ask(
        "POST", urljoin(path, unescape(action)), {unescape(name): unescape(value) for name, value in fields}
    )


def _inside(text: str, dice: Random) -> str:
    """Entries, one of which has another value."""
    try:
        entries = json.loads(text)
        entry = dice.choice(entries)
        entry[dice.choice([*entry, "by", "seat", "note", "cards"])] = dice.choice(
            [None, [], {}, -1, 99, 1.5, True, "x", [0, 0], ["x"], {"a": []}, "x" * 300, 10**30]
        )
        return json.dumps(entries)
    except (ValueError, TypeError, IndexError, AttributeError):
        return _noise(dice)


def _world(folder: Path, monkeypatch: pytest.MonkeyPatch, game: Game[Any]) -> World:
    cards = game.deal(game.start(PLAYERS), lambda items: None)
    return World(folder, Fate(monkeypatch), game, [*cards["cards"], *cards["aside"]])


def _send(world: World, dice: Random, caplog: pytest.LogCaptureFixture) -> None:
    found = {name: [ask for ask in every if ask.method == "POST"] for name, every in asks(world).items()}
    addresses = [name for name, posts in found.items() if posts]
    for number in range(JUNK):
        if number % 2 and (offered := _offered(world, dice)):
            # Some of them as they are, so that the table moves on.
            viewer, ask = offered
            if "entries" in ask.data and dice.random() < 0.3:
                ask.data["entries"] = _inside(ask.data["entries"], dice)
            elif number % 4 == 1:
                ask = _spoilt(ask, world.table.at.stamp, dice)
        else:
            name = dice.choice(addresses)
            ask = _spoilt(dice.choice(found[name]), world.table.at.stamp, dice)
            viewer = dice.choice((OWNERS.get(name.partition(".")[0], "seat 0"), "host", "seat 1", "stranger"))
        status, _headers, body = world.ask(viewer, ask)
        assert status < 500, f"{viewer}: {ask.path} {ask.data}: {caplog.text}"
        assert b"Traceback" not in body
    is_sound(world)


def is_sound(at: Any) -> None:
    """The state equals the replay of its own journal, and nothing was made out of nothing."""
    record = at.table.at.record
    if record is None:
        return
    row = at.table.at.game_row
    assert row
    again = Record.load(
        game_by_id(row.game),
        row.players,
        at.store.journal.game(row.id).options,
        at.store.journal.entries(row.id),
    )
    assert again.game.snapshot(again.state) == record.game.snapshot(record.state)
    for seat in record.state.seats:
        for count in ("gold", "hand", "treasures"):
            value = getattr(seat, count, None)
            assert value is None or not isinstance(value, int) or value >= 0
    deck = getattr(record.state, "deck", None)
    assert not isinstance(deck, int) or deck >= 0


@pytest.mark.parametrize(
    ("game", "follow"),
    [(game, follow) for game in GAMES for follow in ("", *game.follows) if follow != TIMERS],
    ids=lambda value: str(getattr(value, "id", value)),
)
def test_whatever_is_sent_is_answered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    game: Game[Any],
    follow: str,
) -> None:
    """Before the deal, in a round, and while a round that follows no turns is told."""
    dice = Random(SEED)
    with _world(tmp_path, monkeypatch, game) as world:
        if follow:
            world.do(dealing.deal, 0, follow=follow)
        _send(world, dice, caplog)
        if follow and follow != TURNS:
            with suppress(RuleError):  # what was sent before may have changed over, or ended it
                world.do(following.ask)
            _send(world, dice, caplog)


def test_no_bytes_break_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = Random(SEED)
    with _world(tmp_path, monkeypatch, GAMES[0]) as world:
        world.do(dealing.deal, 0)
        for path in dict.fromkeys(ask.path for every in asks(world).values() for ask in every if ask.method == "POST"):
            for viewer in ("stranger", "host", "seat 0"):
                body = dice.randbytes(dice.randrange(400))
                answer = world.clients[viewer].post(path, data=body, content_type="application/x-www-form-urlencoded")
                assert answer.status_code < 500, (path, body)


def test_a_round_without_facts_is_not_told_by_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _world(tmp_path, monkeypatch, SMALL) as world:
        world.do(dealing.deal, 0)
        told = Ask("POST", f"/{world.code}/host/told", {"stamp": world.table.at.stamp})
        status, _headers, body = world.ask("host", told)
        assert (status, b"turns are followed in this round" in body.lower()) == (409, True), body
