"""Show of Hands, a game that is in no shop: 3 to 8 players, one plan, one vote.

It has no cards but the secret ones, no points, no plot, and nobody is on turn: once the table has talked about the
plan, everybody votes in secret, in any order and all at once. The loyal win where more than half are for the plan, the
plotters where it falls.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules import scoring
from companion.rules import state as shared
from companion.rules.asking import Choice, Entry, OneOf, Piece, Prepared, need, pieces
from companion.rules.board import Line, Step
from companion.rules.dealing import is_known
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.move import Move
from companion.rules.scoring import AGAINST, WITH, Score, Side
from companion.rules.seeing import ASIDE, CARD, SCORE, View
from companion.rules.state import PLAYING
from companion.rules.table_moves import TABLE_MOVES
from companion.rules.text import T, Text
from companion.rules.turns import why_not_in_play

LOYAL, PLOTTER = "loyal", "plotter"
ROLES = pieces(Piece(LOYAL, T("loyal")), Piece(PLOTTER, T("plotter")))
ENDINGS = {"voted": T("Everybody has voted.")}
PLOTTERS = {3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3}
"""Plotters by number of players, among one card more than players."""


@dataclass
class State(shared.State[shared.Seat, shared.Turn]):
    """``votes``: who is for the plan, by seat."""

    votes: dict[int, bool] = field(default_factory=dict)

    @property
    def all_voted(self) -> bool:
        return all(seat in self.votes for seat in self.players if self.can_play(seat))


not_yet = need(T("{name} has voted already"), lambda state, by: by not in state.votes)
there = need(T("{name} takes no part in the vote"), lambda state, by: state.can_play(by))


class Vote(Move):
    """For the plan, or against it; nobody else ever learns which."""

    game: Game
    kind, label, icon = "vote", T("Vote"), "hand"
    tile = "other"
    help = T("For the plan, or against it. Nobody ever learns how you voted.")
    secret = parallel = True
    needs = (why_not_in_play, there, not_yet)
    asks = (OneOf("aye", T("Your vote"), choices=(Choice(True, T("For the plan")), Choice(False, T("Against it")))),)
    says = T("{name} has voted.")
    may_end_round = True

    def effect(self, state: State, entry: Entry) -> None:
        state.votes[entry["by"]] = entry["aye"]


@dataclass(frozen=True)
class Played:
    names: list[str]
    cards: dict[int, str]
    votes: Mapping[int, bool]


SIDES = {card: Side(card, role.label, WITH if card == LOYAL else AGAINST) for card, role in ROLES.items()}


class ShowOfHands(Game):
    id, title = "show-of-hands", T("Show of Hands")
    about = T("A plan, a secret vote, and some who plot against it. 3 to 8 players, one round.")
    least, most = 3, 8
    roles, state_type = ROLES, State
    turn_moves = (Vote,)
    table_moves = TABLE_MOVES
    in_turns = False
    sides = SIDES
    of_table = (SCORE, ASIDE)
    of_seat = (
        CARD,
        Fact("voted", value=lambda state, seat: seat in state.votes, icon="eye", sign=T("has voted"), tone="good"),
    )
    endings = ENDINGS

    def prepare(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [Prepared({PLOTTER: PLOTTERS[players], LOYAL: players + 1 - PLOTTERS[players]})]

    def list_preparation(self, players: int, options: Mapping[str, Any], round_number: int) -> list[Text]:
        return [T("Think of a plan for all of you.")]

    def fold(self, state: State, entry: Entry) -> None:
        super().fold(state, entry)
        if state.status == PLAYING and state.all_voted:
            self.finish(state, "voted")

    def headline(self, view: View) -> Text:
        return T("Everybody votes") if view["status"] == PLAYING else super().headline(view)

    def gather(self, state: State) -> Played | None:
        if not is_known(state):
            return None
        return Played(state.names, {seat: state.seats[seat].card or "" for seat in state.players}, dict(state.votes))

    def score(self, played: Played, ended: Text | None = None) -> Score:
        ayes = sum(played.votes.values())
        noes = len(played.votes) - ayes
        side = LOYAL if ayes > noes else PLOTTER
        winners = [seat for seat, card in played.cards.items() if card == side]
        outcome = T("The plan is carried.") if side == LOYAL else T("The plan falls.")
        votes = (Line(T("For the plan"), ayes), Line(T("Against it"), noes), Line(outcome))
        steps = (
            Step(T("The vote"), (*scoring.tell_end(ended), *votes)),
            Step(T("The winner"), tuple(scoring.crown(played.names, winners))),
        )
        result = {"ayes": ayes, "noes": noes, "winners": winners}
        return Score(result, steps, tuple(int(seat in winners) for seat in range(len(played.names))), winners)


GAME = ShowOfHands()
