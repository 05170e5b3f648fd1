"""Undo is a stack: the newest goes, and comes back as long as nothing else was entered."""

import json
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from playing import NAMES, MemoryTable, Play

from companion.engine.game import Game
from companion.games import all_games, game_by_id
from companion.record.record import UNDO, EntryError, Record, read_record
from companion.storage.store import Stale, Store, TapRow
from companion.table import Refused, Table, Tables, undo
from companion.table.commands import correct, play, rounds, seating
from companion.table.commands import play as playing
from companion.table.log import device_name
from companion.table.snapshot import load_table
from companion.table.tables import import_record
from companion.table.views.table_view import log_of

GAMES = list(all_games().values())
WAYS = some.lists(some.sampled_from(("play", "play", "undo", "undo", "redo")), min_size=5, max_size=40)


@given(game=some.sampled_from(GAMES), seed=some.integers(0, 50), ways=WAYS)
def test_undo_gives_the_state_without_what_was_undone(game: Game, seed: int, ways: list[str]) -> None:
    play = Play(game, game.least, {}, seed, busy=0.05, hurry=0.05, undoes=False).run(5)
    record, counts, gone = play.record, list(range(len(play.record.entries))), list[tuple[int, int]]()
    for way in ways:
        number = len(record.entries)
        if way == "undo" and counts:
            gone.append((number, counts.pop()))
            record.append({"kind": UNDO, "entry": gone[-1][1]})
        elif way == "redo" and gone:
            undo, back = gone.pop()
            record.append({"kind": UNDO, "entry": undo})
            counts.append(back)
        elif way == "play" and not play.over:
            play.table.typed = {} if not counts else play.table.typed
            play.step()
            counts += range(number, len(record.entries))
            gone = []
        assert [n for n, _ in record.list_counting()] == counts
        assert list(record.undos) == [undo for undo, _ in gone]
    _nothing_else_can_be_undone(record, counts, gone)
    never = Record.load(game, record.players, record.given_options, [record.entries[n] for n in counts])
    again = MemoryTable(game, record.players)
    restored = Record(game, record.players, record.given_options, again)
    restored.restore(record.entries)
    assert again.sentences == play.table.sentences
    replayed = read_record(json.loads(json.dumps(record.to_json())), game_by_id)
    for other in (never, restored, replayed):
        assert other.state == record.state
    assert (restored.undos, restored.live) == (record.undos, record.live)


def _nothing_else_can_be_undone(record: Record, counts: list[int], gone: list[tuple[int, int]]) -> None:
    open_ones = {*counts[-1:], *(undo for undo, _ in gone[-1:])}
    before = deepcopy(record.state)
    for number in {*range(len(record.entries) + 1)} - open_ones:
        with pytest.raises(EntryError):
            record.append({"kind": UNDO, "entry": number})
    assert record.state == before


@pytest.mark.parametrize("named", ["0", False, 0.0, -1, 1])
def test_undo_refuses_an_entry_that_is_not_an_earlier_one(named: object) -> None:
    record = Play(game_by_id("dark-cave"), 3, {}, 0).run(1).record
    before = deepcopy(record.state)
    for more, told in (({}, "needs the number of an earlier entry"), ({"more": 1}, "unknown field more")):
        with pytest.raises(EntryError, match=told):
            record.append({"kind": UNDO, "entry": named, **more})
    assert (record.state, record.newest) == (before, 0)


# -- at a table -----------------------------------------------------------------------------------------------------
def does(table: Table, entries: list[dict[str, Any]], seat: int | None = None, stamp: str = "") -> None:
    """As the page of that seat, or of the table, sends it."""
    table.run(play.act, entries, device_name(seat), stamp or table.state.stamp, seat)


def takes_back(table: Table, tap: int, seat: int | None = None, stamp: str = "") -> None:
    table.run(play.undo_tap, tap, device_name(seat), stamp or table.state.stamp, seat)


@pytest.fixture
def table(store: Store) -> Table:
    """Three play the Dark Cave."""
    table = Tables(store).create()
    for name in NAMES[:3]:
        table.run(seating.add_seat, name)
    begins(table, "dark-cave")
    return table


def begins(table: Table, game: str) -> None:
    table.run(rounds.choose, game, {})
    table.run(rounds.deal, 0)
    table.run(rounds.start_early)


