"""The clans of The Dark Cave and The Lost Mines: backs, identities, and for whom a card works."""

import pytest

from companion.engine.clans import (
    CLAN,
    CLAN_CARDS,
    clan_cards,
    clan_of,
    find_clan,
    find_other_clan,
    make_card,
    say_side,
    side_of,
    tell_identity,
)
from companion.engine.scoring import AGAINST, ALONE, WITH
from companion.engine.text import T
from companion.games import game_by_id


@pytest.mark.parametrize(
    ("card", "back", "works_for", "digs"),
    [
        ("yellow-loyal", "yellow", "yellow", WITH),
        ("yellow-saboteur", "yellow", "blue", AGAINST),
        ("yellow-selfish", "yellow", None, ALONE),
        ("blue-loyal", "blue", "blue", WITH),
        ("blue-saboteur", "blue", "yellow", AGAINST),
        ("blue-selfish", "blue", None, ALONE),
    ],
)
def test_find_clan_and_side_of_a_card_by_the_rulebook(card: str, back: str, works_for: str | None, digs: str) -> None:
    assert clan_of(card) == back
    assert find_clan(card) == works_for
    side = side_of(card)
    assert (side.id, side.digs) == (works_for or "selfish", digs)


def test_find_other_clan_is_the_one_of_two() -> None:
    assert (find_other_clan("yellow"), find_other_clan("blue")) == ("blue", "yellow")


def test_clan_cards_are_those_with_an_identity_that_the_game_has() -> None:
    both = clan_cards(loyal=T("Help."), saboteur=T("Help too."))
    assert list(both) == ["yellow-loyal", "yellow-saboteur", "blue-loyal", "blue-saboteur"]
    assert str(both["blue-saboteur"].help) == "Help too."
    assert list(clan_cards(loyal=T("1"), saboteur=T("2"), selfish=T("3"))) == list(CLAN_CARDS)


@pytest.mark.parametrize(
    ("card", "picture", "title", "twist"),
    [
        ("yellow-loyal", "dwarf", "loyal to yellow", None),
        ("blue-saboteur", "saboteur", "saboteur", "Anna wore blue and dug for yellow"),
        ("yellow-selfish", "selfish", "selfish dwarf", "Anna dug only for themselves"),
    ],
)
def test_make_card_has_a_twist_where_it_is_not_what_it_seemed(
    card: str, picture: str, title: str, twist: str | None
) -> None:
    made = make_card("Anna", card)
    assert (made.picture, str(made.title), made.twist and str(made.twist)) == (picture, title, twist)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("yellow-loyal", "loyal yellow dwarf, works for the yellow clan"),
        ("yellow-saboteur", "yellow saboteur, works for the blue clan"),
        ("blue-selfish", "selfish blue dwarf, works alone"),
    ],
)
def test_say_side_says_for_whom_a_card_works(card: str, said: str) -> None:
    roles = game_by_id("lost-mines").roles
    assert str(say_side(roles[card])) == said
    line = tell_identity("Anna", 2, roles[card])
    assert (str(line.text), line.seat, line.clan) == (f"Anna: {said}", 2, clan_of(card))


def test_clan_back_is_said_as_it_lies() -> None:
    mines = game_by_id("lost-mines")
    seats = [mines.state_type.seat_type("Anna")]
    state = mines.state_type({"dealing": "cards"}, seats)
    assert str(CLAN.sentence(state, 0, "blue")) == "the back of Anna's card is blue"
