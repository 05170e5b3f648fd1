"""Everything the pages show about a table, computed lazily from one snapshot and shared by all viewers.

``TableView`` computes what everyone can see, and what several viewers need, at most once per change of the table. A
``Page`` is what one viewer sees of it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from math import inf
from typing import Any, NamedTuple

from companion.avatars import Avatar, assign_avatars, default_avatar, with_avatars
from companion.engine import lookahead
from companion.engine.actions import Action, ButtonGroup, Entry, Offer
from companion.engine.board import draw_board, say_reminder
from companion.engine.dealing import pack
from companion.engine.display import Badge, Board, BoardSeat, DeckEntry, PlotLabels, RevealedCard, RevealStep, RoundGain
from companion.engine.fields import Choice, Field, OneOf, SomeOf, fold_name
from companion.engine.game import Game, NightScript
from companion.engine.play import list_deck_announcements, name_round
from companion.engine.reference import Topic
from companion.engine.scoring import OUTCOMES, Headline, Verdict
from companion.engine.setup import explain_first, propose_first
from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.engine.table_moves import CHAIRS
from companion.engine.text import RuleError, T, Text
from companion.engine.tracking import FACTS, TurnStarts, list_hits, list_waiting
from companion.engine.verdict import count_worth, find_round_winners, make_round_verdict, make_verdict, show_gains
from companion.engine.views import make_view
from companion.engine.visibility import OWN, Viewer
from companion.record.highlights import highlights
from companion.record.summary import summarise
from companion.storage.store import SeatRow
from companion.table import round_form, undo
from companion.table.log import LOG, RECENT, LastCard, LogLine, merge_notes
from companion.table.next_deal import can_go_on, find_left_out, propose_again
from companion.table.reveal import RevealedPart, count_beats, count_revealed
from companion.table.round_form import RoundForm
from companion.table.snapshot import ASKED, Stage, TableState, seats_face_down, seats_that_saw
from companion.table.undo import UndoableTap


class SeatView(NamedTuple):
    """A seat at the table.

    ``number`` is its number in the game under way; None for someone who came later. ``colour`` (0 to 11) and ``figure``
    (an icon) are its look. ``plays``: it is dealt in in this round, ``plays_on``: in the next one.
    """

    id: int
    name: str
    phone: bool
    number: int | None
    looked: bool = False
    colour: int = 0
    figure: str = ""
    plays: bool = True
    plays_on: bool = True
    new: bool = False
    """The game is new to whoever sits there."""


class SeatActions(NamedTuple):
    """The buttons of a seat now. ``way`` are those for events along the way once a card is played."""

    seat: int
    name: str
    actions: tuple[Action, ...] = ()
    secret: bool = False
    way: tuple[Action, ...] = ()
    then: tuple[tuple[Action, tuple[Entry, ...]], ...] = ()
    """Buttons for events along the way that are possible only after one of these entries."""
    waits: bool = True
    """The table waits for it."""

    @property
    def settles(self) -> bool:
        """Play is over and something is still to be said."""
        return any(action.group == ButtonGroup.SETTLE for action in self.actions)

    @property
    def idle(self) -> bool:
        return not self.actions

    @property
    def asked(self) -> bool:
        """The table waits for what it does."""
        return self.waits and not self.idle

    @property
    def open(self) -> SeatActions:
        """A copy without secret buttons: the host can act for the seat with the others."""
        return self._replace(actions=tuple(action for action in self.actions if not action.secret))


class Reminder(NamedTuple):
    """Something that a seat has to do on the table."""

    seat: int
    name: str
    text: Text
    icon: str = ""


class ShownRound(NamedTuple):
    """The round that is played, or was played last.

    If turns aren't tracked (``follow``), ``begins`` names who goes first; if nothing is tracked, ``pack`` has the cards
    that were shuffled. ``says_who_looked``: pages name those who have looked at their card.
    """

    number: int = 0
    turn: int = 0
    words: Text | None = None
    tracking: str = EVERY_TURN
    begins: str = ""
    pack: tuple[DeckEntry, ...] = ()
    says_who_looked: bool = True


class SeatResult(NamedTuple):
    """A seat in a round whose score is revealed: its outcome, its card, and what the round brought it."""

    seat: int
    outcome: str
    card: RevealedCard | None
    brought: RoundGain


class RoundOutcome(NamedTuple):
    """The outcome of a round: who has won it, and each seat's card, winners first."""

    headline: Headline
    people: tuple[SeatResult, ...]


