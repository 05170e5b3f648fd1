"""The scoring half of a game: played at the table, read from a file or typed into a page, a round takes one road.

``played`` (from the state) or ``from_facts`` (from a file or a page) say what the score depends on, ``score`` computes
and tells it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic

from companion.rules import facts
from companion.rules.board import Line, Plot, Step
from companion.rules.facts import Sheet
from companion.rules.fields import Field
from companion.rules.move import StateT
from companion.rules.score import Score, Standing, most, numbered, with_end
from companion.rules.state import OVER
from companion.rules.text import T, Text
from companion.rules.view import View

Options = Mapping[str, Any]


class Scoring(ABC, Generic[StateT]):
    """What a game says of its scores.

    ``sheet`` lists the facts of a round for scoring without the app, ``most_scored`` how many rounds such a file has at
    most, ``number_titles`` whether its story needs the round's number before each step. ``endings`` are the sentences
    for ``over_by``; ``plotted`` names the axes of the plot.
    """

    endings: ClassVar[Mapping[str, Text]] = {}
    most_scored: ClassVar[int | None] = None
    number_titles: ClassVar[bool] = False

    @property
    @abstractmethod
    def id(self) -> str:
        """The game's name in records and addresses."""

    @property
    @abstractmethod
    def sheet(self) -> Sheet:
        """The facts of one round."""

    @property
    @abstractmethod
    def plotted(self) -> Plot:
        """What the plot's axes are called."""

    # -- what a game says ---------------------------------------------------------------------------------------
    @abstractmethod
    def played(self, state: StateT) -> Any:
        """What the score of the round depends on; None while something of it is not known yet."""

    @abstractmethod
    def from_facts(self, given: Mapping[str, Any], options: Options, earlier: Sequence[Any]) -> Any:
        """The same from the checked facts of a round, ``earlier`` those of the rounds before it. Raises a RuleError for
        facts that don't go together."""

    @abstractmethod
    def score(self, played: Any, ended: Text | None = None) -> Score:
        """The score of a round and its story in one go; ``ended`` says how play ended."""

    @abstractmethod
    def tally(self, state: StateT) -> list[int]:
        """What the plot shows of each seat; told only when ``may_plot``."""

    def pay(self, state: StateT, scored: Score) -> None:
        """The round has been scored: what its score changes for the seats."""

    def closing(self, standing: Standing) -> list[Step]:
        """What is told after the steps of a round: the standing, and after the last one who has won."""
        return []

    def totals(self, scores: Sequence[Score]) -> list[int]:
        """What each seat has after these rounds."""
        return [sum(column) for column in zip(*(score.gains for score in scores), strict=True)]

    def winners(self, scores: Sequence[Score], totals: Sequence[int]) -> list[int]:
        """Who has won with these rounds."""
        return most(totals)

    # -- at the table -------------------------------------------------------------------------------------------
    def score_round(self, state: StateT) -> bool:
        """Score the round into ``state.score`` if all is known that it takes; say whether it is done."""
        played = self.played(state)
        if played is None:
            return False
        scored = self.score(played)
        state.score = dict(scored.result)
        self.pay(state, scored)
        return True

    def steps(self, state: StateT) -> list[Step]:
        """The score of the round as a story in steps; the host paces them. None before it is scored. A game that was
        stopped ends with the standing so far."""
        if state.score is None:
            return with_end(self._unscored(state)) if state.stopped else []
        scored = self.score(self.played(state), self.endings.get(state.over_by or ""))
        history = getattr(state, "history", [scored.gains])
        standing = Standing(state.names, history, self.tally(state), state.status == OVER, live=True)
        return with_end([*scored.steps, *self.closing(standing)])

    def _unscored(self, state: StateT) -> list[Step]:
        """The game was stopped in a round: that one counts for nothing, who has most of what was had before has won."""
        stopped = Step(T("The game was stopped"), (Line(T("The round that was played is not scored.")),))
        history = getattr(state, "history", [])
        if not history:
            return [stopped, Step(T("The winner"), (Line(T("No round was scored: nobody has won.")),))]
        return [stopped, *self.closing(Standing(state.names, history, self.tally(state), over=True, live=True))]

    def plot(self) -> Plot:
        """What the plot's axes are called."""
        return self.plotted

    # -- without the app ----------------------------------------------------------------------------------------
    def score_facts(self, given: Mapping[str, Any]) -> View:
        """``companion score``: the scores of rounds played without the app. Raises a RuleError that names the fact."""
        scores = [self.score(played) for played in self._rounds(given)]
        totals = self.totals(scores)
        rounds = [dict(score.result) for score in scores]
        return {"game": self.id, "rounds": rounds, "totals": totals, "winners": self.winners(scores, totals)}

    def fact_fields(self, players: int, options: Options) -> tuple[Field, ...]:
        """The facts of one round as fields of a page."""
        return self.sheet.fields(players, self.complete(options))

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        """One round's facts, in the form of a facts file, from the values of ``fact_fields``."""
        return self.sheet.from_page(values, names)

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        """The score of a facts file that ``score_facts`` accepts, as a story."""
        rounds = list(self._rounds(given))
        scores = [self.score(played) for played in rounds]
        steps: list[Step] = []
        for number, score in enumerate(scores, start=1):
            steps += numbered(score.steps, number) if self.number_titles else score.steps
        history = [score.gains for score in scores]
        standing = Standing(rounds[0].names, history, self.totals(scores), over=True, live=False)
        return with_end([*steps, *self.closing(standing)])

    @abstractmethod
    def complete(self, options: Options) -> dict[str, Any]:
        """``options`` with the defaults filled in, each checked."""

    def _rounds(self, given: Mapping[str, Any]) -> Iterator[Any]:
        options = self.complete(given.get("options", {}))
        earlier: list[Any] = []
        for number, one in enumerate(facts.rounds(given, self.most_scored), start=1):
            earlier.append(self.from_facts(self.sheet.read(one, number), options, tuple(earlier)))
            yield earlier[-1]
