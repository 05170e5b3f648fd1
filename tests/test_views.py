"""Two deals that differ only in what a viewer can't know look the same to that viewer, at each point of a game."""

from contextlib import suppress
from random import Random

import pytest
from playing import Play, Question, options_of
from sizes import LARGE, SEED, size
from twins import Alike, PartedError, part

from companion.engine.game import Game
from companion.engine.move import ALL_MODES
from companion.engine.state import EVERY_TURN, PLAYING
from companion.engine.text import RuleError
from companion.engine.views import make_view
from companion.engine.visibility import Viewer
from companion.games import all_games, list_offered
from companion.record.record import DEAL

GAMES = [*all_games().values(), *(game for game in list_offered().values() if game.file)]
MOST = size("ENTRIES", 50, 500)
"""Entries of one game."""
SEEDS = range(SEED - 1, SEED - 1 + size("TWINS", 24, 64))
every_game = pytest.mark.parametrize("game", GAMES)


def hides_more(game: Game) -> bool:
    """Whether more than dealt cards is hidden: what is drawn, chosen or typed in secret."""
    types = type(game).list_private_fields is not Game.list_private_fields
    return types or any(move.secret or move.random_fields for kind, move in game.moves.items() if kind != DEAL)


HIDDEN = [(game, cards) for game in GAMES for cards in (True, False) if cards or hides_more(game)]


def play_twins(game: Game, seed: int, cards: bool) -> int:
    """How many times the two looked the same although they were not."""
    random = Random(seed)
    players = random.randint(max(3, game.least), min(game.most, 8))
    options = {**options_of(game, players, random), "dealing": "phones"} if random.random() < 0.7 else {}
    seat = random.choice([None, *range(players)])
    hurry = random.choice((0.0, 0.02, 0.1))
    follow = random.choice(((EVERY_TURN,), ALL_MODES))
    busy = random.choice((0.05, 0.3))
    try:
        play = Play(game, players, options, seed, busy=busy, hurry=hurry, follow=follow)
    except RuleError:
        return 0
    alike = Alike(part(play, seat, cards))
    with suppress(PartedError):
        play.run(len(play.record.entries) + MOST, alike)
    return alike.points


@pytest.mark.parametrize(("game", "cards"), HIDDEN)
def test_what_others_have_shows_nowhere(game: Game, cards: bool) -> None:
    """At many points of some games, at which what is hidden is not the same."""
    points: list[int] = []
    for seed in SEEDS if cards or LARGE else SEEDS[1::2]:
        points.append(play_twins(game, seed, cards))
        enough = sum(points) > 12 and sum(point > 0 for point in points) > 1
        if enough and not LARGE:
            return
    assert enough or not cards, f"alike at too many points: {points}"


class Cards(Question):
    """While a round is played a page knows only cards that were revealed, and ``held`` adds what can be looked at."""

    def after(self, play: Play) -> None:
        state = play.state
        if state.status != PLAYING:
            return
        for seat in (None, *range(len(state.seats))):
            page, held = (make_view(play.game, state, Viewer(seat, held=held)) for held in (False, True))
            blind = seat is None or state.seats[seat].sits_out
            looked = set() if blind else {seat, *(peek.target for peek in state.peeks if peek.looker == seat)}
            for index, (shown, hand) in enumerate(zip(page["seats"], held["seats"], strict=True)):
                open_to_all = state.seats[index].revealed
                assert (shown["card"] is not None) == open_to_all
                assert (hand["card"] is not None) == (open_to_all or index in looked.intersection(state.players))
            assert page["aside"] is None


@every_game
@pytest.mark.parametrize("seed", SEEDS[:: 1 if LARGE else 8])
def test_a_view_names_no_card_that_may_not_be_known(game: Game, seed: int) -> None:
    random = Random(seed)
    players = random.randint(game.least, game.most)
    play = Play(game, players, {}, seed, busy=0.05, follow=random.choice(((EVERY_TURN,), ALL_MODES)))
    play.run(random.randint(2, MOST), Cards())
