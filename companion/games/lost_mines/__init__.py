"""Saboteur: The Lost Mines (2018), 3 to 9 players, two rounds or more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.engine import scoring
from companion.engine.actions import Entry
from companion.engine.clans import CLAN_NAMES, CLANS, clan_of, find_clan, say_side, side_of
from companion.engine.display import PlotLabels, Thing
from companion.engine.fields import CardCounts, Field
from companion.engine.game import Game
from companion.engine.hands import LAST_CARD, NO_DECK_LEFT, DeckRules, rounds_option
from companion.engine.reference import ALL_FIT, KEEP_IT, Lesson, Role, Teaches, Topic, first_turn, is_later_turn
from companion.engine.score_story import make_standing_steps
from companion.engine.state import EVERY_TURN, PLAYING, SCORING
from companion.engine.table_moves import TABLE_MOVES
from companion.engine.text import TN, T, Text
from companion.engine.verdict import count_gains, say_lead
from companion.engine.visibility import View
from companion.games.lost_mines.score import ENDINGS, SHEET, LostMinesDwarf, LostMinesRound, distribute
from companion.games.lost_mines.state import MINES, OF_SEAT, OF_TABLE, ROLES, State
from companion.games.lost_mines.treasures import Treasures, value_fields
from companion.games.lost_mines.turn import TURN_MOVES, find_stay

# -- preparation (rulebook "Preparation") ---------------------------------------------------------------------------
CARDS_IN_BOX = 63
"""40 path and 23 action cards."""
UNUSED = 10
"""How many cards are set aside unseen each round."""
LOYAL = 3
"""Loyal dwarves of each clan in the box."""


def count_removed(players: int) -> int:
    """Count the loyal dwarves of each clan that stay in the box."""
    if players <= 4:
        return 2
    return 1 if players <= 6 else 0


def _dwarf_cards(players: int, options: Mapping[str, Any]) -> list[Text]:
    if options["dealing"] == "phones":
        return [T("The dwarf cards stay in the box: the app deals them to the phones.")]
    away = count_removed(players)
    back = TN(
        "Put {n} loyal dwarf from each clan back in the box.",
        "Put {n} loyal dwarves from each clan back in the box.",
        away,
    )
    shuffle = T(
        "Shuffle the dwarf cards, deal one to each player and set the rest aside unseen. The backs show the clans."
    )
    return [back, shuffle] if away else [shuffle]


# -- what people look up -----------------------------------------------------------------------------------------------
TOPICS = (
    Topic(T("How far can I move?"), T("Up to 3 cards, or 5 if you start on a campfire. You can also stay put."), "path"),
    Topic(T("Where can I pass?"), T("Rocks and cleared obstacles hold one dwarf at a time, and nobody can pass it. A troll lets "
            "nobody through; a trap costs a card."), "troll"),
    Topic(T("How many treasures do I get?"), T("One when you end on a revealed mine, and another each turn you stay there."), "treasure"),
    Topic(T("What can I look at?"), T("Each information card shows two of three: a mine, a treasure, another player's dwarf card. Pick one of the two, and keep it to yourself."), "eye"),
    Topic(T("Who goes first?"), T("The most adventurous player goes first in the first round; after that, whoever sits to the left "
            "of the player who played the last card."), "next"),
    Topic(T("When does it end?"), T("When the last treasure is taken or all cards are played. By the rules, there are two or more "
            "rounds."), "finish"),
    Topic(T("Who gets what?"), T("Each clan shares what was collected for it; anything left over goes to whoever has the most "
            "valuable single treasure. Selfish dwarves keep their own. The dragon costs 2."), "nugget"),
)  # fmt: skip
DRAGON = Topic(T("The dragon"), T("The dragon token costs 2 points."), "dragon")

# -- for those to whom it is new -----------------------------------------------------------------------------------
TURN = T("Play a card, or discard one or two. Then move up to 3 cards if you like. Then draw.")
TEACHES = Teaches(
    (
        ("dwarf mine treasure", T("Two clans look for treasures in the mines. Whoever works for a clan gets a share of what it "
         "finds.")),
        ("hand dwarf deck", TURN),
        ALL_FIT,
        ("saboteur selfish", T("Saboteurs work for the other clan, selfish dwarves only for themselves. Who they are is secret.")),
        ("treasure deck", T("A round ends when the last treasure is taken or all cards are played. In the end, the most "
         "points win.")),
        KEEP_IT,
    ),
    (
        first_turn(TURN),
        Lesson(about=TOPICS[0], when=is_later_turn),
        *map(Lesson, ("tool:axe", "tool:boat", "tool:rope", "trap", "troll", "thunderstorm")),
        *map(Lesson, ("look:mine", "look:treasure", "look:card", "cross-trap", "reveal-mine")),
        Lesson("take-treasure", TOPICS[2]),
        NO_DECK_LEFT,
    ),
)  # fmt: skip


# -- the game -------------------------------------------------------------------------------------------------------
class LostMines(Game):
    """The Lost Mines as a whole; each chapter of the rulebook has a module of its own."""

    id = "lost-mines"
    title = T("Saboteur: The Lost Mines")
    about = T("Two clans collect treasures; not every dwarf works for its own. 3 to 9 players, two rounds or more.")
    cover = "dragon"
    minutes = 40
    differs = T("Two rounds of treasures")
    least = 3
    most = 9
    clans = CLANS
    roles = ROLES
    state_type = State
    begins = T("By the rules, the most adventurous player goes first.")
    topics = TOPICS
    signs = (DRAGON,)
    teaches = TEACHES
    of_table = OF_TABLE
    of_seat = OF_SEAT
    deck_rules = DeckRules(CARDS_IN_BOX - UNUSED, lambda players: 5 if players <= 6 else 4)
    own_options = (rounds_option(2), LAST_CARD)
    """Three or more rounds can be played "to determine a clear winner" (rulebook "The end of the game")."""
    turn_moves = TURN_MOVES
    table_moves = (Treasures, *TABLE_MOVES)

    # Scoring: every round brings points, and most points win the game. Nobody wins a round.
    rounds_are_won = False
    score = staticmethod(distribute)
    sides: ClassVar[Mapping[str, scoring.Side]] = {card: side_of(card) for card in ROLES}
    sheet = SHEET
    endings = ENDINGS
    list_closing = make_standing_steps
    plotted = PlotLabels(T("Points, round by round"), T("Points"), T("Rounds"))

    # -- preparation (rulebook "Preparation") -------------------------------------------------------------------
    def prepare(self, players: int, options: Mapping[str, Any]) -> list[CardCounts]:
        """Return the dwarf cards that are shuffled."""
        each = {"loyal": LOYAL - count_removed(players), "selfish": 1, "saboteur": 1}
        return [CardCounts({f"{clan}-{identity}": count for clan in CLANS for identity, count in each.items()})]

    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        clear = [] if round_number == 1 else [T("Clear the board: each round is set up from scratch.")]
        return [
            *clear,
            *_dwarf_cards(players, options),
            T("Shuffle the four mines and place them face down on their spaces; put the two starting cards on theirs."),
            T("Shuffle the treasures and place {n} face down beside the board. Nobody looks at the rest.", n=players),
            T("Shuffle the path and action cards together and set {n} of them aside unseen.", n=UNUSED),
            self.deck_rules.say_deal(players),
            T("Everyone puts a dwarf on their clan's starting card, and its token where everyone can see it."),
            T("Have the forest tokens, dragon token and victory points ready."),
        ]

    def set_up(self, state: State) -> None:
        """Set out the treasures; everyone keeps their points."""
        state.treasures_left = len(state.players)

    # -- playing ------------------------------------------------------------------------------------------------
    def list_private_fields(self, state: State, seat: int) -> tuple[Field, ...]:
        """Ask the seat's own phone for the worth of its treasures, until all values have been entered.

        Where turns aren't tracked, the round's result asks for it.
        """
        if state.playing and state.tracking != EVERY_TURN:
            return ()
        if state.status not in (PLAYING, SCORING) or state.values is not None or not state.seats[seat].treasures:
            return ()
        return (value_fields(state, seat, "values", T("What your treasures are worth")),)

    def make_automatic(self, state: State, typed: Mapping[int, Mapping[str, Any]]) -> Entry | None:
        """Make the entry with everyone's values from what each seat typed; None while some are missing."""
        if state.status != SCORING or state.told_values is not None:
            return None
        values = [list(typed.get(seat, {}).get("values", [])) for seat in range(len(state.seats))]
        if [len(own) for own in values] != [seat.treasures for seat in state.seats]:
            return None
        return {"kind": Treasures.kind, "values": values}

    def list_notices(self, state: State, seat: int) -> list[Text]:
        """Add a notice for a dwarf on a mine, so that nobody forgets their treasure."""
        told = super().list_notices(state, seat)
        turn = state.turn
        if state.status == SCORING and self.list_private_fields(state, seat):
            return [*told, T("Turn over your treasures and enter what each is worth.")]
        if turn is None or turn.seat != seat or turn.took or not state.treasures_left:
            return told
        if turn.revealed in state.open_mines:
            text = T("Your dwarf is on the {mine}: take one of its treasures before your turn ends.")
        elif find_stay(state) is not None:
            text = T("Your dwarf is on the {mine}. If it stays there, you take another treasure this turn.")
        else:
            return told
        return [*told, text.fill(mine=MINES[turn.revealed or turn.began_on or ""].label)]

    def on_correction(self, state: State, before: State) -> None:
        """Update what depends on the corrected mines: nobody stands on a mine that is face down again.

        When turns are tracked again, nobody knows where dwarves stand.
        """
        mines = state.mines if before.tracking == state.tracking else ()
        for seat in state.seats:
            seat.mine = seat.mine if seat.mine in mines else None
        turn = state.turn
        if turn is None:
            return
        turn.began_on = turn.began_on if turn.began_on in mines else None
        if turn.revealed not in state.mines and turn.revealed is not None:
            turn.revealed = None
            turn.may_move = not turn.took

    # -- the score ----------------------------------------------------------------------------------------------
    def build_score_input(self, state: State) -> LostMinesRound | None:
        """Return the round as it ended; None while the value of a treasure is not known."""
        values = state.told_values
        if values is None:
            return None
        seats = ((index, state.seats[index]) for index in state.players)
        dwarves = {
            index: LostMinesDwarf(seat.name, seat.card or "", values[index], seat.dragon) for index, seat in seats
        }
        return LostMinesRound(state.names, dwarves)

    def to_you(self, state: State, seat: int, outcome: str) -> Text:
        gain = count_gains(self, state)[seat]
        played = self.build_score_input(state)
        got = self.amount.fill(n=gain)
        clan = find_clan(state.seats[seat].card or "")
        assert played is not None
        collected = sum(played.dwarves[seat].treasures)
        if clan is not None:
            you = T("You worked for the {clan} clan: {amount}.", clan=CLAN_NAMES[clan], amount=got)
        elif not collected:
            you = T("You worked for yourself and found no treasure: {amount}.", amount=got)
        elif not gain:
            you = T("Your own treasures all went back for the dragon: {amount}.", amount=got)
        elif gain < collected:
            you = T("You kept your own treasures and gave {n} back for the dragon: {amount}.")
            you = you.fill(n=collected - gain, amount=got)
        else:
            you = T("You kept your own treasures: {amount}.", amount=got)
        return T("{who}. {you}", who=say_lead(self, state, seat), you=you)

    # -- what is seen -------------------------------------------------------------------------------------------
    def role_words(self, state: State, seat: int) -> Text:
        return say_side(ROLES[state.seats[seat].card or ""])

    def make_role(self, state: State, seat: int, card: str) -> Role:
        """Make the page of a dwarf card."""
        clan = clan_of(card)
        side = find_clan(card)
        if side is None:
            name = T("Selfish")
            counts = T("Your treasures count for you alone")
            picture = "selfish"
            beware = ("selfish", T("You don't share."))
        else:
            name = T("Loyal to {clan}")
            counts = T("Your treasures count for {clan}")
            picture = "dwarf"
            beware = ("saboteur", T("Not everyone in {clan} works for it.", clan=CLAN_NAMES[clan]))
            if side != clan:
                name = T("Saboteur for {clan}")
                picture = "saboteur"
                beware = ("eye", T("Make them think you're loyal."))
            name = name.fill(clan=CLAN_NAMES[side])
            counts = counts.fill(clan=CLAN_NAMES[side])
        treasure = T("End your turn on a mine and take a treasure.")
        dragon = T("The dragon token costs 2 points.")
        return Role(name, counts, (("treasure", treasure), beware, ("dragon", dragon)), picture, clan)

    def things(self, view: View) -> list[Thing]:
        """Return the things that are in the forest during the round."""
        return super().things(view) if view["status"] == PLAYING else []

    def headline(self, view: View) -> Text:
        """Name the seat on turn, or ask for the worth of the treasures."""
        if view["status"] == SCORING and any(seat["treasures"] for seat in view["seats"]):
            return T("It's over! What are your treasures worth?")
        return super().headline(view)


GAME = LostMines()
