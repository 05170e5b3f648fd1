"""Scoring of The Lost Mines (rulebook "Handing out the gold", spec "Score of a round"): pools are shared out.

The values of treasures are entered in ``treasures``; ``table.reveal`` decides when each step of a score is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import scoring
from companion.engine.clans import CLAN_NAMES, CLANS, clan_of, find_clan, tell_identity
from companion.engine.display import RevealStep, ScoreLine
from companion.engine.fields import Flag, IntList, OneOf, choices
from companion.engine.move import ALL_MODES
from companion.engine.scoring import PerSeat, RoundSheet, Score, add_up
from companion.engine.text import TN, T, Text
from companion.games.lost_mines.state import ROLES, TOKEN, State
from companion.games.lost_mines.treasures import MOST

USUAL = (1, 2, 3, 4, 5)
"""The values that are printed on treasures."""
COST_OF_DRAGON = 2
"""How many points the dragon token costs its holder."""
IDENTITIES = {"loyal": T("loyal"), "selfish": T("selfish"), "saboteur": T("saboteur")}
ENDINGS = {
    "treasures": T("All treasures have been taken."),
    "cards": T("The draw deck and all hands are empty."),
    "agreed": T("Everyone agreed to stop."),
}


@dataclass(frozen=True)
class LostMinesDwarf:
    """A seat at the end of a round: its card, the points of its treasures, and whether it has the dragon token."""

    name: str
    card: str
    treasures: Sequence[int]
    dragon: bool

    @property
    def best(self) -> int:
        """The most valuable single treasure."""
        return max(self.treasures, default=0)


@dataclass(frozen=True)
class LostMinesRound:
    """The facts that the score of a round depends on: the names of all seats, the dwarves of those that played."""

    names: Sequence[str]
    dwarves: Mapping[int, LostMinesDwarf]

    def workers(self, clan: str | None) -> list[int]:
        """Return the seats that work for the clan; for None those that work for themselves."""
        return [seat for seat, dwarf in self.dwarves.items() if find_clan(dwarf.card) == clan]

    @property
    def dragon(self) -> int | None:
        """The seat that has the dragon token."""
        return next((seat for seat, dwarf in self.dwarves.items() if dwarf.dragon), None)


# -- what was played ------------------------------------------------------------------------------------------------
class TreasureSheet(RoundSheet):
    """The form of a round's result: the treasures of each seat, and who has the dragon token."""

    allowed_tracking = ALL_MODES

    def build_score_input(
        self, given: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any], state: Any
    ) -> LostMinesRound:
        dwarves = [LostMinesDwarf(*row) for row in zip(*(given[name] for name in COLUMNS), strict=True)]
        players = len(dwarves)
        if sum(len(dwarf.treasures) for dwarf in dwarves) > players:
            raise self.make_error(
                "treasures", T("with {n} players there are only {most} on the table", most=players, n=players)
            )
        if sum(dwarf.dragon for dwarf in dwarves) > 1:
            raise self.make_error("dragon", T("only one player can have the dragon token"))
        return LostMinesRound(given["names"], dict(enumerate(dwarves)))

    def apply(self, state: State, read: Mapping[str, Any]) -> None:
        """Set the treasures of each seat, and the seat with the dragon token."""
        state.values = [[] for _ in state.seats]
        for seat, values, dragon in zip(state.players, read["treasures"], read["dragon"], strict=True):
            state.values[seat] = list(values)
            state.seats[seat].treasures = len(values)
            state.seats[seat].dragon = dragon
        state.treasures_left = len(state.players) - sum(own.treasures for own in state.seats)


COLUMNS = ("names", "card", "treasures", "dragon")
SHEET = TreasureSheet(
    PerSeat(OneOf("card", T("Card"), choices=choices(ROLES))),
    PerSeat(IntList("treasures", T("Treasures"), icon="treasure", usual=USUAL, most=MOST)),
    PerSeat(Flag("dragon", T("Has the dragon token"), icon="dragon"), declared=TOKEN),
    in_rows=True,
)


def distribute(played: LostMinesRound) -> Score:
    """Score the round: reveal the cards, share each clan's pool, charge the dragon; then everyone's points."""
    identities = tuple(tell_identity(dwarf.name, seat, ROLES[dwarf.card]) for seat, dwarf in played.dwarves.items())
    pools = {clan: _pool(played, clan) for clan in CLANS}
    alone = {seat: _tell_collected(played, seat) for seat in played.workers(None)}
    own = T("own treasures {n}")
    selfish = tuple(alone.values())
    won = {seat: [(line.amount or 0, own.fill(n=line.amount))] for seat, line in alone.items()}
    for pool in pools.values():
        won |= pool.parts
    dragon = tuple(_dragon(played, won))
    points = tuple(_points(played, seat, won[seat]) for seat in played.dwarves)
    steps = [
        RevealStep(T("Who was who"), identities),
        *(RevealStep(T("The {clan} clan", clan=CLAN_NAMES[clan]), pools[clan].lines) for clan in CLANS),
        *([RevealStep(T("Selfish dwarves"), selfish)] if selfish else []),
        *([RevealStep(T("The dragon"), dragon)] if dragon else []),
        RevealStep(T("Points"), points),
    ]
    gains = scoring.add_up_by_seat(points, len(played.names))
    clans = {clan: pools[clan].result for clan in CLANS}
    return Score({"clans": clans, "points": gains, "dragon": played.dragon}, tuple(steps), tuple(gains))


