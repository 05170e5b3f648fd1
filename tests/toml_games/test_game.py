"""Games in one file as they are played at a table: what each viewer sees of any game."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults.house import House
from games_in_files import BUNDLED, FILES, any_game, game_in
from hypothesis import example, given
from hypothesis import strategies as st
from prepared import Steady
from sizes import size

from companion import clock, games
from companion.engine.actions import Entry
from companion.engine.board import draw_board
from companion.engine.play import list_actions, list_table_actions, make_offer, write_entry
from companion.engine.setup import make_default_options
from companion.engine.views import make_view
from companion.engine.visibility import Viewer
from companion.record.record import EntryError, Record
from companion.table.commands import rounds
from companion.table.views import table_view
from companion.toml_games import files
from companion.toml_games.definition import UNTOLD, say
from companion.toml_games.files import game_of_file
from companion.toml_games.game import RoleGame
from companion.toml_games.knowledge import Deal
from companion.toml_games.knowledge import DealtTable as Told

from .conftest import AtTable
from .quest import QUEST
from .tables import EVERY, FIVE, NAMES, OUTSIDER, SPIES, TELLER, VILLAGE, dealt, refused

At = Callable[[RoleGame, int], AtTable]


def test_prepare_goes_by_the_switches() -> None:
    off = Record(VILLAGE, NAMES[:5], {"seer": False})
    assert VILLAGE.prepare(5, off.state.options) == [Counter(villager=4, wolf=1)]
    assert "aren't the cards set up for 5 players" in refused(off, dealt(VILLAGE, FIVE).entries[0])


def test_list_preparation_has_dots_for_what_a_deal_fills_in() -> None:
    for file in BUNDLED:
        game = game_in(file)
        told = [str(text) for text in game.list_preparation(game.most, make_default_options(game), 1)]
        told += [str(topic.title) for topic in game.topics]
        assert not [text for text in told if "{" in text], file.name
        assert "…" in "".join(told) or not any("{" in str(rule.says) for rule in game.form.learns)


def test_make_view_has_no_card_that_its_owner_is_not_told() -> None:
    game = game_of_file("untold", VILLAGE.file.replace("[cards.wolf]", "[cards.wolf]\ntold = false"))
    state = dealt(game, FIVE).state
    assert [seat["card"] for seat in make_view(game, state, Viewer(1, held=True))["seats"]] == [None] * 5
    page = game.make_role(state, 1, "wolf")
    assert (page.name, page.counts, page.lines, page.picture, page.side) == (UNTOLD, None, (), "", None)


# -- any game ---------------------------------------------------------------------------------------------------------
def shown(game: RoleGame, record: Record, seat: int | None) -> str:
    """All that the pages of a viewer are made of, and what it can hold to look at."""
    state = record.state
    view = make_view(game, state, Viewer(seat))
    told: list[Any] = [
        view,
        draw_board(game, view),
        make_offer(game, state).acting,
        list_table_actions(game, state),
        game.night_script(state).night,
    ]
    states = [
        Record.load(game, record.players, record.given_options, record.entries[:n]).state
        for n in range(len(record.entries))
    ]
    told += [[str(write_entry(game, *one)) for one in zip(states, record.entries, strict=True)][1:]]
    if seat is not None:
        told += [
            list_actions(game, state, seat),
            game.list_held(state, seat),
            game.make_role(state, seat, state.seats[seat].card or ""),
        ]
    return repr(told).replace(repr(record.state.aside), "")


@given(st.integers(0, 10**9))
@example(7)
def test_pages_of_a_seat_depend_on_its_card_and_what_it_learns_alone(seed: int) -> None:
    """Of any file, whatever is done, until someone looks at someone; and all deals look the same to the table."""
    random = Random(seed)
    game = any_game(random)
    asked: list[Entry] = [{"kind": "ask", "look": 0}, {"kind": "night"}, {"kind": "clock", "clock": 0, "seconds": 9}]
    led = [entry for entry in asked if random.random() < 0.7]

    def page(deal: Deal, seat: int | None) -> str:
        record = dealt(game, list(deal))
        for entry in led:
            with suppress(EntryError):
                record.append(entry)
        return shown(game, record, seat)

    one, *others = some_deals(game, random, 30)
    state = dealt(game, list(one[: game.least])).state
    longest = max(len(str(game.find_told(state).fullest(card))) for card in game.deck_of(state))
    own = [game.make_role(state, seat, state.seats[seat].card or "") for seat in range(game.least)]
    assert all(len(str(page.learns)) <= longest for page in own)
    look_alike(game, [(one, other) for other in others], page)


def some_deals(game: RoleGame, random: Random, count: int) -> list[Deal]:
    every = sorted(game.prepare(game.least, {})[0].elements())
    return [tuple(random.sample(every, len(every))) for _ in range(count)]


def look_alike(game: RoleGame, pairs: Iterable[tuple[Deal, Deal]], page: Callable[[Deal, int | None], str]) -> None:
    """Deals that a seat can't distinguish by its card and its words are the same on its page; so are those with the
    same open cards, to the table."""
    form, players = game.form, game.least
    here = Told(form, NAMES[:players], form.deck(players, {}))
    for pair in pairs:
        for seat in (None, *range(players)):
            deals = [deal[:players] for deal in pair]
            known = [(opened(game, deal), seat is None or seen(here, deal, seat)) for deal in deals]
            if pair[0] != pair[1] and known[0] == known[1]:
                pages = {page(deal, seat) for deal in deals}
                assert len(pages) == 1, (game.name, game.file, deals, seat)


def seen(here: Told, deal: Deal, seat: int) -> object:
    """Everything by which a seat can distinguish deals, read off the words themselves."""
    words = [[here.words(one, lang, {}) for lang in ("en", "de")] for one in here.list_learnt(deal, seat)]
    return deal[seat] if here.form.cards[deal[seat]].told else None, words


def opened(game: RoleGame, deal: Deal) -> list[str]:
    """The cards that all see, at their seats."""
    return [card if game.form.cards[card].open else "" for card in deal]


@pytest.mark.parametrize("game", EVERY)
def test_pages_of_two_deals_that_a_seat_cannot_tell_apart_are_the_same(game: RoleGame) -> None:
    """After the night, but for what it holds to look at."""

    def page(deal: Deal, seat: int | None) -> str:
        record = dealt(game, list(deal))
        record.append({"kind": "night"}) if game.form.night else None
        for step in game.night_script(record.state).night:
            if step.begins:
                record.append(step.begins)
        told = shown(game, record, seat)
        return told if seat is None else told.replace(repr(game.list_held(record.state, seat)), "")

    if not any(card.chosen for card in game.form.cards.values()):
        look_alike(game, pairwise(some_deals(game, Random(game.name), size("DEALS", 15, 60))), page)


# -- at the table -----------------------------------------------------------------------------------------------------
def test_lobby_offers_files_with_their_switches_and_says_what_is_dealt(seats: At) -> None:
    at = seats(VILLAGE, 6)
    page = at.shown()
    assert all(f'value="{game.id}"' in page for game in (VILLAGE, SPIES, OUTSIDER))
    assert "6 players: 4 × Villager, 1 × Seer, 1 × Wolf." in page
    assert 'name="seer" value="true" checked' in page
    assert at.posts("choose", game=VILLAGE.id, seer="false")[0] == 200
    assert "6 players: 5 × Villager, 1 × Wolf." in at.shown()


def test_words_are_drawn_in_the_language_of_the_tables_device(seats: At) -> None:
    at = seats(VILLAGE, 3)
    at.host.set_cookie("lang", "de")
    text = (FILES[0].parent / "where_are_we.toml").read_text("utf-8")
    assert at.posts("games", text=text, name="places")[0] == 303
    assert at.table.state.chosen.options["language"] == "de"
    at.posts("choose", game=VILLAGE.id)
    at.posts("choose", game=game_of_file("places", text).id)
    assert at.table.state.chosen.options["language"] == "de"
    at.posts("deal")
    knows = next(seat for seat in range(3) if at.state.seats[seat].card == "native")
    drawn = at.table.state.game.form.draw["place"].from_[at.state.draw[0]][0]  # type: ignore[attr-defined]
    assert f"Here: {say(drawn, 'de')}." in str(at.table.state.game.make_role(at.state, knows, "native"))


def test_deal_to_too_few_or_with_nobody_chosen_is_a_sentence(seats: At) -> None:
    at = seats(VILLAGE, 4)
    status, said = at.posts("deal")
    assert (status, "Wolves in the village is for 5 to 12 players, not 4" in said) == (422, True)
    teller = seats(game_of_file("teller", TELLER), 5)
    assert "Who is: Teller" in teller.shown()
    status, said = teller.posts("deal")
    assert (status, "is missing" in said) == (409, True)
    assert teller.posts("deal", **{"chosen.0": "3"})[0] == 200
    assert teller.state.seats[3].card == "teller"


def test_clock_is_paused_and_lengthened_by_what_is_left(
    seats: At, steady: Steady, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the computer's clock is set to meanwhile."""
    days = count(0, 86_400)
    monkeypatch.setattr(clock, "now", lambda: next(days))
    at = seats(VILLAGE, 5)
    at.posts("deal")
    at.posts("start")
    assert at.posts("clock", run="pause")[0] == 409
    at.posts("clock", run="start")
    steady.now += 60
    at.posts("clock", run="longer")
    assert at.state.countdown.seconds == 240 - 60 + 30
    steady.now += 10
    at.posts("clock", run="pause")
    steady.now += 500
    at.posts("clock", run="go")
    assert at.state.countdown[2:] == (200, False)
    assert at.posts("clock", run="start", which="7")[0] == 404
    assert f'data-until="{int(steady.now) + 200}' in at.shown()


