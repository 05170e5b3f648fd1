"""The page on which a table enters a round that nobody tracked, as its forms are sent."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from faults.house import House
from flask.testing import FlaskClient

from companion.engine.state import PLAYING, RESULT_ONLY, ROUND_OVER, TOKENS
from companion.table import round_form
from companion.table.commands import rounds

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def each(field: str, value: str) -> dict[str, Any]:
    """The same filled in for every seat."""
    return {f"{field}.{seat}": value for seat in range(4)}


class Evening(House):
    """A table whose turns nobody follows, dealt; the host's browser, and a phone for Anna and for Ben."""

    def __init__(self, folder: Path, game: str, **options: Any) -> None:
        super().__init__(folder, NAMES[:2], NAMES[2:])
        self.table.run(rounds.choose, game, options)
        self.deals_unfollowed()

    def deals_unfollowed(self) -> None:
        self.begins(follow=RESULT_ONLY)

    def taps(self, path: str, status: int = 200, by: FlaskClient | None = None, fills: Any = (), **form: Any) -> str:
        """The host's tap; or that of a phone."""
        data = {"stamp": self.table.state.stamp, **form, **dict(fills)}
        answer = self.post(by or self.host, path if by else f"host/{path}", **data)
        assert answer.status_code == status, answer.text
        return answer.text

    @property
    def telling(self) -> Any:
        """The page of facts as it is filled in; None where there is none."""
        return round_form.current_form(self.table.state)


@pytest.fixture
def cave(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path, "dark-cave") as evening:
        yield evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path, "saboteur") as evening:
        yield evening


def test_act_reveals_a_card_whose_owner_was_told_that_everyone_sees_it(cave: Evening) -> None:
    anna = cave.phones[0]
    page = cave.page(anna)
    assert re.findall(r'data-sheet="(s-[0-9a-z-]+)"', page) == ["s-0-secret-information-card", "s-0-reveal"]
    sheet = cave.page(anna, "sheet/s-0-reveal")
    assert "everyone sees your clan card" in sheet
    cave.taps("act", by=anna, entries='[{"kind": "reveal", "by": 0}]')
    assert cave.state.seats[0].revealed
    assert cave.state.out == []


def test_table_page_asks_the_result_after_end_round_and_names_no_turn_before(cave: Evening) -> None:
    page = cave.page(cave.host, "table")
    assert "Anna goes first, then clockwise." in page
    assert "turn" not in re.sub(r"<[^>]*>", "", page.partition('id="middle"')[2][:1500])
    assert "End round" in page
    cave.taps("ask")
    page = cave.page(cave.host, "table")
    assert page.count("data-place") == len(NAMES)
    assert "Reveal the cards" in page
    assert "End round" not in page.partition('id="telling"')[2].partition("</main>")[0]
    cave.taps("back")
    assert "End round" in cave.page(cave.host, "table")


def test_row_takes_the_own_row_of_a_phone_and_no_other(cave: Evening) -> None:
    anna, ben = cave.phones
    cave.taps("row", 409, anna, fills={"gold.0": "5"})
    cave.taps("ask")
    assert "What do you have?" in cave.page(anna)
    cave.taps("row", 200, anna, fills={"gold.0": "5", "out.0": "1"})
    assert (cave.telling.values["gold.0"], cave.telling.values["out.0"], cave.telling.hands) == (5, 1, {0: 0})
    assert "Your seat can&#39;t do that" in cave.taps("row", 403, ben, fills={"gold.0": "7"})
    cave.taps("row", 200, ben)  # just as it is there
    cave.taps("row", fills={"gold.0": "4"})
    assert cave.telling.values["gold.0"] == 4, "the newest hand counts"
    assert cave.telling.hands == {0: round_form.TABLE, 1: 1}
    cave.taps("row", 422, fills={"gold.1": "99"})
    for phone in (None, anna):
        assert "Unknown field" in cave.taps("row", 422, phone, fills={"gold.9": "5"})


def test_row_survives_a_restart_and_is_not_in_the_record(cave: Evening) -> None:
    cave.taps("ask")
    entries = len(cave.entries())
    cave.taps("row", 200, cave.phones[1], fills={"gold.1": "6"})
    assert len(cave.entries()) == entries
    cave.restarts()
    assert (cave.telling.values["gold.1"], cave.telling.hands) == (6, {1: 1})