def turn(seat: int, *way: str) -> list[dict[str, Any]]:
    return [{"kind": kind, "by": seat} for kind in ("play-path", *way, "end-turn")]


def kinds(table: Table) -> list[str]:
    return [entry["kind"] for entry in table.state.record.entries]


def test_undo_takes_a_whole_turn_back_and_redo_brings_it_back(store: Store, table: Table) -> None:
    does(table, turn(0, "tunnel", "bridge"), 0)
    does(table, turn(1))
    whole = deepcopy(table.state.state)
    assert [str(line.text) for line in list(log_of(table.state))[:2]] == [
        "Ben plays a path card.",
        "Anna plays a path card. Anna goes into a tunnel. Anna puts 1 gold back into the pool. Anna crosses a bridge."
        " Ben takes a random card from Anna's hand and discards it unseen.",
    ]
    table = Tables(store).get(table.code) or table
    assert table.state.taps[1:] == (TapRow(1, 4, "seat-0"), TapRow(5, 2, "table"))
    for tap, length in ((5, 9), (1, 13)):
        back = undo.find_undo(table.state)
        assert back is not None
        assert back.tap == tap
        takes_back(table, back.tap)
        assert len(table.state.record.entries) == length
    assert table.state.state.seats[0].gold == 3
    table = Tables(store).get(table.code) or table
    assert table.state.log.did == {}, "no card that was played counts"
    for _ in range(2):
        back = undo.find_redo(table.state)
        assert back is not None
        takes_back(table, back.tap)
    assert table.state.state == whole
    assert undo.find_redo(table.state) is None


def test_find_undo_has_the_short_word_of_what_was_done(table: Table) -> None:
    does(table, [{"kind": "play-path", "by": 0}, {"kind": "bridge", "by": 0}, {"kind": "end-turn", "by": 0}])
    back = undo.find_undo(table.state)
    assert back is not None
    assert str(back.short) == "Path card"
    takes_back(table, back.tap)
    back = undo.find_redo(table.state)
    assert back is not None
    assert str(back.short) == "Path card"
    back = undo.find_undo(table.state)
    assert back is not None
    assert str(back.short) == "Deal the cards", "by its label, where there is no other word"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_find_undo_has_no_word_of_a_secret_choice(game: Game, store: Store) -> None:
    play = Play(game, game.least, {}, 1, hurry=0.01, undoes=False)
    secret = [kind for kind, move in game.moves.items() if move.secret]
    for _ in range(1500):
        if play.over or (play.record.entries and play.record.entries[-1]["kind"] in secret):
            break
        play.step()
    row = import_record(store, play.record)
    back = undo.find_undo(load_table(store, row.id))
    assert back is not None
    assert (back.short is None) == (play.record.entries[-1]["kind"] in secret)


def test_undo_tap_refuses_a_tap_that_is_not_the_newest(table: Table) -> None:
    does(table, turn(0), 0)
    stamp = table.state.stamp
    does(table, turn(1), 1, stamp=stamp)
    with pytest.raises(Refused, match="Tap your seat"):
        takes_back(table, 1, 0, stamp=stamp)
    with pytest.raises(Stale):
        takes_back(table, 1)
    stamp, length = table.state.stamp, len(table.state.record.entries)
    for _ in range(2):
        takes_back(table, 3, stamp=stamp)
    assert kinds(table)[length:] == ["undo", "undo"]


def test_undo_tap_refuses_a_tap_of_another_page(table: Table) -> None:
    """What the host did for Anna is the host's."""
    does(table, turn(0))
    with pytest.raises(Refused, match="only your own"):
        takes_back(table, 1, 0)
    table.run(correct.set_token, 1, "boots", 1, table.state.stamp, 1)
    takes_back(table, 3, 1)
    assert not table.state.state.seats[1].boots


def test_undo_tap_refuses_a_seat_that_has_turned_up_a_card(table: Table) -> None:
    table.run(correct.set_token, 0, "revealed", 1, table.state.stamp, 0)
    assert table.state.state.seats[0].revealed
    with pytest.raises(Refused, match="card has been seen"):
        takes_back(table, 1, 0)
    takes_back(table, 1)


