"""The page of one viewer as a value: what everybody sees, and what this viewer alone sees or can do.

It is made from a ``TableView`` and a viewer. The web layer finds out who the viewer is, and draws the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.engine.actions import Action
from companion.engine.corrections import SetFacts, choose_own, list_lying
from companion.engine.dealing import TRACKING_MODES
from companion.engine.display import RevealedCard, Secret
from companion.engine.facts import Token
from companion.engine.fields import Field
from companion.engine.game import AT_PLACE, ENDS, IN_NIGHT, LEAD, Game
from companion.engine.hands import CARDS
from companion.engine.reference import Topic
from companion.engine.round_facts import list_tracking_modes
from companion.engine.state import EVERY_TURN, TOKENS
from companion.engine.text import RuleError, T, Text, list_names
from companion.engine.views import list_held_secrets
from companion.games import find_newest_id, game_by_id, is_added, list_offered
from companion.table import round_form
from companion.table.log import device_name
from companion.table.next_deal import DealPlan, plan_deal
from companion.table.snapshot import LOBBY, LOOK, REVEAL, list_secrets
from companion.table.undo import UndoableTap
from companion.table.views.table_view import (
    SeatActions,
    SeatView,
    SharedPage,
    TableView,
    TurnedCard,
    find_missing,
    private_input,
)

LED = (LEAD, AT_PLACE, ENDS, IN_NIGHT)


class PageViewer(NamedTuple):
    """A viewer: a seat, the host, or (neither) anybody.

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
    are the ways to follow its rounds, ``tracking`` is the chosen one. ``last`` names those who played last and have no
    seat yet; ``only`` asks whether nobody else is coming.
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

    ``minute`` says how the game goes, in pictures with a line each, when it is new to somebody. ``teaches``: it has
    lessons. ``known`` has the viewer's seat if its player has played the game. Only the host has a ``setup``.
    """

    minute: tuple[tuple[str, Text], ...] = ()
    teaches: bool = False
    known: frozenset[int] = frozenset()
    setup: LobbySettings | None = None


class SeatPanel(NamedTuple):
    """The part of a page that its seat alone sees."""

    doing: SeatActions | None = None
    secrets: Sequence[Secret] = ()
    notices: tuple[Text, ...] = ()
    asked: bool = False
    """The table asks the seat to turn its card up."""
    lying: tuple[Token, ...] = ()
    """The things that lie before the seat, or could, where only the timers are followed."""
    private_fields: tuple[Field, ...] = ()
    typed: Mapping[str, Any] = MappingProxyType({})
    undo: UndoableTap | None = None
    """The newest tap, if it is the seat's own."""
    left: bool = False
    """The seat has left the table while the others play on."""
    lesson: Topic | None = None
    """The lesson that is said to the seat now."""
    lessons: tuple[Topic, ...] = ()
    """All lessons, where turns are not followed and the game is new to the seat."""

    @property
    def kept(self) -> bool:
        """The seat has typed all that it may type for later."""
        try:
            for field in self.private_fields:
                field.check(self.typed.get(field.name))
        except RuleError:
            return False
        return bool(self.private_fields)


@dataclass(frozen=True, kw_only=True)
class HostPanel:
    """The part of a page that the host alone sees, who acts for the table."""

    others: tuple[SeatActions, ...] = ()
    """The buttons of seats that are not secret."""
    proposed_end: Action | None = None
    leading: Mapping[str, tuple[Action, ...]] = field(default_factory=dict)
    """The table's buttons by where they stand: ``LEAD``, ``AT_PLACE``, ``ENDS``, ``IN_NIGHT``, or to settle a round."""
    hands: tuple[int, ...] = ()
    """The seats without a phone that have something to look at or to type on the table device."""
    undo: UndoableTap | None = None
    redo: UndoableTap | None = None
    tells: bool = False
    """The result of the round can be changed."""
    fresh: bool = False
    deal: DealPlan = field(default_factory=DealPlan)


