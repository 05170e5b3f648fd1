"""The table has another address: phones come without their cookies, and nobody sits down twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import House, house
from flask.testing import FlaskClient

from companion.web.claims import SECONDS, Claims


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[House]:
    """Two play; a phone that holds no stream is not there."""
    with house(tmp_path) as found:
        found.deals("dark-cave")
        yield found


def offered(page: str) -> list[str]:
    return re.findall(r">I am (\w+)</a>", page)


def asks(at_home: House, name: str) -> FlaskClient:
    """A phone without a cookie, which has scanned the code and says whose it is."""
    phone = at_home.app.test_client()
    seat = next(seat for seat in at_home.table.at.seats if seat.name == name)
    assert at_home.post(phone, "ask", seat=seat.id).headers["Location"] == f"/{at_home.code}/ask"
    return phone


def question(at_home: House) -> list[str]:
    return re.findall(r"action=\"(/\w+/host/asked/\d+/yes)\"", at_home.page(at_home.host, "table"))


def test_who_scans_is_asked_first_whether_they_are_one_of_the_lost(at_home: House) -> None:
    page = at_home.page(at_home.stranger)
    assert offered(page) == ["Anna", "Ben", "Cleo", "Dora"]
    assert page.index("Are you one of them?") < page.index('name="name"')
    link = re.findall(r'href="(/\w+/back\?seat=\d+)"', page)[1]
    assert re.search(
        r'value="\d+" required checked><span class="figure.*?</span>Ben', at_home.page(at_home.stranger, link)
    )


def test_nobody_is_asked_whose_phones_are_all_there(at_home: House) -> None:
    streams = [phone.get(f"/{at_home.code}/stream/phone") for phone in at_home.phones]
    for stream in streams:
        next(iter(stream.response))
    assert offered(at_home.page(at_home.stranger)) == []
    streams[2].close()
    assert offered(at_home.page(at_home.stranger)) == ["Cleo"]


def test_with_the_hosts_yes_the_seat_follows(at_home: House) -> None:
    seats = [(seat.id, seat.name) for seat in at_home.table.at.seats]
    phone = asks(at_home, "Ben")
    assert 'http-equiv="refresh"' in at_home.page(phone, "ask")
    assert "I am Ben" in at_home.page(at_home.host, "table")
    assert "I am Ben" not in at_home.page(at_home.stranger, "watch"), "only the host is asked"
    (yes,) = question(at_home)
    assert at_home.post(at_home.stranger, yes).status_code == 403
    assert at_home.post(at_home.host, yes).status_code == 303
    for _ in range(2):
        assert at_home.get(phone, "ask").status_code == 303, "an answer may get lost"
    assert 'data-key="card"' in at_home.page(phone)
    assert [(seat.id, seat.name) for seat in at_home.table.at.seats] == seats
    assert question(at_home) == []
    assert "This phone holds no seat here any more" in at_home.page(at_home.phones[1]), "the old one has none"


def test_with_the_hosts_no_nothing_follows(at_home: House) -> None:
    phone = asks(at_home, "Ben")
    (yes,) = question(at_home)
    assert at_home.post(at_home.host, yes.replace("yes", "no")).status_code == 303
    assert "has not said yes" in at_home.page(phone, "ask")
    assert 'data-key="card"' in at_home.page(at_home.phones[1])
    assert at_home.post(at_home.host, yes).status_code == 410


def test_each_name_is_asked_once_and_the_last_phone_waits(at_home: House) -> None:
    first, second = asks(at_home, "Ben"), asks(at_home, "Ben")
    (yes,) = question(at_home)
    assert "has not said yes" in at_home.page(first, "ask")
    at_home.post(at_home.host, yes)
    assert at_home.get(second, "ask").status_code == 303
    assert 'data-key="card"' not in at_home.page(first)


def test_asking_is_limited_and_nobody_else_gets_the_seat(at_home: House) -> None:
    seat = at_home.table.at.seats[0].id
    statuses = [at_home.post(at_home.app.test_client(), "ask", seat=seat).status_code for _ in range(9)]
    assert statuses == [303] * 8 + [429]
    assert at_home.post(at_home.phones[1], "ask", seat=seat).headers["Location"] == f"/{at_home.code}"
    (yes,) = question(at_home)
    at_home.post(at_home.host, yes)
    assert 'data-key="card"' not in at_home.page(at_home.stranger, "ask")


def test_nobody_waits_for_ever() -> None:
    now = [0.0]
    claims = Claims(lambda: now[0])
    claim = claims.make("ACDE", 1)
    now[0] = SECONDS
    assert claims.open("ACDE") == ()
    assert claims.of("ACDE", claim.secret) is None
