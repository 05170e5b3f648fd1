"""The numbers of the history are those of the verdicts, counted plainly, over random games of each kind: with variants,
games that are stopped, people who join, sit out and leave."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playing import game_at_random
from sizes import size

from companion.engine.game import Game
from companion.engine.scoring import WITH, WON
from companion.engine.setup import start_game
from companion.engine.state import ROUND_OVER
from companion.engine.verdict import count_worth, make_round_verdict, make_verdict
from companion.games import all_games, list_folders
from companion.history.history import History
from companion.history.outcome import Outcome, Results
from companion.history.reader import HistoryReader
from companion.record.record import Record
from companion.storage.store import Store
from companion.table.tables import import_record
from companion.web.app import create_app

MANY = size("BOOK_GAMES", 3, 12)
"""Random games of each kind; 200 for the long sweep."""
GAMES = [game for id, game in all_games().items() if list_folders()[id].parent.name == "games"]
Whole = tuple[Store, History, list[Outcome]]
Counts = dict[Any, list[int]]
"""By key how many there were, and how many of them were won."""
BEGAN = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)


def timed(record: Record, began: datetime) -> list[dict[str, Any]]:
    return [{**entry, "at": (began + timedelta(seconds=10 * n)).isoformat()} for n, entry in enumerate(record.entries)]


@pytest.mark.parametrize("game", GAMES)
def test_outcome_has_the_results_of_a_game(game: Game) -> None:
    """Sides are those of the cards, and who has won is said by the verdicts of the rounds and of the whole."""
    for seed in range(MANY):
        record = game_at_random(game, seed)
        told, expected, state = outcome_of(record), {}, record.state
        for ended in scored(record):
            verdict = make_round_verdict(game, ended)
            for seat in ended.players:
                side = game.sides[ended.seats[seat].card]
                if not game.rounds_are_won:
                    expected[ended.round, seat] = ("", WITH, None)
                    continue
                won = verdict.outcomes[seat] == WON if side.wins else None
                expected[ended.round, seat] = (side.id, side.digs, won)
        assert {(one.round, one.seat): (one.side, one.digs, one.won) for one in told.rounds} == expected, seed
        won = {*make_verdict(game, state).winners} if expected else set()
        assert {one.seat for one in told.results if one.won} == won
        for one in told.results:
            assert (one.name, one.points) == (state.names[one.seat], count_worth(game, state)[one.seat])
            better = {other.seat for other in told.results if other.rank < one.rank}
            assert better == {
                *(
                    seat
                    for seat, own in enumerate(count_worth(game, state))
                    if won and game.most_wins and own > one.points
                ),
                *(won if not one.won else ()),
            }


def scored(record: Record) -> Iterator[Any]:
    """The states of the rounds that are over."""
    state, game = start_game(record.game, record.players, record.given_options), record.game
    for _, entry in record.list_counting():
        if entry["kind"] == "deal" and state.status == ROUND_OVER:
            yield deepcopy(state)
        game.fold(state, entry)
    if state.score is not None:
        yield state


def counted(pairs: Iterable[tuple[Any, bool | None]]) -> Counts:
    found: Counts = defaultdict(lambda: [0, 0])
    for key, won in pairs:
        if won is not None:
            found[key][0] += 1
            found[key][1] += won
    return dict(found)


def of_person(games: list[Outcome], name: str) -> tuple[Counts, Counts]:
    """All that the page of a person shows: by game, and by game and side."""
    own = [(one, game) for game in games for one in game.results if one.name == name and game.rounds_of(one.seat)]
    rounds = [((game.game, row.side), row.won) for one, game in own for row in game.rounds_of(one.seat)]
    return counted((game.game, one.won) for one, game in own), counted(rounds)


def of_game(games: list[Outcome]) -> Counts:
    """How often each side was there in a round, and won it."""
    rounds: dict[Any, bool | None] = {}
    for number, row in ((number, row) for number, game in enumerate(games) for row in game.rounds):
        key = number, row.round, row.side
        rounds[key] = row.won if row.won is None else row.won or bool(rounds.get(key))
    return counted((side, won) for (_, _, side), won in rounds.items())


def outcome_of(record: Record) -> Outcome:
    results = Results(record.game)
    again = Record(record.game, record.players, record.given_options, results)
    again.restore(record.entries)
    return results.outcome(again, 0.0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """A history of random games, and their outcomes, in the order in which they were played."""
    folder: Path = tmp_path_factory.mktemp("book")
    store, told = Store(folder), []
    for number in range(max(MANY // 2, 3)):
        for place, game in enumerate(GAMES):
            record = game_at_random(game, 1000 + number)
            if any(name.startswith(("<b>", "  ")) for name in record.state.names):
                continue  # names that the lobby would put in order
            began = BEGAN + timedelta(days=number, hours=place)
            record.entries = timed(record, began)
            import_record(store, record)
            told.append(outcome_of(record))
    yield store, HistoryReader(store).read_book(), told
    store.close()


def test_outcomes_are_counted_on_the_page_of_every_person(whole: Whole) -> None:
    _, book, told = whole
    assert len(book.careers) > 3
    wins = [one.wins for one in book.careers.values()]
    assert wins == sorted(wins, reverse=True)
    for one in book.careers.values():
        by_game, by_side = of_person(told, one.of.name)
        assert {box.of: [box.n, box.wins] for box in one.by_game} == by_game
        assert {(box.of, side.of): [side.n, side.wins] for box in one.by_game for side in box.by_side} == by_side
        assert [one.n, one.wins] == [sum(column) for column in zip(*by_game.values(), strict=True)]


@pytest.mark.parametrize("game", GAMES)
def test_outcomes_are_counted_on_the_page_of_every_game(whole: Whole, game: Game) -> None:
    _, book, told = whole
    sides = {side.of: [side.n, side.wins] for side in book.rank_sides(game.id)}
    assert sides == of_game([one for one in told if one.game == game.id])
    assert book.games[game.id] == sum(one.game == game.id and bool(one.rounds) for one in told)


def test_outcomes_stand_on_the_pages(whole: Whole) -> None:
    store, book, told = whole
    client = create_app(store).test_client()
    client.get(f"/host/{store.host_key}")
    one = next(iter(book.careers.values()))
    text = client.get(f"/book/person/{one.of.id}").text
    assert re.search(rf"{one.n} games?, {one.wins} wins?", text)
    rows = re.findall(r'<a href="/book/game/([\w-]+)">.*?</th><td>(\d+)</td><td>(\d+)</td>', text, re.DOTALL)
    assert {game: [int(n), int(wins)] for game, n, wins in rows} == of_person(told, one.of.name)[0]
