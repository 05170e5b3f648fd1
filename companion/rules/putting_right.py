"""The table is right and the app is wrong: counts are mended, and things set as they really lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic

from companion.rules import asking
from companion.rules.asking import Choice, Entry, Field, Line, Number, OneOf, Things, need, seat_choices, unmet
from companion.rules.dealing import TableMove, backs_fit, known
from companion.rules.game import Game, Settable
from companion.rules.move import FOLLOWS, StateT
from companion.rules.scoring import Count, Heap
from companion.rules.state import PLAYING, SCORING, SETUP, TIMERS
from companion.rules.text import RuleError, T, Text, sentences, signed

# -- counts ---------------------------------------------------------------------------------------------------------
HOW_IT_GOES_ON = OneOf(
    "upkeep",
    T("How it goes on"),
    optional=True,
    choices=(Choice(True, T("the turn starts")), Choice(False, T("the turn is under way"))),
)


class Correct(TableMove[StateT], Generic[StateT]):
    """Counts of a seat (the game's ``counts``), the draw deck, and whose turn it is."""

    kind, label, icon = "correct", T("Correct a count"), "repair"
    follows = FOLLOWS

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.status != PLAYING and not any(count.after for count in self.game.counts):
            over = T("the play of the round is over: nothing can be corrected any more")
            return T("the game was stopped") if state.stopped else over
        return None

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        playing = state.status == PLAYING
        counts = [one for one in self.game.counts if (playing or one.after) and one.kept(state)]
        found: list[Field] = []
        if counts:
            found = [OneOf("seat", T("Player"), optional=True, choices=seat_choices(state, everybody=True))]
            found += [Number(one.name, one.label, optional=True, low=-99, high=99, start=0) for one in counts]
        heaps = [heap for heap in self.game.heaps if playing and heap.kept(state)]
        found += [Number(heap.name, heap.label, optional=True, low=-199, high=199, start=0) for heap in heaps]
        if playing and state.turn is not None:
            found.append(OneOf("active", T("Whose turn it is"), optional=True, choices=seat_choices(state)))
            found.append(HOW_IT_GOES_ON)
        return (*found, Line("note", T("Note")))

    def check(self, state: StateT, entry: Entry) -> None:
        counts = self._named(entry)
        if "seat" in entry and not counts:
            raise RuleError(T("a correction of a seat needs one of {counts}", counts=_words(self.game.counts)))
        if counts and "seat" not in entry:
            raise RuleError(T("a correction of {counts} needs the seat", counts=_words(counts)))
        heaps = self._heaps(entry)
        if not counts and not heaps and not {"active", "note"} & set(entry):
            raise RuleError(T("an empty correction: say what is to be changed"))
        if counts and state.seats[entry["seat"]].sits_out and not all(count.after for count in counts):
            raise RuleError(T("{name} sits out in this round", name=state.seats[entry["seat"]].name))
        self._check_upkeep(state, entry)
        for count in counts:
            now = getattr(state.seats[entry["seat"]], count.name)
            _not_below_zero(count.word, now, entry[count.name], count.secret)
        for heap in heaps:
            _not_below_zero(heap.word, heap.size(state), entry[heap.name])
        for count in counts:
            left = getattr(state, count.stock) if count.stock else entry[count.name]
            if entry[count.name] > left and count.short is not None:
                raise RuleError(count.short.filled(n=left, **{count.stock: left}))

    def _check_upkeep(self, state: StateT, entry: Entry) -> None:
        if "upkeep" not in entry:
            return
        if "active" not in entry:
            raise RuleError(T("say whose turn it is that goes on"))
        after = deepcopy(state)
        self._count(after, entry)
        if not entry["upkeep"] and not after.can_play(entry["active"]):
            name = state.seats[entry["active"]].name
            raise RuleError(T("{name}'s turn can't go on: it would be skipped", name=name))

    def _named(self, entry: Entry) -> list[Count]:
        return [count for count in self.game.counts if count.name in entry]

    def believed(self, state: StateT) -> list[Believed]:
        """All counts that may be corrected now, as they are, the table's (-1) first."""
        fields = {} if self.closed(state, -1) else {field.name: field for field in self.fields(state, -1)}
        heaps = ((-1, heap.name, heap.size(state)) for heap in self.game.heaps if heap.name in fields)
        of_seats = (
            (number, count.name, getattr(seat, count.name))
            for number, seat in enumerate(state.seats)
            for count in self.game.counts
            if count.name in fields and (count.after or not seat.sits_out)
        )
        icon = self.game.icon_of
        return [
            Believed(seat, _around(fields[name], value), value, icon(name)) for seat, name, value in (*heaps, *of_seats)
        ]

    def changed(self, values: Iterable[tuple[Believed, int]]) -> list[Entry]:
        """The entries after which the counts are as said; who has to give back comes before who gets."""
        changes: dict[int, dict[str, int]] = {}
        for one, value in values:
            one.field.check(value)
            if value != one.value:
                changes.setdefault(one.seat, {})[one.field.name] = value - one.value
        whose = sorted(changes.items(), key=lambda change: max(change[1].values()))
        return [{"kind": self.kind, **({} if seat < 0 else {"seat": seat}), **change} for seat, change in whose]

    def _heaps(self, entry: Entry) -> list[Heap]:
        return [heap for heap in self.game.heaps if heap.name in entry]

    def _count(self, state: StateT, entry: Entry) -> None:
        for count in self._named(entry):
            seat = state.seats[entry["seat"]]
            setattr(seat, count.name, getattr(seat, count.name) + entry[count.name])
            if count.stock:
                setattr(state, count.stock, getattr(state, count.stock) - entry[count.name])

    def effect(self, state: StateT, entry: Entry) -> None:
        self._count(state, entry)
        for heap in self._heaps(entry):
            heap.change(state, entry[heap.name])
        self.game.corrected(state, entry)
        if "active" in entry:
            begin = self.game.begin_turn if entry.get("upkeep", True) else self.game.go_on
            begin(state, entry["active"])

    def sentence(self, state: StateT, entry: Entry) -> Text:
        parts = [self._says(state.seats[entry["seat"]], count, entry[count.name]) for count in self._named(entry)]
        parts += [heap.says.filled(n=heap.size(state) + entry[heap.name]) for heap in self._heaps(entry)]
        if "active" in entry:
            text = T("it is {name}'s turn") if entry.get("upkeep", True) else T("{name}'s turn is under way")
            parts.append(text.filled(name=state.seats[entry["active"]].name))
        if entry.get("note"):
            parts.append(T("“{note}”", note=entry["note"]))
        return T("Put right: {parts}.", parts=parts)

    def _says(self, seat: Any, count: Count, change: int) -> Text:
        """How much the seat has then; of what is secret by how much it changed."""
        sign = self.game.sign_of(count.name)
        if count.secret or sign is None:
            return T("{count} of {name} {change}", name=seat.name, change=signed(change), count=count.word)
        return T("{name} has {what}", name=seat.name, what=sign.label.filled(n=getattr(seat, count.name) + change))

    def puts_right(self, state: StateT, entry: Entry) -> bool:
        return True


def _not_below_zero(word: Text, now: int, change: int, secret: bool = False) -> None:
    if now + change >= 0:
        return
    if secret:
        raise RuleError(T("{count} can't go below 0", count=word))
    raise RuleError(T("{count} can't go below 0: it is {now} now", count=word, now=now))


def _around(field: Field, value: int) -> Number:
    """The field with the values that the count may be set to, where ``field`` has those it may change by."""
    assert isinstance(field, Number)
    return replace(field, optional=False, low=max(0, value + field.low), high=value + field.high, start=value)


def _words(counts: Iterable[Count]) -> list[Any]:
    return [count.word for count in counts]


# -- as it lies -----------------------------------------------------------------------------------------------------
Named = tuple[int, Settable, Any]
"""A fact with its value as an entry names it, and its seat (-1: of the table)."""


@dataclass(frozen=True)
class Believed:
    """A thing on the table as the app believes it lies: whose (-1: the table's), the ``field`` it is set with,
    ``value`` as it lies now. ``short`` is its name on a tile, with ``{what}`` for the piece where it is of pieces;
    ``leaves`` as of the fact."""

    seat: int
    field: Field
    value: Any
    icon: str = ""
    short: Text | None = None
    leaves: bool = False

    @property
    def label(self) -> Text:
        return self.short or self.field.label

    def named(self, choice: Choice) -> Text:
        """One of its pieces."""
        return self.short.filled(what=choice.label) if self.short else choice.label


class SetFacts(TableMove[StateT], Generic[StateT]):
    """How things lie: what the game lists as settable, of seats and the table, and with hand-dealt cards the backs."""

    game: Game[StateT]
    kind, label, icon = "set", T("Put right"), "eye"
    group = "lies"
    follows = FOLLOWS

    def __init__(self, game: Game[StateT]) -> None:
        super().__init__(game)
        backs = (_clan(game),) if game.clans else ()
        self.of_seat = {one.name: one for one in (*game.settable_of_seat, *backs)}
        self.of_table = {one.name: one for one in game.settable}

    def closed(self, state: StateT, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.stopped:
            return T("the game was stopped")
        if not self.of_seat and not self.of_table:
            return T("the app keeps nothing of this game that lies on the table")
        if not any(one.open(state) for one in (*self.of_seat.values(), *self.of_table.values())):
            return T("the play of the round is over: nothing on the table can be put right any more")
        return None

    def judge(self, state: StateT, entry: Entry, drawn: bool = True) -> None:
        """A fact that may be set at another time is refused with its name."""
        given = entry.get("seats")
        objects = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
        for name, fact in {**self.of_seat, **self.of_table}.items():
            if any(name in one for one in (entry, *objects)) and not fact.open(state):
                raise RuleError(
                    self.closed(state, -1) or T("{what}: this can't be put right now", what=fact.ask.ask.label)
                )
        super().judge(state, entry, drawn)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        seat, own = OneOf("seat", T("Player"), optional=True, choices=seat_choices(state)), self._open(state, True)
        each = (replace(seat, optional=False), *own)
        several = Things("seats", T("Players"), optional=True, each=each, once="seat", some=True)
        of_seats = (seat, *own, several) if own else ()
        return (*of_seats, *self._open(state, False), Line("note", T("Note")))

    def _open(self, state: StateT, of_seat: bool) -> tuple[Field, ...]:
        facts = self.of_seat if of_seat else self.of_table
        return tuple(replace(one.ask.field(state, -1), optional=True) for one in facts.values() if one.open(state))

    def check(self, state: StateT, entry: Entry) -> None:
        own = [name for name in self.of_seat if name in entry]
        if "seat" in entry and "seats" in entry:
            raise RuleError(T("name one player, or a list of several, not both"))
        if own and "seat" not in entry:
            raise RuleError(T("say whose it is: name the player"))
        if "seat" in entry and not own:
            raise RuleError(T("say what is different for {name}", name=state.seats[entry["seat"]].name))
        named = list(self._named(entry))
        if not named:
            raise RuleError(T("nothing is put right: say how something lies"))
        after = deepcopy(state)
        self._lay(after, named)
        for seat, fact, _ in named:
            if why := unmet(fact.limits, after, seat):
                raise RuleError(why)

    def _named(self, entry: Entry) -> Iterator[Named]:
        """The facts that the entry names, the table's first."""
        for name, fact in self.of_table.items():
            if name in entry:
                yield -1, fact, entry[name]
        for one in (entry, *entry.get("seats", ())):
            for name, fact in self.of_seat.items():
                if name in one:
                    yield one["seat"], fact, one[name]

    def _lay(self, state: StateT, named: list[Named]) -> None:
        for fact in (fact for _, fact, value in named if fact.alone and value):
            for seat in range(len(state.seats)):
                fact.lay(state, seat, False)
        for seat, fact, value in named:
            fact.lay(state, seat, value)

    def effect(self, state: StateT, entry: Entry) -> None:
        before = deepcopy(state)
        self._lay(state, list(self._named(entry)))
        self.game.laid(state, before)

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """The facts as they are now, in the order in which people sit; what comes to somebody at once, as it comes."""
        if hits := self._hits(state, entry):
            return sentences([T("{what} {name}.", what=what, name=state.seats[seat].name) for seat, what in hits])
        named = sorted(self._named(entry), key=lambda one: (one[0] < 0, one[0]))
        parts = [fact.sentence(state, seat, value) for seat, fact, value in named]
        parts += [T("“{note}”", note=entry["note"])] if entry.get("note") else []
        return T(
            "Put right: {parts}.", parts=reduce(lambda one, other: T("{first}; {then}", first=one, then=other), parts)
        )

    def puts_right(self, state: StateT, entry: Entry) -> bool:
        return not self._hits(state, entry)

    def _hits(self, state: StateT, entry: Entry) -> list[tuple[int, Text]]:
        """Where only the timers are followed: to whom something comes at once, and what; nothing where the entry says
        anything else."""
        named = list(self._named(entry))
        what = [fact.at_once(state) if fact.at_once and seat >= 0 and value else None for seat, fact, value in named]
        hits = [(seat, one) for (seat, _, _), one in zip(named, what, strict=True) if one is not None]
        return hits if state.follow == TIMERS and len(hits) == len(named) and not entry.get("note") else []

    # -- for a page ---------------------------------------------------------------------------------------------
    def believed(self, state: StateT) -> list[Believed]:
        """All that the app believes to lie on the table and that may be set now, the table's things first."""
        if self.closed(state, -1):
            return []
        whose = [-1, *state.players]
        return [
            Believed(
                seat,
                fact.ask.field(state, -1),
                fact.now(state, seat),
                fact.icon or self.game.icon_of(fact.name),
                fact.short,
                fact.leaves,
            )
            for seat in whose
            for fact in (self.of_table if seat < 0 else self.of_seat).values()
            if fact.open(state)
        ]

    def changed(self, state: StateT, values: Mapping[tuple[int, str], Any]) -> Entry | None:
        """One entry for all ``values`` (by seat and name, -1: the table's) that are not as the app believes; None where
        all are."""
        entry: Entry = {"kind": self.kind}
        seats: dict[int, dict[str, Any]] = {}
        for one in self.believed(state):
            value = values.get((one.seat, one.field.name), one.value)
            if value == one.value:
                continue
            where = entry if one.seat < 0 else seats.setdefault(one.seat, {"seat": one.seat})
            where[one.field.name] = value
        if seats:
            entry["seats"] = list(seats.values())
        return entry if len(entry) > 1 else None


def setting_of(game: Game[Any]) -> SetFacts[Any]:
    found = game.moves[SetFacts.kind]
    assert isinstance(found, SetFacts)
    return found


def _clan(game: Game[Any]) -> Settable:
    """With hand-dealt cards: the back of a seat's card, until the cards are turned up."""

    def together(state: Any, seat: int) -> bool:
        clans = [state.seats[one].clan for one in state.players]
        return backs_fit(game, len(clans), state.options, clans)

    fits = need(T("these backs can't be dealt together to so many players"), together)
    return Settable(
        asking.piece(
            "clan", T("Card back"), asking.pieces(*(asking.Piece(clan, name) for clan, name in game.clans.items()))
        ),
        T("the back of {name}'s card is {clan}"),
        T("the back of {name}'s card is {clan}"),
        limits=(fits,),
        open=lambda state: state.by_hand and state.status in (PLAYING, SCORING) and not known(state),
    )
