"""The story of a score: its steps, and the standing over several rounds."""

from typing import Any

import pytest
from example_game import GAME
from facts import steps_of
from harbour import dealt, enter, lobby, turn

from companion.engine.score_story import list_steps, make_standing_steps
from companion.engine.state import OVER, ROUND_OVER
from companion.games import game_by_id

END = {"kind": "end", "reason": "cards"}


def over(**coins: int) -> Any:
    state = dealt()
    for seat in state.seats:
        seat.coins = coins.get(seat.name, 0)
    return enter(state, END)


def told(steps: Any) -> list[list[str]]:
    return [[str(step.title), *(str(line.text) for line in step.lines)] for step in steps]


def test_list_steps_tells_nothing_before_the_round_is_scored() -> None:
    assert list_steps(GAME, dealt()) == []
    assert list_steps(GAME, lobby()) == []


def test_list_steps_begins_with_how_the_round_ended_and_ends_with_the_winners() -> None:
    steps = list_steps(GAME, over(Anna=3, Cleo=1))
    assert told(steps) == [
        ["What the coins count", "The draw deck and all hands are empty.", "Anna, keeper", "Ben, keeper",
         "Cleo, wrecker: 1 × 2"],
        ["The winner", "Anna wins!"],
    ]  # fmt: skip
    assert [step.picture for step in steps] == [False, True], "the table shows the winner with the last step"


def test_list_steps_says_nothing_of_an_end_without_a_sentence() -> None:
    state = enter(dealt(), {"kind": "end", "reason": "agreed"})
    assert told(list_steps(GAME, state))[0][1] == "Anna, keeper"


def test_list_steps_of_a_game_stopped_before_a_round_was_scored() -> None:
    state = enter(dealt(), *turn(0, "salvage"), {"kind": "stop"})
    assert told(list_steps(GAME, state)) == [
        ["The game was stopped", "The unfinished round isn't scored."],
        ["Nobody wins", "No round was scored."],
    ]


def standing(*history: list[int], status: str = ROUND_OVER, has: list[int] | None = None, paced: bool = False) -> Any:
    state = dealt()
    state.history = list(history)
    state.status = status
    totals = [sum(column) for column in zip(*history, strict=True)] if has is None else has
    for seat, total in zip(state.seats, totals, strict=True):
        seat.coins = total
    return told(make_standing_steps(GAME, state, paced))


def test_make_standing_steps_goes_from_the_last_place_to_the_first() -> None:
    assert standing([1, 4, 2], [3, 0, 3]) == [
        ["All rounds", "2. Anna: 1 + 3 = 4", "2. Ben: 4 + 0 = 4", "1. Cleo: 2 + 3 = 5"]
    ]


def test_make_standing_steps_tells_no_standing_after_the_first_round() -> None:
    assert standing([1, 4, 2]) == []


def test_make_standing_steps_says_by_how_much_a_sum_was_corrected() -> None:
    assert standing([1, 4, 2], [0, 0, 0], has=[1, 2, 2])[0][2:] == [
        "1. Ben: 4 + 0, corrected by −2, = 2",
        "1. Cleo: 2 + 0 = 2",
    ]


def test_make_standing_steps_paced_tells_each_place_by_itself_and_the_first_with_who_has_won() -> None:
    assert standing([1, 4, 4], status=OVER, paced=True) == [
        ["Place 3", "Anna: 1 = 1"],
        ["The winners", "Highest total: 4 points each.", "Ben: 4 = 4", "Cleo: 4 = 4", "Ben wins!", "Cleo wins!"],
    ]


@pytest.mark.parametrize("paced", [False, True])
def test_make_standing_steps_crowns_nobody_before_the_game_is_over(paced: bool) -> None:
    assert not any("wins!" in " ".join(step) for step in standing([1, 4, 2], [0, 0, 1], paced=paced))


def test_make_standing_steps_where_nobody_has_anything_nobody_wins() -> None:
    last = steps_of(game_by_id("saboteur"), {"cards": ["gold-digger"] * 4, "finder": None})[-1]
    assert [str(last.title), str(last.lines[0].text)] == ["Nobody wins", "Everyone has 0 nuggets."]
