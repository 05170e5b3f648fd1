"""Corrections. The physical table wins: set counts and tokens to what is really there.

What can be set is declared as facts. For the newest tap there is ``undo`` instead of these entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.clans import CLAN
from companion.engine.conditions import AnyState, first_failed
from companion.engine.dealing import TableMove, check_backs
from companion.engine.facts import (
    MIDDLE,
    NO_WORDS,
    CountFact,
    Fact,
    FactValue,
    FlagFact,
    OrderFact,
    SettableFact,
    Token,
    everybody,
)
from companion.engine.fields import Choice, Field, Number, ObjectList, OneOf, ShortText, seat_choices
from companion.engine.game import Game
from companion.engine.move import ALL_MODES
from companion.engine.state import EVERY_TURN, OVER, SETUP, TOKENS
from companion.engine.text import RuleError, T, Text, join_sentences
from companion.engine.turns import begin_turn, resume_turn, score_again


def list_counts(game: Game) -> list[CountFact]:
    """List the facts of a seat that are counted."""
    return [fact for fact in game.of_seat if isinstance(fact, CountFact)]


# -- whose turn it is -----------------------------------------------------------------------------------------------
HOW_IT_GOES_ON = OneOf(
    "upkeep",
    T("Where the turn is"),
    optional=True,
    choices=(Choice(True, T("the turn starts")), Choice(False, T("the turn is under way"))),
)


def check_turn(state: AnyState, entry: Entry) -> None:
    """Raise if the turn of the ``active`` seat should go on, but would be skipped."""
    if not entry.get("upkeep", True) and not state.can_play(entry["active"]):
        name = state.seats[entry["active"]].name
        raise RuleError(T("{name}'s turn can't continue: it would be skipped", name=name))


def start_turn(game: Game, state: AnyState, entry: Entry) -> None:
    """Start the turn of the ``active`` seat, or go on with it."""
    if entry.get("upkeep", True):
        begin_turn(game, state, entry["active"])
    else:
        resume_turn(game, state, entry["active"])


def check_whose(state: AnyState, entry: Entry, own: Sequence[Any], named: bool) -> None:
    """Raise for facts of a seat without the seat, for a seat without any of its ``own``, and if nothing is named."""
    if own and "seat" not in entry:
        raise RuleError(T("say which player it belongs to"))
    if "seat" in entry and not own:
        raise RuleError(T("say what's different for {name}", name=state.seats[entry["seat"]].name))
    if not named:
        raise RuleError(T("say what should change"))


# -- what is on the table -------------------------------------------------------------------------------------------
Named = tuple[int, Any, Any]
"""A fact with its value as an entry names it, and its seat (-1: of the table)."""


class SetFacts(TableMove):
    """Set what is on the table: the facts that the game lists as settable, and with hand-dealt cards the backs."""

    kind = "set"
    label = T("Fix")
    icon = "wrench"
    group = ButtonGroup.LIES
    allowed_tracking = ALL_MODES

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.of_seat = self._choose_settable(game.of_seat)
        self.of_table = self._choose_settable(game.of_table)

    def _choose_settable(self, facts: Sequence[Fact]) -> dict[str, SettableFact]:
        """Return the facts that can be set."""
        return {fact.name: fact for fact in facts if isinstance(fact, SettableFact) and fact.log_text is not NO_WORDS}

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if state.stopped:
            return T("the game was stopped")
        if not self.of_seat and not self.of_table:
            return T("in this game the app doesn't track anything on the table")
        if not any(fact.open(state) for fact in (*self.of_seat.values(), *self.of_table.values())):
            return T("the round is over: nothing on the table can be fixed any more")
        return None

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        seat = OneOf("seat", T("Player"), optional=True, choices=seat_choices(state))
        own = self._fields(state, self.of_seat)
        each = (replace(seat, optional=False), *own)
        several = ObjectList("seats", T("Players"), optional=True, each=each, once="seat", some=True)
        of_seats = (seat, *own, several) if own else ()
        return (*of_seats, *self._fields(state, self.of_table), ShortText("note", T("Note")))

    def _fields(self, state: Any, facts: Mapping[str, SettableFact]) -> tuple[Field, ...]:
        """Return the fields of these facts; nothing can be chosen for one that can't be set now."""
        return tuple(
            fact.field(state) if fact.open(state) else OneOf(fact.name, fact.label, True) for fact in facts.values()
        )

    def check(self, state: Any, entry: Entry) -> None:
        own = [name for name in self.of_seat if name in entry]
        if "seat" in entry and "seats" in entry:
            raise RuleError(T("name one player, or a list of several, not both"))
        named = list(self._read_named(entry))
        check_whose(state, entry, own, bool(named))
        after = deepcopy(state)
        self._lay(after, named)
        for seat, fact, _ in named:
            if (
                why := fact.why_scarce(after, 0)
                if isinstance(fact, CountFact)
                else first_failed(fact.limits, after, seat)
            ):
                raise RuleError(why)
        if any(fact is CLAN for _, fact, _ in named):
            check_backs(self.game, after, [after.seats[seat].clan for seat in after.players])

    def _read_named(self, entry: Entry) -> Iterator[Named]:
        """Yield the facts that the entry names, the table's first."""
        for name, fact in self.of_table.items():
            if name in entry:
                yield -1, fact, entry[name]
        for part in (entry, *entry.get("seats", ())):
            for name, fact in self.of_seat.items():
                if name in part:
                    yield part.get("seat", MIDDLE), fact, part[name]

    def _lay(self, state: Any, named: list[Named]) -> None:
        for alone in (fact for _, fact, value in named if isinstance(fact, FlagFact) and fact.alone and value):
            for seat in range(len(state.seats)):
                alone.set_value(state, seat, False)
        for seat, fact, value in named:
            fact.set_value(state, seat, value)

    def effect(self, state: Any, entry: Entry) -> None:
        before = deepcopy(state)
        self._lay(state, list(self._read_named(entry)))
        self.game.on_correction(state, before)

    def sentence(self, state: Any, entry: Entry) -> Text:
        """Say the facts as they are now, in the order in which people sit; a hit, as it comes."""
        if hits := self._find_hits(state, entry):
            return join_sentences([T("{what} {name}.", what=what, name=state.seats[seat].name) for seat, what in hits])
        named = sorted(self._read_named(entry), key=lambda one: (one[0] < 0, one[0]))
        parts = [fact.sentence(state, seat, value) for seat, fact, value in named]
        parts += [T("“{note}”", note=entry["note"])] if entry.get("note") else []
        return self._say_set(state, entry, join_sentences(parts, T("{first}; {then}")))

    def _say_set(self, state: Any, entry: Entry, parts: Any) -> Text:
        """Say it as news where only ongoing effects are tracked: nothing else tells the app what is at a seat."""
        at_seats = all(seat >= 0 for seat, _, _ in self._read_named(entry))
        if state.tracking == TOKENS and at_seats and not {"active", "note"} & set(entry):
            return T("{parts}.", parts=parts)
        return T("Corrected: {parts}.", parts=parts)

    def is_correction(self, state: Any, entry: Entry) -> bool:
        return not self._find_hits(state, entry)

    def _find_hits(self, state: Any, entry: Entry) -> list[tuple[int, Text]]:
        """Return who gets something at once, and what, where only ongoing effects are tracked.

        Empty if the entry says anything else.
        """
        if state.tracking != TOKENS or entry.get("note"):
            return []
        hits = list[tuple[int, Text]]()
        for seat, fact, value in self._read_named(entry):
            what = fact.at_once(state) if value and isinstance(fact, FlagFact) and fact.at_once else None
            if what is None:
                return []
            hits.append((seat, what))
        return hits

    # -- for a page ---------------------------------------------------------------------------------------------
    def list_believed(self, state: Any) -> list[FactValue]:
        """Return all that can be set now, as the app believes it to be, the table's first."""
        if self.forbidden_reason(state, -1):
            return []
        return [
            FactValue(
                fact,
                seat,
                fact.field(state),
                fact.size(state, seat) if isinstance(fact, CountFact) else fact.current_value(state, seat),
                fact.count_sides(state),
            )
            for seat in range(MIDDLE, len(state.seats))
            for fact in (self.of_table if seat < 0 else self.of_seat).values()
            if fact.is_open(state, seat)
        ]

    def make_entry(self, values: Iterable[tuple[FactValue, Any]]) -> Entry | None:
        """Make one entry for all that isn't as the app believes; None if all is."""
        entry: Entry = {"kind": self.kind}
        seats: dict[int, dict[str, Any]] = {}
        for fact, value in values:
            if value != fact.value:
                where = entry if fact.seat < 0 else seats.setdefault(fact.seat, {"seat": fact.seat})
                where[fact.field.name] = value
        if seats:
            entry["seats"] = list(seats.values())
        return entry if len(entry) > 1 else None


