"""Values of a file, read by the type of their key; one that does not fit is named with what was expected."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from companion.toml_games.readers import (
    ID,
    LANGUAGE,
    IntRange,
    Length,
    NameOf,
    PerPlayerCount,
    Reading,
    TextReader,
    TomlPath,
    UnfitError,
    cut,
    read_asked,
    read_cards,
    read_drawn,
    read_players,
    read_span,
    read_value,
    suggest,
    write_value,
)

SIDES = {"merlin": "good", "servant": "good", "assassin": "evil"}
KNOWN = {"card": SIDES, "card or side": [*SIDES, "good", "evil"], "drawing": None}
Small = Annotated[int, IntRange(0, 3)]


def place(span: range = range(5, 9)) -> TomlPath:
    return TomlPath(Reading(SIDES, KNOWN, span), ("deal", "cards"))


def unfit(hint: Any, value: Any, at: TomlPath | None = None) -> str:
    with pytest.raises(UnfitError) as error:
        read_value(at or place(), hint, value)
    return str(error.value)


# -- a place --------------------------------------------------------------------------------------------------------
def test_toml_path_is_named_as_people_write_it() -> None:
    at = place() / "merlin"
    assert (at.name, (at / 0).name, TomlPath(at.reading).name) == ("deal.cards.merlin", "deal.cards.merlin", "file")


def test_toml_path_read_notes_a_mistake_in_its_place_and_goes_on() -> None:
    at = place() / "merlin"
    assert at.read(Small, 9) is None
    assert at.reading.mistakes == [
        (("deal", "cards", "merlin"), '"deal.cards.merlin" is 9, but must be a whole number from 0 to 3')
    ]


@pytest.mark.parametrize(
    ("word", "said"), [("merlyn", ': did you mean "merlin"?'), ("zzz", ""), ("m" * 61, ""), (3, "")]
)
def test_suggest_a_similar_word(word: Any, said: str) -> None:
    assert suggest(word, SIDES) == said


def test_suggest_looks_for_nothing_more_in_a_file_full_of_mistakes() -> None:
    at = place()
    assert at.suggest("merlyn", SIDES)
    at.reading.mistakes += [((), "x")] * 60
    assert at.suggest("merlyn", SIDES) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a", '"a"'),
        (["a", 1], '["a", 1]'),
        ({"a": 1}, "a table"),
        (True, "true"),
        (1.5, "1.5"),
        ("x" * 61, f'"{"x" * 59}…"'),
    ],
)
def test_write_value_as_in_a_file(value: Any, said: str) -> None:
    assert write_value(value) == said


def test_cut_leaves_sixty_characters() -> None:
    assert (cut("x" * 60), len(cut("x" * 61))) == ("x" * 60, 60)


# -- by the type ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hint", "value", "read"),
    [
        (Small, 3, 3),
        (Small | None, 2, 2),
        (Literal["hidden", "shown"], "shown", "shown"),
        (Annotated[tuple[Small, ...], Length(1, 2)], [1, 2], (1, 2)),
        (Mapping[Annotated[str, NameOf("card")], Small], {"merlin": 1}, {"merlin": 1}),
        (Annotated[str, ID], "fortune-teller_2", "fortune-teller_2"),
        (Annotated[str, LANGUAGE], "pt-BR", "pt-BR"),
        (Annotated[str, NameOf("drawing")], "any-drawing", "any-drawing"),
        (Annotated[str, NameOf("card", ("the_seat",))], "the_seat", "the_seat"),
    ],
)
def test_read_value_takes_what_fits(hint: Any, value: Any, read: Any) -> None:
    assert read_value(place(), hint, value) == read


@pytest.mark.parametrize(
    ("hint", "value", "said"),
    [
        (Small, 4, "must be a whole number from 0 to 3"),
        (Small, True, "must be a whole number from 0 to 3"),
        (Small, 1.0, "must be a whole number from 0 to 3"),
        (Literal["hidden", "shown"], "seen", 'must be "hidden" or "shown"'),
        (Literal[True, False], 1, "must be true or false"),
        (Annotated[tuple[Small, ...], Length(1, 2)], [], "has 0, but must have 1 to 2"),
        (Annotated[tuple[Small, ...], Length(1, 2)], 1, "must be a list"),
        (Mapping[str, Small], [1], "must be a table"),
        (Annotated[str, ID], "names", "not a reserved word"),
        (Annotated[str, ID], "2nd", "starting with a letter"),
        (Annotated[str, LANGUAGE], "German", 'a language (a code such as "de")'),
        (Annotated[str, NameOf("card")], "merlyn", 'no card is called "merlyn": did you mean "merlin"?'),
        (Annotated[str, NameOf("card", hint="; look it up")], "x", 'no card is called "x"; look it up'),
    ],
)
def test_read_value_says_what_was_expected(hint: Any, value: Any, said: str) -> None:
    assert said in unfit(hint, value)


# -- players and spans ----------------------------------------------------------------------------------------------
def test_read_players_is_a_list_of_the_fewest_and_the_most() -> None:
    at = place(range(0))
    assert read_players(at, [5, 10]) == at.reading.span == range(5, 11)
    for wrong in ([10, 5], [1, 4], [5, 13], [5], [5, True], "5-10"):
        with pytest.raises(UnfitError, match="a list of the fewest and the most, from 2 to 12"):
            read_players(at, wrong)


@pytest.mark.parametrize(
    ("value", "players"), [(7, range(7, 8)), ("5-6", range(5, 7)), ("7+", range(7, 9)), ("5-8", range(5, 9))]
)
def test_read_span_has_the_numbers_of_players_for_which_it_holds(value: Any, players: range) -> None:
    assert read_span(place(), value) == players


@pytest.mark.parametrize("value", ["4-6", "6-5", 9, "7-", "", "five", True])
def test_read_span_refuses_what_no_game_of_these_players_has(value: Any) -> None:
    with pytest.raises(UnfitError, match="a span of 5 to 8 players"):
        read_span(place(), value)


def test_per_player_count_is_one_value_or_exactly_one_for_each_number() -> None:
    count = Annotated[Mapping[int, int], PerPlayerCount(Small)]
    assert read_value(place(), count, 2) == {5: 2, 6: 2, 7: 2, 8: 2}
    assert read_value(place(), count, {"5-6": 1, "7+": 2}) == {5: 1, 6: 1, 7: 2, 8: 2}
    assert "0 spans of" in unfit(count, {"5": 1, "7+": 2})
    assert "2 spans of" in unfit(count, {"5-7": 1, "7+": 2})


# -- texts, cards, draws --------------------------------------------------------------------------------------------
def test_text_reader_takes_one_text_or_one_for_each_language() -> None:
    at = place()
    text = Annotated[str, TextReader()]
    assert str(read_value(at, text, "Spies")) == "Spies"
    assert dict(read_value(at, text, {"en": "Spies", "de": "Spione"}).own) == {"en": "Spies", "de": "Spione"}
    assert list(at.reading.languages) == ["en", "de"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (" ", "a text of at most 200 characters"),
        ("x" * 201, "a text of at most 200 characters"),
        ({"de": "Spione"}, 'one with English ("en")'),
        ("a\x07", "contains a control or direction character (U+0007)"),
        ("{names}", "{names}: placeholders only work in what [[learns]] says"),
    ],
)
def test_text_reader_refuses_what_no_page_can_show(value: Any, said: str) -> None:
    assert said in unfit(Annotated[str, TextReader()], value)


def test_text_reader_with_places_may_have_placeholders() -> None:
    assert str(read_value(place(), Annotated[str, TextReader(places=True)], "{names}")) == "{names}"


@pytest.mark.parametrize(
    ("value", "cards"),
    [
        (["merlin"], {"merlin"}),
        (["good"], {"merlin", "servant"}),
        (["evil", "servant"], {"assassin", "servant"}),
        (["everybody"], set(SIDES)),
        ([], set()),
    ],
)
def test_read_cards_turns_sides_into_their_cards(value: list[str], cards: set[str]) -> None:
    assert read_cards(place(), value) == cards


def test_read_asked_is_nobody_beforehand_where_the_table_names_who() -> None:
    assert read_asked(place(), "named") is None
    assert read_asked(place(), ["merlin"]) == frozenset({"merlin"})


def test_read_drawn_takes_words_or_pairs_of_words() -> None:
    assert [[str(word) for word in item] for item in read_drawn(place(), ["a", "b"])] == [["a"], ["b"]]
    assert [[str(word) for word in item] for item in read_drawn(place(), [["a", "b"]])] == [["a", "b"]]
    at = place()
    read_drawn(at, [["a", "b"], ["c"]])
    assert "must have 2 to 2" in at.reading.mistakes[0][1]
    with pytest.raises(UnfitError, match="must have 1 to 2000"):
        read_drawn(place(), [])


def test_length_and_int_range_differ_also_where_they_say_as_much() -> None:
    """Python up to 3.11.4 keeps one ``Annotated`` for kinds that are equal: one would be read as the other."""
    assert len({Length(0, 24), IntRange(0, 24)}) == 2
