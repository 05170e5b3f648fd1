"""The box of Saboteur: dwarf cards and nugget cards, by the rulebook and the variants of the article."""

from typing import Any

import pytest

from companion.engine.setup import make_default_options
from companion.games.saboteur import GAME
from companion.games.saboteur.state import dwarf_cards, exact_sum, has_own_cards, nugget_deck, take

from .saboteur import FIVE, D, S, X, deal, played

OPTIONS = make_default_options(GAME)


@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers", "hand", "deck"),
    [
        (3, 1, 3, 6, 49), (4, 1, 4, 6, 43), (5, 2, 4, 6, 37), (6, 2, 5, 5, 37),
        (7, 3, 5, 5, 32), (8, 3, 6, 4, 35), (9, 3, 7, 4, 31), (10, 4, 7, 4, 27),
    ],
)  # fmt: skip
def test_dwarf_cards_and_hands_by_number_of_players(
    players: int, saboteurs: int, diggers: int, hand: int, deck: int
) -> None:
    cards = dwarf_cards(players, make_default_options(GAME))
    assert cards == {S: saboteurs, D: diggers}
    selfish = dwarf_cards(players, {**make_default_options(GAME), "selfish_dwarf": True})
    assert selfish == {S: saboteurs, D: diggers - 1, X: 1}
    assert (GAME.deck_rules.each(players), GAME.deck_rules.deck(players)) == (hand, deck)


@pytest.mark.parametrize(("players", "saboteurs", "diggers"), [(5, 1, 3), (6, 2, 3), (7, 2, 4), (8, 2, 5), (9, 3, 5)])
def test_dwarf_cards_of_a_tournament_are_as_many_as_players(players: int, saboteurs: int, diggers: int) -> None:
    cards = dwarf_cards(players, {**OPTIONS, "tournament": True})
    assert cards == {S: saboteurs, D: diggers, X: 1}
    assert cards.total() == players


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({"spare": False}, {S: 2, D: 3}),
        ({"saboteurs": 1}, {S: 1, D: 5}),
        ({"saboteurs": 3, "spare": False, "selfish_dwarf": True}, {S: 3, D: 1, X: 1}),
    ],
)
def test_dwarf_cards_of_the_tables_own_choice(options: dict[str, Any], cards: dict[str, int]) -> None:
    assert dwarf_cards(5, {**OPTIONS, **options}) == cards


@pytest.mark.parametrize(("options", "own"), [({}, False), ({"spare": False}, True), ({"saboteurs": 2}, True)])
def test_has_own_cards_where_the_table_has_agreed_on_others(options: dict[str, Any], own: bool) -> None:
    assert has_own_cards({**OPTIONS, **options}) == own


def test_nugget_deck_has_28_cards_with_six_stones_in_the_old_mine() -> None:
    assert nugget_deck(OPTIONS) == {0: 0, 1: 16, 2: 8, 3: 4}
    assert nugget_deck({**OPTIONS, "old_mine": True}) == {0: 6, 1: 10, 2: 8, 3: 4}
    assert sum(nugget_deck(OPTIONS).values()) == sum(nugget_deck({**OPTIONS, "old_mine": True}).values()) == 28


def test_take_removes_cards_for_the_rest_of_the_game() -> None:
    left = nugget_deck(OPTIONS)
    take(left, [3, 1, 3])
    assert left == {0: 0, 1: 15, 2: 8, 3: 2}


@pytest.mark.parametrize(
    ("left", "amount", "cards"),
    [
        ({1: 0, 2: 1, 3: 4}, 4, None),
        ({1: 2, 2: 1, 3: 0}, 4, (2, 1, 1)),
        ({1: 16, 2: 8, 3: 0}, 3, (2, 1)),
        ({0: 6, 1: 0, 2: 8, 3: 0}, 3, None),
        ({1: 5, 2: 0, 3: 0}, 2, (1, 1)),
    ],
)
def test_exact_sum_takes_as_few_cards_as_make_it(
    left: dict[int, int], amount: int, cards: tuple[int, ...] | None
) -> None:
    assert exact_sum(left, amount) == cards


def test_nuggets_left_are_kept_from_round_to_round_and_not_known_with_those_of_the_box() -> None:
    state = played(deal(*FIVE)).state
    take(state.nuggets, [3])
    state.reset_round()
    assert state.nuggets_left == {"0": 0, "1": 16, "2": 8, "3": 3}
    boxed = played(deal(*FIVE), nuggets="box").state
    assert (boxed.boxed, boxed.nuggets_left) == (True, None)
