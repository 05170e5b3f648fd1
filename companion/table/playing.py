"""Commands while a game is played: entering a tap, undo, typing for later, looking at a card.

What a viewer may enter is judged in ``doors``, what may be undone in ``undoing``, and what an entry does by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.kept.store import Show, Stale
from companion.record.record import UNDO
from companion.rules.asking import END, Entry, check_fields
from companion.rules.following import FACTS
from companion.rules.guide import Role
from companion.rules.seeing import OWN, PEEK
from companion.rules.state import OVER
from companion.rules.text import T, Text
from companion.table import doors, ending, owed, undoing
from companion.table.at import (
    DONE,
    PLAY,
    REVEAL,
    At,
    Refused,
    find_who_looked,
    give_chairs,
    list_secrets,
    mark_looked,
)
from companion.table.log import device_of
from companion.table.now import read_typed


def act(at: At, entries: Sequence[Entry], device: str, stamp: str, seat: int | None = None) -> None:
    """Enter one tap: all ``entries`` or none. A tap that is sent twice is entered once.

    ``stamp`` is that of the page, ``seat`` the seat whose page it is (None: the table's own). Raises Stale when the
    table has moved on since.
    """
    if at.phase not in (PLAY, REVEAL, DONE):
        raise Refused(T("play has not begun yet"))
    entries = at.record.game.order_tap(entries)
    enter(at, entries, stamp, device, check=lambda: doors.accept(at, entries, seat))


def enter(
    at: At,
    entries: Sequence[Entry],
    stamp: str = "",
    device: str = "table",
    drawn: Sequence[str] = (),
    check: Callable[[], None] = lambda: None,
) -> None:
    """Enter a tap, once. Where the app has made its entries, nobody's right to it is to be checked.

    ``drawn`` names the fields that chance has filled already. Raises Stale when the table has moved on; moves that
    seats may make in any order (``parallel``) are taken from any page of the same game.
    """
    action, game = doors.make_action_id(at, device, stamp, entries), at.game_row.id
    if at.store.journal.has(game, action):
        return
    moves = [at.record.game.moves.get(entry["kind"]) for entry in entries]
    if stamp.partition(".")[0] != str(game) or not all(move is not None and move.parallel for move in moves):
        need_current(at, stamp)
    if at.face_down:
        raise Refused(T("the cards come first: turn them up, or undo the last tap"))
    check()
    _enter(at, entries, action, device, drawn)


def _enter(at: At, entries: Sequence[Entry], action: str, device: str, drawn: Sequence[str] = ()) -> None:
    """Add the entries to the record and the journal as one tap, with all that the app adds to them."""
    record = at.record
    first, played = len(record.entries), record.state.playing
    for entry in entries:
        turn = record.state.turn
        # The end of a turn that has ended already, with the round, falls away.
        if len(record.entries) == first or entry["kind"] != END or (turn and turn.seat == entry.get("by")):
            owed.add(at, entry, drawn)
    undo = entries[0]["kind"] == UNDO
    while not undo and (more := owed.find_owed(at, {})):
        owed.add(at, more)
    owed.keep_tap(at, first, action, device)
    if played and not undo:
        _enter_typed(at)
    _follow_up(at)


def _enter_typed(at: At) -> None:
    """Enter what seats have typed for later, once it is complete and needed, as a tap of the app's own."""
    if values := read_typed(at):
        owed.enter_owed(at, values)


def do_once(at: At, stamp: str, command: Callable[..., object], *args: Any) -> None:
    """Run a command that a current page gives: sent again, because the answer got lost, it is stale."""
    need_current(at, stamp)
    command(at, *args)


def need_current(at: At, stamp: str) -> None:
    """Raise Stale for a page of an older state. An empty stamp is never stale."""
    if stamp not in ("", at.stamp):
        raise Stale


def _follow_up(at: At) -> None:
    row, state = at.game_row, at.state
    give_chairs(at)
    over = state.status == OVER
    if over != row.over:
        at.set_game(over=over)
    if over and not row.over and state.score is None:
        at.set_game(show=Show(state.round - 1))  # what was told of a round that is not scored is told no further
    if at.ended:
        ending.begin(at)
    elif row.show.round == state.round:
        # Something of the end is entered anew that was told already: it is told anew then.
        ending.go_back(at)


def undo(at: At, number: int, device: str, stamp: str, seat: int | None = None) -> None:
    """Take back the tap with entry ``number``; if that is an undo, bring back what it took.

    It has to be the newest tap. A ``seat`` takes back its own alone, the host (None) anybody's. Raises Stale where
    something else was entered since.
    """
    record, tap = at.record, undoing.tap_of(at, number)
    if tap is None:
        raise Refused(T("there is no such entry"), 404)
    action = doors.make_action_id(at, device, stamp, [{"kind": UNDO, "entry": tap.first}])
    if at.store.journal.has(at.game_row.id, action):
        return
    newest = undoing.find_newest(at)
    if seat is None:
        if tap not in (newest, undoing.find_undone(at)):
            raise Stale
    elif tap != newest:
        raise Refused(T("something else was entered since. Tap your place to put it right."))
    elif tap.device != device_of(seat):
        raise Refused(T("only your own last entry can be undone; the table screen can undo the others"), 403)
    elif undoing.has_shown(at, tap):
        raise Refused(undoing.SEEN, 403)
    if not {*at.seat_ids} <= {seat.id for seat in at.seats}:
        raise Refused(T("somebody of that game is no longer at the table: deal again"))
    told = any(record.entries[one]["kind"] == FACTS for one in tap.numbers)
    undos: list[Entry] = [{"kind": UNDO, "entry": one} for one in undoing.list_standing(record, tap)]
    _enter(at, undos, action, device)
    if told and record.state.playing:
        at.set_game(draft=replace(at.game_row.draft, open=True))


def type_privately(at: At, seat: int, values: Mapping[str, Any]) -> None:
    """Keep what a seat types for itself until it is needed."""
    fields = at.record.game.list_private_fields(at.state, seat)
    if not fields:
        raise Refused(T("there is nothing to type now"))
    check_fields(fields, values)
    at.set_game(typed={**at.game_row.typed, f"{at.state.round}.{seat}": values})
    _enter_typed(at)
    _follow_up(at)


def look(at: At, seat: int, key: str) -> Text:
    """Return a secret to a seat that holds it, and keep that it has looked."""
    for mark in list_unseen(at, seat, key):
        mark_looked(at, seat, mark)
    return read_secret(at, seat, key)


def list_unseen(at: At, seat: int, key: str) -> list[str]:
    """Return the marks of a secret that is new to the seat: a first look is to be kept."""
    read_secret(at, seat, key)
    alone = [one.key for one in list_secrets(at, seat) if one.key == key and one.one_of]
    return [m for m in (*alone, *undoing.name_marks(at, seat, key)) if seat not in find_who_looked(at, m)]


def read_secret(at: At, seat: int, key: str) -> Text:
    """Return the words of a secret that the seat may see. Raises Refused where there is none."""
    content = at.record.game.reveal(at.find_known_state(seat), seat, key)
    if content is None or at.chosen.open or key not in {one.key for one in list_secrets(at, seat)}:
        raise Refused(T("there is nothing to look at here now"), 404)
    return content


def read_face(at: At, seat: int, key: str) -> Role:
    """Return a secret as a page: the seat's own card with all that it tells, anything else by its words."""
    content = read_secret(at, seat, key)
    record, state = at.record, at.find_known_state(seat)
    whose = seat if key == OWN else None
    if key.startswith(PEEK):
        whose = int(key.removeprefix(PEEK))
    card = state.seats[whose].card if whose is not None else None
    role = record.game.make_role(state, whose, card) if whose is not None and card else None
    if role is None:
        return Role(content, words=content, picture="" if record.game.file else Role.picture)
    return role._replace(words=content) if whose == seat else Role(content, None, (), role.picture, role.clan, content)
