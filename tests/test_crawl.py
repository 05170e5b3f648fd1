"""Two tables whose hidden cards differ answer alike, whoever asks what at which stage, and whatever is sent.

Both do the same with the same dice, so answers can be compared byte by byte: status, headers, cookies, body, and what
is logged. What a seat holds to look at is the only exception, and has to be what is there. A table is played once; what
fails says how far it was. ``COMPANION_POSTS`` is how many posts a table gets, ``COMPANION_SEED`` where dice start.
"""

import json
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from crawl import HOSTS, OWNERS, PHONELESS, PLAYERS, SEATED, Ask, addresses, get, impossible, mixed, post
from games_in_files import any_game
from playing import NothingOpenError, deal_of, facts_at_random, filled, quiet_turn
from posting import SENDERS, Posts
from sizes import LARGE, SEED, size
from twins import look_alike, swapped

from companion.engine import visibility
from companion.engine.actions import ButtonGroup, Entry, Offer
from companion.engine.game import Game
from companion.engine.play import list_actions, list_table_actions, make_offer
from companion.engine.round_facts import list_tracking_modes
from companion.engine.setup import start_game
from companion.engine.state import EVERY_TURN, OVER, PLAYING, RESULT_ONLY, ROUND_OVER, SCORING
from companion.engine.text import RuleError
from companion.engine.views import make_view
from companion.games import all_games, list_offered
from companion.record.record import EntryListener, Record
from companion.table import Stage, TableState, undo
from companion.table.commands import play, reveal_score, rounds, tracking
from companion.table.views.page import Page, PageViewer
from companion.toml_games.files import game_of_file

VILLAGE = next(game.file for id, game in list_offered().items() if id.startswith("village."))
FILES = [game_of_file("small", VILLAGE.replace('out = "shown"', 'out = "hidden"'))]
"""With a question to all."""
ANY = (104, 114, 100, 110, 127)
"""Seeds of files that tell seat 0 something, and have a twin in which it is told the same."""
FILES += [any_game(Random(seed), len(PLAYERS)) for seed in (ANY if LARGE else ANY[:1])]
GAMES = [*all_games().values(), *FILES]
SEEDS = size("WALKS", 1, 3)
WALKS = [
    (game, how, known, seed)
    for game in GAMES
    for how in list_tracking_modes(game)
    for known in (None, 0)
    for seed in range(SEED, SEED + SEEDS)
    if LARGE
    or (how == EVERY_TURN and (known is None or game.file or list_tracking_modes(game)[1:]))
    or (how == RESULT_ONLY) == (known is None)
]
"""Games, how they are followed, and the seat whose card is the same at both tables: alone it asks then."""
POSTS = size("POSTS", 14, 150)
PARTS = SEEDS if LARGE else 83
"""Of as many parts of what is not the viewer's own another one is asked at each stage of each table, and by each seed:
in the long sweep the seeds of a game ask at each stage all that there is, once."""
FEW = SEEDS if LARGE else 12
"""The same, of what is the viewer's own and shows little of the round."""
OFTEN = (
    *("streams.stream", "streams.live", "seat.home", "seat.look", "seat.sheet", "handed.look"),
    *("host.screen", "host.watch", "book.evening"),
)
"""Whatever shows the round that is played, or the game before it."""


