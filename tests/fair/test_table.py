"""A table deals by the protocol: who takes part, what waits for whom, and what a restart and an older version leave."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games import game_by_id
from companion.kept.store import PledgeRow, Store
from companion.record import fair, older
from companion.record.chance import Drawing, Drawn
from companion.record.record import Record
from companion.record.verify import Opened, to_json, verify
from companion.rules.text import RuleError
from companion.table import Refused, Table, Tables, dealing, ending, gathering, playing, promising, seating, settings
from companion.web.app import create_app

from .machine import bits_of
from .phones import commit, deal, open_bits, seat_ids
from .test_attacks import verified

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones have all the time of a test."""
    monkeypatch.setattr(promising, "PATIENCE", 600)


@pytest.fixture
def table(store: Store, patient: None) -> Table:
    return seated(store)


def seated(store: Store, game: str = "dark-cave", names: tuple[str, ...] = NAMES) -> Table:
    table = Tables(store).create()
    for name in names:
        table.do(seating.join, name)
    table.do(settings.choose, game, {})
    return table


def bound(table: Table) -> fair.Deal:
    """The deal that is pending: all have committed, all are there."""
    commit(table)
    table.do(dealing.deal, 0, "", seat_ids(table))
    return pending_at(table)


def pending_at(table: Table) -> fair.Deal:
    pending = table.at.dice.pending
    assert pending is not None
    return pending


def current_at(table: Table) -> PledgeRow:
    """What was promised for the game under way."""
    current = table.at.dice.current
    assert current is not None
    return current


def coming_at(table: Table) -> PledgeRow:
    """What was promised for the next game."""
    coming = table.at.dice.coming
    assert coming is not None
    return coming


def read(store: Store, code: str) -> Table:
    """The table as it is read after a restart."""
    table = Tables(store).get(code)
    assert table is not None
    return table


def dealt(table: Table) -> list[dict[str, Any]]:
    return [] if table.at.record is None else list(table.at.record.entries)


# -- what waits -----------------------------------------------------------------------------------------------------
def test_the_cards_come_when_the_last_phone_has_opened(table: Table) -> None:
    bound(table)
    ids = seat_ids(table)
    open_bits(table, ids[:3])
    assert dealt(table) == []
    open_bits(table, ids[3:])
    assert [entry["kind"] for entry in dealt(table)] == ["deal"]
    assert current_at(table).deals[0].entry == 0


def test_who_does_not_open_in_time_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promising, "PATIENCE", 0.05)
    table = seated(store)
    told = Told(table)
    bound(table)
    open_bits(table, seat_ids(table)[:2])
    told.waits_for_cards()
    (made,) = current_at(table).deals
    assert made.named(made.withheld) == ["Cleo", "Dan"]


class Told:
    """Who is told of the table's changes, and waits for the cards."""

    def __init__(self, table: Table) -> None:
        self.table, self.cards = table, threading.Event()
        table._publish = self.publish

    def publish(self, code: str) -> None:
        if self.table.at.dice.pending is None and self.table.at.record is not None:
            self.dealer = threading.current_thread()
            self.cards.set()

    def waits_for_cards(self) -> None:
        assert self.cards.wait(20)
        self.dealer.join(20)  # it writes to the store after it has told


def test_only_phones_that_are_there_take_part_and_the_others_are_named_as_asleep(table: Table) -> None:
    commit(table)
    ids = seat_ids(table)
    table.do(dealing.deal, 0, "", ids[1:])
    pending = pending_at(table)
    assert pending.named(pending.commitments) == ["Ben", "Cleo", "Dan"]
    assert pending.named(pending.asleep) == ["Anna"]


def test_a_deal_without_a_phone_comes_at_once_and_says_that_nobody_can_check_it(store: Store) -> None:
    table = Tables(store).create()
    for name in NAMES:
        table.do(seating.add_seat, name)
    table.do(settings.choose, "dark-cave", {})
    table.do(dealing.deal, 0)
    assert len(dealt(table)) == 1
    tells(table)
    result = verified(json.loads(json.dumps(ending.exported(table.at))))
    assert result.exit_code == 3
    assert "Deal 1/1/1: no phone took part, so nobody can check it." in result.stdout


