"""Reading a game in one file: first each table by itself, then what one table says of another.

The keys and their types stand in ``form``, how a value is read in ``kinds``, what is checked last in ``checks``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import Any

from companion.roles.checks import CHECKS, WARNINGS
from companion.roles.form import MOST_CARDS, File, Form
from companion.roles.kinds import MOST_DRAWN, Place, Reading
from companion.roles.source import Mistake, MistakesError, Source, read_source


def read_game(content: bytes | str, icons: Collection[str] | None = None) -> tuple[Form, tuple[Mistake, ...]]:
    """Return the game that a file describes, and warnings. Raises MistakesError.

    ``icons`` are the drawings that a card may have; None: any.
    """
    source = read_source(content)
    reading = _prepare(source, icons)
    file = Place(reading).read(File, source.data)
    if file is None:
        raise MistakesError(reading.mistakes)
    form = Form(**vars(file), undeclared=reading.undeclared, languages=reading.languages)
    for check, tables in CHECKS:
        # A check of tables that have mistakes already would name the same ones again, in other words.
        if not {str(path[0]) if path else "game" for path in reading.mistakes.values()} & {*tables.split()}:
            for path, said in check(form):
                Place(reading, path).add_mistake(said)
    if reading.mistakes:
        raise MistakesError(reading.mistakes)
    return form, tuple(sorted({Mistake(source.find_line(path), said) for one in WARNINGS for path, said in one(form)}))


def _prepare(source: Source, icons: Collection[str] | None) -> Reading:
    """Collect the names that tables use of each other, and add a table for each side that has none.

    Raises MistakesError for more things to draw than anybody needs: each would be read.
    """
    data = source.data
    drawn = (things for things in _pick(data, "draw", "from").values() if isinstance(things, list))
    if sum(map(len, drawn)) > MOST_DRAWN:
        line = source.find_line(("draw",))
        raise MistakesError([Mistake(line, f"there are more than {MOST_DRAWN:,} things to draw")])
    sides = dict(islice(_pick(data, "cards", "side").items(), MOST_CARDS))
    declared = _pick(data, "sides", "name")
    undeclared = dict.fromkeys(side for side in sides.values() if isinstance(side, str) and side not in declared)
    if isinstance(data.setdefault("sides", {}), dict):
        data["sides"] |= {side: {} for side in undeclared}
    looks = [name.get("en") if isinstance(name, dict) else name for name in _pick(data, "looks", "name").values()]
    return Reading(source, sides, undeclared, icons, sides or None, [*sides, *declared, *undeclared] or None, looks)


def _pick(data: Mapping[str, Any], name: str, key: str) -> dict[Any, Any]:
    """Return the value of one key in each table ``[name.ID]`` or ``[[name]]``, by id or number; None where it lacks."""
    tables = data.get(name)
    items = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    return {id: one.get(key) if isinstance(one, dict) else None for id, one in items}
