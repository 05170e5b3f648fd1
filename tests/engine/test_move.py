"""A kind of entry: who can make it when, how its entry is judged, and how the log says it."""

from typing import Any

import pytest
from harbour import dealt, enter, lobby, plays

from companion.engine.actions import Entry
from companion.engine.conditions import condition
from companion.engine.fields import Flag, Piece, any_seat, pieces
from companion.engine.move import ButtonPerPiece, Move, Variant, list_open
from companion.engine.reference import make_guide
from companion.engine.state import RESULT_ONLY, TOKENS
from companion.engine.text import RuleError, T

TOOLS = pieces(
    Piece("axe", T("axe"), "axe", T("sharp"), title=T("An axe"), help=T("It cuts.")), Piece("rope", T("rope"))
)


class Table:
    """As much of a game as a move asks."""

    moves: dict[str, Any] = {}  # noqa: RUF012 - one game, of this file alone
    guide = make_guide((), (), {}, ())


class Give(Move):
    kind, label, icon = "give", T("Give"), "chest"
    asks = (any_seat("to", T("To whom?"), word="other"),)
    log_text = T("{name} gives {other} something.")
    log_text_self = T("{name} keeps it.")


class Find(Move):
    """Two buttons, one of which asks more; chance says how much was found."""

    kind, label = "find", T("Find")
    random_fields = ("count",)
    variants = (
        Variant({"what": "gold"}, T("Gold"), log_text=T("{name} finds gold.")),
        Variant({"what": "gold", "much": True}, T("Much gold"), asks=(Flag("count", T("Counted")),)),
        Variant({"what": "stone"}, T("Stone"), greyed_by=(condition(T("no stone is left"), lambda state, by: False),)),
    )


class ToolMove(Move):
    kind, label = "tool", T("Tool")
    each = ButtonPerPiece(
        "tool", TOOLS, T("Play {tool}"), icon="break-{id}", short={"axe": T("Axe!")},
        among=lambda state: [id for id in TOOLS if id == "axe" or state.chest > 11],
    )  # fmt: skip


class Finish(Move):
    kind, label, seated = "finish", T("Finish"), False


def move(of: type[Move]) -> Move:
    return of(Table())


def judged(of: type[Move], entry: Entry, state: Any = None, drawn: bool = True) -> str:
    """Why it is refused; "" if it is not."""
    try:
        move(of).judge(dealt() if state is None else state, entry, drawn)
    except RuleError as error:
        return str(error)
    return ""


# -- when -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tracking", "why"),
    [
        (RESULT_ONLY, "the app tracks nothing this round: it only deals and scores"),
        (TOKENS, "the app tracks only ongoing effects this round"),
    ],
)
def test_unavailable_reason_says_how_the_round_is_tracked(tracking: str, why: str) -> None:
    state = dealt()
    assert move(Give).unavailable_reason(state, 0) is None
    state.tracking = tracking
    assert str(move(Give).unavailable_reason(state, 0)) == why


def test_unavailable_reason_of_a_move_for_untracked_rounds_where_every_turn_is() -> None:
    class Untracked(Give):
        allowed_tracking = (TOKENS,)

    assert str(move(Untracked).unavailable_reason(dealt(), 0)) == "the app tracks every turn this round"


def test_unavailable_reason_of_a_seat_that_sits_out_where_no_turns_are_tracked() -> None:
    class Anytime(Give):
        allowed_tracking = (TOKENS,)

    state = dealt()
    state.tracking = TOKENS
    state.seats[1].sits_out = True
    assert move(Anytime).unavailable_reason(state, 0) is None
    assert str(move(Anytime).unavailable_reason(state, 1)) == "Ben sits out this round"


def test_list_open_leaves_out_what_a_condition_forbids() -> None:
    class Never(Give):
        conditions = (condition(T("never"), lambda state, by: False),)

    give = move(Give)
    never = move(Never)
    assert list_open([give, never], dealt(), 0) == [give]


# -- buttons --------------------------------------------------------------------------------------------------------
def test_list_variants_is_one_greyed_button_where_greyed_by_is_not_met() -> None:
    class Greyed(Find):
        greyed_by = (condition(T("not here"), lambda state, by: False),)

    (button,) = move(Greyed).actions(dealt(), 0)
    assert (str(button.label), str(button.closed), button.fields) == ("Find", "not here", ())


def test_actions_has_a_button_for_each_variant_with_what_it_asks() -> None:
    gold, much, stone = move(Find).actions(dealt(), 2)
    assert [str(one.label) for one in (gold, much, stone)] == ["Gold", "Much gold", "Stone"]
    assert [one.base for one in (gold, much)] == [
        {"kind": "find", "by": 2, "what": "gold"},
        {"kind": "find", "by": 2, "what": "gold", "much": True},
    ]
    assert [[field.name for field in one.fields] for one in (gold, much, stone)] == [[], ["count"], []]
    assert str(stone.closed) == "no stone is left"


