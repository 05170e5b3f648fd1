"""What the host decides, as posts of their browser."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from history_records import add, saboteur, seated

from companion.engine.round_facts import list_tracking_modes
from companion.games import list_offered
from companion.storage.store import Store


def test_same_seats_the_people_of_last_time_with_one_tap(app: Any, store: Store, host: FlaskClient) -> None:
    add(store, saboteur(["Dora", "Anna", "Cleo", "Ben"]))
    table = seated(app, ["Zoe", "Anna"])
    assert "Same people as last time" in host.get(f"/{table.code}/table").text
    assert host.post(f"/{table.code}/host/same").status_code == 200
    assert [seat.name for seat in table.state.seats] == ["Dora", "Anna", "Cleo", "Ben", "Zoe"]
    assert "Same people as last time" not in host.get(f"/{table.code}/table").text
    phone = app.test_client()
    assert "I'm Cleo" in unescape(phone.get(f"/{table.code}").text)
    cleo = next(seat for seat in table.state.seats if seat.name == "Cleo")
    assert phone.post(f"/{table.code}/join", data={"seat": cleo.id}).status_code == 303
    assert "Cleo" in phone.get(f"/{table.code}").text
    other = app.test_client()
    assert 'data-name="Cleo"' not in other.get(f"/{table.code}").text
    assert other.post(f"/{table.code}/join", data={"seat": cleo.id}).status_code == 409


@pytest.mark.parametrize("game", list_offered())
def test_the_menu_leads_to_what_the_app_tracks_where_there_is_a_choice(app: Any, host: FlaskClient, game: str) -> None:
    table = seated(app, ["Anna", "Ben", "Cleo", "Dora", "Emil"])
    for step, form in (("choose", {"game": game}), ("deal", {"first": "0"}), ("start", {})):
        assert host.post(f"/{table.code}/host/{step}", data=form).status_code < 400
    leads = 'data-sheet="ways"' in host.get(f"/{table.code}/host/panel/menu").text
    assert leads == (len(list_tracking_modes(list_offered()[game])) > 1)
