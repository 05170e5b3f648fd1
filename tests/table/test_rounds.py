"""Before a deal at a table: who joins, who plays on, who goes first; and games that are stopped or given up."""

import re
from html import unescape

from faults.house import NAMES, STOP_HERE

from companion.table import Stage, next_deal
from companion.table.commands import play, rounds, seating
from companion.web.routes.host import PANELS

from .evening import Evening


# -- sitting down ---------------------------------------------------------------------------------------------------
def test_sit_down_takes_a_latecomer_between_two_rounds(evening: Evening) -> None:
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


def test_sit_down_is_asked_on_the_table_screen_too(evening: Evening) -> None:
    evening.plays()
    evening.joins("Zoe")
    assert "Zoe joins" in evening.shown()
    evening.posts(f"seat/{evening.id_of('Zoe')}/sit")
    assert "Zoe joins from the next round." in evening.shown()
    assert "deal 5 to each" not in evening.shown(), "six to each of five"
    assert evening.screen.deal.preparation[-1].values["n"] == 6


def test_sit_down_deals_in_again_who_left_or_sat_out(evening: Evening) -> None:
    """On their own phone, which doesn't offer to deal the round without them."""
    zoe = evening.joins("Zoe")
    evening.plays({"kind": "retire", "seat": 4})
    for _ in ("left", "sits out"):
        assert next_deal.find_left_out(evening.table.state) == (4,)
        assert "Join from the next round" in evening.page(zoe)
        assert ">Next round<" not in evening.page(zoe)
        for _ in range(2):  # a repeated tap
            assert evening.post(zoe, "sit").status_code == 200
        assert next_deal.find_left_out(evening.table.state) == ()
        assert ">Next round<" in evening.page(zoe)
        evening.plays_on("Zoe", False)


def test_sit_down_is_confirmed_on_the_phone(evening: Evening) -> None:
    yan = evening.joins("Yan")
    evening.plays()
    zoe = evening.joins("Zoe")
    evening.post(zoe, "sit")
    assert "You're in from the next round." in unescape(evening.page(zoe))
    assert "You're in from" not in unescape(evening.page(yan))


def test_sit_down_is_undone_and_redone(evening: Evening) -> None:
    evening.plays()
    zoe = evening.late()
    evening.undoes()
    assert (evening.state.names, seating.index_of(evening.table.state, zoe)) == (list(NAMES), None)
    evening.table.run(seating.remove_seat, zoe)
    evening.undoes()
    assert evening.state.names[4] == "Zoe"
    assert [place.name for place in evening.screen.in_game] == [*NAMES, "Zoe"]


def test_sit_down_lasts_over_a_restart(evening: Evening) -> None:
    evening.plays()
    zoe = evening.late()
    evening.restarts()
    assert seating.index_of(evening.table.state, zoe) == 4
    assert evening.screen.in_game[4].name == "Zoe"


def test_sit_down_is_refused_in_a_game_of_one_round(evening: Evening) -> None:
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


def test_redeal_leaves_out_who_sat_out(evening: Evening) -> None:
    evening.plays()
    evening.plays_on("Ben", False)
    evening.table.run(rounds.deal, 2)
    evening.table.run(rounds.redeal, "seen")
    assert [seat.sits_out for seat in evening.state.seats] == [False, True, False, False]


def test_redeal_is_refused_after_an_undo_of_the_deal(evening: Evening) -> None:
    evening.begins()
    evening.table.run(play.undo_tap, 0, "table", "")
    assert "othing has been dealt yet" in evening.posts("afresh", 409)
    evening.begins(1)
    assert evening.entries()[-1]["kind"] == "deal"


def test_who_sits_out_has_no_card_to_look_at_on_the_table_screen(evening: Evening) -> None:
    evening.plays()
    evening.plays_on("Ben", False)
    evening.table.run(rounds.deal, 2)
    assert evening.shown().count('class="lookcard') == 3


def test_set_plays_on_is_refused_while_a_round_is_played(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    for plays in "01":
        assert "between rounds" in evening.posts(f"seat/{evening.id_of('Ben')}/plays", 409, plays=plays)


# -- how much is followed ------------------------------------------------------------------------------------------


# -- who goes first -------------------------------------------------------------------------------------------------


def test_deal_draws_a_starting_player_who_is_there(evening: Evening) -> None:
    assert "pick at random" in evening.shown()
    evening.plays({"kind": "retire", "seat": 3})
    evening.posts_deal('""')
    entry = evening.entries()[-1]
    assert (entry["kind"], entry["without"]) == ("deal", [3])
    assert entry["first"] in (0, 1, 2), "Dora has left"


# -- stopping -------------------------------------------------------------------------------------------------------
def test_end_of_a_game_after_two_rounds_reads_out_the_gold_so_far(evening: Evening) -> None:
    evening.plays()
    evening.begins()
    evening.posts("over", stamp=evening.table.state.stamp)
    evening.tells()
    saboteurs = [seat.name for seat in evening.state.seats if seat.gold]
    for name in saboteurs:
        assert f">{name}</span>" in re.findall("<h1.*?</h1>", evening.shown())[0]
        assert "Highest total: 4 nuggets." in evening.shown()
    assert evening.state.score is None


def test_end_leads_to_a_lobby_in_which_all_panels_open(evening: Evening) -> None:
    evening.begins()
    evening.acts({"kind": "discard", "by": 0})
    evening.table.run(rounds.end)
    for name in PANELS:
        evening.page(evening.host, f"host/panel/{name}")


def test_redeal_is_offered_until_something_was_entered(evening: Evening) -> None:
    evening.begins()
    assert "Redeal to everyone" in evening.page(evening.host, "host/panel/menu")
    evening.acts({"kind": "discard", "by": 0})
    menu = evening.page(evening.host, "host/panel/menu")
    assert "Redeal to everyone" not in menu
    assert "Something has been entered since the deal." in menu


def test_end_is_refused_from_a_page_of_an_older_state(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    stamp = evening.table.state.stamp
    evening.table.run(rounds.start_early)
    evening.acts({"kind": "discard", "by": 0})
    evening.posts("over", 409, stamp=stamp)
    assert not evening.state.stopped


def test_end_of_a_deal_that_nobody_played_leads_back_to_the_lobby(evening: Evening) -> None:
    evening.table.run(rounds.deal, 0)
    assert evening.screen.stage is Stage.LOOKING
    assert "Back to the lobby" in evening.page(evening.host, "host/panel/menu")
    evening.posts("over", stamp=evening.table.state.stamp)
    assert evening.table.state.stage is Stage.LOBBY
    assert [place.name for place in evening.screen.places] == list(NAMES)
    evening.table.run(rounds.choose, "dark-cave", {})
    evening.table.run(rounds.deal, 1)
    assert evening.table.state.game.id == "dark-cave"


# -- one's own turn, and what is in front of oneself ----------------------------------------------------------------
