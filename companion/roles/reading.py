"""Reads a game in one file, once for each number of players: a table at a time, then what one says of another."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Any

from companion.roles.checks import CHECKS, WARNINGS
from companion.roles.form import MOST_CARDS, File, Form, GameFile
from companion.roles.kinds import MOST_DRAWN, Place, Reading
from companion.roles.source import MOST_SHOWN, Mistake, Mistaken, Source, read


def read_game(content: bytes | str, icons: Collection[str] | None = None) -> GameFile:
    """The game that a file describes. ``icons``: the drawings there are (None: any is taken). Raises ``Mistaken``."""
    source = read(content)
    reading, undeclared = _begin(source, icons)
    forms: dict[int, Form] = {}
    Place(reading).read(File, source.data)
    for players in reading.span:
        reading.players = players
        file = Place(reading).read(File, source.data) if len(reading.mistakes) <= MOST_SHOWN else None
        if file is not None:
            forms[players] = Form(**vars(file), players=players, undeclared=undeclared, languages=reading.languages)
    read_ones = list(forms.values())
    for check, tables in CHECKS if forms else ():
        if not {str(path[0]) if path else "game" for path, _ in reading.mistakes} & {*tables.split()}:
            for path, said in check(read_ones):
                Place(reading, path).wrong(said)
    if reading.mistakes:
        raise Mistaken(reading.mistakes.values())
    warned = {Mistake(source.line(path), said) for one in WARNINGS for path, said in one(read_ones)}
    return GameFile(forms, tuple(sorted(warned)))


def _begin(source: Source, icons: Collection[str] | None) -> tuple[Reading, Collection[str]]:
    """What has to be known before a table is read: what is called by its name; sides without a table
    of their own get one. Raises ``Mistaken`` for more than anybody needs."""
    data = source.data
    drawn = (one for one in _each(data.get("draw"), "from").values() if isinstance(one, list))
    if sum(map(len, drawn)) > MOST_DRAWN:
        raise Mistaken([Mistake(source.line(("draw",)), f"there are more than {MOST_DRAWN:,} things to draw")])
    sides = dict(islice(_each(data.get("cards"), "side").items(), MOST_CARDS))
    declared = _each(data.setdefault("sides", {}), "name")
    undeclared = dict.fromkeys(side for side in sides.values() if isinstance(side, str) and side not in declared)
    if isinstance(data["sides"], dict):
        data["sides"] |= {side: {} for side in undeclared}
    asked = _each(data.get("looks"), "name").values()
    looks = [one.get("en") if isinstance(one, dict) else one for one in asked]
    names = [*sides, *declared, *undeclared]
    return Reading(source, sides, icons, sides or None, names or None, looks), undeclared


def _each(tables: Any, key: str) -> dict[Any, Any]:
    """That key of each table, by its id or its number."""
    items = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    return {id: one.get(key) if isinstance(one, dict) else None for id, one in items}
