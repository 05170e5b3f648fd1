"""Badges: small things worth telling, each earned once, in the first game in which it happened.

Each is one function of a person's games in order; it returns the game that earned it. All of them fold from records of
any age. Games add their own (``Booked.feats``), which only they can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.book.career import Appearance, Career
from companion.games import all_games
from companion.rules.sides import AGAINST, WITH
from companion.rules.text import T, Text

Earned = Appearance | None


@dataclass(frozen=True)
class Badge:
    """``name`` and ``rule`` are what people read; ``earned`` finds the game."""

    id: str
    name: Text
    rule: Text
    earned: Callable[[Career], Earned]


BADGES: list[Badge] = []


def badge(name: Text, rule: Text) -> Callable[[Callable[[Career], Earned]], Callable[[Career], Earned]]:
    """Makes the function a badge, called by its name with hyphens."""

    def add(function: Callable[[Career], Earned]) -> Callable[[Career], Earned]:
        BADGES.append(Badge(function.__name__.replace("_", "-"), name, rule, function))
        return function

    return add


def first(career: Career, holds: Callable[[Appearance], bool]) -> Earned:
    """The first game of which it holds."""
    return next((one for one in career if holds(one)), None)


def _a_round(one: Appearance, holds: Callable[[dict[str, object]], bool]) -> bool:
    return any(holds(dict(row)) for row in one.rounds)


# -- sides ----------------------------------------------------------------------------------------------------------
@badge(
    T("The traitor nobody named"),
    T("Won a round of five or more while digging against the others, and nobody ever saw the card."),
)
def unseen_traitor(career: Career) -> Earned:
    """Won a round of five players or more while digging against the others; until the score nobody looked at the card,
    and it was not turned up."""
    return first(
        career,
        lambda one: any(
            row["digs"] == AGAINST and row["won"] and not row["seen"] and len(one.in_round(row["round"])) >= 5
            for row in one.rounds
        ),
    )


@badge(T("Known, and won all the same"), T("Won a round as a traitor although somebody had seen the card."))
def known_traitor(career: Career) -> Earned:
    """Won a round while digging against the others although the card had been looked at, or lay open."""
    return first(career, lambda one: _a_round(one, lambda r: r["digs"] == AGAINST and bool(r["won"] and r["seen"])))


@badge(T("Three wins for three sides"), T("Has won rounds on three different sides."))
def three_sides(career: Career) -> Earned:
    """Has won rounds on three different sides, in one game or in several."""
    sides: set[tuple[str, str]] = set()
    for one in career:
        sides |= {(one.own["game"], row["side"]) for row in one.rounds if row["won"]}
        if len({side for _, side in sides}) >= 3:
            return one
    return None


@badge(T("Turncoat"), T("Won one round with the others and one against them, in the same game."))
def turncoat(career: Career) -> Earned:
    """Won a round digging with the others and a round digging against them in the same game."""
    return first(career, lambda one: {WITH, AGAINST} <= {row["digs"] for row in one.rounds if row["won"]})


# -- gold -----------------------------------------------------------------------------------------------------------
@badge(T("The robbed thief"), T("Stole gold and was robbed in the same round."))
def robbed_thief(career: Career) -> Earned:
    """Took gold from somebody and lost gold to somebody by thefts of the same round."""

    def holds(one: Appearance) -> bool:
        thieves = {number for number, thief, _ in one.robberies if thief == one.seat}
        return bool(thieves & {number for number, _, victim in one.robberies if victim == one.seat})

    return first(career, holds)


@badge(T("Easy prey"), T("Was robbed twice or more in one round."))
def easy_prey(career: Career) -> Earned:
    """Was robbed twice or more in one round."""

    def holds(one: Appearance) -> bool:
        robbed = [number for number, _, victim in one.robberies if victim == one.seat]
        return len(robbed) > len(set(robbed))

    return first(career, holds)


@badge(T("One short"), T("Missed the win by one."))
def one_short(career: Career) -> Earned:
    """Ended a game that most wins on the second place, one behind the first."""

    def holds(one: Appearance) -> bool:
        counts = _most_wins(one) and not one.won
        return counts and one.own["score"] + 1 == max(row["score"] for row in one.all)

    return first(career, holds)


@badge(T("Twice as rich"), T("Won with at least twice as much as anybody else."))
def twice_as_rich(career: Career) -> Earned:
    """Won a game that most wins with at least twice what the second had, who had something."""

    def holds(one: Appearance) -> bool:
        other = one.best_other
        return _most_wins(one) and one.won and bool(other) and one.own["score"] >= 2 * (other or 0)

    return first(career, holds)


@badge(T("Empty pockets"), T("Ended a game of three rounds or more with nothing at all."))
def empty_pockets(career: Career) -> Earned:
    """Played three rounds or more of a game and ended it with nothing."""
    return first(career, lambda one: len(one.rounds) >= 3 and one.own["score"] == 0)


@badge(T("Shared glory"), T("Won a game with exactly as much as somebody else."))
def shared_glory(career: Career) -> Earned:
    """Won a game that most wins in a tie."""
    return first(career, lambda one: _most_wins(one) and one.won and any(row["won"] for row in one.others))


# -- how a game went ------------------------------------------------------------------------------------------------
@badge(T("Clean sweep"), T("Won every round of a game of three rounds or more."))
def clean_sweep(career: Career) -> Earned:
    """Played three rounds or more of a game and won each of them."""
    return first(career, lambda one: len(one.rounds) >= 3 and all(row["won"] for row in one.rounds))


@badge(T("From last to first"), T("Was last after the first round, and won the game."))
def from_last_to_first(career: Career) -> Earned:
    """Had least, alone, after the first round of several, and won the game."""

    def holds(one: Appearance) -> bool:
        before = {row["seat"]: row["total"] for row in one.in_round(1)}
        own = before.pop(one.seat, None)
        return one.won and len(one.rounds) > 1 and own is not None and own < min(before.values(), default=own)

    return first(career, holds)


@badge(T("First out, and won"), T("Was the first one out, and won."))
def first_out_and_won(career: Career) -> Earned:
    """Was the first one to leave, and won the game."""
    return first(career, lambda one: bool(one.own["first_out"]) and one.won)


@badge(T("Against the crowd"), T("Won against nine others or more."))
def against_the_crowd(career: Career) -> Earned:
    """Won a game in which nine others or more played, alone."""
    return first(career, lambda one: one.won and len(one.others) >= 9 and not any(row["won"] for row in one.others))


@badge(T("Quick on the draw"), T("Took the shortest turns of five players or more, over five turns or more."))
def quick_on_the_draw(career: Career) -> Earned:
    """Of five players or more with five turns each the one whose turns were shortest on average, alone."""

    def holds(one: Appearance) -> bool:
        pace = {row["seat"]: row["seconds"] / row["turns"] for row in one.all if row["turns"] >= 5}
        own = pace.pop(one.seat, None)
        return own is not None and len(pace) >= 4 and own < min(pace.values())

    return first(career, holds)


# -- over many games ------------------------------------------------------------------------------------------------
@badge(T("Hat-trick"), T("Won three games in a row."))
def hat_trick(career: Career) -> Earned:
    """Won three games in a row."""
    run = 0
    for one in career:
        run = run + 1 if one.won else 0
        if run == 3:
            return one
    return None


@badge(T("Still smiling"), T("Played ten games in a row without a win."))
def still_smiling(career: Career) -> Earned:
    """Played ten games in a row without a win."""
    run = 0
    for one in career:
        run = 0 if one.won else run + 1
        if run == 10:
            return one
    return None


@badge(T("One of the furniture"), T("Played twenty-five games."))
def regular(career: Career) -> Earned:
    """Played twenty-five games."""
    return career[24] if len(career) >= 25 else None


@badge(T("A long night"), T("Played five games in one evening."))
def long_night(career: Career) -> Earned:
    """Played five games in one evening."""
    counted: dict[str, int] = {}
    for one in career:
        evening = one.own["evening"]
        counted[evening] = counted.get(evening, 0) + 1
        if counted[evening] == 5:
            return one
    return None


@badge(T("The whole shelf"), T("Played three different games."))
def whole_shelf(career: Career) -> Earned:
    """Played three different games of the shelf."""
    games: set[str] = set()
    for one in career:
        games.add(one.own["game"])
        if len(games) == 3:
            return one
    return None


def _most_wins(one: Appearance) -> bool:
    game = all_games().get(one.own["game"])
    return game is None or game.most_wins


def earned_by(career: Career) -> list[tuple[Text, Text, Appearance]]:
    """The badges of a person with their rules and the games that earned them, the newest first."""
    found = [(one.name, one.rule, game) for one in BADGES if (game := one.earned(career))]
    for known in all_games().values():
        for feat in known.feats:
            of_game = (one for one in career if one.own["game"] == known.id and feat.id in one.feats)
            found += [(feat.name, feat.rule, game) for game in (next(of_game, None),) if game]
    return sorted(found, key=lambda one: (one[2].own["played_at"], one[2].own["play"]), reverse=True)
