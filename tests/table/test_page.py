"""The page of one viewer: what it has for everyone, for a seat, and for the host."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from faults.house import NAMES, STOP_HERE, House
from in_memory import AGREED, DEAL, enter, table_of

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.games import list_offered
from companion.storage.store import RevealProgress
from companion.table.commands import play, reveal_score, rounds, tracking
from companion.table.next_deal import DealPlan
from companion.table.reveal import count_beats
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import TableView

from .evening import Evening


def test_lobby_has_a_one_file_game_in_its_row_once_it_is_chosen(evening: Evening) -> None:
    def row() -> list[str]:
        setup = evening.screen.lobby.setup
        return [game.id.partition(".")[0] for game in setup.row] if setup else []

    box = ["dark-cave", "lost-mines", "saboteur", "saboteur-2"]
    assert row() == box
    assert 'id="prepare"' in evening.shown()
    evening.posts("choose", game=next(id for id in list_offered() if id.startswith("outsider.")))
    assert row() == [*box, "outsider"]
    assert 'id="prepare"' not in evening.shown()
    assert "4 players: 3 × In the circle" in evening.shown()
    evening.posts("deal")
    evening.table.run(rounds.end)
    evening.posts("choose", game="saboteur")
    assert row() == [*box, "outsider"], "it was played here last"


@pytest.mark.parametrize(("name", "starts"), [("village", "Night"), ("outsider", "Talk")])
def test_main_button_of_a_one_file_game_starts_it_before_it_ends_it(evening: Evening, name: str, starts: str) -> None:
    def main() -> list[str]:
        found = re.findall(r'<button[^>]* class="button main big"[^>]*>(.*?)</button>', evening.shown(), re.DOTALL)
        names = [re.sub(r"<[^>]*>", "", words).strip() for words in found]
        return [name for name in names if name != "Undo"]

    for more in ("Yan", "Zoe"):
        evening.joins(more)
    evening.posts("choose", game=next(id for id in list_offered() if id.startswith(f"{name}.")))
    evening.posts("deal")
    evening.table.run(rounds.start_early)
    assert main() == [starts]
    if starts == "Night":
        evening.acts({"kind": "night"})
    else:
        evening.table.run(rounds.run_clock, 0, "start")
    assert main() == ["End round"]


@pytest.mark.parametrize("how", [EVERY_TURN, TOKENS, RESULT_ONLY])
def test_page_has_one_button_for_the_end_of_a_round_and_one_for_the_game(evening: Evening, how: str) -> None:
    def wishes() -> list[str]:
        pages = evening.shown() + evening.page(evening.host, "host/panel/menu")
        found = re.findall(r"<button[^>]*>(?:<svg.*?</svg>)?([^<]+)<", pages)
        return [words for words in found if words in ("End round", "Stop and score", "Back to the lobby")]

    asked = "Back to the lobby"
    evening.table.run(rounds.deal, 0, follow=how)
    assert wishes() == [asked]
    evening.table.run(rounds.start_early)
    assert wishes() == ["End round", asked]
    asks = re.findall(r"End the round now\?.*?<button[^>]*>([^<]+)<", evening.shown(), re.DOTALL)
    assert asks == (["Yes, end it"] if how == EVERY_TURN else []), "the others ask for the result"
    if how == EVERY_TURN:
        evening.acts(STOP_HERE)
    else:
        evening.table.run(tracking.end_round_with, {"finder": None, "nuggets": []})
    assert wishes() == ["Stop and score"]
    evening.tells()
    evening.begins(follow=how)
    assert wishes() == ["End round", "Stop and score"]
    evening.posts("over", stamp=evening.table.state.stamp)
    evening.tells()
    assert wishes() == []


def test_undo_is_gone_while_a_result_is_entered(evening: Evening) -> None:
    evening.begins(follow=RESULT_ONLY)
    assert "Undo" in evening.shown()
    evening.table.run(tracking.ask_for_results)
    assert "Undo" not in evening.shown()
    evening.table.run(tracking.end_round_with, {"finder": None, "nuggets": []})
    evening.table.run(reveal_score.reveal_next)
    assert "Undo" not in evening.shown()
    evening.tells()
    assert "Undo" in evening.shown()


def test_proposed_end_is_the_one_that_is_due(evening: Evening) -> None:
    evening.deals("saboteur", count_cards=False)
    for seat in range(4):
        evening.acts({"kind": "pass", "by": seat})
    due = evening.screen.proposed_end
    assert due is not None
    assert due.base == {"kind": "end", "reason": "cards"}
    assert str(due.label) in evening.shown()


HOST = PageViewer(host=True)
GUEST = PageViewer()
DISCARD: Entry = {"kind": "discard", "by": 0}


def seat(number: int, **more: Any) -> PageViewer:
    return PageViewer(number + 1, number, **more)


def page_of(viewer: PageViewer, *entries: Entry, game: str = "saboteur", looked: bool = True) -> Page:
    return Page(TableView(table_of(game, *entries, looked=looked)), viewer)


def test_page_of_a_guest_has_nothing_of_a_seat_or_of_the_host() -> None:
    page = page_of(GUEST, DEAL)
    assert (page.seat, page.doing, page.secrets, page.notices, page.undo, page.redo) == (None, None, (), (), None, None)
    assert (page.others, page.proposed_end, page.leading, page.hands, page.deal) == ((), None, {}, (), DealPlan())
    assert (page.acts_for_table, page.asked, page.fresh, page.tells) == (False, False, False, False)
    assert page.own_card is None


def test_page_of_a_seat_has_its_buttons_and_what_it_may_hold() -> None:
    page = page_of(seat(0), DEAL)
    assert page.doing
    assert (page.doing.seat, page.doing.idle) == (0, False)
    assert [secret.key for secret in page.secrets][:1] == ["card"]
    waiting = page_of(seat(1), DEAL)
    assert waiting.doing
    assert waiting.doing.idle


def test_page_of_a_seat_has_no_buttons_before_play_has_begun() -> None:
    page = page_of(seat(0), DEAL, looked=False)
    assert page.doing is None
    assert page.secrets, "it looks at its card"
    assert page_of(seat(0)).seat is None, "in the lobby there is no game"


def test_waits_is_a_seat_with_nothing_to_see_or_to_do() -> None:
    assert not page_of(seat(0), DEAL).waits
    assert page_of(seat(1), DEAL).waits
    table = table_of("saboteur", DEAL, AGREED)
    table.update_game(show=RevealProgress(1, 1, since=1.0))
    assert not Page(TableView(table), seat(1)).waits, "the score is revealed"


def test_undo_of_a_seat_is_of_its_own_newest_tap_and_the_hosts_of_anybodys() -> None:
    table = table_of("saboteur", DEAL)
    enter(table, DISCARD, device="seat-0")
    view = TableView(table)
    own = Page(view, seat(0)).undo
    assert own
    assert str(own.text).startswith("You: ")
    assert Page(view, seat(1)).undo is None
    assert Page(view, HOST).undo == view.undo


def test_redo_is_the_hosts_alone() -> None:
    table = table_of("saboteur", DEAL, DISCARD)
    play.undo_tap(table, 1, "table", "")
    view = TableView(table)
    assert Page(view, HOST).redo == view.redo is not None
    assert Page(view, seat(0)).redo is None


def test_others_are_the_open_buttons_of_seats_for_the_host() -> None:
    page = page_of(HOST, DEAL)
    assert [actions.seat for actions in page.others] == [0]
    assert not any(action.secret for actions in page.others for action in actions.actions)
    assert page_of(seat(0), DEAL).others == ()


def test_leading_has_the_buttons_of_the_table_by_group() -> None:
    assert ButtonGroup.ENDS in page_of(HOST, DEAL).leading
    assert page_of(HOST, DEAL, looked=False).leading == {}
    assert page_of(seat(0), DEAL).leading == {}


def test_hands_are_the_seats_without_a_phone_that_may_look_at_something() -> None:
    table = table_of("saboteur", DEAL)
    table.seats = (replace(table.seats[0], phone=True), *table.seats[1:])
    view = TableView(table)
    assert Page(view, HOST).hands == (1, 2, 3)
    assert Page(view, seat(0)).hands == ()
    assert page_of(HOST, DEAL, looked=False).hands == ()


def test_fresh_is_a_deal_of_the_app_after_which_nothing_was_entered() -> None:
    assert page_of(HOST, DEAL).fresh
    assert not page_of(HOST, DEAL, DISCARD).fresh
    assert not page_of(HOST).fresh
    assert not page_of(seat(0), DEAL).fresh


def test_looked_counts_those_who_are_dealt_in() -> None:
    table = table_of("saboteur", DEAL, looked=False)
    play.look(table, 1, "card")
    page = Page(TableView(table), HOST)
    assert (page.looked, len(page.dealt_in), page.late) == (1, 4, ())


def test_table_page_waits_by_name_for_those_who_still_have_to_type(tmp_path: Path) -> None:
    """The Lost Mines: Anna and Ben took a treasure each, and then Anna says what hers is worth."""

    def waits() -> list[str]:
        return re.findall(r"Still waiting for: ([^<]*)<", at.page(at.host, "table"))

    with House(tmp_path, NAMES[:3]) as at:
        at.deals("lost-mines")
        for taker in (0, 1):
            at.acts({"kind": "correct", "seat": taker, "treasures": 1})
        at.acts(STOP_HERE)
        assert waits() == ["Anna, Ben"]
        at.table.run(play.save_private_input, 0, {"values": [3]})
        assert waits() == ["Ben"]


def test_awaited_are_the_other_seats_of_the_phone_that_have_something_to_do() -> None:
    assert [place.name for place in page_of(seat(1, shares=(1, 3)), DEAL).awaited] == ["Anna"]
    assert [place.name for place in page_of(seat(1, shares=(3,)), DEAL).awaited] == []
    looking = page_of(seat(1, shares=(1, 3)), DEAL, looked=False)
    assert [place.name for place in looking.awaited] == ["Anna", "Cleo"]


def test_neighbours_are_to_the_right_and_to_the_left() -> None:
    assert [place.name for place in page_of(seat(0), DEAL).neighbours] == ["Dora", "Ben"]
    assert [place.name for place in page_of(seat(3), DEAL).neighbours] == ["Cleo", "Anna"]
    alone = Page(TableView(table_of(names=("Anna",))), PageViewer(1))
    assert alone.neighbours == ()


def test_own_card_is_there_once_it_has_turned_up_with_the_score() -> None:
    table = table_of("saboteur", DEAL, AGREED)
    page = Page(TableView(table), seat(1))
    assert (page.own_card, page.keeps_card_up, page.turns_cards_up) == (None, False, True)
    table.update_game(show=RevealProgress(1, count_beats(table.steps)))
    page = Page(TableView(table), seat(1))
    assert page.own_card
    assert (page.keeps_card_up, page.turns_cards_up) == (True, False)
    assert not Page(TableView(table), seat(0)).keeps_card_up, "a digger's turns down again"
    assert Page(TableView(table), GUEST).own_card is None


def test_none_yet_until_a_round_is_over_or_a_count_was_corrected() -> None:
    assert page_of(seat(0), DEAL).none_yet
    corrected = {"kind": "correct", "seat": 1, "gold": 2}
    assert not page_of(seat(0), DEAL, corrected).none_yet, "another seat's, too: that there is some says nothing else"
    assert not page_of(seat(0), DEAL, AGREED).none_yet


def test_a_phone_has_a_line_instead_of_the_gold_to_hold_while_nobody_has_any(evening: Evening) -> None:
    zoe = evening.joins("Zoe")
    evening.begins()
    first = evening.page(zoe)
    assert "You have no nuggets yet." in first
    assert 'data-key="gold"' not in first
    evening.acts(STOP_HERE)
    evening.tells()
    evening.begins()
    second = evening.page(zoe)
    assert "no nuggets yet" not in second
    assert 'data-key="gold"' in second


def test_left_is_a_seat_that_has_gone_home_while_the_others_play() -> None:
    assert page_of(seat(1), DEAL, {"kind": "retire", "seat": 1}).left
    assert not page_of(seat(0), DEAL, {"kind": "retire", "seat": 1}).left
    assert not page_of(seat(1), DEAL, {"kind": "retire", "seat": 1}, AGREED).left


def test_tells_is_a_result_that_can_still_be_changed() -> None:
    told: Entry = {"kind": "facts", "finder": None, "broken": [], "nuggets": []}
    table = table_of("saboteur", {**DEAL, "follow": "nothing"}, told)
    assert not Page(TableView(table), HOST).tells
    table.update_game(show=RevealProgress(1, 99))
    assert Page(TableView(table), HOST).tells
    assert not Page(TableView(table), seat(0)).tells


def test_kept_is_a_seat_that_has_typed_all_it_may() -> None:
    cards = ["blue-loyal", "blue-saboteur", "blue-selfish", "yellow-saboteur"]
    deal: Entry = {"kind": "deal", "cards": cards, "aside": ["yellow-selfish", "yellow-loyal"], "first": 0}
    table = table_of("lost-mines", deal, {"kind": "correct", "seat": 0, "treasures": 1})
    page = Page(TableView(table), seat(0))
    assert [field.name for field in page.private_fields] == ["values"]
    assert (page.kept, page.typed) == (False, {})
    table.update_game(typed={"1.0": {"values": [3]}})
    page = Page(TableView(table), seat(0))
    assert (page.kept, page.typed) == (True, {"values": [3]})
