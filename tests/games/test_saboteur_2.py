"""Saboteur 2: what the worked cases leave out."""

from random import Random
from typing import Any

import pytest
from facts import fields_of

from companion.engine.actions import Action, Entry
from companion.engine.play import list_actions, write_entry
from companion.engine.round_facts import score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options, make_default_options
from companion.engine.state import ROUND_OVER
from companion.engine.text import RuleError
from companion.engine.views import list_held_secrets, make_view, reveal_secret
from companion.engine.visibility import Viewer
from companion.games.saboteur_2 import GAME
from companion.games.saboteur_2.score import Saboteur2Round, headline, tell_seat
from companion.record.record import EntryError, Record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kira", "Lars")
BLUE, GREEN = "blue-digger", "green-digger"
FOUR = (BLUE, GREEN, "boss", "saboteur")
AGREED: Entry = {"kind": "end", "reason": "agreed"}
NO_CRYSTALS: Entry = {"kind": "crystals", "count": 0}


def deal(*cards: str, first: int = 0) -> Entry:
    (aside,) = GAME.prepare(len(cards), make_default_options(GAME))
    aside.subtract(cards)
    return {"kind": "deal", "cards": list(cards), "aside": sorted(aside.elements()), "first": first}


def played(*entries: Entry, players: int = 4, **options: Any) -> Record:
    return Record.load(GAME, NAMES[:players], options, entries)


def act(kind: str, by: int, **fields: Any) -> Entry:
    return {"kind": kind, "by": by, **fields}


def found(by: int, blue: bool, green: bool) -> Entry:
    return act("play-path", by, goal="treasure", blue_way=blue, green_way=green)


def button(record: Record, seat: int, kind: str) -> Action:
    (action,) = (action for action in list_actions(GAME, record.state, seat) if action.kind == kind)
    return action


def test_three_cards_at_most_are_discarded_and_no_more_than_the_hand_has() -> None:
    record = played(deal(*FOUR), {"kind": "correct", "seat": 0, "hand": -4})
    with pytest.raises(EntryError, match="from 1 to 2"):
        record.append(act("discard", 0, count=3))


def test_a_stuck_player_reads_why_on_the_greyed_buttons() -> None:
    record = played(deal(*FOUR), act("trapped", 0, to=1))
    paths = [action for action in list_actions(GAME, record.state, 1) if action.kind == "play-path"]
    assert all("trapped" in str(action.closed) for action in paths)
    assert button(record, 1, "cast-off").closed is None
    assert "no theft" in str(button(record, 1, "hands-off").closed)
    record.append(act("cast-off", 1, what="trapped"))
    assert "nothing like that" in str(button(record, 2, "cast-off").closed)


def test_swapped_hands_take_turns_and_empty_hands_with_them() -> None:
    record = played(deal(*FOUR), {"kind": "correct", "seat": 0, "hand": -5}, {"kind": "correct", "deck": -84})
    record.append(act("swap-hands", 0, **{"with": 1}))
    assert [seat.hand for seat in record.state.seats] == [6, 0, 6, 6]
    assert record.state.running.seat == 2


def test_an_inspected_role_is_seen_until_the_inspectors_next_turn_starts() -> None:
    record = played(deal(*FOUR), act("inspect", 0, seat=3))
    for by in (1, 2, 3):
        assert str(reveal_secret(GAME, record.state, 0, "peek-3")) == "Dora: saboteur"
        assert make_view(GAME, record.state, Viewer(0, held=True))["seats"][3]["card"] == "saboteur"
        assert make_view(GAME, record.state, Viewer(0))["seats"][3]["card"] is None
        assert reveal_secret(GAME, record.state, 1, "peek-3") is None
        record.append(act("play-path", by))
    assert reveal_secret(GAME, record.state, 0, "peek-3") is None
    assert [secret.key for secret in list_held_secrets(GAME, record.state, 0)] == ["card"]
    assert not GAME.moves["inspect"].undoable


