"""Facts of a seat and of the table: how each is drawn, set, said, and when it goes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.engine import hands
from companion.engine import state as shared
from companion.engine.facts import (
    CountFact,
    Fact,
    FactValue,
    FlagFact,
    NumberFact,
    OrderFact,
    PiecesFact,
    RevealedFact,
    SettableFact,
    TimedTokens,
    Token,
    TurnStartEffect,
    as_json,
)
from companion.engine.fields import Piece, pieces
from companion.engine.state import PLAYING
from companion.engine.text import TN, RuleError, T

MARKERS = pieces(Piece("round", T("round")), Piece("square", T("square")))


@dataclass
class Seat(hands.Seat):
    gold: int = 0
    boots: bool = False


@dataclass
class State(hands.State[Seat, shared.Turn]):
    webs: list[Any] = field(default_factory=list)
    pool: int = 5
    out: list[int] = field(default_factory=list)
    goals: list[str] = field(default_factory=list)


def table(players: int = 3) -> State:
    return State({"dealing": "phones", "count_cards": True}, [Seat(f"P{n}") for n in range(players)])


# -- as they are drawn ----------------------------------------------------------------------------------------------
def test_as_json_copies_deep_and_makes_lists() -> None:
    given = {"a": (1, [2]), "b": {"c": 3}}
    copied = as_json(given)
    assert copied == {"a": [1, [2]], "b": {"c": 3}}
    copied["b"]["c"] = 4
    assert given["b"] == {"c": 3}


@pytest.mark.parametrize(
    ("always", "value", "count"),
    [(False, 3, 3), (False, 0, ...), (True, 0, 0), (True, None, ...), (False, True, None), (False, False, ...)],
)
def test_fact_badges_show_what_is_there_and_nothing_that_is_not(always: bool, value: Any, count: Any) -> None:
    fact = Fact("gold", icon="gold", sign=TN("{n} gold", "{n} gold"), always=always)
    badges = fact.badges({"gold": value})
    assert [one.count for one in badges] == ([] if count is ... else [count])


def test_fact_badges_of_several_piles_are_one_each() -> None:
    fact = Fact("deck", icon="deck", sign=T("Deck {group}"))
    badges = fact.badges({"deck": {"I": 4, "II": 0}})
    assert [(str(one.label), one.count) for one in badges] == [("Deck I", 4), ("Deck II", 0)]


def test_fact_without_a_sign_has_no_badge() -> None:
    assert Fact("gold").badges({"gold": 3}) == []


def test_current_value_is_the_attribute_or_what_is_computed() -> None:
    state = table()
    state.seats[1].gold = 4
    assert Fact("gold").current_value(state, 1) == 4
    assert Fact("pool").current_value(state, -1) == 5
    assert Fact("gold", value=lambda state, seat: state.seats[seat].gold * 2).current_value(state, 1) == 8


# -- yes or no, numbers, pieces, order ------------------------------------------------------------------------------
BOOTS = FlagFact(
    "boots", T("Boots"), icon="boots", sign=T("boots"), log_text=T("{name} has boots"),
    log_text_false=T("{name} has no boots"), goes=TurnStartEffect("off", T("Off.")),
)  # fmt: skip


def test_flag_fact_falls_when_its_owners_turn_starts() -> None:
    state = table()
    state.seats[1].boots = True
    BOOTS.start_turn(state, 0)
    assert (state.seats[1].boots, state.reminders) == (True, [])
    BOOTS.start_turn(state, 1)
    assert (state.seats[1].boots, state.reminders) == (False, [{"seat": 1, "kind": "off"}])
    BOOTS.start_turn(state, 1)
    assert len(state.reminders) == 1


def test_settable_fact_says_what_is_so_and_what_is_not() -> None:
    state = table()
    assert [str(BOOTS.sentence(state, 2, value)) for value in (True, False)] == ["P2 has boots", "P2 has no boots"]


def test_settable_fact_is_open_while_the_round_is_played_for_who_plays() -> None:
    state = table()
    assert not BOOTS.is_open(state, 0)
    state.status = PLAYING
    state.seats[1].sits_out = True
    assert [BOOTS.is_open(state, seat) for seat in (-1, 0, 1)] == [True, True, False]


def test_number_fact_with_a_title_is_one_thing_while_there_are_any() -> None:
    fact = NumberFact("traps", T("Traps"), icon="trap", title=TN("{n} trap", "{n} traps"))
    assert fact.things({"traps": 0}) == []
    assert [str(one.title) for one in fact.things({"traps": 2})] == ["2 traps"]


def test_pieces_fact_has_a_sign_for_each() -> None:
    fact = PiecesFact("tools", T("Tools"), pieces=MARKERS, names="tool", sign=T("{tool} is broken"), tone="bad")
    found = fact.badges({"tools": ["square", "round"]})
    assert [(str(one.label), one.tone) for one in found] == [("square is broken", "bad"), ("round is broken", "bad")]


def test_revealed_fact_of_one_piece_may_be_named_as_often_as_there_are() -> None:
    fact = RevealedFact("goals", T("Goals"), pieces=MARKERS, only="round", most=2, log_text=T("revealed: {goals}"))
    state = table()
    fact.field(state).check(["round", "round"])
    for wrong in (["square"], ["round"] * 3):
        with pytest.raises(RuleError):
            fact.field(state).check(wrong)
    assert str(fact.sentence(state, -1, ["round", "round"])) == "revealed: round, round"
    assert [str(one.note) for one in fact.things({"goals": ["square"]})] == ["revealed"]


def test_order_fact_shows_each_ones_place_in_the_order() -> None:
    fact = OrderFact("out", T("Out"), icon="leave", sign=T("number {n}"), log_text=T("out: {out}"))
    view = {"out": [2, 0]}
    assert [[one.count for one in fact.list_beside(view, seat)] for seat in range(3)] == [[2], [], [1]]
    assert str(fact.sentence(table(), -1, [2, 0])) == "out: P2, P0"
    assert fact.badges(view) == []


def token(fact: SettableFact, state: State, place: int, number: int = 0) -> Token:
    whose = -1 if fact.shown_at_seats else place
    value = fact.current_value(state, whose)
    believed = FactValue(fact, whose, fact.field(state), value, fact.count_sides(state))
    return list(fact.tokens(believed, place))[number]


def test_token_with_token_sets_a_flag_and_refuses_more_than_there_can_be() -> None:
    placed = token(BOOTS, table(), 1)
    assert (placed.shows, placed.after_a_tap, placed.with_token(1)) == (0, 1, True)
    for wrong in (-1, 2):
        with pytest.raises(RuleError, match="boots: it can't be"):
            placed.with_token(wrong)


def test_token_of_an_order_is_told_with_its_place() -> None:
    fact = OrderFact("out", T("Out"), icon="leave")
    state = table()
    state.out = [2, 0]
    assert [(token(fact, state, seat).shows, token(fact, state, seat).order) for seat in range(3)] == [
        (1, 2),
        (0, 0),
        (1, 1),
    ]
    assert token(fact, state, 1).with_token(1) == [2, 0, 1]
    assert token(fact, state, 2).with_token(0) == [0]


# -- what is counted ------------------------------------------------------------------------------------------------
GOLD = CountFact(
    "gold", T("Gold"), icon="gold", sign=TN("{n} gold", "{n} gold"), stock="pool",
    too_little=T("the pool has only {pool} gold left"), after=True,
)  # fmt: skip


def test_count_fact_takes_from_its_stock_and_gives_back() -> None:
    state = table()
    GOLD.change(state, 1, 3)
    assert (state.seats[1].gold, state.pool) == (3, 2)
    GOLD.set_value(state, 1, 1)
    assert (state.seats[1].gold, state.pool) == (1, 4)


def test_why_scarce_refuses_more_than_the_stock_has() -> None:
    state = table()
    assert GOLD.why_scarce(state, 5) is None
    assert str(GOLD.why_scarce(state, 6)) == "the pool has only 5 gold left"


def test_say_change_of_a_secret_says_only_by_how_much() -> None:
    state = table()
    state.seats[0].gold = 2
    assert str(GOLD.say_change(state, 0, 1)) == "P0 has 3 gold"
    secret = CountFact("gold", T("Gold"), sign=T("{n}"), known=lambda state, viewer, seat: False)
    assert str(secret.say_change(state, 0, -1)) == "P0: Gold −1"


def test_count_fact_is_corrected_after_the_play_only_where_it_is_declared() -> None:
    state = table()
    assert GOLD.is_open(state, 0)
    assert not CountFact("gold", T("Gold")).is_open(state, 0)


# -- what goes by itself --------------------------------------------------------------------------------------------
WEBS = TimedTokens(
    "webs", pieces=MARKERS, names="marker", countdown=2, title=T("{marker} web of {name}"),
    flips=TurnStartEffect("flip-web", T("Flip your {marker} web.")),
    goes=TurnStartEffect("remove-web", T("Take your {marker} web off.")),
)  # fmt: skip


def test_timed_tokens_with_sides_need_no_name() -> None:
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
def test_settable_fact_refuses_a_declaration_that_cannot_work(make: Callable[[], Fact], why: str) -> None:
    with pytest.raises(ValueError, match=f"'webs': .*{why}"):
        make()


def test_timed_tokens_of_a_piece_lie_once_and_in_the_order_of_the_pieces() -> None:
    state = table()
    WEBS.add(state, 1, "square")
    WEBS.add(state, 2, "round")
    WEBS.add(state, 0, "square")
    assert state.webs == [
        {"marker": "round", "side": 2, "owner": 2},
        {"marker": "square", "side": 2, "owner": 0},
    ]
    assert WEBS.find(state, "square")["owner"] == 0
    assert WEBS.find(table(), "square") is None


def test_timed_tokens_turn_at_their_owners_turn_alone_and_then_go() -> None:
    state = table()
    WEBS.add(state, 1, "round")
    WEBS.start_turn(state, 0)
    assert (state.webs[0]["side"], state.reminders) == (2, [])
    for _ in range(2):
        WEBS.start_turn(state, 1)
    assert state.webs == []
    assert state.reminders == [
        {"seat": 1, "kind": "flip-web", "marker": "round", "side": 1},
        {"seat": 1, "kind": "remove-web", "marker": "round"},
    ]


def test_timed_tokens_without_pieces_or_sides_are_a_list_of_owners() -> None:
    trolls = TimedTokens("webs", T("Trolls"), most=9, title=T("{name}'s troll"), goes=TurnStartEffect("go", T("Go.")))
    state = table()
    for owner in (1, 1, 2):
        trolls.add(state, owner)
    assert state.webs == [1, 1, 2]
    assert token(trolls, state, 1).with_token(3) == [1, 1, 2, 1]
    trolls.take(state, 1)
    trolls.start_turn(state, 1)
    assert (state.webs, state.reminders) == ([2], [{"seat": 1, "kind": "go"}])


def test_token_of_a_piece_that_lies_elsewhere_says_where() -> None:
    state = table()
    WEBS.add(state, 1, "round")
    here, there = (token(WEBS, state, place) for place in (1, 0))
    assert ((here.shows, here.owner), (there.shows, there.owner)) == ((2, None), (0, 1))
    assert there.with_token(2) == [{"marker": "round", "side": 2, "owner": 0}]
