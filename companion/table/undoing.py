"""What may be taken back, or brought back, on the pages; the record itself is open to more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from companion.record import UNDO, Record, is_change, live_entries
from companion.rules.held import OWN
from companion.rules.state import PLAYING
from companion.rules.text import T, Text

Moments = Mapping[int, tuple[int, str]]
"""Round and status in which each entry was made, by its number."""

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
    back = False
    while entries[number]["kind"] == UNDO:
        number, back = entries[number]["entry"], not back
    later = (n for n in range(number + 1, len(entries)) if live[n] and not is_change(entries[n]))
    if any(_hangs(record, moments, one, number, back) for one in later):
        return NOT_ANY_MORE
    if back and _place_changed(record, moments, number):
        return NOT_ANY_MORE
    return None


def _place_changed(record: Record, moments: Moments, number: int) -> bool:
    """Whether hidden cards decide if the entry is possible among those that count now: others did when it was made."""
    was, live = live_entries(record.entries[:number]), record.live()
    changed = (n for n in range(number) if was[n] != live[n] and not is_change(record.entries[n]))
    return any(_hangs(record, moments, number, one, live[one]) for one in changed)


def _hangs(record: Record, moments: Moments, number: int, on: int, back: bool) -> bool:
    """Whether hidden cards decide if entry ``number`` is still possible when the one ``on`` goes or comes ``back``."""
    game = record.game
    if game.settles_in_secret and moments[number] != (moments[on][0], PLAYING):
        return True
    return game.hangs(record.entries[number], record.entries[on], back)


def own_last(record: Record, looked: Callable[[str], Collection[int]]) -> dict[int, int]:
    """The number of the last entry that counts by the seat that made it, where that seat may take it back: nobody has
    looked at anything because of it. ``looked``: who has, by the mark."""
    live = record.live()
    last = next((n for n in range(len(live) - 1, -1, -1) if live[n] and record.entries[n]["kind"] != UNDO), None)
    if last is None or "by" not in record.entries[last] or stays(record, last, looked):
        return {}
    return {record.entries[last]["by"]: last}


def stays(record: Record, number: int, looked: Callable[[str], Collection[int]]) -> bool:
    """Whether its own seat may not take entry ``number`` back: it is a look, or somebody has looked because of it."""
    entry = record.entries[number]
    move = record.game.moves[entry["kind"]]
    seen = move.handed_on(record.state) or (move.opens(entry) and looked(_because_of(number)))
    return bool(not move.undoable or seen)


def marks(record: Record, seat: int, key: str) -> list[str]:
    """What is kept of a look of that seat: because of which entry it sees what it sees, and of which deal."""
    live = record.live()
    found: list[str] = []
    for number in range(len(live) - 1, -1, -1):
        entry = record.entries[number]
        if not live[number] or entry["kind"] == UNDO:
            continue
        if entry["kind"] == "deal":
            return [*found[:1], f"card:{number}"] if key == OWN else found[:1]
        if (seat, key) in record.game.moves[entry["kind"]].opens(entry):
            found.append(_because_of(number))
    return found[:1]


def _because_of(number: int) -> str:
    """The mark of who has looked at what entry ``number`` made anew."""
    return f"entry:{number}"
