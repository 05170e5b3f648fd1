"""Makes ``too_new.json`` again: of all that is published, what browsers of the promise (docs/devices.md) do not have.

    npm install --prefix FOLDER @mdn/browser-compat-data
    python -m tests.compat.extract FOLDER/node_modules/@mdn/browser-compat-data/data.json

A name is too new if nothing of that name is in all of them: `at` of an array is old, whatever else gets an `at`.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROMISE = {
    "safari_ios": ("iOS", "15.6"),
    "firefox": ("Firefox", "121"),
    "firefox_android": ("Firefox", "121"),
    "chrome": ("Chrome", "108"),
    "chrome_android": ("Chrome", "108"),
}
OUT = Path(__file__).with_name("too_new.json")
NOWHERE = "iOS no, Firefox no, Chrome no"
Path_ = tuple[str, ...]


def main(source: str) -> None:
    data = json.loads(Path(source).read_text("utf-8"))
    css = {part: dict(features(data["css"][part])) for part in ("properties", "selectors", "at-rules", "types")}
    sections = {
        "properties": flat(css["properties"]),
        "values": values(css["properties"]),
        "selectors": flat(css["selectors"]),
        "at_rules": flat(css["at-rules"]),
        "media": media(css["at-rules"]),
        "functions": functions(css["types"]),
        **scripts(data),
        "syntax": syntax(data["javascript"]),
    }
    found = {
        "from": f"@mdn/browser-compat-data {data['__meta']['version']}, CC0 1.0",
        **{section: grouped(names) for section, names in sections.items()},
    }
    OUT.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", "utf-8")


def grouped(names: dict[str, str]) -> dict[str, str]:
    """By what is missing, the names with a bar between them; without those that no browser has at all."""
    found: dict[str, list[str]] = {}
    for name, what in names.items():
        if what != NOWHERE:
            found.setdefault(what, []).append(name)
    return {what: "|".join(sorted(found[what])) for what in sorted(found)}


def features(node: dict[str, Any], path: Path_ = ()) -> Iterator[tuple[Path_, str]]:
    """All of a tree, each with what it lacks: "" where all browsers of the promise have it."""
    if "__compat" in node:
        yield path, lacks(node["__compat"]["support"])
    for name, inside in node.items():
        if name != "__compat" and isinstance(inside, dict):
            yield from features(inside, (*path, name))


def lacks(support: dict[str, Any]) -> str:
    found = {}
    for browser, (name, version) in PROMISE.items():
        since = least(support.get(browser, []))
        if since is None or number(since) > number(version):
            found[name] = since or "no"
    return ", ".join(f"{name} {since}" for name, since in found.items())


def least(statements: Any) -> str | None:
    """The version since which a browser has it, be it in part, by its own name, for everyone, until today."""
    found = []
    for one in statements if isinstance(statements, list) else [statements]:
        since = one["version_added"]
        ended = "version_removed" in one and not one.get("partial_implementation")
        hidden = ended or any(one.get(key) for key in ("flags", "prefix", "alternative_name"))
        if isinstance(since, str) and since != "preview" and not hidden:
            found.append(since.lstrip("≤"))
    return min(found, key=number, default=None)


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


# -- styles --------------------------------------------------------------------------------------------------
def flat(found: dict[Path_, str]) -> dict[str, str]:
    return {path[0]: what for path, what in found.items() if len(path) == 1 and what}


def values(found: dict[Path_, str]) -> dict[str, str]:
    """Words that a property takes, as "property: word"; of those that are themselves too new nothing is said."""
    pairs = {path: what for path, what in found.items() if len(path) == 2 and what and not found.get(path[:1])}
    return {f"{path[0]}: {path[1]}": what for path, what in pairs.items() if "_" not in path[1]}


def media(found: dict[Path_, str]) -> dict[str, str]:
    named = {path[1]: what for path, what in found.items() if len(path) == 2 and path[0] == "media" and what}
    return {name: what for name, what in named.items() if "_" not in name or name == "range_syntax"}


UNITS = {"container_query_length_units": ("cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax")}
"""Units that are listed together."""


def functions(found: dict[Path_, str]) -> dict[str, str]:
    """Functions by their name and units by theirs, where no type had it before."""
    old = {path[-1] for path, what in found.items() if not what}
    new = {path[-1]: what for path, what in found.items() if what and path[-1] not in old}
    names = {one: what for name, what in new.items() for one in UNITS.get(name, (name,))}
    return {name: what for name, what in names.items() if "_" not in name}


# -- scripts -------------------------------------------------------------------------------------------------
def scripts(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Names after a dot (``members``) and names on their own (``globals``)."""
    api, builtins = dict(features(data["api"])), dict(features(data["javascript"]["builtins"]))
    everything = {path: what for found in (api, builtins) for path, what in found.items() if len(path) <= 2}
    own = {path: what for path, what in everything.items() if not what}
    old = {plain(path[-1]) for path in own}
    members: dict[str, str] = {}
    names: dict[str, str] = {}
    for path, what in everything.items():
        name = plain(path[-1])
        if not what or name in old or "_" in name:
            continue
        if len(path) == 1:
            names[name] = what
        elif not everything.get(path[:1]):  # of what is too new as a whole, its name says it
            members[name] = what
    return {"members": members, "globals": names}


def syntax(javascript: dict[str, Any]) -> dict[str, str]:
    parts = ("classes", "functions", "grammar", "operators", "regular_expressions", "statements")
    found = {".".join((part, *path)): what for part in parts for path, what in features(javascript[part])}
    return {name: what for name, what in found.items() if what}


def plain(name: str) -> str:
    return re.sub("_(static|event)$", "", name)


if __name__ == "__main__":
    main(sys.argv[1])
