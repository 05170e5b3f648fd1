"""The numbers of the book are those of a second, plain computation, over random games of each kind: with variants,
games that are stopped, people who join, sit out and leave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import book_plain
import pytest
from playing import Play, options_of
from sizes import size

from companion.book.book import Book
from companion.book.keeping import Bookkeeper
from companion.book.outcome import Outcome, Results
from companion.games import all_games
from companion.kept.store import Store
from companion.record.record import Record
from companion.rules.game import Game
from companion.table.tables import imported
from companion.web.app import create_app

MANY = size("BOOK_GAMES", 6, 12)
"""Random games of each kind; 200 for the long sweep."""
GAMES = [game for game in all_games().values() if game.id in book_plain.SIDES]
Whole = tuple[Store, Book, list[book_plain.Plain]]
BEGAN = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)


def random_game(game: Game[Any], seed: int) -> Record:
    random = Random(f"{game.id}.{seed}")
    players = random.randint(max(game.least, 3), game.most)
    options = options_of(game, players, random)
    busy = random.choice((0.0, 0.05, 0.12))
    play = Play(game, players, options, seed, busy, hurry=random.choice((0.01, 0.05)))
    if random.random() < 0.2:
        play.run(most=random.randint(5, 60))  # and then they stop
        if not play.over:
            play.record.append({"kind": "stop"})
    return play.run().record


def timed(record: Record, began: datetime) -> list[dict[str, Any]]:
    return [{**entry, "at": (began + timedelta(seconds=10 * n)).isoformat()} for n, entry in enumerate(record.entries)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_results_of_a_game(game: Game[Any]) -> None:
    for seed in range(MANY):
        record = random_game(game, seed)
        told, again = book_plain.plain(record), asdict(outcome_of(record))
        for rows, own in (told.results, again["results"]), (told.rounds, again["rounds"]):
            assert rows == [{name: one[name] for name in rows[0]} for one in own], seed


def outcome_of(record: Record) -> Outcome:
    results = Results(record.game)
    again = Record(record.game, record.players, record.given_options, results)
    again.restore(record.entries)
    return results.outcome(again, 0.0)


def test_the_random_games_have_all_that_makes_it_hard() -> None:
    """Variants, stops, people who join, sit out, leave and come back, and entries that were put right."""
    records = [random_game(game, seed) for game in GAMES for seed in range(15)]
    entries = [entry for record in records for entry in record.entries]
    kinds = {entry["kind"] for entry in entries}
    assert {"stop", "join", "retire", "return", "correct", "set", "undo", "identities"} <= kinds
    assert any(entry.get("without") for entry in entries)
    assert len({str(record.given_options) for record in records}) > 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """A book of random games, and the same told plainly, in the order in which they were played."""
    folder: Path = tmp_path_factory.mktemp("book")
    store, told = Store(folder), []
    for number in range(max(MANY // 2, 1)):
        for place, game in enumerate(GAMES):
            record = random_game(game, 1000 + number)
            plain = book_plain.plain(record)
            if any(row["name"].startswith(("<b>", "  ")) for row in plain.results):
                continue  # names that the lobby would put in order
            began = BEGAN + timedelta(days=number, hours=place)
            imported(store, record, record.players, dict(record.given_options), timed(record, began))
            told.append(plain)
    yield store, Bookkeeper(store).book(), told
    store.close()


def test_the_page_of_every_person(whole: Whole) -> None:
    _, book, told = whole
    people = book.front().people
    assert len(people) > 3
    assert [one.games.wins for one in people] == sorted((one.games.wins for one in people), reverse=True)
    for one in people:
        page, plain = book.person(one.person.id), book_plain.of_person(told, one.person.name)
        assert page is not None
        assert page.who == one
        assert {box.game: [*box.games] for box in page.games} == plain["by_game"]
        assert {(box.game, side): [*won] for box in page.games for side, won in box.sides} == plain["by_side"]
        assert [*one.games] == [sum(column) for column in zip(*plain["by_game"].values(), strict=True)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_of_every_game(whole: Whole, game: Game[Any]) -> None:
    _, book, told = whole
    page = book.game(game.id)
    assert page is not None
    assert {side: [*won] for side, won in page.sides} == book_plain.of_game(told, game.id)
    assert page.plays == sum(one.game == game.id and bool(one.rounds) for one in told)


def test_who_is_paid_and_can_not_win_is_on_no_list_of_sides(
    whole: Whole,
) -> None:
    _, book, told = whole
    assert any(row["won"] is None for one in told for row in one.rounds)
    page = book.game("saboteur-2")
    assert page is not None
    pages = [book.person(one.person.id) for one in page.people]
    sides = [*page.sides, *(row for one in pages if one for box in one.games for row in box.sides)]
    assert "geologists" not in {side for side, _ in sides}


def test_the_numbers_stand_on_the_pages(whole: Whole) -> None:
    store, book, told = whole
    client = create_app(store).test_client()
    client.get(f"/host/{store.host_key}")
    (one, games), *_ = book.front().people
    text = client.get(f"/book/person/{one.id}").text
    assert re.search(rf"{games.n} games?, {games.wins} wins?", text)
    rows = re.findall(r'<a href="/book/game/([\w-]+)">.*?</th><td>(\d+)</td><td>(\d+)</td>', text, re.DOTALL)
    assert {game: [int(n), int(wins)] for game, n, wins in rows} == book_plain.of_person(told, one.name)["by_game"]
