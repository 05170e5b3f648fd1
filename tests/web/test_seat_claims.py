"""The table has another address: phones come without their cookies, and nobody joins twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.house import House
from flask.testing import FlaskClient
from prepared import Steady

from companion.table import Refused
from companion.table.commands import seating
from companion.table.views.table_view import log_of
from companion.web.base_url import Site
from companion.web.pages import find_seats
from companion.web.seat_claims import AFTER_NO, SECONDS, Claims


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[House]:
    """Two play; a phone that holds no stream is not there."""
    with House(tmp_path) as found:
        found.deals("dark-cave")
        yield found


def phone_at(at_home: House, place: int) -> FlaskClient:
    """A phone without a cookie, at that address of the network."""
    phone = at_home.app.test_client()
    phone.environ_base["REMOTE_ADDR"] = f"192.168.7.{place}"
    return phone


def offered(page: str) -> list[str]:
    return re.findall(r">I&#39;m (\w+)</button>", page)


def asks(at_home: House, name: str, phone: FlaskClient | None = None) -> FlaskClient:
    """A phone without a cookie, which has scanned the code and says whose it is."""
    phone = phone or phone_at(at_home, len(questions(at_home)))
    answer = at_home.post(phone, "ask", seat=at_home.id_of(name))
    assert answer.headers["Location"] == f"/{at_home.code}/ask", answer.text
    return phone


def digits(at_home: House, phone: FlaskClient) -> str:
    """What the phone shows while it waits, if it does."""
    found = re.search(r'<p class="digits">(\d\d)</p>', at_home.page(phone, "ask"))
    return found[1] if found else ""


def questions(at_home: House) -> dict[str, str]:
    """What the host is asked, each with the way to say yes."""
    page = at_home.page(at_home.host, "table")
    found = re.findall(r"hx-post=\"(host/asked/\d+/yes)\".*?<p>(.*?)</p>", page)
    return {text: path for path, text in found}


def says(at_home: House, word: str) -> int:
    """The host's answer to the one open question."""
    (path,) = questions(at_home).values()
    return at_home.post(at_home.host, path.replace("yes", word)).status_code


def test_claims_are_not_offered_where_all_phones_are_there(at_home: House) -> None:
    streams = [phone.get(f"/{at_home.code}/stream/phone") for phone in at_home.phones]
    for stream in streams:
        next(iter(stream.response))
    assert offered(at_home.page(at_home.stranger)) == []
    streams[2].close()
    assert offered(at_home.page(at_home.stranger)) == ["Cleo"]


def test_claims_are_in_the_part_of_the_joining_page_that_is_asked_for_again(at_home: House) -> None:
    """``joining.js`` puts it into a page that was opened before the phone was away."""
    streams = [phone.get(f"/{at_home.code}/stream/phone") for phone in at_home.phones]
    for stream in streams:
        next(iter(stream.response))
    part = re.compile(rf'<div id="back" data-from="/{at_home.code}">(.*?)</div>', re.DOTALL)
    page = at_home.page(at_home.stranger)
    assert "js/joining.js" in page
    assert [found.strip() for found in part.findall(page)] == [""]
    streams[2].close()
    (found,) = part.findall(at_home.page(at_home.stranger))
    assert offered(found) == ["Cleo"]


def test_claims_refuse_a_seat_whose_page_is_open(at_home: House) -> None:
    """Not when it comes back while the host is asked, either."""
    asks(at_home, "Anna")
    (yes,) = questions(at_home).values()
    stream = at_home.phones[0].get(f"/{at_home.code}/stream/phone")
    next(iter(stream.response))
    assert questions(at_home) == {}
    assert at_home.post(at_home.host, yes).status_code == 410
    answer = at_home.post(at_home.stranger, "ask", seat=at_home.id_of("Anna"))
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (409, False)
    assert "page is open on another phone" in answer.text
    stream.close()