# -- counts ---------------------------------------------------------------------------------------------------------
class Correct(SetFacts):
    """A correction of what is counted, of a seat and of the table, and of whose turn it is."""

    kind = "correct"
    label = T("Correct it")
    icon = "wrench"
    group = ButtonGroup.TABLE

    def _choose_settable(self, facts: Sequence[Fact]) -> dict[str, SettableFact]:
        """Return the facts that are counted."""
        return {fact.name: fact for fact in facts if isinstance(fact, CountFact)}

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        if state.status == SETUP:
            return T("nothing has been dealt yet")
        if not state.playing and not any(count.after for count in list_counts(self.game)):
            over = T("the round is over: nothing can be corrected any more")
            return T("the game was stopped") if state.stopped else over
        return None

    def choose_open(self, state: Any, facts: Mapping[str, SettableFact]) -> list[SettableFact]:
        """Return the counts that can be corrected now."""
        return [fact for fact in facts.values() if fact.is_open(state, MIDDLE)]

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        found = list[Field]()
        counts = self.choose_open(state, self.of_seat)
        if counts:
            found.append(OneOf("seat", T("Player"), optional=True, choices=seat_choices(state, everybody=True)))
        for count in (*counts, *self.choose_open(state, self.of_table)):
            found.append(Number(count.name, count.label, True, low=-count.most, high=count.most, start=0))
        if state.turn is not None:
            found.append(OneOf("active", T("Whose turn it is"), optional=True, choices=seat_choices(state)))
            found.append(HOW_IT_GOES_ON)
        return (*found, ShortText("note", T("Note")))

    def check(self, state: Any, entry: Entry) -> None:
        named = list(self._read_named(entry))
        counts = [count for seat, count, _ in named if count.name in self.of_seat]
        check_whose(state, entry, counts, bool(named or {"active", "note"} & set(entry)))
        if counts and state.seats[entry["seat"]].sits_out and not all(count.after for count in counts):
            raise RuleError(T("{name} sits out this round", name=state.seats[entry["seat"]].name))
        if "upkeep" in entry and "active" not in entry:
            raise RuleError(T("say whose turn continues"))
        after = deepcopy(state)
        self._count(after, entry)
        check_turn(after, entry)
        for seat, count, change in named:
            now = count.size(state, seat)
            if now + change < 0:
                secret = count.known is not everybody
                text = T("{count} can't go below 0") if secret else T("{count} can't go below 0: it is {now} now")
                raise RuleError(text.fill(count=count.label, now=now))
            if why := count.why_scarce(state, change):
                raise RuleError(why)

    def make_entry(self, values: Iterable[tuple[FactValue, Any]]) -> Entry | None:
        """Make one entry for all counts of a seat, or of the table, that are not as believed; None if all are."""
        entry: Entry = {"kind": self.kind}
        for fact, value in values:
            fact.field.check(value)
            if value != fact.value:
                entry |= {fact.field.name: value - fact.value, **({} if fact.seat < 0 else {"seat": fact.seat})}
        return entry if len(entry) > 1 else None

    def _count(self, state: Any, entry: Entry) -> None:
        for seat, count, change in self._read_named(entry):
            count.change(state, seat, change)

    def effect(self, state: Any, entry: Entry) -> None:
        self._count(state, entry)
        if state.status == OVER and not state.stopped and not self.game.most_wins:
            # If a side wins, the count decides which; otherwise the round came out as it did.
            score_again(self.game, state)
        if "active" in entry:
            start_turn(self.game, state, entry)

    def sentence(self, state: Any, entry: Entry) -> Text:
        parts = [count.say_change(state, seat, change) for seat, count, change in self._read_named(entry)]
        if "active" in entry:
            text = T("it's {name}'s turn") if entry.get("upkeep", True) else T("{name}'s turn is under way")
            parts.append(text.fill(name=state.seats[entry["active"]].name))
        if entry.get("note"):
            parts.append(T("“{note}”", note=entry["note"]))
        return self._say_set(state, entry, parts)


