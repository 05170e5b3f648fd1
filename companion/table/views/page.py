"""The page of one viewer as a value: what everyone sees, and what only this viewer sees or can do.

The web layer finds out who the viewer is, and draws the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine.actions import Action, ButtonGroup
from companion.engine.corrections import SetFacts, choose_own, list_lying
from companion.engine.dealing import TRACKING_MODES
from companion.engine.display import Board, RevealedCard, Secret
from companion.engine.facts import Token
from companion.engine.fields import Field
from companion.engine.game import Game, NightScript
from companion.engine.hands import CARDS
from companion.engine.play import find_move, list_table_actions
from companion.engine.reference import Topic
from companion.engine.round_facts import list_tracking_modes
from companion.engine.setup import complete_options, group_options, list_option_fields, offer_options, settle_options
from companion.engine.state import EVERY_TURN, TOKENS
from companion.engine.text import T, Text, list_names
from companion.engine.views import list_held_secrets
from companion.games import find_newest_id, game_by_id, is_added, list_offered
from companion.table import round_form
from companion.table.log import LastCard, LogLine, device_name
from companion.table.next_deal import DealPlan, plan_deal
from companion.table.round_form import RoundForm
from companion.table.snapshot import Stage, list_secrets
from companion.table.undo import UndoableTap
from companion.table.views.table_view import (
    NextRound,
    Reminder,
    ScoreReveal,
    SeatActions,
    SeatView,
    ShownRound,
    TableView,
    Timers,
    TurnedCard,
    find_missing,
    has_typed,
    private_input,
)

LED = (ButtonGroup.LEAD, ButtonGroup.PLACE, ButtonGroup.ENDS, ButtonGroup.NIGHT)


class PageViewer(NamedTuple):
    """A viewer: a seat, the host, or (neither) anyone.

    ``seat`` is the seat's number in the game; None for one that waits for the next. ``shares`` are the ids of the other
    seats on the same phone.
    """

    seat_id: int | None = None
    seat: int | None = None
    host: bool = False
    shares: tuple[int, ...] = ()


class LobbySettings(NamedTuple):
    """The host's part of the lobby: the games, and the options of the chosen one.

    ``row`` are the games of the boxes and the added one that was played last, ``more`` the others. ``groups`` are the
    options of the chosen game with their headings, ``other`` those that are not as in the rulebook. ``tracking_modes``
    are the modes for its rounds, ``tracking`` is the chosen one. ``last`` names those who played last and have no seat
    yet; ``only`` asks whether nobody else is coming.
    """

    game: Game
    row: tuple[Game, ...]
    more: tuple[Game, ...]
    options: dict[str, Any]
    groups: tuple[tuple[Text | None, tuple[Field, ...]], ...]
    other: tuple[Field, ...]
    tracking_modes: tuple[str, ...]
    tracking: str
    last: tuple[str, ...]
    only: Text


MANY_NAMES = 5
"""From this number on names are too long for a question."""


class Lobby(NamedTuple):
    """The lobby.

    ``minute`` says how the game goes, in pictures with a line each, when it is new to someone. ``teaches``: it has
    lessons. ``known`` has the viewer's seat if its player has played the game. Only the host has a ``setup``.
    """

    minute: tuple[tuple[str, Text], ...] = ()
    teaches: bool = False
    known: frozenset[int] = frozenset()
    setup: LobbySettings | None = None


@dataclass(frozen=True, eq=False)
class Page:
    """The content of one page, for its ``viewer``: each part is computed when it is first asked for.

    Parts that don't concern the viewer are empty.
    """

    view: TableView
    viewer: PageViewer

    # -- what everyone can see --------------------------------------------------------------------------------------
    @property
    def code(self) -> str:
        return self.view.code

    @property
    def stage(self) -> Stage:
        return self.view.stage

    @property
    def takes_entries(self) -> bool:
        return self.view.takes_entries

    @property
    def face_down(self) -> bool:
        return self.view.face_down

    @property
    def under_way(self) -> bool:
        return self.view.under_way

    @property
    def stamp(self) -> str:
        return self.view.stamp

    @property
    def title(self) -> Text:
        return self.view.title

    @property
    def places(self) -> tuple[SeatView, ...]:
        return self.view.places

    @property
    def newest(self) -> tuple[LogLine, ...]:
        return self.view.newest

    @property
    def done(self) -> tuple[LogLine, ...]:
        return self.view.done

    @property
    def board(self) -> Board | None:
        return self.view.board

    @property
    def reminders(self) -> tuple[Reminder, ...]:
        return self.view.reminders

    @property
    def playing(self) -> bool:
        return self.view.playing

    @property
    def over(self) -> bool:
        return self.view.over

    @property
    def round_over(self) -> bool:
        return self.view.round_over

    @property
    def undone(self) -> UndoableTap | None:
        return self.view.undone

    @property
    def facts(self) -> RoundForm | None:
        return self.view.facts

    @property
    def did(self) -> Mapping[int, LastCard]:
        return self.view.did

    @property
    def round(self) -> ShownRound:
        return self.view.round

    @property
    def score(self) -> ScoreReveal:
        return self.view.score

    @property
    def turned_up(self) -> Mapping[int, TurnedCard]:
        return self.view.turned_up

    @property
    def timers(self) -> Timers:
        return self.view.timers

    @property
    def aloud(self) -> NightScript:
        return self.view.aloud

    @property
    def clock_since(self) -> float:
        return self.view.clock_since

    @property
    def coming(self) -> NextRound:
        return self.view.coming

    @property
    def quiet(self) -> bool:
        return self.view.quiet

    @property
    def looked(self) -> int:
        """The number of seats that have looked at their card."""
        return sum(place.looked for place in self.dealt_in)

    @property
    def late(self) -> tuple[SeatView, ...]:
        """The seats of those who joined during the game, and wait for the next one."""
        return tuple(place for place in self.places if place.number is None)

    @property
    def dealt_in(self) -> tuple[SeatView, ...]:
        """The seats that play in this round."""
        return tuple(place for place in self.in_game if place.plays)

    @cached_property
    def in_game(self) -> tuple[SeatView, ...]:
        """The seats of the game under way, in order."""
        return tuple(sorted((p for p in self.places if p.number is not None), key=lambda p: p.number or 0))

    @cached_property
    def lobby(self) -> Lobby:
        """The lobby; of a game that is played whether it has lessons."""
        if self.stage is Stage.LOBBY:
            return _make_lobby(self.view, self.viewer)
        return Lobby(teaches=bool(self.view.game.teaches.lessons))

    # -- what only its seat sees -------------------------------------------------------------------------------------
    @property
    def seat(self) -> int | None:
        """The viewer's seat in the game that is played; None in the lobby."""
        return None if self.view.state is None else self.viewer.seat

    @cached_property
    def doing(self) -> SeatActions | None:
        """The seat's own buttons."""
        seat = self.seat
        if seat is None or self.stage is Stage.LOOKING:
            return None
        return self.view.doing.get(seat) or SeatActions(seat, self.view.state.names[seat])

    @cached_property
    def secrets(self) -> Sequence[Secret]:
        """The secrets that the seat can hold to look at."""
        return () if self.seat is None else list_secrets(self.view.table, self.seat)

    @property
    def none_yet(self) -> bool:
        """Everyone knows that nobody has any of what is counted in secret: no round has been scored.

        A correction is announced with its size, so it isn't given away that there was one.
        """
        state = self.view.state
        return state.playing and not state.history and not any(self.view.game.tally(state))

    @cached_property
    def notices(self) -> tuple[Text, ...]:
        return () if self.seat is None else tuple(self.view.game.list_notices(self.view.state, self.seat))

    @property
    def asked(self) -> bool:
        """The table asks the seat to turn its card up."""
        return self.seat is not None and self.stage is not Stage.LOOKING and self.seat in self.view.asked

    @cached_property
    def lying(self) -> tuple[Token, ...]:
        """The tokens that are in front of the seat, or could be, where only ongoing effects are tracked."""
        return () if self.seat is None or self.stage is Stage.LOOKING else _list_lying(self.view, self.seat)

    @cached_property
    def private_fields(self) -> tuple[Field, ...]:
        """The fields that the seat can fill in for later."""
        return () if self.seat is None else self.view.game.list_private_fields(self.view.state, self.seat)

    @cached_property
    def typed(self) -> Mapping[str, Any]:
        """The values that it has typed in them."""
        if self.seat is None or not self.private_fields:
            return {}
        return private_input(self.view.table).get(self.seat, {})

    @property
    def kept(self) -> bool:
        """The seat has typed all that it can type for later."""
        return self.seat is not None and has_typed(self.view.table, self.seat)

    @property
    def left(self) -> bool:
        """The seat has left the table while the others play on."""
        return self.seat is not None and self.playing and self.view.state.seats[self.seat].retired

    @property
    def lesson(self) -> Topic | None:
        """The lesson that is said to the seat now."""
        return None if self.seat is None else self.view.said.get(self.seat)

    @cached_property
    def lessons(self) -> tuple[Topic, ...]:
        """All lessons, if turns aren't tracked and the game is new to the seat."""
        return () if self.seat is None else _list_rules(self.view, self.seat)

    @property
    def waits(self) -> bool:
        """The viewer's seat has its card, and nothing else to see or to do."""
        if self.notices or self.asked or self.lying or self.private_fields or self.undo:
            return False
        if self.left or self.lesson or self.lessons:
            return False
        busy = self.facts or self.score.steps or self.timers.waits or self.awaited or self.face_down
        return not (busy or (self.doing and not self.doing.idle))

    @property
    def neighbours(self) -> tuple[SeatView, ...]:
        """The right and the left neighbour of the viewer's seat; nobody while it is alone."""
        here = next(number for number, place in enumerate(self.places) if place.id == self.viewer.seat_id)
        around = self.places[here - 1], self.places[(here + 1) % len(self.places)]
        return around if len(self.places) > 1 else ()

    @property
    def own_card(self) -> RevealedCard | None:
        """The viewer's own card, once it has been revealed with the score."""
        turned = self._turned
        return turned.card if turned else None

    @property
    def keeps_card_up(self) -> bool:
        """The viewer's own card has been revealed, and stays face up until the next deal."""
        turned = self._turned
        return turned is not None and turned.stays

    @property
    def _turned(self) -> TurnedCard | None:
        seat = self.viewer.seat
        return None if seat is None else self.turned_up.get(seat)

    @property
    def turns_cards_up(self) -> bool:
        """The score is being revealed, or is about to be, and it reveals cards: a phone shows its own."""
        return self.score.has_cards and bool(self.score.more_steps) and not self.facts

    @property
    def covered(self) -> int:
        """The number of pieces that the viewer got in the round, which nobody else may know."""
        people = self.score.picture.people if self.score.picture else ()
        return sum(result.brought.covered for result in people if result.seat == self.viewer.seat)

    @property
    def sharing(self) -> tuple[SeatView, ...]:
        """The other seats on the viewer's phone."""
        return tuple(place for place in self.places if place.id in self.viewer.shares)

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        """Those of them that have something to do now."""
        playing = [place for place in self.sharing if place.number is not None]
        if self.stage is Stage.LOOKING:
            return tuple(place for place in playing if place.plays and not place.looked)
        return tuple(place for place in playing if place.number in self.view.offer.acting)

    # -- what only the host sees, who acts for the table -------------------------------------------------------------
    @property
    def acts_for_table(self) -> bool:
        """The viewer is the host and has the table's buttons: not in the lobby, and not while cards are revealed."""
        return self.viewer.host and self.takes_entries

    @property
    def undo(self) -> UndoableTap | None:
        """The newest tap, if the viewer can undo it: the host anyone's, a seat its own."""
        if self.viewer.host:
            return None if self.view.state is None else self.view.undo
        return None if self.seat is None else _find_own_undo(self.view, self.seat)

    @property
    def redo(self) -> UndoableTap | None:
        return self.view.redo if self.viewer.host and self.view.state is not None else None

    @cached_property
    def others(self) -> tuple[SeatActions, ...]:
        """The buttons of seats that are not secret."""
        return tuple(actions.open for actions in self.view.doing.values()) if self.acts_for_table else ()

    @cached_property
    def proposed_end(self) -> Action | None:
        """The end of the round that the app takes for due, as one tap."""
        return _propose_end(self.view) if self.acts_for_table else None

    @cached_property
    def leading(self) -> Mapping[str, tuple[Action, ...]]:
        """The table's buttons by group: those with which it leads, and those that settle a round."""
        if not self.acts_for_table:
            return {}
        game = self.view.game
        state = self.view.state
        return {group: tuple(list_table_actions(game, state, group)) for group in (*LED, ButtonGroup.SETTLE)}

    @property
    def settles_at_table(self) -> bool:
        """The heading asks for something that only the table screen can enter."""
        if self.viewer.seat is None or self.acts_for_table or self.facts or not self.under_way:
            return False
        game = self.view.game
        state = self.view.state
        if any(game.list_private_fields(state, seat) for seat in state.players):
            return False
        return bool(list_table_actions(game, state, ButtonGroup.SETTLE))

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The seats without a phone that have something to look at or to type on the table device."""
        if not self.viewer.host or self.stage in (Stage.LOBBY, Stage.LOOKING):
            return ()
        return _list_hands(self.view)

    @property
    def tells(self) -> bool:
        """The result of the round can be changed."""
        return self.acts_for_table and round_form.find_results_entry(self.view.table) is not None

    @property
    def fresh(self) -> bool:
        """The app has dealt, and nothing has been entered since."""
        state = self.view.state
        return self.viewer.host and state is not None and state.fresh and not state.dealt_by_hand

    @cached_property
    def deal(self) -> DealPlan:
        """The plan of the next deal."""
        return plan_deal(self.view.table) if self.viewer.host else DealPlan()


def _make_lobby(view: TableView, viewer: PageViewer) -> Lobby:
    game = view.game
    is_new = any(place.new for place in view.places)
    return Lobby(
        game.teaches.in_a_minute(complete_options(game, view.table.chosen.options)) if is_new else (),
        bool(game.teaches.lessons),
        view.known & {viewer.seat_id},
        _make_setup(view) if viewer.host else None,
    )


def _find_own_undo(view: TableView, seat: int) -> UndoableTap | None:
    """Return the tap that the seat's phone can undo; a card only by its name, because there is one line for it."""
    undo = view.undo
    if undo is None or undo.device != device_name(seat):
        return None
    tile = view.game.guide.of_entry(view.table.record.entries[undo.tap])
    return undo._replace(text=T("You: {what}", what=tile.name)) if tile else undo


