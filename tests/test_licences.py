"""The licences of what is installed with Companion are those that docs/security.md lists."""

from __future__ import annotations

import re
from email.message import Message
from importlib import metadata
from typing import cast

from built import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OPTIONAL = ("mdns",)
SYSTEMS = ("linux", "darwin", "win32")
NAMES = {
    "MIT License": "MIT",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "Apache License, Version 2.0": "Apache-2.0",
    "ZPL 2.1": "ZPL-2.1",
    "Public Domain": "public domain",
}
"""What packages without an SPDX expression call theirs."""


def listed() -> dict[str, str]:
    """Each library of the page with its licence."""
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = page.partition("licence | libraries\n---|---\n")[2].partition("\n\n")[0].splitlines()
    cells = [row.split(" | ") for row in rows]
    return {name: licence for licence, names in cells for name in names.split(", ")}


def needed() -> set[str]:
    """Every library that Companion brings on one system or another, with what those need in turn."""
    found = set[str]()
    waiting = [Requirement(f"companion-table[{','.join(OPTIONAL)}]")]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        found.add(name)
        waiting += [
            one
            for one in requirements(name)
            if applies(one, wanted.extras) and canonicalize_name(one.name) not in found
        ]
    return found - {"companion-table"}


def requirements(name: str) -> list[Requirement]:
    """Nothing of what is not installed here, as zeroconf, or what another system has."""
    try:
        return [Requirement(line) for line in metadata.requires(name) or ()]
    except metadata.PackageNotFoundError:
        return []


def applies(requirement: Requirement, extras: set[str]) -> bool:
    """On any of the systems."""
    if not requirement.marker:
        return True
    places = [
        {"extra": extra, "sys_platform": system, "platform_system": {"win32": "Windows"}.get(system, system)}
        for extra in extras | {""}
        for system in SYSTEMS
    ]
    return any(requirement.marker.evaluate(place) for place in places)


def licence_of(name: str) -> str | None:
    """As the installed package says; None if it is not installed."""
    try:
        about = cast(Message, metadata.metadata(name))
    except metadata.PackageNotFoundError:
        return None
    if expression := about.get("License-Expression"):
        return str(expression)
    stated = str(about.get("License") or "")
    classifiers = [one.rpartition(" :: ")[2] for one in about.get_all("Classifier", []) if one.startswith("License ::")]
    return next((NAMES.get(one, one) for one in (stated, *classifiers) if re.fullmatch(r".{2,40}", one)), "unknown")


def test_licences_of_the_docs_list_every_library_and_no_other() -> None:
    assert sorted(listed()) == sorted(needed())


def test_licences_of_installed_libraries_are_those_of_the_docs() -> None:
    installed = {name: licence for name in listed() if (licence := licence_of(name))}
    assert "flask" in installed
    assert {name: licence for name, licence in listed().items() if name in installed} == installed
