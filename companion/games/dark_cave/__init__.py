"""Saboteur: The Dark Cave (2023), 2 to 8 players, one round."""

from __future__ import annotations

from companion.games.dark_cave.guide import GUIDE, role_page
from companion.games.dark_cave.score import Distribution
from companion.games.dark_cave.setup import Preparation
from companion.games.dark_cave.state import ASIDE, CLANS, CREATURES, GOALS, ROLES, Seat, State
from companion.games.dark_cave.turn import Turns
from companion.rules import signs
from companion.rules.action import Entry
from companion.rules.board import Badge, Secret
from companion.rules.counts import HAND, Count
from companion.rules.guide import Role
from companion.rules.held import Held
from companion.rules.signs import Lying, Sign
from companion.rules.state import OVER
from companion.rules.text import TN, T
from companion.rules.view import SCORE, Shown, View, Viewer, told


def turned_up(state: State, viewer: Viewer, seat: int) -> bool:
    """A clan card is known when it was turned up during the game, and when the score is told."""
    return state.seats[seat].revealed or told(state, viewer)


def looks_aside(state: State, viewer: Viewer, seat: int) -> bool:
    """The set-aside cards are known to the first player out, and when the score is told."""
    return told(state, viewer) or (viewer.held and state.out[:1] == [viewer.seat])


class DarkCave(Preparation, Turns, Distribution):
    """What there is in The Dark Cave and what is seen of it; each chapter of the rulebook has a module of its own."""

    id, title = "dark-cave", T("Saboteur: The Dark Cave")
    about = T("Two clans look for the exit; saboteurs work for the other side. 2 to 8 players, one round.")
    least, most = 2, 8
    clans, roles = CLANS, ROLES
    guide = GUIDE
    state_type, seat_type = State, Seat
    icons = (
        *("path", "discard", "secret-information", "rockfall", "swap", "spiderweb", "boots", "battle-axe", "meet"),
        *("bridge", "tunnel", "gold", "nugget", "goal", "deck", "lying", *CREATURES),
    )
    counts = (
        Count("gold", T("Gold"), T("gold"), after=True, stock="pool", short=T("the pool has only {pool} gold left")),
        HAND,
    )

    # What is seen (spec "Secrets on the phones" and "State").
    public = (SCORE, "pool", "deck", "veins", "goals", "out", "webs", "creatures", Shown("aside", looks_aside))
    of_seat = ("clan", Shown("card", turned_up), "revealed", "gold", "hand", "out", "boots", "axes", "lying")
    seat_signs = (
        signs.GOLD,
        signs.HAND,
        Sign("boots", "boots", T("boots"), "good"),
        Sign("axes", "battle-axe", TN("{n} battle-axe", "{n} battle-axes"), "good"),
        Sign("lying", "lying", T("lies down"), "bad"),
    )
    table_signs = (
        Sign("pool", "gold", T("Gold in the pool"), always=True),
        Sign("veins", "nugget", T("Gold on gold veins")),
        Sign("deck", "deck", T("Deck {group}")),
    )
    lying = (Lying("goals", GOALS, "goal"),)
    gone = "out"

    def signs(self, view: View, seat: int) -> tuple[Badge, ...]:
        """Who is out has the place in the order of leaving beside the name."""
        if seat not in view["out"]:
            return super().signs(view, seat)
        place = view["out"].index(seat) + 1
        out = Badge("leave", T("out of the cave, number {n}", n=place), place, "quiet")
        return (*super().signs(view, seat), out)

    def held(self, state: State, seat: int) -> list[Held]:
        """The first player out may look at the set-aside cards too."""
        found = super().held(state, seat)
        if state.aside and state.out[:1] == [seat]:
            secret = Secret(ASIDE, T("The set-aside cards"), T("You were the first one out: only you may look."))
            cards = [ROLES[card].label for card in sorted(state.aside)]
            found.append(Held(secret, T("Set aside: {cards}", cards=cards), (ASIDE, -1)))
        return found

    def role(self, state: State, seat: int, card: str) -> Role:
        return role_page(state, card)

    def corrected(self, state: State, entry: Entry) -> None:
        """After the end the score is computed anew."""
        if state.status == OVER:
            self.score_round(state)


GAME = DarkCave()
