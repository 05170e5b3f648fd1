"""The next deal: who takes part, who starts, and why it can't be made."""

from types import SimpleNamespace

import pytest
from in_memory import AGREED, DEAL, NAMES, table_of

from companion.engine.actions import Entry
from companion.engine.fields import OneOf
from companion.engine.text import RuleError
from companion.storage.store import NextDeal, RevealProgress, SeatRow
from companion.table import TableState
from companion.table.commands import rounds
from companion.table.next_deal import (
    DealPlan,
    can_go_on,
    find_left_out,
    is_absent,
    plan_deal,
    propose_again,
    read_planned_deal,
)

from .evening import Evening


def test_next_deal_leaves_out_who_goes_home(evening: Evening) -> None:
    evening.plays({"kind": "discard", "by": 0})
    assert (evening.screen.coming.first, str(evening.screen.coming.why)) == (
        1,
        "Ben goes first: Anna played the last card of the round.",
    )
    evening.posts(f"seat/{evening.id_of('Ben')}/plays", plays="0")
    assert evening.screen.coming.first == 2
    evening.posts_deal("2")
    assert [seat.sits_out for seat in evening.state.seats] == [False, True, False, False]
    assert evening.entries()[-1]["without"] == [1]
    assert "0 of 3 have looked" in evening.shown()


def test_next_deal_takes_back_who_had_left(evening: Evening) -> None:
    evening.plays({"kind": "retire", "seat": 1})
    assert [place.plays_on for place in evening.screen.in_game] == [True, False, True, True]
    evening.posts(f"seat/{evening.id_of('Ben')}/plays", plays="1")
    assert [place.plays_on for place in evening.screen.in_game] == [True] * 4
    assert not evening.state.seats[1].retired


def test_next_deal_leaves_out_who_sat_out_until_somebody_says_otherwise(evening: Evening) -> None:
    evening.plays()
    evening.plays_on("Ben", False)
    evening.plays()
    assert [place.plays_on for place in evening.screen.in_game] == [True, False, True, True]
    evening.plays_on("Ben", True)
    evening.table.run(rounds.deal, 1)
    assert not any(seat.sits_out for seat in evening.state.seats)


def test_plan_deal_says_on_the_page_that_there_are_too_few(evening: Evening) -> None:
    evening.plays()
    for name in ("Anna", "Ben"):
        evening.plays_on(name, False)
    assert "Saboteur is for 3 to 10 players, not 2." in evening.shown()
    assert evening.screen.deal.preparation == ()
    with pytest.raises(RuleError, match="3 to 10"):
        evening.table.run(rounds.deal, 2)


def test_next_deal_preselects_nobody_in_the_first_game(evening: Evening) -> None:
    page = evening.shown()
    assert "By the rules, the youngest player goes first." in page
    assert 'name="first" value="0" required checked' not in page


def test_propose_again_leaves_out_who_went_home(evening: Evening) -> None:
    evening.plays({"kind": "retire", "seat": 1})
    evening.table.run(rounds.end)
    evening.tells()
    assert "Cleo goes first; last time it was Anna." in evening.shown()
    evening.posts("deal")
    assert (evening.state.names, evening.state.turn.seat) == (["Anna", "Cleo", "Dora"], 1)


def test_propose_again_says_in_the_lobby_who_begins(evening: Evening) -> None:
    evening.plays()
    evening.table.run(rounds.end)
    evening.tells()
    evening.posts("lobby")
    assert 'value="1" required checked' in evening.shown()
    assert "Ben goes first; last time it was Anna." in evening.shown()


def after_a_round(*entries: Entry, plays: dict[str, bool] | None = None, told: bool = True) -> TableState:
    """A round of Saboteur is over; ``plays`` says who plays on, by the ids of the seats."""
    table = table_of("saboteur", DEAL, *entries, AGREED)
    table.update_table(next_deal=NextDeal("7.1", plays or {}))
    if told:
        table.update_game(show=RevealProgress(1, 99))
    return table


