"""A turn of The Lost Mines, by the rulebook's "How to play". Turns in three steps: engine/test_card_moves.py."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.board import say_reminder
from companion.engine.play import list_actions
from companion.engine.state import PLAYING
from companion.engine.views import reveal_secret
from companion.games.lost_mines import GAME
from companion.games.lost_mines.turn import find_stay
from companion.record.record import EntryError, Record

from .lost_mines import THREE, deal, mine, played, sentences, take, turn

PATH: Entry = {"kind": "play-path", "by": 0}


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


def test_turn_moves_offer_a_mine_and_its_treasure_before_the_rarer_trap() -> None:
    """A small phone shows two of them at once, and a dwarf that stays on its mine takes a treasure."""
    along = ("reveal-mine", "take-treasure", "cross-trap")
    assert tuple(kind for kind in GAME.moves if kind in along) == along


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([mine("gold"), {"kind": "cross-trap"}], "can't move any more"),
        ([mine("gold"), mine("silver")], "can't move any more"),
        ([mine("gold"), take("gold"), mine("silver")], "can't move any more"),
        ([{"kind": "thunderstorm"}], "has already been played this turn"),
    ],
)
def test_turn_moves_refuse_what_comes_after_the_movement_or_a_card(entries: list[Entry], why: str) -> None:
    trap = turn(0, card="trap")
    with pytest.raises(EntryError, match=why):
        played(deal(*THREE), *trap, {"kind": "play-path", "by": 1}, *({**one, "by": 1} for one in entries))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"kind": "tool", "by": 0, "tool": "hammer"}, "tool can't be hammer: one of axe, boat, rope was expected"),
        ({"kind": "look", "by": 0, "look": "mine", "seat": 1}, "unknown field seat"),
        ({"kind": "look", "by": 0, "look": "card"}, "the field seat is missing"),
        ({"kind": "discard", "by": 0, "count": 3}, "count must be from 1 to 2"),
        ({"kind": "correct", "seat": 1, "treasures": 4}, "only 3 treasures left"),
    ],
)
def test_turn_moves_refuse_wrong_fields_at_the_start_of_a_round(entry: Entry, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        played(deal(*THREE), entry)


# -- 1. a card ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("tool", "obstacle"), [("axe", "tree trunk"), ("boat", "lake"), ("rope", "ditch")])
def test_tool_says_which_obstacle_its_forest_token_covers(tool: str, obstacle: str) -> None:
    told = sentences(played(deal(*THREE), {"kind": "tool", "by": 0, "tool": tool}))[-1]
    assert told.endswith(f"its forest token goes on a {obstacle}.")


def test_secret_information_shows_a_card_to_the_looker_until_that_turn_ends() -> None:
    record = played(deal(*THREE), {"kind": "look", "by": 0, "look": "card", "seat": 2})
    assert "selfish yellow dwarf" in str(reveal_secret(GAME, record.state, 0, "peek-2"))
    assert reveal_secret(GAME, record.state, 1, "peek-2") is None
    record.append({"kind": "end-turn", "by": 0})
    assert reveal_secret(GAME, record.state, 0, "peek-2") is None
    assert "seat can't be 1" in why(record, {"kind": "look", "by": 1, "look": "card", "seat": 1})


def test_secret_information_looks_at_no_mine_once_all_are_turned_up() -> None:
    every: Entry = {"kind": "set", "mines": ["gold", "silver", "gemstones", "dragon"]}
    assert "all mines are already revealed" in why(
        played(deal(*THREE), every), {"kind": "look", "by": 0, "look": "mine"}
    )


def test_trap_lies_for_the_rest_of_the_round_and_troll_until_its_owners_next_turn() -> None:
    record = played(deal(*THREE), *turn(0, card="trap"), *turn(1, card="troll"), *turn(2), *turn(0))
    assert (record.state.traps, record.state.trolls) == (1, [])
    assert record.state.reminders == [{"seat": 1, "kind": "remove-troll"}]


def test_troll_of_a_player_who_left_goes_in_the_skipped_turn_and_comes_no_more() -> None:
    record = played(deal(*THREE), *turn(0, card="troll"), {"kind": "retire", "seat": 0}, *turn(1), *turn(2))
    assert record.state.trolls == []
    assert record.state.reminders == [{"seat": 0, "kind": "remove-troll"}, {"seat": 0, "kind": "skip-turn"}]
    assert (
        str(say_reminder(GAME, record.state, record.state.reminders[0])[0])
        == "Remove your troll from the board and discard its card."
    )
    record.append({"kind": "return", "seat": 0})
    for entry in (*turn(1), *turn(2)):
        record.append(entry)
    assert (record.state.running.seat, record.state.reminders) == (0, [])


def test_thunderstorm_says_what_goes_with_it() -> None:
    storm: Entry = {"kind": "thunderstorm", "by": 0, "trolls": [1, 2], "traps": 2}
    record = played(deal(*THREE), {"kind": "set", "trolls": [2, 1], "traps": 2}, storm)
    set_right, stormed = sentences(record)[-2:]
    assert set_right == "Corrected: on the board: Cleo's troll, Ben's troll; 2 traps on the board."
    assert stormed == (
        "Anna plays Thunderstorm and removes a path card. Also remove Ben's troll and discard its card. "
        "Also remove Cleo's troll and discard its card. 2 traps are removed too."
    )


def test_thunderstorm_takes_the_trolls_and_traps_that_are_named() -> None:
    lies: Entry = {"kind": "set", "trolls": [2, 1, 2], "traps": 2}
    state = played(deal(*THREE), lies, {"kind": "thunderstorm", "by": 0, "trolls": [2], "traps": 1}).state
    assert (state.trolls, state.traps) == ([1, 2], 1)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"trolls": [1]}, "one of 2 was expected"),
        ({"trolls": [2, 2]}, "Cleo doesn't have that many trolls"),
        ({"trolls": [2], "troll": 2}, "name what's removed only once"),
        ({"traps": 1, "trap": True}, "name what's removed only once"),
        ({"traps": 2}, "traps must be from 0 to 1"),
    ],
)
def test_thunderstorm_refuses_what_does_not_lie_or_is_named_twice(named: dict[str, Any], said: str) -> None:
    lies: Entry = {"kind": "set", "trolls": [2], "traps": 1}
    assert said in why(played(deal(*THREE), lies), {"kind": "thunderstorm", "by": 0, **named})


# -- 2. moving ------------------------------------------------------------------------------------------------------
def test_cross_trap_needs_a_trap_and_loses_a_card() -> None:
    cross: Entry = {"kind": "cross-trap", "by": 0}
    assert "there's no trap on the board" in why(played(deal(*THREE), PATH), cross)
    state = played(deal(*THREE), {"kind": "trap", "by": 0}, cross).state
    assert [seat.hand for seat in state.seats] == [3, 5, 5]


def test_cross_trap_names_nobody_who_has_gone_to_draw_the_card() -> None:
    entries = [deal(*THREE), {"kind": "retire", "seat": 1}, *turn(0, {"kind": "cross-trap"}, card="trap")]
    assert "Cleo takes a random card from Anna's hand" in sentences(played(*entries))[-2]


def test_take_treasure_after_another_mine_was_turned_up_takes_only_its_own() -> None:
    record = played(deal(*THREE), *turn(0, mine("gold")), {"kind": "play-path", "by": 1}, {**mine("silver"), "by": 1})
    with pytest.raises(EntryError, match="Ben is on the silver mine"):
        record.append({**take("gold"), "by": 1})
    record.append({**take("silver"), "by": 1})
    assert record.state.seats[1].treasures == 1


def test_take_treasure_ends_the_round_but_a_correction_does_not() -> None:
    record = played(deal(*THREE), {"kind": "correct", "seat": 1, "treasures": 3}, *turn(0, mine("gold")))
    assert (record.state.status, record.state.treasures_left) == (PLAYING, 0)
    with pytest.raises(EntryError, match="there are no treasures left on the table"):
        played(*record.entries, {"kind": "look", "by": 1, "look": "treasure"})
    with pytest.raises(EntryError, match="there are no treasures left on the table"):
        played(*record.entries, {"kind": "play-path", "by": 1}, {**take("gold"), "by": 1})


def test_take_treasure_of_the_last_one_ends_the_round() -> None:
    one: Entry = {"kind": "correct", "seat": 1, "treasures": 2}
    state = played(deal(*THREE), one, PATH, {**mine("gold"), "by": 0}, {**take("gold"), "by": 0}).state
    assert (state.over_by, state.treasures_left, state.turn) == ("treasures", 0, None)


def test_take_treasure_is_once_a_turn_and_of_a_mine_that_is_turned_up() -> None:
    assert "no mine with treasures has been revealed" in why(played(deal(*THREE), PATH), {**take("gold"), "by": 0})
    record = played(deal(*THREE), {"kind": "set", "mines": ["gold"]}, PATH)
    assert "the silver mine hasn't been revealed yet" in why(record, {**take("silver"), "by": 0})
    record.append({**take("gold"), "by": 0})
    assert (record.state.seats[0].treasures, record.state.treasures_left) == (1, 2)
    assert "has already taken a treasure this turn" in why(record, {**take("gold"), "by": 0})


def test_reveal_mine_of_the_dragon_gives_its_token_to_the_mover_alone() -> None:
    has: Entry = {"kind": "set", "seat": 2, "dragon": True}
    record = played(deal(*THREE), has, PATH, {**mine("dragon"), "by": 0})
    assert [seat.dragon for seat in record.state.seats] == [True, False, False]
    assert "there's no treasure in it" in why(record, {**take("gold"), "by": 0})
    assert sentences(record)[-1] == "Anna reveals the dragon's mine and takes the dragon token."


def test_reveal_mine_turns_each_up_once() -> None:
    record = played(deal(*THREE), *turn(0, mine("gold")), {"kind": "play-path", "by": 1})
    assert "the gold mine is already revealed" in why(record, {**mine("gold"), "by": 1})


@pytest.mark.parametrize(
    ("now", "stays"), [([], "gold"), ([mine("silver")], None), ([take("gold")], None)], ids=["stays", "moves", "takes"]
)
def test_find_stay_is_the_mine_where_the_last_turn_ended(now: list[Entry], stays: str | None) -> None:
    later: list[Entry] = [PATH, *({**one, "by": 0} for one in now)]
    state = played(deal(*THREE), *turn(0, mine("gold")), *turn(1), *turn(2), *later).state
    assert (find_stay(state), state.status) == (stays, PLAYING)


# -- what is not to be forgotten ------------------------------------------------------------------------------------
@pytest.mark.parametrize("first", [[mine("gold"), take("gold")], [mine("gold")]])
def test_take_treasure_again_by_staying_on_the_mine(first: list[Entry]) -> None:
    record = played(deal(*THREE), *turn(0, *first), *turn(1), *turn(2))
    left = record.state.treasures_left
    assert "is on the gold mine. If it stays there, you take another" in str(GAME.list_notices(record.state, 0)[0])
    for entry in turn(0, take("gold")):
        record.append(entry)
    assert (record.state.treasures_left, record.state.running.seat) == (left - 1, 1)


def test_end_turn_reminds_whoever_may_have_ended_on_a_mine() -> None:
    record = played(deal(*THREE), PATH, {**mine("gold"), "by": 0})
    (end,) = (action for action in list_actions(GAME, record.state, 0) if action.kind == "end-turn")
    assert str(end.note) == "on a mine? take a treasure first"
    record.append({**take("gold"), "by": 0})
    (end,) = (action for action in list_actions(GAME, record.state, 0) if action.kind == "end-turn")
    assert end.note is None
