"""The Lost Mines: what the worked cases leave out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from facts import steps_of

from companion.engine.actions import Entry
from companion.engine.board import say_reminder
from companion.engine.play import list_actions, make_offer, write_entry
from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import start_game
from companion.engine.state import OVER, PLAYING, SCORING
from companion.engine.text import RuleError
from companion.games.lost_mines import GAME
from companion.games.lost_mines.state import State
from companion.record.record import EntryError, Record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida")
THREE = ("yellow-loyal", "blue-loyal", "yellow-selfish")
AGREED: Entry = {"kind": "end", "reason": "agreed"}


def deal(*cards: str, first: int = 0) -> Entry:
    (aside,) = GAME.prepare(len(cards), {})
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 3, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def turn(by: int, *more: Entry, card: str = "play-path") -> list[Entry]:
    """A whole turn: a card, what else happens, the end."""
    return [{"kind": card, "by": by}, *({**one, "by": by} for one in more), {"kind": "end-turn", "by": by}]


def mine(name: str) -> Entry:
    return {"kind": "reveal-mine", "mine": name}


def take(name: str) -> Entry:
    return {"kind": "take-treasure", "treasure": name}


def two_taken() -> list[Entry]:
    """A round in which Anna and Cleo take a treasure each, Ben meets the dragon, and the table stops."""
    return [
        *turn(0, mine("gold"), take("gold")),
        *turn(1, mine("dragon")),
        *turn(2, mine("silver"), take("silver")),
        AGREED,
    ]


@pytest.mark.parametrize(("players", "sentences"), [(4, 2), (6, 2), (9, 1)])
def test_the_table_prepares_the_dwarf_cards_when_they_are_dealt_by_hand(players: int, sentences: int) -> None:
    phones = GAME.list_preparation(players, {"dealing": "phones"}, 1)
    by_hand = GAME.list_preparation(players, {"dealing": "cards"}, 1)
    assert len(by_hand) - len(phones) == sentences - 1
    assert len(GAME.list_preparation(players, {"dealing": "cards"}, 2)) == len(by_hand) + 1


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([mine("gold"), {"kind": "cross-trap"}], "can't move any more"),
        ([mine("gold"), mine("silver")], "can't move any more"),
        ([mine("gold"), take("gold"), mine("silver")], "can't move any more"),
        ([{"kind": "thunderstorm"}], "has already been played this turn"),
    ],
)
def test_what_a_turn_does_not_allow(entries: list[Entry], why: str) -> None:
    trap = turn(0, card="trap")
    with pytest.raises(EntryError, match=why):
        played(deal(*THREE), *trap, {"kind": "play-path", "by": 1}, *({**one, "by": 1} for one in entries))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"kind": "tool", "by": 0, "tool": "hammer"}, "tool can't be hammer: one of axe, boat, rope was expected"),
        ({"kind": "look", "by": 0, "look": "mine", "seat": 1}, "unknown field seat"),
        ({"kind": "look", "by": 0, "look": "card"}, "the field seat is missing"),
        ({"kind": "discard", "by": 0, "count": 3}, "count must be from 1 to 2"),
        ({"kind": "correct", "seat": 1, "treasures": 4}, "only 3 treasures left"),
    ],
)
def test_refusals_at_the_start_of_a_round(entry: Entry, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        played(deal(*THREE), entry)


def test_after_another_mine_was_turned_up_only_its_treasure_can_be_taken() -> None:
    record = played(deal(*THREE), *turn(0, mine("gold")), {"kind": "play-path", "by": 1}, {**mine("silver"), "by": 1})
    with pytest.raises(EntryError, match="Ben is on the silver mine"):
        record.append({**take("gold"), "by": 1})
    record.append({**take("silver"), "by": 1})
    assert record.state.seats[1].treasures == 1


def test_the_last_treasure_given_by_a_correction_does_not_end_the_round() -> None:
    record = played(deal(*THREE), {"kind": "correct", "seat": 1, "treasures": 3}, *turn(0, mine("gold")))
    assert (record.state.status, record.state.treasures_left) == (PLAYING, 0)
    with pytest.raises(EntryError, match="there are no treasures left on the table"):
        played(*record.entries, {"kind": "look", "by": 1, "look": "treasure"})
    with pytest.raises(EntryError, match="there are no treasures left on the table"):
        played(*record.entries, {"kind": "play-path", "by": 1}, {**take("gold"), "by": 1})


def test_the_troll_of_a_player_who_left_goes_in_the_skipped_turn_and_comes_no_more() -> None:
    record = played(deal(*THREE), *turn(0, card="troll"), {"kind": "retire", "seat": 0}, *turn(1), *turn(2))
    assert record.state.trolls == []
    assert record.state.reminders == [{"seat": 0, "kind": "remove-troll"}, {"seat": 0, "kind": "skip-turn"}]
    assert (
        str(say_reminder(GAME, record.state, record.state.reminders[0])[0])
        == "Remove your troll from the board and discard its card."
    )
    record.append({"kind": "return", "seat": 0})
    for entry in (*turn(1), *turn(2)):
        record.append(entry)
    assert (record.state.running.seat, record.state.reminders) == (0, [])


# -- what is not to be forgotten ----------------------------------------------------------------------------------
def told(state: State, seat: int) -> str:
    return " ".join(str(notice) for notice in GAME.list_notices(state, seat))


def test_whoever_ended_on_a_mine_is_reminded_of_its_treasure_before_the_turn_ends() -> None:
    record = played(deal(*THREE), {"kind": "play-path", "by": 0}, {**mine("gold"), "by": 0})
    assert "is on the gold mine: take one of its treasures" in told(record.state, 0)
    assert not told(record.state, 1)
    (end,) = (action for action in list_actions(GAME, record.state, 0) if action.kind == "end-turn")
    assert str(end.note) == "on a mine? take a treasure first"
    record.append({**take("gold"), "by": 0})
    assert not told(record.state, 0)
    (end,) = (action for action in list_actions(GAME, record.state, 0) if action.kind == "end-turn")
    assert end.note is None


@pytest.mark.parametrize("first", [[mine("gold"), take("gold")], [mine("gold")]])
def test_staying_on_a_mine_takes_another_treasure(first: list[Entry]) -> None:
    record = played(deal(*THREE), *turn(0, *first), *turn(1), *turn(2))
    left = record.state.treasures_left
    assert "is on the gold mine. If it stays there, you take another" in told(record.state, 0)
    for entry in turn(0, take("gold")):
        record.append(entry)
    assert (record.state.treasures_left, record.state.running.seat) == (left - 1, 1)


@pytest.mark.parametrize(
    ("found", "then"),
    [("dragon", []), ("gold", [*turn(0), *turn(1), *turn(2)]), ("gold", [{"kind": "set", "mines": []}])],
    ids=["the dragon's mine", "moved on", "taken back"],
)
def test_who_stands_on_no_mine_with_treasures_is_not_reminded(found: str, then: list[Entry]) -> None:
    record = played(deal(*THREE), *turn(0, mine(found)), *turn(1), *turn(2), *then)
    assert not told(record.state, 0)


def test_nobody_who_has_gone_is_named_to_draw_a_card() -> None:
    entries = [deal(*THREE), {"kind": "retire", "seat": 1}, *turn(0, {"kind": "cross-trap"}, card="trap")]
    assert "Cleo takes a random card from Anna's hand" in sentences(played(*entries))[-2]


def test_what_goes_with_a_thunderstorm_is_told() -> None:
    storm: Entry = {"kind": "thunderstorm", "by": 0, "trolls": [1, 2], "traps": 2}
    record = played(deal(*THREE), {"kind": "set", "trolls": [2, 1], "traps": 2}, storm)
    set_right, stormed = sentences(record)[-2:]
    assert set_right == "Corrected: on the board: Cleo's troll, Ben's troll; 2 traps on the board."
    assert stormed == (
        "Anna plays Thunderstorm and removes a path card. Also remove Ben's troll and discard its card. "
        "Also remove Cleo's troll and discard its card. 2 traps are removed too."
    )


# -- treasure values ----------------------------------------------------------------------------------------------
def test_seats_type_their_values_for_themselves_until_all_are_there() -> None:
    state = played(deal(*THREE), *two_taken()).state
    assert state.status == SCORING
    assert make_offer(GAME, state).acting == (0, 2)
    assert [len(GAME.list_private_fields(state, seat)) for seat in range(3)] == [1, 0, 1]
    assert GAME.list_notices(state, 0)
    assert not GAME.list_notices(state, 1)
    typed: dict[int, dict[str, Any]] = {0: {"values": [4]}}
    early = played(deal(*THREE), *two_taken()[:3]).state
    assert len(GAME.list_private_fields(early, 0)) == 1, "while the round is still played"
    for waits in (early, state):
        assert GAME.make_automatic(waits, typed) is None
    typed[2] = {"values": [3, 1]}
    assert GAME.make_automatic(state, typed) is None
    typed[2] = {"values": [3]}
    assert GAME.make_automatic(state, typed) == {"kind": "treasures", "values": [[4], [], [3]]}


@pytest.mark.parametrize("values", [[0], [True], ["4"], [4, 4], [], 4])
def test_values_a_seat_can_not_type(values: Any) -> None:
    (field,) = GAME.list_private_fields(played(deal(*THREE), *two_taken()).state, 0)
    field.check([4000])
    with pytest.raises(RuleError):
        field.check(values)


def test_values_are_told_once() -> None:
    told = {"kind": "treasures", "values": [[4], [], [3]]}
    with pytest.raises(EntryError, match="already known"):
        played({"kind": "deal", "clans": ["yellow"] * 3, "first": 0}, *two_taken(), told, told, dealing="cards")


def sentences(record: Record) -> list[str]:
    told: list[str] = []
    state = start_game(GAME, record.players, record.given_options)
    for entry in record.entries:
        told.append(str(write_entry(GAME, state, entry)))
        GAME.fold(state, entry)
    return told


# -- the score revealed -------------------------------------------------------------------------------------------
SEATS: tuple[tuple[str, list[Any], bool], ...] = (
    ("blue-loyal", [3], False),
    ("yellow-saboteur", [3], False),
    ("blue-loyal", [1], False),
    ("yellow-loyal", [2], False),
    ("blue-selfish", [], True),
)


def facts(*seats: tuple[str, list[Any], bool]) -> dict[str, Any]:
    rows = [
        {"name": name, "card": card, "treasures": treasures, "dragon": dragon}
        for name, (card, treasures, dragon) in zip(NAMES, seats, strict=False)
    ]
    return {"seats": rows}


def given(*rounds: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": "lost-mines", "options": {}, "rounds": list(rounds)}


def test_what_cannot_be_split_is_told() -> None:
    lines = [line for step in steps_of(GAME, facts(*SEATS)) for line in step.lines]
    assert "1 point can't be split and is lost" in [str(line.text) for line in lines]
    assert "Emil has the dragon token, but no point to give back" in [str(line.text) for line in lines]


def test_every_round_ends_its_story_and_the_last_one_names_the_winners() -> None:
    record = played(deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[4], [], [3]]})
    first = list_steps(GAME, record.state)
    assert str(first[-1].title) == "Points"
    for entry in (deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[1], [], [2]]}):
        record.append(entry)
    assert record.state.status == OVER
    standing, winners = list_steps(GAME, record.state)[-2:]
    assert [(str(line.text), line.amount) for line in standing.lines] == [
        ("3. Ben: 0 + 0 = 0", 0),
        ("1. Anna: 4 + 1 = 5", 5),
        ("1. Cleo: 3 + 2 = 5", 5),
    ]
    assert [line.seat for line in winners.lines if line.icon == "crown"] == [0, 2]


def test_a_game_of_one_round_speaks_of_no_rounds_when_its_score_is_told() -> None:
    record = played(deal(*THREE), *two_taken(), {"kind": "treasures", "values": [[4], [], [3]]}, rounds=1)
    assert record.state.status == OVER
    for steps in (list_steps(GAME, record.state), steps_of(GAME, facts(*SEATS))):
        assert not [step.title for step in steps if "round" in str(step.title).lower()]


# -- facts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([("yellow-loyal", [], False)] * 4, "can't be in play together with 4 players"),
        ([("yellow-loyal", [], False), ("blue-loyal", [], False)], "for 3 to 9 players"),
        ([(card, [2, 1], False) for card in THREE], "only 3 on the table"),
        ([(card, [0], False) for card in THREE], "Anna: treasures must be from 1"),
        ([(card, ["x"], False) for card in THREE], "Anna: treasures must be a whole number"),
        ([(card, [], 1) for card in THREE], "Anna: dragon must be true or false"),
        ([("green-loyal", [], False)] * 3, "Anna: card can't be green-loyal"),
    ],
)
def test_facts_that_can_not_be(seats: Sequence[Any], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        score_rounds(GAME, given(facts(*seats)))


def test_facts_of_different_players_do_not_make_one_game() -> None:
    one = facts(*((card, [], False) for card in THREE))
    other = json.loads(json.dumps(one).replace("Anna", "Zoe"))
    with pytest.raises(RuleError, match="same players"):
        score_rounds(GAME, given(one, other))
