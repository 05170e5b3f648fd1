"""Scores that explain themselves, the sheet of facts that they are computed from, and the outcome, as data.

A score is computed as it is shown: its numbers are the sums of the lines that people read. How a game scores is its own
(``Game.score``); lines, cards and steps are in ``display``. Who has won is found in ``verdict``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, NamedTuple

from companion.engine.display import RevealStep, ScoreLine
from companion.engine.facts import Fact, everybody
from companion.engine.fields import (
    Field,
    FixedList,
    NameField,
    OptionalSeat,
    SomeOf,
    check_list,
    is_number,
    seats_of,
    write_plain,
)
from companion.engine.move import Shuffle
from companion.engine.state import EVERY_TURN
from companion.engine.text import TN, RuleError, T, Text, write_number


# -- a score --------------------------------------------------------------------------------------------------------
class Score(NamedTuple):
    """The score of a round."""

    result: Mapping[str, Any]
    """The facts and numbers of it, as ``companion replay`` prints them."""
    steps: tuple[RevealStep, ...]
    """The story with the lines that the numbers are sums of."""
    gains: tuple[int, ...]
    """The points of each seat in this round."""
    winners: Sequence[int] | None = None
    """The seats of the side that has won; None: whoever got most."""
    has: Sequence[int] | None = None
    """Everyone's points after it, where they are not the sum of all gains."""


def add_up(lines: Iterable[ScoreLine]) -> int:
    return sum(line.amount or 0 for line in lines)


def add_up_by_seat(lines: Iterable[ScoreLine], seats: int) -> list[int]:
    found = list(lines)
    return [add_up(line for line in found if line.seat == seat) for seat in range(seats)]


def winner_lines(names: Sequence[Any], seats: Iterable[int], amounts: Sequence[int] | None = None) -> list[ScoreLine]:
    """Return a line with a crown for each seat that has won."""
    return [
        ScoreLine(T("{name} wins!", name=names[seat]), amounts[seat] if amounts else None, seat, "crown")
        for seat in seats
    ]


def ending_line(text: Text | None) -> tuple[ScoreLine, ...]:
    """Return the line on how play ended, if there is one."""
    return () if text is None else (ScoreLine(text),)


# -- the standings --------------------------------------------------------------------------------------------------
def find_most(gold: Sequence[int]) -> list[int]:
    """Return all seats with the most gold, or points, if anyone has any."""
    return [seat for seat, own in enumerate(gold) if own == max(gold) > 0]


def write_winners(seats: Sequence[int]) -> Text:
    """Return the headline above those who have won."""
    if not seats:
        return NOBODY_WINS
    return T("The winners") if len(seats) > 1 else T("The winner")


def write_sum(numbers: Sequence[int]) -> Text:
    """Write numbers as a sum: −4 + 0 − 1."""
    terms = [write_number(numbers[0] if numbers else 0)]
    terms += [f"+ {number}" if number >= 0 else f"− {-number}" for number in numbers[1:]]
    return T("{sum}", sum=" ".join(terms))


# -- the facts of a round, as a page asks for them or a file has them -----------------------------------------------
Whose = Mapping[int, Any]
"""The seats that play, each with the words for it."""


@dataclass(frozen=True)
class SheetColumn:
    """One fact of a round, and the field by which a page asks for it."""

    ask: Field
    _: KW_ONLY
    declared: Fact | None = None
    """The same fact of a seat at a table: what the app believes of it is filled in."""
    missing: Any = ...
    """Its value where it is left out; ``...``: it can't be."""
    known: Callable[[Any], Any] | None = None
    """Its value computed from the state of a table, if the app knows it."""
    matters: Callable[[Mapping[str, Any]], bool] = lambda options: True
    """Tells of options whether a page asks for it."""

    @property
    def name(self) -> str:
        return self.ask.name

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        """Return its fields on the page."""
        return (self.ask.for_seats(range(players)),)

    def from_page(self, values: Mapping[str, Any], players: int) -> Any:
        value = values.get(self.name)
        return self.missing if value is None else self.ask.from_page(value)

    def to_page(self, value: Any, players: int) -> dict[str, Any]:
        """Return the values of its fields on the page."""
        return {self.name: self.ask.to_page(value)}

    def read(self, value: Any, whose: Whose) -> Any:
        """Check a value of a file or record. Raises a RuleError."""
        self.ask.for_seats(whose).check_record(value)
        return value

    def map_seats(self, value: Any, at: Callable[[int], int]) -> Any:
        """Map seat numbers in the value (pages use positions among the players, records use seat numbers)."""
        return at(value) if isinstance(self.ask, OptionalSeat) and is_number(value) else value