def test_the_new_role_after_swapped_hats_is_known_to_its_owner_alone() -> None:
    one = played(deal(*FOUR), act("inspect", 0, seat=3), act("swap-hats", 1, to=3, drawn="geologist"))
    assert str(reveal_secret(GAME, one.state, 3, "card")) == "geologist"
    assert [bool(GAME.list_notices(one.state, seat)) for seat in range(4)] == [False, False, False, True]
    one.append(act("play-path", 2))
    assert GAME.list_notices(one.state, 3)
    one.append(act("play-path", 3))
    assert not GAME.list_notices(one.state, 3)


def test_with_hand_dealt_cards_hats_are_swapped_on_the_table() -> None:
    record = played({"kind": "deal", "first": 0}, dealing="cards")
    assert [field.name for field in button(record, 0, "swap-hats").fields] == ["to"]
    with pytest.raises(EntryError, match="drawn"):
        record.append(act("swap-hats", 0, to=1, drawn="boss"))
    record.append(act("swap-hats", 0, to=1))
    assert GAME.list_notices(record.state, 1) == []


def test_until_the_score_is_told_nothing_says_who_was_paid() -> None:
    """Whom a theft finds without gold, that and the sentence in the log, are as where it found some."""
    turns = (act("theft", 0), act("map", 1), act("map", 2), found(3, True, True))
    record = played(deal(*FOUR), *turns, NO_CRYSTALS)
    steal, before = GAME.moves["steal"], record.state
    poor, rich = act("steal", 0, **{"from": 3}), act("steal", 0, **{"from": 1})
    assert [seat.gold for seat in before.seats] == [3, 3, 2, 0]
    assert steal.resolve_hidden(before, poor) == act("steal", 0, **{"from": None})
    assert steal.resolve_hidden(before, rich) == rich
    said = {str(write_entry(GAME, before, steal.resolve_hidden(before, entry))) for entry in (poor, rich)}
    assert said == {"Anna has chosen who to rob."}
    assert steal.name_sound(rich) == steal.name_sound(steal.resolve_hidden(before, poor))


def test_the_story_of_a_round_explains_every_piece_of_gold() -> None:
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


def test_what_everybody_has_now_is_told_from_the_last_to_the_first() -> None:
    record = played(deal(*FOUR), found(0, True, True), NO_CRYSTALS, deal(*FOUR), AGREED, NO_CRYSTALS)
    assert record.state.status == ROUND_OVER
    standing = list_steps(GAME, record.state)[-1]
    assert [(line.amount, line.seat) for line in standing.lines] == [(0, 1), (3, 2), (4, 0), (5, 3)]


def test_the_end_of_a_round_says_whom_it_pays_before_it_is_said() -> None:
    reasons = GAME.list_end_reasons(played(deal(*FOUR)).state)
    assert [reason.value for reason in reasons] == ["agreed", "cards", "unreachable"]
    assert all("the saboteurs and the profiteer get their gold" in str(reason.label) for reason in reasons)


def test_the_story_of_a_round_names_nobody_who_sat_out() -> None:
    later = {**deal(*FOUR[:3]), "without": [3]}
    record = played(deal(*FOUR), AGREED, NO_CRYSTALS, later, AGREED, NO_CRYSTALS)
    roles, winners, gold = list_steps(GAME, record.state)[1:4]
    assert [line.seat for line in roles.lines] == [0, 1, 2]
    assert not any(line.seat == 3 for line in (*winners.lines, *gold.lines))


