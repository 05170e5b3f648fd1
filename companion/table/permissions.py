"""Authorization of taps. Decides from what the sender can see, so a refusal never leaks hidden cards.

For the same reason only the seat itself makes its secret choices and corrects its secret counts.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from companion.engine.actions import END, Action, ButtonGroup, Entry
from companion.engine.corrections import Correct
from companion.engine.fields import is_same
from companion.engine.move import IGNORED, Move, Variant
from companion.engine.play import find_move
from companion.engine.text import RuleError, T, Text
from companion.engine.views import list_held_secrets
from companion.engine.visibility import Viewer
from companion.record.record import UNDO
from companion.table.refusals import BadInput, Forbidden
from companion.table.snapshot import TableState, seats_face_down

CORRECT = "correct"
SET = "set"


def check_permission(table: TableState, entries: Sequence[Entry], seat: int | None) -> None:
    """Raise for what isn't offered to the sender of a tap: the gate of every tap.

    The sender is a ``seat``, or the table device in the open (None). Several entries are one tap if they are a card,
    events along the way, and the end of that turn. All of it is decided before the first is judged: the first that
    fails would reveal what those before it have done to hidden cards.
    """
    moves = [table.record.game.moves.get(entry["kind"]) for entry in entries]
    for entry, move in zip(entries, moves, strict=True):
        if entry["kind"] in ("deal", "join", UNDO):
            raise BadInput(T("dealing and undoing have buttons of their own, and nobody can choose cards"))
        if move is not None and not move.button:
            raise BadInput(T("this has its own page, which asks only about what everyone can know"))
        if seat is None:
            _check_open(table, entry, move)
        elif not _is_own(table, entry, seat):
            raise Forbidden(T("your seat can't do that"))
    if len(entries) > 1 and not _is_one_turn(moves, entries):
        raise BadInput(T("these can't go together right now: tap them one at a time"))


def _is_one_turn(moves: Sequence[Move | None], entries: Sequence[Entry]) -> bool:
    """Return whether these are a card of step 1, events along the way, and the end of the turn, all of one seat.

    An event along the way comes no more often than allowed. One that can end the round is the last, because hidden
    cards may decide that.
    """
    seat = entries[0].get("by")
    if not all(is_same(entry.get("by"), seat) for entry in entries):
        return False
    steps = list(zip(entries, moves, strict=True))
    if entries[-1] == {"kind": END, "by": seat}:
        steps.pop()
    written = Counter(json.dumps(entry, sort_keys=True) for entry, _ in steps)
    for number, (entry, move) in enumerate(steps):
        if move is None or move.kind == END:
            return False
        if move.group != (ButtonGroup.PLAY if number == 0 else ButtonGroup.WAY):
            return False
        if move.may_end_round and number < len(steps) - 1:
            return False
        if written[json.dumps(entry, sort_keys=True)] > move.often:
            return False
    return bool(steps)


def make_action_id(table: TableState, device: str, stamp: str, entries: Sequence[Entry]) -> str:
    """Make the idempotency key of a device's action on a page, or in the present state: a repeated tap is one entry."""
    body = json.dumps([device, stamp or table.stamp, list(entries)], sort_keys=True)
    return hashlib.sha256(body.encode()).hexdigest()[:24]


def find_hidden_counts(table: TableState) -> frozenset[str]:
    """Return the counts of seats that can be corrected and that the table screen doesn't show now."""
    game = table.record.game
    state = table.state
    viewer = Viewer(told=table.told)
    seats = range(len(state.seats))
    correct = find_move(game, Correct)
    counts = correct.choose_open(state, correct.of_seat)
    return frozenset(count.name for count in counts if not all(count.known(state, viewer, seat) for seat in seats))


def own_correction_action(table: TableState, seat: int) -> Action | None:
    """Return the button for the counts that only the seat itself can correct, because nobody else may know them."""
    own = _find_own_counts(table, seat)
    record = table.record
    if not own or not table.takes_entries:
        return None
    move = record.game.moves[CORRECT]
    note = T("Enter the difference. Everyone sees that you made a correction and how big it was, but never your total.")
    button = move.make_button(record.state, -1, Variant({"seat": seat}, move.label, note=note))
    return replace(button, fields=tuple(field for field in button.fields if field.name in own), secret=True)


def _check_open(table: TableState, entry: Entry, move: Move | None) -> None:
    if move is not None and move.secret:
        raise Forbidden(T("this is chosen in secret: on the player's own phone, or after passing them this device"))
    if entry["kind"] == SET and (names := names_revealed_by(table, entry)):
        raise Forbidden(say_only_the_owner(names))
    if entry["kind"] == CORRECT and find_hidden_counts(table) & set(entry):
        raise Forbidden(
            T("this count is secret for now: only its player can correct it, or anyone once it has been shown")
        )


def names_revealed_by(table: TableState, entry: Entry) -> list[str]:
    """Return the names of those whose cards this correction reveals, and that nobody else knew before."""
    record = table.record
    state = record.state
    move = record.game.moves[entry["kind"]]
    after = deepcopy(record.state)
    try:
        move.judge(state, entry)
    except RuleError:
        return []  # it is refused as it is entered
    move.effect(after, entry)
    return [state.seats[n].name for n in sorted(seats_face_down(table)) if after.seats[n].revealed]


def say_only_the_owner(names: list[str]) -> Text:
    """Say why the host doesn't reveal what its owner hasn't."""
    return T(
        "only {names} can reveal their card: on their phone, tap i, then “Fix a mistake”; or tick that "
        "everyone can see it",
        names=names,
    )


def _is_own(table: TableState, entry: Entry, seat: int) -> bool:
    if entry["kind"] in ("retire", "return"):
        return is_same(entry.get("seat"), seat) and {"kind", "seat", *IGNORED}.issuperset(entry)
    if entry["kind"] != CORRECT:
        return is_same(entry.get("by"), seat)
    counts = _find_own_counts(table, seat)
    known = {"kind", "seat", "note", *counts, *IGNORED}
    return is_same(entry.get("seat"), seat) and known.issuperset(entry) and bool(counts & set(entry))


def _find_own_counts(table: TableState, seat: int) -> frozenset[str]:
    """Return the counts that are secret now and that this seat can look at; none while they don't say what it got."""
    record = table.record
    if table.find_known_state(seat) is not record.state:
        return frozenset()
    own = {secret.count for secret in list_held_secrets(record.game, record.state, seat)} - {""}
    return find_hidden_counts(table) & own if own else frozenset()
