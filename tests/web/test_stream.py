"""Streams carry what has changed: put together, each screen shows what its page would, and nothing of others."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from faults.house import NAMES, House
from playing import Play, quiet_turn
from prepared import Steady
from sizes import size
from wires import Wire, beating_hub

from companion import clock
from companion.engine.actions import Entry
from companion.engine.state import PLAYING
from companion.engine.text import RuleError
from companion.games import all_games, list_offered
from companion.storage.store import Store
from companion.table import PageViewer
from companion.table.commands import correct, seating
from companion.table.commands import play as playing
from companion.table.views.page import Page
from companion.table.views.table_view import log_of
from companion.web import pages
from companion.web.app import create_app
from companion.web.render.regions import LivePage
from companion.web.render.renderer import TablePerson
from companion.web.render.speech import NEWS
from companion.web.render.templates import HOLE, draw
from companion.web.sse import GRACE
from companion.web.translator import Translator

TAPS = size("TAPS", 14, 60)
BESIDE = (NEWS, "joincode", "asleep", "asked", "uncopied")
KINDS = {"host": "table", "stranger": "watch"}
_REGION = re.compile(r'<div id="(\w+)" hx-swap-oob="innerMorph">')


class Room(House):
    """A table in play, with a client for each phone, the host and a stranger."""

    def __init__(self, folder: Path, game: str, names: tuple[str, ...] = NAMES) -> None:
        super().__init__(folder, names, hub=beating_hub(clock=clock.steady))
        self.clients = {**dict(zip(names, self.phones, strict=True)), "host": self.host, "stranger": self.stranger}
        self.deals(game)

    def turn(self, seat: int = 0) -> list[Entry]:
        """The quiet turn of that seat."""
        return quiet_turn(self.table.state.record, seat)

    def stream(self, who: str, shown: str = "") -> Wire:
        """What a screen that is connected is sent, where it shows that version already."""
        path = self.path(f"stream/{KINDS.get(who, 'phone')}?v={shown}")
        response = self.clients[who].get(path, buffered=False)
        assert response.status_code == 200
        return Wire(response.response)

    def live(self, who: str) -> str:
        """The live part as a page that is opened now has it."""
        return self.page(self.clients[who], f"live/{KINDS.get(who, 'phone')}")

    def frames(self, who: str) -> list[tuple[str, ...]]:
        """What is around the regions of a page."""
        kind = KINDS.get(who, "phone")
        url = "host/" if kind == "table" else ""
        with self.app.app_context():
            board = Page(self.table.view, PageViewer()).board
            people = (
                tuple(TablePerson(row.name, row.colour, row.figure, row.clan) for row in board.seats) if board else ()
            )
            frames = [
                draw("phone/frame.html", "en", hole=HOLE, kind=kind, url=f"{self.table.code}/"),
                draw("table/ring.html", "en", hole=HOLE, kind=kind, url=url, people=people),
                draw("table/show_frame.html", "en", hole=HOLE, kind=kind, url=url, people=people),
            ]
            return [LivePage(tuple(one.split(HOLE)), ()).stamp("").frame for one in frames]


@pytest.fixture
def game() -> str:
    return "saboteur"


@pytest.fixture
def room(tmp_path: Path, game: str) -> Iterator[Room]:
    with Room(tmp_path, game) as found:
        yield found


class Shown:
    """What a screen shows that has read nothing but its stream."""

    def __init__(self, wire: Wire, frames: Sequence[tuple[str, ...]]) -> None:
        self.wire = wire
        self.frames = frames
        self.live = ""
        self.beside: dict[str, str] = {}
        self.got: set[str] = set()
        self.reads()

    def reads(self) -> None:
        """What has come."""
        self.got = set()
        for event in self.wire.events():
            data = event.partition("data: ")[2].removesuffix("\n\n")
            assert "\n" not in data
            whole, *changed = _REGION.split(data)
            self.live = whole or self.live
            for region, text in zip(changed[::2], changed[1::2], strict=True):
                self.got.add(region)
                if region in BESIDE:
                    self.beside[region] = text
                else:
                    self._put(region, text.removesuffix("</div>"))

    @property
    def page(self) -> str:
        """All of it, as the safety net has it."""
        return self.live + "".join(f'<div id="{id}" hx-swap-oob="innerMorph">{self.beside[id]}' for id in self.beside)

    def _put(self, region: str, text: str) -> None:
        frame = next(
            frame for frame in self.frames if self.live.startswith(frame[0]) and all(one in self.live for one in frame)
        )
        before = next(number for number, part in enumerate(frame) if f'id="{region}">' in part)
        head, part, rest = self.live.partition(frame[before])
        at = rest.rindex(frame[before + 1]) if before + 2 == len(frame) else rest.index(frame[before + 1])
        self.live = head + part + text + rest[at:]


@pytest.mark.parametrize("game", ["dark-cave"])
def test_request_reveal_asks_on_the_phone_of_that_seat_alone(room: Room) -> None:
    for seat, asked in enumerate(NAMES):
        room.table.run(correct.request_reveal, seat)
        assert [name for name in NAMES if "is your card face up?" in room.live(name)] == [asked]
        room.table.run(correct.decline_reveal, seat)


@pytest.mark.parametrize("game", all_games())
def test_stream_changes_put_together_are_the_live_page(room: Room, game: str) -> None:
    screens = {who: Shown(room.stream(who), room.frames(who)) for who in room.clients}
    play = Play(all_games()[game], 4, {}, 7, table=room)
    for number in range(TAPS):
        if play.state.status != PLAYING:
            break
        try:
            play.step()
        except RuleError:
            continue
        if number % 7 == 6:
            record = room.table.state.record
            room.table.run(playing.undo_tap, record.newest, "table", "")
        for who, screen in screens.items():
            screen.reads()
            assert screen.page == room.live(who), f"{who} after tap {number}"
            assert_each_id_once(screen.page)


def assert_each_id_once(page: str) -> None:
    """An id that stood twice would be taken for the other one when the page is changed."""
    found = Counter(re.findall(r' id="([^"]+)"', page))
    assert [id for id, times in found.items() if times > 1] == []


def test_stream_sends_a_waiting_phone_nothing_of_its_own_again(room: Room) -> None:
    screens = {name: Shown(room.stream(name), room.frames(name)) for name in NAMES}
    room.acts(*room.turn())
    for screen in screens.values():
        screen.reads()
    assert screens["Cleo"].got == {"me", "top", "stamp", "news"}
    assert screens["Ben"].got == {"me", "top", "own", "thumb", "stamp", "news"}, "it's Ben's turn"


def test_act_sends_each_stream_the_log_in_its_own_language(room: Room) -> None:
    """Ben's phone speaks German; his tap is what has Anna's page drawn, in her words and for her seat."""
    wires = {}
    for name, lang in (("Anna", "en"), ("Ben", "de")):
        room.clients[name].set_cookie("lang", lang)
        wires[name] = room.stream(name)
    room.acts(*room.turn())
    tap = room.turn(1)
    for wire in wires.values():
        wire.reads()
    answer = room.tap(room.clients["Ben"], "act", entries=json.dumps(tap), stamp=room.table.state.stamp)
    assert answer.status_code == 200
    assert answer.headers["Companion-Version"] == room.hall.name_version(room.code)
    english, german = (Translator(lang).t(next(log_of(room.table.state)).text) for lang in ("en", "de"))
    assert english != german
    annas, bens = wires["Anna"].reads(), wires["Ben"].reads()
    assert english in annas
    assert german not in annas
    assert german in bens


ASLEEP = re.compile(r'data-token="(\d)-asleep"')


def test_live_request_without_a_stream_keeps_a_phone_awake(room: Room, steady: Steady) -> None:
    steady.now += GRACE * 2
    assert ASLEEP.findall(room.live("host")) == ["0", "1", "2", "3"]
    room.live("Ben")
    assert ASLEEP.findall(room.live("host")) == ["0", "2", "3"]
    steady.now += GRACE + 1
    assert ASLEEP.findall(room.live("host")) == ["0", "1", "2", "3"]


@pytest.mark.parametrize("who", ["Anna", "host", "stranger"])
def test_stream_opened_by_a_page_just_drawn_sends_nothing_it_shows(room: Room, who: str) -> None:
    page = room.page(room.clients[who], KINDS.get(who, ""))
    (version,) = re.findall(r'data-version="([^"]+)"', page)
    wire = room.stream(who, version)
    assert wire.reads() == ""
    room.acts(*room.turn())
    assert re.match(rf"id: \S+ {version}\n", wire.reads()), "what has changed since that page"


def test_companion_version_is_the_same_in_a_page_a_poll_a_refusal_and_an_event(room: Room) -> None:
    """A page, a poll, an answer to a tap, a refusal and an event agree on the name of one state."""
    seat, version = room.clients["Anna"], room.hall.name_version(room.code)
    assert f'data-version="{version}"' in room.page(seat)
    assert room.get(seat, "live/phone").headers["Companion-Version"] == version
    assert room.get(seat, f"live/phone?v={version}").status_code == 204
    assert room.get(seat, f"live/phone?v=1{version}").status_code == 200
    refused = room.tap(seat, "act", entries="[]")
    assert (refused.status_code, refused.headers["Companion-Version"]) == (422, version)
    wire = room.stream("Anna")
    assert wire.reads().startswith(f"id: {version}\n")
    room.acts(*room.turn())
    now = room.hall.name_version(room.code)
    assert wire.reads().startswith(f"id: {now} {version}\n"), "the event completes the page before"


def numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def test_name_version_grows_with_each_change_and_each_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((1000.0, 1001.0))
    monkeypatch.setattr("companion.web.context.now", lambda: next(clock))
    seen: list[list[int]] = []
    for name in ("Anna", "Ben"):
        store = Store(tmp_path)
        hall = create_app(store).extensions["context"]
        table = hall.tables.find_newest()
        for number in range(3):
            seen.append(numbers(hall.name_version(table.code)))
            table.run(seating.add_seat, f"{name} {number}")
        store.close()
    assert seen == sorted(seen)
    assert len({tuple(version) for version in seen}) == 6


def test_live_table_shows_a_phone_asleep_once_it_has_been_away_for_a_while(room: Room, steady: Steady) -> None:
    assert ASLEEP.findall(room.live("host")) == [], "it is too early to tell"
    anna = room.stream("Anna")
    before = room.get(room.host, "live/table").headers["Companion-Version"]
    steady.now += GRACE
    after = room.get(room.host, "live/table")
    assert numbers(after.headers["Companion-Version"]) > numbers(before)
    assert ASLEEP.findall(after.text) == ["1", "2", "3"], "clockwise"
    anna.hangs_up()
    assert "0" not in ASLEEP.findall(room.live("host")), "perhaps the screen went dark"
    steady.now += GRACE
    assert "0" in ASLEEP.findall(room.live("host"))


def test_silent_seats_are_all_after_reset_presence_until_they_come_back(room: Room) -> None:
    wires = [room.stream("Anna"), room.stream("Ben")]
    assert [wire.reads() != "" for wire in wires] == [True, True]
    assert lost(room) == ["Cleo", "Dora"]
    before = room.hub.count_arrivals(room.code)
    room.hub.reset_presence()
    assert room.code not in room.hub.list_topics()
    assert room.hub.count_arrivals(room.code) > before
    assert lost(room) == ["Anna", "Ben", "Cleo", "Dora"]
    again = room.stream("Anna")
    assert again.reads()
    assert lost(room) == ["Ben", "Cleo", "Dora"]


def test_note_move_shows_the_code_until_all_phones_are_back(room: Room, steady: Steady) -> None:
    room.app.config["ADDRESS"] = "192.168.7.9"
    wires = [room.stream(name) for name in NAMES]
    steady.now += GRACE

    def code_stands() -> bool:
        return [who for who in ("host", "stranger") if 'class="again"' in room.live(who)] == ["host", "stranger"]

    for wire in wires[:3]:
        wire.hangs_up()
    steady.now += GRACE
    assert not code_stands(), "they sleep"
    room.hall.note_move()
    room.hub.reset_presence()
    assert code_stands()
    for name in NAMES:
        assert code_stands(), f"{name} is not back"
        wires.append(room.stream(name))
    assert not code_stands()
    wires[-1].hangs_up()
    assert not code_stands(), "a phone that was back sleeps"


def asleep(room: Room) -> str:
    """The line in the corner of both screens."""
    host, stranger = (
        " ".join(re.sub("<[^>]+>", " ", corner(room.page(room.clients[who], path))).split())
        for who, path in (("host", "table"), ("stranger", "watch"))
    )
    assert host == stranger
    return host


def corner(page: str) -> str:
    return page.partition('<div id="asleep">')[2].partition("</button>")[0].partition("</div>")[0]


def test_table_page_names_the_one_sleeping_phone_that_the_game_waits_for(room: Room, steady: Steady) -> None:
    room.app.config["ADDRESS"] = "192.168.7.9"
    wires = {name: room.stream(name) for name in NAMES}
    steady.now += GRACE
    assert asleep(room) == ""
    wires["Cleo"].hangs_up()
    wires["Dora"].hangs_up()
    steady.now += GRACE
    assert asleep(room) == "2 phones asleep · show the code"
    wires["Anna"].hangs_up()
    steady.now += GRACE
    assert asleep(room) == "Wake your phone: Anna · show the code"
    room.acts(*room.turn())
    assert asleep(room) == "3 phones asleep · show the code"


def test_table_page_of_a_game_with_nights_says_nothing_of_sleeping_phones(tmp_path: Path, steady: Steady) -> None:
    village = next(id for id in list_offered() if id.startswith("village."))
    with Room(tmp_path, village, (*NAMES, "Emil")) as room:
        room.app.config["ADDRESS"] = "192.168.7.9"
        wires = [room.stream(name) for name in NAMES]
        before = room.live("host")
        for wire in wires:
            wire.hangs_up()
        steady.now += GRACE
        assert ASLEEP.findall(room.live("host")) == []
        assert (asleep(room), room.live("host")) == ("", before)


def lost(room: Room) -> list[str]:
    with room.app.app_context():
        return [seat.name for seat in pages.silent_seats(room.table)]


def test_version_of_a_lobby_changes_with_the_phones_that_are_there(room: Room) -> None:
    lobby = room.hall.tables.create()
    token = lobby.run(seating.join, "Anna")[1]
    asked = f"/{lobby.code}/live/table"
    before = room.get(room.host, asked).headers["Companion-Version"]
    assert room.get(room.host, f"{asked}?v={before}").status_code == 204
    phone = room.app.test_client()
    phone.set_cookie(f"seat_{lobby.code}", token)
    assert phone.get(f"/{lobby.code}/stream/phone", buffered=False).status_code == 200
    after = room.get(room.host, asked).headers["Companion-Version"]
    assert numbers(after) > numbers(before)
    assert room.get(room.host, f"{asked}?v={before}").status_code == 200
