"""What is told of a game that is over is so: each kind of sentence is worked out here the other way round, from the
entries of the log alone, and both must say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from companion.rules.scoring import AGAINST
from companion.rules.state import OVER, PLAYING, ROUND_OVER, TURNS
from companion.told.highlights import KINDS
from companion.told.tale import tale_of

GAMES = [game for game in all_games().values() if game.in_turns]
GAMES_OF_EACH = 300 if LARGE else 12
SAID = {
    "dark-cave": {"won_alone", "left_inside"},
    "lost-mines": {"found_out", "won_alone", "one_short"},
    "saboteur": {"won_alone", "every_round", "hunted", "one_short", "comeback"},
    "saboteur-2": {"one_short", "won_alone", "comeback", "hunted"},
    "harbour-lights": {"won_alone", "one_short", "looked_at"},
}
"""What the first twelve games of each have to tell."""
MOST = 260
"""Entries after which a game is stopped."""
HOSTILE: Mapping[str, str] = {"break": "to", "trapped": "to", "hands-off": "to", "creature": "attacks"}
"""Cards that are played against somebody, and the field that says whom."""
LOOKS = ("secret-information", "look", "inspect", "spyglass")


# -- the log --------------------------------------------------------------------------------------------------------
@dataclass
class Line:
    """An entry that counts, made while a round was played or not, in this turn."""

    entry: Entry
    playing: bool
    turn: int


@dataclass
class Played:
    """The lines of one round from the deal on, and how it stood at their end."""

    number: int
    lines: list[Line] = field(default_factory=list)
    status: str = ""
    players: list[int] = field(default_factory=list)
    cards: list[str | None] = field(default_factory=list)
    had: list[int] = field(default_factory=list)
    brought: list[int] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    score: Any = None
    """None where it was not played to its end."""
    followed: bool = True

    @property
    def play(self) -> list[Entry]:
        """What was entered while it was played."""
        return [line.entry for line in self.lines if line.playing]


class Evening:
    """A whole record, folded here."""

    def __init__(self, record: Record) -> None:
        self.game = record.game
        self.rounds: list[Played] = []
        state = self.game.start(record.players, record.given_options)
        for entry in _counting(record):
            if entry["kind"] == "deal":
                if self.rounds and self.rounds[-1].status not in (ROUND_OVER, OVER):
                    self.rounds.pop()
                self.rounds.append(Played(state.round + (state.status != PLAYING)))
            now = self.rounds[-1]
            now.lines.append(Line(dict(entry), state.status == PLAYING, state.turn.number if state.turn else 0))
            self.game.fold(state, entry)
            now.status, now.players, now.cards = state.status, state.players, [seat.card for seat in state.seats]
            now.had = _had(state)
            now.brought = list(state.history[-1]) if getattr(state, "history", None) else []
            now.out = list(getattr(state, "out", []))
            now.score = None if state.stopped else state.score
            mended = any(one["kind"] == "set" or "active" in one for one in now.play)
            now.followed = not mended and not state.gaps
        self.names = list(state.names)

    @property
    def followed(self) -> bool:
        return all(one.followed for one in self.rounds)

    @property
    def winners_of_all(self) -> list[int]:
        """Who has most at the end; nobody in The Dark Cave, where a clan wins."""
        had = self.rounds[-1].had
        if self.game.id == "dark-cave" or all(one.score is None for one in self.rounds):
            return []
        return [seat for seat, own in enumerate(had) if own == max(had) > 0]

    def said(self, one: Played, sentence: str) -> str:
        return f"Round {one.number}: {sentence}" if len(self.rounds) > 1 else sentence

    def side(self, one: Played, seat: int) -> Any:
        """None where a card of the round is not known."""
        known = all(one.cards[player] for player in one.players)
        return self.game.side(one.cards[seat] or "") if known and seat in one.players else None

    def winners(self, one: Played) -> list[int]:
        """Who has won the round, by its score."""
        if one.score is None:
            return []
        if "winners" in one.score:
            return list(one.score["winners"])
        if "winner" in one.score:  # Saboteur: a side, or the selfish dwarf
            side = {"diggers": "gold-digger", "saboteurs": "saboteur"}.get(one.score["winner"], one.score["winner"])
            return [seat for seat in one.players if one.cards[seat] == side]
        most = max(one.brought[seat] for seat in one.players)
        return [seat for seat in one.players if one.brought[seat] == most > 0]

    def looks(self, one: Played) -> list[tuple[int, int, int]]:
        found = [line for line in one.lines if line.playing and line.entry["kind"] in LOOKS and "seat" in line.entry]
        return [(line.turn, line.entry["by"], line.entry["seat"]) for line in found]

    def attacks(self) -> list[tuple[int, int]]:
        found = []
        for entry in (entry for one in self.rounds for entry in one.play):
            at = entry.get(HOSTILE.get(entry["kind"], ""), [])
            found += [(entry["by"], seat) for seat in (at if isinstance(at, list) else [at])]
        return [(by, seat) for by, seat in found if by != seat]


def _had(state: Any) -> list[int]:
    """What each has: gold, coins, or the points of all rounds."""
    for what in ("gold", "coins"):
        if hasattr(state.seats[0], what):
            return [getattr(seat, what) for seat in state.seats]
    return [sum(brought[seat] for brought in state.history) for seat in range(len(state.seats))]


def _counting(record: Record) -> Iterator[Entry]:
    live = live_entries(record.entries)
    return (entry for number, entry in enumerate(record.entries) if live[number] and entry["kind"] != "undo")


# -- each kind ------------------------------------------------------------------------------------------------------
def one_alone(sentences: Sequence[tuple[Any, str]]) -> str | None:
    """The first sentence, where all are about the same."""
    return sentences[0][1] if len({about for about, _ in sentences}) == 1 else None


def won_alone(at: Evening) -> str | None:
    found = []
    for one in at.rounds:
        sides = Counter(side.id for seat in one.players if (side := at.side(one, seat)))
        alone = [seat for seat in at.winners(one) if at.winners(one) == [seat] and len(one.players) > 2]
        for seat in alone if sides else ():
            if sides[at.side(one, seat).id] == 1:
                found.append((seat, at.said(one, f"{at.names[seat]} won alone, with nobody on the same side.")))
    return one_alone(found)


def comeback(at: Evening) -> str | None:
    first = at.rounds[0]
    order = sorted(first.players, key=lambda seat: first.had[seat])
    if len(at.rounds) < 2 or first.had[order[0]] == first.had[order[1]] or order[0] not in at.winners_of_all:
        return None
    return f"{at.names[order[0]]} was last after the first round, and still won."


def every_round(at: Evening) -> str | None:
    won = Counter(seat for one in at.rounds for seat in at.winners(one))
    always = [seat for seat in won if won[seat] == len(at.rounds) > 1]
    return one_alone([(seat, f"Nobody but {at.names[seat]} won in every round.") for seat in always])


def one_short(at: Evening) -> str | None:
    had = at.rounds[-1].had
    short = [seat for seat in range(len(had)) if at.winners_of_all and had[seat] + 1 == max(had)]
    return one_alone([(seat, f"{at.names[seat]} was one short of the win.") for seat in short])


def left_inside(at: Evening) -> str | None:
    one = at.rounds[-1]
    inside = [seat for seat in one.players if seat not in one.out]
    if len(inside) > 1 or len(one.players) < 3 or one.score is None:
        return None
    return one_alone([(seat, f"Only {at.names[seat]} did not get out.") for seat in inside])


def robbed_thief(at: Evening) -> str | None:
    found = []
    for one in at.rounds:
        thefts = [(line.entry["by"], line.entry["from"]) for line in one.lines if line.entry["kind"] == "steal"]
        thefts = [(by, victim) for by, victim in thefts if victim is not None]
        facts = [line.entry for line in one.lines if line.entry["kind"] == "facts"]
        if facts:
            thefts = [tuple(pair) for pair in one.score.get("thefts", ())]
        if one.score is not None:
            found += [
                ((by, of), at.said(one, f"{at.names[of]} stole, and was robbed by {at.names[by]}."))
                for by, of in thefts
                if of in [thief for thief, _ in thefts]
            ]
    return one_alone(found)


def found_out(at: Evening) -> str | None:
    found = []
    for one in at.rounds:
        swapped = [line.entry["to"] for line in one.lines if line.entry["kind"] == "swap-hats"]
        for turn, by, of in at.looks(one):
            own, other = at.side(one, by), at.side(one, of)
            if own and other and own.id != other.id and other.digs == AGAINST and not {by, of} & set(swapped):
                said = at.said(one, f"In turn {turn} {at.names[by]} looked at {at.names[of]}'s card.")
                found.append(((by, of), said if one.followed else ""))
    return one_alone(found) or None


def most(at: Evening, seats: Sequence[int], sentence: str) -> str | None:
    (first, n), *others = Counter(seats).most_common() or [(0, 0)]
    if n < 3 or [times for _, times in others if times == n] or not at.followed:
        return None
    return sentence.format(name=at.names[first], n=n)


def looked_at(at: Evening) -> str | None:
    looks = [of for one in at.rounds for _, _, of in at.looks(one)]
    return most(at, looks, "{name}'s card was looked at {n} times.")


def hunted(at: Evening) -> str | None:
    return most(at, [seat for _, seat in at.attacks()], "{n} cards were played against {name}.")


def feud(at: Evening) -> str | None:
    played = at.attacks()
    pairs = {(min(pair), max(pair)) for pair in played if min(played.count(pair), played.count(pair[::-1])) > 1}
    found = [
        (pair, f"{at.names[pair[0]]} and {at.names[pair[1]]} played {n} cards against each other.")
        for pair in pairs
        if (n := played.count(pair) + played.count(pair[::-1]))
    ]
    return one_alone(found) if at.followed else None


AGAIN: dict[str, Callable[[Evening], str | None]] = {
    kind.__name__: kind
    for kind in (
        *(won_alone, comeback, every_round, one_short, left_inside, robbed_thief),
        *(found_out, looked_at, hunted, feud),
    )
}


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
def test_every_kind_says_what_the_log_says(game: Game[Any]) -> None:
    said: Counter[str] = Counter()
    for seed in range(GAMES_OF_EACH):
        record = finished(game, seed)
        tale, evening = tale_of(record), Evening(record)
        for kind in KINDS:
            text, again = kind(tale), AGAIN[kind.__name__](evening)
            assert (text and str(text)) == again, (seed, kind.__name__)
            said[kind.__name__] += text is not None
    assert SAID[game.id] <= {kind for kind in said if said[kind]}
