"""What no phone of ours sends, and what people try: a clear sentence, the right status, and nothing stored."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import faults.house
import pytest
from flask.testing import FlaskClient
from playing import filled, quiet_turn
from sizes import LARGE
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.engine.facts import CountFact
from companion.engine.game import Game
from companion.engine.round_facts import require_sheet
from companion.engine.setup import list_option_fields
from companion.games import all_games
from companion.table.commands import rounds, seating
from companion.web.forms import OWN, FormError, read_fields
from companion.web.security import RateLimiter

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("game", GAMES)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
REFUSED = (403, 404, 409, 422)


class House(faults.house.House):
    """A table with five phones and the host, at which nobody is told to wait."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, NAMES)
        self.hall.guesses = RateLimiter(1, 0)
        self.page(self.host, "table")

    def first_tap(self) -> list[Any]:
        """What the quiet turn of Anna sends, or the first thing that she can do."""
        assert self.table.state.current_game
        record = self.table.state.record
        return quiet_turn(record, 0) or [filled(record.offer.actions[0][0], Random(1))]

    def refuses(self, client: FlaskClient, path: str, status: int | tuple[int, ...] = REFUSED, **data: Any) -> str:
        """The sentence that such a form is answered with; nothing is stored."""
        before = self.stored()
        answer = self.post(client, path, **data)
        assert answer.status_code in (status if isinstance(status, tuple) else (status,)), (path, data)
        assert self.stored() == before
        return sentence(answer)

    def refuses_entries(
        self, client: FlaskClient, entries: Any, path: str = "act", status: int | tuple[int, ...] = REFUSED, **more: Any
    ) -> str:
        body = entries if isinstance(entries, str) else json.dumps(entries)
        return self.refuses(client, path, status, **{"entries": body, "stamp": self.table.state.stamp, **more})


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


