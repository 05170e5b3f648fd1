"""Saboteur 2 as each viewer may see it.

Decided: the roles are open once the round is scored and the score is told; until then a seat sees its own and one it
has inspected. Gold lies open, but what a round has paid would tell the roles before the score does: between the end of
the round and the telling of its score nobody's gold is shown. Thieves choose before that, so they see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.games.saboteur_2.state import CARDS, State
from companion.rules import tools
from companion.rules.board import Badge, Board, SeatRow, Secret, Thing
from companion.rules.headline import headline
from companion.rules.identity import card_secrets, reveal_card
from companion.rules.state import OVER, ROUND_OVER, SCORING
from companion.rules.text import TN, T, Text
from companion.rules.view import Viewer

if TYPE_CHECKING:
    from companion.games.saboteur_2.game import Saboteur2

View = dict[str, Any]
PEEK_HINT = T("Hold to look; until your next turn starts, on this phone alone.")


def snapshot(game: Saboteur2, state: State) -> View:
    """The whole truth."""
    seats = _seats(state, [seat.card for seat in state.seats], [seat.gold for seat in state.seats])
    return {**_public(game, state), "score": state.score, "aside": state.aside, "seats": seats}


def view(game: Saboteur2, state: State, viewer: Viewer) -> View:
    """What the viewer may know; ``held`` adds the own role and an inspected one."""
    finished = state.status in (ROUND_OVER, OVER)
    told = finished and viewer.told
    seen = [seat.card if told else None for seat in state.seats]
    if viewer.seat is not None and viewer.held:
        seen[viewer.seat] = state.seats[viewer.seat].card
        for peek in state.peeks:
            if peek.looker == viewer.seat:
                seen[peek.target] = state.seats[peek.target].card
    gold = [None if finished and not told else seat.gold for seat in state.seats]
    return {
        **_public(game, state),
        "score": state.score if told else None,
        "aside": state.aside if told else None,
        "seats": _seats(state, seen, gold),
    }


def _public(game: Saboteur2, state: State) -> View:
    more = {"connector": state.finder, "crystals": state.crystals, "thieves": list(state.thieves)}
    return {**tools.head(game, state), **more}


def _seats(state: State, cards: Sequence[str | None], golds: Sequence[int | None]) -> list[View]:
    return [
        {
            "name": seat.name,
            "card": card,
            "hand": seat.hand,
            "gold": gold,
            "broken": list(seat.broken),
            "trapped": seat.trapped,
            "theft": seat.theft is not None,
        }
        for seat, card, gold in zip(state.seats, cards, golds, strict=True)
    ]


def board(view: View) -> Board:
    """The table at one glance."""
    active = view["turn"] and view["turn"]["seat"]
    if view["thieves"]:
        active = view["thieves"][0]
    rows = tuple(_row(view, index, active) for index in range(len(view["seats"])))
    counters = tools.deck_badges(view["deck"])
    if view["crystals"] is not None:
        counters.append(Badge("crystal", T("Crystals"), view["crystals"]))
    return Board(_headline(view), rows, tuple(counters), (*tools.goal_things(view["goals"]), *_thefts(view)), active)


def _headline(view: View) -> Text:
    if view["thieves"]:
        return T("{name} steals 1 gold", name=view["seats"][view["thieves"][0]]["name"])
    if view["status"] == SCORING and view["crystals"] is None:
        return T("Play is over: count the crystals on the table")
    return headline(view)


def _row(view: View, index: int, active: int | None) -> SeatRow:
    seat = view["seats"][index]
    badges = []
    if seat["gold"] is not None:
        badges.append(Badge("gold", TN("{n} gold", "{n} gold", seat["gold"]), seat["gold"]))
    badges += [*tools.hand_badges(seat["hand"]), *tools.broken_badges(seat["broken"])]
    if seat["trapped"]:
        badges.append(Badge("trapped", T("trapped"), tone="bad"))
    if seat["theft"]:
        badges.append(Badge("theft", T("theft")))
    role = CARDS[seat["card"]] if seat["card"] else None
    return SeatRow(index, seat["name"], index == active, role=role, badges=tuple(badges))


def _thefts(view: View) -> list[Thing]:
    """The thefts that lie in front of players, and whether they will work."""
    return [
        Thing(
            "theft",
            T("Theft of {name}", name=seat["name"]),
            T("does not work while {name} is trapped", name=seat["name"])
            if seat["trapped"]
            else T("takes 1 gold at the end of the round"),
            index,
        )
        for index, seat in enumerate(view["seats"])
        if seat["theft"] and view["turn"]
    ]


def secrets(state: State, seat: int) -> list[Secret]:
    """One's own role, and the inspected one."""
    return card_secrets(state, seat, peek_hint=PEEK_HINT)


def reveal(state: State, seat: int, key: str) -> Text | None:
    """What the seat sees while it holds."""
    if key not in {secret.key for secret in secrets(state, seat)}:
        return None
    return reveal_card(state, seat, key, CARDS)
