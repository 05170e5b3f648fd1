"""Checks across the tables of a file. Each mistake with its line in a whole file: test_loader.py."""

import pytest

from companion.toml_games.checks import (
    CHECKS,
    Check,
    check_alike,
    check_cards,
    check_dealt,
    check_drawn,
    check_ends,
    check_ever_won,
    check_every_card_is_dealt,
    check_idle,
    check_length,
    check_numbers,
    check_questions,
    check_rules,
    check_said_to_one,
)
from companion.toml_games.checks import (
    WARNINGS as CHECKS_OF_WARNINGS,
)
from companion.toml_games.loader import read_game

from .quest import QUEST, changed, form_of, mistakes


@pytest.mark.parametrize("check", [check for check, _ in CHECKS])
def test_checks_find_nothing_in_a_game_without_mistakes(check: Check) -> None:
    assert list(check(form_of())) == []


@pytest.mark.parametrize("check", CHECKS_OF_WARNINGS)
def test_warnings_find_nothing_in_a_game_as_it_is_meant(check: Check) -> None:
    assert list(check(form_of())) == []


def test_checks_are_all_called() -> None:
    """A check that is in neither list is never asked."""
    listed = {check.__name__ for check in (*(check for check, _ in CHECKS), *CHECKS_OF_WARNINGS)}
    assert listed == {
        one.__name__
        for one in (
            check_alike, check_cards, check_dealt, check_drawn, check_ends, check_ever_won, check_every_card_is_dealt,
            check_idle, check_length, check_numbers, check_questions, check_rules, check_said_to_one,
        )
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed('name = "Merlin"', 'name = "Merlin"\nopen = true\ntold = false'), "told = false hides it"),
        (QUEST.replace("[sides.evil]", "[sides.merlin]").replace('side = "evil"', 'side = "merlin"').replace('"evil"', '"merlin"'),
         '"merlin" is a card and a side; only the one card of a side can share its id'),
        (changed('fill = "servant"', 'fill = "mordred"'), '"mordred" is optional itself; use a card that is always there'),
        (changed("mordred = { \"5-6\" = 0, \"7+\" = 1 }, ", ""), '"mordred" is optional, but isn\'t in the cards of [deal]'),
        (changed('of = ["evil"]\nbut = ["mordred"]', 'but = ["mordred"]'), 'but "of" is missing'),
        (changed("{names}", "{word}"), "nothing fills in {word}"),
        (changed('wins = ["evil"]', 'wins = ["evil"]\npays = { good = 1 }'), '"good" is paid, but doesn\'t win there'),
    ],
)  # fmt: skip
def test_checks_say_what_does_not_fit_together(text: str, said: str) -> None:
    assert any(said in one for one in mistakes(text))


def test_check_questions_refuses_to_ask_who_does_not_see_their_card() -> None:
    hidden = changed('name = "Servant"', 'name = "Servant"\ntold = false')
    text = hidden + '[[looks]]\nname = "Look"\nwho = ["servant"]\nat = "side"\n'
    assert any("so it can't be asked" in one for one in mistakes(text))


def test_check_ever_won_refuses_a_winner_that_no_deal_of_that_end_has() -> None:
    """Percival is dealt to five and six players alone, Mordred to seven and more."""
    text = changed("percival = 1", 'percival = { "5-6" = 1, "7+" = 0 }')
    text = text.replace('wins = ["evil"]', 'where = ["percival"]\nwins = ["mordred"]')
    assert mistakes(text) == ['line 55: "mordred" can\'t win there: nobody can have it']


# -- what is no mistake ---------------------------------------------------------------------------------------------
WARNINGS = [
    (changed('side = "good"', 'side = "god"'), 'line 11: the side "god" can never win: did you mean "good"?'),
    (changed('of = ["evil"]', 'of = ["merlin"]').replace('but = ["mordred"]', ""), "line 38: this rule can never say anything"),
    (QUEST + '[draw.word]\nfrom = ["a", "b"]\n', 'line 59: nothing says what "word" draws'),
    (QUEST + '[draw.word]\nfrom = ["a", "b"]\n', "line 60: [draw.word] draws from 2: with fewer than 20, people can guess the last ones"),
    (changed('but = ["mordred"]', "card = true"), "line 41: card = true changes nothing: {cards} is missing"),
    (changed('name = "Percival"', 'name = "Merlin"'), 'line 13: two cards have the same name: "Merlin"'),
    (changed('when = "Three quests succeed"', 'when = "Three quests fail"'), 'line 55: two ends have the same name: "Three quests fail"'),
    (changed("{names}", "{names} {names} {names} {names}" + "x" * 150).replace('name = "Merlin"', f'name = "Merlin"\nsays = {["y" * 200] * 4}'), "line 1: a card can have more text than fits on a small phone, even in the smallest letters"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WARNINGS)
def test_read_game_warns_of_what_is_meant_otherwise_perhaps(text: str, said: str) -> None:
    assert said in map(str, read_game(text)[1])


@pytest.mark.parametrize(("count", "few"), [(19, True), (20, False)])
def test_check_idle_warns_of_fewer_than_twenty_things_to_draw(count: int, few: bool) -> None:
    words = ", ".join(f'"word {n}"' for n in range(count))
    text = f'{QUEST}[draw.word]\nfrom = [{words}]\n[[learns]]\nwho = ["good"]\nsays = "{{word}}"\n'
    assert any("people can guess the last ones" in said for _, said in check_idle(form_of(text))) == few
