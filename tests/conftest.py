"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# How long an example takes says nothing here: several test processes share few cores.
settings.register_profile("quick", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, max_examples=40)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
