"""Whoever reaches the treasure of Saboteur: until someone has revealed all cards nothing shows what they are.

Tables in step answer alike, whoever asks, though it is not the same who is passed over for gold, or who gets any.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawl import Doors
from sizes import LARGE
from walking import Walk
from worlds import PLAYERS, Ask, Worlds, get, post

from companion.engine.actions import Entry
from companion.engine.score_story import list_steps
from companion.engine.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.games import game_by_id
from companion.storage.store import RevealProgress
from companion.table import Tables, undo
from companion.table.commands import play, reveal_score, rounds
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import BREATH, log_of
from companion.web.render.renderer import show_steps

SABOTEUR = game_by_id("saboteur")
D, S, SELFISH = "gold-digger", "saboteur", "selfish-dwarf"
PLAIN = [[D, S, D, S, D, D], [D, D, D, D, S, S], [S, D, D, D, D, S]]
"Anna, who finds it, is a digger, and others are passed over; or a saboteur herself. After the last card is set aside."
WITH_SELFISH = [[SELFISH, D, D, D, S, S], [D, S, S, SELFISH, D, D], [S, D, SELFISH, D, S, D]]
TOURNAMENT = [[SELFISH, D, D, D, S], [D, S, D, SELFISH, D], [S, D, D, SELFISH, D]]
AS_MANY = [[D, S, D, S, D], [D, D, D, S, S], [S, D, D, D, S]]
BROKEN: Entry = {"kind": "set", "seats": [{"seat": 1, "broken": ["pick"]}]}
CASES: dict[str, tuple[dict[str, Any], list[list[str]], list[Entry]]] = {
    "plain": ({}, PLAIN, []),
    "last round": ({"rounds": 1}, PLAIN, []),
    "selfish": ({"selfish_dwarf": True}, WITH_SELFISH, []),
    "selfish, last round": ({"selfish_dwarf": True, "rounds": 1}, WITH_SELFISH, []),
    "tournament": ({"tournament": True}, TOURNAMENT, []),
    "tournament, last round": ({"tournament": True, "rounds": 1}, TOURNAMENT, []),
    "one for each digger": ({"nugget_rule": "per-digger"}, PLAIN, []),
    "competitive": ({"competitive": True, "nugget_rule": "per-digger"}, PLAIN, [BROKEN]),
    "the highest remaining card": ({"draft": "best"}, PLAIN, []),
    "cards from the box": ({"nuggets": "box"}, PLAIN, []),
    "no spare card": ({"spare": False}, AS_MANY, []),
    "old mine": ({"old_mine": True, "selfish_dwarf": True, "draft": "best", "rounds": 1}, WITH_SELFISH, []),
}
TREASURE: Entry = {"kind": "play-path", "by": 0, "goal": "treasure"}
WORDS = "Reveal the cards"


class Mine(Worlds):
    """Tables at which Anna is about to reach the treasure."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, case: str = "plain") -> None:
        options, deals, before = CASES[case]
        super().__init__(folder, monkeypatch, caplog, SABOTEUR, *(deals if LARGE else deals[:2]))
        self.import_evenings()
        self.walk = Walk(self, 1, Doors(self, len(case), Random(1)))
        self.do(rounds.choose, SABOTEUR.id, options)
        self.do(rounds.deal, 0)
        self.do(rounds.start_early)
        for entry in before:
            for world in self.worlds:
                world.act(entry)

    def connects(self) -> None:
        """By Anna's phone; nobody can learn anything from it."""
        status, _ = self.taps("phone", "act", entries=json.dumps([TREASURE]))
        assert status == 200
        self.all_wait()

    def all_wait(self) -> None:
        assert not self.parted, "the tables are told apart"
        assert all(world.table.state.face_down for world in self.worlds)
        assert {world.state.status for world in self.worlds} == {SCORING}

    def taps(self, viewer: str, path: str, **data: str) -> tuple[int, bytes]:
        home = "" if path.startswith("/") else f"/{self.first.code}/"
        return self.ask(viewer, Ask("POST", f"{home}{path}", {"stamp": self.at.stamp, **data}, htmx=True))

    def takes_back(self) -> None:
        back = undo.find_undo(self.at)
        assert back is not None
        assert self.taps("phone", "undo", entry=str(back.tap))[0] == 200
        assert not self.parted
        assert {world.state.status for world in self.worlds} == {PLAYING}


Make = Callable[..., Mine]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> Iterator[Make]:
    made: list[Mine] = []

    def make(case: str = "plain") -> Mine:
        made.append(Mine(tmp_path, monkeypatch, caplog, case))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("case", CASES)
def test_treasure_that_is_reached_and_undone_tells_nobody_anything(mine: Make, case: str) -> None:
    """In every variant, to everyone; also what is held to look at, a correction of the own gold, and the undo."""
    table = mine(case)
    table.connects()
    for viewer in ("host", "phone", "shared", "stranger"):
        for path in ("", "/table", "/watch", "/panel/i", "/host/panel/menu", "/host/panel/everybody", "/panel/log"):
            table.ask(viewer, get(f"/{table.first.code}{path}"))
        for key in ("card", "gold"):
            table.ask(viewer, post(f"/{table.first.code}/look", key=key))
    for by in range(len(PLAYERS)):
        for entry in ({"kind": "pick", "by": by, "card": 1}, {"kind": "take", "by": by, "gold": 2}):
            assert table.taps("phone", "act", entries=json.dumps([entry]))[0] in (403, 409)
        entry = {"kind": "correct", "seat": by, "gold": -1}
        for sender, path in (("phone", "act"), ("host", "host/act")):
            assert table.taps(sender, path, entries=json.dumps([entry]))[0] in (403, 409)
    for path in ("act", "told", "over", "ask", "deal", "follow", "place/1/counts", "place/0/things", "lobby", "pause"):
        entries = json.dumps([{"kind": "nuggets"}])
        table.taps("host", f"host/{path}", entries=entries, stop="0", how="nothing", lay="broken:pick", gold="1")
    table.taps("phone", "deal")
    table.all_wait()
    table.takes_back()
    table.connects()
    assert not table.first.hall.read_book().plays[1:], "nothing of it is in the book"


