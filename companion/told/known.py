"""Knowledge in a game, entry by entry: the record folded, and asked who saw which card when.

Looks back from the end: a player whose card was dealt by hand knew it from the start, although the app has heard of it
only when everybody turned theirs up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.record.record import Record, live_entries, what_counts
from companion.rules.asking import Entry, Prepared, any_contains
from companion.rules.dealing import clan_of
from companion.rules.game import Game
from companion.rules.known import Card, Deal, Knowledge, Odds
from companion.rules.state import OVER, PLAYING, ROUND_OVER

DEAL, IDENTITIES, SET = "deal", "identities", "set"
Table = list[list[Odds]]
"""For each viewer the odds of each seat."""


@dataclass(frozen=True)
class Known:
    """Each seat's knowledge from entry ``entry`` on, until the next one. It was made in this ``round``, and in the turn
    with this number (0: before the first)."""

    entry: int
    round: int
    turn: int
    odds: Table
    over: bool
    """Whether play was over with it."""


@dataclass(frozen=True)
class Sure:
    """From entry ``entry`` on ``viewer`` could be sure that seat ``about`` has that ``card``."""

    viewer: int
    about: int
    card: str
    entry: int


@dataclass
class History:
    """Knowledge over a whole game: each entry that changed something, and when somebody could be sure."""

    entries: list[Known] = field(default_factory=list)
    sure: list[Sure] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As ``companion known`` prints it."""
        return {
            "entries": [{"entry": one.entry, "odds": _plain(one.odds)} for one in self.entries],
            "sure": [vars(one) for one in self.sure],
        }


def history_of(record: Record) -> History:
    found = History()
    last: Table = []
    for known in _told(record):
        fresh = record.entries[known.entry]["kind"] == DEAL
        if fresh or known.odds != last:
            found.entries.append(known)
            found.sure += _sure(known, [] if fresh else last)
            last = known.odds
    return found


def _told(record: Record) -> Iterator[Known]:
    """After each entry that counts, where somebody may have seen something or sat down."""
    game, state = record.game, record.game.start(record.players, record.given_options)
    counting = list(what_counts(record.entries, record.live()))
    amended = record.amended()
    knowledge: Knowledge | None = None
    seats = 0
    for place, (number, entries) in enumerate(counting):
        for entry in entries:
            turn = 0 if entry["kind"] == DEAL else state.number
            tells = None if entry["kind"] == DEAL else game.moves[entry["kind"]].tells(state, entry)
            game.fold(state, entry)
            if entry["kind"] == DEAL:
                later = [one for _, several in counting[place + 1 :] for one in several]
                cards = {seat: state.seats[seat].card for seat in state.players}
                blind = [seat for seat, card in cards.items() if card is not None and not game.sees_own(card)]
                knowledge = Knowledge(_deal(game, state, entry, later), bool(game.clans), blind)
            elif knowledge:
                by = amended.get(number)
                if by is None or state.by_hand or _was_shown(record, by, entry):
                    _look(game, knowledge, entry)
                    if tells is not None:
                        knowledge.is_told(entry["by"], f"entry {number}", tells)
                _exchange(game, knowledge, entry, [one for _, several in counting[place + 1 :] for one in several])
        if knowledge is None:
            continue
        _lie_open(game, state, knowledge)
        for seat in state.players:
            for key, tells in game.tellings(state, seat).items():
                knowledge.is_told(seat, key, tells)
        if knowledge.changed or seats != len(state.seats):
            knowledge.changed, seats = False, len(state.seats)
            odds = [knowledge.odds_of(one, seats) for one in range(seats)]
            yield Known(number, state.round, turn, odds, state.status != PLAYING)


def _look(game: Game[Any], knowledge: Knowledge, entry: Entry) -> None:
    seat = game.moves[entry["kind"]].looks_at(entry)
    if seat is not None:
        knowledge.looks_at(entry["by"], seat)


def _was_shown(record: Record, amend: int, entry: Entry) -> bool:
    """The app has shown a card that was looked at by an entry put in the place of another: it does so only
    while the turn still runs."""
    seat = record.game.moves[entry["kind"]].looks_at(entry)
    if seat is None:
        return False
    until = record.entries[: amend + 1]
    state = record.game.start(record.players, record.given_options)
    for _, entries in what_counts(until, live_entries(until)):
        for one in entries:
            record.game.fold(state, one)
    return any(peek.looker == entry["by"] and peek.target == seat for peek in state.peeks)


