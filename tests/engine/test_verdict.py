"""Who has won in one line, and the sentence to *you*: for random rounds of every game, compared with the record."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playing import Play, options_of
from sizes import LARGE

from companion.engine.game import Game
from companion.engine.round_facts import list_tracking_modes
from companion.engine.scoring import LOST, NEITHER, NOBODY, OUT, POINTS, WON, Verdict
from companion.engine.state import OVER, RESULT_ONLY, ROUND_OVER
from companion.engine.verdict import count_gains, count_worth, find_round_winners, find_winners, make_verdict
from companion.games import list_offered

ROUNDS = 60 if LARGE else 8
GAMES = list(list_offered().values())


def rounds(game: Game, count: int) -> Iterator[Any]:
    """The states of that many random rounds that are over, in every tracking mode."""
    seed = 0
    while count:
        seed += 1
        random = Random(seed)
        players = random.randint(game.least, game.most)
        options = {**options_of(game, players, random), "dealing": "phones"}
        follow = (RESULT_ONLY,) if seed % 3 and RESULT_ONLY in list_tracking_modes(game) else list_tracking_modes(game)
        play = Play(game, players, options, seed=seed, busy=0.03, hurry=0.05, follow=follow)
        ended = play.state.status
        while count and not play.over:
            play.step()
            if play.state.status in (ROUND_OVER, OVER) and ended != play.state.status:
                count -= 1
                yield play.state
            ended = play.state.status


def numbers(text: Any) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", str(text))]


def side_of(game: str, state: Any) -> set[str]:
    """The words one of which is in the headline, by what the record says of the round."""
    score = state.score
    if game == "saboteur":
        names = {"diggers": "gold-diggers", "saboteurs": "saboteurs", "selfish-dwarf": "selfish dwarf"}
        return {
            f"{names[score['winner']]} win{'s' * (score['winner'] not in ('diggers', 'saboteurs'))} round {state.round}"
        }
    if game == "dark-cave":
        return {f"{score['winner']} clan"}
    if game == "saboteur-2":
        cards = {state.seats[seat].card for seat in score["winners"]}
        teams = {"blue-digger": "lue", "green-digger": "reen", "gold-digger": "gold-diggers", "saboteur": "saboteurs"}
        return {teams[card] for card in cards & teams.keys()} or cards
    return {state.names[seat] for seat in score["winners"]} if "winners" in score else set()


def counted(state: Any, seat: int) -> list[int]:
    """The numbers in the sentence to a seat of Saboteur, if there are any."""
    score, own = state.score, state.seats[seat]
    if score["winner"] != "diggers":
        return [score["gold"][seat]] if score["gold"][seat] else []
    if own.card != "gold-digger" or state.takes:
        return []
    if state.options["tournament"]:
        return [score["gold"][seat]]
    return [sum(taker == seat for taker, _ in score["draft"])]


def judge_points(game: Game, state: Any, verdict: Verdict) -> None:
    """A round that nobody wins: who leads, how much everyone has, and what the round has brought."""
    has, gains, head = game.tally(state), count_gains(game, state), str(verdict.headline.text)
    assert verdict.winners == ()
    assert not {WON, LOST, NOBODY} & {*verdict.outcomes}
    leading = [seat for seat, own in enumerate(has) if own == max(has) > 0]
    assert ("Nobody leads" in head) == (not leading)
    assert not 0 < len(leading) <= 4 or all(state.names[seat] in head for seat in leading)
    assert not leading or numbers(head)[-1] == max(has)
    for seat, outcome in enumerate(verdict.outcomes):
        assert outcome == (POINTS if seat in state.players else OUT)
        assert numbers(verdict.has[seat]) == [state.round, has[seat]]
        text = str(verdict.to_you[seat])
        assert seat not in state.players or numbers(text)[-1] == gains[seat], text
        assert (text.startswith("You lead") or "share the lead" in text) == (seat in leading and state.status != OVER)
        assert not ("kept your own" in text and not gains[seat]), text


@pytest.mark.parametrize("game", GAMES)
def test_make_verdict_says_in_headline_and_to_you_what_the_record_says(game: Game) -> None:
    for state in rounds(game, ROUNDS):
        verdict = make_verdict(game, state)
        of_game = state.status == OVER and game.most_wins
        won = find_winners(game, state) if of_game else find_round_winners(game, state)
        head = str(verdict.headline.text)
        if not game.rounds_are_won and not of_game:
            judge_points(game, state, verdict)
            continue
        assert list(verdict.winners) == won
        assert [seat for seat, outcome in enumerate(verdict.outcomes) if outcome == WON] == won
        assert ("Nobody wins" in head) == (not won) == (set(verdict.outcomes) == {NOBODY})
        assert len(verdict.to_you) == len(state.seats)
        if of_game:
            assert all(state.names[seat] in head for seat in won)
            worth, most = count_worth(game, state), max(count_worth(game, state))
            for seat, text in enumerate(verdict.to_you):
                assert set(numbers(text)) <= {most, worth[seat]}
                assert worth[seat] in numbers(text) or str(text).startswith("You")
            continue
        for seat, outcome in enumerate(verdict.outcomes):
            plays = seat in state.players
            paid = plays and not game.sides[state.seats[seat].card or ""].wins
            assert won == [] or outcome == (WON if seat in won else NEITHER if paid else LOST if plays else OUT)
        if not won:
            continue
        if "winners" in state.score or game.id in ("saboteur", "dark-cave"):
            assert game.file or all(word in head for word in side_of(game.id, state)), (head, state.score)
        else:
            assert len(won) > 4 or all(state.names[seat] in head for seat in won)
            assert numbers(head)[-1] == max(count_gains(game, state))
        for seat in state.players:
            text = verdict.to_you[seat]
            if game.id == "saboteur":
                cards = [] if "your tool was broken" in str(text) else counted(state, seat)
                assert numbers(text) == cards, (str(text), state.score)
            elif game.id == "saboteur-2":
                gain = state.score["gain"][seat]
                assert gain in numbers(text) or not gain
