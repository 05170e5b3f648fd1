"""Thoughts of a game that is told, compared with what could be known and what was true.

Thought is what they marked, turn by turn; known is what hard facts told each of them (``known``); true is the card.
"With us" is a player on the same side, for as long as both have these cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from companion.record.record import Record, what_counts
from companion.rules.game import Game
from companion.rules.scoring import AGAINST, ALONE, WITH
from companion.rules.state import OVER, PLAYING, ROUND_OVER
from companion.rules.text import TN, T, Text
from companion.told.known import DEAL, History, Known, certain, history_of
from companion.told.thought import NOTHING, Mark


class Guess(NamedTuple):
    """A thought of ``seat`` on ``about`` in one turn of a round: ``right`` or not, and how likely it was by hard facts
    that such a guess is right."""

    round: int
    turn: int
    seat: int
    about: int
    mark: str
    right: bool
    chance: Fraction


class Moment(NamedTuple):
    """One person in turns ``first`` to ``last``: how many others thought it was with them and against them, the least
    and the greatest chance that others could give to its true side, and its card in words."""

    first: int
    last: int
    trusted: int
    suspected: int
    least: Fraction
    most: Fraction
    card: Text


@dataclass(frozen=True)
class Strip:
    """One person over the turns of a round, and who could have been sure of it from when on."""

    round: int
    seat: int
    moments: tuple[Moment, ...]
    sure: tuple[Text, ...] = ()


@dataclass
class Minds:
    """A whole game. ``deceived`` are the turns, by round and seat, of who dug against the others."""

    guesses: list[Guess] = field(default_factory=list)
    deceived: Counter[tuple[int, int]] = field(default_factory=Counter)
    strips: list[Strip] = field(default_factory=list)


def sentences(minds: Minds, names: Sequence[str]) -> list[Text]:
    """The best detective, the one who fooled them, the most wrongly accused; none of whom nothing was marked."""
    found = (_detective(minds, names), _fooled(minds, names), _accused(minds, names))
    return [text for text in found if text is not None]


def _detective(minds: Minds, names: Sequence[str]) -> Text | None:
    """Right, early, against the odds: each turn of a right guess counts as much as it was unlikely, a wrong one costs
    as much as it was likely. Who guesses by the odds alone comes out at nothing."""
    worth: dict[int, Fraction] = {}
    for one in minds.guesses:
        worth[one.seat] = worth.get(one.seat, Fraction(0)) + int(one.right) - one.chance
    best = max(worth, key=lambda seat: worth[seat], default=None)
    if best is None or worth[best] <= 0:
        return None
    own = [one for one in minds.guesses if one.seat == best]
    text = T("Best detective: {name}, {n} of {all} guesses right, turn by turn; the odds alone make {odds}.")
    odds = round(sum(one.chance for one in own))
    return text.filled(name=names[best], n=sum(one.right for one in own), all=len(own), odds=odds)


def _fooled(minds: Minds, names: Sequence[str]) -> Text | None:
    """Least suspected for longest, in a round in which somebody was marked."""
    marked = {one.round for one in minds.guesses}
    suspected: dict[tuple[int, int], set[int]] = {}
    for one in minds.guesses:
        if one.mark == AGAINST and one.right:
            suspected.setdefault((one.round, one.about), set()).add(one.turn)
    shares = {
        key: Fraction(len(suspected.get(key, ())), turns) for key, turns in minds.deceived.items() if key[0] in marked
    }
    best = min(shares, key=lambda key: (shares[key], -minds.deceived[key], key), default=None)
    if best is None or shares[best] == 1:
        return None
    text = T("{name} fooled everybody best: suspected in only {n} of {all} turns of round {round}.")
    n = len(suspected.get(best, ()))
    return text.filled(name=names[best[1]], n=n, all=minds.deceived[best], round=best[0])


def _accused(minds: Minds, names: Sequence[str]) -> Text | None:
    """For how many turns, by everybody together, somebody was marked against those on the same side."""
    wrong = Counter(one.about for one in minds.guesses if one.mark == AGAINST and not one.right)
    if not wrong:
        return None
    seat, turns = wrong.most_common(1)[0]
    return TN(
        "Most wrongly suspected: {name}, by their own side, for {n} turn.",
        "Most wrongly suspected: {name}, by their own side, for {n} turns in all.",
        turns,
        name=names[seat],
    )


# -- drawn from the record ------------------------------------------------------------------------------------------
def minds_of(record: Record, marks: Sequence[Mark], history: History | None = None) -> Minds:
    found = Minds()
    if not any(one.mark for one in marks):
        return found
    history = history or history_of(record)
    for one in _rounds(record):
        _Telling(record, one, marks, history, found).tell()
    return found


@dataclass
class _Round:
    """A round from its deal to the end of play; ``turns`` is the turn that ran after each entry that counts."""

    number: int
    deal: int
    end: int = -1
    turns: dict[int, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        return max(self.turns.values(), default=0)

    def turn_of(self, mark: Mark) -> int:
        """The turn in which it was made."""
        return max((turn for number, turn in self.turns.items() if number < mark.seq), default=0)


def _rounds(record: Record) -> Iterator[_Round]:
    game, state = record.game, record.game.start(record.players, record.given_options)
    now: _Round | None = None
    for number, entries in what_counts(record.entries, record.live()):
        for entry in entries:
            game.fold(state, entry)
            if entry["kind"] == DEAL:
                now = _Round(state.round, number)
            if now is None:
                continue
            now.end = number
            if state.status == PLAYING:
                now.turns[number] = state.number
            elif state.status in (ROUND_OVER, OVER):
                if not state.gaps:
                    yield now
                now = None


class _Telling:
    """One round, told turn by turn."""

    def __init__(self, record: Record, one: _Round, marks: Sequence[Mark], history: History, found: Minds) -> None:
        self.game: Game[Any] = record.game
        self.names, self.round, self.found = record.state.names, one, found
        self.marks = [mark for mark in marks if one.deal < mark.seq <= one.end]
        known = [known for known in history.entries if one.deal <= known.entry <= one.end]
        self.known = [known for known in known if not known.over]
        turns = {known.entry: known.turn for known in self.known}
        self.sure = [(sure, turns[sure.entry]) for sure in history.sure if sure.entry in turns]

    def tell(self) -> None:
        moments: dict[int, list[Moment]] = {}
        for turn in range(1, self.round.last + 1):
            known = next((one for one in reversed(self.known) if one.turn <= turn), None)
            if known is None:
                continue
            thought = self._thought(turn)
            for about in range(len(known.odds)):
                if moment := self._moment(turn, about, known, thought):
                    _join(moments.setdefault(about, []), moment)
        marked = {one.about for one in self.marks if one.mark != NOTHING}
        for about in sorted(marked & set(moments)):
            self.found.strips.append(Strip(self.round.number, about, tuple(moments[about]), self._sure_of(about)))

    def _thought(self, turn: int) -> Mapping[tuple[int, int], str]:
        """The marks that stood at the end of the turn, by who made them and about whom."""
        return {(one.seat, one.about): one.mark for one in self.marks if self.round.turn_of(one) <= turn}

    def _moment(self, turn: int, about: int, known: Known, thought: Mapping[tuple[int, int], str]) -> Moment | None:
        card = certain(known.odds[about][about])
        if card is None:
            return None
        side = self.game.side(card)
        if side.digs == AGAINST:
            self.found.deceived[self.round.number, about] += 1
        others = [seat for seat in range(len(known.odds)) if seat != about and known.odds[seat][seat]]
        said = Counter(thought.get((seat, about), NOTHING) for seat in others)
        for seat in others:
            self._guess(turn, seat, about, known, thought.get((seat, about), NOTHING))
        chances = [self._on(known, seat, about, side.id) for seat in others]
        least, most = min(chances, default=Fraction(0)), max(chances, default=Fraction(0))
        return Moment(turn, turn, said[WITH], said[AGAINST], least, most, self.game.roles[card].label)

    def _guess(self, turn: int, seat: int, about: int, known: Known, mark: str) -> None:
        own, true = certain(known.odds[seat][seat]), certain(known.odds[about][about])
        if mark == NOTHING or own is None or true is None:
            return
        side = self.game.side(own)
        us = Fraction(0) if side.digs == ALONE else self._on(known, seat, about, side.id)
        is_us = side.digs != ALONE and self.game.side(true).id == side.id
        right, chance = (is_us, us) if mark == WITH else (not is_us, 1 - us)
        self.found.guesses.append(Guess(self.round.number, turn, seat, about, mark, right, chance))

    def _on(self, known: Known, seat: int, about: int, side: str) -> Fraction:
        """How likely ``about`` was on that side, for all that ``seat`` could know."""
        odds = known.odds[seat][about]
        return sum((chance for card, chance in odds.items() if self.game.side(card).id == side), Fraction(0))

    def _sure_of(self, about: int) -> tuple[Text, ...]:
        text = T("From turn {n} on {name} could have been sure of {other}.")
        other = self.names[about]
        return tuple(
            text.filled(n=turn, name=self.names[sure.viewer], other=other)
            for sure, turn in self.sure
            if sure.about == about and turn
        )


def _join(moments: list[Moment], new: Moment) -> None:
    """Turns in which nothing has changed are told as one."""
    if moments and moments[-1][2:] == new[2:]:
        moments[-1] = moments[-1]._replace(last=new.last)
    else:
        moments.append(new)
