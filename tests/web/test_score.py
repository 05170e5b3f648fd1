"""“Just the score”: what is typed is one game, shown as at a table, and saved in the history of the table that wants
it."""

import html
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import facts
import pytest
from faults.house import House
from faults.web import Page

from companion.engine.game import Game
from companion.engine.round_facts import require_sheet, score_rounds
from companion.engine.setup import complete_options
from companion.engine.text import RuleError
from companion.games import all_games
from companion.record.record import Record
from companion.table.commands import seating
from companion.table.offline_game import OfflineGame

GAMES = [game for game in all_games().values() if OfflineGame.can_take(game) and not game.file]
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
    return sent | facts.inputs(facts.fields_of(game, names, complete_options(game, {})), values)


def added_up(at: House, game: Game, names: tuple[str, ...] = NAMES) -> dict[str, str]:
    """A round is typed and shown: what the page of its show sends with the next tap."""
    options = complete_options(game, {"count_cards": False})
    values = facts.typed(game, names, options, Random(game.id))
    shown = at.host.post("/score", data={**filled_in(game, names, values, at.code), "do": "add"})
    assert shown.status_code == 200, html.unescape(shown.text)
    sent: dict[str, Any] = {"name": []}
    for name, value in HIDDEN.findall(shown.text):
        sent[name] = [*sent["name"], html.unescape(value)] if name == "name" else html.unescape(value)
    return sent


def sends(page: str) -> dict[str, Any]:
    """What a browser sends of the form of that page, as it is, without a button."""
    sent: dict[str, Any] = {"name": []}
    select = ""
    for tag, given in Page.TAG.findall(page):
        one = {name: html.unescape(value) for name, value, _ in Page.ATTRIBUTE.findall(given)}
        name = one.get("name", "")
        if tag == "select":
            select = name
        elif tag == "option" and "selected" in one:
            sent[select] = one.get("value", "")
        elif tag != "input" or not name or (one.get("type") in ("radio", "checkbox") and "checked" not in one):
            continue
        elif name == "name":
            sent[name].append(one.get("value", ""))
        else:
            sent[name] = one.get("value", "")
    return sent


def told_at_random(game: Game, paper: OfflineGame, random: Random) -> dict[str, Any]:
    """What is entered for the next round: facts that can follow the rounds before."""
    fields = facts.fields_of(game, paper.names, paper.options)
    for _ in range(400):
        values = facts.typed(game, paper.names, paper.options, random)
        round = require_sheet(game).read_typed(facts.by_hand(game, paper.names, paper.options), values)
        try:
            paper._replace(rounds=(*paper.rounds, round)).make_record()
        except RuleError:
            continue
        return facts.inputs(fields, values)
    raise AssertionError("no further round can be")


def kept(at: House) -> list[Any]:
    return at.store.games.of(at.table.state.row.id)


@every_game
def test_keep_saves_an_offline_game_once_as_one_ordinary_game(at: House, game: Game) -> None:
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
    assert "Saved to history" in page
    assert "begins" not in page, "who began is told of no such game"


def test_score_page_of_the_host_has_the_people_of_the_table_and_a_way_back(at: House) -> None:
    """In their order, with their icons; another reader's has the fewest, whom nobody has named."""
    for name in ("Cleo", "Anna", "Ben"):
        at.table.run(seating.add_seat, name)
    at.table.run(seating.choose_avatar, at.id_of("Anna"), "fox")
    path = f"/score?game=dark-cave&table={at.code}"
    page = at.host.get(path).text
    assert re.findall(r'name="name" value="([^"]*)"', page) == ["Cleo", "Anna", "Ben"]
    assert re.findall(r'<b class="who">\s*<span class="figure s(\d+)">', page) == ["0", "9", "2"]
    assert f'href="/{at.code}/table"' in page
    other = at.stranger.get(path).text
    assert re.findall(r'name="name" value="([^"]*)"', other) == ["", ""]
    assert f"/{at.code}/table" not in other
    assert 'class="pill back" href="/"' in other


def test_score_page_says_a_mistake_once(at: House) -> None:
    names = ("Anna", "Ben")
    form = {"game": "dark-cave", "players": 2, "name": [*names], "out.0": "null", "out.1": "null", "do": "add"}
    answer = at.stranger.post("/score", data=form)
    assert answer.status_code == 422
    (alert,) = re.findall(r'role="alert">([^<]*)<', answer.text)
    assert alert == "No card yet: Anna, Ben. Who got out, and in which order?"
    assert answer.text.count("No card yet") == 1


