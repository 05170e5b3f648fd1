"""The fifth person: looks at their card, taps when it is their turn, and leaves to others what is theirs."""

from random import Random

import pytest
from prepared import Steady

from companion.demo.fifth import THINKS, FifthPerson
from companion.demo.frames import Demo, create_demo
from companion.engine.game import Game
from companion.games import list_offered
from companion.storage.store import Store
from companion.table import Stage
from companion.table.commands import play, rounds, seating
from companion.table.log import device_name
from companion.web.sse import Hub

FIFTH = 4


@pytest.fixture
def demo(store: Store) -> Demo:
    return create_demo(store, Hub())


@pytest.fixture
def fifth(demo: Demo) -> FifthPerson:
    return FifthPerson(demo.table, Hub(), demo.fifth, Random(1))


def waits(fifth: FifthPerson, steady: Steady) -> None:
    """They look at the table, think, and look again."""
    fifth.look()
    steady.now += THINKS
    fifth.look()


def deal(demo: Demo, game: str, first: int = FIFTH) -> None:
    demo.table.run(rounds.choose, game, {})
    demo.table.run(rounds.deal, first)


def test_fifth_person_is_connected_and_does_nothing_before_a_deal(demo: Demo, fifth: FifthPerson) -> None:
    before = demo.table.state
    fifth.look()
    assert fifth.hub.list_connected(demo.table.code) == {frozenset({before.seats[FIFTH].id})}
    assert demo.table.state is before


def test_fifth_person_looks_at_their_card_after_two_seconds(demo: Demo, fifth: FifthPerson, steady: Steady) -> None:
    deal(demo, "saboteur")
    fifth.look()
    steady.now += THINKS / 2
    fifth.look()
    assert not any(place.looked for place in demo.table.view.places)
    steady.now += THINKS / 2
    fifth.look()
    assert [place.looked for place in demo.table.view.places] == [False] * FIFTH + [True]
    assert demo.table.view.stage is Stage.LOOKING


@pytest.mark.parametrize("game", [game for game in list_offered().values() if game.in_turns])
def test_fifth_person_taps_once_when_it_is_their_turn_and_then_waits(
    demo: Demo, fifth: FifthPerson, steady: Steady, game: Game
) -> None:
    deal(demo, game.id)
    demo.table.run(rounds.start_early)
    assert demo.table.state.stage is Stage.PLAYING
    for _ in range(4):  # a game whose turns have several taps
        waits(fifth, steady)
    at = demo.table.state
    assert at.state.turn.seat != FIFTH
    assert {tap.device for tap in at.taps[1:]} <= {device_name(FIFTH), "app"}
    entered = len(at.taps)
    waits(fifth, steady)
    assert len(demo.table.state.taps) == entered


def test_fifth_person_stops_when_a_phone_takes_their_seat(demo: Demo, fifth: FifthPerson, steady: Steady) -> None:
    deal(demo, "saboteur")
    demo.table.run(rounds.start_early)
    demo.table.run(seating.take_seat, demo.table.state.seats[FIFTH].id)
    before = demo.table.state
    waits(fifth, steady)
    assert demo.table.state is before
    assert fifth.hub.list_connected(demo.table.code) == set()


def test_fifth_person_leaves_the_result_to_others(demo: Demo, fifth: FifthPerson, steady: Steady) -> None:
    deal(demo, "saboteur")
    demo.table.run(rounds.start_early)
    demo.table.run(play.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    before = len(demo.table.state.record.entries)
    for _ in range(3):
        waits(fifth, steady)
    assert len(demo.table.state.record.entries) == before