def test_claims_ignore_a_page_that_has_lost_its_seat(at_home: House) -> None:
    """The new phone may be lost, too."""
    stream = at_home.phones[1].get(f"/{at_home.code}/stream/phone")
    next(iter(stream.response))
    link = at_home.store.seats.make_link(at_home.id_of("Ben"))
    assert at_home.post(at_home.stranger, f"s/{link}").status_code == 303
    again = at_home.phones[1].get(f"/{at_home.code}/stream/phone")
    assert "This seat has moved to another phone" in str(next(iter(again.response)))
    assert find_seats(at_home.hall.hub.list_connected(at_home.code)) == frozenset()
    for one in (stream, again):
        one.close()


def test_claims_give_the_seat_with_the_hosts_yes(at_home: House) -> None:
    seats = [(seat.id, seat.name) for seat in at_home.table.state.seats]
    phone = asks(at_home, "Ben")
    assert 'http-equiv="refresh"' in at_home.page(phone, "ask")
    ((text, yes),) = questions(at_home).items()
    assert text == f"{digits(at_home, phone)} says: I&#39;m Ben."
    assert "I&#39;m Ben" not in at_home.page(at_home.stranger, "watch"), "only the host is asked"
    assert at_home.post(at_home.stranger, yes).status_code == 403
    assert at_home.post(at_home.host, yes).status_code == 200
    for _ in range(2):
        assert at_home.get(phone, "ask").status_code == 303, "an answer may get lost"
    assert 'data-key="card"' in at_home.page(phone)
    assert [(seat.id, seat.name) for seat in at_home.table.state.seats] == seats
    assert questions(at_home) == {}
    assert "This phone no longer has a seat here" in at_home.page(at_home.phones[1]), "the old one has none"


def test_claims_have_a_browser_wait_after_the_hosts_no(at_home: House, steady: Steady) -> None:
    phone = asks(at_home, "Ben")
    (yes,) = questions(at_home).values()
    assert says(at_home, "no") == 200
    assert "The host said no" in at_home.page(phone, "ask")
    assert 'data-key="card"' in at_home.page(at_home.phones[1])
    assert at_home.post(at_home.host, yes).status_code == 410
    for name in ("Ben", "Anna"):
        assert at_home.post(phone, "ask", seat=at_home.id_of(name)).status_code == 409
    steady.now += AFTER_NO + 1
    asks(at_home, "Ben", phone)


def test_claims_of_three_for_one_seat_are_told_apart_by_digits(at_home: House) -> None:
    """And a fourth waits until they are answered."""
    phones = [asks(at_home, "Ben") for _ in range(3)]
    other = asks(at_home, "Cleo")
    shown = [digits(at_home, phone) for phone in (*phones, other)]
    assert len(set(shown)) == 4
    assert set(questions(at_home)) == {
        *(f"{one} says: I&#39;m Ben." for one in shown[:3]),
        f"{shown[3]} says: I&#39;m Cleo.",
    }
    assert at_home.post(phone_at(at_home, 9), "ask", seat=at_home.id_of("Ben")).status_code == 409
    assert at_home.post(at_home.host, questions(at_home)[f"{shown[1]} says: I&#39;m Ben."]).status_code == 200
    assert list(questions(at_home)) == [f"{shown[3]} says: I&#39;m Cleo."], "the yes has closed the others"
    assert at_home.get(phones[1], "ask").status_code == 303
    assert 'data-key="card"' in at_home.page(phones[1])
    for phone in (phones[0], phones[2]):
        assert "The host hasn&#39;t said yes" in at_home.page(phone, "ask")
        assert 'data-key="card"' not in at_home.page(phone)


def test_claims_of_a_phone_that_asks_again_are_one_question(at_home: House) -> None:
    phone = asks(at_home, "Ben")
    before = digits(at_home, phone)
    asks(at_home, "Ben", phone)
    assert list(questions(at_home)) == [f"{before} says: I&#39;m Ben."]
    asks(at_home, "Cleo", phone)
    (text,) = questions(at_home)
    assert text.endswith("says: I&#39;m Cleo."), "it was a slip"


