"""Highlights of a game that is over: what its log shows of one person and of nobody else.

Numbers over several games are the history's; the sentences are shown next to the winner, and in the history.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from companion.engine import scoring
from companion.engine.scoring import AGAINST
from companion.engine.text import T, Text
from companion.record.summary import Attack, GameSummary, RoundSummary

MOST = 2
"""How many sentences are shown at most."""
OFTEN = 3
"""From how many times on something is worth a highlight."""
Kind = Callable[[GameSummary], Text | None]


def highlights(tale: GameSummary) -> list[Text]:
    """Return two sentences at most, of the kinds that come first."""
    found = (kind(tale) for kind in KINDS)
    return [text for text in found if text is not None][:MOST]


# -- how rounds came out --------------------------------------------------------------------------------------------
def find_lone_winner(tale: GameSummary) -> Text | None:
    """Find a round that was won by someone who was the only one of a side."""
    found: dict[int, Text] = {}
    for summary in tale.rounds:
        seat = scoring.find_lone_winner({seat: side.id for seat, side in summary.sides.items()}, summary.won)
        if seat is not None:
            text = T("{name} won alone, with nobody else on their side.", name=tale.names[seat])
            found.setdefault(seat, _in_round(tale, summary, text))
    return _only(found.values())


def find_comeback(tale: GameSummary) -> Text | None:
    """Find who was last after the first round and won."""
    if not tale.most_wins or len(tale.rounds) < 2:
        return None
    first = tale.rounds[0]
    had = {seat: first.had[seat] for seat in first.players}
    last = [seat for seat in had if had[seat] == min(had.values())]
    found = [T("{name} was last after the first round, and still won.", name=tale.names[seat]) for seat in last]
    return _only(found) if list(tale.winners) == last[:1] else None


def find_every_round_winner(tale: GameSummary) -> Text | None:
    """Find someone who was always on the right side, while rounds were won by different ones."""
    if len(tale.rounds) < 2 or not all(summary.won for summary in tale.rounds):
        return None
    always = set.intersection(*(set(summary.won) for summary in tale.rounds))
    return _only(T("Only {name} won every round.", name=tale.names[seat]) for seat in always)


def find_one_short(tale: GameSummary) -> Text | None:
    """Find who would have won with one gold, or point, more."""
    if not tale.most_wins or not tale.winners:
        return None
    best = max(tale.worth)
    short = (seat for seat, worth in enumerate(tale.worth) if worth == best - 1)
    return _only(T("{name} was one short of winning.", name=tale.names[seat]) for seat in short)


def find_left_inside(tale: GameSummary) -> Text | None:
    """Find the only one who did not get out."""
    found: dict[int, Text] = {}
    for summary in tale.rounds:
        inside = set(summary.players) - summary.out
        if summary.scored and len(inside) == 1 < len(summary.players) - 1:
            (seat,) = inside
            found[seat] = _in_round(
                tale, summary, T("{name} was the only one who didn't get out.", name=tale.names[seat])
            )
    return _only(found.values())


def find_robbed_thief(tale: GameSummary) -> Text | None:
    """Find a thief of gold who lost gold to another thief, in one round."""
    found: dict[tuple[int, int], Text] = {}
    for summary in tale.rounds:
        thieves = {thief for thief, _ in summary.thefts}
        for thief, victim in summary.thefts:
            if victim in thieves:
                names = {"thief": tale.names[victim], "name": tale.names[thief]}
                text = T("{thief} stole, and was robbed by {name}.", **names)
                found.setdefault((thief, victim), _in_round(tale, summary, text))
    return _only(found.values())


# -- looks, and cards against each other ----------------------------------------------------------------------------
def find_exposed(tale: GameSummary) -> Text | None:
    """Find a look at the card of someone who dug against the others, on another side than the looker."""
    found: dict[tuple[int, int], Text | None] = {}
    for summary in tale.rounds:
        for turn, by, seat in summary.looks:
            if {by, seat} & summary.exchanged or by not in summary.sides or seat not in summary.sides:
                continue
            if summary.sides[seat].digs == AGAINST and summary.sides[seat].id != summary.sides[by].id:
                names = {"name": tale.names[by], "other": tale.names[seat]}
                text = _in_round(tale, summary, T("{name} looked at {other}'s card in turn {n}.", n=turn, **names))
                found.setdefault((by, seat), text if summary.followed else None)
    return _only(found.values())


def find_looked_at(tale: GameSummary) -> Text | None:
    """Find a card at which others looked again and again."""
    text = T("{name}'s card was looked at {n} times.")
    return _most(tale, text, (look.seat for summary in tale.rounds for look in summary.looks))


def find_hunted(tale: GameSummary) -> Text | None:
    """Find the one against whom most was played."""
    text = T("{n} cards were played against {name}.")
    return _most(tale, text, (attack.seat for summary in tale.rounds for attack in summary.attacks))


def find_feud(tale: GameSummary) -> Text | None:
    """Find two who went for each other again and again."""
    played = Counter(attack for summary in tale.rounds for attack in summary.attacks)
    found: dict[tuple[int, int], Text] = {}
    for one, other in combinations(range(len(tale.names)), 2):
        there = played[Attack(one, other)]
        back = played[Attack(other, one)]
        if min(there, back) > 1:
            names = {"name": tale.names[one], "other": tale.names[other]}
            text = T("{name} and {other} played {n} cards against each other.", n=there + back, **names)
            found[one, other] = text
    return _only(found.values()) if _is_followed(tale) else None


# -- what they share ------------------------------------------------------------------------------------------------
def _only(found: Iterable[Text | None]) -> Text | None:
    """Return what is found if it is true of only one person."""
    first, *others = [*found] or [None]
    return None if others else first


def _most(tale: GameSummary, text: Text, seats: Iterable[int]) -> Text | None:
    """Return the one to whom something happened often, and more often than to anyone else."""
    times = Counter(seats)
    most = max(times.values(), default=0)
    told = [text.fill(name=tale.names[seat], n=most) for seat in times if times[seat] == most]
    return _only(told) if most >= OFTEN and _is_followed(tale) else None


def _is_followed(tale: GameSummary) -> bool:
    return all(summary.followed for summary in tale.rounds)


def _in_round(tale: GameSummary, one: RoundSummary, text: Text) -> Text:
    """Say which round it was, where several were played."""
    return text if len(tale.rounds) == 1 else T("Round {n}: {title}", n=one.number, title=text)


KINDS = (
    find_lone_winner,
    find_comeback,
    find_exposed,
    find_robbed_thief,
    find_every_round_winner,
    find_one_short,
    find_left_inside,
    find_feud,
    find_hunted,
    find_looked_at,
)
"""The kinds of highlights, the preferred ones first."""
