"""Catalogues are compiled before the program reads them, where one has changed since; so are modules, whatever the
environment says: each of many processes would compile a thousand again."""

import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
ROOT = Path(__file__).resolve().parent.parent


def is_stale(file: Path) -> bool:
    made = file.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime < file.stat().st_mtime


if any(is_stale(file) for folder in ("companion", "tests") for file in (ROOT / folder).rglob("companion.po")):
    subprocess.run([sys.executable, ROOT / ".ci" / "messages", "--compile"], check=True)