def test_claims_after_a_move_are_one_line_of_the_log(at_home: House) -> None:
    """Another phone at the address where the old one was is a takeover."""
    for phone in at_home.phones:
        at_home.page(phone)
    for name in ("Anna", "Ben", "Cleo"):
        phone = at_home.app.test_client()
        asked = phone.post(f"/{at_home.code}/ask", data={"seat": at_home.id_of(name)}, base_url="http://192.168.7.9")
        assert (asked.status_code, says(at_home, "yes")) == (303, 200)
    asks(at_home, "Dora")
    says(at_home, "yes")
    assert [str(line.text) for line in log_of(at_home.table.state)][:2] == [
        "Dora's seat was taken over by another phone.",
        "3 are back at the new address: Anna, Ben, Cleo.",
    ]


@pytest.mark.parametrize(
    ("moves", "said"),
    [(False, "Ben's seat was taken over by another phone."), (True, "Ben is back at the new address.")],
)
def test_claims_after_a_restart_are_a_move_if_this_computer_has_moved(at_home: House, moves: bool, said: str) -> None:
    at_home.hall.heard_at.clear()
    if moves:
        at_home.hall.note_move()
    asks(at_home, "Ben")
    says(at_home, "yes")
    assert str(next(log_of(at_home.table.state)).text) == said


def test_claims_that_are_repeated_keep_nobody_from_asking(at_home: House) -> None:
    """A script that drops its cookie is soon told to wait, and whoever asks once is asked about first."""
    script = [phone_at(at_home, 0) for _ in range(9)]
    statuses = [at_home.post(one, "ask", seat=at_home.id_of("Ben")).status_code for one in script]
    assert statuses == [303] * 3 + [409] * 6
    asks(at_home, "Cleo", script[8])
    ben = asks(at_home, "Ben", phone_at(at_home, 1))
    assert list(questions(at_home))[-1] == f"{digits(at_home, ben)} says: I&#39;m Ben.", "in the order of arrival"
    assert "The host hasn&#39;t said yes" in at_home.page(script[2], "ask"), "it has given way to Ben"
    assert at_home.post(script[3], "ask", seat=at_home.id_of("Ben")).status_code == 409, "and Ben does not"
    assert at_home.post(at_home.host, list(questions(at_home).values())[-1]).status_code == 200
    assert 'data-key="card"' not in at_home.page(script[0], "ask")
    assert at_home.get(ben, "ask").status_code == 303


def test_claims_behind_a_proxy_push_no_other_away(at_home: House) -> None:
    """All phones have one address there. Three times no is for all of them: the host shows the seat's code then."""
    phones = [asks(at_home, "Ben", phone_at(at_home, 0)) for _ in range(3)]
    assert all(digits(at_home, phone) for phone in phones)
    for phone in phones:
        no = questions(at_home)[f"{digits(at_home, phone)} says: I&#39;m Ben."].replace("yes", "no")
        assert at_home.post(at_home.host, no).status_code == 200
        later = at_home.post(phone_at(at_home, 0), "ask", seat=at_home.id_of("Cleo"))
        assert later.status_code == (409 if phone is phones[2] else 303)
    assert "The host said no" in later.text
    asks(at_home, "Ben", phone_at(at_home, 1))


def test_full_table_lets_the_host_remove_who_came_last(tmp_path: Path) -> None:
    names = tuple(f"P{number}" for number in range(12))
    with House(tmp_path, (), names) as house:
        house.table.run(seating.place_seat, house.id_of("P11"), 0)
        header = house.shown().partition("</header>")[0]
        assert "Add a seat" not in header
        (path,) = re.findall(r'hx-post="(host/seat/\d+/remove)"', header)
        house.post(house.host, path)
        assert [seat.name for seat in house.table.state.seats] == [*names[:11]]
        assert "Add a seat" in house.shown().partition("</header>")[0]


def removed(house: House, phone: FlaskClient, times: int) -> None:
    """Someone sits down with that phone so many times, and is removed each time."""
    for number in range(times):
        assert house.post(phone, "join", name=f"Zoe {number}").status_code == 303
        house.post(house.host, f"host/seat/{house.id_of(f'Zoe {number}')}/remove")