def test_told_reveals_the_cards_without_waiting_for_a_row(cave: Evening) -> None:
    cave.taps("ask")
    gold = {f"gold.{seat}": str(seat + 1) for seat in range(4)}
    # The second rank stays empty: Dora moves up.
    out = {f"out.{seat}": str(place) for seat, place in enumerate((1, 0, 0, 3))}
    stamp = cave.table.state.stamp
    cave.taps("told", fills=gold | out)
    assert ([seat.gold for seat in cave.state.seats], cave.state.out) == ([1, 2, 3, 4], [0, 3])
    assert cave.table.state.show.beats, "the show has begun"
    cave.taps("told", 409, stamp=stamp)
    cave.tells()
    cave.undoes()
    assert cave.state.status == PLAYING
    assert "Reveal the cards" in cave.page(cave.host, "table")


def test_told_asks_who_got_out_and_takes_nobody_as_an_answer(cave: Evening) -> None:
    """Sent untouched it would be a game that nobody has won; whoever is not named is inside once someone is."""
    cave.taps("ask")
    question = "Who got out, and in which order?"
    page = cave.page(cave.host, "table")
    assert page.count(question) == 3, "the headline, and “nobody”, which asks for an answer"
    assert page.count("data-unsaid") == len(NAMES)
    assert question in cave.taps("told", 422, fills=each("gold", "3") | each("out", "null"))
    inside = {"out.0": "0", "out.1": "null", "out.2": "null", "out.3": "null"}
    assert question in cave.taps("told", 422, fills=each("gold", "3") | inside)
    cave.taps("row", 200, cave.phones[0], fills={"out.0": "null"})
    assert cave.state.status == PLAYING
    stamp = cave.table.state.stamp
    cave.taps("told", fills=each("gold", "3") | each("out", "0"))
    assert cave.state.out == []
    cave.tells()
    cave.undoes()
    cave.taps("told", fills=each("gold", "3") | inside | {"out.2": "1"}, stamp=cave.table.state.stamp)
    assert cave.state.out == [2]
    assert stamp != cave.table.state.stamp


def test_ask_fills_in_who_is_known_to_be_out(cave: Evening) -> None:
    cave.taps("act", by=cave.phones[1], entries='[{"kind": "reveal", "by": 1}]')
    cave.taps("act", entries='[{"kind": "set", "out": [1]}]')
    cave.taps("ask")
    assert "data-unsaid" not in cave.page(cave.host, "table")
    assert [cave.telling.values[f"out.{seat}"] for seat in range(4)] == [0, 1, 0, 0]


def test_told_refuses_what_everyone_can_see_to_be_wrong_and_the_page_stays(cave: Evening) -> None:
    cave.taps("ask")
    assert "each used once" in cave.taps("told", 422, fills=each("gold", "3") | each("out", "1"))
    assert cave.state.status == PLAYING
    assert "Reveal the cards" in cave.page(cave.host, "table")


def test_told_says_only_after_the_reveal_which_nuggets_were_not_drawn(evening: Evening) -> None:
    evening.taps("ask")
    said = evening.taps("told", 422, nuggets_3="1", nuggets_2="0", nuggets_1="0")
    assert "Who reached the treasure?" in said
    evening.taps("told", finder="-1", nuggets_3="1", nuggets_2="0", nuggets_1="0")
    assert evening.state.status == ROUND_OVER
    said = "1 nugget card you entered wasn&#39;t drawn."
    assert said not in evening.page(evening.host, "table")
    evening.tells()
    assert said in evening.page(evening.host, "table")


def test_told_again_keeps_the_nuggets_that_the_app_has_drawn(evening: Evening) -> None:
    evening.taps("ask")
    assert "The app deals 4 nugget cards." in evening.page(evening.host, "table")
    told = {"finder": "0", **{f"nuggets_{value}": "0" for value in (1, 2, 3)}}
    evening.taps("told", fills=told)
    evening.tells()
    assert "nugget cards were missing" not in evening.page(evening.host, "table")
    panel = evening.page(evening.host, "host/panel/told")
    assert re.findall(r'name="nuggets_.[^>]* value="(.)"', panel) == ["0", "0", "0"]
    before = evening.entries()[-1]
    evening.taps("told", fills=told)
    again = evening.entries()[-1]
    assert Counter(again["nuggets"]) == Counter(before["nuggets"]), "no second try"


