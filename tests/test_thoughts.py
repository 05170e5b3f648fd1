"""What people think of each other: marked for themselves alone, and told when the game has been told."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playing import Play

from companion.games import all_games, game_by_id
from companion.kept.store import Store
from companion.record.record import Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.scoring import AGAINST, WITH
from companion.rules.text import T
from companion.table import Refused, Table, dealing, ending, playing, settings, thoughts
from companion.told.minds import Guess, Minds, Moment, Strip, minds_of, sentences
from companion.told.thought import LONGEST_NOTE, Mark, standing
from companion.web import strip as lanes
from companion.web.app import create_app

NAMES = ("Anna", "Ben", "Cleo", "Dora")


class House:
    """A table with four phones at which a round is played."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.app: Flask = create_app(self.store)
        self.here: Any = self.app.extensions["context"]
        self.table: Table = self.here.tables.create()
        self.phones = [self.app.test_client() for _ in NAMES]
        for phone, name in zip(self.phones, NAMES, strict=True):
            phone.post(f"/{self.table.code}/join", data={"name": name})
        self.host = self.app.test_client()
        self.host.get(f"/host/{self.store.host_key()}")
        self.table.do(settings.choose, "dark-cave", {})
        self.table.do(dealing.deal, 0)
        self.table.do(dealing.start_early)

    def marks(self, phone: FlaskClient, about: int, mark: str) -> int:
        return phone.post(f"/{self.table.code}/think", data={"about": str(about), "mark": mark}).status_code

    def sheet(self, phone: FlaskClient) -> str:
        return phone.get(f"/{self.table.code}/panel/thoughts").get_data(as_text=True)

    def kept(self) -> list[Mark]:
        return self.store.private.marks(self.table.at.playing[0].id)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    with closing(made.store):
        yield made
        made.here.hub.close()


@pytest.fixture
def on(house: House) -> House:
    house.table.do(settings.offer_thoughts, True)
    return house


def test_off_by_default_and_switched_on_at_the_table_screen(house: House) -> None:
    assert house.marks(house.phones[0], 1, AGAINST) == 409
    assert 'class="thinks"' not in house.phones[0].get(f"/{house.table.code}").get_data(as_text=True)
    assert house.phones[0].post(f"/{house.table.code}/host/thoughts", data={"on": "1"}).status_code == 403
    house.host.post(f"/{house.table.code}/host/thoughts", data={"on": "1"})
    assert 'class="thinks"' in house.phones[0].get(f"/{house.table.code}").get_data(as_text=True)
    assert house.marks(house.phones[0], 1, AGAINST) == 200
    assert house.kept() == [Mark(0, 1, 1, AGAINST)]


def test_one_sees_ones_own_marks_and_nobody_elses(on: House) -> None:
    before = [on.sheet(phone) for phone in on.phones]
    on.marks(on.phones[0], 1, AGAINST)
    assert [on.sheet(phone) == was for phone, was in zip(on.phones, before, strict=True)] == [False, True, True, True]
    assert on.sheet(on.phones[0]).count('aria-pressed="true">against us') == 1


