"""What every game keeps to. The games are found automatically: a new folder is under contract without a line here."""

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import chain
from random import Random
from typing import Any

import pytest
from facts import fields_of, file_of, paper_of
from games_in_files import FILES, game_in
from playing import Play, Question, Tap, options_of, value_of
from sizes import LARGE, size
from worked import cases

from companion.engine.actions import ButtonGroup
from companion.engine.board import draw_board, say_reminder
from companion.engine.corrections import list_counts
from companion.engine.display import ScoreLine
from companion.engine.game import Game, list_icons
from companion.engine.play import list_actions, list_deck_announcements, list_table_actions, make_offer, name_round
from companion.engine.round_facts import list_tracking_modes, score_after, score_rounds
from companion.engine.score_story import list_steps
from companion.engine.scoring import find_most
from companion.engine.setup import (
    complete_options,
    explain_first,
    group_options,
    list_option_fields,
    make_default_options,
    offer_options,
    settle_options,
    start_game,
)
from companion.engine.state import OVER, PLAYING, RESULT_ONLY, ROUND_OVER, SCORING, SETUP
from companion.engine.text import RuleError, Text
from companion.engine.views import list_held_secrets, make_snapshot, make_view, reveal_secret
from companion.engine.visibility import Viewer
from companion.games import game_by_id, list_folders, list_offered
from companion.i18n import LANGUAGES, render
from companion.paths import static_dir
from companion.record import chance
from companion.record.record import UNDO, EntryError, Record, is_undo, read_record
from companion.web.render.icons import OWN, SHARED, _list_drawings, join_sprite, picture

