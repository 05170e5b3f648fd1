"""Drives a table as people would talk about it: the table screen, its phones, and Companion behind them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from sizes import LARGE

from companion.engine.score_story import list_steps
from companion.engine.state import EVERY_TURN
from companion.games import game_by_id
from companion.record.record import parse, read_record

from .device import Device, reads
from .program import Program
from .scan import scan
from .stage import Stage
from .windows import awaits

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
MOTION = "no-preference" if LARGE else "reduce"
"""What moves is drawn sixty times a second on every screen: that is done where the sweeps are long."""
SCREEN: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
ANYTHING = re.compile("")
OPEN_BOARD = """() => {
  if (document.querySelector("dialog:modal .seats")) return true;
  const sheet = document.getElementById("i");
  if (!sheet.open) {
    sheet.showModal = () => sheet.setAttribute("open", "");
    sheet.focus = () => {};
    document.querySelector(".topbar .i").click();
  }
  const seats = sheet.querySelector(".seats");
  return seats && (seats.closest("details").open = true);
}"""
"""Next to the page and not in front of it, because that would lay out everything again, as would the focus."""
TELL = """url => Promise.all(Array.from({length: 9}, () => fetch(url, {method: "POST", redirect: "manual"})))"""
"""Nine steps at once: a page that shows some of them in one has less to do."""
CLOSE_BOARD = """() => {
  const sheet = document.getElementById("i");
  delete sheet.showModal;
  delete sheet.focus;
  sheet.removeAttribute("open");
}"""


class Phone(Device):
    """A player's phone."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table.browser, {**PHONE, **table.looks_like}, name, table.problems, table.script)
        self.table = table
        self.keys = table.keys
        self.url = f"{table.program.url}/{table.program.code}"

    def joins(self) -> Phone:
        """Open the table's address, type the name, join."""
        self.page.goto(self.url)
        expect(self.page.get_by_label("Your name")).to_be_focused()
        self.page.keyboard.type(self.name)
        with self.is_heard():
            self.follows("Join")
        reads(self.page.locator(".me"), self.name)
        return self

    def is_heard(self) -> AbstractContextManager[object]:
        """Within it the page opens its stream: till then others are asked whether they are that player."""
        return self.page.expect_response(re.compile("/stream/phone"))

    def has_joined(self) -> Phone:
        """The same without the page on which one types the name."""
        self.sends_name()
        return self.opens_seat()

    def sends_name(self) -> None:
        self.request.get(self.url)  # the page's cookie
        self.posts(f"{self.url}/join", {"name": self.name})

    def sits_down(self) -> Phone:
        """Take over the seat of that name, as a phone that had it before."""
        program = self.table.program
        cookie = {"name": f"seat_{program.code}", "value": program.tokens[self.name], "url": program.url}
        self._window.context.add_cookies([cookie])  # type: ignore[list-item] # a dict of these
        return self.opens_seat()

    def opens_seat(self) -> Phone:
        self.page.goto(self.url)
        reads(self.page.locator(".me"), self.name)
        return self

    def opens(self, label: str) -> Locator:
        """Open what is behind a tile: the sheet with what its card asks. Else a form, as everywhere."""
        tile = self._tile(label)
        sheet = tile.get_attribute("data-sheet") if tile.count() else None
        if sheet is None:
            return super().opens(label)
        self.press(tile)
        return self.page.locator(f"dialog[id='{sheet}']")

    @contextmanager
    def behind_i(self, row: str = "Everyone") -> Iterator[Locator]:
        """What is behind the "i", with that row open."""
        sheet = self.page.locator("#i")
        self.page.locator(".topbar .i").evaluate("opener => opener.click()")
        opener = sheet.locator("summary").filter(has=self.page.get_by_text(row, exact=True))
        opener.evaluate("opener => opener.parentElement.open = true")
        yield sheet
        sheet.evaluate("sheet => sheet.close()")

    @contextmanager
    def opens_board(self) -> Iterator[None]:
        """The same: it is behind the "i", or after a round with how the score adds up."""
        awaits(self.page, OPEN_BOARD)
        yield
        self.page.evaluate(CLOSE_BOARD)

    def comes_back(self) -> Phone:
        """Take the seat over with this phone, by the code that the host shows."""
        self.page.goto(self.table.seat_link(self.name))
        self.follows("Take this seat")
        reads(self.page.locator(".me"), self.name)
        return self

    def turn_begins(self) -> None:
        self.is_headed("Your turn")