def test_follow_closes_the_page_of_the_result(cave: Evening) -> None:
    cave.taps("ask")
    panel = cave.page(cave.host, "host/panel/ways")
    assert "Whose turn is it?" in panel
    assert re.findall(r'name="hand-."[^>]* value="(.+?)"', panel) == ["5"] * 4, "as they were dealt"
    assert re.findall(r'name="deck"[^>]* value="(.+?)"', panel) == ["47"]
    hands = {f"hand-{seat}": "05" for seat in range(4)}  # as people type it
    cave.taps("follow", how="turns", active="2", upkeep="true", counts="1", deck="20", fills=hands)
    assert ([seat.hand for seat in cave.state.seats], cave.state.deck_size) == ([5] * 4, 20)
    assert cave.telling is None
    assert "Cleo&#39;s turn" in cave.page(cave.host, "table")
    assert cave.table.state.row.follow == "turns"
    for path in ("ask", "told"):
        assert "The app tracks every turn this round" in cave.taps(path, 409)


def test_follow_takes_what_is_in_front_of_players_and_undo_takes_it_away(cave: Evening) -> None:
    assert 'data-lies="0"' in cave.page(cave.host, "host/panel/ways")
    before = len(cave.entries())
    back = {"how": "turns", "active": "2", "upkeep": "false", "gold-0": "5", "gold-1": "3"}
    for told in ('[1,"boots"]', '"boots"', "[1,2,3]"):
        cave.taps("follow", 422, fills={**back, "lies[]": told})
    cave.taps("follow", 409, fills={**back, "lies[]": '[1,"none",1]'})
    lies = ['[1,"boots",1]', '[0,"webs-0",0]', '[3,"webs-0",2]', '[0,"axes",0]']
    cave.taps("follow", fills={**back, "lies[]": lies})
    assert len(cave.entries()) == before + 1
    assert ([seat.gold for seat in cave.state.seats], cave.state.seats[1].boots) == ([5, 3, 3, 3], True)
    assert [(web["owner"], web["side"]) for web in cave.state.webs] == [(3, 2)]
    cave.taps("undo", entry=str(before))
    assert ([seat.gold for seat in cave.state.seats], cave.state.webs) == ([3] * 4, [])


def test_told_panel_corrects_the_result_after_its_reveal_and_before_the_next_deal(tmp_path: Path) -> None:
    with Evening(tmp_path, "saboteur-2") as evening:
        evening.taps("ask")
        evening.taps("row", 403, evening.phones[0], last_theft="0")  # it is said at the table screen
        row = each("stolen", "-1")
        round_1 = {"connector": "1", "blue_way": "true", "crystals": "2", "trapped.2": "true"}
        evening.taps("told", fills={**row, **round_1, "stolen.3": "0", "last_theft": "3"})
        number = len(evening.entries()) - 1
        assert "<form" not in evening.page(evening.host, "host/panel/told")
        assert "what you filled in is still there" in unescape(evening.taps("told", 409, fills={**row, **round_1}))
        evening.tells()
        found = evening.page(evening.host, "host/panel/told")
        assert re.search(r'name="connector" value="1" checked', found)
        assert re.search(r'name="crystals"[^>]* value="2"', found)
        assert re.search(r'name="trapped.2" value="true" checked', found)
        found_gold = evening.entries()[number]["thefts"]
        assert bool(re.search(r'name="stolen.3" value="0" checked', found)) == bool(found_gold)
        evening.taps("told", 422, fills={**row, "connector": "9", "crystals": "3"})
        evening.taps("told", fills={**row, "connector": "-1", "crystals": "3"})
        cards = evening.entries()[0]["cards"]
        paid = {"saboteur", "geologist", "profiteer"}
        assert all(seat.gold == 0 for seat, card in zip(evening.state.seats, cards, strict=True) if card not in paid)
        assert re.search(r'name="crystals"[^>]* value="3"', evening.page(evening.host, "host/panel/told"))
        evening.deals_unfollowed()
        assert "<form" not in evening.page(evening.host, "host/panel/told")


def test_told_again_replaces_gold_that_was_corrected_since(cave: Evening) -> None:
    cave.taps("ask")
    told = each("gold", "5") | each("out", "0")
    cave.taps("told", fills=told)
    cave.tells()
    cave.taps("act", entries='[{"kind": "correct", "seat": 0, "gold": -4}]')
    cave.taps("told", fills={**told, "gold.0": "4"})
    assert cave.state.seats[0].gold == 4, "the gold is that of the newest facts"


def test_follow_refuses_to_reveal_a_card_for_its_owner(cave: Evening) -> None:
    before = len(cave.entries())
    back = {"how": "turns", "active": "2", "upkeep": "false", "lies[]": '[1,"revealed",1]'}
    assert "Only Ben can reveal" in cave.taps("follow", 409, fills=back)
    assert len(cave.entries()) == before


