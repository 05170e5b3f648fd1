"""Before a deal at a table: who sits down, who plays on, who begins; and games that are stopped or given up."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from faults.house import NAMES, STOP_HERE, House

from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.engine.text import RuleError
from companion.games import list_offered
from companion.table import Stage
from companion.table.commands import play, reveal_score, rounds, seating, tracking
from companion.table.views.page import Page, PageViewer
from companion.web.routes.host import PANELS


class Evening(House):
    """A table of four at Saboteur, the host's browser, and phones."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), NAMES)
        self.table.run(rounds.choose, "saboteur", {})

    @property
    def screen(self) -> Page:
        return Page(self.table.view, PageViewer(host=True))

    def plays(self, *entries: dict[str, Any]) -> None:
        """A round from its deal to its end, told."""
        self.begins(self.screen.coming.first or 0)
        for entry in entries:
            self.acts(entry)
        self.ends()

    def late(self) -> int:
        """Zoe comes and sits down; her seat."""
        self.joins("Zoe")
        zoe = self.id_of("Zoe")
        self.table.run(rounds.sit_down, zoe)
        return zoe

    def plays_on(self, name: str, on: bool) -> None:
        self.table.run(rounds.set_plays_on, self.id_of(name), on)

    def posts_deal(self, first: str, status: int = 200, **data: str) -> str:
        return self.posts("deal", status, first=first, **data)

    def posts(self, what: str, status: int = 200, **data: str) -> str:
        answer = self.post(self.host, f"host/{what}", **data)
        assert answer.status_code == status, unescape(answer.text)
        return unescape(answer.text)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path / "data") as evening:
        yield evening


# -- sitting down ---------------------------------------------------------------------------------------------------
def test_who_comes_late_sits_down_between_two_rounds_with_one_tap(evening: Evening) -> None:
    evening.begins()
    zoe = evening.joins("Zoe")
    assert "You can watch for now and join between rounds." in unescape(evening.page(zoe))
    assert "Waiting to join between rounds: Zoe" in evening.shown()
    assert evening.post(zoe, "sit").status_code == 409
    evening.acts(STOP_HERE)
    assert "Join from the next round" in evening.page(zoe)
    for _ in range(2):  # a repeated tap
        assert evening.post(zoe, "sit").status_code == 200
    assert evening.state.names == [*NAMES, "Zoe"]
    evening.tells()
    evening.table.run(rounds.deal, 4)
    assert evening.screen.in_game[4].name == "Zoe"
    assert 'data-key="card"' in evening.page(zoe)


def test_the_table_screen_asks_too(evening: Evening) -> None:
    evening.plays()
    evening.joins("Zoe")
    assert "Zoe joins" in evening.shown()
    evening.posts(f"seat/{evening.id_of('Zoe')}/sit")
    assert "Zoe joins from the next round." in evening.shown()
    assert "deal 5 to each" not in evening.shown(), "six to each of five"
    assert evening.screen.deal.preparation[-1].values["n"] == 6


def test_an_undo_takes_the_chair_away_and_brings_it_back(evening: Evening) -> None:
    evening.plays()
    zoe = evening.late()
    evening.undoes()
    assert (evening.state.names, seating.index_of(evening.table.state, zoe)) == (list(NAMES), None)
    evening.table.run(seating.remove_seat, zoe)
    evening.undoes()
    assert evening.state.names[4] == "Zoe"
    assert [place.name for place in evening.screen.in_game] == [*NAMES, "Zoe"]


def test_who_sat_down_has_the_chair_after_a_restart(evening: Evening) -> None:
    evening.plays()
    zoe = evening.late()
    evening.restarts()
    assert seating.index_of(evening.table.state, zoe) == 4
    assert evening.screen.in_game[4].name == "Zoe"


def test_in_a_game_of_one_round_nobody_can_sit_down(evening: Evening) -> None:
    evening.deals("dark-cave")
    zoe = evening.joins("Zoe")
    assert "you&#39;re in from the next one" in evening.page(zoe)
    assert "In from the next game: Zoe" in evening.shown()
    assert "entries" not in evening.page(zoe)
    assert evening.post(zoe, "act", entries='[{"kind": "discard", "by": 0}]').status_code == 403
    evening.ends()
    evening.posts("deal")
    assert evening.state.names == [*NAMES, "Zoe"]
    assert 'data-key="card"' in evening.page(zoe)


