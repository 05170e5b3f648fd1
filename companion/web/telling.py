"""The book in words: dates, lengths, results, and the two lines that people pass on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from companion.book import out
from companion.book.book import Attended, Band, Evening, Person, PersonPage, Play
from companion.games import known_game
from companion.rules.text import T
from companion.web.words import Words

DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))
MONTHS = (
    *(T("January"), T("February"), T("March"), T("April"), T("May"), T("June")),
    *(T("July"), T("August"), T("September"), T("October"), T("November"), T("December")),
)


class PassedOn(NamedTuple):
    """A result to be passed on: in two lines of text, as what the browser draws, and as the link that opens BG Stats
    ("": it has none)."""

    lines: str
    picture: Mapping[str, Any]
    link: str = ""


@dataclass(frozen=True)
class Teller:
    """Puts what stands in the tables of the book into the words of a reader."""

    words: Words

    # -- when ---------------------------------------------------------------------------------------------------
    def day(self, moment: str) -> str:
        """The day of a moment of the book, where the table stands."""
        then = here(moment)
        values = {"weekday": DAYS[then.weekday()], "day": then.day, "month": MONTHS[then.month - 1], "year": then.year}
        return self.words.t(T("{weekday}, {month} {day}, {year}", **values))

    def long(self, minutes: int) -> str:
        """How long something took."""
        if minutes < 60:
            return self.words.gettext("{n} min", n=minutes)
        return self.words.gettext("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)

    def pace(self, of: Attended | PersonPage) -> str:
        """How long a turn of somebody took on average; a dash where nobody knows."""
        return self.words.gettext("{n} s", n=round(of.seconds / of.turns)) if of.turns else "–"

    # -- who and what -------------------------------------------------------------------------------------------
    def name(self, person: Person) -> str:
        return person.name if person.id else self.words.gettext("somebody")

    def game(self, id: str) -> str:
        return self.words.t(out.game_name(id))

    def role(self, game: str, role: str) -> str:
        return self.words.t(out.role_name(game, role))

    def side(self, game: str, side: str) -> str:
        """A side in words, as any role says that is on it."""
        known = known_game(game)
        labels = (known.side(card) for card in known.roles) if known else ()
        return self.words.t(next((one.label for one in labels if one.id == side), side))

    def options(self, play: Play) -> list[str]:
        """The options that were not as in the box, by their labels."""
        known = known_game(play.game)
        if known is None:
            return []
        labels = {field.name: field.label for field in known.options()}
        changed = out.changed_options(play)
        return [
            self.words.t(labels[name]) if value is True else f"{self.words.t(labels[name])}: {value}"
            for name, value in changed
            if name in labels and name not in ("dealing", "count_cards")
        ]

    def ended(self, play: Play) -> str:
        """How it ended, in the game's own words."""
        over_by = play.outcome.over_by
        if over_by == "stopped":
            return self.words.gettext("The game was stopped.")
        known = known_game(play.game)
        return self.words.t(known.endings.get(over_by)) if known and over_by in known.endings else ""

    def _listed(self, names: Sequence[str]) -> str:
        """Names in a row."""
        if len(names) < 2:
            return "".join(names)
        return self.words.gettext("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])

    def evening(self, evening: Evening) -> str:
        """An evening in a sentence."""
        names = [self.name(one.person) for one in evening.people]
        games = self._games(len(evening.plays))
        values = {"names": self._listed(names), "games": games, "long": self.long(evening.minutes)}
        if not evening.minutes:
            return self.words.gettext("{names}: {games}.", **values)
        return self.words.gettext("{names}: {games} in {long}.", **values)

    def plot(self, game: str) -> dict[str, str]:
        """The names of the axes of a game's plot."""
        known = known_game(game)
        plot = known.plotted if known else None
        return {"title": self.words.t(plot.title) if plot else "", "time": self.words.t(plot.time) if plot else ""}

    # -- how much is proved -------------------------------------------------------------------------------------
    def shares(self, rows: Iterable[tuple[Person | str, Band]], game: str = "") -> list[tuple[str, Band]]:
        """Bands with their labels: of people, of games, or of the sides of one ``game``."""
        return [(self._label(of, game), band) for of, band in rows]

    def _label(self, of: Person | str, game: str) -> str:
        if isinstance(of, Person):
            return of.name
        return self.side(game, of) if game else self.game(of)

    def band(self, band: Band) -> str:
        """A share with its band, or that it is too early to say."""
        if band.early:
            return self.words.gettext("too early to say")
        return self.words.gettext("{share} % ({low}–{high} %)", share=band.share, low=band.low, high=band.high)

    # -- passing it on ------------------------------------------------------------------------------------------
    def result(self, play: Play) -> str:
        """The winners in a sentence."""
        winners = [self.name(one.person) for one in play.results if one.won]
        if not winners:
            return self.words.gettext("Nobody has won.")
        return self.words.ngettext("{names} wins.", "{names} win.", len(winners), names=self._listed(winners))

    def passed_on(self, of: Play | Evening) -> PassedOn:
        """The result of a game or of an evening."""
        return self._play(of) if isinstance(of, Play) else self._evening(of)

    def _play(self, play: Play) -> PassedOn:
        title, when, result = self.game(play.game), self.day(play.played_at), self.result(play)
        first = [title, when, *([self.long(play.minutes)] if play.minutes else [])]
        scores = ", ".join(f"{self.name(one.person)} {one.result.score}" for one in play.results)
        lines = f"{' · '.join(first)}\n{result} {scores}"
        rows = [
            [self.name(one.person), self.role(play.game, one.result.role), one.result.score, one.won]
            for one in play.results
        ]
        link = out.bgstats_link(out.as_bgstats(play, [self.name(one) for one in play.people], lines))
        return PassedOn(lines, {"title": title, "when": when, "rows": rows, "line": result}, link)

    def _evening(self, evening: Evening) -> PassedOn:
        when, games = self.day(evening.began), self._games(len(evening.plays))
        first = [when, games, *([self.long(evening.minutes)] if evening.minutes else [])]
        wins = ", ".join(f"{self.name(one.person)} {one.wins}" for one in evening.people)
        lines = f"{' · '.join(first)}\n{self.words.gettext('Wins: {wins}', wins=wins)}"
        most = max((one.wins for one in evening.people), default=0)
        rows = [
            [self.name(one.person), self._games(one.games), one.wins, bool(most and one.wins == most)]
            for one in evening.people
        ]
        line = ", ".join(map(self.game, evening.games))
        return PassedOn(lines, {"title": when, "when": games, "rows": rows, "line": line})

    def _games(self, n: int) -> str:
        return self.words.ngettext("{n} game", "{n} games", n)


def clock(moment: str) -> str:
    """The time of day."""
    return here(moment).strftime("%H:%M")


def here(moment: str) -> datetime:
    """A moment of the book in the time of this machine."""
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone()
