"""Who is asking, which table, and under which address phones find it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from faults.house import House
from prepared import Steady

from companion.table import Forbidden
from companion.web.addresses import Address
from companion.web.base_url import Site
from companion.web.context import (
    CLOCK,
    is_host,
    make_base_url,
    make_join_url,
    read_code,
    redirect_to,
    require_host,
    set_cookie,
)

AROUND = ["{}.", "{})", "({})", "\u201c{}\u201d", "\u200b{}", "{} ", "{},", "\ufeff{}\u200d:"]


@pytest.mark.parametrize("around", AROUND)
def test_find_table_knows_a_code_with_what_stands_around_it(at_home: House, around: str) -> None:
    for _ in range(9):
        for code in (at_home.code, at_home.code.lower()):
            found = at_home.stranger.get("/find", query_string={"code": around.format(code)})
            assert found.headers.get("Location") == f"/{at_home.code}"
            assert at_home.stranger.get(f"/{around.format(code)}").headers.get("Location") == f"/{at_home.code}"


def test_table_or_404_counts_no_icon_as_a_guess(at_home: House) -> None:
    for _ in range(5):
        for name in ("apple-touch-icon.png", "apple-touch-icon-precomposed.png", "robots.txt", "favicon.png"):
            assert at_home.stranger.get(f"/{name}").status_code == 404


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ACDE", "ACDE"),
        (" acde. ", "acde"),
        ("\u200eACDE\u200f", "ACDE"),
        ("“ACDE”,", "ACDE"),
        ("…", ""),
        ("A_DE", "A_DE"),
    ],
)
def test_read_code_drops_what_stands_around_it(text: str, code: str) -> None:
    assert read_code(text) == code


def test_limit_guesses_stops_the_ninth_wrong_code_of_a_minute(at_home: House, steady: Steady) -> None:
    answers = [at_home.get(at_home.stranger, "/XXXX").status_code for _ in range(9)]
    assert answers == [404] * 8 + [429]
    steady.now += 61
    assert at_home.get(at_home.stranger, "/XXXX").status_code == 404


WIFI = Address("192.168.0.7", "wlan0", "wifi-or-lan")
OTHER = Address("10.0.0.9", "eth0", "wifi-or-lan")


@pytest.mark.parametrize(
    ("site", "only", "found", "chosen", "url"),
    [
        (Site(), "", [WIFI, OTHER], None, "http://192.168.0.7:8000"),
        (Site(), "", [WIFI, OTHER], OTHER.ip, "http://10.0.0.9:8000"),
        (Site(), "", [WIFI], OTHER.ip, "http://192.168.0.7:8000"),
        (Site(), "", [], None, ""),
        (Site(), "10.0.0.1", [WIFI], None, "http://10.0.0.1:8000"),
        (Site("https://games.example.org"), "", [WIFI], None, "https://games.example.org"),
        (Site("", "/dig"), "", [WIFI], None, "http://192.168.0.7:8000/dig"),
    ],
)
def test_make_base_url_is_the_address_at_which_phones_reach_this_computer(
    at_home: House, site: Site, only: str, found: list[Address], chosen: str | None, url: str
) -> None:
    at_home.app.config.update(SITE=site, ADDRESS=only)
    at_home.hall.network = SimpleNamespace(now=lambda: found)  # type: ignore[assignment]
    at_home.table.state.update_table(address=chosen)
    with at_home.app.app_context():
        assert make_base_url(at_home.table) == url
        assert make_join_url(at_home.table) == (f"{url}/{at_home.code}" if url else "")


def test_is_host_asks_for_the_key(at_home: House) -> None:
    key = at_home.store.host_key
    for cookie, host in ((key, True), (key[:-1], False), ("", False), ("ü", False)):
        header = f"host={cookie}".encode().decode("latin-1")
        with at_home.app.test_request_context(headers={"Cookie": header}):
            assert is_host() == host


def test_require_host_refuses_anybody_else(at_home: House) -> None:
    with at_home.app.test_request_context(headers={"Cookie": f"host={at_home.store.host_key}"}):
        require_host()
    with at_home.app.test_request_context(), pytest.raises(Forbidden, match="Only the table screen"):
        require_host()


@pytest.mark.parametrize(
    ("said", "address", "hears"),
    [("1767380400000", "10.0.0.7", True), ("1767380400000", "127.0.0.1", False), ("soon", "10.0.0.7", False)],
)
def test_hear_clock_takes_the_time_of_the_hosts_browser(at_home: House, said: str, address: str, hears: bool) -> None:
    at_home.host.get("/about", headers={CLOCK: said}, environ_base={"REMOTE_ADDR": address})
    assert (at_home.store.games.host_clock.count_ahead() != 0) == hears
    stranger = House.joins(at_home, "Zoe")
    stranger.get("/about", headers={CLOCK: "4000000000000"}, environ_base={"REMOTE_ADDR": "10.0.0.8"})
    assert (at_home.store.games.host_clock.count_ahead() != 0) == hears


def test_name_version_grows_with_each_change(at_home: House) -> None:
    before = at_home.hall.name_version(at_home.code)
    at_home.deals("saboteur")
    after = at_home.hall.name_version(at_home.code)
    assert [int(part) for part in after.split(".")] > [int(part) for part in before.split(".")]
    assert before.partition(".")[0] == after.partition(".")[0] == str(at_home.hall.epoch)


def test_note_move_has_all_tables_wait_for_their_phones_again(at_home: House) -> None:
    at_home.hall.followed.add(at_home.code)
    at_home.hall.note_move()
    assert (at_home.hall.has_moved, at_home.hall.followed) == (True, set())


def test_set_cookie_hides_it_from_scripts_and_keeps_it_under_the_prefix(at_home: House) -> None:
    with at_home.app.test_request_context(base_url="http://localhost/dig"):
        response = set_cookie(redirect_to("/about"), "lang", "de")
        assert response.headers["Location"] == "/dig/about"
        cookie = response.headers["Set-Cookie"]
    for part in ("lang=de", "HttpOnly", "SameSite=Lax", "Path=/dig/", "Max-Age=31536000"):
        assert part in cookie
