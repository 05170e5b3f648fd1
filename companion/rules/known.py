"""Knowledge is which deals fit: which cards a seat could have for each viewer, with exact odds, from hard facts alone.

A deal fits where it has the cards that the viewer has seen in their places, and the backs, and is as the viewer was
told. Cards that a viewer has neither seen nor been told of are exchangeable among those with the same back, so the
deals need not be laid one by one: they are counted. Where a game can be prepared in more than one way, each way weighs
as much as it makes what was seen likely.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod
from typing import NamedTuple

from companion.rules.asking import Prepared
from companion.rules.state import Tells

Odds = Mapping[str, Fraction]
"""By card how likely a seat has it; cards with no chance are left out. Empty for a seat without a card."""


@dataclass(eq=False)
class Card:
    """One card of a round, wherever it lies. ``face`` is None where the app never learns it, ``back`` what is public of
    it: the clan, "" where all backs are alike."""

    face: str | None
    back: str = ""


@dataclass
class Deal:
    """A deal as it was, with what came to light later: the face of each seat's card and of those set aside."""

    ways: Sequence[Prepared]
    seats: Mapping[int, Card]
    aside: Sequence[Card]


@dataclass
class Knowledge:
    """The cards of one round, and by whom each has been seen. Seats are their numbers; a viewer is a seat.

    ``backed``: a card's id begins with its back, the clan, and a dash. ``blind`` are the seats that are not shown their
    own card.
    """

    deal: Deal
    backed: bool
    blind: Collection[int] = ()
    held: dict[int, Card] = field(init=False)
    """The card of each seat that has one, as it is now."""
    changed: bool = field(default=True, init=False)
    """Whether somebody has seen a card since this was set to False."""

    def __post_init__(self) -> None:
        self.held = dict(self.deal.seats)
        self._dealt = list(self.held.values())
        self._aside = list(self.deal.aside)
        self._turned_up: set[Card] = set()
        self._seen: dict[int, set[Card]] = {seat: {card} for seat, card in self.held.items() if seat not in self.blind}
        self._told: dict[int, dict[str, Tells]] = {}

    # -- facts --------------------------------------------------------------------------------------------------
    def looks(self, viewer: int, cards: Iterable[Card]) -> None:
        """The viewer has seen these cards."""
        seen = self._seen.setdefault(viewer, set())
        new = set(cards) - seen
        seen |= new
        self.changed = self.changed or bool(new)

    def looks_at(self, viewer: int, seat: int) -> None:
        """The viewer has seen the card that this seat has now."""
        if seat in self.held:
            self.looks(viewer, [self.held[seat]])

    def looks_aside(self, viewer: int) -> None:
        """The viewer has seen the set-aside cards."""
        self.looks(viewer, self._aside)

    def is_told(self, viewer: int, key: str, tells: Tells) -> None:
        """The viewer has been told something of the deal; ``key`` says which telling it is, for it counts once."""
        told = self._told.setdefault(viewer, {})
        self.changed = self.changed or key not in told
        told.setdefault(key, tells)

    def turns_up(self, seats: Collection[int]) -> None:
        """These seats' cards lie open before everybody."""
        new = {self.held[seat] for seat in seats if seat in self.held} - self._turned_up
        self._turned_up |= new
        self.changed = self.changed or bool(new)

    def exchanges(self, seat: int, drawn: Card) -> None:
        """The seat's card is out, and it has one drawn blindly from the set-aside cards, of which nobody has seen any.
        Its owner looks at it."""
        drawn = next((card for card in self._aside if card.face == drawn.face), drawn)
        self._aside = [card for card in self._aside if card is not drawn]
        self.held[seat] = drawn
        self.changed = True
        self.looks(seat, [drawn])

    # -- counting -----------------------------------------------------------------------------------------------
    def odds_of(self, viewer: int, seats: int) -> list[Odds]:
        """For ``viewer`` which cards each of so many seats could have."""
        counted = self._counted(viewer)
        return [counted.of(self.held.get(seat)) for seat in range(seats)]

    def _counted(self, viewer: int) -> _Counted | _Laid:
        told = self._told.get(viewer)
        seen = {card for card in self._turned_up | self._seen.get(viewer, set()) if card.face is not None}
        if told:
            places: Places = defaultdict(lambda: defaultdict(Fraction))
            for way in self.deal.ways:
                _lay(way, self.deal, seen, list(told.values()), self._back, places)
            return _Laid(places)
        faces = Counter(card.face or "" for card in seen)
        backs = Counter(card.back for card in self._dealt if card not in seen)
        left = [(_likely(way, faces, backs, self._back), _less(way, faces)) for way in self.deal.ways]
        return _Counted(seen, [one for one in left if one[0]], self._back)

    def _back(self, card: str) -> str:
        return card.partition("-")[0] if self.backed else ""


