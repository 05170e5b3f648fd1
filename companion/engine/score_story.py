"""The story of a score, step by step: how a round ended, what everyone got, and who has won.

``table.reveal`` decides when each step is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.engine.display import RevealStep, ScoreLine
from companion.engine.game import Game
from companion.engine.scoring import NOBODY_WINS, ending_line, winner_lines, write_sum, write_winners
from companion.engine.state import OVER
from companion.engine.text import T, write_signed
from companion.engine.verdict import make_verdict


def list_steps(game: Game, state: Any) -> list[RevealStep]:
    """Return the story of the score, or of a game that was stopped; none before the round is scored."""
    if state.score is None:
        return _tell_unscored(game, state) if state.stopped else []
    scored = game.score(game.build_score_input(state))
    steps = [*_tell_ending(game, state, scored.steps), *game.list_closing(state)]
    last = len(scored.steps if state.status == OVER else steps) - 1
    pays = len(game.list_opening(state)) - 1
    return [replace(step, quiet=n < last and n != pays, picture=n == last) for n, step in enumerate(steps)]


def list_opening_steps(game: Game, state: Any) -> list[RevealStep]:
    """Return the first steps of the story, which are revealed before anything is paid; often there are none."""
    steps = _tell_ending(game, state, game.list_opening(state))
    last = len(steps) - 1
    return [replace(step, quiet=n < last) for n, step in enumerate(steps)]


def _tell_ending(game: Game, state: Any, steps: Sequence[RevealStep]) -> list[RevealStep]:
    """Say first how the play of the round ended."""
    if not steps:
        return []
    first, *others = steps
    ended = ending_line(game.endings.get(state.over_by or ""))
    return [replace(first, lines=(*ended, *first.lines)), *others]


def _tell_unscored(game: Game, state: Any) -> list[RevealStep]:
    """Return the story of a game that was stopped in a round, which counts for nothing."""
    stopped = RevealStep(T("The game was stopped"), (ScoreLine(T("The unfinished round isn't scored.")),))
    if not state.history:
        return [stopped, RevealStep(NOBODY_WINS, (ScoreLine(T("No round was scored.")),))]
    return [stopped, *game.list_closing(state)]


# -- over several rounds ----------------------------------------------------------------------------------------------
def make_standing_steps(game: Game, state: Any, paced: bool = False) -> list[RevealStep]:
    """Return a step on everyone's sum over the rounds, the lowest rank first, and after the last on who has won.

    ``paced``: a step for each rank, because nobody knows yet what the others have.
    """
    totals = game.tally(state)
    placed: list[tuple[int, ScoreLine]] = []
    for seat, total in enumerate(totals):
        place = 1 + sum(other > total for other in totals)
        placed.append((place, _sum(game, state, seat, total)))
    placed.sort(key=lambda pair: -pair[0])
    steps: list[RevealStep] = []
    lines_of_first: list[ScoreLine] = []
    if paced:
        for place, tied in groupby(placed, lambda pair: pair[0]):
            lines = [line for _, line in tied]
            if place == 1:
                # The first rank is revealed with who has won.
                lines_of_first = lines
            else:
                steps.append(RevealStep(T("Place {n}", n=place), tuple(lines)))
    elif len(state.history) > 1:
        with_place = T("{place}. {line}")
        numbered = [line._replace(text=with_place.fill(place=place, line=line.text)) for place, line in placed]
        steps.append(RevealStep(T("All rounds"), tuple(numbered)))
    if state.status == OVER:
        verdict = make_verdict(game, state)
        reason = ending_line(verdict.headline.why)
        crowned = winner_lines(state.names, verdict.winners)
        steps.append(RevealStep(write_winners(verdict.winners), (*reason, *lines_of_first, *crowned)))
    return steps


def _sum(game: Game, state: Any, seat: int, total: int) -> ScoreLine:
    """Return the line of a seat: its gains in each round, a correction by hand if there was one, and the total."""
    rounds = [changes[seat] for changes in state.history]
    mended = total - sum(rounds)
    values = {"name": state.names[seat], "sum": write_sum(rounds), "total": total}
    text = T("{name}: {sum} = {total}", **values)
    if mended:
        text = T("{name}: {sum}, corrected by {mended}, = {total}", mended=write_signed(mended), **values)
    return ScoreLine(text, total, seat, game.coin)
