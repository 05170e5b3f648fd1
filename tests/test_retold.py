"""What is told of a game that is over is so: each sentence of "The story" is compared with what happened,
worked out here from the record alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playing import Play, options_of
from sizes import LARGE

from companion.games import all_games
from companion.record.record import EntryError, Record, live_entries, replacements
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.move import FOLLOWS
from companion.rules.scoring import AGAINST
from companion.rules.state import OVER, PLAYING, TURNS
from companion.rules.text import Text
from companion.told import highlights
from companion.told.tale import tale_of

GAMES = [game for game in all_games().values() if game.in_turns]
GAMES_OF_EACH = 500 if LARGE else 10
MOST = 260
"""Entries after which a game is stopped."""
HOSTILE: Mapping[str, str] = {"break": "to", "trapped": "to", "hands-off": "to", "creature": "attacks"}
"""Cards that are played against somebody, and the field that says whom."""
LOOKS = ("secret-information", "look", "inspect", "spyglass")
NAMING = ("to", "attacks", "with", "seat")


# -- what happened --------------------------------------------------------------------------------------------------
@dataclass
class Moment:
    """An entry that counts, with what stood before and after it."""

    number: int
    entry: Entry
    status: tuple[str, str]
    turn: int
    on_turn: int | None
    gold: tuple[list[int], list[int]]
    out: tuple[list[int], list[int]]
    cards: list[str | None]
    score: Any

    @property
    def by(self) -> int | None:
        return self.entry.get("by")


@dataclass
class Played:
    """One round: its moments from the deal to the next one, and the state in which the next one found it."""

    number: int
    moments: list[Moment] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    end: Any = None

    @property
    def play(self) -> list[Moment]:
        return [one for one in self.moments if one.status[0] == PLAYING and one.entry["kind"] != "deal"]

    @property
    def cards(self) -> list[str | None]:
        return self.moments[-1].cards

    @property
    def kept(self) -> bool:
        """Whether nobody's card was exchanged."""
        return not any(one.entry["kind"] == "swap-hats" for one in self.moments)


class Evening:
    """A whole record, folded here."""

    def __init__(self, record: Record) -> None:
        self.record, self.game = record, record.game
        self.rounds: list[Played] = []
        state = self.game.start(record.players, record.given_options)
        for number, entry in _counting(record):
            if entry["kind"] == "deal":
                if state.status == PLAYING:
                    self.rounds.pop()
                self.rounds.append(Played(state.round + (state.status != PLAYING)))
            before = (state.status, state.number, state.turn and state.turn.seat, self._gold(state), self._out(state))
            self.game.fold(state, entry)
            now = self.rounds[-1]
            now.players = list(state.players)
            now.moments.append(
                Moment(
                    number, dict(entry), (before[0], state.status), before[1], before[2],
                    (before[3], self._gold(state)), (before[4], self._out(state)),
                    [seat.card for seat in state.seats], state.score,
                )
            )  # fmt: skip
            now.end = self._end(state)
        self.names = list(state.names)
        self.over = state

    def _gold(self, state: Any) -> list[int]:
        return [getattr(seat, "gold", 0) for seat in state.seats]

    def _out(self, state: Any) -> list[int]:
        return list(getattr(state, "out", []))

    def _end(self, state: Any) -> dict[str, Any]:
        """What the round has come to."""
        return {
            "had": list(state.points) if hasattr(state, "points") else self._gold(state),
            "brought": list(state.history[-1]) if getattr(state, "history", None) else None,
            "thefts": [tuple(one) for one in getattr(state, "thefts", ())],
            "scored": state.score is not None and not state.stopped,
            "counted": getattr(state, "counted", True),
        }

    def seat(self, name: Any) -> int:
        return self.names.index(str(name))

    def round(self, values: Mapping[str, Any]) -> Sequence[Played]:
        """The round that a sentence is about, or all where it names none."""
        return [one for one in self.rounds if one.number == values.get("round", one.number)]

    def digs(self, card: str | None) -> str:
        return self.game.side(card).digs if card else ""

    def side(self, card: str | None) -> str:
        return self.game.side(card).id if card else ""

    def winners(self, one: Played) -> list[int]:
        """Who has won the round, by its score."""
        score = one.moments[-1].score or {}
        if "winners" in score:
            return list(score["winners"])
        if "winner" in score:  # Saboteur: a side, or the selfish dwarf
            side = {"diggers": "gold-digger", "saboteurs": "saboteur"}.get(score["winner"], score["winner"])
            return [seat for seat in one.players if one.cards[seat] == side]
        got = {seat: one.end["brought"][seat] for seat in one.players}
        return [seat for seat in got if got[seat] == max(got.values())]

    def looks(self) -> list[tuple[int, int]]:
        found = [one for played in self.rounds for one in played.moments if one.entry["kind"] in LOOKS]
        return [(one.entry["by"], one.entry["seat"]) for one in found if "seat" in one.entry]

    def hostile(self) -> list[tuple[int, int]]:
        found = []
        for one in (one for played in self.rounds for one in played.moments):
            at = one.entry.get(HOSTILE.get(one.entry["kind"], ""))
            found += [(one.entry["by"], seat) for seat in (at if isinstance(at, list) else [at]) if seat is not None]
        return [(by, seat) for by, seat in found if by != seat]

    def seated(self) -> list[Moment]:
        return [one for played in self.rounds for one in played.moments if one.by is not None]

    @property
    def complete(self) -> bool:
        """Whether every card that was played is an entry."""
        mends = [one for played in self.rounds for one in played.play if one.entry["kind"] in ("set", "correct")]
        told = all(played.end["counted"] for played in self.rounds)
        return told and not any(one.entry["kind"] == "set" or "active" in one.entry for one in mends)

    def worth(self) -> list[int]:
        if self.game.id == "dark-cave" and self.rounds[-1].end["scored"]:
            return [gold if seat in self.over.out else 0 for seat, gold in enumerate(self._gold(self.over))]
        return self.game.tally(self.over)

    def won(self) -> list[int]:
        if self.game.id == "dark-cave":
            return self.winners(self.rounds[-1]) if self.rounds[-1].end["scored"] else []
        return [seat for seat, own in enumerate(self.worth()) if own == max(self.worth()) > 0]


