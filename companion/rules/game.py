"""What a game is to the rest of the program. A game's folder offers one instance of a subclass, named ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic

from companion.rules.action import Action, Entry, Quick
from companion.rules.board import Board, Plot, Secret, Step
from companion.rules.errors import RuleError
from companion.rules.fields import Field, Flag, OneOf, plain
from companion.rules.guide import Guide, Role
from companion.rules.move import Move, Shuffle, StateT
from companion.rules.state import OVER, PLAYING, ROUND_OVER, Peek, Reminder, Turn
from companion.rules.text import T, Text
from companion.rules.view import Viewer

View = dict[str, Any]


class Game(Generic[StateT]):
    """The rules of one game as data and pure functions.

    A game is stateless: everything it knows of a table stands in the state it is given. ``moves`` are the kinds of
    entries; ``options`` the fields the host fills in before the first deal.
    """

    id: ClassVar[str]
    title: ClassVar[Text]
    about: ClassVar[Text]
    least: ClassVar[int]
    most: ClassVar[int]
    moves: Mapping[str, Move[StateT]]
    icons: ClassVar[tuple[str, ...]] = ()
    """The drawings its buttons, badges and things name, beside those every game has."""
    guide: ClassVar[Guide] = Guide()
    """What its cards and roles do, in words for people who look them up."""

    # -- set-up -------------------------------------------------------------------------------------------------
    def options(self) -> tuple[Field, ...]:
        """The options as fields; every one has a value in ``default_options``."""
        raise NotImplementedError

    def default_options(self) -> dict[str, Any]:
        raise NotImplementedError

    def offered_options(self, options: Mapping[str, Any], players: int) -> tuple[Field, ...]:
        """The options as the lobby offers them: what doesn't go with the chosen ones, or so many players, is closed."""

        def refused(name: str) -> Text | None:
            try:
                self.check_options({**options, name: True}, players)
            except RuleError as error:
                return error.text
            return None

        return tuple(
            replace(field, closed=refused(field.name)) if isinstance(field, Flag) and not options[field.name] else field
            for field in self.options()
        )

    def check_options(self, options: Mapping[str, Any], players: int) -> None:
        """Raise for options that don't go together, or not with so many players."""

    def new_state(self, players: Sequence[str], options: dict[str, Any]) -> StateT:
        raise NotImplementedError

    def rounds(self, state: StateT) -> int:
        """How many rounds the game has."""
        return 1

    def longer_options(self, state: StateT) -> dict[str, Any] | None:
        """The options of this game made one round longer, where a game can be; None where it can't, or is over."""
        return None

    def preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        """What to prepare on the table before the deal, one sentence each."""
        raise NotImplementedError

    def deal(self, state: StateT, shuffle: Shuffle) -> Entry:
        """A deal entry with what chance decides; ``first`` is still to be added."""
        raise NotImplementedError

    def proposed_first(self, state: StateT) -> int:
        """The seat that should begin the next round."""
        return 0

    def start(self, players: Sequence[str], options: Mapping[str, Any] | None = None) -> StateT:
        """The state before the first entry. Raises a RuleError for too few or many players or a wrong option."""
        self.check_players(len(players))
        given = self.complete(options or {})
        self.check_options(given, len(players))
        return self.new_state(players, given)

    def check_players(self, count: int) -> None:
        if not self.least <= count <= self.most:
            limits = {"game": self.title, "least": self.least, "most": self.most, "n": count}
            raise RuleError(T("{game} is for {least} to {most} players, not {n}", **limits))

    def complete(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """``options`` with the defaults filled in, each checked."""
        fields = {field.name: field for field in self.options()}
        for name, value in options.items():
            if name not in fields:
                raise RuleError(T("unknown option {option}", option=plain(name)))
            fields[name].check(value)
        return {**self.default_options(), **options}

    # -- play ---------------------------------------------------------------------------------------------------
    def judge(self, state: StateT, entry: Entry) -> None:
        """Raise a RuleError when the entry is not possible now."""
        move = self.moves.get(entry["kind"])
        if move is None:
            raise RuleError(T("unknown kind of entry in {game}", game=self.title))
        move.judge(state, entry)

    def fold(self, state: StateT, entry: Entry) -> None:
        """Change ``state`` by an entry that has been judged."""
        state.fresh = False
        self.moves[entry["kind"]].apply(state, entry)

    def actions(self, state: StateT, seat: int) -> list[Action]:
        """What that seat may do now, buttons that are greyed with a reason included."""
        moves = (move for move in self.moves.values() if move.seated)
        return [act for move in moves if not move.closed(state, seat) for act in move.actions(state, seat)]

    def undoable(self, kind: str) -> bool:
        """Whether entries of that kind can be taken back: a peek can't be un-seen."""
        move = self.moves.get(kind)
        return move is None or move.undoable

    def amendable(self, kind: str) -> bool:
        """Whether something else can take the place of entries of that kind: not of a look, nor of what was drawn."""
        return self.substitute(kind) and self.undoable(kind)

    def substitute(self, kind: str) -> bool:
        """Whether an entry of that kind can take the place of another."""
        move = self.moves.get(kind)
        return move is not None and move.amendable

    def table_actions(self, state: StateT) -> list[Action]:
        """What the table (the host) may do now."""
        moves = (move for move in self.moves.values() if not move.seated)
        return [act for move in moves if not move.closed(state, -1) for act in move.actions(state, -1)]

    def quick(self, state: StateT, seat: int) -> list[Quick]:
        """The whole turns that cost one tap."""
        return []

    def acting(self, state: StateT) -> list[int]:
        """The seats that have something to do now."""
        return [state.running.seat] if state.status == PLAYING else []

    def automatic(self, state: StateT, shuffle: Shuffle, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """An entry that the app owes the table now, without a tap of the host: cards it draws, or what the seats have
        ``typed`` by themselves (``private_fields`` of each seat), when it is complete."""
        return None

    def private_fields(self, state: StateT, seat: int) -> tuple[Field, ...]:
        """What the seat may type on its own phone for later, seen by nobody else until the app needs it."""
        return ()

    def notices(self, state: StateT, seat: int) -> list[Text]:
        """What this seat alone should be told now, above its buttons; nothing held to look at."""
        return []

    def upkeep(self, state: StateT, seat: int) -> None:
        """What happens at the start of the seat's turn; adds to ``state.reminders``."""

    def skipped(self, state: StateT, seat: int) -> None:
        """The seat's turn has been skipped after its upkeep."""

    def new_turn(self, state: StateT, seat: int) -> Turn:
        return Turn(seat, state.number)

    def peek_stays(self, state: StateT, peek: Peek, next_seat: int) -> bool:
        """Whether a card may still be looked at when the turn of ``next_seat`` begins: not beyond the turn it was
        played in, unless a game says so."""
        return False

    def score_round(self, state: StateT) -> bool:
        """Score the round into ``state.score`` if all is known that it takes; say whether it is done."""
        raise NotImplementedError

    # -- what people see ----------------------------------------------------------------------------------------
    def snapshot(self, state: StateT) -> View:
        """The whole truth, as ``companion replay`` prints it."""
        raise NotImplementedError

    def view(self, state: StateT, viewer: Viewer) -> View:
        """What that viewer may know, built by listing it: the keys of ``snapshot``."""
        raise NotImplementedError

    def board(self, view: View) -> Board:
        """The view as things to show. Takes a view, never a state: it can't tell what the view doesn't."""
        raise NotImplementedError

    def reminder(self, reminder: Reminder, names: Sequence[str]) -> Text:
        """What to do on the table now, as a sentence to the seat it is about."""
        raise NotImplementedError

    def secrets(self, state: StateT, seat: int) -> list[Secret]:
        """What this seat may hold to look at now, without the contents."""
        raise NotImplementedError

    def reveal(self, state: StateT, seat: int, key: str) -> Text | None:
        """The content of one of ``secrets``, as a sentence; None if there is no such secret for this seat."""
        raise NotImplementedError

    def role(self, state: StateT, seat: int, card: str) -> Role | None:
        """The page of that card in the hand of that seat; None where its words are all there is to it."""
        return None

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """What everybody may read of the entry in the log; ``state`` is the one before it."""
        return self.moves[entry["kind"]].sentence(state, entry)

    def steps(self, state: StateT) -> list[Step]:
        """The score of the round as a story in steps; the host paces them."""
        raise NotImplementedError

    def tally(self, state: StateT) -> list[int]:
        """What the plot shows of each seat; told only when ``may_plot``."""
        raise NotImplementedError

    def moment(self, state: StateT) -> int:
        """Where on the plot's time axis the state lies: the turn, or the rounds finished where there are several."""
        if self.rounds(state) == 1:
            return state.number
        return state.round if state.status in (ROUND_OVER, OVER) else state.round - 1

    def may_plot(self, state: StateT) -> bool:
        """Whether the plot may be shown: it tells what each seat had at every moment."""
        return state.status in (ROUND_OVER, OVER)

    def plot(self) -> Plot:
        """What the plot's axes are called."""
        raise NotImplementedError

    # -- scoring without the app --------------------------------------------------------------------------------
    def score_facts(self, facts: Mapping[str, Any]) -> View:
        """``companion score``: the scores of rounds played without the app. Raises a RuleError that names the fact."""
        raise NotImplementedError

    def fact_fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        """The facts of one round as fields of a page."""
        raise NotImplementedError

    def facts_of(self, values: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
        """One round's facts, in the form of a facts file, from the values of ``fact_fields``."""
        raise NotImplementedError

    def facts_steps(self, given: Mapping[str, Any]) -> list[Step]:
        """The score of a facts file that ``score_facts`` accepts, as a story."""
        raise NotImplementedError


def value_label(field: OneOf, value: Any) -> Text:
    """The label of a chosen value."""
    return next(choice.label for choice in field.choices if choice.value == value)
