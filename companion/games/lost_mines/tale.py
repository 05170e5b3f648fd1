"""The score of The Lost Mines told in steps: identities, pools, selfish dwarves, dragon, points, winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.lost_mines.score import Dwarf, Score, before_dragon, dragon_cost, score, totals, winners
from companion.games.lost_mines.state import CLANS, State
from companion.games.lost_mines.words import SIDES, role
from companion.rules.board import Line, Step
from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.state import OVER
from companion.rules.text import TN, T, Text

OVER_BY = {
    "treasures": T("All treasures have been taken."),
    "cards": T("The draw deck and all hands are empty."),
    "agreed": T("The table agreed to stop."),
}


def steps(state: State) -> list[Step]:
    """The steps for the round that has just been scored; none while one is played."""
    values = state.told_values
    if state.score is None or state.over_by is None or values is None:
        return []
    dwarves = [
        Dwarf(seat.card, treasures, seat.dragon)
        for seat, treasures in zip(state.seats, values, strict=True)
        if seat.card is not None
    ]
    told = tell_round(state.round, state.names, dwarves, (Line(OVER_BY[state.over_by]),))
    told += standing(state.names, state.history)
    if state.status == OVER:
        told.append(the_winners(state.names, state.history))
    return with_end(told)


def with_end(told: list[Step]) -> list[Step]:
    """The steps with the last one marked."""
    return [*told[:-1], replace(told[-1], final=True)]


def tell_round(
    number: int, names: Sequence[str], dwarves: Sequence[Dwarf], before: tuple[Line, ...] = ()
) -> list[Step]:
    """The story of one round's score."""
    result = score(dwarves)
    seats = range(len(names))
    told = [
        Step(T("Round {n}: who was who", n=number), before + tuple(_identity(names, dwarves, seat) for seat in seats)),
        *(Step(T("The {clan} clan", clan=clan_name(clan)), _clan(names, dwarves, clan, result)) for clan in CLANS),
    ]
    selfish = [seat for seat in seats if works_for(dwarves[seat].card) is None]
    if selfish:
        told.append(Step(T("Selfish dwarves"), tuple(_collected(names, dwarves, seat) for seat in selfish)))
    if result["dragon"] is not None:
        told.append(Step(T("The dragon"), (_dragon(names, dwarves, result),)))
    points = tuple(_points(names, dwarves, seat, result) for seat in seats)
    return [*told, Step(T("Points of round {n}", n=number), points)]


def _identity(names: Sequence[str], dwarves: Sequence[Dwarf], seat: int) -> Line:
    card = dwarves[seat].card
    return Line(T("{name}: {card}", name=names[seat], card=SIDES[card]), seat=seat, clan=clan_of(card))


def _collected(names: Sequence[str], dwarves: Sequence[Dwarf], seat: int) -> Line:
    """What a seat has collected, treasure by treasure."""
    dwarf = dwarves[seat]
    text = T("{name} ({role}): no treasure", name=names[seat], role=role(dwarf.card))
    if dwarf.treasures:
        found = " + ".join(str(value) for value in dwarf.treasures)
        text = T("{name} ({role}): treasures {sum}", name=names[seat], role=role(dwarf.card), sum=found)
    return Line(text, sum(dwarf.treasures), seat, "treasure", clan_of(dwarf.card))


def _clan(names: Sequence[str], dwarves: Sequence[Dwarf], clan: str, result: Score) -> tuple[Line, ...]:
    """Who shares, what there is to share, how it is divided, and where the remainder goes."""
    sums = result["clans"][clan]
    if not sums["members"]:
        return (Line(T("Nobody worked for the {clan} clan.", clan=clan_name(clan)), clan=clan),)
    lines = [_collected(names, dwarves, seat) for seat in sums["members"]]
    lines.append(Line(T("Together in the pool"), sums["pool"], clan=clan))
    shares = TN(
        "{pool} ÷ {n} dwarf = {share}", "{pool} ÷ {n} dwarves = {share} each", len(sums["members"]),
        pool=sums["pool"], share=sums["share"],
    )  # fmt: skip
    lines.append(Line(shares, clan=clan))
    return (*lines, *_remainder(names, dwarves, sums))


def _remainder(names: Sequence[str], dwarves: Sequence[Dwarf], sums: Score) -> list[Line]:
    if not sums["remainder"]:
        return []
    best = [names[seat] for seat in sums["remainder_to"]]
    value = {"rest": sums["remainder"], "best": dwarves[sums["remainder_to"][0]].best}
    if len(best) == 1:
        why = T("{rest} left over: to {name}, who has the most valuable treasure ({best})", name=best[0], **value)
    else:
        why = T(
            "{rest} left over: shared by {names}, who have the most valuable treasure ({best} each): {each} each",
            names=best, each=sums["remainder_each"], **value,
        )  # fmt: skip
    lines = [Line(why)]
    lines += [Line(T("{name}", name=names[seat]), sums["remainder_each"], seat) for seat in sums["remainder_to"]]
    if sums["lost"]:
        lost = sums["lost"]
        lines.append(Line(TN("{n} point can't be split: lost", "{n} points can't be split: lost", lost), -lost))
    return lines


def _dragon(names: Sequence[str], dwarves: Sequence[Dwarf], result: Score) -> Line:
    seat = result["dragon"]
    won = before_dragon(dwarves, result["clans"], seat)
    cost = dragon_cost(won)
    if not cost:
        return Line(T("{name} has the dragon token, but no point to give back", name=names[seat]), 0, seat, "dragon")
    values = {"name": names[seat], "cost": cost, "won": won}
    return Line(T("{name} has the dragon token: {cost} of {won} points go back", **values), -cost, seat, "dragon")


def _points(names: Sequence[str], dwarves: Sequence[Dwarf], seat: int, result: Score) -> Line:
    """A player's points with their parts."""
    card = dwarves[seat].card
    clan = works_for(card)
    won = before_dragon(dwarves, result["clans"], seat)
    if clan is None:
        parts: list[Text] = [T("own treasures {n}", n=won)]
    else:
        sums = result["clans"][clan]
        parts = [T("share {n}", n=sums["share"])]
        if won > sums["share"]:
            parts.append(T("left over +{n}", n=sums["remainder_each"]))
    if result["dragon"] == seat:
        parts.append(T("dragon −{n}", n=dragon_cost(won)))
    text = T("{name}: {parts}", name=names[seat], parts=parts)
    return Line(text, result["points"][seat], seat, clan=clan_of(card))


def standing(names: Sequence[str], history: Sequence[Sequence[int]]) -> list[Step]:
    """The points over all rounds, from the second one on."""
    if len(history) < 2:
        return []
    sums = totals(history, len(names))
    lines = []
    for seat, name in enumerate(names):
        parts = " + ".join(str(points[seat]) for points in history)
        lines.append(Line(T("{name}: {sum}", name=name, sum=parts), sums[seat], seat))
    return [Step(T("Points after {n} rounds", n=len(history)), tuple(lines))]


def the_winners(names: Sequence[str], history: Sequence[Sequence[int]]) -> Step:
    """Who has the most points over all rounds; ties share the win."""
    sums = totals(history, len(names))
    best = winners(sums)
    why = T("{name} has the most points.", name=names[best[0]])
    if len(best) > 1:
        why = T("{names} have the most points, each as many, and share the win.", names=[names[seat] for seat in best])
    wins = (Line(T("{name} wins!", name=names[seat]), sums[seat], seat, "crown") for seat in best)
    return Step(T("The winner") if len(best) == 1 else T("The winners"), (Line(why), *wins))
