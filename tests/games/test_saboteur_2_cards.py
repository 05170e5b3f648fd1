"""Cards played at someone in Saboteur 2: traps, thefts, swapped hands and hats, looks."""

import pytest

from companion.engine.actions import Entry
from companion.engine.play import write_entry
from companion.engine.views import list_held_secrets, make_view, reveal_secret
from companion.engine.visibility import Viewer
from companion.games.saboteur_2 import GAME
from companion.record.record import EntryError, Record

from .saboteur_2 import FOUR, act, button, deal, played


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


def said(record: Record, entry: Entry) -> str:
    return str(write_entry(GAME, record.state, entry))


def test_trapped_is_for_who_is_free_and_free_for_who_is_trapped() -> None:
    record = played(deal(*FOUR))
    assert str(button(record, 0, "free").closed) == "nobody is trapped"
    record.append(act("trapped", 0, to=1))
    assert record.state.seats[1].trapped
    assert "Ben is already trapped" in why(record, act("trapped", 1, to=1))
    assert "Cleo is not trapped" in why(record, act("free", 1, to=2))
    assert said(record, act("free", 1, to=1)) == "Ben is free again: discard both cards."
    record.append(act("free", 1, to=1))
    assert not record.state.seats[1].trapped


def test_trapped_is_greyed_once_everybody_is() -> None:
    every: Entry = {"kind": "set", "seats": [{"seat": seat, "trapped": True} for seat in range(4)]}
    assert str(button(played(deal(*FOUR), every), 0, "trapped").closed) == "everyone is already trapped"


def test_theft_lies_once_in_front_of_who_plays_it_and_hands_off_discards_it() -> None:
    record = played(deal(*FOUR))
    assert str(button(record, 0, "hands-off").closed) == "there's no theft on the table"
    for entry in (act("theft", 0), act("map", 1), act("map", 2), act("map", 3)):
        record.append(entry)
    assert record.state.seats[0].theft
    assert str(button(record, 0, "theft").closed) == "Anna already has a theft"
    assert "Ben has no theft" in why(record, act("hands-off", 0, to=1))
    assert said(record, act("hands-off", 0, to=0)) == "Anna cancels their own theft: discard both cards."
    record.append(act("hands-off", 0, to=0))
    assert not record.state.seats[0].theft


def test_swap_hands_plays_the_card_first_and_the_other_draws() -> None:
    record = played(deal(*FOUR), {"kind": "correct", "seat": 1, "hand": -2}, act("swap-hands", 0, **{"with": 1}))
    assert [seat.hand for seat in record.state.seats] == [4, 6, 6, 6]


def test_swap_hands_takes_turns_and_empty_hands_along() -> None:
    record = played(deal(*FOUR), {"kind": "correct", "seat": 0, "hand": -5}, {"kind": "correct", "deck": -84})
    record.append(act("swap-hands", 0, **{"with": 1}))
    assert [seat.hand for seat in record.state.seats] == [6, 0, 6, 6]
    assert record.state.running.seat == 2


def test_inspect_shows_a_role_until_the_inspectors_next_turn_starts() -> None:
    record = played(deal(*FOUR), act("inspect", 0, seat=3))
    for by in (1, 2, 3):
        assert str(reveal_secret(GAME, record.state, 0, "peek-3")) == "Dora: saboteur"
        assert make_view(GAME, record.state, Viewer(0, held=True))["seats"][3]["card"] == "saboteur"
        assert make_view(GAME, record.state, Viewer(0))["seats"][3]["card"] is None
        assert reveal_secret(GAME, record.state, 1, "peek-3") is None
        record.append(act("play-path", by))
    assert reveal_secret(GAME, record.state, 0, "peek-3") is None
    assert [secret.key for secret in list_held_secrets(GAME, record.state, 0)] == ["card"]
    assert not GAME.moves["inspect"].undoable


def test_swap_hats_shows_the_new_role_to_its_owner_alone() -> None:
    one = played(deal(*FOUR), act("inspect", 0, seat=3), act("swap-hats", 1, to=3, drawn="geologist"))
    assert str(reveal_secret(GAME, one.state, 3, "card")) == "geologist"
    assert [bool(GAME.list_notices(one.state, seat)) for seat in range(4)] == [False, False, False, True]
    one.append(act("play-path", 2))
    assert GAME.list_notices(one.state, 3)
    one.append(act("play-path", 3))
    assert not GAME.list_notices(one.state, 3)


def test_swap_hats_draws_on_the_table_where_cards_were_dealt_by_hand() -> None:
    record = played({"kind": "deal", "first": 0}, dealing="cards")
    assert [field.name for field in button(record, 0, "swap-hats").fields] == ["to"]
    with pytest.raises(EntryError, match="drawn"):
        record.append(act("swap-hats", 0, to=1, drawn="boss"))
    record.append(act("swap-hats", 0, to=1))
    assert GAME.list_notices(record.state, 1) == []


def test_swap_hats_draws_one_that_lies_aside_and_puts_none_back() -> None:
    record = played(deal(*FOUR))
    aside = list(record.state.aside or ())
    assert "that role isn't set aside: boss" in why(record, act("swap-hats", 0, to=0, drawn="boss"))
    drawn = GAME.moves["swap-hats"].outcome(record.state, act("swap-hats", 0, to=3), lambda roles: None)
    assert drawn["drawn"] == aside[0]
    record.append(drawn)
    assert (record.state.seats[3].card, record.state.aside) == (aside[0], aside[1:])


def test_swap_hats_is_greyed_where_no_role_lies_aside() -> None:
    record = played(deal(*FOUR))
    record.state.aside = []
    assert str(button(record, 0, "swap-hats").closed) == "there are no set-aside roles left"
