"""A turn of Saboteur 2, and what is entered after the play: crystals and thefts."""

import pytest

from companion.engine.actions import Entry
from companion.engine.fields import OneOf
from companion.engine.play import list_actions, write_entry
from companion.engine.score_story import list_opening_steps, list_steps
from companion.engine.state import ROUND_OVER, SCORING
from companion.games.saboteur_2 import GAME
from companion.record.record import EntryError, Record

from .saboteur_2 import AGREED, FOUR, NO_CRYSTALS, act, button, deal, found, played


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


def test_discard_takes_three_cards_at_most_and_no_more_than_the_hand_has() -> None:
    record = played(deal(*FOUR), {"kind": "correct", "seat": 0, "hand": -4})
    with pytest.raises(EntryError, match="from 1 to 2"):
        record.append(act("discard", 0, count=3))


def test_play_path_and_cast_off_say_why_on_greyed_buttons() -> None:
    record = played(deal(*FOUR), act("trapped", 0, to=1))
    paths = [action for action in list_actions(GAME, record.state, 1) if action.kind == "play-path"]
    assert all("trapped" in str(action.closed) for action in paths)
    assert button(record, 1, "cast-off").closed is None
    assert "no theft" in str(button(record, 1, "hands-off").closed)
    record.append(act("cast-off", 1, what="trapped"))
    assert "nothing like that" in str(button(record, 2, "cast-off").closed)


@pytest.mark.parametrize("what", ["trapped", "lantern"])
def test_cast_off_costs_two_cards_and_draws_one(what: str) -> None:
    lies: Entry = {"kind": "set", "seat": 0, "trapped": True, "broken": ["lantern"]}
    record = played(deal(*FOUR), lies, act("cast-off", 0, what=what))
    anna = record.state.seats[0]
    assert (anna.hand, anna.obstacles) == (5, ["lantern"] if what == "trapped" else ["trapped"])


def test_cast_off_needs_two_cards_and_something_to_be_rid_of() -> None:
    assert "nothing like that in front of Anna" in str(button(played(deal(*FOUR)), 0, "cast-off").closed)
    lies: Entry = {"kind": "set", "seat": 0, "trapped": True}
    few = played(deal(*FOUR), lies, {"kind": "correct", "seat": 0, "hand": -5})
    assert str(button(few, 0, "cast-off").closed) == "Anna needs two cards in hand for that"
    assert "no such card in front of Anna" in why(played(deal(*FOUR), lies), act("cast-off", 0, what="pick"))


def test_play_path_to_the_treasure_says_which_team_can_get_there() -> None:
    record = played(deal(*FOUR))
    assert "the field blue_way is missing" in why(record, act("play-path", 0, goal="treasure"))
    assert "unknown field blue_way" in why(record, act("play-path", 0, goal="stone", blue_way=True))
    record.append(found(0, True, False))
    assert (record.state.finder, record.state.blue_way, record.state.green_way) == (0, True, False)


def test_play_path_asks_for_no_team_with_the_roles_of_2004() -> None:
    dealt: Entry = {"kind": "deal", "cards": ["gold-digger"] * 2 + ["saboteur"], "aside": ["gold-digger"], "first": 0}
    record = played(dealt, players=3, roles="2004")
    asked = {field.name for action in list_actions(GAME, record.state, 0) for field in action.asked}
    assert not asked & {"blue_way", "green_way"}


# -- after the play -------------------------------------------------------------------------------------------------
def test_crystals_are_counted_once_after_the_play() -> None:
    record = played(deal(*FOUR))
    assert "crystals are counted once, after the round" in why(record, NO_CRYSTALS)
    record.append(AGREED)
    assert str(write_entry(GAME, record.state, {"kind": "crystals", "count": 1})) == "1 crystal in play."
    record.append(NO_CRYSTALS)
    assert record.state.status == ROUND_OVER
    assert "crystals are counted once" in why(record, NO_CRYSTALS)


def test_crystals_are_not_counted_without_geologists() -> None:
    dealt = deal(*FOUR)
    dealt["aside"] = [card for card in dealt["aside"] if card != "geologist"]
    record = played(dealt, AGREED, geologist=False)
    assert record.state.status == ROUND_OVER
    assert "without geologists, crystals aren't counted" in why(record, NO_CRYSTALS)


