"""Commands on seats: taking one, with a phone or without, and handing it on.

Which phone a request comes from is ``web.phone``'s to know, and who is asked for a lost seat ``web.claims``'.
"""

from __future__ import annotations

import re

from companion import names
from companion.games import all_games
from companion.kept.store import SeatingRow, digest
from companion.looks import FIGURES, give_looks
from companion.rules.asking import fold_name
from companion.rules.text import RuleError, T, Text
from companion.table.at import LOBBY, At, Refused, note, read_seats
from companion.table.log import BACK
from companion.table.now import Now, find_missing

_BETWEEN = re.compile(r"[,;\r\n]")
"""What stands between names in a list."""


def join(at: At, name: str, phone: bool = True, typed: bool = True, figure: str = "") -> tuple[SeatingRow, str]:
    """Give a phone a new seat under ``name``; return the seat and the phone's token.

    Who comes while a game is played is announced to all. ``typed``: the name comes from no record and no old data.
    ``figure`` is the one that was asked for; where somebody else has taken it meanwhile, it is another one.
    """
    if figure and figure not in FIGURES:
        raise Refused(T("there is no such figure"), 422)
    seat, token = at.store.seats.add(at.row.id, _check_name(at, name, typed=typed), phone)
    read_seats(at)
    _dress(at, seat)
    if figure and all(place.figure != figure or place.id == seat.id for place in Now(at).places):
        _wear(at, seat, figure)
    if phone and at.phase != LOBBY:
        later = T("{name} has come, and can sit down between two rounds.", name=seat.name)
        next_game = T("{name} has sat down, and is in from the next game on.", name=seat.name)
        note(at, later if Now(at).lets_in else next_game)
    return seat, token


def add_seat(at: At, name: str, new: bool = False, typed: bool = True) -> SeatingRow:
    """Add a seat for a player without a phone; ``new``: the game is new to them."""
    seat = join(at, name, False, typed)[0]
    set_new(at, seat.id, new)
    return seat


def add_seats(at: At, given: str, new: bool = False) -> None:
    """Add a seat for each of the names, with commas or line ends between them: for all of them, or for none.

    What keeps one of several from having a seat says which.
    """
    wanted = [name.strip() for name in _BETWEEN.split(given) if name.strip()] or [""]
    room = _count_most() - len(at.seats)
    if len(wanted) > max(room, 1):
        raise Refused(T("{n} names, but only {room} more fit at this table", n=len(wanted), room=room), 409)
    for name in wanted:
        try:
            add_seat(at, name, new)
        except Refused as refused:
            if len(wanted) == 1:
                raise
            raise Refused(T("{name}: {why}", name=_shorten(name), why=refused.text), refused.status) from None


def _shorten(name: str) -> str:
    """Return as much of a name as tells which one it is."""
    return name if len(name) <= names.LONGEST else f"{name[: names.LONGEST - 1]}…"


# -- who was here before ------------------------------------------------------------------------------------
def _dress(at: At, seat: SeatingRow) -> None:
    """Give a look of one's own: the one that the person had last, or what nobody else has here."""
    _wear(at, seat, give_looks([*(one.figure for one in at.seats if one.id != seat.id), seat.figure])[-1].figure)


def _wear(at: At, seat: SeatingRow, figure: str) -> None:
    """Keep a figure for whoever sits there."""
    at.store.people.keep_figure(seat.name, figure)
    read_seats(at)


def seat_last(at: At) -> None:
    """Seat the people of last time, in the order of then: on chairs without phones, which they take."""
    if at.phase != LOBBY:
        raise Refused(T("a game is being played: people sit down before it and after it"))
    for name in find_missing(at.seats, at.store.people.last_players()):
        add_seat(at, name, typed=False)
    order = {fold_name(name): place for place, name in enumerate(at.store.people.last_players())}
    ranked = sorted(at.seats, key=lambda seat: order.get(fold_name(seat.name), len(order)))
    at.store.seats.order([seat.id for seat in ranked])
    read_seats(at)


def take_free_seat(at: At, seat_id: int) -> str:
    """Give a chair without a phone to whoever takes it before a game: there is nothing to be seen on it.

    Returns the token for the phone; everybody reads it.
    """
    if at.phase != LOBBY or seat_of(at, seat_id).phone:
        raise Refused(T("this chair can't be taken now: the host can show the code of the seat"), 409)
    return take_seat(at, seat_id)


def set_new(at: At, seat_id: int, new: bool) -> None:
    """Note that the game that is chosen, or played, is new to whoever sits there, or not."""
    game = at.game.id if new else ""
    if seat_of(at, seat_id).new_to == game:
        return
    at.store.seats.change(seat_id, new_to=game)
    read_seats(at)
    if at.phase != LOBBY:
        at.load_game(at.game_row)


# -- a seat -------------------------------------------------------------------------------------------------


