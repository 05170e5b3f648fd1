"""The worked cases, in the folders of the games they are about."""

from __future__ import annotations

import json
from typing import Any

from companion.games import folders


def cases(what: str, game: str | None = None) -> list[dict[str, Any]]:
    """The cases of that kind (``replay``, ``score``) of one game, or of all."""
    return [
        case
        for id, folder in folders().items()
        for path in sorted((folder / "cases").glob(f"*{what}.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
        if game in (None, id)
    ]
