"""The score of a round of Saboteur told in steps, with no more than the table may know (see ``shown``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.saboteur import gold
from companion.games.saboteur.gold import Draft, Round
from companion.games.saboteur.state import CARDS, ICONS, SELFISH, State
from companion.rules.board import Line, Step
from companion.rules.standing import added, standing
from companion.rules.state import OVER
from companion.rules.text import TN, T, Text

Names = Sequence[Any]
OVER_BY = {
    "cards": T("Nobody has a card left, and the treasure was not reached."),
    "agreed": T("The table agreed to stop; the treasure was not reached."),
}


def steps(state: State) -> list[Step]:
    """The story of the round just scored; after the last one with every nugget, and who wins."""
    if state.score is None:
        return []
    played = gold.round_of(state)
    everything = state.status == OVER
    before = [OVER_BY[state.over_by]] if state.over_by in OVER_BY else []
    told = tell(state.names, played, state.draft, state.takes, before, everything)
    if state.aside:
        aside = Line(T("Set aside: {cards}", cards=[CARDS[card] for card in state.aside]))
        told[0] = replace(told[0], lines=(*told[0].lines, aside))
    if everything:
        return [*told, *standing(state.names, state.history, [seat.gold for seat in state.seats], paced=True)]
    return [*told[:-1], replace(told[-1], final=True)]


def tell(
    names: Names,
    played: Round,
    draft: Draft,
    takes: Mapping[int, int],
    before: Sequence[Text] = (),
    everything: bool = True,
) -> list[Step]:
    """Identities, who won, and the gold; with ``everything`` also which nugget cards each digger took."""
    identities = tuple(
        Line(T("{name}: {card}", name=names[seat], card=CARDS[card]), seat=seat, icon=ICONS[card])
        for seat, card in enumerate(played.cards)
    )
    ended = (*(Line(text) for text in before), *_winner(names, played))
    lines = (*_nuggets(names, played, draft, takes, everything), *_pay(names, played), *_nothing(names, played))
    return [
        Step(T("Who was who"), identities),
        Step(T("Who wins the round"), ended),
        Step(T("The gold"), lines),
    ]


def _winner(names: Names, played: Round) -> tuple[Line, ...]:
    if played.finder is None:
        if played.saboteurs:
            return (Line(T("The treasure was not reached: the saboteurs win."), icon="saboteur"),)
        return (Line(T("The treasure was not reached, but no saboteur is in play: nobody wins.")),)
    name = names[played.finder]
    if played.winner == SELFISH:
        return (Line(T("{name}, the selfish dwarf, reached the treasure and wins alone.", name=name), icon="selfish"),)
    reached = Line(T("{name} reached the treasure: the gold-diggers win.", name=name), icon="digger")
    if played.finder in played.takers or not played.takers:
        return (reached,)
    first = T(
        "{name} gets no gold, so the first digger counter-clockwise begins: {first}.",
        name=name,
        first=names[played.takers[0]],
    )
    return (reached, Line(first))


def _nuggets(names: Names, played: Round, draft: Draft, takes: Mapping[int, int], everything: bool) -> tuple[Line, ...]:
    """The cards that the diggers chose, or took out of the box."""
    if not played.drawn:
        return ()
    first = Line(T("Counter-clockwise from {name}, one card at a time.", name=names[played.takers[0]]))
    lines = [Line(_why_so_many(played)), first]
    if draft and len(draft) < played.drawn:
        lines.insert(1, Line(TN("Only {n} card is left.", "Only {n} cards are left.", len(draft))))
    for seat in played.takers:
        cards = [takes[seat]] if seat in takes else [card for taker, card in draft if taker == seat]
        if everything:
            text = T("{name}: {cards}", name=names[seat], cards=added(cards))
            lines.append(Line(text, sum(cards), seat, "nugget"))
        elif seat in takes:
            lines.append(Line(T("{name} took nuggets, unseen", name=names[seat]), seat=seat, icon="nugget"))
        else:
            text = TN("{name} took {n} card, unseen", "{name} took {n} cards, unseen", len(cards), name=names[seat])
            lines.append(Line(text, seat=seat, icon="nugget"))
    return tuple(lines)


def _why_so_many(played: Round) -> Text:
    count = played.drawn
    if played.options["nugget_rule"] == "per-digger":
        return T("One nugget card for each digger who takes part: {n}.", n=count)
    if played.options["selfish_dwarf"]:
        return T("As many nugget cards as gold-digger cards were prepared: {n}.", n=count)
    if count < len(played.cards):
        return T("With {players} players {n} nugget cards are drawn.", players=len(played.cards), n=count)
    return T("As many nugget cards as players: {n}.", n=count)


def _pay(names: Names, played: Round) -> tuple[Line, ...]:
    """The fixed pay of saboteurs, of the selfish dwarf and of a tournament, and why it is so much."""
    paid = [(seat, amount) for seat, amount in enumerate(played.credited) if amount]
    if not paid:
        return ()
    if played.winner == "saboteurs":
        why = TN(
            "{n} saboteur in play: {each} nuggets.",
            "{n} saboteurs in play: {each} nuggets each.",
            len(played.saboteurs),
            each=paid[0][1],
        )
    elif played.winner == SELFISH:
        why = T("The selfish dwarf gets {n} nuggets, nobody else any.", n=gold.SELFISH_PAY)
    else:
        pay = {"first": gold.FIRST_PAY, "others": gold.OTHER_PAY}
        why = T("In a tournament the first digger gets {first} nuggets, every other one {others}.", **pay)
        paid.sort(key=lambda one: played.takers.index(one[0]))
    lines = (Line(T("{name}", name=names[seat]), amount, seat, "nugget") for seat, amount in paid)
    return (Line(why), *lines)


def _nothing(names: Names, played: Round) -> tuple[Line, ...]:
    """Who might have expected gold and gets none."""
    if played.winner is None:
        return (Line(T("Nobody gets any nuggets.")),)
    if played.winner != "diggers":
        return ()
    lines = [
        Line(T("{name} has a broken tool: no nuggets", name=names[seat]), 0, seat, "broken") for seat in played.left_out
    ]
    if not played.takers:
        lines.append(Line(T("No digger has whole tools: nobody gets any nuggets.")))
    for seat, card in enumerate(played.cards):
        if card == SELFISH:
            lines.append(Line(T("{name}, the selfish dwarf, gets nothing", name=names[seat]), 0, seat, "selfish"))
    return tuple(lines)
