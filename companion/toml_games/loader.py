"""Reading a game in one file: first each table on its own, then whether the tables fit together.

The keys and their types are in ``definition``, readers of values in ``readers``, the checks in ``checks``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import starmap
from typing import Any

from companion.toml_games.checks import CHECKS, WARNINGS
from companion.toml_games.definition import GameDefinition, TomlFile
from companion.toml_games.parser import Mistake, MistakesError, read_source
from companion.toml_games.readers import Reading, TomlPath


def read_game(content: bytes | str, icons: Collection[str] | None = None) -> tuple[GameDefinition, tuple[Mistake, ...]]:
    """Return the game that a file describes, and warnings. Raises ``MistakesError`` if it describes none.

    ``icons`` are the drawings that a card can have; None: any.
    """
    source = read_source(content)
    data = source.data
    # The names by which tables refer to each other, and a table for each side that has none.
    sides = _pick(data, "cards", "side")
    declared = _pick(data, "sides", "name")
    undeclared = dict.fromkeys(side for side in sides.values() if isinstance(side, str) and side not in declared)
    if isinstance(data.setdefault("sides", {}), dict):
        data["sides"] |= {side: {} for side in undeclared}
    looks = [str(name.get("en") if isinstance(name, dict) else name) for name in _pick(data, "looks", "name").values()]
    names = [*sides, *declared, *undeclared] or None
    known = {"drawing": icons, "card": sides or None, "card or side": names, "question of [[looks]]": looks}
    reading = Reading(sides, known)
    file = TomlPath(reading).read(TomlFile, data)
    if file is not None:
        form = GameDefinition(**vars(file), undeclared=undeclared, languages=reading.languages)
        for check, tables in CHECKS:
            # A check of tables with mistakes would report the same mistakes again, in other words.
            if not {path[0] if path else "game" for path, _ in reading.mistakes} & {*tables.split()}:
                reading.mistakes += check(form)
    if reading.mistakes:
        raise MistakesError(starmap(source.find_mistake, reading.mistakes))
    warnings = (mistake for check in WARNINGS for mistake in check(form))
    return form, tuple(sorted({*starmap(source.find_mistake, warnings)}))


def _pick(data: Mapping[str, Any], name: str, key: str) -> dict[Any, Any]:
    """Return the value of one key in each table ``[name.ID]`` or ``[[name]]``, by id or number; None if missing."""
    tables = data.get(name)
    items = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    return {id: table.get(key) if isinstance(table, dict) else None for id, table in items}
