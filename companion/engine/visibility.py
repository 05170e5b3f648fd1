"""Views made of listed facts, the secrets held to look at, the board with its signs and its headline.

A view lists what its viewer may know; what is not listed is not in it. Pages are made of views alone.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from companion.engine.display import Badge, Board, BoardSeat, Secret, Thing
from companion.engine.facts import MIDDLE, NO_WORDS, CountFact, Fact, OrderFact, RevealedFact, TurnStartEffect, as_json
from companion.engine.fields import Pieces
from companion.engine.state import EVERY_TURN, OVER, PLAYING, ROUND_OVER, SCORING, Reminder, State
from companion.engine.text import T, Text

# -- views ----------------------------------------------------------------------------------------------------------
View = dict[str, Any]


class Viewer(NamedTuple):
    """A seat (its number), or with ``seat`` None the table screen and everybody else.

    ``held``: what the seat may hold to look at is included (for a tool, never for a page or a stream).
    ``told``: the scoring of a finished round has been told so far that identities are on the table.
    ``all``: the whole truth, for replay alone.
    """

    seat: int | None = None
    held: bool = False
    told: bool = True
    all: bool = False


TABLE = Viewer()
TRUTH = Viewer(all=True)


def is_told(state: State[Any, Any], viewer: Viewer, seat: int = -1) -> bool:
    """Tell whether all know it: the round is scored, and its score has been told."""
    return viewer.told and state.scored


def is_turned_up(state: State[Any, Any], viewer: Viewer, seat: int) -> bool:
    """Tell whether all know it: the card was turned up in the round, or the score has been told."""
    return bool(state.seats[seat].revealed) or is_told(state, viewer)


CARD = Fact("card", known=is_turned_up)
"""The role or clan card of a seat: secret until it is turned up."""
HELD_CARD = Fact(
    "card", known=lambda state, viewer, seat: is_told(state, viewer) or (viewer.held and viewer.seat == seat)
)
"""Like ``CARD``, but its owner may always look at it, even when dealt by hand."""
ASIDE = Fact("aside", known=is_told)
"""The set-aside cards: secret until the end is told."""
SCORE = Fact("score", known=is_told)


# -- what is held to look at ----------------------------------------------------------------------------------------
OWN = "card"
PEEK = "peek-"
OWN_CARD = T("Your card")
LET_GO = T("Hold to look; let go to cover it.")
TURN_LONG = T("Hold to look; until your turn ends, on this phone alone.")
NEXT_TURN = T("Hold to look; until your next turn starts, on this phone alone.")


class HeldSecret(NamedTuple):
    """One thing to look at.

    ``content`` is shown while it is held, on that seat's phone alone, and travels in no page and no stream; ``opens``
    names the covered fact of the view that is known by it, and its seat (-1: the table's).
    """

    secret: Secret
    content: Text
    opens: tuple[str, int] | None = None


# -- the half of a game that people see -----------------------------------------------------------------------------
class _Declared:
    """The place of something that a game has to declare: Python makes no game without it, and names all."""

    __isabstractmethod__ = True


DECLARED: Any = _Declared()


class Showing(ABC):  # noqa: B024 - what has to be declared is no method
    """The part of a game that is seen.

    ``of_table`` and ``of_seat`` are the facts of the table and of each seat; what is not among them is seen by nobody.
    ``still`` says how many are not greyed, nor barred from anything, with ``{n}`` and ``{all}``.
    """

    active_count_text: ClassVar[Text | None] = None

    id: str = DECLARED
    """The game's name in records and addresses."""

    title: Text = DECLARED
    """The name of the box."""

    roles: Pieces = DECLARED
    """The secret cards that are dealt, by their id in the record."""

    of_table: Sequence[Fact] = DECLARED
    """The facts of the table, as a view has them and as they are drawn."""

    of_seat: Sequence[Fact] = DECLARED
    """The facts of each seat, as a view has them (after the name) and as they are drawn."""

    @property
    def counts(self) -> list[CountFact]:
        """Those of a seat that are counted."""
        return [fact for fact in self.of_seat if isinstance(fact, CountFact)]

    @cached_property
    def changes(self) -> Mapping[str, tuple[Fact, Text]]:
        """Return what happens automatically when a turn starts, by the kind of its reminder."""
        facts = (*self.of_table, *self.of_seat)
        declared = ((fact, one) for fact in facts for one in vars(fact).values())
        return {one.kind: (fact, one.text) for fact, one in declared if isinstance(one, TurnStartEffect)}

    # -- views --------------------------------------------------------------------------------------------------
    def snapshot(self, state: Any) -> View:
        """Return the whole truth, as ``companion replay`` prints it."""
        return self.view(state, TRUTH)

    def view(self, state: Any, viewer: Viewer) -> View:
        """Return the state as that viewer may know it, built by listing it: the keys of ``snapshot``."""
        held = self.list_held(state, viewer.seat) if viewer.held and viewer.seat is not None else ()
        sees = {one.opens for one in held}

        def at(facts: Sequence[Fact], seat: int) -> View:
            """Return these facts of the table, or of one seat, as this viewer sees them."""
            return {
                fact.name: fact.current_value(state, seat)
                if viewer.all or (fact.name, seat) in sees or fact.known(state, viewer, seat)
                else as_json(fact.covered(state, viewer, seat))
                for fact in facts
            }

        seats = []
        for index, seat in enumerate(state.seats):
            sits_out = {"sits_out": True} if seat.sits_out and not seat.newcomer else {}
            seats.append({"name": seat.name, **at(self.of_seat, index), **sits_out})
        head = {
            "game": self.id,
            "round": state.round,
            "status": state.status,
            "over_by": "stopped" if state.stopped else state.over_by,
            "turn": state.turn and state.turn.to_json(),
            "reminders": [dict(reminder) for reminder in state.reminders],
            **({} if state.tracking == EVERY_TURN else {"follow": state.tracking}),
        }
        return {**head, **at(self.of_table, MIDDLE), "seats": seats}

    # -- secrets ------------------------------------------------------------------------------------------------
    def list_held(self, state: Any, seat: int) -> list[HeldSecret]:
        """Return all that this seat may hold to look at now.

        That is its card, and those it may look at for a while; none of them with cards dealt by hand.
        """
        own = state.seats[seat]
        if state.dealt_by_hand or own.card is None:
            return []
        opens = None if self.roles[own.card].untold else (OWN, seat)
        found = [HeldSecret(Secret(OWN, OWN_CARD, LET_GO, own.clan), self.role_words(state, seat), opens)]
        for target, lasts in ((peek.target, peek.lasts) for peek in state.peeks if peek.looker == seat):
            other = state.seats[target]
            hint = NEXT_TURN if lasts else TURN_LONG
            words = T("{name}: {card}", name=other.name, card=self.role_words(state, target))
            secret = Secret(f"{PEEK}{target}", T("{name}'s card", name=other.name), hint, other.clan)
            found.append(HeldSecret(secret, words, (OWN, target)))
        return found

    def role_words(self, state: Any, seat: int) -> Text:
        """Return the words that are read while the card of that seat is held."""
        return self.roles[state.seats[seat].card or ""].label

    def list_secrets(self, state: Any, seat: int) -> list[Secret]:
        """Return the secrets that this seat may hold to look at now, without the contents."""
        return [one.secret for one in self.list_held(state, seat)]

    def reveal(self, state: Any, seat: int, key: str) -> Text | None:
        """Return the content of one of ``secrets``, as a sentence; None if there is no such secret for this seat."""
        return next((one.content for one in self.list_held(state, seat) if one.secret.key == key), None)

    # -- the board ----------------------------------------------------------------------------------------------
    def board(self, view: View) -> Board:
        """Draw up the view as things to show.

        Takes a view, never a state: it can't tell what the view doesn't.
        """
        active = self.active(view)
        rows = tuple(self._row(view, index, index == active) for index in range(len(view["seats"])))
        counters = self._badges(self.of_table, view, view)
        turned_up = (fact for fact in self.of_table if isinstance(fact, RevealedFact))
        covered = sum(max(0, fact.count - len(view[fact.name])) for fact in turned_up)
        in_round = [row for row in rows if not view["seats"][row.seat].get("sits_out")]
        free = sum(not row.gone and not row.blocking_badges for row in in_round)
        said = self.active_count_text if self.active_count_text is not None and free < len(in_round) else None
        still = said and said.fill(n=free, all=len(in_round))
        gone = next((fact.dims_row for fact in self.of_seat if fact.dims_row and fact.dims_row is not NO_WORDS), None)
        head = self.headline(view)
        things = tuple(self.things(view))
        return Board(head, rows, counters, things, active, covered=covered, active_count_text=still, gone=gone)

    def headline(self, view: View) -> Text:
        """Name the seat on turn, or what the table waits for."""
        if view["status"] == PLAYING:
            turn = view["turn"]
            if turn:
                return T("{name}'s turn", name=view["seats"][turn["seat"]]["name"])
            return T("Round {n}", n=view["round"]) if view["round"] > 1 else T("The game is on")
        if view["status"] == SCORING:
            return T("It's over! The score needs a few answers")
        if view["status"] == ROUND_OVER:
            return T("Round {n} is over", n=view["round"])
        return T("The game is over") if view["status"] == OVER else T("Ready to deal")

    def active(self, view: View) -> int | None:
        """Return the seat that the table waits for."""
        seat: int | None = view["turn"] and view["turn"]["seat"]
        return seat

    def _badges(self, facts: Sequence[Fact], view: View, at: Mapping[str, Any]) -> tuple[Badge, ...]:
        """Return the signs of these facts, but of those that nobody enters."""
        how = view.get("follow", EVERY_TURN) if view["status"] == PLAYING else EVERY_TURN
        return tuple(badge for fact in facts if how in fact.allowed_tracking for badge in fact.badges(at))

    def things(self, view: View) -> list[Thing]:
        """Return the things that lie on the table for a while."""
        return [thing for fact in self.of_table for thing in fact.things(view)]

    def _row(self, view: View, index: int, active: bool) -> BoardSeat:
        seat = view["seats"][index]
        role = self.roles[seat["card"]].label if seat["card"] else None
        gone = any(seat[fact.name] for fact in self.of_seat if fact.dims_row is not None)
        orders = (fact for fact in self.of_table if isinstance(fact, OrderFact))
        beside = (badge for fact in orders for badge in fact.list_beside(view, index))
        badges = (*self._badges(self.of_seat, view, seat), *beside)
        signs = tuple(one.of(seat["name"]) for one in badges)
        return BoardSeat(index, seat["name"], active, seat.get("clan"), role, signs, gone)

    def say_reminder(self, state: Any, reminder: Reminder) -> tuple[Text, str]:
        """Say what to do on the table now, to the seat it is about, and name the picture of it, where there is one."""
        seat = state.seats[reminder["seat"]]
        if reminder["kind"] == "skip-turn" and seat.retired:
            return T("{name} is not there: the turn is skipped.", name=seat.name), ""
        if reminder["kind"] not in self.changes:
            return T("No card in hand: {name}'s turn is skipped.", name=seat.name), ""
        fact, text = self.changes[reminder["kind"]]
        icon, words = fact.name_in(reminder)
        return text.fill(name=seat.name, **words), icon
