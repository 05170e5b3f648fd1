"""Two tables whose hidden cards differ answer alike, whoever asks what at which stage, and whatever is sent.

Both do the same with the same dice, so answers can be compared byte by byte: status, headers, cookies, body, and what
is logged. What a seat holds to look at is the only exception, and has to be what is there. A table is played once; what
fails says how far it was. ``COMPANION_POSTS`` is how many posts a table gets, ``COMPANION_SEED`` where dice start.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from crawl import WALKS as SEEDS
from crawl import Doors
from games_in_files import any_game
from posting import Posts
from sizes import LARGE, SEED, size
from walking import Walk, list_twin_deals
from worlds import PLAYERS, Worlds

from companion.engine.game import Game
from companion.engine.round_facts import list_tracking_modes
from companion.engine.state import EVERY_TURN, OVER, RESULT_ONLY, ROUND_OVER
from companion.games import all_games, list_offered
from companion.table import Stage
from companion.table.commands import play
from companion.toml_games.files import game_of_file

VILLAGE = next(game.file for id, game in list_offered().items() if id.startswith("village."))
FILES = [game_of_file("small", VILLAGE.replace('out = "shown"', 'out = "hidden"'))]
"""With a question to all."""
ANY = (104, 114, 100, 110, 127)
"""Seeds of files that tell seat 0 something, and have a twin in which it is told the same."""
FILES += [any_game(Random(seed), len(PLAYERS)) for seed in (ANY if LARGE else ANY[:1])]
GAMES = [*all_games().values(), *FILES]
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
POSTS = size("POSTS", 16, 150)


@pytest.mark.long
@pytest.mark.parametrize(("game", "how", "known", "seed"), WALKS)
def test_nothing_hidden_reaches_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Game, how: str, known: int | None, seed: int
) -> None:
    """To the end of the last round, step by step of the score, with x"""
    with Worlds(tmp_path, monkeypatch, caplog, game, *list_twin_deals(game, known)) as tables:
        tables.known = known
        tables.import_evenings()
        dice = Random(seed)
        walk = Walk(tables, seed, Doors(tables, GAMES.index(game) * 3 + seed, dice))
        posts = Posts(tables, POSTS, dice)
        if first := how == EVERY_TURN and known is None:
            walk.stage("lobby")
        walk.play_before(how)
        if how == EVERY_TURN:
            walk.stage("look")
        for seat in range(len(PLAYERS)):
            tables.do(play.look, seat, "card")
        assert tables.at.stage is Stage.PLAYING
        walk.peek()
        assert not tables.parted
        walk.stage("play")
        walk.finish_round()
        assert tables.state.status in (ROUND_OVER, OVER) or tables.at.face_down
        walk.stage("untold")
        if not tables.parted:
            walk.go_on_again()
            posts.after(walk)
            assert posts.accepted, "nothing of it was played"
        tables.parted = True
        if first:
            walk.go_to_the_end()
            posts.count = POSTS // 2
            posts.after(walk)
