"""Undo is offered where it can work, and of the newest lines wherever it can."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playing import NAMES, Play

from companion.games import all_games
from companion.kept.store import Store
from companion.rules.game import Game
from companion.rules.text import RuleError
from companion.table import importing, playing
from companion.table.at import At
from companion.table.now import NEWEST, log_of, undoable_lines


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_undo_is_offered_where_it_works(tmp_path: Path, game: Game[Any]) -> None:
    seen = set()
    with closing(Store(tmp_path)) as store:
        for seed, length in ((1, 15), (2, 40), (3, 60)):
            play = Play(game, game.least, {}, seed, busy=0.1, hurry=0.01).run(length)
            head = {"format": "companion-record-1", "game": game.id, "options": {}, "players": NAMES[: game.least]}
            read = importing.read(json.dumps({**head, "entries": play.record.entries}))
            row = importing.imported(store, read, read.players, read.given_options, read.entries)
            at = At.load(store, row.id)
            offered = undoable_lines(at)
            for line in log_of(at)[:NEWEST]:
                number = line.redo if line.undo is None else line.undo
                if number is not None:
                    assert (number in offered) == works(store, at, number), (line, number)
                    seen.add(number in offered)
    assert seen == {True, False}


def works(store: Store, at: At, number: int) -> bool:
    """Whether the host's undo is taken; all of it is put back."""
    try:
        with store.transaction():
            playing.undo(at.copy(), number, "table", at.stamp)
            raise WorksError
    except WorksError:
        return True
    except RuleError:
        return False


class WorksError(Exception):
    """It was taken, and is not kept."""
