"""Rules for taking back and bringing back on the pages; the record itself is open to more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.record.record import AMEND, UNDO, Listener, Record, is_change, live_entries, what_counts, without
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.seeing import OWN
from companion.rules.state import PLAYING
from companion.rules.text import RuleError, T, Text

Moments = Mapping[int, str]
"""The status in which each entry was made, by its number."""
Counting = Mapping[int, Sequence[Entry]]
"""What counts, by the number of the entry in whose place it stands."""

Groups = Mapping[int, Sequence[int]]
"""By the entry that ended it, the entries of a turn that are one line of the log."""

NOT_ANY_MORE = T("this can't be changed any more: what was entered later depends on it. Correct what is wrong instead")


def refused(record: Record, moments: Moments, number: int) -> Text | None:
    """Why entry ``number`` may not be cancelled, as far as everybody may know.

    Refused is what hidden cards would decide, whatever they are. For what is left the rules have the last word, and
    ``NOT_ANY_MORE`` is all they say.
    """
    entries, live = record.entries, record.live()
    if not live[number]:
        return T("entry {n} is cancelled already", n=number)
    if not record.game.undoable(entries[number]["kind"]):
        return T("a look at a card can't be undone; counts can be corrected")
    try:
        after = without(entries, live, number)
    except RuleError:
        return NOT_ANY_MORE  # it would be cancelled twice
    earlier = entries[:number]
    known = dict(what_counts(earlier, live_entries(earlier))) if is_change(entries[number]) else {}
    # What stands before an ordinary entry is not touched: the newest one costs the same in a long game as in a short.
    since = 0 if is_change(entries[number]) else number
    old, new = dict(what_counts(entries, live, since)), dict(what_counts(entries, after, since))
    return NOT_ANY_MORE if _in_secret(record.game, moments, old, new, known) else None


def with_turn(record: Record, groups: Groups, number: int) -> list[int]:
    """The entries to cancel with this one: all of a turn that is one line of the log; for an undo of its end, all
    undos that took it back."""
    entries, live = record.entries, record.live()
    back = entries[number]["kind"] == UNDO
    group = groups.get(entries[number]["entry"] if back else number, ())
    if not back:
        return [one for one in reversed(group) if live[one]] or [number]
    undos = {entry["entry"]: one for one, entry in enumerate(entries) if live[one] and entry["kind"] == UNDO}
    return [undos[one] for one in group if one in undos] or [number]


def can_be(record: Record, moments: Moments, groups: Groups, number: int) -> bool:
    """True where the table could cancel entry ``number`` now, with its turn; nothing is done."""
    turn = with_turn(record, groups, number)
    if any(refused(record, moments, one) for one in turn):
        return False
    if turn[0] == len(record.entries) - 1:
        return True
    trial = record.copy(Listener())
    try:
        for one in turn:
            trial.append({"kind": UNDO, "entry": one})
    except RuleError:
        return False
    return True


def not_instead(record: Record, moments: Moments, number: int, entries: Sequence[Entry]) -> Text | None:
    """Why these may not count in the place of entry ``number``, in the same way."""
    now = dict(what_counts(record.entries, record.live()))
    return NOT_ANY_MORE if _in_secret(record.game, moments, now, {**now, number: entries}, {}) else None


def _in_secret(game: Game[Any], moments: Moments, old: Counting, new: Counting, known: Counting) -> bool:
    """Hidden cards decide if what is to count (``new``) is possible where ``old`` counts now. ``known``: what counted
    once, and was possible then."""
    if new == known:
        return False
    changed = [place for place in sorted({*old, *new}) if old.get(place, ()) != new.get(place, ())]
    return any(_decided(game, moments, old, new, known, place) for place in changed)


def _decided(game: Game[Any], moments: Moments, old: Counting, new: Counting, known: Counting, place: int) -> bool:
    """Hidden cards decide if a change in this one place is possible."""
    was, then = old.get(place, ()), new.get(place, ())
    gone, come = [one for one in was if one not in then], [one for one in then if one not in was]
    later = [number for number in new if number > place]
    after = [one for number in later for one in new[number]]
    if game.settles_in_secret and any(moments[number] != PLAYING for number in later):
        return True
    if game.settles_in_secret and any(game.tells_a_round(one["kind"]) for one in after):
        return True
    if any(game.hangs(one, on, False) for one in after for on in gone):
        return True
    if any(game.hangs(one, on, True) for one in after for on in come):
        return True
    if come and known.get(place) == then:
        return _place_changed(game, new, known, place)
    ends = next((at for at, one in enumerate(then) if one in come and game.ends_in_secret(one)), len(then))
    return ends < len(then) and bool(after or then[ends + 1 :])


def _place_changed(game: Game[Any], new: Counting, known: Counting, place: int) -> bool:
    """Hidden cards decide if what is brought back fits those that count now: others did then."""
    for number in {*new, *known}:
        now, then = new.get(number, ()), known.get(number, ())
        if number < place and now != then:
            changed = [(one, False) for one in then if one not in now] + [(one, True) for one in now if one not in then]
            if any(game.hangs(one, on, back) for one in new[place] for on, back in changed):
                return True
    return False


def own_last(record: Record, looked: Callable[[str], Collection[int]]) -> dict[int, int]:
    """The number of the last entry that counts by the seat that made it, where that seat may take it back: nobody has
    looked at anything because of it. ``looked``: who has, by the mark."""
    live = record.live()
    last = next((n for n in range(len(live) - 1, -1, -1) if live[n] and record.entries[n]["kind"] != UNDO), None)
    if last is None or "by" not in record.entries[last] or stays(record, last, looked):
        return {}
    return {record.entries[last]["by"]: last}


def stays(record: Record, number: int, looked: Callable[[str], Collection[int]]) -> bool:
    """Its seat may not take entry ``number`` back: it is a look, or somebody has looked because of it."""
    return any(_stays(record, number, entry, looked) for entry in in_place(record, number))


def _stays(record: Record, number: int, entry: Entry, looked: Callable[[str], Collection[int]]) -> bool:
    move = record.game.moves[entry["kind"]]
    seen = move.handed_on(record.state) or (move.opens(entry) and looked(_because_of(number)))
    return bool(not move.undoable or seen)


def in_place(record: Record, number: int) -> Sequence[Entry]:
    """The entries that count in the place of entry ``number``."""
    entries, live = record.entries, record.live()
    later = (entries[at] for at in range(len(entries) - 1, number, -1) if live[at])
    found = next((one["as"] for one in later if one["kind"] == AMEND and one["entry"] == number), None)
    return (entries[number],) if found is None else found


def marks(record: Record, seat: int, key: str) -> list[str]:
    """The marks of a look of that seat: because of which entry it sees what it sees, and of which deal."""
    live, instead = record.live(), dict[int, Sequence[Entry]]()
    found: list[str] = []
    for number in range(len(live) - 1, -1, -1):
        entry = record.entries[number]
        if live[number] and entry["kind"] == AMEND:
            instead.setdefault(entry["entry"], entry["as"])
        if not live[number] or is_change(entry):
            continue
        if entry["kind"] == "deal":
            return [*found[:1], f"card:{number}"] if key == OWN else found[:1]
        made = instead.get(number, (entry,))
        if any((seat, key) in record.game.moves[one["kind"]].opens(one) for one in made):
            found.append(_because_of(number))
    return found[:1]


def _because_of(number: int) -> str:
    """The mark of who has looked at what entry ``number`` made anew."""
    return f"entry:{number}"