def test_nobody_hears_that_somebody_marked(on: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other page, its version too, is the same byte for byte, and so is the stamp of the table."""
    monkeypatch.setattr("companion.clock.now", lambda: 0.0)
    code = on.table.code
    paths = ("", "/live/phone", "/watch", "/panel/log")
    asked = [(phone, f"/{code}{path}") for phone in on.phones[1:] for path in paths]
    asked += [(on.host, f"/{code}{path}") for path in ("/table", "/host", "/live/table", "/host/panel/log")]
    before = [(one.get(path).get_data(), one.get(path).headers.to_wsgi_list()) for one, path in asked]
    version, stamp = on.here.version(code), on.table.at.stamp
    on.marks(on.phones[0], 1, AGAINST)
    on.phones[0].post(f"/{code}/note", data={"note": "Ben took the map"})
    assert (on.here.version(code), on.table.at.stamp) == (version, stamp)
    after = [(one.get(path).get_data(), one.get(path).headers.to_wsgi_list()) for one, path in asked]
    assert [_undated(one) for one in after] == [_undated(one) for one in before]


def _undated(answer: tuple[bytes, list[tuple[str, str]]]) -> tuple[bytes, list[tuple[str, str]]]:
    body, headers = answer
    return body, [one for one in headers if one[0] not in ("Date", "Set-Cookie")]


def test_the_last_mark_at_a_moment_stands_and_a_deal_begins_anew(on: House) -> None:
    for mark in (AGAINST, WITH, ""):
        on.marks(on.phones[0], 1, mark)
    assert on.kept() == [Mark(0, 1, 1, "")]
    on.marks(on.phones[0], 2, AGAINST)
    on.table.do(dealing.deal_afresh, "seen", on.table.at.stamp)
    on.table.do(dealing.start_early)
    assert 'aria-pressed="true">against us' not in on.sheet(on.phones[0])


def test_marks_of_an_earlier_deal_do_not_stand() -> None:
    marks = [Mark(0, 1, 3, AGAINST), Mark(0, 2, 9, WITH), Mark(1, 0, 9, WITH), Mark(0, 2, 12, AGAINST)]
    assert standing(marks, 0, since=5) == {2: AGAINST}


@pytest.mark.parametrize(("about", "mark"), [("0", WITH), ("9", WITH), ("x", WITH), ("1", "alone"), ("1", "?")])
def test_what_cannot_be_marked(on: House, about: str, mark: str) -> None:
    answer = on.phones[0].post(f"/{on.table.code}/think", data={"about": about, "mark": mark})
    assert answer.status_code == 422
    assert "load the page again" in answer.get_data(as_text=True)
    assert on.kept() == []


def test_a_note_is_kept_with_the_game_for_its_writer(on: House) -> None:
    on.phones[0].post(f"/{on.table.code}/note", data={"note": "Ben took <the> map"})
    assert "Ben took &lt;the&gt; map" in on.sheet(on.phones[0])
    assert all("took" not in on.sheet(phone) for phone in on.phones[1:])
    with pytest.raises(Refused):
        thoughts.note_down(on.table.at, 0, "x" * (LONGEST_NOTE + 1))


def test_who_holds_no_seat_marks_nothing(on: House) -> None:
    for client in (on.host, on.app.test_client()):
        assert client.get(f"/{on.table.code}/panel/thoughts").status_code == 403
        assert on.marks(client, 1, WITH) == 403


def test_nothing_of_it_is_in_the_record(on: House) -> None:
    on.marks(on.phones[0], 1, AGAINST)
    on.phones[0].post(f"/{on.table.code}/note", data={"note": "Ben took the map"})
    on.table.do(playing.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    while not ending.is_told(on.table.at):
        on.table.do(ending.show_next)
        if on.table.at.told and not ending.is_told(on.table.at):
            on.table.do(dealing.stop, on.table.at.stamp)
    told = str(ending.exported(on.table.at))
    assert "took" not in told
    assert AGAINST not in told


def test_a_forgotten_name_goes_from_notes(on: House) -> None:
    on.phones[0].post(f"/{on.table.code}/note", data={"note": "I trust Ben, not Benno"})
    game = on.table.at.playing[0].id
    on.table.do(dealing.stop, on.table.at.stamp)
    while not ending.is_told(on.table.at):
        on.table.do(ending.show_next)
    on.here.forget({"ben"})
    assert on.store.private.own_note(game, 0) == "", "a note that names them goes as a whole"
    for file in on.store.folder.glob("**/*.db"):
        with closing(sqlite3.connect(file)) as found:
            assert b"Ben," not in "\n".join(found.iterdump()).encode()


def test_a_strip_has_lanes_for_what_was_thought_and_known_and_says_what_was_true() -> None:
    def moment(first: int, last: int, trusted: int, suspected: int, card: str) -> Moment:
        return Moment(first, last, trusted, suspected, Fraction(1, 4), Fraction(1, 2), T(card))

    sure = T("From turn {n} on {name} could have been sure of {other}.", n=5, name="Anna", other="Ben")
    strip = Strip(
        1, 1, (moment(1, 4, 1, 0, "boss"), moment(5, 5, 0, 2, "boss"), moment(6, 9, 0, 0, "saboteur")), (sure,)
    )
    assert [(first, last, str(card)) for first, last, card in lanes.true(strip)] == [(1, 5, "boss"), (6, 9, "saboteur")]
    assert lanes.Box("with", 0, 37.5, 4, 12.5) in lanes.thought(strip, 4).boxes
    assert lanes.Box("against", 4, 50.0, 1, 25.0) in lanes.thought(strip, 4).boxes
    assert lanes.Box("odds", 0, 50.0, 4, 25.0) in lanes.known(strip).boxes
    assert lanes.known(strip).sure == [4]


# -- when the game has been told ------------------------------------------------------------------------------------
CARDS = ["yellow-loyal", "blue-loyal", "blue-saboteur", "yellow-loyal", "blue-loyal"]
FIVE = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
PLAYED: list[Entry] = [
    {"kind": "deal", "cards": CARDS, "aside": ["yellow-loyal", "yellow-saboteur", "blue-loyal"], "first": 0},
    {"kind": "secret-information", "by": 0, "look": "card", "seat": 2},
    {"kind": "end-turn", "by": 0},
    {"kind": "play-path", "by": 1},
    {"kind": "end-turn", "by": 1},
    {"kind": "play-path", "by": 2},
    {"kind": "end-turn", "by": 2},
    {"kind": "end", "reason": "agreed"},
]


def told(*marks: Mark) -> tuple[list[str], Minds]:
    record = Record.load(game_by_id("dark-cave"), FIVE, {}, PLAYED)
    found = minds_of(record, marks)
    return [str(one) for one in sentences(found, FIVE)], found


def guess(seat: int, about: int, mark: str, right: bool, chance: str, turn: int = 1) -> Guess:
    return Guess(1, turn, seat, about, mark, right, Fraction(chance))


def test_nothing_is_told_where_nobody_marked() -> None:
    assert told() == ([], Minds())
    assert told(Mark(0, 2, 1, "")) == ([], Minds())


def test_a_mark_stands_from_its_turn_on_beside_the_odds_and_the_truth() -> None:
    """Cleo wears blue and works for yellow: Ben, who is blue, has her against him."""
    _, found = told(Mark(1, 2, 3, AGAINST))
    assert [one[1:6] for one in found.guesses] == [(turn, 1, 2, AGAINST, True) for turn in (2, 3, 4)]
    (strip,) = found.strips
    assert strip.seat == 2
    assert [(one.first, one.last, one.trusted, one.suspected) for one in strip.moments] == [(1, 1, 0, 0), (2, 4, 0, 1)]
    assert [one.most for one in strip.moments] == [1, 1]
    assert all(0 < one.least < 1 for one in strip.moments)
    assert "From turn 1 on Anna could have been sure of Cleo." in map(str, strip.sure)


def test_a_saboteur_is_with_the_clan_it_works_for() -> None:
    _, found = told(Mark(0, 2, 1, WITH), Mark(0, 1, 1, WITH))
    right = {(one.about, one.right) for one in found.guesses}
    assert right == {(2, True), (1, False)}
    assert {one.chance for one in found.guesses if one.about == 2} == {Fraction(1)}


def test_a_later_mark_takes_the_place_of_an_earlier_one_and_nothing_takes_it_back() -> None:
    _, found = told(Mark(1, 2, 1, WITH), Mark(1, 2, 3, AGAINST), Mark(1, 2, 5, ""))
    assert [(one.turn, one.mark) for one in found.guesses] == [(1, WITH), (2, AGAINST)]


def test_the_detective_is_right_early_and_against_the_odds() -> None:
    early = [guess(0, 2, AGAINST, True, "1/3", turn) for turn in range(1, 10)]
    late = [guess(1, 2, AGAINST, True, "1/3", 9)]
    sure = [guess(3, 2, AGAINST, True, "1", turn) for turn in range(1, 10)]
    text = "Best detective: Anna, 9 of 9 guesses right, turn by turn; the odds alone make 3."
    assert str(sentences(Minds([*sure, *late, *early]), FIVE)[0]) == text


def test_nobody_is_a_detective_who_only_guessed_by_the_odds() -> None:
    by_odds = [guess(0, 1, WITH, True, "1/2"), guess(0, 2, WITH, False, "1/2")]
    assert sentences(Minds(by_odds), FIVE) == []


def test_who_fooled_them_was_suspected_least_for_longest() -> None:
    guesses = [guess(0, 1, AGAINST, True, "1", 2), guess(0, 2, AGAINST, True, "1", 1)]
    found = sentences(Minds(guesses, Counter({(1, 1): 4, (1, 2): 8})), FIVE)
    assert [str(one) for one in found] == ["Cleo fooled everybody best: suspected in only 1 of 8 turns of round 1."]


def test_nobody_fooled_in_a_round_in_which_nobody_marked() -> None:
    assert sentences(Minds([], Counter({(1, 1): 4})), FIVE) == []
    always = [guess(0, 1, AGAINST, True, "1")]
    assert sentences(Minds(always, Counter({(1, 1): 1})), FIVE) == []


@pytest.mark.parametrize(("by", "turns"), [((0, 1), "4 turns in all"), ((0,), "2 turns in all"), ((), "1 turn")])
def test_the_most_wrongly_accused(by: tuple[int, ...], turns: str) -> None:
    guesses = [guess(seat, 3, AGAINST, False, "1/4", turn) for seat in by for turn in (1, 2)]
    guesses = guesses or [guess(0, 3, AGAINST, False, "1/4", 1)]
    text = f"Most wrongly suspected: Dora, by their own side, for {turns}."
    assert [str(one) for one in sentences(Minds(guesses), FIVE)] == [text]


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)
def test_every_game_can_be_told(game: Game[Any]) -> None:
    record = Play(game, 5, seed=3, hurry=0.1).run().record
    marks = [Mark(seat, about, seq, mark) for seq in (1, 9) for seat, about, mark in ((0, 1, WITH), (1, 2, AGAINST))]
    found = minds_of(record, marks)
    assert all(0 <= one.chance <= 1 for one in found.guesses)
    assert {strip.seat for strip in found.strips} <= {1, 2}
    sentences(found, record.state.names)


def test_it_is_shown_when_the_game_has_been_told_and_no_moment_before(on: House) -> None:
    address = f"/{on.table.code}/thoughts"
    on.marks(on.phones[0], 1, AGAINST)
    assert on.host.get(address).status_code == 409
    on.table.do(dealing.stop, on.table.at.stamp)
    while not ending.is_told(on.table.at):
        assert on.host.get(address).status_code == 409
        on.table.do(ending.show_next)
    assert on.host.get(address).headers["Location"] == f"{address}/1"
    pages = [on.phones[1].get(f"{address}/1?at={at}").get_data(as_text=True) for at in (0, 999)]
    assert all("What was thought" in page for page in pages)
    assert "Ben, round 1" in pages[1]
    assert pages[1].count('<svg class="lane"') == 2
    assert f'href="{address}"' in on.host.get(f"/{on.table.code}/table").get_data(as_text=True)
