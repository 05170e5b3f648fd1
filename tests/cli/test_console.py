"""What all commands share: files, the data folder, a service that has one."""

import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import Result
from worked import run

from companion.cli import console

from .commands import one_line, refused


@pytest.mark.parametrize("command", ["replay", "score", "import"])
def test_read_text_names_a_file_that_is_not_there(
    command: str, tmp_path: Path, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", data)
    assert "missing.json" in one_line(command, str(tmp_path / "missing.json"))
    assert str(tmp_path) in one_line(command, str(tmp_path))
    assert not Path(data).exists()


@pytest.mark.parametrize("named", [True, False])
def test_data_folder_is_the_one_named_or_in_the_environment(
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


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for systemd")
def test_find_folder_refuses_to_guess_beside_a_service(served: Path, file: str, tmp_path: Path) -> None:
    for command in (("import", file), ("backup", str(tmp_path / "x.db")), ("restore",), ("restore", "--empty")):
        told = refused(*command)
        assert f"companion {' '.join(command)} --data {served}\n" in told
    assert not served.exists()
    assert str(served) in run("import", file, "--data", str(served)).stdout


def test_read_text_refuses_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").write_bytes(b"\xff\xfe")
    with pytest.raises(SystemExit) as ended:
        console.read_text(str(tmp_path / "game.json"))
    assert ended.value.code == 2
    assert "isn't UTF-8 text" in capsys.readouterr().err


def test_show_prints_sorted_json_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    console.show({"b": "Zoë", "a": 1})
    assert capsys.readouterr().out == '{\n  "a": 1,\n  "b": "Zoë"\n}\n'


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("ActiveState=active\nargv[]=x --data /srv/table --port 8123", (Path("/srv/table"), 8123)),
        ("ActiveState=active\nargv[]=x --data=/srv/table", (Path("/srv/table"), 8000)),
        ("ActiveState=inactive\nargv[]=x --data /srv/table --port 8123", None),
        ("ActiveState=active\nargv[]=x --port 8123", None),
        ("", None),
    ],
)
def test_service_reads_the_folder_and_port_of_one_that_runs(
    told: str, found: tuple[Path, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: Mock(stdout=told))
    assert console.service() == found


def test_service_is_none_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert console.service() is None


def test_find_folder_takes_the_folder_of_the_service_where_it_is_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "service", lambda: (tmp_path, 8000))
    monkeypatch.setattr(console, "data_dir", lambda: tmp_path)
    assert console.find_folder(None, "companion restore") == tmp_path
    other = tmp_path / "other"
    assert console.find_folder(str(other), "companion restore") == other
    monkeypatch.setattr(console, "data_dir", lambda: other)
    with pytest.raises(SystemExit):
        console.find_folder(None, "companion restore")
