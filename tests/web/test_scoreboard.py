"""Tonight's scoreboard on the pages: what it counts, and that it reveals nothing before the table screen does."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults.house import NAMES, STOP_HERE, House

from companion import clock
from companion.engine.text import T
from companion.engine.verdict import find_winners
from companion.games import list_offered
from companion.history.history import APART
from companion.history.scoreboard import ALONE
from companion.table import TableState
from companion.table.commands import play, reveal_score, rounds, tracking
from companion.web.render.scoreboard import LINES, Scoreboard, _is_told, make_scoreboard

ENDS = {"dark-cave": 1, "lost-mines": 2, "saboteur": 3, "saboteur-2": 3, "outsider": 1}


ENTRIES: dict[str, tuple[dict[str, Any], ...]] = {
    "saboteur-2": (STOP_HERE, {"kind": "crystals", "count": 0}),
    "outsider": ({"kind": "ends", "end": 0, "seat": 1},),
}


STRIP = re.compile(r'<div class="tonight.*?</div>\s*(?:<small>[^<]*</small>\s*)?</div>', re.DOTALL)


@contextmanager
def saboteur(folder: Path) -> Iterator[House]:
    """A table that plays Saboteur, with these dice."""
    with House(folder) as made:
        made.table.run(rounds.choose, "saboteur", {})
        made.table.state.dice = Random(1)
        yield made


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with saboteur(tmp_path) as made:
        yield made


def strip(house: House) -> Scoreboard | None:
    with house.app.app_context():
        return make_scoreboard(house.table.view)


def numbers(house: House) -> dict[str, tuple[int, int]]:
    found = strip(house)
    return {one.name: (one.wins, one.crowns) for one in found.people} if found else {}


def plays(house: House, treasure: bool = False, tells: bool = True) -> set[str]:
    """One round that is dealt and scored; who has won it."""
    house.begins(follow="nothing")
    seats = house.state.seats
    diggers = [seat for seat in house.state.players if seats[seat].card == "gold-digger"]
    house.table.run(tracking.end_round_with, {"finder": diggers[0] if treasure else None, "broken": []})
    if tells:
        house.tells()
    return {seats[seat].name for seat in house.state.players if (seat in diggers) == treasure}


def strips(house: House) -> list[str]:
    """The strip on every page."""
    pages = [house.page(house.host, "table"), house.page(house.stranger, "watch"), *map(house.page, house.phones)]
    return [found[0] if (found := STRIP.findall(page)) else "" for page in pages]


@pytest.mark.parametrize("game", ENDS)
def test_make_scoreboard_is_on_every_page_after_the_last_beat(tmp_path: Path, game: str) -> None:
    """Nothing of the round being revealed is there before: twins can't differ in it."""
    with House(tmp_path, NAMES[:1], (*NAMES[1:], "Emil")) as house:
        house.table.run(rounds.choose, next(id for id in list_offered() if id.startswith(game)), {})
        for number in range(1, ENDS[game] + 1):
            house.begins()
            assert strips(house) == [""] * 3
            for entry in ENTRIES.get(game, (STOP_HERE,)):
                house.acts(entry)
            assert house.table.state.ended
            while not house.table.state.told:
                assert strips(house) == [""] * 3
                house.table.run(reveal_score.reveal_next)
            found = strip(house)
            if game == "lost-mines":
                assert (strips(house), found) == ([""] * 3, None), "nobody wins a round, and nobody has a point"
                continue
            assert all(strips(house)), number
            assert found
            assert found.first == (number == 1)


def test_make_scoreboard_counts_rounds_once_revealed_and_a_crown_at_the_end(house: House) -> None:
    won: Counter[str] = Counter()
    for number in range(1, 4):
        won.update(plays(house, treasure=number == 2, tells=False))
        assert strip(house) is None
        house.tells()
        found = numbers(house)
        assert {name: n for name, (n, _) in found.items() if n} == dict(won)
        assert number == 1 or set(found) == set(NAMES)
        assert number == 3 or not any(crowns for _, crowns in found.values())
        if number < 3:
            house.table.run(play.undo_tap, house.table.state.taps[-1].first, "table", "")
            assert strip(house) is None
            house.undoes()
            house.tells()
            assert numbers(house) == found
    best = find_winners(house.table.view.game, house.state)
    assert {name for name, (_, crowns) in numbers(house).items() if crowns} == {NAMES[seat] for seat in best}
    house.table.run(rounds.open_lobby)
    assert numbers(house) == found
    assert all(strips(house))


def test_make_scoreboard_counts_a_stopped_game_as_far_as_it_was_scored(house: House) -> None:
    won = plays(house)
    house.begins()
    house.acts({"kind": "stop"})
    house.tells()
    assert {name: found for name, found in numbers(house).items() if found != (0, 0)} == dict.fromkeys(won, (1, 1))
    before = numbers(house)
    house.begins(None)
    house.acts({"kind": "stop"})
    house.tells()
    assert numbers(house) == before
    house.table.run(rounds.deal, None)
    house.table.run(rounds.end)
    assert numbers(house) == before
    plays(house, tells=False)
    assert numbers(house) == {}
    house.table.run(rounds.end)
    house.table.run(rounds.open_lobby)
    assert numbers(house) == before, "a round that nobody has told counts for nobody"
    assert len(house.hall.read_book().plays) == 2, "those that were told to their ends"


