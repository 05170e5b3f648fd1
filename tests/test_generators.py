"""What is generated from the games is written by a checkout whose games are installed, and by no other."""

import runpy
from pathlib import Path

import pytest
from built import ROOT

GENERATORS = ("record_schema", "role_schema", "first_release")
ANOTHER = {"saboteur": Path("/another/companion/games/saboteur")}


def test_all_of_them_are_tried() -> None:
    found = [file.stem for file in ROOT.glob("tests/*.py") if '\nif __name__ == "__main__"' in file.read_text("utf-8")]
    assert sorted(found) == sorted((*GENERATORS, "nursery"))


@pytest.mark.parametrize("found", [ANOTHER, {}], ids=["another", "none"])
@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_writes_nothing_of_games_that_are_not_here(
    monkeypatch: pytest.MonkeyPatch, name: str, found: dict[str, Path]
) -> None:
    def touch(*given: object, **named: object) -> None:
        raise AssertionError("something is written")

    for writes in ("write_text", "write_bytes", "mkdir"):
        monkeypatch.setattr(Path, writes, touch)
    monkeypatch.setattr("shutil.rmtree", touch)
    monkeypatch.setattr("companion.games.list_folders", lambda: found)
    with pytest.raises(SystemExit, match=r"None of the games in .* is installed: nothing was written"):
        runpy.run_path(str(ROOT / "tests" / f"{name}.py"), run_name="__main__")
