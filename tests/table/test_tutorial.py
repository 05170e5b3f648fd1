"""Six join, five of whom have never played: each rule is said once, at its moment, to whom it is new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from faults.house import STOP_HERE, House
from playing import Play
from sizes import size
from twins import swapped

from companion.engine.actions import Entry
from companion.engine.dealing import deal_cards
from companion.engine.game import Game
from companion.engine.play import list_deck_announcements
from companion.engine.reference import Topic, list_keys
from companion.engine.state import PLAYING
from companion.engine.views import make_view
from companion.engine.visibility import Viewer
from companion.games import all_games, list_offered
from companion.i18n import LANGUAGES, render
from companion.record.record import UNDO, EntryError, EntryListener, Record, is_undo
from companion.table.commands import rounds
from companion.table.tables import import_record
from companion.table.tutorial import Tutorial

GAMES = [game for game in all_games().values() if game.teaches.lessons]
EVENINGS = size("EVENINGS", 3, 80)
LONGEST = 160
NAMES = ("Anna", "Ben", "Cleo", "Dana", "Emil", "Finn")
KNOWS = 2
"""Cleo's seat: she has played it before."""

every_game = pytest.mark.parametrize("game", GAMES)


class Ears(EntryListener):
    """Those who learn at one table."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.taught = Tutorial(game, names)

    def on_entry(self, number: int, entry: Entry, state: Any) -> None:
        self.taught.on_entry(entry, state)

    def restart(self) -> None:
        self.taught.restart()


class Moment(NamedTuple):
    """After an entry: what it was, what everyone sees, whether a turn has just begun, what is said and to be done."""

    entry: Entry
    seen: Mapping[str, Any]
    begins: bool
    said: Mapping[int, Topic]
    reminded: frozenset[int]


def evenings(game: Game) -> Iterator[list[Moment]]:
    """The moments of first rounds of six, of whom one knows the game."""
    for seed in range(EVENINGS):
        play = Play(game, 6, seed=seed)
        while not play.over and play.state.round < 2:
            play.step()
        again, ears = heard(play.record, [])
        found, turn = [], (0, 0)
        for entry in play.record.entries:
            if is_undo(entry):
                break
            again.append(entry)
            state = again.state
            begins, turn = (state.round, state.number) != turn, (state.round, state.number)
            reminded = frozenset(one["seat"] for one in state.reminders)
            if list_deck_announcements(game, state) and state.turn:
                reminded |= {state.turn.seat}
            found.append(
                Moment(entry, make_view(game, state, Viewer()), begins, ears.taught.list_said(state), reminded)
            )
            if state.status != PLAYING:
                break
        yield found


def heard(record: Record, entries: list[Entry]) -> tuple[Record, Ears]:
    """The record with these entries, and those who learn."""
    ears = Ears(record.game, [name for seat, name in enumerate(record.players) if seat != KNOWS])
    again = Record(record.game, record.players, record.given_options, ears)
    again.restore(entries)
    return again, ears


WITH_OTHERS = {"break": ("wagon", "lantern", "pick"), "repair": ("wagon", "lantern", "pick")}
WITH_OTHERS |= {"take-treasure": ("gold", "silver", "gemstones")}
"""Lessons that are one for several tiles."""
IN_A_TURN = {"play-path", "discard"}
"""How a turn goes says it, and the minute before the deal."""
AT_THE_END = {"play-path:treasure", "play-path:stone+treasure"}
"""Then the round's score is revealed."""
ELSEWHERE = {"play-path:stone", "play-path:stone+stone", "reveal"}
"""A stone has its own lesson, and a card is revealed with gold or on leaving."""


@every_game
def test_tutorial_has_a_lesson_for_every_tile(game: Game) -> None:
    played = {one.played for one in game.lessons}
    taught = {f"{kind}:{value}" for kind in played for value in WITH_OTHERS.get(kind, ())} | played
    tiles = {tile.key for tile in game.guide.tiles}
    assert tiles - taught - IN_A_TURN - AT_THE_END - ELSEWHERE == set()


def test_tutorial_teaches_passing_where_nobody_counts_cards() -> None:
    game = all_games()["saboteur"]
    ears = Ears(game, ["Anna", "Ben", "Cleo"])
    record = Record(game, ["Anna", "Ben", "Cleo"], {"count_cards": False}, ears)
    record.append({**deal_cards(game, record.state, Random(1).shuffle), "first": 0})
    record.append({"kind": "pass", "by": 0})
    said = {seat: str(about.title) for seat, about in ears.taught.list_said(record.state).items()}
    assert said == {0: "No cards left: pass", 1: "A turn", 2: "No cards left: pass"}


