"""A round of a game in one file: how it ends, who has won, and what the score says."""

import pytest

from companion.engine import dealing
from companion.engine.play import find_move
from companion.engine.score_story import list_steps
from companion.engine.scoring import AGAINST, WITH
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.verdict import find_winners, make_round_verdict
from companion.record.record import Record
from companion.toml_games.files import game_of_file

from .quest import QUEST, changed
from .tables import FIVE, KNIGHTS, NAMES, OUTSIDER, VILLAGE, dealt, plays

GAME = game_of_file("quest", QUEST)


def test_list_learnt_of_a_seat_is_what_its_card_is_told() -> None:
    state = dealt(GAME, KNIGHTS).state
    assert [str(text) for text in GAME.list_learnt(state, 0)] == ["Evil: Cleo, Emil."]
    assert GAME.list_learnt(state, 3) == []


@pytest.mark.parametrize(
    ("end", "seat", "winners"), [(0, None, [2, 4]), (1, 0, [2, 4]), (1, 3, [0, 1, 3]), (1, 2, [0, 1, 3])]
)
def test_find_winning_by_the_end_and_the_card_of_the_named_seat(end: int, seat: int | None, winners: list[int]) -> None:
    named = {} if seat is None else {"seat": seat}
    state = plays(dealt(GAME, KNIGHTS), {"kind": "ends", "end": end, **named}).state
    assert sorted(GAME.find_winning(state)) == state.score["winners"] == winners


def test_find_winning_has_the_seat_that_was_named_where_the_file_says_so() -> None:
    game = game_of_file("seat", changed('else = ["good"]', 'else = ["the_seat"]'))
    state = plays(dealt(game, KNIGHTS), {"kind": "ends", "end": 1, "seat": 3}).state
    assert game.find_winning(state) == {3: 1}


def test_find_winning_pays_what_the_file_says() -> None:
    text = changed('wins = ["evil"]', 'wins = ["evil"]\npays = { assassin = 3, evil = 1 }').replace(
        "players = [5, 10]", "players = [5, 10]\nrounds = 2"
    )
    game = game_of_file("pays", text)
    state = plays(dealt(game, KNIGHTS), {"kind": "ends", "end": 0}).state
    assert (game.find_winning(state), state.score["points"]) == ({2: 3, 4: 1}, [0, 0, 3, 0, 1])


def test_tally_adds_up_what_each_end_pays() -> None:
    cards = ["knows", "outsider", "knows", "knows"]
    record = plays(dealt(OUTSIDER, cards), {"kind": "ends", "end": 0, "seat": 1})
    assert (record.state.status, record.state.score["points"]) == (ROUND_OVER, [1, 0, 1, 1])
    again = {**record.entries[0], "spent": [[4]], "draw": [5]}
    plays(record, again, {"kind": "ends", "end": 1}, again, {"kind": "ends", "end": 0, "seat": 0})
    assert (record.state.status, OUTSIDER.tally(record.state), find_winners(OUTSIDER, record.state)) == (
        OVER,
        [1, 5, 1, 1],
        [1],
    )


def test_to_you_leaves_out_the_side_where_each_has_just_one_card() -> None:
    record = plays(dealt(OUTSIDER, ["knows", "outsider", "knows", "knows"]), {"kind": "ends", "end": 0, "seat": 1})
    verdict = make_round_verdict(OUTSIDER, record.state)
    assert str(verdict.to_you[0]).startswith("Your card: In the circle.")
    (who,) = (step for step in list_steps(OUTSIDER, record.state) if str(step.title) == "Who had which card")
    assert [str(line.text) for line in who.lines[:2]] == ["Anna: In the circle", "Ben: Outsider"]


def test_to_you_names_the_side_where_two_cards_have_one_name() -> None:
    assert OUTSIDER.file
    game = game_of_file("alike", OUTSIDER.file.replace('"In the circle"', '"Guest"').replace('"Outsider"', '"Guest"'))
    record = plays(dealt(game, ["knows", "outsider", "knows", "knows"]), {"kind": "ends", "end": 0, "seat": 1})
    assert str(make_round_verdict(game, record.state).to_you[0]).startswith("Your card: Guest (The circle).")


