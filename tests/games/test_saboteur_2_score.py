"""The winners of a round of Saboteur 2, their pay and the thefts: rules 1 to 4 of the spec, and sentences for them."""

from random import Random
from typing import Any

import pytest

from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import make_default_options
from companion.engine.state import ROUND_OVER
from companion.engine.text import RuleError
from companion.games.saboteur_2 import GAME
from companion.games.saboteur_2.score import (
    SHEET,
    Saboteur2Round,
    distribute,
    has_teams,
    headline,
    list_roles,
    tell_seat,
)

from .saboteur_2 import AGREED, BLUE, FOUR, GREEN, NAMES, NO_CRYSTALS, act, deal, found, played

BOSS = "boss"
PROFITEER = "profiteer"
GEOLOGIST = "geologist"
SABOTEUR = "saboteur"
OPTIONS = make_default_options(GAME)


def told(
    *cards: str | None,
    by: int | None = None,
    blue: bool = False,
    green: bool = False,
    crystals: int = 0,
    trapped: Any = (),
) -> Saboteur2Round:
    players = len(cards)
    return Saboteur2Round(cards, by, blue, green, crystals, set(trapped), (), [0] * players, NAMES[:players])


# -- who wins -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("played_so", "teams", "winners"),
    [
        (told(BLUE, GREEN, SABOTEUR, by=0, blue=True, green=True), ["blue"], [0]),  # rule 1
        (told(BLUE, GREEN, SABOTEUR, by=0, green=True), ["green"], [1]),  # rule 2
        (told(BLUE, GREEN, SABOTEUR, by=2, blue=True, green=True), ["blue", "green"], [0, 1]),  # rule 3
        (told(BLUE, GREEN, PROFITEER, by=2, green=True), ["green"], [1, 2]),
        (told(BLUE, GREEN, BOSS, by=0), [], [2]),  # rule 4: the boss wins whenever it is reached
        (told(BLUE, GREEN, SABOTEUR, by=0), ["saboteurs"], [2]),  # neither can walk, and no free boss
        (told(BLUE, GREEN, SABOTEUR, BOSS, by=0, trapped=[3]), ["saboteurs"], [2]),
        (told(BLUE, GREEN, SABOTEUR, PROFITEER), ["saboteurs"], [2, 3]),  # not reached
        (told(BLUE, SABOTEUR, BOSS), ["saboteurs"], [1]),  # not reached: the boss has not won
        (told(BLUE, BLUE, SABOTEUR, by=0, blue=True, trapped=[1]), ["blue"], [0]),
        (told(GREEN, SABOTEUR, BOSS, by=0, blue=True), ["blue"], [2]),  # its team has nobody in play
        (told("gold-digger", SABOTEUR, BOSS, by=0), ["diggers"], [0, 2]),  # the roles of 2004
    ],
)
def test_teams_and_winners_by_who_reached_it_and_who_can_walk(
    played_so: Saboteur2Round, teams: list[str], winners: list[int]
) -> None:
    assert (played_so.teams, played_so.winners) == (teams, winners)


@pytest.mark.parametrize(("count", "each"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 1)])
def test_each_gets_less_the_more_have_won(count: int, each: int) -> None:
    assert told(*[BLUE] * count, SABOTEUR, by=0, blue=True).each == each


@pytest.mark.parametrize(
    ("cards", "gain"),
    [
        ((BLUE, BOSS, PROFITEER), [3, 2, 1]),
        ((BLUE, BLUE, BLUE, BOSS, PROFITEER), [1, 1, 1, 0, 0]),  # never below 0
    ],
)
def test_distribute_pays_the_boss_one_less_and_the_profiteer_two(cards: tuple[str, ...], gain: list[int]) -> None:
    assert distribute(told(*cards, by=0, blue=True)).result["gain"] == gain


@pytest.mark.parametrize(("trapped", "gain"), [((), [0, 2, 2]), ((1,), [0, 0, 5]), ((1, 2), [0, 0, 0])])
def test_distribute_shares_crystals_among_free_geologists_rounded_down(
    trapped: tuple[int, ...], gain: list[int]
) -> None:
    assert distribute(told(GREEN, GEOLOGIST, GEOLOGIST, crystals=5, trapped=trapped)).result["gain"] == gain


