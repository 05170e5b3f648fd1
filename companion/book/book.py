"""The group's book as a value: games, evenings and people, and the sums that its pages show.

Nothing in it is a truth of its own. Only games that are over and told come into it (``keeping.py``), so whoever may see
the results may see all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from companion.book.outcome import Outcome, Result
from companion.looks import looks_of
from companion.rules.scoring import AGAINST, ALONE, WITH

EVENINGS = 12
"""As many on a page."""
APART = 6 * 3600
"""Seconds between two games of a table that part evenings."""
ENOUGH = 8
"""Below so many games nothing is said of a share."""
POINTS = 60
"""Of a long line so many points are drawn, of many evenings so many offered."""
Z = 1.959963984540054


# -- how much is proved ---------------------------------------------------------------------------------------------
def wilson(wins: int, n: int) -> tuple[float, float]:
    """The band of a share by Wilson's score interval (95 %), from 0 to 1; the whole width where there is nothing."""
    if not n:
        return 0.0, 1.0
    share, z2 = wins / n, Z * Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Band:
    """So many wins of ``n``, with the band in which the truth lies, in percent."""

    wins: int
    n: int

    @property
    def early(self) -> bool:
        """Too early to say anything."""
        return self.n < ENOUGH

    @property
    def low(self) -> int:
        return round(100 * wilson(self.wins, self.n)[0])

    @property
    def high(self) -> int:
        return round(100 * wilson(self.wins, self.n)[1])

    @property
    def share(self) -> int:
        """0 of nothing."""
        return round(100 * self.wins / self.n) if self.n else 0

    @property
    def order(self) -> tuple[bool, float, int]:
        """Sorts the best first, by the lower end; those of whom it is too early to say anything last."""
        return self.early, -wilson(self.wins, self.n)[0], -self.n


def band_of(won: Iterable[bool]) -> Band:
    """Of games or rounds, each won or not."""
    listed = [bool(one) for one in won]
    return Band(sum(listed), len(listed))


@dataclass(frozen=True)
class Streak:
    """Games won in a row: the ``longest`` there was, and how many ``now``; ``dry`` is the longest without a win."""

    longest: int
    now: int
    dry: int


def streak_of(won: Iterable[bool]) -> Streak:
    """Of games in order."""
    longest = now = dry = without = 0
    for one in won:
        now = now + 1 if one else 0
        without = 0 if one else without + 1
        longest, dry = max(longest, now), max(dry, without)
    return Streak(longest, now, dry)


# -- people, games, evenings ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Person:
    """``id`` is the address of the page and tells nothing of the name ("": who was forgotten); ``key`` is what names of
    this person have in common, ``joined`` are those of names that were joined with it."""

    id: str
    name: str
    key: str = ""
    joined: tuple[str, ...] = ()
    colour: int = 0
    figure: str = ""


@dataclass(frozen=True, eq=False)
class Play:
    """A game of the book. ``id`` is its number in the data file, ``play_id`` the same wherever its record goes,
    ``seat_ids`` and ``people`` are by seat, ``started`` and ``ended`` in seconds since 1970."""

    id: int
    play_id: str
    mark: str
    table: str
    table_id: int
    seat_ids: Sequence[int]
    people: Sequence[Person]
    outcome: Outcome
    started: float
    ended: float
    evening: str

    @property
    def game(self) -> str:
        return self.outcome.game

    @property
    def players(self) -> int:
        return len(self.outcome.results)

    @property
    def minutes(self) -> int:
        return round((self.ended - self.started) / 60)

    @property
    def played_at(self) -> str:
        return utc(self.started)

    @cached_property
    def by_seat(self) -> Sequence[Played]:
        return [Played(self, result, self.people[result.seat]) for result in self.outcome.results]

    @property
    def looks(self) -> Sequence[Person]:
        """The people by seat as their lines are told apart: of two with the same colour one has another one here."""
        looks = looks_of([(one.colour, one.figure) for one in self.people])
        return [
            replace(one, colour=colour, figure=figure) for one, (colour, figure) in zip(self.people, looks, strict=True)
        ]

    @property
    def results(self) -> Sequence[Played]:
        """Everybody, best first."""
        return sorted(self.by_seat, key=lambda one: (one.result.rank, -one.result.score, one.result.seat))


