"""Corrections: what is really on the table. The worked cases: test_cases.py."""

from copy import deepcopy

import pytest
from playing import Play

from companion.engine.corrections import SetFacts, list_counts
from companion.engine.game import Game
from companion.engine.views import make_snapshot
from companion.games import game_by_id, list_offered

every_game = pytest.mark.parametrize("game", list(list_offered().values()))


@every_game
def test_set_facts_to_what_is_believed_changes_nothing(game: Game) -> None:
    for seed in range(4):
        play = Play(game, game.least, {}, seed, busy=0.05).run(25)
        move = game.moves["set"]
        assert isinstance(move, SetFacts)
        for one in move.list_believed(play.state):
            before = deepcopy(make_snapshot(game, play.state))
            whose = {} if one.seat < 0 else {"seat": one.seat}
            play.record.append({"kind": "set", **whose, one.field.name: one.value})
            assert make_snapshot(game, play.state) == before
        assert move.make_entry((one, one.value) for one in move.list_believed(play.state)) is None


def test_play_contains_all_that_puts_things_right() -> None:
    wanted = {"undo", "set", "correct", "stop", "join", "retire", "return", "without"}
    for seed in range(30):
        entries = Play(game_by_id("saboteur"), 5, {}, seed, busy=0.1, hurry=0.05).run(200).record.entries
        wanted -= {name for entry in entries for name in (entry["kind"], "without" if entry.get("without") else "")}
        if not wanted:
            return
    assert not wanted


@every_game
def test_correct_after_the_last_round_leaves_its_score_where_most_wins(game: Game) -> None:
    counts = [count for count in list_counts(game) if count.after]
    if not counts or not game.most_wins:
        return
    for seed in range(3):
        play = Play(game, game.least, {}, seed, hurry=0.2, undoes=False).run()
        before = deepcopy(make_snapshot(game, play.state))
        for count in counts:
            play.record.append({"kind": "correct", "seat": 0, count.name: 1})
        after = make_snapshot(game, play.state)
        assert after["seats"] != before["seats"]
        assert after["score"] == before["score"]
