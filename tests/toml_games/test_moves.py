"""What comes of each entry of a game in one file: deals, nights, clocks, questions, ends."""

from random import Random

from playing import deal_of

from companion.engine import dealing
from companion.engine.actions import ButtonGroup, Entry
from companion.engine.play import find_move, list_table_actions, make_offer
from companion.engine.state import OVER
from companion.engine.views import reveal_secret
from companion.record.record import Record
from companion.toml_games.files import game_of_file

from .quest import QUEST
from .tables import (
    CHANCELLERY,
    FIVE,
    KNIGHTS,
    MOON,
    NAMES,
    OUTSIDER,
    SIX,
    TELLER,
    VILLAGE,
    all_point,
    countdown,
    dealt,
    plays,
    refused,
)


# -- the deal -------------------------------------------------------------------------------------------------------
def test_role_deal_gives_who_is_chosen_that_card_whatever_the_lot_says() -> None:
    game = game_of_file("teller", TELLER)
    record = Record(game, NAMES[:5])
    bare = {"kind": "deal", **find_move(game, dealing.Deal).bind(record.state, (), ()), "chosen": [3]}
    deal = game.moves["deal"].outcome(record.state, bare, Random(1).shuffle)
    assert deal["cards"][3] == "teller"
    assert "Dora was supposed to get Teller" in refused(Record(game, NAMES[:5]), {**deal, "cards": deal["cards"][::-1]})
    record.append(deal)
    assert find_move(game, dealing.Deal).bind(record.state, (), [deal])["chosen"] == [3], (
        "the next deal proposes the same"
    )


def test_bind_proposes_nobody_who_was_chosen_and_sits_out_now() -> None:
    game = game_of_file("teller", TELLER)
    state = Record(game, NAMES[:6]).state
    assert find_move(game, dealing.Deal).bind(state, (3,), [{"chosen": [2]}])["chosen"] == [2]
    assert "chosen" not in find_move(game, dealing.Deal).bind(state, (3,), [{"chosen": [3]}])


def test_role_deal_draws_no_word_again_before_all_have_been() -> None:
    record, deals, words = Record(OUTSIDER, NAMES[:4]), list[Entry](), list[int]()
    for seed in range(85):
        bare = {"kind": "deal", **find_move(OUTSIDER, dealing.Deal).bind(record.state, (), deals)}
        deals.append(OUTSIDER.moves["deal"].outcome(record.state, bare, Random(seed).shuffle))
        words.append(deals[-1]["draw"][0])
    size = len(OUTSIDER.form.draw["word"].from_)
    assert sorted(words[:size]) == sorted(words[size : 2 * size]) == list(range(size))


def test_role_deal_draws_a_pair_in_either_order() -> None:
    text = QUEST + '\n[draw.pair]\nfrom = [["coffee", "tea"]]\n'
    text += '[[learns]]\nwho = ["good"]\nsays = "{pair.1}"\n[[learns]]\nwho = ["evil"]\nsays = "{pair.2}"\n'
    game = game_of_file("pairs", text)
    record = Record(game, NAMES[:5])
    record.append(deal_of(game, record.state, Random(3).shuffle))
    read = [str(game.list_learnt(record.state, seat)[-1]) for seat in range(5)]
    sides = [game.sides[record.state.seats[seat].card or ""].id for seat in range(5)]
    words = {side: {word for word, own in zip(read, sides, strict=True) if own == side} for side in ("good", "evil")}
    assert sorted(map(sorted, words.values())) == [["coffee"], ["tea"]]


def test_role_deal_refuses_a_number_that_cannot_be_drawn() -> None:
    record = dealt(OUTSIDER, ["knows", "outsider", "knows", "knows"])
    most = len(OUTSIDER.form.draw["word"].ways)
    again = {**record.entries[0], "draw": [most]}
    assert f"must be from 0 to {most - 1}, not {most}" in refused(record, again)


# -- while it is played ---------------------------------------------------------------------------------------------
def test_out_turns_the_card_up_where_the_file_says_so() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "out", "seat": 1})
    assert (record.state.seats[1].out, record.state.seats[1].revealed) == (True, True)
    assert "one of 0, 2, 3, 4 was expected" in refused(record, {"kind": "out", "seat": 1})
    plays(record, {"kind": "undo", "entry": 1})
    assert not record.state.seats[1].out
    plays(record, {"kind": "undo", "entry": 2}, {"kind": "undo", "entry": 1}, {"kind": "out", "seat": 3})
    assert [seat.out for seat in record.state.seats] == [False, False, False, True, False]


def test_night_is_counted_and_clock_is_set() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "night"})
    assert len(VILLAGE.night_script(record.state).night) == 4
    plays(record, {"kind": "clock", "clock": 0, "seconds": 240})
    assert (record.state.nights, countdown(record)) == (1, (240, False))
    assert VILLAGE.night_script(record.state).night == [], "it has been read"
    plays(record, {"kind": "clock", "clock": 0, "seconds": 99, "stands": True}, {"kind": "undo", "entry": 3})
    assert countdown(record) == (240, False)
    assert "one of 0 was expected" in refused(record, {"kind": "clock", "clock": 1, "seconds": 1})
    plays(record, {"kind": "night"})
    assert (record.state.nights, record.state.countdown) == (2, None)


