"""The group's history: what comes into it and when, who can read it, people, game nights, and everything that goes
out."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from history_records import NAMES, THEN, add, book_of, deals, ends, saboteur, seated, tells

from companion import clock
from companion.storage.store import Store
from companion.table import Table
from companion.table.commands import reveal_score, rounds
from companion.web.context import CLOCK

# -- what comes into it ---------------------------------------------------------------------------------------------


# -- game nights ----------------------------------------------------------------------------------------------------
def test_evening_ends_after_six_hours(store: Store) -> None:
    began = [THEN + timedelta(hours=hours) for hours in (0, 5.8, 6.6, 13.3)]
    code = imported_at(store, *began)
    evenings = [[play.outcome.started for play in one.plays] for one in reversed(book_of(store).evenings)]
    assert evenings == [[one.timestamp() for one in began[:3]], [began[3].timestamp()]]
    ids = {f"{code}-2026-01-03", f"{code}-2026-01-02"}
    assert {one.id for one in book_of(store).evenings} == ids
    other = add(store, saboteur())
    assert {one.id for one in book_of(store).evenings} == ids | {f"{other}-2026-01-02"}, "each table has its own"


def imported_at(store: Store, *times: datetime) -> str:
    """Games at one table, as ``companion import FOLDER`` puts them there."""
    code = add(store, saboteur(began=times[0]))
    for began in times[1:]:
        game = store.games.new(1, "saboteur", {}, NAMES, [])
        store.journal.append_record(game.id, saboteur(began=began)["entries"])
        store.games.save(replace(game, over=True))
    return code


DAY = timedelta(days=1)
SET_RIGHT = timedelta(minutes=20)


def plays_at(app: Any, monkeypatch: pytest.MonkeyPatch, machine: datetime, table: Table) -> None:
    """A game that is dealt when the computer's clock says that."""
    monkeypatch.setattr(clock, "now", machine.timestamp)
    deals(table)
    ends(table)
    table.run(rounds.end)
    while not table.state.told:
        table.run(reveal_score.reveal_next)


def say_time(client: FlaskClient, code: str, time: datetime, address: str = "10.42.0.7") -> None:
    """The browser loads something of the table, and says what time it is."""
    headers = {CLOCK: str(round(time.timestamp() * 1000))}
    client.get(f"/{code}/host/panel/log", headers=headers, environ_base={"REMOTE_ADDR": address})


def test_evening_of_a_machine_without_a_clock_has_the_date_of_the_host(
    app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box that was never online goes on where it was switched off; the host's browser knows the date."""
    table = seated(app)
    plays_at(app, monkeypatch, THEN, table)
    before = book_of(store).plays[0]
    machine = THEN + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", machine.timestamp)
    say_time(host, table.code, machine + 7 * DAY)
    plays_at(app, monkeypatch, machine, table)
    first, second = book_of(store).plays
    assert (first.play_id, first.played_at, first.evening) == (before.play_id, before.played_at, before.evening)
    assert second.played_at == "2026-01-09 20:00:00"
    assert [one.id for one in book_of(store).evenings] == [f"{table.code}-2026-01-09", f"{table.code}-2026-01-02"]
    entries = store.journal.read(second.id).entries
    assert all(entry["at"].startswith("2026-01-02T20:00") for entry in entries), "the record has the machine's time"
    assert [game.ahead for game in store.games.of(table.state.row.id)] == [0, (7 * DAY).total_seconds()]


def test_evening_stays_one_when_the_clock_is_set(
    app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, wrong = seated(app), THEN - 30 * DAY
    monkeypatch.setattr(clock, "now", wrong.timestamp)
    say_time(host, table.code, THEN)
    plays_at(app, monkeypatch, wrong, table)
    deals(table)
    monkeypatch.setattr(clock, "now", (THEN + SET_RIGHT).timestamp)
    ends(table)
    table.run(rounds.end)
    tells(table)
    table.run(rounds.open_lobby)
    plays_at(app, monkeypatch, THEN + timedelta(hours=1), table)
    (evening,) = book_of(store).evenings
    assert [play.minutes for play in evening.plays] == [0, 20, 0]
    assert [play.played_at[11:16] for play in evening.plays] == ["19:00", "19:00", "20:00"]


@pytest.mark.parametrize("said", [THEN + timedelta(minutes=59), THEN - 30 * 365 * DAY, None])
def test_date_of_a_game_ignores_a_time_that_says_nothing(
    said: datetime | None, app: Any, store: Store, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Less than an hour away, a browser without its own clock, or one that is not the host's or has its time from this
    computer."""
    table = seated(app)
    monkeypatch.setattr(clock, "now", THEN.timestamp)
    if said:
        say_time(host, table.code, said)
    else:
        say_time(app.test_client(), table.code, THEN + 7 * DAY)
        say_time(host, table.code, THEN + 7 * DAY, "127.0.0.1")
        host.get(f"/{table.code}/host/panel/log", headers={CLOCK: "soon"})
    plays_at(app, monkeypatch, THEN, table)
    assert book_of(store).plays[0].played_at == "2026-01-02 19:00:00"


# -- out ------------------------------------------------------------------------------------------------------------


# -- from one computer to another -----------------------------------------------------------------------------------


# -- who can see it -------------------------------------------------------------------------------------------------


# -- people ---------------------------------------------------------------------------------------------------------


# -- docs/history.md ---------------------------------------------------------------------------------------------------


# -- people at the table --------------------------------------------------------------------------------------------
