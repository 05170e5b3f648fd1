"""What no phone of ours sends, and what people try: a clear sentence, the right status, and nothing stored."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import faults.house
import pytest
from flask.testing import FlaskClient
from playing import filled
from werkzeug.test import TestResponse

from companion.games import all_games
from companion.rules.game import Game
from companion.table import dealing, seating, settings
from companion.web.guard import RateLimiter

GAMES = [game for game in all_games().values() if game.in_turns]
"""What is tried here goes out of turn, or begins with somebody: a game that has no turns refuses it by test_vote.py."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


class House(faults.house.House):
    """A table with five phones and the host."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, NAMES)
        self.page(self.host, "table")

    def first_tap(self) -> list[Any]:
        """What the quiet turn of Anna sends, or the first thing that she can do."""
        assert self.table.at.record
        offer = self.table.at.record.offer
        return list(offer.quick[0][0].entries) if offer.quick[0] else [filled(offer.actions[0][0], Random(1))]

    def rows(self) -> dict[str, list[Any]]:
        """All that is on disk."""
        conn = self.store._db.conn
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: conn.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}  # noqa: S608

    @contextmanager
    def nothing_stored(self) -> Iterator[None]:
        before, stamp = self.rows(), self.table.at.stamp
        yield
        assert self.rows() == before
        assert self.table.at.stamp == stamp
        assert self.stranger.get(f"/{self.code}/watch").status_code == 200
        assert self.phones[0].get(f"/{self.code}").status_code == 200

    def act(self, phone: FlaskClient, entries: Any, path: str = "act", **more: str) -> TestResponse:
        body = entries if isinstance(entries, str) else json.dumps(entries)
        data = {"entries": body, "stamp": self.table.at.stamp, **more}
        return phone.post(f"/{self.code}/{path}", data=data, headers={"HX-Request": "true"})


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table of its own, in the lobby."""
    with House(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One table in the lobby for all tests that change nothing."""
    with House(tmp_path_factory.mktemp("lobby")) as found:
        yield found


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.id)
def dealt(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One table of each game for all tests that change nothing: dealt, and Anna is on turn."""
    with House(tmp_path_factory.mktemp("dealt")) as found:
        found.deals(request.param.id)
        yield found


@pytest.fixture(autouse=True)
def fresh_guesses(request: pytest.FixtureRequest) -> None:
    """Nobody has guessed anything yet."""
    for name in {"lobby", "dealt"} & set(request.fixturenames):
        hall = request.getfixturevalue(name).app.extensions["context"]
        hall.guesses = RateLimiter(8, 60)


def sentence(response: TestResponse) -> str:
    """The sentence that says what is wrong."""
    found = re.search(r'<p[^>]*class="say"[^>]*>(.+?)</p>', response.text, re.DOTALL)
    assert found, response.text[:500]
    told = html.unescape(found[1]).strip()
    assert len(told) > 12
    assert told[-1] in ".!?”"
    assert "Traceback" not in response.text
    return told


# -- names ----------------------------------------------------------------------------------------------------------
BAD_NAMES = ["", "   ", "x" * 500, "x" * 25, "a\x00b", "a\x07b", "\u202eabc", "\u200b", "\ud7ff\ufffe", "Anna", "ANNA"]
BAD_NAMES += ["Anna\ufe0f", "\u3164", "\u2800", "Ann\u0430"]


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_a_name_nobody_could_read_or_tell_apart(lobby: House, name: str) -> None:
    with lobby.nothing_stored():
        response = lobby.stranger.post(f"/{lobby.code}/join", data={"name": name})
        assert response.status_code == 422
        sentence(response)
        assert "seat_" not in response.headers.get("Set-Cookie", "")
        answer = lobby.host.post(f"/{lobby.code}/host/seats", data={"name": name})
        assert answer.status_code == 422
        sentence(answer)


@pytest.mark.parametrize("name", ["", "x" * 500, "a\x00b", "Ben"], ids=ascii)
def test_a_rename_to_a_bad_name(lobby: House, name: str) -> None:
    with lobby.nothing_stored():
        seat = lobby.table.at.seats[0].id
        answer = lobby.host.post(f"/{lobby.code}/host/seat/{seat}/rename", data={"name": name})
        assert answer.status_code == 422
        sentence(answer)


@pytest.mark.parametrize("name", ["<b>Zoë</b>", '"><script>x', "{name} %s", "{0}", "&amp;", "O'Neill", "李雷 🎲"])
def test_a_name_with_markup_is_text_on_every_page(house: House, name: str) -> None:
    phone = house.joins(name)
    house.deals(GAMES[0].id)
    pages = [
        phone.get(f"/{house.code}"),
        house.host.get(f"/{house.code}/table"),
        house.stranger.get(f"/{house.code}/watch"),
    ]
    for page in pages:
        assert page.status_code == 200
        assert name in html.unescape(page.text)
        assert "<b>Zoë" not in page.text
        assert '"><script>x' not in page.text


@every_game
def test_more_players_than_the_game_is_for(house: House, game: Game[Any]) -> None:
    most = max(one.most for one in GAMES)
    for number in range(len(NAMES), min(most, game.most + 2)):
        house.table.do(seating.add_seat, f"P{number}")
    house.table.do(settings.choose, game.id, {})
    if len(house.table.at.seats) > game.most:
        assert str(game.most) in house.host.get(f"/{house.code}/table").text
        with house.nothing_stored():
            answer = house.host.post(f"/{house.code}/host/deal", data={"j:first": "0"})
            assert answer.status_code == 422
            assert str(game.most) in sentence(answer)
    else:
        with house.nothing_stored():
            answer = house.stranger.post(f"/{house.code}/join", data={"name": "One too many"})
            assert answer.status_code == 409
            assert "full" in sentence(answer)


@every_game
def test_too_few_players(house: House, game: Game[Any]) -> None:
    for seat in house.table.at.seats[game.least - 1 :]:
        house.table.do(seating.remove_seat, seat.id)
    house.table.do(settings.choose, game.id, {})
    before = house.rows()
    answer = house.host.post(f"/{house.code}/host/deal", data={"j:first": "0"})
    assert answer.status_code == 422
    sentence(answer)
    assert house.rows() == before


# -- actions --------------------------------------------------------------------------------------------------------
def test_an_action_out_of_turn(dealt: House) -> None:
    entries = [{**entry, "by": 1} for entry in dealt.first_tap()]
    with dealt.nothing_stored():
        answer = dealt.act(dealt.phones[1], entries[:1])
        assert answer.status_code == 409
        assert "Anna" in sentence(answer)


def test_an_action_for_another_seat(dealt: House) -> None:
    entries = dealt.first_tap()
    with dealt.nothing_stored():
        for phone, by in ((dealt.phones[1], 0), (dealt.phones[1], True), (dealt.phones[1], "1"), (dealt.phones[0], 1)):
            answer = dealt.act(phone, [{**entry, "by": by} for entry in entries])
            assert answer.status_code == 403
            sentence(answer)
        assert dealt.act(dealt.phones[1], [{"kind": "end", "reason": "agreed"}]).status_code == 403


@every_game
def test_an_action_twice_is_entered_once(house: House, game: Game[Any]) -> None:
    house.deals(game.id)
    entries, stamp = house.first_tap(), house.table.at.stamp
    first = house.act(house.phones[0], entries, stamp=stamp)
    with house.nothing_stored():
        again = house.act(house.phones[0], entries, stamp=stamp)
    assert (first.status_code, again.status_code) == (200, 200)
    assert house.table.at.record
    assert len(house.table.at.record.entries) == 1 + len(entries)


@pytest.mark.parametrize("stamp", ["0.0", "x", "1", "999.1", "1.0", "é" * 40])
def test_a_tap_on_a_stale_page(dealt: House, stamp: str) -> None:
    with dealt.nothing_stored():
        answer = dealt.act(dealt.phones[0], dealt.first_tap(), stamp=stamp)
        assert answer.status_code == 409
        sentence(answer)


def test_all_entries_of_a_tap_or_none(dealt: House) -> None:
    with dealt.nothing_stored():
        answer = dealt.act(dealt.phones[0], [*dealt.first_tap(), {"kind": "no-such-kind", "by": 0}])
        assert answer.status_code == 422
        sentence(answer)


@every_game
def test_play_before_everybody_has_looked(house: House, game: Game[Any]) -> None:
    house.table.do(settings.choose, game.id, {})
    house.table.do(dealing.deal, 0)
    with house.nothing_stored():
        answer = house.act(house.phones[0], house.first_tap())
        assert answer.status_code == 409
        sentence(answer)


NO_KIND: list[Any] = [[{}], [{"by": 0}], [{"kind": None, "by": 0}], [{"kind": [], "by": 0}], [{"kind": {}, "by": 0}]]
NO_FORM: list[Any] = [
    *("", "[", "null", "1", '"text"', "{}", "[]", "[1]", "[null]", "[[]]", "NaN", "1e999", "[" * 9000, '[{"a":' * 3000),
    *("[" * 900 + "]" * 900, '[{"kind":"x","by":0,"n":' + "9" * 5000 + "}]", '[{"kind":"\\ud800","by":0}]', "\x00"),
    *('[{"kind":"play-path","by":0,"note":1e999}]', '[{"kind":"play-path","by":0,"note":-1e999}]'),
    *('[{"kind":"play-path","by":0,"note":"\\udfff"}]', json.dumps([{"kind": "end", "by": 0}] * 9)),
]
WRONG: list[Any] = [
    [{"kind": "no-such-kind", "by": 0}],
    [{"kind": "", "by": 0}],
    [{"kind": "x" * 9000, "by": 0}],
    [{"kind": "<script>", "by": 0}],
    [{"kind": "end-turn", "by": 0, "x" * 3000: 1}],
    [{"kind": "play-path", "by": 0, "no": None}],
    [{"kind": "play-path", "by": 0, "goal": [[[[]]]]}],
    [{"kind": "play-path", "by": 0, "gold_vein": 10**400}],
    [{"kind": "play-path", "by": 0, "gold_vein": float("nan")}],
    [{"kind": "discard", "by": 0, "count": -1}],
    [{"kind": "discard", "by": 0, "count": True}],
    [{"kind": "discard", "by": 0, "count": 1e300}],
    [{"kind": "discard", "by": 0, "count": {"a": 1}}],
    [{"kind": "map", "by": 0, "unheard-of": "of"}],
    [{"kind": "undo", "by": 0, "entry": 0}],
    [{"kind": "deal", "by": 0, "first": 0}],
]


@pytest.mark.parametrize("entries", [*NO_KIND, *NO_FORM, *WRONG], ids=lambda entries: ascii(entries)[:50])
def test_a_form_that_no_page_sends(dealt: House, entries: Any) -> None:
    with dealt.nothing_stored():
        for sender, path in ((dealt.phones[0], "act"), (dealt.host, "host/act")):
            answer = dealt.act(sender, entries, path)
            assert answer.status_code in (403, 409, 422), answer.status_code
            sentence(answer)


def test_fields_that_no_page_sends(dealt: House) -> None:
    fields = [
        "n:count",
        "z:count",
        "j:to",
        "l:attacks",
        "b:gold_vein",
        "t:note",
        "x:y",
        "n:a.b.c",
        "j:a.0",
        "j:a.7",
        "n:",
    ]
    values = ["", "x", "-", "1e9", "９", "[" * 5000, "null", "NaN", "1e999", "1" * 50, '"\\ud800"', "\x00"]
    with dealt.nothing_stored():
        for name in fields:
            for value in values:
                form = {name: value, f"{name}.more": value, "no": "1"}
                answer = dealt.act(dealt.phones[0], [{"kind": "no-such-kind", "by": 0}], **form)
                assert answer.status_code in (409, 422), (name, value)
                sentence(answer)


def test_a_deal_or_an_undo_has_buttons_of_its_own(dealt: House) -> None:
    """Nobody chooses the cards, the host neither; and a look that can't be taken back is not by another way."""
    assert dealt.table.at.record
    deal = {key: value for key, value in dealt.table.at.record.entries[0].items() if key not in ("at", "device")}
    with dealt.nothing_stored():
        for entry in (deal, {"kind": "undo", "entry": 0}):
            answer = dealt.act(dealt.host, [entry], "host/act")
            assert answer.status_code in (403, 409, 422)
            sentence(answer)


@pytest.mark.parametrize("entry", ["", "x", "-1", "99", "1" * 40, "٣", "0x1", "null"])
def test_an_undo_of_nothing(dealt: House, entry: str) -> None:
    with dealt.nothing_stored():
        for sender, path in ((dealt.phones[0], "undo"), (dealt.host, "host/undo")):
            answer = sender.post(f"/{dealt.code}/{path}", data={"entry": entry, "stamp": dealt.table.at.stamp})
            assert answer.status_code in (403, 404, 409, 422)
            sentence(answer)


def test_an_undo_of_what_another_did(house: House) -> None:
    game = GAMES[0]
    house.deals(game.id)
    house.act(house.phones[0], house.first_tap())
    with house.nothing_stored():
        data = {"entry": "1", "stamp": house.table.at.stamp}
        answer = house.phones[1].post(f"/{house.code}/undo", data=data)
        assert answer.status_code == 403
        sentence(answer)


@pytest.mark.parametrize(
    "key", ["", "card ", "peek-1", "peek--1", "peek-x", "aside", "gold\x00", "../card", "x" * 9000]
)
def test_a_look_at_what_is_not_ones_own(dealt: House, key: str) -> None:
    with dealt.nothing_stored():
        answer = dealt.phones[0].post(f"/{dealt.code}/look", data={"key": key, "seat": "1"})
        assert answer.status_code == 404
        sentence(answer)
        for number in (0, 99):
            answer = dealt.host.post(f"/{dealt.code}/hand/{number}/look", data={"key": "card"})
            assert answer.status_code in (403, 404)
            sentence(answer)


def test_typing_what_is_not_asked(dealt: House) -> None:
    with dealt.nothing_stored():
        for form in ({"n:values.0": "1"}, {"j:values": "[[[]]]"}, {"j:x": "null"}, {"n:values.5": "1"}):
            answer = dealt.phones[0].post(f"/{dealt.code}/typed", data=form)
            assert answer.status_code in (409, 422)
            sentence(answer)


# -- who asks -------------------------------------------------------------------------------------------------------
FORGED = ["", "x", "' OR 1=1 --", "é", "%00", "A" * 4000]


@pytest.mark.parametrize("token", FORGED, ids=ascii)
def test_a_forged_or_missing_cookie(dealt: House, token: str) -> None:
    forger = dealt.app.test_client()
    if token:
        forger.set_cookie(f"seat_{dealt.code}", token)
        forger.set_cookie("host", token)
    with dealt.nothing_stored():
        for path in ("act", "undo", "typed", "look", "host/act", "host/deal", "host/choose", "host/afresh"):
            answer = dealt.act(forger, dealt.first_tap(), path)
            assert answer.status_code == 403, path
            sentence(answer)
        for path in ("table", "host/record.json", "hand/0/open"):
            assert forger.get(f"/{dealt.code}/{path}").status_code == 403


def test_the_cookie_of_another_table_or_seat(house: House) -> None:
    other = house.app.extensions["context"].tables.create()
    phone = house.app.test_client()
    phone.post(f"/{other.code}/join", data={"name": "Zoe"})
    cookie = phone.get_cookie(f"seat_{other.code}")
    assert cookie
    phone.set_cookie(f"seat_{house.code}", cookie.value)
    house.deals(GAMES[0].id)
    with house.nothing_stored():
        answer = phone.post(f"/{house.code}/look", data={"key": "card"})
        assert answer.status_code == 403
        sentence(answer)


ORIGINS = [
    "http://evil.example",
    "null",
    "http://localhost:8001",
    "https://localhost",
    "http://localhost.evil.example",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_origin(dealt: House, origin: str) -> None:
    with dealt.nothing_stored():
        for sender, path in ((dealt.phones[0], "act"), (dealt.host, "host/act"), (dealt.host, "host/again")):
            answer = sender.post(
                f"/{dealt.code}/{path}",
                data={"entries": json.dumps(dealt.first_tap()), "stamp": dealt.table.at.stamp},
                headers={"Origin": origin},
            )
            assert answer.status_code == 403
            sentence(answer)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "a b"]
)
def test_a_wrong_host_name(dealt: House, host: str) -> None:
    with dealt.nothing_stored():
        for method in ("GET", "POST"):
            answer = dealt.phones[0].open(f"/{dealt.code}", method=method, headers={"Host": host})
            assert answer.status_code in (400, 421)
            sentence(answer)