def test_steal_is_in_order_from_whoever_played_the_theft_last() -> None:
    thefts = (act("map", 0), act("theft", 1), act("theft", 2), act("theft", 3), found(0, True, True))
    record = played(deal(*FOUR), *thefts, NO_CRYSTALS)
    assert (record.state.status, record.state.thieves) == (SCORING, [3, 1, 2])
    assert "Dora steals first" in why(record, act("steal", 1, **{"from": 0}))
    record.append(act("steal", 3, **{"from": 0}))
    record.append(act("steal", 1, **{"from": None}))
    assert record.state.thieves == [2]
    record.append(act("steal", 2, **{"from": 3}))
    assert (record.state.status, record.state.thefts) == (ROUND_OVER, [(3, 0), (2, 3)])


def test_steal_refuses_oneself_and_before_the_gold_is_paid() -> None:
    record = played(deal(*FOUR), act("theft", 0))
    assert "nobody is stealing right now" in why(record, act("steal", 0, **{"from": 1}))
    for entry in (act("map", 1), act("map", 2), found(3, True, True), NO_CRYSTALS):
        record.append(entry)
    assert "from can't be 0" in why(record, act("steal", 0, **{"from": 0}))


THEFT_OF_ANNA = (deal(*FOUR), act("theft", 0), act("map", 1), act("map", 2), found(3, True, True))
"""The saboteur reaches the treasure: all get gold but the saboteur."""


def test_steal_takes_gold_only_from_whoever_has_some() -> None:
    record = played(*THEFT_OF_ANNA, NO_CRYSTALS)
    (asks,) = GAME.moves["steal"].fields(record.state, 0)
    assert isinstance(asks, OneOf)
    assert [seat.gold for seat in record.state.seats] == [3, 3, 2, 0]
    assert [choice.value for choice in asks.choices if not choice.closed] == [1, 2, None]
    assert "Dora has no gold" in why(record, act("steal", 0, **{"from": 3}))


@pytest.mark.parametrize(
    ("victim", "said"), [(1, "Anna takes 1 gold from Ben."), (None, "Anna leaves the theft unused.")]
)
def test_steal_is_written_in_the_log_with_its_victim(victim: int | None, said: str) -> None:
    before = played(*THEFT_OF_ANNA, NO_CRYSTALS).state
    assert str(write_entry(GAME, before, act("steal", 0, **{"from": victim}))) == said


def test_list_opening_tells_cards_and_gold_before_the_thefts() -> None:
    record = played(*THEFT_OF_ANNA)
    assert GAME.list_opening(record.state.unscored) == []
    record.append(NO_CRYSTALS)
    before = record.state.unscored
    assert ([seat.gold for seat in before.seats], before.thieves) == ([0, 0, 0, 0], [])
    opening = GAME.list_opening(before)
    assert [str(step.title) for step in opening] == [
        "The end of the round", "Who was who", "Who wins the round", "The gold",
    ]  # fmt: skip
    record.append(act("steal", 0, **{"from": 1}))
    assert list_steps(GAME, record.state)[: len(opening)] == list_opening_steps(GAME, before)


def test_list_opening_is_empty_without_a_theft_that_is_carried_out() -> None:
    record = played(deal(*FOUR), act("theft", 0), act("trapped", 1, to=0), act("map", 2), found(3, True, True))
    record.append(NO_CRYSTALS)
    assert (record.state.status, GAME.list_opening(record.state.unscored)) == (ROUND_OVER, [])


REVEALED: Entry = {"kind": "identities", "cards": list(FOUR)}


@pytest.mark.parametrize("answers", [(REVEALED, NO_CRYSTALS), (NO_CRYSTALS, REVEALED)])
def test_list_opening_waits_until_cards_dealt_by_hand_are_known(answers: tuple[Entry, ...]) -> None:
    record = played({"kind": "deal", "first": 0}, act("theft", 0), AGREED, dealing="cards")
    for entry in answers:
        assert record.state.unscored is None
        record.append(entry)
    assert record.state.thieves == [0]
    assert str(GAME.list_opening(record.state.unscored)[-1].title) == "The gold"


def test_list_opening_asks_for_no_crystals_where_they_pay_nobody() -> None:
    dealt = deal(*FOUR)
    dealt["aside"] = [card for card in dealt["aside"] if card != "geologist"]
    record = played(dealt, act("theft", 0), AGREED, geologist=False)
    assert record.state.thieves == [0]
    assert str(GAME.list_opening(record.state.unscored)[-1].title) == "The gold"
