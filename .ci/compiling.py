"""Catalogues are compiled when the package is built, and when it is installed from a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compiling(BuildHookInterface[Any]):
    """Runs before the wheel is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        subprocess.run([sys.executable, Path(self.root) / ".ci" / "messages", "--compile"], check=True)
