"""A game as the rest of the app knows it: what it declares, and what it can do in its own way.

A game's folder offers one instance of a subclass of ``Game``, named ``GAME``. A game stores nothing of a table: it is
given the table's state. All that works alike in every game is a function of the modules above this one, with the game
as its first argument: ``setup``, ``play``, ``turns``, ``views``, ``board``, ``verdict``, ``score_story``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from companion.engine.actions import Entry
from companion.engine.display import PlotLabels, RevealStep, RoundGain, Secret, Thing
from companion.engine.facts import Fact
from companion.engine.fields import CardCounts, Choice, Field, Pieces
from companion.engine.hands import CARDS, HAND_AND_DECK, DeckRules
from companion.engine.move import Move
from companion.engine.reference import Role, Teaches, Topic, fill_lesson, make_guide
from companion.engine.scoring import Headline, RoundSheet, Score, Side
from companion.engine.state import EVERY_TURN, OVER, PLAYING, ROUND_OVER, SCORING, State
from companion.engine.text import TN, T, Text
from companion.engine.visibility import LET_GO, NEXT_TURN, OWN, OWN_CARD, PEEK, TURN_LONG, HeldSecret, View

# -- options --------------------------------------------------------------------------------------------------------
Option = tuple[Field, Any]
"""An option as a field of the lobby, and its default, or a function from the number of players to that."""

OptionGroup = tuple[Text | None, tuple[str, ...]]
"""A heading, and the names of the options below it. If all are flags, they are shown as plates."""


# -- read aloud -----------------------------------------------------------------------------------------------------
class Narration(NamedTuple):
    """A step of the night with the words that are read aloud, or a timer with its name and its ``seconds``.

    ``end`` is said when it is over. ``begins`` and ``over`` are entries that the table's device makes then.
    """

    text: Text
    seconds: int
    end: Text | None = None
    begins: Entry | None = None
    over: Entry | None = None


class RunningClock(NamedTuple):
    """A timer, the ``number``-th of the round, with its ``seconds`` left; it can be stopped."""

    clock: Narration
    number: int
    seconds: int
    stands: bool


class NightScript(NamedTuple):
    """The steps of the night under way, the timers that can be started, and the one that runs or is paused."""

    night: Sequence[Narration] = ()
    clocks: Sequence[Narration] = ()
    countdown: RunningClock | None = None


CLOCK = "clock"
"""The kind of entry that starts or pauses a timer."""


# -- the game ----------------------------------------------------------------------------------------------------------
class _Declared:
    """A placeholder for what a game has to declare: without it Python makes no game, and names all that is missing."""

    __isabstractmethod__ = True


DECLARED: Any = _Declared()
AGREED = Choice("agreed", T("everyone agreed to stop"))


class Game(ABC):
    """The rules of one game. A subclass declares what it has, and overrides the methods in which it differs.

    What is ``DECLARED`` or abstract here has to be declared: Python names all that is missing when the game is made.
    Some game overrides each of the methods; one that no game overrides belongs among the functions.
    """

    id: str = DECLARED
    """The game's name in records and addresses."""

    title: Text = DECLARED
    """The name of the box."""

    about: Text = DECLARED
    """One line for who chooses a game."""

    minutes = 0
    """How long a game takes, as its box says; 0 where that is not known."""
    cover = ""
    """The drawing that represents the game; "" for that of its first card."""
    differs: ClassVar[Text | None] = None
    """A few words on how it differs from the other games."""

    least: int = DECLARED
    """The fewest players."""

    most: int = DECLARED
    """The most players."""

    state_type: type[State[Any, Any]] = DECLARED
    """The class of its state."""

    roles: Pieces = DECLARED
    """The secret cards that are dealt, by their id in the record."""

    of_table: Sequence[Fact] = DECLARED
    """The facts of the table, as a view has them and as they are drawn. A fact in neither list is seen by nobody."""

    of_seat: Sequence[Fact] = DECLARED
    """The facts of each seat, as a view has them (after the name) and as they are drawn."""

    turn_moves: tuple[type[Move], ...] = DECLARED
    """The moves of a seat, in the order of their buttons."""

    table_moves: tuple[type[Move], ...] = DECLARED
    """The moves of the whole table, in the order of their buttons."""

    own_options: ClassVar[tuple[Option, ...]] = ()
    """The options that the host sets before the first deal, besides those of all games."""
    option_groups: ClassVar[tuple[OptionGroup, ...]] = ()
    """How the lobby groups the options, if there are many; one without a group comes last."""
    deck_rules: ClassVar[DeckRules | None] = None
    """The hands and the draw deck that are dealt besides the secret cards."""
    clans: ClassVar[Mapping[str, Text]] = {}
    """The public backs of the cards with their names, where they differ; the id of a card starts with its clan."""
    in_turns = True
    """One seat after the other is on turn. Otherwise everyone who has something open acts; then the table screen shows
    how many have looked at their card, not who."""
    begins: ClassVar[Text | None] = None
    """The rulebook's rule on who goes first in the first round."""
    active_count_text: ClassVar[Text | None] = None
    """Says how many are neither greyed nor blocked, with ``{n}`` and ``{all}``."""
    topics: ClassVar[tuple[Topic, ...]] = ()
    """Things that people look up and that belong to no card."""
    signs: ClassVar[tuple[Topic, ...]] = ()
    """Tokens that can be in front of a player, and numbers next to a name, as the reference pages list them."""
    teaches: ClassVar[Teaches] = Teaches()
    """How to play, for those to whom it is new, and its rules at the moments when they matter."""
    file = ""
    """The text of a game in one file, which its records hold; "" for a game written in Python."""

    # -- how rounds are scored: without points the gains of a round are 1 for each winner -----------------------
    sheet: ClassVar[RoundSheet | None] = None
    """The facts of a round; None: its rounds can't be scored only from facts."""
    plotted: ClassVar[PlotLabels | None] = None
    """The axes of the plot; None: there is none."""
    endings: ClassVar[Mapping[str, Text]] = {}
    """A sentence for each ``over_by``: the story starts with it."""
    most_wins = True
    """Whoever has most at the end has won; else the side that has won the round."""
    rounds_are_won = True
    """Rounds are won, by a side or by whoever got most; otherwise they bring points, and nobody wins before the end."""
    coin = ""
    """The drawing of a point."""
    amount: ClassVar[Text] = TN("{n} point", "{n} points")

    def __init__(self) -> None:
        moves = (move(self) for move in (*self.turn_moves, *self.table_moves))
        self.moves = {move.kind: move for move in moves}
        """Its moves by the kind of their entries."""
        signs = (*self.signs, *(HAND_AND_DECK if self.deck_rules else ()))
        self.guide = make_guide(self.moves.values(), self.topics, self.roles, signs)
        """The pages on which people look up cards and roles."""
        self.lessons = tuple(fill_lesson(lesson, self.guide) for lesson in self.teaches.lessons)
        """The lessons with their topics, in the order in which one meets them."""

    # -- set-up -------------------------------------------------------------------------------------------------
    def check_options(self, options: Mapping[str, Any], players: int) -> None:
        """Raise a RuleError for options that don't fit together, or not the number of players."""

    @abstractmethod
    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        """Return the secret cards that are shuffled for a number of players; several sets if it can be any of them."""

    def can_turn_up(self, players: int, options: Mapping[str, Any], cards: Sequence[str]) -> bool:
        """Return whether the players can have had these secret cards together, if the app did not deal them."""
        return any(Counter(cards) <= counts for counts in self.prepare(players, options))

    @abstractmethod
    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        """Return a sentence for each thing to prepare on the table before the deal."""

    def set_up(self, state: Any) -> None:
        """Set up what a round starts with, besides the secret cards and the hands."""

    def rounds(self, state: Any) -> int:
        """Return how many rounds the game has."""
        return int(state.options.get("rounds", 1))

    # -- play ---------------------------------------------------------------------------------------------------
    def fold(self, state: Any, entry: Entry) -> None:
        """Change ``state`` by an entry that has been judged. Here a game does what any entry can cause."""
        state.fresh = False
        move = self.moves[entry["kind"]]
        if move.seated:
            state.seats[entry["by"]].new_card = False
        (move.apply_untracked if move.seated and state.tracking != EVERY_TURN else move.apply)(state, entry)
        state.last_kind = entry["kind"]

    def list_end_reasons(self, state: Any) -> tuple[Choice, ...]:
        """Return the reasons for which the host can end the round."""
        return (AGREED, CARDS) if self.deck_rules else (AGREED,)

    def on_correction(self, state: Any, before: Any) -> None:
        """Update dependent state after a correction, or end the round if the corrected table requires it.

        When turns are tracked again, none has started yet.
        """

    def take_back_pay(self, state: Any) -> None:
        """Undo, never below 0, what a round had paid, or what was stolen in it: it counts for nothing."""

    def make_automatic(self, state: Any, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """Return an entry that the app has to add now, or None.

        Chance fills it in, or it is made from what seats have ``typed`` (``list_private_fields``), once that is
        complete.
        """
        return None

    def list_private_fields(self, state: Any, seat: int) -> tuple[Field, ...]:
        """Return the fields that a seat can fill in on its phone for later; nobody else sees them until they count."""
        return ()

    def list_notices(self, state: Any, seat: int) -> list[Text]:
        """Return the sentences above the buttons of this seat only. They reveal no card."""
        exchanged = T("Your role has been swapped. Hold your card to see the new one.")
        return [exchanged] if state.seats[seat].new_card else []

    def night_script(self, state: Any) -> NightScript:
        """Return the night that is read aloud, and the timers."""
        return NightScript()

    # -- the score ----------------------------------------------------------------------------------------------
    @abstractmethod
    def build_score_input(self, state: Any) -> Any:
        """Return what the round's score is computed from, with cards known; None while something else isn't."""

    @abstractmethod
    def score(self, played: Any) -> Score:
        """Compute the score of a round from what was gathered."""

    def tally(self, state: Any) -> list[int]:
        """Return the points of each seat so far. Before the end they are secret: see ``may_plot``."""
        return [sum(gains[seat] for gains in state.history) for seat in range(len(state.seats))]

    def pay(self, state: Any, scored: Score) -> bool:
        """Pay the seats what the score gives them; return False while something of that still has to be entered."""
        return True

    def list_opening(self, state: Any) -> list[RevealStep]:
        """Return the steps on the cards, which someone taps to reveal before anything is paid.

        They are the first ones of the whole story; the pay comes with the last of them. Whether there are any depends
        on what everyone knows. There are none where the score starts without a tap.
        """
        return []

    def list_closing(self, state: Any) -> list[RevealStep]:
        """Return the steps after those of a round: the standings, and after the last round who has won."""
        return []

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        """The side of each role (default: one of its own)."""
        return {id: Side(id, role.label) for id, role in self.roles.items()}

    def list_gains(self, state: Any) -> list[RoundGain] | None:
        """Return the gains of each seat in the round just scored, as everyone sees them; None: the points."""
        return None

    def round_headline(self, state: Any) -> Headline | None:
        """Return the headline of the round just scored; None: who got most, or leads, and with how much."""
        return None

    def to_you(self, state: Any, seat: int, outcome: str) -> Text | None:
        """Return the sentence on the round just scored to whoever sits there; None: what they got."""
        return None

    # -- what is seen -------------------------------------------------------------------------------------------
    def list_held(self, state: Any, seat: int) -> list[HeldSecret]:
        """Return all that this seat can hold to look at now.

        That is its card, and those it can look at for a while; none of them with cards dealt by hand.
        """
        own = state.seats[seat]
        if state.dealt_by_hand or own.card is None:
            return []
        opens = None if self.roles[own.card].untold else (OWN, seat)
        found = [HeldSecret(Secret(OWN, OWN_CARD, LET_GO, own.clan), self.role_words(state, seat), opens)]
        for target, lasts in ((peek.target, peek.lasts) for peek in state.peeks if peek.looker == seat):
            other = state.seats[target]
            hint = NEXT_TURN if lasts else TURN_LONG
            if state.tracking != EVERY_TURN:
                hint = LET_GO
            words = T("{name}: {card}", name=other.name, card=self.role_words(state, target))
            secret = Secret(f"{PEEK}{target}", T("{name}'s card", name=other.name), hint, other.clan)
            found.append(HeldSecret(secret, words, (OWN, target)))
        return found

    def role_words(self, state: Any, seat: int) -> Text:
        """Return the words that are read while the card of that seat is held."""
        return self.roles[state.seats[seat].card or ""].label

    def headline(self, view: View) -> Text:
        """Name the seat on turn, or what the table waits for."""
        if view["status"] == PLAYING:
            turn = view["turn"]
            if turn:
                return T("{name}'s turn", name=view["seats"][turn["seat"]]["name"])
            return T("Round {n}", n=view["round"]) if view["round"] > 1 else T("The game is on")
        if view["status"] == SCORING:
            return T("It's over! A few questions for the score")
        if view["status"] == ROUND_OVER:
            return T("Round {n} is over", n=view["round"])
        return T("The game is over") if view["status"] == OVER else T("Ready to deal")

    def active(self, view: View) -> int | None:
        """Return the seat on turn, or for which the table waits otherwise."""
        seat: int | None = view["turn"] and view["turn"]["seat"]
        return seat

    def things(self, view: View) -> list[Thing]:
        """Return the things that are on the table for a while."""
        return [thing for fact in self.of_table for thing in fact.things(view)]

    def make_role(self, state: Any, seat: int, card: str) -> Role | None:
        """Return a seat's card as a page of its own; None if there is no more to it than its words."""
        return None

    def may_plot(self, state: Any) -> bool:
        """Return whether the plot can be shown: after play, and for a round only if the app has tracked all of it."""
        one = "rounds" not in state.options and not state.gaps
        return state.scored and (self.rounds(state) > 1 or one)


def list_icons(game: Game) -> frozenset[str]:
    """List the drawings that its buttons, badges and things use, besides those that every game has."""
    facts = [*game.of_table, *game.of_seat]
    drawn = list[Any](game.roles.values())
    for move in game.moves.values():
        drawn += [move, *move.buttons, *move.asked.values()]
    for fact in facts:
        drawn += [fact, *fact.pieces.values()]
    return frozenset({game.coin, *(thing.icon for thing in drawn)} - {""})
