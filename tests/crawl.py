"""Every address that a real table answers under; tables in step are asked all of them, and all forms of others."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from urllib.parse import urljoin

from playing import Play, Question
from sizes import LARGE, size
from worlds import HOSTS, PHONELESS, PLAYERS, SEATED, SENDERS, Ask, World, Worlds, get, post

from companion.engine.actions import Entry
from companion.engine.corrections import list_counts
from companion.engine.views import list_held_secrets
from companion.games import all_games
from companion.history.reader import person_id
from companion.web.assets import BUNDLES
from companion.web.routes.history import FILES

OWNERS = {"host": HOSTS, "adding": HOSTS, "handed": ("device", "host"), "book": HOSTS, "seat": SEATED}
"""Whose an address is, by the part of Companion that it belongs to; the stranger has most to ask of all others."""
WALKS = size("WALKS", 1, 3)
"""Seeds of each game in the long sweep."""
PARTS = WALKS if LARGE else 83
"""Of as many parts of what is not the viewer's own another one is asked at each stage of each table, and by each seed:
in the long sweep the seeds of a game ask at each stage all that there is, once."""
FEW = WALKS if LARGE else 12
"""The same, of what is the viewer's own and shows little of the round."""
OFTEN = (
    *("streams.stream", "streams.live", "seat.home", "seat.look", "seat.sheet", "handed.look"),
    *("host.screen", "host.watch", "book.evening"),
)
"""Whatever shows the round that is played, or the game before it."""


class Doors(Question):
    """Everyone asks everything that is theirs, and some of the rest, and sends what others are offered."""

    def __init__(self, tables: Worlds, turn: int, dice: Random) -> None:
        self.tables = tables
        self.turn = turn
        self.dice = dice

    def after(self, play: Play) -> None:
        tables = self.tables
        self.turn += 1
        tables.look_alike()
        viewers = SENDERS if tables.known is None else ("phone",)
        for number, (viewer, (endpoint, ask)) in enumerate(product(viewers, list(addresses(*tables.asked)))):
            owners = OWNERS.get(endpoint.partition(".")[0], ("stranger",))
            share = PARTS if viewer != owners[0] else 1 if endpoint in OFTEN else FEW
            if not (number + self.turn) % share and (ask.method == "GET" or ask.looks or viewer not in owners):
                if viewer == "device" and f"/hand/{PHONELESS}/" in ask.path:
                    tables.ask(viewer, post(f"/{tables.first.code}/hand/{PHONELESS}/open"))
                tables.ask(viewer, ask)
        for number, entry in enumerate(impossible(tables.first)):
            data = {"entries": json.dumps([entry]), "stamp": tables.at.stamp}
            for viewer, path in (("host", "host/act"), ("phone", "act")):
                if viewer in viewers and not (number + self.turn) % FEW:
                    tables.ask(viewer, post(f"/{tables.first.code}/{path}", **data))
        if tables.known is None:
            self._send_what_others_are_offered()

    def _send_what_others_are_offered(self) -> None:
        """Whatever it is, it is refused, or nothing comes of it."""
        tables = self.tables
        home = f"/{tables.first.code}"
        stamp = tables.at.stamp
        pages = {"host": f"{home}/table", "phone": home, "shared": home, "device": f"{home}/hand/{PHONELESS}/open"}
        tables.ask("device", post(pages["device"]))
        for place, (owner, path) in enumerate(pages.items()):
            if (place + self.turn) % 2 and not LARGE:
                continue
            page = tables.page_of(owner, path)
            behind = [form for panel in page.panels for form in tables.page_of(owner, urljoin(path, panel)).forms]
            forms = {urljoin(path, form.action): form for form in (*page.forms, *behind)}
            others = [sender for sender in SENDERS if sender != owner and (owner in SEATED or sender not in HOSTS)]
            for number, ((action, form), sender) in enumerate(product(forms.items(), others)):
                if action.startswith(f"{home}/") and not (number + self.turn) % (2 * FEW):
                    tables.ask(sender, post(action, **{"stamp": stamp, **form.filled(self.dice)[1]}))
        assert tables.at.stamp == stamp, f"{tables.where}: what was offered to another was taken"