class Placing(NamedTuple):
    """A seat at the end of a game: its rank, which those with as much share, and what it has."""

    place: int
    seat: int
    has: int


BREATH = "breath"
LAMP_OUT = "lamp-out"
GOLD_DUST = "gold-dust"
"""The light of the pages at a beat: it is dark before the last card; the dark side has won; another one has."""


class TurnedCard(NamedTuple):
    """A card that has been revealed with the score; ``stays``: on its owner's phone, until the next deal."""

    card: RevealedCard
    stays: bool


class ScoreReveal(NamedTuple):
    """The score of a round, as much of it as has been revealed; ``still``: the reveal is paused.

    ``beats`` counts what has been revealed, ``more_steps`` what is still to come, each card counted. ``picture`` is the
    outcome of the round just revealed, ``verdict`` that of the round or the game once all is revealed. ``standing`` has
    everyone with what they have, the first rank first, at the end of a game that the most of it wins; ``coin`` is the
    drawing of a piece of it.
    ``changed`` are sentences on facts of the round that were changed to fit the cards.
    ``has_cards``: cards are revealed in it; ``light`` is that of the newest beat.
    """

    steps: tuple[RevealStep, ...] = ()
    more_steps: int = 0
    beats: int = 0
    still: bool = False
    tallies: tuple[tuple[int, tuple[int, ...]], ...] = ()
    plot: PlotLabels | None = None
    picture: RoundOutcome | None = None
    highlights: tuple[Text, ...] = ()
    verdict: Verdict | None = None
    standing: tuple[Placing, ...] = ()
    coin: str = ""
    changed: tuple[Text, ...] = ()
    has_cards: bool = False
    light: str = ""


class Timers(NamedTuple):
    """The turns that have started where only ongoing effects are tracked, and what ``waits`` for the next ones.

    ``started`` is the seat whose turn started last, by entry ``number``; ``next`` the next one that owns something.
    ``early`` is the seat that owns something and acted last, if nobody else has had a turn since. ``hits`` are effects
    that anyone can get: the fact, its heading, and the seats that don't have it.
    """

    waits: tuple[Reminder, ...] = ()
    started: int | None = None
    number: int = 0
    next: int | None = None
    early: int | None = None
    hits: tuple[tuple[str, Text, tuple[int, ...]], ...] = ()


class NextRound(NamedTuple):
    """The next round, or in the lobby the next game.

    ``first`` should go first (None: the table decides), and ``why`` is the reason, after a game if it is played again.
    ``goes_on``: anyone can deal it as it is proposed. ``lets_in``: newcomers can still join this game.
    """

    first: int | None = None
    why: Text | None = None
    goes_on: bool = False
    lets_in: bool = False
    by_hand: bool = False


