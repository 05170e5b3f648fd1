"""Games in one file as they are played: what comes of each entry, the record and draws."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from html import unescape
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from faults.house import House
from games_in_files import BUNDLED, FILES, any_game, game_in
from hypothesis import example, given
from hypothesis import strategies as st
from playing import deal_of
from prepared import Steady
from record_schema import VALID
from sizes import size

from companion import clock, games
from companion.engine import dealing
from companion.engine.actions import ButtonGroup, Entry
from companion.engine.board import draw_board
from companion.engine.play import find_move, list_actions, list_table_actions, make_offer, write_entry
from companion.engine.setup import make_default_options
from companion.engine.state import OVER, ROUND_OVER
from companion.engine.text import RuleError
from companion.engine.verdict import find_winners
from companion.engine.views import make_view, reveal_secret
from companion.engine.visibility import OWN, Viewer
from companion.games import MOST_BYTES, game_by_id
from companion.record.record import EntryError, Record, read_record
from companion.table.commands import rounds
from companion.table.snapshot import seats_that_saw
from companion.table.views import table_view
from companion.toml_games import files
from companion.toml_games.definition import UNTOLD, say
from companion.toml_games.files import game_of_file
from companion.toml_games.game import RoleGame
from companion.toml_games.knowledge import Deal
from companion.toml_games.knowledge import DealtTable as Told
from companion.web.pages import FACE_THAT_LEARNS

from .test_loader import QUEST

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")
VILLAGE, SPIES, OUTSIDER = (game_in(files.BUNDLED / f"{name}.toml") for name in ("village", "spies", "outsider"))
FIVE = ["villager", "wolf", "seer", "villager", "villager"]
KNIGHTS = ["merlin", "percival", "assassin", "servant", "morgana"]
TELLER = (
    QUEST.replace("[cards.assassin]", '[cards.teller]\nside = "good"\nname = "Teller"\nchosen = true\n[cards.assassin]')
    .replace("cards = { merlin = 1", "cards = { teller = 1, merlin = 1")
    .replace("morgana = 1,", 'morgana = { "5" = 0, "6+" = 1 },')
)


LONG = VILLAGE.file + f'[[learns]]\nwho = ["seer"]\nsays = "{"Ж" * 200}"\n' * 10
LONG += "#\n" * ((MOST_BYTES - len(LONG.encode())) // 2)
"""As long as a file can be."""


def dealt(game: RoleGame, cards: list[str], **more: Any) -> Record:
    """The game with these cards before the players."""
    record = Record(game, NAMES[: len(cards)])
    deck = game.prepare(len(cards), {})[0]
    aside = sorted((deck - Counter(cards)).elements())
    draws = game.form.draw.values()
    drawn = {"draw": [4 % len(one.ways) for one in draws]} if draws else {}
    said = find_move(game, dealing.Deal).bind(record.state, (), ())
    record.append({"kind": "deal", **said, **more, "cards": cards, "aside": aside, **drawn})
    return record


def plays(record: Record, *entries: Entry) -> Record:
    for entry in entries:
        record.append(entry)
    return record


def countdown(record: Record) -> tuple[int, bool]:
    """To how much the timer is set, and that it is paused."""
    running = record.state.countdown
    return running.seconds, running.stands


def refused(record: Record, entry: Entry) -> str:
    before = list(record.entries)
    with pytest.raises(EntryError) as error:
        record.append(entry)
    assert record.entries == before
    return str(error.value)


def all_point(at: int = 1) -> list[Entry]:
    return [{"kind": "point", "by": seat, "seat": at if seat != at else 0} for seat in range(5)]


# -- what each entry does ---------------------------------------------------------------------------------------------
def test_a_switch_says_which_cards_are_dealt() -> None:
    off = Record(VILLAGE, NAMES[:5], {"seer": False})
    assert VILLAGE.prepare(5, off.state.options) == [Counter(villager=4, wolf=1)]
    assert "aren't the cards set up for 5 players" in refused(off, dealt(VILLAGE, FIVE).entries[0])


def test_what_a_deal_fills_in_is_dots_before_the_deal() -> None:
    for file in BUNDLED:
        game = game_in(file)
        told = [str(text) for text in game.list_preparation(game.most, make_default_options(game), 1)]
        told += [str(topic.title) for topic in game.topics]
        assert not [text for text in told if "{" in text], file.name
        assert "…" in "".join(told) or not any("{" in str(rule.says) for rule in game.form.learns)


def test_who_is_chosen_gets_that_card_whatever_the_lot_says() -> None:
    game = game_of_file("teller", TELLER)
    record = Record(game, NAMES[:5])
    bare = {"kind": "deal", **find_move(game, dealing.Deal).bind(record.state, (), ()), "chosen": [3]}
    deal = game.moves["deal"].outcome(record.state, bare, Random(1).shuffle)
    assert deal["cards"][3] == "teller"
    assert "Dora was supposed to get Teller" in refused(Record(game, NAMES[:5]), {**deal, "cards": deal["cards"][::-1]})
    record.append(deal)
    assert find_move(game, dealing.Deal).bind(record.state, (), [deal])["chosen"] == [3], (
        "the next deal proposes the same"
    )


def test_who_was_chosen_and_sits_out_now_is_not_proposed_again() -> None:
    game = game_of_file("teller", TELLER)
    state = Record(game, NAMES[:6]).state
    assert find_move(game, dealing.Deal).bind(state, (3,), [{"chosen": [2]}])["chosen"] == [2]
    assert "chosen" not in find_move(game, dealing.Deal).bind(state, (3,), [{"chosen": [3]}])


def test_out_turns_the_card_up_where_the_file_says_so() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "out", "seat": 1})
    assert (record.state.seats[1].out, record.state.seats[1].revealed) == (True, True)
    assert "one of 0, 2, 3, 4 was expected" in refused(record, {"kind": "out", "seat": 1})
    plays(record, {"kind": "undo", "entry": 1})
    assert not record.state.seats[1].out
    plays(record, {"kind": "undo", "entry": 2}, {"kind": "undo", "entry": 1}, {"kind": "out", "seat": 3})
    assert [seat.out for seat in record.state.seats] == [False, False, False, True, False]


def test_nights_are_counted_and_clocks_are_set() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "night"})
    assert len(VILLAGE.night_script(record.state).night) == 4
    plays(record, {"kind": "clock", "clock": 0, "seconds": 240})
    assert (record.state.nights, countdown(record)) == (1, (240, False))
    assert VILLAGE.night_script(record.state).night == [], "it has been read"
    plays(record, {"kind": "clock", "clock": 0, "seconds": 99, "stands": True}, {"kind": "undo", "entry": 3})
    assert countdown(record) == (240, False)
    assert "one of 0 was expected" in refused(record, {"kind": "clock", "clock": 1, "seconds": 1})
    plays(record, {"kind": "night"})
    assert (record.state.nights, record.state.countdown) == (2, None)


def test_all_are_asked_and_only_the_seer_is_answered() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "ask", "look": 0})
    assert make_offer(VILLAGE, record.state).acting == (0, 1, 2, 3, 4)
    plays(record, *all_point()[:4])
    assert {one.secret.key for one in VILLAGE.list_held(record.state, 2)} == {"card"}, "answered when all have answered"
    plays(record, all_point()[4])
    said = [str(reveal_secret(VILLAGE, record.state, seat, "answer")) for seat in range(5)]
    assert said == ["You learn nothing."] * 2 + ["Ben: The wolves"] + ["You learn nothing."] * 2
    assert "nothing is being asked right now" in refused(record, all_point()[0])


def test_who_is_out_or_has_left_is_not_waited_for_and_the_table_can_go_on() -> None:
    record = plays(dealt(VILLAGE, FIVE), {"kind": "out", "seat": 0}, {"kind": "ask", "look": 0})
    assert make_offer(VILLAGE, record.state).acting == (1, 2, 3, 4)
    plays(record, *all_point(3)[1:3], {"kind": "retire", "seat": 3}, {"kind": "go-on"})
    assert str(reveal_secret(VILLAGE, record.state, 2, "answer")) == "Dora: The village"
    assert record.state.question is None


def test_an_end_asks_for_a_seat() -> None:
    quest = game_of_file("quest", QUEST)
    assert "is missing" in refused(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1})
    found = plays(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1, "seat": 0})
    assert (found.state.status, found.state.named, found.state.score["winners"]) == (OVER, 0, [2, 4])
    missed = plays(dealt(quest, KNIGHTS), {"kind": "ends", "end": 1, "seat": 3})
    assert missed.state.score["winners"] == [0, 1, 3]


def test_an_end_pays_once_and_points_add_up_over_rounds() -> None:
    cards = ["knows", "outsider", "knows", "knows"]
    record = plays(dealt(OUTSIDER, cards), {"kind": "ends", "end": 0, "seat": 1})
    assert (record.state.status, record.state.score["points"]) == (ROUND_OVER, [1, 0, 1, 1])
    again = {**record.entries[0], "spent": [[4]], "draw": [5]}
    plays(record, again, {"kind": "ends", "end": 1}, again, {"kind": "ends", "end": 0, "seat": 0})
    assert (record.state.status, OUTSIDER.tally(record.state), find_winners(OUTSIDER, record.state)) == (
        OVER,
        [1, 5, 1, 1],
        [1],
    )


def test_without_ends_the_table_says_who_has_won() -> None:
    game = game_of_file("plain", QUEST.partition("[[ends]]")[0])
    assert plays(dealt(game, KNIGHTS), {"kind": "ends", "sides": ["evil"]}).state.score["winners"] == [2, 4]
    assert plays(dealt(game, KNIGHTS), {"kind": "ends", "won": [3]}).state.score["winners"] == [3]


def test_cards_dealt_by_hand_are_turned_up_before_it_is_scored() -> None:
    record = Record(VILLAGE, NAMES[:5], {"dealing": "cards"})
    plays(
        record,
        {"kind": "deal", **find_move(VILLAGE, dealing.Deal).bind(record.state, (), ())},
        {"kind": "ends", "end": 0},
    )
    assert record.state.status == "scoring"
    assert plays(record, {"kind": "identities", "cards": FIVE}).state.score["winners"] == [0, 2, 3, 4]
    assert VILLAGE.list_held(record.state, 0) == []


def test_a_card_that_is_not_told_is_in_no_view_of_its_owner() -> None:
    game = game_of_file("untold", VILLAGE.file.replace("[cards.wolf]", "[cards.wolf]\ntold = false"))
    state = dealt(game, FIVE).state
    assert [seat["card"] for seat in make_view(game, state, Viewer(1, held=True))["seats"]] == [None] * 5
    page = game.make_role(state, 1, "wolf")
    assert (page.name, page.counts, page.lines, page.picture, page.side) == (UNTOLD, None, (), "", None)


# -- words that are drawn ---------------------------------------------------------------------------------------------
def test_no_word_comes_again_before_all_have_been() -> None:
    record, deals, words = Record(OUTSIDER, NAMES[:4]), list[Entry](), list[int]()
    for seed in range(85):
        bare = {"kind": "deal", **find_move(OUTSIDER, dealing.Deal).bind(record.state, (), deals)}
        deals.append(OUTSIDER.moves["deal"].outcome(record.state, bare, Random(seed).shuffle))
        words.append(deals[-1]["draw"][0])
    size = len(OUTSIDER.form.draw["word"].from_)
    assert sorted(words[:size]) == sorted(words[size : 2 * size]) == list(range(size))


def test_both_words_of_a_pair_stand_on_phones() -> None:
    text = QUEST + '\n[draw.pair]\nfrom = [["coffee", "tea"]]\n'
    text += '[[learns]]\nwho = ["good"]\nsays = "{pair.1}"\n[[learns]]\nwho = ["evil"]\nsays = "{pair.2}"\n'
    game = game_of_file("pairs", text)
    record = Record(game, NAMES[:5])
    record.append(deal_of(game, record.state, Random(3).shuffle))
    read = [str(game.list_learnt(record.state, seat)[-1]) for seat in range(5)]
    sides = [game.sides[record.state.seats[seat].card or ""].id for seat in range(5)]
    words = {side: {word for word, own in zip(read, sides, strict=True) if own == side} for side in ("good", "evil")}
    assert sorted(map(sorted, words.values())) == [["coffee"], ["tea"]]


# -- the record -------------------------------------------------------------------------------------------------------
def test_a_record_carries_the_file_and_is_replayed_without_it() -> None:
    changed = VILLAGE.file.replace("It's night.", "It's dark.")
    game = game_of_file("village", changed)
    record = plays(dealt(game, FIVE), {"kind": "night"}, {"kind": "ends", "end": 0})
    data = json.loads(json.dumps(record.to_json()))
    assert data["file"] == changed
    assert list(VALID.iter_errors(data)) == []
    assert list(VALID.iter_errors({**data, "entries": [{"kind": "out"}]})) != []
    assert read_record(data, game_by_id).state == record.state
    with pytest.raises(RuleError, match="doesn't match the game"):
        read_record({**data, "file": VILLAGE.file}, game_by_id)
    with pytest.raises(RuleError, match="game file isn't valid: line"):
        read_record({**data, "file": "[game]\n"}, game_by_id)


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
def test_a_phone_shows_what_hangs_on_its_card_and_what_it_learns(seed: int) -> None:
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


EVERY = list(map(game_in, (*BUNDLED, *FILES)))


@pytest.mark.parametrize("game", EVERY)
def test_two_deals_that_a_seat_cannot_tell_apart_look_the_same_to_it(game: RoleGame) -> None:
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


# -- questions --------------------------------------------------------------------------------------------------------
MOON = next(game for game in EVERY if game.name == "full_moon")
CHANCELLERY = next(game for game in EVERY if game.name == "chancellery")
SIX = ["wolf", "seer", "healer", "villager", "villager", "villager"]


def test_a_question_of_the_night_is_answered_at_once_and_leaves_no_trace() -> None:
    record = plays(dealt(MOON, SIX), {"kind": "night"})
    steps = MOON.night_script(record.state).night
    assert [bool(step.begins) for step in steps] == [False, True, False, False]
    assert steps[1].begins is not None
    plays(record, steps[1].begins)
    assert record.state.asked == []
    keys = [[one.secret.key for one in MOON.list_held(record.state, seat)] for seat in range(6)]
    assert keys[1] == ["card", *(f"night-1-1-{other}" for other in (0, 2, 3, 4, 5))]
    assert str(reveal_secret(MOON, record.state, 1, "night-1-1-0")) == "Anna: Wolves"
    assert {str(reveal_secret(MOON, record.state, seat, "night-1-1-4")) for seat in (0, 2, 3, 5)} == {
        "You learn nothing."
    }
    assert steps[1].over is not None
    plays(record, steps[1].over)
    assert [len(MOON.list_held(record.state, seat)) for seat in range(6)] == [1] * 6
    out = plays(record, {"kind": "out", "seat": 1}, {"kind": "night"}, steps[1].begins)
    assert str(reveal_secret(MOON, out.state, 1, "night-1-2-0")) == "You learn nothing.", "who is out is not answered"


def test_one_that_the_table_names_is_asked_alone() -> None:
    seven = ["leader", "conspirator", "conspirator", "deputy", "deputy", "deputy", "deputy"]
    record = dealt(CHANCELLERY, seven)
    assert "is missing" in refused(record, {"kind": "ask", "look": 0})
    plays(record, {"kind": "ask", "look": 0, "seat": 4})
    assert (make_offer(CHANCELLERY, record.state).acting, record.state.asked) == ((4,), [4])
    plays(record, {"kind": "point", "by": 4, "seat": 0})
    assert str(reveal_secret(CHANCELLERY, record.state, 4, "answer")) == "Anna: Conspiracy"
    assert reveal_secret(CHANCELLERY, record.state, 3, "answer") is None
    assert "can't be asked any more" in refused(record, {"kind": "ask", "look": 0, "seat": 4})
    five = dealt(CHANCELLERY, ["leader", "conspirator", "deputy", "deputy", "deputy"])
    assert not [one for one in list_table_actions(CHANCELLERY, five.state, ButtonGroup.LEAD) if one.kind == "ask"], (
        "0 times: no tile"
    )


# -- at the table -----------------------------------------------------------------------------------------------------
class AtTable(House):
    """A table with the host's browser, and players without phones."""

    def __init__(self, folder: Path, game: RoleGame, players: int) -> None:
        super().__init__(folder, (), NAMES[:players])
        self.table.run(rounds.choose, game.id, {})

    def posts(self, where: str, **data: str) -> tuple[int, str]:
        answer = self.post(self.host, f"host/{where}", **data)
        return answer.status_code, unescape(answer.text)


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Callable[[RoleGame, int], AtTable]]:
    made: list[AtTable] = []

    def at_table(game: RoleGame, players: int) -> AtTable:
        made.append(AtTable(tmp_path / str(len(made)), game, players))
        return made[-1]

    yield at_table
    for one in made:
        one.close()


