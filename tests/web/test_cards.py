"""The page "Cards and roles": what of a game can be looked up."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.games import list_offered


@pytest.mark.parametrize("game", list_offered())
def test_cards_page_has_something_under_each_heading(host: FlaskClient, game: str) -> None:
    page = host.get(f"/cards/{game}").text
    sections = re.findall(r'<section id="(c-\w+)">(.*?)</section>', page, re.DOTALL)
    assert sections
    assert [id for id, section in sections if "about-card" not in section] == []
    assert re.findall(r'href="#(c-\w+)"', page) == [id for id, _ in sections]
