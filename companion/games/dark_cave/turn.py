"""A turn of The Dark Cave: 1. a card is played or discarded, 2. the dwarf moves (rulebook "Sequence of play").

Creatures are in ``creatures``; moves, hands and drawing that other games have too are in ``engine.card_moves``.
"""

from __future__ import annotations

from companion.engine import card_moves, conditions
from companion.engine.actions import ButtonGroup, Entry
from companion.engine.card_moves import CardMove, MovementMove, card_played
from companion.engine.clans import CLANS, find_clan
from companion.engine.conditions import condition, why_not_on_turn
from companion.engine.facts import SIDE
from companion.engine.fields import Flag, any_seat, hidden, other_seat, piece, some_pieces
from companion.engine.move import TRACKED_TOKENS, Move, Variant
from companion.engine.state import EVERY_TURN, RESULT_ONLY, TOKENS
from companion.engine.text import RuleError, T, Text
from companion.engine.turns import finish_round
from companion.games.dark_cave.creatures import CreatureCard, Meet, has_axe, inside, say_loses_gold
from companion.games.dark_cave.state import ASIDE, GOALS, MARKERS, TOOLS, WEBS, State  # fmt: skip

# -- named reasons --------------------------------------------------------------------------------------------------
no_boots = condition(T("{name} already has boots"), lambda state, seat: not state.seats[seat].boots)
boots_left = condition(
    T("all three pairs of boots are already in play"),
    lambda state, seat: sum(seat.boots for seat in state.seats) < TOOLS,
)
axes_left = condition(
    T("all three battle-axes are already in play"), lambda state, seat: sum(seat.axes for seat in state.seats) < TOOLS
)
covered = condition(T("{name}'s card is already revealed"), lambda state, seat: not state.seats[seat].revealed)
others_covered = condition(
    T("everyone else's card is already revealed"),
    lambda state, by: any(not seat.revealed for index, seat in enumerate(state.seats) if index != by),
)
goals_covered = condition(T("all goal cards are already revealed"), lambda state, by: len(state.goals) < len(GOALS))
goal_covered = condition(T("{goal} is already revealed"), lambda state, goal: goal not in state.goals)
gold_on_vein = condition(T("there's no gold on a gold vein"), lambda state, by: state.veins > 0)
web_lies = condition(T("there's no web in the cave"), lambda state, by: bool(state.webs))
web_free = condition(T("the {marker} web is already in play"), lambda state, marker: WEBS.find(state, marker) is None)
no_gold_yet = condition(T("{name} has already taken gold this turn"), lambda state, by: not state.running.took)
exit_found = condition(T("the exit hasn't been found yet"), lambda state, by: "exit" in state.goals)
exit_open = condition(
    T(
        "the exit was revealed this turn, so nobody can leave before the next one. If the exit is the "
        "first space of the card, tap the player on the table screen and set “is out”"
    ),
    lambda state, by: state.exit_turn < state.running.number,
)


# -- 1. playing cards (rulebook "Play cards"): path cards -----------------------------------------------------------
class DarkCavePlayPath(card_moves.PlayPath):
    """A path card; a new gold vein gets 1 gold from the pool, if the pool has any."""

    help = T(
        "Play it upright, next to a path card or a revealed goal card, with all its paths matching and "
        "at least one continuing. A link to the start isn't needed. A gold vein gets 1 gold from the "
        "pool."
    )
    leads_on = True
    asks = (Flag("gold_vein", T("It shows a gold vein"), shown_on_card=T("with a vein"), icon="nugget"),)

    def effect(self, state: State, entry: Entry) -> None:
        if entry.get("gold_vein"):
            state.fill_vein()

    def phrase(self, state: State, entry: Entry) -> Text:
        vein = T("{name} plays a gold vein: 1 gold goes on it.")
        return vein if entry.get("gold_vein") else super().phrase(state, entry)


