"""The commands beside the server: records out and in again, help worth reading, errors in a sentence."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from games_in_files import game_in
from playing import Play
from worked import cases, run

from companion.cli.main import main
from companion.engine.game import Game
from companion.games import all_games
from companion.toml_games.files import BUNDLED

GAMES = list(all_games().values())
COMMANDS = list(main.commands)
every_game = pytest.mark.parametrize("game", GAMES)


def refused(*arguments: str, text: str | None = None) -> str:
    """The one sentence of a command that could not be done."""
    result = run(*arguments, text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def one_line(*arguments: str, text: str | None = None) -> str:
    told = refused(*arguments, text=text)
    assert told.count("\n") == 1
    return told


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def played(game: Game = GAMES[0], entries: int = 40) -> dict[str, Any]:
    """A record of this game."""
    return Play(game, game.least, {}, 1, busy=0.1).run(entries).record.to_json()


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A record, as a file."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played()), encoding="utf-8")
    return str(path)


# -- replay ---------------------------------------------------------------------------------------------------------
@every_game
def test_replay_prints_the_whole_truth_and_a_view_only_what_may_be_seen(game: Game) -> None:
    text = json.dumps(played(game, 12))
    views = ((), ("--view", "table"), ("--view", "seat:0"))
    whole, table, own = (json.loads(run("replay", "-", *view, text=text).stdout) for view in views)
    cards = [seat["card"] for seat in whole["seats"]]
    assert all(cards)
    assert set(whole) == set(table) == set(own)
    if whole["status"] == "playing":
        assert own["seats"][0]["card"] == cards[0]
        assert table["aside"] is None
        assert [seat["card"] for seat in table["seats"]].count(None) >= len(cards) - 1


@every_game
def test_replay_prints_sorted_keys_in_utf_8(game: Game) -> None:
    record = played(game)
    record["players"][0] = "Zoë 李"
    shown = run("replay", "-", text=json.dumps(record)).stdout
    assert "Zoë 李" in shown
    assert shown == json.dumps(json.loads(shown), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("view", ["", "seat", "seat:", "seat:-1", "seat:99", "seat:x", "seat:١", "host", "table "])
def test_replay_for_a_viewer_who_is_not_there(view: str) -> None:
    told = one_line("replay", "-", "--view", view, text=json.dumps(played()))
    assert "table or seat:N" in told


def test_a_refused_entry_is_named() -> None:
    record = played(entries=5)
    record["entries"].append({"kind": "no-such-kind", "by": 0})
    last, name = len(record["entries"]) - 1, record["players"][0]
    assert one_line("replay", "-", text=json.dumps(record)).startswith(f"entry {last} (no-such-kind, {name}): ")
    record["entries"][-1]["by"] = len(record["players"])
    assert one_line("replay", "-", text=json.dumps(record)).startswith(f"entry {last} (no-such-kind): ")


def test_an_unknown_field_beside_the_rounds_is_named() -> None:
    facts = {**cases("score")[0]["facts"], "ronds": []}
    assert "unknown field ronds" in one_line("score", "-", text=json.dumps(facts))


# -- files ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["replay", "score", "import"])
def test_a_file_that_is_not_there_or_no_record(
    command: str, tmp_path: Path, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", data)
    assert "missing.json" in one_line(command, str(tmp_path / "missing.json"))
    assert str(tmp_path) in one_line(command, str(tmp_path))
    assert not Path(data).exists()


# -- export and import ----------------------------------------------------------------------------------------------
def code_of(result: Result) -> str:
    """The code of the table that an import made."""
    assert result.exit_code == 0, result.stderr
    return result.stdout.split()[1].rstrip(":")


@pytest.mark.parametrize("game", [*GAMES, game_in(BUNDLED / "outsider.toml")])
def test_what_was_imported_is_exported_again(game: Game, data: str) -> None:
    record = played(game)
    code = code_of(run("import", "-", "--data", data, text=json.dumps(record)))
    exported = json.loads(run("export", code.lower(), "--data", data).stdout)
    bare = [{k: v for k, v in entry.items() if k not in ("at", "device")} for entry in exported["entries"]]
    assert {**exported, "entries": bare} == record
    replays = [run("replay", "-", text=json.dumps(one)).stdout for one in (record, exported)]
    assert replays[0] == replays[1]
    again = code_of(run("import", "-", "--data", data, text=json.dumps(exported)))
    assert again != code
    assert json.loads(run("export", again, "--data", data).stdout) == exported


@every_game
def test_a_record_without_an_entry_can_be_imported(game: Game, data: str) -> None:
    record = {**played(game), "entries": []}
    code = code_of(run("import", "-", "--data", data, text=json.dumps(record)))
    assert json.loads(run("export", code, "--data", data).stdout)["entries"] == []


def test_a_record_that_cannot_be_is_not_imported(data: str) -> None:
    record = played()
    record["entries"][3] = {"kind": "no-such-kind"}
    assert one_line("import", "-", "--data", data, text=json.dumps(record)).startswith("entry 3 (no-such-kind): ")
    assert not Path(data).exists()


def test_an_export_of_what_is_not_there(data: str) -> None:
    assert data in one_line("export", "AAAA", "--data", data)
    assert not Path(data).exists()
    code = code_of(run("import", "-", "--data", data, text=json.dumps(played())))
    assert code in one_line("export", "0000", "--data", data)
    assert "no game 7" in one_line("export", code, "--game", "7", "--data", data)
    assert run("export", code, "--game", "1", "--data", data).exit_code == 0


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert "There's no data" in one_line("export", "AAAA", "--data", str(path))


# -- help -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_takes_and_gives(command: str) -> None:
    assert len(run(command, "--help").stdout.splitlines()) > 6
    for parameter in main.commands[command].params:
        assert parameter.param_type_name == "argument" or getattr(parameter, "help", None)


@pytest.mark.parametrize(
    "arguments", [["--port", "0"], ["--port", "x"], ["no-such-command"], ["replay"], ["--no-such"]]
)
def test_a_command_line_that_cannot_be(arguments: list[str]) -> None:
    assert "Error:" in refused(*arguments)


# -- whose data -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("named", [True, False])
def test_folder_that_is_named_or_stands_in_the_environment_is_obeyed_and_said(
    data: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COMPANION_DATA", "" if named else "~/data")

    def at(*command: str) -> Result:
        return run(*command, *(("--data", data) if named else ()))

    assert data in at("import", file).stdout
    assert (Path(data) / "companion.db").is_file()
    copy = tmp_path / "copy.db"
    for command in (("backup", str(copy)), ("restore", str(copy))):
        assert data in at(*command).stdout
    assert at("book").exit_code == 0
    assert at("doctor").exit_code in (0, 1)


def test_what_a_command_would_not_obey_is_refused(data: str) -> None:
    assert "--data" in one_line("--data", data, "book")
    assert "--port" in one_line("--port", "8001", "doctor")
    assert not Path(data).exists()


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a companion that runs as a service on this machine, as systemctl tells of it."""
    folder = tmp_path / "service"
    tools = tmp_path / "tools"
    tools.mkdir()
    told = f"{{ path=/opt/x ; argv[]=/opt/x --port 8123 --data {folder} ; ignore_errors=no }}"
    (tools / "systemctl").write_text(f"#!/bin/sh\necho 'ExecStart={told}'\necho ActiveState=active\n")
    (tools / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.delenv("COMPANION_DATA", raising=False)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for systemd")
def test_no_command_writes_to_a_folder_that_nobody_named_beside_a_service(
    served: Path, file: str, tmp_path: Path
) -> None:
    for command in (("import", file), ("backup", str(tmp_path / "x.db")), ("restore",), ("restore", "--empty")):
        told = refused(*command)
        assert f"companion {' '.join(command)} --data {served}\n" in told
    assert not served.exists()
    assert str(served) in run("import", file, "--data", str(served)).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for systemd")
def test_the_doctor_finds_the_service_and_its_data(served: Path) -> None:
    said = run("doctor").stdout
    assert f"runs as a service, with its data in {served}" in said
    assert ":8123" in said
    assert "No Companion is running" not in said


def test_restore_that_is_refused_makes_no_folder(data: str, tmp_path: Path) -> None:
    other = tmp_path / "holiday.db"
    other.write_bytes(b"no backup")
    assert "There's no readable backup" in one_line("restore", "--data", data)
    one_line("restore", str(other), "--data", data)
    assert not Path(data).exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root writes into others' folders")
def test_what_root_writes_is_the_owners_of_the_folder(data: str, file: str, tmp_path: Path) -> None:
    folder = Path(data)
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    for command in (("import", file), ("backup", str(tmp_path / "x.db")), ("restore", str(tmp_path / "x.db"))):
        assert run(*command, "--data", data).exit_code == 0
        owners = {path.name: path.stat().st_uid for path in folder.rglob("*")}
        assert set(owners.values()) == {12345}, owners


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_of_the_list_of_commands_is_cut(name: str) -> None:
    listed = " ".join(run("--help").stdout.partition("Commands:")[2].split())
    assert "..." not in listed
    assert " ".join((main.commands[name].help or "").partition("\n\n")[0].split()) in listed
