"""Commands on seats: taking one, with a phone or without, and passing it on.

``web.phone`` knows which phone a request comes from; ``web.seat_claims`` asks the host about a lost seat.
"""

from __future__ import annotations

import re

from companion import names
from companion.avatars import FIGURES, assign_avatars
from companion.engine.fields import fold_name
from companion.engine.text import RuleError, T, Text
from companion.games import all_games
from companion.storage.store import SeatRow, digest
from companion.table.log import BACK
from companion.table.refusals import BadInput, NotFound, Refused
from companion.table.snapshot import Stage, TableState, note, read_seats
from companion.table.views.table_view import TableView, find_missing

_BETWEEN = re.compile(r"[,;\r\n]")
"""Separators of names in a list."""


def join(table: TableState, name: str, phone: bool = True, typed: bool = True, figure: str = "") -> tuple[SeatRow, str]:
    """Give a phone a new seat under ``name``; return the seat and the phone's token.

    Someone who joins during a game is announced to all. ``typed``: the name comes from no record and no old data.
    ``figure`` is the icon that was asked for; if someone else has taken it meanwhile, they get another one.
    """
    if figure and figure not in FIGURES:
        raise BadInput(T("there is no such icon"))
    seat, token = table.store.seats.add(table.row.id, _check_name(table, name, typed=typed), phone)
    read_seats(table)
    _assign_avatar(table, seat)
    if figure and all(place.figure != figure or place.id == seat.id for place in TableView(table).places):
        _set_avatar(table, seat, figure)
    if phone and table.stage is not Stage.LOBBY:
        later = T("{name} is here and can join between rounds.", name=seat.name)
        next_game = T("{name} has joined and is in from the next game.", name=seat.name)
        note(table, later if TableView(table).lets_in else next_game)
    return seat, token


def add_seat(table: TableState, name: str, new: bool = False, typed: bool = True) -> SeatRow:
    """Add a seat for a player without a phone; ``new``: the game is new to them."""
    seat = join(table, name, False, typed)[0]
    set_new(table, seat.id, new)
    return seat


def add_seats(table: TableState, given: str, new: bool = False) -> None:
    """Add a seat for each of the names, with commas or line ends between them: for all of them, or for none.

    The reason why one of several can't have a seat says which.
    """
    wanted = [name.strip() for name in _BETWEEN.split(given) if name.strip()] or [""]
    room = _count_most() - len(table.seats)
    if len(wanted) > max(room, 1):
        raise Refused(T("{n} names, but only {room} more fit at this table", n=len(wanted), room=room))
    for name in wanted:
        try:
            add_seat(table, name, new)
        except Refused as refused:
            if len(wanted) == 1:
                raise
            raise type(refused)(T("{name}: {why}", name=_shorten(name), why=refused.text)) from None


def _shorten(name: str) -> str:
    """Return enough of a name to say which one it is."""
    return name if len(name) <= names.LONGEST else f"{name[: names.LONGEST - 1]}…"


# -- who was here before ------------------------------------------------------------------------------------
def _assign_avatar(table: TableState, seat: SeatRow) -> None:
    """Return a look of one's own: the one that the person had last, or one that nobody else has here."""
    _set_avatar(
        table,
        seat,
        assign_avatars([*(other.figure for other in table.seats if other.id != seat.id), seat.figure])[-1].figure,
    )


def _set_avatar(table: TableState, seat: SeatRow, figure: str) -> None:
    """Save the icon of whoever sits there."""
    table.store.people.keep_figure(seat.name, figure)
    read_seats(table)


def seat_last_group(table: TableState) -> None:
    """Seat the people of last time, in the same order, on seats without phones, which they then take."""
    if table.stage is not Stage.LOBBY:
        raise Refused(T("a game is in progress: people can join before or after it"))
    for name in find_missing(table.seats, table.store.people.last_players()):
        add_seat(table, name, typed=False)
    order = {fold_name(name): place for place, name in enumerate(table.store.people.last_players())}
    ranked = sorted(table.seats, key=lambda seat: order.get(fold_name(seat.name), len(order)))
    table.store.seats.order([seat.id for seat in ranked])
    read_seats(table)


def take_free_seat(table: TableState, seat_id: int) -> str:
    """Give a seat without a phone to whoever takes it before a game: there is nothing to see on it.

    Returns the token for the phone; everyone reads it.
    """
    if table.stage is not Stage.LOBBY or seat_of(table, seat_id).phone:
        raise Refused(T("this seat can't be taken right now: the host can show its code"))
    return take_seat(table, seat_id)


def set_new(table: TableState, seat_id: int, new: bool) -> None:
    """Note that the game that is chosen, or played, is new to whoever sits there, or not."""
    game = table.game.id if new else ""
    if seat_of(table, seat_id).new_to == game:
        return
    table.store.seats.change(seat_id, new_to=game)
    read_seats(table)
    if table.stage is not Stage.LOBBY:
        table.load_game(table.game_row)


