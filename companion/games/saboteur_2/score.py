"""The winners of a round of Saboteur 2, their pay, and the thefts (spec "End of a round and gold").

How a score is revealed in beats, and what the history counts, is the same for all games: ``engine.score_story``,
``engine.verdict``, ``table.reveal``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import scoring
from companion.engine.display import RevealedCard, RevealStep, ScoreLine
from companion.engine.fields import (
    Field,
    FixedList,
    Flag,
    Number,
    OneOf,
    OptionalSeat,
    check_list,
    choices,
    is_number,
    seats_of,
)
from companion.engine.move import ALL_MODES, Shuffle
from companion.engine.scoring import NOBODY_WINS, Headline, PerSeat, RoundSheet, Score, SeatList, SheetColumn, Whose
from companion.engine.text import TN, T, Text
from companion.games.saboteur_2.state import (
    BOSS,
    DIGGER,
    DIGGERS,
    GEOLOGIST,
    IS_TRAPPED,
    PROFITEER,
    ROLES,
    SABOTEUR,
    Options,
    State,
    clockwise,
    has_old_roles,
    may_pay_crystals,
)

PAY = (0, 5, 4, 3, 2, 1)
"""Gold for each winner by the number of winners; the last value also for more winners."""
MANY = 999
LESS: Mapping[str, int] = {BOSS: 1, PROFITEER: 2}
"""How much less gold these winners get than the others."""
TEAM_NAMES = {"blue": T("the blue diggers"), "green": T("the green diggers")}
OLD_TEAM = "diggers"
"""The one team of all diggers with the roles of 2004."""
ENDINGS = {
    "cards": T("Nobody has a card left."),
    "agreed": T("Everyone agreed to stop."),
    "unreachable": T("The treasure could no longer be reached."),
}


# -- what was played ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Saboteur2Round:
    """The facts that the gold of a round depends on.

    They are: the roles by seat (None: sits out), who made the connection (None: not reached), which team can walk to
    the treasure, the number of open crystals, the trapped seats, the thefts (thief and victim), and everyone's gold
    before the round.
    """

    cards: Sequence[str | None]
    connector: int | None
    blue_way: bool
    green_way: bool
    crystals: int
    trapped: Collection[int]
    thefts: Sequence[tuple[int, int]] = ()
    before: Sequence[int] = ()
    names: Sequence[Any] = ()

    def role(self, seat: int) -> str:
        """Return the role of a seat that plays."""
        return self.cards[seat] or ""

    def free(self, card: str) -> list[int]:
        """Return the untrapped seats with that role."""
        return [seat for seat, own in enumerate(self.cards) if own == card and seat not in self.trapped]

    @property
    def walking(self) -> list[str]:
        """The teams that can walk to the treasure."""
        return [team for team, way in (("blue", self.blue_way), ("green", self.green_way)) if way]

    @property
    def connecting_team(self) -> str | None:
        """The team of the digger who made the connection."""
        return None if self.connector is None else DIGGERS.get(self.role(self.connector))

    @property
    def old_roles(self) -> bool:
        """True if it was played with the roles of 2004: they always include a digger."""
        return DIGGER in self.cards

    @property
    def teams(self) -> list[str]:
        """The teams that win, even without a member in play (spec, rules 1 to 4)."""
        if self.connector is None:
            return ["saboteurs"]
        if self.old_roles:
            return [OLD_TEAM]
        if self.connecting_team in self.walking:
            return [str(self.connecting_team)]
        if self.walking:
            return self.walking
        return [] if self.free(BOSS) else ["saboteurs"]

    @property
    def winners(self) -> list[int]:
        """The untrapped members of the winning teams, the profiteer, and the boss if the treasure is reached."""
        roles = [card for card, team in {**DIGGERS, DIGGER: OLD_TEAM}.items() if team in self.teams] + [PROFITEER]
        if "saboteurs" in self.teams:
            roles.append(SABOTEUR)
        if self.connector is not None:
            roles.append(BOSS)
        return sorted(seat for role in roles for seat in self.free(role))

    @property
    def each(self) -> int:
        """The pay of a winner; boss and profiteer get less."""
        return PAY[min(len(self.winners), len(PAY) - 1)]


# -- the facts of a round without the app (spec "Facts for companion score") ----------------------------------------
class Thefts(SheetColumn):
    """Thief and victim of each theft; the form starts with the thief who played theirs last, and goes clockwise."""

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        seat = replace(self.ask, name="stolen").for_seats(range(players))
        last = OptionalSeat("last_theft", T("Who played the last theft"), True, first_of="stolen").for_seats(
            range(players)
        )
        return (FixedList("stolen", seat.label, each=(seat,) * players), last)

    def from_page(self, values: Mapping[str, Any], players: int) -> Any:
        victims = [self.ask.from_page(victim) for victim in values.get("stolen") or ()]
        thieves = [seat for seat, victim in enumerate(victims) if victim is not None]
        first = max(0, values.get("last_theft") or 0)
        return [[thief, victims[thief]] for thief in clockwise(thieves, first, players)]

    def to_page(self, value: Any, players: int) -> dict[str, Any]:
        victims = dict(value)
        last = {"last_theft": value[0][0]} if value else {}
        return {"stolen": [self.ask.to_page(victims.get(seat)) for seat in range(players)], **last}

    def read(self, value: Any, whose: Whose) -> Any:
        check_list(self.name, value)
        seat = OneOf(self.name, self.ask.label, choices=seats_of(whose))
        for theft in value:
            FixedList(self.name, self.ask.label, each=(seat, seat)).check(theft)
        return [tuple(theft) for theft in value]

    def map_seats(self, value: Any, at: Callable[[int], int]) -> Any:
        """Replace the seats of thief and victim by ``at(seat)``."""
        whole = isinstance(value, list) and all(isinstance(theft, (list, tuple)) for theft in value)
        return (
            [type(theft)(at(seat) if is_number(seat) else seat for seat in theft) for theft in value]
            if whole
            else value
        )


def list_roles(options: Options) -> list[str]:
    """List the roles in play with these options, in the order of the cards."""
    left = (DIGGER, SABOTEUR) if has_old_roles(options) else [card for card in ROLES if card != DIGGER]
    return [card for card in left if options.get(card, True)]


class ConnectorSheet(RoundSheet):
    """The facts of a round: who has connected the treasure, and what else its gold depends on.

    Which team can get there, the crystals, who is trapped, and the thefts.
    """

    allowed_tracking = ALL_MODES

    def build_score_input(
        self, given: Mapping[str, Any], options: Options, earlier: Sequence[Saboteur2Round], state: Any
    ) -> Saboteur2Round:
        before = given["gold_before"]
        if before is None:
            before = _gold_after(earlier[-1]) if earlier else [0] * len(given["cards"])
        names = state.names if state else given["names"]
        played = self._as_told(given, before if state is None else [seat.gold for seat in state.seats], names)
        _check_thefts(given["thefts"], given["trapped"], _gold_after(played), names)
        return replace(played, thefts=given["thefts"])

    def _as_told(self, given: Mapping[str, Any], before: Sequence[int], names: Sequence[Any]) -> Saboteur2Round:
        """Return the round without its thefts."""
        cards = dict(zip(given["seats"], given["cards"], strict=True))
        if given["connector"] in given["trapped"]:
            raise self.make_error("connector", T("whoever reached the treasure can't be trapped"))
        ways = (given["connector"], given["blue_way"], given["green_way"])
        trapped = frozenset(given["trapped"])
        all_cards = [cards.get(seat) for seat in range(len(before))]
        return Saboteur2Round(all_cards, *ways, given["crystals"], trapped, (), before, names)

    def adjust(self, state: State, told: Mapping[str, Any], shuffle: Shuffle) -> tuple[dict[str, Any], list[Text]]:
        """Return the facts with only those thefts that found gold: hidden roles decide who has any."""
        read = self.read_entered(state, told)
        size = len(state.seats)
        _check_thefts(read["thefts"], read["trapped"], [size] * size, state.names)
        gold = _gold_after(self._as_told(read, [seat.gold for seat in state.seats], state.names))
        found = []
        lost = []
        for thief, victim in read["thefts"]:
            if not gold[victim]:
                lost.append(thief)
                continue
            gold[victim] -= 1
            gold[thief] += 1
            found.append([thief, victim])
        text = T("{name} found no gold to steal.")
        return {**told, "thefts": found}, [text.fill(name=state.names[thief]) for thief in lost]

    def apply(self, state: State, read: Mapping[str, Any]) -> None:
        """Set the seat that made the connection, which team can walk, the crystals, who is trapped, and the thefts."""
        state.finder = read["connector"]
        state.counted_crystals = read["crystals"]
        state.blue_way = read["blue_way"]
        state.green_way = read["green_way"]
        for seat in state.players:
            state.seats[seat].trapped = seat in read["trapped"]
        state.gain = None
        state.thefts = []
        state.told_thefts = list(read["thefts"])


def has_teams(options: Options) -> bool:
    """Return whether it matters which team can walk to the treasure."""
    return not has_old_roles(options)


SHEET = ConnectorSheet(
    PerSeat(OneOf("cards", T("Role"), choices=choices(ROLES)), offered=list_roles),
    SheetColumn(OptionalSeat("connector", T("Reached the treasure"), icon="treasure",
        question=T("Who reached the treasure?"))),
    SheetColumn(
        Flag("blue_way", T("Blue gets there without a green door"), icon="door", only_where="connector"),
        missing=False, matters=has_teams,
    ),
    SheetColumn(
        Flag("green_way", T("Green gets there without a blue door"), icon="door", only_where="connector"),
        missing=False, matters=has_teams,
    ),
    SheetColumn(
        Number("crystals", T("Crystals on all path cards in play"), icon="crystal", high=MANY, start=0),
        missing=0, matters=may_pay_crystals,
    ),
    SeatList(Flag("trapped", T("Trapped"), icon="trapped"), declared=IS_TRAPPED, missing=[]),
    Thefts(OptionalSeat("thefts", T("Stole from"), icon="theft"), missing=[]),
    PerSeat(
        Number("gold_before", T("Gold"), high=MANY), missing=None,
        known=lambda state: [state.seats[seat].gold for seat in state.players],
    ),
)  # fmt: skip


# -- the score ------------------------------------------------------------------------------------------------------
def distribute(played: Saboteur2Round) -> Score:
    """Score the round: how it ended, who was who, who wins and why, the gold, and the thefts if there were any."""
    paid = _gold(played)
    stolen = _tell_stolen(played)
    steps = tell_opening(played)
    if stolen:
        steps.append(RevealStep(T("The thefts"), tuple(stolen)))
    gains = tuple(scoring.add_up_by_seat((*paid, *stolen), len(played.cards)))
    result: dict[str, Any] = {
        "outcome": "none" if played.connector is None else "treasure",
        "teams": played.teams,
        "winners": played.winners,
        "each": played.each,
        "gain": scoring.add_up_by_seat(paid, len(played.cards)),
        "thefts": [list(theft) for theft in played.thefts],
        "gold": _gold_after(played),
    }
    return Score(result, tuple(steps), gains, played.winners, result["gold"])


def tell_opening(played: Saboteur2Round) -> list[RevealStep]:
    """Tell what comes before the thefts: how it ended, who was who, who wins, and the gold."""
    return [
        RevealStep(T("The end of the round"), _end(played)),
        RevealStep(T("Who was who"), tuple(_identity(played, seat) for seat, card in enumerate(played.cards) if card)),
        RevealStep(T("Who wins the round"), _winners(played)),
        RevealStep(T("The gold"), tuple(_gold(played)) or (ScoreLine(T("Nobody gets any gold.")),)),
    ]


def _tell_stolen(played: Saboteur2Round) -> list[ScoreLine]:
    return [line for theft in played.thefts for line in _theft(played, *theft)]


def _gold_after(played: Saboteur2Round) -> list[int]:
    """Return everyone's gold after the round."""
    gains = scoring.add_up_by_seat((*_gold(played), *_tell_stolen(played)), len(played.cards))
    return [own + gain for own, gain in zip(played.before, gains, strict=True)]


