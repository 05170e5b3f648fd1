"""What each viewer can know of a state; leaks in whole games: test_views.py and test_crawl.py in ``tests``."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from example_game import GAME
from harbour import dealt, enter, plays

from companion.engine import hands
from companion.engine import state as shared
from companion.engine.facts import Fact
from companion.engine.game import Game
from companion.engine.state import PLAYING, TOKENS
from companion.engine.views import list_held_secrets, make_snapshot, make_view, reveal_secret
from companion.engine.visibility import TABLE, TRUTH, Viewer, is_told


@dataclass
class State(hands.State[hands.Seat, shared.Turn]):
    webs: list[dict[str, Any]] = field(default_factory=list)


def table(players: int = 3) -> State:
    return State({"dealing": "phones", "count_cards": True}, [hands.Seat(f"P{n}") for n in range(players)])


def see(state: State, viewer: Viewer, of_table: Any = (), of_seat: Any = (), held: Any = ()) -> dict[str, Any]:
    """Return the view of a game with these facts."""
    opened = [SimpleNamespace(opens=one) for one in held]
    game = SimpleNamespace(id="game", of_table=of_table, of_seat=of_seat, list_held=lambda state, seat: opened)
    return make_view(cast("Game", game), state, viewer)


def test_make_view_has_nothing_that_is_not_listed() -> None:
    state = table()
    state.deck = 7
    view = see(state, TRUTH, of_seat=(hands.HAND,))
    assert "deck" not in view
    assert set(view["seats"][0]) == {"name", "hand"}


def test_make_view_uncovers_a_fact_for_who_holds_it_and_when_it_is_told() -> None:
    state = table()
    state.status = PLAYING
    state.seats[1].card = "red"
    listed = (Fact("card", known=is_told),)

    def cards(viewer: Viewer, *held: tuple[str, int]) -> list[Any]:
        return [seat["card"] for seat in see(state, viewer, of_seat=listed, held=held)["seats"]]

    assert cards(TABLE) == cards(Viewer(1)) == [None, None, None]
    assert cards(Viewer(1, held=True), ("card", 1)) == cards(TRUTH) == [None, "red", None]
    state.status = shared.OVER
    assert cards(TABLE) == [None, "red", None]
    assert cards(Viewer(told=False)) == [None, None, None]


def test_make_view_is_a_copy_of_the_state() -> None:
    state = table()
    web = {"owner": 1}
    state.webs = [dict(web)]
    view = see(state, TABLE, of_table=(Fact("webs"),))
    assert view["webs"] == [web]
    view["webs"][0]["owner"] = 2
    assert state.webs == [web]


def test_make_view_names_how_the_round_is_tracked_only_where_it_is_not_every_turn() -> None:
    state = dealt()
    assert "follow" not in make_view(GAME, state, TABLE)
    state.tracking = TOKENS
    assert make_view(GAME, state, TABLE)["follow"] == TOKENS


def test_make_view_of_a_stopped_game_is_over_by_that() -> None:
    state = dealt()
    state.over_by = "agreed"
    assert make_view(GAME, state, TABLE)["over_by"] == "agreed"
    state.stopped = True
    assert make_view(GAME, state, TABLE)["over_by"] == "stopped"


def test_make_view_marks_who_sits_out_but_not_a_newcomer() -> None:
    state = dealt()
    state.seats[0].sits_out = state.seats[1].sits_out = True
    state.seats[1].newcomer = True
    assert [seat.get("sits_out") for seat in make_view(GAME, state, TABLE)["seats"]] == [True, None, None]


def test_make_snapshot_has_every_card() -> None:
    assert [seat["card"] for seat in make_snapshot(GAME, dealt())["seats"]] == ["keeper", "keeper", "wrecker"]
    assert [seat["card"] for seat in make_view(GAME, dealt(), TABLE)["seats"]] == [None, None, None]


def test_list_held_secrets_has_ones_own_card_and_what_one_looks_at() -> None:
    state = enter(dealt(), plays(0, "spyglass", seat=2))
    assert [one.key for one in list_held_secrets(GAME, state, 0)] == ["card", "peek-2"]
    assert [one.key for one in list_held_secrets(GAME, state, 1)] == ["card"]
    assert list_held_secrets(GAME, dealt(dealing="cards"), 0) == []


def test_reveal_secret_tells_the_seat_that_holds_it_and_nobody_else() -> None:
    state = enter(dealt(), plays(0, "spyglass", seat=2))
    assert str(reveal_secret(GAME, state, 0, "peek-2")) == "Cleo: wrecker"
    assert str(reveal_secret(GAME, state, 2, "card")) == "wrecker"
    assert reveal_secret(GAME, state, 1, "peek-2") is None
    enter(state, plays(0, "end-turn"))
    assert reveal_secret(GAME, state, 0, "peek-2") is None, "it lasts for the turn"