def rename_seat(at: At, seat_id: int, name: str) -> None:
    _need_lobby(at)
    seat = seat_of(at, seat_id)
    at.store.seats.rename(seat_id, _check_name(at, name, besides=seat))
    read_seats(at)
    _dress(at, seat_of(at, seat_id))


def dress_seat(at: At, seat_id: int, figure: str) -> None:
    """Give a seat the look that it has chosen to be known by.

    Where all are worn, whoever has that one gets the seat's own for it: nobody could ever have another one otherwise.
    """
    _need_lobby(at)
    if figure not in FIGURES:
        raise Refused(T("there is no such figure"), 422)
    seat, places = seat_of(at, seat_id), Now(at).places
    before = next(place for place in places if place.id == seat_id)
    other = next((place for place in places if place.figure == figure and place.id != seat_id), None)
    if other and len(places) < len(FIGURES):
        raise Refused(T("{name} has that already: choose another one", name=other.name))
    if other:
        _wear(at, seat_of(at, other.id), before.figure)
        note(at, T("{name} and {other} have swapped figures.", name=seat.name, other=other.name))
    _wear(at, seat, figure)


def _need_lobby(at: At) -> None:
    """Raise while a game is played, where a name and a figure stand on everybody's page."""
    if at.phase != LOBBY:
        raise Refused(T("a game is being played: names and figures can be changed before it and after it"))


def remove_seat(at: At, seat_id: int) -> None:
    """Take a seat away, before a game or when it plays no part in the one under way."""
    seat = seat_of(at, seat_id)
    if at.phase != LOBBY and index_of(at, seat_id) is not None:
        raise Refused(T("{name} is in the game: end it first, or let {name} leave the table", name=seat.name))
    at.store.seats.remove(seat_id)
    read_seats(at)


def place_seat(at: At, seat_id: int, place: int) -> None:
    """Put the seat where another one sits; those between move up, for the next game."""
    ids = [seat.id for seat in at.seats]
    if not 0 <= place < len(ids):
        raise Refused(T("there is no such seat at this table"), 404)
    ids.remove(seat_of(at, seat_id).id)
    ids.insert(place, seat_id)
    at.store.seats.order(ids)
    read_seats(at)


def take_seat(at: At, seat_id: int, moved_to: str = "") -> str:
    """Give the seat to another phone; the old one's access ends, and everybody reads it.

    ``moved_to``: a new address of the table, to which the seat's phone has followed.
    """
    seat = seat_of(at, seat_id)
    token = at.store.seats.claim(seat_id)
    read_seats(at)
    if seat.phone and moved_to:
        note(at, Text(BACK.message, {"name": seat.name, "address": moved_to}))
    elif seat.phone:
        note(at, T("{name}'s seat was taken over by another phone.", name=seat.name))
    else:
        note(at, T("{name} plays with a phone now.", name=seat.name))
    return token


def take_by_link(at: At, secret: str) -> tuple[SeatingRow, str]:
    """Give the seat to another phone by a single-use link, which is used up only when the seat is taken.

    Raises LinkError.
    """
    seat = seat_of(at, at.store.seats.use_link(secret).id)
    return seat, take_seat(at, seat.id)


def release_seat(at: At, seat_id: int) -> None:
    """Take the phone from a seat, which looks on the table device from now on. Everybody reads it."""
    seat = seat_of(at, seat_id)
    at.store.seats.release(seat_id)
    read_seats(at)
    note(at, T("{name} plays without a phone from now on.", name=seat.name))


def seat_of(at: At, seat_id: int) -> SeatingRow:
    """Return the seat with that id. Raises where none at the table has it."""
    found = next((seat for seat in at.seats if seat.id == seat_id), None)
    if found is None:
        raise Refused(T("there is no such seat at this table"), 404)
    return found


def seat_by_token(at: At, token: str) -> SeatingRow | None:
    """Return the seat that the phone with this token holds."""
    kept = digest(token)
    return next((seat for seat in at.seats if seat.token_hash == kept), None)


def _check_name(at: At, name: str, besides: SeatingRow | None = None, typed: bool = True) -> str:
    """Return the name without surrounding space. Raises for one that nobody could tell apart or read."""
    try:
        name = names.check_name(name, [seat.name for seat in at.seats if seat != besides], typed)
    except RuleError as error:
        raise Refused(error.text, 422) from None
    if besides is None and len(at.seats) >= _count_most():
        raise Refused(T("this table is full: {n} players at most", n=len(at.seats)), 409)
    return name


def _count_most() -> int:
    """Return how many can sit at one table: as many as can play any game."""
    return max(game.most for game in all_games().values())


def index_of(at: At, seat_id: int) -> int | None:
    """Return the seat's number in the game under way; None for one who came later."""
    ids = at.seat_ids
    return ids.index(seat_id) if seat_id in ids else None
