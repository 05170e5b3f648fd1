"""Commands while a game is played: entering, taking back, typing for later, looking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion import clock
from companion.kept.store import Stale
from companion.record import chance
from companion.record.record import UNDO, EntryError, Record
from companion.rules import lately
from companion.rules.asking import Entry
from companion.rules.guide import Role
from companion.rules.seeing import OWN, PEEK
from companion.rules.state import OVER, PLAYING
from companion.rules.text import RuleError, T, Text
from companion.table import doors, turn_log, undoing
from companion.table.at import DONE, PLAY, At, all_cards, covered, give_chairs, mark_looked, note, secrets
from companion.table.now import cards_up, last_turn, typed, undoable
from companion.table.refused import Refused


def act(
    at: At,
    entries: Sequence[Entry],
    device: str,
    stamp: str,
    seat: int | None = None,
    way: Sequence[Entry] = (),
    ends: bool = False,
) -> None:
    """Enter one action (all ``entries`` or none). ``stamp`` is that of the page it was tapped on, ``seat`` whose
    page that is (None: the table's, in the open). ``way``: what was marked to have happened after it; ``ends``: the
    turn ends with the same tap, if the rules leave nothing to decide then.

    The same action tapped twice on one page is one entry. Raises Stale when the table has moved on.
    """
    if at.phase not in (PLAY, DONE):
        raise Refused(T("play has not begun yet"))
    _, record = at.playing
    doors.check(record.game, record.state, entries, seat, at.told)
    if not _late(at, entries, stamp):
        doors.check_together(record, entries, seat)
    _check_way(at, entries[0], way)
    before = len(record.entries)
    enter(at, entries, device, stamp)
    if len(at.playing[1].entries) > before:
        _finish_turn(at, entries[0], way, device, ends)


def _check_way(at: At, card: Entry, way: Sequence[Entry]) -> None:
    """Raise for what does not happen on the way. What may end a round, which hidden cards decide, comes last: after
    it nothing may be refused or not."""
    moves = at.playing[1].game.moves
    happened = [moves.get(entry["kind"]) for entry in way]
    first = moves.get(card["kind"])
    if way and (first is None or first.group != lately.PLAY or first.may_end_round):
        raise Refused(T("this is not what happens on the way"), 422)
    if any(move is None or move.group != lately.WAY for move in happened) or any(
        entry.get("by") != card.get("by") for entry in way
    ):
        raise Refused(T("this is not what happens on the way"), 422)
    if any(move is not None and move.may_end_round for move in happened[:-1]):
        raise Refused(T("this comes last in a turn"), 422)


def _finish_turn(at: At, card: Entry, way: Sequence[Entry], device: str, ends: bool) -> None:
    """Enter what happened on the way, each by itself, and the end of the turn, where there is anything to end."""
    _, record = at.playing
    move, by = record.game.moves.get(card["kind"]), card.get("by")
    for entry in way:
        enter(at, [entry], device, "")
    turn = record.state.turn
    if not ends or move is None or turn is None or turn.seat != by:
        return
    if record.game.ends_turn(move.group, record.game.guide.tile(card["kind"], card)):
        enter(at, [{"kind": lately.END, "by": by}], device, "")


def add(at: At, seat: int, entry: Entry, number: int, mends: int, device: str) -> None:
    """Put something that was forgotten into the seat's turn that is over, whose end is entry ``number``. ``mends``:
    how often that had been done on the page it was tapped on; a repeated tap adds nothing."""
    _, record = at.playing
    turn = last_turn(at, seat)
    if turn is None or turn.end != number:
        raise Refused(T("this turn is not your last one any more: look at the table again"))
    if turn_log.mends(record, turn) != mends:
        return
    late = record.game.moves.get(entry["kind"])
    if late is not None and late.may_end_round and not turn_log.is_last(record, turn):
        raise Refused(T("something was entered after that turn: undo it at the table screen first"))
    offered = lately.added(record.game, record.state, turn)
    turn_log.check_offered(offered, entry)
    try:
        enter(at, [turn_log.amend(record, turn, entry)], device, "")
    except RuleError:
        raise Refused(undoing.NOT_ANY_MORE) from None


def enter(
    at: At,
    entries: Sequence[Entry],
    device: str,
    stamp: str,
    asked: Sequence[Entry] | None = None,
    drawn: Sequence[str] = (),
) -> None:
    """Enter these, judged and with what chance decides; a repeated tap enters nothing. Raises Stale for a page that is
    too old. ``asked``: the entries of the form, where the app made others of them; ``drawn``: the fields
    of the one entry that chance has filled already."""
    row, record = at.playing
    seq = len(record.entries)
    action = doors.action_id(device, stamp or at.stamp, asked or entries)
    if _moved_on(at, stamp) and at.store.journal.numbers_of(row.id, action):
        return  # a repeated tap
    if _late(at, entries, stamp):
        raise Stale(seq)
    written = [_add(at, record, entry, drawn) for entry in entries]
    at.store.journal.append(row.id, seq, written, action, clock.moment(), device, record.drawn)
    if entries[0]["kind"] != UNDO:
        _automatic(at)
    _after(at, record)


def _add(at: At, record: Record, entry: Entry, drawn: Sequence[str] = ()) -> Entry:
    """Take the entry into the record, with what chance decides."""
    move = record.game.moves.get(entry["kind"])
    entry = move.as_it_is(record.state, entry) if move is not None else entry
    filled, fields = chance.fill_in(record, dict(entry), at.dice.shuffle)
    record.append(filled, fields or drawn)
    return filled


def _moved_on(at: At, stamp: str) -> bool:
    """The page with that stamp was made of an older state. A page without a stamp never was."""
    return bool(stamp) and stamp != at.stamp


def need_current(at: At, stamp: str) -> None:
    """Raise Stale for what may not be done twice because the answer to the first tap got lost."""
    if _moved_on(at, stamp):
        raise Stale(len(at.record.entries) if at.record else 0)


def settle(at: At, stamp: str = "") -> None:
    """Enter what the app owes the table, after an undo took it back."""
    need_current(at, stamp)
    _automatic(at)
    _after(at, at.playing[1])


def _late(at: At, entries: Sequence[Entry], stamp: str) -> bool:
    """The page with that stamp is too old for these entries: those that seats make in any order need
    only the same game."""
    row, record = at.playing
    moves = [record.game.moves.get(entry["kind"]) for entry in entries]
    parallel = all(move is not None and move.parallel for move in moves)
    return _moved_on(at, stamp) and not (parallel and stamp.partition(".")[0] == str(row.id))


def _automatic(at: At) -> None:
    """Enter what the app owes the table by itself."""
    row, record = at.playing
    while True:
        owed = record.game.automatic(record.state, typed(at))
        if owed is None:
            return
        seq = len(record.entries)
        entry = _add(at, record, owed)
        at.store.journal.append(row.id, seq, [entry], f"app:{seq}", clock.moment(), "app", record.drawn)


def _after(at: At, record: Record) -> None:
    row, _ = at.playing
    give_chairs(at)
    over = record.state.status == OVER
    if over != row.over:
        at.set_game(over=over)
    keep_told(at)
    if not at.ended and row.score_round == record.state.round and (row.score_steps or row.score_cards):
        _end_taken_back(at, record.state.status == PLAYING)


def keep_told(at: At) -> None:
    """Keeps that the end, as far as it is told, has shown cards that only their owners knew."""
    seen = -1 in at.looks.get(all_cards(at), ())
    if at.ended and (at.told or cards_up(at)) and covered(at) and not seen:
        mark_looked(at, -1, all_cards(at))


def _end_taken_back(at: At, plays_on: bool) -> None:
    """Something of the end is entered anew that was told already: it is told anew then. Where the round ``plays_on``
    everybody reads whether it told cards."""
    at.set_game(score_steps=0, score_cards=0, show=None)
    if plays_on and -1 in at.looks.get(all_cards(at), ()):
        note(at, T("The end was told, with everybody's card, before it was taken back."))


def undo(at: At, number: int, device: str, stamp: str, seat: int | None = None) -> None:
    """Cancel entry ``number``; or, where that is an undo, bring back what it cancelled.

    A ``seat`` undoes its own entry and only while it is the last one; the host (None) any.
    """
    _, record = at.playing
    if not 0 <= number < len(record.entries):
        raise Refused(T("there is no such entry"), 404)
    entries = [{"kind": UNDO, "entry": number}]
    if _moved_on(at, stamp):
        enter(at, entries, device, stamp)
        return
    if seat is not None and undoable(at).get(seat) != number:
        raise Refused(T("only your own last entry can be undone; the table screen can undo the others"), 403)
    turn = undoing.with_turn(record, at.log.groups, number)
    for one in turn:
        if why := undoing.refused(record, at.log.moments, one):
            raise Refused(why)
    undos = [{"kind": UNDO, "entry": one} for one in turn]
    try:
        enter(at, undos, device, stamp, entries)
    except EntryError:
        raise Refused(undoing.NOT_ANY_MORE) from None


def type_privately(at: At, seat: int, values: Mapping[str, Any]) -> None:
    """Keep what a seat types for itself until the app needs it."""
    row, record = at.playing
    fields = {field.name: field for field in record.game.private_fields(record.state, seat)}
    if not fields:
        raise Refused(T("there is nothing to type now"))
    for name, value in values.items():
        if name not in fields:
            raise Refused(T("unknown field {field}", field=name), 422)
        fields[name].check(value)
    at.store.private.set_typed(row.id, record.state.round, seat, values)
    at.typed = {**at.typed, (record.state.round, seat): values}
    _automatic(at)
    _after(at, record)


def look(at: At, seat: int, key: str) -> Text:
    """Have a seat look at what it may see in secret while it holds; that it has looked is kept."""
    for mark in _unseen(at, seat, key):
        mark_looked(at, seat, mark)
    return secret(at, seat, key)


def is_new(at: At, seat: int, key: str) -> bool:
    """A look of the seat at this would be its first one, which is to be kept."""
    return bool(_unseen(at, seat, key))


def _unseen(at: At, seat: int, key: str) -> list[str]:
    secret(at, seat, key)
    alone = [one.key for one in secrets(at, seat) if one.key == key and one.one_of]
    return [m for m in (*alone, *undoing.marks(at.playing[1], seat, key)) if seat not in at.looks.get(m, ())]


def secret(at: At, seat: int, key: str) -> Text:
    """The words of what a seat may see in secret while it holds. Raises where there is nothing."""
    _, record = at.playing
    content = record.game.reveal(record.state, seat, key)
    if content is None or at.chosen.open or key not in {one.key for one in secrets(at, seat)}:
        raise Refused(T("there is nothing to look at here now"), 404)
    return content


def fullest(at: At) -> Sequence[Role]:
    """The pages that every face is sent as long as."""
    _, record = at.playing
    return record.game.fullest(record.state)


def face(at: At, seat: int, key: str) -> Role:
    """The secret as a page: the card in the hand with all that it has to tell, anything else in its words."""
    content = secret(at, seat, key)
    _, record = at.playing
    whose = seat if key == OWN else None
    if key.startswith(PEEK):
        whose = int(key.removeprefix(PEEK))
    card = record.state.seats[whose].card if whose is not None else None
    role = record.game.role(record.state, whose, card) if whose is not None and card else None
    if role is None:
        return Role(content, words=content, picture="" if fullest(at) else Role.picture)
    return replace(role, words=content) if whose == seat else Role(content, None, (), role.picture, role.clan, content)