def test_read_planned_deal_forgets_what_was_planned_for_another_deal() -> None:
    table = after_a_round(plays={"2": False})
    assert read_planned_deal(table).plays == {"2": False}
    table.update_table(next_deal=NextDeal("7.2", {"2": False}))
    assert read_planned_deal(table) == NextDeal("7.1")
    assert read_planned_deal(table_of()) == NextDeal("0.lobby")


@pytest.mark.parametrize(
    ("retired", "sits_out", "newcomer", "absent"),
    [
        (False, False, False, False),
        (True, False, False, True),
        (False, True, False, True),
        (False, True, True, False),
        (True, True, True, True),
    ],
)
def test_is_absent_is_who_has_left_or_sat_out_and_no_newcomer(
    retired: bool, sits_out: bool, newcomer: bool, absent: bool
) -> None:
    assert is_absent(SimpleNamespace(retired=retired, sits_out=sits_out, newcomer=newcomer)) == absent


def test_find_left_out_follows_what_people_have_answered() -> None:
    assert find_left_out(after_a_round()) == ()
    assert find_left_out(after_a_round(plays={"2": False})) == (1,)
    assert find_left_out(after_a_round({"kind": "retire", "seat": 3})) == (3,)
    assert find_left_out(after_a_round({"kind": "retire", "seat": 3}, plays={"4": True})) == (3,)
    assert find_left_out(table_of("saboteur", DEAL)) == (), "a round is played"


def test_plan_deal_asks_who_goes_first_with_the_lot_among_the_answers() -> None:
    (first,) = plan_deal(table_of()).fields
    assert isinstance(first, OneOf)
    assert [choice.value for choice in first.choices] == [0, 1, 2, 3, ""]
    (first,) = plan_deal(after_a_round(plays={"2": False})).fields
    assert isinstance(first, OneOf)
    assert [choice.value for choice in first.choices] == [0, 2, 3, ""]


def test_plan_deal_says_why_it_cannot_be_made() -> None:
    for table in (table_of(names=("Anna", "Ben")), after_a_round(plays={"1": False, "2": False})):
        plan = plan_deal(table)
        assert str(plan.problem) == "Saboteur is for 3 to 10 players, not 2"
        assert (plan.fields, plan.preparation) == ((), ())


def test_plan_deal_says_what_is_prepared_until_play_has_begun() -> None:
    assert plan_deal(table_of()).preparation
    assert plan_deal(table_of("saboteur", DEAL, looked=False)).preparation
    assert plan_deal(table_of("saboteur", DEAL)) == DealPlan()


def test_can_go_on_where_nothing_is_left_to_be_decided() -> None:
    assert can_go_on(after_a_round())
    assert not can_go_on(after_a_round(told=False)), "its score has not been revealed"
    assert not can_go_on(table_of("saboteur", DEAL))
    newcomer = after_a_round()
    newcomer.seats = (*newcomer.seats, SeatRow(9, 1, "Zoe", True, None))
    assert not can_go_on(newcomer), "Zoe may want to play"
    few = after_a_round(plays={"1": False, "2": False})
    assert not can_go_on(few)
    assert can_go_on(after_a_round({"kind": "retire", "seat": 3}))


def test_propose_again_has_the_next_in_the_circle_begin_who_is_there() -> None:
    rematch = propose_again(after_a_round())
    assert ([seat.name for seat in rematch.seats], rematch.first) == ([*NAMES], 1)
    assert str(rematch.why) == "Ben goes first; last time it was Anna."
    rematch = propose_again(after_a_round({"kind": "retire", "seat": 1}))
    assert ([seat.name for seat in rematch.seats], rematch.first) == (["Anna", "Cleo", "Dora"], 1)
    assert str(rematch.why) == "Cleo goes first; last time it was Anna."
