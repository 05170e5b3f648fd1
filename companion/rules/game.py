"""A game as the rest of the program knows it. A game's folder offers one instance of a subclass, named ``GAME``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from companion.rules.asking import (
    END,
    PLAY,
    Action,
    Choice,
    Entry,
    Field,
    Flag,
    Offer,
    OneOf,
    Prepared,
    any_contains,
    write_plain,
)
from companion.rules.cards import CARDS, COUNT_CARDS, HAND_AND_DECK, Hands
from companion.rules.guide import Guide, Lesson, Role, Said, Teaches, Topic, guide_of
from companion.rules.move import Move, Shuffle, StateT, list_open
from companion.rules.scoring import Booked, Sheet
from companion.rules.seeing import View
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING, SETUP, TURNS, State
from companion.rules.text import RuleError, T, Text

# -- options --------------------------------------------------------------------------------------------------------
Option = tuple[Field, Any]
"""An option as a field of the lobby, and its default; one that goes by the number of players is a function of it."""

DEALING = OneOf(
    "dealing",
    T("Secret cards"),
    unscored=True,
    choices=(Choice("phones", T("dealt to the phones")), Choice("cards", T("dealt by hand from the box"))),
)


class Spoken(NamedTuple):
    """Something that takes so many ``seconds``: a step of the night by what is read, or a clock by its name.

    Its ``end`` is what is said then. ``begins`` is what the table's device enters when such a step begins, ``over``
    when it is over.
    """

    text: Text
    seconds: int
    end: Text | None = None
    begins: Entry | None = None
    over: Entry | None = None


class Running(NamedTuple):
    """A clock that was set: the ``number``-th of the round, to so many ``seconds``, at which it may stand."""

    clock: Spoken
    number: int
    seconds: int
    stands: bool


class Aloud(NamedTuple):
    """Steps of the night that runs, the clocks that the table can start, and the one that runs or stands."""

    night: Sequence[Spoken] = ()
    clocks: Sequence[Spoken] = ()
    countdown: Running | None = None


CLOCK = "clock"
"""The kind of entry by which a clock runs from so many ``seconds`` on, or ``stands`` at them."""
LEAD, AT_PLACE, ENDS, IN_NIGHT = "lead", "place", "ends", "night"
"""Groups of the table's moves that stand on its screen as buttons: in the middle, at the place of the seat that is
fixed in them, and behind "Round over"; or that its device makes by itself in the night."""


# -- the game ----------------------------------------------------------------------------------------------------------
MoveT = TypeVar("MoveT", bound=Move[Any])
AGREED = Choice("agreed", T("we agree to stop"))


class Game(Booked[StateT], Generic[StateT]):
    """The rules of one game as data and pure functions: a game declares what it has, this class asks.

    A game is stateless: everything it knows of a table stands in the state it is given. What has no default here, in
    ``Showing`` or in ``Booked`` has to be declared; Python names all that is missing when the game is made.

    ``turn_moves`` and ``table_moves`` are the kinds of entries, in the order of the buttons. ``topics`` are what people
    look up that belongs to no card. ``begins`` says who begins the first round, by the rule of the box. ``own_options``
    are fields the host fills in before the first deal, with their defaults. ``clans`` are the public backs of the cards
    with their names, or empty where all backs are alike; a card id of a game with backs begins with its clan.
    """

    clans: ClassVar[Mapping[str, Text]] = {}
    hands: ClassVar[Hands | None] = None
    """What is dealt out besides the secret cards."""
    own_options: ClassVar[tuple[Option, ...]] = ()
    in_turns: ClassVar[bool] = True
    """One seat after the other is on turn; else nobody is, all act who have something open, and of a look at the own
    card the table sees no more than how many have taken it."""
    begins: ClassVar[Text | None] = None
    topics: ClassVar[tuple[Topic, ...]] = ()
    signs: ClassVar[tuple[Topic, ...]] = ()
    """What may lie in front of a player, and what the numbers beside a name count."""

    teaches: ClassVar[Teaches] = Teaches()
    """For those to whom it is new: how it goes, and its rules at their moments."""

    file: ClassVar[str] = ""
    """The text it is read from, which its records carry; "" for a game written in Python."""

    @property
    @abstractmethod
    def about(self) -> Text:
        """One line for who chooses a game."""

    minutes: ClassVar[int] = 0
    """How long a game takes, as its box says; 0 where that is not known."""
    differs: ClassVar[Text | None] = None
    """What makes it different from the others, in a few words."""

    @property
    @abstractmethod
    def least(self) -> int:
        """As many players at least."""

    @property
    @abstractmethod
    def most(self) -> int:
        """As many players at most."""

    @property
    @abstractmethod
    def state_type(self) -> type[StateT]:
        """The class of its state."""

    @property
    @abstractmethod
    def turn_moves(self) -> tuple[type[Move[Any]], ...]:
        """The kinds of entries that a seat makes."""

    @property
    @abstractmethod
    def table_moves(self) -> tuple[type[Move[Any]], ...]:
        """The kinds of entries that the whole table makes."""

    def __init__(self) -> None:
        moves = (move(self) for move in (*self.turn_moves, *self.table_moves))
        self.moves: Mapping[str, Move[StateT]] = {move.kind: move for move in moves}

    @cached_property
    def icons(self) -> frozenset[str]:
        """The drawings that its buttons, signs and things name, beside those every game has."""
        facts, drawn = [*self.of_table, *self.of_seat], list[Any](self.roles.values())
        for move in self.moves.values():
            drawn += [move, *move.buttons, *move.asked.values()]
        for fact in facts:
            drawn += [fact, *fact.pieces.values()]
        return frozenset({self.coin, *(one.icon for one in drawn)} - {""})

    # -- set-up -------------------------------------------------------------------------------------------------
    @abstractmethod
    def prepare(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        """Return the secret cards that are shuffled for this number of players; several where there is a choice."""

    def can_turn_up(self, players: int, options: Mapping[str, Any], cards: Sequence[str]) -> bool:
        """So many players can be told to have had these cards together, where the app did not deal them."""
        return any_contains(self.prepare(players, options), cards)

    def count_most(self, card: str, players: int, options: Mapping[str, Any]) -> int:
        """As many of that secret card as so many players can have had."""
        counts = range(players, 0, -1)
        return next((n for n in counts if self.can_turn_up(players, options, [card] * n)), 0)

    @abstractmethod
    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        """Things to prepare on the table before the deal, one sentence each."""

    def set_up(self, state: StateT) -> None:
        """Deal out what else there is when a round begins. All that is not kept is as before the first deal."""

    def options(self) -> tuple[Field, ...]:
        """Return the options as fields."""
        return tuple(field for field, _ in self._options)

    @property
    def _options(self) -> tuple[Option, ...]:
        counted = ((COUNT_CARDS, True),) if self.hands else ()
        return ((DEALING, "phones"), *counted, *self.own_options)

    def default_options(self) -> dict[str, Any]:
        """Return the values of those that do not go by the number of players."""
        return {field.name: default for field, default in self._options if not callable(default)}

    def settle_options(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Return the options with those that go by the number of players, where nobody has set them."""
        return {**{field.name: default(players) for field, default in self.own_options if callable(default)}, **options}

    def offer_options(self, options: Mapping[str, Any], players: int) -> tuple[Field, ...]:
        """Return the options as the lobby offers them.

        One that doesn't go with the chosen ones, or so many players, is closed.
        """

        def refused(name: str) -> Text | None:
            try:
                self.check_options({**options, name: True}, players)
            except RuleError as error:
                return error.text
            return None

        return tuple(
            replace(field, closed=refused(field.name))
            if isinstance(field, Flag) and not options.get(field.name)
            else field
            for field in self.options()
        )

    def check_options(self, options: Mapping[str, Any], players: int) -> None:
        """Raise for options that don't go together, or not with so many players."""

    def rounds(self, state: StateT) -> int:
        """Return how many rounds the game has."""
        return int(state.options.get("rounds", 1))

    def deal(self, state: StateT, shuffle: Shuffle, without: Sequence[int] = ()) -> Entry:
        """Deal the shuffled cards, ``without`` those who sit out: one to each seat, the rest set aside.

        ``first`` is still to be added.
        """
        count = len(state.seats) - len(set(without))
        ways = self.prepare(count, state.options)
        shuffle(ways)
        cards = sorted(ways[0].elements())
        shuffle(cards)
        sit_out = {"without": sorted(without)} if without else {}
        return {"kind": "deal", **sit_out, "cards": cards[:count], "aside": cards[count:]}

    # -- who begins ---------------------------------------------------------------------------------------------
    def propose_first(self, state: StateT, without: Sequence[int] = ()) -> int | None:
        """Return the seat that should begin the next round, ``without`` those who will sit out: nobody who has gone.

        None where the table decides it (``begins``).
        """
        return None if state.next_first is None else find_first(state, state.next_first, without)

    def why_first(self, state: StateT, without: Sequence[int] = ()) -> Text | None:
        """Why that seat is proposed."""
        last, first = state.last_one, self.propose_first(state, without)
        if last is None or first is None:
            return self.begins if state.status == SETUP else None
        if not state.number:
            text = T("{name} begins, on the left of {last}, who began the last round.")
        elif state.last_card is not None:
            text = T("{name} begins: {last} put down the last card of the round.")
        else:
            text = T("{name} begins, because {last} had the last turn.")
        return text.fill(name=state.seats[first].name, last=state.seats[last].name)

    def start(self, players: Sequence[str], options: Mapping[str, Any] | None = None) -> StateT:
        """Make the state before the first entry. Raises a RuleError for too few or many players or a wrong option."""
        self.check_players(len(players))
        given = self.complete(options or {})
        self.check_options(given, len(players))
        return self.make_state(players, given)

    def make_state(self, players: Sequence[str], options: dict[str, Any]) -> StateT:
        """Return the state in which nothing has been dealt."""
        return self.state_type(options, [self.state_type.seat_type(name) for name in players])

    def check_players(self, count: int) -> None:
        if not self.least <= count <= self.most:
            limits = {"game": self.title, "least": self.least, "most": self.most, "n": count}
            raise RuleError(T("{game} is for {least} to {most} players, not {n}", **limits))

    def complete(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """``options`` with the defaults filled in, each checked."""
        fields = {field.name: field for field in self.options()}
        for name, value in options.items():
            if name not in fields:
                raise RuleError(T("unknown option {option}", option=write_plain(name)))
            fields[name].check(value)
        return {**self.default_options(), **options}

    # -- play ---------------------------------------------------------------------------------------------------
    def judge(self, state: StateT, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        move = self.moves.get(entry["kind"])
        if move is None:
            raise RuleError(T("unknown kind of entry in {game}", game=self.title))
        move.judge(state, entry)

    def move(self, kind: type[MoveT]) -> MoveT:
        """Return the move of that class, or of one made of it."""
        found = self.moves[kind.kind]
        assert isinstance(found, kind)
        return found

    def fold(self, state: StateT, entry: Entry) -> None:
        """Change ``state`` by an entry that has been judged."""
        state.fresh = False
        move = self.moves[entry["kind"]]
        if move.seated:
            state.seats[entry["by"]].new_card = False
        (move.lay if move.seated and state.follow != TURNS else move.apply)(state, entry)
        state.last_kind = entry["kind"]

    def actions(self, state: StateT, seat: int) -> list[Action]:
        """Return the buttons of that seat now, those that are greyed with a reason included."""
        moves = (move for move in self.moves.values() if move.seated)
        return [act for move in list_open(moves, state, seat) for act in move.actions(state, seat)]

    def list_table_actions(self, state: StateT, group: str | None = None) -> list[Action]:
        """Return the buttons of the table (the host) now, all of them or those of one ``group``."""
        found = (move for move in self.moves.values() if not move.seated and move.button)
        moves = (move for move in found if group in (None, move.group))
        return [act for move in list_open(moves, state, -1) for act in move.actions(state, -1)]

    def offer(self, state: StateT) -> Offer:
        """Return all that seats can do now, as phones offer it.

        One seat acts while its turn runs; where nobody is on turn, all who have something open do, or something to type
        after the play; where turns are not followed it waits for nobody.
        """
        if state.status not in (PLAYING, SCORING):
            return Offer({}, ())
        asked = state.players if state.turn is None else [state.turn.seat]
        found = {
            seat: tuple(
                replace(action, ends=True)
                if END in self.moves and action.group == PLAY and not (action.tile and action.tile.stays)
                else action
                for action in self.actions(state, seat)
            )
            for seat in asked
        }

        def acts(seat: int) -> bool:
            types = state.status == SCORING and bool(self.list_private_fields(state, seat))
            return types or any(not action.closed for action in found[seat])

        waits = state.status == SCORING or state.follow == TURNS
        acting = tuple(seat for seat in asked if waits and (state.turn or acts(seat)))
        return Offer(found, acting)

    def make_automatic(self, state: StateT, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """Return an entry that the app owes the table now, without a tap of the host.

        One that chance fills in (its fields are still missing), or what the seats have ``typed`` by themselves
        (``private_fields``), when it is complete.
        """
        return None

    def list_private_fields(self, state: StateT, seat: int) -> tuple[Field, ...]:
        """Fields that the seat may fill in on its own phone for later, seen by nobody else until the app needs it."""
        return ()

    def list_notices(self, state: StateT, seat: int) -> list[Text]:
        """Return sentences for this seat alone, above its buttons; nothing held to look at."""
        exchanged = T("Your role has been exchanged. Hold your card to look at the new one.")
        return [exchanged] if state.seats[seat].new_card else []

    def upkeep(self, state: StateT, seat: int) -> None:
        """Do the upkeep at the start of the seat's turn, skipped or not; adds to ``state.reminders``."""
        for fact in (*self.of_table, *self.of_seat):
            fact.start_turn(state, seat)

    def list_end_reasons(self, state: StateT) -> tuple[Choice, ...]:
        """Return why the table may end the round."""
        return (AGREED, CARDS) if self.hands else (AGREED,)

    def stop_following(self, state: StateT) -> None:
        """Stop following turns from here on: what lies stays."""
        state.turn, state.reminders, state.gaps = None, [], True
        if self.hands:
            self.hands.lose_count(state)

    def find_lying_end(self, state: StateT) -> str | None:
        """Return why the round has ended already, as things lie, where turns are followed again.

        None where it goes on.
        """
        return None

    # -- a round told by its facts ------------------------------------------------------------------------------
    @property
    def facts_sheet(self) -> Sheet:
        """The facts of a round, in a game that has such a sheet."""
        if self.sheet is None:
            raise RuleError(T("{game} has no score that could be added up without the app", game=self.title))
        return self.sheet

    @property
    def follows(self) -> tuple[str, ...]:
        """The ways in which its rounds may be followed."""
        return self.sheet.follows if self.sheet else (TURNS,)

    def from_facts(
        self, read: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any] = (), state: Any = None
    ) -> Any:
        """Return all that the score depends on, from the facts of a round.

        Raises a RuleError for those that can't be.
        """
        sheet = self.facts_sheet
        cards = read[sheet.cards]
        self.check_players(len(cards))
        self.check_options(options, len(cards))
        if not self.can_turn_up(len(cards), options, cards):
            raise sheet.make_error(sheet.cards, T("these can't be in play together with {n} players", n=len(cards)))
        return sheet.gather(read, options, earlier, state)

    def score_facts(self, given: Mapping[str, Any]) -> View:
        """``companion score``: the scores of rounds played without the app. Raises a RuleError that names the fact."""
        scores = [self.score(played) for played in self._rounds(given)]
        return {"game": self.id, "rounds": [dict(score.result) for score in scores], **self.score_after(scores)}

    def _rounds(self, given: Mapping[str, Any]) -> Iterator[Any]:
        options, rounds = self.complete(given.get("options", {})), given.get("rounds")
        most = None if "rounds" in options else 1
        if not isinstance(rounds, list) or not rounds:
            raise RuleError(T("rounds must be a list of at least one round"))
        if most is not None and len(rounds) > most:
            raise RuleError(T("rounds: at most {n} expected, not {count}", n=most, count=len(rounds)))
        earlier, names = list[Any](), None
        for number, one in enumerate(rounds, start=1):
            read = self.facts_sheet.read(one, number)
            if names not in (None, read["names"]):
                text = T("round {n}: every round must have the same players in the same order", n=number)
                raise RuleError(text)
            names = read["names"]
            earlier.append(self.from_facts(read, options, tuple(earlier)))
            yield earlier[-1]

    # -- what hangs on how things lie ---------------------------------------------------------------------------
    def follow_laid(self, state: StateT, before: StateT) -> None:
        """``set`` has laid things so, and they were as ``before``: what else hangs on them, the round's end too."""

    def take_back_pay(self, state: StateT) -> None:
        """Take back what a game that was stopped in a round had paid in it, or what was stolen, never below 0."""

    def list_announcements(self, state: StateT) -> list[Text]:
        """Return sentences that the whole table should hear now, made of what everybody knows."""
        return self.hands.list_announced(state) if self.hands else []

    def name_round(self, state: StateT) -> Text | None:
        """Which round it is; None in a game of one."""
        rounds = self.rounds(state)
        return T("Round {n} of {rounds}", n=state.round, rounds=rounds) if rounds > 1 and state.round else None

    def aloud(self, state: StateT) -> Aloud:
        """Return what the table reads aloud and times."""
        return Aloud()

    # -- from turn to turn --------------------------------------------------------------------------------------
    def begin_turn(self, state: StateT, seat: int) -> None:
        """Start a new turn for ``seat``: number, upkeep, reminders. Who can't play is skipped."""
        state.reminders = []
        while not state.nobody_can_play:
            self._count_turn(state, seat)
            self.upkeep(state, seat)
            if state.can_play(seat):
                state.turn = state.new_turn(seat)
                return
            state.reminders.append({"seat": seat, "kind": "skip-turn"})
            seat = state.find_left(seat)
        self.finish(state, (CARDS if self.hands else AGREED).value)

    def go_on(self, state: StateT, seat: int) -> None:
        """Go on with the turn of ``seat`` as things lie: no upkeep, no reminders, nothing played or drawn."""
        state.reminders = []
        self._count_turn(state, seat)
        state.turn = state.new_turn(seat)

    def _count_turn(self, state: StateT, seat: int) -> None:
        state.number += 1
        state.last_active = seat
        state.peeks = [peek for peek in state.peeks if peek.lasts and peek.looker != seat]

    def end_turn(self, state: StateT) -> None:
        """End the turn that runs."""
        self.begin_turn(state, state.find_left(state.running.seat))

    def leave(self, state: StateT, seat: int) -> None:
        """Note that a player has gone, whose turn may be running."""
        if state.turn is not None and state.turn.seat == seat:
            self.end_turn(state)

    def finish(self, state: StateT, over_by: str) -> None:
        """End the play of the round; it is scored as soon as all is known that the score needs."""
        state.over_by = over_by
        state.stand_still()
        state.status = SCORING
        self.settle(state)

    def settle(self, state: StateT) -> None:
        """Score the round if nothing is missing any more."""
        if self.score_round(state):
            state.status = OVER if state.round >= self.rounds(state) else ROUND_OVER

    # -- what people look up ------------------------------------------------------------------------------------
    @cached_property
    def guide(self) -> Guide:
        """The cards and roles, in words for people who look them up."""
        signs = (*self.signs, *(HAND_AND_DECK if self.hands else ()))
        return guide_of(self.moves.values(), self.roles, self.topics, signs)

    @cached_property
    def lessons(self) -> tuple[Said, ...]:
        """Its rules in the order in which one meets them, each with what is said."""
        return tuple(Said(one.played, one.when, self._about(one)) for one in self.teaches.lessons)

    def _about(self, lesson: Lesson) -> Topic:
        if isinstance(lesson.about, Topic):
            return lesson.about
        tile = next(tile for tile in self.guide.tiles if tile.key == lesson.played)
        return Topic(tile.name, lesson.about or tile.help, tile.icon)

    def make_role(self, state: StateT, seat: int, card: str) -> Role | None:
        """Return the page of that card in the hand of that seat; None where its words are all there is to it."""
        return None

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """Write the entry for the log, as everybody may read it; ``state`` is the one before it."""
        return self.moves[entry["kind"]].sentence(state, entry)

    # -- over time ----------------------------------------------------------------------------------------------
    def find_moment(self, state: StateT) -> int:
        """Where on the plot's time axis the state lies: the turn, or the rounds finished where there are several."""
        if self.rounds(state) == 1:
            return state.number
        return state.round if state.status in (ROUND_OVER, OVER) else state.round - 1

    def may_plot(self, state: StateT) -> bool:
        """Tell whether the plot may be shown.

        It tells what each seat had at every moment, and the app has followed them all.
        """
        one = "rounds" not in state.options and not state.gaps
        return state.status in (ROUND_OVER, OVER) and (self.rounds(state) > 1 or one)


# -- who is there ---------------------------------------------------------------------------------------------------
def find_first(state: State[Any, Any], first: int, without: Sequence[int] = ()) -> int:
    """Return the seat ``first``, or the next one clockwise that is there."""
    circle: list[int] = [*range(first, len(state.seats)), *range(first)]
    playing = [seat for seat in circle if seat not in without] or circle
    return next((seat for seat in playing if not state.seats[seat].retired), playing[0])
