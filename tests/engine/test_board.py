"""What the board shows of a view, and what it tells people to do."""

from copy import deepcopy

from playing import Play

from companion.engine.board import draw_board, say_reminder
from companion.engine.setup import make_default_options, make_state
from companion.engine.state import OVER, RESULT_ONLY
from companion.engine.views import make_view
from companion.engine.visibility import TABLE
from companion.games import game_by_id


def test_say_reminder_says_what_to_do_and_shows_what_it_is_about() -> None:
    cave, skip, stand = game_by_id("dark-cave"), {"seat": 1, "kind": "skip-turn"}, {"seat": 1, "kind": "stand-up"}
    there = make_state(cave, ("Anna", "Ben"), make_default_options(cave))
    gone = deepcopy(there)
    gone.seats[1].retired = True
    said = [say_reminder(cave, state, one) for state, one in ((there, skip), (gone, skip), (gone, stand))]
    assert [str(text) for text, _ in said] == [
        "Ben has no cards left and is skipped.",
        "Ben isn't here, so the turn is skipped.",
        "Stand your dwarf up. It doesn't move this turn.",
    ]
    assert [icon for _, icon in said] == ["", "", "lying"]


def test_draw_board_marks_the_seat_on_turn_and_counts_who_is_still_in() -> None:
    play = Play(game_by_id("dark-cave"), 4, {}, 0).run(1)
    view = make_view(play.game, play.state, TABLE)
    assert draw_board(play.game, view).active_count_text is None
    view["seats"][1]["out"] = view["seats"][2]["sits_out"] = True
    board = draw_board(play.game, view)
    assert [row.seat for row in board.seats if row.active] == [board.active] == [play.state.turn.seat]
    assert str(board.active_count_text) == "still in the cave: 2 of 3"


def test_draw_board_counts_what_is_entered_and_all_once_the_round_is_over() -> None:
    play = Play(game_by_id("dark-cave"), 3, {}, 0).run(1)
    view = make_view(play.game, play.state, TABLE)
    view["seats"][0]["card"] = "yellow-loyal"
    board, told, over = (
        draw_board(play.game, {**view, **more})
        for more in ({}, {"follow": RESULT_ONLY}, {"follow": RESULT_ONLY, "status": OVER})
    )
    assert len(told.counters) < len(board.counters) == len(over.counters)
    assert [row.role for row in board.seats] == [play.game.roles["yellow-loyal"].label, None, None]
