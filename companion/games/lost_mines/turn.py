"""A turn of The Lost Mines: 1. a card is played or discarded, 2. the dwarf moves (rulebook "How to play").

Moves, hands and drawing that other games have too are in ``engine.card_moves``; treasures are in ``treasures``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from companion.engine import card_moves
from companion.engine.actions import Entry
from companion.engine.card_moves import CardMove, MovementMove, card_played
from companion.engine.conditions import Condition, condition, first_failed, why_not_on_turn
from companion.engine.fields import (
    AnyOf,
    Choice,
    Field,
    Flag,
    Number,
    OneOf,
    Piece,
    SeatChoices,
    other_seat,
    piece,
    pieces,
)
from companion.engine.move import TRACKED_TOKENS, ButtonPerPiece, Variant
from companion.engine.state import EVERY_TURN
from companion.engine.text import TN, RuleError, T, Text
from companion.engine.turns import finish_round
from companion.games.lost_mines.state import DRAGON, MINES, OBSTACLES, TOOLS, TROLLS, State

# -- named reasons --------------------------------------------------------------------------------------------------
mines_covered = condition(T("all mines are already revealed"), lambda state, by: len(state.mines) < len(MINES))
mine_covered = condition(T("the {mine} is already revealed"), lambda state, mine: mine not in state.mines)
treasures_lie = condition(T("there are no treasures left on the table"), lambda state, by: state.treasures_left > 0)
mine_open = condition(T("no mine with treasures has been revealed yet"), lambda state, by: bool(state.open_mines))
trap_lies = condition(T("there's no trap on the board"), lambda state, by: state.traps > 0)
none_taken = condition(T("{name} has already taken a treasure this turn"), lambda state, by: not state.running.took)
not_at_the_dragon = condition(
    T("{name} is on the dragon's mine: there's no treasure in it"),
    lambda state, by: state.running.revealed != DRAGON,
)


# -- 1. play cards (rulebook "Play cards"): tools -------------------------------------------------------------------
class LostMinesPlayPath(card_moves.PlayPath):
    """A path card."""

    help = T(
        "Play it next to a path card or a revealed mine, with all its paths matching and at least one "
        "continuing. A link to a start isn't needed. An obstacle on it blocks the path until its tool is "
        "played."
    )


class Tool(CardMove):
    """A tool overcomes its obstacle: axe a tree trunk, boat a lake, rope a ditch."""

    kind = "tool"
    label = T("Tool")
    icon = "tool"
    tile = "cave"
    each = ButtonPerPiece("tool", TOOLS)

    def phrase(self, state: State, entry: Entry) -> Text:
        return T("{name} plays {tool}: its forest token goes on a {what}.").fill(what=OBSTACLES[entry["tool"]])


# -- action cards that gain information -----------------------------------------------------------------------------
class LostMinesSecretInformation(card_moves.LookAtCard, CardMove):
    """A look at a mine or a treasure that is still face down, or at another's dwarf card."""

    kind = "look"
    label = T("Secret information")
    icon = "clan"
    tile = "look"
    variants = (
        Variant(
            {"look": "mine"}, T("Look at a mine"), "mine", greyed_by=(mines_covered,), allowed_tracking=(EVERY_TURN,),
            log_text=T("{name} looks at a mine and puts it back."),
            help=T("Look at a face-down mine and put it back. Keep what you see to yourself."),
        ),
        Variant(
            {"look": "treasure"}, T("Look at a treasure"), "eye", greyed_by=(treasures_lie,),
            allowed_tracking=(EVERY_TURN,),
            log_text=T("{name} looks at a treasure and puts it back."),
            help=T("Look at a treasure on the table and put it back. Keep what you see to yourself."),
        ),
        Variant(
            {"look": "card"}, T("Look at a dwarf card"), stays=True, short=T("Look at a card"),
            asks=(other_seat("seat", T("Whose card?"), word="other"),), log_text=T("{name} looks at {other}'s card."),
            help=T("Look at another player's dwarf card. Only your phone shows it."),
        ),
    )  # fmt: skip