def test_distribute_of_the_articles_first_example() -> None:
    """The boss connects, blue can get there; the free saboteur steals from the boss."""
    one = Saboteur2Round(
        (BLUE, GREEN, GREEN, BOSS, PROFITEER, SABOTEUR, SABOTEUR), 3, True, False, 0, {6}, [(5, 3)], [0] * 7, NAMES[:7]
    )
    assert distribute(one).result == {
        "outcome": "treasure",
        "teams": ["blue"],
        "winners": [0, 3, 4],
        "each": 3,
        "gain": [3, 0, 0, 2, 1, 0, 0],
        "thefts": [[5, 3]],
        "gold": [3, 0, 0, 1, 1, 1, 0],
    }


def test_list_roles_by_the_options() -> None:
    assert list_roles(OPTIONS) == [BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, SABOTEUR]
    assert list_roles({**OPTIONS, "boss": False}) == [BLUE, GREEN, PROFITEER, GEOLOGIST, SABOTEUR]
    assert list_roles({**OPTIONS, "roles": "2004"}) == ["gold-digger", SABOTEUR]
    assert (has_teams(OPTIONS), has_teams({**OPTIONS, "roles": "2004"})) == (True, False)


def test_thefts_of_a_page_begin_with_the_one_that_was_played_last() -> None:
    part = SHEET.part("thefts")
    page = {"stolen": [2, -1, 0, 0], "last_theft": 2}
    assert part.from_page(page, 4) == [[2, 0], [3, 0], [0, 2]]
    assert part.to_page([[2, 0], [3, 0], [0, 2]], 4) == page
    assert part.map_seats([(0, 1)], [2, 4].__getitem__) == [(2, 4)]


# -- the story ------------------------------------------------------------------------------------------------------
def test_list_steps_explains_every_piece_of_gold() -> None:
    roles = (BLUE, GREEN, "boss", "profiteer", "geologist", "geologist", "saboteur")
    thefts = [act("theft", 0), act("trapped", 1, to=6), act("map", 2), act("map", 3), act("map", 4), act("map", 5)]
    record = played(deal(*roles), *thefts, act("map", 6), found(0, True, False), players=7)
    record.append({"kind": "crystals", "count": 5})
    record.append(act("steal", 0, **{"from": 4}))
    assert record.state.status == ROUND_OVER
    steps = list_steps(GAME, record.state)
    told = {line.seat: str(line.text) for line in steps[3].lines}
    assert told[2] == "Cleo, boss: 3 − 1 = 2"
    assert told[3] == "Dora, profiteer: 3 − 2 = 1"
    assert told[4] == "Emil, geologist: 5 crystals ÷ 2 geologists = 2, rounded down"
    counted = [0] * 7
    for line in (*steps[3].lines, *steps[4].lines):
        if line.seat is not None:
            counted[line.seat] += line.amount or 0
    assert counted == [seat.gold for seat in record.state.seats] == [4, 0, 2, 1, 1, 2, 0]


def test_list_steps_ends_with_what_everybody_has_from_the_last_to_the_first() -> None:
    record = played(deal(*FOUR), found(0, True, True), NO_CRYSTALS, deal(*FOUR), AGREED, NO_CRYSTALS)
    assert record.state.status == ROUND_OVER
    standing = list_steps(GAME, record.state)[-1]
    assert [(line.amount, line.seat) for line in standing.lines] == [(0, 1), (3, 2), (4, 0), (5, 3)]


def test_list_steps_names_nobody_who_sat_out() -> None:
    later = {**deal(*FOUR[:3]), "without": [3]}
    record = played(deal(*FOUR), AGREED, NO_CRYSTALS, later, AGREED, NO_CRYSTALS)
    roles, winners, gold = list_steps(GAME, record.state)[1:4]
    assert [line.seat for line in roles.lines] == [0, 1, 2]
    assert not any(line.seat == 3 for line in (*winners.lines, *gold.lines))