def _exchange(game: Game[Any], knowledge: Knowledge, entry: Entry, later: Sequence[Entry]) -> None:
    seat = game.moves[entry["kind"]].exchanges(entry)
    if seat is not None:
        knowledge.exchanges(seat, Card(entry.get("drawn") or _turned_up(game, seat, list(knowledge.held), later)))


def _lie_open(game: Game[Any], state: Any, knowledge: Knowledge) -> None:
    """Adds the cards that lie open now; all do when the round is over."""
    over = state.status in (ROUND_OVER, OVER) or state.last_kind == IDENTITIES
    players = [seat for seat in state.players if over or state.seats[seat].revealed]
    knowledge.turns_up(players)
    for seat in game.looks_aside(state):
        knowledge.looks_aside(seat)


# -- the deal, with what came to light later ------------------------------------------------------------------------
def _deal(game: Game[Any], state: Any, deal: Entry, later: Sequence[Entry]) -> Deal:
    seats: list[int] = state.players
    ways = game.prepared(len(seats), state.options)
    if "cards" in deal:
        dealt = dict(zip(seats, (_card(game, card) for card in deal["cards"]), strict=True))
        return Deal(ways, dealt, [_card(game, card) for card in deal["aside"]])
    later = _of_this_round(later)
    held = {seat: Card(_turned_up(game, seat, seats, later), _back(state, seat, later)) for seat in seats}
    for seat, card in held.items():
        if game.clans and card.face is not None:
            held[seat] = _card(game, card.face)
    faces = [card.face for card in held.values() if card.face is not None]
    if len(faces) == len(held) and not any_contains(ways, faces):
        ways = [*ways, Prepared(faces)]  # other cards than were agreed on: nobody could be sure of them
    return Deal(ways, held, _left(game, ways, [card.face for card in held.values()]))


def _card(game: Game[Any], face: str) -> Card:
    return Card(face, clan_of(face) if game.clans else "")


def _of_this_round(later: Sequence[Entry]) -> Sequence[Entry]:
    end = next((place for place, entry in enumerate(later) if entry["kind"] == DEAL), len(later))
    return later[:end]


def _turned_up(game: Game[Any], seat: int, seats: Sequence[int], later: Sequence[Entry]) -> str | None:
    """The card that a seat turned up when play was over, where nothing was exchanged for it until then."""
    found = None
    for entry in _of_this_round(later):
        move = game.moves[entry["kind"]]
        if cards := move.turns_up(entry):
            found = str(cards[sorted(seats).index(seat)])
        if found is None and move.exchanges(entry) == seat:
            return None
    return found


def _back(state: Any, seat: int, later: Sequence[Entry]) -> str:
    """The back that was typed, or what it was set right to."""
    back = state.seats[seat].clan or ""
    for entry in later:
        for one in (entry, *entry.get("seats", ())) if entry["kind"] == SET else ():
            back = one["clan"] if one.get("seat") == seat and "clan" in one else back
    return back


def _left(game: Game[Any], ways: Sequence[Prepared], faces: Sequence[str | None]) -> list[Card]:
    """The set-aside cards of a deal by hand, where it came to light what everybody had."""
    known = [face for face in faces if face is not None]
    fit = [way for way in ways if len(known) == len(faces) and any_contains([way], known)]
    return [_card(game, card) for card in (fit[0] - Prepared(known)).elements()] if len(fit) == 1 else []


# -- the answer -----------------------------------------------------------------------------------------------------
def _sure(known: Known, before: Table) -> Iterator[Sure]:
    for viewer, odds in enumerate(known.odds):
        for about, of_seat in enumerate(odds):
            was = before[viewer][about] if viewer < len(before) and about < len(before) else {}
            card = certain(of_seat)
            if viewer != about and card is not None and card != certain(was):
                yield Sure(viewer, about, card, known.entry)


def certain(odds: Odds) -> str | None:
    """The card that a seat must have, if there is but one."""
    return next((card for card, chance in odds.items() if chance == 1), None)


def _plain(odds: Table) -> list[list[dict[str, str]]]:
    return [[{card: str(chance) for card, chance in seat.items()} for seat in viewer] for viewer in odds]
