"""Every address, asked by everybody, at every stage of a table: two tables whose hidden cards differ answer alike.

The two worlds do the same with the same dice, so answers can be compared byte by byte: status, headers, cookies, body,
and what is logged. What a seat holds to look at is the only exception, and has to be what lies there.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawl import PHONELESS, PLAYERS, Ask, World, Worlds, asks, get, mixed, parting
from games_in_files import any_game
from playing import NothingOpenError, Play, deal_of, facts_at_random, filled, quiet_turn
from sizes import LARGE
from twins import swapped

from companion.games import all_games, game_of_file, list_folders, list_offered
from companion.record.record import Record
from companion.rules import seeing
from companion.rules.asking import Entry
from companion.rules.game import ENDS, LEAD, Game
from companion.rules.state import NOTHING, OVER, PLAYING, ROUND_OVER, SCORING, TIMERS
from companion.rules.text import RuleError
from companion.table import ending, follow, playing, rounds
from companion.table.screen import Viewer, make_screen
from companion.web.guard import HEADERS
from companion.web.pages import FACE, FACE_THAT_LEARNS

OWNERS = {"host": "host", "handed": "host", "book": "host", "seat": "seat 0"}
"""Whose an address is, by the part of the program that it belongs to; of all others the stranger has most to ask."""
VILLAGE = next(game.file for id, game in list_offered().items() if id.startswith("village."))
for old, new in (("[5, 12]", "[4, 12]"), ('"5-6"', '"4-6"'), ('"5-7"', '"4-7"'), ('out = "shown"', 'out = "hidden"')):
    VILLAGE = VILLAGE.replace(old, new)
SMALL = game_of_file("small", VILLAGE)
"""A game in one file with a question to all, for as many as are crawled for."""
GAMES = [*(game for id, game in all_games().items() if LARGE or list_folders()[id].parent.name == "games"), SMALL]
PARTS = 1 if LARGE else 2 * len(GAMES)
"""Of as many parts another one is asked at each stage of a table: of what is not the viewer's own, and of what can be
sent. Each game begins with another part, so that all are asked at one of two stages."""
FEW = min(PARTS, 6)
"""The same, of what is the viewer's own and shows little of the round, and of what is sent that does."""
OFTEN = (
    *("streams", "seat.home", "seat.act", "seat.look", "seat.sheet"),
    *("host.screen", "host.act", "host.watch", "book.evening"),
)
"""Whatever shows or changes the round that is played, or tells of the game before it."""
every_game = pytest.mark.parametrize("game", GAMES)


