"""What all pages of a table have in common, computed from one snapshot."""

import re

import pytest
from in_memory import AGREED, CAVE, DEAL, table_of

from companion.engine.actions import Action, Entry
from companion.engine.fields import Choice, OneOf
from companion.engine.text import T
from companion.engine.visibility import OWN
from companion.storage.store import NoteRow, RevealProgress, SeatRow
from companion.table import Stage
from companion.table.commands import play, rounds
from companion.table.views.table_view import (
    BREATH,
    LAMP_OUT,
    NextRound,
    ScoreReveal,
    ShownRound,
    TableView,
    find_missing,
    log_of,
    private_input,
    rank,
    shuffle_secret_actions,
)

from .evening import Evening


def test_board_keeps_a_token_whatever_comes_beside_it(evening: Evening) -> None:
    """What is not there any more is said to screen readers: points in another place of the row are still there."""

    def tokens() -> set[str]:
        return set(re.findall(r'data-token="([^"]+)"', evening.shown()))

    evening.deals("lost-mines")
    before = tokens()
    evening.acts({"kind": "play-path", "by": 0})
    evening.acts({"kind": "reveal-mine", "by": 0, "mine": "dragon"})
    assert tokens() - before == {"0-dragon"}
    assert before <= tokens()


def test_done_has_lines_of_this_round_alone(evening: Evening) -> None:
    def newest() -> list[str]:
        return [str(line.text) for line in evening.screen.done]

    evening.plays()
    told = newest()
    evening.begins(1)
    assert newest() == ["Play started before everyone had looked.", "Round 2 has been dealt. Ben goes first."]
    assert "The round is over" in told[0]
    for _ in range(2):
        evening.ends()
        if evening.screen.over:
            break
        evening.begins(1)
    evening.posts("lobby")
    assert newest() == []
    assert evening.screen.newest, "the log has it all"


def test_score_ranks_all_at_the_end_by_what_they_have(evening: Evening) -> None:
    evening.plays()
    before = evening.screen
    assert before.score.standing == (), "the gold of each is secret"
    evening.table.run(rounds.end)
    evening.tells()
    evening.acts({"kind": "correct", "seat": 3, "gold": 5})
    evening.tells()
    gold: list[int] = [seat.gold for seat in evening.state.seats]
    standing = evening.screen.score.standing
    assert [one.has for one in standing] == sorted(gold, reverse=True)
    assert [gold[one.seat] for one in standing] == [one.has for one in standing]
    assert [one.place for one in standing] == [1 + sum(n > one.has for n in gold) for one in standing]
    assert (evening.state.names[standing[0].seat], standing[0].place) == ("Dora", 1)
    assert [*re.findall(r'<li value="(\d)">', evening.shown())] == [str(one.place) for one in standing]


def view_of(*entries: Entry, game: str = "saboteur", looked: bool = True) -> TableView:
    return TableView(table_of(game, *entries, looked=looked))


def test_view_of_a_lobby_has_no_state_and_nothing_of_a_game() -> None:
    view = view_of()
    assert (view.stage, view.state, view.board, view.reminders) == (Stage.LOBBY, None, None, ())
    assert (view.playing, view.over, view.round_over, view.under_way) == (False, False, False, False)
    assert (view.facts, view.did, dict(view.turned_up), view.score) == (None, {}, {}, ScoreReveal())
    assert view.round == ShownRound()
    assert view.coming == NextRound(None, view.game.begins)
    assert [place.number for place in view.places] == [None] * 4


def test_places_have_who_looked_only_until_play_begins() -> None:
    table = table_of("saboteur", DEAL, looked=False)
    play.look(table, 2, OWN)
    assert [place.looked for place in TableView(table).places] == [False, False, True, False]
    for seat in (0, 1, 3):
        play.look(table, seat, OWN)
    view = TableView(table)
    assert view.stage is Stage.PLAYING
    assert not any(place.looked for place in view.places)


def test_places_have_no_number_for_who_came_later() -> None:
    table = table_of("saboteur", DEAL)
    table.seats = (SeatRow(9, 1, "Zoe", True, None), *table.seats)
    assert [place.number for place in TableView(table).places] == [None, 0, 1, 2, 3]


def test_doing_has_the_seat_whose_turn_it_is_and_of_an_untracked_round_all() -> None:
    assert [*view_of(DEAL).doing] == [0]
    assert view_of(DEAL, looked=False).doing == {}
    doing = view_of({**DEAL, "follow": "nothing"}).doing
    assert not any(actions.waits for actions in doing.values())


def test_did_leaves_out_the_seat_whose_turn_it_is() -> None:
    view = view_of(DEAL, *[{"kind": "discard", "by": seat} for seat in range(4)])
    assert view.state.turn.seat == 0
    assert [*view.did] == [1, 2, 3]
    assert view_of(DEAL, {"kind": "discard", "by": 0}, AGREED).did == {}


def test_round_names_who_begins_where_turns_are_not_tracked() -> None:
    assert view_of(DEAL).round.begins == ""
    untracked = view_of({**DEAL, "follow": "nothing"}).round
    assert (untracked.begins, untracked.tracking) == ("Anna", "nothing")
    assert untracked.pack


