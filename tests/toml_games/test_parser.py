"""A game's file as TOML data with the line of each table and key, and what is refused before that."""

import pytest

from companion.games import MOST_BYTES
from companion.toml_games.parser import MOST_SHOWN, Mistake, MistakesError, find_forbidden, read_source

from .quest import QUEST, mistakes


def refused(content: bytes | str) -> str:
    """The only mistake."""
    with pytest.raises(MistakesError) as error:
        read_source(content)
    (said,) = error.value.mistakes
    return str(said)


def test_read_source_knows_the_line_of_each_table_and_key() -> None:
    source = read_source("a = 1\n\n[b]\nc = [\n 1,\n]\nd.e = 2\n[[f]]\ng = 3\n[[f]]\n")
    assert source.data == {"a": 1, "b": {"c": [1], "d": {"e": 2}}, "f": [{"g": 3}, {}]}
    assert source.lines == {
        ("a",): 1,
        ("b",): 3,
        ("b", "c"): 4,
        ("b", "d"): 7,
        ("b", "d", "e"): 7,
        ("f",): 8,
        ("f", 0): 8,
        ("f", 0, "g"): 9,
        ("f", 1): 10,
    }


def test_find_mistake_names_the_line_of_the_statement_or_of_its_table() -> None:
    source = read_source("a = 1\n[b]\nc = 2\n")
    lines = [source.find_mistake(path, "x").line for path in (("b", "c"), ("b", "gone"), ("gone",), ())]
    assert lines == [3, 2, 1, 1]


@pytest.mark.parametrize("content", ["\ufeffa = 1", b"\xef\xbb\xbfa = 1\r\n", "a = 1"])
def test_read_source_takes_what_editors_write(content: bytes | str) -> None:
    assert read_source(content).data == {"a": 1}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("#" * (MOST_BYTES + 1), "the file is too long: it can have at most 65,536 bytes"),
        (b"a = 1\nb = \xff", "line 2: this isn't UTF-8 text"),
        ('a = 1\nb = "\u202e"', "line 2: a control or direction character (U+202E) is in there; use plain text"),
        ("a = 1\x00", "line 1: a control or direction character (U+0000) is in there; use plain text"),
        ('{"a": 1}', "This is JSON, but a game is a TOML file."),
        ("a = 1234567890", "line 1: a number can have at most 9 digits"),
        ("a = " + "[" * 9, "line 1: lists and tables can be at most 8 deep"),
        ("a.b.c.d.e.f.g.h.i = 1", "line 1: a key can have at most 8 words"),
        ("a = { b = 1,\nc = 2 }", "line 1: there's a line break inside { }; put it all on one line"),
        ("a = 1\nb = word", "line 2: this isn't valid TOML: a value is missing; put words in straight quotes"),
        ("a 1", "line 1: this isn't valid TOML: write a key, = and its value"),
        ("a = [1", "line 1: this isn't valid TOML: a ] is missing, or a comma"),
        ("a = 1\na = 2", "line 2: this isn't valid TOML: that key is already above"),
        ("a = 1 b = 2", "line 1: this isn't valid TOML: there's more after it; put each statement on its own line"),
    ],
)
def test_read_source_refuses_what_is_no_toml_or_would_keep_it_busy(content: bytes | str, said: str) -> None:
    assert refused(content).startswith(said)


@pytest.mark.parametrize(("text", "found"), [("a\tb", "U+0009"), ("a\u2028b", "U+2028"), ("Zoë 李 👩‍🚀", "")])
def test_find_forbidden_names_control_and_direction_characters(text: str, found: str) -> None:
    assert found in find_forbidden(text)
    assert bool(find_forbidden(text)) == bool(found)


def test_mistakes_error_sorts_by_line_and_says_each_once() -> None:
    error = MistakesError([Mistake(7, "b"), Mistake(2, "a"), Mistake(7, "b")])
    assert str(error) == "line 2: a\nline 7: b"


def test_mistakes_error_shows_the_first_and_how_many_more() -> None:
    said = mistakes("".join(f"key{n} = 1\n" for n in range(320)))
    assert (len(said), said[-1]) == (MOST_SHOWN + 1, "… and 273 more")


def test_mistakes_error_shows_as_many_as_are_shown_at_most_without_a_word() -> None:
    error = MistakesError(Mistake(line, "x") for line in range(1, MOST_SHOWN + 1))
    assert [one.line for one in error.mistakes] == list(range(1, MOST_SHOWN + 1))


def test_read_source_takes_a_file_as_long_as_it_can_be() -> None:
    assert read_source("#" * MOST_BYTES).data == {}


def test_read_source_of_a_whole_game_has_its_parts() -> None:
    assert list(read_source(QUEST).data) == ["game", "sides", "cards", "deal", "learns", "ends"]