@dataclass(frozen=True, eq=False)
class TableView:
    """The lazy view model of one snapshot of a table. Each property is computed when it is first read.

    The snapshot (``table``) never changes. In the lobby ``state`` is None.
    """

    table: TableState

    @cached_property
    def stage(self) -> Stage:
        return self.table.stage

    @cached_property
    def takes_entries(self) -> bool:
        return self.table.takes_entries

    @cached_property
    def face_down(self) -> bool:
        """Cards have to be revealed before anything is paid."""
        return self.stage is Stage.SCORING and self.table.face_down

    @property
    def under_way(self) -> bool:
        """Play has started, the game isn't over, and no cards have to be revealed first."""
        return self.takes_entries and self.stage is not Stage.OVER

    @cached_property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def state(self) -> Any:
        return None if self.stage is Stage.LOBBY else self.table.state

    @cached_property
    def places(self) -> tuple[SeatView, ...]:
        found = []
        numbers = {id: number for number, id in enumerate(self.table.seat_ids if self.state else ())}
        seen = seats_that_saw(self.table, OWN) if self.stage is Stage.LOOKING else frozenset()
        looks = assign_avatars([seat.figure for seat in self.table.seats])
        for seat, (colour, figure) in zip(self.table.seats, looks, strict=True):
            number = numbers.get(seat.id)
            plays = number is None or self.state is None or not self.state.seats[number].sits_out
            on = number not in self.without
            new = seat.new_to == self.game.id
            found.append(
                SeatView(seat.id, seat.name, seat.phone, number, number in seen, colour, figure, plays, on, new)
            )
        return tuple(found)

    @property
    def offer(self) -> Offer:
        """All that seats can do now."""
        return self.table.record.offer if self.takes_entries else Offer({}, ())

    @cached_property
    def doing(self) -> Mapping[int, SeatActions]:
        """The buttons of the seats for which the table waits; if turns aren't tracked, of all others, too."""
        found = {seat: _make_doing(self, seat) for seat in self.offer.acting}
        state = self.state
        if state is None or state.tracking == EVERY_TURN or not state.playing:
            return found
        for seat in self.offer.actions.keys() - found.keys():
            all_actions = _make_doing(self, seat)
            # What is on the table is tapped where it is, and has no tile.
            actions = tuple(
                action for action in all_actions.actions if RESULT_ONLY in self.game.moves[action.kind].allowed_tracking
            )
            if actions:
                found[seat] = all_actions._replace(actions=actions, waits=False)
        return found

    @cached_property
    def undo(self) -> UndoableTap | None:
        """The tap that can be undone."""
        return None if self.stage is Stage.LOOKING else undo.find_undo(self.table)

    @cached_property
    def redo(self) -> UndoableTap | None:
        """The tap that can be brought back."""
        return None if self.stage is Stage.LOOKING else undo.find_redo(self.table)

    @cached_property
    def said(self) -> Mapping[int, Topic]:
        """The lesson that each seat's phone shows now, if the game is new to its player."""
        return self.table.log.taught.list_said(self.state) if self.under_way else {}

    @cached_property
    def asked(self) -> frozenset[int]:
        """The seats whose phones ask to turn the card up."""
        return seats_that_saw(self.table, ASKED) & seats_face_down(self.table)

    @cached_property
    def known(self) -> frozenset[int]:
        """The ids of the seats whose people have played the game before, for the lobby."""
        return self.table.store.people.have_played(self.game.id, self.table.row.id)

    # -- what all pages have in common: only what everyone can see -------------------------------------------------
    @property
    def code(self) -> str:
        return self.table.row.code

    @cached_property
    def stamp(self) -> str:
        return self.table.stamp

    @property
    def title(self) -> Text:
        return self.game.title

    @cached_property
    def newest(self) -> tuple[LogLine, ...]:
        """The newest lines of the log."""
        return self._log[0]

    @cached_property
    def done(self) -> tuple[LogLine, ...]:
        """The newest lines of this round, or of the lobby, that have not been undone and say what was done."""
        return self._log[1]

    @cached_property
    def _log(self) -> tuple[tuple[LogLine, ...], tuple[LogLine, ...]]:
        log = log_of(self.table)
        newest = tuple(islice(log, RECENT))
        lines = self._list_of_round(chain(newest, log))
        done = islice((line for line in lines if line.live and not line.ends), 3)
        return newest, tuple(done)

    @cached_property
    def board(self) -> Board | None:
        if self.state is None:
            return None
        looks = {place.number: Avatar(place.colour, place.figure) for place in self.places}
        board = make_board(self.game, self.state, Viewer(told=self.told))
        return with_avatars(board, [looks.get(row.seat, default_avatar(row.seat)) for row in board.seats])

    @cached_property
    def reminders(self) -> tuple[Reminder, ...]:
        return list_reminders(self.game, self.state) if self.under_way else ()

    @cached_property
    def playing(self) -> bool:
        """A round is played."""
        return self.state is not None and self.state.playing

    @cached_property
    def over(self) -> bool:
        """The game is over, and all of its score has been revealed."""
        return self.stage is Stage.OVER and self.told

    @cached_property
    def round_over(self) -> bool:
        """A round is over that is not the last, and all of its score has been revealed."""
        return self.stage is Stage.ROUND_OVER and self.told

    @cached_property
    def undone(self) -> UndoableTap | None:
        """The tap that the newest one has undone."""
        redo = None if self.state is None else self.redo
        return redo if redo and self.table.taps[-1].first == redo.tap else None

    @cached_property
    def facts(self) -> RoundForm | None:
        """The page for the round's result, while it is being filled in."""
        return None if self.state is None else round_form.current_form(self.table)

    @cached_property
    def did(self) -> Mapping[int, LastCard]:
        """The last turn of each seat, until its next one."""
        if not self.playing:
            return {}
        active = self.state.turn and self.state.turn.seat
        return {seat: did for seat, did in self.table.log.did.items() if did and seat != active}

    @cached_property
    def round(self) -> ShownRound:
        state = self.state
        if state is None:
            return ShownRound()
        begins = ""
        if state.tracking != EVERY_TURN and state.last_active is not None:
            begins = state.names[state.last_active]
        return ShownRound(
            state.round,
            state.number,
            name_round(self.game, state),
            state.tracking,
            begins=begins,
            pack=pack(self.game, state) if state.tracking == RESULT_ONLY and state.playing else (),
            says_who_looked=self.game.in_turns,
        )

    @cached_property
    def aloud(self) -> NightScript:
        return self.game.night_script(self.state) if self.stage is Stage.PLAYING else NightScript()

    @property
    def clock_since(self) -> float:
        """The moment of the steady clock at which the running timer was set."""
        return 0.0 if self.state is None else self.table.row.clock.since

    @property
    def quiet(self) -> bool:
        """There is nothing to do but the turn, so there is room in the middle for what happened last."""
        return self.stage is Stage.PLAYING and self.round.tracking == EVERY_TURN and not self.reminders

    def _list_of_round(self, log: Iterable[LogLine]) -> Iterator[LogLine]:
        """Return the lines since the newest deal; in the lobby what has happened there."""
        since = inf if self.state is None else self.table.log.deal
        return takewhile(lambda line: line.number is None or line.offline or line.number >= since, log)

    @cached_property
    def told(self) -> bool:
        """The score of a finished round has been revealed, or a round is being played."""
        return self.table.told

    @cached_property
    def _revealed(self) -> RevealedPart:
        return count_revealed(self.table.steps, self.table.show.beats)

    @cached_property
    def _revealed_steps(self) -> tuple[RevealStep, ...]:
        """The steps of the score that have been revealed; of the newest one perhaps only some cards."""
        steps = self.table.steps
        revealed = tuple(steps[: self._revealed.steps])
        if not self._revealed.cards:
            return revealed
        newest = steps[self._revealed.steps]
        return (*revealed, newest.after(self._revealed.cards))

    @cached_property
    def score(self) -> ScoreReveal:
        table = self.table
        if self.state is None or not (table.ended or table.face_down):
            return ScoreReveal()
        steps = table.steps
        show = table.show
        shown = self._revealed_steps
        picture = None
        light = BREATH if self._revealed.breath else ""
        if shown and shown[-1].picture and not shown[-1].partial:
            picture = self._make_picture(shown)
            light = self._light_of_winners
        reveal = ScoreReveal(
            steps=shown,
            more_steps=count_beats(steps) - show.beats,
            beats=show.beats,
            still=not self.told and show.since is None,
            picture=picture,
            coin=self.game.coin,
            has_cards=any(step.turning for step in steps),
            light=light,
        )
        return self._add_results(reveal) if self.told else reveal

    def _add_results(self, reveal: ScoreReveal) -> ScoreReveal:
        """Add what the pages say of a score once all of it has been revealed."""
        game = self.game
        state = self.state
        if state.scored:
            reveal = reveal._replace(verdict=make_verdict(game, state))
        tallies = self.table.log.list_tallies(state)
        has_moved = any(len(set(values)) > 1 for _, values in tallies)
        if game.plotted and has_moved and len(tallies) > 1:
            reveal = reveal._replace(plot=game.plotted, tallies=tallies)
        if state.over_by == FACTS:
            changed = round_form.read_draft(self.table).changed
            reveal = reveal._replace(changed=tuple(Text(*written) for written in changed))
        if self.stage is Stage.OVER:
            reveal = reveal._replace(highlights=tuple(highlights(summarise(self.table.record))))
            if game.most_wins and state.history:
                reveal = reveal._replace(standing=rank(count_worth(game, state)))
        return reveal

    @property
    def _light_of_winners(self) -> str:
        """The light in which the winners of the round are shown; none if no side is the dark one, or nobody wins."""
        won = find_round_winners(self.game, self.state)
        if not won or not self._has_dark_side:
            return ""
        return LAMP_OUT if any(self._is_dark(seat) for seat in won) else GOLD_DUST

    @property
    def _has_dark_side(self) -> bool:
        return any(side.dark for side in self.game.sides.values())

    def _is_dark(self, seat: int) -> bool:
        card = self.state.seats[seat].card
        return bool(card) and self.game.sides[card].dark

    @cached_property
    def turned_up(self) -> Mapping[int, TurnedCard]:
        """The cards that have been revealed with the score, by seat, also while gold is handed out after them."""
        if self.state is None:
            return {}
        all_stay = not self._has_dark_side
        return {
            line.seat: TurnedCard(line.card, all_stay or self._is_dark(line.seat))
            for step in self._revealed_steps
            for line in step.turning
            if line.card is not None and line.seat is not None
        }

    def _make_picture(self, told: Sequence[RevealStep]) -> RoundOutcome:
        verdict = make_round_verdict(self.game, self.state)
        brought = show_gains(self.game, self.state)
        cards = {line.seat: line.card for step in told for line in step.turning}
        people = [
            SeatResult(seat, verdict.outcomes[seat], cards.get(seat), brought[seat]) for seat in self.state.players
        ]
        return RoundOutcome(verdict.headline, tuple(sorted(people, key=lambda result: OUTCOMES.index(result.outcome))))

    @cached_property
    def timers(self) -> Timers:
        """The ongoing effects, where only they are tracked."""
        state = self.state
        if self.stage is not Stage.PLAYING or state.tracking != TOKENS:
            return Timers()
        made = [(n, entry) for n, entry in self.table.record.list_counting() if n > self.table.log.deal]
        turns = [(n, entry["by"]) for n, entry in made if entry["kind"] == TurnStarts.kind]
        laid = [(n, entry["by"]) for n, entry in made if self.game.moves[entry["kind"]].lays]
        _, acted = max((*turns, *laid), default=(0, None))
        waits = list_waiting(self.game, state, acted)
        number, last = max(turns, default=(0, None))
        told = tuple(reminder for due in waits.values() for reminder in make_reminders(self.game, state, due))
        early = acted if acted in waits else None
        return Timers(told, last, number, next(iter(waits), None), early, list_hits(self.game, state))

    # -- the next deal -----------------------------------------------------------------------------------------------
    @cached_property
    def without(self) -> tuple[int, ...]:
        """The seats that are not dealt in in the next round."""
        return find_left_out(self.table)

    @property
    def lets_in(self) -> bool:
        """A newcomer can join this game, at once or before its next round."""
        state = self.state
        later = state is not None and self.stage is not Stage.OVER and state.round < self.game.rounds(state)
        return later and len(state.seats) < CHAIRS

    @cached_property
    def coming(self) -> NextRound:
        table = self.table
        state = self.state
        if state is None:
            return self._propose_game()
        return NextRound(
            propose_first(self.game, state, self.without),
            propose_again(table).why if self.stage is Stage.OVER else explain_first(self.game, state, self.without),
            goes_on=can_go_on(table),
            lets_in=self.lets_in,
            by_hand=state.dealt_by_hand,
        )

    def _propose_game(self) -> NextRound:
        """Propose who goes first in the next game, after one that was scored."""
        row = self.table.current_game and self.table.game_row
        more = propose_again(self.table) if row and row.over and row.show.round else None
        if more is None or more.why is None or not more.seats:
            return NextRound(None, self.game.begins)
        return NextRound(self.table.seats.index(more.seats[more.first]), more.why)


