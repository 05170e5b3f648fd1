"""Taking seats, and what a phone asks for."""

from typing import Any

from history_records import deals, seated


def test_join_refuses_a_seat_while_a_game_is_played(app: Any) -> None:
    table = seated(app)
    deals(table)
    phone = app.test_client()
    assert phone.post(f"/{table.code}/join", data={"seat": table.state.seats[0].id}).status_code == 409
