"""Two deals that differ only in what a viewer may not know look the same to that viewer, at each point of a game."""

from random import Random
from typing import Any

import pytest
from crawl import parting
from playing import Play, options_of
from sizes import LARGE, SEED, size
from twins import PartedError, Twins

from companion.games import all_games, list_offered
from companion.record.record import DEAL, UNDO
from companion.rules.facts import everybody
from companion.rules.game import Game
from companion.rules.move import FOLLOWS
from companion.rules.seeing import Viewer
from companion.rules.state import OVER, PLAYING, ROUND_OVER, TURNS
from companion.rules.text import RuleError

GAMES = [*all_games().values(), *(game for game in list_offered().values() if game.file)]
MOST = size("ENTRIES", 50, 500)
"""Entries of one game."""
SEEDS = range(SEED - 1, SEED - 1 + size("TWINS", 24, 64))
every_game = pytest.mark.parametrize("game", GAMES)


def hides_more(game: Game) -> bool:
    """Whether more than dealt cards is hidden: what is drawn, chosen or typed in secret."""
    types = type(game).list_private_fields is not Game.list_private_fields
    return types or any(move.secret or move.drawn for kind, move in game.moves.items() if kind != DEAL)


HIDDEN = [(game, cards) for game in GAMES for cards in (True, False) if cards or hides_more(game)]


def seen(play: Play, seat: int | None, told: bool) -> str:
    """All that reaches the pages of this viewer (None: the host's table screen) but what is held to look at."""
    game, state = play.game, play.state
    view = game.view(state, Viewer(seat, told=told))
    offer = play.record.offer
    shown: list[Any] = [view, game.board(view), play.sentences, play.record.live, offer.acting]
    shown.append(game.may_plot(state))
    shown += [game.say_reminder(state, reminder)[0] for reminder in state.reminders]
    shown += [game.why_first(state), game.list_announcements(state), game.name_round(state)]
    shown += [game.propose_first(state), game.list_private_fields(state, seat or 0)]
    if seat is not None:
        shown += [game.actions(state, seat), game.list_secrets(state, seat)]
        shown += [game.list_notices(state, seat), _refusals(play, seat)]
    else:
        shown += [game.list_table_actions(state), _refusals(play, -1), _answers(play)]
        shown += [action for acting in offer.acting for action in offer.actions[acting] if not action.secret]
    if told and game.may_plot(state):
        shown.append(game.tally(state))
    return repr(shown)


def _refusals(play: Play, seat: int) -> list[Any]:
    """Why each kind of entry is not possible now: an error tells no more than a page."""
    moves = [move for move in play.game.moves.values() if move.seated == (seat >= 0)]
    return [(move.kind, move.why_shut(play.state, seat)) for move in moves]


def _answers(play: Play) -> list[str]:
    """What the host is told who tries the counts and the log."""
    tries: list[dict[str, Any]] = [
        {"kind": "correct", "seat": seat, count.name: change}
        for seat in range(len(play.state.seats))
        for count in play.game.counts
        for change in (-99, 99)
    ]
    last = len(play.record.entries)
    tries += [{"kind": UNDO, "entry": number} for number in range(max(0, last - 2), last)]
    return [_answer(play, entry) for entry in tries]


def _answer(play: Play, entry: dict[str, Any]) -> str:
    try:
        play.game.judge(play.state, entry)
    except RuleError as error:
        # That a secret count would fall below nothing has to be said; how much there is has not.
        below = {f"{count.label} can't go below 0" for count in play.game.counts if count.known is not everybody}
        return "accepted" if str(error.text) in below else str(error.text)
    return "accepted"


def twins(game: Game, seed: int, cards: bool) -> Twins:
    random = Random(seed)
    players = random.randint(max(3, game.least), min(game.most, 8))
    options = {**options_of(game, players, random), "dealing": "phones"} if random.random() < 0.7 else {}
    seat = random.choice([None, *range(players)])
    hurry = random.choice((0.0, 0.02, 0.1))
    follow = random.choice(((TURNS,), FOLLOWS))
    busy = random.choice((0.05, 0.3))
    return Twins(Play(game, players, options, seed, busy=busy, hurry=hurry, follow=follow), seat, cards)


def same(pair: Twins, told: bool) -> None:
    """Fails with the place where the viewer can tell the two apart."""
    one, other = (seen(play, pair.seat, told) for play in (pair.one, pair.other))
    assert one == other, f"viewer {pair.seat} after {pair.one.record.entries[-1]}: {parting(one, other)}"


def play_and_compare(game: Game, seed: int, cards: bool) -> int:
    """How many times the two looked the same although they were not."""
    try:
        pair = twins(game, seed, cards)
    except RuleError:
        return 0
    compared = 0
    most = len(pair.one.record.entries) + MOST
    while not pair.one.over and len(pair.one.record.entries) < most:
        try:
            pair.step()
        except PartedError:
            return compared
        over = pair.one.state.status in (ROUND_OVER, OVER)
        if not pair.typed and pair.one.record.entries == pair.other.record.entries:
            continue  # alike without being looked at
        same(pair, told=not over)
        compared += bool(pair.one.state != pair.other.state)
        if over and (pair.differ or pair.one.over):
            return compared  # the next thing is that everything is told
        if over:
            same(pair, told=True)
    return compared


@pytest.mark.parametrize(("game", "cards"), HIDDEN)
def test_what_others_have_shows_nowhere(game: Game, cards: bool) -> None:
    """At many points of some games, at which what is hidden is not the same."""
    points: list[int] = []
    for seed in SEEDS if cards or LARGE else SEEDS[1::2]:
        points.append(play_and_compare(game, seed, cards))
        enough = sum(points) > 12 and sum(point > 0 for point in points) > 1
        if enough and not LARGE:
            return
    assert enough or not cards, f"alike at too many points: {points}"


@every_game
@pytest.mark.parametrize("seed", SEEDS[:: 1 if LARGE else 8])
def test_a_view_names_no_card_that_may_not_be_known(game: Game, seed: int) -> None:
    """While a round is played a page knows only cards that were turned up, and ``held`` adds what can be looked at."""
    random = Random(seed)
    players = random.randint(game.least, game.most)
    play = Play(game, players, {}, seed, busy=0.05, follow=random.choice(((TURNS,), FOLLOWS)))
    play.run(random.randint(2, MOST))
    state = play.state
    if state.status != PLAYING:
        return
    for seat in (None, *range(players)):
        page, held = (game.view(state, Viewer(seat, held=held)) for held in (False, True))
        blind = seat is None or state.seats[seat].sits_out
        looked = set() if blind else {seat, *(peek.target for peek in state.peeks if peek.looker == seat)}
        for index, (shown, hand) in enumerate(zip(page["seats"], held["seats"], strict=True)):
            open_to_all = state.seats[index].revealed
            assert (shown["card"] is not None) == open_to_all
            assert (hand["card"] is not None) == (open_to_all or index in looked.intersection(state.players))
        assert page["aside"] is None