def test_find_winning_without_ends_is_whom_the_table_names() -> None:
    game = game_of_file("plain", QUEST.partition("[[ends]]")[0])
    assert plays(dealt(game, KNIGHTS), {"kind": "ends", "sides": ["evil"]}).state.score["winners"] == [2, 4]
    assert plays(dealt(game, KNIGHTS), {"kind": "ends", "won": [3]}).state.score["winners"] == [3]


def test_score_waits_for_cards_that_were_dealt_by_hand() -> None:
    record = Record(VILLAGE, NAMES[:5], {"dealing": "cards"})
    plays(
        record,
        {"kind": "deal", **find_move(VILLAGE, dealing.Deal).bind(record.state, (), ())},
        {"kind": "ends", "end": 0},
    )
    assert record.state.status == "scoring"
    assert plays(record, {"kind": "identities", "cards": FIVE}).state.score["winners"] == [0, 2, 3, 4]
    assert VILLAGE.list_held(record.state, 0) == []


def test_end_words_say_who_wins_by_it() -> None:
    assert [str(GAME.end_words(n)) for n in (0, 1)] == [
        "Three quests fail: the win goes to Evil.",
        "Three quests succeed. Who is Merlin? If it's Merlin: the win goes to Evil. Otherwise: the win goes to Good.",
    ]
    assert str(OUTSIDER.end_words(0)).endswith(".")


def test_ends_of_a_deck_are_those_whose_cards_are_in_it() -> None:
    game = game_of_file("where", QUEST.replace('when = "Three quests fail"', 'when = "x"\nwhere = ["minion"]'))
    assert game.ends_of({"merlin": 1}) == [1]
    assert game.ends_of({"minion": 1}) == [0, 1]


def test_list_chosen_cards_are_those_in_the_deck_that_people_choose_a_seat_for() -> None:
    game = game_of_file("chosen", changed('name = "Percival"', 'name = "Percival"\nchosen = true'))
    assert game.list_chosen_cards(5, {}) == ["percival"]
    assert game.list_chosen_cards(4, {}) == []
    assert GAME.list_chosen_cards(5, {}) == []


def test_sides_of_cards_dig_with_the_first_side_or_against_it() -> None:
    assert {id: side.digs for id, side in GAME.sides.items()} == {
        **dict.fromkeys(("merlin", "percival", "servant"), WITH),
        **dict.fromkeys(("assassin", "morgana", "mordred", "minion"), AGAINST),
    }
    never = game_of_file("never", changed('else = ["good"]', "else = []"))
    assert not never.sides["merlin"].wins
    assert never.sides["assassin"].wins


def test_score_tells_how_it_ended_who_was_who_and_who_knew_what() -> None:
    state = plays(dealt(GAME, KNIGHTS), {"kind": "ends", "end": 1, "seat": 0}).state
    steps = {str(step.title): [str(line.text) for line in step.lines] for step in list_steps(GAME, state)}
    assert list(steps) == ["How it ended", "Who had which card", "Who knew what", "The winners"]
    assert steps["How it ended"] == ["Three quests succeed. Who is Merlin? Anna."]
    assert steps["Who had which card"][0] == "Anna: Merlin (Good)"
    assert "Anna: “Evil: Cleo, Emil.”" in steps["Who knew what"]
    assert steps["The winners"] == ["Anna's card: Merlin.", "Cleo wins!", "Emil wins!"]


def test_round_headline_and_to_you_name_the_side_that_has_won() -> None:
    verdict = make_round_verdict(GAME, plays(dealt(GAME, KNIGHTS), {"kind": "ends", "end": 0}).state)
    assert (str(verdict.headline.text), str(verdict.headline.why)) == ("Evil won", "Three quests fail.")
    assert [str(text) for text in verdict.to_you[:3:2]] == [
        "Evil won. Your card: Merlin (Good).",
        "Your card: Assassin (Evil).",
    ]
