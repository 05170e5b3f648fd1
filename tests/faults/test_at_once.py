"""What people do at one moment, each on their own screen: nothing is lost, nothing counts twice, everyone is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from sizes import SEED, size
from werkzeug.test import TestResponse
from wires import Wire, beating_hub

from companion import clock
from companion.table import Tables
from companion.table.commands import rounds, tracking
from companion.toml_games.files import BUNDLED, list_files
from companion.web.seat_claims import Claims

from .house import STOP_HERE, House
from .test_twice import at_once, entered, first_form, send, strangers

RACES = size("RACES", 1, 200)
HANDS = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")


class Room(House):
    """A table with a second screen of the host's, and a stream open on every screen."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, HANDS[:5], HANDS[5:], hub=beating_hub())
        self.remote = self.app.test_client()
        self.remote.get(f"/host/{self.store.host_key}")

    def listens(self) -> None:
        screens = {"table": self.host, "watch": self.stranger, "phone": self.phones[0]}
        self.wires = [self.stream(one, kind) for kind, one in screens.items()]
        for wire in self.wires:
            wire.events()

    def stream(self, client: FlaskClient, kind: str) -> Wire:
        return Wire(client.get(self.path(f"stream/{kind}"), buffered=False).response)

    def both_hosts(self, path: str, **form: str) -> list[int]:
        """The table screen and the host's phone send the same at one moment."""
        given = {"stamp": self.table.state.stamp, **form}
        taps = (lambda one=one: self.tap(one, f"host/{path}", **given) for one in (self.host, self.remote))
        return at_once(*taps)

    def kinds(self) -> list[str]:
        return [entry["kind"] for entry in self.entries()]


def in_any_order(random: Random, *calls: Callable[[], TestResponse]) -> list[int]:
    """Their statuses, in the order that they are given in."""
    order = random.sample(range(len(calls)), len(calls))
    found = dict(zip(order, at_once(*(calls[n] for n in order)), strict=True))
    return [found[n] for n in range(len(calls))]


def two_take_one_chair(room: Room, random: Random) -> None:
    phones, seat = strangers(room, 2), room.id_of("Fay")
    statuses = in_any_order(random, *(lambda one=one: room.post(one, "join", seat=seat) for one in phones))
    assert sorted(statuses) == [303, 409]
    assert ["You're in" in unescape(room.page(one)) for one in phones].count(True) == 1


def two_sit_down_by_two_forms(room: Room, random: Random) -> None:
    phones = strangers(room, 2)
    names = ("Gus", "Hal")
    joins = [
        lambda one=one, name=name: room.post(one, "join", name=name) for one, name in zip(phones, names, strict=True)
    ]
    assert in_any_order(random, *joins) == [303, 303]
    assert len({str(one.get_cookie(f"seat_{room.code}")) for one in phones}) == 2
    assert [seat.name for seat in room.table.state.seats].count("Gus") == 1


def two_are_told_yes_for_one_seat(room: Room, random: Random) -> None:
    room.deals()
    room.hall.claims = Claims()
    seat, phones = room.id_of("Ben"), strangers(room, 2)
    for place, phone in enumerate(phones):
        phone.environ_base["REMOTE_ADDR"] = f"192.168.7.{place}"
        assert room.post(phone, "ask", seat=seat).status_code == 303
    one, other = (f"host/asked/{claim.id}/yes" for claim in room.hall.claims.list_open(room.code))
    says = in_any_order(random, lambda: room.tap(room.host, one), lambda: room.tap(room.remote, other))
    assert sorted(says) == [200, 410]
    for phone in phones:
        room.get(phone, "ask")
    assert ['data-key="card"' in room.page(one) for one in phones].count(True) == 1


def two_hosts_end_the_round_and_deal_the_next(room: Room, random: Random) -> None:
    room.deals("saboteur")
    assert set(room.both_hosts("act", entries=json.dumps([STOP_HERE]))) <= {200, 409}
    assert room.kinds().count("end") == 1
    while not room.table.state.told:
        before = room.table.view.score.beats
        room.both_hosts("next", told=str(before))
        assert room.table.view.score.beats == before + 1
    assert sorted(room.both_hosts("deal", first="1")) == [200, 409]
    assert room.kinds().count("deal") == 2


def phones_and_the_table_deal_the_next(room: Room, random: Random) -> None:
    room.deals("saboteur")
    room.ends()
    stamp = room.table.state.stamp
    deals = [lambda one=one: room.tap(one, "deal", stamp=stamp) for one in room.phones]
    statuses = in_any_order(random, *deals, lambda: room.tap(room.host, "host/deal", stamp=stamp, first="1"))
    assert set(statuses) <= {200, 409}
    assert room.kinds().count("deal") == 2


