"""The score of The Dark Cave told in steps: identities, gold left behind, sums, multiplication, winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.dark_cave.setup import CARDS
from companion.games.dark_cave.state import CLANS
from companion.rules.board import Line, Step
from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.text import TN, T, Text

Score = dict[str, Any]
OVER_BY = {
    "all-out": T("All dwarves working for one clan are out of the cave."),
    "cards": T("The draw deck and all hands are empty."),
    "agreed": T("The table agreed to stop."),
}


def steps(snapshot: Score) -> list[Step]:
    """The steps for a game that is over; none before."""
    if snapshot["score"] is None:
        return []
    seats = snapshot["seats"]
    gold = [seat["gold"] for seat in seats]
    out = [seat["out"] for seat in seats]
    ended = (Line(OVER_BY[snapshot["over_by"]]),)
    first = snapshot["out"][0] if snapshot["out"] else None
    return tell([s["name"] for s in seats], [s["card"] for s in seats], gold, out, first, snapshot["score"], ended)


def tell(
    names: Sequence[str],
    cards: Sequence[str],
    gold: Sequence[int],
    out: Sequence[bool],
    first: int | None,
    score: Score,
    before: tuple[Line, ...] = (),
) -> list[Step]:
    """The story of one score. ``first`` is the seat that left first."""
    return [
        Step(T("Who was who"), before + tuple(_identity(names, cards, seat) for seat in range(len(names)))),
        Step(T("Gold left in the cave"), _left_behind(names, gold, out)),
        *(
            Step(T("The {clan} clan", clan=clan_name(clan)), _clan(names, cards, gold, out, clan, score))
            for clan in CLANS
        ),
        Step(T("The treasures"), tuple(_treasure(clan, score) for clan in CLANS)),
        Step(T("The winner"), _winner(names, cards, first, score), final=True),
    ]


def _identity(names: Sequence[str], cards: Sequence[str], seat: int) -> Line:
    card = cards[seat]
    clan = works_for(card)
    assert clan is not None
    text = T("{name}: {card}, works for the {clan} clan", name=names[seat], card=CARDS[card], clan=clan_name(clan))
    return Line(text, seat=seat, clan=clan_of(card))


def _left_behind(names: Sequence[str], gold: Sequence[int], out: Sequence[bool]) -> tuple[Line, ...]:
    lines = [
        Line(
            TN("{name} did not leave: {n} gold goes back", "{name} did not leave: {n} gold go back", g, name=name),
            -g,
            seat,
        )
        for seat, (name, g) in enumerate(zip(names, gold, strict=True))
        if not out[seat]
    ]
    return tuple(lines) or (Line(T("Everybody left the cave: no gold goes back.")),)


def _clan(
    names: Sequence[str], cards: Sequence[str], gold: Sequence[int], out: Sequence[bool], clan: str, score: Score
) -> tuple[Line, ...]:
    lines = []
    for seat in score["clans"][clan]["members"]:
        saved = gold[seat] if out[seat] else 0
        saboteur = clan_of(cards[seat]) != clan
        text = T("{name}, saboteur", name=names[seat]) if saboteur else T("{name}, loyal", name=names[seat])
        lines.append(Line(text, saved, seat, "gold", clan_of(cards[seat])))
    total = score["clans"][clan]["gold"]
    return (*lines, Line(T("Gold saved for the {clan} clan", clan=clan_name(clan)), total, clan=clan))


def _treasure(clan: str, score: Score) -> Line:
    sums = score["clans"][clan]
    text = T(
        "{clan} clan: {gold} gold × {times} dwarves working for the other side = {treasure}",
        clan=clan_name(clan),
        gold=sums["gold"],
        times=sums["times"],
        treasure=sums["treasure"],
    )
    return Line(text, sums["treasure"], clan=clan)


def _winner(names: Sequence[str], cards: Sequence[str], first: int | None, score: Score) -> tuple[Line, ...]:
    winner = score["winner"]
    if winner is None:
        return (Line(T("Nobody left the cave: no clan has a treasure, and there is no winner.")),)
    lines = [Line(_why(names, cards, first, score), clan=winner)]
    lines += [Line(T("{name} wins!", name=names[seat]), seat=seat, icon="crown") for seat in score["winners"]]
    return tuple(lines)


def _why(names: Sequence[str], cards: Sequence[str], first: int | None, score: Score) -> Text:
    clan = clan_name(score["winner"])
    treasures = {"one": score["clans"]["yellow"]["treasure"], "two": score["clans"]["blue"]["treasure"]}
    if score["decided_by"] == "treasure":
        high, low = max(treasures.values()), min(treasures.values())
        return T("The {clan} clan has the higher treasure: {high} to {low}.", clan=clan, high=high, low=low)
    assert first is not None
    return T(
        "Both treasures are worth {one}. {name} left first and worked for the {clan} clan, so that clan wins.",
        name=names[first],
        clan=clan,
        **treasures,
    )