def test_button_per_piece_is_named_and_drawn_by_its_piece() -> None:
    state = dealt()
    axe, rope = move(ToolMove).actions(state, 0)
    assert [(str(one.label), one.icon, one.fixed) for one in (axe, rope)] == [
        ("Play axe", "break-axe", {"tool": "axe"}),
        ("Play rope", "break-rope", {"tool": "rope"}),
    ]
    assert str(axe.note) == "sharp"
    state.chest = 11
    assert [str(one.label) for one in move(ToolMove).actions(state, 0)] == ["Play axe"], "what is among them"


def test_button_per_piece_without_a_label_is_called_and_explained_as_its_piece() -> None:
    found = ButtonPerPiece("tool", TOOLS).variants["axe"]
    assert (str(found.label), found.icon, str(found.short), str(found.help)) == ("axe", "axe", "An axe", "It cuts.")


# -- judging --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"by": 0, "to": 1}, ""),
        ({"by": 0, "to": 1, "at": "2026-01-01", "device": "a phone"}, ""),
        ({"by": 0}, "the field to is missing"),
        ({"by": 0, "to": 3}, "to can't be 3"),
        ({"by": 0, "to": 1, "much": True}, "unknown field much"),
        ({"to": 1}, "by must be a seat: a number from 0 to 2"),
        ({"by": 3, "to": 1}, "by must be a seat: a number from 0 to 2"),
        ({"by": True, "to": 1}, "by must be a seat: a number from 0 to 2"),
    ],
)
def test_judge_names_the_field_that_is_wrong(entry: Entry, why: str) -> None:
    assert judged(Give, {"kind": "give", **entry}).startswith(why)
    assert bool(judged(Give, {"kind": "give", **entry})) == bool(why)


def test_judge_refuses_a_seat_for_a_move_of_the_table() -> None:
    assert judged(Finish, {"kind": "finish"}) == ""
    assert judged(Finish, {"kind": "finish", "by": 0}) == "finish applies to the whole table: leave out the field by"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"what": "gold"}, ""),
        ({"what": "gold", "much": True, "count": True}, ""),
        ({"what": "gold", "count": True}, "unknown field count"),
        ({"what": "stone"}, "no stone is left"),
        ({"what": "wood"}, "what can't be wood: one of gold, stone was expected"),
        ({}, "the field what is missing"),
        ({"what": "stone", "much": True}, "no stone is left"),
    ],
)
def test_judge_finds_the_variant_that_fixes_most(fields: Entry, why: str) -> None:
    said = judged(Find, {"kind": "find", "by": 0, **fields})
    assert said.startswith(why)
    assert bool(said) == bool(why)


def test_judge_asks_for_what_chance_decides_only_once_it_is_drawn() -> None:
    class Drawn(Give):
        random_fields = ("count",)
        asks = (any_seat("count", T("Whom chance names")),)

        def check(self, state: Any, entry: Entry) -> None:
            raise RuleError(T("checked together"))

    assert judged(Drawn, {"kind": "give", "by": 0}, drawn=False) == ""
    assert judged(Drawn, {"kind": "give", "by": 0}) == "the field count is missing"
    assert judged(Drawn, {"kind": "give", "by": 0, "count": 1}) == "checked together"


def test_judge_refuses_before_anything_is_dealt_what_needs_a_turn() -> None:
    with pytest.raises(RuleError, match="nothing has been dealt yet"):
        enter(lobby(), plays(0))


# -- how the log says it --------------------------------------------------------------------------------------------
def test_sentence_fills_in_seats_and_says_what_somebody_does_for_themselves() -> None:
    state = dealt()
    told = [str(move(Give).sentence(state, plays(0, "give", to=to))) for to in (1, 0)]
    assert told == ["Anna gives Ben something.", "Anna keeps it."]


def test_sentence_of_a_variant_is_its_own_and_else_names_the_move() -> None:
    state = dealt()
    told = [str(move(Find).sentence(state, plays(0, "find", what=what))) for what in ("gold", "stone")]
    assert told == ["Anna finds gold.", "Anna: Find"]
    assert str(move(Finish).sentence(state, {"kind": "finish"})) == "Finish"


def test_apply_untracked_clears_reminders_only_where_something_is_laid() -> None:
    class Lays(Give):
        lays = True

    for of, left in ((Give, 1), (Lays, 0)):
        state = dealt()
        state.reminders = [{"seat": 0, "kind": "lift-fog"}]
        move(of).apply_untracked(state, plays(0, "give", to=1))
        assert len(state.reminders) == left