GAMES = list(list_offered().values())
OTHERS = list(map(game_in, FILES))
"""Games in one file that come with the tests."""
TABLES = [
    (game, players, busy)
    for game in (*GAMES, *OTHERS)
    for players in range(game.least, game.most + 1)
    for busy in (0.0, 0.05)
    if LARGE or bool(busy) == bool(players // 2 % 2)
]
"""``busy`` is the share of what the table itself enters."""
FEW = [(game, players) for game in GAMES for players in (game.least, 5, game.most)]
SETS = size("SETS", 1, 2)
"""Sets of options that are played at every table; of one set alone each second table has the default ones."""
MOST_ROUNDS = 99 if LARGE else 4
"""Of games that can have more: a round is played as the one before it."""
MOST_A_ROUND = 900
"""More entries than the cards of any box can pay for, at a few entries a turn."""

FACTS = size("FACTS", 30, 150)
"""Facts typed for each number of players, at most."""
SCORED = size("SCORED", 6, 150)
"""So many of them that are scored are enough."""

every_game = pytest.mark.parametrize("game", GAMES)
few_tables = pytest.mark.parametrize(("game", "players"), FEW)


def plays(game: Game, players: int, **more: Any) -> Iterator[Play]:
    """A game at this table for each of several sets of options, some of them the default ones."""
    for seed in range(players % 2, players % 2 + SETS):
        options = options_of(game, players, Random(f"{game.id} {players} {seed}")) if seed == 1 else {}
        if type(options.get("rounds")) is int:
            options["rounds"] = min(options["rounds"], MOST_ROUNDS)
        yield Play(game, players, options, seed, **more)


# -- a game ---------------------------------------------------------------------------------------------------------
COMMON = {"game", "round", "status", "over_by", "turn", "seats", "reminders", "score"}


class Whole(Question):
    """After each entry turns, counts and scores are as they have to be; points may have been ``put_right`` by hand."""

    def __init__(self, put_right: bool, looked_at: bool) -> None:
        self.put_right = put_right
        self.looked_at = looked_at
        self.stock: dict[str, int] = {}

    def after(self, play: Play) -> None:
        game = play.game
        state = play.state
        view = make_snapshot(game, state)
        _counts_are_possible(game, state, view)
        if play.record.entries[-1]["kind"] == "deal":
            self.stock = _stock(game, view)
        assert _stock(game, view) == self.stock, play.record.entries[-1]
        _score_is_told(game, state, self.put_right)
        if self.looked_at:
            _is_whole(play, json.loads(json.dumps(view)))


@pytest.mark.parametrize(("game", "players", "busy"), TABLES)
def test_a_game_is_whole_from_the_first_deal_to_its_end(game: Game, players: int, busy: float) -> None:
    """At each moment, and when it is over; and the replay of its export is the same."""
    for play in plays(game, players, busy=busy, hurry=0.005):
        rounds = game.rounds(play.state)
        play.run(MOST_A_ROUND * rounds, Whole(put_right=busy > 0, looked_at=(game, players) in FEW))
        assert play.over, play.record.to_json()
        assert play.state.round == rounds or play.state.stopped
        assert (play.state.turn, play.state.reminders) == (None, [])
        assert not [action for seat in range(players) for action in play.open_actions(seat)]
        assert make_offer(game, play.state).acting == ()
        assert read_record(json.loads(json.dumps(play.record.to_json())), game_by_id).state == play.state


def _counts_are_possible(game: Game, state: Any, view: dict[str, Any]) -> None:
    deck = view.get("deck")
    decks = deck.values() if isinstance(deck, dict) else [deck]
    counts = [count for count in (*decks, *(seat.get("hand") for seat in view["seats"])) if count is not None]
    assert all(count >= 0 for count in counts)
    assert bool(counts) == getattr(state, "counted", False)


ELSEWHERE = {"pool": ("veins",)}
"""Where else on the table some of a stock is."""


def _stock(game: Game, view: dict[str, Any]) -> dict[str, int]:
    """What always adds up to the same: how much of a count is on the table and how much the seats hold."""
    return {
        count.name: sum(view[name] for name in (count.stock, *ELSEWHERE.get(count.stock, ())))
        + sum(seat[count.name] for seat in view["seats"])
        for count in list_counts(game)
        if count.stock
    }


def _is_whole(play: Play, view: dict[str, Any]) -> None:
    """What replay prints has what every game has, and a turn runs exactly while a round is played."""
    game, state = play.game, play.state
    assert set(view) >= COMMON
    assert (view["turn"] is not None) == (state.status == PLAYING and game.in_turns)
    assert (view["over_by"] is not None) == (state.status != PLAYING)
    assert (view["score"] is not None) == (state.status in (ROUND_OVER, OVER)) or state.stopped
    assert len(view["seats"]) == len(state.seats)
    assert set(make_view(game, state, Viewer())) == set(view)
    acting = make_offer(game, state).acting
    if state.status == PLAYING:
        assert acting or list_table_actions(game, state, ButtonGroup.ENDS), (
            "nobody can go on, and the table can't end it"
        )
        assert not any(state.seats[seat].retired for seat in acting)
    if state.turn is not None:
        assert acting == (state.turn.seat,)
        assert not getattr(state, "counted", False) or state.active.hand or state.turn.played
    if state.status == SCORING:
        settling = [a for a in list_table_actions(game, state) if a.group == ButtonGroup.SETTLE and not a.closed]
        assert acting or settling, "nobody can settle this round"


# -- records --------------------------------------------------------------------------------------------------------
JUNK: tuple[Any, ...] = (None, -1, 0, 1, 99, 10**30, True, 1.5, "", "0", "nobody", [], [0, 0], [None], {}, {"a": []})


class Refusals(Question):
    """A refused entry is one sentence and changes nothing; one that is accepted has not been made."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def after(self, play: Play) -> None:
        names = _names(play)
        for _ in range(6):
            entry = _spoilt(play, names, self.random)
            before = deepcopy(play.state)
            entries = list(play.record.entries)
            try:
                play.record.append(entry)
            except EntryError as refused:
                error = refused
            else:
                play.table.record = Record.load(play.game, play.record.players, play.record.given_options, entries)
                continue
            assert (play.state, play.record.entries) == (before, entries), entry
            assert str(error).startswith(f"entry {len(entries)} (")
            assert "\n" not in str(error)
            _renders(error.text)
            if error.text.message != "unknown field {field}":  # of no form of ours
                assert not re.search(r"\b[a-z]+_[a-z_]+\b", render(error.text, "en")), "a record's word"


@few_tables
def test_a_refused_entry_is_one_sentence_and_changes_nothing(game: Game, players: int) -> None:
    refusals = Refusals(Random(players))
    for play in plays(game, players, hurry=0.02):
        play.run(20, refusals)
        for _ in range(5):
            refusals.after(play)


def _names(play: Play) -> list[str]:
    """Of all fields that are asked for now."""
    actions = [action for seat in range(len(play.state.seats)) for action in list_actions(play.game, play.state, seat)]
    actions += list_table_actions(play.game, play.state)
    return [name for action in actions for name in (*action.fixed, *(field.name for field in action.fields))]


def _spoilt(play: Play, names: list[str], random: Random) -> dict[str, Any]:
    """An entry that is possible, or nearly, with something wrong in it."""
    if random.random() < 0.5 or play.over:
        entry: dict[str, Any] = {"kind": random.choice([*play.game.moves, UNDO, "no such kind"])}
        if random.random() < 0.7:
            entry["by"] = random.randrange(len(play.state.seats))
    else:
        tap = play.choose()
        entry = dict(tap.entries[0]) if tap.entries else {"kind": UNDO}
    fields = [*entry, "by", "seat", "to", "entry", "unheard-of", *names]
    entry[random.choice(fields)] = random.choice(JUNK)
    return entry


@every_game
def test_each_option_stands_in_one_group_of_the_lobby(game: Game) -> None:
    fields = offer_options(game, settle_options(game, make_default_options(game), game.least), game.least)
    shown = [field.name for _, group in group_options(game, fields) for field in group]
    assert sorted(shown) == sorted(field.name for field in fields)
    assert len(fields) < 6 or game.option_groups, "many options are parted"


class Chance(Question):
    """What the app draws is drawn by the app, whatever the form says: nobody picks a card or finds out what is left."""

    def before(self, play: Play, tap: Tap) -> None:
        if not tap.entries or not tap.action:
            return
        drawn = play.game.moves[tap.entries[0]["kind"]].random_fields
        assert all(field.hidden for field in tap.action.fields if field.name in drawn)
        for name in drawn:
            with pytest.raises(EntryError, match=f"unknown field {name}"):
                chance.draw(play.record, {**tap.entries[0], name: "chosen by a phone"}, play.random.shuffle)


@every_game
def test_chance_is_never_left_to_a_phone(game: Game) -> None:
    for play in plays(game, min(game.most, 6)):
        play.run(10**6, Chance())


# -- what people read -----------------------------------------------------------------------------------------------
ONE_OF_MANY = re.compile(
    r"(?<![\w.,+−–×-] )(?<![\d.,])\b1 "
    r"(dwarves|points|rounds|treasures|nuggets|cards|crystals|Zwerge|Punkte|Runden|Schätze|Karten)\b"
)
"""One thing, said as if there were several."""


RENDERED: set[str] = set()
"""Sentences that have been looked at."""


def _renders(*things: Any) -> list[Any]:
    """The parts of all."""
    parts = _parts(things)
    for text in parts:
        if not isinstance(text, Text) or (key := repr(text)) in RENDERED:
            continue
        RENDERED.add(key)
        for lang in LANGUAGES:
            shown = render(text, lang)
            assert shown.strip(), text
            assert not ONE_OF_MANY.search(shown), shown
    return parts


def _parts(thing: Any) -> list[Any]:
    """Every value of a data class or named tuple in lists and in others; a sentence is whole."""
    found = [thing]
    for part in found:
        if isinstance(part, (list, tuple)):
            found += part
        elif isinstance(part, Mapping):
            found += part.values()
        elif dataclasses.is_dataclass(part) and not isinstance(part, Text):
            found += vars(part).values()
    return found


class Shown(Question):
    """What is shown has words in every language; ``used`` are the drawings it needs."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def after(self, play: Play) -> None:
        if play.random.random() < 0.3 or play.state.status in (SCORING, ROUND_OVER, OVER):
            self.used |= {part.icon for part in _renders(_shown(play)) if getattr(part, "icon", "")}


@few_tables
def test_everything_that_is_shown_has_words_in_every_language_and_its_drawings(game: Game, players: int) -> None:
    """A name used by a button, a badge or a line is in the sprite of the game: drawn, and declared by it or shared."""
    shown = Shown()
    for play in plays(game, players, busy=0.06, hurry=0.01):
        _renders(
            game.title, game.about, list_option_fields(game), game.list_preparation(players, play.state.options, 1)
        )
        play.run(160, shown)
        sentences = play.table.sentences
        _renders(sentences)
        undone = any(map(is_undo, play.record.entries))
        assert undone or len(sentences) == len(play.record.entries)
    missing = {name for name in shown.used if f'id="{name}"' not in join_sprite(game.id) and not picture(name)}
    assert not missing


def _shown(play: Play) -> list[Any]:
    """All that pages can show of a game now."""
    game, state = play.game, play.state
    shown: list[Any] = [draw_board(game, make_view(game, state, Viewer(told=told))) for told in (True, False)]
    shown += [list_table_actions(game, state), list_steps(game, state), game.plotted]
    left = deepcopy(state)
    for seat in left.seats:
        seat.retired = True
    shown += [say_reminder(game, of, reminder)[0] for reminder in state.reminders for of in (state, left)]
    shown += [explain_first(game, state), name_round(game, state), list_deck_announcements(game, state), game.begins]
    for seat in range(len(state.seats)):
        shown += [list_actions(game, state, seat), game.list_notices(state, seat)]
        shown += [game.list_private_fields(state, seat), list_held_secrets(game, state, seat)]
        for secret in list_held_secrets(game, state, seat):
            content = reveal_secret(game, state, seat, secret.key)
            assert content is not None, secret.key
            shown.append(content)
    return shown


@every_game
def test_a_secret_has_no_other_key(game: Game) -> None:
    play = Play(game, game.least).run(8)
    for seat in range(game.least):
        own = {secret.key for secret in list_held_secrets(game, play.state, seat)}
        keys = {"", "card", "aside", "peek-", "peek-x", "peek--1", "peek-99", *(f"peek-{n}" for n in range(game.least))}
        for key in keys - own:
            assert reveal_secret(game, play.state, seat, key) is None


@every_game
def test_no_drawing_is_declared_that_does_not_exist(game: Game) -> None:
    assert {*list_icons(game), *SHARED} <= _list_drawings(game.id).keys()


def test_the_pages_use_drawings_of_no_game() -> None:
    pages = " ".join(path.read_text(encoding="utf-8") for path in (static_dir().parent / "templates").glob("**/*.html"))
    used = set(re.findall(r"""icon\(["']([^"']+)["']""", pages))
    assert used
    assert used <= {*SHARED, *chain(*OWN.values())}


# -- scores ---------------------------------------------------------------------------------------------------------
def _score_is_told(game: Game, state: Any, put_right: bool) -> None:
    """From the end of a round on. Sums are the sums of the lines above them, and who wins is in the last step of the
    last round; where points were ``put_right`` by hand the score alone does not say who."""
    told = list_steps(game, state)
    assert bool(told) == (state.status in (ROUND_OVER, OVER)) or state.stopped
    for step in told:
        _adds_up(step.lines)
    if state.status == OVER and told:
        winners = {line.seat for line in told[-1].lines if line.icon == "crown"}
        assert put_right or winners == set(_winners(game, state)), told[-1]


def _adds_up(lines: tuple[ScoreLine, ...]) -> None:
    """The first line without a seat after lines of seats has their sum."""
    seats: list[int] = []
    for line in lines:
        if line.seat is None:
            if seats and line.amount is not None:
                assert line.amount == sum(seats), lines
            return
        seats.append(line.amount or 0)


def _winners(game: Game, state: Any) -> list[int]:
    """By the score of the only round, or by what they have after several; nobody where none was scored, or where what
    is counted from round to round is nothing."""
    if "rounds" in state.options and max(game.tally(state)) <= 0:
        return []
    if state.score is None:
        return [] if state.round == 1 else find_most(game.tally(state))
    if game.rounds(state) > 1:
        return find_most(game.tally(state))
    scored = game.score(game.build_score_input(state))
    return list(score_after(game, [scored])["winners"])


@pytest.mark.parametrize("game", [game for game in GAMES if game.sheet])
def test_facts_can_be_typed_for_every_number_of_players(game: Game) -> None:
    """The page of facts asks for what `companion score` takes: random facts are scored, or refused in a sentence."""
    scored = 0
    for players in range(game.least, game.most + 1):
        random = Random(players)
        for _ in range(FACTS):
            if scored >= SCORED * (players - game.least + 1):
                break
            options = complete_options(game, options_of(game, players, random))
            names = [f"P{n}" for n in range(players)]
            fields = fields_of(game, names, options)
            _renders(fields)
            try:
                values = {field.name: value_of(field, random) for field in fields}
                facts = file_of(game, names, options, values)
                result = score_rounds(game, facts)
                scored += 1
            except RuleError as error:
                _renders(error.text)
                continue
            if RESULT_ONLY not in list_tracking_modes(game):
                continue
            told = paper_of(game, *facts["rounds"], options=options).make_record().state
            _renders(list_steps(game, told))
            assert told.score == result["rounds"][0]
            assert json.loads(json.dumps(result))["game"] == game.id
            assert all(0 <= seat < players for seat in result["winners"])
    assert scored


@pytest.mark.parametrize("game", [game for game in GAMES if not game.file])
def test_no_game_without_worked_cases(game: Game) -> None:
    for what, given in (("replay", "record"), ("score", "facts")) if game.sheet else (("replay", "record"),):
        own = [case for case in cases(what, game.id) if case[given].get("game") == game.id]
        assert len(own) >= 3, f"put worked cases into {list_folders()[game.id] / 'cases' / what}.json"


@every_game
def test_before_the_deal_there_is_nothing_to_see(game: Game) -> None:
    state = start_game(game, [f"P{n}" for n in range(game.least)])
    assert state.status == SETUP
    for seat in range(game.least):
        assert list_actions(game, state, seat) == []
        assert list_held_secrets(game, state, seat) == []
    assert list_steps(game, state) == []
    _renders(draw_board(game, make_view(game, state, Viewer())))
