"""What is on the table is corrected at its seat."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from faults.house import NAMES, House

from companion.engine.corrections import list_lying
from companion.engine.text import RuleError
from companion.table import Refused
from companion.table.commands import correct, rounds, tracking
from companion.table.snapshot import list_secrets
from companion.table.views.announce import list_announcements
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import log_of
from companion.web.render.seat_sheet import make_seat_sheet


class Put(House):
    """Three at the table, without phones."""

    def __init__(self, folder: Path, **deal: Any) -> None:
        super().__init__(folder, (), ("Anna", "Ben", "Cleo"))
        self.table.run(rounds.choose, "dark-cave", {})
        self.begins(**deal)

    def taps(self, place: int, thing: str, shows: int, by: int | None = None, **more: Any) -> None:
        self.table.run(correct.set_token, place, thing, shows, self.table.state.stamp, by, **more)

    def says(self, line: int = 0) -> str:
        return str(list(log_of(self.table.state))[line].text)

    @property
    def timers(self) -> Any:
        """Those that everyone sees."""
        return self.table.view.timers

    def written(self) -> list[dict[str, Any]]:
        return self.table.state.record.entries


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Put]:
    with Put(tmp_path / "data") as found:
        found.acts({"kind": "boots", "by": 0, "to": 1})
        found.acts({"kind": "end-turn", "by": 0})
        yield found


def test_set_token_refuses_what_cannot_lie_there(house: Put) -> None:
    before = len(house.written())
    for place, thing, shows in ((1, "none", 1), (-1, "boots", 1), (1, "boots", 2), (1, "axes", 9)):
        with pytest.raises(RuleError):
            house.taps(place, thing, shows)
    with pytest.raises(RuleError, match="unknown field"):
        house.table.run(correct.correct_counts, 1, {"deck": 3}, house.table.state.stamp)
    assert len(house.written()) == before


def test_set_token_is_one_entry_that_is_undone_as_one(house: Put) -> None:
    """A web comes showing 2, turns over, goes; boots are taken off, and who is out comes last among those."""

    def lies(place: int, thing: str) -> int:
        return next(one.shows for one in list_lying(correct.list_believed(house.table.state), place) if one.id == thing)

    before = len(house.written())
    for shows in (2, 1, 0, 2):
        house.taps(2, "webs-1", shows)
        assert lies(2, "webs-1") == shows
    assert len(house.written()) == before + 4
    house.taps(0, "webs-1", 1)
    assert (lies(0, "webs-1"), lies(2, "webs-1")) == (1, 0), "there is one of it"
    house.undoes()
    assert (lies(0, "webs-1"), lies(2, "webs-1")) == (0, 2)
    before = len(house.written())
    house.taps(1, "boots", 1)
    assert len(house.written()) == before, "nothing was otherwise"
    house.taps(2, "out", 1, seen=True)
    assert house.state.out == [2]


def test_set_counts_is_one_entry_for_a_place(house: Put) -> None:
    before = len(house.written())
    house.table.run(correct.correct_counts, 1, {"gold": 5, "hand": 4}, house.table.state.stamp)
    assert house.written()[before:] == [{"kind": "correct", "seat": 1, "gold": 2, "hand": -1, "device": "table"}]
    assert house.says() == "Corrected: Ben has 5 gold, Ben has 4 cards in hand."
    house.table.run(correct.correct_counts, 0, {"gold": 4}, house.table.state.stamp, 0)
    for _ in range(2):
        assert house.says() == "Corrected: Anna has 4 gold. Entered by Anna."
        house.restarts()


@pytest.mark.parametrize("how", ["timers", "nothing"])
def test_set_token_says_the_first_one_out_as_the_move_does(house: Put, how: str) -> None:
    """A seat would read the cards set aside, and play on knowing them. Who comes after says so, and the table takes it
    back."""

    def sees_aside(seat: int) -> bool:
        return "aside" in [one.key for one in list_secrets(house.table.state, seat)]

    def offered(seat: int) -> tuple[bool, bool]:
        """Whether the own panel has it as a tile, and as a sentence."""
        sheet = make_seat_sheet(house.table, seat, own=True)
        return "out" in [one.id for one in sheet.things], "out" in [one.id for one in sheet.first]

    def is_refused(seat: int) -> None:
        with pytest.raises(Refused, match="only the table screen"):
            house.taps(seat, "out", 1, seat)
        assert not sees_aside(seat)

    is_refused(2)
    assert offered(2) == (False, False)
    house.table.run(tracking.set_tracking, how)
    is_refused(2)
    assert offered(2) == (False, True)
    house.taps(0, "out", 1, seen=True)
    assert sees_aside(0)
    assert offered(2) == (True, False)
    house.taps(2, "out", 1, 2)
    assert "Entered by" in house.says()
    assert not sees_aside(2)
    with pytest.raises(Refused):
        house.taps(2, "out", 0, 2)
    assert house.state.out == [0, 2]
    house.taps(2, "out", 0)
    assert "Entered by" not in house.says()
    assert house.state.out == [0]


def test_set_token_of_a_timer_waits_for_its_owners_turn(tmp_path: Path) -> None:
    """A tap places the thing as its card would; a seat that owns nothing has no button; each start is said by its own
    entry."""
    house = Put(tmp_path / "timers", follow="timers")

    def tells() -> list[tuple[str, str]]:
        said = list_announcements(Page(house.table.view, PageViewer()))
        return [(one.id, str(one.text)) for one in said if one.kind == "reminder"]

    house.taps(0, "webs-0", 2)
    house.taps(2, "creatures-1", 1)
    house.taps(1, "boots", 1)
    kinds = [entry["kind"] for entry in house.written()]
    assert kinds == ["deal", "spiderweb", "creature", "boots"]
    assert [told.seat for told in house.timers.waits] == [2, 0], "in the order of turns: Ben has laid something last"
    assert (house.timers.next, house.timers.early) == (2, None)
    ((fact, _, seats),) = house.timers.hits
    assert (fact, seats) == ("lying", (0, 1, 2))
    starts = {"kind": "turn", "by": 0}
    house.acts(starts)
    ((first, text),) = tells()
    assert text == "Anna. Flip your ● web to 1."
    house.taps(1, "lying", 1, 1)
    assert house.says() == "The lindworm hits Ben."
    assert "nobody" not in house.says(3)
    assert tells() == [(first, text)], "it stands, and is not said again"
    assert (house.timers.next, house.timers.early) == (1, 0), "Anna again is too early"
    starts_at = re.findall(r'(Start (?:next )?turn)<span class="sr"> (\w+)', house.page(house.host, "table"))
    assert starts_at == [("Start next turn", "Anna"), ("Start turn", "Ben"), ("Start turn", "Cleo")], "as long for all"
    house.acts(starts)
    ((second, text),) = tells()
    assert second != first
    assert text == "Anna. Remove your ● web and discard its card."
    assert [told.seat for told in house.timers.waits] == [1, 2]


@pytest.mark.parametrize(
    ("game", "thing", "said"),
    [
        ("saboteur", "broken-2", "Anna has broken tools: pick."),
        ("saboteur-2", "trapped", "Anna is trapped."),
        ("saboteur-2", "theft", "Anna has a theft."),
        ("lost-mines", "dragon", "Anna has the dragon token."),
    ],
)
def test_set_token_tells_what_somebody_else_has_played_as_news(
    tmp_path: Path, game: str, thing: str, said: str
) -> None:
    """It corrects nothing, and Anna did not play it against herself."""
    with House(tmp_path, NAMES[:3]) as at:
        at.deals(game)
        at.table.run(tracking.set_tracking, "timers")
        answer = at.post(at.phones[0], "place/things", stamp=at.table.state.stamp, lay=f"{thing}:1")
        assert answer.status_code == 200
        assert str(next(log_of(at.table.state)).text) == f"{said} Entered by Anna."


def test_start_of_ones_own_next_turn_is_said_to_oneself(tmp_path: Path) -> None:
    """The host reads a name there, Anna doesn't."""
    with House(tmp_path, NAMES[:1], NAMES[1:]) as at:
        at.deals()
        at.table.run(tracking.set_tracking, "timers")
        at.acts({"kind": "spiderweb", "by": 0, "marker": "circle"})
        starts = re.findall(r"(?:Start|Yes, start) [^<]*turn", unescape(at.page(at.phones[0])))
        assert starts == ["Start my next turn", "Yes, start my turn"]


def test_set_token_lets_a_seat_say_what_lies_before_itself_alone(tmp_path: Path) -> None:
    """Anna, on her phone."""

    def panel() -> str:
        return unescape(at.page(at.phones[0], "panel/i"))

    with House(tmp_path, NAMES[:1], NAMES[1:]) as at:
        at.deals()
        at.acts({"kind": "set", "webs": [{"marker": "circle", "side": 2, "owner": 1}]})
        assert 'value="webs-0:' not in panel(), "it in front of Ben"
        for lay, status in (("boots:1", 200), ("axes:1", 200), ("webs-1:1", 200), ("webs-0:2", 403), ("veins:3", 409)):
            answer = at.post(at.phones[0], "place/things", stamp=at.table.state.stamp, lay=lay)
            assert answer.status_code == status
        assert [(seat.boots, seat.axes) for seat in at.state.seats[:2]] == [(True, 1), (False, 0)]
        assert [(web["marker"], web["side"], web["owner"]) for web in at.state.webs] == [
            ("circle", 2, 1),
            ("triangle", 1, 0),
        ]
        assert at.state.veins == 0
        page = panel()
        assert all(f'value="{next_side}"' in page for next_side in ("boots:0", "axes:2", "webs-1:0", "webs-2:2"))
