"""“Only the score”: what is typed is one game, shown as at a table, and kept in the book of the table that wants it."""

import html
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import facts
import pytest
from faults.house import House

from companion.games import all_games
from companion.record.record import Record
from companion.rules.game import Game
from companion.table.on_paper import Paper

GAMES = [game for game in all_games().values() if Paper.can_take(game) and not game.file]
every_game = pytest.mark.parametrize("game", GAMES)
HIDDEN = re.compile(r'<input type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"')
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fred")


@pytest.fixture
def at(tmp_path: Path) -> Any:
    with House(tmp_path / "data", ()) as house:
        yield house


def filled_in(game: Game, names: tuple[str, ...], values: dict[str, Any], table: str = "") -> dict[str, Any]:
    """The form of the first round, as a browser sends it."""
    sent: dict[str, Any] = {"game": game.id, "players": len(names), "name": list(names), "table": table}
    return sent | facts.inputs(facts.fields_of(game, names, game.complete({})), values)


def added_up(at: House, game: Game, names: tuple[str, ...] = NAMES) -> dict[str, str]:
    """A round is typed and shown: what the page of its show sends with the next tap."""
    options = game.complete({"count_cards": False})
    values = facts.typed(game, names, options, Random(game.id))
    shown = at.host.post("/score", data={**filled_in(game, names, values, at.code), "do": "add"})
    assert shown.status_code == 200, html.unescape(shown.text)
    sent: dict[str, Any] = {"name": []}
    for name, value in HIDDEN.findall(shown.text):
        sent[name] = [*sent["name"], html.unescape(value)] if name == "name" else html.unescape(value)
    return sent


def kept(at: House) -> list[Any]:
    return at.store.games.of(at.table.at.row.id)


@every_game
def test_what_was_typed_is_kept_once_as_one_ordinary_game(at: House, game: Game) -> None:
    sent = added_up(at, game)
    end = at.host.post("/score", data={**sent, "do": "whole"})
    assert f"/{at.code}/host/keep" in end.text
    for _again in range(2):
        assert at.host.post(f"/{at.code}/host/keep", data=sent).status_code == 303
    (row,) = kept(at)
    entries = [
        {k: v for k, v in one.items() if k not in ("at", "device")} for one in at.store.journal.read(row.id).entries
    ]
    deal = {"kind": "deal", "follow": "nothing", "first": 0}
    if game.clans:
        deal["clans"] = [seat["card"].partition("-")[0] for seat in entries[-1]["seats"]]
    assert entries == [deal, {"kind": "facts", **json.loads(sent["rounds"])[0]}]
    state = Record.load(game, row.players, row.options, entries).state
    assert (state.status, row.options["dealing"], row.options.get("rounds", 1)) == ("over", "cards", 1)
    (evening,) = at.hall.read_book().evenings
    assert [(play.game, [one.name for one in play.people]) for play in evening.plays] == [(game.id, list(NAMES))]
    page = at.page(at.host, "table")
    assert "is kept in the book" in page
    assert "begins" not in page, "who began is told of no such game"


@every_game
def test_nobody_else_keeps_a_game_and_no_name_may_be_missing(at: House, game: Game) -> None:
    sent = added_up(at, game)
    keeps = f"/{at.code}/host/keep"
    assert keeps not in at.stranger.post("/score", data={**sent, "do": "whole"}).text
    assert at.stranger.post(keeps, data=sent).status_code == 403
    for names in (
        ("", *NAMES[1:]),
        ("anna", " ANNA ", *NAMES[2:]),
        *((odd, *NAMES[1:]) for odd in ("\u202eabc", "a\x07b", "x" * 200)),
    ):
        answer = at.host.post(keeps, data={**sent, "name": list(names)})
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.text
        assert 'role="alert"' in answer.text
        assert all(f'value="{name}"' in answer.text for name in names[2:]), "nothing typed is lost"
    assert kept(at) == []
    at.app.config["BOOK"] = False
    assert keeps not in at.host.post("/score", data={**sent, "do": "whole"}).text
    assert at.host.post(keeps, data=sent).status_code == 404


def test_a_game_that_is_played_stays(tmp_path: Path) -> None:
    with House(tmp_path / "data") as at:
        at.deals("dark-cave")
        sent = added_up(at, all_games()["saboteur"])
        assert at.host.post(f"/{at.code}/host/keep", data=sent).status_code == 409
        assert at.table.at.game.id == "dark-cave"


def test_a_hand_that_can_not_be_is_told_at_its_card(at: House) -> None:
    game = all_games()["saboteur"]
    form = {f"cards.{seat}": '"saboteur"' for seat in range(3)} | {"game": game.id, "players": "5", "name": "Anna"}
    for do, status in (("", 200), ("add", 422)):
        answer = at.stranger.post("/score", data={**form, "do": do})
        assert answer.status_code == status
        assert "Saboteur: 2 at most with 5 players; you have 3." in html.unescape(answer.text)
        assert 'id="ask-saboteur" class="ask says wrong"' in answer.text
    assert "has no card yet" in answer.text


def test_the_next_round_goes_on_with_gold_names_and_what_is_left_of_the_nuggets(at: House) -> None:
    game = all_games()["saboteur"]
    sent = added_up(at, game, NAMES[:5])
    page = html.unescape(
        at.stranger.post("/score", data={k: v for k, v in sent.items() if k not in ("do", "beat")}).text
    )
    assert "How did round 2 end?" in page
    assert all(f'value="{name}"' in page for name in NAMES[:5])
    four = {"nuggets_3": "4", "nuggets_2": "1", "nuggets_1": "0"}
    cards = {f"cards.{seat}": '"saboteur"' if seat == 1 else '"gold-digger"' for seat in range(5)}
    first = {"cards": ["gold-digger"] * 4 + ["saboteur"], "finder": 0, "nuggets": [3, 3, 2, 2, 1], "broken": []}
    told = {**sent, **cards, **four, "finder": "0", "rounds": json.dumps([first]), "do": "add"}
    answer = at.stranger.post("/score", data=told)
    assert answer.status_code == 422
    assert "are not in the nugget deck any more" in html.unescape(answer.text)