def six_fill_in_while_the_table_tells(room: Room, random: Random) -> None:
    room.table.run(rounds.choose, "dark-cave", {})
    room.begins(follow="nothing")
    room.table.run(tracking.ask_for_results)
    room.table.run(tracking.save_row, {f"gold.{seat}": 1 for seat in range(6)})
    page = {f"gold.{seat}": "1" for seat in range(6)} | {f"out.{seat}": "0" for seat in range(6)}
    tell = {**page, "stamp": room.table.state.stamp, "newest": ""}
    phones = enumerate(room.phones)
    rows = [lambda one=one, seat=seat: room.tap(one, "row", **{f"gold.{seat}": "4"}) for seat, one in phones]
    *filled, told = in_any_order(random, *rows, lambda: room.tap(room.host, "host/told", **tell))
    assert told == 200
    assert [seat.gold for seat in room.state.seats] == [4 if one == 200 else 1 for one in filled] + [1]


def one_joins_while_the_cards_are_dealt(room: Room, random: Random) -> None:
    room.table.run(rounds.choose, "dark-cave", {})
    zoe = room.app.test_client()
    deal = {"stamp": room.table.state.stamp, "first": "0"}
    joined, dealt = in_any_order(
        random, lambda: room.post(zoe, "join", name="Zoe"), lambda: room.tap(room.host, "host/deal", **deal)
    )
    assert joined == 303
    if dealt == 409:  # the table has changed since the page
        assert room.both_hosts("deal", first="0").count(200) == 1
    plays = "Zoe" in room.table.state.game_row.players
    assert ("You can watch for now" in room.page(zoe)) == (not plays)
    assert len(room.entries()[0]["cards"]) == 6 + plays


def a_tap_meets_an_undo(room: Room, random: Random) -> None:
    room.deals()
    send(room.phones[0], first_form(room))
    before = len(room.entries())
    back, tap = first_form(room, "/undo"), first_form(room, "/act", room.phones[1])
    statuses = in_any_order(random, lambda: send(room.phones[0], back), lambda: send(room.phones[1], tap))
    assert sorted(statuses) == [200, 409]
    assert len(room.entries()) > before


def the_lid_is_closed_for_an_hour(room: Room, random: Random) -> None:
    """A tap goes to the old address, and comes again at the new one when the laptop wakes up; a stream broke."""
    room.deals()
    form, was = first_form(room), clock.now()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: was + 3600)
        patch.setattr(clock, "steady", lambda: was + 3600)
        taps = [lambda: send(room.phones[0], form)] * 2
        assert set(in_any_order(random, *taps, lambda: room.get(room.stranger, "watch"))) == {200}
        assert len(room.entries()) == 1 + entered(form)
        room.wires.pop().hangs_up()
        room.wires.append(room.stream(room.phones[0], f"phone?again=1&v={room.hall.epoch}.0"))
        phone = room.app.test_client()
        for path, answer in (("ask", 303), (f"s/{room.store.seats.make_link(room.id_of('Ben'))}", 303)):
            url = room.path(path)
            assert phone.post(url, data={"seat": room.id_of("Ben")}, base_url="http://10.0.0.7").status_code == answer
        assert 'data-key="card"' in phone.get(room.url, base_url="http://10.0.0.7").text


@pytest.mark.parametrize("seed", range(SEED, SEED + RACES))
@pytest.mark.parametrize(
    "race",
    [
        two_take_one_chair,
        two_sit_down_by_two_forms,
        two_are_told_yes_for_one_seat,
        two_hosts_end_the_round_and_deal_the_next,
        phones_and_the_table_deal_the_next,
        six_fill_in_while_the_table_tells,
        one_joins_while_the_cards_are_dealt,
        a_tap_meets_an_undo,
        the_lid_is_closed_for_an_hour,
    ],
)
def test_at_one_moment(tmp_path: Path, race: Callable[[Room, Random], None], seed: int) -> None:
    with Room(tmp_path) as room:
        room.listens()
        race(room, Random(seed))
        newest = room.hall.name_version(room.code)
        assert all(newest in "".join(wire.events()) for wire in room.wires)
        again = Tables(room.store).get(room.code)
        assert again
        assert again.state.seats == room.table.state.seats
        assert (again.state.current_game and again.state.state) == (room.table.state.current_game and room.state)


def test_of_two_games_of_one_name_one_is_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both hosts look whether there is one, and then write: the one whose game was not saved is told so."""
    with Room(tmp_path) as room:
        there, look = threading.Barrier(2), list_files

        def looks() -> dict[str, Path]:
            found = look()
            with suppress(threading.BrokenBarrierError):
                there.wait(0.2)
            return found

        text = (BUNDLED / "spies.toml").read_text(encoding="utf-8")
        texts = [text.replace("Spies", name) for name in ("Moles", "Owls")]
        send = [
            lambda one=one, of=of: room.post(one, "host/games", text=of, name="tonight")
            for one, of in zip((room.host, room.remote), texts, strict=True)
        ]
        monkeypatch.setattr("companion.toml_games.pages.list_files", looks)
        statuses = at_once(*send)
        monkeypatch.undo()
        assert sorted(statuses) == [303, 409]
        kept = (tmp_path / "games" / "tonight.toml").read_text(encoding="utf-8")
        assert kept == texts[statuses.index(303)]