def _check_thefts(
    thefts: Sequence[tuple[int, int]], trapped: Collection[int], gold: Sequence[int], names: Sequence[Any]
) -> None:
    """Carry out each theft on ``gold``; raise a RuleError for an impossible one."""
    left = list(gold)
    thieves = set[int]()
    for thief, victim in thefts:
        if thief in trapped:
            raise SHEET.make_error("thefts", T("{seat} is trapped and steals nothing", seat=names[thief]))
        if thief == victim:
            raise SHEET.make_error("thefts", T("{seat} can't be their own victim", seat=names[thief]))
        if thief in thieves:
            raise SHEET.make_error("thefts", T("{seat} can have only one theft", seat=names[thief]))
        if not left[victim]:
            raise SHEET.make_error("thefts", T("{seat} has no gold to steal", seat=names[victim]))
        left[thief] += 1
        left[victim] -= 1
        thieves.add(thief)


# -- the story ------------------------------------------------------------------------------------------------------
def tell_connector(connector: int | None, names: Sequence[Any]) -> Text:
    """Say who reached the treasure, or that nobody has."""
    if connector is None:
        return T("The treasure was not reached.")
    return T("{name} reached the treasure.", name=names[connector])


def _end(played: Saboteur2Round) -> tuple[ScoreLine, ...]:
    said = tell_connector(played.connector, played.names)
    if played.connector is None:
        return (ScoreLine(said),)
    blue = T("Blue gets there.") if played.blue_way else T("Blue can't get there: green doors are in the way.")
    green = T("Green gets there.") if played.green_way else T("Green can't get there: blue doors are in the way.")
    connects = ScoreLine(said, icon="treasure")
    if played.old_roles:
        return (connects,)
    return (connects, ScoreLine(blue, icon="door", clan="blue"), ScoreLine(green, icon="door", clan="green"))


