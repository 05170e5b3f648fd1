"""Guesses at codes, PINs, tokens, links and the host key; and the mistakes of people, which are none."""

from __future__ import annotations

import secrets
from random import Random

import pytest
from flask.testing import FlaskClient

from companion.kept.store import CODE_LETTERS
from companion.table import seating

from .house import House

ADDRESS = "192.168.0.66"


@pytest.fixture
def attacker(at_home: House) -> FlaskClient:
    client = at_home.app.test_client()
    client.environ_base["REMOTE_ADDR"] = ADDRESS
    return client


def wrong_pins(house: House, seat: int, count: int) -> list[str]:
    right = house.table.at.seats[seat].pin
    return [pin for pin in (f"{n:04}" for n in Random(3).sample(range(10000), count + 1)) if pin != right][:count]


def try_pin(house: House, client: FlaskClient, seat: int, pin: str) -> int:
    return house.post(client, "back", seat=house.table.at.seats[seat].id, pin=pin).status_code


def test_one_typo_locks_nobody_out(at_home: House) -> None:
    """A mistake in a PIN, a code and a name; what is right then is taken."""
    (wrong,) = wrong_pins(at_home, 0, 1)
    assert try_pin(at_home, at_home.stranger, 0, wrong) == 403
    assert at_home.get(at_home.stranger, "/find?code=ZZZZ").status_code == 404
    assert at_home.get(at_home.stranger, f"/find?code={at_home.code.lower()}").status_code == 302
    assert try_pin(at_home, at_home.stranger, 0, at_home.table.at.seats[0].pin) == 303
    assert "You are in" in at_home.page(at_home.stranger)


def test_whole_table_comes_back_from_one_address(at_home: House) -> None:
    """Everybody returns with a PIN at once, each after a typo, from behind one address; nobody has to wait."""
    for seat in range(4):
        for _ in range(4):
            (wrong,) = wrong_pins(at_home, seat, 1)
            phone = at_home.app.test_client()
            if _ == 0:
                assert try_pin(at_home, phone, seat, wrong) == 403
            assert try_pin(at_home, phone, seat, at_home.table.at.seats[seat].pin) == 303


def test_guesses_of_a_pin_end_soon_and_everybody_reads_of_them(at_home: House, attacker: FlaskClient) -> None:
    """Of 1,000 guesses from one address eight are looked at."""
    statuses = [try_pin(at_home, attacker, 0, pin) for pin in wrong_pins(at_home, 0, 1000)]
    assert statuses == [403] * 8 + [429] * 992
    assert try_pin(at_home, attacker, 0, at_home.table.at.seats[0].pin) == 429
    assert "Wrong PINs were typed for Anna" in at_home.page(at_home.host, "watch")


def test_guesses_from_many_addresses_end_as_well(at_home: House, attacker: FlaskClient) -> None:
    """250 addresses of one network, four guesses each, get twelve; the seat's own QR link still opens it."""
    statuses = []
    for number, pin in enumerate(wrong_pins(at_home, 0, 1000)):
        attacker.environ_base["REMOTE_ADDR"] = f"192.168.0.{number % 250}"
        statuses.append(try_pin(at_home, attacker, 0, pin))
    assert statuses.count(403) == 12
    assert statuses.count(429) == 988
    refused = at_home.post(
        at_home.stranger, "back", seat=at_home.table.at.seats[0].id, pin=at_home.table.at.seats[0].pin
    )
    assert "Ask the host for the seat's QR code." in refused.text.replace("&#39;", "'")
    link = at_home.post(at_home.host, f"host/seat/{at_home.table.at.seats[0].id}/link")
    assert link.status_code == 200
    assert "You are in" in at_home.page(at_home.phones[0])


def test_attacker_locks_out_nobody_else(at_home: House, attacker: FlaskClient) -> None:
    for pin in wrong_pins(at_home, 0, 20):
        try_pin(at_home, attacker, 0, pin)
    for number in range(30):
        at_home.get(attacker, f"/find?code=ZZ{number:02}")
        at_home.get(attacker, f"/host/guess{number}")
        at_home.post(attacker, f"s/guess{number}")
    assert at_home.get(attacker, "/find?code=ZZZZ").status_code == 429
    assert try_pin(at_home, at_home.stranger, 0, at_home.table.at.seats[0].pin) == 303
    assert try_pin(at_home, at_home.stranger, 1, at_home.table.at.seats[1].pin) == 303
    assert at_home.get(at_home.stranger, "/find?code=ZZZZ").status_code == 404
    assert at_home.get(at_home.host, "table").status_code == 200
    assert at_home.get(attacker, "").status_code == 200


