"""While a slow disk works nobody gets anything of what it saves; where it can't be saved, nobody ever does."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from slow_disk import Doing, SlowDisk
from werkzeug.test import TestResponse
from wires import Wire

from companion.storage.store import StoreError
from companion.table.commands import seating

from .house import House
from .test_disk import FULL
from .test_twice import first_form, send


class Evening:
    """A house with a game under way, whose screens are open, and whose disk works when it is told to."""

    def __init__(self, at: House) -> None:
        self.at = at
        at.deals()
        self.others = [at.hall.tables.create() for _ in range(2)]
        at.hall.hub.beat = lambda: 0.0
        self.wires = [self.opens(at.phones[1], "phone"), self.opens(at.host, "table")]
        self.disk = SlowDisk(at.store)

    def opens(self, client: FlaskClient, kind: str) -> Wire:
        wire = Wire(client.get(self.at.path(f"stream/{kind}"), buffered=False).response)
        assert wire.reads()
        return wire

    def taps(self) -> Doing[TestResponse]:
        """Who is on turn taps the first that their page offers."""
        return Doing(send, self.at.phones[0], first_form(self.at))

    def sent(self) -> list[str]:
        """What the screens have been sent since the last time."""
        return [wire.reads() for wire in self.wires]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with House(tmp_path / "data") as at:
        found = Evening(at)
        yield found
        found.disk.is_quick()


def test_tap_is_shown_and_answered_when_the_disk_is_done(evening: Evening) -> None:
    tap = evening.taps()
    done = evening.disk.is_asked()
    asked = Doing(evening.at.page, evening.at.phones[2])
    assert evening.wires[0].reads() == ""
    assert not tap.is_over
    done.works()
    assert tap.result().status_code == 200
    assert all("data: " in sent for sent in evening.sent())
    assert "Cleo" in asked.result()
    assert len(evening.at.entries()) > 1


def test_tap_that_could_not_be_saved_is_shown_to_nobody(evening: Evening) -> None:
    before = evening.at.page(evening.at.phones[2], "live/phone")
    tap = evening.taps()
    asked = Doing(evening.at.page, evening.at.phones[2], "live/phone")
    evening.disk.is_full()
    answer = tap.result()
    assert (answer.status_code, FULL in unescape(answer.text), "Your turn" in answer.text) == (503, True, True)
    assert evening.sent() == ["", ""]
    assert asked.result() == before, "who asks meanwhile sees what stands"
    assert len(evening.at.entries()) == 1
    again = evening.taps()
    evening.disk.works()
    assert again.result().status_code == 200
    assert all("data: " in sent for sent in evening.sent())


def test_seat_that_could_not_be_saved_opens_to_nobody(evening: Evening) -> None:
    """A request while it is being taken over waits, and finds the result."""
    seat = evening.at.table.state.seats[1]
    made = Doing(evening.at.store.seats.make_link, seat.id)
    evening.disk.works()
    link = made.result()
    takes = Doing(evening.at.post, evening.at.stranger, f"s/{link}")
    asked = Doing(evening.at.get, evening.at.phones[1], "live/phone")
    evening.disk.is_full()
    assert takes.result().status_code == 503
    assert asked.result().status_code == 200
    assert evening.at.table.state.seats[1] == seat
    assert "Ben" in evening.at.page(evening.at.phones[1])


def test_what_fails_at_one_table_is_nothing_to_the_others(evening: Evening) -> None:
    one, other = evening.others
    failing = Doing(one.run, seating.add_seat, "Yvonne")
    evening.disk.is_full()
    saved = Doing(other.run, seating.add_seat, "Xaver")
    evening.disk.works()
    with pytest.raises(StoreError, match=FULL):
        failing.result()
    assert saved.result().name == "Xaver"
    assert [[seat.name for seat in table.state.seats] for table in (one, other)] == [[], ["Xaver"]]