def test_quiet_is_a_turn_with_nothing_else_to_do() -> None:
    assert view_of(DEAL).quiet
    assert not view_of({**DEAL, "follow": "nothing"}).quiet
    assert not view_of(DEAL, AGREED).quiet
    assert not view_of().quiet


def shown(beats: int, *entries: Entry) -> TableView:
    table = table_of("saboteur", DEAL, *entries, AGREED)
    table.update_game(show=RevealProgress(1, beats, since=1.0))
    return TableView(table)


def test_score_reveals_card_by_card_with_a_breath_before_the_last() -> None:
    cards = [[line.card is not None for line in shown(beats).score.steps[0].lines if line.card] for beats in (1, 2, 3)]
    assert [len(one) for one in cards] == [1, 2, 3]
    breaths = [shown(beats).score.light for beats in range(5)]
    assert breaths.count(BREATH) == 1
    whole = shown(99)
    assert (whole.score.verdict is not None, whole.told, whole.round_over) == (True, True, True)
    assert shown(1).score.verdict is None, "no page shows a result before it has been revealed"


def test_score_is_empty_while_a_round_is_played() -> None:
    assert view_of(DEAL).score == ScoreReveal()


def test_score_of_a_win_of_the_dark_side_puts_the_lamp_out() -> None:
    lights = {shown(beats).score.light for beats in range(9)}
    assert LAMP_OUT in lights
    assert "gold-dust" not in lights


def test_turned_up_has_the_cards_so_far_and_which_stay() -> None:
    assert [len(shown(beats).turned_up) for beats in (0, 1, 2)] == [0, 1, 2]
    turned = shown(99).turned_up
    assert sorted(turned) == [0, 1, 2, 3]
    assert [turned[seat].stays for seat in range(4)] == [False, True, False, False], "Ben is the saboteur"


def test_lets_in_who_comes_before_the_last_round_alone() -> None:
    assert view_of(DEAL).lets_in
    assert not view_of().lets_in
    assert not TableView(table_of("dark-cave", CAVE)).lets_in, "it has one round"
    last = TableView(table_of("saboteur", DEAL, rounds=1))
    assert not last.lets_in


def test_make_board_marks_who_has_left_and_says_who_comes_next() -> None:
    view = view_of(DEAL, {"kind": "retire", "seat": 1})
    board = view.board
    assert board
    assert [row.gone for row in board.seats] == [False, True, False, False]
    assert (board.active, board.next, board.then) == (0, 2, 3)


@pytest.mark.parametrize(
    ("has", "places"),
    [
        ([4, 4, 1], [(1, 0), (1, 1), (3, 2)]),
        ([0, 2, 5], [(1, 2), (2, 1), (3, 0)]),
        ([1, 3, 3, 3], [(1, 1), (1, 2), (1, 3), (4, 0)]),
        ([], []),
    ],
)
def test_rank_shares_a_place_among_those_who_have_as_much(has: list[int], places: list[tuple[int, int]]) -> None:
    assert [(one.place, one.seat) for one in rank(has)] == places


def test_private_input_is_of_this_round_alone() -> None:
    table = table_of("saboteur", DEAL)
    table.update_game(typed={"1.0": {"gold": 2}, "0.1": {"gold": 3}, "1.3": {}})
    assert private_input(table) == {0: {"gold": 2}, 3: {}}


def test_find_missing_compares_names_as_people_read_them() -> None:
    assert find_missing(table_of().seats, ["anna", "Zoe", "BEN", "Kai"]) == ("Zoe", "Kai")


def secret_action(*values: str) -> Action:
    choices = tuple(Choice(value, T(value)) for value in values)
    return Action("choose", T("Choose"), 0, (OneOf("card", T("Card"), choices=choices),), secret=True)


def test_shuffle_secret_actions_puts_them_last_in_an_order_of_that_page() -> None:
    open_action = Action("discard", T("Discard"), 0)
    letters = "abcdefghij"
    first = shuffle_secret_actions([secret_action(*letters), open_action], "7.1/0")
    assert [action.kind for action in first] == ["discard", "choose"]

    def order(where: str) -> str:
        field = shuffle_secret_actions([secret_action(*letters)], where)[0].fields[0]
        assert isinstance(field, OneOf)
        return "".join(str(choice.value) for choice in field.choices)

    assert order("7.1/0") == order("7.1/0")
    assert len({order(f"7.{n}/0") for n in range(6)}) > 1
    assert sorted(order("7.1/0")) == [*letters]


def test_log_of_has_the_notes_of_this_game_alone() -> None:
    table = table_of("saboteur", DEAL)
    table.notes = (NoteRow(2, 7, 1, T("Here.")), NoteRow(1, None, None, T("In the lobby.")))
    found = [str(line.text) for line in log_of(table)]
    assert "Here." in found
    assert "In the lobby." not in found
    lobby = table_of()
    lobby.notes = table.notes
    assert [str(line.text) for line in log_of(lobby)] == ["In the lobby."]


def test_stamp_and_title_are_those_of_the_game() -> None:
    view = view_of(DEAL)
    assert (view.code, view.stamp, str(view.title)) == ("ACDE", "7.1", "Saboteur")
