"""An answer that got lost and the tap repeated, two taps at one moment, a page that has grown old."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from prepared import Steady
from sizes import LARGE
from werkzeug.test import TestResponse

from companion.table import Stage
from companion.table.commands import rounds
from companion.web import seat_claims
from companion.web.seat_claims import AFTER_NO

from .house import GAMES, House
from .web import Form

THREADS = 8


def at_once(*calls: Callable[[], TestResponse]) -> list[int]:
    """The calls in threads that start at the same moment; their statuses."""
    gate, statuses = threading.Barrier(len(calls)), [0] * len(calls)

    def run(place: int) -> None:
        gate.wait(10)
        statuses[place] = calls[place]().status_code

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return statuses


def first_form(house: House, end: str = "/act", client: FlaskClient | None = None, path: str = "") -> Form:
    """The first of that kind on a page; on the page of the first phone, where no other is named."""
    offered = house.forms(client or house.phones[0], path)
    return next(form for form in offered if form.path.partition("?")[0].endswith(end))


def entered(form: Form) -> int:
    """How many entries that form makes: its own, and the end of the turn where it says that the turn ends with it."""
    return len(json.loads(form.values["entries"])) + (form.values.get("ends") == "1")


def send(client: FlaskClient, form: Form) -> TestResponse:
    return client.post(form.path, data=form.values, headers={"HX-Request": "true"}, buffered=True)


def test_repeated_tap_is_one_entry_after_others_have_played_on(at_home: House) -> None:
    at_home.deals()
    form = first_form(at_home)
    send(at_home.phones[0], form)
    at_home.notes("meanwhile")
    before = at_home.entries()
    assert send(at_home.phones[0], form).status_code == 200
    assert at_home.entries() == before


def test_repeated_undo_takes_back_one_entry(at_home: House) -> None:
    at_home.deals()
    send(at_home.phones[0], first_form(at_home))
    for client, path in ((at_home.phones[0], ""), (at_home.host, "table")):
        if client is at_home.host:
            at_home.notes("a mistake")
        form = first_form(at_home, "/undo", client, path)
        assert send(client, form).status_code == 200
        before = at_home.entries()
        assert send(client, form).status_code == 200
        assert at_home.entries() == before


def test_repeated_fresh_deal_deals_once(at_home: House) -> None:
    at_home.table.run(rounds.choose, "dark-cave", {})
    at_home.table.run(rounds.deal, 0)
    deal = Form(f"/{at_home.code}/host/afresh", {"reason": "dropped", "stamp": at_home.table.state.stamp})
    assert [send(at_home.host, deal).status_code for _ in range(3)] == [200, 409, 409]
    assert len(at_home.entries()) == 2


@pytest.mark.parametrize("seed", range(40 if LARGE else 3))
def test_two_who_tap_at_one_moment_are_one_entry(at_home: House, seed: int) -> None:
    """The phone and the table screen tap the same button, some of them twice: one wins, the others read a fresh page."""
    random = Random(seed)
    at_home.deals(random.choice(GAMES))
    form = first_form(at_home)
    as_host = Form(f"/{at_home.code}/host/act", form.values)
    taps = [(at_home.phones[0], form), (at_home.host, as_host)] * (THREADS // 2)
    statuses = at_once(*(lambda tap=tap: send(*tap) for tap in taps))
    assert set(statuses) <= {200, 409}
    assert statuses.count(200) in (THREADS // 2, THREADS)
    assert len(at_home.entries()) in (1 + len(json.loads(form.values["entries"])), 1 + entered(form))


def test_entries_made_at_one_moment_are_all_there(at_home: House) -> None:
    at_home.deals()
    texts = [f"note {n}" for n in range(THREADS * 3)]
    statuses = at_once(*(lambda text=text: at_home.notes(text) for text in texts))
    assert set(statuses) == {200}
    assert sorted(entry["note"] for entry in at_home.entries()[1:]) == sorted(texts)


def test_seat_that_many_take_at_one_moment_has_one_phone(at_home: House) -> None:
    seat = at_home.table.state.seats[0]
    link = at_home.store.seats.make_link(seat.id)
    clients = strangers(at_home)
    statuses = at_once(*(lambda client=client: at_home.post(client, f"s/{link}") for client in clients))
    assert sorted(statuses) == [303] + [410] * (THREADS - 1)
    assert [("You're in" in unescape(at_home.page(client))) for client in clients].count(True) == 1


PANELS = ("table", "host/panel/place/0", "host/panel/place/-1")


def stands(house: House) -> tuple[object, ...]:
    """What a button of the table device can change."""
    table = house.table
    seats = [(seat.id, seat.name, seat.phone) for seat in table.state.seats]
    options = table.state.state.options if table.state.current_game else {}
    return seats, table.state.chosen, table.state.stage, options, len(house.entries()), table.view.score.beats


def stage(house: House, name: str) -> House:
    """The table at that point of a game night."""
    house.table.run(rounds.choose, "dark-cave" if name == "over" else "lost-mines", {})
    if name != "lobby":
        house.table.run(rounds.deal, 0)
    if name not in ("lobby", "look"):
        house.table.run(rounds.start_early)
    if name in ("between rounds", "over"):
        house.ends()
    return house


def buttons(house: House) -> dict[str, Form]:
    """One of each kind of the table device's buttons, with what it sends."""
    panels = PANELS if house.table.state.current_game else PANELS[:1]
    found = [form for panel in panels for form in house.forms(house.host, panel) if f"/{house.code}/host" in form.path]
    return {re.sub(r"\d+", "n", form.path.partition("/host/")[2]): form for form in found}


