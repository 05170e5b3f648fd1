"""Highlights of a game that is over: sentences drawn from its tale by rules, each with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.rules.scoring import AGAINST
from companion.rules.text import TN, T, Text
from companion.told.tale import Round, Tale

MOST, LEAST = 6, 3
"""Sentences that are told at most, and at least if there are as many."""
OFTEN = 3
"""What happens so often is worth telling."""


class Highlight(NamedTuple):
    """One sentence. ``weight``: what weighs more is told rather than what weighs less."""

    weight: int
    text: Text


Rule = Callable[[Tale], Iterator[Highlight]]


def highlights(tale: Tale) -> list[Text]:
    """Three to six sentences, the weightiest first; of each rule one. None of a game whose turns nobody followed."""
    if not tale.rounds:
        return []
    rules = [rule for rule in RULES if tale.retold is None or rule.__name__ in tale.retold]
    found = [best for rule in rules if (best := max(rule(tale), key=lambda one: one.weight, default=None))]
    ordered = sorted(found, key=lambda one: -one.weight)
    told = [one for place, one in enumerate(ordered) if place < LEAST or one.weight > PLAIN]
    return [one.text for one in told[:MOST]]


PLAIN = 10
"""What weighs no more is told only where there is little else."""


# -- who fooled whom ------------------------------------------------------------------------------------------------
def won_alone(tale: Tale) -> Iterator[Highlight]:
    """One who dug against the others won a round alone, and nobody was on that side."""
    for one in tale.rounds:
        alone = [seat for seat in _against(one) if (seat,) == one.won and _alone_on_a_side(one, seat)]
        if alone and len(one.digs) > 2:
            text = T("{name} won alone, against everybody.")
            if tale.many:
                text = T("{name} won round {round} alone, against everybody.")
            yield Highlight(78, text.filled(name=tale.names[alone[0]], round=one.number))


def all_for_nothing(tale: Tale) -> Iterator[Highlight]:
    """Those who dug against the others did not win a round, and got nothing for it."""
    for one in tale.rounds:
        seats = _against(one)
        paid = tale.most_wins and any(one.gains[seat] > 0 for seat in seats if seat < len(one.gains))
        if seats and one.won and not set(seats) & {*one.won, *one.exchanged} and not paid:
            text = T("{names} dug against the others, and all for nothing.")
            if tale.many:
                text = T("In round {round} {names} dug against the others, and all for nothing.")
            yield Highlight(35, text.filled(names=_names(tale, seats), round=one.number))


def _against(one: Round) -> list[int]:
    """The seats whose last card digs against the others."""
    return [seat for seat, digs in one.digs.items() if digs == AGAINST]


def _alone_on_a_side(one: Round, seat: int) -> bool:
    return list(one.sides.values()).count(one.sides.get(seat, "")) == 1


# -- looks ----------------------------------------------------------------------------------------------------------
def looked_at(tale: Tale) -> Iterator[Highlight]:
    """A card at which others looked again and again."""
    for seat, times in Counter(deed.looked for deed in tale.deeds if deed.looked is not None).items():
        if times > 1:
            text = T("{name}'s card was looked at {n} times.", n=times, name=tale.names[seat])
            yield Highlight(40 + times, text)


def curious(tale: Tale) -> Iterator[Highlight]:
    """Players who looked at cards again and again."""
    for seat, times in Counter(deed.by for deed in tale.deeds if deed.looked is not None).items():
        if times > 1:
            yield Highlight(
                38 + times, T("{name} looked at other people's cards {n} times.", n=times, name=tale.names[seat])
            )


# -- gold -----------------------------------------------------------------------------------------------------------
def handed_round(tale: Tale) -> Iterator[Highlight]:
    """Gold that changed hands again and again in one round."""
    for one in tale.rounds:
        if len(one.thefts) >= OFTEN:
            text = T("In round {round} gold changed hands {n} times after it had been paid.", round=one.number)
            yield Highlight(70 + len(one.thefts), text.filled(n=len(one.thefts)))


def robbed_thief(tale: Tale) -> Iterator[Highlight]:
    """A thief who was robbed in the same round."""
    for one in tale.rounds:
        for thief, victim in one.thefts:
            if any(other == victim for other, _ in one.thefts):
                names = {"thief": tale.names[victim], "name": tale.names[thief]}
                yield Highlight(72, T("{thief} stole, and was robbed by {name}.", **names))


def one_short(tale: Tale) -> Iterator[Highlight]:
    """One gold, or point, more would have been enough."""
    best = sorted(set(tale.worth), reverse=True)
    if tale.most_wins and tale.winners and len(best) > 1 and best[0] - best[1] == 1:
        names = [tale.names[seat] for seat, worth in enumerate(tale.worth) if worth == best[1]]
        yield Highlight(68, TN("{names} was one short.", "{names} were one short.", len(names), names=names))


def last_gold(tale: Tale) -> Iterator[Highlight]:
    """Somebody gave the last gold for something."""
    for deed in tale.deeds:
        if deed.pays and deed.before[deed.by] == 1 and deed.after[deed.by] == 0:
            yield Highlight(58, T("{name} paid with the last gold: {what}.", name=tale.names[deed.by], what=deed.what))


def bled(tale: Tale) -> Iterator[Highlight]:
    """Players who lost gold again and again."""
    lost = Counter(
        seat
        for deed in tale.deeds
        for seat, (before, after) in enumerate(zip(deed.before, deed.after, strict=False))
        if after < before
    )
    for seat, times in lost.items():
        if times >= OFTEN:
            yield Highlight(48 + times, T("{name} lost gold {n} times.", n=times, name=tale.names[seat]))


def great_haul(tale: Tale) -> Iterator[Highlight]:
    """The most that one round has brought."""
    most = max((gain for one in tale.all for gain in one.gains), default=0)
    for one in tale.all:
        if tale.many and most > 2 and most in one.gains:
            seat = one.gains.index(most)
            text = T("Biggest haul: {name}, {n} in round {round}.", name=tale.names[seat])
            yield Highlight(20 + most, text.filled(n=most, round=one.number))


def empty_handed(tale: Tale) -> Iterator[Highlight]:
    """Whoever has nothing at the end, not even the win, where others have something."""
    poor = [seat for seat, worth in enumerate(tale.worth) if worth == 0]
    if len(poor) == 1 and len(tale.worth) > 2 and poor[0] not in tale.winners:
        yield Highlight(42, T("{name} went home with nothing.", name=tale.names[poor[0]]))


def shared_win(tale: Tale) -> Iterator[Highlight]:
    """A tie at the top."""
    if tale.most_wins and len(tale.winners) > 1:
        yield Highlight(45, T("Too close to call: {names} share the win.", names=_names(tale, tale.winners)))


# -- the way there --------------------------------------------------------------------------------------------------
def last_turn(tale: Tale) -> Iterator[Highlight]:
    """Somebody was out in the very last turn."""
    for one in tale.rounds:
        late = [seat for seat, turn in one.out if turn == one.turns]
        if late and len(one.out) > 1:
            yield Highlight(65, T("{name} was out in the last turn.", name=tale.names[late[-1]]))


def first_out(tale: Tale) -> Iterator[Highlight]:
    for one in tale.rounds:
        if one.out:
            seat, turn = one.out[0]
            text = (
                T("{name} was the first one out.") if turn is None else T("{name} was the first one out, in turn {n}.")
            )
            yield Highlight(25, text.filled(name=tale.names[seat], n=turn))


def left_inside(tale: Tale) -> Iterator[Highlight]:
    """The only one who did not get out."""
    for one in tale.rounds:
        inside = set(one.players) - {seat for seat, _ in one.out}
        if len(inside) == 1 and len(one.players) > 2:
            yield Highlight(62, T("Only {name} did not get out.", name=tale.names[inside.pop()]))


def hunted(tale: Tale) -> Iterator[Highlight]:
    """At whom most was played."""
    for seat, times in Counter(seat for deed in tale.deeds for seat in deed.targets).items():
        if times >= OFTEN:
            yield Highlight(45 + min(times, 9), T("{n} cards were played on {name}.", n=times, name=tale.names[seat]))


def feud(tale: Tale) -> Iterator[Highlight]:
    """Two who went for each other."""
    played = Counter((deed.by, seat) for deed in tale.deeds for seat in deed.targets)
    for (one, other), times in played.items():
        back = played.get((other, one), 0)
        if one < other and min(times, back) > 1:
            names = {"name": tale.names[one], "other": tale.names[other]}
            yield Highlight(52 + min(times + back, 9), T("{name} and {other} went for each other.", **names))


def hats(tale: Tale) -> Iterator[Highlight]:
    """Players whose role was exchanged more than once in a round."""
    for one in tale.rounds:
        for seat, times in Counter(one.exchanged).items():
            if times > 1:
                text = T("{name} had {n} role cards in one round.", name=tale.names[seat], n=times + 1)
                yield Highlight(55, text)


def comeback(tale: Tale) -> Iterator[Highlight]:
    """From the last place after the first round to the win."""
    first: Round | None = tale.all[0] if len(tale.all) > 1 else None
    if tale.most_wins and first and first.had:
        worst = [seat for seat in first.players if first.had[seat] == min(first.had)]
        if len(worst) == 1 and worst[0] in tale.winners:
            yield Highlight(74, T("{name} was last after the first round, and still won.", name=tale.names[worst[0]]))


def every_round(tale: Tale) -> Iterator[Highlight]:
    if len(tale.all) > 1:
        always = set(tale.all[0].won).intersection(*(one.won for one in tale.all))
        if len(always) == 1:
            yield Highlight(64, T("{name} won every round.", name=tale.names[always.pop()]))


def taken_back(tale: Tale) -> Iterator[Highlight]:
    """A table that changes its mind."""
    if tale.back >= 2 * OFTEN:
        yield Highlight(15, T("{n} entries were taken back.", n=tale.back))


# -- where there is little else -------------------------------------------------------------------------------------
def how_long(tale: Tale) -> Iterator[Highlight]:
    """How many turns it took."""
    turns = sum(one.turns for one in tale.all)
    if turns:
        yield Highlight(PLAIN, TN("It took {n} turn.", "It took {n} turns.", turns))


def against_us(tale: Tale) -> Iterator[Highlight]:
    """Digging against the others, in a round in which everybody kept the card."""
    for one in tale.rounds:
        seats = _against(one)
        if seats and not one.exchanged:
            text = TN("{names} dug against the others.", "{names} dug against the others.", len(seats))
            if tale.many:
                text = T("In round {round} {names} dug against the others.")
            yield Highlight(3, text.filled(names=_names(tale, seats), round=one.number))


def all_with_us(tale: Tale) -> Iterator[Highlight]:
    """A round in which nobody dug against the others."""
    for one in tale.rounds:
        if one.digs and not _against(one) and not one.exchanged:
            text = T("Nobody dug against the others, whatever people thought.")
            if tale.many:
                text = T("In round {round} nobody dug against the others, whatever people thought.")
            yield Highlight(9, text.filled(round=one.number))


def peaceful(tale: Tale) -> Iterator[Highlight]:
    """Nothing was ever played at anybody."""
    looks = any(deed.looked is not None for deed in tale.deeds)
    if _whole(tale) and not looks and not any(deed.named for deed in tale.deeds):
        yield Highlight(8, T("No card was played on anybody."))


def nobody_looked(tale: Tale) -> Iterator[Highlight]:
    """No card of another was ever looked at."""
    if _whole(tale) and all(deed.looked is None for deed in tale.deeds):
        yield Highlight(7, T("Nobody looked at a card of anybody else."))


def who_ended(tale: Tale) -> Iterator[Highlight]:
    """The last deed of the game."""
    if len(tale.deeds) > 1:
        deed = tale.deeds[-1]
        yield Highlight(6, T("{name} made the last move.", name=tale.names[deed.by]))


def who_began(tale: Tale) -> Iterator[Highlight]:
    """The first deed of the game."""
    if tale.deeds:
        deed = tale.deeds[0]
        yield Highlight(5, T("It began with {name}: {what}.", name=tale.names[deed.by], what=deed.what))


def at_the_table(tale: Tale) -> Iterator[Highlight]:
    """How many were there: what is left to say of a game in which nothing happened."""
    if tale.rounds:
        yield Highlight(1, T("{n} people sat at the table.", n=len(tale.names)))


def _whole(tale: Tale) -> bool:
    """Each card that was played is told."""
    return bool(tale.all) and all(one.whole for one in tale.all)


def _names(tale: Tale, seats: Sequence[int]) -> list[str]:
    return [tale.names[seat] for seat in seats]


RULES: tuple[Rule, ...] = (
    *(won_alone, all_for_nothing, looked_at, curious),
    *(handed_round, robbed_thief, one_short, last_gold, bled, great_haul, empty_handed, shared_win),
    *(last_turn, first_out, left_inside, hunted, feud, hats, comeback, every_round, taken_back),
    *(how_long, against_us, all_with_us, peaceful, nobody_looked, who_ended, who_began, at_the_table),
)
