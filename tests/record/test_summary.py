"""What the summary says of a game that is over is true: here it is made in another way, only from the entries of the
log, and both must be the same. (What is said of a summary: test_highlights.py.)"""

from collections.abc import Mapping
from typing import Any

import pytest
from playing import game_at_random
from sizes import LARGE

from companion.engine.actions import Entry
from companion.engine.game import Game
from companion.engine.setup import start_game
from companion.engine.state import OVER, PLAYING, ROUND_OVER
from companion.engine.verdict import count_worth, make_round_verdict
from companion.games import all_games
from companion.record.record import Record
from companion.record.summary import Attack, PeekEvent, RoundSummary, summarise

GAMES = list(all_games().values())
GAMES_OF_EACH = 300 if LARGE else 5
HOSTILE: Mapping[str, str] = {"break": "to", "trapped": "to", "hands-off": "to", "creature": "attacks"}
"""Cards that are played against someone, and the field that says whom."""
LOOKS = ("secret-information", "look", "inspect", "spyglass")


# -- the log --------------------------------------------------------------------------------------------------------
def rounds(record: Record) -> list[RoundSummary]:
    """The rounds of a whole record, by its entries and the verdicts."""
    game, found = record.game, list[RoundSummary]()
    state = start_game(game, record.players, record.given_options)
    lines: list[tuple[Entry, int]] = []
    for _, entry in record.list_counting():
        if entry["kind"] == "deal":
            if state.status in (ROUND_OVER, OVER):
                found.append(round_of(game, state, lines))
            lines = []
        elif state.status == PLAYING:
            lines.append((dict(entry), state.number))
        game.fold(state, entry)
    return [*found, round_of(game, state, lines)]


def round_of(game: Game, state: Any, lines: list[tuple[Entry, int]]) -> RoundSummary:
    """What was entered while it was played, with the turn, and its present state."""
    play = [entry for entry, _ in lines]
    cards = {seat: state.seats[seat].card for seat in state.players}
    score = None if state.stopped else state.score
    attacks: list[tuple[int, int]] = []
    for entry in play:
        at = entry.get(HOSTILE.get(entry["kind"], ""), [])
        attacks += [(entry["by"], seat) for seat in (at if isinstance(at, list) else [at])]
    looks = [(turn, one["by"], one["seat"]) for one, turn in lines if one["kind"] in LOOKS and "seat" in one]
    mended = any(one["kind"] == "set" or "active" in one for one in play)
    return RoundSummary(
        number=state.round,
        players=tuple(cards),
        sides={seat: game.sides[card] for seat, card in cards.items()} if all(cards.values()) else {},
        exchanged=frozenset(one["to"] for one in play if one["kind"] == "swap-hats"),
        scored=score is not None,
        won=make_round_verdict(game, state).winners if score is not None else (),
        thefts=tuple((by, of) for by, of, *_ in (score or {}).get("thefts", ())),
        had=tuple(game.tally(state)),
        out=frozenset(getattr(state, "out", [])),
        looks=tuple(PeekEvent(*one) for one in looks),
        attacks=tuple(Attack(by, seat) for by, seat in attacks if by != seat),
        followed=not mended and not state.gaps,
    )


@pytest.mark.parametrize("game", GAMES)
def test_summarise_tells_every_round_as_the_log_does(game: Game) -> None:
    for seed in range(GAMES_OF_EACH):
        record = game_at_random(game, seed)
        tale, state = summarise(record), record.state
        assert (list(tale.rounds), tale.names, list(tale.worth)) == (
            rounds(record),
            state.names,
            count_worth(game, state),
        ), seed
        if tale.winners and tale.most_wins:
            assert [*tale.winners] == [seat for seat, own in enumerate(tale.worth) if own == max(tale.worth) > 0]