def _counting(record: Record) -> Iterator[tuple[int, Entry]]:
    live = live_entries(record.entries)
    instead = replacements(record.entries, live)
    for number, entry in enumerate(record.entries):
        if live[number] and entry["kind"] not in ("undo", "amend"):
            for one in record.entries[instead[number]]["as"] if number in instead else [entry]:
                yield number, one


# -- each sentence --------------------------------------------------------------------------------------------------
Values = Mapping[str, Any]
Check = Callable[[Evening, Values], bool]


def _all_along(evening: Evening, one: Played, seat: int) -> bool:
    """Whether the seat dug against the others with the card of the deal until the end."""
    exchanged = [moment for moment in one.moments if moment.entry.get("to") == seat and "drawn" in moment.entry]
    by_hand = any(moment.entry["kind"] == "swap-hats" and moment.entry["to"] == seat for moment in one.moments)
    return evening.digs(one.cards[seat]) == AGAINST and not exchanged and not by_hand


def alone(evening: Evening, values: Values) -> bool:
    seat = evening.seat(values["name"])
    for one in evening.round(values):
        side = {evening.side(one.cards[other]) for other in one.players if other != seat}
        if evening.winners(one) == [seat] and evening.side(one.cards[seat]) not in side:
            return evening.digs(one.cards[seat]) == AGAINST
    return False


def for_nothing(evening: Evening, values: Values) -> bool:
    seats = {evening.seat(name) for name in values["names"]}
    for one in evening.round(values):
        against = {seat for seat in one.players if evening.digs(one.cards[seat]) == AGAINST}
        kept = all(_all_along(evening, one, seat) for seat in seats)
        brought = one.end["brought"]
        nothing = brought is None or all(brought[seat] <= 0 for seat in seats)
        if against == seats and kept and nothing and not seats & set(evening.winners(one)) and one.end["scored"]:
            return True
    return False


def out_in(evening: Evening, seat: int, turn: int | None, last: bool) -> bool:
    """Whether the seat was the first (or the last) one out for good, by its own move in that turn."""
    (one,) = evening.rounds
    out = one.moments[-1].out[1]
    if not out or out[-1 if last else 0] != seat:
        return False
    came = [moment for moment in one.moments if seat in moment.out[1] and seat not in moment.out[0]]
    return turn is None or (came[-1].entry["kind"] == "leave" and came[-1].turn == turn)


def last_turn(one: Played) -> int:
    ended = next(moment for moment in one.moments if moment.status == (PLAYING, moment.status[1]) != (PLAYING, PLAYING))
    return ended.turn


