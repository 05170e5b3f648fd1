"""Buttons as data: the entry that a button makes, and what it asks for."""

from typing import Any

from companion.engine.actions import Action, Tile
from companion.engine.fields import Choice, Flag, Number, OneOf
from companion.engine.text import T

SEAT = OneOf("to", T("To whom?"), choices=(Choice(0, T("Anna")), Choice(1, T("Ben"), closed=T("has one"))))
COLOUR = OneOf("colour", T("Which?"), choices=(Choice("red", T("red")), Choice("blue", T("blue"))))
DRAWN = Number("drawn", T("Drawn"), hidden=True)
NOTED = OneOf("note", T("Note"), optional=True, choices=COLOUR.choices)


def button(**more: Any) -> Action:
    return Action("give", T("Give"), 2, (SEAT, COLOUR, DRAWN, NOTED, Flag("twice", T("Twice"))), **more)


def test_action_base_has_the_kind_the_seat_and_what_is_fixed() -> None:
    assert button(fixed={"tool": "pick"}).base == {"kind": "give", "by": 2, "tool": "pick"}


def test_action_base_of_the_table_names_no_seat() -> None:
    assert Action("end", T("End")).base == {"kind": "end"}


def test_action_asked_leaves_hidden_fields_out() -> None:
    assert [one.name for one in button().asked] == ["to", "colour", "note", "twice"]


def test_action_choosing_has_only_what_one_choice_has_to_be_made_of() -> None:
    assert [one.name for one in button().choosing] == ["to", "colour"]


def test_list_answers_makes_an_entry_of_each_way_to_choose_what_is_open() -> None:
    answers = [entry for _, entry in button().list_answers()]
    assert answers == [
        {"kind": "give", "by": 2, "to": 0, "colour": "red"},
        {"kind": "give", "by": 2, "to": 0, "colour": "blue"},
    ]


def test_list_answers_of_a_button_that_asks_nothing_is_its_entry() -> None:
    assert list(Action("pass", T("Pass"), 1).list_answers()) == [((), {"kind": "pass", "by": 1})]


def test_action_is_named_and_drawn_by_its_tile_where_it_has_one() -> None:
    plain = button(icon="axe")
    tile = Tile("give", "for", T("A gift"), T("Help."), "chest")
    assert (str(plain.name), plain.drawing) == ("Give", "axe")
    tiled = button(icon="axe", tile=tile)
    assert (str(tiled.name), tiled.drawing) == ("A gift", "chest")
    assert button(icon="axe", tile=tile._replace(icon="")).drawing == "axe"


def test_action_is_the_same_with_another_tile() -> None:
    tile = Tile("give", "for", T("A gift"), T("Help."))
    assert button() == button(tile=tile)
    assert hash(button()) == hash(button(tile=tile))
    assert button() != button(closed=T("not now"))
