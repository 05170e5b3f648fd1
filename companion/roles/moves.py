"""What is entered in a game in one file: its deal, who is out, nights, clocks, questions and their answers, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.roles.form import Draw, Look
from companion.roles.round import RoleRound
from companion.roles.state import State
from companion.rules.asking import (
    Action,
    Choice,
    Entry,
    Field,
    Flag,
    ListOf,
    Needs,
    Number,
    OneOf,
    SomeOf,
    is_number,
    need,
    other_seat,
    seat_choices,
)
from companion.rules.dealing import Deal, TableMove
from companion.rules.game import AT_PLACE, ENDS, IN_NIGHT, LEAD
from companion.rules.move import Move, Shuffle
from companion.rules.text import RuleError, T, Text
from companion.rules.turns import in_play

MOST_SECONDS = 9 * 3600


# -- the deal -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Things(Field):
    """Numbers of things that can be drawn."""

    of: Draw = field(kw_only=True)

    def check(self, value: Any) -> None:
        last = len(self.of.from_) - 1
        if not isinstance(value, list) or not all(is_number(one) and 0 <= one <= last for one in value):
            raise RuleError(T("{field} must name one of the things to draw", field=self.named))


@dataclass(frozen=True)
class Drawn(Things):
    """What was drawn: the number of a thing, then the order of the words of a pair."""

    def check(self, value: Any) -> None:
        super().check(value[:1] if isinstance(value, list) else value)
        if len(value) != 1 + 2 * self.of.pairs or sorted(value[1:]) != list(range(2 * self.of.pairs)):
            raise RuleError(T("{field} must have the order of its words", field=self.named))


class RoleDeal(Deal[State]):
    """A deal names who has a card that is not dealt by lot, and which words were drawn before it."""

    game: RoleRound
    drawn = ("cards", "aside", "draw")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return (*super().fields(state, by), *(() if state.by_hand else self._more(state)))

    def _more(self, state: State) -> Iterator[Field]:
        if chosen := self._chosen(state):
            roles, choices = self.game.roles, seat_choices(state)
            each = (OneOf("chosen", T("Who is: {card}", card=roles[id].label), choices=choices) for id in chosen)
            yield ListOf("chosen", T("Chosen, not dealt by lot"), each=tuple(each))
        if draws := self.game.form.draw.values():
            spent = tuple(Things("spent", T("{name}", name=one.id), of=one) for one in draws)
            yield ListOf("spent", T("Words drawn before"), older=True, each=spent)
            drawn = tuple(Drawn("draw", T("{name}", name=one.id), of=one) for one in draws)
            yield ListOf("draw", T("Drawn words"), drawn=True, each=drawn)

    def _chosen(self, state: State) -> list[str]:
        return self.game.chosen_cards(len(state.players), state.options)

    def check(self, state: State, entry: Entry) -> None:
        super().check(state, entry)
        dealt = {} if state.by_hand else dict(zip(state.players, entry["cards"], strict=True))
        for id, seat in zip(self._chosen(state), entry.get("chosen", ()), strict=False):
            if dealt.get(seat) != id:
                raise RuleError(T("{name} was to have {card}", name=state.names[seat], card=self.game.roles[id].label))

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        if state.by_hand:
            return entry
        sitting = self._sitting(state, entry.get("without"))
        (deck,) = self.game.prepared(len(sitting.players), state.options)
        fixed = dict(zip(entry.get("chosen", ()), self._chosen(sitting), strict=True))
        lots = [deck - type(deck)(fixed.values())]
        shuffle(lots)  # as every deal does, of which there may be several ways
        draws = self.game.form.draw.values()
        draw = [_draw(one, spent, shuffle) for one, spent in zip(draws, entry.get("spent", ()), strict=True)]
        cards = sorted(lots[0].elements())
        shuffle(cards)
        left = iter(cards)
        hands = [fixed.get(seat) or next(left) for seat in sitting.players]
        return {**entry, "cards": hands, "aside": list(left), **({"draw": draw} if draw else {})}

    def draws_anew(self, state: State, before: Entry, entry: Entry) -> bool:
        return super().draws_anew(state, before, entry) or before.get("chosen") != entry.get("chosen")

    def effect(self, state: State, entry: Entry) -> None:
        super().effect(state, entry)
        state.draw = [list(one) for one in entry.get("draw", ())]


def _draw(draw: Draw, spent: Sequence[int], shuffle: Shuffle) -> list[int]:
    """One of the things that are not spent, and the order of its words."""
    left = [n for n in range(len(draw.from_)) if n not in spent] or list(range(len(draw.from_)))
    shuffle(left)
    order = list(range(2 * draw.pairs))
    shuffle(order)
    return [left[0], *order]


# -- while it is played ---------------------------------------------------------------------------------------------
no_question = need(T("everybody is asked something now"), lambda state, by: state.question is None)


dealt_by_app = need(T("the app does not know cards dealt by hand"), lambda state, by: not state.by_hand)


class RoleTableMove(TableMove[State]):
    """A move of the table in a game in one file."""

    game: RoleRound
    group = LEAD
    needs: ClassVar[Needs] = (in_play,)


class Out(RoleTableMove):
    """Somebody is out; where the game shows it, the card is turned up for all to see."""

    kind, label, icon = "out", T("Out"), "leave"
    group = AT_PLACE

    def _shows(self, state: State) -> bool:
        return self.game.form.game.out == "shown" and not state.by_hand

    def actions(self, state: State, by: int) -> list[Action]:
        note = T("Everybody sees the card then.") if self._shows(state) else None
        return [
            self.action(-1, label=T("{name} is out", name=state.names[seat]), fixed={"seat": seat}, note=note)
            for seat in state.players
            if not state.seats[seat].out
        ] or [self.action(-1, closed=T("nobody is left"))]

    def effect(self, state: State, entry: Entry) -> None:
        seat = state.seats[entry["seat"]]
        seat.out, seat.revealed = True, self._shows(state)
        state.pointed.pop(entry["seat"], None)
        self.game.answer(state)

    def saying(self, state: State, entry: Entry) -> Text:
        seat = state.seats[entry["seat"]]
        if self._shows(state) and seat.card:
            return T("{name} is out: {card}.", name=seat.name, card=self.game.roles[seat.card].label)
        return T("{name} is out.", name=seat.name)


class Night(RoleTableMove):
    """A night begins: it is read aloud to its end."""

    kind, label, icon = "night", T("Night"), "moon"
    needs = (in_play, no_question)

    def effect(self, state: State, entry: Entry) -> None:
        state.nights += 1
        state.clock = None

    def saying(self, state: State, entry: Entry) -> Text:
        return T("Night {n}", n=state.nights + 1)


class ClockSet(RoleTableMove):
    """A clock runs from so many seconds on, or stands at them. The app fills in what is left."""

    kind, label, icon = "clock", T("Clock"), "hourglass"
    button = False

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        each = tuple(Choice(n, one.name) for n, one in enumerate(self.game.form.clock))
        seconds = Number("seconds", T("Seconds"), low=0, high=MOST_SECONDS)
        return OneOf("clock", T("Clock"), choices=each), seconds, Flag("stands", T("Pause"))

    def effect(self, state: State, entry: Entry) -> None:
        state.clock, state.seconds, state.stands = entry["clock"], entry["seconds"], entry.get("stands", False)
        state.sets += 1

    def saying(self, state: State, entry: Entry) -> Text:
        minutes, seconds = divmod(entry["seconds"], 60)
        values = {"clock": self.game.form.clock[entry["clock"]].name, "left": f"{minutes}:{seconds:02}"}
        return T("{clock}: pause at {left}", **values) if entry.get("stands") else T("{clock}: {left}", **values)


class AskLook(RoleTableMove):
    """Every phone shows the question of a look, and only the owner of its card is answered; or one that the table names
    is asked alone."""

    kind, label, icon = "ask", T("A question to all"), "eye"
    needs = (in_play, no_question, dealt_by_app)
    at_night: ClassVar[bool] = False

    def actions(self, state: State, by: int) -> list[Action]:
        deck, looks = self.game.deck_of(state), self.game.form_of(state).looks
        return [self._ask(state, one) for one in looks if one.times != 0 and (one.who is None or one.who & deck.keys())]

    def _ask(self, state: State, look: Look) -> Action:
        there = tuple(
            one for one in seat_choices(state) if state.can_play(one.value) and not state.seats[one.value].out
        )
        fields = (OneOf("seat", T("Who looks now?"), choices=there),) if look.who is None else ()
        spent = look.times is not None and state.looks.count(look.id) >= look.times
        closed = T("it was asked as often as it may be") if spent else None
        return self.action(-1, label=look.name, fixed={"look": look.id}, fields=fields, closed=closed)

    def effect(self, state: State, entry: Entry) -> None:
        state.looks += [] if self.at_night else [entry["look"]]
        state.asked_times += 1
        state.question, state.at_night, state.asks = entry["look"], self.at_night, entry.get("seat")
        state.pointed, state.answered = {}, None

    def saying(self, state: State, entry: Entry) -> Text:
        what = self.game.form.looks[entry["look"]].name
        if "seat" in entry:
            return T("{name} is asked: {what}", name=state.names[entry["seat"]], what=what)
        return T("Everybody is asked: {what}", what=what)


class AskInNight(AskLook):
    """A question comes up in a step of the night: whoever has their eyes open holds a name, and reads the answer."""

    kind = "night-ask"
    group = IN_NIGHT
    at_night = True

    def actions(self, state: State, by: int) -> list[Action]:
        form = self.game.form
        looks = (form.asked_in(step) for step in form.night)
        return [self.action(-1, label=one.name, fixed={"look": one.id}) for one in looks if one is not None]


class Point(Move[State]):
    """A seat names another one. Everybody does, and only who was really asked is answered."""

    game: RoleRound
    kind, label, icon = "point", T("Answer"), "eye"
    tile = "other"
    help = T("Everybody names somebody. Only one answer counts, and nobody sees whose.")
    secret = parallel = True
    undoable = False
    needs = (
        in_play,
        need(T("nothing is asked now"), lambda state, by: by in state.asked),
        need(T("{name} has answered already"), lambda state, by: by not in state.pointed),
    )
    says = T("{name} has answered.")

    asks = (other_seat("seat", T("Who?")),)

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        (field,) = super().fields(state, by)
        label = self.game.form.looks[state.question].name if state.question is not None else field.label
        return (replace(field, label=label),)

    def effect(self, state: State, entry: Entry) -> None:
        state.pointed[entry["by"]] = entry["seat"]
        self.game.answer(state)


class GoOn(RoleTableMove):
    """The table waits no longer for those who have not answered."""

    kind, label, icon = "go-on", T("Go on without the others"), "hourglass"
    needs = (in_play, need(T("nothing is asked now"), lambda state, by: state.question is not None))

    def effect(self, state: State, entry: Entry) -> None:
        self.game.close(state)

    def saying(self, state: State, entry: Entry) -> Text:
        return T("The question is over.") if state.at_night else self.label


class Ends(RoleTableMove):
    """The game is over, by what has happened; a seat is named where the file asks for one."""

    kind, label, icon = "ends", T("It is over"), "crown"
    group = ENDS

    def actions(self, state: State, by: int) -> list[Action]:
        offered = self.game.ends_of(self.game.deck_of(state))
        return [self._end(state, n) for n in offered] if self.game.form.ends else [self._untold(state)]

    def _end(self, state: State, n: int) -> Action:
        end = self.game.form.ends[n]
        fields: tuple[Field, ...] = ()
        if end.asks:
            fields = (OneOf("seat", end.asks, choices=seat_choices(state)),)
        closed = no_question(state, -1)
        return self.action(-1, label=end.when, fixed={"end": n}, fields=fields, closed=closed)

    def _untold(self, state: State) -> Action:
        sides = tuple(Choice(id, side.name) for id, side in self.game.form.sides.items())
        which = SomeOf("sides", T("Which side has won?"), choices=sides)
        return self.action(-1, fields=(which, SomeOf("won", T("Or who has won?"), choices=seat_choices(state))))

    def effect(self, state: State, entry: Entry) -> None:
        state.end, state.named = entry.get("end"), entry.get("seat")
        state.sides, state.won = list(entry.get("sides", ())), list(entry.get("won", ()))
        self.game.finish(state, "ended")

    def saying(self, state: State, entry: Entry) -> Text:
        if "end" not in entry:
            return T("It is over.")
        end = self.game.form.ends[entry["end"]]
        when = end.when
        if end.asks:
            return T("{when}. {asks} {name}.", when=when, asks=end.asks, name=state.names[entry["seat"]])
        return T("{when}.", when=when)


TURN_MOVES: tuple[type[Move[Any]], ...] = (Point,)