def test_make_scoreboard_follows_forgetting_renaming_and_leaving_out(house: House) -> None:
    for _ in range(3):
        plays(house)
    house.table.run(rounds.open_lobby)
    assert set(numbers(house)) == set(NAMES)
    house.hall.rename("anna", "Annika")
    assert set(numbers(house)) == {"Annika", *NAMES[1:]}
    house.table.run(rounds.open_lobby)
    house.hall.forget({"ben"})
    assert set(numbers(house)) == {"Annika", "Cleo", "Dora"}
    (play,) = house.hall.read_book().plays
    shown = strips(house)[0]
    assert shown
    assert house.host.post(f"/book/play/{play.play_id}/leave-out").status_code == 303
    assert strips(house) == [""] * 6
    house.host.post(f"/book/take-in/{play.id}")
    assert strips(house)[0] == shown


def test_make_scoreboard_reads_the_evening_when_a_game_has_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        plays(house)
    asked: list[str] = []
    people = house.store.people
    list_heads = people.game_heads
    list_people = people.all

    def noted_heads(table_id: int | None = None) -> Any:
        asked.append("games")
        return list_heads(table_id)

    def noted_people() -> Any:
        asked.append("people")
        return list_people()

    monkeypatch.setattr(people, "game_heads", noted_heads)
    monkeypatch.setattr(people, "all", noted_people)
    shown = strips(house)
    assert all(shown)
    assert asked == ["games", "people"]
    house.table.run(TableState.update_table, address="10.0.0.1")
    assert strips(house) == shown
    assert asked == ["games", "people"], "nothing that the strip shows has changed"
    plays(house)
    assert strips(house) != shown
    assert len(asked) > 2


def test_make_scoreboard_ends_its_evening_as_the_history_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        plays(house)
    house.table.run(rounds.open_lobby)
    (play,) = house.hall.read_book().plays
    for later, there in ((APART - 1, True), (APART, False)):
        monkeypatch.setattr(clock, "now", lambda later=later: int(play.outcome.ended) + later)
        assert bool(strip(house)) == there


def test_make_scoreboard_asks_the_host_for_the_date(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box goes on where it was switched off: what was won a week ago is not of tonight."""
    for _ in range(3):
        plays(house)
    house.table.run(rounds.open_lobby)
    assert strip(house)
    house.store.games.host_clock.hear(clock.now() + 7 * 24 * 3600)
    assert not strip(house)


def test_make_scoreboard_without_a_history_saves_nothing(tmp_path: Path) -> None:
    found = []
    for book in (True, False):
        with saboteur(tmp_path / f"{book}") as house:
            house.app.config["BOOK"] = book
            for _ in range(3):
                plays(house)
            found.append(numbers(house))
            assert bool(house.store.people.outcomes()) == book
    assert found[0] == found[1] != {}


def test_make_scoreboard_has_no_number_of_who_was_not_dealt_in(house: House) -> None:
    plays(house)
    plays(house)
    house.joins("Emil")
    assert "Emil" not in numbers(house)
    shown = strips(house)
    assert not any("Emil" in one for one in shown)
    assert shown[0].count("<li") == 4
    assert all('aria-label="Tonight: ' in one for one in shown)
    assert [one.count('class="own"') for one in shown] == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize("stopped", [False, True])
def test_make_scoreboard_counts_a_game_of_the_lost_mines_as_one_win(house: House, stopped: bool) -> None:
    brought = [{"treasures": treasures, "dragon": False} for treasures in ([5], [], [], [])]

    def plays_mines() -> None:
        house.table.run(rounds.open_lobby)
        house.table.run(rounds.choose, "lost-mines", {})
        for number in range(2):
            house.begins(follow="nothing")
            if stopped and number:
                house.acts({"kind": "stop"})
            else:
                house.table.run(tracking.end_round_with, {"seats": brought})
            house.tells()

    plays_mines()
    best = {NAMES[seat] for seat in find_winners(house.table.view.game, house.state)}
    found = strip(house)
    assert best
    assert found
    assert found.first
    assert (found.cards, found.sides, found.short) == ((), None, None)
    assert {one.name: (one.wins, one.crowns) for one in found.people} == dict.fromkeys(best, (1, 0))
    assert str(found.heard) == f"Tonight: {', '.join(sorted(best))}."
    house.table.run(rounds.open_lobby)
    house.table.run(rounds.choose, "saboteur", {})
    won = [plays(house) for _ in range(2)]
    found = strip(house)
    assert found
    assert len(found.cards) == 2
    assert str(found.sides) == "the saboteurs won 2 of 2"
    wins = Counter(name for names in (best, *won) for name in names)
    assert {one.name: one.wins for one in found.people} == {name: wins[name] for name in NAMES}
    assert "Rounds" not in house.page(house.host, "/book/game/lost-mines")


def test_make_scoreboard_counts_for_a_side_the_rounds_that_it_could_win(house: House) -> None:
    for _ in range(3):
        plays(house)
    house.table.run(rounds.open_lobby)
    house.table.run(rounds.choose, next(id for id in list_offered() if id.startswith("outsider.")), {})
    house.begins()
    house.acts(*ENTRIES["outsider"])
    house.tells()
    found = strip(house)
    assert found
    assert len(found.cards) == 4
    assert str(found.sides) == "the saboteurs won 3 of 3"


def test_is_told_knows_a_line_that_the_highlights_say_of_the_game_or_of_a_round() -> None:
    line = LINES[ALONE].fill(name="Ben")
    same = T("{name} won alone, with nobody else on their side.", name="Ben")
    assert _is_told(line, [same])
    assert _is_told(line, [T("Round {n}: {title}", n=2, title=same)])
    assert not _is_told(line, [LINES[ALONE].fill(name="Anna")])
    assert not _is_told(line, [])
