"""A journal that is loaded after a start is the table as it was, cancelled entries and their sentences included."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playing import Play

from companion.games import all_games
from companion.record.record import UNDO, Listener, Record
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.text import RuleError

GAMES = list(all_games().values())


class Told(Listener):
    """What a table keeps of the story."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.texts: dict[int, str] = {}
        self.live: list[int] = []

    def hear(self, number: int, entry: Entry, state: Any) -> None:
        self.texts[number] = str(self.game.sentence(state, entry))
        self.live.append(number)

    def restart(self) -> None:
        self.live = []


def with_undos(play: Play, random: Random, steps: int) -> list[Entry]:
    """A game in which every third tap or so takes something back, or brings it back."""
    for _ in range(steps):
        count = len(play.record.entries)
        if count > 1 and random.random() < 0.35:
            target = count - 1 if random.random() < 0.6 else random.randrange(count)
            try:
                play.record.append({"kind": UNDO, "entry": target})
            except RuleError:
                continue
        elif not play.over:
            play.step()
    return list(play.record.entries)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(6))
def test_restored_is_what_one_after_the_other_gives(game: object, seed: int) -> None:
    play = Play(game, 4, {}, seed)  # type: ignore[arg-type]
    entries = with_undos(play, Random(seed), 60)
    records, stories = [], []
    for way in ("one after the other", "restored", "loaded"):
        story = Told(play.game)
        record = Record(play.game, play.record.players, {}, story)
        if way == "restored":
            record.restore(entries)
        elif way == "loaded":
            record = Record.load(play.game, play.record.players, {}, entries)
        else:
            for entry in entries:
                record.append(entry)
        records.append(record)
        stories.append(story)
    one, other, loaded = records
    assert play.game.snapshot(other.state) == play.game.snapshot(one.state)
    assert play.game.snapshot(loaded.state) == play.game.snapshot(one.state)
    assert (other.entries, other.live) == (one.entries, one.live) == (loaded.entries, loaded.live)
    assert stories[1].texts == stories[0].texts
    assert stories[1].live == [n for n, live in enumerate(one.live) if live and entries[n]["kind"] != UNDO]
    last = {"kind": UNDO, "entry": one.newest}
    for record in records:
        record.append(last)
    assert play.game.snapshot(other.state) == play.game.snapshot(one.state)