def losses(evening: Evening) -> Counter[int]:
    seats = range(len(evening.names))
    return Counter(
        seat
        for moment in evening.seated()
        for seat in seats
        if seat < len(moment.gold[0]) and moment.gold[1][seat] < moment.gold[0][seat]
    )


def last_gold(evening: Evening, values: Values) -> bool:
    """A tunnel is the one thing that costs a gold."""
    return any(
        one.entry["kind"] == "tunnel" and one.gold[0][one.entry["by"]] == 1 and one.gold[1][one.entry["by"]] == 0
        for one in evening.seated()
        if one.by == evening.seat(values["name"])
    )


def one_short(evening: Evening, values: Values) -> bool:
    worth = evening.worth()
    return all(worth[evening.seat(name)] == max(worth) - 1 for name in values["names"])


def robbed(evening: Evening, values: Values) -> bool:
    thief, robber = evening.seat(values["thief"]), evening.seat(values["name"])
    thefts = [one.end["thefts"] for one in evening.rounds]
    return any((robber, thief) in some and any(by == thief for by, _ in some) for some in thefts)


def great_haul(evening: Evening, values: Values) -> bool:
    brought = {one.number: one.end["brought"] for one in evening.rounds if one.end["scored"]}
    best = max(max(some) for some in brought.values())
    return bool(brought[values["round"]][evening.seat(values["name"])] == values["n"] == best)


def comeback(evening: Evening, values: Values) -> bool:
    seat, had = evening.seat(values["name"]), evening.rounds[0].end["had"]
    others = [had[other] for other in evening.rounds[0].players if other != seat]
    return had[seat] < min(others) and seat in evening.won()


def every_round(evening: Evening, values: Values) -> bool:
    seat = evening.seat(values["name"])
    return all(
        (one.end["scored"] and evening.winners(one) == [seat]) or seat in evening.winners(one) for one in evening.rounds
    )


def roles_had(evening: Evening, values: Values) -> bool:
    seat = evening.seat(values["name"])
    hats = [
        sum(m.entry["kind"] == "swap-hats" and m.entry["to"] == seat for m in one.moments) for one in evening.rounds
    ]
    return values["n"] - 1 in hats


def taken_back(evening: Evening, values: Values) -> bool:
    entries = evening.record.entries
    gone = [entry for entry, live in zip(entries, live_entries(entries), strict=True) if not live]
    return bool(values["n"] == sum(entry["kind"] not in ("undo", "amend") for entry in gone))


def dug_against(evening: Evening, values: Values) -> bool:
    seats = {evening.seat(name) for name in values["names"]}
    return any(
        one.kept and seats == {seat for seat in one.players if evening.digs(one.cards[seat]) == AGAINST}
        for one in evening.round(values)
    )


def nobody_against(evening: Evening, values: Values) -> bool:
    """Of the round that is named, or of the only one."""
    named = evening.round(values)
    return len(named) == 1 and all(
        one.kept and one.cards[seat] and evening.digs(one.cards[seat]) != AGAINST
        for one in named
        for seat in one.players
    )


def peaceful(evening: Evening, values: Values) -> bool:
    aimed = [
        one
        for one in evening.seated()
        if any(one.entry.get(name) not in (None, [], one.by, [one.by]) for name in NAMING)
    ]
    return evening.complete and not aimed


def went_for(evening: Evening, values: Values) -> bool:
    one, other = evening.seat(values["name"]), evening.seat(values["other"])
    return min(evening.hostile().count((one, other)), evening.hostile().count((other, one))) > 1


def inside(evening: Evening, values: Values) -> bool:
    (one,) = evening.rounds
    return set(one.players) - set(one.moments[-1].out[1]) == {evening.seat(values["name"])}


