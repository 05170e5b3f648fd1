"""The moves of games in one file: the deal, players who are out, nights, timers, questions and answers, the end.

``knowledge`` and ``round`` compute what people learn from them; ``definition`` has the file's keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from companion.engine.actions import ButtonGroup, Entry
from companion.engine.conditions import Conditions, condition, why_not_in_play
from companion.engine.dealing import Deal, TableMove
from companion.engine.fields import (
    AnyOf,
    Choice,
    Field,
    FixedList,
    Flag,
    Number,
    OneOf,
    SeatChoices,
    SomeOf,
    any_seat,
    other_seat,
    seat_choices,
)
from companion.engine.game import CLOCK, RunningClock
from companion.engine.move import Move, Shuffle, Variant
from companion.engine.text import RuleError, T, Text
from companion.engine.turns import finish_round
from companion.toml_games.definition import DrawTable, is_in_play
from companion.toml_games.round import RoleRound
from companion.toml_games.state import Question, State

MOST_SECONDS = 9 * 3600


# -- the deal -------------------------------------------------------------------------------------------------------
class RoleDeal(Deal):
    """A deal, with the seats for cards that are given rather than dealt at random, and with words drawn earlier."""

    game: RoleRound
    random_fields = ("cards", "aside", "draw")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        found = super().fields(state, by)
        if state.dealt_by_hand:
            return found
        if chosen := self._list_chosen(state):
            names = (T("Who is: {card}", card=self.game.roles[id].label) for id in chosen)
            each = tuple(OneOf("chosen", name, choices=seat_choices(state)) for name in names)
            found = (*found, FixedList("chosen", T("Chosen, not random"), each=each))
        if draws := self.game.form.draw.values():
            drawn = tuple(Number("draw", T("{name}", name=draw.id), high=len(draw.ways) - 1) for draw in draws)
            before = FixedList("spent", T("Words already drawn"), hidden=True, each=tuple(map(_ask_spent, draws)))
            found = (*found, before, FixedList("draw", T("Drawn words"), hidden=True, each=drawn))
        return found

    def _list_chosen(self, state: State) -> list[str]:
        return self.game.list_chosen_cards(len(state.players), state.options)

    def check(self, state: State, entry: Entry) -> None:
        super().check(state, entry)
        for id, seat in zip(self._list_chosen(state), entry.get("chosen", ()), strict=False):
            if entry["cards"][state.players.index(seat)] != id:
                raise RuleError(
                    T("{name} was supposed to get {card}", name=state.names[seat], card=self.game.roles[id].label)
                )

    def outcome(self, state: State, entry: Entry, shuffle: Shuffle) -> Entry:
        """Deal as in any game; then each chosen seat swaps its card for the one it was chosen for, wherever that is."""
        found = super().outcome(state, entry, shuffle)
        if state.dealt_by_hand:
            return found
        sitting = self._seat_out(state, entry.get("without"))
        lying = [*found["cards"], *found["aside"]]
        many = len(sitting.players)
        for id, seat in zip(self._list_chosen(sitting), entry.get("chosen", ()), strict=False):
            here = sitting.players.index(seat)
            there = lying.index(id)
            lying[here], lying[there] = lying[there], lying[here]
        found |= {"cards": lying[:many], "aside": lying[many:]}
        if draws := self.game.form.draw.values():
            found["draw"] = [_draw(draw, spent, shuffle) for draw, spent in zip(draws, entry["spent"], strict=True)]
        return found

    def bind(self, state: State, without: Sequence[int], earlier: Iterable[Entry]) -> Entry:
        entry = Entry()
        dealt = list(earlier)
        if state.dealt_by_hand:
            return entry
        sitting = set(range(len(state.seats))) - set(without)
        *_, before = [[], *(deal["chosen"] for deal in dealt if "chosen" in deal)]
        fits = len(before) == len(self.game.list_chosen_cards(len(sitting), state.options))
        if before and fits and sitting.issuperset(before):
            entry["chosen"] = before
        if draws := self.game.form.draw.values():
            drawn = [deal["draw"] for deal in dealt if "draw" in deal]
            entry["spent"] = [_draw_often(draw, [each[n] for each in drawn]) for n, draw in enumerate(draws)]
        return entry

    def effect(self, state: State, entry: Entry) -> None:
        super().effect(state, entry)
        state.draw = list(entry.get("draw", ()))


def _draw_often(draw: DrawTable, numbers: Iterable[int]) -> list[int]:
    """Return the items that were drawn by these numbers more often than others."""
    times = Counter(number % len(draw.from_) for number in numbers)
    fewest = min(times[thing] for thing in range(len(draw.from_)))
    return [thing for thing in times if times[thing] > fewest]


def _ask_spent(draw: DrawTable) -> Field:
    """Make the field for the items that were drawn more often than others."""
    things = T("{name}", name=draw.id)
    return AnyOf("spent", things, choices=tuple(Choice(n, things) for n in range(len(draw.from_))))


def _draw(draw: DrawTable, spent: Sequence[int], shuffle: Shuffle) -> int:
    """Draw one of the items that are not ``spent``."""
    left = [n for n in range(len(draw.ways)) if n % len(draw.from_) not in spent]
    shuffle(left)
    return left[0]


# -- while it is played ---------------------------------------------------------------------------------------------
no_question = condition(T("everyone is being asked something right now"), lambda state, by: state.question is None)
question = condition(
    T("nothing is being asked right now"), lambda state, by: state.question and by in (-1, *state.asked)
)
dealt_by_app = condition(T("the app doesn't know cards dealt by hand"), lambda state, by: not state.dealt_by_hand)
is_in = condition(T("{name} is out or has left"), lambda state, seat: state.is_in(seat))


class RoleTableMove(TableMove):
    """A move of the table in a game in one file."""

    game: RoleRound
    group = ButtonGroup.LEAD
    conditions: ClassVar[Conditions] = (why_not_in_play,)


class Out(RoleTableMove):
    """A player is out; if the game says so, their card is revealed to everyone."""

    kind = "out"
    label = T("Out")
    icon = "leave"
    group = ButtonGroup.PLACE
    asks = (any_seat("seat", T("Who"), word="name"),)

    def list_variants(self, state: State, by: int) -> list[Variant]:
        note = T("Everyone will see the card.") if self._shows else None
        return [
            Variant({"seat": seat}, T("{name} is out", name=state.names[seat]), note=note)
            for seat in state.players
            if not state.seats[seat].out
        ]

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        return ()

    @property
    def _shows(self) -> bool:
        return self.game.form.game.out == "shown"

    def effect(self, state: State, entry: Entry) -> None:
        seat = state.seats[entry["seat"]]
        seat.out = True
        seat.revealed = seat.revealed or self._shows

    def phrase(self, state: State, entry: Entry) -> Text:
        card = state.seats[entry["seat"]].card
        if self._shows and card:
            return T("{name} is out: {card}.", card=self.game.roles[card].label)
        return T("{name} is out.")


class Night(RoleTableMove):
    """A night starts: the table screen reads it aloud to its end."""

    kind = "night"
    label = T("Night")
    icon = "moon"
    conditions = (why_not_in_play, no_question)

    def effect(self, state: State, entry: Entry) -> None:
        state.nights += 1
        state.countdown = None

    def phrase(self, state: State, entry: Entry) -> Text:
        return T("Night {n}", n=state.nights + 1)


class ClockSet(RoleTableMove):
    """A timer is started or stopped at a number of seconds; the app fills in how many are left."""

    kind = CLOCK
    label = T("Timer")
    icon = "hourglass"
    button = False

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        each = tuple(Choice(clock.id, clock.name) for clock in self.game.form.clock)
        seconds = Number("seconds", T("Seconds"), low=0, high=MOST_SECONDS)
        return OneOf("clock", T("Timer"), choices=each), seconds, Flag("stands", T("Pause"))

    def effect(self, state: State, entry: Entry) -> None:
        clock = self.game.night_script(state).clocks[entry["clock"]]
        stands = entry.get("stands", False)
        state.sets += 1
        state.countdown = RunningClock(clock, state.sets, entry["seconds"], stands)

    def phrase(self, state: State, entry: Entry) -> Text:
        minutes, seconds = divmod(entry["seconds"], 60)
        values = {"clock": self.game.form.clock[entry["clock"]].name, "left": f"{minutes}:{seconds:02}"}
        return T("{clock}: paused at {left}", **values) if entry.get("stands") else T("{clock}: {left}", **values)


class AskLook(RoleTableMove):
    """A question of ``[[looks]]``. Every phone shows it, but only the owner of the card gets a true answer.

    If the table names who can ask, only that seat is asked.
    """

    kind = "ask"
    label = T("A question for everyone")
    icon = "talk"
    conditions = (why_not_in_play, no_question, dealt_by_app)
    at_night = False

    def list_variants(self, state: State, by: int) -> list[Variant]:
        looks = self.game.form.looks
        alone = any_seat("seat", T("Who looks now?"), is_in)
        return [
            Variant({"look": n}, looks[n].name, asks=() if looks[n].who else (alone,), greyed_by=self._not_spent(n))
            for n in self._list_askable(state)
        ]

    def _list_askable(self, state: State) -> list[int]:
        """Return the questions of this kind that can be asked now."""
        deck = self.game.deck_of(state)
        looks = self.game.form.looks
        return [look.id for look in looks if look.times[len(state.players)] and is_in_play(look.who, deck)]

    def _not_spent(self, look: int) -> Conditions:
        def left(state: State, by: int) -> bool:
            asked = sum(question.look == look and not question.at_night for question in state.questions)
            return self.at_night or asked < self.game.form.looks[look].times[len(state.players)]

        return (condition(T("this can't be asked any more"), left),)

    def effect(self, state: State, entry: Entry) -> None:
        state.questions.append(Question(entry["look"], self.at_night, entry.get("seat")))
        state.open = True

    def phrase(self, state: State, entry: Entry) -> Text:
        look = self.game.form.looks[entry["look"]].name
        if "seat" in entry:
            return T("{name} is asked: {look}", name=state.names[entry["seat"]], look=look)
        return T("Everyone is asked: {look}", look=look)


class AskInNight(AskLook):
    """A question in a step of the night: players with open eyes hold a name on their phone, and read the answer."""

    kind = "night-ask"
    group = ButtonGroup.NIGHT
    at_night = True

    def _list_askable(self, state: State) -> list[int]:
        form = self.game.form
        return [look.id for look in map(form.find_asked, form.night) if look is not None]


class Point(Move):
    """A seat names another one. Every seat does so; only the seat that was really asked gets an answer."""

    game: RoleRound
    kind = "point"
    label = T("Answer")
    icon = "talk"
    tile = "other"
    help = T("Everyone names someone. Only one answer counts, and nobody sees whose it was.")
    secret = parallel = True
    undoable = False
    conditions = (
        why_not_in_play,
        question,
        condition(T("{name} has already answered"), lambda state, by: by not in state.question.named),
    )
    log_text = T("{name} has answered.")

    def fields(self, state: State, by: int) -> tuple[Field, ...]:
        asked = self.game.form.looks[state.question.look].name if state.question else self.label
        return (other_seat("seat", asked),)

    def effect(self, state: State, entry: Entry) -> None:
        state.questions[-1].named[entry["by"]] = entry["seat"]


class GoOn(RoleTableMove):
    """The table stops waiting for seats that have not answered."""

    kind = "go-on"
    label = T("Continue without the others")
    icon = "next"
    conditions = (why_not_in_play, question)
    log_text = T("The question has been answered.")

    def effect(self, state: State, entry: Entry) -> None:
        state.open = False


class Ends(RoleTableMove):
    """The game is over, for one of the file's reasons; if that reason asks for a seat, one is named."""

    kind = "ends"
    label = T("It's over")
    icon = "finish"
    group = ButtonGroup.ENDS

    def list_variants(self, state: State, by: int) -> list[Variant]:
        form = self.game.form
        if not form.ends:
            sides = tuple(Choice(id, side.name) for id, side in form.sides.items())
            which = SomeOf("sides", T("Which side won?"), choices=sides)
            return [Variant({}, self.label, asks=(which, SomeOf("won", T("Or who has won?"), among=SeatChoices())))]
        ends = (form.ends[n] for n in self.game.ends_of(self.game.deck_of(state)))
        return [
            Variant(
                {"end": end.id},
                end.when,
                asks=(any_seat("seat", end.asks),) if end.asks else (),
                greyed_by=(no_question,),
            )
            for end in ends
        ]

    def effect(self, state: State, entry: Entry) -> None:
        state.end = entry.get("end")
        state.named = entry.get("seat")
        state.sides = entry.get("sides", [])
        state.won = entry.get("won", [])
        finish_round(self.game, state, "ended")

    def phrase(self, state: State, entry: Entry) -> Text:
        return self.game.how(state, entry.get("end"), entry.get("seat"))