# -- playing on -----------------------------------------------------------------------------------------------------
def test_who_goes_home_is_not_dealt_in_and_not_proposed_to_begin(evening: Evening) -> None:
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


def test_who_had_left_is_asked_for_and_comes_back_with_one_tap(evening: Evening) -> None:
    evening.plays({"kind": "retire", "seat": 1})
    assert [place.plays_on for place in evening.screen.in_game] == [True, False, True, True]
    evening.posts(f"seat/{evening.id_of('Ben')}/plays", plays="1")
    assert [place.plays_on for place in evening.screen.in_game] == [True] * 4
    assert not evening.state.seats[1].retired


def test_who_sat_out_stays_away_until_somebody_says_otherwise(evening: Evening) -> None:
    evening.plays()
    evening.plays_on("Ben", False)
    evening.plays()
    assert [place.plays_on for place in evening.screen.in_game] == [True, False, True, True]
    evening.plays_on("Ben", True)
    evening.table.run(rounds.deal, 1)
    assert not any(seat.sits_out for seat in evening.state.seats)


def test_too_few_are_not_dealt_to_and_the_page_says_why(evening: Evening) -> None:
    evening.plays()
    for name in ("Anna", "Ben"):
        evening.plays_on(name, False)
    assert "Saboteur is for 3 to 10 players, not 2." in evening.shown()
    assert evening.screen.deal.preparation == ()
    with pytest.raises(RuleError, match="3 to 10"):
        evening.table.run(rounds.deal, 2)


def test_a_fresh_deal_leaves_out_who_sat_out(evening: Evening) -> None:
    evening.plays()
    evening.plays_on("Ben", False)
    evening.table.run(rounds.deal, 2)
    evening.table.run(rounds.redeal, "seen")
    assert [seat.sits_out for seat in evening.state.seats] == [False, True, False, False]


def test_a_deal_that_was_taken_back_is_not_dealt_afresh(evening: Evening) -> None:
    evening.begins()
    evening.table.run(play.undo_tap, 0, "table", "")
    assert "othing has been dealt yet" in evening.posts("afresh", 409)
    evening.begins(1)
    assert evening.entries()[-1]["kind"] == "deal"


