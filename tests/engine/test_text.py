"""Sentences and what they are made of."""

from companion.engine.text import TN, T, join_sentences


def test_join_sentences_keeps_the_order_of_a_thousand() -> None:
    """A tap of a record from elsewhere can have any number of entries, and its line says them all."""
    numbers = [str(number) for number in range(1000)]
    assert str(join_sentences([T("{n}.", n=number) for number in numbers])) == " ".join(f"{n}." for n in numbers)


def test_join_sentences_leaves_a_single_one_as_it_is() -> None:
    assert join_sentences([T("Nothing.")]) == T("Nothing.")


def test_fill_takes_the_values_that_a_template_has_a_place_for() -> None:
    assert str(T("{name} lays {what}.", what="a web").fill(name="Anna", what="boots", gold=3)) == "Anna lays a web."
    assert str(TN("{n} card", "{n} cards").fill(n=2)) == "2 cards"
    assert str(TN("{n} card", "{n} cards").fill(n=1)) == "1 card"