def sits_down(house: House, phone: FlaskClient, name: str = "Zoe") -> bool:
    answer = house.post(phone, "join", name=name)
    refused = "several seats taken from here were removed" in answer.text.lower()
    assert (answer.status_code == 409) == refused
    return not refused


def test_joins_refuse_a_browser_of_which_three_seats_were_removed(tmp_path: Path, steady: Steady) -> None:
    """Which the host has not said: slips are cleared away, too. Others join from the same address."""
    with House(tmp_path, ("Anna",)) as house:
        phone, other = phone_at(house, 1), phone_at(house, 1)
        removed(house, phone, 2)
        assert sits_down(house, phone, "third time lucky")
        house.post(house.host, f"host/seat/{house.table.state.seats[-1].id}/remove")
        assert not sits_down(house, phone)
        assert sits_down(house, other)
        assert [seat.name for seat in house.table.state.seats] == ["Anna", "Zoe"]
        steady.now += AFTER_NO + 1
        assert sits_down(house, phone, "Zoe again")


@pytest.mark.parametrize(("place", "url", "limits"), [(7, "", True), (7, "https://dig.example.org", False)])
def test_joins_refuse_an_address_of_which_six_seats_were_removed(
    tmp_path: Path, place: int, url: str, limits: bool
) -> None:
    with House(tmp_path, ("Anna",), SITE=Site(url)) as house:
        for _ in range(6):
            removed(house, phone_at(house, place), 1)
        assert sits_down(house, phone_at(house, place)) != limits
        assert sits_down(house, phone_at(house, place + 1), "Yara")


def test_joins_do_not_count_addresses_on_this_computer(tmp_path: Path) -> None:
    with House(tmp_path, ("Anna",)) as house:
        for _ in range(6):
            removed(house, house.app.test_client(), 1)
        assert sits_down(house, house.app.test_client())


def test_joins_refuse_a_browser_without_cookies_and_say_why(tmp_path: Path) -> None:
    with House(tmp_path, ("Anna",), ("Ben",)) as house:
        phone = house.app.test_client(use_cookies=False)
        assert "Set-Cookie" in house.get(phone, "").headers
        for form in ({"name": "Zoe"}, {"seat": str(house.id_of("Ben"))}):
            for _ in range(2):
                answer = house.post(phone, "join", **form)
                assert answer.status_code == 403
                assert "This browser blocks cookies for this page" in answer.text
        assert [seat.name for seat in house.table.state.seats] == ["Anna", "Ben"]
        assert not house.table.state.seats[1].phone
        plain = house.app.test_client()
        plain.delete_cookie("browser")
        house.page(plain)
        assert house.post(plain, "join", name="Zoe").status_code == 303


def test_choose_shown_keeps_questions_in_their_places(at_home: House) -> None:
    """Also where one phone asks for several, and where more ask than are shown."""
    first = asks(at_home, "Ben", phone_at(at_home, 0))
    at_home.post(phone_at(at_home, 0), "ask", seat=at_home.id_of("Cleo"))
    before = list(questions(at_home))
    assert before[0].startswith(digits(at_home, first))
    for place, name in ((1, "Dora"), (2, "Anna")):
        asks(at_home, name, phone_at(at_home, place))
        after = list(questions(at_home))
        assert after[: len(before)] == before
        before = after


def test_link_that_was_used_says_so_without_a_button(at_home: House) -> None:
    link = at_home.store.seats.make_link(at_home.id_of("Ben"))
    assert "Take this seat" in at_home.page(at_home.stranger, f"s/{link}")
    assert at_home.post(at_home.stranger, f"s/{link}").status_code == 303
    again = at_home.get(at_home.stranger, f"s/{link}")
    assert again.status_code == 410
    assert "This link has already been used" in again.text
    assert "Take this seat" not in again.text


def test_claims_end_after_a_while(steady: Steady) -> None:
    claims = Claims()
    claim = claims.make("ACDE", 1, "localhost")
    steady.now += SECONDS + 1
    assert claims.list_open("ACDE") == []
    assert claims.find("ACDE", claim.secret) is None
    with pytest.raises(Refused):
        claims.answer(claim, None)
