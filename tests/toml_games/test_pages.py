"""The page on which a table adds a game."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.visibility import OWN
from companion.table.snapshot import seats_that_saw
from companion.toml_games.game import RoleGame
from companion.toml_games.pages import ParsedUpload
from companion.toml_games.parser import Mistake
from companion.web.pages import FACE_THAT_LEARNS

from .conftest import AtTable
from .quest import QUEST
from .tables import LONG, TELLER, VILLAGE

At = Callable[[RoleGame, int], AtTable]


@pytest.mark.parametrize(("line", "said"), [(2, "b = 2"), (1, "a = 1"), (None, ""), (9, "")])
def test_line_of_a_mistake_is_that_of_the_text(line: int | None, said: str) -> None:
    assert ParsedUpload("a = 1\n  b = 2", "x").line(Mistake(line, "wrong")) == said


def test_add_takes_a_game_of_the_table_alone_and_check_shows_mistakes_by_line(seats: At, tmp_path: Path) -> None:
    at = seats(VILLAGE, 5)
    assert "Add a game" in at.shown()
    front = at.page(at.host, "host/games")
    ours = {"outsider", "spies", "village"}
    assert {name for name in ours if f'class="box" href="/{at.table.code}/host/games?of={name}"' in front} == ours
    checked = at.posts("games/check", text=QUEST.replace('of = ["evil"]', 'of = ["evyl"]'))[1]
    assert re.search(
        'data-line="40".*of = .*evyl.*no card or side is called "evyl": did you mean "evil"?', checked, re.DOTALL
    )
    shown = at.posts("games/check", text=QUEST)[1]
    assert "Evil:" in shown
    meant = at.posts("games/check", text=QUEST.replace('"Servant"', '"Merlin"'))[1]
    assert meant.count("have the same name") == 1
    many = TELLER.replace('fill = "servant"', 'fill = "assassin"\naside = 3').replace("assassin = 1", "servant = 1")
    aside = at.posts("games/check", text=many, players="5")[1]
    named = ("Teller", "Merlin", "Percival", "Assassin", "Servant")
    assert all(f'<b class="name">{name}</b>' in aside for name in named), "those that may lie aside, too"
    assert at.posts("games", text="[game]")[0] == 422
    assert at.posts("games", text=QUEST, name="saboteur")[0] == 422
    assert at.posts("games", text=QUEST, name="village")[0] == 409, "it comes with the program"
    assert at.posts("games", text=QUEST)[0] == 303
    assert (at.store.folder / "games" / "quest.toml").read_text("utf-8") == QUEST
    assert at.table.state.game.title.message == "Quest"
    status, said = at.posts("games", text=QUEST)
    assert (status, "There's already a game called quest" in said) == (409, True)
    assert at.posts("games", text=QUEST, replace="1")[0] == 303
    assert at.page(at.host, "host/games/quest.toml") == QUEST
    assert at.posts("games", text=LONG, name="long")[0] == 303
    at.posts("deal")
    sizes = set()
    for seat in range(5):
        at.post(at.host, f"hand/{seat}/open")
        face = at.post(at.host, f"hand/{seat}/look", key="card")
        assert seat in seats_that_saw(at.table.state, OWN), "counted when it begins, however long one reads"
        assert ("Ж" in face.text) == (at.state.seats[seat].card == "seer")
        sizes.add(len(face.data))
    assert sizes == {FACE_THAT_LEARNS}, "who is told most reads as many bytes as the others"
    assert at.post(at.stranger, "host/games", text=QUEST).status_code == 403
