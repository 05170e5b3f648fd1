"""Evenings as people would have them, turn by turn, and what has to be said between them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from companion.cli.main import main

CASES = Path(__file__).parent / "cases" / "evenings"
NAMES = sorted(path.stem for path in CASES.glob("*-*.json"))


@dataclass(frozen=True)
class Evening:
    """``turns`` are lists of entries, each of one turn."""

    name: str
    game: str
    players: list[str]
    deal: dict[str, Any]
    options: dict[str, Any]
    turns: list[list[dict[str, Any]]]

    @property
    def record(self) -> dict[str, Any]:
        """The record as far as the deal, for ``companion import``."""
        head = {"format": "companion-record-1", "game": self.game, "options": self.options, "players": self.players}
        return {**head, "entries": [self.deal]}

    def read_in(self, folder: Path) -> None:
        """As ``companion import`` does."""
        read = CliRunner().invoke(main, ["import", "-", "--data", str(folder)], input=json.dumps(self.record))
        assert read.exit_code == 0, read.stderr

    def reminders(self, lang: str) -> dict[int, str]:
        """By turn, what is said when it is over: what the next one has to do first."""
        told = json.loads((CASES / "said.json").read_text(encoding="utf-8"))
        return {one["after"]: one[lang] for one in told[self.name]}


def evening(name: str) -> Evening:
    return Evening(name=name, **json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")))


def evenings() -> list[Evening]:
    return [evening(name) for name in NAMES]
