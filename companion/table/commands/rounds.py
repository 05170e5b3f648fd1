"""Commands from the lobby to the end of a game: what is played, deals, who plays on, a game's timers.

Commands during a round are in ``play``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion import clock
from companion.engine.actions import Entry
from companion.engine.dealing import Deal
from companion.engine.game import CLOCK
from companion.engine.play import find_move
from companion.engine.setup import complete_options, propose_first
from companion.engine.state import EVERY_TURN, OVER, ROUND_OVER, SETUP
from companion.engine.text import T
from companion.engine.visibility import OWN
from companion.games import find_newest_id, game_by_id
from companion.record import chance
from companion.record.record import DEAL, Record, is_undo
from companion.storage.store import ChosenGame, SeatRow
from companion.table import next_deal
from companion.table.commands.play import check_stamp, enter
from companion.table.commands.seating import index_of, seat_of
from companion.table.refusals import NotFound, Refused
from companion.table.snapshot import Stage, TableState, mark_experienced, mark_looked, note

LONGER = 30
"""Seconds by which a tap lengthens a timer."""


# -- before a game ----------------------------------------------------------------------------------------------------
def choose(table: TableState, game: str, options: Mapping[str, Any]) -> None:
    """Choose the game and its options, for the next deal."""
    require_no_game(table)
    table.update_table(chosen=ChosenGame(game, dict(complete_options(game_by_id(game), options)), True))


def open_lobby(table: TableState) -> None:
    """Go back to where seats and game are chosen. A game under way has to be over first."""
    require_no_game(table)
    mark_experienced(table)
    table.update_table(chosen=ChosenGame(find_newest_id(table.chosen.game), table.chosen.options, True))


def require_no_game(table: TableState) -> None:
    """Raise while a game is played."""
    if table.current_game and table.state.status not in (SETUP, OVER):
        raise Refused(T("a game is in progress: end it first"))


# -- the deal ---------------------------------------------------------------------------------------------------------
def deal(table: TableState, first: int | None, backs: Mapping[str, Any] | None = None, follow: str = "") -> None:
    """Deal: a new game from the lobby, the next round, or a redeal directly after a deal.

    Without ``first``, who goes first is random; ``backs`` are the public fields of a deal by hand (clans), if any.
    ``follow``: the tracking mode; "": that of the round before, or every turn in a new game.
    """
    if table.stage is Stage.OVER:
        if not table.told:
            raise Refused(T("the game isn't over yet"))
        if table.state.dealt_by_hand:
            open_lobby(table)
            return
        mark_experienced(table)
        seats, first, _ = next_deal.propose_again(table)
    else:
        seats = table.seats
    entry: Entry = {"kind": "deal", **(backs or {})}
    if out := next_deal.find_left_out(table):
        entry["without"] = list(out)
    as_before = EVERY_TURN if table.stage is Stage.LOBBY else table.state.tracking
    if (how := follow or as_before) != EVERY_TURN:
        entry["follow"] = how
    if table.row.follow != how:
        table.update_table(follow=how)
    if first is not None and table.game.in_turns:
        entry["first"] = first
    _enter(table, entry, earlier=_begin_game(table, seats) if table.stage in (Stage.LOBBY, Stage.OVER) else 0)


def deal_next_at_once(table: TableState, stamp: str) -> None:
    """Deal the next round as it is proposed, or after a game the same once more, whoever taps first.

    Nothing if it has been dealt since that page.
    """
    game, _, length = stamp.partition(".")
    if game == str(table.game_row.id) and length.isdecimal() and int(length) <= table.log.deal:
        return
    check_stamp(table, stamp)
    if table.stage is Stage.OVER:
        deal(table, None)
    elif next_deal.can_go_on(table):
        deal(table, propose_first(table.record.game, table.state, next_deal.find_left_out(table)))
    else:
        raise Refused(T("the next round is dealt on the table screen"))


def _begin_game(table: TableState, seats: Sequence[SeatRow]) -> int:
    """Start the chosen game with these seats; return how many deals of such games were undone before.

    If a game is there undealt because its deal was undone, that game goes on, so the cards stay the same.
    """
    names = [seat.name for seat in seats]
    ids = [seat.id for seat in seats]
    record = Record(table.game, names, complete_options(table.game, table.chosen.options))
    game = record.game
    options = record.state.options
    table.update_table(chosen=ChosenGame(game.id, options, False))
    if table.current_game and table.state.status == SETUP:
        row = table.game_row
        if (row.game, row.players, row.seat_ids, table.state.options) == (game.id, names, ids, options):
            return 0
    earlier = _count_taken_back(table)
    table.load_game(table.store.games.new(table.row.id, game.id, options, names, ids, game.file))
    return earlier


def _enter(table: TableState, entry: Entry, reason: str = "", earlier: int = 0) -> None:
    """Enter a deal with what the app fills in; a deal that was undone is filled in as before.

    For a fresh deal the log says how many there were, ``earlier`` ones included, and the ``reason``.
    """
    record = table.record
    said = find_move(record.game, Deal).bind(record.state, entry.get("without", ()), _list_deals(table, record.game.id))
    before = chance.find_given_again(record, {**said, **entry})
    if before is not None:
        said |= {name: value for name, value in record.entries[before].items() if name in said}
    enter(table, [{**said, **entry}])
    number = earlier + chance.count_deals(record)
    if before is None and number > 1:
        afresh = T("Redealt (deal {n}): {reason}", reason=reason) if reason else T("Redealt (deal {n}).")
        note(table, afresh.fill(n=number))


def _count_taken_back(table: TableState) -> int:
    """Count the deals of games that went back to before their first one, since a game was played."""
    found = 0
    for row in reversed(table.store.games.of(table.row.id)):
        entries = table.store.journal.read(row.id).entries
        if sum(-1 if is_undo(entry) and not is_undo(entries[entry["entry"]]) else 1 for entry in entries):
            break  # not all of it was undone
        found += len({str(entry.get("cards")) for entry in entries if entry["kind"] == DEAL})
    return found


def _list_deals(table: TableState, game: str) -> Iterator[Entry]:
    """List all deals of that game that this table has seen."""
    for row in table.store.games.of(table.row.id):
        if row.game == game:
            entries = table.store.journal.read(row.id).entries
            yield from (entry for entry in entries if entry["kind"] == DEAL)


def redeal(table: TableState, reason: str) -> None:
    """Redeal to everyone, because the wrong person saw a card; everyone reads the reason."""
    record = table.record
    if table.log.deal < 0:
        raise Refused(T("nothing has been dealt yet"))
    before = record.entries[table.log.deal]
    entry: Entry = {name: before[name] for name in ("kind", "without", "first", "follow") if name in before}
    _enter(table, entry, " ".join(reason.split())[:120])


def start_early(table: TableState) -> None:
    """Start play although not all have looked; everyone reads it."""
    if table.stage is Stage.LOOKING:
        mark_looked(table, -1, OWN)
        note(table, T("Play started before everyone had looked."))


def end(table: TableState) -> None:
    """End the game now: scored rounds count, and if there is none the same people choose again.

    An unfinished round is not scored.
    """
    state = table.state
    told = table.game_row.show
    is_over = state.status == OVER
    counts = not is_over and (state.status == ROUND_OVER or state.round > 1)
    if not is_over:
        enter(table, [{"kind": "stop"}])
    if not counts:
        table.update_game(show=told)  # what does not count is revealed no further
        open_lobby(table)


# -- between two rounds, and before the first: who joins, who plays on --------------------------------------------
def sit_down(table: TableState, seat_id: int) -> None:
    """Deal someone in from the next round on who came during the game, or who left or sat out; once."""
    number = index_of(table, seat_id)
    if number is None:
        _require_between_rounds(table)
        enter(table, [{"kind": "join", "name": seat_of(table, seat_id).name}])
    elif number in next_deal.find_left_out(table):
        set_plays_on(table, seat_id, True)


def set_plays_on(table: TableState, seat_id: int, plays: bool) -> None:
    """Deal a player in in the next round, or not; one who had left is back then."""
    _require_between_rounds(table)
    number = index_of(table, seat_id)
    if number is None:
        raise Refused(T("this player hasn't joined yet"))
    if plays and table.state.seats[number].retired:
        enter(table, [{"kind": "return", "seat": number}])
    before = next_deal.read_planned_deal(table)
    table.update_table(next_deal=replace(before, plays={**before.plays, str(seat_id): plays}))


def _require_between_rounds(table: TableState) -> None:
    if table.stage is not Stage.ROUND_OVER:
        raise Refused(T("this can be changed only between rounds"))


def run_clock(table: TableState, number: int, how: str) -> None:
    """Start, pause, lengthen or resume a timer of the game (``how``: "start", "pause", "longer", "go")."""
    record = table.record
    _, clocks, running = record.game.night_script(record.state)
    if not 0 <= number < len(clocks):
        raise NotFound(T("there is no such timer"))
    left = clocks[number].seconds
    stands = False
    if how != "start":
        if running is None:
            raise Refused(T("no timer is running"))
        ran = 0.0 if running.stands else clock.steady() - table.row.clock.since
        left = max(0, round(running.seconds - ran)) + (LONGER if how == "longer" else 0)
        stands = how == "pause" or (how == "longer" and running.stands)
    enter(table, [{"kind": CLOCK, "clock": number, "seconds": left, "stands": stands}])
