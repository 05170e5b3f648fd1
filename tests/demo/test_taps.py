"""The taps of a person who plays by themself: legal ones, and none that is for those who watch."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import Play

from companion.demo.taps import list_taps
from companion.engine.game import Game
from companion.engine.play import judge_entry
from companion.engine.state import PLAYING
from companion.engine.text import RuleError
from companion.engine.tracking import EnterResults
from companion.games import all_games
from companion.record.record import UNDO

PEOPLE = 5
GAMES = [game for game in all_games().values() if game.least <= PEOPLE <= game.most]


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6), entries=st.integers(1, 60))
def test_list_taps_never_undoes_ends_a_round_or_enters_a_result(game: Game, seed: int, entries: int) -> None:
    play = Play(game, PEOPLE, seed=seed, busy=0.05).run(entries)
    for seat, actions in play.record.offer.actions.items():
        for tap in list_taps(game, play.state, actions, Random(seed)):
            assert all(entry["by"] == seat for entry in tap)
            assert not {UNDO, EnterResults.kind, "end", "stop", "deal"} & {entry["kind"] for entry in tap}
            after = deepcopy(play.state)
            try:
                judge_entry(game, after, play.draw(tap[0]))
            except RuleError:
                continue
            game.fold(after, play.draw(tap[0]))
            # Where the last card has been played, the rules end the round.
            assert after.playing or not play.state.playing or after.nobody_can_play


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6))
def test_list_taps_has_one_that_the_game_takes_for_whoever_is_on_turn(game: Game, seed: int) -> None:
    """Everyone at the table plays so, as long as the cards last."""
    random = Random(seed)
    play = Play(game, PEOPLE, seed=seed)
    play.record.append(play.deal())
    for _ in range(40):
        if play.state.status != PLAYING or not play.record.offer.acting:
            return
        enter_first(play, play.record.offer.acting[0], random)


def enter_first(play: Play, seat: int, random: Random) -> None:
    """Enter the first of the taps of a seat that can be."""
    for tap in list_taps(play.game, play.state, play.record.offer.actions[seat], random):
        try:
            enter(play, tap)
        except RuleError:
            continue
        return
    raise AssertionError(f"no tap for {play.state.names[seat]}")


def enter(play: Play, tap: list[dict[str, Any]]) -> None:
    play.record.append(play.draw(tap[0]))
    for entry in tap[1:]:
        if play.state.turn and play.state.turn.seat == entry["by"]:
            play.record.append(entry)
    while owed := play.game.make_automatic(play.state, play.table.typed):
        play.record.append(play.draw(owed))
