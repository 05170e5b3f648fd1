"""What is entered while a game is played, taken back, typed for later and looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion import clock
from companion.record import UNDO, EntryError, Record
from companion.rules import lately
from companion.rules.asking import Entry
from companion.rules.guide import Role
from companion.rules.seeing import OWN, PEEK
from companion.rules.state import OVER
from companion.rules.text import RuleError, T, Text
from companion.store import Stale
from companion.table import doors, turn_log, undoing
from companion.table.now import DONE, PLAY
from companion.table.refused import Refused
from companion.table.standing import Standing


class Playing(Standing):
    """A table at which a game is played."""

    def act(
        self,
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
        with self._changing():
            if self.phase() not in (PLAY, DONE):
                raise Refused(T("play has not begun yet"))
            _, record = self.playing
            doors.check(record.game, record.state, entries, seat, self.told())
            if not self._late(entries, stamp):
                doors.check_together(record.game, record.state, entries, seat)
            self._check_way(entries[0], way)
            before = len(record.entries)
            self._append(entries, device, stamp)
            if len(self.playing[1].entries) > before:
                self._finish_turn(entries[0], way, device, ends)

    def _check_way(self, card: Entry, way: Sequence[Entry]) -> None:
        """Raise for what does not happen on the way. What may end a round, which hidden cards decide, comes last: after
        it nothing may be refused or not."""
        moves = self.playing[1].game.moves
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

    def _finish_turn(self, card: Entry, way: Sequence[Entry], device: str, ends: bool) -> None:
        """What happened on the way, each by itself, and the end of the turn, where there is anything to end."""
        _, record = self.playing
        move, by = record.game.moves.get(card["kind"]), card.get("by")
        for entry in way:
            self._append([entry], device, "")
        turn = record.state.turn
        if not ends or move is None or turn is None or turn.seat != by:
            return
        if lately.ends_turn(record.game, card["kind"], card, move.group):
            self._append([{"kind": lately.END, "by": by}], device, "")

    def add(self, seat: int, entry: Entry, number: int, mends: int, device: str) -> None:
        """Put something that was forgotten into the seat's turn that is over, whose end is entry ``number``. ``mends``:
        how often that had been done on the page it was tapped on; a repeated tap adds nothing."""
        with self._changing():
            _, record = self.playing
            turn = self.last_turn(seat)
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
                self._append([turn_log.amend(record, turn, entry)], device, "")
            except RuleError:
                raise Refused(undoing.NOT_ANY_MORE) from None

    def _append(self, entries: Sequence[Entry], device: str, stamp: str, asked: Sequence[Entry] | None = None) -> None:
        """``asked``: the entries of the form, where the app made others of them."""
        row, record = self.playing
        seq = len(record.entries)
        action = doors.action_id(device, stamp or self.stamp(), asked or entries)
        if self._late(entries, stamp):
            if self.store.numbers_of(row.id, action):
                return  # a repeated tap
            raise Stale(seq)
        written: list[Entry] = []
        for entry in entries:
            written.append(self._enter(record, entry))
        self.store.append(row.id, seq, written, action, clock.moment(), device)
        if entries[0]["kind"] != UNDO:
            self._automatic()
        self._after(record)

    def _enter(self, record: Record, entry: Entry) -> Entry:
        """Take the entry into the record, with what chance decides."""
        filled, drawn = self.dice.drawing(self.playing[0]).fill_in(record, dict(entry))
        record.append(filled)
        self.dice.keep(drawn)
        return filled

    def _moved_on(self, stamp: str) -> bool:
        """Whether the page with that stamp was made of an older state. A page without a stamp never was."""
        return bool(stamp) and stamp != self.stamp()

    def _need_current(self, stamp: str) -> None:
        """Raise Stale for what may not be done twice because the answer to the first tap got lost."""
        if self._moved_on(stamp):
            raise Stale(len(self.record.entries) if self.record else 0)

    def settle(self, stamp: str = "") -> None:
        """Enter what the app owes the table, after an undo took it back."""
        with self._changing():
            self._need_current(stamp)
            self._automatic()
            self._after(self.playing[1])

    def _late(self, entries: Sequence[Entry], stamp: str) -> bool:
        """Whether the page with that stamp is too old for these entries: what several seats may make in any order needs
        only the same game."""
        row, record = self.playing
        moves = [record.game.moves.get(entry["kind"]) for entry in entries]
        parallel = all(move is not None and move.parallel for move in moves)
        return self._moved_on(stamp) and not (parallel and stamp.partition(".")[0] == str(row.id))

    def _automatic(self) -> None:
        """Enter what the app owes the table by itself."""
        row, record = self.playing
        while True:
            owed = record.game.automatic(record.state, self._typed())
            if owed is None:
                return
            seq = len(record.entries)
            entry = self._enter(record, owed)
            self.store.append(row.id, seq, [entry], f"app:{seq}", clock.moment(), "app")

    def _after(self, record: Record) -> None:
        row, _ = self.playing
        self._give_chairs()
        over = record.state.status == OVER
        if over != row.over:
            self._set_game(over=over)

    def undo(self, number: int, device: str, stamp: str, seat: int | None = None) -> None:
        """Cancel entry ``number``; or, where that is an undo, bring back what it cancelled.

        A ``seat`` undoes its own entry and only while it is the last one; the host (None) any.
        """
        with self._changing():
            _, record = self.playing
            if not 0 <= number < len(record.entries):
                raise Refused(T("there is no such entry"), 404)
            entries = [{"kind": UNDO, "entry": number}]
            if self._moved_on(stamp):
                self._append(entries, device, stamp)
                return
            if seat is not None and self.undoable_by(seat) != number:
                raise Refused(T("only your own last entry can be undone; the table screen can undo the others"), 403)
            together, moments = self._with_turn(number), self._game_log.moments if self._game_log else {}
            for one in together:
                if why := undoing.refused(record, moments, one):
                    raise Refused(why)
            undos = [{"kind": UNDO, "entry": one} for one in together]
            try:
                self._append(undos, device, stamp, entries)
            except EntryError:
                raise Refused(undoing.NOT_ANY_MORE) from None

    def _with_turn(self, number: int) -> list[int]:
        """The entries to cancel with this one: all of a turn that is one line of the log; for an undo of its end, all
        undos that took it back."""
        _, record = self.playing
        entries, live = record.entries, record.live()
        back = entries[number]["kind"] == UNDO
        end = entries[number]["entry"] if back else number
        group = self._game_log.groups.get(end, ()) if self._game_log else ()
        if not back:
            return [one for one in reversed(group) if live[one]] or [number]
        undos = {entry["entry"]: one for one, entry in enumerate(entries) if live[one] and entry["kind"] == UNDO}
        return [undos[one] for one in group if one in undos] or [number]

    def type_privately(self, seat: int, values: Mapping[str, Any]) -> None:
        """Keep what a seat types for itself until the app needs it."""
        with self._changing():
            row, record = self.playing
            fields = {field.name: field for field in record.game.private_fields(record.state, seat)}
            if not fields:
                raise Refused(T("there is nothing to type now"))
            for name, value in values.items():
                if name not in fields:
                    raise Refused(T("unknown field {field}", field=name), 422)
                fields[name].check(value)
            self.store.set_typed(row.id, record.state.round, seat, values)
            self._automatic()
            self._after(record)

    def look(self, seat: int, key: str) -> Text:
        """What a seat may see in secret while it holds; the look at one's own card is counted."""
        with self._lock:
            _, record = self.playing
            content = record.game.reveal(record.state, seat, key)
            if content is None or self.chosen.open:
                raise Refused(T("there is nothing to look at here now"), 404)
            new = [m for m in undoing.marks(record, seat, key) if seat not in self._looked(m)]
            for mark in new:
                self._mark_looked(seat, mark)
            if new:
                self._follow_turn()
                self._now = None
        if new:
            self._audience.publish(self.code)
        return content

    def face(self, seat: int, key: str) -> Role:
        """The same as a page: the card in the hand with all that it has to tell, anything else in its words."""
        with self._lock:
            content = self.look(seat, key)
            _, record = self.playing
            whose = seat if key == OWN else None
            if key.startswith(PEEK):
                whose = int(key.removeprefix(PEEK))
            card = record.state.seats[whose].card if whose is not None else None
            role = record.game.role(record.state, whose, card) if whose is not None and card else None
            if role is None:
                return Role(content, words=content)
            return (
                replace(role, words=content)
                if whose == seat
                else Role(content, None, (), role.picture, role.clan, content)
            )
