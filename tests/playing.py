"""The one player at random: legal play, from the same list of actions that draws the buttons. Knows no game by name.

It plays at any ``Table``: a record in memory, a table of the app, or two in step that differ in what is hidden; and at
each moment of the game it has its table asked one question or more. What it is asked stands elsewhere: what a view
shows (``test_views``), what every address and form answers (``crawl``, ``posting``), whether twins can be told apart
(``twins``), what every game keeps to (``test_contract``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self

from companion.engine import actions
from companion.engine.actions import Action, ButtonGroup, Entry
from companion.engine.clans import clan_of
from companion.engine.dealing import Deal, deal_cards
from companion.engine.fields import (
    Choice,
    Field,
    FixedList,
    Flag,
    NameField,
    Number,
    ObjectList,
    OneOf,
    ShortText,
    SomeOf,
)
from companion.engine.game import Game
from companion.engine.move import ALL_MODES, Shuffle
from companion.engine.play import find_move, judge_entry, list_actions, list_table_actions, write_entry
from companion.engine.round_facts import list_tracking_modes, require_sheet
from companion.engine.setup import check_players, list_option_fields, start_game
from companion.engine.state import EVERY_TURN, OVER, PLAYING, ROUND_OVER, SCORING, SETUP
from companion.engine.text import RuleError, Text
from companion.engine.tracking import EnterResults
from companion.record.record import UNDO, EntryError, EntryListener, Record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kai", "Lea")
TRIES = 30
PATIENCE = 6
"""Entries in one turn after which a seat ends its turn, if it can."""


class NothingOpenError(Exception):
    """A field that has nothing to choose now."""


class CrossedError(Exception):
    """The fields are right one by one and not together: try again."""


def quiet_turn(record: Record, seat: int) -> list[Entry]:
    """The first card that the seat can play without a question, and the end of the turn; nothing where none is."""
    for action in record.offer.actions.get(seat, ()):
        if action.group == ButtonGroup.PLAY and not (
            action.closed or action.secret or any(not one.optional for one in action.asked)
        ):
            return [action.base, *([{"kind": actions.END, "by": seat}] if action.ends else [])]
    return []


def options_of(game: Game, players: int, random: Random) -> dict[str, Any]:
    """Options that go together, each as often changed as left out."""
    for _ in range(TRIES):
        options = {field.name: value_of(field, random) for field in list_option_fields(game) if random.random() < 0.5}
        try:
            start_game(game, NAMES[:players], options)
        except RuleError:
            continue
        return options
    return {}


def value_of(field: Field, random: Random) -> Any:
    """A value the field offers now. Raises where nothing is open."""
    if isinstance(field, FixedList):
        return [value_of(each, random) for each in field.each]
    if isinstance(field, ObjectList):
        return _things(field, random)
    if isinstance(field, OneOf):
        return random.choice(_open(field.choices))
    if isinstance(field, SomeOf):
        values = [choice.value for choice in field.choices if not choice.closed]
        return random.sample(values, random.randint(0, min(3, len(values))))
    if isinstance(field, Flag):
        return not field.closed and random.random() < 0.5
    if isinstance(field, Number):
        return _number(field, random)
    if isinstance(field, NameField):
        free = [name for name in (*NAMES, "Zoe", "  Ümit ", "<b>{name}</b>") if name not in field.taken]
        return random.choice(free)
    if isinstance(field, ShortText):
        return random.choice(("", "2", "note", "<b>{note}</b> % ü"))
    raise AssertionError(f"no way known to fill a {type(field).__name__}")


def _things(field: ObjectList, random: Random) -> list[Any]:
    """Some of what can be named once, each with all its fields or (``some``) one or more."""
    once, *others = (next(one for one in field.each if one.name == field.once), *field.each)
    others = [one for one in others if one.name != field.once]
    keys = _open(once.choices) if isinstance(once, OneOf) else []
    found = []
    for key in random.sample(keys, random.randint(0, min(3, len(keys)))):
        named = random.sample(others, random.randint(1, len(others))) if field.some else others
        found.append({field.once: key, **{one.name: value_of(one, random) for one in named}})
    return found


def _open(choices: tuple[Choice, ...]) -> list[Any]:
    values = [choice.value for choice in choices if not choice.closed]
    if not values:
        raise NothingOpenError
    return values


def _number(field: Number, random: Random) -> int:
    if not field.optional and random.random() < 0.1:
        return random.choice((field.low, field.high))
    start = least(field)
    return random.randint(max(field.low, start - 2), min(field.high, start + 3))


def filled(action: Action, random: Random) -> Entry:
    """The entry of a button, every field filled with something open; chance's own fields are left to the app."""
    entry = action.base
    for field in action.fields:
        if not field.hidden and not (field.optional and random.random() < 0.5):
            entry[field.name] = value_of(field, random)
    return entry