@dataclass(frozen=True)
class PerSeat(SheetColumn):
    """A list with one value for each seat; a page offers the choices that the options leave in the game."""

    offered: Callable[[Mapping[str, Any]], Sequence[str]] | None = None

    def fields(self, players: int, options: Mapping[str, Any]) -> tuple[Field, ...]:
        (each,) = super().fields(players, options)
        if self.offered is not None:
            left = self.offered(options)
            each = replace(each, choices=tuple(choice for choice in each.choices if choice.value in left))  # type: ignore[attr-defined, call-arg]
        return (FixedList(self.name, self.ask.label, each=(each,) * players),)

    def from_page(self, values: Mapping[str, Any], players: int) -> Any:
        return [self.ask.from_page(value) for value in values[self.name]]

    def to_page(self, value: Any, players: int) -> dict[str, Any]:
        return {self.name: [self.ask.to_page(own) for own in value]}

    def read(self, value: Any, whose: Whose) -> Any:
        check_list(self.name, value, len(whose))
        for own, who in zip(value, whose.values(), strict=True):
            try:
                super().read(own, whose)
            except RuleError as error:
                raise RuleError(T("{fact}: {why}", fact=who, why=error.text)) from None
        return value


@dataclass(frozen=True)
class SeatList(PerSeat):
    """A list of the seats for which something is true; a page has a flag for each seat."""

    def from_page(self, values: Mapping[str, Any], players: int) -> list[int]:
        return [seat for seat, marked in enumerate(values.get(self.name) or ()) if marked]

    def to_page(self, value: Any, players: int) -> dict[str, Any]:
        return {self.name: [seat in value for seat in range(players)]}

    def read(self, value: Any, whose: Whose) -> Any:
        SomeOf(self.name, self.ask.label, choices=seats_of(whose)).check(value)
        return value

    def map_seats(self, value: Any, at: Callable[[int], int]) -> Any:
        return [at(seat) if is_number(seat) else seat for seat in value] if isinstance(value, list) else value