# -- facts ----------------------------------------------------------------------------------------------------------
FACT: dict[str, Any] = {
    "cards": list(FOUR), "connector": 0, "blue_way": True, "green_way": False,
    "crystals": 0, "trapped": [], "thefts": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"thefts": [[3, 3]]}, "their own victim"),
        ({"thefts": [[3, 0]], "trapped": [3]}, "trapped"),
        ({"thefts": [[3, 0], [3, 0]]}, "one theft"),
        ({"thefts": [3]}, "thefts"),
        ({"cards": ["boss", "boss"]}, "cards"),
        ({"connector": 4}, "connector"),
        ({"blue_way": 1}, "blue_way"),
        ({"crystals": -1}, "crystals"),
        ({"trapped": [9]}, "trapped"),
        ({"gold_before": [1, 2]}, "gold_before"),
    ],
)
def test_score_rounds_names_facts_that_cannot_be(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(RuleError, match=named):
        score_rounds(GAME, {"rounds": [{**FACT, **wrong}]})


def test_apply_facts_of_a_round_that_somebody_sat_out() -> None:
    facts = {"kind": "facts", "connector": None}
    record = played({**deal(*FOUR), "follow": "nothing"}, facts)
    record.append({**deal(*FOUR[1:], first=1), "without": [0], "follow": "nothing"})
    record.append(facts)
    assert [seat.gold for seat in record.state.seats] == [0, 0, 0, 10]


# -- in words -------------------------------------------------------------------------------------------------------
SAYS = {
    BLUE: "lue",
    GREEN: "reen",
    "boss": "boss",
    "profiteer": "profiteer",
    "saboteur": "saboteurs",
    "gold-digger": "gold-diggers",
}


def rounds_at_random(count: int) -> list[Saboteur2Round]:
    random, found = Random(4), []
    for number in range(count):
        players = random.randint(3, 8)
        (deck,) = GAME.prepare(
            players, {**make_default_options(GAME), **({"roles": "2004"} if number % 5 == 0 else {})}
        )
        cards = random.sample(sorted(deck.elements()), players)
        trapped = {seat for seat in range(players) if random.random() < 0.35}
        free = [seat for seat in range(players) if seat not in trapped]
        connector = random.choice(free) if free and random.random() < 0.8 else None
        ways = (random.random() < 0.5, random.random() < 0.5)
        found.append(Saboteur2Round(cards, connector, *ways, 3, trapped, (), [0] * players, NAMES[:players]))
    return found


def test_headline_is_contradicted_by_no_sentence_and_says_why_where_it_is_not_plain() -> None:
    for one in rounds_at_random(1000):
        head = headline(one)
        text, why = str(head.text), str(head.why)
        for seat, card in enumerate(one.cards):
            told = str(tell_seat(one, seat))
            assert "Your side won" not in told or SAYS[str(card)] in text, (text, told, one)
            assert seat not in one.winners or SAYS[str(card)] in text or card in ("boss", "profiteer"), (
                text,
                one,
            )
        if one.connector is None:
            assert why.startswith("The treasure was not reached")
            assert ("saboteurs" in text) != ("no free saboteur" in why)
            continue
        name, card = NAMES[one.connector], str(one.cards[one.connector])
        assert why.startswith(f"{name} reached the treasure")
        is_plain = card in (BLUE, GREEN, "gold-digger") and SAYS[card] in text
        if card in (BLUE, GREEN) or one.old_roles:
            assert (why == f"{name} reached the treasure.") == is_plain or "gold-diggers" in text, (text, why, one)
        else:
            assert "can get there" in why or "doors" in why


@pytest.mark.parametrize(
    ("cards", "by", "ways", "trapped", "head", "why"),
    [
        (("boss", BLUE, "saboteur"), 0, (True, False), {1}, "The boss wins", "no free digger can get there."),
        (("saboteur", BLUE, GREEN), 1, (False, False), (), "The saboteurs win", "but neither team can get there."),
        (
            (BLUE, GREEN, "boss"),
            0,
            (False, True),
            (),
            "The green diggers win",
            "but green doors keep the blue team from it.",
        ),
        (("boss", BLUE, GREEN), 0, (True, False), (), "The blue diggers win", "and only the blue team can get there."),
        (("boss", BLUE, GREEN), 0, (True, True), (), "Blue and green win", "and both teams can get there."),
        (("boss", BLUE, GREEN), 0, (True, True), {1}, "The green diggers win", "but no blue digger is free."),
        ((BLUE, GREEN, "boss"), 0, (True, True), (), "The blue diggers win", "Anna reached the treasure."),
    ],
)
def test_headline_says_why_somebody_else_wins_than_who_reached_it(
    cards: tuple[str, ...], by: int, ways: tuple[bool, bool], trapped: Any, head: str, why: str
) -> None:
    found = headline(Saboteur2Round(cards, by, *ways, 0, set(trapped), (), [0] * 3, NAMES[:3]))
    assert str(found.text) == head
    assert str(found.why).endswith(why)
    if 1 in trapped and head == "The boss wins":
        played = Saboteur2Round(cards, by, *ways, 0, set(trapped), (), [0] * 3, NAMES[:3])
        assert str(tell_seat(played, 1)) == "The boss wins. You were trapped."
