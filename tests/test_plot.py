"""The plot of an evening: names that are cut tell apart, and who hears it hears them whole."""

from __future__ import annotations

from companion.web.plot import LETTERS, brief_names, plot_svg


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
    drawn = plot_svg([(0, [0, 0]), (1, [3, 1])], ["Friederike-Maria", "Ben"], "Gold", "Turns")
    assert 'aria-label="Gold: Friederike-Maria 3, Ben 1"' in drawn
    assert ">3 Friederike…<" in drawn