def make_board(game: Game, state: Any, viewer: Viewer) -> Board:
    """Draw up the board as that viewer sees it, with who comes next and who isn't there."""
    board = draw_board(game, make_view(game, state, viewer))
    board = board._replace(seats=tuple(_make_absent(row, state.seats[row.seat]) for row in board.seats))
    if not state.playing or board.active is None:
        return board
    after = (*board.seats[board.active + 1 :], *board.seats[: board.active])
    coming = (*islice((row.seat for row in after if state.can_play(row.seat)), 2), None, None)
    return board._replace(next=coming[0], then=coming[1])


def _make_absent(row: BoardSeat, seat: Any) -> BoardSeat:
    """Mark the row of someone who has left, or is not dealt in."""
    if seat.retired:
        return row._replace(gone=True, badges=(*row.badges, Badge("no-chair", T("has left"), tone="quiet")))
    if seat.sits_out and not seat.newcomer:
        return row._replace(gone=True, badges=(*row.badges, Badge("no-chair", T("sits out"), tone="quiet")))
    return row


def list_reminders(game: Game, state: Any) -> tuple[Reminder, ...]:
    """Return all that has to be done at the start of the turn, and the announcements to the whole table."""
    names = state.names
    active = state.turn.seat if state.turn else 0
    announced = (Reminder(active, names[active], text) for text in list_deck_announcements(game, state))
    return (*make_reminders(game, state, state.reminders), *announced)


