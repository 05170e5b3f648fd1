"""The plot of an evening: names that are cut tell apart, and who hears it hears them whole."""

from __future__ import annotations

from companion.book.book import Person
from companion.web.plot import LETTERS, brief_names, plot_of


def test_names_that_are_cut_tell_apart() -> None:
    names = [
        "Friederike",
        "Friedrich",
        "Friederike-Maria",
        "Friederike-Marta",
        "Wolfgang-Amadeus A",
        "Wolfgang-Amadeus B",
    ]
    names += ["abcdefghijklmnopqrstuvwx", "abcdefghijklZnopqrstuvwx"]
    brief = brief_names(names)
    assert brief[:2] == names[:2]
    assert len(set(brief)) == len(names)
    assert max(map(len, brief)) <= LETTERS


def test_who_hears_the_plot_hears_whole_names_and_last_values() -> None:
    people = [Person("1", "Friederike-Maria"), Person("2", "Ben")]
    drawn = plot_of([(0, [0, 0]), (1, [3, 1])], people, "Gold")
    assert drawn
    assert drawn.heard == "Gold: Friederike-Maria 3, Ben 1"
    assert [(line.value, line.name) for line in drawn.lines] == [(3, "Friederike…"), (1, "Ben")]


def test_those_whose_value_never_changed_share_one_label() -> None:
    people = [Person(name, name) for name in ("Anna", "Ben", "Cleo", "Dana", "Emil")]
    drawn = plot_of([(0, [0, 0, 0, 2, 0]), (1, [3, 0, 0, 2, 0]), (2, [4, 0, 0, 2, 0])], people, "Gold")
    assert drawn
    assert [(line.value, line.name) for line in drawn.lines] == [(4, "Anna"), (2, "Dana")]
    assert [(one.value, one.names) for one in drawn.still] == [(0, "Ben, Cleo, Emil")]
    long = [Person(name, name) for name in ("Wolfgang", "Friederike", "Katharina")]
    drawn = plot_of([(0, [0] * 3), (1, [0] * 3)], long, "Gold")
    assert drawn
    assert ([(len(one.of), one.names) for one in drawn.still], drawn.lines) == ([(3, "")], [])