# -- action cards ---------------------------------------------------------------------------------------------------
class DarkCaveSecretInformation(card_moves.LookAtCard, CardMove):
    """A look at a face-down goal card, or at another player's clan card."""

    kind = "secret-information"
    label = T("Secret information")
    icon = "secret-information"
    tile = "look"
    variants = (
        Variant(
            {"look": "goal"}, T("Look at a goal card"), greyed_by=(goals_covered,), allowed_tracking=(EVERY_TURN,),
            log_text=T("{name} looks at a goal card."), short=T("Look at a goal"),
            help=T("Look at a face-down goal card and put it back. Keep what you see to yourself."),
        ),
        Variant(
            {"look": "card"}, T("Look at a clan card"), "clan", stays=True, short=T("Look at a card"),
            greyed_by=(others_covered,),
            asks=(other_seat("seat", T("Whose card?"), covered, word="other"),),
            log_text=T("{name} looks at {other}'s card."),
            help=T("Look at another player's clan card. Only your phone shows it."),
        ),
    )  # fmt: skip


def list_lying(state: State) -> list[str]:
    """Return the markers of the webs on the table."""
    return [web["marker"] for web in state.webs]


class DarkCaveRockfall(CardMove):
    """A path card is removed, with the gold on it and the webs on its open ends."""

    kind = "rockfall"
    label = T("Rockfall")
    icon = "rockfall"
    tile = "cave"
    help = T(
        "Remove a path card, along with its gold and any spiderweb on its open end. Not the start, a "
        "goal card, or a card where a dwarf or a creature stands."
    )
    asks = (
        Flag("gold_vein", T("A gold vein with its gold"), needs=(gold_on_vein,), shown_on_card=T("with gold on it")),
        some_pieces("webs", T("Webs on its open ends"), MARKERS, among=list_lying, shown=T("with the {name} web")),
        hidden(piece("web", T("A spiderweb on its open end"), MARKERS, among=list_lying, optional=True)),
    )
    log_text = T("{name} plays Rockfall and removes a path card.")

    def check(self, state: State, entry: Entry) -> None:
        if "web" in entry and "webs" in entry:
            raise RuleError(T("the webs to remove are named twice"))

    def effect(self, state: State, entry: Entry) -> None:
        if entry.get("gold_vein"):
            state.veins -= 1
            state.pool += 1
        for marker in _webs(entry):
            WEBS.take(state, marker)

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        gold = [T("Its gold goes back to the pool.")] if entry.get("gold_vein") else []
        web = T("Also remove the {marker} web and discard its card.")
        return [*gold, *(web.fill(marker=MARKERS[marker].label) for marker in _webs(entry))]


def _webs(entry: Entry) -> list[str]:
    return [entry["web"]] if "web" in entry else list(entry.get("webs", ()))


class SwapCards(card_moves.SwapHands):
    """A swap of hands with another player, who draws instead at the end of the turn."""

    kind = "swap-cards"
    label = T("Swap cards")
    icon = "swap"
    tile = "other"
    help = T("Swap your whole hand with another player's. They draw a card at the end of your turn; you don't.")
    log_text = T("{name} and {other} swap hands; {other} draws at the end of the turn.")


class Spiderweb(CardMove):
    """A web is played with its highest number up; its card is in front of its owner."""

    kind = "spiderweb"
    label = T("Spiderweb")
    icon = "spiderweb"
    tile = "against"
    help = T(
        "It blocks a path, with its highest number showing; you can still play cards there. It counts down by one each "
        "time its owner's turn starts, and is removed after the 1. A battle-axe does the same."
    )
    allowed_tracking = TRACKED_TOKENS
    lays = True
    asks = (piece("marker", T("Which marker?"), MARKERS, web_free),)
    log_text = T("{name} places the {marker} web with the {side} showing.")

    def effect(self, state: State, entry: Entry) -> None:
        WEBS.add(state, entry["by"], entry["marker"])

    def phrase(self, state: State, entry: Entry) -> Text:
        return super().phrase(state, entry).fill(side=WEBS.count_sides(state))


class Boots(CardMove):
    """Boots in front of a player: four steps a turn. At most one in front of a seat, three in all."""

    kind = "boots"
    label = T("Boots")
    icon = "boots"
    tile = "for"
    help = T(
        "Whoever has them moves 4 steps a turn instead of 3 for the rest of the game. One pair per "
        "player; there are three."
    )
    allowed_tracking = TRACKED_TOKENS
    lays = True
    asks = (any_seat("to", T("Who gets it?"), no_boots, boots_left),)
    log_text = T("{name} gives {to} {what}.", what=T("boots"))
    log_text_self = T("{name} takes {what}.", what=T("boots"))

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].boots = True