def make_reminders(game: Game, state: Any, due: Iterable[dict[str, Any]]) -> list[Reminder]:
    """Put into words what is due for seats."""
    return [
        Reminder(reminder["seat"], state.names[reminder["seat"]], *say_reminder(game, state, reminder))
        for reminder in due
    ]


def _make_doing(view: TableView, seat: int) -> SeatActions:
    game = view.game
    state = view.state
    actions = shuffle_secret_actions(view.offer.actions[seat], f"{view.table.stamp}/{seat}")
    typing = (
        view.stage is Stage.SCORING and game.list_private_fields(state, seat) != () and not has_typed(view.table, seat)
    )
    return SeatActions(
        seat,
        state.seats[seat].name,
        actions,
        typing or any(action.secret for action in actions),
        *lookahead.look_ahead(game, state, seat, actions),
    )


def shuffle_secret_actions(actions: Sequence[Action], where: str) -> tuple[Action, ...]:
    """Put what is secret last, and its choices in an order that nobody else can know.

    So the spot that a finger touches reveals nothing. Actions that settle a round after the play are left as they are.
    """

    def place(choice: Choice) -> bytes:
        return hashlib.sha256(_SALT + f"{where}/{choice.value}".encode()).digest()

    def shuffled(field: Field) -> Field:
        if not isinstance(field, (OneOf, SomeOf)):
            return field
        return replace(field, choices=tuple(sorted(field.choices, key=place)))

    secret = [action for action in actions if action.secret and action.group != ButtonGroup.SETTLE]
    covered = [replace(action, fields=tuple(map(shuffled, action.fields))) for action in secret]
    return (*[action for action in actions if action not in secret], *covered)


