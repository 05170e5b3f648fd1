"""Sentences and what they are made of."""

from companion.engine.text import T, join_sentences


def test_join_sentences_keeps_the_order_of_a_thousand() -> None:
    """A tap of a record from elsewhere can have any number of entries, and its line says them all."""
    numbers = [str(number) for number in range(1000)]
    assert str(join_sentences([T("{n}.", n=number) for number in numbers])) == " ".join(f"{n}." for n in numbers)


def test_join_sentences_leaves_a_single_one_as_it_is() -> None:
    assert join_sentences([T("Nothing.")]) == T("Nothing.")
