"""Where people sit on the table screen."""

import pytest

from companion.web.render.renderer import EMPTY_TABLE, chairs_by_edge, seats_by_edge


@pytest.mark.parametrize("people", range(1, 13))
def test_people_sit_after_the_deal_where_they_sat_in_the_lobby(people: int) -> None:
    """Nobody moves, and each edge where nobody sits has one empty chair."""
    after = dict(seats_by_edge(people))
    lobby = dict(chairs_by_edge(people))
    empty = [chair for edge, chairs in lobby.items() if edge not in after for chair in chairs]
    assert {edge: lobby[edge] for edge in after} == after
    assert empty == list(range(people, people + len(lobby) - len(after)))
    assert [*lobby] == ["top", "right", "bottom", "left"]


def test_a_table_where_nobody_sits_has_empty_chairs_all_round() -> None:
    assert sum(len(chairs) for _, chairs in chairs_by_edge(0)) == EMPTY_TABLE