CHECKS: dict[str, Check] = {
    "{name} won alone, against everybody.": alone,
    "{name} won round {round} alone, against everybody.": alone,
    "{names} dug against the others, and all for nothing.": for_nothing,
    "In round {round} {names} dug against the others, and all for nothing.": for_nothing,
    "{name}'s card was looked at {n} times.": lambda at, of: (
        of["n"] == sum(seat == at.seat(of["name"]) for _, seat in at.looks())
    ),
    "{name} looked at other people's cards {n} times.": lambda at, of: (
        of["n"] == sum(by == at.seat(of["name"]) for by, _ in at.looks())
    ),
    "In round {round} gold changed hands {n} times after it had been paid.": lambda at, of: (
        [of["n"]] == [len(one.end["thefts"]) for one in at.round(of) if one.end["scored"]]
    ),
    "{thief} stole, and was robbed by {name}.": robbed,
    "{names} was one short.": one_short,
    "{names} were one short.": one_short,
    "{name} paid with the last gold: {what}.": last_gold,
    "{name} lost gold {n} times.": lambda at, of: of["n"] == losses(at)[at.seat(of["name"])],
    "Biggest haul: {name}, {n} in round {round}.": great_haul,
    "{name} went home with nothing.": lambda at, of: (
        [seat for seat, own in enumerate(at.worth()) if not own] == [at.seat(of["name"])]
        and at.seat(of["name"]) not in at.won()
    ),
    "Too close to call: {names} share the win.": lambda at, of: (
        at.won() == [at.seat(name) for name in of["names"]] and len(at.won()) > 1
    ),
    "{name} was out in the last turn.": lambda at, of: out_in(
        at, at.seat(of["name"]), last_turn(at.rounds[0]), last=True
    ),
    "{name} was the first one out, in turn {n}.": lambda at, of: out_in(at, at.seat(of["name"]), of["n"], last=False),
    "{name} was the first one out.": lambda at, of: out_in(at, at.seat(of["name"]), None, last=False),
    "Only {name} did not get out.": inside,
    "{n} cards were played on {name}.": lambda at, of: (
        of["n"] == sum(seat == at.seat(of["name"]) for _, seat in at.hostile())
    ),
    "{name} and {other} went for each other.": went_for,
    "{name} had {n} role cards in one round.": roles_had,
    "{name} was last after the first round, and still won.": comeback,
    "{name} won every round.": every_round,
    "{n} entries were taken back.": taken_back,
    "It took {n} turn.": lambda at, of: of["n"] == sum(map(last_turn, at.rounds)),
    "It took {n} turns.": lambda at, of: of["n"] == sum(map(last_turn, at.rounds)),
    "{names} dug against the others.": dug_against,
    "In round {round} {names} dug against the others.": dug_against,
    "Nobody dug against the others, whatever people thought.": nobody_against,
    "In round {round} nobody dug against the others, whatever people thought.": nobody_against,
    "No card was played on anybody.": peaceful,
    "Nobody looked at a card of anybody else.": lambda at, of: not at.looks() and at.complete,
    "{n} people sat at the table.": lambda at, of: of["n"] == len(at.names),
    "It began with {name}: {what}.": lambda at, of: at.seated()[0].by == at.seat(of["name"]),
    "{name} made the last move.": lambda at, of: at.seated()[-1].by == at.seat(of["name"]),
}
"""By the sentence as it is told: whether it is so."""


def told_of(record: Record) -> list[Text]:
    """All that could be told: not only the six weightiest."""
    tale = tale_of(record)
    return [one.text for rule in highlights.RULES for one in rule(tale)]


def message(text: Text) -> str:
    """The sentence before its values are put in."""
    return text.message if text.plural is None or text.n == 1 else text.plural


# -- the games ------------------------------------------------------------------------------------------------------
def finished(game: Game[Any], seed: int) -> Record:
    """A game at random with exchanges, gifts, corrections, amends, undos and stops in it."""
    random = Random(seed)
    players = random.randint(game.least, game.most)
    busy = random.choice((0.0, 0.03, 0.12))
    options = options_of(game, players, random)
    follow = random.choice(((TURNS,), (TURNS,), FOLLOWS))
    play = Play(game, players, options, seed, busy=busy, hurry=random.choice((0.002, 0.02)), follow=follow)
    while not play.over and len(play.record.entries) < MOST:
        play.step()
        if random.random() < busy / 3:
            _take_back(play, random)
    if play.state.status != OVER:
        play.record.append({"kind": "stop"})
    return play.record


def _take_back(play: Play, random: Random) -> None:
    number = random.randrange(max(0, len(play.record.entries) - 6), len(play.record.entries))
    kind = play.record.entries[number]["kind"]
    if kind not in ("deal", "undo", "join") and kind in play.game.moves and play.game.moves[kind].undoable:
        with suppress(EntryError):
            play.record.append({"kind": "undo", "entry": number})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_sentence_is_so(game: Game[Any]) -> None:
    said: Counter[str] = Counter()
    for seed in range(GAMES_OF_EACH):
        record = finished(game, seed)
        evening = Evening(record)
        for text in told_of(record):
            said[message(text)] += 1
            assert CHECKS[message(text)](evening, text.values), (seed, str(text))
    assert len(said) > (14 if LARGE else 8)