# -- a seat -------------------------------------------------------------------------------------------------


def rename_seat(table: TableState, seat_id: int, name: str) -> None:
    _require_lobby(table)
    seat = seat_of(table, seat_id)
    table.store.seats.rename(seat_id, _check_name(table, name, besides=seat))
    read_seats(table)
    _assign_avatar(table, seat_of(table, seat_id))


def choose_avatar(table: TableState, seat_id: int, figure: str) -> None:
    """Give a seat the look that it has chosen to be known by.

    If all are taken, whoever has that one gets the seat's look for it: otherwise nobody could ever have another one.
    """
    _require_lobby(table)
    if figure not in FIGURES:
        raise BadInput(T("there is no such icon"))
    seat = seat_of(table, seat_id)
    places = TableView(table).places
    before = next(place for place in places if place.id == seat_id)
    other = next((place for place in places if place.figure == figure and place.id != seat_id), None)
    if other and len(places) < len(FIGURES):
        raise Refused(T("{name} already has that: choose another one", name=other.name))
    if other:
        _set_avatar(table, seat_of(table, other.id), before.figure)
        note(table, T("{name} and {other} have swapped icons.", name=seat.name, other=other.name))
    _set_avatar(table, seat, figure)


def _require_lobby(table: TableState) -> None:
    """Raise while a game is played, because names and icons are on everyone's page."""
    if table.stage is not Stage.LOBBY:
        raise Refused(T("a game is in progress: you can change names and icons before or after it"))


def remove_seat(table: TableState, seat_id: int) -> None:
    """Remove a seat, before a game or when it plays no part in the one under way."""
    seat = seat_of(table, seat_id)
    if table.stage is not Stage.LOBBY and index_of(table, seat_id) is not None:
        raise Refused(T("{name} is in the game: end it first, or let {name} leave the table", name=seat.name))
    table.store.seats.remove(seat_id)
    read_seats(table)


def place_seat(table: TableState, seat_id: int, place: int) -> None:
    """Put the seat where another one sits; those between move up, for the next game."""
    ids = [seat.id for seat in table.seats]
    if not 0 <= place < len(ids):
        raise NotFound(T("there is no such seat at this table"))
    ids.remove(seat_of(table, seat_id).id)
    ids.insert(place, seat_id)
    table.store.seats.order(ids)
    read_seats(table)


def take_seat(table: TableState, seat_id: int, moved_to: str = "") -> str:
    """Give the seat to another phone; the old one's access ends, and everyone reads it.

    ``moved_to``: a new address of the table, to which the seat's phone has followed.
    """
    seat = seat_of(table, seat_id)
    token = table.store.seats.claim(seat_id)
    read_seats(table)
    if seat.phone and moved_to:
        note(table, Text(BACK.message, {"name": seat.name, "address": moved_to}))
    elif seat.phone:
        note(table, T("{name}'s seat was taken over by another phone.", name=seat.name))
    else:
        note(table, T("{name} plays with a phone now.", name=seat.name))
    return token


def take_by_link(table: TableState, secret: str) -> tuple[SeatRow, str]:
    """Give the seat to another phone by a single-use link, which is used up only when the seat is taken.

    Raises LinkError.
    """
    seat = seat_of(table, table.store.seats.use_link(secret).id)
    return seat, take_seat(table, seat.id)


def release_seat(table: TableState, seat_id: int) -> None:
    """Take the phone from a seat, which looks on the table device from now on. Everyone reads it."""
    seat = seat_of(table, seat_id)
    table.store.seats.release(seat_id)
    read_seats(table)
    note(table, T("{name} plays without a phone from now on.", name=seat.name))


def seat_of(table: TableState, seat_id: int) -> SeatRow:
    """Return the seat with that id. Raises where none at the table has it."""
    found = next((seat for seat in table.seats if seat.id == seat_id), None)
    if found is None:
        raise NotFound(T("there is no such seat at this table"))
    return found


def seat_by_token(table: TableState, token: str) -> SeatRow | None:
    """Return the seat that the phone with this token holds."""
    kept = digest(token)
    return next((seat for seat in table.seats if seat.token_hash == kept), None)


def _check_name(table: TableState, name: str, besides: SeatRow | None = None, typed: bool = True) -> str:
    """Return the name without surrounding space. Raises for one that nobody could read or distinguish."""
    try:
        name = names.check_name(name, [seat.name for seat in table.seats if seat != besides], typed)
    except RuleError as error:
        raise BadInput(error.text) from None
    if besides is None and len(table.seats) >= _count_most():
        raise Refused(T("this table is full: {n} players at most", n=len(table.seats)))
    return name


def _count_most() -> int:
    """Return how many can sit at one table: as many as can play any game."""
    return max(game.most for game in all_games().values())


def index_of(table: TableState, seat_id: int) -> int | None:
    """Return the seat's number in the game under way; None for one who came later."""
    ids = table.seat_ids
    return ids.index(seat_id) if seat_id in ids else None
