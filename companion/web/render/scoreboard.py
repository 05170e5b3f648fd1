"""Tonight's scoreboard: who has won how often tonight.

The table screen and every phone show it in the lobby, and whenever the score of a round or a game has been revealed.
Before the first deal they show one line about the last time instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from flask import current_app

from companion import clock
from companion.engine.clans import CLAN_NAMES
from companion.engine.scoring import RoundResult
from companion.engine.text import TN, T, Text
from companion.engine.verdict import list_round_results
from companion.games import find_game
from companion.history.history import is_apart
from companion.history.last_time import find_last_time
from companion.history.outcome import Outcome, seconds
from companion.history.reader import Evening, people_of
from companion.history.scoreboard import (
    ALONE,
    EACH_SIDE,
    LAST_THREE,
    Deal,
    Dealt,
    SideCard,
    find_leading,
    find_true_line,
    find_winning_sides,
    has_sides,
    make_rows,
)
from companion.names import fold_name
from companion.table import Stage, TableState
from companion.table.views.table_view import SeatView, TableView
from companion.web.context import context

CARDS = 8
"""The most small cards, of the newest deals."""
CROWD = 12
"""The most people in the strip; with more, it shows only those who sit at the table now."""
LINES = {
    ALONE: T("{name} won alone, with nobody else on their side."),
    EACH_SIDE: T("{name} has won on each side."),
    LAST_THREE: T("{name} won the last three."),
}


class Winner(NamedTuple):
    """Someone in the strip; ``seat_id`` is None for who does not sit at the table now."""

    name: str
    colour: int
    figure: str
    seat_id: int | None
    wins: int
    crowns: int


class Scoreboard(NamedTuple):
    """The strip as it is drawn.

    ``people`` of whom ``more`` are not shown; after the ``first`` deal only those who have won it, without numbers.
    ``cards`` are the sides that won the newest deals, ``sides`` says which leads (``short``: on a phone; None: there
    were none), ``line`` is true of only one person. ``heard`` says people and sides in one sentence.
    """

    people: tuple[Winner, ...]
    more: int
    first: bool
    cards: tuple[tuple[SideCard, ...], ...]
    sides: Text | None
    short: Text | None
    line: Text | None
    heard: Text


def make_scoreboard(view: TableView) -> Scoreboard | None:
    """Return tonight's scoreboard; None while a round is played or its score revealed, and before the first result."""
    if not (view.stage is Stage.LOBBY or view.round_over or view.over):
        return None
    evening = _find_evening(view.table)
    games = evening.games
    if view.stage is Stage.LOBBY and games and is_apart(games[-1].ended, _read_clock(view.table)):
        games = ()
    # The rounds of a game under way count too, once one is over.
    state = view.state if view.round_over else None
    sat = [(result.seat, result.name) for outcome in games for result in outcome.results]
    if state:
        sat += enumerate(state.names)
    person_by_name = people_of(sat, evening.people)
    # Who was forgotten has no person, and the key "".
    keys = {name: person.key for name, person in person_by_name.items()}
    deals: list[Deal] = []
    crowned: list[str] = []
    for outcome in games:
        persons = [keys.get(result.name, "") for result in outcome.results]
        if outcome.has_sides:
            deals += _list_deals(outcome.game, persons, outcome.rounds)
        elif outcome.rounds:
            deals.append(_make_deal(outcome, persons))
        if outcome.has_sides and outcome.several:
            crowned += [keys.get(result.name, "") for result in outcome.results if result.won]
    if state and view.game.rounds_are_won:
        rounds = [*view.table.log.rounds, *list_round_results(view.game, state)]
        persons = [keys.get(name, "") for name in state.names]
        deals += _list_deals(view.game.id, persons, rounds)
    if not any(_has_result(deal) for deal in deals):
        return None
    seats: dict[str, SeatView] = {}
    for place in view.places:
        person = evening.people.get(fold_name(place.name))
        if person:
            seats[person.key] = place
    names = {person.key: person for person in person_by_name.values()}
    people = []
    for row in make_rows(deals, crowned, seats):
        seat = seats.get(row.person)
        who = seat or names[row.person]
        seat_id = seat.id if seat else None
        people.append(Winner(who.name, who.colour, who.figure, seat_id, row.wins, row.crowns))
    line = None
    true_line = find_true_line(deals)
    if true_line:
        what, of = true_line
        line = LINES[what].fill(name=names[of].name)
        if _is_told(line, view.score.highlights):
            line = None
    return _make_scoreboard(deals, people, line)


def _is_told(line: Text, highlights: Iterable[Text]) -> bool:
    """Return whether the game's highlights say the same, perhaps with the round it was in."""
    return any(line in (text, text.values.get("title")) for text in highlights)


