"""Two deals that differ only in what one viewer can't know, played on alike, and what that viewer is shown."""

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any

from crawl import parting
from playing import TRIES, Play, Tap, filled, value_of

from companion.engine.actions import Action, Entry
from companion.engine.board import draw_board, say_reminder
from companion.engine.clans import clan_of
from companion.engine.corrections import list_counts
from companion.engine.facts import everybody
from companion.engine.game import Game
from companion.engine.play import judge_entry, list_actions, list_deck_announcements, list_table_actions, name_round
from companion.engine.setup import explain_first, propose_first
from companion.engine.state import PLAYING, ROUND_OVER, SCORING, SETUP
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


def copied(one: Play) -> Play:
    """Another play at the same point as this one, with its own dice."""
    other = copy(one)
    other.random, other.sentences, other.typed = Random(one.random.random()), one.sentences[:], one.typed.copy()
    other.record = one.record.copy(other)
    return other


class PartedError(Exception):
    """From here on the difference is known to the viewer, by the rules, or there is none."""


class Twins:
    """Two plays, ``one`` chosen at random and ``other`` doing the same as far as the viewer can tell.

    ``seat`` is the viewer (None: the table). ``cards``: dealt cards differ; else only what the app draws later and what
    others choose in secret or type for themselves. Up to some round of the game both are one.
    """

    def __init__(self, one: Play, seat: int | None, cards: bool) -> None:
        self.one, self.seat, self.cards, self.game = one, seat, cards, one.game
        self.pairs = one.random.choice((2, 6, 99))
        self._play_before(one.random.randint(1, min(3, self.game.rounds(one.state))))
        self.other = copied(one)
        self.typed = False

    def _play_before(self, since: int) -> None:
        """The rounds before that one, which are soon over, and in which nobody goes."""
        one = self.one
        usual, one.hurry, one.busy = (one.hurry, one.busy), 0.3, 0.0
        while not one.over and one.state.round + (one.state.status in (SETUP, ROUND_OVER)) < since:
            one.step()
        one.hurry, one.busy = usual

    def step(self) -> None:
        """One tap in both. Raises PartedError where the viewer learns of a difference."""
        tap = self.one.choose()
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
        self._check_parting()

    def _like(self, tap: Tap) -> Tap:
        if tap.facts is not None:
            return tap
        if tap.typed is not None:
            return tap if tap.seat == self.seat else self._typed(tap)
        if tap.action is None:
            return Tap(tuple(self._deal(entry) if entry["kind"] == "deal" else entry for entry in tap.entries))
        if tap.action.secret and tap.action.by != self.seat:
            return Tap((filled(self._same_button(tap.action), self.other.random),))
        return tap

    def _deal(self, deal: Entry) -> Entry:
        places = [seat for seat in range(len(self.one.state.seats)) if seat not in deal.get("without", ())]
        known = () if self.seat not in places else (places.index(self.seat),)
        if not self.cards:
            return deal
        tries = (swapped(self.game, deal, known, self.other.random, self.pairs) for _ in range(TRIES))
        if found := next((one for one in tries if one != deal), None):
            return found
        raise PartedError

    def _typed(self, tap: Tap) -> Tap:
        assert tap.seat is not None
        self.typed = True
        fields = self.game.list_private_fields(self.other.state, tap.seat)
        return Tap(seat=tap.seat, typed={field.name: value_of(field, self.other.random) for field in fields})

    def _same_button(self, action: Action) -> Action:
        assert action.by is not None
        for button in self.other.open_actions(action.by):
            if (button.kind, button.fixed) == (action.kind, action.fixed):
                return button
        raise PartedError

    @property
    def differ(self) -> bool:
        """Whether something differs that the score of the round shows everyone."""
        return self.typed or self._of("card") or self.one.state.aside != self.other.state.aside

    def _of(self, name: str) -> bool:
        """Whether a value of some seat is not the same."""
        states = self.one.state, self.other.state
        return any(getattr(a, name, 0) != getattr(b, name, 0) for a, b in zip(*(s.seats for s in states), strict=True))

    def _check_parting(self) -> None:
        one, other = self.one.state, self.other.state
        if (one.status, one.over_by) != (other.status, other.over_by):
            raise PartedError  # an end that the rules decide by the cards
        for seat, (a, b) in enumerate(zip(one.seats, other.seats, strict=True)):
            if a.card != b.card and (seat == self.seat or a.revealed):
                raise PartedError  # revealed, or swapped for the viewer's own
        acting = self.one.record.offer.acting, self.other.record.offer.acting
        if one.status == SCORING and (
            acting[0] != acting[1] or any(self._of(count.name) for count in list_counts(self.game))
        ):
            raise PartedError  # after play the cards are revealed at the table before gold changes hands
        if _shape(self.one) != _shape(self.other):
            raise PartedError  # as above: another number of cards is drawn for those who get gold
        if self.seat in acting[0] and self._choices(self.one) != self._choices(self.other):
            raise PartedError  # the viewer has the hidden cards in hand now

    def _choices(self, play: Play) -> list[Action]:
        assert self.seat is not None
        return [action for action in play.record.offer.actions[self.seat] if action.secret]


def _shape(play: Play) -> list[Any]:
    """The last entries without their values: what was done, and with how many cards."""
    last = [entry for entry in play.record.entries[-2:] if entry["kind"] != "facts"]  # which nobody is shown
    return [{name: len(value) if isinstance(value, list) else 0 for name, value in entry.items()} for entry in last]


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
