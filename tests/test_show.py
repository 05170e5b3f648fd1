"""The end of a round in the hand: one's card turns over with the table's, the last one after a breath, and stays."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from faults.house import STOP_HERE, House
from playing import Play
from test_crawl import GAMES as CRAWLED
from walking import Walk, list_twin_deals
from worlds import SEATED, World, Worlds, get

from companion.engine.round_facts import list_tracking_modes
from companion.engine.score_story import list_steps
from companion.engine.state import EVERY_TURN, RESULT_ONLY, SCORING
from companion.games import game_by_id, list_offered
from companion.table.commands import reveal_score, rounds

DOWN = 'class="turning down"'
HELD_UP = " held-up"
FACE = '<div class="role-card '
LIGHT = re.compile(r'class="light ([a-z-]+)"')
TREASURE: dict[str, Any] = {"kind": "play-path", "by": 0, "goal": "treasure"}
GAMES = [game for game in CRAWLED if game.id != "harbour-lights"]
"""In the example no card is revealed."""
ENDS = [(game, how) for game in GAMES for how in (EVERY_TURN, RESULT_ONLY) if how in list_tracking_modes(game)]


# -- what a phone shows ---------------------------------------------------------------------------------------------
def page_of(world: World, viewer: str) -> str:
    """The page of a phone, or the one that a stranger watches."""
    path = "/watch" if viewer == "stranger" else ""
    status, _, body = world.ask(viewer, get(f"/{world.code}{path}"))
    assert status == 200
    return body.decode()


def is_up_on(page: str, seat: int) -> bool:
    """Whether the table's picture shows the face of that seat's card."""
    found = re.search(rf'id="card{seat}" class="spot.*?<div class="flip ([^"]*)"', page, re.DOTALL)
    return found is not None and not found[1].startswith("back")


def own_card_in(page: str) -> str:
    """What is where a phone has its card, without what is held to look at."""
    found = re.search(r'<div id="cards">(.*?)<div id="thumb">', page, re.DOTALL)
    return found[1] if found else page[page.index('<div class="own-cards"') :]


def ends(tables: Worlds, how: str) -> None:
    """A round in which nothing was played; of one that nobody tracked the table enters how it ended."""
    tables.do(rounds.deal, 0 if tables.game.in_turns else None, follow=how)
    tables.do(rounds.start_early)
    Walk(tables, 1).finish_round()


@pytest.mark.parametrize(("game", "how"), ENDS, ids=lambda one: getattr(one, "id", one).partition(".")[0])
def test_a_phone_turns_its_card_over_with_the_table_and_tells_nothing_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any, game: Any, how: str
) -> None:
    """Twins whose cards differ: until the table screens do, no phone does."""
    with Worlds(tmp_path, monkeypatch, caplog, game, *list_twin_deals(game, None)) as tables:
        ends(tables, how)
        alike = parted = 0
        while not tables.at.told:
            screens = [page_of(world, "stranger") for world in tables.worlds]
            for viewer in SEATED:
                seat = tables.first.seat_of(viewer)
                assert seat is not None
                pages = [page_of(world, viewer) for world in tables.worlds]
                if screens[0] == screens[1]:
                    assert pages[0] == pages[1], f"{viewer} after {tables.at.show.beats} beats"
                for screen, page in zip(screens, pages, strict=True):
                    up = is_up_on(screen, seat)
                    assert (DOWN in page) != up
                    assert (FACE in own_card_in(page)) == up
            alike += screens[0] == screens[1]
            parted += screens[0] != screens[1]
            for world in tables.worlds:
                world.do(reveal_score.reveal_next)
            if tables.state.status == SCORING and not tables.at.face_down:
                break  # the gold is handed out
        assert alike
        one, other = ([seat.card for seat in world.state.seats] for world in tables.worlds)
        assert parted or one == other


# -- the breath, and the light --------------------------------------------------------------------------------------
@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Two saboteurs among four, of whom Anna is none."""
    with House(tmp_path) as made:
        made.deals("saboteur", spare=False, saboteurs=2)
        yield made


def pages_of(house: House) -> list[str]:
    """The table screen, then the phones."""
    return [house.page(house.host, "table"), *map(house.page, house.phones)]


def light_of(page: str) -> str:
    found = LIGHT.search(page)
    return found[1] if found else ""


def lights(house: House) -> list[str]:
    """The light of each beat, which is the same on all screens, until all has been revealed."""
    found = []
    while not house.table.state.told:
        house.table.run(reveal_score.reveal_next)
        (light,) = {light_of(page) for page in pages_of(house)}
        found.append(light)
    return found


def hands_out_the_gold(house: House) -> None:
    play = Play(game_by_id("saboteur"), 4, table=house)
    while house.state.status == SCORING:
        play.step()


def test_it_is_dark_for_a_beat_before_the_last_card_and_the_lamp_goes_out_for_the_saboteurs(house: House) -> None:
    house.acts(STOP_HERE)
    assert lights(house) == ["", "", "", "breath", "", "lamp-out"]


