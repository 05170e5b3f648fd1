"""Whatever is sent is answered, and tells nothing: the same posts to two tables whose hidden cards and gold differ.

``COMPANION_POSTS`` is how many are sent for each game and way to follow it, ``COMPANION_SEED`` where the dice begin.
"""

from pathlib import Path
from random import Random

import pytest
from crawl import PLAYERS, Fate, World, asks
from posting import Posts
from sizes import SEED, size

from companion.games import all_games, game_by_id, list_offered
from companion.rules.game import Game
from companion.table import rounds

GAMES = [*all_games().values(), *(game for id, game in list_offered().items() if id.startswith("village."))]
POSTS = size("POSTS", 30, 2500)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "follow"),
    [(game, follow) for game in GAMES for follow in game.follows],
)
def test_answers_depend_on_nothing_their_reader_may_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, game: Game, follow: str
) -> None:
    with Posts(tmp_path, monkeypatch, game, follow) as posts:
        posts.send(POSTS, SEED)
    assert "Traceback" not in caplog.text
    assert posts.accepted > posts.compared / 20, "too little of it was played"
    print(f"{game.id}: {posts.compared} posts at {posts.tables} pairs of tables, {posts.accepted} accepted")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    game = game_by_id("dark-cave")
    cards = game.deal(game.start(PLAYERS), lambda items: None)
    found = World(tmp_path, Fate(monkeypatch), game, [*cards["cards"], *cards["aside"]])
    found.do(rounds.deal, 0)
    return found


def test_no_bytes_break_an_address(world: World) -> None:
    dice = Random(SEED)
    for path in dict.fromkeys(ask.path for every in asks(world).values() for ask in every if ask.method == "POST"):
        for viewer in ("stranger", "host", "seat 0"):
            body = dice.randbytes(dice.randrange(400))
            answer = world.clients[viewer].post(path, data=body, content_type="application/x-www-form-urlencoded")
            assert answer.status_code < 500, (path, body)
