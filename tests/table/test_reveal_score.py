"""The show runs automatically: a score is revealed at its own pace, on every screen and over a restart."""

import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from random import Random

import pytest
from faults.house import NAMES, STOP_HERE, House
from playing import Play
from prepared import Steady
from sizes import LARGE

from companion.engine.actions import Entry
from companion.engine.scoring import OUTCOMES
from companion.engine.state import RESULT_ONLY, SCORING
from companion.engine.text import T
from companion.engine.verdict import count_gains, make_round_verdict, make_verdict
from companion.games import game_by_id
from companion.history.reader import HistoryReader
from companion.record.record import Record
from companion.storage.store import RevealProgress, StoreError
from companion.table import Stage, Table, undo
from companion.table.commands import play, reveal_score, rounds, seating
from companion.table.reveal import SLIP_SECONDS
from companion.table.table import LATER_SECONDS
from companion.table.tables import import_record
from companion.table.views.announce import list_announcements
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import log_of


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as made:
        made.deals()
        made.acts(STOP_HERE)
        yield made


def beats(house: House) -> int:
    """How many of them the table screen has shown, as it is asked."""
    house.page(house.host, "table")
    return house.table.state.show.beats


def begins(house: House) -> None:
    assert house.tap(house.host, "host/next", told="0").status_code == 200


def goes_on(steady: Steady, house: House) -> None:
    """Until the next beat, and no longer."""
    steady.now = house.table.due


# -- how long -------------------------------------------------------------------------------------------------------


# -- automatically --------------------------------------------------------------------------------------------------
def test_reveal_goes_on_to_its_end_without_a_tap(house: House, steady: Steady) -> None:
    seen = [beats(house)]
    assert seen == [0], "a slip can be undone before anything is told"
    while not house.table.state.told:
        goes_on(steady, house)
        steady.now -= 0.01
        assert beats(house) == seen[-1], "not before its time"
        steady.now += 0.01
        seen.append(beats(house))
    assert seen == list(range(seen[-1] + 1))
    assert house.table.due == float("inf")
    assert house.store.tables.list_showing() == []


def test_reveal_is_over_when_its_time_has_passed_whoever_asks_next(house: House, steady: Steady) -> None:
    """Nobody has looked meanwhile; the history knows it too, and so does a reader of the file."""
    begins(house)
    assert len(HistoryReader(house.store).read_book().plays) == 0
    steady.now += 60
    assert len(HistoryReader(house.store).read_book().plays) == 1
    assert house.store.tables.list_showing() == [house.code], "nothing was written"
    assert len(house.hall.read_book().plays) == 1
    play = house.hall.read_book().plays[0]
    assert house.get(house.host, f"/book/play/{play.play_id}/record.json").status_code == 200


def test_reveal_next_finds_what_its_time_has_brought(house: House, steady: Steady) -> None:
    begins(house)
    steady.now += 60
    assert house.tap(house.host, "host/lobby", stamp=house.table.state.stamp).status_code == 200
    house.table.run(rounds.choose, "dark-cave", {})
    assert house.table.state.current_game
    assert house.table.state.told


# -- paused, stepped ------------------------------------------------------------------------------------------------
def test_pause_stops_the_reveal_and_lets_the_rest_of_the_beat_pass(house: House, steady: Steady) -> None:
    begins(house)
    left = house.table.due - steady.now
    steady.now += 0.5
    for _ in range(2):  # a repeated tap
        house.tap(house.host, "host/pause", stop="1")
        steady.now += 50
    assert beats(house) == 1
    for _ in range(2):
        house.tap(house.host, "host/pause", stop="0")
    assert house.table.due - steady.now == pytest.approx(left - 0.5)


def test_reveal_next_steps_while_it_runs_and_while_it_is_paused(house: House, steady: Steady) -> None:
    begins(house)
    house.tap(house.host, "host/next", told="1")
    house.tap(house.host, "host/next", told="1")  # tapped twice
    assert beats(house) == 2
    goes_on(steady, house)
    assert beats(house) == 3, "it runs as it did"
    house.tap(house.host, "host/pause", stop="1")
    house.tap(house.host, "host/next", told="3")
    steady.now += 60
    assert beats(house) == 4


def test_reveal_that_was_stepped_to_the_end_leads_nowhere_back(house: House) -> None:
    begins(house)
    house.tap(house.host, "host/pause", stop="1")
    house.tells()
    told = house.table.state.show.beats
    for stop in "10":
        assert house.tap(house.host, "host/pause", stop=stop).status_code == 200
    assert (house.table.state.show.beats, house.table.due) == (told, float("inf"))