def test_point_comes_in_any_order_and_nobody_reads_whom_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is there a large button for them, and the position of a name on one's sheet reveals nothing."""
    monkeypatch.setattr(table_view, "_SALT", b"as in this test")
    read = []
    for named in (1, 3):
        with House(tmp_path / str(named), NAMES[:5]) as house:
            house.table.run(rounds.choose, VILLAGE.id, {})
            house.table.state.dice = Random(1)
            house.begins(None)
            house.acts({"kind": "ask", "look": 0})
            sheets = [house.page(phone, f"sheet/s-{seat}-point") for seat, phone in enumerate(house.phones)]
            orders = [re.findall(r'name="seat" value="(\d)"', sheet) for sheet in sheets]
            assert [sorted(order) for order in orders] == [[n for n in "01234" if n != str(seat)] for seat in range(5)]
            assert orders != [sorted(order) for order in orders]
            assert not any("main big" in house.page(phone) for phone in house.phones)
            stamp, pages = house.table.state.stamp, list[str]()
            for seat in (4, 0, 2):
                point = json.dumps([{"kind": "point", "by": seat}])
                answer = house.tap(house.phones[seat], "act", entries=point, seat=named, stamp=stamp)
                assert answer.status_code == 200
                pages += [house.page(house.phones[1]), house.page(house.host, "table")]
            assert "Cleo has answered." in pages[-1]
            assert house.table.view.offer.acting == (1, 3)
            own = rf'{house.code}|(?<=data-version=")[^"]*|(?<=data-now=")[^"]*|<path class="qr-dark"[^>]*'
            read.append([re.sub(own, "", page) for page in pages])
    assert read[0] == read[1]


def test_lobby_has_the_first_game_once_a_file_is_gone(tmp_path: Path) -> None:
    passing = game_of_file("passing", QUEST)
    AtTable(tmp_path, passing, 5).close()
    files._texts.pop(passing.id)
    with House(tmp_path, ()) as house:
        assert [seat.name for seat in house.table.state.seats] == list(NAMES[:5])
        assert house.table.state.chosen.game == next(iter(games.all_games()))
