"""Deals that anybody can check: what phones commit to, the terms that "Deal" binds, the bits that phones then open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from companion.kept.store import SeatingRow
from companion.record import fair
from companion.record.record import Record
from companion.rules.asking import Entry
from companion.rules.state import OVER, PLAYING
from companion.rules.text import T
from companion.table.at import LOBBY, At

WAIT = T("the cards are being dealt: they come in a moment")
"""All that is said to whoever does anything else meanwhile."""
PATIENCE = 2.0
"""Seconds in which phones open their bits."""


def commit(at: At, given: Iterable[tuple[int, str, str]]) -> list[str]:
    """Keeps what seats commit to, each as seat, deal and commitment. What stands of theirs: a seat's first."""
    awaited, sitting = coming(at), {seat.id for seat in at.seats}
    return [
        at.dice.commit(of, seat, commitment)
        for seat, of, commitment in given
        if of in awaited and seat in sitting and fair.DIGEST.fullmatch(commitment)
    ]


def coming(at: At) -> list[str]:
    """The deals that may come, which phones commit to."""
    number, state = at.dice.number, at.record.state if at.record else None
    found = [(number + 1, 1)]
    if state is not None and state.status != OVER and at.game_row:
        rounds = at.playing[1].game.rounds(state)
        fresh = [(number, state.round)] if state.status == PLAYING else []
        found += [*fresh, *([(number, state.round + 1)] if state.round < rounds else [])]
    return [at.dice.next_deal(*one) for one in found if one[0] in at.dice.promises]


def bind(at: At, seats: Sequence[SeatingRow], record: Record, game: int, entry: Entry, awake: Collection[int]) -> None:
    """Binds the terms of the next deal: a round of that ``game`` of the table, ``record`` as it stands. Only phones
    that are ``awake`` take part."""
    state = record.state
    of = at.dice.next_deal(game, state.round + (state.status != PLAYING))
    committed = at.dice.committed(of)
    players: list[dict[str, Any]] = []
    for seat, name in zip(seats, state.names, strict=True):
        player: dict[str, Any] = {"seat": seat.id, "name": name}
        if seat.id in committed and seat.id in awake:
            player["commitment"] = committed[seat.id]
        elif seat.phone:
            player["asleep"] = True
        players.append(player)
    head = {"version": fair.VERSION, "table": at.row.code, "promise": at.dice.promises[game], "of": of}
    at.dice.bind({**head, "game": record.game.id, "options": state.options, "players": players, "deal": entry})


def open_bits(at: At, given: Mapping[int, str]) -> list[int]:
    """Phones open the bits of their seats for the deal that is pending; what is late is dropped. Whose bits stand."""
    deal = at.dice.pending
    if deal is None:
        return []
    for seat, bits in given.items():
        deal = deal.open(seat, bits)
    if deal is not at.dice.pending:
        at.dice.settle(deal)
    return [seat for seat, bits in given.items() if deal.opened.get(seat) == bits]


def told(at: At) -> dict[str, Any]:
    """All that every page is told of the table's deals: what phones go by, and what has come of it so far."""
    dice, state = at.dice, at.record.state if at.record else None
    deal, dealt = dice.pending, dice.current.deals if dice.current else ()
    begun, drawn_openly = state is not None and at.phase != LOBBY, bool(dice.current and dice.current.opened)
    names = [[seat.name for seat in at.seats], list(state.names) if state else []]
    return {
        "table": at.row.code,
        "promises": {str(game): promise for game, promise in dice.promises.items()},
        "games": [game for game in (dice.number, dice.number + 1) if game],
        "coming": coming(at),
        "terms": deal.text if deal else None,
        "opened": list(deal.opened) if deal else [],
        "players": names,
        "game": at.game.id,
        "options": state.options if begun and state else at.game.complete(at.chosen.options),
        "over": dice.number if drawn_openly else None,
        "fits": begun and not drawn_openly and bool(dealt) and all(_whole(one) for one in dealt),
    }


def _whole(deal: fair.Deal) -> bool:
    """All who took part in the deal have opened their bits."""
    return bool(deal.opened) and not deal.withheld and not deal.given_up
