"""From turn to turn, and to the end of the round: moves call these functions when a turn or the round ends.

Each fact decides what a turn's start does to it (``Fact.start_turn``).
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import AGREED, Game
from companion.engine.hands import CARDS
from companion.engine.state import OVER, ROUND_OVER, SCORING


def begin_turn(game: Game, state: Any, seat: int) -> None:
    """Start a new turn for ``seat``, or for the next one that can play; none is left: the round is over."""
    state.reminders = []
    while not state.nobody_can_play:
        _count_turn(state, seat)
        do_upkeep(game, state, seat)
        if state.can_play(seat):
            state.turn = state.new_turn(seat)
            return
        state.reminders.append({"seat": seat, "kind": "skip-turn"})
        seat = state.find_left(seat)
    finish_round(game, state, (CARDS if game.deck_rules else AGREED).value)


def resume_turn(game: Game, state: Any, seat: int) -> None:
    """Start a turn of ``seat`` without its upkeep and reminders: it goes on with things as they are."""
    state.reminders = []
    _count_turn(state, seat)
    state.turn = state.new_turn(seat)


def _count_turn(state: Any, seat: int) -> None:
    state.number += 1
    state.last_active = seat
    state.peeks = [peek for peek in state.peeks if peek.lasts and peek.looker != seat]


def do_upkeep(game: Game, state: Any, seat: int) -> None:
    """Do what the start of a seat's turn brings, also of one that is skipped, and add to ``state.reminders``."""
    for fact in (*game.of_table, *game.of_seat):
        fact.start_turn(state, seat)


def end_turn(game: Game, state: Any) -> None:
    """End the turn that runs; the left neighbour's starts."""
    begin_turn(game, state, state.find_left(state.running.seat))


def stop_tracking(game: Game, state: Any) -> None:
    """Track no turns from here on. What is on the table stays."""
    state.turn = None
    state.reminders = []
    state.gaps = True
    if game.deck_rules:
        game.deck_rules.lose_count(state)


# -- the end of the round ---------------------------------------------------------------------------------------------
def finish_round(game: Game, state: Any, over_by: str) -> None:
    """End the play of the round for the reason ``over_by``, and score it if all is known."""
    state.over_by = over_by
    state.stop_turn()
    state.status = SCORING
    state.unscored = None
    if not state.dealt_by_hand:
        state.keep_unscored()
    score_if_complete(game, state)


def score_if_complete(game: Game, state: Any) -> None:
    """Score the round if nothing is missing any more."""
    played = game.build_score_input(state) if state.cards_known else None
    if played is not None and game.pay(state, game.score(played)):
        score_again(game, state)
        state.status = OVER if state.round >= game.rounds(state) else ROUND_OVER


def score_again(game: Game, state: Any) -> None:
    """Compute the score of a round that has been paid, and store it in the state."""
    scored = game.score(game.build_score_input(state))
    state.score = dict(scored.result)
    state.winners = scored.winners
    state.history[state.round - 1 :] = [list(scored.gains)]
