"""One person, one colour and one icon: in the lobby, at the table, on phones, in the plot, in the history and looking
back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from faults.house import NAMES, House
from games_in_files import BUNDLED, game_in

from companion.avatars import FIGURES, assign_avatars
from companion.engine.text import T, join_sentences
from companion.games import all_games
from companion.table.commands import play, seating
from companion.table.log import find_named_seat

FIGURE = r'<span class="figure s(\d+)"[^>]*><svg[^>]*><use href="[^"#]*#([\w-]+)"/></svg></span>'
LINE = (
    r'<svg class="mark s(\d+)"[^>]*><svg[^>]*><use href="[^"#]*#([\w-]+)"/></svg></svg>'
    r'<text class="who s(\d+)"[^>]*>-?\d+ '
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as found:
        yield found


def shown(page: str, name: str) -> set[tuple[str, str]]:
    """The colours and icons before a name on a page."""
    between = r"(?:<svg(?:(?!</svg>).)*</svg>|<(?!li|tr|span class=\"figure|svg)[^>]*>|\s)*"
    return set(re.findall(FIGURE + between + name, page))


def lines(page: str, name: str) -> set[tuple[str, str]]:
    """Those of the line of a plot."""
    return {(colour, figure) for colour, figure, text in re.findall(LINE + name, page) if colour == text}


def test_figures_are_no_pictures_of_roles() -> None:
    games = [*all_games().values(), *map(game_in, BUNDLED)]
    assert not set(FIGURES) & {role.icon for game in games for role in game.roles.values()}


@pytest.mark.parametrize("chosen", [{}, {"figure": "fox"}], ids=["nothing", "chosen"])
def test_one_person_has_one_look_everywhere(house: House, chosen: dict[str, str]) -> None:
    table, host, anna = house.table, house.host, house.phones[0]
    if chosen:
        house.post(house.phones[1], "figure", **chosen)
    pages = {"lobby": house.page(host, "table"), "lobby, phone": house.page(anna)}
    house.deals("saboteur")
    for seat in range(len(NAMES)):  # who has the same all the time has no line of their own
        table.run(play.act, [{"kind": "correct", "seat": seat, "gold": seat + 1}], "table", "", seat)
    pages["places"] = house.page(host, "table")
    pages["row"] = house.page(anna, "panel/i")
    house.ends()
    for _ in range(2):
        house.begins()
        house.ends()
    pages["end, phone"] = house.page(anna)
    (evening,) = house.hall.read_book().evenings
    pages["evening"] = house.page(host, f"/book/evening/{evening.id}")
    pages["book"] = house.page(host, "/book")
    end = house.page(host, "table")
    for name in NAMES:
        looks = {place: shown(page, name) for place, page in pages.items()}
        looks |= {"plot": lines(end, name), "plot, phone": lines(pages["end, phone"], name)}
        (look,) = looks["lobby"]
        assert {place: one for place, one in looks.items() if one != {look}} == {}, name
        if name == "Ben" and chosen:
            assert look == (str(FIGURES.index("fox")), "fox")


def test_log_lines_begin_with_the_look_of_the_one_they_name(house: House) -> None:
    house.deals("saboteur")
    for seat in range(3):
        house.acts({"kind": "play-path", "by": seat})
    places = house.page(house.host, "table")
    for page in (
        places.partition('<ol class="lately">')[2].partition("</ol>")[0],
        house.page(house.host, "host/panel/log"),
    ):
        assert [shown(page, name) for name in NAMES] == [*(shown(places, name) for name in NAMES[:3]), set()]
    house.acts({"kind": "correct", "note": "we counted"})
    assert [line.seat for line in house.table.view.newest][:4] == [None, 2, 1, 0]


def test_find_named_seat_is_none_for_a_line_without_that_name() -> None:
    """Also if the name's letters are in other words."""
    state: Any = SimpleNamespace(seats=[SimpleNamespace(name="An")])
    assert find_named_seat(T("Another one has answered."), {"by": 0}, state) is None
    assert find_named_seat(T("{what} Entered by {name}.", what=T("Nothing."), name="An"), {"by": 0}, state) == 0
    assert find_named_seat(join_sentences([T("{name} digs.", name="An"), T("Nothing.")]), {"seat": 0}, state) == 0


def test_add_seat_gives_who_comes_again_the_look_of_before(house: House) -> None:
    """Chosen or not, at whatever seat."""
    first, second = house.table, house.hall.tables.create()
    for name in reversed(NAMES):
        second.run(seating.add_seat, name)
    looks = [{seat.name: seat.figure for seat in table.state.seats} for table in (first, second)]
    assert looks[0] == looks[1]


def test_figure_refuses_an_icon_that_someone_else_has(house: House) -> None:
    table, (anna, ben, *_) = house.table, house.phones
    house.post(anna, "figure", figure="fox")
    before = table.state.seats[1]
    response = house.post(ben, "figure", figure="fox")
    assert response.status_code >= 400
    assert "Anna already has that" in response.text
    assert table.state.seats[1] == before
    assert house.post(ben, "figure", figure="dragon").status_code == 422


def test_figure_swaps_icons_of_two_people_where_all_are_taken(house: House) -> None:
    table, anna = house.table, house.phones[0]
    for n in range(5, 13):
        house.joins(f"Player {n}")
    before = [seat.figure for seat in table.state.seats]
    assert "Swap icons with Ben" in house.page(anna, "panel/i")
    assert house.post(anna, "figure", figure=before[1]).status_code == 200
    assert [seat.figure for seat in table.state.seats] == [before[1], before[0], *before[2:]]
    assert "Anna and Ben have swapped icons." in str(table.view.newest[0].text)


def test_assign_avatars_gives_twelve_people_twelve_looks() -> None:
    looks = assign_avatars([None] * 12)
    assert len({colour for colour, _ in looks}) == len({figure for _, figure in looks}) == 12
    assert assign_avatars(["fox", None, "fox"])[0].figure == "fox"
    assert len(set(assign_avatars(["fox", "fox", FIGURES[0]]))) == 3
