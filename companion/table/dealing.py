"""Dealing a game, and beginning: a new game, the next round, the same once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import game_by_id
from companion.rules.asking import Entry
from companion.rules.game import Game
from companion.rules.state import OVER, SETUP, TURNS
from companion.rules.text import T
from companion.store import Chosen, SeatingRow
from companion.table import next_deal
from companion.table.at import LOBBY, LOOK, At, mark_looked, note, own_card
from companion.table.playing import enter, need_current
from companion.table.refused import Refused
from companion.table.settings import open_lobby


def deal(at: At, first: int | None, stamp: str = "", follow: str = TURNS) -> None:
    """Deal: a new game from the lobby, the next round, or afresh directly after a deal; and how it is followed."""
    need_current(at, stamp)
    _deal(at, first, {} if follow == TURNS else {"follow": follow})


def deal_by_hand(at: At, first: int | None, backs: Mapping[str, Any], stamp: str = "") -> None:
    """Deal with cards that were dealt by hand: ``backs`` are the public fields of the deal (clans), if any."""
    need_current(at, stamp)
    _deal(at, first, backs)


def _deal(at: At, first: int | None, backs: Mapping[str, Any]) -> None:
    if at.phase == LOBBY:
        _new_game(at, at.seats)
    out = _leaving_out(next_deal.left_out(at))
    enter(at, [{"kind": "deal", **out, **backs, **_begins(at.game, first)}], "table", "")


def deals_by_hand(at: At) -> bool:
    """The next deal comes out of the box."""
    if at.chosen.open or at.record is None:
        return bool(at.game.complete(at.chosen.options)["dealing"] == "cards")
    return bool(at.record.state.by_hand)


def _new_game(at: At, seats: Sequence[SeatingRow]) -> None:
    game = game_by_id(at.chosen.game)
    names, ids = [seat.name for seat in seats], [seat.id for seat in seats]
    options = game.complete(at.chosen.options)
    game.start(names, options)
    at.set(chosen=Chosen(game.id, options, False))
    if _waits_for(at, game.id, names, ids, options):
        return  # its deal was taken back: that makes no new game, and no other cards
    row = at.store.new_game(at.row.id, game.id, options, names, ids)
    at.dice.begin(row)
    at.load_game(row)


def _waits_for(at: At, *wanted: Any) -> bool:
    """This very game lies there undealt."""
    row, record = at.game_row, at.record
    if row is None or record is None or record.state.status != SETUP:
        return False
    return (row.game, row.players, row.seat_ids, record.state.options) == wanted


def again(at: At, stamp: str = "") -> None:
    """All who are there, the same game, dealt at once; the next one in the circle begins."""
    need_current(at, stamp)
    _, record = at.playing
    if record.state.status != OVER:
        raise Refused(T("the game is not over yet"))
    more = next_deal.again(at)
    at.set(chosen=Chosen(record.game.id, record.state.options, False))
    _new_game(at, more.seats)
    if not record.state.by_hand:
        enter(at, [{"kind": "deal", **_begins(record.game, more.first)}], "table", "")


def deal_afresh(at: At, reason: str, stamp: str = "") -> None:
    """A fresh deal for everybody, because a card was seen by the wrong person; the reason is read by all."""
    need_current(at, stamp)
    _, record = at.playing
    if at.log is None or at.log.deal < 0:
        raise Refused(T("nothing has been dealt yet"))
    before = record.entries[at.log.deal]
    out = _leaving_out(before.get("without", ()))
    follow = {"follow": before["follow"]} if "follow" in before else {}
    enter(at, [{"kind": "deal", **out, **_begins(record.game, before.get("first")), **follow}], "table", "")
    reason = " ".join(reason.split())[:120]
    note(at, T("Dealt afresh: {reason}", reason=reason) if reason else T("Dealt afresh."))


def start_early(at: At, stamp: str = "") -> None:
    """The host lets play begin although not all have looked; everybody reads it."""
    need_current(at, stamp)
    if at.phase == LOOK:
        mark_looked(at, -1, own_card(at))
        note(at, T("The host let play begin before everybody had looked."))


def stop(at: At, stamp: str = "") -> None:
    """The game ends now: what is played of a round is not scored."""
    need_current(at, stamp)
    enter(at, [{"kind": "stop"}], "table", "")


def give_up(at: At, stamp: str = "") -> None:
    """The game was dealt to the wrong people, or with the wrong options: the same people choose again."""
    if at.playing[1].state.status != OVER:
        stop(at, stamp)
    open_lobby(at)


def longer(at: At, rounds: int | None = None, stamp: str = "") -> None:
    """The host adds a round to a game that can be made longer; nothing where it has ``rounds`` of them already (a
    repeated tap)."""
    row, record = at.playing
    if rounds is not None and record.game.rounds(record.state) >= rounds:
        return
    need_current(at, stamp)
    options = record.game.longer_options(record.state)
    if options is None:
        raise Refused(T("no round can be added to this game now"))
    at.set_game(options=dict(options))
    note(at, T("The host added a round."))
    at.load_game(at.store.game(row.id))


def _begins(game: Game[Any], first: int | None) -> Entry:
    """The field of a deal that says who begins, in a game that is played in turns."""
    return {"first": first} if game.in_turns else {}


def _leaving_out(seats: Sequence[int]) -> Entry:
    return {"without": list(seats)} if seats else {}
