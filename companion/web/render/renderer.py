"""Draws the live part of a page in regions, so that a stream can send only those that have changed.

It draws a ``Page`` (``table.views.page``); the shell around the live part is drawn in ``web.pages``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.display import RevealedCard, ScoreLine
from companion.engine.text import Text
from companion.i18n import isolate
from companion.table import Stage
from companion.table.views.page import Page
from companion.table.views.table_view import BREATH, ScoreReveal, TableView
from companion.web.render.regions import LivePage, Region
from companion.web.render.scoreboard import Scoreboard
from companion.web.render.templates import HOLE, cached_render, draw
from companion.web.render.tiles import make_turn

PHONE = "phone"
TABLE = "table"
WATCH = "watch"

WHOLE = ("", "")


def seats_by_edge(places: int) -> list[tuple[str, list[int]]]:
    """Return the edges of the table screen that have seats, each with its seats in clockwise order.

    There are few on the left and the right, because a screen is wide.
    """
    right = (places > 5) + (places > 11)
    left = (places > 5) + (places > 10)
    bottom = (places - right - left) // 2
    order = list(range(places))
    found = []
    for edge, count in (("top", places - right - bottom - left), ("right", right), ("bottom", bottom), ("left", left)):
        found.append((edge, order[:count]))
        order = order[count:]
    return [(edge, seats) for edge, seats in found if seats]


EMPTY_TABLE = 6
"""How many empty seats a table shows where nobody sits yet."""


def chairs_by_edge(people: int) -> list[tuple[str, list[int]]]:
    """Return the edges with the lobby's seats: people are where they sit after the deal.

    An edge where nobody sits has an empty one, whose number is beyond those of people.
    """
    taken = dict(seats_by_edge(people))
    found = []
    free = people
    for edge, seats in seats_by_edge(max(people, EMPTY_TABLE)):
        chairs = taken.get(edge, [])
        if not chairs:
            count = 1 if people else len(seats)
            chairs = list(range(free, free + count))
            free += count
        found.append((edge, chairs))
    return found


class TablePerson(NamedTuple):
    """A person at a seat of the table screen: name, colour and icon."""

    name: str
    colour: int
    figure: str
    clan: str | None


AT_A_PLACE = ("at", "lies", "did", "phone")
"""The regions of a seat at the edge of the table screen."""


@dataclass(frozen=True)
class LivePageRenderer:
    """Renders the live part of one kind of page (phone, table screen, watcher).

    ``here``: the seats whose phone is there; ``url_again``: where phones find a computer whose address has changed,
    until they do.
    """

    view: TableView
    kind: str
    lang: str
    here: frozenset[int] = frozenset()
    url_again: str = ""
    tonight: Scoreboard | None = None
    last_time: Text | None = None

    def draw_live(self, page: Page) -> LivePage:
        """Draw the live part of the page."""
        made = self._draw_seat(page) if self.kind == PHONE else self._draw_table(page)
        return made.stamp(page.stamp)

    def draw_panel(self, name: str, page: Page, /, **given: Any) -> str:
        """Draw the inside of a panel. Its forms carry their own stamp, which can be newer than that of the page."""
        return self._draw("parts/apart.html", page, part=f"panels/{name}.html", **given)

    def _draw_seat(self, page: Page) -> LivePage:
        has_no_turn = page.stage in (Stage.LOBBY, Stage.LOOKING) or page.viewer.seat is None
        if has_no_turn or page.score.verdict or page.left:
            return LivePage(WHOLE, (("", self._draw("phone/whole.html", page)),))
        if page.turns_cards_up:
            return self._draw_show(page)
        actions = page.doing
        turn = None
        if actions and not actions.idle:
            turn = make_turn(actions, self.game)
        own = ""
        thumb = ""
        if not page.waits:
            own = self._draw("phone/own.html", page, turn=turn)
            thumb = self._draw("phone/thumb.html", page, turn=turn)
        regions = (
            ("me", self._draw("phone/me.html", page)),
            ("top", self._draw("phone/top.html", page)),
            ("own", own),
            ("cards", self._draw("phone/cards.html", page)),
            ("thumb", thumb),
        )
        return LivePage(self._cut_frame("phone/frame.html"), regions)

    def _draw_show(self, page: Page) -> LivePage:
        """Draw a phone while cards are revealed: its own card is a separate region, so that it turns over only once."""
        names = ("me", "top", "own", "cards", "thumb")
        templates = ("me", "show/top", "show/own", "show/card", "show/thumb")
        assert page.board is not None
        told = show_steps(page.score, len(page.board.seats)) if page.score.steps else None
        drawn = (self._draw(f"phone/{template}.html", page, told=told, turn=None) for template in templates)
        return LivePage(self._cut_frame("phone/frame.html"), tuple(zip(names, drawn, strict=True)))

    def _draw_table(self, page: Page) -> LivePage:
        if page.stage is Stage.LOBBY:
            return LivePage(WHOLE, (("", self._draw("lobby/lobby.html", page)),))
        head = ("head", self._draw("table/head.html", page))
        asked = page.facts and page.viewer.host
        if asked or page.score.beats:
            told = ("telling", self._draw("facts/table.html" if asked else "table/telling.html", page))
            light = ("light", "" if asked else self._draw("parts/light.html", page))
            return LivePage(self._cut_frame("table/show_frame.html"), (head, told, light, *self._draw_edge(page)))
        middle = self._draw_regions(page, "middle", "stock", "goals", "lately")
        # A damaged seat has no region at the table.
        rows = page.board.seats[: len(page.in_game)] if page.board else ()
        people = tuple(TablePerson(row.name, row.colour, row.figure, row.clan) for row in rows)
        places = [region for seat in range(len(people)) for region in self._draw_place(page, seat)]
        frame = self._cut_frame("table/ring.html", people=people)
        return LivePage(frame, (head, *middle, *places, *self._draw_edge(page)))

    def _cut_frame(self, template: str, **given: Any) -> tuple[str, ...]:
        frame = cached_render(draw, template, self.lang, hole=HOLE, kind=self.kind, url=self._url, **given)
        return tuple(frame.split(HOLE))

    def _draw_edge(self, page: Page) -> list[Region]:
        """Draw the line below the picture, and what only the host has."""
        busy = page.facts or (page.score.beats and page.score.more_steps)
        hosts = ("ends", "undo", "redo", "acts") if page.viewer.host else ()
        if busy:
            return [*self._draw_regions(page, "line"), *((name, "") for name in hosts)]
        return self._draw_regions(page, "line", *hosts)

    def _draw_regions(self, page: Page, *names: str) -> list[Region]:
        drawn = self._draw("table/regions.html", page, regions=names, hole=HOLE)
        return list(zip(names, drawn.split(HOLE), strict=True))

    def _draw_place(self, page: Page, seat: int) -> list[Region]:
        """Draw the regions of a seat at the edge."""
        board = page.board
        place = page.in_game[seat]
        timers = page.timers
        assert board is not None
        row = board.seats[seat]
        given = {
            "kind": self.kind,
            "game": self.game,
            "url": self._url,
            "stage": page.stage,
            "under_way": page.under_way,
            "row": row,
            "place": place if page.round.says_who_looked else place._replace(looked=False),
            "here": place.id in self.here,
            "things": board.before(seat),
            "next": board.next == seat,
            "comes": timers.next == seat,
            "owns": page.viewer.host and any(told.seat == seat for told in timers.waits),
            "early": timers.early == seat,
            "did": None if row.gone else page.did.get(seat),
        }
        drawn = cached_render(draw, "table/regions.html", self.lang, hole=HOLE, regions=AT_A_PLACE, **given)
        return [(f"{name}{seat}", text) for name, text in zip(AT_A_PLACE, drawn.split(HOLE), strict=True)]

    @property
    def game(self) -> str:
        return self.view.game.id

    @property
    def _url(self) -> str:
        """The start of the addresses of taps, relative to the page, not to the stream that brings them."""
        return {PHONE: f"{self.view.table.row.code}/", TABLE: "host/", WATCH: ""}[self.kind]

    def _draw(self, template: str, page: Page, /, **given: Any) -> str:
        """Draw a template; ``own`` is the query that says whose page a phone shows."""
        given |= {
            "page": page,
            "kind": self.kind,
            "here": self.here,
            "url_again": self.url_again,
            "tonight": self.tonight,
            "last_time": self.last_time,
            "url": self._url,
            "own": "" if page.viewer.seat_id is None else f"?seat={page.viewer.seat_id}",
        }
        return draw(template, self.lang, self.game, **given)


# -- the board on which a round's score is revealed: a cell for everyone, filled beat by beat -------------------------
class RevealSeat(NamedTuple):
    """A person's cell: the card, once it is revealed, and the newest lines of the story on that person."""

    card: RevealedCard | None = None
    turns_up: bool = False
    lines: tuple[ScoreLine, ...] = ()