@dataclass(frozen=True)
class Tap:
    """One thing done at the table: entries of an ``action`` (None: a whole turn, a deal), or what ``seat`` types for
    itself."""

    entries: tuple[Entry, ...] = ()
    action: Action | None = None
    seat: int | None = None
    typed: Mapping[str, Any] | None = None
    facts: Mapping[str, Any] | None = None
    """What was entered on the page of facts."""


class Table(Protocol):
    """Where a game is played."""

    @property
    def record(self) -> Record:
        """The game, as far as it has come."""

    def enter(self, tap: Tap) -> None:
        """Do it. Raises a RuleError for what is not possible."""


class Question:
    """What a table is asked at every moment of a game that is played at random."""

    def before(self, play: Play, tap: Tap) -> None:
        """Before that is done."""

    def after(self, play: Play) -> None:
        """After a tap."""


class MemoryTable(EntryListener):
    """A table in memory: a game, its sentences, and what seats have typed for themselves."""

    def __init__(
        self, game: Game, players: Sequence[str], options: Mapping[str, Any] | None = None, dice: Random | None = None
    ) -> None:
        self.game = game
        self.dice = dice or Random(0)
        self.sentences: list[Text] = []
        self.typed: dict[int, dict[str, Any]] = {}
        self.record = Record(game, players, options, self)

    @property
    def state(self) -> Any:
        return self.record.state

    def on_entry(self, number: int, entry: Entry, state: Any) -> None:
        self.sentences.append(write_entry(self.game, state, entry))

    def restart(self) -> None:
        self.sentences = []

    def copy(self, dice: Random) -> Self:
        """Another table at the same point as this one, with its own dice."""
        other = copy(self)
        other.dice = dice
        other.sentences = self.sentences[:]
        other.typed = self.typed.copy()
        other.record = self.record.copy(other)
        return other

    def enter(self, tap: Tap) -> None:
        """Do it, and what the app owes the table then. Raises an EntryError for what is not possible."""
        if tap.facts is not None:
            move = self.game.moves["facts"]
            assert isinstance(move, EnterResults)
            entry, _ = move.complete(self.state, tap.facts, self.dice.shuffle)
            self.record.append(entry)
        if tap.typed is not None and tap.seat is not None:
            self.typed[tap.seat] = dict(tap.typed)
        for entry in tap.entries:
            if entry["kind"] == UNDO:
                self.record.append(entry)
                return
            if entry["kind"] == "deal":
                self.typed = {}
            turn = self.state.turn
            if entry["kind"] == actions.END and not (turn and turn.seat == entry.get("by")):
                break  # the card before it has ended the round
            self.record.append(self.draw(entry))
        while owed := self.game.make_automatic(self.state, self.typed):
            self.record.append(self.draw(owed))

    def draw(self, entry: Entry) -> Entry:
        """The entry with what chance decides, where that is not in it yet."""
        return draw(self.game, self.state, entry, self.dice)


def draw(game: Game, state: Any, entry: Entry, dice: Random) -> Entry:
    """The entry with what chance decides, where that is not in it yet."""
    move = game.moves[entry["kind"]]
    if any(name in entry for name in move.random_fields):
        return dict(entry)
    return move.outcome(state, dict(entry), dice.shuffle)