class Walk(Posts):
    """Two tables in step from the lobby to the end; ``known``: the seat whose card is the same, alone it asks."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game, known: int | None, seed: int
    ) -> None:
        deal = deal_of(game, start_game(game, PLAYERS), mixed(Random(3)))
        seats = () if known is None else (known,)
        twins = (swapped(game, deal, seats, Random(number)) for number in range(99))
        twin = next(twin for twin in twins if twin["cards"] != deal["cards"] and _alike(game, known, deal, twin))
        super().__init__(
            folder, monkeypatch, caplog, game, seed, *([*one["cards"], *one["aside"]] for one in (deal, twin))
        )
        self.known, self.seed, self.turn = known, seed, GAMES.index(game) * 3 + seed

    def stage(self, name: str) -> None:
        """Everyone asks everything that is theirs, and some of the rest, and sends what others are offered."""
        self.where = f"{name}, seed {self.seed}"
        self.turn += 1
        self._look_alike()
        viewers = SENDERS if self.known is None else ("phone",)
        for number, (viewer, (endpoint, ask)) in enumerate(product(viewers, list(addresses(*self.asked)))):
            owners = OWNERS.get(endpoint.partition(".")[0], ("stranger",))
            share = PARTS if viewer != owners[0] else 1 if endpoint in OFTEN else FEW
            if not (number + self.turn) % share and (ask.method == "GET" or ask.looks or viewer not in owners):
                if viewer == "device" and f"/hand/{PHONELESS}/" in ask.path:
                    self.ask(viewer, post(f"/{self.first.code}/hand/{PHONELESS}/open"))
                self.ask(viewer, ask)
        for number, entry in enumerate(impossible(self.first)):
            for viewer, path in (("host", "host/act"), ("phone", "act")):
                if viewer in viewers and not (number + self.turn) % FEW:
                    self.ask(viewer, self.entered(path, entry))
        if self.known is None:
            self._send_what_others_are_offered()

    def _send_what_others_are_offered(self) -> None:
        """Whatever it is, it is refused, or nothing comes of it."""
        home, stamp = f"/{self.first.code}", self.at.stamp
        pages = {"host": f"{home}/table", "phone": home, "shared": home, "device": f"{home}/hand/{PHONELESS}/open"}
        self.ask("device", post(pages["device"]))
        for place, (owner, path) in enumerate(pages.items()):
            if (place + self.turn) % 2 and not LARGE:
                continue
            page = self.page_of(owner, path)
            found = [
                *page.forms,
                *(form for one in page.panels for form in self.page_of(owner, urljoin(path, one)).forms),
            ]
            forms = {urljoin(path, form.action): form for form in found}
            others = [one for one in SENDERS if one != owner and (owner in SEATED or one not in HOSTS)]
            for number, ((action, form), sender) in enumerate(product(forms.items(), others)):
                if action.startswith(f"{home}/") and not (number + self.turn) % (2 * FEW):
                    self.ask(sender, Ask("POST", action, {"stamp": stamp, **form.filled(self.random)[1]}))
        assert self.at.stamp == stamp, f"{self.where}: what was offered to another was taken"

    def entered(self, path: str, *entries: Entry) -> Ask:
        data = {"entries": json.dumps(entries), "stamp": self.at.stamp}
        return Ask("POST", f"/{self.first.code}/{path}", data)

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
        shown = {(s.status, s.over_by, tuple(make_offer(self.game, s).acting)) for s in states}
        self.parted = len(shown) > 1 or self._has_opened()
        self._look_alike()

    def _look_alike(self) -> None:
        """By the rules alone, as ``test_views`` has it over many games."""
        if self.at.current_game is not None and not self.parted:
            first, *others = (as_shown(world.table.state) for world in self.worlds)
            for other in others:
                look_alike(first, other, self.known, self.at.told)

    def _has_opened(self) -> bool:
        """Whether a card that differs has been revealed."""
        pairs = zip(*(world.state.seats for world in self.worlds), strict=True)
        return any(one.revealed and one.card != other.card for one, other in pairs)

    def plays_before(self, how: str) -> None:
        """A game that is the same at both tables, and revealed; the cards of the next one are not."""
        first, second = self.worlds
        differing, second.cards = second.cards, first.cards
        self.do(rounds.deal, 0, follow=how)
        self.do(rounds.start_early)
        for _ in range(4):
            self.move_on()
        if self.state.status == PLAYING:
            self.do(rounds.end)
        while Page(first.table.view, PageViewer()).score.more_steps:
            self.do(reveal_score.reveal_next)
        second.cards = differing
        self.do(rounds.deal, None)
        second.backwards = True
        assert [seat.card for seat in first.state.seats] != [seat.card for seat in second.state.seats]

    def move_on(self) -> None:
        """One more tap while the round is played: what most turns are, or anything that opens no card."""
        play = self.chooser()
        if play.state.status != PLAYING:
            return
        turns = [quiet_turn(play.record, seat) for seat in play.record.offer.acting]
        entries = next(filter(None, turns), None) or play.choose().entries
        if not any(entry["kind"] in ("reveal", "follow") for entry in entries):
            self.act(*entries)

    def peek(self) -> None:
        """Play until someone can look at another's card, is asked for another, or for a while in a game without."""
        for _ in range(12):
            if entry := self._find_peek():
                self.act(entry)
                return
            self.move_on()

    def _find_peek(self) -> Entry | None:
        questions = [one for one in list_table_actions(self.game, self.state, ButtonGroup.LEAD) if one.kind == "ask"]
        acting = make_offer(self.game, self.state).acting
        for action in [*questions, *(one for seat in acting for one in list_actions(self.game, self.state, seat))]:
            with suppress(NothingOpenError):
                entry = filled(action, self.random)
                if not action.closed and (action in questions or self.game.moves[action.kind].list_opened(entry)):
                    return entry
        return None

    def finish_round(self) -> None:
        """End the round if it goes on still, by its facts or an agreement, and settle what is to be settled."""
        if self.state.status == PLAYING and self.state.tracking != EVERY_TURN:
            self.do(tracking.ask_for_results)
            self.stage("its end is asked for")
            self.do(tracking.end_round_with, facts_at_random(self.chooser()))
            self.parted |= self._has_opened()  # who is out has turned their card up
        elif self.state.status == PLAYING:
            if any(one.closed for one in list_table_actions(self.game, self.state, ButtonGroup.ENDS)):
                self.act({"kind": "go-on"})
            over = list_table_actions(self.game, self.state, ButtonGroup.ENDS)
            end = filled(over[0], self.random) if over else {"kind": "end", "reason": "agreed"}
            self.act(self._find_connection() or end)
        while self.state.status == SCORING and not self.at.face_down:
            tap = self.chooser().choose()
            if tap.typed is not None:
                self.do(play.save_private_input, tap.seat, tap.typed)
            self.act(*tap.entries)

    def _find_connection(self) -> Entry | None:
        """A card after which others are revealed before anything is paid, if there is one."""
        record: Record = self.at.record
        for seat in record.offer.acting:
            for action in record.offer.actions[seat]:
                for _, entry in [] if action.closed or action.secret else action.list_answers():
                    after = record.copy(EntryListener())
                    with suppress(RuleError):
                        after.append(entry)
                        if after.state.unscored and self.game.list_opening(after.state.unscored):
                            return entry
        return None

    def goes_on_again(self) -> None:
        """The end, none of which has been revealed, is undone."""
        while self.state.status != PLAYING and (back := undo.find_undo(self.at)):
            self.do(play.undo_tap, back.tap, "table", "")

    def tells(self) -> None:
        """The host taps from step to step of the score."""
        while more := Page(self.first.table.view, PageViewer()).score.more_steps:
            was_face_down = self.at.face_down
            status, _ = self.ask("host", Ask("POST", f"/{self.first.code}/host/next"))
            more_now = Page(self.first.table.view, PageViewer()).score.more_steps
            assert (status, more_now) == (200, more - 1) or (was_face_down and not self.at.face_down)
            self.ask("phone", get(f"/{self.first.code}"))
            self.ask("host", get(f"/{self.first.code}/watch"))


