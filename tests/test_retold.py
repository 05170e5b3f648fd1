"""What is told of a game that is over is so: its tale is made here the other way round, from the entries of the log
alone, and both must be the same. (What is said of a tale: test_highlights.py.)"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from playing import Play, options_of
from sizes import LARGE

from companion.games import all_games
from companion.record.record import Record, live_entries
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.move import FOLLOWS
from companion.rules.state import OVER, PLAYING, ROUND_OVER, TURNS
from companion.told.highlights import KINDS
from companion.told.tale import Attack, Look, Round, tale_of

GAMES = [game for game in all_games().values() if game.in_turns]
GAMES_OF_EACH = 300 if LARGE else 5
SAID = {
    "dark-cave": {"won_alone", "left_inside"},
    "lost-mines": {"found_out", "won_alone", "every_round"},
    "saboteur": {"won_alone", "every_round", "hunted", "one_short", "comeback"},
    "saboteur-2": {"one_short", "won_alone", "found_out", "hunted", "every_round"},
    "harbour-lights": {"won_alone", "one_short", "looked_at"},
}
"""What the first games of each have to tell, where there are many."""
MOST = 260
"""Entries after which a game is stopped."""
HOSTILE: Mapping[str, str] = {"break": "to", "trapped": "to", "hands-off": "to", "creature": "attacks"}
"""Cards that are played against somebody, and the field that says whom."""
LOOKS = ("secret-information", "look", "inspect", "spyglass")


# -- the log --------------------------------------------------------------------------------------------------------
class Evening:
    """A whole record, folded here."""

    def __init__(self, record: Record) -> None:
        self.game, self.rounds = record.game, list[Round]()
        self.state = state = self.game.start(record.players, record.given_options)
        live = live_entries(record.entries)
        lines: list[tuple[Entry, int]] = []
        for number, entry in enumerate(record.entries):
            if not live[number] or entry["kind"] == "undo":
                continue
            if entry["kind"] == "deal":
                if state.status in (ROUND_OVER, OVER):
                    self.rounds.append(self.round(lines))
                lines = []
            elif state.status == PLAYING:
                lines.append((dict(entry), state.number))
            self.game.fold(state, entry)
        self.rounds.append(self.round(lines))

    def round(self, lines: list[tuple[Entry, int]]) -> Round:
        """What was entered while it was played, with the turn, and how it stands now."""
        state, play = self.state, [entry for entry, _ in lines]
        cards = {seat: state.seats[seat].card for seat in state.players}
        known, score = all(cards.values()), None if state.stopped else state.score
        attacks: list[tuple[int, int]] = []
        for entry in play:
            at = entry.get(HOSTILE.get(entry["kind"], ""), [])
            attacks += [(entry["by"], seat) for seat in (at if isinstance(at, list) else [at])]
        looks = [(turn, one["by"], one["seat"]) for one, turn in lines if one["kind"] in LOOKS and "seat" in one]
        mended = any(one["kind"] == "set" or "active" in one for one in play)
        return Round(
            number=state.round,
            players=tuple(cards),
            sides={seat: self.game.side(card) for seat, card in cards.items()} if known else {},
            exchanged=frozenset(one["to"] for one in play if one["kind"] == "swap-hats"),
            scored=score is not None,
            won=tuple(self.winners(score, cards)) if score is not None else (),
            thefts=tuple((by, of) for by, of, *_ in (score or {}).get("thefts", ())),
            had=tuple(self.had),
            out=frozenset(getattr(state, "out", [])),
            looks=tuple(Look(*one) for one in looks),
            attacks=tuple(Attack(by, seat) for by, seat in attacks if by != seat),
            followed=not mended and not state.gaps,
        )

    def winners(self, score: Any, cards: Mapping[int, str]) -> list[int]:
        """Who has won the round, by its score."""
        if "winners" in score:
            return list(score["winners"])
        if "winner" in score:  # Saboteur: a side, or the selfish dwarf
            side = {"diggers": "gold-digger", "saboteurs": "saboteur"}.get(score["winner"], score["winner"])
            return [seat for seat in cards if cards[seat] == side]
        brought = self.state.history[-1]
        most = max(brought[seat] for seat in cards)
        return [seat for seat in cards if brought[seat] == most > 0]

    @property
    def had(self) -> list[int]:
        """What each has: gold, coins, or the points of all rounds."""
        for what in ("gold", "coins"):
            if hasattr(self.state.seats[0], what):
                return [getattr(seat, what) for seat in self.state.seats]
        return [sum(brought[seat] for brought in self.state.history) for seat in range(len(self.state.seats))]


# -- the games ------------------------------------------------------------------------------------------------------
def finished(game: Game[Any], seed: int) -> Record:
    """A game at random with exchanges, gifts, corrections, undos and stops in it."""
    random = Random(seed)
    players = random.randint(game.least, game.most)
    busy = random.choice((0.0, 0.03, 0.12))
    options = options_of(game, players, random)
    follow = random.choice(((TURNS,), (TURNS,), FOLLOWS))
    play = Play(game, players, options, seed, busy=busy, hurry=random.choice((0.002, 0.02)), follow=follow)
    while not play.over and len(play.record.entries) < MOST:
        play.step()
        if random.random() < busy / 3:
            _take_back(play)
    if play.state.status != OVER:
        play.record.append({"kind": "stop"})
    return play.record


def _take_back(play: Play) -> None:
    newest = play.record.entries[play.record.newest]["kind"]
    if newest not in ("deal", "join"):
        play.record.append({"kind": "undo", "entry": play.record.newest})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_round_is_told_as_the_log_says(game: Game[Any]) -> None:
    said: set[str] = set()
    for seed in range(GAMES_OF_EACH):
        record = finished(game, seed)
        tale, evening = tale_of(record), Evening(record)
        assert (list(tale.rounds), tale.names) == (evening.rounds, evening.state.names), seed
        if tale.winners and tale.most_wins:
            assert list(tale.worth) == evening.had
            assert [*tale.winners] == [seat for seat, own in enumerate(tale.worth) if own == max(tale.worth) > 0]
        said |= {kind.__name__ for kind in KINDS if kind(tale)}
    assert not LARGE or SAID[game.id] <= said