class BattleAxe(CardMove):
    """A battle-axe in front of a player; three in all."""

    kind = "battle-axe"
    label = T("Battle-axe")
    icon = "battle-axe"
    tile = "for"
    help = T(
        "It stays in front of a player until it's used: it drives away an attacking creature, or counts a spiderweb "
        "down by one on that player's turn. There are three."
    )
    allowed_tracking = TRACKED_TOKENS
    lays = True
    asks = (any_seat("to", T("Who gets it?"), axes_left),)
    log_text = T("{name} gives {to} {what}.", what=T("a battle-axe"))
    log_text_self = T("{name} takes {what}.", what=T("a battle-axe"))

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["to"]].axes += 1


# -- at any point of the turn ---------------------------------------------------------------------------------------
class ChopWeb(Move):
    """The active seat's battle-axe turns a web to the next lower number, or removes it; at any point of the turn."""

    kind = "chop-web"
    label = T("Battle-axe on a web")
    icon = "battle-axe"
    tile = "other"
    short = T("Axe on a web")
    help = T(
        "Use your axe on a spiderweb next to your dwarf: it counts down by one or is removed. Then discard the axe."
    )
    allowed_tracking = TRACKED_TOKENS
    group = ButtonGroup.ANY
    conditions = (why_not_on_turn, inside, has_axe, web_lies)
    asks = (piece("marker", T("Which web?"), MARKERS, among=list_lying),)

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["by"]].axes -= 1
        WEBS.turn(state, WEBS.find(state, entry["marker"]))

    def phrase(self, state: State, entry: Entry) -> Text:
        shows = WEBS.find(state, entry["marker"])[SIDE]
        if shows > 1:
            return T("{name} uses a battle-axe: flip the {marker} web to {side}.").fill(side=shows - 1)
        return T("{name} uses a battle-axe: remove the {marker} web and discard its card.")


# -- where no turns are followed ------------------------------------------------------------------------------------


class Reveal(Move):
    """A clan card is revealed in a round whose turns aren't tracked: its owner has taken a vein's gold, or left."""

    kind = "reveal"
    label = T("Reveal my card")
    icon = "eye"
    tile = "other"
    puts_question = True
    help = T("When you take gold from a gold vein or leave the cave, everyone sees your clan card.")
    undoable = False
    allowed_tracking = (TOKENS, RESULT_ONLY)
    conditions = (conditions.why_not_in_play,)
    greyed_by = (covered,)
    log_text = T("{name} reveals their card.")

    def effect(self, state: State, entry: Entry) -> None:
        state.seats[entry["by"]].revealed = True


# -- 2. moving (rulebook "Move your dwarf") -------------------------------------------------------------------------
STEPS = 4
"""The number of steps that a dwarf in boots can go."""


class Bridge(card_moves.LosesCard):
    """A step over a bridge: the mover loses a card, drawn unseen by the left neighbour."""

    kind = "bridge"
    label = T("Over a bridge")
    icon = "bridge"
    tile = "way"
    short = T("Bridge")
    help = T("Whoever crosses it loses a card every time: the player on their left takes one unseen.")
    often = STEPS
    log_text = T("{name} crosses a bridge.")


class Tunnel(MovementMove):
    """A step into a tunnel: the mover loses 1 gold, if there is any."""

    kind = "tunnel"
    label = T("Into a tunnel")
    icon = "tunnel"
    tile = "way"
    short = T("Tunnel")
    help = T("Moving through a tunnel costs 1 gold, paid to the pool. If you have none, you pay nothing.")
    often = STEPS
    log_text = T("{name} goes into a tunnel.")

    def effect(self, state: State, entry: Entry) -> None:
        state.lose_gold(entry["by"])

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        return [say_loses_gold(state, entry["by"])]


at_a_vein = condition(  # the movement may just have ended here, at a creature or at the vein itself
    T("{name}'s dwarf can't move any more this turn"),
    lambda state, by: state.running.may_move or state.running.met or state.running.on_vein,
)


