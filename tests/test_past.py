"""Games that are over, looked back at: moment by moment, as the table saw it or with open cards, and none before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playing import Play

from companion.games import all_games, game_by_id
from companion.kept.store import Store
from companion.record.record import Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.table import Refused, Table, Tables, dealing, ending, playing, seating, settings
from companion.table import past as looking_back
from companion.table.importing import imported
from companion.table.now import log_of
from companion.table.past import Past
from companion.table.screen import Viewer, make_screen
from companion.web.app import create_app

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
CARDS = ["yellow-loyal", "blue-loyal", "blue-saboteur", "yellow-loyal", "blue-loyal"]
DEAL: Entry = {
    "kind": "deal", "cards": CARDS, "aside": ["yellow-loyal", "yellow-saboteur", "blue-loyal"], "first": 0,
}  # fmt: skip
ENTRIES: list[Entry] = [
    DEAL,
    {"kind": "play-path", "by": 0},
    {"kind": "undo", "entry": 1},
    {"kind": "secret-information", "by": 0, "look": "card", "seat": 2},
    {"kind": "end-turn", "by": 0},
    {"kind": "end", "reason": "agreed"},
]


@pytest.fixture
def past() -> Past:
    return Past(7, 1, Record.load(game_by_id("dark-cave"), NAMES, {}, ENTRIES))


def test_only_what_counts_is_a_moment(past: Past) -> None:
    assert past.entries == (0, 3, 4, 5)
    found = [past.moment(entry, False) for entry in past.entries]
    assert [str(one.said) for one in found] == [
        "The cards are dealt. Anna begins.",
        "Anna looks at Cleo's card.",
        "Anna's turn ends; Anna draws 1 card.",
        "The table ends the game: we agree to stop",
    ]
    assert [(one.at, one.turn) for one in found] == [(0, 1), (1, 1), (2, 2), (3, 2)]


@pytest.mark.parametrize(("entry", "shown"), [(0, 0), (1, 0), (2, 0), (3, 3), (99999, 5)])
def test_the_address_of_what_does_not_count_leads_to_what_counted_before(past: Past, entry: int, shown: int) -> None:
    assert past.moment(entry, False).entry == shown


def test_the_table_saw_no_card_until_the_end_and_open_cards_are_open(past: Past) -> None:
    for entry in past.entries[:-1]:
        seen, opened = past.moment(entry, False), past.moment(entry, True)
        assert [row.role for row in seen.board.seats] == [None] * 5
        assert (seen.aside, seen.sure) == (None, ())
        assert all(row.role for row in opened.board.seats)
        assert str(opened.aside) == "Set aside: loyal yellow dwarf, yellow saboteur, loyal blue dwarf"
    assert all(row.role for row in past.moment(5, False).board.seats)


def test_cards_dealt_by_hand_are_open_from_the_deal_on_once_they_have_come_to_light() -> None:
    entries: list[Entry] = [
        {"kind": "deal", "clans": [card.partition("-")[0] for card in CARDS], "first": 0},
        {"kind": "play-path", "by": 0},
        {"kind": "end", "reason": "agreed"},
        {"kind": "identities", "cards": CARDS},
    ]
    past = Past(7, 1, Record.load(game_by_id("dark-cave"), NAMES, {"dealing": "cards"}, entries))
    roles = [str(row.role) for row in past.moment(0, True).board.seats]
    assert roles == [str(past.record.game.roles[card].label) for card in CARDS]
    assert [row.role for row in past.moment(0, False).board.seats] == [None] * 5


def test_open_cards_tell_who_could_be_sure(past: Past) -> None:
    assert "From here on Anna could be sure of Cleo." in map(str, past.moment(3, True).sure)
    assert past.moment(4, True).sure == ()


def test_the_stage_stands_as_it_stood(past: Past) -> None:
    first, last = past.moment(0, False), past.moment(5, False)
    assert (first.board.active, first.board.next, first.over, first.ended) == (0, 1, False, ())
    assert last.over
    assert last.ended


def test_an_entry_that_was_put_right_is_as_it_really_was() -> None:
    entries: list[Entry] = [*ENTRIES[:2], {"kind": "amend", "entry": 1, "as": []}, *ENTRIES[3:]]
    past = Past(7, 1, Record.load(game_by_id("dark-cave"), NAMES, {}, entries))
    assert past.entries[:2] == (0, 1)
    assert str(past.moment(1, False).said) == "It did not happen."


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)
def test_every_moment_of_every_game_can_be_looked_at(game: Game[Any]) -> None:
    past = Past(7, 1, Play(game, 5, seed=2, hurry=0.1).run().record)
    for entry in past.entries:
        for opened in (False, True):
            moment = past.moment(entry, opened)
            assert len(moment.board.seats) == len(moment.names)
            assert str(moment.said)


# -- at a table -----------------------------------------------------------------------------------------------------
class House:
    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        app = create_app(self.store)
        self.table: Table = app.extensions["context"].tables.create()
        for name in NAMES:
            self.table.do(seating.add_seat, name)
        self.client: FlaskClient = app.test_client()
        self.plays(0)

    def plays(self, first: int) -> None:
        if self.table.at.record:
            self.table.do(settings.open_lobby)
        self.table.do(settings.choose, "dark-cave", {})
        self.table.do(dealing.deal, first)
        self.table.do(dealing.start_early)

    def ends(self, told: bool = True) -> None:
        self.table.do(playing.act, [{"kind": "end", "reason": "agreed"}], "table", "")
        while told and make_screen(self.table.now, Viewer()).more_steps:
            self.table.do(ending.show_next)

    def asks(self, path: str) -> tuple[int, str]:
        answer = self.client.get(f"/{self.table.code}/{path}")
        return answer.status_code, answer.get_data(as_text=True)

    def leads_to(self, path: str) -> str:
        return str(self.client.get(f"/{self.table.code}/{path}").headers["Location"])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    with closing(found.store):
        yield found


def test_nobody_looks_back_before_the_score_is_told(house: House) -> None:
    paths = ("past", "past/1", "past/1/0?open=1", "past/1/0", "past/1/0/pass")
    refused = [house.asks(path) for path in paths]
    assert {status for status, _ in refused} == {403}
    assert all("A game can be looked back at when it is over and told" in page for _, page in refused)
    house.ends(told=False)
    assert [house.asks(path) for path in paths] == refused
    with pytest.raises(Refused):
        looking_back.past(house.table.at, 1)
    while make_screen(house.table.now, Viewer()).more_steps:
        assert house.asks("past/1/0?open=1")[0] == 403
        house.table.do(ending.show_next)
    assert house.leads_to("past") == f"/{house.table.code}/past/1/0"
    assert house.asks("past/1/0?open=1")[0] == 200
    for path in ("past/2/0", "past/99/0"):
        status, page = house.asks(path)
        assert status == 404
        assert "There is no such game at this table." in page


def test_the_slider_leads_to_an_address_without_a_script(house: House) -> None:
    house.ends()
    code = house.table.code
    assert house.leads_to("past/1?at=1&open=1") == f"/{code}/past/1/1?open=1"
    assert house.leads_to("past/1?at=99") == f"/{code}/past/1/1"
    assert house.leads_to("past/1?at=x") == f"/{code}/past/1/0"
    page = house.asks("past/1/1?open=1")[1]
    assert f'href="/{code}/past/1/0?open=1"' in page
    assert f'href="/{code}/past/1/1/pass?open=1"' in page
    assert f"/{code}/past/1/1?open=1</textarea>" in house.asks("past/1/1/pass?open=1")[1]


def test_only_the_score_takes_people_and_roles_of_a_game_that_has_been_told(house: House) -> None:
    house.ends()
    link = re.search(r'href="(/score[^"]+)"', house.asks("past/1/1")[1])
    assert link
    page = house.client.get(unescape(link[1])).get_data(as_text=True)
    assert re.findall(r'name="name" data-seat="\d" value="([^"]*)"', page) == list(NAMES)
    chosen = re.findall(r'<option value="&#34;([a-z-]+)&#34;" selected', page)
    assert chosen == [seat.card for seat in house.table.at.playing[1].state.seats]


def test_an_earlier_game_can_be_looked_at_while_the_next_one_is_played(house: House) -> None:
    house.ends()
    before = house.asks("past/1/1?open=1")
    house.plays(2)
    assert house.leads_to("past") == f"/{house.table.code}/past/1/0"
    assert house.asks("past/1/1?open=1") == before
    assert house.asks("past/2/0?open=1")[0] == 403
    house.table.do(playing.act, [{"kind": "play-path", "by": 2}], "table", "")
    assert house.asks("past/1/1?open=1") == before
    house.ends()
    assert house.leads_to("past") == f"/{house.table.code}/past/2/0"
    _, page = house.asks("past/1/1")
    assert re.findall(r'href="/\w+/past/(\d)"', page) == ["2"]


def test_a_game_that_goes_on_after_an_undo_is_not_looked_back_at(house: House) -> None:
    house.ends()
    assert house.asks("past/1/0?open=1")[0] == 200
    house.table.do(playing.undo, 1, "table", "")
    assert house.asks("past/1/0?open=1")[0] == 403


@pytest.mark.parametrize("end", [{"kind": "stop"}, {"kind": "end", "reason": "agreed"}], ids=["stopped", "ended"])
def test_who_looks_at_all_cards_and_takes_the_end_back_has_it_in_the_log(house: House, end: Entry) -> None:
    """Stop, look back with open cards, undo, play on: everybody reads it, every time."""
    table, said = house.table, "The end was told, with everybody's card, before it was taken back."

    def takes_back() -> int:
        entries = table.at.playing[1].entries
        last = max(n for n, one in enumerate(entries) if one["kind"] == end["kind"])
        table.do(playing.undo, last, "table", "")
        return [str(line.text) for line in log_of(table.at)].count(said)

    def tells_nothing() -> None:
        assert [house.asks(page)[0] for page in ("past/1/0?open=1", "past/1/0")] == [403, 403]
        with pytest.raises(Refused):
            ending.exported(table.at)
        assert not house.client.application.extensions["context"].book().plays

    table.do(playing.act, [end], "table", "")
    tells_nothing()
    assert takes_back() == 0, "nothing was told: a slip, and nobody has seen anything"
    for times in (1, 2):
        table.do(playing.act, [end], "table", "")
        assert not ending.is_told(table.at), "the end is told anew, however far it was told before"
        while not ending.is_told(table.at):
            table.do(ending.show_next)
        assert house.asks("past/1/0?open=1")[0] == 200
        assert takes_back() == times
        tells_nothing()
        turn = table.at.playing[1].state.turn
        assert turn is not None, "it goes on"
        for kind in ("play-path", "end-turn"):
            table.do(playing.act, [{"kind": kind, "by": turn.seat}], "table", "")


def test_a_fresh_deal_after_a_told_end_has_cards_that_nobody_has_seen(house: House) -> None:
    house.table.do(playing.act, [{"kind": "stop"}], "table", "")
    while not ending.is_told(house.table.at):
        house.table.do(ending.show_next)
    house.table.do(playing.undo, 1, "table", "")
    house.table.do(dealing.deal_afresh, "the cards were shown")
    house.table.do(dealing.start_early)
    house.table.do(playing.act, [{"kind": "stop"}], "table", "")
    assert house.asks("past/1/0?open=1")[0] == 403


def test_a_game_given_up_before_its_score_was_told_is_not_shown_later(house: House) -> None:
    house.table.do(dealing.give_up, house.table.at.stamp)
    told = ending.is_told(house.table.at)
    house.plays(0)
    assert house.asks("past/1/0?open=1")[0] == (200 if told else 403)


def test_a_game_that_was_played_elsewhere_was_told_there(house: House) -> None:
    entries: list[Entry] = [*ENTRIES[:2], {"kind": "end", "reason": "agreed"}]
    for whole in (True, False):
        record = Record.load(game_by_id("dark-cave"), NAMES, {}, entries if whole else entries[:2])
        row = imported(house.store, record, list(NAMES), {}, record.entries)
        table = Tables(house.store).get(row.code)
        assert table is not None
        if not whole:
            table.do(dealing.start_early)
            table.do(playing.act, [entries[2]], "table", "")
        assert [past.number for past in looking_back.pasts(table.at)] == ([1] if whole else [])


def test_a_program_that_is_started_again_has_them_all(house: House) -> None:
    house.ends()
    house.plays(1)
    again = Tables(house.store).get(house.table.code)
    assert again is not None
    assert [past.number for past in looking_back.pasts(again.at)] == [1]
