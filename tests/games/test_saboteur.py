"""Saboteur (2004): what the worked cases leave out."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.board import draw_board
from companion.engine.fields import CardCounts, Flag
from companion.engine.play import list_actions, list_table_actions, write_entry
from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options, make_default_options, offer_options, start_game
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.text import RuleError
from companion.engine.verdict import make_round_verdict, show_gains
from companion.engine.views import make_view, reveal_secret
from companion.engine.visibility import TABLE, Viewer
from companion.games.saboteur import GAME
from companion.games.saboteur.state import dwarf_cards, exact_sum
from companion.record.record import Record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan")
FIVE = ("gold-digger", "saboteur", "gold-digger", "gold-digger", "saboteur")
D, S, X = "gold-digger", "saboteur", "selfish-dwarf"
AGREED: Entry = {"kind": "end", "reason": "agreed"}
FOUND: Entry = {"kind": "play-path", "by": 0, "goal": "treasure"}
DRAWN: Entry = {"kind": "nuggets", "cards": [1, 2, 3, 1, 2]}


def deal(*cards: str, first: int = 0, **options: Any) -> Entry:
    aside = dwarf_cards(len(cards), {**make_default_options(GAME), **options})
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 5, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def pick(by: int, card: int) -> Entry:
    return {"kind": "pick", "by": by, "card": card}


def picked(*cards: int) -> list[Entry]:
    """A whole round in which Anna reaches the treasure; Anna, Dora, Cleo, Anna and Dora pick ``cards``."""
    return [deal(*FIVE), FOUND, DRAWN, *(pick(by, card) for by, card in zip((0, 3, 2, 0, 3), cards, strict=True))]


@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers", "hand", "deck"),
    [
        (3, 1, 3, 6, 49), (4, 1, 4, 6, 43), (5, 2, 4, 6, 37), (6, 2, 5, 5, 37),
        (7, 3, 5, 5, 32), (8, 3, 6, 4, 35), (9, 3, 7, 4, 31), (10, 4, 7, 4, 27),
    ],
)  # fmt: skip
def test_setup_by_number_of_players(players: int, saboteurs: int, diggers: int, hand: int, deck: int) -> None:
    cards = dwarf_cards(players, make_default_options(GAME))
    assert cards == {S: saboteurs, D: diggers}
    selfish = dwarf_cards(players, {**make_default_options(GAME), "selfish_dwarf": True})
    assert selfish == {S: saboteurs, D: diggers - 1, X: 1}
    assert (GAME.deck_rules.each(players), GAME.deck_rules.deck(players)) == (hand, deck)


@pytest.mark.parametrize(
    ("left", "amount", "cards"),
    [
        ({1: 0, 2: 1, 3: 4}, 4, None),
        ({1: 2, 2: 1, 3: 0}, 4, (2, 1, 1)),
        ({1: 16, 2: 8, 3: 0}, 3, (2, 1)),
        ({0: 6, 1: 0, 2: 8, 3: 0}, 3, None),
        ({1: 5, 2: 0, 3: 0}, 2, (1, 1)),
    ],
)
def test_saboteurs_are_paid_in_as_few_cards_as_make_the_sum(
    left: dict[int, int], amount: int, cards: tuple[int, ...] | None
) -> None:
    assert exact_sum(left, amount) == cards


def test_broken_tools_are_loud_badges() -> None:
    record = played(deal(*FIVE), {"kind": "break", "by": 0, "to": 1, "tool": "lantern"})
    row = draw_board(GAME, make_view(GAME, record.state, TABLE)).seats[1]
    assert [(badge.icon, badge.tone) for badge in row.badges if badge.tone] == [("lantern", "bad")]


def test_a_player_who_leaves_is_skipped_and_still_paid() -> None:
    record = played(deal(*FIVE), {"kind": "retire", "seat": 0})
    assert record.state.running.seat == 1
    record.append({"kind": "retire", "seat": 4})
    for by in (1, 2, 3):
        record.append({"kind": "map", "by": by})
    assert record.state.running.seat == 1
    assert [reminder["seat"] for reminder in record.state.reminders] == [4, 0]
    record.append({"kind": "return", "seat": 0})
    record.append(AGREED)
    assert record.state.score == {"winner": "saboteurs", "finder": None, "draft": [], "gold": [0, 3, 0, 0, 3]}


def test_what_was_picked_is_known_to_the_picker_alone() -> None:
    one = played(*picked(3, 2, 2, 1, 1))
    mine = make_view(GAME, one.state, Viewer(0, held=True))
    assert mine["seats"][0]["gold"] == 4
    assert mine["score"]["draft"] == [[0, 3], [3, None], [2, None], [0, 1], [3, None]]
    assert mine["score"]["gold"] == [4, 0, None, None, 0]
    assert mine["nuggets_left"] is None
    assert str(reveal_secret(GAME, one.state, 0, "gold")) == "3 + 1 in this round. You have 4 nuggets."
    assert [(one.amount, one.covered) for one in show_gains(GAME, one.state)] == [(0, n) for n in (2, 0, 1, 2, 0)]


def test_after_the_last_round_everything_is_counted_out_from_the_last_to_the_first() -> None:
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


def test_a_correction_stands_in_the_count() -> None:
    stopped = [deal(*FIVE), AGREED]
    record = played(*stopped, *stopped, *stopped, {"kind": "correct", "seat": 1, "gold": -2})
    (line,) = (line for step in list_steps(GAME, record.state)[3:] for line in step.lines if line.seat == 1)
    assert (str(line.text), line.amount) == ("Ben: 3 + 3 + 3, corrected by −2, = 7", 7)


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
def test_facts_that_can_not_be_are_named(fact: dict[str, Any], named: str) -> None:
    with pytest.raises(RuleError, match=named):
        score_rounds(GAME, {"rounds": [fact]})


def test_the_nugget_deck_goes_on_through_the_rounds_of_a_facts_file() -> None:
    stopped = {"cards": [D, D, S], "finder": None}
    found = {"cards": [D, D, S], "finder": 0}
    ended = score_rounds(GAME, {"rounds": [stopped, stopped, {**found, "nuggets": [3, 3, 1]}]})
    assert (ended["totals"], ended["winners"]) == ([4, 3, 8], [2])
    with pytest.raises(RuleError, match="nuggets"):
        score_rounds(GAME, {"rounds": [stopped, stopped, {**found, "nuggets": [3, 3, 3]}]})


# -- people come and go, ends that are said ---------------------------------------------------------------------------


def test_an_end_says_whom_it_pays() -> None:
    record = played(deal(*FIVE))
    (end,) = (action for action in list_table_actions(GAME, record.state) if action.kind == "end")
    choices = {choice.value: str(choice.label) for choice in end.fields[0].choices}  # type: ignore[attr-defined]
    assert list(choices) == ["agreed", "cards", "unreachable"]
    assert choices["unreachable"] == "the treasure can't be reached any more – the saboteurs get their gold"
    assert all("the saboteurs get their gold" in label for label in choices.values())


def test_stopped_between_rounds_everything_is_told_of_the_last_one() -> None:
    record = played(*picked(3, 2, 2, 1, 1))
    assert [line.amount for line in list_steps(GAME, record.state)[2].lines if line.seat is not None] == [None] * 3
    record.append({"kind": "stop"})
    lines = [(line.seat, line.amount) for line in list_steps(GAME, record.state)[2].lines if line.seat is not None]
    assert lines == [(0, 4), (3, 3), (2, 2)]


def test_two_goal_cards_at_once_are_told_and_offered_while_they_lie_face_down() -> None:
    record = played(deal(*FIVE))
    both: Entry = {"kind": "play-path", "by": 0, "goals": ["stone", "stone"]}
    offered = {str(act.base.get("goals")): act for act in list_actions(GAME, record.state, 0) if "goals" in act.base}
    assert [act.closed for act in offered.values()] == [None, None]
    assert offered[str(both["goals"])].base == both
    assert all(act.rare for act in offered.values())
    told = "Anna reaches several goal cards and turns them over: a stone, a stone. The round goes on."
    assert str(write_entry(GAME, record.state, both)) == told
    one = {**both, "goals": ["treasure"]}
    assert str(write_entry(GAME, record.state, one)) == str(write_entry(GAME, record.state, FOUND))
    record.append({"kind": "play-path", "by": 0, "goal": "stone"})
    closed = {str(act.base["goals"]): act.closed for act in list_actions(GAME, record.state, 1) if "goals" in act.base}
    assert str(closed["['stone', 'stone']"]) == "only one stone is still face down"
    assert closed["['stone', 'treasure']"] is None


@pytest.mark.parametrize(
    ("cards", "said"),
    [((D, D, S), "1 saboteur in play: 4 nuggets."), (FIVE, "2 saboteurs in play: 3 nuggets each.")],
)
def test_the_pay_of_saboteurs_is_said_in_the_right_number(cards: tuple[str, ...], said: str) -> None:
    record = played(deal(*cards), AGREED, players=len(cards))
    assert str(list_steps(GAME, record.state)[2].lines[0].text) == said


def role_lines(card: str, players: int, **options: Any) -> str:
    state = start_game(GAME, NAMES[:players], options)
    role = GAME.make_role(state, 0, card)
    assert len(role.lines) <= 3
    return " ".join(str(text) for _, text in role.lines)


@pytest.mark.parametrize(
    ("card", "players", "options", "said"),
    [
        (D, 4, {}, "There is 1 saboteur at most."),
        (D, 10, {}, "There are 4 saboteurs at most."),
        (D, 5, {"tournament": True}, "1 saboteur and a selfish dwarf are in play."),
        (D, 5, {"tournament": True}, "3 nuggets for the first digger, 2 for each of the others."),
        (D, 7, {"selfish_dwarf": True}, "There may be 3 saboteurs and a selfish dwarf."),
        (D, 5, {"competitive": True}, "If you have a broken tool at the end of the round, you get nothing."),
        (D, 5, {"nugget_rule": "per-digger"}, "One nugget card for each digger"),
        (S, 5, {}, "4 nuggets if you are the only one, 3 each if there are two."),
        (S, 10, {}, "3 nuggets each if there are three of you, 2 each if there are four."),
        (S, 6, {"tournament": True}, "you get 3 nuggets."),
        (X, 5, {"selfish_dwarf": True}, "Then you alone get 4 nuggets."),
    ],
)
def test_a_role_says_when_it_pays_with_these_players_and_variants(
    card: str, players: int, options: dict[str, Any], said: str
) -> None:
    assert said in role_lines(card, players, **options)


@pytest.mark.parametrize("players", range(3, 11))
def test_what_a_saboteur_reads_is_what_is_paid(players: int) -> None:
    saboteurs = dwarf_cards(players, make_default_options(GAME))[S]
    for count in {max(1, saboteurs - 1), saboteurs}:
        record = played(deal(*[S] * count, *[D] * (players - count)), AGREED, players=players)
        each = max(record.state.score["gold"])
        assert f"{each} " in role_lines(S, players)


@pytest.mark.parametrize(
    ("players", "options", "about"),
    [
        (3, {"spare": False, "saboteurs": 3}, "with 3 players you need 1 to 7 gold-diggers"),
        (10, {"saboteurs": 3}, "with 10 players you need 1 to 7 gold-diggers"),
        (5, {"tournament": True, "saboteurs": 2}, "a tournament has its own dwarf cards"),
        (5, {"tournament": True, "spare": False}, "a tournament has its own dwarf cards"),
    ],
)
def test_dwarf_cards_that_the_box_does_not_have_are_refused(players: int, options: dict[str, Any], about: str) -> None:
    with pytest.raises(RuleError, match=about):
        GAME.check_options(complete_options(GAME, options), players)


EXCLUDED = "tournament and selfish dwarf can't be combined: a tournament has its own"


@pytest.mark.parametrize(
    ("players", "chosen", "closed"),
    [
        (5, {}, {}),
        (4, {}, {"tournament": "a tournament is for 5 to 9 players, not 4"}),
        (5, {"selfish_dwarf": True}, {"tournament": EXCLUDED}),
        (5, {"tournament": True}, {"selfish_dwarf": EXCLUDED}),
    ],
)
def test_a_variant_that_goes_with_no_other_chosen_one_is_closed_and_says_why(
    players: int, chosen: dict[str, Any], closed: dict[str, str]
) -> None:
    offered = offer_options(GAME, complete_options(GAME, chosen), players)
    assert {one.name: str(one.closed) for one in offered if isinstance(one, Flag) and one.closed} == closed


def test_without_a_spare_card_a_page_says_how_many_saboteurs_there_are() -> None:
    state = start_game(GAME, NAMES[:5], {"spare": False})
    page = GAME.make_role(state, 0, "gold-digger")
    assert page
    assert "There are 2 saboteurs." in [str(text) for _, text in page.lines]
    pack = CardCounts({"saboteur": 4, "gold-digger": 6})
    assert GAME.prepare(10, complete_options(GAME, {"spare": False, "saboteurs": 4})) == [pack]
    told = [
        str(text) for text in GAME.list_preparation(5, complete_options(GAME, {"dealing": "cards", "spare": False}), 1)
    ]
    assert "Dwarf cards: 2 saboteurs, 3 gold-diggers. Shuffle and deal one to each player, face down." in told


@pytest.mark.parametrize(("told", "said"), [((S, D, S), True), ((D, S, D), False)])
def test_other_cards_than_were_agreed_on_are_counted_with_a_word(told: tuple[str, ...], said: bool) -> None:
    turned_up: Entry = {"kind": "identities", "cards": list(told)}
    by_hand = {"dealing": "cards", "spare": False}
    record = played({"kind": "deal", "first": 0}, AGREED, turned_up, players=3, **by_hand)
    assert record.state.status == ROUND_OVER
    assert ("aren't the dwarf cards you agreed on" in str(list_steps(GAME, record.state))) == said


@pytest.mark.parametrize(
    ("saboteurs", "said"),
    [
        ((1,), "You were the saboteur."),
        ((1, 3), "You and Dora were the saboteurs."),
        ((1, 3, 5), "You, Dora and Finn were the saboteurs."),
        ((1, 3, 5, 7), "You, Dora, Finn and Hugo were the saboteurs."),
    ],
)
def test_who_the_saboteurs_were_reads_as_people_speak(saboteurs: tuple[int, ...], said: str) -> None:
    players = (3, 5, 7, 10)[len(saboteurs) - 1]
    cards = [S if seat in saboteurs else D for seat in range(players)]
    state = played(
        {**deal(*cards), "follow": "nothing"},
        {"kind": "facts", "finder": 0, "nuggets": [1] * min(players, 9)},
        players=players,
    ).state
    assert str(make_round_verdict(GAME, state).to_you[1]) == f"The gold-diggers have won. {said}"
