"""The layer that games are declared on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, cast

import pytest
from facts import steps_of

from companion.engine import hands
from companion.engine import state as shared
from companion.engine.facts import Fact, FactValue, PiecesFact, RevealedFact, SettableFact, TimedTokens, TurnStartEffect
from companion.engine.fields import Piece, pieces
from companion.engine.game import Game
from companion.engine.scoring import write_sum
from companion.engine.state import PLAYING
from companion.engine.text import TN, T
from companion.engine.views import make_view
from companion.engine.visibility import TABLE, TRUTH, Viewer, is_told
from companion.games import game_by_id, list_offered

MARKERS = pieces(Piece("round", T("round")), Piece("square", T("square")))


@dataclass
class Seat(hands.Seat):
    kept_between_rounds = ("gold",)

    gold: int = 0


@dataclass
class State(hands.State[Seat, shared.Turn]):
    webs: list[dict[str, Any]] = field(default_factory=list)


def table(players: int = 3) -> State:
    return State({"dealing": "phones", "count_cards": True}, [Seat(f"P{n}") for n in range(players)])


def see(state: State, viewer: Viewer, of_table: Any = (), of_seat: Any = (), held: Any = ()) -> dict[str, Any]:
    """Return the view of a game with these facts."""
    opened = [SimpleNamespace(opens=one) for one in held]
    game = SimpleNamespace(id="game", of_table=of_table, of_seat=of_seat, list_held=lambda state, seat: opened)
    return make_view(cast("Game", game), state, viewer)


def test_each_method_of_a_game_is_overridden_by_some_game() -> None:
    """One that no game overrides works alike for all: it is a function, and whoever writes a game needn't read it."""
    methods = {name for name, value in vars(Game).items() if callable(value) or isinstance(value, cached_property)}
    games = [cls for game in list_offered().values() for cls in type(game).__mro__ if cls not in Game.__mro__]
    overridden = {name for cls in games for name in vars(cls)}
    assert {name for name in methods - overridden if not name.startswith("_")} == set()


# -- views ----------------------------------------------------------------------------------------------------------
def test_what_is_not_listed_is_in_no_view() -> None:
    state = table()
    state.deck = 7
    view = see(state, TRUTH, of_seat=(hands.HAND,))
    assert "deck" not in view
    assert set(view["seats"][0]) == {"name", "hand"}


def test_a_covered_fact_is_seen_by_who_holds_it_and_when_it_is_told() -> None:
    state = table()
    state.status, state.seats[1].card = PLAYING, "red"
    listed = (Fact("card", known=is_told),)

    def cards(viewer: Viewer, *held: tuple[str, int]) -> list[Any]:
        return [seat["card"] for seat in see(state, viewer, of_seat=listed, held=held)["seats"]]

    assert cards(TABLE) == cards(Viewer(1)) == [None, None, None]
    assert cards(Viewer(1, held=True), ("card", 1)) == cards(TRUTH) == [None, "red", None]
    state.status = shared.OVER
    assert cards(TABLE) == [None, "red", None]
    assert cards(Viewer(told=False)) == [None, None, None]


def test_a_view_is_a_copy() -> None:
    state = table()
    web = {"marker": "round", "side": 2, "owner": 1}
    state.webs = [dict(web)]
    view = see(state, TABLE, of_table=(WEBS,))
    assert view["webs"] == [web]
    view["webs"][0]["side"] = 1
    assert state.webs == [web]


# -- timers ---------------------------------------------------------------------------------------------------------
WEBS = TimedTokens(
    "webs", pieces=MARKERS, names="marker", countdown=2, title=T("{marker} web of {name}"),
    flips=TurnStartEffect("flip-web", T("Flip your {marker} web.")),
    goes=TurnStartEffect("remove-web", T("Take your {marker} web off.")),
)  # fmt: skip


def test_one_thing_with_sides_needs_no_name() -> None:
    """Each seat has one at most."""
    lamp = TimedTokens(
        "webs", T("Lamps"), countdown=3, title=T("{name}'s lamp, showing {side}"), goes=TurnStartEffect("out",
        T("Out.")),
        flips=TurnStartEffect("turn", T("Turn it to {side}."), T("turns to {next}")), log_text=T("lamps: {webs}"),
    )  # fmt: skip
    state = table()
    lamp.add(state, 1)
    lamp.add(state, 1)
    lamp.add(state, 2)
    assert state.webs == [{"side": 3, "owner": 1}, {"side": 3, "owner": 2}]
    (thing, _) = lamp.things({"webs": state.webs, "seats": [{"name": seat.name} for seat in state.seats]})
    assert (str(thing.title), str(thing.note), thing.count) == ("P1's lamp, showing 3", "turns to 2", 3)
    state.status = PLAYING
    lamp.field(state).check(state.webs)
    believed = FactValue(lamp, -1, lamp.field(state), state.webs, lamp.count_sides(state))
    (placed,) = lamp.tokens(believed, 1)
    assert (placed.shows, placed.most, placed.counted) == (3, 3, False)
    assert placed.with_token(1) == [{"side": 3, "owner": 2}, {"side": 1, "owner": 1}]
    shown = []
    for _ in range(3):
        lamp.start_turn(state, 1)
        shown.append([one["side"] for one in state.webs])
    assert shown == [[2, 3], [1, 3], [3]]
    assert [one["kind"] for one in state.reminders] == ["turn", "turn", "out"]
    assert lamp.name_in(state.reminders[0])[1] == {"side": 2}
    assert lamp.find(state, 2)
    lamp.take(state, 2)
    assert state.webs == []


GOES = TurnStartEffect("goes", T("It goes."))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: TimedTokens("webs", countdown=3, goes=GOES, title=T("a web")), "nothing says what its owner does"),
        (lambda: TimedTokens("webs", flips=GOES, goes=GOES, title=T("a web")), "it has one side alone"),
        (lambda: TimedTokens("webs", countdown=0, goes=GOES, title=T("a web")), "one of its sides at least"),
        (lambda: TimedTokens("webs", pieces=MARKERS, most=2, goes=GOES, title=T("a web")), "can't be several"),
        (lambda: SettableFact("webs", countdown=2), "nothing turns them over"),
        (lambda: PiecesFact("webs"), "it has no pieces"),
        (lambda: RevealedFact("webs", pieces=MARKERS, only="oval"), "it has no piece 'oval'"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused_when_it_is_made(make: Callable[[], Fact], why: str) -> None:
    with pytest.raises(ValueError, match=f"'webs': .*{why}"):
        make()


# -- sentences ------------------------------------------------------------------------------------------------------
def test_a_template_takes_the_values_it_has_a_place_for() -> None:
    assert str(T("{name} lays {what}.", what="a web").fill(name="Anna", what="boots", gold=3)) == "Anna lays a web."
    assert str(TN("{n} card", "{n} cards").fill(n=2)) == "2 cards"
    assert str(TN("{n} card", "{n} cards").fill(n=1)) == "1 card"


def test_where_nobody_has_anything_nobody_wins() -> None:
    last = steps_of(game_by_id("saboteur"), {"cards": ["gold-digger"] * 4, "finder": None})[-1]
    assert [str(last.title), str(last.lines[0].text)] == ["Nobody wins", "Everyone has 0 nuggets."]


def test_less_than_nothing_has_the_sign_of_what_is_taken_off() -> None:
    assert str(write_sum([-1, 1, -2])) == "−1 + 1 − 2"
