"""How long the long sweeps are: short for who changes something, long for who takes a change.

``COMPANION_LARGE=1`` makes all of them long. Each has a variable of its own besides, and
``COMPANION_SEED`` begins the dice elsewhere.
"""

import os

LARGE = os.environ.get("COMPANION_LARGE") == "1"
SEED = int(os.environ.get("COMPANION_SEED", "1"))


def size(name: str, short: int, long: int) -> int:
    """What ``COMPANION_name`` says, else ``short`` or ``long``."""
    return int(os.environ.get(f"COMPANION_{name}", long if LARGE else short))
