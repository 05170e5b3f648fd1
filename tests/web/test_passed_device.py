"""Whole games without phones: everything goes through the table device, secrets through its hand-over pages alone."""

import json
from collections.abc import Iterator
from html import unescape
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from facts import inputs
from faults.house import NAMES, House
from playing import Play, Tap
from sizes import LARGE
from werkzeug.test import TestResponse

from companion.engine.clans import clan_of
from companion.engine.dealing import deal_cards
from companion.engine.game import Game
from companion.engine.play import list_actions
from companion.engine.setup import start_game
from companion.engine.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.engine.views import list_held_secrets, reveal_secret
from companion.games import all_games
from companion.table import Stage
from companion.table.commands import rounds
from companion.web.forms import to_json

every_game = pytest.mark.parametrize("game", list(all_games().values()))
one_game = pytest.mark.parametrize("game", [next(iter(all_games().values()))])


class Device(House):
    """The table device, and four players around it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), NAMES)

    def hand(self, number: int, stage: str) -> TestResponse:
        return self.get(self.host, f"hand/{number}/{stage}")

    def looks(self, number: int) -> TestResponse:
        return self.post(self.host, f"hand/{number}/look", key="card")

    def takes(self, number: int) -> str:
        """The player takes the device and says who it is; the page of the seat."""
        self.posts(f"hand/{number}/open")
        return unescape(self.hand(number, "open").text)

    def posts(self, path: str, **data: Any) -> TestResponse:
        answer = self.post(self.host, path, **data)
        assert answer.status_code < 400, unescape(answer.text)
        return answer

    def enters(self, entries: str, path: str = "host/act", **more: Any) -> None:
        self.posts(path, entries=entries, stamp=self.table.state.stamp, **more)

    def next_round(self) -> None:
        """Everything is revealed, and the next one dealt."""
        while not self.table.state.told:
            self.posts("host/next")
        self.posts("host/deal", first="0")
        self.posts("host/start")

    def deals_by_its_page(self, game: Game) -> None:
        self.table.run(rounds.choose, game.id, {})
        self.posts("host/deal", first="0")

    def enter(self, tap: Tap) -> None:
        """Where the app offers it: in the open, or with the device in the player's hands."""
        if tap.typed is not None:
            assert tap.seat is not None
            fields = self.table.state.game.list_private_fields(self.state, tap.seat)
            self.takes(tap.seat)
            # No treasure is worth more digits than a form takes.
            sent = {name: one[:5] if one.isdigit() else one for name, one in inputs(fields, tap.typed).items()}
            self.posts(f"hand/{tap.seat}/typed", **sent)
        elif tap.action is not None and tap.action.secret:
            assert tap.action.by is not None
            assert to_json([tap.action.base]) in self.takes(tap.action.by)
            self.enters(to_json(list(tap.entries)), f"hand/{tap.action.by}/act")
        else:
            self.enters(to_json(list(tap.entries)))
        while self.table.state.face_down:
            self.posts("host/next")


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with Device(tmp_path / "data") as found:
        yield found


@every_game
@pytest.mark.parametrize("seed", [1, 2] if LARGE else [1])
def test_passed_device_plays_a_whole_game(device: Device, game: Game, seed: int) -> None:
    device.deals_by_its_page(game)
    for number in range(len(NAMES)):
        assert 'data-key="card"' in device.takes(number)
        assert str(reveal_secret(game, device.state, number, "card")) in unescape(device.looks(number).text)
        device.posts(f"hand/{number}/back")
    assert device.table.state.stage is Stage.PLAYING
    play = Play(game, len(NAMES), {}, seed, hurry=0.01, undoes=False, table=device)
    while device.state.status != OVER:
        if device.state.status == ROUND_OVER:
            device.next_round()
            continue
        for seat, name in enumerate(NAMES):
            for action in filter(attrgetter("secret"), list_actions(game, device.state, seat)):
                page = device.shown()
                assert to_json([action.base]) not in page, "a secret choice is on the table screen"
                assert f"{name} chooses in secret: pass the device" in page
        play.step()


@one_game
def test_hand_pages_before_and_after_a_seats_page_show_nothing_of_it(device: Device, game: Game) -> None:
    device.deals_by_its_page(game)
    for stage in ("over", "back"):
        page = unescape(device.hand(1, stage).text)
        assert "data-look" not in page
        assert "entries" not in page
    assert device.hand(1, "open").location == f"{device.url}/hand/1/over", "nobody has taken the device yet"
    look = device.looks(1)
    assert look.status_code == 403
    assert "Pass the device first" in look.text


@one_game
@pytest.mark.parametrize("way", ["done", "table", "over", "another"])
def test_hand_page_of_a_seat_is_closed_however_it_is_left(device: Device, game: Game, way: str) -> None:
    device.deals_by_its_page(game)
    assert "data-look" in device.takes(1)
    if way == "done":
        assert device.posts("hand/1/back").location == f"{device.url}/hand/2/over", "it goes round by itself"
    elif way == "another":
        device.takes(2)
        assert device.looks(2).status_code == 200, "one seat has it at a time"
    else:
        device.get(device.host, "table" if way == "table" else "hand/2/over")
    assert device.looks(1).status_code == 403
    assert device.hand(1, "open").location == f"{device.url}/hand/1/over"


# -- cards dealt by hand ----------------------------------------------------------------------------------------
@every_game
def test_passed_device_plays_a_game_with_cards_dealt_by_hand(device: Device, game: Game) -> None:
    device.table.run(rounds.choose, game.id, {"dealing": "cards"})
    cards = deal_cards(game, start_game(game, NAMES), lambda items: None)["cards"]
    lobby, clans = device.shown(), {}
    assert "Cards dealt: start" in lobby
    assert ("Card backs" in lobby) == bool(game.clans)
    if game.clans:
        clans = {f"clans.{number}": json.dumps(clan_of(card)) for number, card in enumerate(cards)}
    device.posts("host/deal", first="0", **clans)
    assert device.table.state.stage is Stage.PLAYING, "nobody looks at a card that the app does not know"
    panel = device.page(device.host, "host/panel/place/1")
    assert ("Pass to Ben for a secret look" in panel) == bool(list_held_secrets(game, device.state, 1))
    assert 'data-key="card"' not in device.takes(1)
    play = Play(game, len(NAMES), seed=5, table=device)
    for _ in range(12):
        if device.state.status != PLAYING:
            break
        play.step()
    assert all(seat.card is None or seat.revealed for seat in device.state.seats)
    if device.state.status == PLAYING:
        assert "End round" in device.shown()
        device.enters('[{"kind": "end"}]', reason='"agreed"')
    assert "All cards are revealed" in device.shown()
    assert "It's over!" in device.shown() or "reached the treasure." in device.shown()
    answers = {f"cards.{number}": json.dumps(card) for number, card in enumerate(cards)}
    device.enters('[{"kind": "identities"}]', **answers)
    assert [seat.card for seat in device.state.seats] == cards
    assert "Everyone revealed their card." in device.shown()
    play.by_hand = cards
    while device.state.status == SCORING:
        play.step()
    assert device.state.status in (ROUND_OVER, OVER)
