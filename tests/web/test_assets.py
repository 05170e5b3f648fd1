"""Styles and scripts: many small files, one bundle for each kind of page."""

import gzip
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games import list_folders
from companion.paths import static_dir
from companion.storage.store import Store
from companion.web import assets
from companion.web.app import create_app
from companion.web.render.icons import SHARED, join_sprite


@pytest.fixture
def client(store: Store) -> FlaskClient:
    return create_app(store).test_client()


@pytest.mark.parametrize("kind", ["css", "js"])
def test_folders_has_every_folder_of_styles_and_scripts(kind: str) -> None:
    """A folder that no kind of page names would be forgotten."""
    known = {folder for folders in assets.FOLDERS.values() for folder in folders}
    assert {path.parent.name for path in (static_dir() / kind).glob(f"*/*.{kind}")} <= known


@pytest.mark.parametrize("name", assets.BUNDLES)
def test_join_has_each_file_of_a_bundle_once_and_the_base_first(name: str) -> None:
    page, kind = assets.BUNDLES[name]
    text = re.sub(r'"\.\.(/static/[^"?]+)\?v=[^"]+"', r'"\1"', assets.join(name))
    inside = {folder: read(kind, folder) for folder in assets.FOLDERS[page]}
    assert all(text.count(file) == 1 for files in inside.values() for file in files)
    if "base" in inside:
        assert max(map(text.index, inside["base"])) < min(map(text.index, inside["parts"]))


def read(kind: str, folder: str) -> list[str]:
    """The files of a folder as a bundle has them."""
    files = (static_dir() / kind / folder).glob("*")
    return [assets.drop_comments(path.read_text("utf-8"), kind) for path in files]


@pytest.mark.parametrize("name", [name for name in assets.BUNDLES if name.endswith(".css")])
def test_styles_define_the_variables_that_they_ask_for(name: str) -> None:
    text = assets.join(name)
    if name == "phone.css":  # the page has both
        text += assets.join("phone-later.css")
    elif name == "phone-later.css":
        text = assets.join("phone.css") + text
    asked = set(re.findall(r"var\((--[\w-]+)", text))
    assert asked <= set(re.findall(r"(--[\w-]+):", text))


def test_drop_comments_leaves_out_nothing_but_comments_and_indents() -> None:
    css = assets.drop_comments('/* Why. */\n.a > b,\n.c {\n  content: "☞"; /* here */\n}\n', "css")
    assert css == '.a > b,\n.c {\ncontent: "☞"; \n}\n'
    js = assets.drop_comments('// Why.\n  const a = "// no";\n\n  b(); // here\n', "js")
    assert js == 'const a = "// no";\nb();\n'


def test_phone_bundle_has_nothing_that_only_the_table_screen_shows() -> None:
    for path in (static_dir() / "css" / "table").iterdir():
        assert assets.drop_comments(path.read_text("utf-8"), "css") not in assets.join("phone.css")


def address_of(client: FlaskClient, name: str) -> str:
    with client.application.test_request_context():
        return assets.asset(name)


@pytest.mark.parametrize("name", assets.BUNDLES)
def test_bundle_is_cached_until_its_content_changes(client: FlaskClient, name: str) -> None:
    address = address_of(client, name)
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.text == assets.join(name)
    assert answer.mimetype in ("text/css", "text/javascript")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get(f"/b/{name}").headers["Cache-Control"] == "no-cache"


def test_bundle_that_is_unknown_is_not_found(client: FlaskClient) -> None:
    assert client.get("/b/none.css").status_code == 404


