"""What can be entered now, and what is said of it."""

import pytest
from example_game import GAME, Salvage
from harbour import dealt, enter, lobby, plays, turn

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.dealing import Deal
from companion.engine.fields import Number
from companion.engine.play import (
    find_move,
    judge_entry,
    list_actions,
    list_deck_announcements,
    list_table_actions,
    make_offer,
    name_round,
    order_tap,
    write_entry,
)
from companion.engine.state import TOKENS
from companion.engine.text import RuleError, T
from companion.games import game_by_id, list_offered


def test_judge_entry_refuses_a_kind_that_the_game_has_not() -> None:
    with pytest.raises(RuleError, match="unknown kind of entry in Harbour Lights"):
        judge_entry(GAME, dealt(), plays(0, "dig"))


def test_judge_entry_changes_nothing() -> None:
    state = dealt()
    judge_entry(GAME, state, plays(0, "salvage"))
    assert state == dealt()


def test_find_move_finds_a_games_own_subclass() -> None:
    assert isinstance(find_move(GAME, Salvage), Salvage)
    village = next(game for game in list_offered().values() if game.file)
    assert type(find_move(village, Deal)) is not Deal


def test_list_actions_has_buttons_only_for_the_seat_on_turn() -> None:
    state = enter(dealt(), plays(0, "fog"), plays(0, "end-turn"))
    assert list_actions(GAME, state, 0) == []
    buttons = {one.kind: one.closed for one in list_actions(GAME, state, 1)}
    assert [*buttons] == ["signal", "salvage", "fog", "spyglass", "discard"]
    assert str(buttons["salvage"]) == "fog lies in the harbour"
    assert buttons["signal"] is None


def test_list_table_actions_of_some_groups_alone() -> None:
    state = dealt()
    every = list_table_actions(GAME, state)
    people = list_table_actions(GAME, state, ButtonGroup.PEOPLE)
    assert {one.kind for one in people} == {"retire"}
    assert {"end", "stop", "retire"} <= {one.kind for one in every}
    assert all(one.by is None for one in every)


def test_make_offer_waits_for_the_seat_on_turn() -> None:
    offer = make_offer(GAME, dealt(first=1))
    assert (offer.acting, [*offer.actions]) == ((1,), [1])


def test_make_offer_waits_for_nobody_before_the_deal_or_after_the_end() -> None:
    for state in (lobby(), enter(dealt(), {"kind": "end", "reason": "agreed"})):
        assert make_offer(GAME, state) == ({}, ())


def test_make_offer_waits_for_nobody_where_turns_are_not_tracked() -> None:
    state = dealt()
    state.turn = None
    state.tracking = TOKENS
    offer = make_offer(GAME, state)
    assert (offer.acting, sorted(offer.actions)) == ((), [0, 1, 2])


def test_make_offer_waits_after_the_play_for_who_has_something_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has a button: the cards that were dealt by hand are entered by the table."""
    asked = {1: (Number("coins", T("Coins")),)}
    monkeypatch.setattr(type(GAME), "list_private_fields", lambda self, state, seat: asked.get(seat, ()))
    state = enter(dealt(dealing="cards"), {"kind": "end", "reason": "agreed"})
    assert make_offer(GAME, state).acting == (1,)


def tap(*kinds: str) -> list[Entry]:
    return [plays(0, kind) for kind in kinds]


@pytest.mark.parametrize(
    ("marked", "ordered"),
    [
        (("play-path", "end-turn"), ("play-path", "end-turn")),
        (("play-path", "bridge", "tunnel", "end-turn"), ("play-path", "bridge", "tunnel", "end-turn")),
        (("play-path", "leave", "bridge", "end-turn"), ("play-path", "bridge", "leave", "end-turn")),
        (("play-path", "end-turn", "take-gold", "tunnel"), ("play-path", "tunnel", "take-gold", "end-turn")),
    ],
)
def test_order_tap_ends_the_movement_before_the_turn(marked: tuple[str, ...], ordered: tuple[str, ...]) -> None:
    assert order_tap(game_by_id("dark-cave"), tap(*marked)) == tap(*ordered)


def test_list_deck_announcements_has_none_in_a_game_without_cards() -> None:
    village = next(game for game in list_offered().values() if game.deck_rules is None)
    assert list_deck_announcements(village, None) == []
    state = dealt(count_cards=False)
    state.passes = 3
    assert len(list_deck_announcements(GAME, state)) == 1


def test_name_round_says_nothing_in_a_game_of_one_round() -> None:
    assert name_round(GAME, dealt()) is None
    gold = game_by_id("saboteur")
    state = gold.state_type({"dealing": "phones", "rounds": 3, "old_mine": False}, [])
    assert name_round(gold, state) is None, "nothing has been dealt"
    state.round = 2
    assert str(name_round(gold, state)) == "Round 2 of 3"


def test_write_entry_says_it_as_everybody_may_read_it() -> None:
    state = dealt()
    assert str(write_entry(GAME, state, plays(0, "spyglass", seat=2))) == "Anna looks at Cleo's card."
    assert str(write_entry(GAME, enter(state, *turn(0)), plays(1, "salvage"))) == "Ben salvages a coin."
