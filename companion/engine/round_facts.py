"""The score of rounds whose facts were typed or read from a file, for a table that tapped no turns or had no app.

The sheet (``scoring.RoundSheet``) checks each fact; here the game checks that they can have come about together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.game import Game
from companion.engine.scoring import RoundSheet, Score, find_most
from companion.engine.setup import check_players, complete_options
from companion.engine.state import EVERY_TURN
from companion.engine.text import RuleError, T
from companion.engine.visibility import View


def require_sheet(game: Game) -> RoundSheet:
    """Return the sheet of the facts of a round. Raises a RuleError in a game that has none."""
    if game.sheet is None:
        raise RuleError(T("{game} can't be scored without the app", game=game.title))
    return game.sheet


def list_tracking_modes(game: Game) -> tuple[str, ...]:
    """List the tracking modes of its rounds."""
    return game.sheet.allowed_tracking if game.sheet else (EVERY_TURN,)


def read_facts(
    game: Game, read: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any] = (), state: Any = None
) -> Any:
    """Return what the score is computed from, given the facts of a round that were ``read``.

    ``earlier`` are those of the rounds before, if there is no ``state``. Raises a RuleError for impossible facts.
    """
    sheet = require_sheet(game)
    cards = read[sheet.cards]
    check_players(game, len(cards))
    game.check_options(options, len(cards))
    if not game.can_turn_up(len(cards), options, cards):
        raise sheet.make_error(sheet.cards, T("these can't be in play together with {n} players", n=len(cards)))
    return sheet.build_score_input(read, options, earlier, state)


def score_rounds(game: Game, given: Mapping[str, Any]) -> View:
    """Score rounds played without the app, for ``companion score``. Raises a RuleError that names the fact."""
    scores = [game.score(played) for played in _read_rounds(game, given)]
    return {"game": game.id, "rounds": [dict(score.result) for score in scores], **score_after(game, scores)}


def _read_rounds(game: Game, given: Mapping[str, Any]) -> Iterator[Any]:
    options = complete_options(game, given.get("options", {}))
    rounds = given.get("rounds")
    if not isinstance(rounds, list) or not rounds:
        raise RuleError(T("rounds must be a list of at least one round"))
    if "rounds" not in options and len(rounds) > 1:
        raise RuleError(T("rounds: at most {n} allowed, not {count}", n=1, count=len(rounds)))
    earlier = list[Any]()
    names = None
    for number, facts in enumerate(rounds, start=1):
        read = require_sheet(game).read(facts, number)
        if names not in (None, read["names"]):
            text = T("round {n}: every round must have the same players in the same order", n=number)
            raise RuleError(text)
        names = read["names"]
        earlier.append(read_facts(game, read, options, tuple(earlier)))
        yield earlier[-1]


def score_after(game: Game, scores: Sequence[Score]) -> View:
    """Return everyone's points after these rounds, and who has won with them."""
    totals = scores[-1].has or [sum(column) for column in zip(*(score.gains for score in scores), strict=True)]
    won = find_most(totals) if game.most_wins else scores[-1].winners or ()
    return {"totals": list(totals), "winners": list(won)}
