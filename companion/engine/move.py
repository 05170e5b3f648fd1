"""A move: one kind of entry. Who can make it when, what it asks for, what it changes and how the log says it.

The same declaration draws the buttons (``Move.actions``) and judges what comes back from them (``Move.judge``). A
game's moves are in the game; here is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from companion.engine.actions import END, Action, ButtonGroup, Entry
from companion.engine.conditions import Conditions, first_failed
from companion.engine.fields import (
    Choice,
    Field,
    OneOf,
    Pieces,
    SeatChoices,
    check_fields,
    is_number,
    is_same,
    piece,
    write_plain,
)
from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.engine.text import DualName, RuleError, T, Text, join_sentences

IGNORED = frozenset({"at", "device"})
"""Fields that an exported entry can have and no rule looks at."""

Shuffle = Callable[[list[Any]], None]
"""Brings a list into a random order, in place."""

ALL_MODES = (EVERY_TURN, TOKENS, RESULT_ONLY)
"""All tracking modes."""
TRACKED_TOKENS = (EVERY_TURN, TOKENS)
"""The tracking modes in which more than the deal and the score is entered: ongoing effects too."""


class Variant(NamedTuple):
    """One of several buttons of a move, which differ in ``fixed`` values. What is empty is as the move has it.

    ``rare``: it hardly ever happens, so it comes last. ``stays``: something is left to decide after it, so the turn
    does not end with its tap. ``follows``: the tracking modes in which there is this button.
    """

    fixed: Mapping[str, Any]
    label: Text
    icon: str = ""
    asks: tuple[Field, ...] = ()
    greyed_by: Conditions = ()
    note: Text | None = None
    log_text: Text | None = None
    short: Text | None = None
    tile: str = ""
    help: Text | None = None
    rare: bool = False
    stays: bool = False
    allowed_tracking: tuple[str, ...] = ALL_MODES


@dataclass(frozen=True)
class ButtonPerPiece:
    """A button for each of the ``pieces``, which fixes the field ``name`` to the piece's id.

    ``among`` picks the pieces that have one in a state (default: all). ``label`` has a placeholder of that ``name`` for
    the piece; without a label the button is called as the piece is, and has its title and help. ``icon`` can have
    ``{id}`` for the piece (default: the piece's own), ``short`` is the name on the tile. ``asks`` and ``greyed_by``
    return what only the button of that piece asks for, and is greyed by.
    """

    name: str
    pieces: Pieces
    label: Text | None = None
    among: Callable[[Any], Sequence[Any]] | None = None
    asks: Callable[[Any], tuple[Field, ...]] = lambda id: ()
    greyed_by: Callable[[Any], Conditions] = lambda id: ()
    icon: str = ""
    short: Mapping[str, Text] = field(default_factory=dict)

    @cached_property
    def variants(self) -> Mapping[str, Variant]:
        """All buttons by the id of their piece."""
        return {
            piece.id: Variant(
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


class Move:
    """A kind of entry. A game's move is a subclass that declares what differs, and has an ``effect``."""

    kind: ClassVar[str]
    """The ``kind`` of its entries."""
    label: ClassVar[Text]
    icon = ""
    seated = True
    """The entry is made for a seat (``by``); else for the whole table."""

    # when it can be made
    allowed_tracking: ClassVar[tuple[str, ...]] = (EVERY_TURN,)
    """The tracking modes in which it can be made."""
    conditions: ClassVar[Conditions] = ()
    """While one is not met there is no button, and the entry is refused with its sentence."""
    greyed_by: ClassVar[Conditions] = ()
    """While one is not met there is one greyed button with its sentence."""
    undoable = True
    """The seat can take it back; not so a look at a card."""
    parallel = False
    """Several seats can make it in any order, so it is accepted from a page of an older state too."""
    may_end_round = False
    """A round can end with it, so in one tap only the end of the turn follows it."""
    often = 1
    """How often it can happen along the way in one turn."""
    leads_on = False
    """Playing it can enable further step-2 actions."""
    ends_movement = False
    """Nobody moves any more after it, so it comes last of all that was marked for along the way."""
    lays = False
    """It has an ongoing effect: it places something that stays for some turns."""

    # what it asks for
    asks: ClassVar[tuple[Field, ...]] = ()
    variants: ClassVar[tuple[Variant, ...]] = ()
    """Its buttons, where there are several."""
    each: ClassVar[ButtonPerPiece | None] = None
    """Its buttons, where there is one for each of some pieces."""
    secret = False
    """Only the seat can see its choices: its own phone offers it, or the device that was passed to it."""
    random_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that chance decides."""

    # how it is offered
    group = ButtonGroup.PLAY
    """Where its button is, as in ``Action.group``."""
    button = True
    """False for a move of the table that has a page of its own."""
    note: ClassVar[Text | None] = None
    """A hint next to the button."""
    tile = ""
    """Its group of tiles (``actions.GROUPS``); empty: it has none."""
    short: ClassVar[Text | None] = None
    """Its name on a tile and on the big button, one for all its buttons (default: the label)."""
    help: ClassVar[Text | None] = None
    """Two sentences that people look up."""
    puts_question = False
    """A phone asks after the tap: its question can be left out, or it shows everyone a card."""

    # how the log says it
    log_text: ClassVar[Text | None] = None
    """The line of the log, with ``{name}`` for the seat and a placeholder for each field."""
    log_text_self: ClassVar[Text | None] = None
    """The same, where the seat named in the entry is the one that makes it."""
    looks_at = ""
    """The field with the seat whose card the maker of the entry sees."""
    sound = ""
    """The sound of it that everyone can hear ("theft", "lamp")."""
    exchanges = ""
    """The field with the seat whose card is swapped, for this round, for an unseen one of those set aside."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.buttons = self.variants if self.each is None else tuple(self.each.variants.values())
        """All buttons that it can ever have, where there are several."""
        asks = (*self.asks, *(ask for way in self.buttons for ask in way.asks))
        self.asked = {ask.name: ask for ask in asks}
        if self.each is not None:
            name = self.each.name
            self.asked[name] = piece(name, self.label, self.each.pieces)

    # -- can it be made? ----------------------------------------------------------------------------------------
    def unavailable_reason(self, state: Any, by: int) -> Text | None:
        """Return why seat ``by`` (-1: the table) can't make it now; None when it can.

        This first checks the tracking mode, then ``why_closed``.
        """
        if state.tracking not in self.allowed_tracking:
            if state.tracking == EVERY_TURN:
                return T("the app tracks every turn this round")
            if state.tracking == RESULT_ONLY:
                return T("the app tracks nothing this round: it only deals and scores")
            return T("the app tracks only ongoing effects this round")
        if state.tracking != EVERY_TURN and by >= 0 and state.seats[by].sits_out:
            return T("{name} sits out this round", name=state.seats[by].name)
        return self.forbidden_reason(state, by)

    def forbidden_reason(self, state: Any, by: int) -> Text | None:
        """Return why the rules forbid it now; None when they don't (default: by ``needs``)."""
        return first_failed(self.conditions, state, by)

    def fields(self, state: Any, by: int) -> tuple[Field, ...]:
        """Return the fields to fill in (default: ``asks``), in a state in which it can be made."""
        return self.asks

    def list_variants(self, state: Any, by: int) -> list[Variant]:
        """Return its buttons in a state in which it can be made; a greyed one where ``greyed_by`` isn't met."""
        if first_failed(self.greyed_by, state, by):
            return [Variant({}, self.label, greyed_by=self.greyed_by)]
        ways: Iterable[Variant] = self.buttons or (Variant({}, self.label),)
        if self.each is not None and self.each.among is not None:
            ways = map(self.each.variants.__getitem__, self.each.among(state))
        return [way for way in ways if state.tracking in way.allowed_tracking]

    def actions(self, state: Any, by: int) -> list[Action]:
        """Return the buttons in a state in which it can be made."""
        return [self.make_button(state, by, way) for way in self.list_variants(state, by)]

    def make_button(self, state: Any, by: int, way: Variant) -> Action:
        """Return one of its buttons; one that is greyed asks for nothing."""
        closed = first_failed(way.greyed_by, state, by)
        tile = self.game.guide.tile(self.kind, way.fixed)
        if tile and self.each is not None and self.each.label is not None:
            # All pieces share the tile, and several can be there at the same time.
            tile = tile._replace(name=way.short or way.label)
        return Action(
            self.kind,
            way.label,
            by if self.seated else None,
            () if closed else tuple([ask.bind(state, by) for ask in (*self.fields(state, by), *way.asks)]),
            way.fixed,
            closed,
            way.icon or self.icon,
            self.group,
            way.note or self.note,
            self.secret,
            END in self.game.moves and self.group == ButtonGroup.PLAY and not (tile and tile.stays),
            way.rare,
            tile,
        )

    def check(self, state: Any, entry: Entry) -> None:
        """Raise a RuleError for values that don't fit together; each is valid for its own field."""

    # -- what it does -------------------------------------------------------------------------------------------
    def apply(self, state: Any, entry: Entry) -> None:
        """Change ``state`` by an entry that has been judged. A family of moves does here what all of them do."""
        self.effect(state, entry)

    def apply_untracked(self, state: Any, entry: Entry) -> None:
        """Change ``state`` instead of ``apply`` where turns aren't tracked: nothing is drawn, and no turn ends."""
        if self.lays:
            state.reminders = []
        self.effect(state, entry)

    def effect(self, state: Any, entry: Entry) -> None:
        """Make the change that only this move makes."""

    def outcome(self, state: Any, entry: Entry, shuffle: Shuffle) -> Entry:
        """Return the entry, which has been judged, with the fields that chance decides."""
        return entry

    # -- what comes before someone's eyes because of it --------------------------------------------------------
    def list_opened(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """Return the secrets that it renews, as (seat, key): once such a seat has looked, no undo un-sees it."""
        return ()

    def is_visible_to_next(self, state: Any) -> bool:
        """Return True if the next seat sees the result (in ``state``) at once, so it can no longer be undone."""
        return False

    # -- how the log says it ------------------------------------------------------------------------------------
    def is_correction(self, state: Any, entry: Entry) -> bool:
        """Return whether it says what is on the table, not what was played: the log then names who said so."""
        return False

    def name_sound(self, entry: Entry) -> str:
        """Name the sound of an entry (default: ``sound``)."""
        return self.sound

    def sentence(self, state: Any, entry: Entry) -> Text:
        """Write the entry for the log, as everyone can read it; ``state`` is the one before it."""
        return join_sentences([self.say(state, entry, self.phrase(state, entry)), *self.follow_up_texts(state, entry)])

    def phrase(self, state: Any, entry: Entry) -> Text:
        """Return the sentence that fits the entry, with its placeholders still empty."""
        fits = [way for way in self.variants if way.fixed.items() <= entry.items()]
        way = max(fits, key=lambda way: len(way.fixed), default=None)
        says, says_own = (way.log_text, None) if way and way.log_text else (self.log_text, self.log_text_self)
        seats = [name for name, ask in self.asked.items() if isinstance(ask.among, SeatChoices)]
        if says_own is not None and any(entry.get(name) == entry["by"] for name in seats):
            return says_own
        return says or (T("{name}: {what}") if self.seated else self.label)

    def follow_up_texts(self, state: Any, entry: Entry) -> list[Text]:
        """Return sentences on what has to be done on the table besides."""
        return []

    def say(self, state: Any, entry: Entry, text: Text) -> Text:
        """Fill the placeholders of a sentence with the seat's name and the entry's values."""
        values = {"what": self.label}
        if self.seated:
            values["name"] = state.seats[entry["by"]].name
        for name, ask in self.asked.items():
            if name in entry:
                values[ask.word or name] = ask.words(state, entry[name])
        return text.fill(**values)

    # -- judging what comes back --------------------------------------------------------------------------------
    def judge(self, state: Any, entry: Entry, drawn: bool = True) -> None:
        """Raise a RuleError with one sentence when ``entry`` is not possible in ``state``.

        ``drawn`` is false while the entry doesn't have the fields yet that chance decides.
        """
        by = self._read_by(state, entry)
        closed = self.unavailable_reason(state, by)
        if closed:
            raise RuleError(closed)
        action = self.make_button(state, by, self._find_variant(self.list_variants(state, by), entry))
        if action.closed:
            raise RuleError(action.closed)
        expected = (field for field in action.fields if drawn or field.name not in self.random_fields)
        check_fields(expected, entry, {"kind", "by", *action.fixed, *IGNORED})
        if drawn or not self.random_fields:
            self.check(state, entry)

    def _read_by(self, state: Any, entry: Entry) -> int:
        if not self.seated:
            if "by" in entry:
                raise RuleError(
                    T("{kind} applies to the whole table: leave out the field by", kind=DualName(self.kind, self.label))
                )
            return -1
        seat = entry.get("by")
        last = len(state.seats) - 1
        if not is_number(seat) or not 0 <= seat <= last:
            by = DualName("by", T("the player"))
            raise RuleError(T("{field} must be a seat: a number from 0 to {last}", field=by, last=last))
        return seat

    def _find_variant(self, ways: Sequence[Variant], entry: Entry) -> Variant:
        """Return the one of ``ways`` whose fixed values the entry has; of several the one that fixes most."""
        fits = [way for way in ways if all(map(is_same, map(entry.get, way.fixed), way.fixed.values()))]
        if fits:
            return max(fits, key=lambda way: len(way.fixed))
        for name in {name: None for way in ways for name in way.fixed}:
            # Several buttons can fix the same value: it is named once.
            choices: dict[str, Choice] = {}
            for way in ways:
                if name in way.fixed:
                    value = way.fixed[name]
                    choices.setdefault(write_plain(value), Choice(value, way.label))
            asked = OneOf(name, self.label, choices=tuple(choices.values()))
            if name not in entry:
                raise RuleError(T("the field {field} is missing", field=asked.named))
            asked.check(entry[name])
        raise RuleError(T("{kind}: these fields don't go together", kind=DualName(self.kind, self.label)))


def list_open(moves: Iterable[Move], state: Any, by: int) -> list[Move]:
    """Return those of the moves that seat ``by`` (-1: the table) can make now."""
    return [move for move in moves if not move.unavailable_reason(state, by)]
