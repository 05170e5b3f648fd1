"""What Companion draws at random is the same in each run; ``COMPANION_SEED`` makes it another one."""

from random import Random, SystemRandom
from typing import Any

from sizes import SEED

_lot = Random(SEED)


def begins_anew() -> None:
    _lot.seed(SEED)


def is_fixed() -> None:
    """From now on, in this process and those that it forks."""
    dice: Any = SystemRandom
    dice.shuffle = lambda _, items: _lot.shuffle(items)
