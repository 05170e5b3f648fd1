"""How much attention a turn takes of people who want to look at the table: taps, sheets, and what is out of sight."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # started as a program, the other tests are not found else
