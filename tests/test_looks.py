"""One person, one colour and one figure: in the lobby, at the table, on phones, in the plot, in the book and looking
back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.kept.store import Store
from companion.looks import FIGURES, looks_of
from companion.rules.text import T, sentences
from companion.table import dealing, ending, playing, seating, settings
from companion.table.log import named_seat
from companion.web.app import create_app

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
OVER = {"kind": "end", "reason": "agreed"}
FIGURE = r'<span class="figure s(\d+)"[^>]*><svg[^>]*><use href="[^"#]*#([\w-]+)"/></svg></span>'
LINE = (
    r'<svg class="mark s(\d+)"[^>]*><svg[^>]*><use href="[^"#]*#([\w-]+)"/></svg></svg>'
    r'<text class="who s(\d+)"[^>]*>-?\d+ '
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with closing(Store(tmp_path)) as store:
        yield create_app(store)


@pytest.fixture
def host(app: Any) -> FlaskClient:
    client: FlaskClient = app.test_client()
    client.get(f"/host/{app.extensions['context'].store.host_key()}")
    return client


def shown(page: str, name: str) -> set[tuple[str, str]]:
    """The colours and figures that stand before a name on a page."""
    between = r"(?:<svg(?:(?!</svg>).)*</svg>|<(?!li|tr|span class=\"figure|svg)[^>]*>|\s)*"
    return set(re.findall(FIGURE + between + name, page))


def lines(page: str, name: str) -> set[tuple[str, str]]:
    """Those of the line of a plot."""
    return {(colour, figure) for colour, figure, text in re.findall(LINE + name, page) if colour == text}


def phone(app: Any, code: str, name: str) -> FlaskClient:
    client: FlaskClient = app.test_client()
    assert client.post(f"/{code}/join", data={"name": name}).status_code == 303
    return client


def deal(table: Any) -> None:
    table.do(dealing.deal, 0)
    table.do(dealing.start_early)


def tell(table: Any) -> None:
    table.do(playing.act, [OVER], "table", "")
    while not table.at.told:
        table.do(ending.show_next)


@pytest.mark.parametrize("chosen", [{}, {"figure": "fox"}], ids=["nothing", "chosen"])
def test_one_person_has_one_look_everywhere(app: Any, host: FlaskClient, chosen: dict[str, str]) -> None:
    table = app.extensions["context"].tables.create()
    phones = [phone(app, table.code, name) for name in NAMES]
    for client in phones[1:2]:
        client.post(f"/{table.code}/me", data=chosen)
    pages = {"lobby": host.get(f"/{table.code}/table").text, "lobby, phone": phones[0].get(f"/{table.code}").text}
    table.do(settings.choose, "saboteur", {})
    deal(table)
    for seat in range(len(NAMES)):  # who has the same all the time has no line of their own
        table.do(playing.act, [{"kind": "correct", "seat": seat, "gold": seat + 1}], "table", "", seat)
    pages["places"] = host.get(f"/{table.code}/table").text
    pages["row"] = phones[0].get(f"/{table.code}").text
    tell(table)
    for _ in range(2):
        deal(table)
        tell(table)
    pages["end, phone"] = phones[0].get(f"/{table.code}").text
    (evening,) = app.extensions["context"].book().evenings
    pages["evening"] = host.get(f"/book/evening/{evening.id}").text
    pages["book"] = host.get("/book").text
    end = host.get(f"/{table.code}/table").text
    for name in NAMES:
        looks = {place: shown(page, name) for place, page in pages.items()}
        looks |= {"plot": lines(end, name), "plot, phone": lines(pages["end, phone"], name)}
        (look,) = looks["lobby"]
        assert {place: one for place, one in looks.items() if one != {look}} == {}, name
        if name == "Ben" and chosen:
            assert look == (str(FIGURES.index("fox")), "fox")


def test_lines_of_the_log_begin_with_the_look_of_the_one_they_name(app: Any, host: FlaskClient) -> None:
    table = app.extensions["context"].tables.create()
    phones = [phone(app, table.code, name) for name in NAMES]
    table.do(settings.choose, "saboteur", {})
    deal(table)
    for seat in range(3):
        table.do(playing.act, [{"kind": "play-path", "by": seat}], "table", "")
    places = host.get(f"/{table.code}/table").text
    for page in (
        places.partition('<ol class="lately">')[2].partition("</ol>")[0],
        host.get(f"/{table.code}/host/panel/log").text,
        phones[0].get(f"/{table.code}/panel/log").text,
    ):
        assert [shown(page, name) for name in NAMES] == [*(shown(places, name) for name in NAMES[:3]), set()]
    table.do(playing.act, [{"kind": "correct", "note": "we counted"}], "table", "")
    assert [line.seat for line in table.now.everybody.log][:4] == [None, 2, 1, 0]


def test_line_that_keeps_a_name_to_itself_begins_with_no_look() -> None:
    """Also where the name's letters stand in other words."""
    state: Any = SimpleNamespace(seats=[SimpleNamespace(name="An")])
    assert named_seat(T("Another one has answered."), {"by": 0}, state) is None
    assert named_seat(T("{what} So says {name}.", what=T("Nothing."), name="An"), {"by": 0}, state) == 0
    assert named_seat(sentences([T("{name} digs.", name="An"), T("Nothing.")]), {"seat": 0}, state) == 0


def test_who_comes_again_looks_as_before(app: Any) -> None:
    """Chosen or not, at whatever place."""
    tables = app.extensions["context"].tables
    first, second = tables.create(), tables.create()
    for name in NAMES:
        first.do(seating.add_seat, name)
    for name in reversed(NAMES):
        second.do(seating.add_seat, name)
    looks = [{seat.name: seat.figure for seat in table.at.seats} for table in (first, second)]
    assert looks[0] == looks[1]


def test_nobody_takes_what_somebody_else_has(app: Any) -> None:
    table = app.extensions["context"].tables.create()
    anna, ben = (phone(app, table.code, name) for name in NAMES[:2])
    anna.post(f"/{table.code}/me", data={"figure": "fox"})
    before = table.at.seats[1]
    response = ben.post(f"/{table.code}/me", data={"figure": "fox"})
    assert response.status_code >= 400
    assert "Anna has that already" in response.text
    assert table.at.seats[1] == before
    assert ben.post(f"/{table.code}/me", data={"figure": "dragon"}).status_code == 422


def test_where_all_figures_are_worn_two_people_swap_them(app: Any) -> None:
    table = app.extensions["context"].tables.create()
    names = ["Anna", "Ben", *(f"Player {n}" for n in range(3, 13))]
    anna, *_ = (phone(app, table.code, name) for name in names)
    before = [seat.figure for seat in table.at.seats]
    assert "Swap figures with Ben" in anna.get(f"/{table.code}").text
    assert anna.post(f"/{table.code}/me", data={"figure": before[1]}).status_code == 303
    assert [seat.figure for seat in table.at.seats] == [before[1], before[0], *before[2:]]
    assert "Anna and Ben have swapped figures." in str(table.now.everybody.log[0].text)


def test_twelve_people_have_twelve_looks() -> None:
    looks = looks_of([None] * 12)
    assert len({colour for colour, _ in looks}) == len({figure for _, figure in looks}) == 12
    assert looks_of(["fox", None, "fox"])[0].figure == "fox"
    assert len(set(looks_of(["fox", "fox", FIGURES[0]]))) == 3
