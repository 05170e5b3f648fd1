"""The table screen holds what it promises: one screen, nothing over anything, sizes for three metres, each change told
once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playing import Play
from playwright.sync_api import Browser, expect
from sizes import LARGE

from companion.games import list_offered
from companion.rules.state import NOTHING, TIMERS
from companion.rules.state import TURNS as TURN_BY_TURN
from companion.web.qr import draw_svg

from .driver import Table
from .kinds import light
from .opened import SCRIPT, THEMES, complaints

NAMES = (
    *("Anna", "Benedikt", "Cleo", "Dana", "Emil", "Friederike"),
    *("Gustav", "Hanna", "Ines", "Johannes", "Katharina", "Leo"),
)
PEOPLE = (
    *("Anna-Lena", "Christopher", "Mia", "Friederike", "Jo", "Maximilian"),
    *("Emil", "Katharina", "Leo", "Charlotte", "Benedikt", "Ida"),
)
SCREENS = ((1280, 720), *([(1366, 768), (1280, 800), (1920, 1080)] if LARGE else []))
SIZES = (*SCREENS, *([(3840, 2160)] if LARGE else [(1280, 800), (1920, 1080)]), (820, 1180))
FACES = {
    "wide": ":root { --text: Verdana, 'DejaVu Sans'; --display: 'Before Grenze', var(--text) }",
    "narrow": ":root { --text: 'Arial Narrow', 'Roboto Condensed', 'Liberation Sans Narrow', 'DejaVu Sans Condensed' }",
}
"""What a screen writes in that has no usual face, and to which ours has not come yet; and what one does that has."""
PARTS = (
    *(".plate", ".chair", ".middle h1:not(.sr)", ".todo li", ".heaps", ".goals", ".corner", ".topline"),
    *(
        ".machinebar",
        ".footline:not(.lobbyfoot)",
        ".box",
        ".taps",
        ".deal",
        ".say-it",
        ".flip",
        ".spot .who",
    ),
    *(".nuggets", ".winner", ".retold", ".ways > *", ".nextstep"),
)
WORDS = (
    ".plate .name, .chair .name, .chair small, .todo li, .middle h1, .stock li, .corner p, .pill, .button, .box b,"
    ".box small, .say-it, .flip b, .flip small, .spot .who b, .spot p, .winner h1, .why li, .retold li, .when, .telling"
)
BOXES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].map((one, n) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [`${part} ${n}`, left, top, right, bottom];
})).filter(([, left, , right]) => right > left)
"""
CUT = """
(words) => [...document.querySelectorAll(words)].filter((one) => one.checkVisibility() && !one.closest(".sr"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || one.matches(".box small, .flip *, .spot .who *")
      && one.scrollHeight > one.clientHeight + parseFloat(getComputedStyle(one).fontSize) / (one.matches("b") ? 4 : 8)
    || one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().bottom > innerHeight + 1
    || one.matches(".telling") && one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)
"""
OUTSIDE = """
() => [".flip > :not(svg)", ".say-it > *", ".spot > *", ".ended > *"]
  .flatMap((parts) => [...document.querySelectorAll(parts)]).filter((one) => {
    const [inner, outer] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    return inner.width && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1
      || inner.left < outer.left - 1 || inner.right > outer.right + 1);
  }).map((one) => `${one.className || one.localName} ${one.textContent}`)
"""
WRITES_IN = """
(face) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(face);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== window.face), sheet];
  window.face = sheet;
}
"""
SMALLEST = """
(words) => [...document.querySelectorAll(words)].filter((one) => one.checkVisibility())
  .map((one) => [parseFloat(getComputedStyle(one).fontSize) / innerWidth, one.textContent])
  .filter(([size]) => size < 0.013)
"""
DOUBLED = "document.documentElement.style.fontSize = '200%'"
"""As who needs large words has them, with a window that is as large as before: queries of the media don't answer."""
CUT_SIDEWAYS = """
(words) => [...document.querySelectorAll(words)].filter((one) => one.checkVisibility() && !one.closest(".sr"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent)
"""
PAGE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


TURNS: dict[str, tuple[dict[str, Any], ...]] = {
    "dark-cave": (
        {"kind": "spiderweb", "by": 0, "marker": "circle"},
        {"kind": "end-turn", "by": 0},
    )
}
"""What is played, so that something lies on the table."""


