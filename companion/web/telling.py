"""The book in words: dates, lengths, results, and the two lines that people pass on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from companion.book import out
from companion.book.asked import EveningPage, PersonPage, PlayPage, Somebody
from companion.book.band import Band
from companion.games import all_games
from companion.highlights import highlights
from companion.rules.text import T, Text
from companion.store import Store, StoreError
from companion.table.loading import load_record
from companion.table.now import COLOURS
from companion.tale import tale_of
from companion.web.words import Words

Row = Mapping[str, Any]
DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))
MONTHS = (
    *(T("January"), T("February"), T("March"), T("April"), T("May"), T("June")),
    *(T("July"), T("August"), T("September"), T("October"), T("November"), T("December")),
)

POINTS = 60
"""Of a long line so many points are drawn, of many evenings so many offered."""


def retold(store: Store, game: int) -> Sequence[Text]:
    """What is worth retelling of a game of the book; nothing of one that can't be played through any more."""
    try:
        return highlights(tale_of(load_record(store, store.game(game))))
    except StoreError:
        return ()


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

    def clock(self, moment: str) -> str:
        """The time of day."""
        return here(moment).strftime("%H:%M")

    def long(self, minutes: int) -> str:
        """How long something took."""
        if minutes < 60:
            return self.words.gettext("{n} min", n=minutes)
        return self.words.gettext("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)

    def pace(self, row: Row) -> str:
        """How long a turn of somebody took on average; a dash where nobody knows."""
        if not row["turns"]:
            return "–"
        return self.words.gettext("{n} s", n=round(row["seconds"] / row["turns"]))

    # -- who and what -------------------------------------------------------------------------------------------
    def name(self, name: str, person: str = "x") -> str:
        return name if person else self.words.gettext("somebody")

    def game(self, id: str) -> str:
        known = all_games().get(id)
        return self.words.t(known.title) if known else id

    def role(self, game: str, role: str) -> str:
        known = all_games().get(game)
        return self.words.t(known.roles[role].label) if known and role in known.roles else role

    def icon_of(self, game: str, role: str) -> str:
        known = all_games().get(game)
        return known.roles[role].icon if known and role in known.roles else ""

    def side(self, game: str, side: str) -> str:
        """A side in words, as any role says that is on it."""
        known = all_games().get(game)
        labels = (known.side(card) for card in known.roles) if known else ()
        return self.words.t(next((one.label for one in labels if one.id == side), side))

    def options(self, row: Row) -> list[str]:
        """What was not as in the box, by the labels of the options."""
        known = all_games().get(row["game"])
        if known is None:
            return []
        labels = {field.name: field.label for field in known.options()}
        changed = out.changed_options(row["game"], json.loads(row["options"]))
        return [
            self.words.t(labels[name]) if value is True else f"{self.words.t(labels[name])}: {value}"
            for name, value in changed
            if name in labels and name not in ("dealing", "count_cards")
        ]

    def ended(self, row: Row) -> str:
        """How it ended, in the game's own words."""
        if row["over_by"] == "stopped":
            return self.words.gettext("The game was stopped.")
        known = all_games().get(row["game"])
        return self.words.t(known.endings.get(row["over_by"])) if known and row["over_by"] in known.endings else ""

    def listed(self, names: Sequence[str]) -> str:
        """Names in a row."""
        if len(names) < 2:
            return "".join(names)
        return self.words.gettext("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])

    def key(self, key: str) -> str:
        """A name as it is compared, with capitals."""
        return key.partition("\n")[0].title()

    def hue(self, name: str) -> int:
        """The colour of who has chosen none: always the same."""
        return sum(map(ord, name)) % COLOURS

    def counted(self, games: Sequence[str]) -> list[tuple[str, int]]:
        """Games in the order in which they were played first, with how often."""
        return list(Counter(games).items())

    def evening(self, evening: EveningPage) -> str:
        """An evening in a sentence."""
        names = [self.name(row["name"], row["person"]) for row in evening.people]
        games = self.words.ngettext("{n} game", "{n} games", evening.head["games"])
        values = {"names": self.listed(names), "games": games, "long": self.long(evening.minutes)}
        if not evening.minutes:
            return self.words.gettext("{names}: {games}.", **values)
        return self.words.gettext("{names}: {games} in {long}.", **values)

    def evenings_of(self, person: PersonPage) -> list[tuple[str, str]]:
        """The evenings of a person, the newest first."""
        began = {one.own["evening"]: one.own["played_at"] for one in person.career}
        return [(evening, self.day(moment)) for evening, moment in [*began.items()][:-POINTS:-1]]

    # -- pictures -----------------------------------------------------------------------------------------------
    def plot(self, game: str) -> dict[str, str]:
        """What the axes of a game's plot are called."""
        known = all_games().get(game)
        plot = known.plot() if known else None
        return {"title": self.words.t(plot.title) if plot else "", "time": self.words.t(plot.time) if plot else ""}

    def lines(self, play: PlayPage) -> list[tuple[str, list[tuple[int, int]]]]:
        """The plot of a game as a line for each name."""
        ordered = sorted(play.results, key=lambda row: row["seat"])
        names = [self.name(row["name"], row["person"]) for row in ordered]
        return [(name, [(moment, values[seat]) for moment, values in play.plot]) for seat, name in enumerate(names)]

    def wins_over_time(self, person: PersonPage) -> list[tuple[str, list[tuple[int, int]]]]:
        """How a person's wins have added up."""
        won = [(0, 0), *enumerate(accumulate(int(one.won) for one in person.career), start=1)]
        step = max(1, len(won) // POINTS)
        return [(person.who.name, [*won[:-1:step], won[-1]])]

    def shares(self, people: Sequence[Somebody]) -> list[tuple[str, Band]]:
        return [(one.name, one.band) for one in people]

    def game_shares(self, rows: Sequence[Row]) -> list[tuple[str, Band]]:
        return [(self.game(row["game"]), row["band"]) for row in rows]

    def side_shares(self, game: str, rows: Sequence[Row]) -> list[tuple[str, Band]]:
        return [(self.side(game, row["side"]), row["band"]) for row in rows]

    # -- how much is proved -------------------------------------------------------------------------------------
    def band(self, band: Band) -> str:
        """A share with its band, or that it is too early to say."""
        if band.early:
            return self.words.gettext("too early to say")
        return self.words.gettext("{share} % ({low}–{high} %)", share=band.share, low=band.low, high=band.high)

    # -- passing it on ------------------------------------------------------------------------------------------
    def result(self, play: PlayPage) -> str:
        """Who has won, in a sentence."""
        winners = [self.name(row["name"], row["person"]) for row in play.results if row["won"]]
        if not winners:
            return self.words.gettext("Nobody has won.")
        return self.words.ngettext("{names} wins.", "{names} win.", len(winners), names=self.listed(winners))

    def two_lines(self, play: PlayPage) -> str:
        """The result of a game in two lines of text."""
        head = play.head
        first = [self.game(head["game"]), self.day(head["played_at"])]
        if head["minutes"]:
            first.append(self.long(head["minutes"]))
        scores = ", ".join(f"{self.name(row['name'], row['person'])} {row['score']}" for row in play.results)
        return f"{' · '.join(first)}\n{self.result(play)} {scores}"

    def evening_lines(self, evening: EveningPage) -> str:
        """An evening in two lines of text."""
        head = evening.head
        games = self.words.ngettext("{n} game", "{n} games", head["games"])
        first = [self.day(head["started"]), games]
        if evening.minutes:
            first.append(self.long(evening.minutes))
        wins = [f"{self.name(row['name'], row['person'])} {row['wins']}" for row in evening.people]
        second = self.words.gettext("Wins: {wins}", wins=", ".join(wins))
        return f"{' · '.join(first)}\n{second}"

    def picture(self, play: PlayPage) -> dict[str, Any]:
        """What the browser draws of a game."""
        rows = [
            [
                self.name(row["name"], row["person"]),
                self.role(row["game_id"], row["role"]),
                row["score"],
                bool(row["won"]),
            ]
            for row in play.results
        ]
        head = play.head
        return {
            "title": self.game(head["game"]),
            "when": self.day(head["played_at"]),
            "rows": rows,
            "line": self.result(play),
        }

    def evening_picture(self, evening: EveningPage) -> dict[str, Any]:
        """What the browser draws of an evening."""
        games = self.words.ngettext("{n} game", "{n} games", evening.head["games"])
        won = {row["wins"] for row in evening.people}
        most = max(won, default=0)
        rows = [
            [
                self.name(row["name"], row["person"]),
                self.words.ngettext("{n} game", "{n} games", row["games"]),
                row["wins"],
                bool(most and row["wins"] == most),
            ]
            for row in evening.people
        ]
        line = ", ".join(self.game(play.head["game"]) for play in evening.plays)
        return {"title": self.day(evening.head["started"]), "when": games, "rows": rows, "line": line}

    def bgstats(self, play: PlayPage) -> str:
        """The link that opens BG Stats with this game."""
        head = play.head
        rows = [
            {**row, **{k: head[k] for k in _HEAD}, "name": self.name(row["name"], row["person"])}
            for row in play.results
        ]
        rows.sort(key=lambda row: row["seat"])
        return out.bgstats_link(out.as_bgstats(rows, self.two_lines(play)))


_HEAD = ("play_id", "played_at", "minutes", "game", "options", "first")


def here(moment: str) -> datetime:
    """A moment of the book in the time of this machine."""
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone()