class Pair(Worlds):
    """Two worlds in step; ``parted`` when cards have been turned up, from where on only faults are looked for."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game, known: int | None):
        deal = deal_of(game, game.start(PLAYERS), mixed(Random(3)))
        seats = () if known is None else (known,)
        twins = (swapped(game, deal, seats, Random(seed)) for seed in range(99))
        alike = partial(_alike, game, known, deal)
        twin = next(twin for twin in twins if twin["cards"] != deal["cards"] and alike(twin))
        super().__init__(folder, monkeypatch, game, *([*one["cards"], *one["aside"]] for one in (deal, twin)))
        self.caplog, self.known, self.parted = caplog, known, False
        self.crawls = 2 * GAMES.index(game) if game in GAMES else 0
        self.play = Play(game, len(PLAYERS), {}, 5)

    def crawl(self, thorough: bool = False, only: Collection[str] = ()) -> None:
        """Ask everything as everybody, or ``only`` what is said of these; with ``known`` as that seat alone, the others
        have been asked then."""
        viewers = list(self.first.clients) if self.known is None else [f"seat {self.known}"]
        self.crawls += 1
        for number, (endpoint, requests) in enumerate(asks(self.first).items()):
            if only and endpoint.partition(".")[0] not in only and endpoint not in only:
                continue
            for viewer in viewers:
                own = viewer == _owner(endpoint)
                if not own and (number + self.crawls) % (FEW if only else PARTS):
                    continue
                for place, ask in enumerate(requests[: _share(viewer, endpoint)]):
                    if not own or not (place + number + self.crawls) % _parts(endpoint, ask, bool(only)):
                        self.ask(viewer, ask)
                if thorough and requests and "stream" not in endpoint and viewer in ("stranger", "host"):
                    for method in {"HEAD", "GET", "PUT", "OPTIONS"} - {requests[0].method}:
                        self.ask(viewer, Ask(method, requests[0].path))

    def ask(self, viewer: str, ask: Ask) -> tuple[int, bytes]:
        """Ask both worlds; they have to answer alike."""
        answers = []
        ask.htmx = ask.method == "POST" and viewer != "stranger"
        where = f"{self.at.phase} {self.at.stamp}, {viewer}: {ask.method} {ask.path} {ask.data}"
        for world in self.worlds[: 1 if self.parted else 2]:
            self.caplog.clear()
            status, headers, body = world.ask(viewer, ask)
            assert status < 500, f"{where}: {status} {self.caplog.text}"
            _is_guarded(ask, headers, where)
            if ask.held and status == 200:
                self._is_rightful(world, viewer, ask, body, where)
                body, headers = (b"", []) if self._differs(viewer, ask) else (body, headers)
            # What a browser test of the same process left behind speaks as asyncio, and of nothing that is asked here.
            logged = [one.getMessage() for one in self.caplog.records if one.name != "asyncio"]
            answers.append((status, headers, body, logged))
        assert answers[0] == answers[-1], (
            f"{where} tells the two deals apart: {parting(*map(repr, (answers[0], answers[-1])))}"
        )
        return answers[0][0], answers[0][2]

    def _is_rightful(self, world: World, viewer: str, ask: Ask, body: bytes, where: str) -> None:
        """Only the seat itself, or the table device for a seat without a phone, and only what lies there."""
        seat = int(viewer[-1]) if viewer.startswith("seat") else PHONELESS
        assert viewer.startswith("seat") or (viewer == "host" and f"/hand/{PHONELESS}/" in ask.path), where
        content = self.game.reveal(world.state, seat, ask.data["key"])
        assert str(content) in unescape(body.decode()), where
        size = FACE_THAT_LEARNS if self.game.file and ask.data["key"] == seeing.OWN else FACE
        assert len(body) == size, f"{where}: how much it is tells what it is"

    def _differs(self, viewer: str, ask: Ask) -> bool:
        """Whether it is not the same card, by the deals."""
        return viewer != f"seat {self.known}" or ask.data["key"] != "card"

    def act(self, *entries: Entry) -> None:
        """In both worlds, as long as the second one can: after the play the hidden cards decide who gets what."""
        if not entries:
            return
        self.first.act(*entries)
        if self.parted:
            return
        was = self.worlds[1].state.status
        try:
            self.worlds[1].act(*entries)
        except RuleError:
            assert was == SCORING, entries
            self.parted = True
            return
        states = [world.state for world in self.worlds]
        self.parted = len({(s.status, s.over_by, tuple(self.game.offer(s).acting)) for s in states}) > 1 or self._open()

    def _open(self) -> bool:
        """Whether a card that differs has been turned up."""
        pairs = zip(*(world.state.seats for world in self.worlds), strict=True)
        return any(one.revealed and one.card != other.card for one, other in pairs)

    def begins(self) -> None:
        self.do(rounds.deal, 0)
        self.do(rounds.start_early)

    def looks(self) -> None:
        """Everybody, at the own card."""
        for seat in range(len(PLAYERS)):
            self.do(playing.look, seat, "card")

    def move_on(self) -> None:
        """One more tap while the round is played: what most turns are, or anything that is open."""
        play = self.chooser()
        if play.state.status == PLAYING:
            turns = [quiet_turn(play.game, play.state, seat) for seat in play.game.offer(play.state).acting]
            self.act(*(next(filter(None, turns), None) or play.choose().entries))

    def peek(self) -> None:
        """Play until somebody may look at another's card, or for a while in a game without."""
        for _ in range(12):
            if entry := _peek(self.chooser()):
                self.act(entry)
                return
            self.move_on()

    def finish_round(self) -> None:
        """End the round if it goes on still, and settle what is to be settled."""
        if self.state.status == PLAYING:
            over = self.game.list_table_actions(self.state, ENDS)
            if over and over[0].closed:
                self.act({"kind": "go-on"})
            self.act(over[0].base if over else {"kind": "end", "reason": "agreed"})
        while self.state.status == SCORING:
            tap = self.chooser().choose()
            if tap.typed is not None:
                self.do(playing.type_privately, tap.seat, tap.typed)
            self.act(*tap.entries)

    def tells(self) -> None:
        """The host taps from step to step of the score, of which the first world's pages are looked at."""
        self.parted = True
        while more := make_screen(self.first.table.now, Viewer()).score.more_steps:
            status, _ = self.ask("host", Ask("POST", f"/{self.first.code}/host/next"))
            assert (status, make_screen(self.first.table.now, Viewer()).score.more_steps) == (200, more - 1)
            self.ask("seat 0", get(f"/{self.first.code}"))
            self.ask("host", get(f"/{self.first.code}/watch"))


