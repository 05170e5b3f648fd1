"""The group's book as a value: games, evenings and people, and the sums that its pages show.

Nothing in it is a truth of its own. Only games that are over and told come into it (``keeping.py``), so whoever may see
the results may see all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.scoring import RoundResult
from companion.history.outcome import Outcome, Result

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
        return round((self.outcome.ended - self.outcome.started) / 60)

    @property
    def played_at(self) -> str:
        return write_utc(self.outcome.started)

    @cached_property
    def by_seat(self) -> Sequence[Appearance]:
        return [Appearance(self, result, self.people[result.seat]) for result in self.outcome.results]

    @property
    def results(self) -> Sequence[Appearance]:
        """Everybody, best first."""
        return sorted(self.by_seat, key=lambda one: (one.result.rank, -one.result.points))


@dataclass(frozen=True, eq=False)
class Appearance:
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


class GameGroup(NamedTuple):
    """Games or rounds that have a person, a game or a side in common, in order."""

    of: Any
    each: Sequence[Any]

    @property
    def n(self) -> int:
        return len(self.each)

    @property
    def wins(self) -> int:
        return sum(one.won for one in self.each)

    @property
    def by_game(self) -> Sequence[GameGroup]:
        return group(self.each, lambda one: one.play.game)

    @property
    def by_side(self) -> Sequence[GameGroup]:
        return group((own for one in self.each for own in one.rounds), lambda own: own.side)


def group(each: Iterable[Any], by: Callable[[Any], Any]) -> list[GameGroup]:
    """Part games or rounds by what they have in common; where most were won comes first.

    What was neither won nor lost, or has nothing of that, does not count.
    """
    found = defaultdict(list)
    for one in each:
        if (key := by(one)) and one.won is not None:
            found[key].append(one)
    return sorted(map(GameGroup, found, found.values()), key=lambda one: (-one.wins, -one.n))


def get_person(one: Appearance) -> Person:
    return one.person


@dataclass(frozen=True, eq=False)
class GameNight:
    """An evening: games of one table with less than six hours between them, in order."""

    id: str
    plays: list[Play]

    @property
    def began(self) -> str:
        return self.plays[0].played_at

    @property
    def ended(self) -> float:
        return max(play.outcome.ended for play in self.plays)

    @property
    def minutes(self) -> int:
        return round((self.ended - self.plays[0].outcome.started) / 60)

    @property
    def games(self) -> Mapping[str, int]:
        """In the order in which they were played first, with how often."""
        return Counter(play.game for play in self.plays)

    @cached_property
    def people(self) -> Sequence[GameGroup]:
        return group((one for play in self.plays for one in play.by_seat), get_person)


def is_apart(ended: float, started: float) -> bool:
    """Tell whether a game that started then belongs to another evening than one that had ended."""
    return int(started) - int(ended) >= APART


# -- what pages ask -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class History:
    """The book: ``plays`` in the order of time, ``evenings`` with the newest first."""

    plays: Sequence[Play] = ()
    evenings: Sequence[GameNight] = ()

    @cached_property
    def careers(self) -> Mapping[str, GameGroup]:
        """The games of each person of which something was scored, by id, without those who were forgotten."""
        played = (one for play in self.plays for one in play.by_seat if one.person.id and one.rounds)
        return {one.of.id: one for one in group(played, get_person)}

    @cached_property
    def games(self) -> Counter[str]:
        """The games of which something was scored, with how often."""
        return Counter(sorted(play.game for play in self.plays if play.outcome.rounds))

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """By id, also who never played in a round that was scored."""
        return {person.id: person for play in self.plays for person in play.people if person.id}

    def choose_tables(self, tables: Collection[int]) -> History:
        """Return a book of what was played at these tables alone."""
        evenings = [one for one in self.evenings if one.plays[0].table_id in tables]
        return History([play for play in self.plays if play.table_id in tables], evenings)

    def find_evening(self, id: str) -> GameNight | None:
        return next((one for one in self.evenings if one.id == id), None)

    def find_play(self, play_id: str) -> Play | None:
        return next((one for one in self.plays if one.play_id == play_id), None)

    def rank_people(self, game: str) -> Sequence[GameGroup]:
        """Return those who have played a game, each with those games."""
        careers = self.careers.values()
        return group((one for career in careers for one in career.each if one.play.game == game), get_person)

    def rank_sides(self, game: str) -> Sequence[GameGroup]:
        """Return the sides of a game, each with a round for every one in which somebody was on it."""
        # A side counts once a round, and has won it where one of its members has: who has won comes last.
        sides = {
            (play.id, one.round, one.side): one
            for play in self.plays
            if play.game == game
            for one in sorted(play.outcome.rounds, key=lambda one: bool(one.won))
        }
        return group(sides.values(), lambda one: one.side)


def write_utc(moment: float) -> str:
    """Write seconds since 1970 as the book does: in UTC, ``yyyy-mm-dd hh:mm:ss``."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")
