"""Drawing the live part of a page, in regions, of which a stream sends those that have changed.

The value that is drawn is ``table.screen``'s, the page around it ``pages``'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.rules.board import Card, Line, Step
from companion.rules.text import Text
from companion.table import LOBBY, LOOK
from companion.table.now import Now
from companion.table.screen import Screen
from companion.web.regions import Live, Region
from companion.web.strip import Strip
from companion.web.templates import HOLE, draw, reuse
from companion.web.tiles import make_turn

PHONE, TABLE, WATCH = "phone", "table", "watch"

WHOLE = ("", "")


def list_edges(places: int) -> list[tuple[str, list[int]]]:
    """Return the edges of the table screen that have places, each with the seats there in clockwise order.

    At the left and the right there are few, for a screen is wide.
    """
    right, left = (places > 5) + (places > 11), (places > 5) + (places > 10)
    bottom = (places - right - left) // 2
    order, found = list(range(places)), []
    for edge, count in (("top", places - right - bottom - left), ("right", right), ("bottom", bottom), ("left", left)):
        found.append((edge, order[:count]))
        order = order[count:]
    return [(edge, seats) for edge, seats in found if seats]


class Person(NamedTuple):
    """A person at a place of the table screen: name, colour and figure."""

    name: str
    colour: int
    figure: str
    clan: str | None


AT_A_PLACE = ("at", "lies", "did", "phone")
"""The regions of a place at the edge of the table screen."""


@dataclass(frozen=True)
class Pen:
    """A pen that draws for one kind of page what stands at a table.

    ``here``: the seats whose phone is there; ``url_again``: where phones find a machine that has moved, until they do.
    """

    now: Now
    kind: str
    lang: str
    here: frozenset[int] = frozenset()
    url_again: str = ""
    tonight: Strip | None = None

    def draw_live(self, screen: Screen) -> Live:
        """Draw the live part of a page that shows ``screen``."""
        made = self._draw_seat(screen) if self.kind == PHONE else self._draw_table(screen)
        return made.stamp(screen.stamp)

    def draw_panel(self, name: str, screen: Screen, **given: Any) -> str:
        """Draw the inside of a panel: its taps say by themselves of which state they are, perhaps a newer one."""
        return self._draw("parts/apart.html", screen, part=f"panels/{name}.html", **given)

    def _draw_seat(self, screen: Screen) -> Live:
        early = screen.phase in (LOBBY, LOOK) or screen.viewer.seat is None
        if early or screen.score.verdict or screen.mine.left:
            return Live(WHOLE, (("", self._draw("phone/whole.html", screen)),))
        own = screen.mine.doing
        turn = make_turn(own, self.game) if own and not own.idle else None
        names = () if screen.waits else ("own", "thumb")
        doing = {name: self._draw(f"phone/{name}.html", screen, turn=turn) for name in names}
        regions = (
            ("me", self._draw("phone/me.html", screen)),
            ("top", self._draw("phone/top.html", screen)),
            ("own", doing.get("own", "")),
            ("cards", self._draw("phone/cards.html", screen)),
            ("thumb", doing.get("thumb", "")),
        )
        return Live(self._cut_frame("phone/frame.html"), regions)

    def _draw_table(self, screen: Screen) -> Live:
        if screen.phase == LOBBY:
            return Live(WHOLE, (("", self._draw("lobby/lobby.html", screen)),))
        head = ("head", self._draw("table/head.html", screen))
        asked = screen.facts and screen.viewer.host
        if asked or screen.score.beats:
            told = ("telling", self._draw("facts/table.html" if asked else "table/telling.html", screen))
            return Live(self._cut_frame("table/show_frame.html"), (head, told, *self._draw_edge(screen)))
        middle = self._draw_regions(screen, "middle", "stock", "goals", "lately")
        # Of a damaged seat there is no place at the table.
        rows = screen.board.seats[: len(screen.in_game)] if screen.board else ()
        people = tuple(Person(row.name, row.colour, row.figure, row.clan) for row in rows)
        places = [region for seat in range(len(people)) for region in self._draw_place(screen, seat)]
        frame = self._cut_frame("table/ring.html", people=people)
        return Live(frame, (head, *middle, *places, *self._draw_edge(screen)))

    def _cut_frame(self, template: str, **given: Any) -> tuple[str, ...]:
        frame = reuse(draw, template, self.lang, hole=HOLE, kind=self.kind, url=self._url, **given)
        return tuple(frame.split(HOLE))

    def _draw_edge(self, screen: Screen) -> list[Region]:
        """Draw the line below the picture, and what only the host has."""
        busy = screen.facts or (screen.score.beats and screen.score.more_steps)
        hosts = ("ends", "undo", "redo", "acts") if screen.viewer.host else ()
        if busy:
            return [*self._draw_regions(screen, "line"), *((name, "") for name in hosts)]
        return self._draw_regions(screen, "line", *hosts)

    def _draw_regions(self, screen: Screen, *names: str) -> list[Region]:
        drawn = self._draw("table/regions.html", screen, regions=names, hole=HOLE)
        return list(zip(names, drawn.split(HOLE), strict=True))

    def _draw_place(self, screen: Screen, seat: int) -> list[Region]:
        """Draw the regions of a seat's place at the edge."""
        board, place, timers = screen.board, screen.in_game[seat], screen.timers
        assert board is not None
        row = board.seats[seat]
        given = {
            "kind": self.kind,
            "game": self.game,
            "url": self._url,
            "phase": screen.phase,
            "row": row,
            "place": place if screen.round.says_who_looked else place._replace(looked=False),
            "here": place.id in self.here,
            "things": board.before(seat),
            "next": board.next == seat,
            "comes": timers.next == seat,
            "owns": screen.viewer.host and any(told.seat == seat for told in timers.waits),
            "early": timers.early == seat,
            "did": None if row.gone else screen.did.get(seat),
        }
        drawn = reuse(draw, "table/regions.html", self.lang, hole=HOLE, regions=AT_A_PLACE, **given)
        return [(f"{name}{seat}", text) for name, text in zip(AT_A_PLACE, drawn.split(HOLE), strict=True)]

    @property
    def game(self) -> str:
        return self.now.game.id

    @property
    def _url(self) -> str:
        """The beginning of the addresses of taps, relative to the page, not to the stream that brings them."""
        return {PHONE: f"{self.now.at.row.code}/", TABLE: "host/", WATCH: ""}[self.kind]

    def _draw(self, template: str, screen: Screen, **given: Any) -> str:
        """Draw a template; ``own`` is the query that says whose page a phone shows."""
        given |= {
            "screen": screen,
            "kind": self.kind,
            "here": self.here,
            "url_again": self.url_again,
            "tonight": self.tonight,
            "url": self._url,
            "own": "" if screen.viewer.seat_id is None else f"?seat={screen.viewer.seat_id}",
        }
        return draw(template, self.lang, self.game, **given)


