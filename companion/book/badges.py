"""Badges: small things worth telling, each earned once, in the first game in which it happened.

Each is one function: of one game, which says whether it earned it; or of all games of a person in order, which returns
the one that did. All of them fold from records of any age. Games add their own (``Booked.feats``), which only they can
tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_
from typing import Any

from companion.book.book import Played
from companion.book.outcome import Outcome, Result, RoundResult
from companion.games import all_games, known_game
from companion.rules.scoring import AGAINST, WITH
from companion.rules.text import T, Text


@dataclass(frozen=True)
class Appearance:
    """Somebody in one game: the whole ``outcome``, and the ``own`` result of it."""

    outcome: Outcome
    own: Result

    @property
    def seat(self) -> int:
        return self.own.seat

    @property
    def won(self) -> bool:
        return self.own.won

    @property
    def rounds(self) -> Sequence[RoundResult]:
        return self.outcome.rounds_of(self.seat)

    @property
    def others(self) -> Sequence[Result]:
        return [one for one in self.outcome.results if one.seat != self.seat]

    def in_round(self, number: int) -> Sequence[RoundResult]:
        return self.outcome.by_round.get(number, ())

    @property
    def by_score(self) -> bool:
        """The most gold or points win this game."""
        game = known_game(self.outcome.game)
        return game is None or game.most_wins


Career = Sequence[Played]
Earns = Callable[[Appearance], bool]
Earned = Callable[[Career], Played | None]


@dataclass(frozen=True)
class Badge:
    """``name`` and ``rule`` are what people read; ``in_game`` says whether a game earned it, ``over_games`` which."""

    id: str
    name: Text
    rule: Text
    in_game: Earns | None = None
    over_games: Earned | None = None


BADGES: list[Badge] = []


def in_game(name: Text, rule: Text) -> Callable[[Earns], Earns]:
    """Makes the function a badge that a single game earns, called by its name with hyphens."""

    def add(function: Earns) -> Earns:
        BADGES.append(Badge(_id(function.__name__), name, rule, in_game=function))
        return function

    return add


def over_games(name: Text, rule: Text) -> Callable[[Earned], Earned]:
    """Makes it one that takes several games."""

    def add(function: Earned) -> Earned:
        BADGES.append(Badge(_id(function.__name__), name, rule, over_games=function))
        return function

    return add


def _id(name: str) -> str:
    return name.replace("_", "-")


# -- sides ----------------------------------------------------------------------------------------------------------
@in_game(
    T("The traitor nobody named"),
    T("Won a round of five or more while digging against the others, and nobody ever saw the card."),
)
def unseen_traitor(one: Appearance) -> bool:
    """Won a round of five players or more while digging against the others; until the score nobody looked at the card,
    and it was not turned up."""
    return any(
        row.digs == AGAINST and row.won and not row.seen and len(one.in_round(row.round)) >= 5 for row in one.rounds
    )


@in_game(T("Found out, and won anyway"), T("Won a round as a traitor although somebody had seen the card."))
def known_traitor(one: Appearance) -> bool:
    """Won a round while digging against the others although the card had been looked at, or lay open."""
    return any(row.digs == AGAINST and row.won and row.seen for row in one.rounds)


@over_games(T("Three wins for three sides"), T("Has won rounds on three different sides."))
def three_sides(career: Career) -> Played | None:
    """In one game or in several."""
    return _at_last(career, 3, (one.sides for one in career))


@in_game(T("Turncoat"), T("Won one round with the others and one against them, in the same game."))
def turncoat(one: Appearance) -> bool:
    """Won a round digging with the others and a round digging against them in the same game."""
    return {WITH, AGAINST} <= {row.digs for row in one.rounds if row.won}


# -- gold -----------------------------------------------------------------------------------------------------------
@in_game(T("The robbed thief"), T("Stole gold and was robbed in the same round."))
def robbed_thief(one: Appearance) -> bool:
    """Took gold from somebody and lost gold to somebody by thefts of the same round."""
    stole = {row.round for row in one.outcome.robberies if row.thief == one.seat}
    return bool(stole & {row.round for row in one.outcome.robberies if row.victim == one.seat})


@in_game(T("Easy prey"), T("Was robbed twice or more in one round."))
def easy_prey(one: Appearance) -> bool:
    robbed = [row.round for row in one.outcome.robberies if row.victim == one.seat]
    return len(robbed) > len(set(robbed))


@in_game(T("One short"), T("Missed the win by one."))
def one_short(one: Appearance) -> bool:
    """Ended a game that most wins on the second place, one behind the first."""
    lost = one.by_score and not one.won
    return bool(lost and one.own.score + 1 == max(row.score for row in one.outcome.results))


@in_game(T("Twice as rich"), T("Won with at least twice as much as anybody else."))
def twice_as_rich(one: Appearance) -> bool:
    """Won a game that most wins with at least twice what the second had, who had something."""
    second = max((row.score for row in one.others), default=0)
    return one.by_score and one.won and second > 0 and one.own.score >= 2 * second


@in_game(T("Empty pockets"), T("Ended a game of three rounds or more with nothing at all."))
def empty_pockets(one: Appearance) -> bool:
    """Played three rounds or more of a game and ended it with nothing."""
    return len(one.rounds) >= 3 and one.own.score == 0


@in_game(T("Shared glory"), T("Won a game with exactly as much as somebody else."))
def shared_glory(one: Appearance) -> bool:
    """Won a game that most wins in a tie."""
    return one.by_score and one.won and any(row.won for row in one.others)


# -- how a game went ------------------------------------------------------------------------------------------------
@in_game(T("Clean sweep"), T("Won every round of a game of three rounds or more."))
def clean_sweep(one: Appearance) -> bool:
    """Played three rounds or more of a game and won each of them."""
    return len(one.rounds) >= 3 and all(row.won for row in one.rounds)


@in_game(T("From last to first"), T("Was last after the first round, and still won the game."))
def from_last_to_first(one: Appearance) -> bool:
    """Had least, alone, after the first round of several, and won the game."""
    before = {row.seat: row.total for row in one.in_round(1)}
    own = before.pop(one.seat, None)
    return one.won and len(one.rounds) > 1 and own is not None and own < min(before.values(), default=own)


@in_game(T("First out, and won"), T("Was the first one out, and won."))
def first_out_and_won(one: Appearance) -> bool:
    """Was the first one to leave, and won the game."""
    return one.outcome.first_out == one.seat and one.won


@in_game(T("Against the crowd"), T("Won against nine others or more."))
def against_the_crowd(one: Appearance) -> bool:
    """Won a game in which nine others or more played, alone."""
    return one.won and len(one.others) >= 9 and not any(row.won for row in one.others)


@in_game(T("Quick on the draw"), T("Took the shortest turns of five players or more, over five turns or more."))
def quick_on_the_draw(one: Appearance) -> bool:
    """Of five players or more with five turns each the one whose turns were shortest on average, alone."""
    pace = {row.seat: row.seconds / row.turns for row in one.outcome.results if row.turns >= 5}
    own = pace.pop(one.seat, None)
    return own is not None and len(pace) >= 4 and own < min(pace.values())


# -- over many games ------------------------------------------------------------------------------------------------
@over_games(T("Hat-trick"), T("Won three games in a row."))
def hat_trick(career: Career) -> Played | None:
    return _in_a_row(career, 3, won=True)


@over_games(T("Still smiling"), T("Played ten games in a row without a win."))
def still_smiling(career: Career) -> Played | None:
    return _in_a_row(career, 10, won=False)


@over_games(T("Part of the furniture"), T("Played twenty-five games."))
def regular(career: Career) -> Played | None:
    return career[24] if len(career) >= 25 else None


@over_games(T("A long night"), T("Played five games in one evening."))
def long_night(career: Career) -> Played | None:
    counted: Counter[str] = Counter()
    for one in career:
        counted[one.play.evening] += 1
        if counted[one.play.evening] == 5:
            return one
    return None


@over_games(T("The whole shelf"), T("Played three different games."))
def whole_shelf(career: Career) -> Played | None:
    return _at_last(career, 3, ({one.play.game} for one in career))


def _at_last(career: Career, many: int, found: Iterable[set[Any]]) -> Played | None:
    """The game with which there are so many different things; ``found`` are those of each game."""
    whole = accumulate(found, or_)
    return next((one for one, things in zip(career, whole, strict=True) if len(things) >= many), None)


def _in_a_row(career: Career, many: int, won: bool) -> Played | None:
    """The last of the first so many games that ended so."""
    run = 0
    for one in career:
        run = run + 1 if one.won is won else 0
        if run == many:
            return one
    return None


def of_game(outcome: Outcome) -> list[tuple[int, str]]:
    """The badges that were earned in a game by those who played in a round of it: seat and id."""
    everybody = [Appearance(outcome, own) for own in outcome.results if own.rounds]
    return [(one.seat, badge.id) for one in everybody for badge in BADGES if badge.in_game and badge.in_game(one)]


def earned_by(career: Career, feats: Mapping[str, Played]) -> list[tuple[Text, Text, Played]]:
    """The badges of a person with their rules and the games that earned them, the newest first. ``feats`` are the
    first games in which each of those was earned that a single game earns."""
    found = []
    for badge in BADGES:
        game = badge.over_games(career) if badge.over_games else feats.get(badge.id)
        found += [(badge.name, badge.rule, game)] if game else []
    for known in all_games().values():
        own = ((feat, feats.get(f"{known.id}.{feat.id}")) for feat in known.feats)
        found += [(feat.name, feat.rule, game) for feat, game in own if game]
    return sorted(found, key=lambda one: one[2].order, reverse=True)