# -- action cards with events ---------------------------------------------------------------------------------------
class Trap(CardMove):
    """A trap is played; it stays for the rest of the round."""

    kind = "trap"
    label = T("Trap")
    icon = "trap"
    tile = "against"
    help = T("It stays on its path; only a thunderstorm can remove it. Whoever crosses it loses a random card.")
    allowed_tracking = TRACKED_TOKENS
    lays = True
    leads_on = True
    log_text = T("{name} places a trap on a path.")

    def effect(self, state: State, entry: Entry) -> None:
        state.traps += 1


class Troll(CardMove):
    """A troll blocks a path until its owner's next turn starts; its card is in front of the owner."""

    kind = "troll"
    label = T("Troll")
    icon = "troll"
    tile = "against"
    help = T("It blocks a path until its owner's next turn starts. Its card stays in front of the owner.")
    allowed_tracking = TRACKED_TOKENS
    lays = True
    log_text = T(
        "{name} places a troll on a path. It stays until {name}'s next turn; the card stays in front of {name}."
    )

    def effect(self, state: State, entry: Entry) -> None:
        TROLLS.add(state, entry["by"])


class LyingTrolls(SeatChoices):
    """The choice of a troll on the table by its owner."""

    def choices(self, state: Any, by: int, name: str) -> tuple[Choice, ...]:
        names = state.names
        troll = T("with {name}'s troll")
        return tuple(
            Choice(seat, T("{name}", name=names[seat]), icon="troll", shown_on_card=troll.fill(name=names[seat]))
            for seat in dict.fromkeys(state.trolls)
        )


class TrapsLying(Number):
    """The question how many traps go; it isn't asked if there are none on the table."""

    def bind(self, state: Any, by: int) -> Field:
        return replace(self, high=state.traps, hidden=not state.traps)


class Thunderstorm(CardMove):
    """A path card is removed, and with it the trolls and traps that would be left between two empty spaces."""

    kind = "thunderstorm"
    label = T("Thunderstorm")
    icon = "thunderstorm"
    tile = "cave"
    short = T("Thunder\u00adstorm")
    help = T(
        "Remove a path card with its tool, plus any troll or trap left between two empty spaces. Not the "
        "start, a mine, or a card with a dwarf on it."
    )
    asks = (
        AnyOf("trolls", T("Trolls removed too"), among=LyingTrolls()),
        TrapsLying("traps", T("Traps removed too"), True, start=0, shown_on_card=TN("with {n} trap", "with {n} traps")),
        OneOf("troll", T("A troll is removed too: whose?"), True, hidden=True, among=LyingTrolls()),
        Flag("trap", T("A trap is removed too"), hidden=True, needs=(trap_lies,)),
    )
    log_text = T("{name} plays Thunderstorm and removes a path card.")

    def check(self, state: State, entry: Entry) -> None:
        if {"troll", "trolls"} <= set(entry) or {"trap", "traps"} <= set(entry):
            raise RuleError(T("name what's removed only once: not one and a list"))
        trolls: list[int] = entry.get("trolls", [])
        for seat in Counter(trolls) - Counter(state.trolls):
            raise RuleError(T("{name} doesn't have that many trolls on the board", name=state.seats[seat].name))

    def effect(self, state: State, entry: Entry) -> None:
        for owner in _trolls(entry):
            TROLLS.take(state, owner)
        state.traps -= _traps(entry)

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        troll = T("Also remove {name}'s troll and discard its card.")
        told = [troll.fill(name=state.seats[owner].name) for owner in _trolls(entry)]
        traps = _traps(entry)
        return [*told, TN("A trap is removed too.", "{n} traps are removed too.", traps)] if traps else told


def _trolls(entry: Entry) -> list[int]:
    return [entry["troll"]] if "troll" in entry else list(entry.get("trolls", ()))


def _traps(entry: Entry) -> int:
    return int(entry["trap"] if "trap" in entry else entry.get("traps", 0))


# -- 2. move your dwarf (rulebook "Move your dwarf") ----------------------------------------------------------------
class CrossTrap(card_moves.LosesCard):
    """A step over a trap: the left neighbour draws one of the mover's cards unseen, if there is one."""

    kind = "cross-trap"
    label = T("Over a trap")
    icon = "trap"
    tile = "way"
    help = T("The player on your left draws one of your cards at random. Every time.")
    often = 3
    conditions = (*MovementMove.conditions, trap_lies)
    log_text = T("{name} crosses a trap.")


