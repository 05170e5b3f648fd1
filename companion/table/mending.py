"""Entries that were wrong, put right where they stand: something that could have been done then takes their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.record.record import AMEND, UNDO, EntryError
from companion.rules import places
from companion.rules.asking import Action, Entry, plain
from companion.rules.following import FACTS, as_laid
from companion.rules.game import Game
from companion.rules.lately import END
from companion.rules.putting_right import Believed, Correct, setting_of
from companion.rules.state import TIMERS
from companion.rules.text import RuleError, T, Text
from companion.table import doors, following, told_facts, undoing
from companion.table.at import DONE, PLAY, At, asked_to_turn_up, covered, forget_looked, mark_looked, note
from companion.table.log import device_of
from companion.table.now import Done, Now, done_by, forgotten, last_turn
from companion.table.playing import enter
from companion.table.refused import Refused


@dataclass(frozen=True)
class Mending:
    """How an entry may be put right: the ``actions`` that could take the place of entry ``number``, or ``why`` nothing
    can. ``stays``: nothing at all can't, for what came after needs it. ``page``: a round as it was told."""

    number: int
    why: Text | None = None
    actions: tuple[Action, ...] = ()
    stays: bool = False
    page: told_facts.Page | None = None


def _correcting(game: Game[Any]) -> Correct[Any]:
    move = game.moves["correct"]
    assert isinstance(move, Correct)
    return move


def amend(at: At, number: int, entries: Sequence[Entry], stamp: str, seat: int | None = None) -> None:
    """Put what was really played in the place of entry ``number``; nothing, where it did not happen. A ``seat``
    mends the card of its own last turn, the host (None) anything."""
    found = mending(at, number) if seat is None else own_mending(at, seat)
    if found.number != number and seat is not None:
        raise Refused(T("this turn is not your last one any more: look at the table again"))
    if found.why:
        raise Refused(found.why)
    offered = {action.kind for action in found.actions if not action.closed}
    if any(entry["kind"] not in offered for entry in entries):
        raise Refused(T("this could not have been done then"))
    if why := undoing.not_instead(at.playing[1], at.log.moments, found.number, entries):
        raise Refused(why)
    device = device_of(seat)
    try:
        enter(at, [{"kind": AMEND, "entry": found.number, "as": list(entries)}], device, stamp)
    except EntryError:
        raise Refused(undoing.NOT_ANY_MORE) from None


def own_mending(at: At, seat: int) -> Mending:
    """How a seat may put the card of its own last turn right, until its next one."""
    turn = last_turn(at, seat) if at.phase == PLAY else None
    if turn is None:
        return Mending(-1, T("none of your turns can be fixed now"))
    return mending(at, turn.card)


def own_forgotten(now: Now, seat: int) -> Done | None:
    """The seat's own last turn, with all that can still be put into it."""
    done = done_by(now, seat)
    return done and replace(done, more=forgotten(now, seat))


def counted(at: At) -> list[Believed]:
    """The counts that may be corrected now and that everybody may see, as they are."""
    if at.phase not in (PLAY, DONE):
        return []
    _, record = at.playing
    hidden = doors.hidden_counts(record.game, record.state, at.told)
    counts = _correcting(record.game).believed(record.state)
    return [one for one in counts if one.field.name not in hidden]


def count(at: At, place: int, values: Mapping[str, Any], stamp: str, seat: int | None = None) -> None:
    """Put right how much there really is at that place (-1: in the middle), by the names of the counts: one entry. A
    ``seat`` says so of its own place."""
    _, record = at.playing
    here = [one for one in counted(at) if one.seat == place]
    if unknown := values.keys() - {one.field.name for one in here}:
        raise Refused(T("unknown field {field}", field=plain(min(unknown))), 422)
    if entries := _correcting(record.game).changed((one, values.get(one.field.name, one.value)) for one in here):
        enter(at, [{**one, "device": device_of(seat)} for one in entries], device_of(seat), stamp)


def tap(at: At, place: int, thing: str, shows: int, stamp: str, seat: int | None = None, seen: bool = False) -> None:
    """A thing lies at that place (-1: in the middle) and shows that number, or is gone (0)."""
    found = following.thing_at(believed(at), place, thing)
    if seat is not None and found.owner is not None and at.playing[1].state.follow != TIMERS:
        raise Refused(T("it lies before somebody else: the table screen can move it"), 403)
    if seat is not None and not places.of_oneself([found], at.playing[1].state.follow):
        raise Refused(T("that somebody is out is said by leaving, or at the table screen"), 403)
    lay(at, {(found.fact.seat, found.fact.field.name): found.laid(shows)}, stamp, seat, seen, place)


