"""The plot of a game: people who see it read names as far as they fit, and people who hear it hear them whole."""

from itertools import pairwise

from companion.history.history import Person
from companion.web.render.plot import HEIGHT, LETTER_BELOW, LETTERS, NAME, make_plot


def test_make_plot_has_whole_names_and_last_values_for_those_who_hear_it() -> None:
    people = [Person("1", "Friederike-Maria"), Person("2", "Christopher")]
    drawn = make_plot([(0, [0, 0]), (1, [3, 1])], people, "Gold")
    assert drawn.heard == "Gold: Friederike-Maria 3, Christopher 1"
    assert [(line.value, line.name) for line in drawn.lines] == [(3, "Friederike…"), (1, "Christopher")]
    assert max(len(line.name) for line in drawn.lines) <= LETTERS


def test_make_plot_keeps_twelve_names_beside_one_value_apart() -> None:
    people = [Person(f"{n}", f"Player {n}") for n in range(12)]
    drawn = make_plot([(0, [0] * 12), (1, [0] * 12), (2, [0] * 11 + [2])], people, "Gold")
    heights = sorted(line.y for line in drawn.lines)
    assert all(lower - upper >= NAME for upper, lower in pairwise(heights))
    assert 0 < heights[0] < heights[-1] <= HEIGHT - LETTER_BELOW, "the last one is whole, too"