@pytest.mark.parametrize("seat", ["", "x", "-1", "999", "1" * 30, "١"])
def test_a_question_for_no_seat(lobby: House, seat: str) -> None:
    with lobby.nothing_stored():
        answer = lobby.stranger.post(f"/{lobby.code}/ask", data={"seat": seat})
        assert answer.status_code in (404, 422)
        sentence(answer)
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/0000", "/0000/table", "/0000/stream/watch", "/ACDEF", "/find?code=%00", "/find?code=" + "x" * 999]
)
def test_an_unknown_table(lobby: House, path: str) -> None:
    with lobby.nothing_stored():
        for asker in (lobby.stranger, lobby.host):
            answer = asker.get(path)
            assert answer.status_code == 404
            sentence(answer)


def test_many_codes_are_too_many(lobby: House) -> None:
    answers = [lobby.stranger.get(f"/000{number}") for number in range(10)]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
    assert lobby.stranger.get(f"/{lobby.code}").status_code == 200


# -- the host -------------------------------------------------------------------------------------------------------
CHOICES: list[dict[str, str]] = [
    {"game": "no-such-game"},
    {"game": ""},
    {"game": "../etc"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "j:dealing": '"by magic"'},
    {"game": GAMES[0].id, "was": GAMES[0].id, "j:dealing": "null"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "j:dealing": "[]"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "j:unheard-of": "1"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "n:count_cards": "2"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "b:count_cards.x": "1"},
    {"game": GAMES[0].id, "was": GAMES[0].id, "j:dealing": "[" * 9000},
]


