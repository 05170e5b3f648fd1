"""Creatures of The Dark Cave, by the rulebook's "Creatures": lured, moved on, met, driven away."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.play import list_actions
from companion.games.dark_cave import GAME
from companion.games.dark_cave.creatures import attack, drive_away, list_met, list_others, say_attack
from companion.record.record import EntryError, Record

from .dark_cave import DEAL, PATH, played, said, turn


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


def lies(*creatures: str, owner: int = 1, **more: Any) -> Entry:
    return {"kind": "set", "creatures": [{"creature": one, "owner": owner} for one in creatures], **more}


# -- what they do ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("creature", "hand", "gold", "lying"), [("rat", 4, 3, False), ("goblin", 5, 2, False), ("lindworm", 5, 3, True)]
)
def test_attack_takes_a_card_or_gold_or_lays_the_dwarf_down(creature: str, hand: int, gold: int, lying: bool) -> None:
    state = played().state
    pool = state.pool
    attack(state, 2, creature)
    cleo = state.seats[2]
    assert (cleo.hand, cleo.gold, cleo.lying) == (hand, gold, lying)
    assert state.pool == pool + 3 - gold


@pytest.mark.parametrize("creature", ["rat", "goblin"])
def test_attack_takes_nothing_that_is_not_there(creature: str) -> None:
    state = played().state
    state.seats[2].hand = 0
    state.seats[2].gold = 0
    pool = state.pool
    attack(state, 2, creature)
    assert (state.seats[2].hand, state.seats[2].gold, state.pool) == (0, 0, pool)
    assert str(say_attack(state, 2, creature)) in ("Cleo has no cards to lose.", "Cleo has no gold to lose.")


def test_attack_of_the_lindworm_ends_the_movement_only_in_ones_own_turn() -> None:
    for seat, may_move in ((0, False), (1, True)):
        state = played().state
        attack(state, seat, "lindworm")
        assert state.running.may_move == may_move


def test_drive_away_discards_the_axe_and_the_creature() -> None:
    state = played(lies("rat", "goblin", seat=2, axes=2)).state
    drive_away(state, 2, "rat")
    assert (state.seats[2].axes, [one["creature"] for one in state.creatures]) == (1, ["goblin"])


# -- a creature's card ----------------------------------------------------------------------------------------------
def test_creature_card_moves_on_what_is_in_the_cave_and_its_old_card_is_discarded() -> None:
    record = played({"kind": "creature", "by": 0, "creature": "rat"}, {"kind": "end-turn", "by": 0})
    again = said(record, {"kind": "creature", "by": 1, "creature": "rat"})
    assert again == "Ben moves the rat again; it attacks nobody. Anna discards the old rat card."
    other = said(record, {"kind": "creature", "by": 1, "creature": "goblin", "attacks": [0]})
    assert other == "Ben plays the goblin. Anna puts 1 gold back into the pool."
    buttons = {str(one.label): str(one.note) for one in list_actions(GAME, record.state, 1) if one.kind == "creature"}
    assert buttons == {"rat moves on": "The card in front of Anna is discarded.", "lindworm": "None", "goblin": "None"}


def test_say_attack_lays_no_dwarf_down_that_lies() -> None:
    attack = {"kind": "creature", "by": 0, "creature": "lindworm", "attacks": [2]}
    record = played(attack, {"kind": "end-turn", "by": 0})
    again = said(record, {**attack, "by": 1, "attacks": [0, 2]})
    assert again.endswith("Lay Anna's dwarf down. Cleo's dwarf is already lying down.")


def test_list_others_leaves_out_who_was_met_in_this_space() -> None:
    lie = {"kind": "set", "creatures": [{"creature": "rat", "owner": 1}, {"creature": "goblin", "owner": 1}]}
    record = played(lie, {"kind": "play-path", "by": 0}, {"kind": "meet", "by": 0, "creature": "rat"})
    assert [one.fixed for one in list_actions(GAME, record.state, 0) if one.kind == "meet"] == [{"creature": "goblin"}]


def test_creature_card_changes_its_owner_when_it_moves_on() -> None:
    record = played(lies("rat", owner=3), {"kind": "creature", "by": 0, "creature": "rat", "attacks": [0, 2]})
    assert record.state.creatures == [{"creature": "rat", "owner": 0}]
    assert [seat.hand for seat in record.state.seats] == [3, 5, 4, 5, 5], "its owner's own dwarf, too"


def test_creature_card_driven_away_hurts_nobody_and_leaves_no_creature() -> None:
    goblin: Entry = {"kind": "creature", "by": 0, "creature": "goblin", "attacks": [1, 2], "axe": 2}
    record = played({"kind": "set", "seat": 2, "axes": 1}, goblin)
    assert [seat.gold for seat in record.state.seats] == [3] * 5
    assert (record.state.creatures, record.state.seats[2].axes) == ([], 0)


def test_creature_card_refuses_an_axe_of_somebody_who_is_not_attacked_or_has_none() -> None:
    goblin: Entry = {"kind": "creature", "by": 0, "creature": "goblin", "attacks": [1], "axe": 2}
    assert "Cleo isn't attacked" in why(played({"kind": "set", "seat": 2, "axes": 1}), goblin)
    assert "Ben has no battle-axe" in why(played(), {**goblin, "axe": 1})


def test_creature_card_refuses_who_has_left_the_cave_and_the_same_one_twice() -> None:
    rat: Entry = {"kind": "creature", "by": 0, "creature": "rat"}
    out: list[Entry] = [{"kind": "set", "seat": 1, "revealed": True}, {"kind": "set", "out": [1]}]
    assert "Ben has left the cave" in why(played(*out), {**rat, "attacks": [1]})
    assert "twice" in why(played(), {**rat, "attacks": [1, 1]})


def test_creature_card_goes_when_its_owners_next_turn_starts() -> None:
    rat: Entry = {"kind": "creature", "by": 0, "creature": "rat"}
    record = played(rat, {"kind": "end-turn", "by": 0}, *turn(1), *turn(2), *turn(3))
    assert record.state.creatures == [{"creature": "rat", "owner": 0}]
    for entry in turn(4):
        record.append(entry)
    assert (record.state.creatures, record.state.reminders) == (
        [],
        [{"seat": 0, "kind": "remove-creature", "creature": "rat"}],
    )


def test_creature_card_takes_no_cards_or_gold_where_only_timers_are_tracked() -> None:
    """Nobody enters them then; people see on the table that a dwarf lies down."""
    attacks = [{"kind": "creature", "by": 0, "creature": one, "attacks": [1]} for one in ("goblin", "lindworm")]
    state = played(*attacks, deal={**DEAL, "follow": "timers"}).state
    assert (state.seats[1].gold, state.seats[1].lying) == (3, True)


# -- meeting them ---------------------------------------------------------------------------------------------------
def test_meet_ends_the_movement_and_attacks_the_mover_alone() -> None:
    record = played(lies("goblin"), PATH, {"kind": "meet", "by": 0, "creature": "goblin"})
    assert [seat.gold for seat in record.state.seats] == [2, 3, 3, 3, 3]
    assert (record.state.running.may_move, record.state.creatures) == (False, [{"creature": "goblin", "owner": 1}])
    assert "can't move any more" in why(record, {"kind": "tunnel", "by": 0})


def test_meet_with_the_axe_ends_the_movement_too_and_drives_it_away() -> None:
    meet: Entry = {"kind": "meet", "by": 0, "creature": "goblin", "axe": True}
    assert "Anna has no battle-axe" in why(played(lies("goblin"), PATH), meet)
    state = played(lies("goblin", seat=0, axes=1), PATH, meet).state
    assert (state.seats[0].gold, state.seats[0].axes, state.creatures) == (3, 0, [])
    assert not state.running.may_move


def test_list_met_forgets_the_space_once_something_else_has_happened() -> None:
    record = played(lies("rat", "goblin"), PATH, {"kind": "meet", "by": 0, "creature": "rat"})
    assert (list_met(record.state), list_others(record.state)) == (["rat"], ["goblin"])
    record.append({"kind": "correct", "seat": 1, "gold": 1})
    assert (list_met(record.state), list_others(record.state)) == ([], ["rat", "goblin"])
    assert "can't move any more" in why(record, {"kind": "meet", "by": 0, "creature": "goblin"})


def test_meet_refuses_where_no_creature_or_no_other_one_is_in_the_cave() -> None:
    meet: Entry = {"kind": "meet", "by": 0, "creature": "rat"}
    assert "no creature is in the cave" in why(played(PATH), meet)
    assert "no other creature is in the cave" in why(played(lies("rat"), PATH, meet), meet)
