"""The documentation says what is there."""

import re
import shlex
from pathlib import Path

import pytest
from built import ROOT

from companion import __version__
from companion.cli.main import main
from companion.engine.game import Game
from companion.engine.setup import start_game
from companion.games import all_games, list_folders

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCS = ROOT / "docs"
COMMANDS = (DOCS / "commands.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_has_the_commands_at_its_top() -> None:
    commands = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert commands == ["sh install.sh --start\n", "sh install.sh --test\n", "sh install.sh --start demo\n"]


def test_readme_is_short_with_one_picture_before_the_commands() -> None:
    assert len(README.split()) <= 450
    assert README.count("![") == 1
    assert README.index("![") < README.index("```")


def test_readme_has_a_short_and_small_film() -> None:
    """About twelve seconds; ``tests/browser/film.py`` makes it."""
    film = (DOCS / "pictures" / "demo.webp").read_bytes()
    frames = [at.end() for at in re.finditer(rb"ANMF....", film, re.DOTALL)]
    milliseconds = sum(int.from_bytes(film[at + 12 : at + 15], "little") for at in frames)
    assert 10_000 <= milliseconds <= 15_000
    assert len(film) < 2_000_000


def test_readme_names_every_game() -> None:
    named = re.findall(r"^\[([^\]]+)\]\(docs/[\w-]+\.md\).* \| (\d+–\d+)$", README, re.MULTILINE)
    games = {str(game.title).rpartition(": ")[2]: f"{game.least}–{game.most}" for game in BOXES}
    assert dict(named) == games


@pytest.mark.parametrize("command", main.commands)
def test_docs_of_commands_have_every_command(command: str) -> None:
    assert f"`companion {command}" in COMMANDS


@pytest.mark.parametrize("option", [opt for param in main.params for opt in param.opts if opt not in ("--version",)])
def test_docs_of_commands_have_every_option_of_the_start(option: str) -> None:
    assert f"\n`{option}" in COMMANDS


BOXES = [game for id, game in all_games().items() if list_folders()[id].parent == ROOT / "companion" / "games"]


def test_docs_index_has_a_row_for_every_game_and_no_others() -> None:
    table = (
        (DOCS / "index.md")
        .read_text(encoding="utf-8")
        .partition("game | players | rounds\n---|---|---\n")[2]
        .partition("\n\n")[0]
    )
    rows = [[cell.strip() for cell in line.split("|")] for line in table.splitlines()]
    assert [re.split(r" \(|, ", name)[0] for name, _, _ in rows] == [str(game.title) for game in BOXES]
    assert [players for _, players, _ in rows] == [f"{game.least}–{game.most}" for game in BOXES]
    assert [rounds for _, _, rounds in rows] == [rounds_of(game) for game in BOXES]


def rounds_of(game: Game) -> str:
    """How many rounds it has, and whether the host can choose more."""
    state = start_game(game, [f"P{n}" for n in range(game.least)])
    return f"{game.rounds(state)} or more" if "rounds" in state.options else f"{game.rounds(state)}"


every_page = pytest.mark.parametrize("page", PAGES)


@every_page
def test_docs_link_only_to_files_that_are_there(page: Path) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@every_page
def test_docs_name_only_paths_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    paths = re.findall(
        r"(?<!/)(?:companion|templates|static|tests|contrib|\.ci)/[\w./-]*\w", "\n".join(re.findall(r"`[^`\n]+`", text))
    )
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_docs_show_every_picture() -> None:
    shown = {
        Path(link).name for page in PAGES for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text("utf-8"))
    }
    assert {path.name for path in (DOCS / "pictures").iterdir() if path.suffix != ".json"} == shown


def test_docs_index_has_every_page() -> None:
    named = set(re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "index.md").read_text(encoding="utf-8")))
    assert {page.name for page in DOCS.glob("*.md")} - {"index.md"} == named


