"""Rounds that track no turns, or only ongoing effects. The worked cases: test_cases.py."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from playing import NAMES, NothingOpenError, Play, value_of
from sizes import size
from twins import swapped
from worked import shared

from companion.engine.fields import Number
from companion.engine.game import Game
from companion.engine.play import judge_entry
from companion.engine.round_facts import list_tracking_modes, require_sheet
from companion.engine.setup import make_default_options, start_game
from companion.engine.state import RESULT_ONLY, TOKENS
from companion.engine.text import RuleError
from companion.engine.tracking import EnterResults
from companion.games import all_games, game_by_id
from companion.record.highlights import find_exposed, find_feud, find_hunted, find_looked_at
from companion.record.record import read_record
from companion.record.summary import summarise

TOLD = next(case["record"] for case in shared() if case["id"] == "FL01")


@pytest.mark.parametrize(
    ("options", "named", "why"),
    [
        ({}, {"seat": 0, "hand": 4, "deck": 20}, "enter every player's hand and the draw deck together"),
        (
            {},
            {"seats": [{"seat": seat, "hand": 4} for seat in range(6)]},
            "enter every player's hand and the draw deck together",
        ),
        ({}, {"deck": 20}, "enter every player's hand and the draw deck together"),
        ({"count_cards": False}, {"deck": 20}, "isn't counting cards"),
        ({}, {"active": 1, "upkeep": False}, "would be skipped"),
    ],
    ids=["one hand", "no deck", "no hands", "uncounted", "skipped"],
)
def test_set_tracking_back_to_every_turn_refuses_half_the_counts_and_who_would_be_skipped(
    options: dict[str, Any], named: dict[str, Any], why: str
) -> None:
    """Cards are counted again all at once, and nobody who has gone goes on."""
    entries = [TOLD["entries"][0], {"kind": "retire", "seat": 1}]
    follow = {"kind": "follow", "how": "turns", "active": 0, **named}
    record = {**TOLD, "options": options, "entries": entries}
    read_record(record, game_by_id)
    with pytest.raises(RuleError, match=why):
        read_record({**record, "entries": [*entries, follow]}, game_by_id)


# -- the result of such rounds --------------------------------------------------------------------------------------
LIGHT = [game for game in all_games().values() if len(list_tracking_modes(game)) > 1]
each_game = pytest.mark.parametrize("game", LIGHT)


@each_game
@pytest.mark.parametrize("how", [TOKENS, RESULT_ONLY])
def test_find_highlights_says_nothing_of_turns_that_were_not_tracked(game: Game, how: str) -> None:
    for seed in range(4):
        record = Play(game, 5, {}, seed, follow=(how,)).run().record
        assert not [
            text for kind in (find_exposed, find_looked_at, find_hunted, find_feud) if (text := kind(summarise(record)))
        ]
    assert game.may_plot(record.state) == (game.rounds(record.state) > 1)


# -- the page of facts asks and refuses by public things alone ------------------------------------------------------
@each_game
def test_list_asked_and_complete_depend_on_nothing_hidden(game: Game) -> None:
    answers = 0
    for seed in range(30):
        if answers and seed >= size("FOLLOWED", 5, 30):
            break
        random = Random(seed)
        plays = [Play(game, 5, {}, seed, follow=(RESULT_ONLY,)) for _ in range(2)]
        deal = plays[0].draw(plays[0].deal())
        twin = swapped(game, deal, (), random)
        for play, dealt in zip(plays, (deal, twin), strict=True):
            play.record.append(dealt)
        one, other = (play.state for play in plays)
        move = game.moves["facts"]
        assert isinstance(move, EnterResults)
        assert require_sheet(game).list_asked(one) == require_sheet(game).list_asked(other)
        for _ in range(20):
            try:
                values = {field.name: value_of(field, random) for field in require_sheet(game).list_asked(one)}
            except NothingOpenError:
                continue
            told = require_sheet(game).read_typed(one, values)
            found = [answer(move, state, told, play) for state, play in zip((one, other), plays, strict=True)]
            assert found[0] == found[1], told
            answers += found[0] == "accepted"
    assert answers


def answer(move: EnterResults, state: Any, told: Any, play: Play) -> str:
    try:
        entry, _ = move.complete(state, told, Random(1).shuffle)
    except RuleError as error:
        return str(error.text)
    judge_entry(play.game, play.state, entry)
    return "accepted"


def deal(cards: list[str], aside: list[str]) -> dict[str, Any]:
    return {"kind": "deal", "cards": cards, "aside": aside, "first": 0, "follow": RESULT_ONLY}


FIVE = (["gold-digger"] * 3 + ["saboteur"] * 2, ["gold-digger"])


def completed(game: str, dealt: tuple[list[str], list[str]], told: dict[str, Any], **options: Any) -> tuple[Any, str]:
    """The facts as they are entered for those given, with the highest nugget cards on top; and what is said."""
    rules = game_by_id(game)
    state = start_game(rules, NAMES[: len(dealt[0])], options)
    rules.fold(state, deal(*dealt))
    move = rules.moves["facts"]
    assert isinstance(move, EnterResults)
    entry, changed = move.complete(state, told, lambda items: None)
    return entry, " ".join(map(str, changed))


def test_complete_leaves_out_nugget_cards_that_are_not_drawn_and_draws_missing_ones() -> None:
    per_digger = {"nugget_rule": "per-digger"}
    entry, said = completed("saboteur", FIVE, {"finder": 0, "nuggets": [3, 1, 1, 2, 1]}, **per_digger)
    assert entry == {"kind": "facts", "finder": 0, "nuggets": [3, 1, 1]}
    assert said == "2 nugget cards you entered weren't drawn."
    entry, said = completed("saboteur", FIVE, {"finder": 0, "nuggets": [3]}, **per_digger)
    assert (entry["nuggets"], said) == ([3, 1, 1], "2 nugget cards were missing: the app drew them.")
    with pytest.raises(RuleError, match="aren't that many in the box"):
        completed("saboteur", FIVE, {"finder": 0, "nuggets": [3, 3, 3, 3, 3]}, **per_digger)
    entry, said = completed("saboteur", FIVE, {"finder": 0, "nuggets": [3]}, nuggets="box", old_mine=True)
    assert entry["nuggets"] == [3, 0, 0, 0, 0], "the app draws none of those in the box"
    assert said == "4 nugget cards were missing: the lowest ones count."


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (7, {}, "The app deals 7 nugget cards."),
        (10, {"old_mine": True}, "The app deals 9 nugget cards."),
        (7, {"competitive": True}, "The app deals 7 nugget cards."),
        (7, {"selfish_dwarf": True}, "The app deals 4 nugget cards."),
        (7, {"nugget_rule": "per-digger"}, "The app deals one nugget card for each digger."),
        (7, {"tournament": True}, None),
        (7, {"nuggets": "box"}, None),
    ],
)
def test_list_asked_says_what_the_app_deals_by_players_and_options_alone(
    players: int, options: dict[str, Any], said: str | None
) -> None:
    """Nobody learns from it, or from what is left out, who is who: whoever is entered as having reached the
    treasure."""
    game, random = game_by_id("saboteur"), Random(str(options))
    move = game.moves["facts"]
    assert isinstance(move, EnterResults)
    given = start_game(game, NAMES[:players], options)
    cards = list(game.prepare(players, given.options)[0].elements())
    first = deal(cards[:players], cards[players:])
    for other in (first, *(swapped(game, first, (), random) for _ in range(6))):
        state = start_game(game, NAMES[:players], options)
        game.fold(state, other)
        fields = require_sheet(game).list_asked(state)
        lines = {str(one.by_app) for one in fields if isinstance(one, Number)}
        assert lines == (set() if options.get("tournament") else {str(said)})
        for finder in (None, *range(players)):
            told = {"finder": finder, "nuggets": [], "broken": []}
            assert finder is not None or said is None or not move.complete(state, told, random.shuffle)[0]["nuggets"]
            assert said is None or move.complete(state, told, random.shuffle)[1] == []


def test_complete_leaves_out_a_theft_that_found_no_gold() -> None:
    cards = ["saboteur", "blue-digger", "geologist"]
    (ways,) = game_by_id("saboteur-2").prepare(3, make_default_options(game_by_id("saboteur-2")))
    told = {"connector": None, "crystals": 0, "trapped": [], "thefts": [[0, 1], [2, 0]]}
    entry, said = completed("saboteur-2", (cards, sorted((ways - Counter(cards)).elements())), told)
    assert (entry["thefts"], said) == ([[2, 0]], "Anna found no gold to steal.")
