"""The group's book as a value: games, evenings and people, and the sums that its pages show.

Nothing in it is a truth of its own. Only games that are over and told come into it (``keeping.py``), so whoever may see
the results may see all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from companion.book.outcome import Outcome, Result
from companion.rules.scoring import RoundResult

EVENINGS = 12
"""The evenings on a page."""
APART = 6 * 3600
"""Seconds between two games of a table that part evenings."""


# -- people, games, evenings ----------------------------------------------------------------------------------------
class Person(NamedTuple):
    """Somebody in the book.

    ``id`` is the address of the page and tells nothing of the name ("": who was forgotten); ``key`` is what all
    spellings of the name have in common.
    """

    id: str
    name: str
    key: str = ""
    colour: int = 0
    figure: str = ""


@dataclass(frozen=True, eq=False)
class Play:
    """A game of the book.

    ``id`` is its number in the data file, ``play_id`` the same wherever its record goes, ``people`` are by seat.
    """

    id: int
    play_id: str
    mark: str
    table_id: int
    people: Sequence[Person]
    outcome: Outcome
    evening: str

    @property
    def game(self) -> str:
        return self.outcome.game

    @property
    def minutes(self) -> int:
        return _minutes(self.outcome.started, self.outcome.ended)

    @property
    def played_at(self) -> str:
        return write_utc(self.outcome.started)

    @cached_property
    def by_seat(self) -> Sequence[Played]:
        return [Played(self, result, self.people[result.seat]) for result in self.outcome.results]

    @property
    def results(self) -> Sequence[Played]:
        """Everybody, best first."""
        return sorted(self.by_seat, key=lambda one: (one.result.rank, -one.result.points, one.result.seat))


@dataclass(frozen=True, eq=False)
class Played:
    """Somebody in a game."""

    play: Play
    result: Result
    person: Person

    @property
    def won(self) -> bool:
        return self.result.won

    @cached_property
    def rounds(self) -> Sequence[RoundResult]:
        """Those that were scored and in which it played."""
        return self.play.outcome.rounds_of(self.result.seat)


class Won(NamedTuple):
    """A number of games or rounds, and how many of them were won."""

    n: int
    wins: int


def count_won(games: Iterable[bool | None]) -> Won:
    """Count games or rounds, and those that were won; None is neither won nor lost, and does not count."""
    counted = [won for won in games if won is not None]
    return Won(len(counted), sum(counted))


class Ranked(NamedTuple):
    """A person in a list."""

    person: Person
    games: Won


def rank(played: Iterable[Played]) -> list[Ranked]:
    """Everybody in these games, who has won most first."""
    found = defaultdict(list)
    for one in played:
        found[one.person.id, one.person.name].append(one)
    people = [Ranked(games[0].person, count_won(one.won for one in games)) for games in found.values()]
    return sorted(people, key=lambda one: (-one.games.wins, -one.games.n))


@dataclass(frozen=True, eq=False)
class Evening:
    """An evening: games of one table with less than six hours between them, in order."""

    id: str
    plays: Sequence[Play]

    @property
    def began(self) -> str:
        return self.plays[0].played_at

    @property
    def minutes(self) -> int:
        return _minutes(self.plays[0].outcome.started, max(play.outcome.ended for play in self.plays))

    @property
    def games(self) -> Mapping[str, int]:
        """In the order in which they were played first, with how often."""
        return Counter(play.game for play in self.plays)

    @cached_property
    def people(self) -> Sequence[Ranked]:
        return rank(one for play in self.plays for one in play.by_seat)


def is_apart(ended: float, started: float) -> bool:
    """Tell whether a game that started then belongs to another evening than one that had ended."""
    return int(started) - int(ended) >= APART


# -- what pages ask -------------------------------------------------------------------------------------------------
class Front(NamedTuple):
    """The first page: evenings, people, games with how often each was played.

    ``older`` is where the next page of evenings begins; None where there is none.
    """

    evenings: Sequence[Evening]
    people: Sequence[Ranked]
    games: Sequence[tuple[str, int]]
    older: int | None


Sides = Sequence[tuple[str, Won]]
"""Rounds by side; who can neither win nor lose is on none of them."""


class InGame(NamedTuple):
    """The games of a person in one box, and the rounds for each side."""

    game: str
    games: Won
    sides: Sides


class PersonPage(NamedTuple):
    """A person, with all games of which something was scored, in order."""

    who: Ranked
    games: Sequence[InGame]
    career: Sequence[Played]


class GamePage(NamedTuple):
    """A game: how often it was played, how often each side has won, and who has played it.

    Rounds of a side count in which somebody was on it.
    """

    game: str
    plays: int
    sides: Sides
    people: Sequence[Ranked]


@dataclass(frozen=True, eq=False)
class Book:
    """The book: ``plays`` in the order of time, ``evenings`` with the newest first."""

    plays: Sequence[Play] = ()
    evenings: Sequence[Evening] = ()

    @cached_property
    def _careers(self) -> Mapping[str, Sequence[Played]]:
        """The games of each person of which something was scored, by id, without those who were forgotten."""
        found = defaultdict(list)
        for one in (one for play in self.plays for one in play.by_seat):
            if one.person.id and one.rounds:
                found[one.person.id].append(one)
        return found

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """By id, also who never played in a round that was scored."""
        return {person.id: person for play in self.plays for person in play.people if person.id}

    def choose_tables(self, tables: Collection[int]) -> Book:
        """Return a book of what was played at these tables alone."""
        evenings = [one for one in self.evenings if one.plays[0].table_id in tables]
        return Book([play for play in self.plays if play.table_id in tables], evenings)

    def make_front(self, start: int = 0) -> Front:
        """Return the newest evenings from number ``start`` on, with all people and games."""
        end = start + EVENINGS
        games = Counter(sorted(play.game for play in self.plays if play.outcome.rounds)).most_common()
        everybody = rank(one for career in self._careers.values() for one in career)
        return Front(self.evenings[start:end], everybody, games, end if len(self.evenings) > end else None)

    def find_evening(self, id: str) -> Evening | None:
        return next((one for one in self.evenings if one.id == id), None)

    def find_play(self, play_id: str) -> Play | None:
        return next((one for one in self.plays if one.play_id == play_id), None)

    def find_person(self, id: str) -> PersonPage | None:
        """Return the page of a person; None where there is nobody of that address."""
        if not (career := self._careers.get(id)):
            return None
        boxes = defaultdict(list)
        for one in career:
            boxes[one.play.game].append(one)
        games = [
            InGame(game, count_won(one.won for one in played), _by_side(own for one in played for own in one.rounds))
            for game, played in sorted(boxes.items(), key=lambda box: -len(box[1]))
        ]
        return PersonPage(rank(career)[0], games, career)

    def find_game(self, id: str) -> GamePage | None:
        """Return the page of a game; None where it was never played to an end."""
        plays = [play for play in self.plays if play.game == id and play.outcome.rounds]
        if not plays:
            return None
        # A side counts once a round, and has won it where one of its members has: who has won comes last.
        sides = {
            (play.id, one.round, one.side): one
            for play in plays
            for one in sorted(play.outcome.rounds, key=lambda one: bool(one.won))
        }
        people = rank(one for career in self._careers.values() for one in career if one.play.game == id)
        return GamePage(id, len(plays), _by_side(sides.values()), people)


def _by_side(rounds: Iterable[RoundResult]) -> Sides:
    sides = defaultdict(list)
    for one in rounds:
        sides[one.side].append(one.won)
    found = ((side, count_won(won)) for side, won in sides.items() if side)
    return sorted((one for one in found if one[1].n), key=lambda one: (-one[1].wins, -one[1].n))


def _minutes(started: float, ended: float) -> int:
    return round((ended - started) / 60)


def write_utc(moment: float) -> str:
    """Write seconds since 1970 as the book does: in UTC, ``yyyy-mm-dd hh:mm:ss``."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")