class RoundSheet:
    """The input form of a round's score. The first column holds each seat's card and fixes the number of players.

    Files and entries have them as ``{<fact>: …}``, or ``in_rows``, with an object for each seat, as
    ``{"seats": [{"name": …, <fact>: …}]}``. A game has a subclass, which knows what the score makes of them.
    """

    allowed_tracking: ClassVar[tuple[str, ...]] = (EVERY_TURN,)
    """The tracking modes in which a round's result can be entered with this sheet."""

    def __init__(self, *parts: SheetColumn, in_rows: bool = False) -> None:
        self.parts = parts
        self.cards = parts[0].name
        self.in_rows = in_rows

    def build_score_input(
        self, given: Mapping[str, Any], options: Mapping[str, Any], earlier: Sequence[Any], state: Any
    ) -> Any:
        """Return what the score is computed from. Raises a RuleError for facts that don't go together.

        ``earlier`` are those of the rounds before, if there is no table (``state`` is None).
        """
        raise NotImplementedError

    def part(self, name: str) -> SheetColumn:
        return next(part for part in self.parts if part.name == name)

    def make_error(self, name: str, why: Text) -> RuleError:
        """Return an error that names a fact: by its label to whoever types it, by its name to a file's author."""
        return RuleError(T("{fact}: {why}", fact=self.part(name).ask.named, why=why))

    def read(self, given: Any, number: int) -> dict[str, Any]:
        """Check each fact of round ``number`` of a file, and add the ``seats`` that play, and their ``names``.

        Raises a RuleError that names the fact.
        """
        if not self.in_rows:
            return self._check(given, T("round {n}", n=number))
        rows = check_keys(given, ("seats",), T("a round"))["seats"]
        columns = _turn_into_columns(rows, _seats(rows), ["name", *(part.name for part in self.parts)])
        names = columns.pop("name")
        PerSeat(NameField("name", T("Name"))).read(names, _seats(rows))
        return self._check(columns, T("a round"), dict(enumerate(names)))

    def _check(self, given: Any, where: Text, whose: Whose | None = None) -> dict[str, Any]:
        needed = [part.name for part in self.parts if part.missing is ...]
        told = check_keys(given, needed, where, [part.name for part in self.parts])
        whose = whose or _seats(told[self.cards])
        read = {
            part.name: part.read(told[part.name], whose) if part.name in told else part.missing for part in self.parts
        }
        return {"seats": list(whose), "names": list(whose.values()), **read}

    # -- at a table, where names and dealt cards are known -------------------------------------------------------
    def list_entered(self, state: Any) -> list[str]:
        """List the names of the facts that a table enters for its round."""
        return ["seats"] if self.in_rows else [part.name for part in self._list_unknown(state)]

    def _list_unknown(self, state: Any) -> list[SheetColumn]:
        """List the columns that the app does not know; cards only if they were dealt by hand."""
        return [part for part in self.parts[0 if state.dealt_by_hand else 1 :] if not part.known]

    def list_asked(self, state: Any) -> tuple[Field, ...]:
        """List the fields of the page for a round's result. Public facts decide their number."""
        asking = (part for part in self._list_unknown(state) if part.matters(state.options))
        return tuple(field for part in asking for field in part.fields(len(state.players), state.options))

    def read_typed(self, state: Any, values: Mapping[str, Any]) -> dict[str, Any]:
        """Turn the values of these fields into the facts of the round."""
        parts = self._list_unknown(state)
        found = {part.name: part.from_page(values, len(state.players)) for part in parts}
        if self.in_rows:
            return {"seats": [dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)]}
        return {part.name: part.map_seats(found[part.name], state.players.__getitem__) for part in parts}

    def to_page(self, state: Any, told: Mapping[str, Any]) -> dict[str, Any]:
        """Turn facts of a round into the values of these fields."""
        parts = self._list_unknown(state)
        seats = state.players
        if self.in_rows:
            told = _turn_into_columns(told["seats"], dict.fromkeys(seats), [part.name for part in parts])
        found = dict[str, Any]()
        for part in parts:
            found |= part.to_page(part.map_seats(told.get(part.name, part.missing), seats.index), len(seats))
        return found

    def list_known_values(self, state: Any) -> dict[str, list[Any]]:
        """Return the values of those of these fields that the app believes to know, and that everyone sees."""
        return {
            part.name: [fact.current_value(state, seat) for seat in state.players]
            for part in self.parts
            if (fact := part.declared) and fact.known is everybody
        }

    def read_entered(self, state: Any, told: Mapping[str, Any]) -> dict[str, Any]:
        """Check the facts that a table enters, together with those that the app knows, like the facts of a file.

        Raises a RuleError that names the fact, also for a seat that does not play.
        """
        whose = {seat: state.names[seat] for seat in state.players}
        unknown = self._list_unknown(state)
        if self.in_rows:
            told = _turn_into_columns(told.get("seats"), whose, [part.name for part in unknown])
        given = {part.name: told[part.name] for part in unknown if part.name in told}
        given |= {part.name: part.known(state) for part in self.parts if part.known}
        if not state.dealt_by_hand:
            given[self.cards] = [state.seats[seat].card for seat in whose]
        return self._check(given, T("round {n}", n=state.round), whose)

    def adjust(self, state: Any, told: Mapping[str, Any], shuffle: Shuffle) -> tuple[dict[str, Any], list[Text]]:
        """Return the facts of a page as the hidden cards allow them, and sentences on what that changed.

        The page only goes by public facts, so it may have a card too many or too few: one is left out, or drawn. Raises
        a RuleError for what everyone can see to be wrong, and for nothing else.
        """
        return dict(told), []

    def apply(self, state: Any, read: Mapping[str, Any]) -> None:
        """Lay facts into ``state`` so that the round can be scored."""


