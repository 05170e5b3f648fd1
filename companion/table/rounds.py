"""Commands from the lobby to the end of a game: what is played, deals, who plays on, the clocks of a game.

What happens while a round is played is ``playing``'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion import clock
from companion.games import find_newest_id, game_by_id
from companion.kept.store import Chosen, SeatingRow
from companion.record import chance
from companion.record.record import DEAL, Record, is_undo
from companion.rules.asking import Entry
from companion.rules.dealing import Deal
from companion.rules.game import CLOCK
from companion.rules.seeing import OWN
from companion.rules.state import OVER, ROUND_OVER, SETUP, TURNS
from companion.rules.text import T
from companion.table import next_deal
from companion.table.at import (
    DONE,
    LOBBY,
    LOOK,
    At,
    Refused,
    end_being_new,
    mark_looked,
    note,
)
from companion.table.playing import enter, need_current
from companion.table.seating import index_of, seat_of

LONGER = 30
"""Seconds by which a tap lengthens a clock."""


# -- before a game ----------------------------------------------------------------------------------------------------
def choose(at: At, game: str, options: Mapping[str, Any]) -> None:
    """Choose the game and its options, for the next deal."""
    need_no_game(at)
    at.set(chosen=Chosen(game, dict(game_by_id(game).complete(options)), True))


def open_lobby(at: At) -> None:
    """Go back to where seats and game are chosen. A game under way has to be over first."""
    need_no_game(at)
    end_being_new(at)
    at.set(chosen=Chosen(find_newest_id(at.chosen.game), at.chosen.options, True))


def need_no_game(at: At) -> None:
    """Raise while a game is played."""
    if at.dealt and at.state.status not in (SETUP, OVER):
        raise Refused(T("a game is being played: end it first"))


# -- the deal ---------------------------------------------------------------------------------------------------------
def deal(at: At, first: int | None, backs: Mapping[str, Any] | None = None, follow: str = "") -> None:
    """Deal: a new game from the lobby, the next round, or afresh directly after a deal.

    Without ``first`` the lot decides who begins; ``backs`` are the public fields of a deal by hand (clans), if any.
    ``follow``: how it is followed; "": as the round before, and of a new game every turn.
    """
    if at.phase == DONE:
        if not at.told:
            raise Refused(T("the game is not over yet"))
        if at.state.by_hand:
            open_lobby(at)
            return
        end_being_new(at)
        seats, first, _ = next_deal.propose_again(at)
    else:
        seats = at.seats
    entry: Entry = {"kind": "deal", **(backs or {})}
    if out := next_deal.find_left_out(at):
        entry["without"] = list(out)
    as_before = TURNS if at.phase == LOBBY else at.state.follow
    if (how := follow or as_before) != TURNS:
        entry["follow"] = how
    if at.row.follow != how:
        at.set(follow=how)
    if first is not None and at.game.in_turns:
        entry["first"] = first
    _enter(at, entry, earlier=_begin_game(at, seats) if at.phase in (LOBBY, DONE) else 0)


def deal_next_at_once(at: At, stamp: str) -> None:
    """Deal the next round as it is proposed, or after a game the same once more, whoever taps first.

    Nothing where it has been dealt since that page.
    """
    game, _, length = stamp.partition(".")
    if game == str(at.game_row.id) and length.isdecimal() and int(length) <= at.log.deal:
        return
    need_current(at, stamp)
    if at.phase == DONE:
        deal(at, None)
    elif next_deal.can_go_on(at):
        deal(at, at.record.game.propose_first(at.state, next_deal.find_left_out(at)))
    else:
        raise Refused(T("the table deals the next round"))


def _begin_game(at: At, seats: Sequence[SeatingRow]) -> int:
    """Begin the chosen game with these seats; return how many deals of such games were taken back before.

    The very game that lies there undealt, for its deal was taken back, goes on: that makes no other cards.
    """
    names, ids = [seat.name for seat in seats], [seat.id for seat in seats]
    record = Record(at.game, names, at.game.complete(at.chosen.options))
    game, options = record.game, record.state.options
    at.set(chosen=Chosen(game.id, options, False))
    if at.dealt and at.state.status == SETUP:
        row = at.game_row
        if (row.game, row.players, row.seat_ids, at.state.options) == (game.id, names, ids, options):
            return 0
    earlier = _count_taken_back(at)
    at.load_game(at.store.games.new(at.row.id, game.id, options, names, ids, game.file))
    return earlier


def _enter(at: At, entry: Entry, reason: str = "", earlier: int = 0) -> None:
    """Enter a deal with what the app says in it by itself: of one that was taken back what it said then.

    Of a fresh one everybody reads how many there were, with ``earlier`` ones, and the ``reason``.
    """
    record = at.record
    said = record.game.move(Deal).bind(record.state, entry.get("without", ()), _list_deals(at, record.game.id))
    before = chance.find_given_again(record, {**said, **entry})
    if before is not None:
        said |= {name: value for name, value in record.entries[before].items() if name in said}
    enter(at, [{**said, **entry}])
    number = earlier + chance.count_deals(record)
    if before is None and number > 1:
        afresh = T("Dealt afresh (deal {n}): {reason}", reason=reason) if reason else T("Dealt afresh (deal {n}).")
        note(at, afresh.fill(n=number))


def _count_taken_back(at: At) -> int:
    """Count the deals of games that went back to before their first one, since a game was played."""
    found = 0
    for row in reversed(at.store.games.of(at.row.id)):
        entries = at.store.journal.read(row.id).entries
        if sum(-1 if is_undo(one) and not is_undo(entries[one["entry"]]) else 1 for one in entries):
            break  # not all of it was taken back
        found += len({str(entry.get("cards")) for entry in entries if entry["kind"] == DEAL})
    return found


def _list_deals(at: At, game: str) -> Iterator[Entry]:
    """List all deals of that game that this table has seen."""
    for row in at.store.games.of(at.row.id):
        if row.game == game:
            entries = at.store.journal.read(row.id).entries
            yield from (entry for entry in entries if entry["kind"] == DEAL)


def deal_afresh(at: At, reason: str) -> None:
    """Deal afresh to everybody, because a card was seen by the wrong person; the reason is read by all."""
    record = at.record
    if at.log.deal < 0:
        raise Refused(T("nothing has been dealt yet"))
    before = record.entries[at.log.deal]
    entry: Entry = {name: before[name] for name in ("kind", "without", "first", "follow") if name in before}
    _enter(at, entry, " ".join(reason.split())[:120])


def start_early(at: At) -> None:
    """Let play begin although not all have looked; everybody reads it."""
    if at.phase == LOOK:
        mark_looked(at, -1, OWN)
        note(at, T("Play began before everybody had looked."))


def end(at: At) -> None:
    """End the game now: rounds that have been scored count, and where there is none the same people choose again.

    What is played of a round is not scored.
    """
    state, told = at.state, at.game_row.show
    is_over = state.status == OVER
    counts = not is_over and (state.status == ROUND_OVER or state.round > 1)
    if not is_over:
        enter(at, [{"kind": "stop"}])
    if not counts:
        at.set_game(show=told)  # of what does not count nothing more is told
        open_lobby(at)


# -- between two rounds, and before the first: who sits down, who plays on ----------------------------------------
def sit_down(at: At, seat_id: int) -> None:
    """Have somebody who came while a game is played be dealt in from the next round on, once."""
    if index_of(at, seat_id) is not None:
        return
    _need_between(at)
    enter(at, [{"kind": "join", "name": seat_of(at, seat_id).name}])


def set_plays_on(at: At, seat_id: int, plays: bool) -> None:
    """Deal a player in in the next round, or not; who had left is back with it."""
    _need_between(at)
    number = index_of(at, seat_id)
    if number is None:
        raise Refused(T("this player has not sat down yet"))
    if plays and at.state.seats[number].retired:
        enter(at, [{"kind": "return", "seat": number}])
    before = next_deal.read_settled(at)
    at.set(next_deal=replace(before, plays={**before.plays, str(seat_id): plays}))


def _need_between(at: At) -> None:
    if at.phase == LOBBY or at.state.status != ROUND_OVER:
        raise Refused(T("this is settled between two rounds"))


def run_clock(at: At, number: int, how: str) -> None:
    """Start, pause or lengthen a clock of the game, or let it go on (``how``: "start", "pause", "longer", "go")."""
    record = at.record
    _, clocks, running = record.game.aloud(record.state)
    if not 0 <= number < len(clocks):
        raise Refused(T("there is no such clock"), 404)
    left, stands = clocks[number].seconds, False
    if how != "start":
        if running is None:
            raise Refused(T("no clock runs"))
        ran = 0.0 if running.stands else clock.steady() - at.row.clock.since
        left = max(0, round(running.seconds - ran)) + (LONGER if how == "longer" else 0)
        stands = how == "pause" or (how == "longer" and running.stands)
    enter(at, [{"kind": CLOCK, "clock": number, "seconds": left, "stands": stands}])
