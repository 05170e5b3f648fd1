"""A browser at the table: what every phone and the table screen can do.

It waits for what is to be seen, never for a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal
from urllib.parse import urljoin

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    TimeoutError,
    expect,
)
from sizes import LARGE

from .windows import answered, awaits, windows_of

SECONDS = 15
SOON = 1000
"""Milliseconds in which most of what is awaited has come."""
expect.set_options(timeout=SECONDS * 1000)

TILES = {
    "Take gold": "Gold treasure",
    "Take silver": "Silver treasure",
    "Break: mine wagon": "Break wagon",
    "Break: lantern": "Break lantern",
    "Break: pick": "Break pick",
    "Repair: lantern": "Repair lantern",
    "Path reaches a stone": "Path to a stone",
    "Path reaches the treasure!": "To the treasure!",
    "Swap your hats": "Swap hats",
    "Swap your hands": "Swap hands",
    "Thunderstorm": "Thunder\u00adstorm",
}
"""What tiles are called, where the table screen has longer words for the same."""
WORDS = """
text => {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  return (body.querySelector(".words") ?? body).textContent;
}
"""
"""What a card says."""
SHOWN = "() => document.querySelector('#news ol')?.dataset.at ?? ''"
"""How far a page has come: which game, which entry, which step of the score; nothing where it shows no table."""
REACHED = f"""all => all.every(shown => {{
  const [own, other] = [({SHOWN})(), shown].map(at => at.split(".").map(Number));
  const at = other.findIndex((number, place) => number !== own[place]);
  return own.length < other.length || at < 0 || own[at] > other[at];
}})"""
Choices = str | list[str] | int


def words_of(action: str) -> re.Pattern[str]:
    """The words of its tile, or of the large button, which also says what was lit: "Path card + exit, end turn"."""
    tile = re.escape(TILES.get(action, action))
    return re.compile(f"^({tile}|{re.escape(action)})( with .+| \\+ .+)?(, end turn)?$", re.IGNORECASE)


DIFFERS = r"""async (seconds) => {
  const given = /^(style|open|tabindex|inert|data-htmx-powered|data-keep.*)$/;
  const made = /^(htmx-.*|calm|wraps)$/;
  const lines = (node, into = []) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) into.push(node.data.trim().replace(/\s+/g, " "));
    if (node.nodeType !== Node.ELEMENT_NODE) return into;
    const says = [...node.attributes].filter(({name}) => name !== "class" && !given.test(name));
    const classes = [...node.classList].filter((name) => !made.test(name));
    into.push([node.localName, ...classes.sort(), ...says.map(({name, value}) => `${name}=${value}`).sort()].join(" "));
    if (!node.matches("[hx-morph-skip]")) node.childNodes.forEach((inner) => lines(inner, into));
    return into;
  };
  const look = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
    const [shown, opened] = [document, fresh].map((one) => lines(one.querySelector("main")));
    const at = opened.findIndex((line, number) => line !== shown[number]);
    if (at < 0 && shown.length === opened.length) return "";
    return `shown: ${shown.slice(at, at + 9).join(" | ")}, opened now: ${opened.slice(at, at + 9).join(" | ")}`;
  };
  for (const until = performance.now() + seconds * 1000; ; await new Promise((on) => setTimeout(on, 50))) {
    const differs = await look();
    if (!differs || performance.now() > until) return differs;
  }
}"""
"""What differs after that many seconds, or nothing: without what scripts write and what panels are filled with."""


def reads(target: Locator, text: str | re.Pattern[str] | Sequence[str]) -> None:
    """Wait until that can be read there: ``to_have_text`` alone is content with what nobody sees."""
    expect(target.filter(visible=True)).to_have_text(text)


FOCUSED = """([target]) => {
  if (!target) return { here: false, beside: false };
  const [one, here] = [target.control ?? target, document.activeElement];
  const radio = here.type === "radio";
  const drawn = [one, one.parentElement, ...one.parentElement.children].map((each) => getComputedStyle(each));
  return {
    here: one === here,
    seen: drawn.some(({outlineStyle, opacity}) => outlineStyle !== "none" && opacity > 0),
    beside: radio && here.name === one.name && here.form === one.form,
    ticked: ["checkbox", "radio"].includes(one.type),
  };
}"""


class Device:
    """One browser with cookies of its own. ``problems`` collects what its console complains about."""

    keys = False
    """Whether all is pressed by keyboard, and the focus is never lost."""

    def __init__(
        self, browser: Browser, looks_like: dict[str, Any], name: str, problems: list[str], script: str = ""
    ) -> None:
        self.name = name
        self.touch = bool(looks_like.get("has_touch"))
        self._problems = problems
        self._windows = windows_of(browser)
        self._window = self._windows.take(looks_like, script)
        self._window.context.set_default_timeout(SECONDS * 1000)
        self._window.listeners = {"console": self._said, "pageerror": self._failed}
        self.request = self._window.context.request

    @property
    def page(self) -> Page:
        return self._window.page

    @property
    def context(self) -> BrowserContext:
        """All that belongs to this browser. What is changed there is not forgotten: nobody gets its window again."""
        self._window.spent = True
        return self._window.context

    def close(self) -> None:
        """Nobody needs it any more."""
        self._windows.give_back(self._window)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._problems.append(f"{self.name}: {message.text} ({message.location.get('url')})")

    def _failed(self, error: Error) -> None:
        self._problems.append(f"{self.name}: {error}")

    # -- what is to be seen -------------------------------------------------------------------------------------
    @property
    def live(self) -> Locator:
        """The part of the page that the stream keeps fresh; the whole page where there is none."""
        return self.page.locator("main")

    @property
    def headline(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def shows(self, *texts: str | re.Pattern[str]) -> None:
        """Wait until each of them is visible on the page."""
        page = self.page.locator("body")
        for text in texts:  # asked for at once: a question for each would cost as much again
            page = page.filter(has=self.page.get_by_text(text).filter(visible=True))
        page.wait_for()

    def hides(self, *texts: str) -> None:
        """Wait until none of them is to be seen."""
        for text in texts:
            expect(self.page.get_by_text(text).filter(visible=True)).to_have_count(0)

    def is_headed(self, text: str | re.Pattern[str]) -> None:
        found = re.compile(rf"^\s*{re.escape(text)}\s*$") if isinstance(text, str) else text
        with suppress(TimeoutError):  # it looks more often than what then says what is there instead
            self.headline.filter(has_text=found).wait_for(state="attached", timeout=SOON)
            return
        expect(self.headline).to_have_text(text)

    def row(self, name: str) -> Locator:
        """The row of that player on the board."""
        return (
            self.page.get_by_role("list", name="Players, clockwise").get_by_role("listitem").filter(has_text=name).first
        )

    def shows_of(self, name: str, *texts: str) -> None:
        """Wait until each of them is in that player's row, spoken words included."""
        with self.opens_board():
            for text in texts:
                expect(self.row(name)).to_contain_text(text)

    def lies(self, *texts: str) -> None:
        """Wait until each of them is said to be on the table."""
        with self.opens_board():
            self.shows(*texts)

    @contextmanager
    def opens_board(self) -> Iterator[None]:
        """Inside, what is in front of everyone is visible."""
        yield

    def says(self, text: str) -> None:
        """Wait for the sentence that says what went wrong."""
        expect(self.page.get_by_role("alert").filter(visible=True)).to_contain_text(text)

    def catches_up(self, *others: Device) -> None:
        """Wait until this page shows the table as the others' pages do now, or later."""
        shown = [other.page.evaluate(SHOWN) for other in others if not other.page.is_closed()]
        if shown and not self.page.evaluate(REACHED, shown):
            awaits(self.page, REACHED, shown)

    @property
    def offline(self) -> Locator:
        return self.page.locator("#offline")

    # -- taps ---------------------------------------------------------------------------------------------------
    def posts(self, url: str, form: dict[str, Any], **headers: str) -> str:
        """What a tap sends, from this browser and without its page; the answer."""
        headers = {"Origin": "/".join(url.split("/")[:3]), **headers}
        answer = self.request.post(url, form=form, headers=headers, max_redirects=0)
        assert answer.status < 400, answer.text()
        return answer.text()

    def press(self, target: Locator, patience: float | None = None) -> None:
        """Tap it, as soon as it can be; ``patience`` is how many milliseconds that can take, if not the usual."""
        if self.keys:
            target.wait_for(timeout=patience)
            self.page.keyboard.press("Space" if self.tabs_to(target) else "Enter")
        elif self.touch:
            target.tap(timeout=patience)
        else:
            target.click(timeout=patience)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """What is tapped inside has its answer on the page when this ends."""
        with answered(self.page):
            yield
        if self.keys:
            awaits(self.page, "document.activeElement !== document.body")

    def sends(self, target: Locator) -> None:
        """Tap what sends at once, and wait for the answer."""
        with self.answered():
            self.press(target)

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """A button by the whole of its words: one that sends, or one that opens a form."""
        words = self.page.get_by_text(label, exact=isinstance(label, str))
        found = self.page.locator("button, summary, a.button, a.link").filter(has=words)
        return found.filter(visible=True).first

    def taps(self, label: str | re.Pattern[str]) -> None:
        """Tap a button that sends at once, and wait for the answer."""
        if isinstance(label, str) and self._has_tile(label):
            self._plays_tile(label, ())
            return
        self.sends(self.button(label))

    def _tile(self, action: str) -> Locator:
        """The control for an action: its tile, or the large button; at the table for the player acted for."""
        found = self.page.locator(
            "#own button.tile, #thumb button:is(.way *, .main:visible), [open] .turn button:is(.tile, .main:visible)"
        )
        return found.filter(has=self.page.get_by_text(words_of(action))).first

    def _has_tile(self, action: str) -> bool:
        tile = self._tile(action)
        if tile.count():
            return True
        tile.or_(self.button(action)).first.wait_for(state="attached")
        return tile.count() > 0

    def marks(self, what: str, choice: str = "") -> None:
        """Light what a card shows, or an event along the way, before the card is tapped."""
        name = re.compile(f"{re.escape(TILES.get(what, what))}\\s*$")
        mark = self.page.locator(".way .tile").filter(has_text=name).filter(visible=True).first
        self.press(mark)
        if choice:
            self.press(self.page.locator("dialog[open]").get_by_label(choice, exact=True))

    def _plays_tile(self, action: str, choices: Sequence[Choices]) -> None:
        """A card: its tile, or the tile and then who, or what. Several: all but the last are marked before."""
        tile = self._tile(action)
        sheet = tile.get_attribute("data-sheet")
        if sheet is None:
            for choice in choices:
                self.marks(f"{choice} cards" if isinstance(choice, int) else str(choice))
            main = self.page.locator(":is(#thumb, [open] .turn) > form:not([hidden]) .main")
            self.sends(main if choices else tile)
            return
        dialog = self.page.locator(f"dialog[id='{sheet}'][open]")
        if not dialog.count():
            self.press(tile)
        dialog.wait_for()
        *first, last = [one for choice in choices for one in (choice if isinstance(choice, list) else [choice])]
        if dialog.locator(".answers").count():
            for one in first:
                self.press(dialog.locator(".pair").filter(has_text=re.compile(f"^{one}")).locator(".and"))
            answer = dialog.locator(".answers button").filter(
                has=self.page.get_by_text(re.compile(f"^{re.escape(str(last))}"))
            )
            self.sends(answer.first)
            return
        boxes = dialog.locator("fieldset")
        for number, one in enumerate([*first, last]):
            self.press((boxes.nth(number) if boxes.count() > 1 else dialog).get_by_label(str(one), exact=True))
        if dialog.locator("button.main").count():
            self.sends(dialog.locator("button.main"))

    def follows(self, label: str | re.Pattern[str]) -> None:
        """Tap a button or link that leads to another page."""
        self.press(self.button(label))

    def opens(self, label: str) -> Locator:
        """Open the form behind a button, if it is closed; the form."""
        sends = self.page.locator(".sends").get_by_text(label, exact=True)
        shown = self.page.locator("form.fields").filter(has=sends).filter(visible=True)
        if shown.count():
            return shown.first
        opener = (
            self.page.locator("summary").filter(has=self.page.get_by_text(label, exact=True)).filter(visible=True).first
        )
        form = opener.locator("xpath=..")
        if form.get_attribute("open") is None:
            self.press(opener)
        expect(form).to_have_attribute("open", "")
        return form

    def plays(self, action: str, *choices: Choices) -> None:
        """Take an action: a tile with ``choices`` in the order of its groups, or a form that asks one thing.

        A string is a choice, a list several of one group, a number goes into the stepper.
        """
        if self._has_tile(action):
            self._plays_tile(action, choices)
            return
        form = self.opens(action)
        (choice,) = choices
        with self.answered():
            if isinstance(choice, int):
                form.get_by_role("spinbutton").fill(str(choice))
                self.press(form.locator("button.sends"))
            else:
                self.press(form.get_by_role("button", name=str(choice), exact=True).first)

    def tabs_to(self, target: Locator) -> bool:
        """Press the tab key, and arrows among what is chosen from, until ``target`` has the focus and is seen to have
        it; whether it is ticked there."""
        target.wait_for()
        for _ in range(99):
            found = target.evaluate_all(FOCUSED)
            if found["here"]:
                assert found["seen"], f"{self.name}: nobody sees that {target} has the focus"
                return bool(found["ticked"])
            self.page.keyboard.press("ArrowDown" if found["beside"] else "Tab")
        raise AssertionError(f"{self.name}: the tab key never comes to {target}")

    # -- the network, the phone itself --------------------------------------------------------------------------
    def is_as_opened_now(self) -> None:
        """It shows what a page that is opened now does, or soon will: the news is on its way."""
        differs = self.page.evaluate(DIFFERS, SECONDS)
        assert differs == "", f"{self.name}: {differs}"

    def has_network(self, there: bool) -> None:
        self._window.context.set_offline(not there)

    def goes_deaf(self) -> None:
        """From now on no news comes to this page, as on a phone that has lost the network without noticing."""
        self.page.locator("#stream").evaluate("stream => stream.remove()")

    def shows_page(self, state: Literal["hidden", "visible"]) -> None:
        """As if the phone were locked, or another app in front; or no longer."""
        self.page.evaluate(
            """state => {
              Object.defineProperty(document, "hidden", {value: state === "hidden", configurable: true});
              Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            state,
        )

    # -- secrets ------------------------------------------------------------------------------------------------
    def secret(self, key: str = "card") -> Locator:
        """The card to hold: the one on the page, where the sheet behind “i” has it, too."""
        return self.page.locator(f"button.hold[data-key='{key}']").first

    def face(self, key: str = "card") -> Locator:
        """Where it shows what is on it, while it is held."""
        return self.secret(key).locator(".face")

    @contextmanager
    def holding(self, key: str = "card", by_keyboard: bool = False) -> Iterator[Locator]:
        """A finger (or the mouse, or the space bar) on the card; inside, it is open. Gives its face."""
        button = self.secret(key)
        button.scroll_into_view_if_needed()
        if by_keyboard:
            self.tabs_to(button)
            self.page.keyboard.down("Space")
        elif self.touch:
            box = button.bounding_box()
            assert box
            self.touches("touchStart", {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        else:
            button.hover()
            self.page.mouse.down()
        try:
            self.face(key).filter(has_text=re.compile(r"\S")).wait_for(state="attached")
            yield self.face(key)
        finally:
            if by_keyboard:
                self.page.keyboard.up("Space")
            elif self.touch:
                self.touches("touchEnd")
            else:
                self.page.mouse.up()

    def touches(self, kind: str, *points: dict[str, float]) -> None:
        self._window.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def looks(self, key: str = "card", by_keyboard: bool = False) -> str:
        """Hold a card, read it, let go; it is covered again. What was on it. Where the sweeps are short and it is not
        ``by_keyboard`` the page is asked for it, which takes no half second."""
        if not (by_keyboard or LARGE):
            address = str(self.secret(key).get_attribute("data-look"))
            answer: str = self.page.evaluate(WORDS, self.posts(urljoin(self.page.url, address), {"key": key}))
            return answer.strip()
        with self.holding(key, by_keyboard) as face:
            expect(face).to_be_visible()
            words = face.locator(".words")
            seen = (words.text_content() or "") if words.count() else face.inner_text()
        self.is_covered(key)
        return seen

    def is_covered(self, key: str = "card") -> None:
        """Wait until nothing is left on the page of what the card shows."""
        expect(self.face(key)).to_have_text("")
        expect(self.face(key)).to_be_hidden()
