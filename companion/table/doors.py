"""The door through which taps come in: judged by what the sender may see, before any hidden card is asked.

Whoever is refused learns nothing from it. So secret choices are the seat's own, and so are counts that are secret.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from companion.record.record import UNDO
from companion.rules.asking import END, PLAY, WAY, Action, Entry, is_same
from companion.rules.move import IGNORED, Move, Way
from companion.rules.putting_right import Correct
from companion.rules.seeing import Viewer
from companion.rules.text import RuleError, T, Text
from companion.table.at import LOBBY, LOOK, REVEAL, At, Refused, find_covered

CORRECT, SET = "correct", "set"


def accept(at: At, entries: Sequence[Entry], seat: int | None) -> None:
    """Raise for what is not offered to the sender of a tap: the gate of every tap.

    The sender is a ``seat``, or the table device in the open (None). Several entries are one tap where they are a card,
    what happened on the way, and the end of that turn. All of it is decided before the first is judged: the first that
    fails would tell what those before it have done to hidden cards.
    """
    moves = [at.record.game.moves.get(entry["kind"]) for entry in entries]
    for entry, move in zip(entries, moves, strict=True):
        if entry["kind"] in ("deal", "join", UNDO):
            raise Refused(T("a deal and an undo have buttons of their own: nobody chooses cards"), 422)
        if move is not None and not move.button:
            raise Refused(T("this has a page of its own, which asks by what everybody may know"), 422)
        if seat is None:
            _check_open(at, entry, move)
        elif not _is_own(at, entry, seat):
            raise Refused(T("this is not an action of your seat"), 403)
    if len(entries) > 1 and not _is_turn(moves, entries):
        raise Refused(T("these don't go together now: tap one after the other"), 422)


def _is_turn(moves: Sequence[Move | None], entries: Sequence[Entry]) -> bool:
    """Tell whether these are a card of step 1, what happened on the way, and the end of the turn, all of one seat.

    Things on the way come each as often as it may. One that may end the round, which hidden cards may decide, comes
    last.
    """
    done = [move for move in moves if move is not None and move.kind != END]
    by, rest = entries[0].get("by"), entries[len(done) :]
    written = [json.dumps(entry, sort_keys=True) for entry in entries]
    times = Counter(written)
    return (
        [move.group for move in done] == [PLAY, *[WAY] * (len(done) - 1)]
        and list(rest) in ([], [{"kind": END, "by": by}])
        and not any(move.may_end_round for move in done[:-1])
        and all(is_same(entry.get("by"), by) for entry in entries)
        and all(times[one] <= move.often for one, move in zip(written, done, strict=False))
    )


def make_action_id(at: At, device: str, stamp: str, entries: Sequence[Entry]) -> str:
    """Make the idempotency key of an action by a device on a page, or as things stand: a repeated tap is one entry."""
    body = json.dumps([device, stamp or at.stamp, list(entries)], sort_keys=True)
    return hashlib.sha256(body.encode()).hexdigest()[:24]


def find_hidden_counts(at: At) -> frozenset[str]:
    """Return the counts of seats that can be corrected and that the table is not shown now."""
    game, state = at.record.game, at.state
    viewer, seats = Viewer(told=at.told), range(len(state.seats))
    correct = game.move(Correct)
    counts = correct.choose_open(state, correct.of_seat)
    return frozenset(one.name for one in counts if not all(one.known(state, viewer, seat) for seat in seats))


def find_own_correction(at: At, seat: int) -> Action | None:
    """Return the button for the counts that a seat may put right itself, because nobody else may know them."""
    own, record = _find_own_counts(at, seat), at.record
    if not own or at.phase in (LOBBY, LOOK, REVEAL):
        return None
    move = record.game.moves[CORRECT]
    note = T("What changes? Everybody reads that it was corrected, and by how much; never how much there is.")
    button = move.make_button(record.state, -1, Way({"seat": seat}, move.label, note=note))
    return replace(button, fields=tuple(field for field in button.fields if field.name in own), secret=True)


def _check_open(at: At, entry: Entry, move: Move | None) -> None:
    if move is not None and move.secret:
        raise Refused(T("this is chosen in secret: on the seat's own phone, or with this device handed over"), 403)
    if entry["kind"] == SET and (names := name_turned_up(at, entry)):
        raise Refused(say_only_the_owner(names), 403)
    if entry["kind"] == CORRECT and find_hidden_counts(at) & set(entry):
        raise Refused(T("this count is secret now: only its player can correct it, or all when it has been told"), 403)


def name_turned_up(at: At, entry: Entry) -> list[str]:
    """Return the names of those whose cards an entry on how things lie turns up, and nobody else knew before."""
    record = at.record
    state, move, after = record.state, record.game.moves[entry["kind"]], deepcopy(record.state)
    try:
        move.judge(state, entry)
    except RuleError:
        return []  # it is refused as it is entered
    move.effect(after, entry)
    return [state.seats[n].name for n in sorted(find_covered(at)) if after.seats[n].revealed]


def say_only_the_owner(names: list[str]) -> Text:
    """Say why the host does not turn up what its owner has not."""
    return T(
        "only {names} can turn up their card: on the phone, behind the i, under “Put my place right”; or tick that "
        "all see it",
        names=names,
    )


def _is_own(at: At, entry: Entry, seat: int) -> bool:
    if entry["kind"] in ("retire", "return"):
        return is_same(entry.get("seat"), seat) and {"kind", "seat", *IGNORED}.issuperset(entry)
    if entry["kind"] != CORRECT:
        return is_same(entry.get("by"), seat)
    counts = _find_own_counts(at, seat)
    known = {"kind", "seat", "note", *counts, *IGNORED}
    return is_same(entry.get("seat"), seat) and known.issuperset(entry) and bool(counts & set(entry))


def _find_own_counts(at: At, seat: int) -> frozenset[str]:
    """Return the counts that are secret now and that this seat may look at; none while they don't say what it got."""
    record = at.record
    if at.find_known_state(seat) is not record.state:
        return frozenset()
    own = {secret.count for secret in record.game.list_secrets(record.state, seat)} - {""}
    return find_hidden_counts(at) & own if own else frozenset()
