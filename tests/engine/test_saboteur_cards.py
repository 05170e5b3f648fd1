"""What Saboteur and Saboteur 2 share: paths to three goal cards, broken tools. By the rulebook of 2004."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.board import draw_board
from companion.engine.play import judge_entry, list_actions, write_entry
from companion.engine.saboteur_cards import (
    DWARVES,
    TOOLS,
    count_face_down,
    list_layout,
    list_reached,
    path_ways,
    tools_whole,
)
from companion.engine.state import ROUND_OVER, SCORING
from companion.engine.text import RuleError
from companion.engine.views import make_view
from companion.engine.visibility import TABLE
from companion.games import game_by_id
from companion.record.record import Record

NAMES = ("Anna", "Ben", "Cleo")
GOLD = game_by_id("saboteur")
PATH: Entry = {"kind": "play-path", "by": 0}


def dealt(*entries: Entry) -> Any:
    cards = ["gold-digger", "gold-digger", "saboteur"]
    deal: Entry = {"kind": "deal", "cards": cards, "aside": ["gold-digger"], "first": 0}
    return Record.load(GOLD, NAMES, {}, [deal, *entries]).state


def why(state: Any, entry: Entry) -> str:
    with pytest.raises(RuleError) as error:
        judge_entry(GOLD, state, entry)
    return str(error.value)


# -- cards ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers"),
    [(3, 1, 3), (4, 1, 4), (5, 2, 4), (6, 2, 5), (7, 3, 5), (8, 3, 6), (9, 3, 7), (10, 4, 7)],
)
def test_dwarves_are_those_of_the_rulebook(players: int, saboteurs: int, diggers: int) -> None:
    assert DWARVES[players] == (saboteurs, diggers)


def test_list_layout_says_how_the_four_cards_lie() -> None:
    goals, start = map(str, list_layout())
    assert "three goal cards" in goals
    assert "seven cards" in start


# -- paths ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("goals", "left"),
    [([], {"stone": 2, "treasure": 1}), (["stone"], {"stone": 1, "treasure": 1}), (["stone"] * 2, {"treasure": 1})],
)
def test_count_face_down_is_what_was_not_reached(goals: list[str], left: dict[str, int]) -> None:
    state = dealt()
    state.goals = goals
    assert count_face_down(state) == left


@pytest.mark.parametrize(
    ("entry", "reached"),
    [({}, []), ({"goal": "stone"}, ["stone"]), ({"goals": ["stone", "treasure"]}, ["stone", "treasure"])],
)
def test_list_reached_reads_one_goal_card_or_several(entry: Entry, reached: list[str]) -> None:
    assert list_reached({**PATH, **entry}) == reached


def test_path_ways_are_five_of_which_two_goals_at_once_are_rare() -> None:
    ways = path_ways()
    assert [str(way.label) for way in ways] == [
        "Path card",
        "Path reaches a stone",
        "Path reaches the treasure!",
        "Path reaches two stones",
        "Path reaches a stone and the treasure!",
    ]
    assert [way.rare for way in ways] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("goals", "said"),
    [
        (["stone", "stone", "stone"], "aren't that many of these goal cards face down"),
        (["treasure", "stone"], "name it last"),
        (["treasure", "treasure"], "aren't that many"),
    ],
)
def test_play_path_refuses_goal_cards_that_cannot_be_reached_together(goals: list[str], said: str) -> None:
    assert said in why(dealt(), {**PATH, "goals": goals})


def test_play_path_to_a_stone_goes_on_and_to_the_treasure_ends_the_round() -> None:
    state = dealt({**PATH, "goal": "stone"})
    assert (state.goals, state.playing, state.finder) == (["stone"], True, None)
    state = dealt({**PATH, "goals": ["stone", "treasure"]})
    assert (state.goals, state.finder, state.over_by) == (["stone", "treasure"], 0, "treasure")
    assert state.status in (SCORING, ROUND_OVER)


def test_play_path_greys_two_stones_once_one_is_turned_up() -> None:
    closed = {str(one.label): one.closed for one in list_actions(GOLD, dealt({**PATH, "goal": "stone"}), 1)}
    assert str(closed["Path reaches two stones"]) == "only one stone is still face down"
    assert closed["Path reaches a stone and the treasure!"] is None
    both: list[Entry] = [{**PATH, "goal": "stone"}, {"kind": "play-path", "by": 1, "goal": "stone"}]
    closed = {str(one.label): one.closed for one in list_actions(GOLD, dealt(*both), 2)}
    assert str(closed["Path reaches a stone"]) == "both stones are already face up"
    assert closed["Path reaches the treasure!"] is None


def test_play_path_says_which_goal_cards_it_reached() -> None:
    state = dealt()
    both: Entry = {**PATH, "goals": ["stone", "stone"]}
    offered = {str(one.base.get("goals")): one for one in list_actions(GOLD, state, 0) if "goals" in one.base}
    assert offered[str(both["goals"])].base == both
    told = "Anna reaches several goal cards and turns them over: a stone, a stone. The round goes on."
    assert str(write_entry(GOLD, state, both)) == told
    one_of_them = str(write_entry(GOLD, state, {**PATH, "goals": ["treasure"]}))
    assert one_of_them == str(write_entry(GOLD, state, {**PATH, "goal": "treasure"}))
    assert one_of_them.endswith("The round is over.")


# -- broken tools ---------------------------------------------------------------------------------------------------
BREAK: Entry = {"kind": "break", "by": 0, "to": 1, "tool": "lantern"}


def test_tools_whole_refuses_path_cards_alone_while_a_tool_is_broken() -> None:
    state = dealt(BREAK)
    assert tools_whole(state, 0) is None
    assert str(tools_whole(state, 1)) == "Ben can't play path cards with broken tools: lantern"
    assert why(state, {"kind": "play-path", "by": 1}) == "Ben can't play path cards with broken tools: lantern"
    judge_entry(GOLD, state, {"kind": "map", "by": 1})


def test_break_lays_each_tool_once_in_front_of_a_seat_in_the_order_of_tools() -> None:
    state = dealt(BREAK, {"kind": "break", "by": 1, "to": 1, "tool": "wagon"})
    assert state.seats[1].broken == ["wagon", "lantern"]
    assert why(state, {**BREAK, "by": 2}) == "Ben's lantern is already broken"
    judge_entry(GOLD, state, {**BREAK, "by": 2, "to": 2})


def test_break_of_the_lantern_alone_is_heard() -> None:
    move = GOLD.moves["break"]
    assert [move.name_sound({**BREAK, "tool": tool}) for tool in TOOLS] == ["", "lamp", ""]


def test_repair_takes_one_tool_off_and_needs_it_to_be_broken() -> None:
    assert why(dealt(), {"kind": "repair", "by": 0, "to": 1, "tool": "lantern"}) == "nobody has a broken tool"
    state = dealt(BREAK)
    assert why(state, {"kind": "repair", "by": 1, "to": 1, "tool": "pick"}) == "nobody's pick is broken"
    assert why(state, {"kind": "repair", "by": 1, "to": 0, "tool": "lantern"}) == "Anna's lantern is not broken"
    mended: Entry = {"kind": "repair", "by": 1, "to": 1, "tool": "lantern"}
    assert str(write_entry(GOLD, state, mended)) == "Ben repairs their own lantern: discard both cards."
    GOLD.fold(state, mended)
    assert state.seats[1].broken == []


def test_broken_tools_are_loud_signs_that_say_what_they_keep_from() -> None:
    row = draw_board(GOLD, make_view(GOLD, dealt(BREAK), TABLE)).seats[1]
    assert [(badge.icon, badge.tone) for badge in row.badges if badge.tone] == [("lantern", "bad")]
    assert [str(badge.blocks_text) for badge in row.blocking_badges] == ["Ben can't dig"]


def test_list_end_reasons_say_whom_the_end_pays() -> None:
    reasons = GOLD.list_end_reasons(dealt())
    assert [reason.value for reason in reasons] == ["agreed", "cards", "unreachable"]
    assert str(reasons[2].label) == "the treasure can't be reached any more – the saboteurs get their gold"
    assert all("the saboteurs get their gold" in str(reason.label) for reason in reasons)
