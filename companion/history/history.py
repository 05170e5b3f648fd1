"""The history as a value: games, game nights and people, and the totals that its pages show.

Everything in it is computed from the records. Only finished and revealed games are in it (``reader``), so it holds no
secret of a game that is still being played.
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
"""If this many seconds pass between two games of a table, the second belongs to another game night."""


# -- people, games, game nights -------------------------------------------------------------------------------------
class Person(NamedTuple):
    """A person in the history.

    ``id`` is the address of their page, from which nobody can read the name ("" for a forgotten person). ``key`` is
    the same for all spellings of the name.
    """

    id: str
    name: str
    key: str = ""
    colour: int = 0
    figure: str = ""


@dataclass(frozen=True, eq=False)
class Play:
    """A game in the history.

    ``id`` is its number in the data file; ``play_id`` stays the same when its record is imported elsewhere. ``people``
    are by seat.
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
        """The results of all players, best first."""
        return sorted(self.by_seat, key=lambda one: (one.result.rank, -one.result.points))


@dataclass(frozen=True, eq=False)
class Appearance:
    """A person in a game."""

    play: Play
    result: Result
    person: Person

    @property
    def won(self) -> bool:
        return self.result.won

    @cached_property
    def rounds(self) -> Sequence[RoundResult]:
        """The scored rounds in which the person played."""
        return self.play.outcome.rounds_of(self.result.seat)


class GameGroup(NamedTuple):
    """Games or rounds of the same person, game or side, in order."""

    of: Any
    each: Sequence[Any]

    @property
    def n(self) -> int:
        return len(self.each)

    @property
    def wins(self) -> int:
        return sum(item.won for item in self.each)

    @property
    def by_game(self) -> Sequence[GameGroup]:
        return group(self.each, lambda one: one.play.game)

    @property
    def by_side(self) -> Sequence[GameGroup]:
        return group((own for game in self.each for own in game.rounds), lambda own: own.side)


def group(each: Iterable[Any], by: Callable[[Any], Any]) -> list[GameGroup]:
    """Group games or rounds by the value of ``by``; the group with most wins comes first.

    A game or round that was neither won nor lost, or has no such value, does not count.
    """
    found = defaultdict(list)
    for item in each:
        if (key := by(item)) and item.won is not None:
            found[key].append(item)
    return sorted(map(GameGroup, found, found.values()), key=lambda one: (-one.wins, -one.n))


def get_person(one: Appearance) -> Person:
    return one.person


@dataclass(frozen=True, eq=False)
class GameNight:
    """A game night: games of one table with less than six hours between them, in order."""

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
        """How often each game was played, in the order of their first game."""
        return Counter(play.game for play in self.plays)

    @cached_property
    def people(self) -> Sequence[GameGroup]:
        return group((player for play in self.plays for player in play.by_seat), get_person)


def is_apart(ended: float, started: float) -> bool:
    """Return whether a game started at ``started`` belongs to another game night than one ended at ``ended``."""
    return int(started) - int(ended) >= APART


# -- what pages ask -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class History:
    """The history: ``plays`` from the first to the last, ``evenings`` with the newest first."""

    plays: Sequence[Play] = ()
    evenings: Sequence[GameNight] = ()

    @cached_property
    def careers(self) -> Mapping[str, GameGroup]:
        """The scored games of each person by their id, without forgotten people."""
        played = (player for play in self.plays for player in play.by_seat if player.person.id and player.rounds)
        return {career.of.id: career for career in group(played, get_person)}

    @cached_property
    def games(self) -> Counter[str]:
        """How often each game was played and scored."""
        return Counter(sorted(play.game for play in self.plays if play.outcome.rounds))

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """All people by their id, even those who never played in a scored round."""
        return {person.id: person for play in self.plays for person in play.people if person.id}

    def choose_tables(self, tables: Collection[int]) -> History:
        """Return a history of the games at these tables only."""
        evenings = [evening for evening in self.evenings if evening.plays[0].table_id in tables]
        return History([play for play in self.plays if play.table_id in tables], evenings)

    def find_evening(self, id: str) -> GameNight | None:
        return next((evening for evening in self.evenings if evening.id == id), None)

    def find_play(self, play_id: str) -> Play | None:
        return next((play for play in self.plays if play.play_id == play_id), None)

    def rank_people(self, game: str) -> Sequence[GameGroup]:
        """Return the people who have played a game, each with those games."""
        careers = self.careers.values()
        return group((played for career in careers for played in career.each if played.play.game == game), get_person)

    def rank_sides(self, game: str) -> Sequence[GameGroup]:
        """Return the sides of a game, each with the rounds in which someone was on it."""
        # A side counts once a round. It has won the round if one of its members has, so winners come last.
        sides = {
            (play.id, result.round, result.side): result
            for play in self.plays
            if play.game == game
            for result in sorted(play.outcome.rounds, key=lambda one: bool(one.won))
        }
        return group(sides.values(), lambda one: one.side)


def write_utc(moment: float) -> str:
    """Write seconds since 1970 as in the exports: in UTC, ``yyyy-mm-dd hh:mm:ss``."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")
