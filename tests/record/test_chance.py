"""Undo is no second try: what was drawn and undone comes up again, after whatever, and after a restart."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults.house import House
from games_in_files import game_in
from sizes import size

from companion.engine.actions import Entry
from companion.games import game_by_id
from companion.record.record import Record, read_record
from companion.table import Tables
from companion.table.commands import play, rounds, seating, tracking
from companion.table.tables import import_record
from companion.table.views.table_view import log_of
from companion.toml_games.files import BUNDLED

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
TRIES = range(size("TRIES", 3, 8))
OUTSIDER = game_in(BUNDLED / "outsider.toml")


class Evening(House):
    """A table at which everyone has joined, with its own dice."""

    def __init__(self, folder: Path, game: str, options: dict[str, Any] | None = None, seed: int = 1) -> None:
        super().__init__(folder, (), NAMES)
        self.table.run(rounds.choose, game, options or {})
        self.table.state.dice = Random(seed)

    def restarts(self) -> None:
        super().restarts()
        self.table.state.dice = Random(99)

    @property
    def record(self) -> Record:
        return self.table.state.record

    def dealt(self, first: int | None = None) -> Entry:
        """What was dealt; play starts."""
        self.begins(first)
        return next(entry for entry in reversed(self.record.entries) if entry["kind"] == "deal")

    def does(self, *entries: Entry) -> None:
        for entry in entries:
            self.acts(entry)

    def takes_back(self, times: int = 1) -> None:
        """The newest taps, one by one."""
        for _ in range(times):
            self.table.run(play.undo_tap, self.record.newest, "table", "")

    def swaps(self, by: int, to: int | None = None) -> str:
        """The role that came."""
        self.does({"kind": "swap-hats", "by": by, "to": by if to is None else to})
        return str(next(entry for entry in reversed(self.record.entries) if entry["kind"] == "swap-hats")["drawn"])

    def log(self) -> list[str]:
        return [str(line.text) for line in reversed(list(log_of(self.table.state)))]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Any]:
    made: list[Evening] = []

    def make(*given: Any, **more: Any) -> Evening:
        made.append(Evening(tmp_path / str(len(made)), *given, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


# -- hats -----------------------------------------------------------------------------------------------------------
MENDED = ({"kind": "correct", "seat": 0, "gold": 1}, {"kind": "correct", "seat": 0, "gold": -1})


@pytest.mark.parametrize("seed", TRIES)
def test_chance_gives_the_same_role_to_hats_that_are_swapped_again(evening: Any, seed: int) -> None:
    table = evening("saboteur-2", seed=seed)
    table.dealt(0)
    role = table.swaps(0)
    for to in (0, 3, 0):
        table.takes_back()
        table.does(*MENDED)
        assert table.swaps(0, to) == role
    table.takes_back()
    table.does({"kind": "discard", "by": 0, "count": 1})
    assert table.swaps(1, 0) == role, "on the next turn too, for whomever it is"


def test_chance_gives_each_of_two_swaps_its_own_role_again(evening: Any) -> None:
    """Also where both are the same."""
    found = 0
    for seed in range(60):
        table = evening("saboteur-2", seed=seed)
        table.dealt(0)
        roles = [table.swaps(0), table.swaps(1)]
        table.takes_back(2)
        table.does(*MENDED)
        assert [table.swaps(0), table.swaps(1)] == roles
        found += roles[0] == roles[1]
        if found == 2:
            break
    assert found


def test_chance_gives_a_role_again_once_and_in_its_own_round_alone(evening: Any) -> None:
    after, later = list[bool](), list[bool]()
    for seed in TRIES:
        table = evening("saboteur-2", seed=seed)
        table.dealt(0)
        role = table.swaps(0)
        table.takes_back()
        assert table.swaps(0) == role
        after.append(table.swaps(1) == role)
        table.takes_back(2)
        table.does({"kind": "end", "reason": "agreed"}, {"kind": "crystals", "count": 0})
        table.dealt(0)
        later.append(table.swaps(0) == role)
    assert False in after, "it was given once"
    assert False in later, "another round, another chance"


# -- nuggets --------------------------------------------------------------------------------------------------------
TREASURE = {"kind": "play-path", "by": 0, "goal": "treasure"}
TOLD = {"finder": 0, "nuggets": []}


def test_chance_gives_the_nuggets_of_a_round_again(evening: Any) -> None:
    for seed in TRIES:
        table = evening("saboteur", seed=seed)
        table.dealt(0)
        table.does(TREASURE)
        table.turns_up()
        offer = list(table.record.state.offer)
        assert offer
        table.takes_back(2)
        table.does({"kind": "correct", "deck": -1}, {"kind": "correct", "deck": 1}, TREASURE)
        table.turns_up()
        assert table.record.state.offer == offer


def test_chance_draws_once_a_round_what_a_result_leaves_out(evening: Any) -> None:
    for seed in TRIES:
        table = evening("saboteur", {"draft": "best"}, seed=seed)
        table.begins(follow="nothing")
        nuggets = list[list[int]]()
        for _ in range(3):
            table.table.run(tracking.end_round_with, TOLD)
            nuggets.append(table.record.entries[-1]["nuggets"])
            table.restarts()
        assert nuggets[0]
        assert sorted(nuggets[0]) == sorted(nuggets[1]) == sorted(nuggets[2])


# -- the deal, and who goes first -----------------------------------------------------------------------------------
def test_chance_never_gives_a_starting_player_that_was_chosen(evening: Any) -> None:
    for seed in TRIES:
        table = evening("dark-cave", seed=seed)
        dealt = table.dealt()
        for named in (4, 3):
            table.takes_back()
            assert table.dealt(named) == {**dealt, "first": named}
        table.takes_back()
        assert table.dealt() == dealt


def test_chance_draws_a_starting_player_where_none_was_drawn_before(evening: Any) -> None:
    begins = set()
    for seed in range(size("LOTS", 8, 20)):
        table = evening("dark-cave", seed=seed)
        table.dealt(4)
        table.takes_back()
        begins.add(table.dealt()["first"])
    assert len(begins) > 2


def test_chance_gives_the_same_deal_again_and_a_new_one_for_others(evening: Any) -> None:
    table = evening("saboteur")
    table.dealt(0)
    table.does({"kind": "end", "reason": "agreed"})
    if table.record.state.status == "scoring":
        table.does(TREASURE)
    before = len(table.record.entries)
    dealt = table.dealt(1)
    table.takes_back()
    table.does({"kind": "retire", "seat": 4}, {"kind": "return", "seat": 4})
    assert table.dealt(2) == {**dealt, "first": 2}, "whatever came between"
    table.takes_back(3)
    table.table.run(play.enter, [{"kind": "deal", "without": [4], "first": 1}])
    assert len(table.record.entries[-1]["cards"]) == len(NAMES) - 1
    table.takes_back()
    assert table.dealt(1) == dealt
    assert len(table.record.entries) > before


FRESH = "Redealt (deal {n}): Ben saw it"


def test_log_counts_redeals(evening: Any) -> None:
    table = evening("dark-cave")
    dealt = table.dealt(0)
    table.takes_back()
    table.dealt(0)
    assert [line for line in table.log() if "Redealt" in line] == [], "it was the same deal"
    for number in (2, 3):
        table.table.run(rounds.redeal, " Ben  saw it")
        assert table.log()[-1] == FRESH.format(n=number)
    assert len({str(entry["cards"]) for entry in table.record.entries if entry["kind"] == "deal"}) > 1
    table.takes_back(3)
    table.table.run(rounds.deal, 0)
    assert table.record.entries[-1]["cards"] == dealt["cards"]
    table.table.run(rounds.redeal, "")
    assert table.log()[-1] == "Redealt (deal 4)."


def test_log_names_a_deal_with_other_options_after_an_undo(evening: Any) -> None:
    table = evening("dark-cave")
    for number, counted in enumerate((True, False, True, False), 1):
        table.table.run(rounds.choose, "dark-cave", {"count_cards": counted})
        table.dealt(0)
        assert [line for line in table.log() if "Redealt" in line] == [f"Redealt (deal {number})."][: number - 1]
        table.takes_back()
        table.table.run(rounds.open_lobby)
    table.table.run(rounds.choose, "saboteur", {})


# -- after a restart, and from elsewhere ----------------------------------------------------------------------------


def test_chance_keeps_a_drawn_word_after_a_restart(evening: Any) -> None:
    table = evening(OUTSIDER.id)
    dealt = table.dealt()
    table.takes_back()
    table.restarts()
    assert table.dealt() == dealt
    table.takes_back()
    table.table.run(rounds.open_lobby)
    table.table.run(seating.remove_seat, table.table.state.seats[-1].id)
    other = table.dealt()
    assert other["draw"][0] != dealt["draw"][0], "it was shown"
    assert dealt["draw"][0] in other["spent"][0]


def test_chance_is_in_no_export(evening: Any) -> None:
    table = evening("saboteur-2")
    table.dealt(0)
    table.swaps(0)
    assert table.record.drawn == {0: ("cards", "aside"), 1: ("drawn",)}
    told = json.loads(json.dumps(table.record.to_json(table.store.journal.read(table.table.state.game_row.id).entries)))
    assert set(told) == {"format", "game", "options", "players", "entries"}
    assert set(told["entries"][1]) == {"kind", "by", "to", "drawn", "at", "device"}
    read = read_record(told, game_by_id)
    row = import_record(table.store, read)
    found = Tables(table.store).get(row.code)
    assert found
    assert found.state.record.drawn == {}
    assert read.drawn == {}
