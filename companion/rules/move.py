"""One kind of entry: who may make it when, what it asks for, what it changes and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from companion.rules.asking import (
    Action,
    Choice,
    Entry,
    Field,
    Needs,
    OneOf,
    Pieces,
    Seats,
    check_fields,
    find_unmet,
    is_number,
    piece,
)
from companion.rules.state import NOTHING, TIMERS, TURNS, State
from companion.rules.text import Named, RuleError, T, Text, join_sentences

StateT = TypeVar("StateT", bound=State[Any, Any])

IGNORED = frozenset({"at", "device"})
"""Fields an exported entry may carry and that no rule looks at."""

Shuffle = Callable[[list[Any]], None]

FOLLOWS = (TURNS, TIMERS, NOTHING)
"""All ways to follow a round."""
LAID = (TURNS, TIMERS)
"""Where what lies for a while is entered."""


@dataclass(frozen=True)
class Way:
    """One of several buttons of a move that differ in ``fixed`` values. What is empty is as the move has it.

    ``rare``: it hardly ever happens, so it stands last. ``stays``: something is left to decide after it, so the turn
    does not end with its tap. ``follows``: in rounds that are followed so there is such a button.
    """

    fixed: Mapping[str, Any]
    label: Text
    icon: str = ""
    asks: tuple[Field, ...] = ()
    greyed_by: Needs = ()
    note: Text | None = None
    says: Text | None = None
    short: Text | None = None
    tile: str = ""
    help: Text | None = None
    rare: bool = False
    stays: bool = False
    follows: tuple[str, ...] = FOLLOWS


@dataclass(frozen=True)
class Each:
    """A button for each of the ``pieces`` (``among`` those that it names of a state), fixed in the field ``name``.

    ``asks`` and ``greyed_by`` say of a piece what only its own button asks for, and by what it is greyed; ``icon`` is
    its drawing, with ``{id}`` for the piece (default: the piece's own), ``short`` its name on a tile. Without a
    ``label`` of its own the button is the piece, with the piece's title and help.
    """

    name: str
    pieces: Pieces
    label: Text | None = None
    among: Callable[[Any], Sequence[Any]] | None = None
    asks: Callable[[Any], tuple[Field, ...]] = lambda id: ()
    greyed_by: Callable[[Any], Needs] = lambda id: ()
    icon: str = ""
    short: Mapping[str, Text] = field(default_factory=dict)

    def ways(self, state: Any) -> list[Way]:
        """Return the buttons now, each with its own label (default: the piece's) and icon."""
        return [self.of[id] for id in (self.pieces if self.among is None else self.among(state))]

    @cached_property
    def of(self) -> Mapping[str, Way]:
        """By piece its button: nothing of it changes."""
        return {
            piece.id: Way(
                {self.name: piece.id},
                (self.label or piece.label).fill(**{self.name: piece.label}),
                self.icon.format(id=piece.id) or piece.icon,
                self.asks(piece.id),
                self.greyed_by(piece.id),
                piece.note,
                short=self.short.get(piece.id) if self.label else piece.title,
                help=None if self.label else piece.help,
            )
            for piece in self.pieces.values()
        }


class Move(Generic[StateT]):
    """A kind of entry. A game declares what it is about, and writes the ``effect`` it has.

    ``seated``: the entry is made for a seat (``by``). ``undoable`` is false for what its seat can't take back: a
    peek. ``may_end_round``: a round may end with it, so nothing but the end of the turn is entered with the same tap
    after it.
    ``follows``: in rounds that are followed so it may be made, ``lays``: it lays something that stays there a while;
    ``button``: the table is offered it as one; what is none has a page of its own.
    ``often``: how often at most it happens on the way in one turn. ``leads_on``: something else may happen on the way
    because of it.
    ``parallel``: several seats may make it in any order, so a stale page need not stop it. ``secret``: its choices are
    the seat's alone, so nobody makes it in the open. ``drawn`` names the fields that chance decides.
    ``needs``: while one is not met there is no button, and the entry is refused with its sentence; ``greyed_by``: there
    is a greyed one with the reason (one for all where there are several). ``asks`` are the fields, ``ways`` or ``each``
    the buttons where there are several. ``says`` is what everybody may read in the log, with ``{name}`` for the seat
    and a place for each field; ``says_own`` the same where the seat named in the entry is its own. ``help``: two
    sentences that people look up, ``short`` its name on a tile, one for all its buttons (default: the label), ``tile``
    the group of tiles that it stands in (``asking.GROUPS``; empty: it is none). ``puts_question``: what it asks is put
    although it may be left out. ``shows_card``: everybody sees a card then, so a tap by mistake is asked about.
    """

    kind: ClassVar[str]
    label: ClassVar[Text]
    icon: ClassVar[str] = ""
    group: ClassVar[str] = "play"
    help: ClassVar[Text | None] = None
    short: ClassVar[Text | None] = None
    tile: ClassVar[str] = ""
    puts_question: ClassVar[bool] = False
    shows_card: ClassVar[bool] = False
    seated: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    parallel: ClassVar[bool] = False
    may_end_round: ClassVar[bool] = False
    often: ClassVar[int] = 1
    leads_on: ClassVar[bool] = False
    follows: ClassVar[tuple[str, ...]] = (TURNS,)
    lays: ClassVar[bool] = False
    button: ClassVar[bool] = True
    needs: ClassVar[Needs] = ()
    greyed_by: ClassVar[Needs] = ()
    asks: ClassVar[tuple[Field, ...]] = ()
    ways: ClassVar[tuple[Way, ...]] = ()
    each: ClassVar[Each | None] = None
    note: ClassVar[Text | None] = None
    says: ClassVar[Text | None] = None
    says_own: ClassVar[Text | None] = None
    secret: ClassVar[bool] = False
    drawn: ClassVar[tuple[str, ...]] = ()
    looks_at: ClassVar[str] = ""
    """The field that names the seat whose card is seen by who makes the entry."""
    exchanges: ClassVar[str] = ""
    """The field that names the seat whose card goes out for this round, one of those set aside coming in blindly."""

    def __init__(self, game: Any) -> None:
        """``game`` is the one it is a move of; a move that asks it for something says which kind it has to be."""
        self.game = game
        self.buttons = self.ways if self.each is None else tuple(self.each.of.values())
        """All buttons it can ever have, where there are several."""
        asks = (*self.asks, *(ask for way in self.buttons for ask in way.asks))
        self.asked: dict[str, Field] = {ask.name: ask for ask in asks}
        if self.each is not None:
            name = self.each.name
            self.asked[name] = piece(name, self.label, self.each.pieces)

    # -- may it be made? ----------------------------------------------------------------------------------------
    def why_shut(self, state: StateT, by: int) -> Text | None:
        """Why seat ``by`` (-1: the table) can't do this now, also for how the round is followed."""
        if state.follow not in self.follows:
            if state.follow == TURNS:
                return T("you tap every turn in this round")
            if state.follow == NOTHING:
                return T("you tap nothing in this round: it is only dealt and scored")
            return T("you tap only what stays on the table in this round")
        if state.follow != TURNS and by >= 0 and state.seats[by].sits_out:
            return T("{name} sits out in this round", name=state.seats[by].name)
        return self.why_closed(state, by)

    def why_closed(self, state: StateT, by: int) -> Text | None:
        """Why seat ``by`` (-1: the table) can't do this now, or None when it can."""
        return find_unmet(self.needs, state, by)

    def fields(self, state: StateT, by: int) -> tuple[Field, ...]:
        """Return the fields to be filled in. Asked only while the move is open."""
        return tuple(ask.at(state, by) for ask in self.asks)

    def actions(self, state: StateT, by: int) -> list[Action]:
        """Return the buttons: one, unless the move falls into several that differ in a fixed value."""
        if closed := find_unmet(self.greyed_by, state, by):
            return [self.action(by, closed=closed, note=self.note)]
        fields = self.fields(state, by)
        ways = (self.ways or (Way({}, self.label),)) if self.each is None else self.each.ways(state)
        return [
            self.action(
                by,
                label=way.label,
                icon=way.icon or self.icon,
                fixed=way.fixed,
                fields=(*fields, *(ask.at(state, by) for ask in way.asks)),
                closed=find_unmet(way.greyed_by, state, by),
                note=way.note or self.note,
                rare=way.rare,
            )
            for way in ways
            if state.follow in way.follows
        ]

    def action(self, by: int, **more: Any) -> Action:
        """Make an action of this kind, with this move's own label, icon and group where ``more`` has no other."""
        given = {"label": self.label, "icon": self.icon, "group": self.group, "secret": self.secret, **more}
        tile = self.game.guide.tile(self.kind, given.get("fixed", {}))
        return Action(kind=self.kind, by=by if self.seated else None, tile=tile, **given)

    def check(self, state: StateT, entry: Entry) -> None:
        """Raise for what the fields one by one can't tell."""

    # -- what it does -------------------------------------------------------------------------------------------
    def apply(self, state: StateT, entry: Entry) -> None:
        """Change ``state``. The entry has been judged and can't fail. Families of moves do here what theirs share."""
        self.effect(state, entry)

    def lay(self, state: StateT, entry: Entry) -> None:
        """Change ``state`` where turns are not followed: nothing is drawn, paid or moved, and no turn ends."""
        if self.lays:
            state.reminders = []
        self.effect(state, entry)

    def effect(self, state: StateT, entry: Entry) -> None:
        """Make the change that this move alone makes."""

    def outcome(self, state: StateT, entry: Entry, shuffle: Shuffle) -> Entry:
        """Fill in what chance decides of the entry, which has been judged (default: nothing)."""
        return entry

    def settle_hidden(self, state: StateT, entry: Entry) -> Entry:
        """Return the entry as the app makes it where hidden cards decide if it is possible: a refusal would tell."""
        return entry

    # -- what comes before somebody's eyes because of it --------------------------------------------------------
    def list_opened(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """Return the secrets that it made anew, as (seat, key): what such a seat then looks at can't be un-seen."""
        return ()

    def is_handed_on(self, state: StateT) -> bool:
        """Tell whether the thing it left is before another seat's eyes at once; ``state`` is the one after it."""
        return False

    # -- how it is told -----------------------------------------------------------------------------------------
    def is_putting_right(self, state: StateT, entry: Entry) -> bool:
        """Tell whether it says how things lie, and not what was played: the log says whose word it is."""
        return False

    def name_sound(self, entry: Entry) -> str:
        """Name the sound that everybody may hear of it ("theft", "lamp"), "" for none."""
        return ""

    def sentence(self, state: StateT, entry: Entry) -> Text:
        """Write the entry for the log, as everybody may read it. ``state`` is the one before the entry."""
        return join_sentences([self.say(state, entry, self.phrase(state, entry)), *self.then(state, entry)])

    def phrase(self, state: StateT, entry: Entry) -> Text:
        """Return the sentence that fits the entry, its places still to be filled."""
        fits = [way for way in self.ways if way.fixed.items() <= entry.items()]
        way = max(fits, key=lambda way: len(way.fixed), default=None)
        says, says_own = (way.says, None) if way and way.says else (self.says, self.says_own)
        seats = [name for name, ask in self.asked.items() if isinstance(ask.among, Seats)]
        if says_own is not None and any(entry.get(name) == entry["by"] for name in seats):
            return says_own
        return says or (T("{name}: {what}") if self.seated else self.label)

    def then(self, state: StateT, entry: Entry) -> list[Text]:
        """Things to be done on the table beside, a sentence each."""
        return []

    def say(self, state: StateT, entry: Entry, text: Text) -> Text:
        """Fill the places of the sentence: who did it, and each field by what it asks for."""
        values: dict[str, Any] = {"what": self.label}
        if self.seated:
            values["name"] = state.seats[entry["by"]].name
        for name, ask in self.asked.items():
            if name in entry:
                values[ask.word or name] = ask.words(state, entry[name])
        return text.fill(**values)

    # -- judging what comes back --------------------------------------------------------------------------------
    def judge(self, state: StateT, entry: Entry, drawn: bool = True) -> None:
        """Raise a RuleError with one sentence when ``entry`` is not possible in ``state``.

        With ``drawn`` false chance has not decided yet: the entry has none of the fields that it decides.
        """
        by = self._by(state, entry)
        closed = self.why_shut(state, by)
        if closed:
            raise RuleError(closed)
        action = self._variant(self.actions(state, by), entry)
        if action.closed:
            raise RuleError(action.closed)
        expected = (field for field in action.fields if drawn or not field.drawn)
        check_fields(expected, entry, {"kind", "by", *action.fixed, *IGNORED})
        if drawn or not self.drawn:
            self.check(state, entry)

    def _by(self, state: StateT, entry: Entry) -> int:
        if not self.seated:
            if "by" in entry:
                raise RuleError(T("{kind} is made for the whole table: no field by", kind=Named(self.kind, self.label)))
            return -1
        seat, last = entry.get("by"), len(state.seats) - 1
        if not is_number(seat) or not 0 <= seat <= last:
            by = Named("by", T("the player"))
            raise RuleError(T("{field} must be a seat: a number from 0 to {last}", field=by, last=last))
        return seat

    def _variant(self, actions: Sequence[Action], entry: Entry) -> Action:
        """Return the one of ``actions`` whose fixed values the entry has; of several the one that fixes most."""
        fits = [action for action in actions if all(map(is_same, map(entry.get, action.fixed), action.fixed.values()))]
        if fits:
            return max(fits, key=lambda action: len(action.fixed))
        for name in {name: None for action in actions for name in action.fixed}:
            values = tuple(Choice(action.fixed[name], action.label) for action in actions if name in action.fixed)
            asked = OneOf(name, self.label, choices=values)
            if name not in entry:
                raise RuleError(T("the field {field} is missing", field=asked.named))
            asked.check(entry[name])
        raise RuleError(T("{kind}: these fields don't go together", kind=Named(self.kind, self.label)))


def list_open(moves: Iterable[Move[StateT]], state: StateT, by: int) -> Iterator[Move[StateT]]:
    """Those of the moves that seat ``by`` can make now."""
    return (move for move in moves if not move.why_shut(state, by))


def is_same(one: Any, other: Any) -> bool:
    """Equal and of one type: in a record 1 is not true."""
    return type(one) is type(other) and bool(one == other)
