"""The box of The Lost Mines, and the state of its table: by the rulebook's tables."""

import pytest

from companion.engine.actions import Entry
from companion.engine.views import make_view
from companion.engine.visibility import TABLE, TRUTH, Viewer
from companion.games.lost_mines import GAME
from companion.record.record import EntryError

from .lost_mines import THREE, deal, mine, played, turn, two_taken

VALUES: Entry = {"kind": "treasures", "values": [[4], [], [3]]}


@pytest.mark.parametrize(
    ("players", "hand", "deck"),
    [(3, 5, 38), (4, 5, 33), (5, 5, 28), (6, 5, 23), (7, 4, 25), (8, 4, 21), (9, 4, 17)],
)
def test_set_up_lays_a_treasure_for_each_player_beside_hands_and_deck(players: int, hand: int, deck: int) -> None:
    (cards,) = GAME.prepare(players, {})
    state = played(deal(*sorted(cards.elements())[:players]), players=players).state
    assert (state.treasures_left, state.deck, {seat.hand for seat in state.seats}) == (players, deck, {hand})


def test_new_turn_knows_the_mine_on_which_the_last_one_ended_once() -> None:
    state = played(deal(*THREE)).state
    state.seats[1].mine = "gold"
    assert (state.new_turn(1).began_on, state.seats[1].mine) == ("gold", None)
    assert state.new_turn(1).began_on is None


def test_told_values_wait_only_where_somebody_has_treasures() -> None:
    assert played(deal(*THREE)).state.told_values == [[], [], []]
    state = played(deal(*THREE), *two_taken()).state
    assert state.told_values is None
    state.values = [[4], [], [3]]
    assert state.told_values == [[4], [], [3]]


def test_open_mines_are_those_with_treasures() -> None:
    state = played(deal(*THREE), *turn(0, mine("dragon")), *turn(1, mine("silver"))).state
    assert (state.mines, state.open_mines) == (["dragon", "silver"], ["silver"])


def test_points_of_the_round_just_scored_are_known_when_it_was_told() -> None:
    state = played(deal(*THREE), *two_taken(), VALUES).state
    assert [seat["points"] for seat in make_view(GAME, state, TABLE)["seats"]] == [4, 0, 3]
    assert [seat["points"] for seat in make_view(GAME, state, Viewer(told=False))["seats"]] == [0, 0, 0]
    assert [seat["points"] for seat in make_view(GAME, state, TRUTH)["seats"]] == [4, 0, 3]


def test_one_dragon_refuses_a_second_token() -> None:
    two: list[Entry] = [{"seat": 0, "dragon": True}, {"seat": 1, "dragon": True}]
    with pytest.raises(EntryError, match="there is only one dragon token"):
        played(deal(*THREE), {"kind": "set", "seats": two})


def test_trolls_are_said_oldest_first_and_traps_with_their_number() -> None:
    facts = {fact.name: fact for fact in GAME.of_table}
    state = played(deal(*THREE), {"kind": "set", "trolls": [2, 1], "traps": 1}).state
    view = make_view(GAME, state, TABLE)
    assert [str(one.title) for one in facts["trolls"].things(view)] == ["Cleo's troll", "Ben's troll"]
    assert [str(one.title) for one in facts["traps"].things(view)] == ["1 trap"]