def _is_guarded(ask: Ask, headers: list[tuple[str, str]], where: str) -> None:
    """Each answer says what a browser may do with it; none but a file is kept anywhere, no script reads a cookie."""
    sent = dict(headers)
    assert sent["X-Content-Type-Options"] == "nosniff", where
    assert "Server" not in sent, where
    if not ask.path.startswith(("/static", "/b/", "/i/", "/favicon", "/manifest")):
        assert sent.items() >= {**HEADERS, "Cache-Control": "no-store"}.items(), where
    assert all("HttpOnly" in one and "SameSite=Lax" in one for name, one in headers if name == "Set-Cookie"), where


def _share(viewer: str, endpoint: str) -> int | None:
    """How many of the requests are worth asking: who is refused as a stranger is so by the first two."""
    if viewer == _owner(endpoint):
        return None
    return 3 if endpoint.startswith("streams.") else 2 if viewer in ("stranger", "host") else 1


def _parts(endpoint: str, ask: Ask, only: bool) -> int:
    """Of how many parts one is asked for what is the viewer's own."""
    if ask.method == "POST" and not ask.held:
        return FEW if only else PARTS
    return 1 if endpoint in OFTEN or endpoint.startswith("streams") else FEW


def _owner(endpoint: str) -> str:
    """The viewer whose an address is."""
    return OWNERS.get(endpoint.partition(".")[0], "stranger")


def _alike(game: Game, seat: int | None, *deals: Entry) -> bool:
    """Whether the seat, and everybody, is shown and told the same of these deals."""
    shown = []
    for deal in deals:
        record = Record(game, PLAYERS)
        record.append({**deal, "first": 0} if game.in_turns else deal)
        state = record.state
        own = (
            None
            if seat is None
            else (game.make_role(state, seat, state.seats[seat].card or ""), game.list_held(state, seat)[:1])
        )
        shown.append(repr((game.view(state, seeing.Viewer(seat)), own)))
    return len(set(shown)) == 1


def _peek(play: Play) -> Entry | None:
    """An entry of whoever acts that lets a seat look at more than before."""
    record, count = play.record, len(play.state.seats)
    before = [len(play.game.list_secrets(play.state, seat)) for seat in range(count)]
    for seat in play.game.offer(play.state).acting:
        for action in play.open_actions(seat):
            try:
                entry = filled(action, play.random)
                then = Record.load(play.game, record.players, record.given_options, [*record.entries, entry]).state
            except (RuleError, NothingOpenError):
                continue
            if any(len(play.game.list_secrets(then, other)) > before[other] for other in range(count)):
                return entry
    return None


@pytest.fixture(params=[None, 0], ids=["all cards differ", "seat 0 has its own"])
def pair(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game
) -> Iterator[Pair]:
    with Pair(tmp_path, monkeypatch, caplog, game, request.param) as found:
        yield found


@pytest.mark.long
@every_game
def test_hidden_cards_reach_nobody(pair: Pair, game: Game) -> None:
    """The first game is the same in both worlds, and told; of the next one nothing hidden is, to its end, of which
    nothing has been told."""
    first, second = pair.worlds
    differing, second.cards = second.cards, first.cards
    pair.begins()
    for _ in range(4):
        pair.move_on()
    if pair.state.status == PLAYING:
        pair.do(rounds.end)
    while make_screen(first.table.now, Viewer()).score.more_steps:
        pair.do(ending.show_next)
    second.cards = differing
    pair.do(rounds.deal, None)
    assert [seat.card for seat in first.state.seats] != [seat.card for seat in second.state.seats]
    assert pair.at.phase == "look"
    pair.crawl()
    pair.looks()
    assert pair.at.phase == "play"
    pair.peek()
    assert not pair.parted
    pair.crawl()
    pair.finish_round()
    assert pair.state.status in (ROUND_OVER, OVER)
    pair.crawl()


