"""Runs Companion with the same chance each time: ``python seeded.py python -m MODULE ARGUMENT ...``, for pictures."""

import random
import runpy
import sys

random.SystemRandom = lambda: random.Random(7)  # type: ignore[misc, assignment]
_, _, _, module, *arguments = sys.argv
sys.argv = [module, *arguments]
sys.path[0] = ""
runpy.run_module(module, run_name="__main__", alter_sys=True)
