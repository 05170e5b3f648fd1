"""First rounds of six people in which everything happens for the first time, turn by turn, and what that teaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from companion.record.record import Listener, Record
from companion.rules.asking import Entry
from companion.rules.game import Game

NAMES = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Finn")
KNOWS = 2
"""Cleo's seat: she has played it before."""


class Turn(NamedTuple):
    """Done in one turn, clockwise from the first seat; ``teaches``: the headings of the rules that come up with it for
    everybody, ``own`` by seat those that come up for it alone."""

    done: tuple[dict[str, Any], ...]
    teaches: tuple[str, ...] = ()
    own: Mapping[int, str] = {}


def turn(*done: str | dict[str, Any], teaches: str = "", own: Mapping[int, str] | None = None) -> Turn:
    """Entries of one turn: a kind alone, or with its fields."""
    entries = tuple({"kind": one} if isinstance(one, str) else one for one in done)
    return Turn(entries, tuple(filter(None, teaches.split(" + "))), own or {})


def did(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, **fields}


PATH = turn("play-path")
ROUNDS: dict[str, tuple[Turn, ...]] = {
    "dark-cave": (
        PATH,
        turn(did("play-path", gold_vein=True), teaches="Gold of a vein"),
        turn(did("boots", to=3), teaches="Boots"),
        turn(did("creature", creature="lindworm", attacks=[0]), teaches="Lindworm", own={0: "Dwarf lies down"}),
        turn(did("battle-axe", to=5), teaches="Battle-axe"),
        turn(did("spiderweb", marker="circle"), teaches="Spiderweb"),
        turn(did("secret-information", look="goal"), teaches="Look at a goal"),
        turn(did("creature", creature="rat", attacks=[2]), teaches="Rat"),
        turn("rockfall", teaches="Rockfall"),
        turn(did("swap-cards", **{"with": 4}), teaches="Swap cards"),
        turn("play-path", "bridge", teaches="Bridge"),
        turn(did("chop-web", marker="circle"), did("discard", count=1), teaches="Axe on a web"),
        turn(did("creature", creature="goblin", attacks=[1]), teaches="Goblin"),
        turn("play-path", did("reveal-goal", goal="exit"), teaches="Goal card + The exit"),
        turn("play-path", "take-gold"),
        turn(did("secret-information", look="card", seat=0), teaches="Look at a card"),
        turn("play-path", "tunnel", teaches="Tunnel"),
        turn("play-path", did("meet", creature="goblin"), teaches="Meets it"),
        turn("play-path", "leave", teaches="Out of the cave"),
        turn(did("correct", deck=-99), "play-path", teaches="No card to draw"),
    ),
    "lost-mines": (
        PATH,
        turn(did("tool", tool="axe"), teaches="Axe"),
        turn("trap", teaches="Trap"),
        turn(did("tool", tool="boat"), teaches="Boat"),
        turn("troll", teaches="Troll"),
        turn(did("look", look="mine"), teaches="Look at a mine"),
        turn(did("tool", tool="rope"), teaches="Rope"),
        turn("thunderstorm", teaches="Thunderstorm"),
        turn("play-path", "cross-trap", teaches="Over a trap"),
        turn(did("look", look="treasure"), teaches="Look at a treasure"),
        turn("play-path", did("reveal-mine", mine="gold"), teaches="Turn up a mine"),
        turn(did("look", look="card", seat=0), teaches="Look at a card"),
        turn("play-path", did("take-treasure", treasure="gold"), teaches="A treasure now, and another one?"),
        turn(did("correct", deck=-99), "play-path", teaches="No card to draw"),
    ),
    "saboteur": (
        PATH,
        turn(did("break", to=0, tool="pick"), teaches="Broken tool"),
        turn(did("repair", to=0, tool="pick"), teaches="Repair a tool"),
        turn("map", teaches="Map"),
        turn(did("play-path", goal="stone"), teaches="A stone"),
        turn("rockfall", teaches="Rockfall"),
        turn(did("correct", deck=-99), "play-path", teaches="No card to draw"),
    ),
    "saboteur-2": (
        PATH,
        turn(did("trapped", to=4), teaches="Trapped!"),
        turn(did("free", to=4), teaches="Free at last!"),
        turn("map", teaches="Map"),
        turn("theft", teaches="Theft"),
        turn(did("hands-off", to=4), teaches="Hands off!"),
        turn(did("break", to=2, tool="lantern"), teaches="Broken tool"),
        turn(did("repair", to=2, tool="lantern"), teaches="Repair a tool"),
        turn(did("inspect", seat=4), teaches="Inspection"),
        turn("rockfall", teaches="Rockfall"),
        turn(did("swap-hands", **{"with": 0}), teaches="Swap hands"),
        turn(did("swap-hats", to=1), teaches="Swap hats"),
        turn(did("break", to=1, tool="pick")),
        turn(did("cast-off", what="pick"), teaches="Cast off"),
        turn(did("play-path", goal="stone"), teaches="A stone"),
        turn(did("correct", deck=-99), "play-path", teaches="No card to draw"),
    ),
}
MORE = 12
"""So many turns at most in which nothing new happens, at the end: time for what still waits to be said."""
FIRST, LATER = "A turn", "How far do I move?"
"""Come up with one's own first turn, and with the one after it."""
NEVER = {"No card left: pass"}
"""Where cards are counted nobody has to say that none is left."""


