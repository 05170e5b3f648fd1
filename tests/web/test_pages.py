"""Answering with pages: whose page it is, and what a phone is given to look at."""

from faults.house import House

from companion.table.commands import rounds
from companion.table.views.page import PageViewer
from companion.web.pages import FACE, FACE_THAT_LEARNS, PHONE, TABLE, WATCH, find_seats, find_viewer


def test_find_seats_are_those_of_phones() -> None:
    assert find_seats([frozenset({1, 2}), "watch", frozenset({3}), frozenset()]) == {1, 2, 3}
    assert find_seats(["watch"]) == frozenset()


def test_find_viewer_gives_the_table_screen_to_the_host_alone(at_home: House) -> None:
    with at_home.app.test_request_context():
        assert find_viewer(at_home.table, WATCH) == PageViewer()
        assert find_viewer(at_home.table, TABLE) is None
        assert find_viewer(at_home.table, PHONE) is None
    with at_home.app.test_request_context(headers={"Cookie": f"host={at_home.store.host_key}"}):
        assert find_viewer(at_home.table, TABLE) == PageViewer(host=True)


def test_show_face_has_the_same_length_for_every_card(at_home: House) -> None:
    at_home.table.run(rounds.choose, "saboteur", {})
    at_home.table.run(rounds.deal, 0)
    lengths = {len(at_home.post(phone, "look", key="card").data) for phone in at_home.phones}
    assert lengths == {FACE}
    assert FACE < FACE_THAT_LEARNS
