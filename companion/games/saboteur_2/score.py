"""Who wins a round of Saboteur 2 and what it pays (spec "End of a round and gold")."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.saboteur_2.state import BOSS, DIGGERS, GEOLOGIST, PROFITEER, SABOTEUR, State

PAY = {0: 0, 1: 5, 2: 4, 3: 3, 4: 2}
"""Gold for each winner, by the number of winners."""
LEAST_PAY = 1
LESS: Mapping[str, int] = {BOSS: 1, PROFITEER: 2}
"""How much less than the others these winners get."""

Thefts = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Round:
    """What the gold of a round depends on: the roles by seat, who made the connection (None: not reached), which team
    can walk to the treasure, the crystals that lie open, the trapped seats."""

    cards: Sequence[str]
    connector: int | None
    blue_way: bool
    green_way: bool
    crystals: int
    trapped: Collection[int]

    def free(self, card: str) -> list[int]:
        """The untrapped seats with that role."""
        return [seat for seat, own in enumerate(self.cards) if own == card and seat not in self.trapped]

    @property
    def walking(self) -> list[str]:
        """The teams that can walk to the treasure."""
        return [team for team, way in (("blue", self.blue_way), ("green", self.green_way)) if way]

    @property
    def connecting_team(self) -> str | None:
        """The team of the digger who made the connection."""
        return None if self.connector is None else DIGGERS.get(self.cards[self.connector])

    @property
    def teams(self) -> list[str]:
        """The teams that win, whether they have a member in play or not (spec, rules 1 to 4)."""
        if self.connector is None:
            return ["saboteurs"]
        if self.connecting_team in self.walking:
            return [str(self.connecting_team)]
        if self.walking:
            return self.walking
        return [] if self.free(BOSS) else ["saboteurs"]

    @property
    def winners(self) -> list[int]:
        """The untrapped members of the teams; the profiteer always, the boss when the treasure is reached."""
        roles = [card for card, team in DIGGERS.items() if team in self.teams] + [PROFITEER]
        if "saboteurs" in self.teams:
            roles.append(SABOTEUR)
        if self.connector is not None:
            roles.append(BOSS)
        return sorted(seat for role in roles for seat in self.free(role))

    @property
    def each(self) -> int:
        """What a winner gets, before boss and profiteer get less."""
        return PAY.get(len(self.winners), LEAST_PAY)

    @property
    def crystal_share(self) -> int:
        """What an untrapped geologist gets: the crystals, shared by two and rounded down."""
        geologists = self.free(GEOLOGIST)
        return self.crystals // len(geologists) if geologists else 0

    @property
    def gain(self) -> list[int]:
        """What each seat gets before the thefts."""
        gold = [0] * len(self.cards)
        for seat in self.winners:
            gold[seat] = max(0, self.each - LESS.get(self.cards[seat], 0))
        for seat in self.free(GEOLOGIST):
            gold[seat] = self.crystal_share
        return gold


def round_of(state: State) -> Round:
    """The round as the state has it. Only to be asked when roles and crystals are known."""
    cards = [seat.card for seat in state.seats if seat.card is not None]
    trapped = {index for index, seat in enumerate(state.seats) if seat.trapped}
    return Round(cards, state.finder, state.blue_way, state.green_way, state.crystals or 0, trapped)


def stealing_order(state: State) -> list[int]:
    """Untrapped seats with a theft in front: who played it last, then clockwise."""
    played = {index: seat.theft for index, seat in enumerate(state.seats) if seat.theft and not seat.trapped}
    last = max(played, key=lambda seat: played[seat], default=0)
    return clockwise(played, last, len(state.seats))


def clockwise(seats: Iterable[int], first: int, players: int) -> list[int]:
    """``seats`` in clockwise order, beginning at ``first``."""
    return sorted(seats, key=lambda seat: (seat - first) % players)


def changes(gain: Sequence[int], thefts: Thefts) -> list[int]:
    """What the round changed for each seat, thefts included."""
    changed = list(gain)
    for thief, victim in thefts:
        changed[thief] += 1
        changed[victim] -= 1
    return changed


def score(played: Round, thefts: Thefts, gold: Sequence[int]) -> dict[str, Any]:
    """The score of a round in the form of the record; ``gold`` is what each seat has after it."""
    return {
        "outcome": "none" if played.connector is None else "treasure",
        "teams": played.teams,
        "winners": played.winners,
        "each": played.each,
        "gain": played.gain,
        "thefts": [[thief, victim] for thief, victim in thefts],
        "gold": list(gold),
    }