SEEDS = (126, *((155, 100, 114, 117, 123, 158, 171) if LARGE else ()))
"""Of files that tell seat 0 something, and have a twin of which it is told the same."""
ANY = {seed: any_game(Random(seed), len(PLAYERS)) for seed in SEEDS}


@pytest.mark.parametrize("game", ANY.values(), ids=map(str, ANY))
def test_any_file_shows_a_phone_its_card_and_what_it_learns_alone(pair: Pair, game: Game) -> None:
    """Games in one file with any cards, rules, switches and draws: seat 0 is told the same of both deals."""
    pair.do(rounds.deal, None)
    assert len({str([seat.card for seat in world.state.seats]) for world in pair.worlds}) == 2
    pair.crawl(only=OFTEN)
    pair.looks()
    for question in game.list_table_actions(pair.state, LEAD):
        if question.kind == "ask" and not question.closed:
            pair.act(question.base)
            pair.crawl(only=("streams", "seat.home", "seat.act", "seat.sheet", "host.screen"))
            for seat in range(1, len(PLAYERS)):
                pair.act({"kind": "point", "by": seat, "seat": 0})
            pair.crawl(only=("streams", "seat.home", "seat.act", "host.screen"))
            pair.act({"kind": "go-on"})
    assert not pair.parted
    pair.crawl(only=OFTEN)


@every_game
def test_a_round_that_follows_no_turns_tells_as_little(pair: Pair, game: Game) -> None:
    """Dealt, looked at, told by its facts and scored; with one viewer under the timers, with all where nothing is."""
    how = NOTHING if pair.known is None else TIMERS
    if how not in game.follows:
        return
    pair.do(rounds.deal, 0, follow=how)
    pair.do(rounds.start_early)
    for _ in range(6):
        ways = [one for seat in pair.state.players for one in pair.chooser().open_actions(seat)]
        if ways := [one for one in ways if not game.moves[one.kind].drawn and one.kind != "reveal"]:
            with suppress(NothingOpenError):
                pair.act(filled(pair.play.random.choice(ways), pair.play.random))
    assert not pair.parted
    pair.crawl(only=OFTEN)
    pair.do(follow.ask)
    pair.crawl(only=("streams", "seat.home", "seat.row", "host.screen", "host.row", "host.told"))
    facts = facts_at_random(pair.chooser())
    pair.do(follow.tell, facts)
    assert [world.state.over_by for world in pair.worlds] == ["facts"] * 2
    pair.parted = pair._open()  # who is out has turned their card up
    pair.crawl(only=(*OFTEN, "host.line", "host.told"))  # the end, of which nothing has been told
    pair.tells()


@every_game
def test_no_page_fails_from_the_first_card_to_the_last_sum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game
) -> None:
    """To the end of the last round, step by step of the score, with the record downloaded."""
    pair = Pair(tmp_path, monkeypatch, caplog, game, None)
    pair.parted = True
    table = pair.first.table
    pair.crawl(thorough=True)  # the lobby
    while pair.at.dealt is None or pair.state.status != OVER:
        pair.begins()
        for _ in range(6):
            pair.move_on()
        pair.finish_round()
        pair.tells()
    assert table.at.phase == "done"
    record = f"/book/play/{pair.first.hall.read_book().plays[-1].play_id}/record.json"
    assert [pair.first.ask(one, get(record))[0] for one in ("host", "seat 0")] == [200, 403]
    pair.crawl()
    assert pair.ask("host", Ask("POST", f"/{table.code}/host/deal"))[0] == 200
    pair.close()


def test_every_address_is_crawled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """A new route joins the crawl, or fails here; and its examples lead to it and to no other."""
    pair = Pair(tmp_path, monkeypatch, caplog, GAMES[0], None)
    known = asks(pair.first)
    rules = list(pair.first.app.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} == set(known), "put examples of the new routes into tests/crawl.py"
    adapter = pair.first.app.url_map.bind("localhost")
    for endpoint, requests in known.items():
        for ask in requests:
            found = adapter.match(ask.path.partition("?")[0], method=ask.method)[0]
            assert found == endpoint or endpoint == "static"
    pair.close()
