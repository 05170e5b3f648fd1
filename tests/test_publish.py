"""What the package says of itself is true, and what is still to be entered is named."""

import ast
import re
import runpy
import sys
import tomllib
from pathlib import Path

from built import ROOT

PACKAGE = ROOT / "companion"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def imported() -> set[str]:
    """The libraries that the package imports itself."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"companion", "_typeshed"}


def test_dependencies_are_what_the_package_imports_and_nothing_else() -> None:
    optional = [line for extra in ("mdns",) for line in PROJECT["optional-dependencies"][extra]]
    declared = {re.split(r"[><=\[; ]", line)[0].replace("-", "_") for line in [*PROJECT["dependencies"], *optional]}
    assert imported() == declared


def test_license_of_the_project_names_all_and_their_texts_are_there() -> None:
    assert PROJECT["license"] == "MIT AND CC-BY-3.0 AND OFL-1.1 AND 0BSD"
    for pattern in PROJECT["license-files"]:
        assert list(ROOT.glob(pattern)), pattern


def test_package_has_its_types_for_whoever_imports_it() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_publish_names_what_is_missing(tmp_path: Path) -> None:
    missing = runpy.run_path(str(ROOT / ".ci" / "publish"))["missing"]
    before = missing()
    for name in ("pyproject.toml", "CHANGELOG.md", "companion/__init__.py", "docs/security.md"):
        copy = tmp_path / name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    service = tmp_path / "contrib" / "companion.service"
    service.parent.mkdir()
    service.write_text("[Unit]\nDocumentation=https://example.org\n", encoding="utf-8")
    named = "contrib/companion.service: Documentation="
    assert [line for line in before if "git tag" not in line and line != named] == [
        line for line in missing(tmp_path) if "git tag" not in line
    ]
