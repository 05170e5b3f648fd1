"""Catalogues are compiled before Companion reads them, if one has changed since; so are modules, whatever the
environment says: otherwise each of many processes would compile a thousand again."""

import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
ROOT = Path(__file__).resolve().parent.parent


def need_games() -> None:
    """Refuse to go on where the games that are installed are another checkout's, or there are none."""
    from companion.games import list_folders  # catalogues may have to be compiled first

    if not any(folder.parent == ROOT / "companion" / "games" for folder in list_folders().values()):
        raise SystemExit(f"None of the games in {ROOT} is installed: nothing was written. First run: pip install -e .")


def is_stale(file: Path) -> bool:
    made = file.with_suffix(".mo")
    return not made.exists() or made.stat().st_mtime < file.stat().st_mtime


if any(is_stale(file) for folder in ("companion", "tests") for file in (ROOT / folder).rglob("companion.po")):
    subprocess.run([sys.executable, ROOT / ".ci" / "messages", "--compile"], check=True)
