"""The pace at which a score is revealed, without a table."""

from math import inf

import pytest
from playing import Play

from companion.engine.display import RevealedCard, RevealStep, ScoreLine
from companion.engine.game import Game
from companion.engine.score_story import list_steps
from companion.engine.text import T
from companion.games import all_games, game_by_id
from companion.record.record import Record
from companion.storage.store import GameRow, RevealProgress
from companion.table.reveal import (
    BREATH_SECONDS,
    LONGEST,
    SLIP_SECONDS,
    STEP,
    WHOLE,
    RevealedPart,
    catch_up,
    count_beats,
    count_revealed,
    is_told,
    set_beats,
    time_beats,
    time_next_beat,
)

CARD = ScoreLine(T("Anna"), card=RevealedCard("digger", T("gold-digger")))
LINE = ScoreLine(T("Anna takes gold."))
CARDS = RevealStep(T("Who was who"), (CARD, CARD, CARD))
"""Three cards, and a breath before the last."""
SUM = RevealStep(T("The gold"), (LINE,))
QUIET = RevealStep(T("The round"), (LINE,), quiet=True)
STEPS = [CARDS, QUIET, SUM]
PEOPLE = 4


def test_count_beats_counts_each_card_the_breath_and_no_quiet_step() -> None:
    assert [count_beats([step]) for step in STEPS] == [4, 0, 1]
    assert count_beats(STEPS) == 5


@pytest.mark.parametrize(
    ("beats", "part"),
    [
        (0, RevealedPart(0, 0)),
        (1, RevealedPart(0, 1)),
        (2, RevealedPart(0, 2)),
        (3, RevealedPart(0, 2, breath=True)),
        (4, RevealedPart(1, 0)),
        (5, RevealedPart(3, 0)),
    ],
)
def test_count_revealed_has_the_breath_before_the_last_card(beats: int, part: RevealedPart) -> None:
    assert count_revealed([CARDS, SUM, SUM], beats)[:2] == (part.steps if beats < 5 else 2, part.cards)
    assert count_revealed([CARDS, SUM, SUM], beats).breath == part.breath


def test_count_revealed_tells_a_quiet_step_with_the_one_after_it() -> None:
    assert count_revealed(STEPS, 4) == RevealedPart(1)
    assert count_revealed(STEPS, 5) == RevealedPart(3)


def test_time_beats_gives_more_lines_more_time_up_to_the_longest() -> None:
    picture = RevealStep(T("The round"), (LINE,), picture=True)
    long = RevealStep(T("All"), (LINE,) * 40)
    few, many, whole, _ = time_beats([SUM, long, picture, SUM], PEOPLE)
    assert (few, many, whole) == (STEP, LONGEST, LONGEST)


def test_time_next_beat_is_never_while_it_is_paused_or_all_has_been_told() -> None:
    assert time_next_beat(RevealProgress(1, 2, since=None), STEPS, PEOPLE) == inf
    assert time_next_beat(RevealProgress(1, 5, since=100.0), STEPS, PEOPLE) == inf


def test_time_next_beat_leaves_time_for_a_slip_before_the_first() -> None:
    assert time_next_beat(RevealProgress(1, 0, since=100.0), STEPS, PEOPLE) == 100 + SLIP_SECONDS
    assert time_next_beat(RevealProgress(1, 0, since=100.0, ran=2.0), STEPS, PEOPLE) == 100 + SLIP_SECONDS - 2


def test_set_beats_stops_after_the_last_one() -> None:
    show = RevealProgress(1, 2, since=7.0, ran=1.0)
    assert set_beats(show, STEPS, 3, 9.0) == RevealProgress(1, 3, since=9.0)
    assert set_beats(show, STEPS, 5, 9.0) == RevealProgress(1, 5, since=None)


def test_catch_up_reveals_what_was_due_meanwhile() -> None:
    begun = RevealProgress(1, 0, since=100.0)
    first, second, *_ = time_beats(STEPS, PEOPLE)
    assert catch_up(begun, STEPS, PEOPLE, 100 + SLIP_SECONDS - 0.1) == begun
    assert catch_up(begun, STEPS, PEOPLE, 100 + SLIP_SECONDS) == RevealProgress(1, 1, since=100 + SLIP_SECONDS)
    at_second = 100 + SLIP_SECONDS + first
    assert catch_up(begun, STEPS, PEOPLE, at_second + second / 2) == RevealProgress(1, 2, since=at_second)
    assert catch_up(begun, STEPS, PEOPLE, 10**6) == RevealProgress(1, 5)


def test_is_told_once_the_last_beat_of_the_last_round_was_due() -> None:
    game = game_by_id("saboteur")
    names = ["Anna", "Ben", "Cleo"]
    cards = ["gold-digger", "saboteur", "gold-digger"]
    record = Record(game, names, {})
    for entry in (
        {"kind": "deal", "cards": cards, "aside": ["gold-digger"], "first": 0},
        {"kind": "end", "reason": "agreed"},
    ):
        record.append(entry)
    row = GameRow(1, 1, 1, game.id, {}, names, [1, 2, 3], "")

    def told(show: RevealProgress, now: float) -> bool:
        return is_told(GameRow(**{**vars(row), "show": show}), record, now)

    assert not told(RevealProgress(), 10**6), "nothing has been begun"
    assert not told(RevealProgress(1, 0, since=100.0), 100.0)
    assert told(RevealProgress(1, 0, since=100.0), 10**6)
    assert not told(RevealProgress(1, 0, since=None), 10**6), "it is paused"


@pytest.mark.parametrize("game", list(all_games().values()))
@pytest.mark.parametrize("seed", range(4))
def test_time_beats_shows_five_players_the_winner_after_25_seconds(game: Game, seed: int) -> None:
    play = Play(game, min(5, game.most), seed=seed, hurry=0.3).run()
    steps = list_steps(game, play.state)
    waits = time_beats(steps, 5)
    assert sum(waits[:-1]) <= WHOLE + 1e-9
    assert waits.count(BREATH_SECONDS) == any(step.turning for step in steps)
    assert all(wait > 1.5 for wait in waits if wait != BREATH_SECONDS), "none is too short to be read"


def test_time_beats_gives_more_lines_and_a_twist_more_time() -> None:
    line = ScoreLine(T("Anna takes gold."))
    card = ScoreLine(T("Anna"), card=RevealedCard("digger", T("gold-digger")))
    twist = ScoreLine(T("Ben"), card=RevealedCard("saboteur", T("saboteur"), twist=T("Ben was a saboteur!")))
    short, long, last = RevealStep(T("a"), (line,)), RevealStep(T("b"), (line,) * 6), RevealStep(T("c"))
    first, breath, second, few, many, _ = time_beats([RevealStep(T("who"), (card, twist)), short, long, last], 5)
    assert breath < first < few < second < many


def test_time_beats_tells_nothing_of_what_is_still_to_come() -> None:
    line = ScoreLine(T("Anna takes gold."))
    plain, twist = (RevealedCard("digger", T("gold-digger"), twist=one) for one in (None, T("Ben was a saboteur!")))
    first = ScoreLine(T("Anna"), card=plain)
    worlds = [
        [
            RevealStep(T("who"), (first, ScoreLine(T("Ben"), card=card))),
            *(RevealStep(T("sum"), (line,) * n),) * 8,
            RevealStep(T("end")),
        ]
        for card, n in ((plain, 1), (twist, 9))
    ]
    one, other = (time_beats(steps, 5) for steps in worlds)
    assert one[0] == other[0]
    assert sum(other[:-1]) == pytest.approx(WHOLE)
