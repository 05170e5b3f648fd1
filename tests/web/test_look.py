"""The look: colours are defined in one place, and differ from what is behind them, in both themes."""

import re
from math import dist
from pathlib import Path

import pytest

from companion.paths import static_dir

STYLES = static_dir() / "css"
TOKENS = (STYLES / "base" / "tokens.css").read_text("utf-8")
SEATS = [f"seat-{number}" for number in range(12)]

GROUNDS = ("cave", "cave-far", "cave-near", "plate", "plate-low", "plate-lit")
WORDS = [
    *((word, ground) for word in ("ink", "soft", "lamp") for ground in GROUNDS),
    *((word, ground) for word in ("gold", "sign", "good", "bad") for ground in ("cave-far", "plate", "plate-low")),
    *((f"{clan}-text", ground) for clan in ("yellow", "blue", "green") for ground in ("cave-far", "plate")),
    ("on-fire", "fire-low"),
    ("on-do", "do"),
    ("on-alarm", "alarm"),
    *((f"{token}-ink", token) for token in ("token", "token-bad", "token-good")),
    *((seat, "plate") for seat in SEATS),
    ("goal-up-ink", "goal-up"),
]
SIGNS = [
    ("do-sign", "do"),
    ("edge-strong", "plate"),
    ("edge-strong", "plate-low"),
    *(("on-seat", seat) for seat in SEATS),
    *((f"{token}-rim", "plate") for token in ("token", "token-bad", "token-good")),
    *((clan, "plate") for clan in ("blue", "green")),
]


def theme(name: str) -> dict[str, str]:
    """The tokens with one plain colour; in the light theme what it does not say is as in the dark one."""
    dark, light = TOKENS.split("@media (prefers-color-scheme: light)")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3}(?:[0-9a-f]{3})?);", dark))
    return found if name == "dark" else {**found, **dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", light))}


def light(colour: str) -> list[float]:
    """How much red, green and blue it has, as light adds up."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    red, green, blue = light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def too_faint(pairs: list[tuple[str, str]], colours: dict[str, str], least: float) -> dict[tuple[str, str], float]:
    found = {(one, other): round(contrast(colours[one], colours[other]), 2) for one, other in pairs}
    return {pair: value for pair, value in found.items() if value < least}


@pytest.mark.parametrize("name", ["dark", "light"])
def test_tokens_keep_words_and_signs_apart_from_what_is_behind_them(name: str) -> None:
    assert not too_faint(WORDS, theme(name), 4.5)
    assert not too_faint(SIGNS, theme(name), 3)


def seen(colour: str) -> tuple[float, float, float]:
    """The colour in CIE L*a*b*, in which distances are as they are seen."""
    red, green, blue = light(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y, z = luminance(colour), (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("name", ["dark", "light"])
def test_tokens_of_seats_are_unlike_those_of_clans_and_teams(name: str) -> None:
    colours = theme(name)
    pairs = [(seat, clan) for seat in SEATS for clan in ("yellow", "blue", "green")]
    assert [pair for pair in pairs if dist(*(seen(colours[one]) for one in pair)) < 25] == []


@pytest.mark.parametrize("path", sorted(STYLES.glob("*/*.css")))
def test_styles_have_no_colours_but_those_of_the_tokens(path: Path) -> None:
    """But for QR codes, which are black on white whatever the theme."""
    if path.name not in ("tokens.css", "code.css"):
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*;)", path.read_text("utf-8"))
