"""Where people sit on the table screen."""

import pytest

from companion.engine.display import RevealedCard, RevealStep, ScoreLine
from companion.engine.text import T
from companion.table.views.table_view import ScoreReveal
from companion.web.render.renderer import EMPTY_TABLE, RevealBoard, chairs_by_edge, cut_name, seats_by_edge, show_steps
from companion.web.translator import Translator


@pytest.mark.parametrize("people", range(1, 13))
def test_seats_by_edge_seats_people_where_chairs_by_edge_did_in_the_lobby(people: int) -> None:
    """Nobody moves, and each edge where nobody sits has one empty seat."""
    after = dict(seats_by_edge(people))
    lobby = dict(chairs_by_edge(people))
    empty = [chair for edge, chairs in lobby.items() if edge not in after for chair in chairs]
    assert {edge: lobby[edge] for edge in after} == after
    assert empty == list(range(people, people + len(lobby) - len(after)))
    assert [*lobby] == ["top", "right", "bottom", "left"]


def test_chairs_by_edge_are_empty_all_round_where_nobody_sits() -> None:
    assert sum(len(chairs) for _, chairs in chairs_by_edge(0)) == EMPTY_TABLE


def test_show_steps_fills_the_board_card_by_card() -> None:
    card, twist = (
        RevealedCard("digger", T("gold-digger")),
        RevealedCard("saboteur", T("saboteur"), twist=T("Ben was a saboteur!")),
    )
    cards = ScoreLine(T("Anna"), seat=0, card=card), ScoreLine(T("Ben"), seat=1, card=twist)
    who = RevealStep(T("Who was who"), (*cards, ScoreLine(T("Left over: saboteur"))))
    gold = RevealStep(T("Gold"), (ScoreLine(T("Anna: 3"), 3, 0), ScoreLine(T("Two have won."))), picture=True)
    last = RevealStep(T("Points"), (ScoreLine(T("Ben: 1"), 1, 1),))

    def shows(*steps: RevealStep) -> RevealBoard:
        return show_steps(ScoreReveal(steps=steps), 2)

    one = shows(who.after(1))
    assert [(spot.card, spot.turns_up) for spot in one.spots] == [(card, True), (None, False)]
    assert one.cards
    assert one.says == (), "what is left over tells what the others have"
    assert [str(text) for text in shows(who).says] == ["Left over: saboteur"]
    assert str(shows(who).title) == "Ben was a saboteur!"
    two, three = shows(who, gold), shows(who, gold, last)
    assert [spot.lines for spot in two.spots] == [(), ()]
    assert [[line.amount for line in spot.lines] for spot in three.spots] == [[], [1]]
    assert ([str(text) for text in two.says], three.says) == (["Two have won."], ())


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Anna: share 4", "share 4"),
        ("Anna", ""),
        ("1. Anna: 3 + 1 = 4", "3 + 1 = 4"),
        ("Anna : 4 + 1", "4 + 1"),
        ("Anna did not leave", "did not leave"),
        ("Annabel: share 4", "Annabel: share 4"),
        ("gold of Anna: 4", "gold of Anna: 4"),
    ],
)
def test_cut_name_leaves_out_a_name_beside_itself(words: str, left: str) -> None:
    assert cut_name(words, "Anna") == left


def test_cut_name_leaves_out_a_name_from_right_to_left() -> None:
    words = Translator("de").t(T("{name}: {points}", name="דוד", points="3 + 1 = 4"))
    assert cut_name(words, "דוד") == "3 + 1 = 4"
