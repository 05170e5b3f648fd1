"""The foreign files under static/ are the ones published, and the icons are whole."""

import hashlib
import json
import re
import runpy
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import pytest
from built import ROOT

from companion.games import all_games, list_folders
from companion.paths import static_dir
from companion.web.render.icons import OWN, icon, join_sprite, picture

SVG = "{http://www.w3.org/2000/svg}"

vendor = SimpleNamespace(**runpy.run_path(str(ROOT / ".ci" / "vendor")))


def recorded() -> list[list[str]]:
    return [line.split() for line in (static_dir() / "vendor" / "VERSIONS").read_text().splitlines()]


def symbols(folder: Path) -> list[ET.Element]:
    return list(ET.parse(folder / "icons.svg").getroot())


def listed(folder: Path) -> dict[str, str]:
    """The icons that a game's folder brings from the package."""
    return dict(json.loads((folder / "icons.json").read_text(encoding="utf-8")))


SPRITES = [static_dir(), *(folder for folder in list_folders().values() if (folder / "icons.svg").is_file())]
LISTED = [folder for folder in SPRITES if (folder / "icons.json").is_file()]


def credited(folder: Path, icons: dict[str, str]) -> None:
    credits = (folder / "icons.LICENSE").read_text(encoding="utf-8")
    for name, source in icons.items():
        author, theirs = source.split("/")
        assert f"{name}: “{theirs}” by {author}\n" in credits


@pytest.mark.parametrize(("name", "version", "digest"), recorded())
def test_vendored_file_is_the_published_one(name: str, version: str, digest: str) -> None:
    assert version == vendor.VERSIONS[name]
    assert hashlib.sha256((static_dir() / "vendor" / name).read_bytes()).hexdigest() == digest


def test_vendored_files_are_all_recorded() -> None:
    found = {path.name for path in (static_dir() / "vendor").iterdir()} - {"VERSIONS"}
    assert found == {name for name, _, _ in recorded()} == set(vendor.VERSIONS)


def test_vendored_code_generator_has_its_licence_beside_it() -> None:
    source = (static_dir() / "vendor" / "qrcode.js").read_text(encoding="utf-8")
    licence = (static_dir() / "vendor" / vendor.QR_LICENSE).read_bytes()
    assert licence == vendor.mit_license(source)
    assert b"Copyright (c) 2009 Kazuhiko Arase" in licence


def test_sprite_has_the_listed_icons_and_no_others() -> None:
    assert [symbol.attrib["id"] for symbol in symbols(static_dir())] == sorted({*vendor.ICONS, *vendor.MARKED})


@pytest.mark.parametrize("folder", LISTED)
def test_sprite_of_a_folder_has_its_listed_icons_and_no_others(folder: Path) -> None:
    assert [symbol.attrib["id"] for symbol in symbols(folder)] == sorted(listed(folder))
    credited(folder, listed(folder))


def test_sprite_of_a_folder_has_no_drawing_that_all_games_have() -> None:
    assert not {*vendor.ICONS, *vendor.MARKED} & {name for folder in LISTED for name in listed(folder)}


@pytest.mark.parametrize("folder", SPRITES)
def test_sprite_symbols_have_a_view_box_and_one_path(folder: Path) -> None:
    for symbol in symbols(folder):
        assert symbol.tag == f"{SVG}symbol"
        assert symbol.attrib["viewBox"] == f"0 0 {vendor.SIDE} {vendor.SIDE}"
        *smaller, path = symbol
        assert [child.attrib["href"] for child in smaller] == [
            f"#{drawn}" for name, (drawn, _) in vendor.MARKED.items() if name == symbol.attrib["id"]
        ]
        assert path.tag == f"{SVG}path"
        assert re.fullmatch(r"[mlhvcsqtaz0-9 -]+", path.attrib["d"])


@pytest.mark.parametrize("name", [*all_games(), *OWN])
def test_join_sprite_has_everything_its_drawings_are_made_of(name: str) -> None:
    sprite = join_sprite(name)
    assert {*re.findall(r'href="#([^"]+)"', sprite)} <= {*re.findall(r' id="([^"]+)"', sprite)}


def test_icons_license_names_who_drew_each_icon() -> None:
    credited(static_dir(), vendor.ICONS)
    credits = (static_dir() / "icons.LICENSE").read_text(encoding="utf-8")
    for name, (drawn, mark) in vendor.MARKED.items():
        author, theirs = vendor.ICONS[drawn].split("/")
        assert f"{name}: “{theirs}” by {author}, with a {mark}\n" in credits


def test_vendored_typeface_has_its_licence_beside_it() -> None:
    assert "SIL Open Font License" in (static_dir() / "vendor" / "LICENSE.grenze").read_text(encoding="utf-8")


def test_picture_is_drawn_in_the_page_itself() -> None:
    drawn = ET.fromstring(picture("dwarf"))
    assert drawn.tag == "svg"
    assert [child.tag for child in drawn] == ["path"]
    marked = ET.fromstring(picture("break-pick"))
    assert [part.tag for part in marked.iter()] == ["svg", "g", "path", "path"]


@pytest.mark.parametrize(
    ("path", "compacted"),
    [
        ("M20.8 20.8L40.8 40.8z", "m10 10 10 10z"),
        ("M0 0l.8 0l.8 0l.8 0l.8 0", "m0 0 0 0 1 0 0 0 1 0"),
        ("m2 2h5.2v6H0V0z m8 8h2", "m1 1h3v3h-4v-4zm4 4h1"),
        ("M10 10c2 2 4-4 6 6s2 2 4 4", "m5 5c1 1 2-2 3 3s1 1 2 2"),
        ("M10 10a4.4 4.4 90 014 4a4 4 0 1 0-8 0", "m5 5a2 2 90 0 1 2 2 2 2 0 1 0-4 0"),
        ("M2 2z", "m1 1z"),
    ],
)
def test_compact_keeps_the_points_of_a_path(path: str, compacted: str) -> None:
    assert vendor.compact(path) == compacted


def test_icon_is_empty_for_an_unknown_name() -> None:
    assert icon("unicorn", "dark-cave") == ""
