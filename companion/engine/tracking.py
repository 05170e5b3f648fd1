"""How much of a round is tracked: every turn, only ongoing effects, or nothing but the result.

Many tables would rather look at their cards than tap each of them. Here are the entry that changes the mode, the start
of a turn where only ongoing effects are tracked, and the result of a round whose turns nobody tapped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import Condition, condition, why_not_in_play
from companion.engine.corrections import HOW_IT_GOES_ON, SetFacts, check_turn, start_turn
from companion.engine.dealing import TRACKING_MODES, TableMove, why_other_back
from companion.engine.facts import CountFact, Fact, FlagFact, SettableFact
from companion.engine.fields import Field, OneOf, seat_choices
from companion.engine.game import Game
from companion.engine.move import Move, Shuffle, Variant
from companion.engine.play import find_move, list_actions
from companion.engine.round_facts import list_tracking_modes, read_facts, require_sheet
from companion.engine.state import EVERY_TURN, RESULT_ONLY, SCORING, TOKENS, Reminder
from companion.engine.text import RuleError, T, Text
from companion.engine.turns import do_upkeep, score_if_complete, stop_tracking

FACTS = "facts"
"""The ``over_by`` of a round whose facts were entered."""


# -- how a round is tracked -----------------------------------------------------------------------------------------
def _otherwise(how: str) -> Condition:
    return condition(T("the round is already played that way"), lambda state, by: state.tracking != how)


class SetTracking(SetFacts):
    """A change of the tracking mode from here on.

    To track every turn again, it says whose turn it is and what is on the table; and the counts, if they are known.
    """

    kind = "follow"
    label = T("What the app tracks")
    icon = ""
    group = ButtonGroup.FOLLOW
    button = False

    def _choose_settable(self, facts: Sequence[Fact]) -> dict[str, SettableFact]:
        """Return the facts that can be set, counts too, as they are."""
        return super()._choose_settable(facts) | {fact.name: fact for fact in facts if isinstance(fact, CountFact)}

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        return why_not_in_play(state)

    def list_variants(self, state: Any, by: int) -> list[Variant]:
        """Return the modes; for every turn, with whose turn it is, the facts that ``set`` has, and the counts."""
        active = OneOf("active", T("Whose turn it is"), choices=seat_choices(state))
        asks = (active, HOW_IT_GOES_ON, *super().fields(state, by))
        return [
            Variant(
                {"how": how},
                TRACKING_MODES[how].name,
                asks=asks if how == EVERY_TURN else (),
                greyed_by=(_otherwise(how),),
            )
            for how in list_tracking_modes(self.game)
        ]

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        return ()

    def check(self, state: Any, entry: Entry) -> None:
        if entry["how"] != EVERY_TURN:
            return
        self._check_counts(state, entry)
        if entry.keys() & {*self.of_seat, *self.of_table, "seat", "seats"}:
            super().check(state, entry)
        after = deepcopy(state)
        self._turn_back(after, entry)
        check_turn(after, entry)

    def _check_counts(self, state: Any, entry: Entry) -> None:
        """Check that a hand for each player and the deck are named, or neither."""
        hands = {part.get("seat") for part in (entry, *entry.get("seats", ())) if "hand" in part}
        if not hands and "deck" not in entry:
            return
        if not state.options.get("count_cards", True):
            raise RuleError(T("the app isn't counting cards in this game"))
        if "deck" not in entry or hands != set(state.players):
            raise RuleError(T("enter every player's hand and the draw deck together, or neither"))

    def _turn_back(self, state: Any, entry: Entry) -> None:
        """Track every turn again, with things as entered, and count cards if they are known."""
        self._lay(state, list(self._read_named(entry)))
        state.tracking = EVERY_TURN
        state.reminders = []

    def effect(self, state: Any, entry: Entry) -> None:
        if entry["how"] != EVERY_TURN:
            stop_tracking(self.game, state)
            state.tracking = entry["how"]
            return
        before = deepcopy(state)
        self._turn_back(state, entry)
        self.game.on_correction(state, before)
        if state.playing:
            start_turn(self.game, state, entry)

    def sentence(self, state: Any, entry: Entry) -> Text:
        if entry["how"] != EVERY_TURN:
            if entry["how"] == RESULT_ONLY:
                return T("The app now tracks nothing until the round is over.")
            return T("The app now tracks only ongoing effects.")
        return T("The app now tracks every turn. It's {name}'s turn.", name=state.seats[entry["active"]].name)


# -- a turn that starts ---------------------------------------------------------------------------------------------
class TurnStarts(Move):
    """Where only ongoing effects are tracked: that seat's turn starts, and what it owns counts down."""

    game: Game
    kind = "turn"
    label = T("Start my turn")
    icon = "hourglass"
    group = ButtonGroup.TIMERS
    allowed_tracking = (TOKENS,)
    conditions = (why_not_in_play,)
    log_text = T("{name}'s turn starts.")

    def effect(self, state: Any, entry: Entry) -> None:
        state.reminders = []
        do_upkeep(self.game, state, entry["by"])