@every_page
def test_docs_have_no_row_twice_in_a_table(page: Path) -> None:
    """Two that start alike are one that was written twice."""
    rows = re.findall(r"^(?:\| )?(`.*?`|\[.*?\]\(.*?\)) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(set(rows))


@pytest.mark.parametrize("game", BOXES)
def test_docs_have_a_page_of_every_game_with_its_players_and_rounds(game: Game) -> None:
    text = (DOCS / f"{game.id}.md").read_text(encoding="utf-8")
    rounds = {"1": "one round", "2 or more": "two or more rounds", "3 or more": "three rounds or more"}[rounds_of(game)]
    assert f"{game.least}–{game.most} players, {rounds}, about {game.minutes} minutes" in text


# -- what is to be typed ------------------------------------------------------------------------------------------
def typed(page: Path) -> list[list[str]]:
    """The commands of a page: those in its blocks, and those between two backquotes that start like one."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += [one.replace("\n", " ") for one in re.findall(r"(?<!`)`((?:companion|sh|pytest|\.ci/\w+) [^`]+)`", text)]
    parts = (re.split(r" && |  +# ", line.strip()) for line in lines)
    return [shlex.split(part) for one in parts for part in one if part.startswith(BEGIN)]


BEGIN = ("companion ", "pytest", "sh ", "sudo ", ".ci/", "powershell ", "python -m ", "COMPANION_")


@every_page
def test_docs_have_only_commands_that_can_be_typed(page: Path) -> None:
    assert [reason for words in typed(page) if (reason := wrong(words))] == []


def wrong(words: list[str]) -> str:
    """Why a command can't be: an option or a file that is not there; nothing where it can."""
    words = [word for word in words if word != "sudo" and not re.match(r"[A-Z_]+=", word)]
    name, rest = words[0], words[1:]
    if name == "companion":
        known = main.commands.get(rest[0]) if rest else None
        options = {opt for param in (known or main).params for opt in param.opts} | {"--help"}
        if rest and known is None and not rest[0].startswith("-") and rest[0] != "COMMAND":
            return f"{words}: there is no such command"
        return next((f"{words}: {word}" for word in rest if word.startswith("-") and word not in options), "")
    if name in ("sh", "powershell") or name.startswith(".ci/"):
        files = [word for word in words if word.endswith((".sh", ".ps1")) or word.startswith(".ci/")]
        missing = [file for file in files if not (ROOT / file).is_file()]
        script = "".join((ROOT / file).read_text(encoding="utf-8") for file in files if file not in missing)
        unknown = [word for word in rest if word.startswith("--") and word not in script]
        return f"{words}: {missing + unknown}" if missing + unknown else ""
    if name == "pytest":
        missing = [word for word in rest if word.startswith("tests/") and not (ROOT / word).exists()]
        return f"{words}: {missing}" if missing else ""
    if words[:2] == ["python", "-m"]:
        module = ROOT / Path(*rest[1].split("."))
        return "" if module.with_suffix(".py").exists() or (module / "__main__.py").exists() else f"{words}"
    return ""


def messages() -> set[str]:
    """Every text of Companion, as its catalogues have it."""
    catalogues = [folder / "locale" for folder in list_folders().values()] + [ROOT / "companion" / "locale"]
    texts = "".join(path.read_text("utf-8") for folder in catalogues for path in folder.glob("de/*/*.po"))
    return set(re.findall(r'^msgid "(.+)"$', texts, re.MULTILINE))


FOR_PLAYERS = [
    "start",
    "evening",
    "mistakes",
    "network",
    "devices",
    "history",
    "commands",
    *(game.id for game in BOXES),
]


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_docs_name_only_buttons_that_are_there(name: str) -> None:
    """Names of buttons are in italics."""
    text = " ".join((DOCS / f"{name}.md").read_text(encoding="utf-8").split())
    named = re.findall(r"(?<!\*)\*([^*|]+)\*(?!\*)", text)
    known = messages()
    assert [one for one in named if not any(one in message for message in known)] == []


def test_changelog_begins_with_this_version_and_its_date() -> None:
    first = re.search(
        r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert first
    assert first[1] == __version__