def check_keys(given: Any, needed: Sequence[str], where: Text, optional: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return ``given``. Raises a RuleError unless it is an object with the ``needed`` keys and no others."""
    if not isinstance(given, dict):
        raise RuleError(T("{where} must be an object with {keys}", where=where, keys=list(needed)))
    for key in given:
        if key not in needed and key not in optional:
            raise RuleError(T("{where}: unknown field {key}", where=where, key=write_plain(key)))
    for key in needed:
        if key not in given:
            raise RuleError(T("{where}: {key} is missing", where=where, key=key))
    return given


def _seats(given: Any) -> Whose:
    return {seat: T("seat {n}", n=seat) for seat in range(len(given))} if isinstance(given, list) else {}


def _turn_into_columns(rows: Any, whose: Whose, needed: Sequence[str]) -> dict[str, Any]:
    """Turn an object for each seat into a list for each fact."""
    check_list("seats", rows, len(whose))
    told = [check_keys(row, needed, who) for row, who in zip(rows, whose.values(), strict=True)]
    return {name: [row[name] for row in told] for name in needed}


# -- sides ----------------------------------------------------------------------------------------------------------
WITH = "with"
AGAINST = "against"
ALONE = "alone"
"""How a role digs: with the others, against them, or for itself."""


class Side(NamedTuple):
    """The side of a role, and how the role ``digs`` for it.

    Without ``wins`` the role is paid, and can neither win nor lose. ``beside``: it wins together with a team, and the
    win is the team's. ``icon`` is its drawing, if that isn't the role's. ``dark``: who plays against all; when it wins
    the lamp goes out, when another one does gold dust falls, and its cards stay held up.
    """

    id: str
    label: Text
    digs: str = WITH
    wins: bool = True
    icon: str = ""
    beside: bool = False
    dark: bool = False


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A scored round for a seat that played in it: the side of its last role, how that digs, and whether it ``won``.

    ``won`` is None for a role that can neither win nor lose. In a round that nobody wins it is None for all, and
    ``side`` is "".
    """

    round: int
    seat: int
    side: str
    digs: str
    won: bool | None


def find_lone_winner(sides: Mapping[int, object], won: Sequence[int]) -> int | None:
    """Return the only seat that has won a round; None if it shares the win, or others were on its side.

    ``sides`` has the side of each seat that played, None for a seat on none. With two players, one winning says
    nothing.
    """
    if len(won) != 1 or len(sides) < 3:
        return None
    (winner,) = won
    own = sides.get(winner)
    is_alone = own is not None and [*sides.values()].count(own) == 1
    return winner if is_alone else None


# -- the outcome ----------------------------------------------------------------------------------------------------
WON = "won"
LOST = "lost"
NEITHER = "neither"
NOBODY = "nobody"
OUT = "out"
POINTS = "points"
"""The outcome for a seat: ``NEITHER`` for a role that can neither win nor lose, ``NOBODY`` if nobody has won, ``OUT``
for a seat that was not dealt in, ``POINTS`` in a round that only brings points."""
OUTCOMES = (WON, NEITHER, LOST, NOBODY, POINTS, OUT)
"""The outcomes in the order in which people are shown."""
NOBODY_WINS = T("Nobody wins")
LEADS = TN("{names} leads with {amount}", "{names} lead with {amount} each")
GOT_MOST = TN("{names} got the most: {amount}", "{names} got the most: {amount} each")
FEW_NAMES = 4
"""The most names in a headline."""


class Headline(NamedTuple):
    """The line that says who has won, and a second one that says ``why``.

    ``icon`` is the drawing of the side that has won, in the colour of the ``clan``.
    """

    text: Text
    why: Text | None = None
    icon: str = ""
    clan: str | None = None


class Verdict(NamedTuple):
    """The outcome of a round, or of a game: the headline, who has won, and the outcome and a sentence for each seat.

    The whole table can know all of it. ``has`` says of each seat how much it has, where nobody wins the round.
    """

    headline: Headline
    winners: tuple[int, ...]
    outcomes: tuple[str, ...]
    to_you: tuple[Text, ...]
    has: tuple[Text, ...] = ()