def test_wrong_codes_are_soon_not_looked_at(at_home: House, attacker: FlaskClient) -> None:
    """Of 2,000 codes nobody has eight are looked at. A right one is always let in, so it is none of them."""
    random = Random(5)
    codes = ["".join(random.choices(CODE_LETTERS, k=4)) for _ in range(2000)]
    statuses = [at_home.get(attacker, f"/{code}").status_code for code in codes if code != at_home.code]
    assert statuses[:8] == [404] * 8
    assert set(statuses[8:]) == {429}


@pytest.mark.parametrize("what", ["host key", "host cookie", "seat token", "link"])
def test_keys_are_not_found_by_trying(at_home: House, attacker: FlaskClient, what: str) -> None:
    """1,000 keys of the right form, and some that begin right."""
    real = {
        "host key": at_home.store.host_key(),
        "host cookie": at_home.store.host_key(),
        "seat token": at_home.phones[0].get_cookie(f"seat_{at_home.code}").value,  # type: ignore[union-attr]
        "link": seating.seat_link(at_home.table.at, at_home.table.at.seats[0].id, 2e9),
    }[what]
    guesses = [secrets.token_urlsafe(16) for _ in range(980)] + [real[:n] for n in range(1, 20)] + [real + "A"]
    seen = set()
    for guess in guesses:
        if what == "host key":
            seen.add(at_home.get(attacker, f"/host/{guess}").status_code)
        elif what == "link":
            seen.add(at_home.post(attacker, f"s/{guess}").status_code)
        else:
            name = "host" if what == "host cookie" else f"seat_{at_home.code}"
            attacker.set_cookie(name, guess, domain="localhost")
            seen.add(at_home.get(attacker, "table").status_code if name == "host" else joined(at_home, attacker))
    assert seen <= {403, 404, 410, 429}


def joined(house: House, client: FlaskClient) -> int:
    return 200 if "You are in" in house.page(client) else 403


def test_photographed_join_code_gives_no_seat_of_others_and_no_silent_one(at_home: House) -> None:
    """Whoever has a photo of the code may watch and sit down anew; everybody reads it."""
    at_home.deals()
    photo = at_home.app.test_client()
    assert at_home.post(photo, "join", name="Mallory").status_code == 303
    own = at_home.page(photo)
    assert "You watch now" in own
    assert at_home.post(photo, "look", key="card").status_code == 403
    for screen in (at_home.host, *at_home.phones):
        path = "table" if screen is at_home.host else ""
        assert "Mallory has sat down" in at_home.page(screen, path)


def test_photographed_seat_link_opens_once_and_for_two_minutes(at_home: House) -> None:
    seat = at_home.table.at.seats[0]
    shown = seating.seat_link(at_home.table.at, seat.id, 1000)
    assert at_home.get(at_home.stranger, f"s/{shown}").status_code == 200
    assert "You are in" in at_home.page(at_home.phones[0]), "to open it by GET takes nothing"
    for late in (1121, 9999):
        assert_refused(at_home, shown, late)
    fresh = seating.seat_link(at_home.table.at, seat.id, 1000)
    at_home.table.do(seating.take_by_link, fresh, 1100)
    assert_refused(at_home, fresh, 1101)


def assert_refused(house: House, link: str, now: float) -> None:
    with pytest.raises(Exception, match=r"too old|used already"):
        house.table.do(seating.take_by_link, link, now)


def test_link_of_another_table_opens_nothing_and_is_not_burnt(at_home: House) -> None:
    other = at_home.hall.tables.create()
    link = seating.seat_link(at_home.table.at, at_home.table.at.seats[0].id, 2e9)
    assert at_home.post(at_home.stranger, f"/{other.code}/s/{link}").status_code in (404, 410)
    with pytest.raises(Exception, match=r"too old|no such seat"):
        other.do(seating.take_by_link, link, 2e9)
    assert at_home.table.do(seating.take_by_link, link, 2e9)


def test_token_of_one_table_opens_no_other(at_home: House) -> None:
    other = at_home.hall.tables.create()
    token = at_home.phones[0].get_cookie(f"seat_{at_home.code}")
    assert token
    at_home.stranger.set_cookie(f"seat_{other.code}", token.value, domain="localhost")
    assert "Join table" in at_home.page(at_home.stranger, f"/{other.code}")
