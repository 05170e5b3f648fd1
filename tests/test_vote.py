"""A vote, in which several seats act at once and in secret: what phones and the table offer, and what they tell."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from faults.house import House

from companion.rules.state import OVER
from companion.table import now
from companion.web.forms import to_json


class Vote(House):
    """Four with their phones, the cards dealt and looked at."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.deals("show-of-hands")

    def phone_of(self, seat: int) -> str:
        return unescape(self.page(self.phones[seat]))

    def sheet(self, seat: int) -> str:
        return unescape(self.phones[seat].get(f"/{self.table.code}/sheet/s-{seat}-vote").text)

    def votes(self, seat: int, aye: bool, stamp: str) -> int:
        entries = to_json([{"kind": "vote", "by": seat}])
        form = {"entries": entries, "stamp": stamp, "aye": to_json(aye)}
        return self.phones[seat].post(f"/{self.table.code}/act", data=form).status_code


@pytest.fixture
def vote(tmp_path: Path) -> Iterator[Vote]:
    with Vote(tmp_path) as found:
        yield found


def test_everybody_is_offered_the_vote_at_once_and_nobody_a_large_button(vote: Vote) -> None:
    for seat in range(4):
        page = vote.phone_of(seat)
        assert f'data-sheet="s-{seat}-vote"' in page
        assert re.search(r"<h1[^>]*>Everybody votes</h1>", page), "it is nobody's turn"
        assert "main big" not in page, "a hand on the large button would be seen"
    assert "Everybody votes" in unescape(vote.host.get(f"/{vote.table.code}/table").text)


def test_no_place_tells_how_a_hand_has_voted(vote: Vote, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one phone the first answer is yes, on another no; the same page drawn again has the same order."""
    monkeypatch.setattr(now, "_SALT", b"as in this test")
    orders = [re.findall(r'name="aye" value="(true|false)"', vote.sheet(seat)) for seat in range(4)]
    assert all(sorted(order) == ["false", "true"] for order in orders)
    assert len({tuple(order) for order in orders}) == 2
    assert orders == [re.findall(r'name="aye" value="(true|false)"', vote.sheet(seat)) for seat in range(4)]


def test_votes_come_in_any_order_from_one_page_and_nobody_reads_which(vote: Vote) -> None:
    stamp = vote.table.at.stamp
    pages = []
    for seat, aye in ((2, True), (0, False), (3, True)):
        assert vote.votes(seat, aye, stamp) in (200, 204)
        pages += [vote.phone_of(1), unescape(vote.host.get(f"/{vote.table.code}/table").text)]
    assert vote.table.now.offer.acting == (1,)
    assert "Dora has voted." in pages[-1]
    assert not any(told in page for page in pages for told in ("For the plan", "Against it"))
    assert vote.votes(1, True, stamp) in (200, 204)
    assert vote.state.status == OVER
    assert vote.state.score["ayes"] == 3
