"""The history in words: dates, lengths, results.

``history`` counts; templates call what is here, and put it into the reader's language.
"""

from __future__ import annotations

from datetime import UTC, datetime

from companion.engine.setup import list_option_fields, make_default_options
from companion.engine.text import TN, T, Text, list_names
from companion.games import find_game
from companion.history.history import Person, Play
from companion.web.render.scoreboard import find_side_card

DAYS = (T("Monday"), T("Tuesday"), T("Wednesday"), T("Thursday"), T("Friday"), T("Saturday"), T("Sunday"))
MONTHS = (
    *(T("January"), T("February"), T("March"), T("April"), T("May"), T("June")),
    *(T("July"), T("August"), T("September"), T("October"), T("November"), T("December")),
)


# -- when -----------------------------------------------------------------------------------------------------------
def say_day(moment: str) -> Text:
    """Say the day of a moment in the history, in the table's time zone."""
    then = _find_local(moment)
    values = {"weekday": DAYS[then.weekday()], "day": then.day, "month": MONTHS[then.month - 1], "year": then.year}
    return T("{weekday} {day} {month} {year}", **values)


def write_clock(moment: str) -> str:
    """Write the time of day."""
    return _find_local(moment).strftime("%H:%M")


def _find_local(moment: str) -> datetime:
    """Turn a moment of the history into this computer's local time."""
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone()


def say_length(minutes: int) -> Text:
    """Say a length of time in hours and minutes."""
    if minutes < 60:
        return T("{n} min", n=minutes)
    return T("{hours} h {minutes:02} min", hours=minutes // 60, minutes=minutes % 60)


# -- who and what ---------------------------------------------------------------------------------------------------
def say_name(person: Person) -> Text | str:
    return person.name if person.id else T("someone")


def say_game(id: str) -> Text | str:
    """Say the box's name."""
    known = find_game(id)
    return known.title if known else id


def say_role(game: str, role: str) -> Text | str:
    """Say a role; "" where it is not known."""
    known = find_game(game)
    return known.roles[role].label if known and role in known.roles else role


def say_side(game: str, side: str) -> Text | str:
    """Say a side, as any role says that is on it."""
    card = find_side_card(game, side)
    return card.label if card else side


def list_options(play: Play) -> list[Text]:
    """Say the options that were not as in the box, by their labels."""
    known = find_game(play.game)
    if known is None:
        return []
    labels = {field.name: field.label for field in list_option_fields(known)}
    usual = make_default_options(known)
    return [
        labels[name] if value is True else T("{what}: {name}", what=labels[name], name=value)
        for name, value in sorted(play.outcome.options.items())
        if usual.get(name) != value and name in labels and name not in ("dealing", "count_cards")
    ]


def say_end(play: Play) -> Text | None:
    """Say how it ended, in the game's own words."""
    over_by = play.outcome.over_by
    if over_by == "stopped":
        return T("The game was stopped.")
    known = find_game(play.game)
    return known.endings.get(over_by) if known else None


def say_result(play: Play) -> Text:
    """Name the winners in a sentence."""
    winners = [say_name(player.person) for player in play.results if player.won]
    if not winners:
        return T("Nobody has won.")
    return TN("{names} wins.", "{names} win.", len(winners), names=list_names(winners))
