"""Drives a real browser against the real program: phones with touch, table screen, several at once."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # started as a program, the other tests are not found else
