"""Two deals that differ only in what one viewer can't know, played on alike, and what that viewer is shown."""

from collections.abc import Sequence
from random import Random
from typing import Any

from playing import TRIES, MemoryTable, Play, Question, Tap, filled, value_of

from companion.engine.actions import Action, Entry
from companion.engine.board import draw_board, say_reminder
from companion.engine.clans import clan_of
from companion.engine.corrections import list_counts
from companion.engine.facts import everybody
from companion.engine.game import Game
from companion.engine.play import judge_entry, list_actions, list_deck_announcements, list_table_actions, name_round
from companion.engine.setup import explain_first, propose_first
from companion.engine.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.engine.text import RuleError
from companion.engine.views import list_held_secrets, make_view
from companion.engine.visibility import Viewer
from companion.record.record import UNDO, EntryError, Record


def swapped(game: Game, deal: Entry, known: Sequence[int], random: Random, pairs: int = 99) -> Entry:
    """The deal with hidden cards swapped among seats and set-aside ones. Backs that are public stay, and so do the
    cards of ``known`` seats."""
    cards = [*deal["cards"], *deal["aside"]]
    hidden = [place for place in range(len(cards)) if place not in known]
    for _ in range(pairs):
        one, other = random.choice(hidden), random.choice(hidden)
        dealt = one < len(deal["cards"]) or other < len(deal["cards"])
        if getattr(game, "clans", ()) and dealt and clan_of(cards[one]) != clan_of(cards[other]):
            continue
        cards[one], cards[other] = cards[other], cards[one]
    count = len(deal["cards"])
    return {**deal, "cards": cards[:count], "aside": cards[count:]}


class PartedError(Exception):
    """From here on the difference is known to the viewer, by the rules, or there is none."""


class Twins:
    """A table that is two: ``one``, and ``other`` at which the same is done as far as the viewer can tell.

    ``seat`` is the viewer (None: the table). ``cards``: dealt cards differ, by so many ``pairs`` at most; else only
    what the app draws later and what others choose in secret or type for themselves.
    """

    def __init__(self, one: MemoryTable, seat: int | None, cards: bool, pairs: int, dice: Random) -> None:
        self.game = one.game
        self.one = one
        self.other = one.copy(dice)
        self.seat = seat
        self.cards = cards
        self.pairs = pairs
        self.typed = False

    @property
    def record(self) -> Record:
        return self.one.record

    def enter(self, tap: Tap) -> None:
        """In both. Raises PartedError where the viewer learns of a difference."""
        twin = self._like(tap)
        before = self.one.state.status
        self.one.enter(tap)
        try:
            self.other.enter(twin)
        except EntryError:
            # While a round is played nothing hidden decides what a seat can do; afterwards cards are open on the table,
            # and a secret count can be corrected by no more than there is.
            if before == PLAYING and "by" in twin.entries[0]:
                raise
            raise PartedError from None
        if know_apart(self.one.record, self.other.record, self.seat):
            raise PartedError

    def _like(self, tap: Tap) -> Tap:
        if tap.facts is not None:
            return tap
        if tap.typed is not None:
            return tap if tap.seat == self.seat else self._typed(tap)
        if tap.action is None:
            return Tap(tuple(self._deal(entry) if entry["kind"] == "deal" else entry for entry in tap.entries))
        if tap.action.secret and tap.action.by != self.seat:
            return Tap((filled(self._same_button(tap.action), self.other.dice),))
        return tap

    def _deal(self, deal: Entry) -> Entry:
        places = [seat for seat in range(len(self.one.state.seats)) if seat not in deal.get("without", ())]
        known = () if self.seat not in places else (places.index(self.seat),)
        if not self.cards:
            return deal
        tries = (swapped(self.game, deal, known, self.other.dice, self.pairs) for _ in range(TRIES))
        if found := next((one for one in tries if one != deal), None):
            return found
        raise PartedError

    def _typed(self, tap: Tap) -> Tap:
        assert tap.seat is not None
        self.typed = True
        fields = self.game.list_private_fields(self.other.state, tap.seat)
        return Tap(seat=tap.seat, typed={field.name: value_of(field, self.other.dice) for field in fields})

    def _same_button(self, action: Action) -> Action:
        assert action.by is not None
        for button in list_actions(self.game, self.other.state, action.by):
            if not button.closed and (button.kind, button.fixed) == (action.kind, action.fixed):
                return button
        raise PartedError

    @property
    def differ(self) -> bool:
        """Whether something differs that the score of the round shows everyone."""
        one = self.one.state
        other = self.other.state
        return self.typed or _differ(one, other, "card") or one.aside != other.aside


def _differ(one: Any, other: Any, name: str) -> bool:
    """Whether a value of some seat is not the same."""
    return any(getattr(a, name, 0) != getattr(b, name, 0) for a, b in zip(one.seats, other.seats, strict=True))


