"""The Lost Mines as each viewer may see them (spec "Secrets" and "State")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.games.lost_mines.score import totals
from companion.games.lost_mines.state import State
from companion.games.lost_mines.words import CARDS, MINE_ICONS, MINE_NAMES, SIDES
from companion.rules.board import Badge, Board, SeatRow, Secret, Thing
from companion.rules.headline import headline
from companion.rules.identity import card_secrets, reveal_card
from companion.rules.state import PLAYING, SCORING, Reminder
from companion.rules.text import TN, T, Text
from companion.rules.turns import next_first
from companion.rules.view import Viewer, head

if TYPE_CHECKING:
    from companion.games.lost_mines.game import LostMines

View = dict[str, Any]


def snapshot(game: LostMines, state: State) -> View:
    """The whole truth."""
    seats = _seats(state, [seat.card for seat in state.seats], _points(state))
    return {**_public(game, state), "seats": seats, "score": state.score, "aside": state.aside}


def view(game: LostMines, state: State, viewer: Viewer) -> View:
    """What the viewer may know: with ``held`` what the seat may look at; all cards when the round has been told."""
    told = state.score is not None and viewer.told
    seen: list[str | None] = [seat.card if told else None for seat in state.seats]
    if viewer.seat is not None and viewer.held:
        for target in (viewer.seat, *(peek.target for peek in state.peeks if peek.looker == viewer.seat)):
            seen[target] = state.seats[target].card
    return {
        **_public(game, state),
        "seats": _seats(state, seen, _points(state, told=viewer.told)),
        "score": state.score if told else None,
        "aside": sorted(state.aside) if told and state.aside is not None else None,
    }


def _points(state: State, told: bool = True) -> list[int]:
    """The points over the rounds scored so far, without those of a round that has not been told yet."""
    untold = state.score is not None and not told
    return totals(state.history[:-1] if untold else state.history, len(state.seats))


def _public(game: LostMines, state: State) -> View:
    return {
        **head(game.id, state),
        "deck": state.deck,
        "treasures_left": state.treasures_left,
        "mines": list(state.mines),
        "trolls": list(state.trolls),
        "traps": state.traps,
        "next_first": next_first(state),
    }


def _seats(state: State, cards: Sequence[str | None], points: Sequence[int]) -> list[View]:
    return [
        {
            "name": seat.name,
            "clan": seat.clan,
            "card": card,
            "hand": seat.hand,
            "treasures": seat.treasures,
            "dragon": seat.dragon,
            "points": won,
        }
        for seat, card, won in zip(state.seats, cards, points, strict=True)
    ]


def board(view: View) -> Board:
    """The table at one glance."""
    active = view["turn"] and view["turn"]["seat"]
    rows = tuple(_row(index, seat, index == active) for index, seat in enumerate(view["seats"]))
    things = _things(view) if view["status"] == PLAYING else ()
    return Board(_headline(view), rows, tuple(_counters(view)), tuple(things), active)


def _headline(view: View) -> Text:
    if view["status"] == SCORING and any(seat["treasures"] for seat in view["seats"]):
        return T("Play is over: what are the treasures worth?")
    return headline(view)


def _row(index: int, seat: View, active: bool) -> SeatRow:
    badges = [Badge("treasure", TN("{n} treasure", "{n} treasures", seat["treasures"]), seat["treasures"])]
    if seat["hand"] is not None:
        badges.append(Badge("hand", TN("{n} card in hand", "{n} cards in hand", seat["hand"]), seat["hand"]))
    if seat["dragon"]:
        badges.append(Badge("dragon", T("has the dragon token"), tone="bad"))
    badges.append(Badge("crown", TN("{n} point", "{n} points", seat["points"]), seat["points"], "quiet"))
    role = CARDS[seat["card"]] if seat["card"] else None
    return SeatRow(index, seat["name"], active, seat["clan"], role, tuple(badges))


def _counters(view: View) -> list[Badge]:
    counters = [Badge("treasure", T("Treasures on the table"), view["treasures_left"])]
    if view["deck"] is not None:
        counters.append(Badge("deck", T("Draw deck"), view["deck"]))
    return counters


def _things(view: View) -> list[Thing]:
    things = []
    for owner in view["trolls"]:
        name = view["seats"][owner]["name"]
        note = T("goes when {name}'s turn starts", name=name)
        things.append(Thing("troll", T("Troll of {name}", name=name), note, owner))
    if view["traps"]:
        things.append(Thing("trap", TN("{n} trap", "{n} traps", view["traps"]), T("until the end of the round")))
    return things + [Thing(MINE_ICONS[mine], MINE_NAMES[mine], T("turned up")) for mine in view["mines"]]


def reminder(reminder: Reminder, names: Sequence[str]) -> Text:
    """The upkeep as a sentence to the seat it is about."""
    if reminder["kind"] == "remove-troll":
        return T("Take your troll off the board, discard its card.")
    return T("No card in hand: the turn of {name} is skipped.", name=names[reminder["seat"]])


def secrets(state: State, seat: int) -> list[Secret]:
    """One's own card, and the card looked at in this turn."""
    return card_secrets(state, seat, state.seats[seat].clan)


def reveal(state: State, seat: int, key: str) -> Text | None:
    """What the seat sees while it holds: a card, and whom it works for."""
    if key not in {secret.key for secret in secrets(state, seat)}:
        return None
    return reveal_card(state, seat, key, SIDES)
