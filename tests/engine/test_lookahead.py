"""What one tap can send: the card, and what happens on the way after it. Played in The Dark Cave."""

from typing import Any

from example_game import GAME as HARBOUR
from harbour import dealt

from companion.engine.actions import Action, Entry
from companion.engine.lookahead import look_ahead
from companion.engine.play import list_actions
from companion.games.dark_cave import GAME
from companion.record.record import Record

NAMES = ("Anna", "Ben", "Cleo")
DEAL: Entry = {
    "kind": "deal",
    "cards": ["yellow-loyal", "yellow-saboteur", "yellow-loyal"],
    "aside": ["yellow-saboteur"],
    "first": 0,
}
PATH: Entry = {"kind": "play-path", "by": 0}


def ahead(*entries: Entry, seat: int = 0, **options: Any) -> tuple[list[Action], list[tuple[Action, list[Entry]]]]:
    state = Record.load(GAME, NAMES, options, [DEAL, *entries]).state
    ways, unlocked = look_ahead(GAME, state, seat, list_actions(GAME, state, seat))
    return list(ways), [(action, list(entries)) for action, entries in unlocked]


def kinds(actions: list[Action]) -> set[str]:
    return {action.kind for action in actions}


def test_look_ahead_has_what_a_card_makes_possible() -> None:
    """Nothing is met where no creature is in the cave, and nobody leaves before the exit was found."""
    ways, _ = ahead()
    assert kinds(ways) == {"bridge", "tunnel", "reveal-goal"}
    lies: Entry = {"kind": "set", "creatures": [{"creature": "rat", "owner": 1}], "goals": ["exit"]}
    ways, _ = ahead(lies)
    assert kinds(ways) == {"bridge", "tunnel", "reveal-goal", "meet", "leave"}


def test_look_ahead_of_a_gold_vein_leads_to_its_gold() -> None:
    """The gold can be taken only if the card shows a vein, or a goal card turns out to be one."""
    _, unlocked = ahead()
    (entries,) = (entries for action, entries in unlocked if action.kind == "take-gold")
    assert {**PATH, "gold_vein": True} in entries
    assert {"kind": "reveal-goal", "by": 0, "goal": "gold-vein"} in entries
    assert PATH not in entries


def test_look_ahead_leaves_out_what_is_possible_without_it() -> None:
    ways, unlocked = ahead({"kind": "set", "veins": 1})
    assert "take-gold" in kinds(ways)
    assert "take-gold" not in kinds([action for action, _ in unlocked])


def test_look_ahead_has_nothing_once_the_card_was_played() -> None:
    assert ahead(PATH) == ([], [])


def test_look_ahead_has_nothing_for_who_is_not_on_turn() -> None:
    assert ahead(seat=1) == ([], [])


def test_look_ahead_has_nothing_that_has_a_button_of_its_own() -> None:
    """Where cards are not counted, what happens on the way waits for no card."""
    ways, _ = ahead(count_cards=False)
    assert not kinds(ways) & {"bridge", "tunnel", "reveal-goal"}


def test_look_ahead_of_a_turn_without_a_way_has_nothing() -> None:
    state = dealt()
    assert look_ahead(HARBOUR, state, 0, list_actions(HARBOUR, state, 0)) == ((), ())
