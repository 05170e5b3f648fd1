"""How long the long sweeps are: short for people who change something, long for people who accept a change.

``COMPANION_LARGE=1`` makes all of them long. Each also has its own variable, and ``COMPANION_SEED`` starts the dice
elsewhere.
"""

import os

LARGE = os.environ.get("COMPANION_LARGE") == "1"
SEED = int(os.environ.get("COMPANION_SEED", "1"))


def size(name: str, short: int, long: int) -> int:
    """What ``COMPANION_name`` says, else ``short`` or ``long``."""
    return int(os.environ.get(f"COMPANION_{name}", long if LARGE else short))
