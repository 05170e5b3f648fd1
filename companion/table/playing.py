"""Commands while a game is played: entering, taking back, typing for later, looking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion import clock
from companion.kept.store import Show, Stale, TapRow
from companion.record import chance
from companion.record.record import UNDO, Record
from companion.rules.asking import END, Entry, check_fields
from companion.rules.following import FACTS
from companion.rules.guide import Role
from companion.rules.seeing import OWN, PEEK
from companion.rules.state import OVER, PLAYING
from companion.rules.text import T, Text
from companion.table import doors, ending, undoing
from companion.table.at import (
    DONE,
    PLAY,
    TOLD,
    At,
    Refused,
    find_who_looked,
    give_chairs,
    list_secrets,
    mark_looked,
    note,
)
from companion.table.log import device_of
from companion.table.now import read_typed


def act(at: At, entries: Sequence[Entry], device: str, stamp: str, seat: int | None = None) -> None:
    """Enter one tap: all ``entries`` or none.

    ``stamp`` is that of the page it was tapped on, ``seat`` whose page that is (None: the table's, in the open). A tap
    made twice on one page is entered once. Raises Stale when the table has moved on.
    """
    if at.phase not in (PLAY, DONE):
        raise Refused(T("play has not begun yet"))
    action = doors.make_action_id(device, stamp or at.stamp, entries)
    if _is_new(at, entries, action, stamp):
        doors.accept(at, entries, seat)
        _enter(at, entries, action, device)


def enter(at: At, entries: Sequence[Entry], device: str, stamp: str, drawn: Sequence[str] = ()) -> None:
    """Enter what the app makes of a tap; a repeated tap enters nothing.

    ``drawn``: the fields of the one entry that chance has filled already. Raises Stale for a page that is too old.
    """
    action = doors.make_action_id(device, stamp or at.stamp, entries)
    if _is_new(at, entries, action, stamp):
        _enter(at, entries, action, device, drawn)


def _is_new(at: At, entries: Sequence[Entry], action: str, stamp: str) -> bool:
    """Tell a new tap from a repeated one.

    Raises Stale for a page that is too old for it: what seats make in any order needs only that the game is still
    played.
    """
    row, record = at.playing
    if at.store.journal.has(row.id, action):
        return False
    moves = [record.game.moves.get(entry["kind"]) for entry in entries]
    if stamp.partition(".")[0] != str(row.id) or not all(move is not None and move.parallel for move in moves):
        need_current(at, stamp)
    return True


def _enter(at: At, entries: Sequence[Entry], action: str, device: str, drawn: Sequence[str] = ()) -> None:
    """Enter the tap as one, each entry judged and with what chance decides, and what the app adds to it."""
    record = at.playing.record
    first, played = len(record.entries), record.state.status == PLAYING
    for entry in entries:
        turn = record.state.turn
        # The end of a turn that has ended already, with the round, falls away.
        if len(record.entries) == first or entry["kind"] != END or (turn and turn.seat == entry.get("by")):
            _add(at, record, entry, drawn)
    undo = entries[0]["kind"] == UNDO
    while not undo and (owed := record.game.make_automatic(record.state, {})):
        _add(at, record, owed)
    _keep(at, first, action, device)
    if played and not undo:
        _enter_typed(at)
    _follow_up(at, record)


def _enter_typed(at: At) -> None:
    """Enter what the seats have typed, once it is complete and the app needs it: a tap of its own."""
    record = at.playing.record
    while (values := read_typed(at)) and (owed := record.game.make_automatic(record.state, values)):
        first = len(record.entries)
        _add(at, record, owed)
        _keep(at, first, f"app:{first}", "app")


def _keep(at: At, first: int, action: str, device: str) -> None:
    """Write the entries from ``first`` on as one tap."""
    row, record = at.playing
    made = record.entries[first:]
    at.store.journal.append(row.id, first, made, action, clock.moment(), device, record.drawn)
    at.taps = (*at.taps, TapRow(first, len(made), device))


def _add(at: At, record: Record, entry: Entry, drawn: Sequence[str] = ()) -> None:
    """Take the entry into the record, with what chance decides."""
    move = record.game.moves.get(entry["kind"])
    entry = move.settle_hidden(record.state, entry) if move is not None else entry
    filled, fields = chance.fill_in(record, dict(entry), at.dice.shuffle)
    record.append(filled, fields or drawn)


def do_once(at: At, stamp: str, command: Callable[..., object], *args: Any) -> None:
    """Do what a page gives that shows what stands: not twice because the answer to the first tap got lost."""
    need_current(at, stamp)
    command(at, *args)


def need_current(at: At, stamp: str) -> None:
    """Raise Stale for a page of an older state; one without a stamp never is."""
    if stamp not in ("", at.stamp):
        raise Stale


def _follow_up(at: At, record: Record) -> None:
    row = at.playing.row
    give_chairs(at)
    over = record.state.status == OVER
    if over != row.over:
        at.set_game(over=over)
    if at.ended:
        ending.begin(at)
    elif row.show.round == record.state.round:
        # Something of the end is entered anew that was told already: it is told anew then.
        at.set_game(show=Show(record.state.round - 1))
        if record.state.status == PLAYING and -1 in find_who_looked(at, TOLD):
            note(at, T("Everybody's card was shown before the end was taken back."))


def undo(at: At, number: int, device: str, stamp: str, seat: int | None = None) -> None:
    """Take back the tap that has entry ``number``; or, where that is an undo, bring back what it took.

    Only the newest tap goes, and a ``seat`` takes back its own alone; the host (None) any. Raises Stale where
    something else was entered since.
    """
    record, tap = at.playing.record, undoing.tap_of(at, number)
    if tap is None:
        raise Refused(T("there is no such entry"), 404)
    action = doors.make_action_id(device, stamp or at.stamp, [undoing.make_undo(tap.first)])
    if at.store.journal.has(at.playing.row.id, action):
        return
    if seat is None and tap not in (undoing.find_newest(at), undoing.find_undone(at)):
        raise Stale
    if seat is not None and tap != undoing.find_newest(at):
        raise Refused(T("something else was entered since. Tap your place to put it right."))
    if seat is not None and tap.device != device_of(seat):
        raise Refused(T("only your own last entry can be undone; the table screen can undo the others"), 403)
    if seat is not None and undoing.has_shown(at, tap):
        raise Refused(undoing.SEEN, 403)
    if not {*at.seat_ids} <= {seat.id for seat in at.seats}:
        raise Refused(T("somebody of that game is no longer at the table: deal again"))
    told = any(record.entries[one]["kind"] == FACTS for one in tap.numbers)
    _enter(at, [undoing.make_undo(one) for one in undoing.list_standing(record, tap)], action, device)
    if told and record.state.status == PLAYING:
        at.set_game(draft=replace(at.playing.row.draft, open=True))


def type_privately(at: At, seat: int, values: Mapping[str, Any]) -> None:
    """Keep what a seat types for itself until the app needs it."""
    row, record = at.playing
    fields = record.game.list_private_fields(record.state, seat)
    if not fields:
        raise Refused(T("there is nothing to type now"))
    check_fields(fields, values)
    at.set_game(typed={**row.typed, f"{record.state.round}.{seat}": values})
    _enter_typed(at)
    _follow_up(at, record)


def look(at: At, seat: int, key: str) -> Text:
    """Have a seat look at what it may see in secret while it holds; that it has looked is kept."""
    for mark in _list_unseen(at, seat, key):
        mark_looked(at, seat, mark)
    return read_secret(at, seat, key)


def is_new(at: At, seat: int, key: str) -> bool:
    """Tell whether a look of the seat at this would be its first one, which is to be kept."""
    return bool(_list_unseen(at, seat, key))


def _list_unseen(at: At, seat: int, key: str) -> list[str]:
    read_secret(at, seat, key)
    alone = [one.key for one in list_secrets(at, seat) if one.key == key and one.one_of]
    return [m for m in (*alone, *undoing.name_marks(at, seat, key)) if seat not in find_who_looked(at, m)]


def read_secret(at: At, seat: int, key: str) -> Text:
    """Return the words of what a seat may see in secret while it holds. Raises where there is nothing."""
    record = at.playing.record
    content = record.game.reveal(record.state, seat, key)
    if content is None or at.chosen.open or key not in {one.key for one in list_secrets(at, seat)}:
        raise Refused(T("there is nothing to look at here now"), 404)
    return content


def read_face(at: At, seat: int, key: str) -> Role:
    """Return the secret as a page: the card in the hand with all that it has to tell, anything else in its words."""
    content = read_secret(at, seat, key)
    record = at.playing.record
    whose = seat if key == OWN else None
    if key.startswith(PEEK):
        whose = int(key.removeprefix(PEEK))
    card = record.state.seats[whose].card if whose is not None else None
    role = record.game.make_role(record.state, whose, card) if whose is not None and card else None
    if role is None:
        return Role(content, words=content, picture="" if record.game.file else Role.picture)
    return replace(role, words=content) if whose == seat else Role(content, None, (), role.picture, role.clan, content)