def as_shown(table: TableState) -> Record:
    """The record with the state that pages are made of."""
    record = table.record.copy(EntryListener())
    if table.face_down:
        record.state, record._offer = table.state, Offer({}, ())
    return record


def _alike(game: Game, seat: int | None, *deals: Entry) -> bool:
    """Whether the seat, and everyone, is shown and told the same of these deals."""
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
        shown.append(repr((make_view(game, state, visibility.Viewer(seat)), own)))
    return len(set(shown)) == 1


@pytest.mark.long
@pytest.mark.parametrize(("game", "how", "known", "seed"), WALKS)
def test_nothing_hidden_reaches_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game, how: str, known: int | None, seed: int
) -> None:
    """To the end of the last round, step by step of the score, with x"""
    with Walk(tmp_path, monkeypatch, caplog, game, known, seed) as walk:
        if first := how == EVERY_TURN and known is None:
            walk.stage("lobby")
        walk.plays_before(how)
        if how == EVERY_TURN:
            walk.stage("look")
        for seat in range(len(PLAYERS)):
            walk.do(play.look, seat, "card")
        assert walk.at.stage is Stage.PLAYING
        walk.peek()
        assert not walk.parted
        walk.stage("play")
        walk.finish_round()
        assert walk.state.status in (ROUND_OVER, OVER) or walk.at.face_down
        walk.stage("untold")
        if not walk.parted:
            walk.goes_on_again()
            walk.post(POSTS)
            assert walk.accepted, "nothing of it was played"
        walk.parted = True
        if first:
            to_the_end(walk)
            walk.post(POSTS // 2)


def to_the_end(walk: Walk) -> None:
    """Round by round, step by step of the score, with the record downloaded."""
    while walk.at.stage in (Stage.PLAYING, Stage.SCORING, Stage.ROUND_OVER):
        walk.tells()
        walk.finish_round()
        walk.tells()
        if walk.state.status == ROUND_OVER:
            try:
                walk.do(rounds.deal, None)
            except RuleError:
                return  # too many were sent away
            walk.do(rounds.start_early)
    for one in walk.first.hall.read_book().plays[-1:]:  # none if a post has left them out
        record = f"/book/play/{one.play_id}/record.json"
        assert [walk.ask(who, get(record))[0] for who in ("host", "phone")] == [200, 403]
    walk.stage("done")
