"""Commands while a game is played: entering a tap, undo, typing for later, looking at a card.

What a viewer can enter is decided in ``permissions``, what can be undone in ``undo``, what an entry does in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.actions import END, Entry
from companion.engine.fields import check_fields
from companion.engine.play import order_tap
from companion.engine.reference import Role
from companion.engine.state import OVER
from companion.engine.text import T, Text
from companion.engine.tracking import FACTS
from companion.engine.views import reveal_secret
from companion.engine.visibility import OWN, PEEK
from companion.record.record import UNDO
from companion.storage.store import RevealProgress, Stale
from companion.table import permissions, undo
from companion.table.commands import owed, reveal_score
from companion.table.log import device_name
from companion.table.refusals import Forbidden, NotFound, Refused
from companion.table.snapshot import (
    Stage,
    TableState,
    ensure_seats_of_joined,
    list_secrets,
    mark_looked,
    seats_that_saw,
)
from companion.table.views.table_view import private_input


def act(table: TableState, entries: Sequence[Entry], device: str, stamp: str, seat: int | None = None) -> None:
    """Enter one tap: all ``entries`` or none. A tap that is sent twice is entered once.

    ``stamp`` is that of the page, ``seat`` the seat whose page it is (None: the table's own). Raises Stale when the
    table has moved on since.
    """
    if table.stage in (Stage.LOBBY, Stage.LOOKING):
        raise Refused(T("the game hasn't started yet"))
    entries = order_tap(table.record.game, entries)
    enter(table, entries, stamp, device, check=lambda: permissions.check_permission(table, entries, seat))


def enter(
    table: TableState,
    entries: Sequence[Entry],
    stamp: str = "",
    device: str = "table",
    drawn: Sequence[str] = (),
    check: Callable[[], None] = lambda: None,
) -> None:
    """Enter a tap, once. If the app made its entries, no permission is checked.

    ``drawn`` names the fields that chance has filled already. Raises Stale when the table has moved on; moves that
    seats can make in any order (``parallel``) are accepted from any page of the same game.
    """
    action = permissions.make_action_id(table, device, stamp, entries)
    game = table.game_row.id
    if table.store.journal.has(game, action):
        return
    moves = [table.record.game.moves.get(entry["kind"]) for entry in entries]
    if stamp.partition(".")[0] != str(game) or not all(move is not None and move.parallel for move in moves):
        check_stamp(table, stamp)
    if table.face_down:
        raise Refused(T("the cards come first: reveal them, or undo the last tap"))
    check()
    _enter(table, entries, action, device, drawn)


def _enter(table: TableState, entries: Sequence[Entry], action: str, device: str, drawn: Sequence[str] = ()) -> None:
    """Add the entries to the record and the journal as one tap, with all that the app adds to them."""
    record = table.record
    first = len(record.entries)
    played = record.state.playing
    for entry in entries:
        turn = record.state.turn
        # The end of a turn is skipped if the turn has already ended with the round.
        if len(record.entries) == first or entry["kind"] != END or (turn and turn.seat == entry.get("by")):
            owed.add(table, entry, drawn)
    undo = entries[0]["kind"] == UNDO
    while not undo and (more := owed.find_owed(table, {})):
        owed.add(table, more)
    owed.keep_tap(table, first, action, device)
    if played and not undo:
        _enter_typed(table)
    _after_change(table)


def _enter_typed(table: TableState) -> None:
    """Enter what seats have typed for later, once it is complete and needed, as a tap of the app's own."""
    if values := private_input(table):
        owed.enter_owed(table, values)


def require_current(table: TableState, stamp: str, command: Callable[..., object], *args: Any, **kwargs: Any) -> None:
    """Run a command that needs a current page: sent again, because the answer got lost, it is stale."""
    check_stamp(table, stamp)
    command(table, *args, **kwargs)


def check_stamp(table: TableState, stamp: str) -> None:
    """Raise Stale for a page of an older state. An empty stamp is never stale."""
    if stamp not in ("", table.stamp):
        raise Stale


def _after_change(table: TableState) -> None:
    row = table.game_row
    state = table.state
    ensure_seats_of_joined(table)
    over = state.status == OVER
    if over != row.over:
        table.update_game(over=over)
    if over and not row.over and state.score is None:
        table.update_game(
            show=RevealProgress(state.round - 1)
        )  # a round that isn't scored any more has nothing to reveal
    if table.ended:
        reveal_score.begin(table)
    elif row.show.round == state.round:
        # Part of the end that was revealed already is entered again: it is revealed again, too.
        reveal_score.go_back(table)


def undo_tap(table: TableState, number: int, device: str, stamp: str, seat: int | None = None) -> None:
    """Undo the tap with entry ``number``; if that is an undo, redo what it undid.

    It has to be the newest tap. A ``seat`` can undo only its own, the host (None) anyone's. Raises Stale if something
    else was entered since.
    """
    record = table.record
    tap = undo.tap_of(table, number)
    if tap is None:
        raise NotFound(T("there is no such entry"))
    action = permissions.make_action_id(table, device, stamp, [{"kind": UNDO, "entry": tap.first}])
    if table.store.journal.has(table.game_row.id, action):
        return
    newest = undo.find_newest(table)
    if seat is None:
        if tap not in (newest, undo.find_newest_undo(table)):
            raise Stale
    elif tap != newest:
        raise Refused(T("something else has been entered since. Tap your seat to fix it."))
    elif tap.device != device_name(seat):
        raise Forbidden(T("you can undo only your own last entry; the table screen can undo the others"))
    elif undo.has_shown(table, tap):
        raise Forbidden(undo.SEEN)
    if not {*table.seat_ids} <= {seat.id for seat in table.seats}:
        raise Refused(T("someone from that game is no longer at the table: deal again"))
    told = any(record.entries[number]["kind"] == FACTS for number in tap.numbers)
    undos: list[Entry] = [{"kind": UNDO, "entry": number} for number in undo.list_standing(record, tap)]
    _enter(table, undos, action, device)
    if told and record.state.playing:
        table.update_game(draft=replace(table.game_row.draft, open=True))


def save_private_input(table: TableState, seat: int, values: Mapping[str, Any]) -> None:
    """Keep what a seat types for itself until it is needed."""
    fields = table.record.game.list_private_fields(table.state, seat)
    if not fields:
        raise Refused(T("there's nothing to enter right now"))
    check_fields(fields, values)
    table.update_game(typed={**table.game_row.typed, f"{table.state.round}.{seat}": values})
    _enter_typed(table)
    _after_change(table)


def look(table: TableState, seat: int, key: str) -> Text:
    """Return a secret to a seat that holds it, and save that it has looked."""
    for mark in unseen_marks(table, seat, key):
        mark_looked(table, seat, mark)
    return read_secret(table, seat, key)


def unseen_marks(table: TableState, seat: int, key: str) -> list[str]:
    """Return the look-marks this seat has not recorded yet for the secret."""
    read_secret(table, seat, key)
    alone = [secret.key for secret in list_secrets(table, seat) if secret.key == key and secret.one_of]
    return [m for m in (*alone, *undo.name_marks(table, seat, key)) if seat not in seats_that_saw(table, m)]


def read_secret(table: TableState, seat: int, key: str) -> Text:
    """Return the words of a secret that the seat can see. Raises Refused if there is none."""
    content = reveal_secret(table.record.game, table.find_known_state(seat), seat, key)
    if content is None or table.chosen.open or key not in {secret.key for secret in list_secrets(table, seat)}:
        raise NotFound(T("there's nothing to look at here right now"))
    return content


def role_card(table: TableState, seat: int, key: str) -> Role:
    """Return a secret as a page: the seat's own card with all that its owner learns, anything else by its words."""
    content = read_secret(table, seat, key)
    record = table.record
    state = table.find_known_state(seat)
    whose = seat if key == OWN else None
    if key.startswith(PEEK):
        whose = int(key.removeprefix(PEEK))
    card = state.seats[whose].card if whose is not None else None
    role = record.game.make_role(state, whose, card) if whose is not None and card else None
    if role is None:
        return Role(content, words=content, picture="" if record.game.file else Role.picture)
    return role._replace(words=content) if whose == seat else Role(content, None, (), role.picture, role.clan, content)