def test_turn_up_is_for_every_phone_until_the_first_card(house: House, steady: Steady) -> None:
    """The cards of an agreed end wait only for a moment; whoever holds theirs need not wait for the host."""
    words = "Reveal the cards"
    phone = house.phones[1]
    assert words in house.page(phone)
    assert house.tap(house.stranger, "up").status_code == 403
    stamp = house.table.state.stamp
    for _ in range(2):  # sent twice
        assert house.tap(phone, "up", stamp=stamp).status_code == 200
    assert beats(house) == 1
    assert words not in house.page(phone)
    goes_on(steady, house)
    assert beats(house) == 2


@pytest.mark.parametrize("door", ["next", "pause"])
def test_reveal_is_not_for_phones_and_strangers_to_step_or_stop(house: House, door: str) -> None:
    begins(house)
    for client in (house.phones[0], house.stranger):
        assert house.tap(client, f"host/{door}", told="1", stop="1").status_code == 403
    assert house.table.state.show == RevealProgress(1, 1, house.table.state.show.since)
    assert house.table.state.show.beats == 1


def test_pause_does_nothing_before_the_end(house: House) -> None:
    house.undoes()
    assert house.tap(house.host, "host/pause", stop="1").status_code == 200
    assert house.table.state.show == RevealProgress(1)


# -- restarts, old data, clocks -------------------------------------------------------------------------------------
def test_reveal_goes_on_over_a_restart(house: House, steady: Steady) -> None:
    begins(house)
    goes_on(steady, house)
    assert beats(house) == 2
    due = house.table.due
    steady.now += 0.3
    house.restarts()
    assert (house.table.state.show.beats, house.table.due) == (2, due)
    steady.now = due
    house.table.run_due()
    assert house.table.state.show.beats == 3
    steady.now += 7
    house.restarts()
    house.table.run_due()
    assert 4 < house.table.state.show.beats < 8


def test_pause_outlasts_a_restart(house: House, steady: Steady) -> None:
    begins(house)
    house.tap(house.host, "host/pause", stop="1")
    steady.now += 100
    house.restarts()
    house.table.run_due()
    assert (house.table.state.show.beats, house.table.due) == (1, float("inf"))


def test_reveal_is_not_held_up_by_a_clock_that_wakes_up_in_the_past(house: House, steady: Steady) -> None:
    begins(house)
    left, then = house.table.due - steady.now, steady.now
    steady.now -= 10_000
    try:
        house.restarts()
        assert house.table.due - steady.now == pytest.approx(left)
    finally:
        steady.now = then


