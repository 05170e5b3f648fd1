"""Putting things right: entries that take the place of others, and how it really lies (tests/cases/mend.json)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playing import NothingOpenError, Play, options_of

from companion.games import game_by_id, offered
from companion.record.record import AMEND, UNDO, EntryError, Record, read_record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.putting_right import SetFacts
from companion.rules.text import RuleError

FOLDER = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = [
    case for name in ("mend.json", "mend-more.json") for case in json.loads((FOLDER / name).read_text("utf-8"))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['why']}")
def test_a_worked_case(case: dict[str, Any]) -> None:
    if "error" in case:
        with pytest.raises(RuleError):
            read_record(case["record"], game_by_id)
        return
    record = read_record(case["record"], game_by_id)
    assert part(record.game.snapshot(record.state), case["expect"]) == case["expect"]


def part(whole: Any, wanted: Any) -> Any:
    """Of ``whole`` what ``wanted`` has something to say about."""
    if isinstance(wanted, dict) and isinstance(whole, dict):
        return {key: part(whole.get(key, "missing"), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(wanted) == len(whole):
        return [part(one, other) for one, other in zip(whole, wanted, strict=True)]
    return whole


AMENDED = next(case for case in CASES if case["id"] == "M41")["record"]


def restored(entries: list[dict[str, Any]]) -> Any:
    game = game_by_id(AMENDED["game"])
    record = Record(game, AMENDED["players"])
    record.restore(entries)
    return game.snapshot(record.state)


@pytest.mark.parametrize("undone", [None, 1, 3, 4], ids=["nothing", "the entry", "the older amend", "the newer amend"])
def test_a_restored_journal_is_the_same_as_the_one_that_was_played(undone: int | None) -> None:
    entries = [*AMENDED["entries"], *([] if undone is None else [{"kind": "undo", "entry": undone}])]
    if undone == 1:
        entries = [entry for entry in entries if entry["kind"] != "end-turn"]
        entries = [
            {**entry, "entry": entry["entry"] - (entry["entry"] > 2)} if "entry" in entry else entry
            for entry in entries
        ]
    played = read_record({**AMENDED, "entries": entries}, game_by_id)
    assert restored(entries) == played.game.snapshot(played.state)


def boots(entries: list[dict[str, Any]]) -> list[bool]:
    record = read_record({**AMENDED, "entries": entries}, game_by_id)
    return [seat["boots"] for seat in record.game.snapshot(record.state)["seats"]]


def test_undoing_the_newer_amend_brings_the_older_one_back() -> None:
    assert boots([*AMENDED["entries"], {"kind": "undo", "entry": 4}]) == [False, False, True, False, False]


def test_undoing_both_amends_brings_back_what_was_entered() -> None:
    entries = [*AMENDED["entries"], {"kind": "undo", "entry": 4}, {"kind": "undo", "entry": 3}]
    assert boots(entries) == [False] * 5


def test_a_list_with_a_look_is_not_amended_again() -> None:
    look = {"kind": "secret-information", "by": 0, "look": "goal"}
    entries = [*AMENDED["entries"][:3], {"kind": "amend", "entry": 1, "as": [look]}]
    read_record({**AMENDED, "entries": entries}, game_by_id)
    with pytest.raises(EntryError, match=r"^entry 4 "):
        read_record({**AMENDED, "entries": [*entries, AMENDED["entries"][4] | {"as": []}]}, game_by_id)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"as": 1}, {"as": [1]}, {"as": [{}]}, {"entry": 4}, {"entry": 0, "as": []}, {"as": [], "more": 1}],
    ids=["no list", "a number", "a number in it", "no kind", "a later entry", "a deal", "an unknown field"],
)
def test_an_amend_that_is_none(wrong: dict[str, Any]) -> None:
    amend = {"kind": "amend", "entry": 1, **wrong}
    with pytest.raises(EntryError, match=r"^entry 3 \(amend\)"):
        read_record({**AMENDED, "entries": [*AMENDED["entries"][:3], amend]}, game_by_id)


# -- for every game -------------------------------------------------------------------------------------------------
every_game = pytest.mark.parametrize("game", list(offered().values()), ids=lambda game: game.id)


def amended_plays(game: Game[Any], examples: int = 6) -> Iterator[tuple[Play, Entry]]:
    """Games at random, each with an amend that is possible now."""
    found = 0
    for seed in range(40):
        random = Random(f"{game.id} {seed}")
        players = random.randint(game.least, game.most)
        play = Play(game, players, options_of(game, players, random), seed)
        play.busy, play.hurry = 0.05, 0.02
        with suppress(NothingOpenError):
            play.run(random.randint(5, 60))
            yield play, play.amend()
            found += 1
        if found == examples:
            return
    raise AssertionError("hardly anything can be amended")


@every_game
def test_an_amend_is_the_game_in_which_it_was_played_that_way(game: Game[Any]) -> None:
    for play, amend in amended_plays(game):
        entries, number = play.record.entries, amend["entry"]
        if any(entry["kind"] in (UNDO, AMEND) for entry in entries):
            continue
        never = [*entries[:number], *amend["as"], *entries[number + 1 :]]
        record = Record.load(game, play.record.players, play.record.given_options, never)
        play.record.append(amend)
        assert play.state == record.state


@every_game
def test_an_amend_that_is_undone_has_never_been(game: Game[Any]) -> None:
    for play, amend in amended_plays(game):
        before = deepcopy(play.state)
        play.record.append(amend)
        play.record.append({"kind": UNDO, "entry": len(play.record.entries) - 1})
        assert play.state == before


@every_game
def test_set_to_what_is_believed_changes_nothing(game: Game[Any]) -> None:
    for seed in range(4):
        play = Play(game, game.least, {}, seed, busy=0.05).run(25)
        move = game.moves["set"]
        assert isinstance(move, SetFacts)
        for one in move.believed(play.state):
            before = deepcopy(game.snapshot(play.state))
            whose = {} if one.seat < 0 else {"seat": one.seat}
            play.record.append({"kind": "set", **whose, one.field.name: one.value})
            assert game.snapshot(play.state) == before
        assert move.changed(play.state, {}) is None


def test_random_play_contains_all_that_puts_things_right() -> None:
    made: set[str] = set()
    for seed in range(30):
        entries = Play(game_by_id("saboteur"), 5, {}, seed, busy=0.1, hurry=0.05).run(200).record.entries
        made |= {entry["kind"] for entry in entries}
        made |= {"without" for entry in entries if entry.get("without")}
    assert made >= {"amend", "set", "correct", "stop", "join", "retire", "return", "without"}