def _identity(played: Saboteur2Round, seat: int) -> ScoreLine:
    text = T("{name}: {card}, trapped") if seat in played.trapped else T("{name}: {card}")
    role = ROLES[played.role(seat)]
    twist = T("{name} was a saboteur!", name=played.names[seat]) if role.id == SABOTEUR else None
    return _role_line(played, seat, text)._replace(
        card=RevealedCard(role.icon, role.label, DIGGERS.get(role.id), twist)
    )


def _role_line(played: Saboteur2Round, seat: int, text: Text) -> ScoreLine:
    role = ROLES[played.role(seat)]
    told = text.fill(name=played.names[seat], card=role.label)
    return ScoreLine(told, seat=seat, icon=role.icon, clan=DIGGERS.get(role.id))


def _winners(played: Saboteur2Round) -> tuple[ScoreLine, ...]:
    """Write which team wins and by which rule, then a line for each winner."""
    lines = [ScoreLine(_why(played))]
    if played.connector is not None and played.free(BOSS):
        lines.append(ScoreLine(T("The boss wins whenever the treasure is reached."), icon="boss"))
    if played.free(PROFITEER):
        lines.append(ScoreLine(T("The profiteer always wins."), icon="profiteer"))
    if played.trapped:
        trapped = [played.names[seat] for seat in sorted(played.trapped)]
        lines.append(ScoreLine(T("Trapped, so they neither win nor get gold: {names}", names=trapped), icon="trapped"))
    if not played.winners:
        return (*lines, ScoreLine(T("Everyone who could win is trapped or not in play.")))
    return (*lines, *(_role_line(played, seat, T("{name} wins")) for seat in played.winners))


