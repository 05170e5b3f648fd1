"""The standing after the last round: gold of all rounds counted out from the last place to the first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.board import Line, Step
from companion.rules.text import TN, T, Text


def winners(gold: Sequence[int]) -> list[int]:
    """All seats with the most gold: ties share the win."""
    return [seat for seat, own in enumerate(gold) if own == max(gold)]


def standing(names: Sequence[str], history: Sequence[Sequence[int]], gold: Sequence[int]) -> list[Step]:
    """Two steps: everybody's sum over the rounds, and who wins.

    ``history`` is what each round changed for each seat, ``gold`` what each has at the end; what is left between them
    are corrections.
    """
    order = sorted(range(len(names)), key=lambda seat: gold[seat])
    counted = tuple(_sum(names, history, gold, seat) for seat in order)
    best = winners(gold)
    told = TN("Most gold: {n} nugget.", "Most gold: {n} nuggets.", max(gold))
    shared = (Line(T("A tie: the win is shared.")),) if len(best) > 1 else ()
    crowned = tuple(Line(T("{name} wins!", name=names[seat]), seat=seat, icon="crown") for seat in best)
    return [Step(T("All rounds"), counted), Step(T("The winner"), (Line(told), *shared, *crowned), final=True)]


def _sum(names: Sequence[str], history: Sequence[Sequence[int]], gold: Sequence[int], seat: int) -> Line:
    rounds = [changes[seat] for changes in history]
    mended = gold[seat] - sum(rounds)
    place = 1 + sum(other > gold[seat] for other in gold)
    values = {"place": place, "name": names[seat], "sum": added(rounds), "total": gold[seat]}
    text = T("{place}. {name}: {sum} = {total}", **values)
    if mended:
        text = T("{place}. {name}: {sum}, corrected by {mended}, = {total}", mended=f"{mended:+d}", **values)
    return Line(text, gold[seat], seat, "nugget")


def added(numbers: Sequence[int]) -> Text:
    """Numbers as a sum: 4 + 0 − 1."""
    terms = [str(numbers[0] if numbers else 0)]
    terms += [f"+ {number}" if number >= 0 else f"− {-number}" for number in numbers[1:]]
    return T("{sum}", sum=" ".join(terms))
