"""Every kind of page a phone may show, at tables brought to their interesting points before the program starts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenings import evening
from playwright.sync_api import Page, ViewportSize
from worked import over

from companion.games import game_by_id
from companion.kept.store import Store
from companion.record.record import EntryError, Record, parse, read_head, read_record
from companion.rules.state import NOTHING, ROUND_OVER, TIMERS
from companion.table.tables import import_record

from .program import Program

SCREEN: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 360, "height": 640}
LATER_STYLES = """() => {
  const later = document.getElementById("stream")?.dataset.laterStyle;
  return !later || [...document.styleSheets].some((sheet) => sheet.href?.endsWith(later));
}"""
"""A phone looks as it does when it has stood for a moment."""


@dataclass(frozen=True)
class Sitting:
    """A table: its code, and the token of each seat by its number."""

    code: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """One kind of page. ``table`` and ``seat`` say whose phone shows it, ``path`` which page (with ``{code}``);
    ``opens`` are selectors that are tapped one after the other. ``screen``: on a table screen, ``host``: the host's;
    ``told``: the score has been told; ``steps``: what the host has done at that table before.
    ``alike``: much like another one, so it is photographed but not judged."""

    name: str
    path: str = "/{code}"
    table: str = "lobby"
    seat: int | None = None
    opens: tuple[str, ...] = ()
    screen: bool = False
    host: bool = False
    told: bool = False
    alike: bool = False
    steps: tuple[str, ...] = ()


LIGHT = {"cave": "dark-cave-6", "mines": "lost-mines-6", "gold": "saboteur-7", "gold-2": "saboteur-2-8"}


def after(name: str, turns: int) -> dict[str, Any]:
    """An evening as far as that."""
    one = evening(name)
    entries = [entry for turn in one.turns[:turns] for entry in turn]
    return {**one.record, "entries": [one.deal, *entries]}


LAID = ("spiderweb", "creature", "boots", "battle-axe", "troll", "trap", "break", "trapped")


def light(name: str, follow: str, turns: int = 20) -> dict[str, Any]:
    """The same evening with no turns followed; for ``timers`` what was laid in the first of them lies there."""
    one = evening(name)
    record = Record(game_by_id(one.game), one.players, one.options)
    record.append({**one.deal, "follow": follow})
    for entry in (entry for turn in one.turns[: turns if follow == TIMERS else 0] for entry in turn):
        if entry["kind"] in LAID:
            with suppress(EntryError):
                record.append(dict(entry))
    return {**one.record, "entries": record.entries}


def ended(game: str) -> dict[str, Any]:
    """A game of the worked cases, told to its end."""
    return max(over(game), key=lambda one: len(one["entries"]))


def round_over(game: str) -> dict[str, Any]:
    """The same as far as the end of its first round."""
    whole = ended(game)
    record = Record(game_by_id(game), whole["players"], whole.get("options"))
    for entry in whole["entries"]:
        if record.state.status == ROUND_OVER:
            break
        record.append(entry)
    return {**whole, "entries": record.entries}


def tables() -> dict[str, dict[str, Any]]:
    """Records by what they are there for."""
    cave = after("dark-cave-6", 0)
    return {
        "lobby": {**cave, "entries": []},
        "look": cave,
        "cave": after("dark-cave-6", 30),
        "mines": after("lost-mines-6", 30),
        "gold": after("saboteur-7", 20),
        "gold-2": after("saboteur-2-8", 30),
        "twelve": after("saboteur-2-12", 20),
        **{f"{name}-light": light(evening, NOTHING) for name, evening in LIGHT.items()},
        **{f"{name}-facts": light(evening, NOTHING) for name, evening in LIGHT.items()},
        "cave-timers": light(LIGHT["cave"], TIMERS),
        "mines-timers": light(LIGHT["mines"], TIMERS),
        "gold-timers": light(LIGHT["gold"], TIMERS),
        "cave-over": ended("dark-cave"),
        "mines-over": ended("lost-mines"),
        "gold-over": ended("saboteur"),
        "gold-2-over": ended("saboteur-2"),
        "mines-round": round_over("lost-mines"),
        "gold-round": round_over("saboteur"),
        "gold-2-round": round_over("saboteur-2"),
    }


@dataclass
class House:
    """The running program and its tables."""

    program: Program
    sittings: Mapping[str, Sitting]
    turns: Mapping[str, int]
    size: ViewportSize

    def url(self, kind: Kind) -> str:
        return self.program.url + kind.path.format(code=self.sittings[kind.table].code)

    def shows(self, page: Page, kind: Kind) -> None:
        """Open that page as that seat's phone, and what is to be opened on it."""
        sitting = self.sittings[kind.table]
        page.context.clear_cookies(name=f"seat_{sitting.code}")
        if kind.host or kind.told or kind.steps:
            page.request.get(self.program.host_link)
        for step in kind.steps:
            self._posts(page, sitting, step)
        if kind.told:
            self._tell(page, sitting)
        if kind.seat is not None:
            token = sitting.tokens[kind.seat % len(sitting.tokens)]
            page.context.add_cookies([{"name": f"seat_{sitting.code}", "value": token, "url": self.program.url}])
        page.set_viewport_size(SCREEN if kind.screen else self.size)
        page.goto(self.url(kind))
        page.wait_for_function(LATER_STYLES)
        for selector in kind.opens:
            page.locator(selector).filter(visible=True).first.click()

    def _tell(self, page: Page, sitting: Sitting) -> None:
        """The host tells the score to its end."""
        while "nextstep" in self._posts(page, sitting, "next"):
            pass

    def _posts(self, page: Page, sitting: Sitting, step: str) -> str:
        """One tap of the host at that table."""
        headers = {"Origin": self.program.url, "HX-Request": "true"}
        return page.request.post(f"{self.program.url}/{sitting.code}/host/{step}", headers=headers).text()

    def kinds(self) -> Iterator[Kind]:
        """All of them."""
        yield from PLAIN
        for table in ("cave", "mines", "gold", "gold-2", "twelve"):
            on, players = self.turns[table], len(self.sittings[table].tokens)
            alike = table not in ("cave", "gold")
            yield Kind(f"{table}-turn", table=table, seat=on, alike=table == "twelve")
            yield Kind(f"{table}-next", table=table, seat=on + 1, alike=alike)
            yield Kind(f"{table}-last", table=table, seat=on - 1, alike=alike)
            yield Kind(f"{table}-waits", table=table, seat=on + players // 2, alike=table != "mines")
            yield Kind(f"{table}-sheet", table=table, seat=on, opens=("#own .tile[data-sheet]",), alike=alike)

        for name in LIGHT:
            begun: tuple[str, ...] = ("start",)
            unfollowed, told = f"{name}-light", f"{name}-facts"
            yield Kind(unfollowed, table=unfollowed, seat=0, alike=name == "gold", steps=begun)
            yield Kind(f"screen-{unfollowed}", "/{code}/table", unfollowed, screen=True, host=True, steps=begun)
            yield Kind(told, table=told, seat=0, steps=(*begun, "ask"))
            yield Kind(f"screen-{told}", "/{code}/table", told, screen=True, host=True, steps=(*begun, "ask"))
        for timers in ("cave-timers", "mines-timers", "gold-timers"):
            alike = timers == "gold-timers"
            for seat in (0, 1):
                yield Kind(f"{timers}-{seat}", table=timers, seat=seat, steps=("start",), alike=alike or seat > 0)
            yield Kind(
                f"screen-{timers}", "/{code}/table", timers, screen=True, host=True, steps=("start",), alike=alike
            )
        for creature in ("rat", "lindworm", "goblin"):
            yield Kind(
                f"cave-{creature}", table="cave", seat=self.turns["cave"], opens=(f"[data-help='creature:{creature}']",)
            )
        for table in ("mines-round", "gold-round", "gold-2-round"):
            yield Kind(table, table=table, seat=0, told=True)
            yield Kind(f"{table}-other", table=table, seat=1, told=True, alike=True)
        for table in ("cave-over", "mines-over", "gold-over", "gold-2-over"):
            yield Kind(f"{table}-untold", table=table, seat=0, alike=table != "gold-over")
            yield Kind(table, table=table, seat=0, told=True)
            yield Kind(f"{table}-other", table=table, seat=1, told=True, alike=True)


PLAIN = (
    Kind("front", "/"),
    Kind("join"),
    Kind("ask", "/{code}/ask"),
    Kind("about", "/about"),
    Kind("network", "/network"),
    Kind("score", "/score"),
    *(
        Kind(f"score-{game}", f"/score?game={game}&players={n}")
        for game, n in (("dark-cave", 8), ("lost-mines", 6), ("saboteur", 7), ("saboteur-2", 12))
    ),
    *(Kind(f"cards-{game}", f"/cards/{game}") for game in ("dark-cave", "lost-mines", "saboteur", "saboteur-2")),
    Kind("missing", "/NOPE"),
    Kind("lobby", seat=0),
    Kind("lobby-dress", seat=0, opens=(".beside [data-sheet=i]",)),
    Kind("share", "/{code}/share", seat=0),
    Kind("look", table="look", seat=0),
    Kind("menu", table="cave", seat=1, opens=(".topbar .i",)),
    Kind("watch", "/{code}/watch", table="cave", screen=True),
    Kind("screen-lobby", "/{code}/table", screen=True, host=True),
    Kind("screen-prepare", "/{code}/table", screen=True, host=True, opens=(".deal",)),
    Kind("screen-look", "/{code}/table", table="look", screen=True, host=True),
    Kind("screen-turn", "/{code}/table", table="cave", screen=True, host=True),
    Kind("screen-menu", "/{code}/table", table="twelve", screen=True, host=True, opens=("[data-sheet=menu]",)),
    Kind("screen-log", "/{code}/table", table="mines", screen=True, host=True, opens=(".logline",)),
    Kind("screen-over", "/{code}/table", table="gold-2-over", screen=True, host=True),
    Kind("host-phone", "/{code}/host", table="cave", host=True),
)


@contextmanager
def house(
    folder: Path, size: ViewportSize = SMALL, records: Mapping[str, dict[str, Any]] | None = None
) -> Iterator[House]:
    """The program with all of these tables; or with those of ``records``, at which every third is without a phone, and
    to the latter half the game is new."""
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder)
    sittings, turns = {}, {}
    for name, record in (records or tables()).items():
        content = parse(json.dumps(record))
        read = read_record(content, game_by_id)
        _, players, options, entries = read_head(content, game_by_id)
        row = import_record(store, read, players, options, entries)
        seats = store.seats.of(row.id)
        for seat in seats[len(seats) // 2 :] if records else ():
            store.seats.change(seat.id, new_to=read.game.id)
        phones = [seat for number, seat in enumerate(seats) if not records or number % 3 != 2]
        sittings[name] = Sitting(row.code, tuple(store.seats.claim(seat.id) for seat in phones))
        acting = read.game.offer(read.state).acting if entries else ()
        turns[name] = acting[0] if acting else 0
    store.close()
    with Program(folder) as program:
        yield House(program, sittings, turns, size)
