"""What is refused tells nothing: the same random posts to two tables whose hidden cards and secret gold differ.

``COMPANION_POSTS`` is how many are sent for each game, ``COMPANION_SEED`` where the dice begin.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from posting import Posts
from sizes import SEED, size

from companion.games import all_games, offered
from companion.rules.game import Game

PARTS = 2
GAMES = [*all_games().values(), *(game for id, game in offered().items() if id.startswith("village."))]
POSTS = size("POSTS", 250, 5000)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_answers_depend_on_nothing_their_reader_may_not_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game[Any], part: int
) -> None:
    with Posts(tmp_path, monkeypatch, game) as posts:
        posts.send(POSTS // PARTS, SEED * PARTS + part)
    assert posts.accepted > posts.compared / 20, "too little of it was played"
    print(f"{game.id}: {posts.compared} posts at {posts.tables} pairs of tables, {posts.accepted} accepted")