@pytest.mark.parametrize("form", CHOICES, ids=str)
def test_a_game_or_an_option_that_is_not_there(lobby: House, form: dict[str, str]) -> None:
    with lobby.nothing_stored():
        answer = lobby.host.post(f"/{lobby.code}/host/choose", data=form)
        assert answer.status_code in (409, 422)
        sentence(answer)


@every_game
@pytest.mark.parametrize("first", ["-1", "5", "99", '"x"', "null", "true", "1.5", "[]", "{}", "9" * 400])
def test_a_deal_that_begins_with_nobody(lobby: House, game: Game[Any], first: str) -> None:
    lobby.table.do(settings.choose, game.id, {})
    with lobby.nothing_stored():
        answer = lobby.host.post(f"/{lobby.code}/host/deal", data={"j:first": first})
        assert answer.status_code in (409, 422)
        sentence(answer)


@every_game
def test_backs_that_cannot_be_dealt(lobby: House, game: Game[Any]) -> None:
    lobby.table.do(settings.choose, game.id, {"dealing": "cards"})
    with lobby.nothing_stored():
        for form in ({"j:clans": '"yellow"'}, {"j:clans.0": '"pink"'}, {"j:cards": "[]"}, {"j:clans.1": '"blue"'}):
            answer = lobby.host.post(f"/{lobby.code}/host/deal", data={"j:first": "0", **form})
            assert answer.status_code in (409, 422)
            sentence(answer)


