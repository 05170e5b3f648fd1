"""Choosing a game, dealing it, and beginning: a new game, the next round, the same once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import game_by_id
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.state import OVER, SETUP
from companion.rules.text import T
from companion.store import Chosen, SeatingRow
from companion.table.gathering import Gathering
from companion.table.now import LOBBY, LOOK
from companion.table.refused import Refused


class Dealing(Gathering):
    """A table at which games are chosen and dealt."""

    def choose(self, game: str, options: Mapping[str, Any]) -> None:
        """The host picks the game and its options, for the next deal."""
        with self._changing():
            self._need_no_game()
            options = game_by_id(game).complete(options)
            self._set_choice(Chosen(game, dict(options), True))

    def _set_choice(self, chosen: Chosen) -> None:
        self._set(chosen=chosen)
        self.chosen = chosen

    def open_lobby(self, stamp: str = "") -> None:
        """Back to where seats and game are chosen. A game under way has to be over first."""
        with self._changing():
            self._need_current(stamp)
            self._need_no_game()
            self._set_choice(Chosen(self.chosen.game, self.chosen.options, True))

    def _need_no_game(self) -> None:
        if self.record is not None and self.record.state.status not in (SETUP, OVER):
            raise Refused(T("a game is being played: end it first"))

    def deal(self, first: int | None, stamp: str = "") -> None:
        """Deal: a new game from the lobby, the next round, or afresh directly after a deal."""
        with self._changing():
            self._need_current(stamp)
            self._deal(first, {})

    def deal_by_hand(self, first: int | None, backs: Mapping[str, Any], stamp: str = "") -> None:
        """The same with cards dealt by hand: ``backs`` are the public fields of the deal (clans), if any."""
        with self._changing():
            self._need_current(stamp)
            self._deal(first, backs)

    def _deal(self, first: int | None, backs: Mapping[str, Any]) -> None:
        if self.phase() == LOBBY:
            self._new_game(self.seats)
        self._append(
            [{"kind": "deal", **_leaving_out(self._without()), **backs, **_begins(self.game(), first)}], "table", ""
        )

    def deals_by_hand(self) -> bool:
        """Whether the next deal comes out of the box."""
        if self.chosen.open or self.record is None:
            return bool(self.game().complete(self.chosen.options)["dealing"] == "cards")
        return bool(self.record.state.by_hand)

    def _new_game(self, seats: Sequence[SeatingRow]) -> None:
        game = game_by_id(self.chosen.game)
        names, ids = [seat.name for seat in seats], [seat.id for seat in seats]
        options = game.complete(self.chosen.options)
        game.start(names, options)
        self._set_choice(Chosen(game.id, options, False))
        if self._waits_for(game.id, names, ids, options):
            return  # its deal was taken back: that makes no new game, and no other cards
        row = self.store.new_game(self.row.id, game.id, options, names, ids)
        self.dice.begin(row)
        self._load(row)

    def _waits_for(self, *wanted: Any) -> bool:
        """Whether this very game lies there undealt."""
        row, record = self.game_row, self.record
        if row is None or record is None or record.state.status != SETUP:
            return False
        return (row.game, row.players, row.seat_ids, record.state.options) == wanted

    def again(self, stamp: str = "") -> None:
        """All who are there, the same game, dealt at once; the next one in the circle begins."""
        with self._changing():
            self._need_current(stamp)
            _, record = self.playing
            if record.state.status != OVER:
                raise Refused(T("the game is not over yet"))
            again = self._again()
            self._set_choice(Chosen(record.game.id, record.state.options, False))
            self._new_game(again.seats)
            if not record.state.by_hand:
                self._append([{"kind": "deal", **_begins(record.game, again.first)}], "table", "")

    def deal_afresh(self, reason: str, stamp: str = "") -> None:
        """A fresh deal for everybody, because a card was seen by the wrong person; the reason is read by all."""
        with self._changing():
            self._need_current(stamp)
            _, record = self.playing
            if self._deal_number < 0:
                raise Refused(T("nothing has been dealt yet"))
            before = record.entries[self._deal_number]
            out = _leaving_out(before.get("without", ()))
            self._append([{"kind": "deal", **out, **_begins(record.game, before.get("first"))}], "table", "")
            reason = " ".join(reason.split())[:120]
            self.note(T("Dealt afresh: {reason}", reason=reason) if reason else T("Dealt afresh."))

    def start_early(self, stamp: str = "") -> None:
        """The host lets play begin although not all have looked; everybody reads it."""
        with self._changing():
            self._need_current(stamp)
            if self.phase() == LOOK:
                self._mark_looked(-1, self._own_card)
                self.note(T("The host let play begin before everybody had looked."))

    def stop(self, stamp: str = "") -> None:
        """The game ends now: what is played of a round is not scored."""
        with self._changing():
            self._need_current(stamp)
            self._append([{"kind": "stop"}], "table", "")

    def give_up(self, stamp: str = "") -> None:
        """The game was dealt to the wrong people, or with the wrong options: the same people choose again."""
        with self._changing():
            if self.playing[1].state.status != OVER:
                self.stop(stamp)
            self.open_lobby()

    def longer(self, rounds: int | None = None, stamp: str = "") -> None:
        """The host adds a round to a game that can be made longer; nothing where it has ``rounds`` of them already (a
        repeated tap)."""
        with self._changing():
            row, record = self.playing
            if rounds is not None and record.game.rounds(record.state) >= rounds:
                return
            self._need_current(stamp)
            options = record.game.longer_options(record.state)
            if options is None:
                raise Refused(T("no round can be added to this game now"))
            self._set_game(options=dict(options))
            self.note(T("The host added a round."))
            self._load(self.store.game(row.id))


def _begins(game: Game[Any], first: int | None) -> Entry:
    """Who begins, in a deal of a game that is played in turns."""
    return {"first": first} if game.in_turns else {}


def _leaving_out(seats: Sequence[int]) -> Entry:
    return {"without": list(seats)} if seats else {}
