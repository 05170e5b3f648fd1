"""Who has won a round or a game, who gained how much, and the sentences that say so.

What a game says itself comes first (``Game.round_headline``, ``to_you``, ``list_gains``); what it leaves out is said
here, from its points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.display import RoundGain
from companion.engine.game import Game
from companion.engine.scoring import (
    FEW_NAMES,
    GOT_MOST,
    LEADS,
    LOST,
    NEITHER,
    NOBODY,
    NOBODY_WINS,
    OUT,
    POINTS,
    WITH,
    WON,
    Headline,
    RoundResult,
    Verdict,
    find_most,
)
from companion.engine.state import OVER
from companion.engine.text import TN, T, Text, list_names


# -- in numbers -------------------------------------------------------------------------------------------------------
# For a state whose last round has been scored, or that is over.
def count_gains(game: Game, state: Any) -> list[int]:
    """Return everyone's gains in the round just scored."""
    return list(state.history[-1]) if state.history else game.tally(state)


def count_worth(game: Game, state: Any) -> list[int]:
    """Return the points by which people are ranked at the end: if a side wins, those of the last round."""
    return game.tally(state) if game.most_wins or state.score is None else count_gains(game, state)


def find_round_winners(game: Game, state: Any) -> list[int]:
    """Return the winners of the round just scored: a side, or else those who got most, if anything."""
    if not game.rounds_are_won:
        return []
    if state.score is not None and state.winners is not None:
        return list(state.winners)
    return find_most(count_gains(game, state))


def list_round_results(game: Game, state: Any) -> list[RoundResult]:
    """Return the round just scored, once for each seat that played in it."""
    won = set(find_round_winners(game, state))
    found = []
    for seat in state.players:
        side = game.sides[card] if game.rounds_are_won and (card := state.seats[seat].card) else None
        wins = seat in won if game.rounds_are_won and _can_win(game, state, seat) else None
        found.append(RoundResult(state.round, seat, side.id if side else "", side.digs if side else WITH, wins))
    return found


def find_winners(game: Game, state: Any) -> list[int]:
    """Return the winners of a game with at least one scored round."""
    return find_most(count_worth(game, state)) if game.most_wins else find_round_winners(game, state)


def show_gains(game: Game, state: Any) -> list[RoundGain]:
    """Return the gains of each seat in the round just scored, as everyone sees them."""
    shown = game.list_gains(state)
    if shown is not None:
        return shown
    return [RoundGain(gain, icon=game.coin) for gain in count_gains(game, state)]


# -- in words ---------------------------------------------------------------------------------------------------------
def make_verdict(game: Game, state: Any) -> Verdict:
    """Return the outcome of the round just scored, or after the last one that of the game, if most points win it."""
    if state.status == OVER and (game.most_wins or state.score is None):
        return _verdict_of_game(game, state)
    return make_round_verdict(game, state)


def make_round_verdict(game: Game, state: Any) -> Verdict:
    """Return the outcome of the round just scored."""
    if not game.rounds_are_won:
        return _verdict_of_points(game, state)
    won = find_round_winners(game, state)
    headline = make_headline(game, state)
    seats = range(len(state.seats))
    outcomes = tuple(_find_outcome(game, state, seat, won) for seat in seats)
    # Even if nobody has won, those who are paid get told something.
    told = (
        say_outcome(game, state, seat, outcomes[seat])
        if seat in state.players and (won or not _can_win(game, state, seat))
        else None
        for seat in seats
    )
    return Verdict(headline, tuple(won), outcomes, tuple(text or headline.why or headline.text for text in told))


def _can_win(game: Game, state: Any, seat: int) -> bool:
    """Return whether the role at a seat can win or lose; one that is paid can't."""
    card = state.seats[seat].card
    return not card or game.sides[card].wins


def _find_outcome(game: Game, state: Any, seat: int, won: Sequence[int]) -> str:
    if not won:
        return NOBODY
    if seat not in state.players:
        return OUT
    if seat in won:
        return WON
    return LOST if _can_win(game, state, seat) else NEITHER