@pytest.fixture(scope="module", params=GAMES if LARGE else GAMES[:2])
def dealt(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One table of a game for all tests that change nothing: dealt, and Anna is on turn."""
    with House(tmp_path_factory.mktemp("dealt")) as found:
        found.deals(request.param.id)
        yield found
        assert found.get(found.stranger, "watch").status_code == 200
        assert found.get(found.phones[0], "").status_code == 200


def sentence(response: TestResponse) -> str:
    """The sentence that says what is wrong."""
    found = re.search(r'<p[^>]*class="say"[^>]*>(.+?)</p>', response.text, re.DOTALL)
    assert found, response.text[:500]
    told = html.unescape(found[1]).strip()
    assert len(told) > 12
    assert told[-1] in ".!?”"
    assert "Traceback" not in response.text
    return told


# -- names and players ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["", "x" * 500, "a\x00b", "BEN", "\u3164", "-", "…"])
def test_a_name_nobody_could_read_or_tell_apart_is_refused(lobby: House, name: str) -> None:
    """What is one: test_names.py."""
    for client, path in ((lobby.stranger, "join"), (lobby.host, "host/seats")):
        lobby.refuses(client, path, 422, name=name)
    assert lobby.stranger.get_cookie(f"seat_{lobby.code}") is None


@every_game
def test_more_players_than_the_game_is_for_are_refused_at_joining_or_at_the_deal(house: House, game: Game) -> None:
    most = max(one.most for one in GAMES)
    for number in range(len(NAMES), min(most, game.most + 2)):
        house.table.run(seating.add_seat, f"P{number}")
    house.table.run(rounds.choose, game.id, {})
    if len(house.table.state.seats) > game.most:
        assert str(game.most) in house.shown()
        assert str(game.most) in house.refuses(house.host, "host/deal", 422, first="0")
    else:
        assert "full" in house.refuses(house.stranger, "join", 409, name="One too many")


# -- actions --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("forged", [{"device": "seat-1"}, {"at": "2001-01-01T00:00:00+00:00"}], ids=str)
def test_an_entry_with_a_forged_device_or_time_is_refused(dealt: House, forged: dict[str, str]) -> None:
    """Senders can undo only their own; the history counts by days."""
    entries = dealt.first_tap()
    whose = {**entries[0], **forged}
    for more in ([whose, *entries[1:]], [*entries[:-1], {**entries[-1], **forged}]):
        dealt.refuses_entries(dealt.phones[0], more, status=422)
    note = json.dumps([{"kind": "correct", "note": "x", **forged}])
    dealt.refuses(dealt.host, "host/act", 422, entries=note)
    dealt.refuses(dealt.host, "host/act", 422, entries='[{"kind": "correct"}]', **forged)


def test_an_action_out_of_turn_or_for_another_seat_is_refused(dealt: House) -> None:
    entries = dealt.first_tap()
    assert "Anna" in dealt.refuses_entries(dealt.phones[1], [{**entries[0], "by": 1}], status=409)
    for phone, by in ((dealt.phones[1], 0), (dealt.phones[1], True), (dealt.phones[1], "1"), (dealt.phones[0], 1)):
        dealt.refuses_entries(phone, [{**entry, "by": by} for entry in entries], status=403)
    dealt.refuses_entries(dealt.phones[1], [{"kind": "end", "reason": "agreed"}], status=403)


@pytest.mark.parametrize("stamp", ["0.0", "x", "1", "999.1", "1.0", "é" * 40])
def test_a_tap_on_a_stale_page_is_refused(dealt: House, stamp: str) -> None:
    dealt.refuses_entries(dealt.phones[0], dealt.first_tap(), status=409, stamp=stamp)


def test_one_bad_entry_of_a_tap_refuses_all_of_it(dealt: House) -> None:
    dealt.refuses_entries(dealt.phones[0], [*dealt.first_tap(), {"kind": "no-such-kind", "by": 0}], status=422)


@every_game
def test_a_tap_before_everybody_has_looked_is_refused(house: House, game: Game) -> None:
    house.table.run(rounds.choose, game.id, {})
    house.table.run(rounds.deal, 0)
    house.refuses_entries(house.phones[0], house.first_tap(), status=409)


NO_KIND: list[Any] = [[{"by": 0}], [{"kind": None, "by": 0}], [{"kind": {}, "by": 0}]]
NO_FORM: list[Any] = [
    *("", "[", "null", "1", '"text"', "{}", "[]", "[1]", "[null]", "[[]]", "NaN", "1e999", "[" * 9000, '[{"a":' * 3000),
    *("[" * 900 + "]" * 900, '[{"kind":"x","by":0,"n":' + "9" * 5000 + "}]", '[{"kind":"\\ud800","by":0}]', "\x00"),
    *('[{"kind":"play-path","by":0,"note":1e999}]', '[{"kind":"play-path","by":0,"note":-1e999}]'),
    *('[{"kind":"play-path","by":0,"note":"\\udfff"}]', json.dumps([{"kind": "end", "by": 0}] * 9)),
]
WRONG: list[Any] = [
    [{"kind": "no-such-kind", "by": 0}],
    [{"kind": "x" * 9000, "by": 0}],
    [{"kind": "play-path", "by": 0, "goal": [[[[]]]]}],
    [{"kind": "play-path", "by": 0, "gold_vein": 10**400}],
    [{"kind": "discard", "by": 0, "count": 1e300}],
    [{"kind": "undo", "entry": 0}],
    [{"kind": "deal", "first": 0, "cards": [], "aside": []}],
]


@pytest.mark.parametrize("entries", [*NO_KIND, *NO_FORM, *WRONG], ids=lambda entries: ascii(entries)[:50])
def test_entries_that_no_page_sends_are_refused(dealt: House, entries: Any) -> None:
    """A deal and an undo have buttons of their own: nobody chooses the cards, the host neither."""
    for sender, path in ((dealt.phones[0], "act"), (dealt.host, "host/act")):
        dealt.refuses_entries(sender, entries, path)


@pytest.mark.parametrize(
    "value",
    ["", "x", "-", "1e9", "９", "[" * 5000, "null", "NaN", "1e999", "1" * 50, '"\\ud800"', "\x00"],
    ids=lambda one: ascii(one)[:9],
)
def test_fields_that_no_page_sends_are_refused(dealt: House, value: str) -> None:
    for name in (
        "count",
        "to",
        "attacks[]",
        "gold_vein",
        "note",
        "x:y",
        "[]",
        ".0",
        "a.b.c",
        "a.0",
        "a.7",
    ):
        more = {name: value, f"{name}.more": value, "no": "1"}
        dealt.refuses_entries(dealt.phones[0], [{"kind": "no-such-kind", "by": 0}], status=(409, 422), **more)


@every_game
def test_no_field_of_a_game_is_named_like_the_forms_own_fields(game: Game) -> None:
    asked = {name for move in game.moves.values() for name in move.asked}
    asked |= {field.name for field in list_option_fields(game)}
    asked |= {fact.name for fact in (*game.of_table, *game.of_seat) if isinstance(fact, CountFact)}
    if game.sheet is not None:
        asked |= {part.name for part in require_sheet(game).parts}
    assert not OWN & asked


@pytest.mark.parametrize("entry", ["", "x", "-1", "99", "1" * 40, "٣", "0x1", "null"])
def test_an_undo_of_no_entry_is_refused(dealt: House, entry: str) -> None:
    for sender, path in ((dealt.phones[0], "undo"), (dealt.host, "host/undo")):
        dealt.refuses(sender, path, entry=entry, stamp=dealt.table.state.stamp)


@pytest.mark.parametrize(
    "key", ["", "card ", "peek-1", "peek--1", "peek-x", "aside", "gold\x00", "../card", "x" * 9000]
)
def test_a_look_at_what_is_not_ones_own_is_refused(dealt: House, key: str) -> None:
    dealt.refuses(dealt.phones[0], "look", 404, key=key, seat="1")
    for number in (0, 99):
        dealt.refuses(dealt.host, f"hand/{number}/look", (403, 404), key="card")


def test_typed_values_that_are_not_asked_for_are_refused(dealt: House) -> None:
    for form in ({"values.0": "1"}, {"values": "[[[]]]"}, {"x": "null"}, {"values.5": "1"}):
        dealt.refuses(dealt.phones[0], "typed", (409, 422), **form)


# -- who asks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["", "x", "-1", "999", "1" * 30, "١"])
def test_a_claim_of_no_seat_is_refused(lobby: House, seat: str) -> None:
    lobby.refuses(lobby.stranger, "ask", (404, 422), seat=seat)
    assert lobby.stranger.get_cookie(f"seat_{lobby.code}") is None


@pytest.mark.parametrize(
    "path", ["/0000", "/0000/table", "/0000/stream/watch", "/ACDEF", "/find?code=%00", "/find?code=" + "x" * 999]
)
def test_an_unknown_table_is_not_found(lobby: House, path: str) -> None:
    for asker in (lobby.stranger, lobby.host):
        answer = asker.get(path)
        assert answer.status_code == 404
        sentence(answer)


# -- the host -------------------------------------------------------------------------------------------------------
BOX = {"game": GAMES[0].id}


@pytest.mark.parametrize(
    "form",
    [
        *({"game": game} for game in ("no-such-game", "", "../etc")),
        *({**BOX, "dealing": value} for value in ('"by magic"', "null", "[]", "[" * 9000)),
        *({**BOX, name: value} for name, value in (("unheard-of", "1"), ("count_cards", "2"), ("count_cards.x", "1"))),
    ],
    ids=str,
)
def test_an_unknown_game_or_option_is_refused(lobby: House, form: dict[str, str]) -> None:
    lobby.refuses(lobby.host, "host/choose", (409, 422), **form)


@every_game
def test_a_deal_that_begins_with_nobody_or_has_impossible_backs_is_refused(lobby: House, game: Game) -> None:
    lobby.table.run(rounds.choose, game.id, {})
    for first in ("-1", "5", "99", '"x"', "true", "1.5", "[]", "{}", "9" * 400):
        lobby.refuses(lobby.host, "host/deal", (409, 422), first=first)
    lobby.table.run(rounds.choose, game.id, {"dealing": "cards"})
    for form in ({"clans": '"yellow"'}, {"clans.0": '"pink"'}, {"cards": "[]"}, {"clans.1": '"blue"'}):
        lobby.refuses(lobby.host, "host/deal", (409, 422), first="0", **form)


@every_game
def test_the_hosts_taps_out_of_order_are_refused(house: House, game: Game) -> None:
    house.deals(game.id)
    house.acts(*house.first_tap())
    forms: dict[str, dict[str, str]] = {
        "lobby": {},
        "deal": {"first": "0"},
        "afresh": {"reason": "x" * 9000},
        "choose": {"game": GAMES[-1].id},
        "address": {"address": "203.0.113.7"},
        f"seat/{house.table.state.seats[0].id}/remove": {},
    }
    for what, form in forms.items():
        house.refuses(house.host, f"host/{what}", REFUSED, **form)


def test_the_page_of_an_error_leads_back_to_the_table(house: House) -> None:
    for client, path, back in (
        (house.host, "host/panel/place/99", f"/{house.code}/table"),
        (house.host, "hand/99/over", f"/{house.code}/table"),
        (house.stranger, "host/panel/menu", f"/{house.code}"),
        (house.stranger, "share/nowhere", "/"),
        (house.stranger, "/QQQQ/table", "/"),
    ):
        assert re.findall(r'class="button"\s+href="([^"]*)">Back', house.get(client, path).text) == [back], path


# -- other pages ----------------------------------------------------------------------------------------------------
@every_game
def test_facts_that_no_page_sends_are_refused(lobby: House, game: Game) -> None:
    forms: list[dict[str, str]] = [{}, {"gold.0": "1"}, {"card": '"x"'}, {"options": "1"}, {"options": "[]"}]
    forms += [{"players": players} for players in ("x", "0", "999", "-1")]
    forms += [{"options.dealing": '"x"'}, {"options.none": "1"}, {"x": "[" * 9000}]
    for form in forms:
        lobby.refuses(lobby.stranger, "/score", (409, 422), game=game.id, do="add", **form)
    for query in ("players=x", "players=99", "options.none=1", "options=[]", "options.dealing.x=1"):
        assert lobby.stranger.get(f"/score?game={game.id}&{query}").status_code in (200, 409, 422)


def test_read_fields_gives_the_treasures_of_each_dwarf_as_a_list_in_a_list() -> None:
    told = {"values.0.0": "4", "values.0.1": "7", "values.1": "[]", "values.2.0": "3"}
    assert read_fields(MultiDict(told)) == {"values": [[4, 7], [], [3]]}
    for gap in ("values.0.0", "values.1"):
        with pytest.raises(FormError, match="fill in every row"):
            read_fields(MultiDict({name: value for name, value in told.items() if name != gap}))
    with pytest.raises(FormError, match="fill in every row"):
        read_fields(MultiDict({"values": "1", "values.0": "2"}))