def addresses(world: World, *others: World) -> Iterator[tuple[str, Ask]]:
    """Every address with all that can be in it, and with what is not there; and what is held to look at.

    ``others``: the tables in step, whose phones ask for as many pages."""
    code, games, at = world.code, [*all_games(), "none"], world.table.state
    seats = [seat.id for seat in at.seats]
    known: dict[str, Sequence[object]] = {
        "table": [code],
        "code": [code],
        "game": games,
        "game_id": [9999],
        "how": ["join", "share"],
        "key": ["wrong"],
        "kind": ["phone", "table", "watch"],
        "number": [PHONELESS, 0, 99],
        "place": [-1, 0, PHONELESS, 99],
        "play_id": [world.played, "none"],
        "seat_id": [*seats, 99],
        "secret": ["unknown"],
        "stage": ["open", "over", "back"],
        "to": [0, 99],
        "what": ["act", "typed", "things"],
        "word": ["yes", "no"],
        "adding.text": ["village", "none"],
        "book.evening": [world.evening, f"{code}-2026-01-02"],
        "book.game": games,
        "book.write": [*FILES, "none"],
        "bundles.static": [*BUNDLES, "none"],
        "host.panel": ["log", "seats", "menu", "ways", "everybody", "told"],
        "seat.sheet": _sheets(world, *others),
        "static": ["css/base/tokens.css", "../companion/command/cli.py", "none"],
    }
    people = [world.person, *map(person_id, ("anna", "ben")), "none"]
    known |= dict.fromkeys(("book.person", "book.forget", "book.rename"), people)
    for rule in world.app.url_map.iter_rules():
        path = re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", rule.rule)
        names = re.findall(r"{(\w+)}", path)
        for part in product(*(known[name] if name in known else known[rule.endpoint] for name in names)):
            method = "POST" if "POST" in (rule.methods or ()) else "GET"
            ask = Ask(method, path.format(**dict(zip(names, part, strict=True))))
            for data in [{"key": key} for key in _keys(world)] if ask.looks else [{}]:
                yield rule.endpoint, Ask(method, ask.path, data)
    for query in (
        *("/book?from=12", "/book?from=x", f"/find?code={code}", "/find?code=0000"),
        *(f"/score?game={game}" for game in games),
        *(f"/{code}/panel/i?seat={seat}" for seat in seats[:1]),
        *(f"/{code}/host/games?of=village", f"/{code.lower()}", "/0000"),
        *(f"{path}<b>x" for path in ("/", "/find?code=", "/score?game=", f"/{code}/s/", "/host/")),
    ):
        adapter = world.app.url_map.bind("localhost")
        yield adapter.match(query.partition("?")[0], method="GET")[0], get(query)


def _keys(world: World) -> list[str]:
    """The keys of all that someone holds to look at, and others."""
    some = ["card", "", "peek-x", *(f"peek-{number}" for number in range(len(PLAYERS)))]
    for seat in range(len(world.state.seats)) if world.table.state.current_game else ():
        some += [secret.key for secret in list_held_secrets(world.table.state.record.game, world.state, seat)]
    return list(dict.fromkeys(some))


def _sheets(*worlds: World) -> list[str]:
    """What is behind the tiles of all phones, by the ids that their pages name."""
    first, *_ = [[world.ask(viewer, get(f"/{world.code}"))[2] for viewer in SEATED] for world in worlds]
    found = (id.decode() for page in first for id in re.findall(rb'data-sheet="(s-[^"]+)"', page))
    return ["none", *dict.fromkeys(found)]


def impossible(world: World) -> list[Entry]:
    """Entries that are never possible, but whose refusal could reveal something."""
    seats = range(len(world.table.state.seats))
    entries: list[Entry] = [{"kind": "no-such-kind", "by": seat} for seat in seats]
    entries += [{"kind": kind, "by": 0, "no": 1} for kind in world.game.moves]
    entries += [
        {"kind": "correct", "seat": seat, count.name: -99} for seat in seats for count in list_counts(world.game)
    ]
    return [*entries, {"kind": "identities", "cards": []}, {"kind": "end", "reason": "all-out", "no": 1}]