def test_reveal_waits_a_while_for_a_disk_that_refuses(
    house: House, steady: Steady, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(house)
    goes_on(steady, house)

    def full(*_: object, **__: object) -> None:
        raise StoreError(T("The disk is full."))

    with monkeypatch.context() as broken:
        broken.setattr(house.store.games, "save", full)
        assert beats(house) == 1
        steady.now += 1
        assert beats(house) == 1
    steady.now += LATER_SECONDS
    assert beats(house) > 1


# -- what it reveals, and when --------------------------------------------------------------------------------------
def test_reveal_shows_no_card_before_its_beat(house: House, steady: Steady) -> None:
    begins(house)
    (cards,) = [step for step in house.table.state.steps if step.turning]
    for up in range(1, len(cards.turning) + 1):
        hidden = [str(line.text) for line in cards.turning[up:]]
        for client, path in ((house.host, "table"), (house.stranger, "watch"), (house.phones[0], "")):
            page = house.page(client, path)
            assert [text for text in hidden if text in page] == []
        goes_on(steady, house)


def test_reveal_begins_again_after_an_undo_of_the_end(house: House, steady: Steady) -> None:
    begins(house)
    goes_on(steady, house)
    assert beats(house) == 2
    house.undoes()
    assert house.table.due == float("inf")
    steady.now += 60
    house.acts(STOP_HERE)
    assert (beats(house), house.table.due) == (0, steady.now + SLIP_SECONDS)


@pytest.mark.parametrize("end", [{"kind": "stop"}, {"kind": "end", "reason": "agreed"}], ids=["stopped", "ended"])
def test_log_keeps_an_end_that_was_revealed_and_undone(house: House, end: Entry) -> None:
    """Stop, see all cards, undo, play on: everyone reads it, every time."""
    said = "All cards had already been shown when the ending was undone."
    house.undoes()

    def takes_back() -> int:
        house.undoes()
        return [str(line.text) for line in log_of(house.table.state)].count(said)

    def tells_nothing() -> None:
        assert not house.hall.read_book().plays

    house.acts(end)
    tells_nothing()
    assert takes_back() == 0, "nothing was told: a slip, and nobody has seen anything"
    for times in (1, 2):
        house.acts(end)
        assert not house.table.state.told, "the end is told anew, however far it was told before"
        house.tells()
        assert takes_back() == times
        tells_nothing()
        turn = house.state.turn
        assert turn is not None, "it goes on"
        for kind in ("play-path", "end-turn"):
            house.acts({"kind": kind, "by": turn.seat})


def test_undo_of_an_end_that_showed_cards_asks_first(house: House) -> None:
    house.undoes()

    def asks() -> tuple[bool, bool]:
        """Of the table, and whether its own seat can't."""
        back = undo.find_undo(house.table.state)
        assert back is not None
        return back.asks, back.why is not None

    assert asks() == (True, False), "the deal"
    house.acts({"kind": "play-path", "by": 0})
    assert asks() == (False, False)
    house.acts(STOP_HERE)
    assert asks() == (False, False), "nothing is told yet"
    house.tells()
    assert asks() == (True, True)
    house.undoes()
    assert asks() == (True, True), "who has seen all cards plays nothing else now"
    house.acts({"kind": "end-turn", "by": 0})
    assert asks() == (False, False)


def test_reveal_tells_nothing_of_a_redeal_after_its_end(house: House) -> None:
    house.tells()
    house.undoes()
    house.table.run(rounds.redeal, "the cards were shown")
    house.table.run(rounds.start_early)
    house.acts({"kind": "stop"})
    assert not house.hall.read_book().plays


def test_reveal_goes_on_after_a_correction(house: House, steady: Steady) -> None:
    begins(house)
    house.acts({"kind": "correct", "note": "it was later"})
    goes_on(steady, house)
    assert beats(house) == 2


def test_stream_brings_the_beat_when_it_is_due(house: House, steady: Steady) -> None:
    begins(house)
    events = house.phones[0].get(f"/{house.code}/stream/phone").iter_encoded()
    first = next(events).decode()
    assert "event: beat" not in first
    goes_on(steady, house)
    house.hall.hub.beat = lambda: 1000.0
    second = next(events).decode()
    assert second.startswith("id: ")
    assert house.table.state.show.beats == 2


# -- the board ------------------------------------------------------------------------------------------------------


# -- the end in the hand --------------------------------------------------------------------------------------------
def test_end_of_a_game_says_who_won_and_why_and_what_one_was(house: House) -> None:
    house.undoes()
    for kind, by, more in (
        *(("play-path", 0, {}), ("reveal-goal", 0, {"goal": "exit"}), ("end-turn", 0, {})),
        *(("play-path", 1, {}), ("leave", 1, {})),
    ):
        house.acts({"kind": kind, "by": by, **more})
    house.acts(STOP_HERE)
    house.tells()
    for seat, phone in enumerate(house.phones):
        screen = Page(house.table.view, PageViewer(seat=seat))
        assert screen.score.verdict
        assert screen.score.verdict.winners
        assert screen.own_card
        page = house.page(phone)
        end = page[page.index('<section class="verdict"') : page.index('<dialog class="sheet" id="afterwards"')]
        assert ("YOU WON" if seat in screen.score.verdict.winners else "YOU LOST") in end
        assert str(screen.score.verdict.to_you[seat]) in unescape(end)
        assert f'<b class="name">{screen.own_card.title}</b>' in end


def test_score_is_replayed_on_any_phone_with_its_own_seat(house: House) -> None:
    begins(house)
    assert house.tap(house.phones[1], "deal", stamp=house.table.state.stamp).status_code == 409, "it is being told"
    house.tells()
    stamp = house.table.state.stamp
    assert house.tap(house.stranger, "deal", stamp=stamp).status_code == 403
    answer = house.tap(house.phones[1], "deal", stamp=stamp)
    assert answer.status_code == 200
    assert (house.table.state.stage, house.table.state.game_row.number) == (Stage.LOOKING, 2)
    assert "Ben" in answer.text
    assert house.tap(house.phones[2], "deal", stamp=stamp).status_code == 409
    assert house.table.state.game_row.number == 2


@pytest.mark.parametrize("game", ["lost-mines", "saboteur-2"])
def test_score_of_a_game_of_one_round_speaks_of_no_round(tmp_path: Path, game: str) -> None:
    """Neither the table screen and the phones, nor the log, nor what is said aloud."""
    with House(tmp_path) as house:
        house.deals(game, rounds=1)
        if game == "lost-mines":
            house.acts({"kind": "play-path", "by": 0})
            house.acts({"kind": "reveal-mine", "mine": "gold", "by": 0})
            house.acts({"kind": "take-treasure", "treasure": "gold", "by": 0})
        house.acts(STOP_HERE)
        assert house.state.status == SCORING
        pages = [Page(house.table.view, PageViewer(seat=seat)) for seat in (None, *range(len(NAMES)))]
        heard = [str(one.text) for one in list_announcements(pages[0])]
        assert heard[0].startswith("It's over!")
        said = [str(one) for page in pages for one in (page.board and page.board.headline, *page.notices)]
        said += [str(line.text) for line in pages[0].newest]
        assert [text for text in (*heard, *said) if "round" in text.lower()] == []


@pytest.fixture(params=["saboteur", "saboteur-2"])
def between(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """A first round has ended at once: saboteurs win it, if there are any."""
    with House(tmp_path) as made:
        made.deals(request.param)
        made.acts(STOP_HERE)
        if request.param == "saboteur-2":
            made.acts({"kind": "crystals", "count": 0})
        yield made


def test_score_of_a_round_is_one_sentence_on_a_phone(between: House) -> None:
    assert "ROUND" not in between.page(between.phones[0]), "nothing of it before the table has told it"
    between.tells()
    record = between.table.state.record
    verdict = make_verdict(record.game, record.state)
    for seat, phone in enumerate(between.phones):
        page = between.page(phone).partition("<main")[2]
        end, _, behind = page.partition('<dialog class="sheet" id="afterwards"')
        heads = {"won": "ROUND WON", "lost": "ROUND LOST", "nobody": "NOBODY WINS"}
        head = heads.get(verdict.outcomes[seat], str(verdict.headline.text))
        assert f">{head}</h1>" in end
        assert escape(str(verdict.to_you[seat])) in end
        assert ">Next round</button>" in end
        assert "Who wins the round" in behind
        assert "Who wins the round" not in end


def told_round(folder: Path, game: str, seed: int) -> tuple[Table, str]:
    """A first round at random, revealed to its end on the table screen; and its page, the counting left out."""
    play = Play(game_by_id(game), 6, hurry=0.02, follow=(RESULT_ONLY,), seed=seed).run()
    entries, record = play.record.entries, play.record
    deals = [number for number, entry in enumerate(entries) if entry["kind"] == "deal"]
    with House(folder, ()) as house:
        again = Record.load(record.game, record.players, record.given_options, entries[: [*deals, None][1]])
        table = house.hall.tables.get(import_record(house.store, again).code)
        assert table
        house.table = table
        house.tells()
        page = house.page(house.host, f"/{table.code}/table")
    return table, re.sub(r"<dialog.*?</dialog>", "", page.partition("<main")[2], flags=re.DOTALL)


@pytest.mark.parametrize("seed", range(20 if LARGE else 1))
@pytest.mark.parametrize("game", ["dark-cave", "lost-mines", "saboteur", "saboteur-2"])
def test_score_that_was_revealed_shows_who_has_won_and_all_cards(tmp_path: Path, game: str, seed: int) -> None:
    table, page = told_round(tmp_path, game, seed)
    record = table.state.record
    state, verdict = record.state, make_round_verdict(record.game, record.state)
    assert f"<span>{escape(str(verdict.headline.text))}</span>" in page
    places = re.findall(r'<li id="card(\d)"[^>]*>(.*?)</li>', page, re.DOTALL)
    assert sorted(int(seat) for seat, _ in places) == list(state.players)
    outcomes = [verdict.outcomes[int(seat)] for seat, _ in places]
    assert outcomes == sorted(outcomes, key=OUTCOMES.index), "winners together"
    for seat, place in places:
        assert escape(str(record.game.roles[state.seats[int(seat)].card].label)) in place or game != "saboteur"
        drawn = sum(taker == int(seat) for taker, _ in state.draft) if game == "saboteur" else 0
        assert place.count("<span><svg") == drawn, "face down"
        assert ('class="brought"' in place) == (count_gains(record.game, state)[int(seat)] != 0 and not drawn)


def onward(house: House) -> str:
    """The large button of the table screen, with its form if it has one."""
    (found,) = re.findall(r"<(?:form|button)[^>]*onward.*?</button>", house.shown(), re.DOTALL)
    return str(found)


def test_next_round_is_one_tap_at_the_table_too(between: House) -> None:
    between.tells()
    fields = dict(re.findall('name="([^"]*)" value="([^"]*)"', onward(between)))
    assert between.tap(between.host, "host/deal", **fields).status_code == 200
    assert (between.table.state.stage, between.state.round) == (Stage.LOOKING, 2)


def test_next_round_is_dealt_by_the_table_where_something_is_to_be_decided(between: House) -> None:
    between.tells()
    between.table.run(seating.add_seat, "Late")
    assert 'data-sheet="deal"' in onward(between)
    page = between.page(between.phones[0])
    assert "The next round is dealt on the table screen." in page
    assert ">Next round</button>" not in page
    assert between.tap(between.phones[0], "deal", stamp=between.table.state.stamp).status_code == 409


def ends_with(folder: Path, nuggets: list[int]) -> tuple[list[str], list[str]]:
    """All pages at the ends of two rounds whose diggers drew these cards, while they are revealed too; and what each
    can hold. The strip of tonight has its numbers from the second on."""
    with House(folder) as house:
        house.table.state.dice = Random(1)
        house.table.run(rounds.choose, "saboteur", {})
        pages = []
        for _ in range(2):
            house.begins(follow=RESULT_ONLY)
            finder = next(seat for seat, own in enumerate(house.state.seats) if own.card == "gold-digger")
            facts = {"kind": "facts", "finder": finder, "nuggets": nuggets, "broken": []}
            house.table.run(play.enter, [facts])
            told = False
            while not told:
                pages += [house.page(phone) for phone in house.phones]
                pages += [house.page(house.host, "table"), house.page(house.stranger, "watch")]
                told = house.table.state.told
                if not told:
                    house.table.run(reveal_score.reveal_next)
        held = [house.post(phone, "look", key="gold").text for phone in house.phones]
        own = rf'{house.code}|(?<=data-version=")[^"]*|(?<=data-now=")[^"]*|<path class="qr-dark"[^>]*'
        return [re.sub(own, "", page) for page in pages], held


def test_end_of_a_round_shows_nobody_what_a_digger_drew(tmp_path: Path) -> None:
    (pages, held), (others, holds) = (ends_with(tmp_path / str(drawn), drawn) for drawn in ([3, 3, 2, 2], [1] * 4))
    assert "ROUND WON" in "".join(pages)
    assert 'aria-label="Tonight: ' in pages[-1]
    assert sum(one != other for one, other in zip(held, holds, strict=True)) > 1
    assert pages == others


def test_what_turns_up_first_is_on_the_button_that_begins_it(house: House) -> None:
    house.deals()
    house.acts(STOP_HERE)
    assert "Reveal the cards" in house.shown()
    assert "Show the score" not in house.shown()


def test_whoever_picks_a_nugget_card_is_named_once_and_has_one_large_button(tmp_path: Path) -> None:
    with House(tmp_path) as at:
        at.deals("saboteur")
        at.acts({"kind": "play-path", "by": 0, "goal": "treasure"})
        at.turns_up()
        (picks,) = [seat for seat, doing in at.table.view.doing.items() if doing.settles]
        assert f"{NAMES[picks]} picks a nugget card" in at.shown()
        assert "Waiting for answers" not in at.shown()
        assert '<summary class="button main big">' in at.page(at.phones[picks])


def test_a_phone_that_reads_what_the_table_is_asked_reads_where_it_is_entered(house: House) -> None:
    house.tells()
    house.table.run(rounds.open_lobby)
    house.deals("saboteur-2")
    house.acts(STOP_HERE)
    page = house.page(house.phones[0])
    assert "How many crystals can you see?" in page
    assert "Enter it on the table screen." in page
    house.acts({"kind": "crystals", "count": 0})
    assert "Enter it on the table screen." not in house.page(house.phones[0])


def test_treasures_are_entered_in_a_form_that_nobody_has_to_open(house: House) -> None:
    house.tells()
    house.table.run(rounds.open_lobby)
    house.deals("lost-mines")
    for entry in ({"kind": "play-path"}, {"kind": "reveal-mine", "mine": "gold"}, {"kind": "end-turn"}):
        house.acts({**entry, "by": 0})
    for entry in ({"kind": "play-path"}, {"kind": "take-treasure", "treasure": "gold"}, {"kind": "end-turn"}):
        house.acts({**entry, "by": 1})
    assert '<details class="private"' in house.page(house.phones[1]), "in play it is closed"
    house.acts(STOP_HERE)
    page = house.page(house.phones[1])
    assert '<section class="private"' in page
    assert '<details class="private"' not in page
    assert 'class="latest"' not in page, "it would push the button off a small phone"
