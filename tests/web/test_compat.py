"""Styles and scripts hold the promise of docs/devices.md, by published data of what browsers have (`tests/compat`).

What no browser of the promise needs can be there too, with the reason why nothing is lost without it.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from built import ROOT
from compat.extract import OUT, PROMISE

from companion.paths import static_dir
from companion.web import assets

TOO_NEW: dict[str, dict[str, str]] = {
    section: {name: lacks for lacks, names in found.items() for name in names.split("|")}
    for section, found in json.loads(OUT.read_text("utf-8")).items()
    if section != "from"
}
Found = tuple[str, str]
"""A section of the extract, and a name in it."""

NO_POINTER = "where a finger taps there is none"
ALLOWED: dict[Found, str] = {
    **{("values", f"cursor: {name}"): NO_POINTER for name in ("pointer", "not-allowed", "grab", "grabbing")},
    ("properties", "-webkit-tap-highlight-color"): "where nothing flashes there is nothing to quieten",
    ("properties", "-webkit-touch-callout"): "on iPhones alone there is something to keep away",
    ("at_rules", "container"): "words enlarged by styles stay in a wide page; a place has its words in it",
    ("properties", "text-wrap"): "the last of several lines may be a short one",
    ("properties", "container-type"): "as above",
    ("properties", "container-name"): "as above",
    ("media", "forced-colors"): "Windows has it, phones don't",
    ("properties", "forced-color-adjust"): "as above",
    ("values", "break-after: avoid"): "on paper a headline may stand last",
    ("values", "align-content: safe"): "what is too much for the middle stands out above it, too",
    ("properties", "overscroll-behavior"): "the page behind a sheet scrolls along",
    ("properties", "scrollbar-width"): "there are no bars, or narrow ones, on phones",
    ("properties", "resize"): "a corner to drag stays, or there was none",
    ("selectors", "-webkit-inner-spin-button"): "where there is none, nothing is to be hidden",
    ("members", "wakeLock"): "asked for by `in`; a film stands for it",
    ("members", "playsInline"): "set, not asked: elsewhere films play in the page anyway",
    ("members", "disableRemotePlayback"): "set, not asked",
    ("members", "requestSubmit"): "asked for; the event is sent by hand",
    ("members", "connection"): "htmx's own",
    **{
        ("members", name): "the button stays hidden without it"
        for name in ("fullscreenEnabled", "fullscreenElement", "exitFullscreen", "requestFullscreen")
    },
}
SYNTAX = {
    "regular_expressions.lookbehind_assertion": r"\(\?<[=!]",
    "classes.static.initialization_blocks": r"\bstatic\s*\{",
    "statements.using": r"\busing\s+\w+\s*=",
    "regular_expressions.modifier": r"\(\?-?[ims]+[-:]",
}
"""What is no name: how it is found."""


# -- styles --------------------------------------------------------------------------------------------------
def in_styles(text: str) -> Iterator[Found]:
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        yield from in_rule(rule)


def in_rule(rule: Any) -> Iterator[Found]:
    assert rule.type != "error", rule.message
    if rule.type == "qualified-rule":
        yield from in_selector(rule.prelude)
        yield from in_block(rule.content)
        return
    keyword = rule.lower_at_keyword
    if keyword == "supports":  # what is asked for first can be anything
        return
    yield "at_rules", keyword
    if keyword == "media":
        yield from in_media(rule.prelude)
    if keyword in ("font-face", "page"):
        yield from in_block(rule.content)
    elif rule.content:
        inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        for one in inside:
            yield from in_block(one.content) if keyword == "keyframes" else in_rule(one)


def in_selector(tokens: Sequence[Any]) -> Iterator[Found]:
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before == ":" and token.type in ("ident", "function"):
            yield "selectors", token.lower_value if token.type == "ident" else token.lower_name
        if token == "&":
            yield "selectors", "nesting"
        if token.type == "function":
            yield from in_selector(token.arguments)


def in_media(tokens: Sequence[Any]) -> Iterator[Found]:
    for block in tokens:
        if block.type != "() block":
            continue
        if any(one in ("<", ">", "=") for one in block.content):
            yield "media", "range_syntax"
        yield from (("media", one.lower_value) for one in block.content if one.type == "ident")


def in_block(tokens: Sequence[Any]) -> Iterator[Found]:
    found = tinycss2.parse_blocks_contents(tokens, skip_comments=True, skip_whitespace=True)
    said = {one.lower_name for one in found if one.type == "declaration"}
    for one in found:
        if one.type != "declaration":
            assert one.type != "error", one.message
            yield "selectors", "nesting"
            continue
        name = one.lower_name
        if not name.startswith("--") and f"-webkit-{name}" not in said:
            yield "properties", name
        yield from in_value(name, one.value)


def in_value(name: str, tokens: Sequence[Any]) -> Iterator[Found]:
    for token in tokens:
        if token.type == "ident":
            yield "values", f"{name}: {token.lower_value}"
        elif token.type == "dimension":
            yield "functions", token.lower_unit
        elif token.type == "function":
            yield "functions", token.lower_name
            yield from in_value(name, token.arguments)
        elif token.type == "() block":
            yield from in_value(name, token.content)


# -- scripts -------------------------------------------------------------------------------------------------
NO_CODE = re.compile(r"""/\*.*?\*/|(?<![:\\])//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
MEMBER = re.compile(r"\.\s*([A-Za-z_$][\w$]*)(\?\.)?")
NAME = re.compile(r"(?<![\w$.#-])([A-Za-z_$][\w$]*)(?!\s*:)")


