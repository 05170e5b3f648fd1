"""A table at which a game is dealt by the protocol, without a program: each step can be made otherwise."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import game_by_id
from companion.record import fair
from companion.record.chance import Drawing, Drawn
from companion.record.record import Record
from companion.record.verify import Opened, to_json
from companion.rules.asking import Entry
from companion.rules.move import Shuffle

GAME = "dark-cave"
NAMES = ("Anna", "Ben", "Cleo", "Dan")
SECRET, OTHER = "ab" * 32, "cd" * 32
ANNA, BEN, CLEO, DAN = SEATS = (11, 12, 13, 14)


def bits_of(seat: int, of: str) -> str:
    """What the phone of a seat has drawn for a deal."""
    return hashlib.sha256(f"{seat} {of}".encode()).hexdigest()[:32]


def committed(seat: int, of: str, secret: str = SECRET, bits: str = "") -> str:
    """What it has sent."""
    return fair.commitment(fair.promise(secret), of, seat, bits or bits_of(seat, of))


@dataclass
class Phone:
    """What a phone keeps of a game, as static/js/phone-later/fair.js does."""

    seat: int
    promise: str = fair.promise(SECRET)
    bits: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    game: int = 1
    """The number under which it was shown the promise."""

    def shown(self, of: str = "1/1/1") -> Sequence[str]:
        """What it shows of that deal, or of the first it took part in, as the command takes it."""
        found = self.bits.get(f"{of} {self.seat}") or next(iter(self.bits.values()), None)
        return () if found is None else ("--bits", found["bits"], "--terms", found["terms"])

    def opens(self, deal: fair.Deal) -> fair.Deal:
        """It opens its bits for these terms."""
        bits = bits_of(self.seat, deal.of)
        terms = hashlib.sha256(deal.text.encode()).hexdigest()
        self.bits[f"{deal.of} {self.seat}"] = {"bits": bits, "sent": True, "terms": terms, "arrived": True}
        return deal.open(self.seat, bits)


@dataclass
class Machine:
    """Whoever runs it knows all of it, and may do anything."""

    secret: str = SECRET
    names: Sequence[str] = NAMES
    number: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    game: str = GAME
    deals: list[fair.Deal] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=lambda: [Phone(seat) for seat in SEATS])
    record: Record = field(init=False)

    def __post_init__(self) -> None:
        game = game_by_id(self.game)
        self.record = Record(game, self.names, game.complete(self.options))

    def bind(self, of: str = "", seats: Iterable[int] = SEATS, first: int | None = 0, **terms: Any) -> fair.Deal:
        """The terms of the next deal."""
        of = of or f"{self.number}/1/{len(self.deals) + 1}"
        players = [
            {"seat": seat, "name": name, "commitment": committed(seat, of, self.secret)}
            for seat, name in zip(seats, self.names, strict=True)
        ]
        asked = {"kind": "deal"} if first is None else {"kind": "deal", "first": first}
        head = {"version": fair.VERSION, "table": "TABLE", "promise": fair.promise(self.secret), "of": of}
        more = {"game": self.game, "options": self.record.state.options, "players": players, "deal": asked}
        return fair.Deal({**head, **more, **terms})

    def opened(self, deal: fair.Deal, but: Iterable[int] = ()) -> fair.Deal:
        """All phones open."""
        for phone in self.phones:
            deal = deal if phone.seat in but else phone.opens(deal)
        return deal

    def deal(self, deal: fair.Deal | None = None, enter: Callable[[Entry], Entry] = lambda entry: entry) -> Entry:
        """The cards come; ``enter`` makes another entry of it."""
        deal = deal or self.opened(self.bind())
        filled, drawn = self.drawing(deal).fill_in(self.record, dict(deal.terms["deal"]))
        self.deals.append(replace(deal, entry=len(self.record.entries)))
        entry = enter(filled)
        self.record.append(entry)
        self.drawn += drawn
        return entry

    def drawing(self, deal: fair.Deal) -> Drawing:
        def shuffle(label: str, of: str) -> Shuffle:
            return fair.Draw(deal.key(self.secret), label).shuffle

        return Drawing(self.number, self.drawn, shuffle, deal.of)

    def tells(self) -> dict[str, Any]:
        """The record of the game, which is over."""
        self.record.append({"kind": "end", "reason": "agreed"})
        opened = Opened(fair.promise(self.secret), self.secret, tuple(self.drawn), tuple(self.deals))
        found: dict[str, Any] = json.loads(json.dumps({**self.record.to_json(), "chance": to_json(opened)}))
        return found
