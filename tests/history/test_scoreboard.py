"""Totals over a game night: who is ranked how, which side leads, and the line that is true of one alone."""

from typing import Any

import pytest

from companion.engine.text import T
from companion.history.scoreboard import (
    ALONE,
    EACH_SIDE,
    LAST_THREE,
    Deal,
    Dealt,
    SideCard,
    find_leading,
    find_true_line,
    make_rows,
)

# -- the counting -----------------------------------------------------------------------------------------------------
SIDES = {name: SideCard(T("{name}", name=name), beside=name == "d") for name in "abcd"}
"""Whoever wins on the last one wins alongside the others."""


def evening(*deals: str) -> list[Deal]:
    """For each person a side ("x": on none), a letter ("?": was forgotten), and whether they won; "." can't win."""
    wins = {"+": True, "-": False, ".": None}
    return [[Dealt(one[1].strip("?"), SIDES.get(one[0]), wins[one[2]]) for one in deal.split()] for deal in deals]


@pytest.mark.parametrize(
    ("deals", "crowned", "seated", "rows"),
    [
        (["aA- aB+ b?+", "aA+ bB+"], "", "AB", [("B", 2, 0), ("A", 1, 0)]),
        (["aA+ aB+ bC-", "cD."], "B", "DCA", [("B", 1, 1), ("A", 1, 0), ("D", 0, 0), ("C", 0, 0)]),
        (["aA+ aB+"], "", "FBA", [("B", 1, 0), ("A", 1, 0)]),
        (["aA- aB+"], "AA", "", [("B", 1, 0), ("A", 0, 2)]),
    ],
)
def test_make_rows_ranks_who_was_dealt_in_by_wins_crowns_and_seats(
    deals: Any, crowned: str, seated: str, rows: Any
) -> None:
    assert make_rows(evening(*deals), crowned, seated) == rows


@pytest.mark.parametrize(
    ("deals", "sides", "most"),
    [
        (["aA- bB-"], "", 0),
        (["aA+ aB+ bC+"], "ab", 1),
        (["aA+ dB+", "dA+ bB-"], "ad", 1),
        (["aA+ xB+", "bA+ aB-", "bA- bB+"], "b", 2),
    ],
)
def test_find_leading_takes_the_sides_that_have_won_most(deals: Any, sides: str, most: int) -> None:
    """One that wins alongside others has won if only it has."""
    assert find_leading(evening(*deals)) == ([SIDES[side] for side in sides], most)


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        (["aA+ bB- bC-"], (ALONE, "A")),
        (["aA+ aB- bC-"], None),
        (["aA+ bB+ cC-"], None),
        (["dA+ aB+ cC-"], None),
        (["dA+ aB- cC-"], (ALONE, "A")),
        (["xA+ bB- bC-"], None),
        (["a?+ bB- bC-"], None),
        (["aA+ bB- bC-", "bA- aB- bC-", "bA- aB+ bC-"], None),
        (["aA+ aB+ bC- bD-", "aC- aD- bA+ bE+"], (EACH_SIDE, "A")),
        (["aA+ aB+ bC- bD-", "bA+ bB+ aC-"], None),
        (["aA+ aB+ bC- bD-", "bA+ bE+ cC. xD-"], (EACH_SIDE, "A")),
        (["aA+ aB+ bC- bD-", "bA+ bE+ cC-"], None),
        (["aA+ aB-"], None),
        (["aA+ bB- bC-", "bB+ bC+ aA-", "aB+ aC- bA-"], (ALONE, "A")),
        (["aA+ aB+", "aA+ aB+", "aA+ aC+"], (LAST_THREE, "A")),
        (["aA- aB+", "aA+ aB+", "aA+ aB-", "aA+ aB+"], (LAST_THREE, "A")),
        (["aA+ aB+", "aA+ aB+", "aA+ aB+"], None),
    ],
)
def test_find_true_line_is_of_one_alone(deals: Any, told: Any) -> None:
    assert find_true_line(evening(*deals)) == told


# -- at a table -------------------------------------------------------------------------------------------------------
