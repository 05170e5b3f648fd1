"""Companion without the folder of games in one file: all else works as before."""

import shutil
import subprocess
import sys
from pathlib import Path

from built import ROOT

GAMES_IN_PYTHON = """
from pathlib import Path

from companion import games
from companion.cli.main import main
from companion.storage.store import Store
from companion.table.commands import rounds, seating
from companion.web.app import create_app

assert Path(games.__file__).is_relative_to(Path.cwd())
assert games.list_offered() == games.all_games()
assert "check" not in main.commands
store = Store(Path.cwd() / "data")
app = create_app(store)
host = app.test_client()
assert host.get(f"/host/{store.host_key}").status_code in (302, 303)
table = app.extensions["context"].tables.create()
page = host.get(f"/{table.code}/table")
assert page.status_code == 200, page.status
assert "host/games" not in page.text
assert host.get(f"/{table.code}/host/games").status_code == 404
for name in ("Anna", "Ben", "Carla"):
    table.run(seating.add_seat, name)
for game in ("saboteur", "dark-cave"):
    table.run(rounds.choose, game, {})
    table.run(rounds.deal, None)
    table.run(rounds.start_early)
    assert table.state.state.playing
    assert host.get(f"/{table.code}/table").status_code == 200
    table.run(rounds.end)
    table.run(rounds.open_lobby)
store.close()
"""


def test_games_in_python_are_dealt_where_the_folder_of_games_in_files_is_missing(tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("toml_games", "__pycache__")
    for folder in ("companion", "templates", "static"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    ran = subprocess.run(
        [sys.executable, "-c", GAMES_IN_PYTHON], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
