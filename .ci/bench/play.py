"""Games at random, from the same player that the tests use."""

from __future__ import annotations

import sys
from typing import Any

from companion.record.record import Record
from companion.rules.game import Game

from .child import ROOT

sys.path.append(str(ROOT / "tests"))


def random_record(game: Game[Any], players: int, seed: int) -> Record:
    """A game played to its end."""
    from playing import Play

    return Play(game, players, {}, seed, busy=0.02, hurry=0.003).run().record
