"""Templates are compiled once: not again in another language, nor at the next start."""

from pathlib import Path
from typing import Any

import pytest

from companion.kept.store import Store
from companion.web.app import create_app
from companion.web.templates import Compiled, PlainEnvironment


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled."""
    names: list[str] = []
    whole = PlainEnvironment.compile

    def compile(env: PlainEnvironment, source: str, name: str, *rest: Any) -> Any:
        names.append(name)
        return whole(env, source, name, *rest)

    monkeypatch.setattr(PlainEnvironment, "compile", compile)
    return names


def opens_a_table(store: Store, folder: Path, lang: str) -> str:
    """The page of a phone, from a program that has just been started."""
    app = create_app(store)
    app.jinja_env = app.jinja_env.overlay(bytecode_cache=Compiled(str(folder)))
    code = app.extensions["context"].tables.find_newest().code
    answer = app.test_client().get(f"/{code}/watch", headers={"Accept-Language": lang})
    assert answer.status_code == 200
    return answer.text


def test_templates_are_compiled_once_for_all_starts_and_languages_and_again_where_one_was_damaged(
    store: Store, tmp_path: Path, compiled: list[str]
) -> None:
    folder = tmp_path / "compiled"
    english = opens_a_table(store, folder, "en")
    assert "lobby/lobby.html" in compiled
    compiled.clear()
    assert opens_a_table(store, folder, "de") != english
    assert compiled == []
    file = next(folder.iterdir())
    kept = bytearray(file.read_bytes())
    kept[len(kept) // 2] ^= 1
    file.write_bytes(kept)
    opens_a_table(store, folder, "en")
    assert len(compiled) == 1


def test_pages_are_drawn_where_no_template_can_be_kept(store: Store, tmp_path: Path) -> None:
    opens_a_table(store, tmp_path / "missing" / "compiled", "en")
