"""The half of a game that the group's book asks: which side a role is on, what a round brought, who has won."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from companion.rules.move import StateT
from companion.rules.pieces import Pieces
from companion.rules.score import most
from companion.rules.scoring import Scoring
from companion.rules.sides import Feat, Side


class Booked(Scoring[StateT], Generic[StateT]):
    """What a game says of itself for the book. Asked of a state whose last round has been scored, or that is over.

    ``bgg`` is its number at BoardGameGeek, None where that has none we know. ``most_wins``: whoever has most at the end
    has won; where a side wins together, all its members share the first place. ``feats`` are badges of its own.
    """

    bgg: ClassVar[int | None] = None
    most_wins: ClassVar[bool] = True
    feats: ClassVar[tuple[Feat, ...]] = ()

    @property
    @abstractmethod
    def roles(self) -> Pieces:
        """The secret cards that are dealt, by their id in the record."""

    def side(self, card: str) -> Side:
        """The side of a role; without more to say each role is one of its own."""
        return Side(card, self.roles[card].label)

    def worth(self, state: StateT) -> list[int]:
        """What each seat has at the end, by which people are ranked."""
        return list(self.tally(state))

    def gains(self, state: StateT) -> list[int]:
        """What the round just scored has brought each seat."""
        history = getattr(state, "history", ())
        return list(history[-1]) if history else self.worth(state)

    def won_round(self, state: StateT) -> list[int]:
        """The seats that have won the round just scored: who plays and got most, if anything."""
        gains = self.gains(state)
        best = max((gains[seat] for seat in state.players), default=0)
        return [seat for seat in state.players if gains[seat] == best]

    def won(self, state: StateT) -> list[int]:
        """The seats that have won a game of which a round has been scored."""
        return most(self.worth(state))

    def robberies(self, state: StateT) -> Sequence[tuple[int, int]]:
        """Who took from whom in the round just scored: thief and victim, once for each time."""
        return list(getattr(state, "thefts", ()))

    def first_out(self, state: StateT) -> int | None:
        """Who was the first one out of the cave, in a game in which people leave it."""
        return None

    def out_of(self, state: Any) -> Sequence[int]:
        """Who is out of the cave, in order, in a game in which people leave it."""
        return ()

    def looked_at(self, state: Any) -> set[int]:
        """The seats whose cards somebody may look at now."""
        return {peek.target for peek in state.peeks}