def _why(played: Saboteur2Round) -> Text:
    if played.connector is None:
        return T("The treasure was not reached: the saboteurs win.")
    if played.old_roles:
        return T("The treasure was reached: the gold-diggers win.")
    if not played.walking:
        if played.teams:
            return T("Neither team gets there, and no free boss is in play: the saboteurs win.")
        return T("Neither team gets there: no team wins.")
    own = played.connecting_team
    card = ROLES[played.role(played.connector)].label
    values = {"name": played.names[played.connector], "teams": [TEAM_NAMES[team] for team in played.teams]}
    if own is None:
        return T("{name} ({card}) reached the treasure. Every team that gets there wins: {teams}.", card=card, **values)
    if own in played.walking:
        return T("{name} reached the treasure, and their own team gets there. Only that team wins: {teams}.", **values)
    return T("{name} reached the treasure, but their own team can't get there. The other one wins: {teams}.", **values)


def _gold(played: Saboteur2Round) -> list[ScoreLine]:
    """Tell the pay of each winner and why, then that of the geologists."""
    count = len(played.winners)
    geologists = played.free(GEOLOGIST)
    each = TN("{n} winner: {each} gold.", "{n} winners: {each} gold each.", count, each=played.each)
    header = [ScoreLine(each)] if count else []
    return [
        *header,
        *(_winner(played, seat) for seat in played.winners),
        *(_geologist(played, seat, len(geologists)) for seat in geologists),
    ]