def in_script(text: str) -> Iterator[Found]:
    for name, pattern in SYNTAX.items():
        if re.search(pattern, text):
            yield "syntax", name
    code = NO_CODE.sub('""', text)
    yield from (("members", name) for name, asked in MEMBER.findall(code) if not asked)
    yield from (("globals", name) for name in NAME.findall(code))


# -- the promise ---------------------------------------------------------------------------------------------
SCRIPTS = sorted([*(static_dir() / "js").rglob("*.js"), *(static_dir() / "vendor").glob("*.js")])
"""Those of some pages alone, too."""
STYLES = [name for name in assets.BUNDLES if name.endswith(".css")]


def too_new(found: Iterator[Found]) -> dict[str, str]:
    """What is not allowed, with what lacks it."""
    return {
        f"{section}: {name}": TOO_NEW[section][name]
        for section, name in found
        if name in TOO_NEW[section] and (section, name) not in ALLOWED
    }


@pytest.mark.parametrize("name", STYLES)
def test_styles_are_understood_by_every_browser_of_the_promise(name: str) -> None:
    assert too_new(in_styles(assets.join(name))) == {}


@pytest.mark.parametrize("path", SCRIPTS)
def test_scripts_are_understood_by_every_browser_of_the_promise(path: Path) -> None:
    assert too_new(in_script(path.read_text("utf-8"))) == {}


def test_allowed_has_nothing_that_is_not_there() -> None:
    styles = {one for name in STYLES for one in in_styles(assets.join(name))}
    scripts = {one for path in SCRIPTS for one in in_script(path.read_text("utf-8"))}
    assert [one for one in ALLOWED if one not in styles | scripts or one[1] not in TOO_NEW[one[0]]] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (".a { color: red; &:hover { color: blue } }", "selectors: nesting"),
        ("@media (width > 30em) { .a { color: red } }", "media: range_syntax"),
        (".a { color: color-mix(in srgb, red, blue) }", "functions: color-mix"),
        (".a { width: 3cqw }", "functions: cqw"),
        ("new CloseWatcher();", "globals: CloseWatcher"),
        ("text.split(/(?<=,)/)", "syntax: regular_expressions.lookbehind_assertion"),
        ("class A { static { b(); } }", "syntax: classes.static.initialization_blocks"),
    ],
)
def test_too_new_finds_what_browsers_of_the_promise_lack(text: str, found: str) -> None:
    look = in_script if found.startswith(("globals", "syntax")) else in_styles
    assert found in too_new(look(text))


def test_too_new_passes_over_what_is_asked_for_first() -> None:
    assert too_new(in_script("a.checkVisibility?.(); // .toSorted()\nb = '.toSorted()';")) == {}
    assert too_new(in_styles("@supports (overflow: clip) { .a { overflow: clip } }")) == {}


def test_promise_is_the_one_of_the_page_on_devices() -> None:
    text = (ROOT / "docs" / "devices.md").read_text("utf-8")
    for name, version in PROMISE.values():
        assert f"{name} {version}" in text
