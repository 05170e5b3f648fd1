"""The book in words: dates, lengths, results.

What is counted is the book's; here it is put into the reader's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from companion.book.book import Person, Play
from companion.games import find_game
from companion.rules.text import T
from companion.web.words import Words

DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))
MONTHS = (
    *(T("January"), T("February"), T("March"), T("April"), T("May"), T("June")),
    *(T("July"), T("August"), T("September"), T("October"), T("November"), T("December")),
)


class Teller(NamedTuple):
    """A translator of what stands in the book into the words of a reader."""

    words: Words

    # -- when ---------------------------------------------------------------------------------------------------
    def day(self, moment: str) -> str:
        """Write the day of a moment of the book, where the table stands."""
        then = find_local(moment)
        values = {"weekday": DAYS[then.weekday()], "day": then.day, "month": MONTHS[then.month - 1], "year": then.year}
        return self.words.t(T("{weekday}, {month} {day}, {year}", **values))

    def long(self, minutes: int) -> str:
        """Say a length of time in hours and minutes."""
        if minutes < 60:
            return self.words.gettext("{n} min", n=minutes)
        return self.words.gettext("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)

    # -- who and what -------------------------------------------------------------------------------------------
    def name(self, person: Person) -> str:
        return person.name if person.id else self.words.gettext("somebody")

    def game(self, id: str) -> str:
        """Write the box's name."""
        known = find_game(id)
        return self.words.t(known.title if known else id)

    def role(self, game: str, role: str) -> str:
        """Write a role; "" where it is not known."""
        known = find_game(game)
        return self.words.t(known.roles[role].label if known and role in known.roles else role)

    def side(self, game: str, side: str) -> str:
        """Write a side, as any role says that is on it."""
        known = find_game(game)
        labels = (known.sides[card] for card in known.roles) if known else ()
        return self.words.t(next((one.label for one in labels if one.id == side), side))

    def options(self, play: Play) -> list[str]:
        """Write the options that were not as in the box, by their labels."""
        known = find_game(play.game)
        if known is None:
            return []
        labels = {field.name: field.label for field in known.options()}
        usual = known.default_options()
        return [
            self.words.t(labels[name]) if value is True else f"{self.words.t(labels[name])}: {value}"
            for name, value in sorted(play.outcome.options.items())
            if usual.get(name) != value and name in labels and name not in ("dealing", "count_cards")
        ]

    def say_end(self, play: Play) -> str:
        """Say how it ended, in the game's own words."""
        over_by = play.outcome.over_by
        if over_by == "stopped":
            return self.words.gettext("The game was stopped.")
        known = find_game(play.game)
        return self.words.t(known.endings.get(over_by)) if known and over_by in known.endings else ""

    def _list_names(self, names: Sequence[str]) -> str:
        """Write names in a row."""
        if len(names) < 2:
            return "".join(names)
        return self.words.gettext("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])

    def say_result(self, play: Play) -> str:
        """Name the winners in a sentence."""
        winners = [self.name(one.person) for one in play.results if one.won]
        if not winners:
            return self.words.gettext("Nobody has won.")
        return self.words.ngettext("{names} wins.", "{names} win.", len(winners), names=self._list_names(winners))


def write_clock(moment: str) -> str:
    """Write the time of day."""
    return find_local(moment).strftime("%H:%M")


def find_local(moment: str) -> datetime:
    """Turn a moment of the book into the time of this machine."""
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone()