class TakeGold(MovementMove):
    """A movement ends on a gold vein: the dwarf takes its gold, and their clan card is revealed. Once a turn."""

    kind = "take-gold"
    label = T("Takes gold from a vein")
    icon = "nugget"
    tile = "way"
    short = T("Gold from a vein")
    help = T("If you end your move on a gold vein with gold on it, take the gold and reveal your clan card.")
    conditions = (why_not_on_turn, card_played, no_gold_yet, at_a_vein, inside, gold_on_vein)
    ends_movement = True

    def phrase(self, state: State, entry: Entry) -> Text:
        if state.seats[entry["by"]].revealed:
            return T("{name} takes gold from a vein.")
        return T("{name} takes gold from a vein and reveals their card.")

    def effect(self, state: State, entry: Entry) -> None:
        state.running.took = True
        state.veins -= 1
        state.active.gold += 1
        state.active.revealed = True


class RevealGoal(MovementMove):
    """The first step onto a goal card: it is revealed, movement ends, a gold vein gets 1 gold."""

    kind = "reveal-goal"
    label = T("Reveals a goal card")
    icon = "goal"
    tile = "way"
    short = T("Goal card")
    help = T(
        "The first dwarf to reach it turns it over and stops there. It's the exit, a gold vein, a dark "
        "hole or a ladder."
    )
    leads_on = True
    conditions = (*MovementMove.conditions, goals_covered)
    asks = (piece("goal", T("What is it?"), GOALS, goal_covered),)
    log_text = T("{name} turns over a goal card: {goal}.")
    ends_movement = True

    def effect(self, state: State, entry: Entry) -> None:
        state.goals.append(entry["goal"])
        if entry["goal"] == "gold-vein":
            state.running.on_vein = True
            state.fill_vein()
        if entry["goal"] == "exit":
            state.exit_turn = state.running.number


def why_not_leave(state: State, by: int) -> Text | None:
    """Return why a seat can't leave the cave: it can't move now, or the exit was revealed in this turn."""
    return card_moves.may_move(state, by) if exit_open(state, by) is None else None


class Leave(MovementMove):
    """Leaving by the exit: the clan card is revealed. Not in the turn in which the exit was revealed."""

    kind = "leave"
    label = T("Leaves the cave")
    icon = "leave"
    tile = "way"
    short = T("Out of the cave")
    help = T(
        "When your dwarf reaches the exit, it's out and your card is revealed. Your gold is safe, and "
        "you keep playing cards."
    )
    conditions = (why_not_on_turn, inside, card_played, exit_found, why_not_leave)
    greyed_by = (exit_open,)
    may_end_round = True
    ends_movement = True

    def phrase(self, state: State, entry: Entry) -> Text:
        if state.seats[entry["by"]].revealed:
            return T("{name} leaves the cave.")
        return T("{name} leaves the cave and reveals their card.")

    def list_opened(self, entry: Entry) -> tuple[tuple[int, str], ...]:
        """Show the set-aside cards to the first player out."""
        return ((entry["by"], ASIDE),)

    def effect(self, state: State, entry: Entry) -> None:
        state.active.revealed = True
        state.out.append(entry["by"])
        if are_all_out(state):
            finish_round(self.game, state, "all-out")

    def follow_up_texts(self, state: State, entry: Entry) -> list[Text]:
        return [] if state.out else say_looks_for_all(state, entry["by"])


# -- the end of the game (rulebook "The end of the game") -----------------------------------------------------------
def are_all_out(state: State) -> bool:
    """Return whether all dwarves that work for one clan are out; False with cards dealt by hand: nobody knows."""
    if state.dealt_by_hand:
        return False
    inside = (state.seats[seat] for seat in state.players if seat not in state.out)
    return not {find_clan(seat.card or "") for seat in inside}.issuperset(CLANS)


def say_looks_for_all(state: State, seat: int) -> list[Text]:
    """With cards dealt by hand, ask the first player out to look at the set-aside cards: only they see the end."""
    if not state.dealt_by_hand:
        return []
    text = T(
        "{name} is the first one out: look at the set-aside clan cards in secret, and say so as soon as "
        "all dwarves working for one clan are out."
    )
    return [text.fill(name=state.seats[seat].name)]


TURN_MOVES = (
    *(
        DarkCavePlayPath,
        CreatureCard,
        Spiderweb,
        DarkCaveRockfall,
        Boots,
        BattleAxe,
        DarkCaveSecretInformation,
        SwapCards,
        card_moves.Discard,
    ),
    *(Bridge, Tunnel, TakeGold, RevealGoal, Meet, Reveal, Leave, ChopWeb, card_moves.EndTurn),
)