@every_game
def test_the_host_out_of_order(house: House, game: Game[Any]) -> None:
    house.deals(game.id)
    house.act(house.phones[0], house.first_tap())
    forms: dict[str, dict[str, str]] = {
        "again": {},
        "lobby": {},
        "deal": {"j:first": "0"},
        "afresh": {"reason": "x" * 9000},
        "choose": {"game": GAMES[-1].id},
        "address": {"address": "203.0.113.7"},
        f"seat/{house.table.at.seats[0].id}/remove": {},
    }
    with house.nothing_stored():
        for what, form in forms.items():
            answer = house.host.post(f"/{house.code}/host/{what}", data=form)
            assert answer.status_code in (403, 404, 409, 422), what
            sentence(answer)


# -- other pages ----------------------------------------------------------------------------------------------------
@every_game
def test_facts_that_no_page_sends(lobby: House, game: Game[Any]) -> None:
    forms: list[dict[str, str]] = [{}, {"n:gold.0": "1"}, {"j:card": '"x"'}, {"options": "1"}, {"j:options": "[]"}]
    forms += [{"players": players} for players in ("x", "0", "999", "-1")]
    forms += [{"j:options.dealing": '"x"'}, {"j:options.none": "1"}, {"j:x": "[" * 9000}]
    with lobby.nothing_stored():
        for form in forms:
            answer = lobby.stranger.post("/score", data={"game": game.id, **form})
            assert answer.status_code in (409, 422), form
            sentence(answer)
        for query in ("players=x", "players=99", "j:options.none=1", "j:options=[]", "b:options.dealing.x=1"):
            assert lobby.stranger.get(f"/score?game={game.id}&{query}").status_code in (200, 409, 422)


@pytest.mark.parametrize(
    "back", ["//evil.example", "/\\evil.example", "http://evil.example", "javascript:x", "/\n/evil.example", ""]
)
def test_a_language_leads_nowhere_else(lobby: House, back: str) -> None:
    answer = lobby.stranger.post("/lang", data={"lang": "de", "back": back})
    assert answer.status_code == 303
    assert re.fullmatch(r"/(?![/\\])\S*", answer.headers["Location"])


def test_too_long_a_form(lobby: House) -> None:
    with lobby.nothing_stored():
        answer = lobby.stranger.post(f"/{lobby.code}/join", data={"name": "x" * 100_000})
        assert answer.status_code == 413
        sentence(answer)


def test_a_form_of_another_kind(dealt: House) -> None:
    with dealt.nothing_stored():
        for kind in ("application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "x"):
            answer = dealt.phones[0].post(f"/{dealt.code}/act", data=b"\xff\xfe{", content_type=kind)
            assert answer.status_code in (400, 415, 422)
            sentence(answer)