def know_apart(one: Record, other: Record, seat: int | None) -> bool:
    """Whether the viewer knows by the rules, from here on, that the two are not the same."""
    state = one.state
    twin = other.state
    if (state.status, state.over_by) != (twin.status, twin.over_by):
        return True  # an end that the rules decide by the cards
    for number, (a, b) in enumerate(zip(state.seats, twin.seats, strict=True)):
        if a.card != b.card and (number == seat or a.revealed):
            return True  # revealed, or swapped for the viewer's own
    if state.status == SCORING:
        # After play the cards are revealed at the table before gold changes hands.
        counts = any(_differ(state, twin, count.name) for count in list_counts(one.game))
        if counts or one.offer.acting != other.offer.acting:
            return True
    if _shape(one) != _shape(other):
        return True  # as above: another number of cards is drawn for those who get gold
    # The viewer has the hidden cards in hand now.
    return seat in one.offer.acting and _choices(one, seat) != _choices(other, seat)


def _choices(record: Record, seat: int) -> list[Action]:
    return [action for action in record.offer.actions[seat] if action.secret]


def _shape(record: Record) -> list[Any]:
    """The last entries without their values: what was done, and with how many cards."""
    last = [entry for entry in record.entries[-2:] if entry["kind"] != "facts"]  # which nobody is shown
    return [{name: len(value) if isinstance(value, list) else 0 for name, value in entry.items()} for entry in last]


def part(play: Play, seat: int | None, cards: bool) -> Twins:
    """From some round on the play is at two tables."""
    pairs = play.random.choice((2, 6, 99))
    play.hurry_to(play.random.randint(1, min(3, play.game.rounds(play.state))))
    play.table = twins = Twins(play.table, seat, cards, pairs, Random(play.random.random()))
    return twins


class Alike(Question):
    """Whether the viewer of twins can distinguish them; ``points``: at how many they were not the same."""

    def __init__(self, twins: Twins) -> None:
        self.twins = twins
        self.points = 0

    def after(self, play: Play) -> None:
        twins = self.twins
        one = twins.one.record
        other = twins.other.record
        if not twins.typed and one.entries == other.entries:
            return  # alike without being looked at
        over = one.state.status in (ROUND_OVER, OVER)
        self._look(told=not over)
        self.points += bool(one.state != other.state)
        if over and (twins.differ or play.over):
            raise PartedError  # the next thing is that everything is revealed
        if over:
            self._look(told=True)

    def _look(self, told: bool) -> None:
        """Fails with what differs, or with a sentence of the log that does."""
        one = self.twins.one
        other = self.twins.other
        look_alike(one.record, other.record, self.twins.seat, told)
        assert repr(one.sentences) == repr(other.sentences), self.twins.seat


# -- what a viewer is shown, and answered -----------------------------------------------------------------------------
def look_alike(one: Record, other: Record, seat: int | None, told: bool) -> None:
    """Fails with the place where the viewer can distinguish the two."""
    looks, others = (seen(record, seat, told) for record in (one, other))
    assert looks == others, f"viewer {seat} after {one.entries[-1]}: {parting(looks, others)}"


def seen(record: Record, seat: int | None, told: bool) -> str:
    """All that reaches the pages of this viewer (None: the host's table screen) but what is held to look at."""
    game, state, offer = record.game, record.state, record.offer
    view = make_view(game, state, Viewer(seat, told=told))
    shown: list[Any] = [view, draw_board(game, view), record.live, offer.acting]
    shown.append(game.may_plot(state))
    shown += [say_reminder(game, state, reminder)[0] for reminder in state.reminders]
    shown += [explain_first(game, state), list_deck_announcements(game, state), name_round(game, state)]
    shown += [propose_first(game, state), game.list_private_fields(state, seat or 0)]
    if seat is not None:
        shown += [list_actions(game, state, seat), list_held_secrets(game, state, seat)]
        shown += [game.list_notices(state, seat), _refusals(record, seat)]
    else:
        shown += [list_table_actions(game, state), _refusals(record, -1), _answers(record)]
        shown += [action for acting in offer.acting for action in offer.actions[acting] if not action.secret]
    if told and game.may_plot(state):
        shown.append(game.tally(state))
    return repr(shown)


def _refusals(record: Record, seat: int) -> list[Any]:
    """Why each kind of entry is not possible now: an error says no more than a page."""
    moves = [move for move in record.game.moves.values() if move.seated == (seat >= 0)]
    return [(move.kind, move.unavailable_reason(record.state, seat)) for move in moves]


def _answers(record: Record) -> list[str]:
    """What the host is told who tries the counts and the log."""
    tries: list[dict[str, Any]] = [
        {"kind": "correct", "seat": seat, count.name: change}
        for seat in range(len(record.state.seats))
        for count in list_counts(record.game)
        for change in (-99, 99)
    ]
    last = len(record.entries)
    tries += [{"kind": UNDO, "entry": number} for number in range(max(0, last - 2), last)]
    return [_answer(record, entry) for entry in tries]


def _answer(record: Record, entry: dict[str, Any]) -> str:
    try:
        judge_entry(record.game, record.state, entry)
    except RuleError as error:
        # That a secret count would fall below nothing has to be said; how much there is has not.
        below = {
            f"{count.label} can't go below 0" for count in list_counts(record.game) if count.known is not everybody
        }
        return "accepted" if str(error.text) in below else str(error.text)
    return "accepted"


def parting(one: str, other: str) -> str:
    """Where the two are not the same."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 160) : at + 120]}\n// {other[max(0, at - 160) : at + 120]}"
