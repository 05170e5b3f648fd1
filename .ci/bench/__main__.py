"""``python .ci/bench``: see ``measure``."""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]
    runpy.run_module("bench.measure", run_name="__main__")