class Table(Stage):
    """The table screen in the host's hands, and with it everything else that is at the table."""

    def __init__(self, program: Program, browser: Browser, script: str = "", **looks_like: Any) -> None:
        self.program = program
        self.browser = browser
        self.script = script
        self.looks_like = {"locale": "en-GB", "reduced_motion": MOTION, **looks_like}
        self.problems: list[str] = []
        self._expected: list[str] = []
        self.phones: list[Phone] = []
        self.watching: list[Device] = []
        self._is_open = False
        super().__init__(browser, {**SCREEN, **self.looks_like}, "table", self.problems, script)
        self.request.get(program.host_link, max_redirects=0)

    @property
    def page(self) -> Page:
        """Opened when someone looks at it, or a phone comes."""
        self._is_there()
        return super().page

    def _is_there(self) -> None:
        if not self._is_open:
            self.open()

    def open(self) -> Table:
        """Open the link that Companion printed."""
        self._is_open = True
        self.page.goto(self.program.host_link)
        expect(self.headline).to_be_visible()
        return self

    @contextmanager
    def answered(self) -> Iterator[None]:
        """The same, by a host who has waited for what the phones show: a tap on an older page would be refused."""
        self.catches_up(*self.phones)
        with super().answered():
            yield

    def phone(self, name: str) -> Phone:
        """One more phone. It is nobody's until it ``joins``."""
        self._is_there()
        return self.has_phone(name)

    def has_phone(self, name: str) -> Phone:
        """The same at a table whose screen nobody looks at."""
        self.phones.append(Phone(self, name))
        return self.phones[-1]

    def has_begun(
        self,
        *names: str,
        without: Sequence[str] = (),
        game: str = "dark-cave",
        new: Sequence[str] = (),
        follow: str = EVERY_TURN,
        dark: bool = False,
    ) -> list[Phone]:
        """The first one's turn: all before it happened before any page was opened. The phones of ``names``; to those of
        ``new`` the game is new. ``dark``: nobody looks at the table screen."""
        phones = self._have_been_dealt_to(names, without, game, new, follow)
        self.enters("start")
        if dark:
            return [phone.opens_seat() for phone in phones]
        return self._opened(f"{[*names, *without][0]}'s turn" if follow == EVERY_TURN else ANYTHING, phones)

    def all_have_cards(self, *names: str, without: Sequence[str] = ()) -> list[Phone]:
        """The same while everyone has to look."""
        return self._opened("Everyone, look at your card", self._have_been_dealt_to(names, without))

    def _have_been_dealt_to(
        self,
        names: Sequence[str],
        without: Sequence[str],
        game: str = "dark-cave",
        new: Sequence[str] = (),
        follow: str = EVERY_TURN,
    ) -> list[Phone]:
        assert not self._is_open
        phones = [self.has_phone(name) for name in names]
        for phone in phones:
            phone.sends_name()
        self.adds(*without)
        self.enters("choose", game=game)
        for phone in phones:
            if phone.name in new:
                phone.posts(f"{phone.url}/new", {"new": "1"})
        self.enters("deal", follow=follow, first="0")
        return phones

    def _opened(self, headline: str | re.Pattern[str], phones: list[Phone]) -> list[Phone]:
        self.open().is_headed(headline)
        return [phone.opens_seat() for phone in phones]

    def seats(self, *names: str) -> list[Phone]:
        """A phone for each. They join one after the other, and then look at their pages."""
        phones = [self.phone(name) for name in names]
        for phone in phones:
            phone.sends_name()
        return [phone.opens_seat() for phone in phones]

    def enters(self, path: str, **form: Any) -> None:
        """What a tap of the host would send, for what the test is not about: the pages hear of it by their streams."""
        self.posts(f"{self.program.url}/{self.program.code}/host/{path}", form)

    def acts(self, **entry: Any) -> None:
        """An entry of the host's, in the same way."""
        self.enters("act", entries=json.dumps([entry]), stamp="")

    def adds(self, *names: str) -> None:
        """Seats for players without a phone; a table screen that someone looks at shows all of them."""
        for name in names:
            self.enters("seats", name=name)
        if self._is_open:
            self.shows(*names)

    def deals(self) -> None:
        """Say that Anna goes first, deal The Dark Cave, which is chosen at first."""
        self.prepares()
        self.press(self.page.get_by_label("Anna", exact=True).filter(visible=True))
        self.taps("Deal")
        expect(self.page.locator(".looked")).to_be_visible()

    def prepares(self) -> None:
        """Say that turns are tracked, and open the sheet with what is prepared and who goes first."""
        self.closes_sheets()
        self.sends(self.page.locator(".taps [value=turns]"))
        self.press(self.page.locator(".deal"))
        if self.page.locator("#only[open]").count():
            self.press(self.page.locator("#only .main"))

    def chooses(self, game: str) -> None:
        """Choose the game for the next deal."""
        self.closes_sheets()
        self.sends(self.page.locator(f".box[value='{game}']"))
        expect(self.page.locator(f".box[data-game='{game}']")).to_be_visible()

    def deals_and_begins(self, first: int = 0) -> None:
        """Deal, and play starts although nobody has looked, without a tap: for what has nothing to do with cards."""
        self.enters("choose", game="dark-cave")
        self.enters("deal", follow=EVERY_TURN, first=str(first))
        self.enters("start")

    def all_look(self) -> dict[str, str]:
        """Everyone with a phone; what each has seen."""
        return {phone.name: phone.looks() for phone in self.phones}

    def finds_a_deal(self) -> list[Phone]:
        """Open the link of a program that has imported a record with a deal; who has a phone takes the seat."""
        self.open().is_headed("Everyone, look at your card")
        return [self.phone(name).sits_down() for name in self.program.tokens]

    def begins(self) -> None:
        """The host starts play although not all have looked."""
        self.taps("Start anyway")

    def turn_of(self, name: str) -> Device:
        """The device that acts for that player, whose turn has started: their phone, or the table screen."""
        for phone in self.phones:
            if phone.name == name:
                phone.turn_begins()
                return phone
        self.is_headed(f"{name}'s turn")
        return self

    @contextmanager
    def handed_to(self, name: str) -> Iterator[None]:
        """The table device in the hands of a player without a phone, open for them alone, and back on the table."""
        self.follows(re.compile(f"^(Pass to {name}|{name} chooses in secret)"))
        self.follows(f"I'm {name}")
        self.is_headed(name)
        yield
        if self.headline.inner_text() == name:
            self.follows("Done, hide it")
        self.is_headed(re.compile("^(Put this back on the table|Pass this to )"))
        self.follows("Back to the table")
        expect(self.page.locator("#live")).to_be_visible()

    def deals_the_next_round(self, proposed: str) -> None:
        """Deal again; the app proposes who goes first."""
        self.closes_sheets()
        self.opens_sheet("deal")
        expect(self.page.get_by_label(proposed, exact=True).filter(visible=True)).to_be_checked()
        self.taps("Deal the next round")
        expect(self.page.locator(".looked")).to_be_visible()

    def seat_link(self, name: str) -> str:
        """Show the seat's own QR code and read it as a camera would."""
        self.opens_menu("Players and phones")
        self.sends(self.page.locator("#seats .grid").get_by_role("button", name=name, exact=True))
        return scan(self.page.get_by_role("img", name=f"QR code for the seat of {name}"))

    def opens_menu(self, name: str) -> None:
        """Open the menu, and what is behind that name there."""
        self.closes_sheets()
        self.press(self.page.locator("[data-sheet=menu]"))
        openers = self.page.locator("#menu :is(button, a, summary)")
        self.press(openers.filter(has_text=re.compile(rf"^\s*{re.escape(name)}\s*$")).first)

    def redoes(self, sentence: str) -> None:
        self.undoes(sentence, "Redo")

    def undoes(self, sentence: str, verb: str = "Undo") -> None:
        """Undo the newest tap, which started with that sentence."""
        self.sends(self.page.locator(".undoes").get_by_role("button", name=f"{verb}: {sentence}"))

    def opens_place(self, name: str) -> Locator:
        """Tap someone's seat, or the middle; the sheet, once it is filled."""
        self.taps_place(name)
        sheet = self.is_open("place")
        if (wrong := sheet.locator("[data-sheet^=wrong]").filter(visible=True)).count():
            self.press(wrong)
        return sheet

    def taps_place(self, name: str) -> None:
        """The same, and the sheet can still be empty."""
        self.closes_sheets()
        self.empties("place")
        label = "Fix the middle" if name == "The middle" else f"{name}: fix something"
        self.page.get_by_role("button", name=label).click(position={"x": 20, "y": 8})

    def has_turn_ended(self, seat: int) -> None:
        """That seat plays a path card, and no more, without opening what the host would tap."""
        self.enters("act", entries=json.dumps([{"kind": "play-path", "by": seat}]), ends="1", stamp="")

    def agrees_to_stop(self) -> None:
        """The host ends the round, or a game of one."""
        self.closes_sheets()
        self.page.locator("#ends").get_by_role("button", name="End round").click()
        self.sends(self.page.locator("#endround .main"))

    def next_step(self) -> bool:
        """One step more of the score, or one card; False when all are revealed."""
        self.closes_sheets()
        told = self.page.locator(".nextstep input[name=told]")
        if not told.count():
            return False
        before = told.first.input_value()
        self.sends(self.page.locator(".nextstep button"))
        self.enters("pause", stop="1")  # it would go on automatically meanwhile
        expect(self.page.locator(f"input[name=told][value='{before}']")).to_have_count(0)
        return True

    def tells_the_score(self) -> list[str]:
        """All of it, without a tap for each step, and look how it was counted; the titles."""
        while self.has_more_to_tell():
            self.page.evaluate(TELL, self._next)
        expect(self.page.locator("input[name=told]")).to_have_count(0)
        return self.told()

    def has_more_to_tell(self) -> bool:
        """One step more, in the same way; whether there is another."""
        return "nextstep" in self.posts(self._next, {}, **{"HX-Request": "true"})

    @property
    def _next(self) -> str:
        return f"{self.program.url}/{self.program.code}/host/next"

    def record(self) -> str:
        """The record of the one game whose score was revealed, as the history gives it out."""
        book = f"{self.program.url}/book"
        for link in (r"/book/evening/[^\"]+", r"/book/play/[^\"]+/record\.json"):
            (path,) = set(re.findall(f'href="({link})"', self.request.get(book).text()))
            book = self.program.url + path
        return self.request.get(book).text()

    def counted(self) -> list[str]:
        """The lines of the score, by the record of the game."""
        record = read_record(parse(self.record()), game_by_id)
        return [str(line.text) for step in list_steps(record.game, record.state) for line in step.lines]

    def told(self) -> list[str]:
        """The titles of all steps, out of the sheet that says how it was counted; phones show the rest too."""
        for phone in self.phones if self.page.locator(".ended").count() else ():
            if not phone.page.locator(".me").count() or phone.offline.is_visible():
                continue  # this one only watches, or lost the seat or the network
            phone.catches_up(self)
            more = phone.page.locator("[data-sheet=afterwards]")
            if more.count():  # not if someone came late
                phone.press(more)
        self.opens("How the score adds up")
        return [title.strip() for title in self.page.locator("section.step h2").all_inner_texts()]

    # -- expected complaints ------------------------------------------------------------------------------------
    def expects(self, complaint: str, because: str) -> None:
        """A test that breaks something on purpose says which line of the console comes of it, and why."""
        assert because
        self._expected.append(complaint)

    def complaints(self) -> list[str]:
        """Everything that a console, or Companion, had to complain about and no test expected."""
        found = [one for one in self.problems if not any(re.search(known, one) for known in self._expected)]
        return found + [line for line in self.program.errors().splitlines() if line.strip()]

    def close(self) -> None:
        for device in (*self.phones, *self.watching):
            device.close()
        super().close()

    def everybody(self) -> list[Device]:
        return [self, *self.phones]

    def all_know_that_lie(self, *texts: str) -> None:
        for device in self.everybody():
            device.lies(*texts)

    def everybody_shows(self, *texts: str) -> None:
        for device in self.everybody():
            device.shows(*texts)
