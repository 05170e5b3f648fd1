"""Handing out the gold of Saboteur: who gets nugget cards, how many are drawn, and in which order they are picked."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.setup import complete_options
from companion.engine.state import ROUND_OVER, SCORING
from companion.engine.verdict import show_gains
from companion.engine.views import make_view, reveal_secret
from companion.engine.visibility import Viewer
from companion.games.saboteur import GAME
from companion.games.saboteur.gold import (
    SaboteurRound,
    count_drawn,
    draft_highest_first,
    find_next_to_pick,
    list_got,
    round_of,
    value_name,
)
from companion.record.record import EntryError, Record

from .saboteur import AGREED, DRAWN, FIVE, FOUND, NAMES, D, S, X, deal, pick, picked, played


def told(*cards: str, finder: int | None = None, broken: tuple[int, ...] = (), **options: Any) -> SaboteurRound:
    names = NAMES[: len(cards)]
    given = complete_options(GAME, options)
    return SaboteurRound(names, dict(enumerate(cards)), finder, frozenset(broken), given)


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


# -- who gets gold --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "options", "count"),
    [
        (3, {}, 3),
        (9, {}, 9),
        (10, {}, 9),
        (7, {"nugget_rule": "per-digger"}, None),
        (3, {"selfish_dwarf": True}, 2),
        (4, {"selfish_dwarf": True}, 3),
        (5, {"selfish_dwarf": True}, 3),
        (6, {"selfish_dwarf": True}, 4),
        (7, {"selfish_dwarf": True}, 4),
        (8, {"selfish_dwarf": True}, 5),
        (9, {"selfish_dwarf": True}, 6),
        (10, {"selfish_dwarf": True}, 6),
    ],
)
def test_count_drawn_by_players_and_variants(players: int, options: dict[str, Any], count: int | None) -> None:
    assert count_drawn(players, complete_options(GAME, options)) == count


@pytest.mark.parametrize(
    ("cards", "finder", "winner", "winners"),
    [
        ((D, S, D), 0, "diggers", [0, 2]),
        ((D, S, D), 1, "diggers", [0, 2]),
        ((D, S, D), None, "saboteurs", [1]),
        ((D, D, D), None, None, []),
        ((D, S, X), 2, X, [2]),
        ((D, S, X), 0, "diggers", [0]),
    ],
)
def test_winner_by_who_reached_the_treasure(
    cards: tuple[str, ...], finder: int | None, winner: str | None, winners: list[int]
) -> None:
    played_so = told(*cards, finder=finder, selfish_dwarf=X in cards)
    assert (played_so.winner, played_so.winners) == (winner, winners)


def test_takers_go_counter_clockwise_from_who_reached_the_treasure() -> None:
    assert told(D, S, D, D, S, finder=2).takers == [2, 0, 3]


def test_takers_begin_with_the_first_digger_where_a_saboteur_reached_it() -> None:
    assert told(D, S, D, D, S, finder=4).takers == [3, 2, 0]


def test_takers_are_nobody_where_the_diggers_have_not_won() -> None:
    assert told(D, S, D).takers == []
    assert told(D, S, X, finder=2, selfish_dwarf=True).takers == []


def test_takers_with_broken_tools_are_left_out_in_the_competitive_variant_alone() -> None:
    for competitive, takers, left_out in ((False, [0, 3, 2], []), (True, [0, 3], [2])):
        one = told(D, S, D, D, S, finder=0, broken=(1, 2), competitive=competitive)
        assert (one.takers, one.left_out) == (takers, left_out)
        assert one.drawn == 5, "as many cards are drawn"


@pytest.mark.parametrize(("options", "drawn"), [({}, 5), ({"nugget_rule": "per-digger"}, 3), ({"tournament": True}, 0)])
def test_drawn_is_as_many_as_players_or_as_diggers_who_take_part(options: dict[str, Any], drawn: int) -> None:
    assert told(D, S, D, D, S, finder=0, **options).drawn == drawn
    assert told(D, S, D, D, S, **options).drawn == 0


def test_draft_highest_first_goes_round_and_round() -> None:
    assert draft_highest_first([0, 3, 2], [1, 2, 3, 1, 2]) == [(0, 3), (3, 2), (2, 2), (0, 1), (3, 1)]


def test_round_of_has_who_has_a_broken_tool_as_it_lies_or_as_it_was_entered() -> None:
    state = played(deal(*FIVE)).state
    state.seats[2].broken = ["pick"]
    assert round_of(state).broken == {2}
    state.told_broken = frozenset({1})
    assert round_of(state).broken == {1}


@pytest.mark.parametrize(("card", "said"), [(1, "1 nugget"), (3, "3 nuggets"), (0, "a worthless stone")])
def test_value_name_of_a_nugget_card(card: int, said: str) -> None:
    assert str(value_name(card)) == said


# -- drawing and picking --------------------------------------------------------------------------------------------
def test_nuggets_draw_as_many_as_the_rules_say_once() -> None:
    found = [deal(*FIVE), FOUND]
    assert "5 nugget cards are drawn" in why(played(*found), {"kind": "nuggets", "cards": [1, 2]})
    assert "no longer in the deck" in why(played(*found), {"kind": "nuggets", "cards": [3] * 5})
    record = played(*found, DRAWN)
    assert (record.state.offer, record.state.nuggets[1], record.state.status) == ([1, 2, 3, 1, 2], 14, SCORING)
    assert "already been drawn" in why(record, DRAWN)


def test_nuggets_draw_all_that_are_left_where_these_are_fewer() -> None:
    record = played(deal(*FIVE), FOUND)
    record.state.nuggets = {0: 0, 1: 2, 2: 0, 3: 0}
    drawn = GAME.moves["nuggets"].outcome(record.state, {"kind": "nuggets"}, lambda cards: None)
    assert drawn["cards"] == [1, 1]


def test_nuggets_are_handed_out_at_once_where_the_app_gives_the_highest() -> None:
    state = played(deal(*FIVE), FOUND, DRAWN, draft="best").state
    assert (state.offer, state.status) == ([], ROUND_OVER)
    assert state.score["gold"] == [4, 0, 2, 3, 0]


def test_pick_is_in_the_order_of_the_draft_and_of_what_is_left() -> None:
    record = played(deal(*FIVE), FOUND, DRAWN)
    assert find_next_to_pick(record.state) == 0
    assert "it's Anna's pick" in why(record, pick(3, 3))
    record.append(pick(0, 3))
    assert find_next_to_pick(record.state) == 3
    assert "card can't be 3" in why(record, pick(3, 3))
    assert GAME.moves["pick"].is_visible_to_next(record.state)
    for by, card in ((3, 2), (2, 2), (0, 1), (3, 1)):
        record.append(pick(by, card))
    assert (record.state.status, find_next_to_pick(record.state)) == (ROUND_OVER, None)
    assert not GAME.moves["pick"].is_visible_to_next(record.state)


def test_pick_refuses_while_no_gold_is_handed_out() -> None:
    assert "no gold is being handed out right now" in why(played(deal(*FIVE)), pick(0, 3))
    assert "no nugget cards to pick from right now" in why(played(deal(*FIVE), FOUND), pick(0, 3))


def test_list_got_has_the_cards_of_the_round_that_is_over_alone() -> None:
    state = played(*picked(3, 2, 2, 1, 1)).state
    assert [list_got(state, seat) for seat in range(5)] == [[3, 1], [], [2], [2, 1], []]
    assert list_got(played(*picked(3, 2, 2, 1, 1), deal(*FIVE)).state, 0) == []


def test_gold_counts_what_was_picked_while_the_others_still_pick() -> None:
    state = played(deal(*FIVE), FOUND, DRAWN, pick(0, 3)).state
    assert str(reveal_secret(GAME, state, 0, "gold")) == "3 in this round. You have 3 nuggets."
    assert str(reveal_secret(GAME, state, 3, "gold")) == "You have 0 nuggets."


def test_pick_of_the_last_card_passes_none_on() -> None:
    record = played(deal(*FIVE), FOUND, DRAWN, *(pick(by, card) for by, card in ((0, 3), (3, 2), (2, 2), (0, 1))))
    move = GAME.moves["pick"]
    assert str(move.sentence(record.state, pick(3, 1))) == "Dora gets the last nugget card."
    record.state.offer.append(1)
    assert str(move.sentence(record.state, pick(3, 1))) == "Dora picks a nugget card in secret and passes the rest on."


def test_pick_is_known_to_the_picker_alone() -> None:
    one = played(*picked(3, 2, 2, 1, 1))
    mine = make_view(GAME, one.state, Viewer(0, held=True))
    assert mine["seats"][0]["gold"] == 4
    assert mine["score"]["draft"] == [[0, 3], [3, None], [2, None], [0, 1], [3, None]]
    assert mine["score"]["gold"] == [4, 0, None, None, 0]
    assert mine["nuggets_left"] is None
    assert str(reveal_secret(GAME, one.state, 0, "gold")) == "3 + 1 in this round. You have 4 nuggets."
    assert [(one.amount, one.covered) for one in show_gains(GAME, one.state)] == [(0, n) for n in (2, 0, 1, 2, 0)]


# -- the nugget cards of the box ------------------------------------------------------------------------------------
def test_take_is_once_for_each_digger_in_any_order_with_the_cards_of_the_box() -> None:
    record = played(deal(*FIVE), FOUND, nuggets="box")
    assert "using the nugget cards from the box" in why(record, DRAWN)
    assert "Ben gets no nuggets this round" in why(record, {"kind": "take", "by": 1, "gold": 2})
    for by, gold in ((3, 2), (0, 0)):
        record.append({"kind": "take", "by": by, "gold": gold})
    assert "Dora has already entered" in why(record, {"kind": "take", "by": 3, "gold": 1})
    assert record.state.status == SCORING
    record.append({"kind": "take", "by": 2, "gold": 4})
    assert (record.state.status, record.state.score["gold"]) == (ROUND_OVER, [0, 0, 4, 2, 0])


def test_take_refuses_where_the_app_keeps_the_nugget_cards() -> None:
    assert "the app keeps the nugget cards" in why(played(deal(*FIVE), FOUND), {"kind": "take", "by": 0, "gold": 1})


# -- what is paid without drawing -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cards", "gold"),
    [((D, D, S), 4), (FIVE, 3), ((S, S, S, D, D, D, D), 3), ((S,) * 4 + (D,) * 6, 2), ((D, D, D), 0)],
)
def test_saboteur_pay_by_how_many_saboteurs_are_in_play(cards: tuple[str, ...], gold: int) -> None:
    state = played(deal(*cards), AGREED, players=len(cards)).state
    assert state.score["gold"] == [gold if card == S else 0 for card in cards]


def test_tournament_pays_three_to_the_first_digger_and_two_to_the_others() -> None:
    cards = (D, S, D, D, X)
    state = played(deal(*cards, tournament=True), FOUND, tournament=True).state
    assert state.score["gold"] == [3, 0, 2, 2, 0]


def test_selfish_dwarf_who_reaches_the_treasure_gets_four_and_nobody_else_any() -> None:
    cards = (X, S, D, D, S)
    state = played(deal(*cards, selfish_dwarf=True), FOUND, selfish_dwarf=True).state
    assert (state.score["winner"], state.score["gold"]) == (X, [4, 0, 0, 0, 0])