def test_act_enters_a_turn_whole_or_not_at_all(table: Table) -> None:
    with pytest.raises(EntryError):
        does(table, turn(0, "take-gold"), 0)
    assert kinds(table) == ["deal"]


def test_act_takes_what_happens_twice_on_the_way_as_one_tap(table: Table) -> None:
    does(table, turn(0, "tunnel", "bridge", "tunnel"), 0)
    assert kinds(table)[2:] == ["tunnel", "bridge", "tunnel", "end-turn"]


@pytest.mark.parametrize(
    "entries",
    [
        turn(0)[::-1],
        [*turn(0), *turn(1)],
        turn(0, *["tunnel"] * 5),
        [{"kind": "end", "reason": "agreed"}, *turn(0)],
        turn(0, "discard"),
        turn(0, "leave", "leave"),
        [*turn(0)[:1], {"kind": "tunnel", "by": 1}],
        [{"kind": "correct", "note": "x"}, {"kind": "correct", "note": "y"}],
    ],
    ids=[
        "backwards",
        "two turns",
        "more tunnels than steps",
        "the end first",
        "two cards",
        "what may end the round, twice",
        "two seats",
        "two corrections",
    ],
)
def test_act_refuses_what_is_no_one_tap(table: Table, entries: list[dict[str, Any]]) -> None:
    with pytest.raises(Refused, match="go together right now"):
        does(table, entries)
    assert kinds(table) == ["deal"]


def test_undo_of_what_was_typed_leaves_it_typed(table: Table) -> None:
    table.run(rounds.end)
    begins(table, "lost-mines")
    does(table, [{"kind": "correct", "seat": 0, "treasures": 1}])
    does(table, [{"kind": "end", "reason": "agreed"}])
    table.run(play.save_private_input, 0, {"values": [3]})
    for seat in (1, 2):
        if table.state.record.game.list_private_fields(table.state.state, seat):
            table.run(play.save_private_input, seat, {"values": []})
    assert kinds(table) == ["deal", "correct", "end", "treasures"]
    takes_back(table, 3)
    does(table, [{"kind": "retire", "seat": 1}])
    assert "treasures" not in kinds(table)[4:], "nobody has confirmed it"
    table.run(play.save_private_input, 0, {"values": [2]})
    assert table.state.record.entries[-1]["values"][0] == [2]


def test_undo_after_an_import_knows_its_taps(store: Store, table: Table) -> None:
    deal = table.state.record.entries[0]
    when = "2026-01-01T20:00:0{}Z"
    made = [(deal, 0, "table"), *((one, 1, "seat-0") for one in turn(0)), (turn(1)[0], 2, "seat-1")]
    made += [(turn(1)[1], 3, "seat-1"), *(({"kind": UNDO, "entry": n}, 3, "seat-1") for n in (4, 3, 2))]
    entries = [{**one, "at": when.format(at), "device": device} for one, at, device in made]
    read = read_record(table.state.record.to_json(entries), game_by_id)
    row = import_record(store, read)
    at = load_table(store, row.id)
    assert [(tap.first, tap.many) for tap in at.taps] == [(0, 1), (1, 2), (3, 1), (4, 1), (5, 3)]
    assert undo.list_standing(at.record, at.taps[1]) == [1], "half of a tap was taken back"


@pytest.mark.parametrize("game", GAMES)
def test_undo_leads_to_the_start_and_redo_forth_again(tmp_path: Path, game: Game) -> None:
    """Whatever was played, each Undo of the table works, and each Redo."""
    with closing(Store(tmp_path)) as store:
        play = Play(game, game.least, {}, 3, busy=0.1, hurry=0.01).run(40)
        row = import_record(store, play.record)
        at = load_table(store, row.id)
        whole = deepcopy(at.state)
        with store.transaction():
            while back := undo.find_undo(at):
                playing.undo_tap(at, back.tap, "table", "")
            assert at.record.newest == -1
            undone = len(list(at.taps))
            while back := undo.find_redo(at):
                playing.undo_tap(at, back.tap, "table", "")
        assert len(at.taps) > undone
        counting = [n for n, _ in at.record.list_counting()]
        if play.record.undos:
            assert len(counting) > len(list(play.record.list_counting()))
        else:
            assert at.state == whole
