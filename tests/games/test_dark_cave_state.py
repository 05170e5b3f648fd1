"""The box of The Dark Cave, and the state of its table: by the rulebook's tables and the order of the turn's start."""

import pytest

from companion.engine.actions import Entry
from companion.engine.setup import start_game
from companion.games.dark_cave import GAME
from companion.games.dark_cave.state import GOLD, LEFT, deck, groups_in_hand, set_out
from companion.record.record import EntryError

from .dark_cave import NAMES, played, said

DECKS = {
    2: (14, 22, 21),
    3: (9, 22, 21),
    4: (4, 22, 21),
    5: (4, 17, 21),
    6: (0, 16, 21),
    7: (3, 8, 21),
    8: (0, 6, 21),
}


@pytest.mark.parametrize("players", DECKS)
def test_deck_by_number_of_players(players: int) -> None:
    assert deck(players) == dict(zip(("I", "II", "III"), DECKS[players], strict=True))
    dealt = sum(groups_in_hand(players).values()) * players
    assert dealt + sum(DECKS[players]) == sum(LEFT.values()) == 82 - 15


@pytest.mark.parametrize(("players", "hand"), [(2, (5, 0)), (4, (5, 0)), (5, (4, 1)), (6, (4, 1)), (7, (3, 2))])
def test_groups_in_hand_by_number_of_players(players: int, hand: tuple[int, int]) -> None:
    assert (groups_in_hand(players)["I"], groups_in_hand(players)["II"]) == hand


def pile(*groups: int) -> dict[str, int]:
    return dict(zip(("I", "II", "III"), groups, strict=True))


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ((4, 17, 21), -1, (3, 17, 21)),
        ((1, 2, 21), -5, (0, 0, 19)),
        ((0, 0, 1), -3, (0, 0, 0)),
        ((0, 2, 21), 3, (0, 5, 21)),
        ((0, 0, 0), 2, (0, 0, 2)),
    ],
)
def test_change_deck_draws_from_the_top_and_adds_to_the_topmost_group(
    before: tuple[int, ...], change: int, after: tuple[int, ...]
) -> None:
    state = played().state
    state.deck = pile(*before)
    state.change_deck(change)
    assert (state.deck, state.deck_size) == (pile(*after), sum(after))


@pytest.mark.parametrize(
    ("size", "groups"), [(42, (4, 17, 21)), (45, (7, 17, 21)), (30, (0, 9, 21)), (21, (0, 0, 21)), (3, (0, 0, 3))]
)
def test_lay_deck_fills_it_from_below(size: int, groups: tuple[int, ...]) -> None:
    state = played().state
    state.lay_deck(size)
    assert state.deck == pile(*groups)
    state.lay_deck(None)
    assert (state.deck, state.deck_size) == (None, 0)


def test_gold_is_conserved_on_veins_and_with_seats() -> None:
    """Pool, veins and seats have 46 at any time."""
    state = played().state
    assert (state.pool, [seat.gold for seat in state.seats]) == (GOLD - 15, [3] * 5)
    state.fill_vein()
    state.lose_gold(1)
    assert (state.pool, state.veins, state.seats[1].gold) == (31, 1, 2)
    state.pool = state.seats[1].gold = 0
    state.fill_vein()
    state.lose_gold(1)
    assert (state.pool, state.veins, state.seats[1].gold) == (0, 1, 0)


def test_new_turn_of_a_dwarf_that_stands_up_or_is_out_does_not_move() -> None:
    state = played().state
    assert state.new_turn(1).may_move
    state.out = [2]
    assert not state.new_turn(2).may_move
    state.reminders = [{"seat": 1, "kind": "stand-up"}]
    turn = state.new_turn(1)
    assert (turn.stood_up, turn.may_move) == (True, False)


def test_set_out_turns_up_and_stands_whoever_is_new_among_them() -> None:
    state = played().state
    state.seats[1].lying = True
    set_out(state, [1, 0])
    assert (state.out, [seat.revealed for seat in state.seats]) == ([1, 0], [True, True, False, False, False])
    assert not state.seats[1].lying
    state.seats[0].revealed = False
    set_out(state, [0])
    assert not state.seats[0].revealed, "it was out before"


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ({"veins": 32}, "the pool doesn't have that much gold"),
        ({"seats": [{"seat": 0, "axes": 2}, {"seat": 1, "axes": 2}]}, "there are only three battle-axes"),
        ({"seats": [{"seat": seat, "boots": True} for seat in range(4)]}, "there are only three pairs of boots"),
        ({"out": [0], "seat": 0, "lying": True}, "a dwarf that has left the cave can't lie down"),
        ({"out": [0], "seat": 0, "revealed": False}, "whoever is out of the cave has their card revealed"),
    ],
)
def test_facts_refuse_what_the_box_has_not_or_cannot_be(named: Entry, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        played({"kind": "set", **named})


def test_do_upkeep_turns_webs_takes_creatures_and_stands_the_dwarf_up_in_that_order() -> None:
    webs = [
        {"marker": "circle", "side": 2, "owner": 1},
        {"marker": "triangle", "side": 1, "owner": 1},
        {"marker": "square", "side": 1, "owner": 2},
    ]
    creatures = [{"creature": one, "owner": 1} for one in ("rat", "goblin")]
    lies: Entry = {"kind": "set", "webs": webs, "creatures": creatures, "seat": 1, "lying": True}
    state = played(lies, {"kind": "play-path", "by": 0}, {"kind": "end-turn", "by": 0}).state
    assert [(one["kind"], one.get("marker", one.get("creature"))) for one in state.reminders] == [
        ("flip-web", "circle"),
        ("remove-web", "triangle"),
        ("remove-creature", "rat"),
        ("remove-creature", "goblin"),
        ("stand-up", None),
    ]
    assert (state.webs, state.creatures) == ([{**webs[0], "side": 1}, webs[2]], [])
    assert (state.seats[1].lying, state.running.may_move) == (False, False)


def test_start_game_begins_with_all_gold_in_the_pool() -> None:
    assert start_game(GAME, NAMES, {}).pool == GOLD


def test_facts_say_what_was_set_as_it_is_now() -> None:
    seats = [{"seat": 1, "boots": True, "axes": 2}, {"seat": 0, "lying": False}]
    webs = [{"marker": "circle", "side": 2, "owner": 3}]
    entry = {"kind": "set", "seats": seats, "webs": webs, "creatures": [], "veins": 1, "note": "seen"}
    assert said(played(), entry) == (
        "Corrected: Anna's dwarf is standing; Ben has boots; Ben has 2 battle-axes; webs: Dora's ● web, showing 2; "
        "no creature is in the cave; 1 gold on gold veins; “seen”."
    )
