"""No game is known by name outside its own folder: adding one adds a folder and edits nothing else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from built import ROOT

from companion.games import all_games, list_folders

ONLY_DECLARE = {
    "cli/demo": "options",
    "table/refusals": "exceptions",
}
"""Modules that decide nothing, each with what it declares: these have no tests of their own."""


def python_files() -> Iterator[Path]:
    return (path for path in (ROOT / "companion").rglob("*.py") if path.name != "__main__.py")


@cache
def all_constants() -> dict[str, list[tuple[int, Any]]]:
    """By file, each with its line."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in python_files()}
    return {
        str(path.relative_to(ROOT)): [
            (node.lineno, node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)
        ]
        for path, tree in trees.items()
    }


@pytest.mark.parametrize("game", all_games())
def test_python_names_no_game_outside_its_folder(game: str) -> None:
    found = {
        path: lines
        for path, constants in all_constants().items()
        if list_folders()[game] not in (ROOT / path).parents
        and (lines := [at for at, value in constants if value == game])
    }
    roles = {"saboteur"}
    if game in roles:
        # The word is a role in other games too; comparing with it is for them to do.
        found = {path: lines for path, lines in found.items() if not path.startswith("companion/games/")}
        found.pop("companion/engine/clans.py", None)
        found.pop("companion/engine/saboteur_cards.py", None)
        found.pop("companion/web/render/icons.py", None)
    assert found == {}


@pytest.mark.parametrize("game", all_games())
def test_no_template_names_a_game(game: str) -> None:
    named = [path.name for path in (ROOT / "templates").rglob("*.html") if f'"{game}"' in path.read_text("utf-8")]
    assert named == []


def test_a_line_of_a_template_can_be_read() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 140
    ]
    assert long == []


PARTICIPLE = re.compile(
    r"_*(?!need|embed|seed)([a-z]+ed|left|made|said|told|shown|drawn|laid|held|kept|found|given|known|done|gone|bound|won"
    r"|brought|taken|sent|met|heard|worn|written|missing|standing|lying|waiting|leading|got|without)(_|$)"
)
"""The start of a name that says what is so, or was done, and not what the function does."""


def functions(body: list[ast.stmt]) -> Iterator[str]:
    """Those of a module and its classes that are no properties, and no views named after their page."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body)
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
            yield node.name


def test_function_is_named_by_a_verb() -> None:
    named = {
        str(path.relative_to(ROOT)): names
        for path in python_files()
        if (names := [n for n in functions(ast.parse(path.read_text("utf-8")).body) if PARTICIPLE.match(n)])
    }
    assert named == {}


def folded_assignments(path: Path) -> list[str]:
    """Those that give several names their values in one line, but for a swap."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            values = sorted(map(ast.unparse, node.value.elts))
            for target in node.targets:
                if isinstance(target, ast.Tuple) and sorted(map(ast.unparse, target.elts)) != values:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def test_a_line_assigns_one_name() -> None:
    assert [line for path in python_files() for line in folded_assignments(path)] == []


def find_test_file(module: Path) -> Path:
    """``web/test_qr.py`` for ``web/render/qr``, ``games/test_saboteur_gold.py`` for ``games/saboteur/gold``."""
    package, *folders, name = ["", *module.parts] if len(module.parts) == 1 else module.parts
    if package == "games":
        name = "_".join([*folders, name])
    return ROOT / "tests" / package / f"test_{name}.py"


def modules() -> set[str]:
    """Paths inside ``companion``; a package with functions or classes of its own goes by its folder's name."""
    found = set()
    for path in python_files():
        module = path.relative_to(ROOT / "companion").with_suffix("")
        if module.name == "__init__":
            tree = ast.parse(path.read_text("utf-8"))
            if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body):
                found.add(str(module.parent.as_posix()))
        else:
            found.add(str(module.as_posix()))
    return found


def test_each_module_has_a_test_file_of_its_name() -> None:
    untested = {module for module in modules() if not find_test_file(Path(module)).exists()}
    assert untested == ONLY_DECLARE.keys()
