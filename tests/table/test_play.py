"""Commands while a game is played: what is entered once, what is refused, what a seat looks at."""

from typing import Any

import pytest
from in_memory import AGREED, CAVE, DEAL, NAMES, enter, table_of

from companion.engine.actions import Entry
from companion.engine.text import T
from companion.engine.visibility import OWN
from companion.storage.store import RevealProgress, Stale
from companion.table import Forbidden, NotFound, Refused
from companion.table.commands import play
from companion.table.snapshot import seats_that_saw

DISCARD: Entry = {"kind": "discard", "by": 0}
END: Entry = {"kind": "end-turn", "by": 0}
TREASURE: Entry = {"kind": "play-path", "by": 0, "goal": "treasure"}


def kinds(table: Any) -> list[str]:
    return [entry["kind"] for entry in table.record.entries]


@pytest.mark.parametrize("table", [table_of(), table_of("saboteur", DEAL, looked=False)], ids=["lobby", "looking"])
def test_act_refuses_a_tap_before_play_has_begun(table: Any) -> None:
    with pytest.raises(Refused, match="hasn't started yet"):
        play.act(table, [DISCARD], "table", "")


def test_act_enters_a_tap_of_a_seat_that_may() -> None:
    table = table_of("saboteur", DEAL)
    play.act(table, [DISCARD], "seat-0", table.stamp, 0)
    assert kinds(table) == ["deal", "discard"]
    assert table.taps[-1].device == "seat-0"
    with pytest.raises(Forbidden):
        play.act(table, [DISCARD], "seat-1", "", 1)


def test_act_enters_last_what_may_end_the_round() -> None:
    card: Entry = {"kind": "play-path", "by": 0}
    exit_found: Entry = {"kind": "reveal-goal", "by": 0, "goal": "exit"}
    table = table_of("dark-cave", CAVE, card, exit_found, END, {"kind": "correct", "active": 0})
    tap: list[Entry] = [card, {"kind": "leave", "by": 0}, {"kind": "tunnel", "by": 0}]
    play.act(table, tap, "table", "")
    assert kinds(table)[-3:] == ["play-path", "tunnel", "leave"]


def test_enter_makes_a_tap_that_is_sent_again_once() -> None:
    table = table_of("saboteur", DEAL)
    table.store.journal.has.return_value = True  # type: ignore[attr-defined]
    play.enter(table, [DISCARD], "0.0")
    assert kinds(table) == ["deal"]


def test_enter_refuses_a_page_of_an_older_state() -> None:
    table = table_of("saboteur", DEAL)
    stamp = table.stamp
    play.enter(table, [DISCARD], stamp)
    with pytest.raises(Stale):
        play.enter(table, [{"kind": "discard", "by": 1}], stamp)
    play.enter(table, [{"kind": "discard", "by": 1}], "")
    assert kinds(table) == ["deal", "discard", "discard"]


def test_enter_refuses_anything_while_cards_turn_up() -> None:
    table = table_of("saboteur", DEAL, TREASURE)
    with pytest.raises(Refused, match="the cards come first"):
        play.enter(table, [{"kind": "correct", "active": 1}])


def test_enter_asks_for_the_right_to_it_before_anything_is_made() -> None:
    table = table_of("saboteur", DEAL)

    def refuse() -> None:
        raise Forbidden(T("no"))

    with pytest.raises(Forbidden):
        play.enter(table, [DISCARD], check=refuse)
    assert kinds(table) == ["deal"]


def test_enter_marks_a_game_that_is_over() -> None:
    table = table_of("dark-cave", CAVE)
    play.enter(table, [AGREED])
    assert table.game_row.over
    play.undo_tap(table, 1, "table", "")
    assert not table.game_row.over


def test_check_stamp_takes_the_present_one_and_none() -> None:
    table = table_of("saboteur", DEAL)
    play.check_stamp(table, "")
    play.check_stamp(table, "7.1")
    for stamp in ("7.0", "7.2", "6.1", "x"):
        with pytest.raises(Stale):
            play.check_stamp(table, stamp)