@every_game
def test_keep_refuses_everyone_but_the_host_and_names_that_are_missing_or_bad(at: House, game: Game) -> None:
    sent = added_up(at, game)
    keeps = f"/{at.code}/host/keep"
    assert keeps not in at.stranger.post("/score", data={**sent, "do": "whole"}).text
    assert at.stranger.post(keeps, data=sent).status_code == 403
    for names in (
        ("", *NAMES[1:]),
        ("anna", " ANNA ", *NAMES[2:]),
        *((odd, *NAMES[1:]) for odd in ("\u202eabc", "a\x07b", "x" * 200, "-")),
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


def test_keep_refuses_while_a_game_is_played(tmp_path: Path) -> None:
    with House(tmp_path / "data") as at:
        at.deals("dark-cave")
        sent = added_up(at, all_games()["saboteur"])
        assert at.host.post(f"/{at.code}/host/keep", data=sent).status_code == 409
        assert at.table.state.game.id == "dark-cave"


def test_score_page_marks_the_card_that_too_many_have(at: House) -> None:
    game = all_games()["saboteur"]
    form = {f"cards.{seat}": '"saboteur"' for seat in range(3)} | {"game": game.id, "players": "5", "name": "Anna"}
    for do, status in (("", 200), ("add", 422)):
        answer = at.stranger.post("/score", data={**form, "do": do})
        assert answer.status_code == status
        assert "Saboteur: 2 at most with 5 players; you have 3." in html.unescape(answer.text)
        assert 'id="ask-saboteur" class="ask says wrong"' in answer.text
    assert "No card yet: " in answer.text


def test_score_page_goes_on_with_names_and_the_nuggets_that_are_left(at: House) -> None:
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
    assert "are no longer in the nugget deck" in html.unescape(answer.text)


@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in GAMES if OfflineGame(game, (), {}).most > 1 for seed in range(3)]
)
def test_score_page_carries_several_rounds_and_scores_them_as_their_record_does(
    at: House, game: Game, seed: int
) -> None:
    random, names = Random(f"{game.id}.{seed}"), NAMES[: max(5, game.least)]
    paper = OfflineGame(game, names, complete_options(game, {}), (), [0] * len(names))
    page = at.host.get(f"/score?game={game.id}&players={len(names)}&table={at.code}").text
    if paper.asks_before:
        paper = paper._replace(before=[random.choice((0, 0, 3, 7)) for _ in names])
    first = {"name": list(names), **{f"before.{seat}": n for seat, n in enumerate(paper.before)}}
    for number in range(min(3, paper.most)):
        told = told_at_random(game, paper, random)
        shown = at.host.post("/score", data={**sends(page), **first, **told, "do": "add"})
        assert shown.status_code == 200, html.unescape(shown.text)
        kept_so_far = json.loads(sends(shown.text)["rounds"])
        assert len(kept_so_far) == number + 1
        paper = paper._replace(rounds=kept_so_far)
        page, first = at.host.post("/score", data={**sends(shown.text), "do": "", "beat": ""}).text, {}
        has = game.tally(paper.make_record().state)
        had = [int(n) for n in re.findall(r"<small>(\d+)</small></b>", page)]
        had = had or [int(n) for n in re.findall(r'class="name"[^>]*><small>(\d+)</small>', page)]
        assert had == has, "everybody begins the next round with it"
    end = at.host.post("/score", data={**sends(shown.text), "do": "whole"}).text
    assert at.host.post(f"/{at.code}/host/keep", data=sends(end)).status_code == 303
    (row,) = kept(at)
    state = Record.load(game, row.players, row.options, at.store.journal.read(row.id).entries).state
    assert game.tally(state) == has
    file: Any = {"game": game.id, "options": dict(paper.options), "rounds": [dict(one) for one in paper.rounds]}
    if paper.asks_before:
        file["rounds"][0]["gold_before"] = list(paper.before)
    for one in file["rounds"] if require_sheet(game).in_rows else ():
        one["seats"] = [{"name": name, **own} for name, own in zip(names, one["seats"], strict=True)]
    assert list(score_rounds(game, file)["totals"]) == has


def test_score_page_counts_gold_of_before_in_every_round_and_lets_it_be_stolen(at: House) -> None:
    """The saboteur wins twice, and steals of the gold of before in the second round."""
    page = at.host.get(f"/score?game=saboteur-2&players=3&table={at.code}").text
    cards = {"cards.0": '"saboteur"', "cards.1": '"blue-digger"', "cards.2": '"geologist"', "connector": "-1"}
    first = {"name": list(NAMES[:3]), "before.0": "0", "before.1": "7", "before.2": "3"}
    for more in ({}, {"stolen.0": "1"}):
        shown = at.host.post("/score", data={**sends(page), **first, **cards, **more, "do": "add"})
        assert shown.status_code == 200, html.unescape(shown.text)
        page, first = at.host.post("/score", data={**sends(shown.text), "do": "", "beat": ""}).text, {}
    assert re.findall(r"<small>(\d+)</small>", page)[:3] == ["11", "6", "3"]
    again = at.host.post("/score", data={**sends(shown.text), "do": "back"}).text
    assert [sends(again)[f"before.{seat}"] for seat in range(3)] == ["0", "7", "3"]
