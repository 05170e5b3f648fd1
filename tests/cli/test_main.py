"""The command and those that need no server: replay, score, export, and help worth reading."""

import json
import sys
from pathlib import Path

import pytest
from worked import cases, run

from companion.cli.main import main
from companion.engine.game import Game

from .commands import COMMANDS, code_of, every_game, one_line, played, refused


@every_game
def test_replay_prints_everything_and_a_view_only_what_its_viewer_may_see(game: Game) -> None:
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
def test_replay_refuses_a_viewer_who_is_not_there(view: str) -> None:
    told = one_line("replay", "-", "--view", view, text=json.dumps(played()))
    assert "table or seat:N" in told


def test_replay_names_the_entry_that_is_refused() -> None:
    record = played(entries=5)
    record["entries"].append({"kind": "no-such-kind", "by": 0})
    last, name = len(record["entries"]) - 1, record["players"][0]
    assert one_line("replay", "-", text=json.dumps(record)).startswith(f"entry {last} (no-such-kind, {name}): ")
    record["entries"][-1]["by"] = len(record["players"])
    assert one_line("replay", "-", text=json.dumps(record)).startswith(f"entry {last} (no-such-kind): ")


def test_score_names_an_unknown_field() -> None:
    facts = {**cases("score")[0]["facts"], "ronds": []}
    assert "unknown field ronds" in one_line("score", "-", text=json.dumps(facts))


def test_export_says_what_is_not_there(data: str) -> None:
    assert data in one_line("export", "AAAA", "--data", data)
    assert not Path(data).exists()
    code = code_of(run("import", "-", "--data", data, text=json.dumps(played())))
    assert code in one_line("export", "0000", "--data", data)
    assert "no game 7" in one_line("export", code, "--game", "7", "--data", data)
    assert run("export", code, "--game", "1", "--data", data).exit_code == 0


def test_export_refuses_a_file_that_is_no_data(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert "There's no data" in one_line("export", "AAAA", "--data", str(path))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_says_what_it_takes(command: str) -> None:
    assert len(run(command, "--help").stdout.splitlines()) > 6
    for parameter in main.commands[command].params:
        assert parameter.param_type_name == "argument" or getattr(parameter, "help", None)


@pytest.mark.parametrize(
    "arguments", [["--port", "0"], ["--port", "x"], ["no-such-command"], ["replay"], ["--no-such"]]
)
def test_main_refuses_an_impossible_command_line(arguments: list[str]) -> None:
    assert "Error:" in refused(*arguments)


def test_main_refuses_options_that_the_command_would_ignore(data: str) -> None:
    assert "--data" in one_line("--data", data, "book")
    assert "--port" in one_line("--port", "8001", "doctor")
    assert not Path(data).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for systemd")
def test_doctor_finds_the_service_and_its_data(served: Path) -> None:
    said = run("doctor").stdout
    assert f"runs as a service, with its data in {served}" in said
    assert ":8123" in said
    assert "No Companion is running" not in said


@pytest.mark.parametrize("name", COMMANDS)
def test_help_cuts_no_line_of_the_list_of_commands(name: str) -> None:
    listed = " ".join(run("--help").stdout.partition("Commands:")[2].split())
    assert "..." not in listed
    assert " ".join((main.commands[name].help or "").partition("\n\n")[0].split()) in listed


def test_main_says_why_it_cannot_listen(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(*_: object, **__: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("companion.server.serve.serve", serve)
    assert one_line("--data", data) == "Can't listen on that address: Address already in use\n"


def test_main_says_how_to_install_the_library_for_mdns(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.mdns.say_missing", lambda: "Install it.")
    assert one_line("--mdns", "--data", data) == "Install it.\n"
    assert not Path(data).exists()