@dataclass(frozen=True, eq=False)
class Played:
    """Somebody in a game."""

    play: Play
    result: Result
    person: Person

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def won(self) -> bool:
        return self.result.won

    @property
    def began(self) -> bool | None:
        """It began the game; None in a game without turns."""
        first = self.play.outcome.first
        return None if first < 0 else self.result.seat == first

    @property
    def order(self) -> tuple[str, int]:
        return self.play.played_at, self.play.id

    @property
    def sides(self) -> set[str]:
        """The sides on which it won a round."""
        return {one.side for one in self.play.outcome.rounds_of(self.result.seat) if one.won}

    @property
    def robbed(self) -> int:
        return sum(one.victim == self.result.seat for one in self.play.outcome.robberies)

    @property
    def robbing(self) -> int:
        return sum(one.thief == self.result.seat for one in self.play.outcome.robberies)


@dataclass(frozen=True)
class Attended:
    """Somebody on an evening, with wins and how long turns took (seconds). ``place`` is where they came in first."""

    person: Person
    games: int
    wins: int
    turns: int
    seconds: int
    place: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Evening:
    """Games of one table with less than six hours between them, in order."""

    id: str
    table: str
    started: float
    ended: float
    plays: Sequence[Play]

    @property
    def began(self) -> str:
        return utc(self.started)

    @property
    def minutes(self) -> int:
        return round((int(self.ended) - int(self.started)) / 60)

    @property
    def games(self) -> Sequence[str]:
        return [play.game for play in self.plays]

    @property
    def rounds(self) -> int:
        """How many rounds were scored."""
        return sum(len(play.outcome.by_round) for play in self.plays)

    @property
    def followed(self) -> int:
        """Of how many of them every turn was followed."""
        return self.rounds - sum(len(set(play.outcome.gaps) & set(play.outcome.by_round)) for play in self.plays)

    @property
    def counted(self) -> Mapping[str, int]:
        """The games in the order in which they were played first, with how often."""
        return Counter(self.games)

    @cached_property
    def people(self) -> Sequence[Attended]:
        """Everybody, who has won most first."""
        found: dict[tuple[str, int], list[Played]] = defaultdict(list)
        for one in (one for play in self.plays for one in play.by_seat):
            found[one.person.id, -1 if one.person.id else one.result.seat].append(one)
        return sorted(map(_attended, found.values()), key=lambda one: (-one.wins, one.place[1]))

    @property
    def names(self) -> Sequence[str]:
        """In the order in which people came."""
        return [one.person.name for one in sorted(self.people, key=lambda one: one.place)]


def _attended(played: Sequence[Played]) -> Attended:
    results = [one.result for one in played]
    turns, seconds = sum(one.turns for one in results), sum(one.seconds for one in results)
    place = min(one.play.id for one in played), min(one.seat for one in results)
    return Attended(played[0].person, len(played), sum(one.won for one in results), turns, seconds, place)


def cut(games: Iterable[tuple[int, float, float]]) -> list[list[int]]:
    """Which games of one table make an evening; each is given as number, start and end, in order."""
    found: list[list[int]] = []
    until = 0.0
    for number, started, ended in games:
        if not found or int(started) - int(until) >= APART:
            found.append([])
            until = ended
        found[-1].append(number)
        until = max(until, ended)
    return found


# -- what pages ask -------------------------------------------------------------------------------------------------
class Ranked(NamedTuple):
    """A person in a list."""

    person: Person
    band: Band


@dataclass(frozen=True)
class Front:
    """The first page: evenings, people, games with how often each was played. ``older`` is where the next page of
    evenings begins; None where there is none."""

    evenings: Sequence[Evening]
    people: Sequence[Ranked]
    games: Sequence[tuple[str, int]]
    older: int | None


@dataclass(frozen=True)
class Other:
    """Somebody in relation to a person: rounds on the same side and on another one, and how they went."""

    person: Person
    together: Band
    apart: int
    beat: Band
    beaten: Band


