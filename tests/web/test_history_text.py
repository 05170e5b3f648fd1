"""The history in words: dates, lengths, results."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from companion.history.history import Person
from companion.web.render.history_text import (
    list_options,
    say_day,
    say_end,
    say_game,
    say_length,
    say_name,
    say_result,
    say_role,
    say_side,
    write_clock,
)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The table's time zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("the system's time zone can't be set")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
def test_say_day_and_write_clock_are_in_the_time_zone_of_the_table() -> None:
    assert str(say_day("2026-01-02 19:05:00")) == "Friday 2 January 2026"
    assert write_clock("2026-01-02 19:05:00") == "20:05"
    assert str(say_day("2026-07-31 22:30:00")) == "Saturday 1 August 2026"


@pytest.mark.parametrize(("minutes", "said"), [(0, "0 min"), (59, "59 min"), (60, "1 h 00 min"), (125, "2 h 05 min")])
def test_say_length_counts_hours_from_sixty_minutes_on(minutes: int, said: str) -> None:
    assert str(say_length(minutes)) == said


def test_say_name_of_a_forgotten_person_is_someone() -> None:
    assert say_name(Person("1f", "Anna")) == "Anna"
    assert str(say_name(Person("", "Somebody 3"))) == "someone"


def test_say_game_role_and_side_are_as_they_were_written_where_they_are_not_known() -> None:
    assert str(say_game("saboteur")) == "Saboteur"
    assert say_game("chess") == "chess"
    assert str(say_role("saboteur", "saboteur")) == "saboteur"
    assert say_role("saboteur", "no-such") == "no-such"
    assert say_side("chess", "white") == "white"


def play(over_by: str = "", winners: tuple[str, ...] = (), **options: Any) -> Any:
    results = [SimpleNamespace(won=True, person=Person(name, name)) for name in winners]
    outcome = SimpleNamespace(over_by=over_by, options=options)
    return SimpleNamespace(game="saboteur", outcome=outcome, results=results)


def test_list_options_are_those_that_are_not_as_in_the_box() -> None:
    usual = play(rounds=3, count_cards=False, dealing="cards")
    assert list_options(usual) == []
    assert [str(text) for text in list_options(play(rounds=2))] == ["Rounds: 2"]
    assert list_options(SimpleNamespace(**{**vars(play(rounds=2)), "game": "chess"})) == []  # type: ignore[arg-type]


def test_say_end_is_in_the_words_of_the_game() -> None:
    assert str(say_end(play("stopped"))) == "The game was stopped."
    assert say_end(play("no-such")) is None


@pytest.mark.parametrize(
    ("winners", "said"),
    [((), "Nobody has won."), (("Anna",), "Anna wins."), (("Anna", "Ben"), "Anna and Ben win.")],
)
def test_say_result_names_the_winners(winners: tuple[str, ...], said: str) -> None:
    assert str(say_result(play(winners=winners))) == said
