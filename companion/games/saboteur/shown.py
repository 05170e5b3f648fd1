"""Saboteur as each viewer may see it (rulebook "keep their gold cards secret until the end of the game").

Decided:
- The dwarf cards are open once the round is scored and the score is told; until then a seat sees its own.
- Gold is a seat's secret until the last round is told, also what it picked; so a round's score shows of the diggers'
  gold only who took how many cards. What saboteurs, the selfish dwarf and a tournament are paid can be computed by
  everybody at the table, and is shown.
- The cards on offer are seen by the digger who picks, on that phone alone; the others see who it is.
- The values left in the nugget deck are nobody's to know before the end: they would tell what was picked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.saboteur import gold
from companion.games.saboteur.state import CARDS, State
from companion.rules import tools
from companion.rules.board import Badge, Board, SeatRow, Secret
from companion.rules.headline import headline
from companion.rules.identity import card_secrets, reveal_card
from companion.rules.state import OVER, ROUND_OVER, SETUP
from companion.rules.text import TN, T, Text
from companion.rules.view import Viewer

if TYPE_CHECKING:
    from companion.games.saboteur.game import Saboteur

View = dict[str, Any]
GOLD = "gold"


def snapshot(game: Saboteur, state: State) -> View:
    """The whole truth."""
    left = None if state.boxed else {str(value): count for value, count in state.nuggets.items()}
    return {
        **_public(game, state),
        "score": state.score,
        "aside": state.aside,
        "nuggets_left": left,
        "offer": _offer(state, state.offer),
        "seats": _seats(state, [seat.card for seat in state.seats], [seat.gold for seat in state.seats]),
    }


def view(game: Saboteur, state: State, viewer: Viewer) -> View:
    """What the viewer may know; ``held`` adds the own card, gold and picks, and the cards on offer to who picks."""
    own = viewer.seat if viewer.held else None
    told = viewer.told and state.status in (ROUND_OVER, OVER)
    if told and state.status == OVER:
        return snapshot(game, state)
    following = gold.next_to_pick(state)
    cards = [seat.card if told or index == own else None for index, seat in enumerate(state.seats)]
    return {
        **_public(game, state),
        "score": _public_score(state, own) if told else None,
        "aside": state.aside if told else None,
        "nuggets_left": None,
        "offer": _offer(state, state.offer if following is not None and following == own else None),
        "seats": _seats(state, cards, [seat.gold if index == own else None for index, seat in enumerate(state.seats)]),
    }


def _public(game: Saboteur, state: State) -> View:
    return {**tools.head(game, state), "finder": state.finder}


def _seats(state: State, cards: list[str | None], golds: list[int] | list[int | None]) -> list[View]:
    return [
        {"name": seat.name, "card": card, "hand": seat.hand, "gold": own, "broken": list(seat.broken)}
        for seat, card, own in zip(state.seats, cards, golds, strict=True)
    ]


def _offer(state: State, cards: list[int] | None) -> View | None:
    following = gold.next_to_pick(state)
    if following is None:
        return None
    return {"cards": None if cards is None else list(cards), "next": following}


def _public_score(state: State, own: int | None) -> View | None:
    """A round's score with what the diggers chose covered, but for the ``own`` seat's."""
    if state.score is None:
        return None
    played = gold.round_of(state)
    covered = [seat for seat in played.takers if played.drawn and seat != own]
    return {
        **state.score,
        "draft": [[seat, None if seat in covered else card] for seat, card in state.draft],
        "gold": [None if seat in covered else got for seat, got in enumerate(state.score["gold"])],
    }


def board(view: View) -> Board:
    """The table at one glance."""
    active = view["turn"] and view["turn"]["seat"]
    if view["offer"]:
        active = view["offer"]["next"]
    rows = tuple(_row(view, index, active) for index in range(len(view["seats"])))
    counters = tuple(tools.deck_badges(view["deck"]))
    return Board(_headline(view), rows, counters, tools.goal_things(view["goals"]), active)


def _headline(view: View) -> Text:
    if view["offer"]:
        return T("{name} picks a nugget card", name=view["seats"][view["offer"]["next"]]["name"])
    return headline(view)


def _row(view: View, index: int, active: int | None) -> SeatRow:
    seat = view["seats"][index]
    badges = []
    if seat["gold"] is not None:
        badges.append(Badge("nugget", TN("{n} nugget", "{n} nuggets", seat["gold"]), seat["gold"]))
    badges += [*tools.hand_badges(seat["hand"]), *tools.broken_badges(seat["broken"])]
    role = CARDS[seat["card"]] if seat["card"] else None
    return SeatRow(index, seat["name"], index == active, role=role, badges=tuple(badges))


def secrets(state: State, seat: int) -> list[Secret]:
    """One's own card, and one's own gold."""
    if state.status == SETUP:
        return []
    hint = T("Secret until the end of the game. Hold to look; let go to cover it.")
    return [*card_secrets(state, seat), Secret(GOLD, T("Your gold"), hint, count="gold")]


def reveal(state: State, seat: int, key: str) -> Text | None:
    """What the seat sees while it holds."""
    if key not in {secret.key for secret in secrets(state, seat)}:
        return None
    if key == GOLD:
        return TN("You have {n} nugget.", "You have {n} nuggets.", state.seats[seat].gold)
    return reveal_card(state, seat, key, CARDS)