# -- the story ------------------------------------------------------------------------------------------------------
def _tell_collected(played: LostMinesRound, seat: int) -> ScoreLine:
    """Write a line with the values of a seat's treasures."""
    dwarf = played.dwarves[seat]
    text = T("{name} ({role}): no treasure")
    if dwarf.treasures:
        text = T("{name} ({role}): treasures {sum}")
    found = " + ".join(str(value) for value in dwarf.treasures)
    told = text.fill(name=dwarf.name, role=IDENTITIES[dwarf.card.partition("-")[2]], sum=found)
    return ScoreLine(told, sum(dwarf.treasures), seat, "treasure", clan_of(dwarf.card))


@dataclass(frozen=True)
class Pool:
    """A clan's treasures and how they are shared.

    ``result`` is what ``companion replay`` prints, ``lines`` explain it to people, ``parts`` are what each member gets.
    """

    result: Mapping[str, Any]
    lines: tuple[ScoreLine, ...]
    parts: Mapping[int, list[tuple[int, Text]]]


def _pool(played: LostMinesRound, clan: str) -> Pool:
    """Share the pool evenly, the rest among those with the most valuable treasure; points that are left are lost."""
    members = played.workers(clan)
    collected = [_tell_collected(played, seat) for seat in members]
    pool = add_up(collected)
    share, remainder = divmod(pool, len(members)) if members else (0, 0)
    best = max((played.dwarves[seat].best for seat in members), default=0)
    finders = [seat for seat in members if played.dwarves[seat].best == best] if remainder else []
    each, lost = divmod(remainder, len(finders)) if finders else (0, 0)
    result = {
        "members": members,
        "pool": pool,
        "share": share,
        "remainder": remainder,
        "remainder_to": finders,
        "remainder_each": each,
        "lost": lost,
    }
    if not members:
        return Pool(result, (ScoreLine(T("Nobody worked for the {clan} clan.", clan=CLAN_NAMES[clan]), clan=clan),), {})
    shares = TN(
        "{pool} ÷ {n} dwarf = {share}", "{pool} ÷ {n} dwarves = {share} each", len(members), pool=pool, share=share
    )
    told = (ScoreLine(T("All together"), pool, clan=clan), ScoreLine(shares, clan=clan))
    left_over = _remainder(played, result, best) if remainder else []
    parts = {seat: [(share, T("share {n}", n=share))] for seat in members}
    for seat in finders if each else ():
        parts[seat].append((each, T("left over +{n}", n=each)))
    return Pool(result, (*collected, *told, *left_over), parts)


def _remainder(played: LostMinesRound, shared: Mapping[str, Any], best: int) -> Iterator[ScoreLine]:
    """Yield the lines on the points that are left over: who gets them, and how many are lost."""
    names = [played.names[seat] for seat in shared["remainder_to"]]
    values = {"rest": shared["remainder"], "best": best, "each": shared["remainder_each"], "names": names}
    why = T("{rest} left over: to {name}, who has the most valuable treasure ({best})")
    if len(names) > 1:
        why = T("{rest} left over: shared by {names}, who have the most valuable treasure ({best} each): {each} each")
    yield ScoreLine(why.fill(name=names[0], **values))
    getting = shared["remainder_to"] if shared["remainder_each"] else []
    for seat in getting:
        name = played.names[seat]
        yield ScoreLine(T("{name}: left over", name=name), shared["remainder_each"], seat)
    if lost := shared["lost"]:
        yield ScoreLine(
            TN("{n} point can't be split and is lost", "{n} points can't be split and are lost", lost), -lost
        )


def _dragon(played: LostMinesRound, won: Mapping[int, list[tuple[int, Text]]]) -> Iterator[ScoreLine]:
    """Yield the line on what the dragon costs its holder: two points of this round, or fewer if there are fewer."""
    seat = played.dragon
    if seat is None:
        return
    before = sum(amount for amount, _ in won[seat])
    cost = min(COST_OF_DRAGON, before)
    won[seat].append((-cost, T("dragon −{n}", n=cost)))
    if cost == 0:
        text = T("{name} has the dragon token, but no point to give back")
    elif before == 1:
        text = T("{name} has the dragon token: the only point goes back")
    else:
        text = T("{name} has the dragon token: {cost} of {won} points go back")
    yield ScoreLine(text.fill(name=played.names[seat], cost=cost, won=before), -cost, seat, "dragon")


def _points(played: LostMinesRound, seat: int, won: Sequence[tuple[int, Text]]) -> ScoreLine:
    text = T("{name}: {parts}", name=played.names[seat], parts=[part for _, part in won])
    return ScoreLine(text, sum(amount for amount, _ in won), seat, clan=clan_of(played.dwarves[seat].card))
