"""What the table says aloud: the right thing, once, at its moment, in both languages, and nothing that is secret."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import Evening, evenings
from faults.house import House
from playing import Play
from worlds import first_event

from companion.engine.state import OVER, ROUND_OVER
from companion.games import all_games
from companion.table.commands import reveal_score, rounds, seating
from companion.table.views.announce import Announcement, list_announcements
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import BREATH
from companion.web.render.speech import say_aloud
from companion.web.translator import Translator

# The languages in which the game nights are written down.
HEADLINE = {"en": "{name}'s turn", "de": "{name} ist dran"}
every_game = pytest.mark.parametrize("game", all_games())


class Room(House):
    """A table and someone who hears what is new, as a page does: what has not stood there the last time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ())
        self._stood: set[str] = set()

    def news(self) -> list[Announcement]:
        said = list_announcements(Page(self.table.view, PageViewer()))
        assert len({one.id for one in said}) == len(said)
        fresh = [one for one in said if one.id not in self._stood]
        self._stood = {one.id for one in said}
        return fresh

    def words(self, news: list[Announcement], lang: str = "en") -> list[str]:
        names = [seat.name for seat in self.table.state.seats]
        return [say_aloud(one.text, names, Translator(lang)) for one in news if one.text]

    def said(self) -> list[str]:
        return self.words(self.news())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path) as found:
        yield found


def begun(room: Room, game: str, *names: str) -> None:
    for name in names:
        room.table.run(seating.add_seat, name)
    room.deals(game)


@pytest.mark.parametrize("evening", evenings())
def test_announcements_say_each_timed_effect_once_at_its_moment(tmp_path: Path, evening: Evening) -> None:
    """And thefts and lamps are heard when they happen."""
    evening.read_in(tmp_path)
    with Room(tmp_path) as room:
        room.table.run(rounds.start_early)
        for number, turn in enumerate([[], *evening.turns], -1):
            for entry in turn:
                room.acts({name: value for name, value in entry.items() if name != "drawn"})
            news, follower = room.news(), evening.players[(number + 1) % len(evening.players)]
            for lang, called in HEADLINE.items():
                due = evening.reminders(lang).get(number, called.format(name=follower))
                assert room.words(news, lang) == [due], f"after turn {number}"
            last = next((entry for entry in turn if entry["kind"] != "end-turn"), {"kind": ""})
            sounds = {"theft": ["theft"], "break": ["lamp"] * (last.get("tool") == "lantern")}
            assert [one.sound for one in news if one.kind == "event"] == sounds.get(last["kind"], [])


def test_announcements_say_an_undo_as_such(room: Room) -> None:
    begun(room, "saboteur", "Anna", "Ben", "Cleo")
    room.acts({"kind": "play-path", "by": 0})
    assert "Ben's turn" in room.said()
    room.undoes()
    assert room.said() == ["Undone: Anna plays a path card.", "Anna's turn"]
    room.acts({"kind": "play-path", "by": 0})
    assert room.said() == ["Ben's turn"]


def test_announcements_within_a_turn_call_nobody_again(room: Room) -> None:
    begun(room, "dark-cave", "Anna", "Ben")
    assert room.said() == ["Anna's turn"]
    room.acts({"kind": "play-path", "by": 0})
    assert room.news() == []
    room.undoes()
    assert room.said() == ["Undone: Anna plays a path card."]
    turn = [{"kind": "play-path", "by": 0}, {"kind": "end-turn", "by": 0}]
    room.acts(*turn)
    assert room.said() == ["Ben's turn"]
    room.undoes()
    assert room.said() == ["Undone: Anna plays a path card.", "Anna's turn"]


def test_announcements_call_somebody_after_the_deal(room: Room) -> None:
    for name in ("Anna", "Ben"):
        room.table.run(seating.add_seat, name)
    assert room.news() == []
    room.table.run(rounds.choose, "dark-cave", {})
    room.table.run(rounds.deal, 1)
    (dealt,) = room.news()
    assert (dealt.kind, dealt.sound) == ("look", "cards")
    room.table.run(rounds.start_early)
    (called,) = room.news()
    assert (called.kind, called.seats) == ("turn", (room.table.state.seats[1].id,))


@every_game
def test_announcements_tell_the_end_step_by_step(room: Room, game: str) -> None:
    begun(room, game, "Anna", "Ben", "Cleo", "Dora")
    play = Play(all_games()[game], 4, {}, 11, hurry=1, table=room)
    while not play.over:
        play.step()
        if play.state.status in (ROUND_OVER, OVER):
            hears_the_steps(room, final=play.over)


def hears_the_steps(room: Room, final: bool) -> None:
    """The end, then each step by its title; the last one of a round or the game says who wins, or that nobody does."""
    assert "ended" in [one.kind for one in room.news()]
    steps = Page(room.table.view, PageViewer()).score.more_steps
    last, cards = None, []
    for _ in range(steps):
        before = room.news()
        room.table.run(reveal_score.reveal_next)
        news = room.news()
        if room.table.view.score.light == BREATH:
            assert news == before, "it is silent, and cuts no sentence short"
            continue
        (last,) = (one for one in news if one.kind != "retold")
        retold = [one.text for one in news if one.kind == "retold"]
        screen = Page(room.table.view, PageViewer())
        assert retold == list(screen.score.highlights)
        shown = screen.score.steps[-1]
        said = shown.turning[-1].text if shown.turning else shown.title
        cards += [last.text] if shown.turning else []
        assert last.kind == ("card" if shown.turning else "step")
        if shown.turning and (turns := shown.turning[-1].seat) is not None:
            assert last.seats == (room.table.state.seat_ids[turns],), "whose phone is felt"
        told = screen.score.picture or (screen.score.verdict if screen.over else None)
        assert str(last.text).startswith(str(told.headline.text if told else said))
    assert last
    turned_up = [line.text for step in room.table.state.steps for line in step.turning]
    assert cards == turned_up, "every card is said as it turns up, once"
    if final:
        winners = {line.seat for line in shown.lines if line.icon == "crown"}
        assert last.sound == ("won" if winners else "lost")
        assert len(last.seats) == len(winners)


def test_announcements_say_only_what_everybody_sees(room: Room) -> None:
    begun(room, "dark-cave", "Anna", "Ben")
    with pytest.raises(ValueError, match="what everybody sees"):
        list_announcements(Page(room.table.view, PageViewer(seat_id=room.table.state.seats[0].id, seat=0)))


@every_game
def test_announcements_are_the_same_for_everybody(room: Room, game: str) -> None:
    """A phone, the table screen and a stranger: one list, in their pages, in the stream and in the safety net."""
    phone, code = room.joins("Zoe"), room.code
    begun(room, game, "Anna", "Ben")
    heard = []
    for client, page, kind in (
        (phone, "", "phone"),
        (room.host, "/table", "table"),
        (room.stranger, "/watch", "watch"),
    ):
        heard.append(news_in(client.get(f"/{code}{page}").text))
        heard.append(news_in(client.get(f"/{code}/live/{kind}").text))
        events = client.get(f"/{code}/stream/{kind}", buffered=False)
        heard.append(news_in(first_event(events).decode()))
        events.close()
    assert len(set(heard)) == 1
    assert "Zoe&#39;s turn" in heard[0]


def news_in(page: str) -> str:
    (found,) = re.findall(r'<div id="news"[^>]*>(<ol.*?</ol>)', page, re.DOTALL)
    return str(found)


# -- words ----------------------------------------------------------------------------------------------------------