# -- the board on which a round's score is told: a place for everybody, which fills beat by beat -----------------------
class Spot(NamedTuple):
    """A person's place: the card, once it is up, and the newest lines of the story on that person."""

    card: Card | None = None
    turns_up: bool = False
    lines: tuple[Line, ...] = ()


class Shown(NamedTuple):
    """The board at one beat: the line above it, and the places in their order.

    ``cards``: some lie there, up or down.
    """

    title: Text
    says: tuple[Text, ...]
    spots: tuple[Spot, ...]
    cards: bool


def cut_name(words: str, name: str) -> str:
    """Cut the name, beside which it stands, off a line: of "1. Anna: 3 + 1 = 4" the sum is left."""
    before, _, rest = words.partition(name)
    alone = not before.strip("0123456789. ") and (not rest or rest[0] in _PARTS)
    return rest.lstrip(_PARTS) if alone else words


_PARTS = " :,\u00a0\u202f"


def show_steps(steps: Sequence[Step], people: int) -> Shown:
    """Return the board after these steps, the last of which may be told in part."""
    newest = steps[-1]
    turning = newest.turning[-1] if newest.turning else None
    cards = {line.seat: line for step in steps for line in step.turning}
    # Below the cards stands what has been told since the round was.
    since = next((n for n, step in enumerate(steps, start=1) if step.picture), len(steps))
    lines: dict[int | None, tuple[Line, ...]] = {}
    for step in steps[since:]:
        for seat in {line.seat for line in step.lines}:
            lines[seat] = tuple(line for line in step.lines if line.seat == seat)

    def spot(seat: int) -> Spot:
        up = cards.get(seat)
        return Spot(up.card if up else None, up is turning is not None, lines.get(seat, ()))

    twist = turning.card.twist if turning and turning.card else None
    says = tuple(line.text for line in newest.lines if line.seat is None and line.amount is None)
    return Shown(twist or newest.title, says, tuple(map(spot, range(people))), bool(cards))