@pytest.mark.parametrize(
    ("players", "others"), [(2, "1 more saboteur."), (3, "2 more saboteurs"), (12, "2 more saboteurs")]
)
def test_a_role_says_whom_it_is_for_and_what_to_beware_of(players: int, others: str) -> None:
    state = played(
        deal(*sorted(GAME.prepare(players, make_default_options(GAME))[0].elements())[:players]), players=players
    ).state
    pages = {card: GAME.make_role(state, 0, card) for card in GAME.roles}
    assert {len(page.lines) for page in pages.values() if page} == {3}
    saboteur = pages["saboteur"]
    assert saboteur is not None
    assert str(saboteur.counts) == "You win when the treasure is not reached"
    assert any(others in str(text) for _, text in saboteur.lines)


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
def test_facts_that_can_not_be_are_named(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(RuleError, match=named):
        score_rounds(GAME, {"rounds": [{**FACT, **wrong}]})


def test_with_the_roles_of_2004_nothing_speaks_of_teams_or_crystals() -> None:
    options = complete_options(GAME, {"roles": "2004"})
    dealt = {"kind": "deal", "cards": ["gold-digger", "saboteur", "gold-digger"], "aside": ["gold-digger"], "first": 0}
    state = Record.load(GAME, NAMES[:3], options, [dealt]).state
    asked = {field.name for action in list_actions(GAME, state, 0) for field in action.asked}
    assert not asked & {"blue_way", "green_way"}
    told = [
        str(GAME.teaches.in_a_minute(options)),
        str(GAME.list_end_reasons(state)),
        str(GAME.make_role(state, 0, "gold-digger")),
    ]
    told += [str(field) for field in fields_of(GAME, NAMES[:3], options)]
    assert not any(word in text for text in told for word in ("Blue", "blue", "crystal", "geologist", "profiteer"))
    over = Record.load(GAME, NAMES[:3], options, [dealt, {"kind": "play-path", "by": 0, "goal": "treasure"}])
    assert "the gold-diggers win" in str(list_steps(GAME, over.state))


def test_facts_are_told_of_a_round_that_somebody_sat_out() -> None:
    facts = {"kind": "facts", "connector": None}
    record = played({**deal(*FOUR), "follow": "nothing"}, facts)
    record.append({**deal(*FOUR[1:], first=1), "without": [0], "follow": "nothing"})
    record.append(facts)
    assert [seat.gold for seat in record.state.seats] == [0, 0, 0, 10]


SAYS = {
    BLUE: "lue",
    GREEN: "reen",
    "boss": "boss",
    "profiteer": "profiteer",
    "saboteur": "saboteurs",
    "gold-digger": "gold-diggers",
}
"""The word in the headline for the side of a role."""


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


def test_no_sentence_contradicts_the_headline_and_the_second_line_says_why_where_it_is_not_plain() -> None:
    for played in rounds_at_random(3000):
        head = headline(played)
        text, why = str(head.text), str(head.why)
        for seat, card in enumerate(played.cards):
            told = str(tell_seat(played, seat))
            assert "Your side won" not in told or SAYS[str(card)] in text, (text, told, played)
            assert seat not in played.winners or SAYS[str(card)] in text or card in ("boss", "profiteer"), (
                text,
                played,
            )
        if played.connector is None:
            assert why.startswith("The treasure was not reached")
            assert ("saboteurs" in text) != ("no free saboteur" in why)
            continue
        name, card = NAMES[played.connector], str(played.cards[played.connector])
        assert why.startswith(f"{name} reached the treasure")
        is_plain = card in (BLUE, GREEN, "gold-digger") and SAYS[card] in text
        if card in (BLUE, GREEN) or played.old_roles:
            assert (why == f"{name} reached the treasure.") == is_plain or "gold-diggers" in text, (text, why, played)
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
def test_why_somebody_else_than_the_one_who_reached_it_wins(
    cards: tuple[str, ...], by: int, ways: tuple[bool, bool], trapped: Any, head: str, why: str
) -> None:
    found = headline(Saboteur2Round(cards, by, *ways, 0, set(trapped), (), [0] * 3, NAMES[:3]))
    assert str(found.text) == head
    assert str(found.why).endswith(why)
    if 1 in trapped and head == "The boss wins":
        played = Saboteur2Round(cards, by, *ways, 0, set(trapped), (), [0] * 3, NAMES[:3])
        assert str(tell_seat(played, 1)) == "The boss wins. You were trapped."