def test_gold_dust_falls_when_another_side_has_won(house: House) -> None:
    house.acts(TREASURE)
    house.table.run(reveal_score.turn_up)
    while house.table.state.face_down:
        house.table.run(reveal_score.reveal_next)
    assert not any(map(light_of, pages_of(house))), "nobody has won before the gold is handed out"
    hands_out_the_gold(house)
    assert lights(house) == ["gold-dust"]


def test_without_a_dark_side_there_is_the_breath_alone_and_every_card_stays_up(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.deals("dark-cave")
        house.acts(STOP_HERE)
        assert {*lights(house)} == {"", "breath"}
        assert all(HELD_UP in house.page(phone) for phone in house.phones)


def test_the_last_card_turns_up_after_the_breath_and_the_headline_says_whose_it_was(house: House) -> None:
    house.acts(STOP_HERE)
    steps = house.table.state.steps
    last = steps[0].turning[-1]
    assert last.card is not None
    headline = f">{last.card.twist}</h1>"
    while light_of(house.page(house.host, "table")) != "breath":
        house.table.run(reveal_score.reveal_next)
    before = pages_of(house)
    house.tap(house.host, "host/next", told=str(house.table.state.show.beats))  # a tap skips it
    after = pages_of(house)
    assert [headline in page for page in (*before, *after)] == [False] * 5 + [True] * 5
    own = house.phones[last.seat or 0]
    assert DOWN in before[1 + house.phones.index(own)]
    assert DOWN not in "".join(after)


def test_the_face_and_its_buzz_come_in_one_event(house: House) -> None:
    house.acts(STOP_HERE)
    turns = house.table.state.steps[0].turning[0].seat
    assert turns is not None
    house.table.run(reveal_score.reveal_next)
    buzz = f'data-kind="card" data-sound="cards" data-seats="{house.table.state.seat_ids[turns]}"'
    events = [" ".join(house.get(phone, "live/phone").text.split()) for phone in house.phones]
    assert all(buzz in event for event in events)
    assert [FACE in event for event in events] == [seat == turns for seat in range(4)]


@pytest.mark.parametrize("name", ["outsider", "spies", "village"])
def test_the_dark_side_of_a_game_in_one_file_turns_up_last(name: str) -> None:
    game = next(game for id, game in list_offered().items() if id.startswith(f"{name}."))
    played = Play(game, 6, seed=1).run()
    cards = [card for step in list_steps(game, played.state) for card in step.turning]
    dark = [game.sides[played.state.seats[line.seat].card].dark for line in cards if line.seat is not None]
    assert sorted(dark) == dark
    assert {*dark} == {False, True}


# -- what stays -----------------------------------------------------------------------------------------------------
def saboteurs(house: House) -> list[bool]:
    """Of each phone, whether its seat is one."""
    return [seat.card == "saboteur" for seat in house.state.seats]


def test_every_card_stays_up_while_the_gold_is_handed_out(house: House) -> None:
    """Nuggets are held to be looked at as ever."""
    house.acts(TREASURE)
    house.turns_up()
    cards = [own_card_in(house.page(phone)) for phone in house.phones]
    assert all(FACE in card for card in cards)
    assert not any('data-key="card"' in card for card in cards)
    assert all('data-key="gold"' in card for card in cards)


def test_the_card_of_the_dark_side_stays_up_until_the_next_deal(house: House) -> None:
    house.acts(TREASURE)
    house.turns_up()
    dark = saboteurs(house)
    hands_out_the_gold(house)
    house.tells()
    pages = [house.page(phone) for phone in house.phones]
    assert [HELD_UP in page for page in pages] == dark
    assert all('data-key="gold"' in page for page in pages)
    house.begins(None)
    assert not any(FACE in house.page(phone) for phone in house.phones)


def test_an_end_that_is_taken_back_turns_all_faces_down(house: House) -> None:
    house.acts(STOP_HERE)
    for _ in range(2):
        house.table.run(reveal_score.reveal_next)
    assert sum(FACE in house.page(phone) for phone in house.phones) == 2
    house.undoes()
    assert not any(FACE in house.page(phone) for phone in house.phones)
    house.acts(STOP_HERE)
    assert all(DOWN in house.page(phone) for phone in house.phones)


def test_who_sits_out_sees_the_picture_of_the_table(house: House) -> None:
    house.acts(STOP_HERE)
    house.tells()
    house.table.run(rounds.set_plays_on, house.id_of("Dora"), False)
    house.begins(None)
    house.acts(STOP_HERE)
    for beat in range(5):
        page = house.page(house.phones[3])
        up = [is_up_on(page, seat) for seat in range(3)]
        assert up == [is_up_on(house.page(house.host, "table"), seat) for seat in range(3)]
        assert sum(up) == [0, 1, 2, 2, 3][beat]
        assert DOWN not in page
        house.table.run(reveal_score.reveal_next)