def tells(table: Table) -> None:
    table.do(dealing.start_early)
    table.do(playing.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    while not table.at.told:
        table.do(ending.show_next)


def test_until_the_cards_come_nothing_else_changes_and_a_second_deal_is_the_same(table: Table) -> None:
    before = bound(table)
    for command, given in (
        (seating.join, ("Zoe",)),
        (seating.place_seat, (seat_ids(table)[0], 2)),
        (settings.choose, ("saboteur", {})),
        (settings.turn_picture, (1,)),
    ):
        with pytest.raises(Refused) as refused:
            table.do(command, *given)
        assert refused.value.text == promising.WAIT
    table.do(dealing.deal, 2, "", ())
    assert table.at.dice.pending == before
    open_bits(table)
    assert dealt(table)[0]["first"] == 0


def test_a_commitment_stands_and_bits_that_are_not_its_own_are_dropped(table: Table) -> None:
    anna = seat_ids(table)[0]
    commit(table)
    stands = table.answer(promising.commit, [(anna, "1/1/1", "0" * 64)])
    assert stands == [table.at.dice.committed("1/1/1")[anna]] != ["0" * 64]
    bound(table)
    table.answer(promising.open_bits, {anna: "0" * 32, 99: "0" * 32})
    assert pending_at(table).opened == {}
    assert (
        table.answer(promising.commit, [(anna, "7/1/1", "0" * 64), (99, "2/1/1", "0" * 64), (anna, "2/1/1", "x")]) == []
    )


def test_posts_of_phones_are_for_their_own_seats(store: Store, patient: None) -> None:
    app = create_app(store)
    table = app.extensions["context"].tables.create()
    anna, ben = app.test_client(), app.test_client()
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        phone.post(f"/{table.code}/join", data={"name": name})
    one, other = seat_ids(table)
    answer = anna.post(
        f"/{table.code}/commit", data={"commitment": [f"{one} 1/1/1 {'a' * 64}", f"{other} 1/1/1 {'b' * 64}"]}
    )
    assert (answer.status_code, answer.json) == (200, ["a" * 64])
    assert table.at.dice.committed("1/1/1") == {one: "a" * 64}
    for wrong in ("x", f"{one} 1/1/1", "", f"{one}  ", f"{one} 1/1/1 {'g' * 64}"):
        assert anna.post(f"/{table.code}/commit", data={"commitment": wrong}).status_code == 200
        assert anna.post(f"/{table.code}/open", data={"opened": wrong}).json == []


# -- deals of other kinds -------------------------------------------------------------------------------------------
def test_each_deal_has_terms_of_its_own_but_one_that_is_made_again_in_its_place(store: Store) -> None:
    table = seated(store)
    deal(table, dealing.deal, None)
    table.do(playing.undo, 0, "table", "")
    table.do(dealing.deal, None)
    deal(table, dealing.deal_afresh, "seen")
    first, _, again, _fresh = dealt(table)
    assert first == again
    assert [one.of for one in current_at(table).deals] == ["1/1/1", "1/1/2"]
    tells(table)
    report = verify(json.loads(json.dumps(ending.exported(table.at))), game_by_id)
    assert report.fair, [str(check.text) for check in report.checks]


def test_what_is_dealt_after_a_told_end_was_taken_back_can_not_be_checked_and_breaks_nothing(store: Store) -> None:
    """The secret is open by then: it draws no more, and no phone is asked for bits."""
    table = seated(store, "saboteur")
    table.do(settings.choose, "saboteur", {"rounds": 1})
    deal(table, dealing.deal, 0)
    assert promising.told(table.at)["fits"]
    tells(table)
    table.do(playing.undo, 1, "table", "")
    assert not promising.told(table.at)["fits"]
    table.do(dealing.longer)
    tells(table)
    deal(table, dealing.deal, 1)
    tells(table)
    result = verified(json.loads(json.dumps(ending.exported(table.at))))
    assert "Entry 4 was dealt after an end that was taken back." in result.stdout
    assert (result.exit_code, "DOES NOT FIT" in result.stdout) == (3, False), result.stdout


def test_other_cards_than_those_taken_back_need_new_commitments(store: Store) -> None:
    """Other players are another deal: what was opened for the first one is not used for it."""
    table = seated(store)
    deal(table, dealing.deal, 0)
    table.do(playing.undo, 0, "table", "")
    table.do(seating.join, "Zoe")
    deal(table, dealing.deal, 0)
    assert current_at(table).deals[0].of == "2/1/1"


def test_a_deal_by_hand_has_terms_for_what_is_drawn_later(store: Store) -> None:
    table = seated(store, "saboteur-2", (*NAMES, "Emil"))
    table.do(settings.choose, "saboteur-2", {"dealing": "cards"})
    deal(table, dealing.deal, 0)
    (made,) = current_at(table).deals
    assert (made.entry, len(made.opened)) == (0, 5)
    assert [one.label for one in current_at(table).drawn] == ["1/1/deal/1"]


def test_what_can_not_be_dealt_is_given_up_and_its_name_is_used_up(table: Table) -> None:
    bound(table)
    table._committed(lambda at: at.dice.settle(_impossible(at.dice.pending)))
    table._deal("1/1/1")
    assert table.at.dice.pending is None
    assert dealt(table) == []
    deal(table, dealing.deal, 0)
    assert [(one.of, one.given_up) for one in current_at(table).deals] == [("1/1/1", True), ("1/1/2", False)]
    tells(table)
    result = verified(json.loads(json.dumps(ending.exported(table.at))))
    assert result.exit_code == 3
    assert "Deal 1/1/1 was given up after its terms were bound: that left a choice." in result.stdout


def _impossible(pending: fair.Deal | None) -> fair.Deal:
    assert pending is not None
    return fair.Deal({**pending.terms, "deal": {"kind": "deal", "first": 99}})


def test_a_deal_that_the_rules_refuse_binds_nothing(store: Store) -> None:
    table = seated(store, names=("Anna",))
    commit(table)
    with pytest.raises(RuleError):
        table.do(dealing.deal, 0, "", seat_ids(table))
    assert coming_at(table).deals == ()


# -- restarts -------------------------------------------------------------------------------------------------------
def test_after_a_restart_the_same_deal_is_finished(store: Store, tmp_path: Path, patient: None) -> None:
    table = seated(store)
    before = bound(table)
    open_bits(table, seat_ids(table)[:2])
    later = read(store, table.code)
    assert pending_at(later).text == before.text
    assert len(pending_at(later).opened) == 2
    open_bits(later, seat_ids(later)[2:])
    assert len(current_at(later).deals[0].opened) == 4


def test_after_a_restart_other_terms_are_not_bound(store: Store, patient: None) -> None:
    table = seated(store)
    before = bound(table)
    open_bits(table, seat_ids(table)[:2])
    later = read(store, table.code)
    later.do(dealing.deal, 2, "", ())
    with pytest.raises(Refused):
        later.do(settings.choose, "saboteur", {})
    assert pending_at(later).text == before.text
    open_bits(later)
    assert dealt(later)[0]["first"] == 0


def test_what_is_made_safe_after_the_store_has_closed_is_left(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        pass
    store.checkpoint()


def test_after_a_restart_the_cards_come_without_phones_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promising, "PATIENCE", 600)
    table = seated(store)
    bound(table)
    monkeypatch.setattr(promising, "PATIENCE", 0.3)
    later = read(store, table.code)
    Told(later).waits_for_cards()
    assert len(dealt(later)) == 1


# -- older games ----------------------------------------------------------------------------------------------------
def test_a_game_begun_before_goes_on_as_it_was_and_the_next_one_commits(store: Store) -> None:
    table = seated(store, "saboteur")
    table.do(dealing.deal, 0)
    promised = table.at.dice.promises[2]
    secret = current_at(table).secret
    added = [[1, "Anna", "1" * 32]]
    store.pledges._change("pledges", current_at(table).id, added=json.dumps(added), deals="[]", drawn="[]")
    table.read_again()
    assert promising.coming(table.at) == ["2/1/1"]
    deal(table, dealing.deal_afresh, "seen")
    key = older.key_of(secret, ["1" * 32])
    assert table.at.record is not None
    cards = game_by_id("saboteur").deal(table.at.record.state, fair.Draw(key, "1/1/deal/1").shuffle)["cards"]
    assert dealt(table)[-1]["cards"] == cards
    assert table.at.dice.promises == {2: promised}


def older_record(**changed: Any) -> dict[str, Any]:
    """A record of a game that was dealt by the older way, after a lot."""
    secret, added = "ab" * 32, (("Anna", "1" * 32), ("Ben", "2" * 32))
    record = Record(game_by_id("dark-cave"), NAMES)
    key = older.key_of(secret, [bits for _, bits in added])
    places = [0, 1, 2, 3]
    fair.Draw(key, "1/1/first/1").shuffle(places)
    lot = Drawn(0, "1/1/first/1", NAMES, NAMES[places[0]])
    drawing = Drawing(1, [lot], lambda label, deal: fair.Draw(key, label).shuffle)
    entry, drawn = drawing.fill_in(record, {"kind": "deal", "first": changed.pop("first", places[0])})
    record.append(entry)
    record.append({"kind": "end", "reason": "agreed"})
    lot = lot._replace(**changed)
    opened = Opened(fair.promise(secret), secret, (lot, *drawn), added=added)
    return {**record.to_json(), "chance": to_json(opened)}


def test_an_older_record_that_fits_proves_less_and_says_so() -> None:
    result = verified(json.loads(json.dumps(older_record())))
    assert result.exit_code == 3
    assert result.stdout.endswith(f"What can be checked fits. {older.PROVES}\n")


@pytest.mark.parametrize(
    "changed", [{"among": ("Anna", "Anna")}, {"among": ("Zoe", "Anna")}, {"among": NAMES[::-1]}, {"fell_on": "Zoe"}]
)
def test_a_lot_of_an_older_record_was_among_all_in_their_order(changed: dict[str, Any]) -> None:
    result = verified(json.loads(json.dumps(older_record(**changed))))
    assert result.exit_code == 1
    assert "1/1/first/1: this lot does not fit." in result.stdout


def test_who_begins_is_on_whom_the_lot_of_an_older_record_fell() -> None:
    begins = older_record()["entries"][0]["first"]
    assert verified(json.loads(json.dumps(older_record(first=(begins + 1) % 4)))).exit_code == 1


# -- what is kept ---------------------------------------------------------------------------------------------------
def test_a_folder_of_before_keeps_its_promise_and_drops_what_was_added(tmp_path: Path) -> None:
    with closing(Store(tmp_path)) as store:
        table = Tables(store).create()
        secret, code = coming_at(table).secret, table.code
    with closing(sqlite3.connect(tmp_path / "companion.db")) as conn:
        conn.execute("ALTER TABLE pledges DROP COLUMN deals")
        conn.execute("ALTER TABLE pledges DROP COLUMN commitments")
        conn.execute('UPDATE pledges SET added = \'[[1, "Anna", "11"]]\', drawn = \'[[0, "1/1/first/1", [], ""]]\'')
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = '0010_deals'")
        conn.execute("DELETE FROM checks")  # as if it had been written so
        conn.commit()
    with closing(Store(tmp_path)) as store:
        coming = coming_at(read(store, code))
        assert (coming.secret, coming.added, coming.drawn) == (secret, None, ())


def test_bits_of_phones_are_on_disk_as_they_come(store: Store, patient: None) -> None:
    table = seated(store)
    of = bound(table).of
    open_bits(table, seat_ids(table)[:1])
    row = store.pledges._row("SELECT deals FROM pledges WHERE deals != '[]'")
    assert row is not None
    kept = json.loads(row["deals"])
    assert kept[0][1] == [[seat_ids(table)[0], bits_of(seat_ids(table)[0], of)]]


def test_who_sits_out_commits_too(store: Store) -> None:
    table = seated(store, "saboteur")
    deal(table, dealing.deal, 0)
    tells(table)
    table.do(gathering.plays_on, seat_ids(table)[1], False)
    deal(table, dealing.deal, None)
    made = current_at(table).deals[-1]
    assert made.terms["deal"] == {"kind": "deal", "without": [1]}
    assert made.named(made.opened) == list(NAMES)