@dataclass(kw_only=True, eq=False)
class Page(SharedPage):
    """The content of one page. Parts that don't concern the viewer are empty."""

    viewer: PageViewer
    lobby: Lobby = field(default_factory=Lobby)
    mine: SeatPanel = field(default_factory=SeatPanel)
    hosts: HostPanel = HostPanel()
    acting: tuple[int, ...] = ()
    """The seats that have something to do now, where several share the viewer's phone."""

    @property
    def waits(self) -> bool:
        """The viewer's seat has its card, and nothing else to see or to do."""
        mine = self.mine
        if mine != SeatPanel(doing=mine.doing, secrets=mine.secrets):
            return False
        busy = self.facts or self.score.steps or self.timers.waits or self.awaited or self.phase == REVEAL
        return not (busy or (mine.doing and not mine.doing.idle))

    @property
    def looked(self) -> int:
        """The number of seats that have looked at their card."""
        return sum(place.looked for place in self.dealt_in)

    @property
    def neighbours(self) -> tuple[SeatView, ...]:
        """The right and the left neighbour of the viewer's seat; nobody while it is alone."""
        here = next(number for number, place in enumerate(self.places) if place.id == self.viewer.seat_id)
        around = self.places[here - 1], self.places[(here + 1) % len(self.places)]
        return around if len(self.places) > 1 else ()

    @property
    def late(self) -> tuple[SeatView, ...]:
        """The seats of those who came while the game is played, and wait for the next one."""
        return tuple(place for place in self.places if place.number is None)

    @property
    def own_card(self) -> RevealedCard | None:
        """The viewer's own card, once it has turned up with the score."""
        turned = self._turned
        return turned.card if turned else None

    @property
    def keeps_card_up(self) -> bool:
        """The viewer's own card has turned up, and stays up until the next deal."""
        turned = self._turned
        return turned is not None and turned.stays

    @property
    def _turned(self) -> TurnedCard | None:
        seat = self.viewer.seat
        return None if seat is None else self.turned_up.get(seat)

    @property
    def turns_cards_up(self) -> bool:
        """The score is being revealed, or is about to be, and cards turn up in it: a phone shows its own."""
        return self.score.has_cards and bool(self.score.more_steps) and not self.facts

    @property
    def covered(self) -> int:
        """The number of pieces that the viewer got in the round and that nobody else may know."""
        people = self.score.picture.people if self.score.picture else ()
        return sum(one.brought.covered for one in people if one.seat == self.viewer.seat)

    @property
    def sharing(self) -> tuple[SeatView, ...]:
        """The other places on the viewer's phone."""
        return tuple(place for place in self.places if place.id in self.viewer.shares)

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        """Those of them that have something to do now."""
        playing = [place for place in self.sharing if place.number is not None]
        if self.phase == LOOK:
            return tuple(place for place in playing if place.plays and not place.looked)
        return tuple(place for place in playing if place.number in self.acting)

    @property
    def dealt_in(self) -> tuple[SeatView, ...]:
        """The places that play in this round."""
        return tuple(place for place in self.in_game if place.plays)

    @cached_property
    def in_game(self) -> tuple[SeatView, ...]:
        """The places of the game under way, in seat order."""
        return tuple(sorted((p for p in self.places if p.number is not None), key=lambda p: p.number or 0))


def make_page(view: TableView, viewer: PageViewer) -> Page:
    """Make the screen of ``viewer``."""
    shared = vars(view.everybody)
    if view.phase == LOBBY:
        hosts = HostPanel(deal=plan_deal(view.table)) if viewer.host else HostPanel()
        return Page(**shared, viewer=viewer, lobby=_make_lobby(view, viewer), hosts=hosts)
    return Page(
        **shared,
        viewer=viewer,
        lobby=Lobby(teaches=bool(view.game.teaches.lessons)),
        mine=SeatPanel() if viewer.seat is None else _make_seat_panel(view, viewer.seat),
        hosts=_make_host_panel(view) if viewer.host else HostPanel(),
        acting=view.offer.acting if viewer.shares else (),
    )


def _make_lobby(view: TableView, viewer: PageViewer) -> Lobby:
    game = view.game
    is_new = any(place.new for place in view.places)
    return Lobby(
        game.teaches.in_a_minute(game.complete(view.table.chosen.options)) if is_new else (),
        bool(game.teaches.lessons),
        view.known & {viewer.seat_id},
        _make_setup(view) if viewer.host else None,
    )