@every_game
def test_tutorial_says_all_first_times(game: Game) -> None:
    """Each first time comes to the page of each to whom it is new, as soon as those before it have been said."""
    for evening in evenings(game):
        assert not [now for now in evening if KNOWS in now.said]
        for seat in set(range(6)) - {KNOWS}:
            due: list[Topic] = []
            said: list[Topic | None] = []
            for now in evening:
                entered = list_keys(now.entry["kind"], now.entry)
                new = [one for one in game.lessons if one.about not in (*due, *said)]
                due += [one.about for one in new if one.played in entered]
                if not now.begins or seat in now.reminded or now.seen["status"] != PLAYING:
                    continue
                holds = [one.about for one in new if one.when and one.when(now.seen, seat)]
                if due or holds:
                    first = next(one.about for one in game.lessons if one.about in (*due, *holds))
                    assert now.said[seat] == first
                    said.append(first)
                    due = [one for one in due if one != first]


@every_game
def test_tutorial_has_no_sentence_too_long_to_read_at_a_glance(game: Game) -> None:
    assert len(game.teaches.minute) == 6
    sentences = [*(one.about.help for one in game.lessons), *(line for _, line in game.teaches.minute)]
    too_long = [(lang, one) for one in sentences for lang in LANGUAGES if len(render(one, lang)) > LONGEST]
    assert too_long == []
    assert len({one.about for one in game.lessons}) == len(game.lessons)


@every_game
def test_tutorial_gives_no_lesson_for_a_secret(game: Game) -> None:
    """What is entered in secret is read in no log: no lesson may come with it."""
    for lesson in game.lessons:
        kind = lesson.played.partition(":")[0]
        assert not kind or not game.moves[kind].secret


def did(kind: str, **fields: Any) -> Entry:
    return {"kind": kind, **fields}


def append(record: Record, entry: Entry) -> None:
    """The entry as whoever is on turn makes it."""
    state = record.state
    move = record.game.moves[entry["kind"]]
    record.append(move.outcome(state, {**entry, "by": state.turn.seat}, Random(1).shuffle))


END = did("end-turn")
REFUSED: list[tuple[str, str, list[Entry], Entry]] = [
    ("dark-cave", "discard one or two", [], did("discard", count=3)),
    (
        "dark-cave",
        "there are three",
        [one for to in (1, 2, 3) for one in (did("boots", to=to), END)],
        did("boots", to=4),
    ),
    (
        *("dark-cave", "doesn't move that turn"),
        *([did("creature", creature="lindworm", attacks=[1]), END, did("play-path")], did("bridge")),
    ),
    (
        "dark-cave",
        "Your dwarf stops there",
        [did("creature", creature="rat"), did("meet", creature="rat")],
        did("bridge"),
    ),
]
"""What a lesson says, what is done, and what the rules refuse then, where no worked case says it."""


@pytest.mark.parametrize(("id", "says", "done", "refused"), REFUSED, ids=[f"{one[0]}: {one[1]}" for one in REFUSED])
def test_tutorial_rules_out_what_the_rules_refuse(id: str, says: str, done: list[Entry], refused: Entry) -> None:
    game = all_games()[id]
    assert any(says in render(one.about.help, "en") for one in game.lessons)
    record = Record(game, NAMES)
    record.append({**deal_cards(game, record.state, Random(1).shuffle), "first": 0})
    for entry in done:
        append(record, entry)
    with pytest.raises(EntryError):
        append(record, refused)


@every_game
def test_tutorial_depends_on_no_card_of_others(game: Game) -> None:
    """The same is played after another deal: the same is said to the same people at the same moments."""
    play = Play(game, 6, seed=1, undoes=False).run(60)
    deal, *entries = play.record.entries
    heard: list[list[Any]] = []
    for dealt in (deal, swapped(game, deal, (), Random(1))):
        ears = Ears(game, play.record.players)
        record = Record(game, play.record.players, play.record.given_options, ears)
        heard.append([])
        for entry in (dealt, *entries):
            with suppress(EntryError):  # it revealed what was hidden
                record.append(entry)
            if record.state.status != PLAYING:
                break
            heard[-1].append(ears.taught.list_said(record.state))
    common = min(map(len, heard))  # the cards decide when it ends
    assert common > 9
    assert heard[0][:common] == heard[1][:common]


@every_game
def test_tutorial_says_the_same_after_an_undo_and_a_restart(game: Game) -> None:
    play = Play(game, 6, seed=5)
    while not play.over and len(play.record.entries) < 40 and not any(map(is_undo, play.record.entries)):
        play.step()
    entries = [entry for entry in play.record.entries if not is_undo(entry)]
    record, ears = heard(play.record, entries)
    for number in reversed(range(len(entries) - size("UNDONE", 5, 12), len(entries))):
        record.append({"kind": UNDO, "entry": number})
        then, before = heard(record, entries[:number])
        assert ears.taught.list_said(record.state) == before.taught.list_said(then.state)
        again, later = heard(record, record.entries)
        assert ears.taught.list_said(record.state) == later.taught.list_said(again.state)


