"""The box of Saboteur 2, and the state of its table: roles, obstacles, thefts in their order."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.setup import make_default_options
from companion.engine.state import SCORING
from companion.games.saboteur_2 import GAME
from companion.games.saboteur_2.state import (
    DIGGERS,
    OBSTACLES,
    PAGES,
    ROLES,
    clockwise,
    has_old_roles,
    is_uncounted,
    may_pay_crystals,
)

from .saboteur_2 import AGREED, FOUR, NO_CRYSTALS, act, deal, found, played

OPTIONS = make_default_options(GAME)


def test_roles_are_the_fifteen_of_the_box_for_any_number_of_players() -> None:
    for players in (2, 7, 12):
        (way,) = GAME.prepare(players, OPTIONS)
        assert way == {
            "blue-digger": 4, "green-digger": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3,
        }  # fmt: skip
    assert set(PAGES) == set(ROLES)
    assert set(DIGGERS) == {"blue-digger", "green-digger"}


@pytest.mark.parametrize(
    ("options", "old", "pays"),
    [({}, False, True), ({"roles": "2004"}, True, False), ({"geologist": False}, False, False)],
)
def test_may_pay_crystals_only_where_geologists_may_be_in_play(options: Any, old: bool, pays: bool) -> None:
    given = {**OPTIONS, **options}
    assert (has_old_roles(given), may_pay_crystals(given)) == (old, pays)


def test_obstacles_are_the_broken_tools_and_the_trap() -> None:
    assert list(OBSTACLES) == ["wagon", "lantern", "pick", "trapped"]
    state = played(deal(*FOUR)).state
    seat = state.seats[0]
    assert seat.obstacles == []
    seat.broken = ["lantern"]
    seat.trapped = True
    assert seat.obstacles == ["lantern", "trapped"]


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 3]), (1, [1, 3, 0]), (2, [3, 0, 1])])
def test_clockwise_begins_with_the_first(first: int, order: list[int]) -> None:
    assert clockwise([3, 0, 1], first, 4) == order


def test_stealing_is_by_untrapped_seats_from_the_newest_theft_on() -> None:
    state = played(deal(*FOUR)).state
    assert state.stealing == []
    for seat in (3, 0, 1):
        state.lay_theft(seat)
    assert state.stealing == [1, 3, 0]
    state.seats[3].trapped = True
    assert state.stealing == [1, 0]
    state.seats[1].trapped = True
    assert state.stealing == [0]


def test_theft_that_is_set_counts_as_played_now_and_one_that_lies_stays_as_old() -> None:
    both: list[Entry] = [{"kind": "set", "seat": seat, "theft": True} for seat in (2, 0, 2)]
    state = played(deal(*FOUR), *both).state
    assert state.stealing == [0, 2]
    state = played(deal(*FOUR), *both, {"kind": "set", "seat": 0, "theft": False}).state
    assert state.stealing == [2]


def test_steal_moves_a_gold_and_before_knows_what_everybody_had() -> None:
    state = played(deal(*FOUR)).state
    for seat, gold in zip(state.seats, (3, 0, 1, 2), strict=True):
        seat.gold = gold
    state.gain = [2, 0, 0, 0]
    state.steal(1, 0)
    state.steal(2, 1)
    assert [seat.gold for seat in state.seats] == [2, 0, 2, 2]
    assert (state.thefts, state.before) == ([(1, 0), (2, 1)], [1, 0, 1, 2])


def test_crystals_are_nothing_once_the_play_is_over_where_they_pay_nobody() -> None:
    assert played(deal(*FOUR)).state.crystals is None
    assert played(deal(*FOUR), AGREED).state.crystals is None
    assert played(deal(*FOUR), AGREED, {"kind": "crystals", "count": 3}).state.crystals == 3
    state = played(deal(*FOUR)).state
    state.options["geologist"] = False
    assert state.crystals is None, "the round is still played"
    state.over_by = "agreed"
    assert state.crystals == 0


def test_is_uncounted_until_the_crystals_are_counted() -> None:
    thefts = (act("theft", 0), act("map", 1), act("map", 2), found(3, True, True))
    record = played(deal(*FOUR), *thefts)
    assert (record.state.status, is_uncounted(record.state)) == (SCORING, True)
    record.append(NO_CRYSTALS)
    assert (record.state.status, is_uncounted(record.state)) == (SCORING, False)
    assert is_uncounted(played(deal(*FOUR)).state)