def _make_seat_panel(view: TableView, seat: int) -> SeatPanel:
    game = view.game
    state = view.state
    fields = game.list_private_fields(state, seat)
    mine = SeatPanel(
        secrets=list_secrets(view.table, seat),
        notices=tuple(game.list_notices(state, seat)),
        left=state.playing and state.seats[seat].retired,
        lesson=view.said.get(seat),
        lessons=_list_rules(view, seat),
        private_fields=fields,
        typed=private_input(view.table).get(seat, {}) if fields else {},
    )
    if view.phase == LOOK:
        return mine
    return mine._replace(
        doing=view.doing.get(seat) or SeatActions(seat, state.seats[seat].name),
        undo=_find_own_undo(view, seat),
        asked=seat in view.asked,
        lying=_list_lying(view, seat),
    )


def _find_own_undo(view: TableView, seat: int) -> UndoableTap | None:
    """Return the tap that the seat's phone can take back; a card by its name alone, for there is one line for it."""
    undo = view.undo
    if undo is None or undo.device != device_name(seat):
        return None
    tile = view.game.guide.of_entry(view.table.record.entries[undo.tap])
    return undo._replace(text=T("You: {what}", what=tile.name)) if tile else undo


def _list_rules(view: TableView, seat: int) -> tuple[Topic, ...]:
    """Return the lessons as cards to leaf through, where turns are not followed, so nobody knows their moments."""
    if (
        seat not in view.table.log.taught.list_new(view.state)
        or view.state.tracking == EVERY_TURN
        or not view.state.playing
    ):
        return ()
    return tuple(dict.fromkeys(one.about for one in view.game.lessons))


def _list_lying(view: TableView, seat: int) -> tuple[Token, ...]:
    """Return the tokens that a seat itself sets and removes, where only the timers are tracked."""
    if view.state.tracking != TOKENS or not view.state.playing:
        return ()
    lying = choose_own(list_lying(view.game.move(SetFacts).list_believed(view.state), seat), view.state.tracking)
    return tuple(one for one in lying if one.shows or one.fact.field.name != "revealed")  # that has a tile of its own


def _make_host_panel(view: TableView) -> HostPanel:
    game = view.game
    state = view.state
    hosts = HostPanel(fresh=state.fresh and not state.dealt_by_hand, deal=plan_deal(view.table))
    if view.phase == LOOK:
        return hosts
    hosts = replace(hosts, hands=_list_hands(view), undo=view.undo, redo=view.redo)
    if view.phase == REVEAL:
        return hosts
    return replace(
        hosts,
        others=tuple(one.open for one in view.doing.values()),
        proposed_end=_propose_end(view),
        leading={group: tuple(game.list_table_actions(state, group)) for group in (*LED, "settle")},
        tells=round_form.find_results_entry(view.table) is not None,
    )


def _propose_end(view: TableView) -> Action | None:
    """Return the end of the round that the app takes for due, as one tap."""
    if view.game.deck_rules is None or not view.game.deck_rules.has_all_passed(view.state):
        return None
    found = next(one for one in view.game.list_table_actions(view.state) if one.kind == "end")
    (label,) = (one.label for one in view.game.list_end_reasons(view.state) if one.value == CARDS.value)
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
    options = game.settle_options(game.complete(chosen.options), players)
    book = game.settle_options(game.complete({}), players)
    follow = view.table.row.follow
    modes = list_tracking_modes(game)
    usual = next(mode for mode in TRACKING_MODES if mode in modes)
    row, more = _part_shelves(view, game)
    return LobbySettings(
        game,
        row,
        more,
        options,
        groups=game.group_options(game.offer_options(options, players)),
        other=tuple(field for field in game.options() if options[field.name] != book[field.name]),
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
    """Return the games that stand in the row, and those behind *More games*."""
    games = {**list_offered(), chosen.id: chosen}
    last = find_newest_id(view.table.game_row.game) if view.table.current_game and not is_added(chosen) else chosen.id
    row = tuple(game for id, game in games.items() if id == last or not is_added(game))
    return row, tuple(game for game in games.values() if game not in row)
