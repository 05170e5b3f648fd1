"""A table as one value: its stage, from the lobby to the end of a game."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from built import ROOT
from faults.house import STOP_HERE, House

from companion.table import Stage
from companion.table.commands import reveal_score, rounds

TREASURE = {"kind": "play-path", "by": 0, "goal": "treasure"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as made:
        made.table.run(rounds.choose, "saboteur", {})
        made.table.state.dice = Random(1)
        yield made


def test_stage_follows_a_game_from_the_lobby_to_its_end(house: House) -> None:
    stages: list[Stage] = []

    def notes_stage() -> None:
        stages.append(house.table.state.stage)

    notes_stage()
    for _ in range(3):
        house.table.run(rounds.deal, 0)
        notes_stage()
        house.table.run(rounds.start_early)
        notes_stage()
        house.acts(STOP_HERE)
        notes_stage()
        house.tells()
    house.table.run(rounds.open_lobby)
    notes_stage()
    in_round = [Stage.LOOKING, Stage.PLAYING]
    first_two = [*in_round, Stage.ROUND_OVER] * 2
    assert stages == [Stage.LOBBY, *first_two, *in_round, Stage.OVER, Stage.LOBBY]


def test_takes_entries_in_play_and_when_no_card_lies_face_down(house: House) -> None:
    def where() -> tuple[Stage, bool, bool]:
        table = house.table.state
        return table.stage, table.face_down, table.takes_entries

    assert where() == (Stage.LOBBY, False, False)
    house.table.run(rounds.deal, 0)
    assert where() == (Stage.LOOKING, False, False)
    house.table.run(rounds.start_early)
    assert where() == (Stage.PLAYING, False, True)
    house.acts(TREASURE)
    assert where() == (Stage.SCORING, True, False)
    house.turns_up()
    assert where() == (Stage.SCORING, False, True), "the gold has not been handed out"


def test_stage_stays_round_over_while_the_score_is_revealed(house: House) -> None:
    house.deals("saboteur")
    house.acts(STOP_HERE)
    view = house.table.view
    assert (view.stage, view.told, view.round_over) == (Stage.ROUND_OVER, False, False)
    while not house.table.state.told:
        house.table.run(reveal_score.reveal_next)
    view = house.table.view
    assert (view.stage, view.told, view.round_over) == (Stage.ROUND_OVER, True, True)


def test_stages_that_templates_ask_for_exist() -> None:
    templates = (ROOT / "templates").rglob("*.html")
    asked = {word for path in templates for word in re.findall(r'\bstage [!=]= "([^"]+)"', path.read_text("utf-8"))}
    assert asked <= {*Stage, "over", "open", "back"}, "the last three are those of a device that is handed round"
    assert Stage.LOBBY in asked