def find_equivalent_move(game: Game, state: Any, entry: Entry, by: int) -> Entry:
    """Return the move of seat ``by`` that changes the table as this correction does, so that the log says what it was.

    "Anna put a web in front of Ben" says more than "Ben has a web". The correction itself is returned if more than
    ongoing effects is tracked, if no move does the same, or if that is a card against the seat itself: somebody else
    played it.
    """
    if state.tracking != TOKENS or by < 0:
        return entry
    wanted = _values_after(game, state, entry)
    for action in list_actions(game, state, by):
        if action.closed or not game.moves[action.kind].lays:
            continue
        for _, move in action.list_answers():
            if _values_after(game, state, move) == wanted:
                against_itself = game.moves[action.kind].tile == "against" and move.get("to") == by
                return entry if against_itself else move
    return entry


def _values_after(game: Game, state: Any, entry: Entry) -> list[Any]:
    """Return the values of all facts that can be set, as they would be after the entry."""
    after = deepcopy(state)
    game.moves[entry["kind"]].judge(state, entry)
    game.fold(after, entry)
    return [fact.value for fact in find_move(game, SetFacts).list_believed(after)]


def list_waiting(game: Game, state: Any, last: int | None) -> dict[int, list[Reminder]]:
    """Return by seat, in the order of turns, what waits for its turn to start, where only ongoing effects are tracked.

    ``last`` is the seat that last started its turn, or placed something.
    """
    found = {}
    after = 0 if last is None else last + 1
    for seat in sorted(state.players, key=lambda seat: (seat - after) % len(state.seats)):
        then = deepcopy(state)
        then.reminders = []
        do_upkeep(game, then, seat)
        if then.reminders:
            found[seat] = then.reminders
    return found


def list_hits(game: Game, state: Any) -> tuple[tuple[str, Text, tuple[int, ...]], ...]:
    """Return effects that can hit any seat now, each with its heading and the seats not yet hit."""
    at_once = ((fact, fact.at_once(state)) for fact in game.of_seat if isinstance(fact, FlagFact) and fact.at_once)
    return tuple(
        (fact.name, heading, tuple(seat for seat in state.players if not fact.current_value(state, seat)))
        for fact, heading in at_once
        if heading is not None
    )


# -- the facts of a round -------------------------------------------------------------------------------------------
class EnterResults(TableMove):
    """The facts of a round that is over, entered at once by a table that tracked no turns.

    Newer facts replace older ones until the next deal.
    """

    kind = FACTS
    label = T("End round")
    icon = "finish"
    group = ButtonGroup.FACTS
    allowed_tracking = (TOKENS, RESULT_ONLY)
    button = False
    log_text = T("The round is over.")

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        if state.stopped:
            return T("the game was stopped")
        if state.over_by == FACTS:
            return None
        return why_not_in_play(state)

    def phrase(self, state: Any, entry: Entry) -> Text:
        """Tell newer facts from those that they replace."""
        return T("Corrected: how the round ended.") if state.over_by == FACTS else super().phrase(state, entry)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        """Return a field for each fact; the sheet reads them all together."""
        return tuple(Field(name, T("{name}", name=name), True) for name in require_sheet(self.game).list_entered(state))

    def check(self, state: Any, entry: Entry) -> None:
        before = deepcopy(state)
        self._start_afresh(before)
        sheet = require_sheet(self.game)
        read = sheet.read_entered(before, entry)
        for seat, card in zip(before.players, read[sheet.cards], strict=True):
            if why := why_other_back(self.game, before, seat, card):
                raise RuleError(why)
        read_facts(self.game, read, before.options, (), before)

    def effect(self, state: Any, entry: Entry) -> None:
        self._start_afresh(state)
        late = [seat for seat in state.seats if seat.newcomer]
        del state.seats[len(state.seats) - len(late) :]
        state.before_facts = deepcopy(state)
        sheet = require_sheet(self.game)
        read = sheet.read_entered(state, entry)
        for seat, card in zip(state.players, read[sheet.cards], strict=True):
            state.seats[seat].card = card
        state.stop_turn()
        state.over_by = FACTS
        state.status = SCORING
        sheet.apply(state, read)
        score_if_complete(self.game, state)
        state.seats += late
        for earlier in state.history:
            earlier += [0] * (len(state.seats) - len(earlier))

    def _start_afresh(self, state: Any) -> None:
        """Go back to what was there before the facts that newer ones replace."""
        before = state.before_facts
        if before is None:
            return
        self.game.take_back_pay(state)
        state.restore(deepcopy(before))
        state.before_facts = state.score = None

    # -- for a page ---------------------------------------------------------------------------------------------
    def complete(self, state: Any, told: Mapping[str, Any], shuffle: Shuffle) -> tuple[Entry, list[Text]]:
        """Return the entry with what was typed on the page, and what was changed to make it fit, for the reveal.

        In an entry, seats are numbers. Raises a RuleError for what everyone can see to be wrong: hidden cards decide
        what is left out or drawn, but never what is refused.
        """
        before = deepcopy(state)
        self._start_afresh(before)
        fits, changed = require_sheet(self.game).adjust(before, told, shuffle)
        entry = {"kind": self.kind, **fits}
        self.judge(state, entry)
        return entry, changed