@pytest.mark.parametrize("name", ["lobby", "look", "play", "between rounds", "over"])
def test_every_button_of_the_table_sent_twice_counts_once(tmp_path: Path, name: str) -> None:
    """The answer got lost, and the same tap came again."""
    with House(tmp_path / "first") as first:
        kinds = list(buttons(stage(first, name)))
    for number, kind in enumerate(kinds):
        with House(tmp_path / str(number)) as table:
            form = buttons(stage(table, name))[kind]
            send(table.host, form)
            once = stands(table)
            send(table.host, form)
            assert stands(table) == once, form


def test_a_start_of_the_last_round_begins_no_other(at_home: House) -> None:
    """A tap that was on its way for a whole round."""
    form = buttons(stage(at_home, "look"))["start"]
    at_home.table.run(rounds.start_early)
    at_home.ends()
    at_home.table.run(rounds.deal, 0)
    assert send(at_home.host, form).status_code == 409
    assert at_home.table.state.stage is Stage.LOOKING


# -- a seat that is taken -----------------------------------------------------------------------------------------
def join_form(house: House, client: FlaskClient) -> dict[str, str]:
    once = re.search(r'name="once" value="([^"]+)"', house.get(client, "").text)
    assert once
    return {"name": "Zoe", "once": once[1]}


def strangers(house: House, many: int = THREADS) -> list[FlaskClient]:
    return [house.app.test_client() for _ in range(many)]


def seat_cookie(house: House, client: FlaskClient) -> str | None:
    cookie = client.get_cookie(f"seat_{house.code}")
    return cookie.value if cookie else None


def test_a_form_whose_answer_got_lost_gives_the_same_seat(at_home: House) -> None:
    phone = at_home.stranger
    form = join_form(at_home, phone)
    assert at_home.post(phone, "join", **form).status_code == 303
    token = seat_cookie(at_home, phone)
    assert token
    assert form["once"] not in token, "the server makes the token"
    phone.delete_cookie(f"seat_{at_home.code}")
    assert at_home.post(phone, "join", **form).status_code == 303
    assert seat_cookie(at_home, phone) == token
    assert [seat.name for seat in at_home.table.state.seats].count("Zoe") == 1


def test_the_key_of_a_form_opens_no_seat_that_its_phone_has(at_home: House) -> None:
    phone, other = strangers(at_home, 2)
    form = join_form(at_home, phone)
    at_home.post(phone, "join", **form)
    other.set_cookie(f"seat_{at_home.code}", form["once"])
    assert "You're in" not in unescape(at_home.get(other, "").text)
    other.delete_cookie(f"seat_{at_home.code}")
    assert "You're in" in unescape(at_home.get(phone, "").text)
    assert at_home.post(other, "join", **form).status_code == 422
    assert seat_cookie(at_home, other) is None


def test_the_key_of_a_form_gives_another_phone_no_token(at_home: House) -> None:
    """Not before the first one has its own, either."""
    phone, other = strangers(at_home, 2)
    other.environ_base["REMOTE_ADDR"] = "192.168.7.9"
    form = join_form(at_home, phone)
    assert [at_home.post(one, "join", **form).status_code for one in (phone, other)] == [303, 422]


def test_after_ten_minutes_the_key_is_forgotten(at_home: House, steady: Steady) -> None:
    phone, other = strangers(at_home, 2)
    joins = at_home.hall.joins
    form = join_form(at_home, phone)
    at_home.post(phone, "join", **form)
    steady.now += AFTER_NO + 1
    assert at_home.post(other, "join", **form).status_code == 422
    cookie = phone.get_cookie("browser")
    assert cookie
    assert joins.find_seat(seat_claims.Form(at_home.code, form["once"], cookie.value, "")) is None


def test_two_forms_with_one_key_at_one_moment_are_one_seat(at_home: House) -> None:
    phones = strangers(at_home)
    for phone in phones:
        phone.set_cookie("browser", "one")
    form = join_form(at_home, phones[0])
    assert set(at_once(*(lambda one=one: at_home.post(one, "join", **form) for one in phones))) == {303}
    assert len({seat_cookie(at_home, phone) for phone in phones}) == 1
    assert [seat.name for seat in at_home.table.state.seats].count("Zoe") == 1