# -- at a table -----------------------------------------------------------------------------------------------------
class Evening(House):
    """Anna and Ben have phones, Cleo has none; nobody of them has ever played."""

    def sit_down(self, game: str, new: str = "") -> None:
        """Anna and Ben with phones, Cleo without; ``new``: "1" where the game is new to Cleo."""
        self.phones = [self.joins(name) for name in NAMES[:2]]
        self.table.run(rounds.choose, game, {})
        self.enters("seats", name="Cleo", new=new)

    def come_back(self, before: Evening) -> Evening:
        """The same phones after a restart."""
        self.phones = before.phones
        for phone in self.phones:
            phone.application = self.app
        return self

    def is_new_to_anna(self, new: str = "1") -> None:
        self.post(self.phones[0], "new", new=new)

    def enters(self, what: str, **form: str) -> None:
        assert self.post(self.host, f"host/{what}", **form).status_code < 400

    def reads(self, name: str, path: str = "") -> str:
        return unescape(self.page(self.phones[NAMES.index(name)], path))

    def screen(self) -> str:
        return unescape(self.page(self.host, "watch"))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path, ()) as found:
        yield found


FIRST = "Then draw one."
BUTTON = "I'm new to this"


def test_tutorial_is_for_who_says_that_the_game_is_new(tmp_path: Path) -> None:
    with Evening(tmp_path, ()) as evening:
        evening.sit_down("saboteur", new="1")
        assert BUTTON in evening.reads("Anna")
        assert "I'm new to this" in evening.reads("Anna", "panel/i")
        evening.is_new_to_anna()
        assert 'id="minute"' in evening.screen()
        evening.begins()
        assert FIRST in evening.reads("Anna")
        assert 'class="lesson"' not in evening.reads("Ben")
    with Evening(tmp_path, ()) as again:
        evening = again.come_back(evening)
        assert FIRST in evening.reads("Anna")
        evening.enters("act", entries='[{"kind": "discard", "by": 0}]', stamp="")
        assert 'class="lesson"' not in evening.reads("Anna")
        evening.enters("act", entries='[{"kind": "map", "by": 1}]', stamp="")
        assert "Look at one face-down goal card" in evening.reads("Anna")
        assert 'class="lesson"' not in evening.reads("Ben")
        assert FIRST not in evening.screen(), "Cleo has no phone, but the minute"
        evening.enters("follow", how="nothing", stamp="")
        assert evening.reads("Anna").count('class="lesson"') == len(all_games()["saboteur"].lessons)
        assert 'class="lesson"' not in evening.reads("Ben") + evening.screen()


def test_tutorial_is_not_offered_to_who_has_played_the_game(evening: Evening) -> None:
    played = Play(all_games()["saboteur"], 3, seed=1, hurry=0.2).run().record
    played.players = ["Anna", "Ida", "Jan"]
    import_record(evening.store, played)
    evening.sit_down("saboteur")
    assert BUTTON not in evening.reads("Anna")
    assert "rules explained as they come up" in evening.reads("Anna", "panel/i"), "she can say so all the same"
    assert BUTTON in evening.reads("Ben")
    evening.table.run(rounds.choose, "saboteur-2", {})
    assert BUTTON in evening.reads("Anna"), "it is another game"
    in_a_file = next(id for id, game in list_offered().items() if not game.teaches.lessons)
    evening.table.run(rounds.choose, in_a_file, {})
    assert BUTTON not in evening.reads("Anna")


@pytest.mark.parametrize("follow", ["timers", "nothing"])
def test_tutorial_of_an_untracked_round_is_cards_to_leaf_through(evening: Evening, follow: str) -> None:
    evening.sit_down("dark-cave", new="1")
    evening.is_new_to_anna()
    evening.enters("deal", follow=follow, first="0")
    rules = [render(one.about.help, "en") for one in all_games()["dark-cave"].lessons]
    handed = unescape(evening.host.post(f"{evening.url}/hand/2/open", follow_redirects=True).text)
    for page in (evening.reads("Anna"), handed):
        assert re.findall(r'class="lesson".*?</b> (.*?)</span>', page) == rules, "beside one's card"
    evening.host.post(f"{evening.url}/hand/2/back")
    evening.enters("start")
    assert re.findall(r'class="lesson".*?</b> (.*?)</span>', evening.reads("Anna")) == rules
    assert 'class="lesson"' not in evening.reads("Ben") + evening.screen()


def test_tutorial_ends_for_who_says_that_they_know_it(evening: Evening) -> None:
    evening.sit_down("saboteur")
    assert 'id="minute"' not in evening.screen()
    evening.is_new_to_anna()
    evening.begins()
    assert 'name="new" value="0"' in evening.reads("Anna", "panel/i")
    assert 'name="new" value="1"' in evening.reads("Ben", "panel/i")
    evening.is_new_to_anna("0")
    assert 'name="new" value="1"' in evening.reads("Anna", "panel/i")
    assert 'class="lesson"' not in evening.reads("Anna")


def test_tutorial_ends_once_something_of_the_game_was_scored(evening: Evening) -> None:
    evening.sit_down("dark-cave")
    evening.is_new_to_anna()
    evening.begins()
    evening.acts(STOP_HERE)
    evening.undoes()
    evening.table.run(rounds.end)
    assert evening.table.state.seats[0].new_to == "dark-cave", "it was stopped, and before that a slip was undone"
    evening.begins()
    evening.ends()
    evening.table.run(rounds.open_lobby)
    assert evening.table.state.seats[0].new_to == ""
    assert evening.table.view.known == {seat.id for seat in evening.table.state.seats}