@pytest.mark.long
@pytest.mark.parametrize("case", CASES if LARGE else ["selfish, last round", "competitive"])
def test_treasure_that_is_reached_tells_nothing_at_any_address(mine: Make, case: str) -> None:
    table = mine(case)
    table.connects()
    table.walk.stage(case)
    table.all_wait()
    table.takes_back()


# -- revealed -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("viewer", ["phone", "shared", "host"])
def test_up_reveals_the_cards_by_table_or_seat_and_no_seat_undoes_it(mine: Make, viewer: str) -> None:
    table = mine()
    table.connects()
    entries = len(table.at.record.entries)
    for who, path in (("host", "table"), ("phone", ""), ("shared", "")):
        assert WORDS in table.first.page(table.first.clients[who], path)
    path = "host/up" if viewer == "host" else "up"
    assert table.taps("stranger", "up")[0] == 403
    assert table.taps("stranger", "host/up")[0] == 403
    table.parted = True  # the cards are revealed
    for _ in range(2):  # sent twice
        assert table.taps(viewer, path)[0] == 200
    assert table.at.show.beats == 1
    assert len(table.at.record.entries) == entries, "it is no entry"
    back = undo.find_undo(table.at)
    assert back is not None
    assert back.why == undo.SEEN
    assert table.taps("phone", "undo", entry=str(back.tap))[0] == 403
    assert WORDS not in table.first.page(table.first.clients["phone"])
    restarted = Tables(table.first.store).get(table.first.code)
    assert restarted
    assert restarted.state.show.beats == 1
    assert table.taps("host", "host/undo", entry=str(back.tap))[0] == 200
    assert table.state.status == PLAYING
    said = [str(line.text) for line in log_of(table.at)]
    assert said.count("All cards had already been shown when the ending was undone.") == 1
    assert table.at.game_row.show == RevealProgress(table.state.round - 1)


def told(table: Mine) -> list[tuple[int, ...]]:
    """The seats whose cards are revealed with each beat until nothing is left; with the breath none is."""
    at, seen = table.at, list[tuple[int, ...]]()
    while not table.at.told:
        table.do(reveal_score.reveal_next)
        at = table.at
        score = Page(table.first.table.view, PageViewer()).score
        if score.steps and score.light != BREATH:
            spots = show_steps(score, len(PLAYERS)).spots
            seen.append(tuple(seat for seat, one in enumerate(spots) if one.turns_up))
    assert at.told
    return seen


@pytest.mark.parametrize("case", CASES)
def test_reveal_next_shows_cards_before_the_gold_and_the_score_after_it(mine: Make, case: str) -> None:
    """No card is revealed twice."""
    table = mine(case)
    table.connects()
    table.parted = True
    seen = told(table)
    table.walk.finish_round()
    over = OVER if CASES[case][0].get("rounds") == 1 else ROUND_OVER
    assert table.state.status == over
    assert table.at.game_row.over == (over == OVER)
    seen += told(table)
    cards = [seat for up in seen for seat in up]
    assert sorted(cards) == list(range(len(PLAYERS)))
    assert seen[: len(cards)] == [(seat,) for seat in cards], "the score comes after all of them"
    steps = list_steps(table.at.record.game, table.state)
    assert table.at.show.beats == sum(step.beats for step in steps)


def test_reveal_next_goes_on_by_itself_once_the_gold_is_handed_out(mine: Make) -> None:
    table = mine()
    table.connects()
    table.parted = True
    table.do(reveal_score.turn_up)
    while table.at.face_down:
        assert table.first.table.due < float("inf")
        table.do(reveal_score.reveal_next)
    assert table.first.table.due == float("inf"), "it waits for the diggers"
    page = table.first.page(table.first.clients["host"], "table")
    assert "picks a nugget card" in page
    assert [tap.device for tap in table.at.taps][-1] == "app"
    table.walk.finish_round()
    assert table.state.status == ROUND_OVER
    assert table.first.table.due < float("inf")
    assert not table.at.told


def test_a_game_that_is_stopped_while_gold_is_handed_out_is_told_from_its_beginning(mine: Make) -> None:
    table = mine("cards from the box")
    table.connects()
    table.parted = True
    told(table)
    table.do(play.act, [{"kind": "stop"}], "table", "")
    assert table.state.status == OVER
    assert not table.at.told
    assert table.at.show.beats == 0


# -- what is paid before it is revealed -------------------------------------------------------------------------------
def test_read_secret_keeps_own_gold_as_before_until_the_score_begins(mine: Make) -> None:
    """Where the treasure is not reached nobody taps: but a saboteur's pay reveals how many there are."""
    table = mine()
    table.parted = True
    table.do(play.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    assert table.state.status == ROUND_OVER
    saboteur = next(seat for seat in range(5) if table.state.seats[seat].card == S)
    assert table.state.seats[saboteur].gold == 3
    assert str(play.read_secret(table.at, saboteur, "gold")) == "You have 0 nuggets."
    table.do(reveal_score.reveal_next)
    assert str(play.read_secret(table.at, saboteur, "gold")) == "You have 3 nuggets."