class RevealBoard(NamedTuple):
    """The board at one beat: the line above it, and the cells in their order.

    ``cards``: it has some, face up or face down. ``late``: the title says what the card shows that is revealed now.
    """

    title: Text
    says: tuple[Text, ...]
    spots: tuple[RevealSeat, ...]
    cards: bool
    late: bool


def cut_name(words: str, name: str) -> str:
    """Strip the player's name and rank from a score line: "1. Anna: 3 + 1 = 4" becomes "3 + 1 = 4"."""
    before, _, rest = words.partition(isolate(name))
    alone = not before.strip("0123456789. ") and (not rest or rest[0] in _PARTS)
    return rest.lstrip(_PARTS) if alone else words


_PARTS = " :,\u00a0\u202f"


def show_steps(score: ScoreReveal, people: int) -> RevealBoard:
    """Return the board after the steps that have been revealed; the last one perhaps in part."""
    steps = score.steps
    newest = steps[-1]
    turns = newest.turning and score.light != BREATH
    turning = newest.turning[-1] if turns else None
    cards = {line.seat: line for step in steps for line in step.turning}
    # Below the cards is what has been revealed since the round was.
    since = next((n for n, step in enumerate(steps, start=1) if step.picture), len(steps))
    lines: dict[int | None, tuple[ScoreLine, ...]] = {}
    for step in steps[since:]:
        for seat in {line.seat for line in step.lines}:
            lines[seat] = tuple(line for line in step.lines if line.seat == seat)

    def spot(seat: int) -> RevealSeat:
        up = cards.get(seat)
        return RevealSeat(up.card if up else None, up is turning is not None, lines.get(seat, ()))

    title = newest.title
    if turning and turning.card:
        title = turning.card.twist or (title if newest.partial else turning.text)
    says = tuple(line.text for line in newest.lines if line.seat is None and line.amount is None)
    late = title is not newest.title
    return RevealBoard(title, says, tuple(map(spot, range(people))), bool(cards), late)