# -- at one seat ----------------------------------------------------------------------------------------------------
def list_lying(believed: Sequence[FactValue], place: int) -> list[Token]:
    """Return all tokens that are at that seat, or could be there now."""
    return [thing for fact in believed if fact.seat in (MIDDLE, place) for thing in fact.declared.tokens(fact, place)]


def choose_own(lying: Sequence[Token], follow: str) -> list[Token]:
    """Return the tokens that a seat can set at its own seat, in this tracking mode.

    It moves nothing in front of others, unless only ongoing effects are tracked. That a seat has left is said by the
    move if there is one. Who was first, and so may learn more, only the table screen can say and undo.
    """
    own = (token for token in lying if token.owner is None or follow == TOKENS)
    return [
        token
        for token in own
        if not isinstance(token.fact.declared, OrderFact) or (follow != EVERY_TURN and _may_follow(token))
    ]


def _may_follow(one: Token) -> bool:
    """Return whether a seat can say that it has left: someone has before, and it hasn't."""
    return bool(one.fact.value) and not one.shows


def list_first(lying: Sequence[Token], follow: str) -> list[Token]:
    """Return those that a seat can't set for itself because it would be the first, if no move does."""
    ordered = (token for token in lying if isinstance(token.fact.declared, OrderFact))
    return [token for token in ordered if follow != EVERY_TURN and not token.fact.value]