def _list_rules(view: TableView, seat: int) -> tuple[Topic, ...]:
    """Return the lessons as cards to leaf through, if turns aren't tracked, so that nobody knows their moments."""
    if (
        seat not in view.table.log.taught.list_new(view.state)
        or view.state.tracking == EVERY_TURN
        or not view.state.playing
    ):
        return ()
    return tuple(dict.fromkeys(lesson.about for lesson in view.game.lessons))


def _list_lying(view: TableView, seat: int) -> tuple[Token, ...]:
    """Return the tokens that a seat itself sets and removes, where only ongoing effects are tracked."""
    if view.state.tracking != TOKENS or not view.state.playing:
        return ()
    lying = choose_own(list_lying(find_move(view.game, SetFacts).list_believed(view.state), seat), view.state.tracking)
    # A card that can be revealed has its own tile.
    return tuple(token for token in lying if token.shows or token.fact.field.name != "revealed")


def _propose_end(view: TableView) -> Action | None:
    """Return the end of the round that the app takes for due, as one tap."""
    if view.game.deck_rules is None or not view.game.deck_rules.has_all_passed(view.state):
        return None
    found = next(action for action in list_table_actions(view.game, view.state) if action.kind == "end")
    (label,) = (choice.label for choice in view.game.list_end_reasons(view.state) if choice.value == CARDS.value)
    return replace(found, label=label, fields=(), fixed={"reason": CARDS.value})