class Begun(NamedTuple):
    """A turn that has just begun: what was entered in the one before it, the record, who has something else to do or to
    hear first."""

    after: Turn
    entries: list[Entry]
    record: Record
    reminded: frozenset[int]


def first_round(game: Game[Any], listener: Listener | None = None, deal: int = 0) -> Iterator[Begun]:
    """Such a round of that game, from the first turn on; by another ``deal`` others have other cards."""
    record = Record(game, NAMES, {}, listener)
    record.append({**game.deal(record.state, Random(deal).shuffle), "first": 0})
    yield Begun(turn(), record.entries[:], record, frozenset())
    for one in (*ROUNDS[game.id], *[PATH] * MORE):
        count = len(record.entries)
        for entry in one.done:
            append(record, entry)
        if "end-turn" in game.moves:
            append(record, {"kind": "end-turn"})
        state = record.state
        reminded = {due["seat"] for due in state.reminders}
        reminded |= {state.turn.seat} if game.announced(state) else set()
        yield Begun(one, record.entries[count:], record, frozenset(reminded))


def append(record: Record, entry: dict[str, Any]) -> None:
    """The entry as whoever is on turn makes it; the deck runs out by as much as there is."""
    state = record.state
    if entry["kind"] == "correct":
        record.append({**entry, "deck": -state.deck_size})
        return
    move = record.game.moves[entry["kind"]]
    record.append(move.outcome(state, {**entry, "by": state.turn.seat}, Random(1).shuffle))


class Pupils:
    """All that those to whom the game is new are to hear, and have heard, by seat."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.heard: dict[int, list[str]] = {seat: [] for seat in range(len(NAMES)) if seat != KNOWS}
        self._due: dict[int, set[str]] = {seat: set() for seat in self.heard}
        self._turns = (FIRST, LATER) if LATER in _headings(game) else (FIRST,)
        self._stands: dict[int, str] = {}

    def hear(self, begun: Begun, said: Mapping[int, str]) -> None:
        """A turn has begun and ``said`` stands on their pages, by heading: each hears one rule that has come up and is
        unheard, as long as there is one, and nothing that has not come up. A reminder goes before."""
        assert said.keys() <= self.heard.keys(), "one of them knows the game"
        turn = begun.record.state.turn
        by = {entry["by"] for entry in begun.entries if "by" in entry}
        for seat, heard in self.heard.items():
            self._due[seat] |= {*begun.after.teaches, *filter(None, [begun.after.own.get(seat)])}
            own = self._turns[: 1 + (turn.number > len(NAMES))] if turn.seat == seat else ()
            due = {one for one in (*self._due[seat], *own) if one not in heard}
            now, stood = said.get(seat), None if seat in by else self._stands.get(seat)
            if seat in begun.reminded:
                assert now is None, (seat, now, "a reminder goes before")
            elif due:
                assert now in due, (seat, now, due)
                heard.append(now)
            else:
                assert now == stood, (seat, now)
        self._stands = dict(said)

    @property
    def missing(self) -> dict[int, set[str]]:
        """By seat the headings that have not been heard, of all there are; without the own ones of others."""
        own = {(seat, heading) for one in ROUNDS[self._game.id] for seat, heading in one.own.items()}
        others = {heading for _, heading in own}
        found = {seat: _headings(self._game) - NEVER - set(heard) for seat, heard in self.heard.items()}
        return {
            seat: left
            for seat, some in found.items()
            if (left := {one for one in some if one not in others or (seat, one) in own})
        }


def _headings(game: Game[Any]) -> set[str]:
    return {plain(one.about.title) for one in game.lessons}


def plain(heading: object) -> str:
    """Without the places where it may be broken."""
    return str(heading).replace("\u00ad", "")
