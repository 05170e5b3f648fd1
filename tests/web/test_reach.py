"""A box that is its own Wi-Fi, and phones that look for the internet in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import House

from companion.web.base_url import Site
from companion.web.security import PROBES

BOX = "http://10.42.0.1"
MAKERS = "connectivitycheck.example.com"
"""Whom a phone asks: every name leads to the box."""


@pytest.fixture(params=[True, False])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    with House(tmp_path / "data", BOX=request.param, SITE=Site(BOX)) as house:
        yield house


@pytest.mark.parametrize("path", PROBES)
def test_probe_finds_the_table_on_a_box_and_is_refused_by_any_other_computer(house: House, path: str) -> None:
    """The window that a phone opens then may drop cookies, and gets nothing else from that address."""
    answer = house.get(house.stranger, path, Host=MAKERS)
    if not house.app.config["BOX"]:
        assert answer.status_code == 421
        assert house.get(house.stranger, path).status_code == 404
        return
    assert answer.status_code == 200
    assert "Open this in your browser" in answer.text
    assert f"{BOX}/{house.code}" in answer.text
    assert not any(part in answer.text for part in ("<form", "<script", "<link", "<a ", "src="))
    assert "Set-Cookie" not in answer.headers
    assert house.get(house.stranger, path).status_code == 200
    assert house.stranger.head(path, headers={"Host": MAKERS}).status_code == 200


def test_box_refuses_every_other_page_under_a_strange_name(house: House) -> None:
    paths = ("/", f"/{house.code}", f"/{house.code}/table", "/generate_204/", "/static/app/icon.svg", "/b/phone.css")
    for path in paths:
        assert house.get(house.host, path, Host=MAKERS).status_code == 421, path
    assert house.stranger.post("/generate_204", headers={"Host": MAKERS}).status_code == 421


def test_probe_says_the_address_alone_before_there_is_a_table(tmp_path: Path) -> None:
    with House(tmp_path / "data", (), BOX=True, SITE=Site(BOX)) as house:
        found = house.store.tables.all()
        answer = house.get(house.stranger, "/generate_204", Host=MAKERS)
        assert BOX in answer.text
        assert house.store.tables.all() == found, "asking changes nothing"