def _list_hands(view: TableView) -> tuple[int, ...]:
    """Return the seats without a phone that have something to look at or to type on the table device."""
    numbers = [place.number for place in view.places if not place.phone]
    game = view.game
    state = view.state
    return tuple(
        seat
        for seat in numbers
        if seat is not None and (list_held_secrets(game, state, seat) or game.list_private_fields(state, seat))
    )


def _make_setup(view: TableView) -> LobbySettings:
    chosen = view.table.chosen
    game = game_by_id(chosen.game)
    players = len(view.table.seats)
    options = settle_options(game, complete_options(game, chosen.options), players)
    book = settle_options(game, complete_options(game, {}), players)
    follow = view.table.row.follow
    modes = list_tracking_modes(game)
    usual = next(mode for mode in TRACKING_MODES if mode in modes)
    row, more = _part_shelves(view, game)
    return LobbySettings(
        game,
        row,
        more,
        options,
        groups=group_options(game, offer_options(game, options, players)),
        other=tuple(field for field in list_option_fields(game) if options[field.name] != book[field.name]),
        tracking_modes=modes,
        tracking=follow if follow in modes else usual,
        last=find_missing(view.table.seats, view.table.store.people.last_players()),
        only=_ask_only([seat.name for seat in view.table.seats]),
    )


def _ask_only(names: Sequence[str]) -> Text:
    """Ask whether nobody else is coming."""
    if 0 < len(names) < MANY_NAMES:
        return T("Only {names}?", names=list_names(names))
    return T("Only these {n}?", n=len(names))


def _part_shelves(view: TableView, chosen: Game) -> tuple[tuple[Game, ...], tuple[Game, ...]]:
    """Return the games in the row, and those behind *More games*."""
    games = {**list_offered(), chosen.id: chosen}
    last = find_newest_id(view.table.game_row.game) if view.table.current_game and not is_added(chosen) else chosen.id
    row = tuple(game for id, game in games.items() if id == last or not is_added(game))
    return row, tuple(game for game in games.values() if game not in row)