def test_ask_look_asks_all_and_answers_the_seer_alone() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "ask", "look": 0})
    assert make_offer(VILLAGE, record.state).acting == (0, 1, 2, 3, 4)
    plays(record, *all_point()[:4])
    assert {one.secret.key for one in VILLAGE.list_held(record.state, 2)} == {"card"}, "answered when all have answered"
    plays(record, all_point()[4])
    said = [str(reveal_secret(VILLAGE, record.state, seat, "answer")) for seat in range(5)]
    assert said == ["You learn nothing."] * 2 + ["Ben: The wolves"] + ["You learn nothing."] * 2
    assert "nothing is being asked right now" in refused(record, all_point()[0])


def test_point_waits_for_nobody_who_is_out_or_has_left_and_go_on_for_nobody() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "out", "seat": 0}, {"kind": "ask", "look": 0})
    assert make_offer(VILLAGE, record.state).acting == (1, 2, 3, 4)
    plays(record, *all_point(3)[1:3], {"kind": "retire", "seat": 3}, {"kind": "go-on"})
    assert str(reveal_secret(VILLAGE, record.state, 2, "answer")) == "Dora: The village"
    assert record.state.question is None


def test_ask_in_night_is_answered_at_once_and_leaves_no_trace() -> None:
    record = plays(dealt(MOON, SIX), {"kind": "night"})
    steps = MOON.night_script(record.state).night
    assert [bool(step.begins) for step in steps] == [False, True, False, False]
    assert steps[1].begins is not None
    plays(record, steps[1].begins)
    assert record.state.asked == []
    keys = [[one.secret.key for one in MOON.list_held(record.state, seat)] for seat in range(6)]
    assert keys[1] == ["card", *(f"night-1-1-{other}" for other in (0, 2, 3, 4, 5))]
    assert str(reveal_secret(MOON, record.state, 1, "night-1-1-0")) == "Anna: Wolves"
    assert {str(reveal_secret(MOON, record.state, seat, "night-1-1-4")) for seat in (0, 2, 3, 5)} == {
        "You learn nothing."
    }
    assert steps[1].over is not None
    plays(record, steps[1].over)
    assert [len(MOON.list_held(record.state, seat)) for seat in range(6)] == [1] * 6
    out = plays(record, {"kind": "out", "seat": 1}, {"kind": "night"}, steps[1].begins)
    assert str(reveal_secret(MOON, out.state, 1, "night-1-2-0")) == "You learn nothing.", "who is out is not answered"


def test_ask_look_asks_one_that_the_table_names_alone() -> None:
    seven = ["leader", "conspirator", "conspirator", "deputy", "deputy", "deputy", "deputy"]
    record = dealt(CHANCELLERY, seven)
    assert "is missing" in refused(record, {"kind": "ask", "look": 0})
    plays(record, {"kind": "ask", "look": 0, "seat": 4})
    assert (make_offer(CHANCELLERY, record.state).acting, record.state.asked) == ((4,), [4])
    plays(record, {"kind": "point", "by": 4, "seat": 0})
    assert str(reveal_secret(CHANCELLERY, record.state, 4, "answer")) == "Anna: Conspiracy"
    assert reveal_secret(CHANCELLERY, record.state, 3, "answer") is None
    assert "can't be asked any more" in refused(record, {"kind": "ask", "look": 0, "seat": 4})
    five = dealt(CHANCELLERY, ["leader", "conspirator", "deputy", "deputy", "deputy"])
    assert not [one for one in list_table_actions(CHANCELLERY, five.state, ButtonGroup.LEAD) if one.kind == "ask"], (
        "0 times: no tile"
    )


def test_out_leaves_the_card_down_where_the_file_hides_it() -> None:
    game = game_of_file("hidden", VILLAGE.file.replace('out = "shown"', 'out = "hidden"'))
    record = plays(dealt(game, FIVE), {"kind": "out", "seat": 1})
    assert (record.state.seats[1].out, record.state.seats[1].revealed) == (True, False)


def test_point_is_once_and_at_somebody_else() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "ask", "look": 0}, all_point()[0])
    assert "Anna has already answered" in refused(record, all_point()[0])
    assert "seat can't be 2" in refused(record, {"kind": "point", "by": 2, "seat": 2})
    assert "everyone is being asked something right now" in refused(record, {"kind": "night"})


def test_go_on_waits_for_a_question() -> None:
    assert "nothing is being asked right now" in refused(dealt(VILLAGE, FIVE), {"kind": "go-on"})


# -- the end --------------------------------------------------------------------------------------------------------
def test_ends_asks_for_a_seat_where_the_file_does() -> None:
    quest = game_of_file("quest", QUEST)
    assert "is missing" in refused(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1})
    found = plays(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1, "seat": 0})
    assert (found.state.status, found.state.named, found.state.score["winners"]) == (OVER, 0, [2, 4])
    missed = plays(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1, "seat": 3})
    assert missed.state.score["winners"] == [0, 1, 3]


def test_ends_offers_only_what_can_come_with_these_cards() -> None:
    text = QUEST.replace('when = "Three quests fail"', 'when = "Three quests fail"\nwhere = ["minion"]')
    game = game_of_file("where", text)
    record = dealt(game, KNIGHTS)
    assert "one of 1 was expected" in refused(record, {"kind": "ends", "end": 0})
    assert [one.fixed for one in list_table_actions(game, record.state, ButtonGroup.ENDS)] == [{"end": 1}]