At = Callable[[RoleGame, int], AtTable]


def test_the_lobby_offers_files_with_their_switches_and_says_what_is_dealt(seats: At) -> None:
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


def test_too_few_or_nobody_chosen_is_a_sentence(seats: At) -> None:
    at = seats(VILLAGE, 4)
    status, said = at.posts("deal")
    assert (status, "Wolves in the village is for 5 to 12 players, not 4" in said) == (422, True)
    teller = seats(game_of_file("teller", TELLER), 5)
    assert "Who is: Teller" in teller.shown()
    status, said = teller.posts("deal")
    assert (status, "is missing" in said) == (409, True)
    assert teller.posts("deal", **{"chosen.0": "3"})[0] == 200
    assert teller.state.seats[3].card == "teller"


def test_a_clock_is_paused_and_lengthened_by_what_is_left(
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


def test_answers_come_at_once_in_any_order_and_nobody_reads_whom_they_name(
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


def test_a_file_that_is_gone_leaves_the_lobby_with_the_first_game(tmp_path: Path) -> None:
    passing = game_of_file("passing", QUEST)
    AtTable(tmp_path, passing, 5).close()
    files._texts.pop(passing.id)
    with House(tmp_path, ()) as house:
        assert [seat.name for seat in house.table.state.seats] == list(NAMES[:5])
        assert house.table.state.chosen.game == next(iter(games.all_games()))


def test_a_game_is_added_by_the_table_alone_with_its_mistakes_by_line(seats: At, tmp_path: Path) -> None:
    at = seats(VILLAGE, 5)
    assert "Add a game" in at.shown()
    front = at.page(at.host, "host/games")
    ours = {"outsider", "spies", "village"}
    assert {name for name in ours if f'class="box" href="/{at.table.code}/host/games?of={name}"' in front} == ours
    checked = at.posts("games/check", text=QUEST.replace('of = ["evil"]', 'of = ["evyl"]'))[1]
    assert re.search(
        'data-line="40".*of = .*evyl.*no card or side is called "evyl": did you mean "evil"?', checked, re.DOTALL
    )
    shown = at.posts("games/check", text=QUEST)[1]
    assert "Evil:" in shown
    meant = at.posts("games/check", text=QUEST.replace('"Servant"', '"Merlin"'))[1]
    assert meant.count("have the same name") == 1
    many = TELLER.replace('fill = "servant"', 'fill = "assassin"\naside = 3').replace("assassin = 1", "servant = 1")
    aside = at.posts("games/check", text=many, players="5")[1]
    named = ("Teller", "Merlin", "Percival", "Assassin", "Servant")
    assert all(f'<b class="name">{name}</b>' in aside for name in named), "those that may lie aside, too"
    assert at.posts("games", text="[game]")[0] == 422
    assert at.posts("games", text=QUEST, name="saboteur")[0] == 422
    assert at.posts("games", text=QUEST, name="village")[0] == 409, "it comes with the program"
    assert at.posts("games", text=QUEST)[0] == 303
    assert (at.store.folder / "games" / "quest.toml").read_text("utf-8") == QUEST
    assert at.table.state.game.title.message == "Quest"
    status, said = at.posts("games", text=QUEST)
    assert (status, "There's already a game called quest" in said) == (409, True)
    assert at.posts("games", text=QUEST, replace="1")[0] == 303
    assert at.page(at.host, "host/games/quest.toml") == QUEST
    assert at.posts("games", text=LONG, name="long")[0] == 303
    at.posts("deal")
    sizes = set()
    for seat in range(5):
        at.post(at.host, f"hand/{seat}/open")
        face = at.post(at.host, f"hand/{seat}/look", key="card")
        assert seat in seats_that_saw(at.table.state, OWN), "counted when it begins, however long one reads"
        assert ("Ж" in face.text) == (at.state.seats[seat].card == "seer")
        sizes.add(len(face.data))
    assert sizes == {FACE_THAT_LEARNS}, "who is told most reads as many bytes as the others"
    assert at.post(at.stranger, "host/games", text=QUEST).status_code == 403