_SALT = secrets.token_bytes(16)


# -- questions about the present state --------------------------------------------------------------------------------
def log_of(table: TableState) -> Iterator[LogLine]:
    """Return the lines of the log, newest first: entries as sentences, and the table's own notes between them."""
    game = table.game_row.id if table.current_game else None
    notes = merge_notes([note for note in table.notes if note.game_id == game])
    if table.current_game is None:
        return (LogLine(note.text) for note in notes)
    return islice(table.log.make_lines(table.record, table.taps, notes), LOG)


def rank(has: Sequence[int]) -> tuple[Placing, ...]:
    """Rank seats by what each of them has."""
    ranked = sorted(range(len(has)), key=lambda seat: -has[seat])
    return tuple(Placing(1 + sum(other > has[seat] for other in has), seat, has[seat]) for seat in ranked)


def private_input(table: TableState) -> Mapping[int, Mapping[str, Any]]:
    """Return the values that each seat has typed for itself in this round."""
    typed = table.game_row.typed
    state = table.state
    keys = [f"{state.round}.{seat}" for seat in range(len(state.seats))]
    return {seat: typed[key] for seat, key in enumerate(keys) if key in typed}


def has_typed(table: TableState, seat: int) -> bool:
    """Return whether the seat has typed all that it can type for later."""
    fields = table.record.game.list_private_fields(table.state, seat)
    typed = private_input(table).get(seat, {})
    try:
        for field in fields:
            field.check(typed.get(field.name))
    except RuleError:
        return False
    return bool(fields)


def find_missing(seats: Iterable[SeatRow], names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the names that have no seat."""
    here = {fold_name(seat.name) for seat in seats}
    return tuple(name for name in names if fold_name(name) not in here)
