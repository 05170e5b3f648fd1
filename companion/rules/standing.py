"""The standing after the last round: gold of all rounds counted out from the last place to the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.board import Line, Step
from companion.rules.text import TN, T, Text


def winners(gold: Sequence[int]) -> list[int]:
    """All seats with the most gold: ties share the win."""
    return [seat for seat, own in enumerate(gold) if own == max(gold)]


def crowned(seats: Sequence[int]) -> Text:
    """What stands above those who have won."""
    return T("The winners") if len(seats) > 1 else T("The winner")


def standing(
    names: Sequence[str], history: Sequence[Sequence[int]], gold: Sequence[int], paced: bool = False
) -> list[Step]:
    """Everybody's sum over the rounds, the last place first, and who wins.

    ``history`` is what each round changed for each seat, ``gold`` what each has at the end; what is left between them
    are corrections. ``paced``: a step for each place, where nobody knows yet what the others have.
    """
    best = winners(gold)
    lines = {seat: _sum(names, history, gold, seat) for seat in sorted(range(len(names)), key=lambda seat: gold[seat])}
    if paced:
        places = [[seat for seat in lines if gold[seat] == amount] for amount in sorted(set(gold))]
        counted = [Step(_place(gold, seats[0]), tuple(lines[seat] for seat in seats)) for seats in places[:-1]]
        last = tuple(lines[seat] for seat in best)
    else:
        placed = (replace(line, text=_placed(gold, seat, line.text)) for seat, line in lines.items())
        counted = [Step(T("All rounds"), tuple(placed))]
        last = ()
    most = TN("Most gold: {n} nugget.", "Most gold: {n} nuggets.", max(gold))
    shared = (Line(T("A tie: the win is shared.")),) if len(best) > 1 else ()
    crowns = tuple(Line(T("{name} wins!", name=names[seat]), seat=seat, icon="crown") for seat in best)
    return [*counted, Step(crowned(best), (Line(most), *last, *shared, *crowns), final=True)]


def _rank(gold: Sequence[int], seat: int) -> int:
    return 1 + sum(other > gold[seat] for other in gold)


def _place(gold: Sequence[int], seat: int) -> Text:
    return T("Place {n}", n=_rank(gold, seat))


def _placed(gold: Sequence[int], seat: int, line: Text) -> Text:
    return T("{place}. {line}", place=_rank(gold, seat), line=line)


def _sum(names: Sequence[str], history: Sequence[Sequence[int]], gold: Sequence[int], seat: int) -> Line:
    rounds = [changes[seat] for changes in history]
    mended = gold[seat] - sum(rounds)
    values = {"name": names[seat], "sum": added(rounds), "total": gold[seat]}
    text = T("{name}: {sum} = {total}", **values)
    if mended:
        text = T("{name}: {sum}, corrected by {mended}, = {total}", mended=f"{mended:+d}", **values)
    return Line(text, gold[seat], seat, "nugget")


def added(numbers: Sequence[int]) -> Text:
    """Numbers as a sum: 4 + 0 − 1."""
    terms = [str(numbers[0] if numbers else 0)]
    terms += [f"+ {number}" if number >= 0 else f"− {-number}" for number in numbers[1:]]
    return T("{sum}", sum=" ".join(terms))
