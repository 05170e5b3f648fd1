"""Scoring of The Dark Cave (rulebook "Distributing the gold"): gold carried out × workers of the other clan.

How a score is revealed in beats, and what the history counts, is the same for all games: ``engine.score_story``,
``engine.verdict``, ``table.reveal``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import scoring
from companion.engine.clans import CLAN_NAMES, CLANS, clan_of, find_clan, find_other_clan, tell_identity
from companion.engine.display import RevealStep, ScoreLine
from companion.engine.facts import Fact
from companion.engine.fields import Number, OneOf, OptionalRank, choices
from companion.engine.move import ALL_MODES
from companion.engine.scoring import PerSeat, RoundSheet, Score, add_up, write_winners
from companion.engine.text import TN, RuleError, T, Text
from companion.games.dark_cave.state import GOLD, OWN_GOLD, ROLES, State, set_out

Clan = Mapping[str, Any]
ENDINGS = {
    "all-out": T("All dwarves working for one clan have left the cave."),
    "cards": T("The draw deck and all hands are empty."),
    "agreed": T("Everyone agreed to stop."),
}


@dataclass(frozen=True)
class DarkCaveDwarf:
    """A seat at the end: its card, its gold, and its rank in the order of leaving (1: first, None: still inside)."""

    name: str
    card: str
    gold: int
    out: int | None


@dataclass(frozen=True)
class DarkCaveRound:
    """The facts that the score of a game depends on."""

    dwarves: Sequence[DarkCaveDwarf]

    @property
    def names(self) -> list[str]:
        return [dwarf.name for dwarf in self.dwarves]

    def workers(self, clan: str) -> list[int]:
        """Return the seats that work for the clan; its own saboteur works for the other one."""
        return [seat for seat, dwarf in enumerate(self.dwarves) if find_clan(dwarf.card) == clan]


# -- what was played ------------------------------------------------------------------------------------------------
class GoldSheet(RoundSheet):
    """The form of a round's result: the gold of each seat, and the order in which dwarves have left the cave."""

    allowed_tracking = ALL_MODES

    def build_score_input(
        self, given: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any], state: Any
    ) -> DarkCaveRound:
        dwarves = [DarkCaveDwarf(*row) for row in zip(*(given[name] for name in COLUMNS), strict=True)]
        if sum(dwarf.gold for dwarf in dwarves) > GOLD:
            raise RuleError(T("there is only {n} gold in the box", n=GOLD))
        places = sorted(dwarf.out for dwarf in dwarves if dwarf.out)
        if places != list(range(1, len(places) + 1)):
            raise self.make_error("out", T("the order of leaving must be 1, 2, 3 and so on, each used once"))
        return DarkCaveRound(dwarves)

    def apply(self, state: State, read: Mapping[str, Any]) -> None:
        """Set the gold, and who is out (revealed and standing); the pool gets the gold of no seat and no vein."""
        for seat, gold in zip(state.players, read["gold"], strict=True):
            state.seats[seat].gold = gold
        places = zip(read["out"], state.players, strict=True)
        left = [seat for _, seat in sorted((place, seat) for place, seat in places if place)]
        set_out(state, left)
        free = GOLD - sum(seat.gold for seat in state.seats)
        state.veins = min(state.veins, free)
        state.pool = free - state.veins


COLUMNS = ("names", "card", "gold", "out")
PLACE = Fact("out", value=lambda state, seat: state.out.index(seat) + 1 if seat in state.out else 0)
SHEET = GoldSheet(
    PerSeat(OneOf("card", T("Card"), choices=choices(ROLES))),
    PerSeat(Number("gold", T("Gold"), icon="gold", high=GOLD, start=3), declared=OWN_GOLD),
    PerSeat(
        OptionalRank(
            "out",
            T("Order of leaving"),
            icon="leave",
            none=T("still inside"),
            question=T("Who got out, and in which order?"),
        ),
        declared=PLACE,
    ),
    in_rows=True,
)


