"""Reads a game in one file: a table at a time, then what one says of another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import Any

from companion.roles.checks import CHECKS, WARNINGS
from companion.roles.form import MOST_CARDS, File, Form
from companion.roles.kinds import MOST_DRAWN, Place, Reading
from companion.roles.source import Mistake, Mistaken, Source, read


def read_game(content: bytes | str, icons: Collection[str] | None = None) -> tuple[Form, tuple[Mistake, ...]]:
    """Read the game that a file describes, with warnings.

    ``icons``: the drawings there are (None: any is taken). Raises ``Mistaken``.
    """
    source = read(content)
    reading = _begin(source, icons)
    file = Place(reading).read(File, source.data)
    if file is None:
        raise Mistaken(reading.mistakes)
    form = Form(**vars(file), undeclared=reading.undeclared, languages=reading.languages)
    for check, tables in CHECKS:
        if not {str(path[0]) if path else "game" for path in reading.mistakes.values()} & {*tables.split()}:
            for path, said in check(form):
                Place(reading, path).wrong(said)
    if reading.mistakes:
        raise Mistaken(reading.mistakes)
    return form, tuple(sorted({Mistake(source.line(path), said) for one in WARNINGS for path, said in one(form)}))


def _begin(source: Source, icons: Collection[str] | None) -> Reading:
    """Collect what has to be known before a table is read: names, and sides without a table of their own.

    Raises ``Mistaken`` for more than anybody needs.
    """
    data = source.data
    drawn = (one for one in _each(data, "draw", "from").values() if isinstance(one, list))
    if sum(map(len, drawn)) > MOST_DRAWN:
        raise Mistaken([Mistake(source.line(("draw",)), f"there are more than {MOST_DRAWN:,} things to draw")])
    sides = dict(islice(_each(data, "cards", "side").items(), MOST_CARDS))
    declared = _each(data, "sides", "name")
    undeclared = dict.fromkeys(side for side in sides.values() if isinstance(side, str) and side not in declared)
    if isinstance(data.setdefault("sides", {}), dict):
        data["sides"] |= {side: {} for side in undeclared}
    asked = _each(data, "looks", "name").values()
    looks = [one.get("en") if isinstance(one, dict) else one for one in asked]
    return Reading(source, sides, undeclared, icons, sides or None, [*sides, *declared, *undeclared] or None, looks)


def _each(data: Mapping[str, Any], name: str, key: str) -> dict[Any, Any]:
    """Return that key of each table of that name, by its id or its number."""
    tables = data.get(name)
    items = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    return {id: one.get(key) if isinstance(one, dict) else None for id, one in items}
