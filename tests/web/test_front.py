"""The pages before a table: who becomes the host, which language, and where one is led."""

import pytest
from faults.house import House


@pytest.mark.parametrize(
    "back",
    [
        "//evil",
        "/\\evil",
        "http://evil",
        "/\t/evil",
        "/a\r\nSet-Cookie: x=1",
        "/\x00",
        "/ü",
        "/%2f/evil",
        "/a?b",
        "",
        "javascript:x",
    ],
)
def test_language_leads_back_to_no_other_host(at_home: House, back: str) -> None:
    answer = at_home.post(at_home.stranger, "/lang", lang="de", back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert len(answer.headers.getlist("Set-Cookie")) == 1
    assert at_home.post(at_home.stranger, "/lang", lang="de", back="/ACDE/watch").headers["Location"] == "/ACDE/watch"


def test_language_refuses_one_that_is_not_there(at_home: House) -> None:
    answer = at_home.post(at_home.stranger, "/lang", lang="tlh")
    assert answer.status_code == 422
    assert "Deutsch" in answer.text
    assert at_home.post(at_home.stranger, "/lang", lang="de", back="/about").headers["Location"] == "/about"
    assert 'lang="de"' in at_home.page(at_home.stranger, "/about")


def test_host_link_makes_the_host_of_who_has_the_key_alone(at_home: House) -> None:
    key = at_home.store.host_key
    assert at_home.get(at_home.stranger, f"/host/{key[:-1]}").status_code == 403
    assert "host=" not in str(at_home.get(at_home.stranger, "/host/wrong").headers)
    assert at_home.get(at_home.stranger, f"/host/{key}").headers["Location"] == f"/{at_home.code}/table"
    assert at_home.get(at_home.stranger, f"/{at_home.code}/table").status_code == 200


def test_host_link_with_a_code_leads_to_what_the_host_can_do_there(at_home: House) -> None:
    answer = at_home.get(at_home.stranger, f"/host/{at_home.store.host_key}/{at_home.code.lower()}")
    assert answer.headers["Location"] == f"/{at_home.code}/host"
    assert at_home.get(at_home.stranger, f"/host/{at_home.store.host_key}/XXXX").status_code == 404


def test_find_leads_to_the_table_of_a_code(at_home: House) -> None:
    assert at_home.get(at_home.stranger, f"/find?code={at_home.code.lower()}").headers["Location"] == at_home.url
    assert at_home.get(at_home.stranger, "/find?code=").status_code == 404


def test_home_shows_the_controls_to_the_host_alone(at_home: House) -> None:
    assert "/book" in at_home.page(at_home.host, "/")
    assert "/book" not in at_home.page(at_home.stranger, "/")


def test_cards_shows_a_game_that_there_is(at_home: House) -> None:
    assert "Saboteur" in at_home.page(at_home.stranger, "/cards/saboteur")
    assert at_home.get(at_home.stranger, "/cards/chess").status_code == 404


def test_icon_answers_without_a_body(at_home: House) -> None:
    answer = at_home.get(at_home.stranger, "/favicon.ico")
    assert (answer.status_code, answer.data) == (204, b"")