def test_told_refuses_another_result_after_secret_gold_was_corrected(evening: Evening) -> None:
    """Saboteur: whether a correction would still be possible reveals how much someone has."""
    evening.taps("ask")
    told = {"finder": "-1", **{f"nuggets_{value}": "1" for value in (1, 2, 3)}}
    evening.taps("told", fills=told)
    evening.tells()
    assert "<form" in evening.page(evening.host, "host/panel/told")
    evening.taps("act", by=evening.phones[0], entries='[{"kind": "correct", "seat": 0, "gold": 1}]')
    assert "<form" not in evening.page(evening.host, "host/panel/told")
    evening.taps("told", 409, fills=told)


def test_row_lets_a_phone_name_its_own_seat_as_finder_and_no_other(evening: Evening) -> None:
    anna, ben = evening.phones
    evening.taps("ask")
    evening.taps("row", 200, ben, finder="1")
    assert (evening.telling.values["finder"], evening.telling.hands) == (1, {1: 1})
    for said in ("2", "-1", "null"):
        evening.taps("row", 403, anna, finder=said)
    evening.taps("row", 200, anna, finder="0")
    assert evening.telling.values["finder"] == 0
    evening.taps("row", 403, ben, finder="null")
    evening.taps("row", 200, anna, finder="null")
    assert evening.telling.values["finder"] is None
    assert evening.telling.hands == {0: 0, 1: 1}


def test_told_asks_for_cards_that_were_dealt_from_the_box(tmp_path: Path) -> None:
    with Evening(tmp_path, "saboteur", dealing="cards") as evening:
        evening.taps("ask")
        page = evening.page(evening.host, "table")
        assert page.count("Anna: saboteur") == page.count("Dora: gold-digger") == 1
        assert "<select" not in page
        told = {f"cards.{seat}": '"gold-digger"' for seat in range(3)}
        told |= {"finder": "0", "nuggets_3": "1", "nuggets_2": "1", "nuggets_1": "1"}
        evening.taps("told", 422, fills=told)
        evening.taps("told", fills={**told, "cards.3": '"saboteur"'})
        assert evening.state.status == ROUND_OVER
        assert [seat.card for seat in evening.state.seats] == ["gold-digger"] * 3 + ["saboteur"]


@pytest.mark.parametrize("follow", [RESULT_ONLY, TOKENS])
def test_head_says_the_round_and_names_no_seat_to_tap_while_the_result_is_asked(evening: Evening, follow: str) -> None:
    if follow == TOKENS:
        evening.taps("follow", how=follow)
    evening.taps("ask")
    head = re.sub(
        r"<[^>]*>", " ", evening.page(evening.host, "table").partition('id="head"')[2].partition("</header>")[0]
    )
    assert "Round 1 of 3" in head
    assert "tap a seat" not in head
    assert "The app tracks" not in head


def test_phone_page_says_once_who_goes_first_and_asks_one_question_as_not_me(evening: Evening) -> None:
    phone = evening.page(evening.phones[0])
    assert phone.count("goes first") == 1
    evening.taps("ask")
    phone = evening.page(evening.phones[0])
    assert ">Not me<" in phone
    assert "None of these" not in phone


def test_log_calls_a_corrected_result_corrected(evening: Evening) -> None:
    evening.taps("ask")
    none_drawn = {f"nuggets_{value}": "0" for value in (1, 2, 3)}
    evening.taps("told", finder="0", fills=none_drawn)
    evening.tells()
    evening.taps("told", finder="-1", fills=none_drawn)
    newest, before, *_ = evening.page(evening.host, "host/panel/log").split("<li")[1:]
    assert "Corrected: how the round ended." in newest
    assert "The round is over." in before


def test_table_page_does_not_ask_a_turn_to_start_that_has_started(cave: Evening) -> None:
    cave.taps("follow", how=TOKENS)
    (thing, *_) = re.findall(r'name="lay" value="([^"]+)"', cave.page(cave.phones[0]))
    cave.taps("place/0/things", lay=thing)
    cave.taps("act", entries='[{"kind": "turn", "by": 0}]')
    middle = cave.page(cave.host, "table").partition('id="middle"')[2]
    heading = unescape(middle.partition("<h1")[2].partition("</h1>")[0])
    assert heading.endswith(">Anna's turn")


def test_phone_page_reminds_of_nothing_in_front_of_one_while_the_result_is_asked(cave: Evening) -> None:
    anna = cave.phones[0]
    cave.taps("follow", how=TOKENS)
    cave.acts({"kind": "spiderweb", "by": 0, "marker": "circle"})
    cave.acts({"kind": "turn", "by": 0})
    assert 'class="todo"' in cave.page(anna)
    cave.taps("ask")
    assert 'class="todo"' not in cave.page(anna)
