"""The line about the last time: what it says of games, and that it is in the lobby until the first deal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from faults.house import NAMES, House

from companion import clock
from companion.engine.scoring import RoundResult
from companion.history.history import APART, Person, Play
from companion.history.last_time import find_last_time
from companion.history.outcome import Outcome, Result
from companion.table.commands import reveal_score, rounds, tracking

PEOPLE = {"A": "Anna", "B": "Ben", "C": "Cleo", "D": "Dora", "E": "Emil", "F": "Fay", "?": ""}
LINE = re.compile(r'class="(?:when )?last-time">([^<]+)<')


# -- what it says -----------------------------------------------------------------------------------------------------
def played(game: str) -> Play:
    """For each person a letter ("?": was forgotten) and whether they won, lost, could do neither or sat out."""
    parts = game.split()
    wins = {"+": True, "-": False, ".": None, "0": None}
    people = [Person(one[0], PEOPLE[one[0]], one[0].strip("?")) for one in parts]
    results = tuple(Result(n, "", "", "", 0, 1, one[1] == "+") for n, one in enumerate(parts))
    told = tuple(RoundResult(1, n, "a", "", wins[one[1]]) for n, one in enumerate(parts) if one[1] != "0")
    return Play(1, "", "", 1, people, Outcome("saboteur", "", {}, "", 0.0, 0.0, results, told), "")


@pytest.mark.parametrize(
    ("games", "seated", "line"),
    [
        # Who won last; those who are not here are not named.
        (["A+ B- C-"], "ABC", "Last time, Anna won."),
        (["A+ B+ C- D-"], "ABCD", "Last time, Anna and Ben won."),
        (["A+ B+ C- D-"], "BC", "Last time, Ben won."),
        (["A+ ?+ C- D-"], "ACD", "Last time, Anna won."),
        (["A+ B+ C+ D+"], "ABCD", "Last time, Anna, Ben, Cleo and Dora won."),
        (["A+ B-"], "AB", "Last time, Anna won."),
        # Few who lost are owed a revenge; not where another one lost, too.
        (["A+ B+ C-"], "ABC", "Last time, only Cleo lost. Time for revenge!"),
        (["A+ B+ C+ D- E-"], "ABDE", "Last time, only Dora and Emil lost. Time for revenge!"),
        (["A+ B+ C+ D- E-"], "ABCD", "Last time, Anna, Ben and Cleo won."),
        (["A+ B+ C+ D- ?-"], "ABCD", "Last time, Anna, Ben and Cleo won."),
        # Whose streak it is; the longer one counts, and of two alike neither.
        (["A+ B- C+", "A+ B- C-"], "AC", "Anna has won 2 games in a row. Who can stop that?"),
        (["A+ B- C+", "A+ B- C-"], "ABC", "Anna has won 2 games in a row. Who can stop that?"),
        (["B- C+", "A+ B- C-", "A+ B- C+"], "ABC", "Ben has lost 3 games in a row. Time for revenge!"),
        (["A+ B+ C- D-"] * 2, "ABCD", "Last time, Anna and Ben won."),
        (["A+ B- C-", "B+ C-", "A+ B- C-"], "AB", "Anna has won 2 games in a row. Who can stop that?"),
        (["A+ B- C-", "A- C+", "A+ B-"], "AB", "Ben has lost 2 games in a row. Time for revenge!"),
        (["A+ B- C-", "A- B+", "A+ B-"], "AB", "Last time, Anna won."),
        # Who could neither win nor lose, or sat out, has done neither.
        (["A+ B+ C.", "A- B+ C."], "AC", None),
        (["A+ B+ C- D0"], "ABCD", "Last time, only Cleo lost. Time for revenge!"),
        # Nothing where nothing is true or nobody is known.
        ([], "ABC", None),
        (["A- B- C-"], "ABC", None),
        (["A+ B- C-"], "A", None),
        (["A+ B- C-"], "ADE", None),
        (["A+ B- C-"], "BC", None),
        (["A+ B+ C+ D+ E+"], "ABCDE", None),
        (["?+ ?-"], "ABC", None),
    ],
)
def test_last_time_says_one_line_that_is_true_of_those_who_sit_there(
    games: list[str], seated: str, line: str | None
) -> None:
    found = find_last_time([*map(played, games)], set(seated))
    assert (found and str(found)) == line


# -- at a table -------------------------------------------------------------------------------------------------------
@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table that has played a game of Saboteur last night: three rounds, all won by the saboteurs."""
    with House(tmp_path) as made:
        made.table.run(rounds.choose, "saboteur", {})
        made.table.state.dice = Random(1)
        plays_a_game(made)
        made.table.run(rounds.open_lobby)
        yield made


def plays_a_game(house: House, tells: bool = True) -> None:
    for number in range(1, 4):
        house.begins(follow="nothing")
        house.table.run(tracking.end_round_with, {"finder": None, "broken": []})
        while not house.table.state.told and (tells or number < 3):
            house.table.run(reveal_score.reveal_next)


@pytest.fixture
def next_evening(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    later = clock.now() + APART + 3600
    monkeypatch.setattr(clock, "now", lambda: later)
    return house


def lines(house: House) -> set[str]:
    """What the table screen, who watches and each phone read; "" for nothing."""
    pages = [house.page(house.host, "table"), house.page(house.stranger, "watch"), *map(house.page, house.phones)]
    return {found[1] if (found := LINE.search(page)) else "" for page in pages}


def test_last_time_is_on_every_page_of_the_lobby_until_the_first_deal(next_evening: House) -> None:
    (line,) = lines(next_evening)
    (play,) = next_evening.hall.read_book().plays
    assert line == str(find_last_time([play], {person.key for person in play.people})) != ""
    next_evening.begins()
    assert lines(next_evening) == {""}
    next_evening.table.run(rounds.end)
    next_evening.table.run(rounds.open_lobby)
    assert lines(next_evening) == {""}


def test_last_time_says_nothing_on_the_same_evening(house: House) -> None:
    assert lines(house) == {""}


def test_last_time_forgets_who_was_forgotten(next_evening: House) -> None:
    before = lines(next_evening)
    for name in NAMES:
        next_evening.hall.forget({name.lower()})
    assert before != lines(next_evening) == {""}


def test_last_time_says_nothing_of_a_game_that_was_left_out(next_evening: House) -> None:
    shown = lines(next_evening)
    (play,) = next_evening.hall.read_book().plays
    next_evening.hall.leave_out(play.id)
    assert lines(next_evening) == {""}
    next_evening.hall.leave_out(play.id, False)
    assert lines(next_evening) == shown != {""}
    next_evening.app.config["BOOK"] = False
    assert lines(next_evening) == {""}


def test_last_time_says_nothing_of_a_score_that_was_not_revealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path) as house:
        house.table.run(rounds.choose, "saboteur", {})
        plays_a_game(house, tells=False)
        house.table.run(rounds.open_lobby)
        later = clock.now() + APART + 3600
        monkeypatch.setattr(clock, "now", lambda: later)
        assert house.hall.read_book().plays == []
        assert lines(house) == {""}


def test_last_time_says_nothing_of_another_table(next_evening: House) -> None:
    """Its seats can't read that in the history, either."""
    table = next_evening.hall.tables.create()
    next_evening.table, next_evening.code = table, table.code
    next_evening.phones = [next_evening.joins(name) for name in NAMES]
    assert lines(next_evening) == {""}
