"""Guesses at codes, tokens, links and the host key; and the mistakes of people, which are none."""

from __future__ import annotations

import secrets
from html import unescape
from random import Random

import pytest
from flask.testing import FlaskClient
from sizes import size

from companion.storage.store import CODE_LETTERS
from companion.table.commands import seating

from .house import House

ADDRESS = "192.168.0.66"
GUESSES = size("GUESSES", 100, 1000)


@pytest.fixture
def attacker(at_home: House) -> FlaskClient:
    client = at_home.app.test_client()
    client.environ_base["REMOTE_ADDR"] = ADDRESS
    return client


def test_attacker_locks_out_nobody_else(at_home: House, attacker: FlaskClient) -> None:
    seat = at_home.table.state.seats[0].id
    for number in range(30):
        at_home.get(attacker, f"/find?code=ZZ{number:02}")
        at_home.get(attacker, f"/host/guess{number}")
        at_home.post(attacker, f"s/guess{number}")
        at_home.post(attacker, "ask", seat=seat)
    assert at_home.get(attacker, "/find?code=ZZZZ").status_code == 429
    link = at_home.store.seats.make_link(seat)
    assert at_home.post(at_home.stranger, f"s/{link}").status_code == 303
    assert at_home.get(at_home.stranger, "/find?code=ZZZZ").status_code == 404
    assert at_home.get(at_home.host, "table").status_code == 200
    assert at_home.get(attacker, "").status_code == 200


def test_wrong_codes_are_soon_not_looked_at(at_home: House, attacker: FlaskClient) -> None:
    """Of all the codes that nobody has eight are looked at. A right one is always let in, so it is none of them."""
    random = Random(5)
    codes = ["".join(random.choices(CODE_LETTERS, k=4)) for _ in range(2 * GUESSES)]
    statuses = [at_home.get(attacker, f"/{code}").status_code for code in codes if code != at_home.code]
    assert statuses[:8] == [404] * 8
    assert set(statuses[8:]) == {429}


@pytest.mark.parametrize("what", ["host key", "host cookie", "seat token", "link"])
def test_keys_are_not_found_by_trying(at_home: House, attacker: FlaskClient, what: str) -> None:
    """Of the right form, and some that start right."""
    real = {
        "host key": at_home.store.host_key,
        "host cookie": at_home.store.host_key,
        "seat token": at_home.phones[0].get_cookie(f"seat_{at_home.code}").value,  # type: ignore[union-attr]
        "link": at_home.store.seats.make_link(at_home.table.state.seats[0].id),
    }[what]
    guesses = [secrets.token_urlsafe(16) for _ in range(GUESSES)] + [real[:n] for n in range(1, 20)] + [real + "A"]
    seen = set()
    for guess in guesses:
        if what == "host key":
            seen.add(at_home.get(attacker, f"/host/{guess}").status_code)
        elif what == "link":
            seen.add(at_home.post(attacker, f"s/{guess}").status_code)
        elif what == "host cookie":
            attacker.set_cookie("host", guess, domain="localhost")
            seen.add(at_home.get(attacker, "table").status_code)
        else:
            attacker.set_cookie(f"seat_{at_home.code}", guess, domain="localhost")
            assert "You're in" not in unescape(at_home.page(attacker))
    assert seen <= {403, 404, 410, 429}


def test_photographed_join_code_gives_no_seat_of_others_and_no_silent_one(at_home: House) -> None:
    """Whoever has a photo of the code can watch and join again; everyone at the table reads it."""
    at_home.deals()
    photo = at_home.app.test_client()
    assert at_home.post(photo, "join", name="Mallory").status_code == 303
    own = at_home.page(photo)
    assert "You can watch for now" in own
    assert at_home.post(photo, "look", key="card").status_code == 403
    assert "Mallory has joined" in at_home.page(at_home.host, "table")


def test_link_of_another_table_opens_nothing_and_is_not_burnt(at_home: House) -> None:
    other = at_home.hall.tables.create()
    link = at_home.store.seats.make_link(at_home.table.state.seats[0].id)
    assert at_home.post(at_home.stranger, f"/{other.code}/s/{link}").status_code in (404, 410)
    with pytest.raises(Exception, match=r"too old|no such seat"):
        other.run(seating.take_by_link, link)
    assert at_home.table.run(seating.take_by_link, link)
