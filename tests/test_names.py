"""What can be a name, and which names look the same to readers."""

import pytest

from companion.engine.text import RuleError
from companion.names import LONGEST, check_name, fold_name

NAMES = [
    "Anna",
    "José",
    "Анна",
    "Αννα",
    "李雷 🎲",
    "Anna 李",
    "アンナ Anna",
    "Ⅳ",
    "7",
    "می\u200cخواهم",  # Persian: the joiner is part of the spelling
    "क्\u200dष",
    "👩\u200d🚀",
    "👨\u200d👩\u200d👧\u200d👦",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
    "❤️",
    "<b>Zoë</b>",
    "Z",
    "-A-",
    "Ana-María - Zoé",
    "علي",
    "Z\u0308\u0301",
    "€",
    "👻👻",
    "W" * 24,
]
SAME = [
    ("Anna", "ANNA"),
    ("Anna", "Anna\ufe0f"),
    ("Anna", "An\u034fna"),
    ("Anna", "A\u200dn\u200cna"),
    ("Anna", "Ａｎｎａ"),
    ("Anna", "Anna\u2800"),
    ("Anna", "Anna\u3164"),
    ("Jos\u00e9", "Jose\u0301"),
    ("Straße", "STRASSE"),
    ("IV", "Ⅳ"),
    ("Anna Maria", "Anna\u00a0Maria"),
]
EMPTY = [
    "\u3164",
    "\u2800",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u200d",
    "\ufe0f",
    "\u034f",
    "\u0301",
    "\U000e0041\u2800 \u3164",
]
NO_LETTER = ["-", "--", "?", "…", "« »", "·", "-\u0301", "_", "、", "\u2010\u200d", "()"]
MIXED = ["Аnna", "Ann\u0430", "Anna Ι", "Ꭺnna", "Αнна", "ԁan", "Sam Х", "ꓮnna"]


@pytest.mark.parametrize("name", NAMES)
def test_name_is_a_name(name: str) -> None:
    assert check_name(f"  {name} ") == name


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)
    for first, second in ((one, other), (other, one)):
        with pytest.raises(RuleError, match=r"there's already a .+ at this table"):
            check_name(second, ["Ben", first])


def test_names_that_read_differently_are_not_the_same() -> None:
    assert len({fold_name(name) for name in [*NAMES, "Ann", "Ana", "Jose"]}) == len(NAMES) + 3


@pytest.mark.parametrize("name", EMPTY)
def test_name_that_looks_empty_is_refused(name: str) -> None:
    with pytest.raises(RuleError, match="looks empty"):
        check_name(name)


@pytest.mark.parametrize("name", NO_LETTER)
def test_punctuation_alone_is_no_name(name: str) -> None:
    with pytest.raises(RuleError, match="letter, digit or emoji"):
        check_name(name)
    assert check_name(name, typed=False) == name, "records and old data have such names"


@pytest.mark.parametrize("name", MIXED)
def test_name_of_alphabets_that_look_alike_is_refused(name: str) -> None:
    with pytest.raises(RuleError, match="look-alike"):
        check_name(name)


@pytest.mark.parametrize("name", ["\u202eanna", "a\x00b", "a\u2066b", "a\ue000", "a\ud800"])
def test_name_that_can_not_be_shown_is_refused(name: str) -> None:
    with pytest.raises(RuleError, match="can't be shown"):
        check_name(name)


def test_name_too_long_is_refused() -> None:
    assert check_name("x" * LONGEST)
    with pytest.raises(RuleError, match="25 characters"):
        check_name("x" * (LONGEST + 1))