def test_this_is_settled_between_two_rounds_alone(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    for plays in "01":
        assert "between rounds" in evening.posts(f"seat/{evening.id_of('Ben')}/plays", 409, plays=plays)


# -- how much is followed ------------------------------------------------------------------------------------------
def ways(page: str) -> dict[str, str]:
    """How the next round can be followed, and which way is proposed."""
    return dict(re.findall(r'name="how" value="(\w+)" aria-pressed="(\w+)"', page))


def test_dealing_is_choosing_how_it_is_followed_and_the_table_keeps_it(evening: Evening) -> None:
    assert ways(evening.shown()) == {"nothing": "true", "timers": "false", "turns": "false"}, "the first time nothing"
    assert "then no taps until the round is over" in evening.shown()
    evening.posts("follow", how="timers")
    assert ways(evening.shown())["timers"] == "true"
    evening.posts_deal("0", follow="timers")
    assert evening.state.tracking == "timers"
    evening.table.run(rounds.redeal, "seen")
    assert evening.state.tracking == "timers"
    evening.table.run(rounds.end)
    assert ways(evening.shown())["timers"] == "true"
    assert "every turn" in evening.posts_deal("0", 409, follow="some")
    evening.posts("follow", 409, how="some")
    assert ways(evening.shown())["timers"] == "true"


def test_later_rounds_and_the_same_again_are_followed_as_before(evening: Evening) -> None:
    evening.posts_deal("0", follow="nothing")
    evening.table.run(rounds.start_early)
    evening.table.run(tracking.end_round_with, {"finder": None})
    evening.tells()
    evening.posts_deal("1")
    assert (evening.state.round, evening.state.tracking) == (2, "nothing")
    evening.table.run(rounds.end)
    evening.tells()
    evening.posts("deal")
    assert (evening.state.round, evening.state.tracking) == (1, "nothing")


# -- who begins -----------------------------------------------------------------------------------------------------
def test_nobody_is_preselected_and_the_rule_of_the_box_is_said(evening: Evening) -> None:
    page = evening.shown()
    assert "By the rules, the youngest player goes first." in page
    assert 'name="first" value="0" required checked' not in page


def test_the_lot_falls_on_somebody_who_is_there(evening: Evening) -> None:
    assert "pick at random" in evening.shown()
    evening.plays({"kind": "retire", "seat": 3})
    evening.posts_deal('""')
    entry = evening.entries()[-1]
    assert (entry["kind"], entry["without"]) == ("deal", [3])
    assert entry["first"] in (0, 1, 2), "Dora has left"


def test_again_says_who_begins_and_leaves_out_who_went_home(evening: Evening) -> None:
    evening.plays({"kind": "retire", "seat": 1})
    evening.table.run(rounds.end)
    evening.tells()
    assert "Cleo goes first; last time it was Anna." in evening.shown()
    evening.posts("deal")
    assert (evening.state.names, evening.state.turn.seat) == (["Anna", "Cleo", "Dora"], 1)


def test_the_lobby_proposes_who_begins_after_a_game_that_was_scored(evening: Evening) -> None:
    evening.plays()
    evening.table.run(rounds.end)
    evening.tells()
    evening.posts("lobby")
    assert 'value="1" required checked' in evening.shown()
    assert "Ben goes first; last time it was Anna." in evening.shown()


def test_a_game_in_one_file_stands_in_the_row_once_it_is_chosen_and_is_dealt_without_a_sheet(evening: Evening) -> None:
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


# -- stopping -------------------------------------------------------------------------------------------------------
def test_an_evening_of_two_rounds_reads_out_the_gold_had_so_far(evening: Evening) -> None:
    evening.plays()
    evening.begins()
    evening.posts("over", stamp=evening.table.state.stamp)
    evening.tells()
    saboteurs = [seat.name for seat in evening.state.seats if seat.gold]
    for name in saboteurs:
        assert f">{name}</span>" in re.findall("<h1.*?</h1>", evening.shown())[0]
        assert "Highest total: 4 nuggets." in evening.shown()
    assert evening.state.score is None


@pytest.mark.parametrize("how", [EVERY_TURN, TOKENS, RESULT_ONLY])
def test_a_round_and_a_game_end_by_one_button_each_in_every_way_of_playing(evening: Evening, how: str) -> None:
    def wishes() -> list[str]:
        pages = evening.shown() + evening.page(evening.host, "host/panel/menu")
        found = re.findall(r"<button[^>]*>(?:<svg.*?</svg>)?([^<]+)<", pages)
        return [words for words in found if words in ("End round", "Stop and score", "Back to the lobby")]

    asked = "Back to the lobby"
    evening.table.run(rounds.deal, 0, follow=how)
    assert wishes() == [asked]
    evening.table.run(rounds.start_early)
    assert wishes() == ["End round", asked]
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


def test_back_in_the_lobby_all_panels_of_the_host_open_still(evening: Evening) -> None:
    evening.begins()
    evening.acts({"kind": "discard", "by": 0})
    evening.table.run(rounds.end)
    for name in PANELS:
        evening.page(evening.host, f"host/panel/{name}")


def test_undo_is_away_while_a_round_is_told(evening: Evening) -> None:
    evening.begins(follow=RESULT_ONLY)
    assert "Undo" in evening.shown()
    evening.table.run(tracking.ask_for_results)
    assert "Undo" not in evening.shown()
    evening.table.run(tracking.end_round_with, {"finder": None, "nuggets": []})
    evening.table.run(reveal_score.reveal_next)
    assert "Undo" not in evening.shown()
    evening.tells()
    assert "Undo" in evening.shown()


def test_a_fresh_deal_is_offered_as_long_as_it_deals_afresh_and_then_says_why_not(evening: Evening) -> None:
    evening.begins()
    assert "Redeal to everyone" in evening.page(evening.host, "host/panel/menu")
    evening.acts({"kind": "discard", "by": 0})
    menu = evening.page(evening.host, "host/panel/menu")
    assert "Redeal to everyone" not in menu
    assert "Something has been entered since the deal." in menu


def test_a_late_tap_stops_no_other_game(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    stamp = evening.table.state.stamp
    evening.table.run(rounds.start_early)
    evening.acts({"kind": "discard", "by": 0})
    evening.posts("over", 409, stamp=stamp)
    assert not evening.state.stopped


def test_a_game_with_the_wrong_people_is_given_up_and_the_same_people_choose_again(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    assert evening.screen.stage is Stage.LOOKING
    assert "Back to the lobby" in evening.page(evening.host, "host/panel/menu")
    evening.posts("over", stamp=evening.table.state.stamp)
    assert evening.table.state.stage is Stage.LOBBY
    assert [place.name for place in evening.screen.places] == list(NAMES)
    evening.table.run(rounds.choose, "dark-cave", {})
    evening.table.run(rounds.deal, 1)
    assert evening.table.state.game.id == "dark-cave"


def test_the_end_of_the_round_that_is_due_is_one_tap(evening: Evening) -> None:
    evening.deals("saboteur", count_cards=False)
    for seat in range(4):
        evening.acts({"kind": "pass", "by": seat})
    due = evening.screen.proposed_end
    assert due is not None
    assert due.base == {"kind": "end", "reason": "cards"}
    assert str(due.label) in evening.shown()


# -- one's own turn, and what lies before oneself -------------------------------------------------------------------
def test_a_seat_says_what_lies_before_itself_and_nothing_else(tmp_path: Path) -> None:
    """Anna, on her phone."""

    def panel() -> str:
        return unescape(at.page(at.phones[0], "panel/i"))

    with House(tmp_path, NAMES[:1], NAMES[1:]) as at:
        at.deals()
        at.acts({"kind": "set", "webs": [{"marker": "circle", "side": 2, "owner": 1}]})
        assert 'value="webs-0:' not in panel(), "it in front of Ben"
        for lay, status in (("boots:1", 200), ("axes:1", 200), ("webs-1:1", 200), ("webs-0:2", 403), ("veins:3", 409)):
            answer = at.post(at.phones[0], "place/things", stamp=at.table.state.stamp, lay=lay)
            assert answer.status_code == status
        assert [(seat.boots, seat.axes) for seat in at.state.seats[:2]] == [(True, 1), (False, 0)]
        assert [(web["marker"], web["side"], web["owner"]) for web in at.state.webs] == [
            ("circle", 2, 1),
            ("triangle", 1, 0),
        ]
        assert at.state.veins == 0
        page = panel()
        assert all(f'value="{next_side}"' in page for next_side in ("boots:0", "axes:2", "webs-1:0", "webs-2:2"))


def test_a_token_is_the_same_whatever_comes_beside_it(evening: Evening) -> None:
    """What is not there any more is said to screen readers: points in another place of the row are still there."""

    def tokens() -> set[str]:
        return set(re.findall(r'data-token="([^"]+)"', evening.shown()))

    evening.deals("lost-mines")
    before = tokens()
    evening.acts({"kind": "play-path", "by": 0})
    evening.acts({"kind": "reveal-mine", "by": 0, "mine": "dragon"})
    assert tokens() - before == {"0-dragon"}
    assert before <= tokens()


@pytest.mark.parametrize("game", ["dark-cave", "lost-mines", "saboteur", "saboteur-2"])
def test_the_log_says_that_play_is_over_and_why_where_it_ends_by_itself(tmp_path: Path, game: str) -> None:
    with House(tmp_path / "data") as at:
        at.deals(game, count_cards=True)
        for number, seat in enumerate(at.state.seats):
            at.acts({"kind": "correct", "seat": number, "hand": (number == 0) - seat.hand})
        deck = at.state.deck
        at.acts({"kind": "correct", "deck": -(deck if isinstance(deck, int) else sum(deck.values()))})
        assert "is over" not in at.page(at.host, "panel/log")
        tap = [{"kind": "play-path", "by": 0}]
        at.acts(*tap, *([{"kind": "end-turn", "by": 0}] if at.table.view.game.clans else []))
        why = str(at.table.view.game.endings["cards"])
        for _ in range(2):
            said = unescape(at.page(at.host, "panel/log"))
            assert said.count(f"is over. {why}") == 1
            assert "Anna plays a path card. The " in re.sub(r"\s+", " ", re.sub("<[^>]*>", "", said))
            if at.table.state.ended:
                at.tells()
        at.undoes()
        assert why not in unescape(at.page(at.host, "panel/log"))


def test_what_stands_as_the_newest_is_of_this_round_and_in_the_lobby_of_the_lobby(evening: Evening) -> None:
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


def test_at_the_end_all_stand_with_what_they_have_as_it_was_put_right(evening: Evening) -> None:
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