def make_last_time(view: TableView) -> Text | None:
    """Return a line about the last time that people of the lobby played together, until the first deal of tonight.

    It is made only of this table's games, as much as each of its seats can read in the history.
    """
    if view.stage is not Stage.LOBBY or not current_app.config["BOOK"]:
        return None
    table = view.table
    evening = _find_evening(table)
    people = (evening.people.get(fold_name(place.name)) for place in view.places)
    seated = {person.key for person in people if person}
    if len(seated) < 2 or _has_dealt_tonight(table):
        return None
    plays = evening.plays
    if not plays or not is_apart(plays[-1].outcome.ended, _read_clock(table)):
        return None
    return find_last_time(plays, seated)


def _has_dealt_tonight(table: TableState) -> bool:
    if table.current_game is None:
        return False
    began = _find_start(table)
    return began is None or not is_apart(began, _read_clock(table))


def _read_clock(table: TableState) -> float:
    """Return what time it is now, as the host's browser has it."""
    return clock.now() + table.store.games.host_clock.count_ahead()


def _find_start(table: TableState) -> float | None:
    """Return when the newest game was dealt; None where that is not known."""
    began = seconds(table.game_row.created)
    return began + table.game_row.ahead if began else None


def _find_evening(table: TableState) -> Evening:
    """Return tonight's games before the one under way, or in the lobby all so far.

    They stay with the table, and are read again when a game has ended, a seat has changed, or the clock was set.
    """
    evening: Evening | None = table.evening
    if evening is None or evening.ahead != table.store.games.host_clock.count_ahead():
        until = None if table.stage is Stage.LOBBY else _find_start(table)
        reader = context().bookkeeper
        has_book = current_app.config["BOOK"]
        evening = reader.read_evening(table.row.id, _read_clock(table) if until is None else until, keep=has_book)
        if has_book and table.stage is Stage.LOBBY:
            evening = evening._replace(plays=reader.read_book().choose_tables({table.row.id}).plays)
        table.evening = evening
    return evening


def _has_result(deal: Deal) -> bool:
    return has_sides(deal) or any(part.won for part in deal)


def _make_scoreboard(deals: Sequence[Deal], people: Sequence[Winner], line: Text | None) -> Scoreboard:
    first = len(deals) == 1
    if first:
        people = [winner for winner in people if winner.wins]
    shown = people if len(people) <= CROWD else [winner for winner in people if winner.seat_id is not None]
    sided = [deal for deal in deals if has_sides(deal)]
    sides, short = _name_sides(sided, first) if sided else (None, None)
    said = [winner.name if first else _say_line(winner) for winner in shown]
    heard = T("Tonight: {people}; {sides}.", people=said, sides=sides)
    if not (said and sides):
        heard = T("Tonight: {sides}.", sides=sides or said)
    cards = [find_winning_sides(deal) for deal in sided[-CARDS:]]
    while sum(len(won) or 1 for won in cards) > CARDS:
        del cards[0]
    return Scoreboard(tuple(shown), len(people) - len(shown), first, tuple(cards), sides, short, line, heard)


def _name_sides(deals: Sequence[Deal], first: bool) -> tuple[Text, Text]:
    """Name the side that leads in these deals; the second words are for a phone. ``first``: there was nothing else."""
    sides, most = find_leading(deals)
    labels = [side.label for side in sides]
    if not labels:
        words = T("no side has won")
    elif first:
        words = T("the first win goes to {sides}", sides=labels)
        return words, T("first win: {sides}", sides=labels)
    elif len(labels) > 1:
        words = T("no side has won twice") if most == 1 else T("{sides}: {n} each", sides=labels, n=most)
    else:
        # It couldn't win those of another game.
        could = [deal for deal in deals if any(part.side == sides[0] for part in deal)]
        told = {"side": labels[0], "n": most, "all": len(could)}
        return T("{side} won {n} of {all}", **told), T("{side}: {n} of {all}", **told)
    return words, words


def _say_line(winner: Winner) -> Text:
    values = {"name": winner.name, "wins": winner.wins}
    if not winner.crowns:
        return T("{name} {wins}", **values)
    return TN("{name} {wins}, with {n} crown", "{name} {wins}, with {n} crowns", winner.crowns, **values)


def _list_deals(game: str, people: Sequence[str], rounds: Sequence[RoundResult]) -> Iterator[Deal]:
    """Yield the deals of a game, with the person on each seat."""
    for _, played in groupby(rounds, lambda result: result.round):
        yield [Dealt(people[result.seat], find_side_card(game, result.side), result.won) for result in played]


def _make_deal(outcome: Outcome, people: Sequence[str]) -> Deal:
    """Return a game whose rounds nobody wins as one deal: it counts once, for its winners."""
    played = {result.seat for result in outcome.rounds}
    return [Dealt(people[result.seat], None, result.won) for result in outcome.results if result.seat in played]


def find_side_card(game: str, side: str) -> SideCard | None:
    """Return the card of a side, from any role that is on it; None if it isn't known."""
    known = find_game(game)
    sides = ((known.sides[id], role.icon) for id, role in known.roles.items()) if known else ()
    found = next(((own, icon) for own, icon in sides if own.id == side), None)
    if found is None:
        return None
    own, icon = found
    return SideCard(own.label, own.icon or icon, side if side in CLAN_NAMES else "", own.beside)