@pytest.mark.parametrize("path", sorted((static_dir() / "css").glob("*/*.css")))
def test_styles_have_one_declaration_a_line(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        assert len(line) <= 120
        assert not re.search(r";\s*\S|\{\s*[^}\s]", line), line


def said() -> frozenset[str]:
    """Words of templates, scripts and modules."""
    roots = (
        (static_dir().parent / "templates", "html"),
        (static_dir() / "js", "js"),
        (Path(assets.__file__).parents[1], "py"),
    )
    files = (path for root, ending in roots for path in root.rglob(f"*.{ending}"))
    return frozenset(word for path in files for word in re.findall(r"[A-Za-z][\w-]*", path.read_text("utf-8")))


def test_styles_name_what_pages_have() -> None:
    """A class or an id of which no template, script or module says the word (`many` of `many7`) styles nothing."""
    known = said()
    for path in (static_dir() / "css").rglob("*.css"):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        names = {
            name for chosen in re.findall(r"([^{}]+)\{", rules) for name in re.findall(r"[.#]([A-Za-z][\w-]*)", chosen)
        }
        assert not {name for name in names if not {name, name.rstrip("0123456789")} & known}, path


@pytest.mark.parametrize("name", ["awake.mp4", "awake.webm"])
def test_awake_film_is_tiny_and_can_be_read_in_parts(client: FlaskClient, name: str) -> None:
    """Safari asks for a part first, and plays nothing where it gets the whole."""
    address = address_of(client, name)
    with client.get(address) as whole:
        assert len(whole.data) < 10_000
    with client.get(address, headers={"Range": "bytes=0-1"}) as part:
        assert (part.status_code, len(part.data)) == (206, 2)
        assert part.mimetype == f"video/{name.partition('.')[2]}"


# -- the icon for home screens ------------------------------------------------------------------------------------
def test_manifest_and_pages_name_icons_that_are_there(client: FlaskClient) -> None:
    page = client.get("/").text
    manifest = client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    icons = [icon["src"] for icon in json.loads(manifest.text)["icons"]]
    icons += re.findall(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
    code = client.application.extensions["context"].tables.find_newest().code
    icons += re.findall(r'<link rel="icon" href="([^"]+)"', client.get(f"/{code}/watch").text)
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert len(icons) == 4
    for address in icons:
        with client.get(address) as icon:
            assert icon.status_code == 200
            assert len(icon.data) < 16_000
            assert icon.headers["Cache-Control"].endswith("immutable")


@pytest.mark.parametrize("side", [180, 192, 512])
def test_app_icon_has_the_size_in_its_name(side: int) -> None:
    head = (static_dir() / "app" / f"icon-{side}.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (side, side)


def test_manifest_keeps_a_page_on_a_home_screen_at_its_own_address(client: FlaskClient) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").text)
    assert "start_url" not in manifest
    assert manifest["display"] == "browser"


def test_theme_color_is_the_colour_of_the_page(client: FlaskClient) -> None:
    tokens = (static_dir() / "css" / "base" / "tokens.css").read_text("utf-8")
    tops = re.findall(r"--cave-top: (#\w+);", tokens)
    page = client.get("/").text
    named = re.findall(r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)', page)
    assert named == [(tops[0], "dark"), (tops[1], "light")]


def test_scripts_call_request_submit_only_where_it_is_there() -> None:
    """Our own scripts: each call comes after a question in its line."""
    for path in (static_dir() / "js").rglob("*.js"):
        for line in path.read_text("utf-8").splitlines():
            calls = line.count(".requestSubmit(")
            assert calls <= line.count("?.requestSubmit)"), f"{path.name}: {line.strip()}"


def test_styles_have_no_rule_for_the_id_of_a_drawing() -> None:
    """Firefox has a page's rules for an id hold inside what `use` draws, too: the icon would be gone."""
    for path in (static_dir() / "css").rglob("*.css"):
        ids = re.findall(r"(?<![\w.-])#([\w-]+)(?=[\s,:{>.])", path.read_text("utf-8"))
        assert not set(ids) & set(SHARED), path.name


def test_phone_styles_keep_two_quick_taps_on_a_button_from_zooming() -> None:
    assert re.search(r"(?:^|})[^{}]*\bbutton,[^{}]*{\ntouch-action: manipulation;\n}", assets.join("phone.css"))


PAGE = 4_400
"""Bytes of a seat's page in play, compressed, which are not counted again here."""


@pytest.mark.parametrize("game", [id for id, folder in list_folders().items() if folder.parent.name == "games"])
def test_first_page_of_a_new_phone_loads_less_than_48_kb(game: str) -> None:
    vendored = [static_dir() / "vendor" / name for name in ("htmx.min.js", "hx-sse.min.js")]
    texts = [assets.join("phone.css"), assets.join("phone.js"), join_sprite("figures"), join_sprite(game)]
    texts += [path.read_text("utf-8") for path in vendored]
    assert PAGE + sum(len(gzip.compress(text.encode())) for text in texts) < 48_000
