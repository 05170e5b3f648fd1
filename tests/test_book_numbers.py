"""The numbers of the book are those of a second, plain computation, over random games of each kind: with variants,
games that are stopped, people who join, sit out and leave."""

from __future__ import annotations

import csv
import io
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

from companion.book import out
from companion.book.book import Book
from companion.book.keeping import Bookkeeper
from companion.book.outcome import outcome_of
from companion.games import all_games
from companion.kept.store import Store
from companion.record.record import Record
from companion.rules.game import Game
from companion.table.importing import imported
from companion.web.app import create_app

MANY = size("BOOK_GAMES", 6, 12)
"""Random games of each kind; 200 for the long sweep."""
GAMES = [game for game in all_games().values() if game.id in book_plain.SIDES]
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
        found = outcome_of(game, record.players, record.given_options, record.entries, lambda record: True)
        assert found is not None
        told, again = book_plain.plain(record), asdict(found)
        for row in told.results:
            own = again["results"][row["seat"]]
            assert row == {name: own[name] for name in row}, (seed, row, own)
        assert len(again["rounds"]) == len(told.rounds), seed
        for row, own in zip(told.rounds, again["rounds"], strict=True):
            assert row == {name: own[name] for name in row}, (seed, row, own)
        assert len(found.robberies) == len(told.robbed)


def test_the_random_games_have_all_that_makes_it_hard() -> None:
    """Variants, stops, people who join, sit out, leave and come back, and entries that were put right."""
    records = [random_game(game, seed) for game in GAMES for seed in range(15)]
    entries = [entry for record in records for entry in record.entries]
    kinds = {entry["kind"] for entry in entries}
    assert {"stop", "join", "retire", "return", "correct", "set", "amend", "identities"} <= kinds
    assert any(entry.get("without") for entry in entries)
    assert len({str(record.given_options) for record in records}) > 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Book, list[book_plain.Plain]]]:
    """A book of random games, and the same told plainly, in the order in which they were played."""
    folder: Path = tmp_path_factory.mktemp("book")
    store, told = Store(folder), []
    for number in range(max(MANY // 2, 1)):
        for place, game in enumerate(GAMES):
            record = random_game(game, 1000 + number)
            if any(row["name"].startswith(("<b>", "  ")) for row in book_plain.plain(record).results):
                continue  # names that the lobby would put in order
            began = BEGAN + timedelta(days=number, hours=place)
            imported(store, record, record.players, dict(record.given_options), timed(record, began))
            told.append(book_plain.plain(record))
    yield store, Bookkeeper(store).book(), told
    store.close()


def test_the_page_of_every_person(whole: tuple[Store, Book, list[book_plain.Plain]]) -> None:
    _, book, told = whole
    people = book.ranked()
    assert len(people) > 3
    for one in people:
        page, plain = book.person(one.person.id), book_plain.of_person(told, one.person.name)
        assert page is not None
        assert (one.band.n, one.band.wins) == (plain["games"], plain["wins"])
        assert {game: [won.n, won.wins] for game, (won, _) in page.games.items()} == plain["by_game"]
        assert {game: score for game, (_, score) in page.games.items()} == {
            g: plain["gold"][g] for g in plain["by_game"]
        }
        assert {role: [won.n, won.wins] for role, won in page.roles.items()} == plain["by_role"]
        assert {digs: [b.n, b.wins] for digs, b in page.digs.items() if b.n} == plain["by_digs"]
        totals = {name: getattr(page, name) for name in ("robbing", "robbed", "first_out")}
        assert totals == {name: plain[name] for name in totals}
        assert (page.streak.longest, page.streak.dry) == (plain["longest"], plain["dry"])
        for other in page.others:
            name = other.person.name
            assert [other.together.n, other.together.wins, 0] == plain["together"].get(name, [0, 0, 0])
            assert [other.apart, other.beat.wins, other.beaten.wins] == plain["apart"].get(name, [0, 0, 0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_of_every_game(whole: tuple[Store, Book, list[book_plain.Plain]], game: Game[Any]) -> None:
    _, book, told = whole
    page = book.game(game.id)
    assert page is not None
    found = {players: {side: [won.n, won.wins] for side, won in rows} for players, rows in page.sides}
    assert found == book_plain.of_game(told, game.id)
    assert page.plays == sum(one.game == game.id and bool(one.rounds) for one in told)
    for from_first in (True, False):
        rows = [(players, places if from_first else seats) for players, places, seats in page.places]
        bands = {(players, at): [one.n, one.wins] for players, row in rows for at, one in enumerate(row) if one.n}
        assert bands == book_plain.of_places(told, game.id, from_first)


def test_lists_are_in_the_order_of_the_lower_end(whole: tuple[Store, Book, list[book_plain.Plain]]) -> None:
    told = [one.band for one in whole[1].ranked()]
    assert [band.early for band in told] == sorted(band.early for band in told)
    lows = [band.low for band in told if not band.early]
    assert lows == sorted(lows, reverse=True)


def test_the_numbers_stand_on_the_pages(whole: tuple[Store, Book, list[book_plain.Plain]]) -> None:
    store, book, told = whole
    client = create_app(store).test_client()
    client.get(f"/host/{store.host_key()}")
    one = book.ranked()[0].person
    plain = book_plain.of_person(told, one.name)
    text = client.get(f"/book/person/{one.id}").text
    assert re.search(rf"{plain['games']} games?, {plain['wins']} wins?: ", text)
    rows = re.findall(r'<a href="/book/game/([\w-]+)">.*?</a></th><td>(\d+)</td><td>(\d+)</td>', text)
    assert {game: [int(n), int(wins)] for game, n, wins in rows} == plain["by_game"]


def test_every_line_of_the_csv_files(whole: tuple[Store, Book, list[book_plain.Plain]]) -> None:
    _, book, told = whole
    rows = list(csv.DictReader(io.StringIO(out.as_csv(book))))
    plain = [row for game in told for row in game.results]
    names: tuple[str, ...] = ("seat", "name", "role", "side", "score", "rank", "won")
    assert [{name: row[name] for name in names} for row in rows] == [
        {**{name: str(row[name]) for name in names}, "rank": str(row["rank"] or "")} for row in plain
    ]
    firsts = [(game.first, row["seat"]) for game in told for row in game.results]
    assert [row["began"] for row in rows] == ["" if one is None else str(int(one == seat)) for one, seat in firsts]
    rows = list(csv.DictReader(io.StringIO(out.as_csv(book, rounds=True))))
    plain = [row for game in told for row in game.rounds]
    names = ("round", "seat", "name", "role", "side", "gain", "total", "won")
    assert [{name: row[name] for name in names} for row in rows] == [
        {name: str(row[name]) for name in names} for row in plain
    ]
