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
from companion.rules.game import CLOCK, Game
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
    give_chair,
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
def deal(
    at: At,
    first: int | None,
    backs: Mapping[str, Any] | None = None,
    follow: str = "",
) -> None:
    """Deal: a new game from the lobby, the next round, or afresh directly after a deal.

    Without ``first`` the lot decides who begins; ``backs`` are the public fields of a deal by hand (clans), if any.
    ``follow``: how it is followed; "": as the round before, and of a new game every turn.
    """
    if at.phase == DONE:
        if not at.told:
            raise Refused(T("the game is not over yet"))
        deal_again(at)
        return
    out = _leave_out(next_deal.find_left_out(at))
    as_before = TURNS if at.phase == LOBBY else at.state.follow
    entry = {"kind": "deal", **out, **(backs or {}), **_keep_following(at, follow or as_before)}
    entry = entry if first is None else {**entry, **_say_who_begins(at.game, first)}
    if at.phase == LOBBY:
        _deal_new(at, at.chosen.game, at.chosen.options, at.seats, entry)
    else:
        _enter(at, entry)


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


def _keep_following(at: At, how: str) -> Entry:
    """Return the field of a deal that says how it is followed; the table keeps that as its last choice."""
    if at.row.follow != how:
        at.set(follow=how)
    return {} if how == TURNS else {"follow": how}


def _deal_new(at: At, game: str, options: Mapping[str, Any], seats: Sequence[SeatingRow], entry: Entry) -> None:
    found = game_by_id(game)
    record = Record(found, [seat.name for seat in seats], found.complete(options))
    if _is_waiting(at, game, record.players, [seat.id for seat in seats], record.state.options):
        # Its deal was taken back: that makes no new game, and no other cards.
        at.set(chosen=Chosen(game, record.state.options, False))
        _enter(at, entry)
    else:
        earlier = _count_taken_back(at)
        _make_new_game(at, record, seats)
        _enter(at, entry, earlier=earlier)


def _enter(at: At, entry: Entry, reason: str = "", earlier: int = 0) -> None:
    """Enter a deal with what the app says in it by itself: of one that was taken back what it said then.

    Of a fresh one everybody reads how many there were, with ``earlier`` ones, and the ``reason``.
    """
    record = at.record
    said = record.game.move(Deal).bind(record.state, entry.get("without", ()), _list_deals(at, record.game.id))
    before = chance.find_given_again(record, {**said, **entry})
    if before is not None:
        said |= {name: value for name, value in record.entries[before].items() if name in said}
    enter(at, [{**said, **entry}], "table", "")
    number = earlier + chance.count_deals(record, record.state.round)
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


def _make_new_game(at: At, record: Record, seats: Sequence[SeatingRow]) -> None:
    options, ids = record.state.options, [seat.id for seat in seats]
    at.set(chosen=Chosen(record.game.id, options, False))
    row = at.store.games.new(at.row.id, record.game.id, options, record.players, ids, record.game.file)
    at.load_game(row)


def _is_waiting(at: At, *wanted: Any) -> bool:
    """Tell whether this very game lies there undealt."""
    if at.dealt is None or at.state.status != SETUP:
        return False
    row, record = at.dealt
    return (row.game, row.players, row.seat_ids, record.state.options) == wanted


def deal_again(at: At) -> None:
    """Deal the same game to all who are there; the next one in the circle begins."""
    record, more = at.record, next_deal.propose_again(at)
    if record.state.status != OVER:
        raise Refused(T("the game is not over yet"))
    end_being_new(at)
    game, options = record.game, record.state.options
    if record.state.by_hand:
        _make_new_game(at, Record(game, [seat.name for seat in more.seats], options), more.seats)
    else:
        entry = {"kind": "deal", **_say_who_begins(game, more.first), **_keep_following(at, record.state.follow)}
        _deal_new(at, game.id, options, more.seats, entry)


def deal_afresh(at: At, reason: str) -> None:
    """Deal afresh to everybody, because a card was seen by the wrong person; the reason is read by all."""
    record = at.record
    if at.log.deal < 0:
        raise Refused(T("nothing has been dealt yet"))
    before = record.entries[at.log.deal]
    out = _leave_out(before.get("without", ()))
    follow = {"follow": before["follow"]} if "follow" in before else {}
    entry = {"kind": "deal", **out, **_say_who_begins(record.game, before.get("first")), **follow}
    _enter(at, entry, " ".join(reason.split())[:120])


def start_early(at: At) -> None:
    """Let play begin although not all have looked; everybody reads it."""
    if at.phase == LOOK:
        mark_looked(at, -1, OWN)
        note(at, T("Play began before everybody had looked."))


def end(at: At) -> None:
    """End the game now: rounds that have been scored count, and where there is none the same people choose again."""
    state = at.state
    if state.status == ROUND_OVER or (state.status != OVER and state.round > 1):
        stop(at)
    else:
        give_up(at)


def stop(at: At) -> None:
    """End the game now: what is played of a round is not scored."""
    enter(at, [{"kind": "stop"}], "table", "")


def give_up(at: At) -> None:
    """Have the same people choose again: the game was dealt to the wrong people, or with the wrong options."""
    if at.state.status != OVER:
        told = at.game_row.show
        stop(at)
        # Of what does not count nothing more is told.
        at.set_game(show=told)
    open_lobby(at)


def _say_who_begins(game: Game, first: int | None) -> Entry:
    """Return the field of a deal that says who begins, in a game that is played in turns."""
    return {"first": first} if game.in_turns else {}


def _leave_out(seats: Sequence[int]) -> Entry:
    return {"without": list(seats)} if seats else {}


# -- between two rounds, and before the first: who sits down, who plays on ----------------------------------------
def sit_down(at: At, seat_id: int) -> None:
    """Have somebody who came while a game is played be dealt in from the next round on, once."""
    if index_of(at, seat_id) is not None:
        return
    _need_between(at)
    seat = seat_of(at, seat_id)
    give_chair(at, seat.name, seat.id)
    enter(at, [{"kind": "join", "name": seat.name}], "table", "")


def set_plays_on(at: At, seat_id: int, plays: bool) -> None:
    """Deal a player in in the next round, or not; who had left is back with it."""
    _need_between(at)
    number = index_of(at, seat_id)
    if number is None:
        raise Refused(T("this player has not sat down yet"))
    if plays and at.state.seats[number].retired:
        enter(at, [{"kind": "return", "seat": number}], "table", "")
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
    enter(at, [{"kind": CLOCK, "clock": number, "seconds": left, "stands": stands}], "table", "")
