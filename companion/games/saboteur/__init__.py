"""Saboteur (2004), 3 to 10 players, three rounds, with its four variants.

Decided, where the rulebook says "keep their gold cards secret until the end of the game":
- The dwarf cards are open once the round is scored and the score is told; until then a seat sees its own.
- Gold is a seat's secret until the last round is told, also what it picked; so a round's score shows of the diggers'
  gold only who took how many cards. What saboteurs, the selfish dwarf and a tournament are paid can be computed by
  everybody at the table, and is shown.
- The cards on offer are seen by the digger who picks, on that phone alone; the others see who it is.
- The values left in the nugget deck are nobody's to know before the end: they would tell what was picked.
"""

from __future__ import annotations

from typing import Any

from companion.games.saboteur import guide as looked_up
from companion.games.saboteur.gold import HandingOut, Nuggets, Pick, Take, next_to_pick, round_of
from companion.games.saboteur.score import Distribution
from companion.games.saboteur.setup import Preparation
from companion.games.saboteur.state import ROLES, Seat, State
from companion.rules import cards, signs, tools
from companion.rules.board import Secret
from companion.rules.guide import Role
from companion.rules.headline import headline
from companion.rules.held import Held
from companion.rules.signs import Sign
from companion.rules.state import OVER, SETUP
from companion.rules.table_moves import TABLE_MOVES
from companion.rules.text import TN, T, Text
from companion.rules.view import ASIDE, Shown, View, Viewer, told

GOLD = "gold"


def knows_card(state: State, viewer: Viewer, seat: int) -> bool:
    """A dwarf card is known to its owner, also one that was dealt by hand, and to all once the score is told."""
    return told(state, viewer) or (viewer.held and viewer.seat == seat)


def all_told(state: State, viewer: Viewer, seat: int) -> bool:
    """Gold is open once the score of the last round is told."""
    return state.status == OVER and told(state, viewer)


def score_so_far(state: State, viewer: Viewer, seat: int) -> dict[str, Any] | None:
    """A round's score with what the diggers chose covered, but for the viewer's own."""
    if state.score is None or not told(state, viewer):
        return None
    played = round_of(state)
    own = viewer.seat if viewer.held else None
    covered = [seat for seat in played.takers if played.drawn and seat != own]
    return {
        **state.score,
        "draft": [[seat, None if seat in covered else card] for seat, card in state.draft],
        "gold": [None if seat in covered else got for seat, got in enumerate(state.score["gold"])],
    }


def picks_now(state: State, viewer: Viewer, seat: int) -> bool:
    """The cards on offer are seen by who picks one, while it is held to look at."""
    return viewer.held and viewer.seat is not None and viewer.seat == next_to_pick(state)


def offer(state: State, cards: list[int] | None) -> View | None:
    """What is on offer, and to whom."""
    following = next_to_pick(state)
    return None if following is None else {"cards": cards, "next": following}


class Saboteur(Preparation, HandingOut, Distribution):
    """What there is in Saboteur and what is seen of it; each chapter of the rulebook has a module of its own."""

    id, title = "saboteur", T("Saboteur")
    about = T("Diggers dig for the treasure, saboteurs get in their way. 3 to 10 players, three rounds, four variants.")
    least, most = 3, 10
    roles = ROLES
    guide = looked_up.GUIDE
    state_type, seat_type = State, Seat
    icons = (*tools.ICONS, *(role.icon for role in ROLES.values()), "nugget")

    # Play (rulebook "How to play").
    turn_moves = (tools.PlayPath, *tools.CARD_MOVES, cards.DiscardTurn, cards.Pass, Pick, Take)
    table_moves = (Nuggets, *TABLE_MOVES)

    # What is seen.
    public = (
        *tools.PUBLIC,
        "finder",
        ASIDE,
        Shown("score", all_told, covered=score_so_far),
        Shown("nuggets_left", all_told),
        Shown(
            "offer", picks_now, lambda state, seat: offer(state, state.offer), lambda state, *_: offer(state, None)
        ),
    )  # fmt: skip
    of_seat = (Shown("card", knows_card), "hand", Shown(GOLD, all_told), "broken")
    seat_signs = (
        Sign(GOLD, "nugget", TN("{n} nugget", "{n} nuggets"), always=True),
        signs.HAND,
        tools.BROKEN,
    )
    table_signs = (signs.DECK,)
    lying = (tools.OPEN_GOALS,)

    def held(self, state: State, seat: int) -> list[Held]:
        """One's own card, and one's own gold; who sits out is shown what the table is shown."""
        if state.status == SETUP or state.seats[seat].sits_out:
            return []
        hint = T("Secret until the end of the game. Hold to look; let go to cover it.")
        gold = TN("You have {n} nugget.", "You have {n} nuggets.", state.seats[seat].gold)
        return [*super().held(state, seat), Held(Secret(GOLD, T("Your gold"), hint, count="gold"), gold, (GOLD, seat))]

    def role(self, state: State, seat: int, card: str) -> Role:
        return looked_up.role(state, card)

    def headline(self, view: View) -> Text:
        """Whose turn it is, or who picks."""
        if view["offer"]:
            return T("{name} picks a nugget card", name=view["seats"][self.active(view)]["name"])
        return headline(view)

    def active(self, view: View) -> int | None:
        return view["offer"]["next"] if view["offer"] else super().active(view)


GAME = Saboteur()
