"""The score of a round of Saboteur 2 told in steps: the end, the roles, who wins, the gold, the thefts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.saboteur_2 import score
from companion.games.saboteur_2.score import LESS, Round, Thefts
from companion.games.saboteur_2.state import BOSS, CARDS, DIGGERS, GEOLOGIST, ICONS, PROFITEER, State
from companion.rules.board import Line, Step
from companion.rules.standing import standing
from companion.rules.state import OVER
from companion.rules.text import TN, T, Text

Names = Sequence[Any]
OVER_BY = {"cards": T("Nobody has a card left."), "agreed": T("The table agreed to stop.")}
TEAM_NAMES = {"blue": T("the blue diggers"), "green": T("the green diggers")}


def steps(state: State) -> list[Step]:
    """The story of the round just scored; after the last one with the sums of all rounds, and who wins."""
    if state.score is None:
        return []
    before = [OVER_BY[state.over_by]] if state.over_by in OVER_BY else []
    gold = [seat.gold for seat in state.seats]
    told = tell(state.names, score.round_of(state), state.thefts, before)
    if state.status == OVER:
        return [*told, *standing(state.names, state.history, gold)]
    return [*told, gold_now(state.names, gold)]


def tell(names: Names, played: Round, thefts: Thefts, before: Sequence[Text] = ()) -> list[Step]:
    """How the round ended, who was who, who wins and why, the gold, and the thefts if there were any."""
    found = [
        Step(T("The end of the round"), (*(Line(text) for text in before), *_end(names, played))),
        Step(T("Who was who"), tuple(_identity(names, played, seat) for seat in range(len(names)))),
        Step(T("Who wins the round"), _winners(names, played)),
        Step(T("The gold"), _gold(names, played)),
    ]
    if thefts:
        lines = [line for theft in thefts for line in _theft(names, *theft)]
        found.append(Step(T("The thefts"), tuple(lines)))
    return found


def gold_now(names: Names, gold: Sequence[int]) -> Step:
    """Everybody's gold after the round, from the least to the most."""
    order = sorted(range(len(names)), key=lambda seat: gold[seat])
    lines = tuple(Line(T("{name}", name=names[seat]), gold[seat], seat, "gold") for seat in order)
    return Step(T("Gold now"), lines, final=True)


def _end(names: Names, played: Round) -> tuple[Line, ...]:
    if played.connector is None:
        return (Line(T("The treasure was not reached.")),)
    blue = T("Blue can walk to it.") if played.blue_way else T("Blue can't walk to it: green doors are in the way.")
    green = T("Green can walk to it.") if played.green_way else T("Green can't walk to it: blue doors are in the way.")
    return (
        Line(T("{name} connects the treasure.", name=names[played.connector]), icon="treasure"),
        Line(blue, icon="door", clan="blue"),
        Line(green, icon="door", clan="green"),
    )


def _identity(names: Names, played: Round, seat: int) -> Line:
    card = played.cards[seat]
    text = T("{name}: {card}", name=names[seat], card=CARDS[card])
    if seat in played.trapped:
        text = T("{name}: {card}, trapped", name=names[seat], card=CARDS[card])
    return Line(text, seat=seat, icon=ICONS[card], clan=DIGGERS.get(card))


def _winners(names: Names, played: Round) -> tuple[Line, ...]:
    """Which team wins and by which rule, then the winners one by one."""
    lines = [Line(_why(names, played))]
    if played.connector is not None and played.free(BOSS):
        lines.append(Line(T("The boss wins whenever the treasure is reached."), icon="crown"))
    if played.free(PROFITEER):
        lines.append(Line(T("The profiteer wins always."), icon="profiteer"))
    if played.trapped:
        trapped = [names[seat] for seat in sorted(played.trapped)]
        lines.append(Line(T("Trapped, so no winner and without gold: {names}", names=trapped), icon="trapped"))
    if not played.winners:
        return (*lines, Line(T("Nobody who could win is in play and free.")))
    return (*lines, *(_wins(names, played, seat) for seat in played.winners))


def _wins(names: Names, played: Round, seat: int) -> Line:
    card = played.cards[seat]
    return Line(T("{name} wins", name=names[seat]), seat=seat, icon=ICONS[card], clan=DIGGERS.get(card))


def _why(names: Names, played: Round) -> Text:
    if played.connector is None:
        return T("The treasure was not reached: the saboteurs win.")
    if not played.walking:
        if played.teams:
            return T("Neither team can walk, and no free boss is in play: the saboteurs win.")
        return T("Neither team can walk: no team wins.")
    own = played.connecting_team
    teams = [TEAM_NAMES[team] for team in played.teams]
    if own is None:
        values = {"name": names[played.connector], "card": CARDS[played.cards[played.connector]], "teams": teams}
        return T("{name} made the connection as {card}: every team that can walk wins: {teams}.", **values)
    values = {"name": names[played.connector], "teams": teams}
    if own in played.walking:
        return T("{name} made the connection for the own team, which can walk: it wins alone: {teams}.", **values)
    return T("{name} made the connection, but the own team can't walk: the other one wins: {teams}.", **values)


def _gold(names: Names, played: Round) -> tuple[Line, ...]:
    """What each winner gets and why, then the geologists."""
    gain = played.gain
    lines = []
    if played.winners:
        count = len(played.winners)
        lines.append(Line(TN("{n} winner: {each} gold.", "{n} winners: {each} gold each.", count, each=played.each)))
    for seat in played.winners:
        lines.append(Line(_winner_text(names[seat], played, seat), gain[seat], seat, "gold"))
    for seat in played.free(GEOLOGIST):
        lines.append(Line(_geologist_text(names[seat], played), gain[seat], seat, "crystal"))
    return tuple(lines) or (Line(T("Nobody gets any gold.")),)


def _winner_text(name: Any, played: Round, seat: int) -> Text:
    card = played.cards[seat]
    if card not in LESS:
        return T("{name}, {card}", name=name, card=CARDS[card])
    values = {"name": name, "card": CARDS[card], "each": played.each, "less": LESS[card], "gain": played.gain[seat]}
    if played.each < LESS[card]:
        return T("{name}, {card}: {each} − {less}, but never below 0", **values)
    return T("{name}, {card}: {each} − {less} = {gain}", **values)


def _geologist_text(name: Any, played: Round) -> Text:
    count = len(played.free(GEOLOGIST))
    values = {"name": name, "count": count, "share": played.crystal_share}
    if count == 1:
        return TN("{name}, geologist: {n} crystal", "{name}, geologist: {n} crystals", played.crystals, name=name)
    return TN(
        "{name}, geologist: {n} crystal ÷ {count} geologists = {share}, rounded down",
        "{name}, geologist: {n} crystals ÷ {count} geologists = {share}, rounded down",
        played.crystals,
        **values,
    )


def _theft(names: Names, thief: int, victim: int) -> tuple[Line, Line]:
    taken = T("{thief} takes 1 gold from {victim}", thief=names[thief], victim=names[victim])
    return (Line(taken, 1, thief, "theft"), Line(T("{name} loses 1 gold", name=names[victim]), -1, victim))