def make_headline(game: Game, state: Any) -> Headline:
    """Return the headline of the round just scored: the game's own, or who got most, or leads, and with how much."""
    own = game.round_headline(state)
    if own is not None:
        return own
    if not game.rounds_are_won and state.status != OVER:
        nobody = Headline(T("Nobody leads"), T("Everyone has {amount}."))
        return _name_most(game, state, game.tally(state), LEADS, nobody)
    nobody = Headline(NOBODY_WINS if game.rounds_are_won else T("Nobody got any points"), T("Everyone got {amount}."))
    return _name_most(game, state, count_gains(game, state), GOT_MOST, nobody)


def say_lead(game: Game, state: Any, seat: int) -> Text:
    """Say to whoever sits there who leads after the round just scored."""
    leading = find_most(game.tally(state)) if state.status != OVER else []
    if seat not in leading:
        return make_headline(game, state).text
    others = [state.names[other] for other in leading if other != seat]
    return T("You share the lead with {names}", names=list_names(others)) if others else T("You lead")


def _name_most(game: Game, state: Any, amounts: Sequence[int], text: Text, nobody: Headline) -> Headline:
    """Name those who have most of these amounts; ``nobody`` is the headline if nobody has any."""
    most = find_most(amounts)
    if not most:
        return nobody._replace(why=nobody.why and nobody.why.fill(amount=game.amount.fill(n=0)))
    names = [state.names[seat] for seat in most]
    who = list_names(names) if len(most) <= FEW_NAMES else T("{n} players", n=len(most))
    return Headline(text.fill(n=len(most), names=who, amount=game.amount.fill(n=amounts[most[0]])))


def say_outcome(game: Game, state: Any, seat: int, outcome: str) -> Text:
    """Return the sentence on the round just scored to whoever sits there: the game's own, or the gain."""
    own = game.to_you(state, seat, outcome)
    return say_gain(game, state, seat) if own is None else own


def say_gain(game: Game, state: Any, seat: int) -> Text:
    """Say to whoever sits there what the round just scored has brought them."""
    return T("You got {amount}.", amount=game.amount.fill(n=count_gains(game, state)[seat]))


def _verdict_of_points(game: Game, state: Any) -> Verdict:
    """Return the result of a round that nobody wins: who leads after it, or after the last one who got most."""
    headline = make_headline(game, state)
    has = game.tally(state)
    text = T("Round {n}: you have {amount}", n=state.round)
    seats = range(len(state.seats))
    return Verdict(
        headline,
        (),
        tuple(POINTS if seat in state.players else OUT for seat in seats),
        tuple(say_outcome(game, state, seat, POINTS) if seat in state.players else headline.text for seat in seats),
        tuple(text.fill(amount=game.amount.fill(n=amount)) for amount in has),
    )


def _verdict_of_game(game: Game, state: Any) -> Verdict:
    won = find_winners(game, state)
    has = count_worth(game, state)
    amounts = [game.amount.fill(n=amount) for amount in has]
    if not won:
        why = T("Everyone has {amount}.", amount=amounts[0]) if state.history else T("No round was scored.")
        return Verdict(Headline(NOBODY_WINS, why), (), (NOBODY,) * len(has), (why,) * len(has))
    names = [state.names[seat] for seat in won]
    most = amounts[won[0]]
    text = TN("{names} wins", "{names} win", len(won), names=list_names(names))
    why = TN("Highest total: {most}.", "Highest total: {most} each.", len(won), most=most)

    def to_you(seat: int) -> Text:
        if seat not in won:
            return T("{who}. {why} You have {own}.", who=text, why=why, own=has[seat])
        others = [state.names[other] for other in won if other != seat]
        if not others:
            return T("You have the most: {most}.", most=most)
        return T("You share the win with {names}: {most} each.", names=list_names(others), most=most)

    outcomes = tuple(WON if seat in won else LOST for seat in range(len(has)))
    return Verdict(Headline(text, why, "crown"), tuple(won), outcomes, tuple(map(to_you, range(len(has)))))
