"""What a file defines: cards by the number of players, rules, draws and ends."""

from pathlib import Path

import pytest
from games_in_files import FILES

from companion.engine.text import make_own_words
from companion.toml_games.definition import find_places, id_of, is_in_play, say
from companion.toml_games.loader import read_game
from companion.web.render.icons import list_shared_drawings

from .quest import QUEST, changed, form_of

DRAWS = (
    QUEST
    + """
[draw.word]
from = ["one", "two"]
[draw.pair]
from = [["coffee", "tea"], ["sun", "moon"]]
[[learns]]
who = ["good"]
not = ["servant"]
players = "5-6"
says = { en = "{word} {pair.1}", de = "{word.all}" }
"""
)


@pytest.mark.parametrize("file", FILES)
def test_deck_deals_as_many_cards_as_seats(file: Path) -> None:
    form, warnings = read_game(file.read_bytes(), list_shared_drawings())
    assert not warnings
    for n in form.game.players:
        off = form.deck(n, dict.fromkeys(form.switches, False))
        assert sum(form.deck(n, {}).values()) == sum(off.values()) == n + form.deal.aside[n]


def test_deck_has_an_optional_card_as_the_file_says_and_something_instead() -> None:
    form, _ = read_game(QUEST)
    assert form.deck(7, {})["mordred"] == 1
    assert form.deck(7, dict.fromkeys(form.switches, False)) == {
        "merlin": 1,
        "percival": 1,
        "assassin": 1,
        "morgana": 1,
        "minion": 1,
        "servant": 2,
    }


def test_most_counts_what_any_setting_of_the_switches_deals() -> None:
    form = form_of()
    assert (form.most(7)["mordred"], form.most(7)["minion"]) == (1, 1)
    assert (form.most(5)["mordred"], form.most(5)["servant"]) == (0, 1)


def test_switches_are_the_optional_cards_with_their_default_by_players() -> None:
    assert list(form_of().switches) == ["mordred"]
    assert (form_of().switches["mordred"][6], form_of().switches["mordred"][7]) == (False, True)


def test_of_side_and_list_meant_name_the_cards_of_sides() -> None:
    form = form_of()
    assert form.of_side("evil") == ["assassin", "morgana", "mordred", "minion"]
    assert form.list_meant("evil", "merlin", "the_seat") == {
        "assassin", "morgana", "mordred", "minion", "merlin", "the_seat",
    }  # fmt: skip


def test_can_win_where_some_end_lets_the_side_win_or_there_is_no_end() -> None:
    assert form_of().can_win("good")
    never = form_of(changed('else = ["good"]', "else = []"))
    assert (never.can_win("good"), never.can_win("evil")) == (False, True)
    assert form_of(QUEST.partition("[[ends]]")[0]).can_win("good")


def test_lines_of_a_card_are_its_name_its_side_and_what_it_says() -> None:
    text = changed('name = "Evil"', 'name = "Evil"\ngoal = "Fail."').replace(
        'name = "Assassin"', 'name = "Assassin"\nsays = ["Strike."]'
    )
    assert [say(line) for line in form_of(text).lines("assassin")] == ["Assassin", "Evil", "Fail.", "Strike."]
    hidden = form_of(text.replace('name = "Assassin"', 'name = "Assassin"\ntold = false'))
    assert [str(line) for line in hidden.list_own_lines("assassin")] == ["You don't get to see your card"]


def test_name_without_one_is_made_from_the_id() -> None:
    text = '[game]\ntitle = "X"\nplayers = [2, 2]\n[cards]\nfortune-teller = { side = "wise_ones" }\n[deal]\nfill = "fortune-teller"\n'
    form, _ = read_game(text)
    assert (form.cards["fortune-teller"].name, form.sides["wise_ones"].name) == (
        make_own_words({"en": "Fortune teller"}),
        make_own_words({"en": "Wise ones"}),
    )


def test_draw_ways_are_its_items_and_pairs_also_in_the_other_order() -> None:
    form = form_of(DRAWS)
    word = form.draw["word"]
    pair = form.draw["pair"]
    assert (word.pairs, word.places, word.every("en")) == (False, ("word", "word.all"), "one, two")
    assert (pair.pairs, pair.places, pair.every("en")) == (
        True,
        ("pair.1", "pair.2", "pair.all"),
        "coffee / tea, sun / moon",
    )
    assert [[say(one) for one in way] for way in pair.ways] == [
        ["coffee", "tea"],
        ["sun", "moon"],
        ["tea", "coffee"],
        ["moon", "sun"],
    ]
    assert len(word.ways) == 2


def test_readers_of_a_rule_by_the_number_of_players_and_who_is_left_out() -> None:
    rule = form_of(DRAWS).learns[-1]
    assert (rule.readers(5), rule.readers(7)) == (frozenset({"merlin", "percival"}), frozenset())
    assert rule.others == frozenset()
    assert form_of().learns[0].others == {"assassin", "morgana", "minion"}, "but Mordred"


def test_wins_by_the_card_of_the_seat_that_was_named() -> None:
    fail, succeed = form_of().ends
    assert [succeed.wins.by(card) for card in ("merlin", "servant", None)] == [("evil",), ("good",), ("good",)]
    assert succeed.wins.either == ("evil", "good")
    assert (fail.wins.by("merlin"), fail.wins.either) == (("evil",), ("evil",))


def test_find_places_reads_every_language() -> None:
    assert find_places(form_of(DRAWS).learns[-1].says) == {"word", "pair.1", "word.all"}
    assert find_places(None) == set()


def test_is_in_play_where_it_needs_no_card_or_one_of_the_deck() -> None:
    assert is_in_play(None, [])
    assert is_in_play(frozenset({"a", "b"}), ["b"])
    assert not is_in_play(frozenset({"a"}), ["b"])


def test_say_falls_back_to_english() -> None:
    words = make_own_words({"en": "good", "de": "gut"})
    assert [say(words, lang) for lang in ("en", "de", "fr")] == ["good", "gut", "good"]


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Wolves in the village", "wolves-in-the-village"),
        ("7 Wonders!", "wonders"),
        ("Ü", "game"),
        ("x" * 50, "x" * 40),
    ],
)
def test_id_of_a_title_can_be_a_files_name(title: str, id: str) -> None:
    assert id_of(title) == id
