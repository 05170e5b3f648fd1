"""The page to print says how to join, and how the game goes that people play or have chosen."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from faults.house import House

from companion.games import game_by_id, list_offered
from companion.table.commands import rounds
from companion.web.base_url import Site


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, SITE=Site("http://192.168.1.5:8000")) as made:
        yield made


def printed(house: House) -> str:
    return unescape(house.page(house.host, "host/print"))


def lines(house: House) -> list[str]:
    game = house.table.state.game
    return [str(words) for _, words in game.teaches.in_a_minute(house.table.state.options)]


def printed_for(house: House, game: str, options: dict[str, Any]) -> list[str]:
    house.table.run(rounds.choose, game, options)
    return lines(house)


@pytest.mark.parametrize("game", list_offered())
def test_print_page_has_the_code_and_how_to_play_the_chosen_game(house: House, game: str) -> None:
    house.table.run(rounds.choose, game, {})
    page = printed(house)
    assert page.count('<svg class="qr"') == 1
    assert f"/{house.code}</p>" in page
    known = game_by_id(game)
    assert str(known.title) in page
    told = lines(house) or [str(role.title) for role in known.guide.roles]
    assert bool(told) == bool(known.guide.roles)
    assert [line for line in told if line not in page] == []


def test_print_page_has_the_game_being_played_with_its_options(house: House) -> None:
    usual = printed_for(house, "saboteur-2", {})
    house.deals("saboteur-2", roles="2004")
    assert lines(house) != usual
    assert [line for line in lines(house) if line not in printed(house)] == []


def test_print_page_leads_back_where_the_host_came_from(house: House) -> None:
    for page in ("table", "host"):
        came = house.get(house.host, "host/print", Referer=f"http://localhost/{house.code}/{page}")
        assert f'href="/{house.code}/{page}"' in came.text


def test_print_page_is_in_the_menu_of_the_host_and_for_nobody_else(house: House) -> None:
    menu = house.page(house.host, "host/panel/menu")
    assert 'href="host/print"' in menu
    assert house.get(house.phones[0], "host/print").status_code == 403
    assert house.get(house.stranger, "host/print").status_code == 403