@dataclass(frozen=True)
class PersonPage:
    """A person. ``games`` are bands and scores by game, ``roles`` bands by game, players and final role, ``digs`` bands
    of rounds by how they dug, ``career`` all games, and ``feats`` the first game in which each badge was earned that a
    single game earns."""

    who: Ranked
    games: Mapping[str, tuple[Band, int]]
    roles: Mapping[tuple[str, int, str], Band]
    digs: Mapping[str, Band]
    streak: Streak
    others: Sequence[Other]
    career: Sequence[Played]
    feats: Mapping[str, Played]

    @property
    def added_up(self) -> Sequence[tuple[int, tuple[int]]]:
        """How many of the first games were won; of a long row some."""
        wins = accumulate(int(one.won) for one in self.career)
        added: list[tuple[int, tuple[int]]] = [(0, (0,)), *((n, (won,)) for n, won in enumerate(wins, 1))]
        return [*added[: -1 : max(1, len(added) // POINTS)], added[-1]]

    @property
    def evenings(self) -> Sequence[tuple[str, str]]:
        """The newest evenings with their first moments."""
        began = {one.play.evening: one.play.played_at for one in self.career}
        return [*began.items()][:-POINTS:-1]

    def total(self, number: Callable[[Played], int]) -> int:
        return sum(map(number, self.career))

    @property
    def bands(self) -> Sequence[tuple[str, Band]]:
        """By game."""
        return [(game, band) for game, (band, _) in self.games.items()]

    @property
    def robbing(self) -> int:
        return self.total(lambda one: one.robbing)

    @property
    def robbed(self) -> int:
        return self.total(lambda one: one.robbed)

    @property
    def first_out(self) -> int:
        return self.total(lambda one: one.play.outcome.first_out == one.result.seat)

    @property
    def turns(self) -> int:
        return self.total(lambda one: one.result.turns)

    @property
    def seconds(self) -> int:
        return self.total(lambda one: one.result.seconds)

    @property
    def partner(self) -> Other | None:
        """With whom most rounds on the same side were won."""
        return _best(self.others, lambda one: one.together)

    @property
    def rival(self) -> Other | None:
        """Most often on another side."""
        return max((one for one in self.others if one.apart >= ENOUGH), key=lambda one: one.apart, default=None)

    @property
    def nemesis(self) -> Other | None:
        """The one who has won most of the rounds on different sides."""
        return _best([one for one in self.others if one.beaten.wins > one.beat.wins], lambda one: one.beaten)


@dataclass(frozen=True)
class GamePage:
    """A game: how often it was played, ``sides`` by number of players, and who is good at it. ``places`` too are by
    number of players: clockwise from whoever began (nothing in a game without turns), and from the first seat."""

    game: str
    plays: int
    minutes: int | None
    sides: Sequence[tuple[int, Sequence[tuple[str, Band]]]]
    places: Sequence[tuple[int, Sequence[Band], Sequence[Band]]]
    people: Sequence[Ranked]


@dataclass(frozen=True, eq=False)
class Book:
    """``plays`` in the order of time, ``evenings`` the newest first."""

    plays: Sequence[Play] = ()
    evenings: Sequence[Evening] = ()

    @cached_property
    def _played(self) -> Mapping[str, Sequence[Played]]:
        """By person, in the order of time."""
        found: dict[str, list[Played]] = defaultdict(list)
        for one in (one for play in self.plays for one in play.by_seat):
            found[one.person.id].append(one)
        return found

    @cached_property
    def people(self) -> Mapping[str, Person]:
        """By id, without those who were forgotten."""
        return {id: played[0].person for id, played in sorted(self._played.items()) if id}

    def of_tables(self, tables: Collection[int]) -> Book:
        """Only what was played at these tables."""
        evenings = [one for one in self.evenings if one.plays[0].table_id in tables]
        return Book([play for play in self.plays if play.table_id in tables], evenings)

    def front(self, start: int = 0) -> Front:
        """The newest evenings from number ``start`` on, all people in the order of what is proved, all games."""
        start = max(0, start)
        end = start + EVENINGS
        games = Counter(sorted(play.game for play in self.plays if play.outcome.counts))
        return Front(
            self.evenings[start:end], self.ranked(), games.most_common(), end if len(self.evenings) > end else None
        )

    def ranked(self, game: str | None = None) -> list[Ranked]:
        """Everybody, in one game or in all, by the lower end of the band; who has played too little comes last, by
        name."""
        found = []
        for id, person in self.people.items():
            band = band_of(one.won for one in self._career(id) if game is None or one.play.game == game)
            found += [Ranked(person, band)] if band.n else []
        return sorted(
            found, key=lambda one: (one.band.order[:2] if not one.band.early else (True, 0.0), one.person.name)
        )

    def evening(self, id: str) -> Evening | None:
        return next((one for one in self.evenings if one.id == id), None)

    def play(self, play_id: str) -> Play | None:
        return next((one for one in self.plays if one.play_id == play_id), None)

    def last_seen(self, person: str, besides: int) -> str | None:
        """When somebody played last at another table than ``besides``."""
        found = (one.play.played_at for one in self._played.get(person, ()) if one.play.table_id != besides)
        return max(found, default=None)

    def seats_of(self, person: str, evening: str) -> list[int]:
        """The seats that a person had on an evening, by their numbers in the data file."""
        games = [one for one in self._played.get(person, ()) if one.play.evening == evening]
        return sorted({one.play.seat_ids[one.result.seat] for one in games if one.result.seat < len(one.play.seat_ids)})

    def _career(self, person: str) -> list[Played]:
        """The games of a person of which something was scored."""
        return [one for one in self._played.get(person, ()) if one.result.rounds]

    def person(self, id: str) -> PersonPage | None:
        """The page of a person; None where there is nobody of that address."""
        career = self._career(id)
        if not career or id not in self.people:
            return None
        games: dict[str, list[Played]] = defaultdict(list)
        roles: dict[tuple[str, int, str], list[bool]] = defaultdict(list)
        digs: dict[str, list[bool]] = {WITH: [], AGAINST: [], ALONE: []}
        for one in career:
            games[one.play.game].append(one)
            roles[one.play.game, one.play.players, one.result.role].append(one.won)
            for own in one.play.outcome.rounds_of(one.result.seat):
                digs[own.digs].append(own.won)
        often = sorted(games.items(), key=lambda item: (-len(item[1]), item[0]))
        bands = {role: band_of(won) for role, won in sorted(roles.items())}
        return PersonPage(
            Ranked(self.people[id], band_of(one.won for one in career)),
            {game: (band_of(one.won for one in all), sum(one.result.score for one in all)) for game, all in often},
            dict(sorted(bands.items(), key=lambda item: (*item[0][:2], item[1].order))),
            {how: band_of(won) for how, won in digs.items()},
            streak_of(one.won for one in career),
            self._others(id),
            career,
            self._feats(id),
        )

    def _feats(self, person: str) -> Mapping[str, Played]:
        found: dict[str, Played] = {}
        for one in self._played[person]:
            for feat, seat in one.play.outcome.feats:
                if seat == one.result.seat:
                    found.setdefault(feat, one)
        return found

    def _others(self, id: str) -> list[Other]:
        """Everybody who has played rounds with this person. Who digs for itself is on nobody's side."""
        found: dict[str, list[int]] = {}
        for one in self._played[id]:
            people, rounds = one.play.people, one.play.outcome.by_round
            for own in one.play.outcome.rounds_of(one.result.seat):
                for other in rounds[own.round] if own.side else ():
                    if other.seat == own.seat or not other.side:
                        continue
                    counts = found.setdefault(people[other.seat].id, [0] * 5)
                    if own.side == other.side and own.digs != ALONE:
                        counts[0] += own.won
                        counts[1] += 1
                    else:
                        counts[2] += 1
                        counts[3] += own.won and not other.won
                        counts[4] += other.won and not own.won
        known = [
            Other(self.people[id], Band(won, together), apart, Band(beat, apart), Band(beaten, apart))
            for id, (won, together, apart, beat, beaten) in found.items()
            if id
        ]
        return sorted(known, key=lambda one: one.person.name)

    def game(self, id: str) -> GamePage | None:
        """The page of a game; None where it was never played to an end."""
        plays = [play for play in self.plays if play.game == id and play.outcome.counts]
        if not plays:
            return None
        sides: dict[int, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
        for rounds in (rounds for play in plays for rounds in play.outcome.by_round.values()):
            for side in {one.side for one in rounds if one.side}:
                sides[len(rounds)][side].append(any(one.won for one in rounds if one.side == side))
        bands = [(n, [(side, band_of(won)) for side, won in sorted(by.items())]) for n, by in sorted(sides.items())]
        ordered = [(n, sorted(rows, key=lambda row: row[1].order)) for n, rows in bands]
        took = [play.minutes for play in plays if play.minutes]
        minutes = round(sum(took) / len(took)) if took else None
        return GamePage(id, len(plays), minutes, ordered, _places(plays), self.ranked(id))


def _places(plays: Iterable[Play]) -> list[tuple[int, list[Band], list[Band]]]:
    """Whoever played in a round that was scored counts at their place; with how many seats there are."""
    by_place: dict[int, list[list[bool]]] = {}
    by_seat: dict[int, list[list[bool]]] = {}
    for one in (one for play in plays for one in play.by_seat if one.result.rounds):
        players, seat = one.play.players, one.result.seat
        places = by_place.setdefault(players, [[] for _ in range(players)])
        by_seat.setdefault(players, [[] for _ in range(players)])[seat].append(one.won)
        if one.began is not None:
            places[(seat - one.play.outcome.first) % players].append(one.won)
    return [
        (n, [band_of(won) for won in by_place[n]] if any(by_place[n]) else [], [band_of(won) for won in by_seat[n]])
        for n in sorted(by_seat)
    ]


def _best(known: Sequence[Other], band: Callable[[Other], Band]) -> Other | None:
    """The first by the lower end of a band, among those of whom something can be said."""
    enough = [one for one in known if not band(one).early and band(one).wins]
    return min(enough, key=lambda one: band(one).order, default=None)


def utc(moment: float) -> str:
    """Seconds since 1970 as the book writes them: in UTC, ``yyyy-mm-dd hh:mm:ss``."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S")
