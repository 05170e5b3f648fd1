"""A table of four at Saboteur, as the host's browser has it."""

from html import unescape
from pathlib import Path
from typing import Any

from faults.house import NAMES, House

from companion.table.commands import rounds
from companion.table.views.page import Page, PageViewer


class Evening(House):
    """A table of four at Saboteur, the host's browser, and phones."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), NAMES)
        self.table.run(rounds.choose, "saboteur", {})

    @property
    def screen(self) -> Page:
        return Page(self.table.view, PageViewer(host=True))

    def plays(self, *entries: dict[str, Any]) -> None:
        """A round from its deal to its end, revealed."""
        self.begins(self.screen.coming.first or 0)
        for entry in entries:
            self.acts(entry)
        self.ends()

    def late(self) -> int:
        """Zoe comes and sits down; her seat."""
        self.joins("Zoe")
        zoe = self.id_of("Zoe")
        self.table.run(rounds.sit_down, zoe)
        return zoe

    def plays_on(self, name: str, on: bool) -> None:
        self.table.run(rounds.set_plays_on, self.id_of(name), on)

    def posts_deal(self, first: str, status: int = 200, **data: str) -> str:
        return self.posts("deal", status, first=first, **data)

    def posts(self, what: str, status: int = 200, **data: str) -> str:
        answer = self.post(self.host, f"host/{what}", **data)
        assert answer.status_code == status, unescape(answer.text)
        return unescape(answer.text)
