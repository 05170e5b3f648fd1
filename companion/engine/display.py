"""Display models: badges, tokens, score lines and reveal steps as data, so that no page knows a game by name.

``visibility`` chooses what is in them; templates decide how they look.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.engine.text import T, Text


@dataclass(frozen=True)
class Badge:
    """A small picture next to a name or in a row of counters: an icon, perhaps a number, and the words for both.

    ``tone`` says how loud it is: "" (plain), "good", "bad", "quiet". ``bars`` says what it blocks a seat from.
    """

    icon: str
    label: Text
    count: int | None = None
    tone: str = ""
    blocks_text: Text | None = None

    def of(self, name: str) -> Badge:
        """Return the badge for that name."""
        return replace(self, blocks_text=self.blocks_text.fill(name=name)) if self.blocks_text else self


class BoardSeat(NamedTuple):
    """One seat on the board, in clockwise order.

    ``clan`` is the public back, if the game has one; ``role`` the identity where it is public; ``gone`` greys the row.
    ``colour`` and ``figure`` (their icon) are what the person is known by at the table.
    """

    seat: int
    name: str
    active: bool = False
    clan: str | None = None
    role: Text | None = None
    badges: tuple[Badge, ...] = ()
    gone: bool = False
    colour: int = 0
    figure: str = ""

    @property
    def blocking_badges(self) -> tuple[Badge, ...]:
        """The badges of what blocks it from something."""
        return () if self.gone else tuple(badge for badge in self.badges if badge.blocks_text)


@dataclass(frozen=True)
class Thing:
    """Something on the table for a while: what, whose, and when it goes.

    ``key`` names it among all things on the table, wherever it moves; ``count`` is the number it shows, ``mark`` the
    symbol next to that.
    """

    icon: str
    title: Text
    note: Text
    seat: int | None = None
    key: str = ""
    count: int | None = None
    mark: Text | None = None


class Board(NamedTuple):
    """A table at one glance.

    ``headline`` is whose turn it is, or what is to be done; ``next`` the seat whose turn comes then, ``then`` the one
    after it; ``covered`` how many goal cards are face down; ``gone`` is said to those who are out, ``still`` how many
    are still in.
    """

    headline: Text
    seats: tuple[BoardSeat, ...]
    counters: tuple[Badge, ...] = ()
    things: tuple[Thing, ...] = ()
    active: int | None = None
    next: int | None = None
    covered: int = 0
    gone: Text | None = None
    active_count_text: Text | None = None
    then: int | None = None

    def before(self, seat: int) -> tuple[Thing, ...]:
        """Return the things before that seat."""
        return tuple(thing for thing in self.things if thing.seat == seat)

    @property
    def open(self) -> tuple[Thing, ...]:
        """The things in front of nobody: revealed goal cards."""
        return tuple(thing for thing in self.things if thing.seat is None)


class DeckEntry(NamedTuple):
    """One of the cards that are shuffled for a round: its picture and name, the back where that is public, how many."""

    picture: str
    name: Text
    clan: str | None
    many: int


@dataclass(frozen=True)
class Secret:
    """Something a seat can hold to look at.

    ``key`` names it in the address; it says nothing about the content. Of those with the same ``one_of`` a seat can
    look at only one. ``count``: the seat's count that it shows, which only its owner can correct while it is secret;
    ``none``: the line that replaces it as long as nobody has any.
    """

    key: str
    label: Text
    hint: Text
    clan: str | None = None
    count: str = ""
    one_of: str = ""
    none: Text | None = None


class RevealedCard(NamedTuple):
    """A role that is revealed with the score: whose picture, what it is, and the ``side`` its gold goes to.

    ``twist`` says so if it isn't what it seemed to be; those are revealed last.
    """

    picture: str
    title: Text
    side: str | None = None
    twist: Text | None = None


class ScoreLine(NamedTuple):
    """One line of a score: who (a seat, or None for a group), how much, and why, with the numbers.

    ``amount`` is None for a line without points. ``card`` is revealed with it.
    """

    text: Text
    amount: int | None = None
    seat: int | None = None
    icon: str = ""
    clan: str | None = None
    card: RevealedCard | None = None


class RoundGain(NamedTuple):
    """A seat's gain of a round, as people see it: an ``amount`` in the open, and a number of cards face down."""

    amount: int = 0
    covered: int = 0
    icon: str = ""


@dataclass(frozen=True)
class RevealStep:
    """One step of revealing a score; its lines with cards come one at a time, the last one after a breath.

    A ``quiet`` one comes together with the next; after the one with the ``picture`` the round's score is out, and the
    table screen shows who has won it. ``partial``: not all of its cards are revealed.
    """

    title: Text
    lines: tuple[ScoreLine, ...] = ()
    quiet: bool = False
    picture: bool = False
    partial: bool = False

    @property
    def beats(self) -> int:
        """How many beats it takes."""
        return len(self.turning) + self.has_breath or int(not self.quiet)

    @property
    def has_breath(self) -> bool:
        """It is dark for a beat before the last of its cards is revealed."""
        return len(self.turning) > 1

    @property
    def turning(self) -> tuple[ScoreLine, ...]:
        """The lines whose cards are revealed, in that order."""
        turning = (line for line in self.lines if line.card)
        return tuple(sorted(turning, key=lambda line: bool(line.card and line.card.twist)))

    def after(self, cards: int) -> RevealStep:
        """Return the step with that many of its cards revealed, but not all: the lines below them come afterwards."""
        up = self.turning[:cards]
        first = next((number for number, line in enumerate(self.lines) if line.card), len(self.lines))
        below = (line for line in self.lines[first:] if line in up)
        return replace(self, lines=(*self.lines[:first], *below), partial=True)


class PlotLabels(NamedTuple):
    """The names of a plot's axes, and of what is plotted."""

    title: Text
    value: Text
    time: Text = T("Turns")
