"""The state of a game in one file: who is asked now, and who is in."""

from typing import Any

import pytest

from companion.toml_games.state import Question, Seat, State


def table(players: int = 4, **options: Any) -> State:
    return State({"dealing": "phones", **options}, [Seat(f"P{seat}") for seat in range(players)])


def test_question_is_the_last_one_while_it_is_open() -> None:
    state = table()
    assert state.question is None
    state.questions = [Question(0, False, None), Question(1, False, None)]
    assert state.question is None
    state.open = True
    assert state.question is state.questions[1]


def test_asked_are_all_who_are_in_or_one_alone_and_nobody_at_night() -> None:
    state = table()
    state.seats[1].out = True
    state.seats[2].retired = True
    state.open = True
    for question, asked, asks_all in (
        (Question(0, False, None), [0, 3], True),
        (Question(0, False, 3), [3], False),
        (Question(0, False, 1), [], False),
        (Question(0, True, None), [], False),
    ):
        state.questions = [question]
        assert (state.asked, state.asks_all) == (asked, asks_all)


@pytest.mark.parametrize(("away", "there"), [("out", False), ("retired", False), ("sits_out", False), ("", True)])
def test_is_in_unless_a_player_is_out_has_left_or_sits_out(away: str, there: bool) -> None:
    state = table()
    if away:
        setattr(state.seats[0], away, True)
    assert state.is_in(0) == there
    assert state.is_in(1)


def test_language_of_the_drawn_words_is_english_where_nobody_has_set_it() -> None:
    assert (table().language, table(language="de").language) == ("en", "de")


def test_asks_all_of_nobody_is_false() -> None:
    assert not table().asks_all