def overlapping(boxes: list[tuple[str, float, float, float, float]]) -> list[tuple[str, str]]:
    found = []
    for place, (one, left, top, right, bottom) in enumerate(boxes):
        for other, left_2, top_2, right_2, bottom_2 in boxes[place + 1 :]:
            beside = right <= left_2 + 1 or right_2 <= left + 1 or bottom <= top_2 + 1 or bottom_2 <= top + 1
            if not beside:
                found.append((one, other))
    return found


def breaks(table: Table, moment: str, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong on one screen of any size: it scrolls, things overlap, are cut, or too small for three
    metres."""
    found = []
    for width, height in sizes:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        if table.page.evaluate(PAGE) != [width, height]:
            found.append(f"{moment} at {width}: scrolls")
        found += [f"{moment} at {width}: {pair}" for pair in overlapping(table.page.evaluate(BOXES, PARTS))]
        found += [f"{moment} at {width}: cut {words}" for words in table.page.evaluate(CUT, WORDS)]
        found += [f"{moment} at {width}: beyond its box {words}" for words in table.page.evaluate(OUTSIDE)]
        found += [f"{moment} at {width}: small {words}" for words in table.page.evaluate(SMALLEST, WORDS)]
    return found


def breaks_doubled(table: Table, moment: str) -> list[str]:
    """The same where the words are twice as large: the page may be as long as it likes."""
    table.page.evaluate(DOUBLED)
    table.page.evaluate("document.fonts.ready")
    found: list[str] = []
    width, _ = table.page.evaluate(PAGE)
    if width > table.page.evaluate("innerWidth"):
        found.append(f"{moment}: scrolls sideways")
    found += [f"{moment}: {pair}" for pair in overlapping(table.page.evaluate(BOXES, PARTS))]
    found += [
        f"{moment}: cut {words}" for words in table.page.evaluate(CUT_SIDEWAYS, f"{WORDS}, .topline > *, .logline")
    ]
    table.page.evaluate(SCRIPT)
    found += [f"{moment}: {fault}" for fault in table.page.evaluate("opened.faults()")]
    return found


def tells(table: Table) -> bool:
    """One step more of the score; whether there was one."""
    told = table.page.locator("input[name=told]")
    if not told.count():
        return False
    before = told.first.input_value()
    table.enters("next", told=before)
    table.enters("pause", stop="1")
    table.page.wait_for_function("told => document.querySelector('input[name=told]')?.value !== told", arg=before)
    return True


def sizes_of_people(game: str) -> list[int]:
    """How many may play it: some, and the most."""
    known = list_offered()[game]
    return [players for players in sorted({3, 4, 5, 6, 8, known.most}) if known.least <= players <= known.most]


ALL = [(game, players) for game in list_offered() for players in sizes_of_people(game)]
EVENINGS = [("dark-cave", 2), *(ALL if LARGE else [("saboteur-2", 12)])]


@pytest.mark.parametrize("players", [2, 12])
def test_one_screen_until_the_deal(table: Table, players: int) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    expect(table.page.locator(".deserted")).to_be_visible()
    found = breaks(table, "empty")
    table.adds(*PEOPLE[:players])
    table.enters("choose", game="saboteur-2")
    expect(table.page.locator(".box[data-game=saboteur-2]")).to_be_visible()
    found += breaks(table, "lobby")
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), EVENINGS)
def test_one_screen_from_the_deal_to_the_winners(dealt: Callable[..., Table], game: str, players: int) -> None:
    """The cards are dealt as they lie, unshuffled: in Saboteur 2 both geologists are among them."""
    rules = list_offered()[game]
    table = dealt(record_of(game, players, [deal_of(game, players)]))
    table.open()
    table.page.emulate_media(reduced_motion="reduce")
    expect(table.page.locator(".looking")).to_have_count(players)
    found = breaks(table, "look")
    table.enters("start")
    expect(table.page.locator(".looking")).to_have_count(0)
    for entry in TURNS.get(game, ()):
        table.acts(**entry)
    if rules.in_turns:
        expect(table.page.locator(".token, .plate .on").first).to_be_visible()
    found += breaks(table, "turn")
    size = "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
    for width, height in SIZES[:-1]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(size) >= 0.055 * height
    if not rules.in_turns:
        assert not found, "\n".join(found)
        return
    table.acts(kind="end", reason="agreed")
    if game == "saboteur-2":
        table.acts(kind="crystals", count=3)
    expect(table.page.locator("input[name=told]")).to_be_attached()
    number = 0
    while tells(table):
        number += 1
        if number >= players:
            found += breaks(table, f"told {number}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("away", [False, True])
def test_what_waits_fits_every_screen_and_so_does_the_code_of_phones_that_are_away(
    dealt: Callable[..., Table], away: bool
) -> None:
    table = dealt(light("dark-cave-6", TIMERS))
    table.open()
    expect(table.page.locator(".waits li")).to_have_count(3)
    code = f'<div class="again"><div class="qrbox">{draw_svg(table.program.url, "")}</div></div>'
    if away:
        table.page.evaluate("code => document.getElementById('middle').insertAdjacentHTML('afterbegin', code)", code)
        table.page.evaluate("live.stream.dispatchEvent(new Event('changed'))")
    table.page.evaluate(WRITES_IN, FACES["wide"])
    cut = []
    for width, height in SCREENS:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        cut += [(width, height)] if table.page.locator(".middle[data-keep-scrolls]").count() else []
    assert not cut


@pytest.mark.parametrize(
    ("game", "players"),
    [one for one in ALL if NOTHING in list_offered()[one[0]].follows] if LARGE else [("lost-mines", 9)],
)
def test_one_screen_asks_how_it_ended(dealt: Callable[..., Table], game: str, players: int) -> None:
    table = dealt(record_of(game, players, [{**deal_of(game, players), "follow": NOTHING}]))
    table.open()
    table.enters("start")
    table.enters("ask")
    expect(table.page.locator(".factsheet")).to_be_visible()
    found = breaks(table, "facts", SCREENS)
    assert not found, "\n".join(found)


def deal_of(game: str, players: int) -> dict[str, Any]:
    """The cards as they lie, unshuffled."""
    rules = list_offered()[game]
    deal = rules.deal(rules.start(PEOPLE[:players], rules.complete({})), lambda cards: None)
    return {**deal, "first": 0} if rules.in_turns else deal


def record_of(game: str, players: int, entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    head = {"format": "companion-record-1", "game": game, "options": {}, "players": PEOPLE[:players]}
    return {**head, "entries": entries}


def played(game: str, players: int, follow: str, rounds: int | None) -> dict[str, Any]:
    """A game of these people at random: all of it, or so many rounds."""
    play = Play(list_offered()[game], players, hurry=0.05, follow=(follow,)).run()
    deals = [number for number, entry in enumerate(play.record.entries) if entry["kind"] == "deal"]
    return record_of(game, players, play.record.entries[: [*deals, None][rounds] if rounds else None])


def tellings() -> list[tuple[str, int, str, int | None]]:
    """Which game, how many play it, how it is followed, and how many rounds of it are played: None is all."""
    if not LARGE:
        return [("saboteur", 4, TURN_BY_TURN, 1), ("dark-cave", 3, NOTHING, 1), ("lost-mines", 8, NOTHING, None)]
    return [
        (game, players, follow, rounds)
        for game, players in ALL
        for follow, rounds in ((TURN_BY_TURN, None), (NOTHING, 1))
        if follow in list_offered()[game].follows
    ]


@pytest.mark.parametrize(("game", "players", "follow", "rounds"), tellings())
def test_each_step_of_a_telling_fits_every_screen(
    dealt: Callable[..., Table], game: str, players: int, follow: str, rounds: int | None
) -> None:
    table = dealt(played(game, players, follow, rounds))
    table.open()
    table.page.emulate_media(reduced_motion="reduce")
    found = []
    for number in itertools.count():
        for face, style in FACES.items() if LARGE else [*FACES.items()][number % 2 :][:1]:
            table.page.evaluate(WRITES_IN, style)
            table.page.set_viewport_size({"width": 1280, "height": 960})  # what is fitted is so in a room that changes
            found += breaks(table, f"told {number}, {face}", SCREENS)
        if not tells(table):
            break
    assert not found, "\n".join(found)


@pytest.mark.drawn
@pytest.mark.parametrize(("game", "players"), [("saboteur", 7), ("lost-mines", 6)])
def test_words_twice_as_large_lie_over_nothing(table: Table, game: str, players: int) -> None:
    table.page.emulate_media(reduced_motion="reduce")
    table.adds(*NAMES[:players])
    table.enters("choose", game=game)
    expect(table.page.locator("button.chair")).to_have_count(players)
    found = breaks_doubled(table, "lobby")
    table.enters("deal", first="0")
    expect(table.page.locator(".looking")).to_have_count(players)
    found += breaks_doubled(table, "look")
    table.enters("start")
    table.is_headed("Anna's turn")
    found += breaks_doubled(table, "turn")
    table.acts(kind="end", reason="agreed")
    expect(table.page.locator("input[name=told]")).to_be_attached()
    found += breaks_doubled(table, "end")
    while tells(table):
        pass
    found += breaks_doubled(table, "told")
    assert not found, "\n".join(found)


@pytest.mark.drawn
def test_every_moment_can_be_read_by_everybody(table: Table) -> None:
    expect(table.page.locator(".deserted")).to_be_visible()
    table.page.emulate_media(reduced_motion="reduce")
    assert complaints(table.page, *THEMES) == []
    table.adds(*NAMES[:4])
    table.deals_and_begins("dark-cave", first="Anna")
    for entry in TURNS["dark-cave"]:
        table.acts(**entry)
    table.acts(kind="boots", by=1, to=2)
    table.shows_of("Cleo", "boots")
    assert complaints(table.page, *THEMES) == []
    table.acts(kind="end", reason="agreed")
    expect(table.page.locator("input[name=told]")).to_be_attached()
    while tells(table):
        pass
    assert complaints(table.page, *THEMES) == []


def test_a_window_as_narrow_as_a_phone_scrolls_one_way_alone(table: Table) -> None:
    table.page.set_viewport_size({"width": 360, "height": 640})
    wide = "document.documentElement.scrollWidth"
    assert table.page.evaluate(wide) == 360, "nobody"
    table.adds(*NAMES[:6])
    expect(table.page.locator(".chair .name")).to_have_count(6)
    assert table.page.evaluate(wide) == 360, "the lobby"
    table.enters("choose", game="dark-cave")
    table.enters("deal", first="0")
    table.enters("start")
    table.is_headed("Anna's turn")
    assert table.page.evaluate(wide) == 360, "a turn"
    table.acts(kind="end", reason="agreed")
    expect(table.page.locator("input[name=told]")).to_be_attached()
    while tells(table):
        over = "[...document.querySelectorAll('.machinebar, .topline, .telling, .footline, .corner')]"
        tops = table.page.evaluate(
            f"{over}.map((one) => one.getBoundingClientRect()).map((one) => [one.top, one.bottom])"
        )
        tops.sort()
        assert all(above[1] <= below[0] + 1 for above, below in itertools.pairwise(tops)), tops
        assert table.page.evaluate(wide) == 360, "the score"


def test_it_is_read_in_the_order_of_the_table(table: Table) -> None:
    table.has_begun(without=NAMES[:6])
    order = "[...document.querySelectorAll('.middle h1, .plate .name')].map((one) => one.textContent.trim())"
    assert table.page.evaluate(order) == ["Anna's turn", *NAMES[:6]]


def test_each_change_of_a_token_is_told_once(table: Table) -> None:
    table.has_begun(without=NAMES[:3])
    told = table.page.evaluate_handle(
        """() => {
          const told = [];
          const heard = document.getElementById("heard");
          new MutationObserver(() => told.push(heard.textContent)).observe(heard, { childList: true });
          return told;
        }"""
    )
    table.acts(kind="spiderweb", by=0, marker="circle")
    table.shows_of("Anna", "● web of Anna, showing 2")
    table.acts(kind="end-turn", by=0)
    table.is_headed("Benedikt's turn")
    table.acts(kind="boots", by=1, to=2)
    table.shows_of("Cleo", "boots")
    assert told.json_value() == ["● web of Anna, showing 2.", "Cleo: boots."]


def test_a_chair_is_moved_by_a_finger(table: Table, browser_program: Browser) -> None:
    table.adds(*NAMES[:3])
    context = browser_program.new_context(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(table.program.host_link)
    chairs = page.locator("button.chair")
    expect(chairs).to_have_count(3)
    boxes = [chairs.nth(place).bounding_box() for place in (0, 2)]
    (x, y), (there, far) = [(box["x"] + 20, box["y"] + 20) for box in boxes if box]
    finger = context.new_cdp_session(page)
    way = [("touchStart", x, y), ("touchMove", (x + there) / 2, (y + far) / 2), ("touchMove", there, far)]
    for kind, left, top in way:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": left, "y": top}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".chair .name")).to_have_text(["Benedikt", "Cleo", "Anna"])
    context.close()


def test_a_chair_is_moved_by_keys_and_by_the_pointer(table: Table) -> None:
    table.adds(*NAMES[:4])
    names = table.page.locator(".chair .name")
    expect(names).to_have_text(list(NAMES[:4]))
    table.page.locator("button.chair", has_text="Anna").focus()
    table.page.keyboard.press("ArrowRight")
    expect(names).to_have_text(["Benedikt", "Anna", "Cleo", "Dana"])
    table.page.locator("button.chair", has_text="Dana").drag_to(table.page.locator("button.chair", has_text="Benedikt"))
    expect(names).to_have_text(["Dana", "Benedikt", "Anna", "Cleo"])