def distribute(played: DarkCaveRound) -> Score:
    """Score the round: cards are revealed, dwarves inside lose their gold, each clan counts and multiplies its gold."""
    identities = tuple(tell_identity(dwarf.name, seat, ROLES[dwarf.card]) for seat, dwarf in enumerate(played.dwarves))
    carried = {clan: _tell_carried_out(played, clan) for clan in CLANS}
    clans = {clan: _treasure(played, clan, carried[clan]) for clan in CLANS}
    gold = T("Gold saved for the {clan} clan")
    saved = {clan: ScoreLine(gold.fill(clan=CLAN_NAMES[clan]), clans[clan]["gold"], clan=clan) for clan in CLANS}
    winner, decided_by, why = decide(played, clans)
    winners = played.workers(winner) if winner else []
    steps = (
        RevealStep(T("Who was who"), identities),
        RevealStep(T("Gold left in the cave"), _tell_left_behind(played)),
        *(RevealStep(T("The {clan} clan", clan=CLAN_NAMES[clan]), (*carried[clan], saved[clan])) for clan in CLANS),
        RevealStep(T("The treasures"), tuple(_tell_multiplied(clan, clans[clan]) for clan in CLANS)),
        RevealStep(write_winners(winners), (ScoreLine(why, clan=winner), *scoring.winner_lines(played.names, winners))),
    )
    gains = {line.seat: line.amount or 0 for lines in carried.values() for line in lines}
    result = {"clans": clans, "winner": winner, "winners": winners, "decided_by": decided_by}
    return Score(result, steps, tuple(gains[seat] for seat in range(len(played.dwarves))), winners)


def _tell_left_behind(played: DarkCaveRound) -> tuple[ScoreLine, ...]:
    """Write a line for each dwarf inside: their gold goes back to the pool."""
    lines = [
        ScoreLine(T("{name} did not leave", name=dwarf.name), -dwarf.gold, seat)
        for seat, dwarf in enumerate(played.dwarves)
        if not dwarf.out
    ]
    return tuple(lines) or (ScoreLine(T("Everyone left the cave: no gold goes back.")),)


def _tell_carried_out(played: DarkCaveRound, clan: str) -> list[ScoreLine]:
    """Write a line for each dwarf that works for the clan: the gold it carried out."""
    lines = []
    for seat in played.workers(clan):
        dwarf = played.dwarves[seat]
        text = T("{name}, loyal") if clan_of(dwarf.card) == clan else T("{name}, saboteur")
        saved = dwarf.gold if dwarf.out else 0
        lines.append(ScoreLine(text.fill(name=dwarf.name), saved, seat, "gold", clan_of(dwarf.card)))
    return lines


def _treasure(played: DarkCaveRound, clan: str, carried: Sequence[ScoreLine]) -> dict[str, Any]:
    """Return the gold carried out for a clan, multiplied by the number of dwarves that work for the other clan."""
    gold = add_up(carried)
    times = len(played.workers(find_other_clan(clan)))
    return {"members": [line.seat for line in carried], "gold": gold, "times": times, "treasure": gold * times}


def _tell_multiplied(clan: str, sums: Clan) -> ScoreLine:
    text = TN(
        "{clan} clan: {gold} gold × {n} dwarf working for the other side = {treasure}",
        "{clan} clan: {gold} gold × {n} dwarves working for the other side = {treasure}",
    )
    return ScoreLine(text.fill(**sums, n=sums["times"], clan=CLAN_NAMES[clan]), sums["treasure"], clan=clan)


def decide(played: DarkCaveRound, clans: Mapping[str, Clan]) -> tuple[str | None, str, Text]:
    """Return the winning clan and why: more treasure; in a tie the first dwarf out; no clan if nobody left the cave."""
    winner, other = sorted(CLANS, key=lambda clan: -clans[clan]["treasure"])
    high = clans[winner]["treasure"]
    low = clans[other]["treasure"]
    if high != low:
        values = {"clan": CLAN_NAMES[winner], "high": high, "low": low}
        return winner, "treasure", T("The {clan} clan has the more valuable treasure: {high} to {low}.", **values)
    first = next((dwarf for dwarf in played.dwarves if dwarf.out == 1), None)
    if first is None:
        return None, "nobody-left", T("Nobody left the cave: no clan has a treasure, and there is no winner.")
    clan = find_clan(first.card)
    why = T(
        "Both treasures are worth {one}. {name} left first and worked for the {clan} clan, so that clan wins.",
        one=high,
        name=first.name,
        clan=CLAN_NAMES[clan or ""],
    )
    return clan, "first-out", why