@dataclass
class _Counted:
    """The cards that a viewer has not seen, by the ways in which the cards may have been prepared, each with its
    weight."""

    seen: Collection[Card]
    left: Sequence[tuple[Fraction, Prepared]]
    back: Callable[[str], str]

    def of(self, card: Card | None) -> Odds:
        if card is None:
            return {}
        if card in self.seen:
            return {card.face or "": Fraction(1)}
        found: dict[str, Fraction] = {}
        for weight, left in self.left:
            pool = {face: count for face, count in left.items() if self.back(face) == card.back}
            for face, count in pool.items():
                found[face] = found.get(face, Fraction(0)) + weight * Fraction(count, sum(pool.values()))
        whole = sum(found.values())
        return {face: found[face] / whole for face in sorted(found)} if whole else {}


class _Laid(NamedTuple):
    """The deals that fit what a viewer was told: by the identity of a card that lies somewhere, how much each face of
    it weighs among them."""

    places: Mapping[int, Mapping[str, Fraction]]

    def of(self, card: Card | None) -> Odds:
        found = {} if card is None else self.places.get(id(card), {card.face or "": Fraction(1)})
        whole = sum(found.values())
        return {face: found[face] / whole for face in sorted(found)} if whole else {}


Places = dict[int, dict[str, Fraction]]
Laid = tuple[tuple[int, ...], tuple[str, ...]]
"""How many cards are left of each face, and what has been laid so far, where somebody was told of the whole deal."""


def _lay(
    way: Prepared,
    deal: Deal,
    seen: Collection[Card],
    told: Sequence[Tells],
    back: Callable[[str], str],
    places: Places,
) -> None:
    """Cards are laid seat by seat, each that may lie there; deals that go on alike from a seat on are counted once."""
    seats, faces, wholes = sorted(deal.seats), sorted(way), [one.fits for one in told if one.fits]
    hidden = [card for card in deal.aside if card not in seen]
    shown = Counter(card.face or "" for card in deal.aside if card in seen)

    def may_lie(seat: int, face: str) -> bool:
        card = deal.seats[seat]
        fits = face == card.face if card in seen else back(face) == card.back
        return fits and all(one.may(seat, face) for one in told)

    def rest(state: Laid) -> Counter[str]:
        return Counter(dict(zip(faces, state[0], strict=True)))

    def lay(state: Laid, face: int) -> Laid:
        left, laid = state
        after = (*left[:face], left[face] - 1, *left[face + 1 :])
        return after, (*laid, faces[face]) if wholes else ()

    @cache
    def deals(number: int, state: Laid) -> int:
        """As many deals go on from the ``number``-th seat on, each card one of its own."""
        if number < len(seats):
            return sum(state[0][n] * deals(number + 1, lay(state, n)) for n in open_to[number] if state[0][n])
        fits = all(whole(dict(zip(seats, state[1], strict=True))) for whole in wholes)
        return prod(perm(rest(state)[face], count) for face, count in shown.items()) if fits else 0

    open_to = [[n for n, face in enumerate(faces) if may_lie(seat, face)] for seat in seats]
    part = Fraction(1, perm(way.total(), len(seats) + shown.total()))
    reached: dict[Laid, int] = {(tuple(way[face] for face in faces), ()): 1}
    for number, seat in enumerate(seats):
        further: dict[Laid, int] = defaultdict(int)
        for (state, times), n in product(reached.items(), open_to[number]):
            if on := deals(number + 1, after := lay(state, n)) if state[0][n] else 0:
                places[id(deal.seats[seat])][faces[n]] += part * times * state[0][n] * on
                further[after] += times * state[0][n]
        reached = further
    for state, times in reached.items():
        left = rest(state) - shown
        for card in hidden:
            pool = {face: count for face, count in left.items() if back(face) == card.back}
            for face, count in pool.items():
                share = Fraction(count, sum(pool.values()))
                places[id(card)][face] += part * times * deals(len(seats), state) * share


def _less(way: Prepared, faces: Counter[str]) -> Prepared:
    """The prepared cards that were not seen."""
    return Prepared({card: count - faces[card] for card, count in way.items() if count > faces[card]})


def _likely(way: Prepared, faces: Counter[str], backs: Counter[str], back: Callable[[str], str]) -> Fraction:
    """How likely these very cards, seen in their places, and these backs are, when the cards were prepared so."""
    left = _less(way, faces)
    of_back: Counter[str] = Counter()
    for card, count in left.items():
        of_back[back(card)] += count
    found = 1
    for card, count in faces.items():
        found *= perm(way[card], count)
    for one, count in backs.items():
        found *= perm(of_back[one], count)
    # More cards than were prepared may have been seen: by hand, more hats may be exchanged than cards lie aside.
    return Fraction(found, perm(way.total(), faces.total() + backs.total())) if found else Fraction(0)