def ask(at: At, seat: int) -> None:
    """That seat's phone asks its player to turn their card up: no tap of the host's shows a card."""
    if not could_turn_up(at, seat):
        raise Refused(T("there is no card to turn up there now: look at the table again"))
    mark_looked(at, seat, asked_to_turn_up(at))


def declines(at: At, seat: int) -> None:
    """The player has been asked, and the card stays as it lies."""
    forget_looked(at, seat, asked_to_turn_up(at))


def could_turn_up(at: At, seat: int) -> bool:
    """That seat's card is known to its owner alone, and could be set to lie open."""
    settable = any(one.seat == seat and one.field.name == "revealed" for one in believed(at))
    return settable and seat in covered(at)


def leaves(at: At, seat: int, gone: bool, stamp: str) -> None:
    """That seat's player leaves the table, or is back; said on its own phone."""
    if at.phase not in (PLAY, DONE):
        raise Refused(T("play has not begun yet"))
    enter(at, [{"kind": "retire" if gone else "return", "seat": seat}], device_of(seat), stamp)


def believed(at: At) -> list[Believed]:
    """All that the app believes to lie on the table, as far as it can be set now: nothing before play has begun."""
    if at.phase not in (PLAY, DONE):
        return []
    _, record = at.playing
    return setting_of(record.game).believed(record.state)


def lay(
    at: At,
    values: Mapping[tuple[int, str], Any],
    stamp: str,
    seat: int | None = None,
    seen: bool = False,
    place: int = places.MIDDLE,
) -> None:
    """How it really lies, by seat (-1: the table) and name: one entry for all that is otherwise, or none. A
    ``seat`` says so of what lies before itself; the host (None) of everything, but of cards that are to lie open only
    where everybody has ``seen`` them: else a tap would show the host what nobody has turned up. The log keeps that.
    ``place`` is where it was tapped: whose it is, where that person lays it."""
    _, record = at.playing
    if at.phase not in (PLAY, DONE):
        raise Refused(T("play has not begun yet"))
    entry = setting_of(record.game).changed(record.state, values)
    if entry is not None:
        turned = [] if seat is not None else doors.turned_up(record.game, record.state, entry)
        if turned and not seen:
            raise Refused(doors.only_the_owner(turned))
        # In the entry too, as it is read from the disk: the log says who said so.
        before = len(record.entries)
        entry = as_laid(record.game, record.state, entry, place)
        enter(at, [{**entry, "device": device_of(seat)}], device_of(seat), stamp)
        for one in list(at.looks.get(asked_to_turn_up(at), ())):
            if not could_turn_up(at, one):
                declines(at, one)
        for name in turned if len(record.entries) > before else ():
            note(at, T("The table says that everybody sees {name}'s card.", name=name))


def mending(at: At, number: int) -> Mending:
    """All that could have been entered in the place of entry ``number`` (of the card, where a turn is one line), judged
    in the state before it. As far as everybody may know: what hidden cards decide is refused, whatever they are."""
    _, record = at.playing
    if not 0 <= number < len(record.entries) or at.phase not in (PLAY, DONE):
        raise Refused(T("there is no such entry"), 404)
    if record.entries[number]["kind"] == FACTS:
        why = following.cannot_mend(at, number)
        return Mending(number, why, page=None if why else told_facts.mended(at, number))
    number = at.log.groups.get(number, (number,))[0]
    why = record.not_amendable(number) or undoing.refused(record, at.log.moments, number)
    if why is None and type(record.entries[number].get("by")) is not int:
        why = T("what the table itself has entered can be undone, and entered anew")
    if why:
        return Mending(number, why)
    state = record.before(number)
    actions = record.game.actions(state, record.entries[number]["by"])
    shown = (one for one in actions if not one.secret and not one.closed)
    actions = [_not_before_others(at, one, number) for one in shown]
    return Mending(number, None, tuple(actions), _stays(at, number))


def _stays(at: At, number: int) -> bool:
    try:
        at.playing[1].judge({"kind": AMEND, "entry": number, "as": []})
    except RuleError:
        return True
    return False


def _not_before_others(at: At, action: Action, number: int) -> Action:
    """An action that may end a round, which hidden cards may decide, replaces no entry that others have followed:
    the answer would tell."""
    _, record = at.playing
    entries, live = record.entries, record.live()
    later = (entries[n]["kind"] for n in range(number + 1, len(entries)) if live[n])
    if record.game.moves[action.kind].may_end_round and any(kind not in (UNDO, END) for kind in later):
        return replace(action, closed=T("something was entered after it: undo that first"))
    return action
