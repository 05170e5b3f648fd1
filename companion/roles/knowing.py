"""Deals of a game in one file: how many there are, what each seat is told, and which deals fit what it was told.

A deal is the cards before the seats in their order; those aside are the rest and lie in no order. A seat knows its card
(where that is told), the open and the chosen cards, and the words it has read, in every language; it doesn't know which
rule made them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, perm
from operator import sub
from typing import NamedTuple

from companion.roles.form import CARDS, NAMES, PLACE, Form, Learning, say

Deal = tuple[str, ...]
"""The card of each seat."""
Reading = tuple[str, ...]
"""One sentence in each language of the file."""
Pointed = tuple[tuple[int, ...], tuple[frozenset[str], ...]]
"""Seats that a sentence names, and for each the cards that read as it says."""
Groups = Mapping[tuple[frozenset[str], bool], int]
"""How many seats can have these cards; the viewer stands alone."""
Laid = tuple[tuple[int, ...], int]
"""How many seats of each group are free, and the sets of ``some`` that were met, as bits."""
Step = tuple[Laid, Laid, tuple[int, ...], int]
"""A card is laid: from a state to another one, so many copies before each group, in so many ways."""


class Learnt(NamedTuple):
    """What a seat is told by one rule: about which seats (None: the rule is about none), and with which cards."""

    rule: Learning
    seats: tuple[int, ...] | None
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class Fitting:
    """Deals by what may lie where: the cards that each seat can have, and ``some``: of each of these sets at least one
    card lies before another seat than ``viewer``."""

    viewer: int
    allowed: tuple[frozenset[str], ...]
    some: frozenset[frozenset[str]] = frozenset()

    def but(self, allowed: Mapping[int, frozenset[str]], some: frozenset[str] | None = None) -> Fitting | None:
        """The same with less allowed for these seats; None where nothing is left for one."""
        cut = tuple(here & allowed[seat] if seat in allowed else here for seat, here in enumerate(self.allowed))
        if not all(cut):
            return None
        return Fitting(self.viewer, cut, self.some | {some} if some is not None else self.some)


@dataclass(frozen=True)
class Table:
    """A game in one file as these people play it: the cards that are dealt to them and those aside."""

    form: Form
    names: tuple[str, ...]
    deck: Mapping[str, int]

    @property
    def players(self) -> int:
        return len(self.names)

    # -- what is told -------------------------------------------------------------------------------------------
    def rules_of(self, card: str) -> list[Learning]:
        return [one for one in self.form.learns if self.players in one.players and card in one.who]

    def learnt(self, deal: Deal, seat: int) -> list[Learnt]:
        """What the seat is told at this deal, in the order of the file; a rule that tells it nothing is left out."""
        found: list[Learnt] = []
        for rule in self.rules_of(deal[seat]):
            if rule.of is None:
                found.append(Learnt(rule, None, None))
                continue
            seats = tuple(one for one, card in enumerate(deal) if one != seat and card in rule.of)
            if seats or rule.none is not None:
                cards = tuple(deal[one] for one in seats) if rule.card else None
                found.append(Learnt(rule, seats, cards))
        return found

    def words(self, one: Learnt, lang: str, drawn: Mapping[str, str] | None = None) -> str:
        """The sentence of what was learnt. ``drawn`` fills the placeholders of ``[draw]``; without it they stay."""
        return self._said(one.rule, one.seats, one.cards, lang, drawn)

    def _said(
        self,
        rule: Learning,
        seats: Sequence[int] | None,
        cards: Sequence[str] | None,
        lang: str,
        drawn: Mapping[str, str] | None = None,
    ) -> str:
        words = rule.none if seats is not None and not seats and rule.none is not None else rule.says
        if seats is None:
            values: dict[str, str] = {}
        else:
            values = {NAMES: ", ".join(self.names[one] for one in seats)}
            if cards is not None:
                values[CARDS] = ", ".join(
                    f"{self.names[one]}: {say(self.form.cards[card].name, lang)}"
                    for one, card in zip(seats, cards, strict=True)
                )
        values |= drawn or {}
        return PLACE.sub(lambda place: values.get(place[1], place[0]), say(words, lang))

    def _reading(self, rule: Learning, seats: Sequence[int] | None, cards: Sequence[str] | None) -> Reading:
        """A sentence as it is compared: which word of a pair comes first is drawn, so both read alike."""
        return tuple(self._said(rule, seats, cards, lang, self._alike) for lang in self.form.languages)

    @cached_property
    def _alike(self) -> dict[str, str]:
        pairs = [one for one in self.form.draws.values() if one.kind == "pair"]
        return {f"{one.id}.{n}": f"\0{one.id}" for one in pairs for n in (1, 2)}

    # -- which deals fit ----------------------------------------------------------------------------------------
    @cached_property
    def open_cards(self) -> frozenset[str]:
        """Everybody sees who has these, and that nobody has one that lies aside."""
        return frozenset(id for id in self.deck if self.form.cards[id].open or self.form.cards[id].chosen)

    def fitting(self, deal: Deal, seat: int) -> list[Fitting]:
        """All deals that this seat can't tell from this one, as sets that have none in common."""
        hidden = frozenset(self.deck) - self.open_cards
        seen = tuple(frozenset({card}) if card in self.open_cards else hidden for card in deal)
        read = [self._reading(*one) for one in self.learnt(deal, seat)]
        told = self.form.cards[deal[seat]].told
        own = [deal[seat]] if told else [id for id in self.deck if not self.form.cards[id].told]
        found: list[Fitting] = []
        for card in own:
            if start := Fitting(seat, seen).but({seat: frozenset({card})}):
                found += self._told_so(self.rules_of(card), read, start)
        return found

    def _told_so(self, rules: Sequence[Learning], read: Sequence[Reading], so_far: Fitting) -> Iterator[Fitting]:
        """The deals in which these rules say just these sentences."""
        if not rules:
            if not read:
                yield so_far
            return
        rule, *others = rules
        for rest, found in self._one_rule(rule, read, so_far):
            yield from self._told_so(others, rest, found)

    def _one_rule(
        self, rule: Learning, read: Sequence[Reading], so_far: Fitting
    ) -> Iterator[tuple[Sequence[Reading], Fitting]]:
        """Ways in which the rule says the first of the sentences, or nothing; with the sentences that are left."""
        first, rest = (read[0], read[1:]) if read else (None, read)
        if rule.of is None:
            if first == self._reading(rule, None, None):
                yield rest, so_far
            return
        others = [one for one in range(self.players) if one != so_far.viewer]
        every = frozenset(self.deck)
        nobody = so_far.but(dict.fromkeys(others, every - rule.of))
        if nobody is not None:
            if rule.none is None:
                yield read, nobody
            elif first == self._reading(rule, (), ()):
                yield rest, nobody
        if first is None:
            return
        if _shows(rule, NAMES) or _shows(rule, CARDS):
            for seats, allowed in self._named(rule, first, others):
                there = dict.fromkeys(others, every - rule.of) | dict(zip(seats, allowed, strict=True))
                if (found := so_far.but(there)) is not None:
                    yield rest, found
        elif first == self._reading(rule, (others[0],), None):
            yield rest, Fitting(so_far.viewer, so_far.allowed, so_far.some | {rule.of})

    def _named(self, rule: Learning, read: Reading, others: Sequence[int]) -> Iterator[Pointed]:
        """The seats that a sentence names, and the cards that it says each has: those that read alike."""
        assert rule.of is not None
        place = CARDS if _shows(rule, CARDS) else NAMES
        found: list[Pointed] | None = None
        for which, lang in enumerate(self.form.languages):
            if f"{{{place}}}" not in say(rule.says, lang):
                continue
            here = list(self._pointed(rule, rule.of, read[which], lang, others))
            # What reads alike in one language may differ in another.
            met = here if found is None else [
                (seats, tuple(a & b for a, b in zip(some, more, strict=True)))
                for seats, some in found for other, more in here if other == seats
            ]  # fmt: skip
            found = [one for one in met if all(one[1])]
        for seats, allowed in found or ():
            cards = [min(one) for one in allowed] if place == CARDS else None
            if self._reading(rule, seats, cards) == read:
                yield seats, allowed

    def _pointed(
        self, rule: Learning, of: frozenset[str], read: str, lang: str, others: Sequence[int]
    ) -> Iterator[Pointed]:
        """What a sentence in this language points at. Where the names alone come first they say which seats; the list
        with the cards is then about these."""
        text = PLACE.sub(lambda one: self._alike.get(one[1], one[0]), say(rule.says, lang))
        names, cards = f"{{{NAMES}}}", f"{{{CARDS}}}"
        before, _, _ = text.partition(names)
        if cards not in text:
            if read.startswith(before):
                yield from self._listed(read[len(before) :], {"": of}, others)
            return
        labels: dict[str, frozenset[str]] = {}
        for card in of & frozenset(self.deck):
            label = f": {say(self.form.cards[card].name, lang)}"
            labels[label] = labels.get(label, frozenset()) | {card}
        until, _, _ = text.partition(cards)
        if names not in until:
            if read.startswith(until):
                yield from self._listed(read[len(until) :], labels, others)
            return
        for seats, _ in self._listed(read[len(before) :], {"": of}, others) if read.startswith(before) else ():
            said = until.replace(names, ", ".join(self.names[one] for one in seats))
            if read.startswith(said):
                yield from (one for one in self._listed(read[len(said) :], labels, seats) if one[0] == seats)

    def _listed(self, rest: str, labels: Mapping[str, frozenset[str]], among: Sequence[int]) -> Iterator[Pointed]:
        """Ways to read the beginning of a text as a list of seats in their order, each with one of the labels."""
        for place, seat in enumerate(among):
            for label, cards in labels.items():
                said = self.names[seat] + label
                if rest.startswith(said):
                    yield (seat,), (cards,)
                    if rest.startswith(", ", len(said)):
                        for seats, more in self._listed(rest[len(said) + 2 :], labels, among[place + 1 :]):
                            yield (seat, *seats), (cards, *more)

    # -- counting -----------------------------------------------------------------------------------------------
    def deals(self) -> int:
        """Ways to lay the cards before the seats that differ."""
        every = frozenset(self.deck)
        return self.count(Fitting(0, (every,) * self.players))

    def count(self, fitting: Fitting) -> int:
        """How many deals there are of these."""
        _, ways, _ = self._laid_out(fitting, weighed=False)
        return sum(ways[-1][state] for state in _done(fitting, ways[-1]))

    def fits(self, deal: Deal, seat: int) -> int:
        """How many deals this seat can't tell from this one, itself among them."""
        return sum(self.count(one) for one in self.fitting(deal, seat))

    def odds(
        self, deal: Deal, seat: int, allowed: Mapping[int, frozenset[str]] | None = None
    ) -> list[Mapping[str, Fraction]]:
        """For that seat which cards each could have, as shares of the deals it can't tell from this one; ``allowed`` is
        what it has learnt since of single seats. A deal weighs as often as its cards can be dealt: there
        may be several of one kind, and some lie aside."""
        found: list[dict[str, Fraction]] = [{} for _ in deal]
        for one in self.fitting(deal, seat):
            cut = one.but(allowed or {})
            shares = self._shares(cut) if cut else {}
            for about, here in enumerate(cut.allowed if cut else ()):
                for id, share in shares[here, about == seat].items():
                    found[about][id] = found[about].get(id, Fraction(0)) + share
        whole = [sum(one.values()) for one in found]
        return [{id: share / of for id, share in sorted(one.items())} for one, of in zip(found, whole, strict=True)]

    def _laid_out(self, fitting: Fitting, weighed: bool) -> tuple[Groups, list[dict[Laid, int]], list[list[Step]]]:
        """How often one comes to each state, a kind of card after the other, and the steps on the way. Seats that can
        have the same are counted together, so that twelve different cards are no work. ``weighed``: copies of a card
        are told apart."""
        groups = Counter((here, seat == fitting.viewer) for seat, here in enumerate(fitting.allowed))
        some, left, every = list(fitting.some), list(self.deck), (1 << len(fitting.some)) - 1
        ways: list[dict[Laid, int]] = [{(tuple(groups.values()), 0): 1}]
        steps: list[list[Step]] = []
        for card, copies in self.deck.items():
            left.remove(card)
            met = sum(1 << i for i, one in enumerate(some) if card in one)
            later = sum(1 << i for i, one in enumerate(some) if not one.isdisjoint(left))
            ways.append({})
            steps.append([])
            for (free, mask), n in ways[-2].items():
                most = [left if card in here else 0 for left, (here, _) in zip(free, groups, strict=True)]
                for laid, times in _laid(tuple(most), free, copies):
                    seen = met and any(k and not own for k, (_, own) in zip(laid, groups, strict=True))
                    after = tuple(map(sub, free, laid)), mask | (met if seen else 0)
                    if after[1] | later == every:
                        weight = times * perm(copies, sum(laid)) if weighed else times
                        ways[-1][after] = ways[-1].get(after, 0) + n * weight
                        steps[-1].append(((free, mask), after, laid, weight))
        return groups, ways, steps

    def _shares(self, fitting: Fitting) -> dict[tuple[frozenset[str], bool], dict[str, Fraction]]:
        """By what seats can have (and whether it is the viewer's) in how many of these deals one of them has each card.
        Counted forwards card by card, and backwards by what is still to come."""
        groups, ways, steps = self._laid_out(fitting, weighed=True)
        rest = dict.fromkeys(_done(fitting, ways[-1]), 1)
        found: dict[tuple[frozenset[str], bool], dict[str, Fraction]] = {group: {} for group in groups}
        for card, before, moves in zip(reversed(list(self.deck)), reversed(ways[:-1]), reversed(steps), strict=True):
            earlier: dict[Laid, int] = {}
            for state, after, laid, times in moves:
                on = rest.get(after, 0) * times
                if not on:
                    continue
                earlier[state] = earlier.get(state, 0) + on
                for k, (group, size) in zip(laid, groups.items(), strict=True):
                    if k:
                        share = Fraction(before[state] * on * k, size)
                        found[group][card] = found[group].get(card, Fraction(0)) + share
            rest = earlier
        return found


def _done(fitting: Fitting, states: Iterable[Laid]) -> list[Laid]:
    """The states in which no seat is without a card, and each set of ``some`` was met."""
    return [(free, met) for free, met in states if not any(free) and met == (1 << len(fitting.some)) - 1]


@lru_cache(2**14)
def _laid(most: tuple[int, ...], free: tuple[int, ...], copies: int) -> list[tuple[tuple[int, ...], int]]:
    """How many copies of a card may be laid before seats of each group, and in how many ways each."""
    if not most:
        return [((), 1)]
    return [
        ((k, *others), comb(free[0], k) * times)
        for k in range(min(most[0], copies) + 1)
        for others, times in _laid(most[1:], free[1:], copies - k)
    ]


def _shows(rule: Learning, place: str) -> bool:
    return any(f"{{{place}}}" in text for text in rule.says.values())


def table(form: Form, names: Sequence[str], on: Collection[str] | None = None) -> Table:
    """The game as so many play it, with these optional cards switched on (None: as the file has it)."""
    return Table(form, tuple(names), form.deck(len(names), on))