def _winner(played: Saboteur2Round, seat: int) -> ScoreLine:
    card = played.role(seat)
    each = played.each
    less = LESS.get(card, 0)
    gain = max(0, each - less)
    text = T("{name}, {card}")
    if less:
        below = each < less
        text = (
            T("{name}, {card}: {each} − {less}, but never below 0")
            if below
            else T("{name}, {card}: {each} − {less} = {gain}")
        )
    values = {"name": played.names[seat], "card": ROLES[card].label, "each": each, "less": less, "gain": gain}
    return ScoreLine(text.fill(**values), gain, seat, "gold")


def _geologist(played: Saboteur2Round, seat: int, count: int) -> ScoreLine:
    """Write the line of a geologist: one gets a gold for each crystal; two share them, rounded down."""
    share = played.crystals // count
    text = TN("{name}, geologist: {n} crystal", "{name}, geologist: {n} crystals")
    if count > 1:
        text = TN(
            "{name}, geologist: {n} crystal ÷ {count} geologists = {share}, rounded down",
            "{name}, geologist: {n} crystals ÷ {count} geologists = {share}, rounded down",
        )
    return ScoreLine(
        text.fill(n=played.crystals, name=played.names[seat], count=count, share=share), share, seat, "crystal"
    )


def _theft(played: Saboteur2Round, thief: int, victim: int) -> tuple[ScoreLine, ScoreLine]:
    names = {"thief": played.names[thief], "victim": played.names[victim]}
    loses = T("{name} loses 1 gold", name=names["victim"])
    return (
        ScoreLine(T("{thief} takes 1 gold from {victim}", **names), 1, thief, "theft"),
        ScoreLine(loses, -1, victim),
    )


# -- who has won, in words ------------------------------------------------------------------------------------------
TEAM_WINS = {
    "blue": T("The blue diggers win"),
    "green": T("The green diggers win"),
    OLD_TEAM: T("The gold-diggers win"),
    "saboteurs": T("The saboteurs win"),
}
YOU_WERE = {
    "blue-digger": T("You dug with the blue diggers"),
    "green-digger": T("You dug with the green diggers"),
    DIGGER: T("You dug with the gold-diggers"),
    SABOTEUR: T("You were a saboteur"),
    BOSS: T("You were the boss"),
    PROFITEER: T("You were the profiteer"),
}


