"""People who come and go between rounds, and a stopped game: shared rules, played in Saboteur."""

from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.dealing import Deal, deal_cards
from companion.engine.views import list_held_secrets, make_snapshot, make_view
from companion.engine.visibility import TABLE, Viewer
from companion.games.saboteur import GAME
from companion.record.record import EntryError, Record
from companion.table.log import Log

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
CARDS = {
    4: ["gold-digger", "gold-digger", "gold-digger", "saboteur"],
    5: ["gold-digger", "gold-digger", "gold-digger", "saboteur", "saboteur"],
    6: ["gold-digger", "gold-digger", "gold-digger", "gold-digger", "saboteur", "saboteur"],
}
OVER: Entry = {"kind": "end", "reason": "cards"}
SIT_DOWN: Entry = {"kind": "join", "name": " Zoe "}


def deal(players: int = 5, **more: Any) -> Entry:
    return {"kind": "deal", "cards": CARDS[players], "aside": ["gold-digger"], "first": 0, **more}


def played(*entries: Entry, **options: Any) -> Record:
    return Record.load(GAME, NAMES, options, [deal(), *entries])


def refused(record: Record, entry: Entry, why: str) -> None:
    with pytest.raises(EntryError, match=why):
        record.append(entry)


# -- sitting out ----------------------------------------------------------------------------------------------------
def test_deal_without_somebody_leaves_them_out_of_the_round() -> None:
    record = played(OVER, deal(4, without=[2], first=1))
    view = make_snapshot(GAME, record.state)
    assert [seat.get("sits_out") for seat in view["seats"]] == [None, None, True, None, None]
    assert (view["seats"][2]["card"], view["seats"][2]["hand"], view["deck"]) == (None, 0, 43)
    assert make_view(GAME, record.state, Viewer(2, held=True)) == make_view(GAME, record.state, TABLE)
    assert list_held_secrets(GAME, record.state, 2) == []
    refused(record, {"kind": "correct", "active": 2}, "active can't be 2")
    refused(record, {"kind": "correct", "seat": 2, "hand": 1}, "Cleo sits out")
    for entry in ({"kind": "retire", "seat": 2}, {"kind": "return", "seat": 2}):
        record.append(entry)


def test_deal_without_somebody_passes_them_over_where_nobody_counts_cards() -> None:
    record = played(OVER, deal(4, without=[2], first=1), {"kind": "discard", "by": 1}, count_cards=False)
    assert record.state.active.name == "Dora"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (deal(4, without=[0]), "first can't be 0"),
        (deal(5, without=[2]), "cards must be a list of 4"),
        (deal(4, without=[5]), "without can't be 5"),
        (deal(4, without=[2, 2]), "twice"),
        (deal(4, without=2), "without must be a list"),
    ],
    ids=["first", "cards", "no seat", "twice", "no list"],
)
def test_deal_refuses_a_without_that_cannot_be(wrong: Entry, why: str) -> None:
    refused(played(OVER), wrong, why)


def test_deal_refuses_where_everybody_who_would_play_has_left() -> None:
    gone: list[Entry] = [{"kind": "retire", "seat": seat} for seat in (1, 2, 3, 4)]
    refused(played(OVER, *gone), deal(4, without=[0], first=1), "everyone who would play has left")


def test_deal_cards_deals_to_those_who_play() -> None:
    state = played(OVER).state
    move = GAME.moves["deal"]
    assert isinstance(move, Deal)
    assert len(deal_cards(GAME, state, lambda cards: None, [1, 4])["cards"]) == 3
    first = next(field for field in move.list_fields_without(state, [1, 4]) if field.name == "first")
    assert [choice.value for choice in first.choices] == [0, 2, 3]  # type: ignore[attr-defined]


# -- sitting down ---------------------------------------------------------------------------------------------------
def test_list_tallies_begins_at_nothing_for_a_newcomer() -> None:
    story = Log(GAME)
    record = Record(GAME, NAMES, {}, story)
    for entry in (deal(), OVER, SIT_DOWN, deal(6), OVER, deal(6), OVER):
        record.append(entry)
    tallies = story.list_tallies(record.state)
    assert {len(tally) for _, tally in tallies} == {6}
    assert [tally[5] for _, tally in tallies] == [0, 0, 3, 6]