# -- mines and treasures --------------------------------------------------------------------------------------------
class RevealMine(MovementMove):
    """The first step onto a mine: it is revealed, and the movement ends; the dragon's mine brings its token."""

    kind = "reveal-mine"
    label = T("Reveal a mine")
    icon = "goal"
    tile = "way"
    help = T(
        "The first dwarf to reach it turns it over and stops there. The dragon's mine gives you the "
        "dragon token, which costs 2 points."
    )
    leads_on = True
    conditions = (*MovementMove.conditions, mines_covered)
    asks = (piece("mine", T("What is it?"), MINES, mine_covered),)
    ends_movement = True

    def effect(self, state: State, entry: Entry) -> None:
        state.running.revealed = entry["mine"]
        state.mines.append(entry["mine"])
        if entry["mine"] == DRAGON:
            for index, seat in enumerate(state.seats):
                seat.dragon = index == entry["by"]
        else:
            state.active.mine = entry["mine"]

    def phrase(self, state: State, entry: Entry) -> Text:
        if entry["mine"] == DRAGON:
            return T("{name} reveals the dragon's mine and takes the dragon token.")
        return T("{name} reveals a mine: it's the {mine}.")


def need_turned_up(mine: str) -> Condition:
    return condition(
        T("the {mine} hasn't been revealed yet", mine=MINES[mine].label), lambda state, by: mine in state.mines
    )  # fmt: skip


def need_standing_there(mine: str) -> Condition:
    """Make the condition that the dwarf can stand on that mine: it has revealed no other mine in this turn."""

    def why_not(state: State, by: int) -> Text | None:
        stands_on = state.running.revealed
        if stands_on in (None, mine):
            return None
        return T("{name} is on the {mine}", name=state.active.name, mine=MINES[stands_on].label)

    return why_not


TREASURES = pieces(
    *(
        Piece(
            mine, label, MINES[mine].icon, title=title,
            help=T(
                "If you end your move on the {mine}, or stay there, take one treasure, face down. One per turn.",
                mine=MINES[mine].label,
            ),
        )
        for mine, label, title in (
            ("gold", T("Take gold"), T("Gold treasure")),
            ("silver", T("Take silver"), T("Silver treasure")),
            ("gemstones", T("Take gemstones"), T("Gemstones")),
        )
    )
)  # fmt: skip


class TakeTreasure(MovementMove):
    """A dwarf ends its movement on a mine, or stays there, and takes a treasure: once a turn.

    The last treasure ends the round.
    """

    kind = "take-treasure"
    label = T("Take a treasure")
    icon = "treasure"
    tile = "way"
    may_end_round = True
    conditions = (why_not_on_turn, card_played, none_taken, not_at_the_dragon, treasures_lie, mine_open)
    each = ButtonPerPiece(
        "treasure", TREASURES, greyed_by=lambda mine: (need_turned_up(mine), need_standing_there(mine))
    )
    ends_movement = True

    def effect(self, state: State, entry: Entry) -> None:
        state.running.took = True
        state.active.mine = entry["treasure"]
        state.active.treasures += 1
        state.treasures_left -= 1
        if not state.treasures_left:
            finish_round(self.game, state, "treasures")

    def phrase(self, state: State, entry: Entry) -> Text:
        told = T("{name} takes a treasure from the {mine} and keeps it face down.")
        return told.fill(mine=MINES[entry["treasure"]].label)


# -- 3. drawing -----------------------------------------------------------------------------------------------------
class LostMinesEndTurn(card_moves.EndTurn):
    """The turn ends; if the dwarf may have ended on a mine, its player is reminded of the treasure first."""

    def list_variants(self, state: State, by: int) -> list[Variant]:
        may_take = first_failed(TakeTreasure.conditions, state, by) is None
        return [Variant({}, self.label, note=T("on a mine? take a treasure first") if may_take else None)]


# -- from turn to turn ----------------------------------------------------------------------------------------------
def find_stay(state: State) -> str | None:
    """Return the mine on which the active dwarf can stay to take another treasure."""
    turn = state.running
    return None if turn.took or turn.revealed is not None or not state.treasures_left else turn.began_on


TURN_MOVES = (
    *(LostMinesPlayPath, Thunderstorm, Tool, Trap, Troll, LostMinesSecretInformation, card_moves.Discard),
    *(RevealMine, TakeTreasure, CrossTrap, LostMinesEndTurn),
)
