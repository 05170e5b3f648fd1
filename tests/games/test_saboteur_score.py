"""The score of a round of Saboteur, as the table can know it, and the facts that it is computed from."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.text import RuleError
from companion.engine.verdict import make_round_verdict
from companion.engine.views import make_view
from companion.engine.visibility import TABLE, Viewer
from companion.games.saboteur import GAME
from companion.games.saboteur.gold import SaboteurRound
from companion.games.saboteur.score import SHEET, distribute, headline, offer_cards, pay_saboteurs, tell_seat
from companion.games.saboteur.state import nugget_deck

from .saboteur import AGREED, FIVE, NAMES, D, S, X, deal, picked, played


def told(*cards: str, finder: int | None = None, broken: tuple[int, ...] = (), **options: Any) -> SaboteurRound:
    names = NAMES[: len(cards)]
    given = complete_options(GAME, options)
    return SaboteurRound(names, dict(enumerate(cards)), finder, frozenset(broken), given)


@pytest.mark.parametrize(
    ("played_so", "head", "why"),
    [
        (told(D, S, D, finder=0), "The gold-diggers win round 2", "Anna reached the treasure."),
        (told(D, S, D), "The saboteurs win round 2", "The treasure was not reached."),
        (told(D, D, D), "Nobody wins", "The treasure was not reached, and no saboteur was in play."),
        (told(D, S, X, finder=2), "The selfish dwarf wins round 2", "Cleo reached the treasure."),
    ],
)
def test_headline_names_the_side_that_has_won(played_so: SaboteurRound, head: str, why: str) -> None:
    found = headline(played_so, 2)
    assert (str(found.text), str(found.why)) == (head, why)


@pytest.mark.parametrize(
    ("played_so", "seat", "said"),
    [
        (told(D, S, D), 1, "You kept them from the treasure: 4 nuggets."),
        (told(D, S, D), 0, "The treasure was not reached. Ben was the saboteur."),
        (told(D, S, S, D, D), 0, "The treasure was not reached. Ben and Cleo were the saboteurs."),
        (told(D, S, D, finder=0, tournament=True), 0, "You dug with the gold-diggers: 3 nuggets."),
        (told(D, S, D, finder=0, tournament=True), 2, "You dug with the gold-diggers: 2 nuggets."),
        (told(D, S, D, finder=0, broken=(2,), competitive=True), 2, "Your side won, but your tool was broken"),
        (told(D, S, X, finder=2), 2, "You reached the treasure yourself: 4 nuggets."),
        (told(D, S, X, finder=2), 0, "Cleo, the selfish dwarf, has won alone."),
        (told(D, S, X, finder=0), 2, "The gold-diggers have won. You dug only for yourself."),
    ],
)
def test_tell_seat_says_what_somebody_got_and_why(played_so: SaboteurRound, seat: int, said: str) -> None:
    assert str(tell_seat(played_so, seat)).startswith(said)


@pytest.mark.parametrize(
    ("saboteurs", "said"),
    [
        ((1,), "You were the saboteur."),
        ((1, 3), "You and Dora were the saboteurs."),
        ((1, 3, 5), "You, Dora and Finn were the saboteurs."),
        ((1, 3, 5, 7), "You, Dora, Finn and Hugo were the saboteurs."),
    ],
)
def test_tell_seat_names_the_saboteurs_as_people_speak(saboteurs: tuple[int, ...], said: str) -> None:
    players = (3, 5, 7, 10)[len(saboteurs) - 1]
    cards = [S if seat in saboteurs else D for seat in range(players)]
    state = played(
        {**deal(*cards), "follow": "nothing"},
        {"kind": "facts", "finder": 0, "nuggets": [1] * min(players, 9)},
        players=players,
    ).state
    assert str(make_round_verdict(GAME, state).to_you[1]) == f"The gold-diggers have won. {said}"


def test_distribute_leaves_out_who_has_a_broken_tool_in_the_competitive_variant() -> None:
    """Where every digger has one, nobody gets anything."""
    for options, said in (({"competitive": True}, True), ({}, False)):
        lines = [
            str(line.text)
            for step in distribute(told(D, S, D, finder=1, broken=(0, 2), **options)).steps
            for line in step.lines
        ]
        assert ("Every digger has a broken tool, so nobody gets any nuggets." in lines) == said


def test_pay_saboteurs_takes_the_fewest_cards_and_none_without_an_exact_sum() -> None:
    left = nugget_deck(complete_options(GAME, {}))
    pay_saboteurs(told(D, S, D), left)
    assert left == {0: 0, 1: 15, 2: 8, 3: 3}
    scarce = {0: 0, 1: 0, 2: 1, 3: 1}
    pay_saboteurs(told(D, S, D), scarce)
    assert scarce == {0: 0, 1: 0, 2: 1, 3: 1}
    pay_saboteurs(told(D, S, D, finder=0), scarce)
    assert scarce == {0: 0, 1: 0, 2: 1, 3: 1}, "they have not won"


@pytest.mark.parametrize(("options", "offered"), [({}, [D, S]), ({"tournament": True}, [D, S, X])])
def test_offer_cards_has_the_selfish_dwarf_only_where_he_can_be_in_play(
    options: dict[str, Any], offered: list[str]
) -> None:
    assert sorted(offer_cards(complete_options(GAME, options))) == sorted(offered)


def test_nugget_counts_are_asked_by_value_and_read_highest_first() -> None:
    part = SHEET.part("nuggets")
    asked = part.fields(5, complete_options(GAME, {}))
    assert [one.name for one in asked] == ["nuggets_3", "nuggets_2", "nuggets_1"]
    assert len(part.fields(5, complete_options(GAME, {"old_mine": True}))) == 4
    assert part.fields(5, complete_options(GAME, {"tournament": True})) == ()
    assert part.from_page({"nuggets_1": 2, "nuggets_3": 1}, 5) == [3, 1, 1]
    assert part.to_page([3, 1, 1], 5) == {"nuggets_3": 1, "nuggets_2": 0, "nuggets_1": 2, "nuggets_0": 0}


# -- the story ------------------------------------------------------------------------------------------------------
def test_list_steps_after_the_last_round_counts_everything_out_from_the_last_place() -> None:
    record = played(deal(*FIVE), AGREED, *picked(3, 2, 2, 1, 1), *picked(2, 3, 1, 1, 2))
    assert record.state.status == OVER
    steps = list_steps(GAME, record.state)
    assert [(line.seat, line.amount) for line in steps[2].lines if line.seat is not None] == [(0, 3), (3, 5), (2, 1)]
    assert [str(step.title) for step in steps[3:]] == ["Place 3", "Place 2", "The winner"]
    assert [(line.seat, line.amount) for line in steps[3].lines] == [(1, 3), (2, 3), (4, 3)]
    assert [(line.seat, line.amount) for line in steps[4].lines] == [(0, 7)]
    assert [str(line.text) for line in steps[5].lines] == [
        "Highest total: 8 nuggets.",
        "Dora: 0 + 3 + 5 = 8",
        "Dora wins!",
    ]
    view = make_view(GAME, record.state, TABLE)
    assert [seat["gold"] for seat in view["seats"]] == [7, 3, 3, 8, 3]
    assert make_view(GAME, record.state, Viewer(told=False))["seats"][1]["gold"] is None


def test_list_steps_has_a_correction_in_the_count() -> None:
    stopped = [deal(*FIVE), AGREED]
    record = played(*stopped, *stopped, *stopped, {"kind": "correct", "seat": 1, "gold": -2})
    (line,) = (line for step in list_steps(GAME, record.state)[3:] for line in step.lines if line.seat == 1)
    assert (str(line.text), line.amount) == ("Ben: 3 + 3 + 3, corrected by −2, = 7", 7)


def test_list_steps_of_a_game_stopped_between_rounds_tells_all_of_the_last_one() -> None:
    record = played(*picked(3, 2, 2, 1, 1))
    assert [line.amount for line in list_steps(GAME, record.state)[2].lines if line.seat is not None] == [None] * 3
    record.append({"kind": "stop"})
    lines = [(line.seat, line.amount) for line in list_steps(GAME, record.state)[2].lines if line.seat is not None]
    assert lines == [(0, 4), (3, 3), (2, 2)]


@pytest.mark.parametrize(
    ("cards", "said"),
    [((D, D, S), "1 saboteur in play: 4 nuggets."), (FIVE, "2 saboteurs in play: 3 nuggets each.")],
)
def test_distribute_says_the_pay_of_saboteurs_in_the_right_number(cards: tuple[str, ...], said: str) -> None:
    record = played(deal(*cards), AGREED, players=len(cards))
    assert str(list_steps(GAME, record.state)[2].lines[0].text) == said


@pytest.mark.parametrize(("told", "said"), [((S, D, S), True), ((D, S, D), False)])
def test_distribute_says_where_other_cards_turned_up_than_were_agreed_on(told: tuple[str, ...], said: bool) -> None:
    turned_up: Entry = {"kind": "identities", "cards": list(told)}
    by_hand = {"dealing": "cards", "spare": False}
    record = played({"kind": "deal", "first": 0}, AGREED, turned_up, players=3, **by_hand)
    assert record.state.status == ROUND_OVER
    assert ("aren't the dwarf cards you agreed on" in str(list_steps(GAME, record.state))) == said


# -- facts ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ({"cards": [X, S, S, D, D], "finder": None}, "cards"),
        ({"cards": [D, S, D, D, S], "finder": 5, "nuggets": [3, 2, 2, 1, 1]}, "finder"),
        ({"cards": [D, S, D, D, S], "finder": 0, "nuggets": [3, 2, 2, 1, -1]}, "nuggets"),
        ({"cards": [D, S, D, D, S], "finder": None, "nuggets": [1]}, "nuggets"),
        ({"cards": [D, S, D, D, S], "finder": None, "broken": [1, 1]}, "broken"),
        ({"cards": [D, S, D, D, S], "finder": None, "broken": [7]}, "broken"),
        ({"cards": [D, S, D, D, S], "finder": 0, "nuggets": [3, 2, 2, 1, 1], "broken": [0]}, "finder"),
        ({"cards": [D, S, D, D, S], "finder": None, "gold": 1}, "gold"),
    ],
)
def test_score_rounds_names_facts_that_cannot_be(fact: dict[str, Any], named: str) -> None:
    with pytest.raises(RuleError, match=named):
        score_rounds(GAME, {"rounds": [fact]})


def test_score_rounds_go_on_with_the_nugget_deck_of_the_rounds_before() -> None:
    stopped = {"cards": [D, D, S], "finder": None}
    found = {"cards": [D, D, S], "finder": 0}
    ended = score_rounds(GAME, {"rounds": [stopped, stopped, {**found, "nuggets": [3, 3, 1]}]})
    assert (ended["totals"], ended["winners"]) == ([4, 3, 8], [2])
    with pytest.raises(RuleError, match="nuggets"):
        score_rounds(GAME, {"rounds": [stopped, stopped, {**found, "nuggets": [3, 3, 3]}]})