def test_require_current_runs_the_command_of_a_current_page_alone() -> None:
    table = table_of("saboteur", DEAL)
    with pytest.raises(Stale):
        play.require_current(table, "7.0", play.enter, [DISCARD])
    play.require_current(table, "7.1", play.enter, [DISCARD])
    assert kinds(table) == ["deal", "discard"]


def test_undo_tap_refuses_an_entry_that_is_not_there() -> None:
    table = table_of("saboteur", DEAL)
    for number in (-1, 1, 99):
        with pytest.raises(NotFound):
            play.undo_tap(table, number, "table", "")


def test_undo_tap_refuses_another_seats_tap_and_one_that_is_not_the_newest() -> None:
    table = table_of("saboteur", DEAL)
    enter(table, DISCARD, device="seat-0")
    with pytest.raises(Forbidden, match="only your own last entry"):
        play.undo_tap(table, 1, "seat-1", "", 1)
    enter(table, {"kind": "discard", "by": 1}, device="seat-1")
    with pytest.raises(Refused, match="something else has been entered"):
        play.undo_tap(table, 1, "seat-0", "", 0)
    with pytest.raises(Stale):
        play.undo_tap(table, 1, "table", "")
    play.undo_tap(table, 2, "seat-1", "", 1)
    assert kinds(table)[-1] == "undo"


def test_undo_tap_refuses_where_somebody_of_the_game_has_no_seat_any_more() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    table.seats = table.seats[1:]
    with pytest.raises(Refused, match="no longer at the table"):
        play.undo_tap(table, 1, "table", "")


def test_undo_tap_of_a_told_result_opens_its_form_again() -> None:
    told: Entry = {"kind": "facts", "finder": None, "broken": [], "nuggets": []}
    table = table_of("saboteur", {**DEAL, "follow": "nothing"}, told)
    play.undo_tap(table, 1, "table", "")
    assert table.game_row.draft.open


def test_save_private_input_refuses_where_nothing_is_asked() -> None:
    with pytest.raises(Refused, match="nothing to enter"):
        play.save_private_input(table_of("saboteur", DEAL), 0, {"gold": 1})


def test_look_gives_a_seat_its_card_and_keeps_that_it_has_looked() -> None:
    table = table_of("saboteur", DEAL, looked=False)
    assert play.unseen_marks(table, 1, OWN) == [OWN]
    assert "aboteur" in str(play.look(table, 1, OWN))
    assert seats_that_saw(table, OWN) == {1}
    assert play.unseen_marks(table, 1, OWN) == []


@pytest.mark.parametrize("key", ["", "no-such", "peek.2"])
def test_read_secret_refuses_what_the_seat_may_not_look_at(key: str) -> None:
    with pytest.raises(NotFound):
        play.read_secret(table_of("saboteur", DEAL), 0, key)


def test_role_card_of_the_own_card_has_its_words() -> None:
    table = table_of("saboteur", DEAL)
    role = play.role_card(table, 1, OWN)
    assert role.words == play.read_secret(table, 1, OWN)
    assert NAMES[1] not in str(role.words)


def test_after_an_end_the_score_begins_to_be_revealed() -> None:
    table = table_of("saboteur", DEAL)
    play.enter(table, [AGREED])
    assert (table.show.round, table.show.beats) == (1, 0)
    assert table.show.since is not None
    assert table.show != RevealProgress(1)


def test_save_private_input_is_entered_once_all_have_typed() -> None:
    cards = ["blue-loyal", "blue-saboteur", "blue-selfish", "yellow-saboteur"]
    deal: Entry = {"kind": "deal", "cards": cards, "aside": ["yellow-selfish", "yellow-loyal"], "first": 0}
    table = table_of("lost-mines", deal, {"kind": "correct", "seat": 0, "treasures": 1}, AGREED)
    asked = [seat for seat in range(4) if table.record.game.list_private_fields(table.state, seat)]
    for seat in asked:
        assert kinds(table)[-1] == "end"
        play.save_private_input(table, seat, {"values": [3] if seat == 0 else []})
    assert kinds(table)[-1] == "treasures"
    assert table.record.entries[-1]["values"][0] == [3]
    assert table.taps[-1].device == "app"