def headline(played: Saboteur2Round) -> Headline:
    """Name the team that has won, or both; if no member of theirs has won, name the boss or the profiteer."""
    cards = [played.role(seat) for seat in played.winners]
    why = _why_so(played)
    teams = _winning_teams(played)
    if len(teams) > 1:
        return Headline(T("Blue and green win"), why, "digger")
    for team in teams:
        clan = team if team in DIGGERS.values() else None
        return Headline(TEAM_WINS[team], why, "saboteur" if team == "saboteurs" else "digger", clan)
    if not cards:
        return Headline(NOBODY_WINS, why)
    if len(set(cards)) > 1:
        return Headline(T("The boss and the profiteer win"), why, "crown")
    text = T("The boss wins") if cards[0] == BOSS else T("The profiteer wins")
    return Headline(text, why, ROLES[cards[0]].icon)


def _winning_teams(played: Saboteur2Round) -> list[str]:
    """List the teams with a winning member."""
    won = {_team(played.role(seat)) for seat in played.winners}
    return [team for team in played.teams if team in won]


def _why_so(played: Saboteur2Round) -> Text:
    """Say in a line why that side has won, unless it is plain from who reached the treasure."""
    won = _winning_teams(played)
    if played.connector is None:
        if won:
            return T("The treasure was not reached.")
        return T("The treasure was not reached, and no free saboteur was in play.")
    values = {"name": played.names[played.connector]}
    if played.old_roles:
        text = (
            T("{name} reached the treasure.") if won else T("{name} reached the treasure, but every digger is trapped.")
        )
        return text.fill(**values)
    own = played.connecting_team
    if not played.walking:
        return T("{name} reached the treasure, but neither team can get there.", **values)
    if not won:
        return T("{name} reached the treasure, but no free digger can get there.", **values)
    if own in played.walking:
        return T("{name} reached the treasure.", **values)
    if len(won) > 1:
        return T("{name} reached the treasure, and both teams can get there.", **values)
    if own == "blue":
        return T("{name} reached the treasure, but green doors keep the blue team from it.", **values)
    if own == "green":
        return T("{name} reached the treasure, but blue doors keep the green team from it.", **values)
    if len(played.walking) > 1:
        if won == ["blue"]:
            return T("{name} reached the treasure. Both teams can get there, but no green digger is free.", **values)
        return T("{name} reached the treasure. Both teams can get there, but no blue digger is free.", **values)
    if played.walking == ["blue"]:
        return T("{name} reached the treasure, and only the blue team can get there.", **values)
    return T("{name} reached the treasure, and only the green team can get there.", **values)


def _team(card: str) -> str | None:
    return DIGGERS.get(card) or {DIGGER: OLD_TEAM, SABOTEUR: "saboteurs"}.get(card)


def tell_seat(played: Saboteur2Round, seat: int) -> Text:
    """Write the sentence on the round for the player at a seat, before the thefts."""
    card = played.role(seat)
    who = headline(played).text
    if seat in played.trapped:
        if _team(card) in _winning_teams(played):
            return T("Your side won, but you were trapped: no gold.")
        return T("You were trapped: no gold.") if card == GEOLOGIST else T("{who}. You were trapped.", who=who)
    if card == GEOLOGIST:
        share = played.crystals // len(played.free(GEOLOGIST))
        found = TN("You found {n} crystal: {gold} gold.", "You found {n} crystals: {gold} gold.")
        if len(played.free(GEOLOGIST)) > 1:
            found = TN("You shared {n} crystal: {gold} gold.", "You shared {n} crystals: {gold} gold.")
        return found.fill(n=played.crystals, gold=share)
    if seat in played.winners:
        return T("{you}: {n} gold.", you=YOU_WERE[card], n=max(0, played.each - LESS.get(card, 0)))
    return T("{who}. {you}.", who=who, you=YOU_WERE[card])
