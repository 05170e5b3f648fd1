"""Who sits at a table: taking a seat, with a phone or without, and handing it on."""

from __future__ import annotations

import secrets

from companion import fair, names
from companion.games import all_games
from companion.rules.asking import same_name
from companion.rules.text import RuleError, T, Text
from companion.store import SeatingRow, digest
from companion.table.now import LOBBY
from companion.table.refused import Refused
from companion.table.standing import Standing, missing


class Seating(Standing):
    """A table whose seats people take and leave."""

    def join(self, name: str, proposed: str = "", bits: str = "") -> tuple[SeatingRow, str]:
        """A phone takes a new seat under ``name``; the seat and the phone's token.

        ``proposed`` is the token that the page proposed: sent again, because the answer got lost, it is the same seat.
        ``bits`` are what it adds to the next deal, if anything. Who comes while a game is played is announced to all.
        """
        with self._changing():
            if before := self.seat_by_token(proposed):
                return before, proposed
            seat, token = self.store.add_seat(self.row.id, self._checked_name(name), True, proposed)
            self.seats = self.store.seats(self.row.id)
            self._dress_as_before(seat)
            self._adds(seat.id, bits)
            if self.phase() != LOBBY:
                self.note(_comes(self.now().lets_in, seat.name))
            return seat, token

    def _adds(self, seat_id: int, bits: str) -> None:
        """Who sits down adds to the next deal, if the phone has sent anything."""
        if fair.ADDITION.fullmatch(bits):
            self.add_bits(seat_id, bits)

    def add_bits(self, seat_id: int, bits: str) -> None:
        """The phone of that seat adds 128 bits to the next game's draws, once. Raises for what they can't be."""
        with self._changing():
            seat = self.seat(seat_id)
            self.dice.add(seat.id, seat.name, bits)

    def add_seat(self, name: str) -> SeatingRow:
        """A seat for a player without a phone."""
        with self._changing():
            seat, _ = self.store.add_seat(self.row.id, self._checked_name(name), False)
            self.seats = self.store.seats(self.row.id)
            self._dress_as_before(seat)
            return seat

    # -- who was here before ------------------------------------------------------------------------------------
    def _dress_as_before(self, seat: SeatingRow) -> None:
        """Whoever was here before has the colour and figure of then, if nobody else wears that colour now."""
        _, kept = self.store.person_on(seat.id, seat.name)
        if kept and kept.colour is not None and kept.colour not in (seat.colour for seat in self.seats):
            self._wear(seat.id, kept.colour, kept.figure or "")

    def _wear(self, seat_id: int, colour: int | None, figure: str | None) -> None:
        self.store.dress_seat(seat_id, colour, figure)
        self.seats = self.store.seats(self.row.id)

    def seat_last(self) -> None:
        """The same people as last time sit down, in the order of then: on chairs without phones, which they take."""
        with self._changing():
            if self.phase() != LOBBY:
                raise Refused(T("a game is being played: people sit down before it and after it"))
            for name in missing(self.seats, self.store.last_players()):
                self.add_seat(name)
            order = {same_name(name): place for place, name in enumerate(self.store.last_players())}
            ranked = sorted(self.seats, key=lambda seat: order.get(same_name(seat.name), len(order)))
            self.store.order_seats(self.row.id, [seat.id for seat in ranked])
            self.seats = self.store.seats(self.row.id)

    def take_free_seat(self, seat_id: int, bits: str = "") -> str:
        """Before a game a chair without a phone is for whoever takes it: there is nothing to be seen on it. The token
        for the phone, which may add ``bits``; everybody reads it."""
        with self._changing():
            if self.phase() != LOBBY or self.seat(seat_id).phone:
                raise Refused(T("this chair can't be taken now: come back with the PIN of the seat"), 409)
            self._adds(seat_id, bits)
            return self.take_seat(seat_id)

    def is_another(self, seat_id: int) -> None:
        """Who sits there is not the one whom the book knows by that name."""
        with self._changing():
            seat = self.seat(seat_id)
            key, _ = self.store.person_on(seat.id, seat.name)
            self.store.part_seats(key, [seat.id])
            self._wear(seat.id, None, None)

    # -- a seat -------------------------------------------------------------------------------------------------

    def rename_seat(self, seat_id: int, name: str) -> None:
        with self._changing():
            seat = self.seat(seat_id)
            self.store.rename_seat(seat_id, self._checked_name(name, besides=seat))
            self.seats = self.store.seats(self.row.id)

    def dress_seat(self, seat_id: int, colour: int, figure: str) -> None:
        """The colour and the figure that a seat has chosen to be known by."""
        with self._changing():
            seat = self.seat(seat_id)
            self._wear(seat.id, colour, figure)
            key, _ = self.store.person_on(seat.id, seat.name)
            if key:
                self.store.change_person(key, colour=colour, figure=figure)

    def remove_seat(self, seat_id: int) -> None:
        """Take a seat away, before a game or when it plays no part in the one under way."""
        with self._changing():
            seat = self.seat(seat_id)
            if self.phase() != LOBBY and self._index(seat) is not None:
                raise Refused(T("{name} is in the game: end it first, or let {name} leave the table", name=seat.name))
            self.store.remove_seat(seat_id)
            self.seats = self.store.seats(self.row.id)

    def place_seat(self, seat_id: int, place: int) -> None:
        """Put the seat where another one sits; those between move up, for the next game."""
        with self._changing():
            ids = [seat.id for seat in self.seats]
            if not 0 <= place < len(ids):
                raise Refused(T("there is no such seat at this table"), 404)
            ids.remove(self.seat(seat_id).id)
            ids.insert(place, seat_id)
            self.store.order_seats(self.row.id, ids)
            self.seats = self.store.seats(self.row.id)

    def take_seat(self, seat_id: int) -> str:
        """Another phone takes the seat over; the old one's access ends. Everybody reads it."""
        with self._changing():
            seat = self.seat(seat_id)
            token = self.store.claim_seat(seat_id)
            self.seats = self.store.seats(self.row.id)
            if seat.phone:
                self.note(T("{name}'s seat was taken over by another phone.", name=seat.name))
            else:
                self.note(T("{name} plays with a phone now.", name=seat.name))
            return token

    def take_by_link(self, secret: str, now: float) -> tuple[SeatingRow, str]:
        """The same by a single-use link, which is used up only when the seat is taken. Raises LinkError."""
        with self._changing():
            seat = self.seat(self.store.use_link(secret, now).id)
            return seat, self.take_seat(seat.id)

    def release_seat(self, seat_id: int) -> None:
        """The seat has no phone any more and looks on the table device. Everybody reads it."""
        with self._changing():
            seat = self.seat(seat_id)
            self.store.release_seat(seat_id)
            self.seats = self.store.seats(self.row.id)
            self.note(T("{name} plays without a phone from now on.", name=seat.name))

    def seat_link(self, seat_id: int, now: float) -> str:
        """The secret of a single-use link to the seat, good for two minutes."""
        with self._lock:
            return self.store.make_link(self.seat(seat_id).id, now)

    def seat(self, seat_id: int) -> SeatingRow:
        found = next((seat for seat in self.seats if seat.id == seat_id), None)
        if found is None:
            raise Refused(T("there is no such seat at this table"), 404)
        return found

    def seat_by_token(self, token: str) -> SeatingRow | None:
        """The seat that the phone with this token holds."""
        kept = digest(token)
        return next((seat for seat in self.seats if seat.token_hash == kept), None)

    def seat_by_pin(self, seat_id: int, pin: str) -> SeatingRow:
        """The seat, if that is its PIN."""
        seat = self.seat(seat_id)
        if not seat.pin or not secrets.compare_digest(seat.pin.encode(), pin.encode()):
            raise Refused(T("this is not the PIN of {name}'s seat", name=seat.name), 403)
        return seat

    def tell_of_guesses(self, seat_id: int) -> None:
        """Everybody reads that somebody tries to get at a seat."""
        seat = next((seat for seat in self.seats if seat.id == seat_id), None)
        if seat:
            with self._changing():
                self.note(T("Wrong PINs were typed for {name}'s seat, one after the other.", name=seat.name))

    def _checked_name(self, name: str, besides: SeatingRow | None = None) -> str:
        """The name without surrounding space. Raises for one that nobody could tell apart or read."""
        try:
            name = names.checked(name, [seat.name for seat in self.seats if seat != besides])
        except RuleError as error:
            raise Refused(error.text, 422) from None
        if besides is None and len(self.seats) >= max(game.most for game in all_games().values()):
            raise Refused(T("this table is full: {n} players at most", n=len(self.seats)), 409)
        return name

    def _index(self, seat: SeatingRow) -> int | None:
        """The seat's number in the game under way; None for one who came later."""
        ids = self.seat_ids if self.game_row and self.record else ()
        return ids.index(seat.id) if seat.id in ids else None

    def index_of(self, seat_id: int) -> int | None:
        with self._lock:
            return self._index(self.seat(seat_id))

    def pin_of(self, seat_id: int) -> str:
        return self.seat(seat_id).pin


def _comes(lets_in: bool, name: str) -> Text:
    """What everybody reads of somebody who comes late."""
    if lets_in:
        return T("{name} has come, and can sit down between two rounds.", name=name)
    return T("{name} has sat down, and is in from the next game on.", name=name)