class Play:
    """A game at random, tap by tap: ``table`` is where, with the same players and options; else one in memory.

    ``busy`` is the share of the table's own entries (corrections, players who come and go), and of undo and redo
    (``undoes``); ``hurry`` that of a round ended by agreement. ``follow``: the tracking modes that its rounds can have,
    also one after the other.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        busy: float = 0.0,
        hurry: float = 0.0,
        undoes: bool = True,
        follow: Sequence[str] = (EVERY_TURN,),
        table: Table | None = None,
    ) -> None:
        self.game = game
        self.follow = [how for how in follow if how in list_tracking_modes(game)]
        self.random = Random(seed)
        self.busy = busy
        self.hurry = hurry
        self.undoes = undoes
        self.table: Any = table or MemoryTable(game, NAMES[:players], options, self.random)
        self.by_hand: list[str] = []
        """The cards in front of the players where the app knows none."""

    @property
    def record(self) -> Record:
        record: Record = self.table.record
        return record

    @property
    def state(self) -> Any:
        return self.record.state

    @property
    def over(self) -> bool:
        return bool(self.state.status == OVER)

    # -- choosing -----------------------------------------------------------------------------------------------
    def choose(self) -> Tap:
        """Something that is offered now."""
        if self.state.status == ROUND_OVER and self.random.random() < min(0.5, 4 * self.busy):
            with suppress(NothingOpenError):
                return self._table_tap(None)
        if self.state.status in (SETUP, ROUND_OVER):
            return Tap((self.deal(),))
        for _ in range(TRIES * 4):
            try:
                return self._choice()
            except NothingOpenError:
                continue
        raise AssertionError(f"nothing to do at the table: {self.state}")

    def choose_quiet(self) -> Tap | None:
        """What most turns are, or anything that opens no card and ends no round."""
        turns = [quiet_turn(self.record, seat) for seat in self.record.offer.acting]
        turn = next(filter(None, turns), None)
        tap = Tap(tuple(turn)) if turn else self.choose()
        if tap.facts is not None:
            return None
        for entry in tap.entries:
            if entry["kind"] in ("reveal", "follow") or self.game.moves[entry["kind"]].list_opened(entry):
                return None
        return tap

    def list_peeks(self) -> Iterator[Tap]:
        """What shows a card to one seat alone, and answers to questions of the table."""
        for action in self._table_actions(ButtonGroup.LEAD):
            if action.kind == "ask":
                with suppress(NothingOpenError):
                    yield Tap((self._filled(action),), action)
        for seat in self.record.offer.acting or self.state.players:
            for action in self.open_actions(seat):
                with suppress(NothingOpenError):
                    entry = filled(action, self.random)
                    if self._opens_a_card(entry):
                        yield Tap((entry,), action)

    def _opens_a_card(self, entry: Entry) -> bool:
        after = self.record.copy(EntryListener())
        with suppress(RuleError):
            after.append(self.draw(entry))
            return len(after.state.peeks) > len(self.state.peeks) or bool(
                self.game.moves[entry["kind"]].list_opened(entry)
            )
        return False

    def choose_end(self) -> Tap:
        """What the round came to, where nobody followed it; else a way in which it ends, or what has to be before."""
        if self.state.tracking != EVERY_TURN:
            return Tap(facts=facts_at_random(self))
        ends = list_table_actions(self.game, self.state, ButtonGroup.ENDS)
        if any(action.closed for action in ends):
            return Tap(({"kind": "go-on"},))
        end = filled(ends[0], self.random) if ends else {"kind": "end", "reason": "agreed"}
        return Tap((self._find_connection() or end,))

    def _find_connection(self) -> Entry | None:
        """A card after which others are revealed before anything is paid, if there is one."""
        for seat in self.record.offer.acting:
            for action in self.record.offer.actions[seat]:
                for _, entry in [] if action.closed or action.secret else action.list_answers():
                    after = self.record.copy(EntryListener())
                    with suppress(RuleError):
                        after.append(entry)
                        if after.state.unscored and self.game.list_opening(after.state.unscored):
                            return entry
        return None

    def deal(self) -> Entry:
        """The cards as the app deals them, or the public part of a deal by hand."""
        without = self._who_sits_out()
        dealt = deal_of(self.game, self.state, self.random.shuffle, without)
        how = self.random.choice(self.follow)
        dealt |= {"follow": how} if how != EVERY_TURN else {}
        first = self.random.choice([seat for seat in range(len(self.state.seats)) if seat not in without])
        begins = {"first": first} if self.game.in_turns else {}
        if not self.state.dealt_by_hand:
            return {**dealt, **begins}
        self.by_hand = dealt.pop("cards")
        del dealt["aside"]
        backs = {"clans": [clan_of(card) for card in self.by_hand]} if getattr(self.game, "clans", ()) else {}
        return {**dealt, **backs, **begins}

    def _who_sits_out(self) -> list[int]:
        """Nobody, unless too many are there, or someone wants to."""
        seats = range(len(self.state.seats))
        for tries in range(TRIES):
            some = self.random.random() < 6 * self.busy and self.state.status == ROUND_OVER
            few = max(0, len(seats) - self.game.most)
            many = max(few, 2) if some and tries < TRIES // 2 else few + len(seats) // 3
            without = self.random.sample(seats, self.random.randint(few, many) if some or tries else few)
            try:
                check_players(self.game, len(seats) - len(without))
                self.game.check_options(self.state.options, len(seats) - len(without))
            except RuleError:
                continue
            if any(not self.state.seats[seat].retired for seat in seats if seat not in without):
                return without
        raise AssertionError("nobody can be dealt in")

    def _choice(self) -> Tap:
        chance = self.random.random()
        if self.state.status == PLAYING and self.state.tracking != EVERY_TURN:
            return self._unfollowed()
        if len(self.follow) > 1 and self.state.status == PLAYING and chance > 0.98:
            return Tap((self._followed_otherwise(),))
        if self.state.status == PLAYING and (chance < self.hurry or self._tired()):
            return self._table_tap({"end"})
        if self.busy and chance < self.hurry + self.busy * 0.02:
            return self._table_tap({"stop"})
        if self.undoes and self.hurry <= chance < self.hurry + self.busy * 0.2:
            return Tap((self.undo(),))
        if self.hurry <= chance < self.hurry + self.busy:
            return self._table_tap(None)
        ways = self.ways()
        if not ways:
            raise NothingOpenError
        way = self.random.choice(ways)
        if isinstance(way, Tap):
            return way
        return Tap((self._filled(way),), way)

    def _unfollowed(self) -> Tap:
        """What anyone can enter where turns aren't tracked: corrections, how it goes on, the round's result."""
        chance = self.random.random()
        if chance < 0.12:
            return Tap(facts=facts_at_random(self))
        if chance < 0.12 + self.busy:
            return self._table_tap(None)
        if chance > 0.95 and len(self.follow) > 1:
            return Tap((self._followed_otherwise(),))
        ways = [one for seat in self.state.players for one in self.open_actions(seat)]
        if not ways:
            return Tap(facts=facts_at_random(self))
        way = self.random.choice(ways)
        return Tap((self._filled(way),), way)

    def _followed_otherwise(self) -> Entry:
        hows = [how for how in self.follow if how != self.state.tracking]
        if not hows:
            raise NothingOpenError
        how = self.random.choice(hows)
        entry: Entry = {"kind": "follow", "how": how}
        if how == EVERY_TURN:
            entry["active"] = self.random.choice(self.state.players)
            if self.state.options.get("count_cards") and self.random.random() < 0.5:
                entry["seats"] = [{"seat": seat, "hand": self.random.randint(1, 6)} for seat in self.state.players]
                entry["deck"] = self.random.randint(0, 40)
        return entry

    def undo(self) -> Entry:
        """The newest entry is undone, or what was undone last is redone."""
        record = self.record
        if record.undos and self.random.random() < 0.5:
            return {"kind": UNDO, "entry": record.undos[-1]}
        if record.entries[record.newest]["kind"] == "deal":
            raise NothingOpenError
        return {"kind": UNDO, "entry": record.newest}

    def _tired(self) -> bool:
        """Where cards are not counted nothing but the table ends a round."""
        return not getattr(self.state, "counted", False) and self.state.number > 25

    def ways(self) -> list[Action | Tap]:
        """What the seats that act, and after the play the table, can do now."""
        found: list[Action | Tap] = []
        for seat in self.record.offer.acting:
            found += [action for action in self.record.offer.actions[seat] if not action.closed]
            if turn := quiet_turn(self.record, seat):
                found.append(Tap(tuple(turn)))
            fields = self.game.list_private_fields(self.state, seat)
            if fields and (self.state.status == SCORING or self.random.random() < 0.1):
                found.append(Tap(seat=seat, typed={field.name: value_of(field, self.random) for field in fields}))
        if self.state.status == SCORING:
            found += self._table_actions(ButtonGroup.SETTLE)
        if self.state.status == PLAYING:
            led = [ButtonGroup.LEAD, ButtonGroup.PLACE]
            if self.random.random() >= 0.8:
                led.append(ButtonGroup.ENDS)
            found += self._table_actions(*led)
        ends: list[Action | Tap] = [way for way in found if isinstance(way, Action) and way.group == ButtonGroup.END]
        return ends if ends and self._turn_drags() else found

    def _turn_drags(self) -> bool:
        last = self.record.entries[-PATIENCE:]
        same = {entry.get("by") for entry in last} == {self.state.turn and self.state.turn.seat}
        return same and not any(entry["kind"] == "end-turn" for entry in last)

    def open_actions(self, seat: int) -> list[Action]:
        return [action for action in list_actions(self.game, self.state, seat) if not action.closed]

    def _table_actions(self, *groups: ButtonGroup) -> list[Action]:
        return [action for action in list_table_actions(self.game, self.state, *groups) if not action.closed]

    def _table_tap(self, kinds: set[str] | None) -> Tap:
        wanted = [
            a for a in self._table_actions() if (a.kind in kinds if kinds else a.kind not in ("end", "deal", "stop"))
        ]
        if not wanted:
            raise NothingOpenError
        action = self.random.choice(wanted)
        return Tap((self._filled(action),), action)

    def _filled(self, action: Action) -> Entry:
        if action.kind == "identities":
            return {**action.base, "cards": self.turned_up()}
        for _ in range(TRIES):
            entry = filled(action, self.random)
            try:
                self.judge(entry)
            except CrossedError:
                continue
            return entry
        if action.by is None:
            raise NothingOpenError
        raise AssertionError(f"offered, and never accepted: {action}")

    def turned_up(self) -> list[str]:
        """The cards that were dealt by hand; if others dealt or a back was corrected since, some with these backs."""
        backs = [self.state.seats[seat].clan for seat in self.state.players]
        known = len(self.by_hand) == len(backs)
        if known and all(back in (None, clan_of(card)) for back, card in zip(backs, self.by_hand, strict=True)):
            return list(self.by_hand)
        for way in self.game.prepare(len(backs), self.state.options):
            left = sorted(way.elements())
            with suppress(StopIteration):
                return [
                    left.pop(next(n for n, card in enumerate(left) if back in (None, clan_of(card)))) for back in backs
                ]
        raise AssertionError(f"no cards have these backs: {backs}")

    # -- entering -----------------------------------------------------------------------------------------------
    def judge(self, entry: Entry) -> None:
        """What is offered is accepted, except for what only all fields together can show."""
        move = self.game.moves[entry["kind"]]
        entry = self.draw(entry)
        try:
            judge_entry(self.game, self.state, entry)
        except RuleError as error:
            try:
                move.check(self.state, entry)
            except RuleError:
                raise CrossedError from error
            raise AssertionError(f"offered, and refused: {entry}: {error}") from error

    def draw(self, entry: Entry) -> Entry:
        """The entry with what chance decides, where that is not in it yet."""
        return draw(self.game, self.state, entry, self.random)

    def step(self, *questions: Question) -> Tap:
        """One more tap."""
        tap = self.choose()
        for question in questions:
            question.before(self, tap)
        try:
            self.table.enter(tap)
        except EntryError as error:
            raise AssertionError(f"offered, and refused: {error}") from error
        for question in questions:
            question.after(self)
        return tap

    def run(self, most: int = 10**6, *questions: Question) -> Play:
        """Play on to the end of the game, or for that many entries."""
        while not self.over and len(self.record.entries) < most:
            self.step(*questions)
        return self

    def hurry_to(self, number: int) -> None:
        """Play the rounds before that one, which end soon, and in which nobody leaves."""
        hurry = self.hurry
        busy = self.busy
        self.hurry = 0.3
        self.busy = 0.0
        while not self.over and self.state.round + (self.state.status in (SETUP, ROUND_OVER)) < number:
            self.step()
        self.hurry = hurry
        self.busy = busy


def game_at_random(game: Game, seed: int) -> Record:
    """A game with variants, swaps, corrections and undos, tracked or not; many are stopped."""
    random = Random(f"{game.id}.{seed}")
    players = random.randint(game.least, game.most)
    busy, hurry = random.choice((0.0, 0.05, 0.12)), random.choice((0.002, 0.02, 0.05))
    follow = random.choice(((EVERY_TURN,), (EVERY_TURN,), ALL_MODES))
    play = Play(game, players, options_of(game, players, random), seed, busy, hurry, follow=follow)
    play.run(random.choice((60, 260, 260, 260)))
    if not play.over:
        play.record.append({"kind": "stop"})
    return play.record


def facts_at_random(play: Play) -> Mapping[str, Any]:
    """Something that the page of facts accepts."""
    move = play.game.moves["facts"]
    assert isinstance(move, EnterResults)
    sheet = require_sheet(play.game)
    for tries in range(TRIES * 2):
        values = {one.name: _some(one, play.random, tries < TRIES) for one in sheet.list_asked(play.state)}
        if "card" in values and play.game.clans:
            values["card"] = play.turned_up()  # others mostly have other backs
        told = sheet.read_typed(play.state, values)
        try:
            move.complete(play.state, told, lambda items: None)
        except RuleError:
            continue
        return told
    raise NothingOpenError


def _some(field: Field, random: Random, wild: bool) -> Any:
    """The field as a page starts with it, and now and then something else."""
    if isinstance(field, FixedList):
        return [_some(one, random, wild) for one in field.each]
    if random.random() < (0.3 if wild else 0.05):
        return value_of(field, random)
    return least(field)


def least(field: Field) -> Any:
    """What is there before anything is typed."""
    if isinstance(field, OneOf):
        return field.choices[0].value
    if isinstance(field, Number):
        return field.low if field.start is None else field.start
    return False if isinstance(field, Flag) else ""


def deal_of(game: Game, state: Any, shuffle: Shuffle, without: Sequence[int] = ()) -> Entry:
    """A deal with all that the app, the table and chance say of it; by hand: the cards that are there."""
    if state.dealt_by_hand:
        return deal_cards(game, state, shuffle, without)
    move, seats = game.moves["deal"], [seat for seat in range(len(state.seats)) if seat not in without]
    entry: Entry = {"kind": "deal", **({"without": sorted(without)} if without else {})}
    asked = [field for field in move.list_fields_without(state, without) if field.name == "chosen"]  # type: ignore[attr-defined]
    for field in asked:
        shuffle(seats)
        entry["chosen"] = seats[: len(field.each)]
    return move.outcome(state, {**entry, **find_move(game, Deal).bind(state, without, ())}, shuffle)
