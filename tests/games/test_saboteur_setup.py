"""Preparation of Saboteur: hands by number of players, and what the table is told before the deal."""

from typing import Any

import pytest

from companion.engine.fields import CardCounts, Flag
from companion.engine.setup import complete_options, offer_options, start_game
from companion.engine.text import RuleError
from companion.games.saboteur import GAME
from companion.games.saboteur.setup import dwarf_cards_ready, hand, nugget_cards_ready

from .saboteur import NAMES


@pytest.mark.parametrize(("players", "cards"), [(3, 6), (4, 6), (5, 6), (6, 5), (7, 5), (8, 4), (9, 4), (10, 4)])
def test_hand_by_number_of_players(players: int, cards: int) -> None:
    assert hand(players) == cards


def ready(players: int = 5, **options: Any) -> str:
    return str(dwarf_cards_ready(players, complete_options(GAME, options)))


def test_dwarf_cards_ready_stay_in_the_box_where_the_app_deals() -> None:
    assert ready() == "The dwarf cards stay in the box: the app deals them to the phones."


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Dwarf cards: 2 saboteurs, 4 gold-diggers. Shuffle, deal one to each player and set the last one aside"),
        ({"spare": False}, "Dwarf cards: 2 saboteurs, 3 gold-diggers. Shuffle and deal one to each player, face down."),
        ({"tournament": True}, "Dwarf cards: 1 saboteur, 3 gold-diggers, 1 selfish dwarf. Shuffle and deal one"),
    ],
)
def test_dwarf_cards_ready_counts_them_where_they_are_dealt_by_hand(options: dict[str, Any], said: str) -> None:
    assert ready(dealing="cards", **options).startswith(said)


@pytest.mark.parametrize(
    ("options", "number", "said"),
    [
        ({}, 1, "The nugget cards stay in the box: the app deals them."),
        ({}, 2, None),
        ({"tournament": True}, 1, None),
        ({"nuggets": "box"}, 1, "Shuffle the nugget cards and place them face down."),
        ({"nuggets": "box"}, 2, "Shuffle the remaining nugget cards and place them face down."),
        ({"nuggets": "box", "old_mine": True}, 1, "Nugget cards: take out six of the ones and add six worthless"),
    ],
)
def test_nugget_cards_ready_by_who_deals_them(options: dict[str, Any], number: int, said: str | None) -> None:
    told = [str(text) for text in nugget_cards_ready(complete_options(GAME, options), number)]
    assert len(told) == (said is not None)
    assert said is None or told[0].startswith(said)


# -- options that go together ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "options", "about"),
    [
        (3, {"spare": False, "saboteurs": 3}, "with 3 players you need 1 to 7 gold-diggers"),
        (10, {"saboteurs": 3}, "with 10 players you need 1 to 7 gold-diggers"),
        (5, {"tournament": True, "saboteurs": 2}, "a tournament has its own dwarf cards"),
        (5, {"tournament": True, "spare": False}, "a tournament has its own dwarf cards"),
    ],
)
def test_check_options_refuses_dwarf_cards_that_the_box_does_not_have(
    players: int, options: dict[str, Any], about: str
) -> None:
    with pytest.raises(RuleError, match=about):
        GAME.check_options(complete_options(GAME, options), players)


EXCLUDED = "tournament and selfish dwarf can't be combined: a tournament has its own"


@pytest.mark.parametrize(
    ("players", "chosen", "closed"),
    [
        (5, {}, {}),
        (4, {}, {"tournament": "a tournament is for 5 to 9 players, not 4"}),
        (5, {"selfish_dwarf": True}, {"tournament": EXCLUDED}),
        (5, {"tournament": True}, {"selfish_dwarf": EXCLUDED}),
    ],
)
def test_offer_options_closes_a_variant_that_goes_with_no_other_chosen_one(
    players: int, chosen: dict[str, Any], closed: dict[str, str]
) -> None:
    offered = offer_options(GAME, complete_options(GAME, chosen), players)
    assert {one.name: str(one.closed) for one in offered if isinstance(one, Flag) and one.closed} == closed


def test_make_role_without_a_spare_card_says_how_many_saboteurs_there_are() -> None:
    state = start_game(GAME, NAMES[:5], {"spare": False})
    page = GAME.make_role(state, 0, "gold-digger")
    assert page
    assert "There are 2 saboteurs." in [str(text) for _, text in page.lines]
    pack = CardCounts({"saboteur": 4, "gold-digger": 6})
    assert GAME.prepare(10, complete_options(GAME, {"spare": False, "saboteurs": 4})) == [pack]
    told = [
        str(text) for text in GAME.list_preparation(5, complete_options(GAME, {"dealing": "cards", "spare": False}), 1)
    ]
    assert "Dwarf cards: 2 saboteurs, 3 gold-diggers. Shuffle and deal one to each player, face down." in told
