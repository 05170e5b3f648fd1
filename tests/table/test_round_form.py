"""The form for the result of a round: its fields by their paths, and what has been filled in."""

from dataclasses import replace

import pytest
from in_memory import AGREED, CAVE, DEAL, enter, table_of

from companion.engine.actions import Entry
from companion.engine.fields import Field, FixedList, OptionalRank
from companion.engine.round_facts import require_sheet
from companion.engine.text import RuleError
from companion.storage.store import RevealProgress, RoundDraft
from companion.table import TableState
from companion.table.round_form import (
    current_form,
    fields_by_path,
    find_results_entry,
    form_of_entry,
    list_paths,
    read_draft,
    says_order,
    values_by_field,
)

CAVE_RESULT = {**CAVE, "follow": "nothing"}
NOBODY = {"gold": 3, "out": None}
FACTS = {"kind": "facts", "seats": [NOBODY, NOBODY, NOBODY, {"gold": 4, "out": 1}]}


@pytest.fixture
def cave() -> TableState:
    """A round of The Dark Cave whose turns are not tracked, while its result is filled in."""
    table = table_of("dark-cave", CAVE_RESULT)
    table.update_game(draft=RoundDraft(1, open=True, values={"gold.2": 7}, hands={"2": 2}))
    return table


def fields_of(table: TableState) -> tuple[Field, ...]:
    return tuple(require_sheet(table.record.game).list_asked(table.state))


def test_read_draft_is_a_new_one_for_another_round(cave: TableState) -> None:
    assert read_draft(cave).values == {"gold.2": 7}
    cave.update_game(draft=replace(cave.game_row.draft, of=2))
    assert read_draft(cave) == RoundDraft(1)


def test_current_form_has_what_was_filled_in_over_what_the_app_believes(cave: TableState) -> None:
    form = current_form(cave)
    assert form
    assert form.seats == (0, 1, 2, 3)
    assert form.values == {"gold.0": 3, "gold.1": 3, "gold.2": 7, "gold.3": 3}
    assert form.hands == {2: 2}
    assert form.rows["gold.3"] == 3


def test_current_form_is_none_where_nothing_is_filled_in(cave: TableState) -> None:
    cave.update_game(draft=replace(cave.game_row.draft, open=False))
    assert current_form(cave) is None
    tracked = table_of("dark-cave", CAVE)
    tracked.update_game(draft=RoundDraft(1, open=True))
    assert current_form(tracked) is None
    assert current_form(table_of("dark-cave")) is None


def test_find_results_entry_is_the_result_until_the_next_deal(cave: TableState) -> None:
    assert find_results_entry(cave) is None
    enter(cave, FACTS)
    assert find_results_entry(cave) is None, "its score has not been revealed"
    cave.update_game(show=RevealProgress(1, 99))
    assert find_results_entry(cave) == 1
    tracked = table_of("dark-cave", CAVE, AGREED)
    tracked.update_game(show=RevealProgress(1, 99))
    assert find_results_entry(tracked) is None


def test_find_results_entry_is_none_after_secret_gold_was_corrected() -> None:
    told: Entry = {"kind": "facts", "finder": None, "broken": [], "nuggets": []}
    table = table_of("saboteur", {**DEAL, "follow": "nothing"}, told)
    table.update_game(show=RevealProgress(1, 99))
    assert find_results_entry(table) == 1
    enter(table, {"kind": "correct", "seat": 1, "gold": -1})
    assert find_results_entry(table) is None


def test_form_of_entry_has_what_was_told_without_what_the_app_drew(cave: TableState) -> None:
    enter(cave, FACTS)
    form = form_of_entry(cave, 1)
    assert (form.values["gold.3"], form.values["out.3"]) == (4, 1)
    told: Entry = {"kind": "facts", "finder": 0, "broken": [], "nuggets": [3, 2, 2, 1]}
    table = table_of("saboteur", {**DEAL, "follow": "nothing"}, told)
    assert form_of_entry(table, 1).values["nuggets_2"] == 2
    table.record.drawn[1] = ("nuggets",)
    assert form_of_entry(table, 1).values["nuggets_2"] == 0


def test_fields_by_path_names_each_row_of_a_list(cave: TableState) -> None:
    paths = fields_by_path(fields_of(cave))
    assert [*paths] == [f"{name}.{seat}" for name in ("gold", "out") for seat in range(4)]


def test_list_paths_are_those_of_fields_by_path() -> None:
    assert dict(list_paths({"gold": [3, 4], "finder": None})) == {"gold.0": 3, "gold.1": 4, "finder": None}


def test_values_by_field_closes_gaps_in_the_order(cave: TableState) -> None:
    gold = {f"gold.{seat}": 3 for seat in range(4)}
    values = values_by_field(fields_of(cave), {**gold, "out.1": 4, "out.3": 2})
    assert values == {"gold": [3, 3, 3, 3], "out": [0, 2, 0, 1]}


def test_values_by_field_refuses_a_form_with_a_row_missing(cave: TableState) -> None:
    rows = {f"out.{seat}": 0 for seat in range(4)}
    with pytest.raises(RuleError, match="fill in every row"):
        values_by_field(fields_of(cave), {**rows, "gold.0": 3, "gold.1": 3})


def test_values_by_field_asks_for_an_order_that_nobody_has_told(cave: TableState) -> None:
    gold = {f"gold.{seat}": 3 for seat in range(4)}
    with pytest.raises(RuleError, match=r"(?i)who got out, and in which order"):
        values_by_field(fields_of(cave), gold)


def test_values_by_field_has_no_for_what_is_not_ticked() -> None:
    table = table_of("saboteur", {**DEAL, "follow": "nothing"})
    values = values_by_field(fields_of(table), {"finder": 1})
    assert (values["finder"], values["nuggets_3"]) == (1, None)


@pytest.mark.parametrize(
    ("given", "says"),
    [([None, None], False), ([None, 0], False), ([0, 0], True), ([None, 1], True), ([2, 1], True)],
)
def test_says_order_needs_a_place_or_no_from_everybody(cave: TableState, given: list[int | None], says: bool) -> None:
    ranks = next(field for field in fields_of(cave) if field.name == "out")
    assert isinstance(ranks, FixedList)
    rank = ranks.each[0]
    assert isinstance(rank, OptionalRank)
    assert says_order(rank, given) == says
