"""“Just the score”: every game, every variant, as a browser sends it, compared with `companion score`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import facts
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from sizes import LARGE, SEED

from companion.cli.main import main
from companion.engine.game import Game
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options, list_option_fields
from companion.games import all_games, list_folders

from .program import Program
from .windows import UNDRAWN, answered, windows_of

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
GAMES = [game for id, game in all_games().items() if list_folders()[id].parent.name == "games"]
"""Those that Companion has."""
FILL = """values => {
  const form = document.querySelector("form.factsheet");
  for (const field of form.querySelectorAll("input")) {
    if (!(field.name in values) || field.type === "hidden") continue;
    const value = values[field.name];
    if (field.type === "checkbox") field.checked = value === "true";
    else if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
  }
}"""
WRONG = ("", "123456", "-7")
COUNTS = ("gold", "treasures", "nuggets_3", "crystals")
NAMED = "names => document.querySelectorAll('input[name=name]').forEach((one, n) => one.value = names[n])"
STANDS = """() => [...document.querySelector("form.factsheet").elements]
  .filter(field => field.type !== "hidden")
  .filter(field => field.name && (field.type !== "radio" || field.checked))
  .map(field => [field.name, field.type === "checkbox" ? String(field.checked) : field.value])"""
STORY = """() => [...document.querySelectorAll("#sums .step li")]
  .map(line => [line.querySelector("span:not(.clan)").textContent, line.querySelector("b")?.textContent ?? ""])"""


@pytest.fixture(scope="module")
def running(browser_program: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("score") / "data") as program:
        yield program


@pytest.fixture
def page(browser_program: Browser, running: Program) -> Iterator[Page]:
    windows = windows_of(browser_program)
    window = windows.take(PHONE, UNDRAWN)
    window.context.set_default_timeout(15_000)
    yield window.page
    windows.give_back(window)


def computes(page: Page, values: Mapping[str, Any]) -> None:
    page.evaluate(FILL, values)
    with answered(page):
        page.get_by_role("button", name="Add it up").click()


def typed(game: Game, names: Sequence[str], options: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """A round; which of several thefts was the last is known, of fewer nobody asks."""
    values = facts.typed(game, names, options, random)
    thieves = [seat for seat, victim in enumerate(values.get("stolen", ())) if victim != -1]
    values.pop("last_theft", None)
    told = [{**values, "last_theft": last} for last in thieves] if len(thieves) > 1 else [values]
    return random.choice([one for one in told if facts.can_have_been(game, names, options, one)])


def is_told(page: Page) -> None:
    """The show, to its end."""
    page.locator("form.footline [name=beat][type=hidden]").evaluate("one => (one.value = 99)")
    page.get_by_role("button", name="one step forward").click()
    page.get_by_role("button", name="How the score adds up").wait_for()


def asks(page: Page, running: Program, game: Game, players: int, options: Mapping[str, Any]) -> None:
    """Open the page for that many, who play by these options."""
    fewer = max(game.least, players - 1)
    page.goto(f"{running.url}/score?game={game.id}&players={fewer}")
    if fewer < players:
        page.get_by_role("button", name="one player more").click()
        expect(page.locator("input[name=name]")).to_have_count(players)
    if options:
        page.get_by_text("Played with different rules?").click()
        with answered(page):
            page.evaluate(FILL, facts.inputs(list_option_fields(game), options, "options."))
            page.locator("[data-rebuilds]").evaluate("one => one.dispatchEvent(new Event('filled'))")


def still_stands(page: Page, names: Sequence[str], sent: Mapping[str, Any]) -> None:
    page.locator("form.factsheet .done-with").wait_for()
    stands = dict(page.evaluate(STANDS))
    assert {name: stands[name] for name in sent} == sent
    assert page.locator("input[name=name]").evaluate_all("all => all.map(one => one.value)") == names


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.id)
def test_it_says_what_companion_score_says_and_what_it_refuses_stands(page: Page, running: Program, game: Game) -> None:
    """By the rulebook or with variants that go together; where the sweeps are long with each, by as many as can."""
    random = Random(f"{SEED}-{game.id}")
    for players in range(game.least, game.most + 1) if LARGE else [random.randint(game.least, game.most)]:
        variants = [*facts.variants(game, players)]
        for options in variants if LARGE else [random.choice(variants)]:
            is_scored(page, running, game, players, options, random)


def is_scored(
    page: Page, running: Program, game: Game, players: int, options: Mapping[str, Any], random: Random
) -> None:
    names = ["Zoë <b>", *(f"P{seat}" for seat in range(1, players))]
    complete = complete_options(game, {**options, "dealing": "phones", "count_cards": False})
    scored = {field.name for field in list_option_fields(game) if not field.unscored}
    asked = {name: value for name, value in options.items() if name in scored}
    asks(page, running, game, players, asked)
    values = typed(game, names, complete, random)
    file = facts.file_of(game, names, complete, values)
    said = CliRunner().invoke(main, ["score", "-"], input=json.dumps(file))
    assert said.exit_code == 0, said.output
    sent = facts.inputs(facts.fields_of(game, names, complete), values)
    page.evaluate(NAMED, names)
    computes(page, sent)
    is_told(page)
    paper = facts.paper_of(game, *file["rounds"], options=complete_options(game, asked))._replace(
        names=names, whole=False
    )
    record = paper.make_record()
    lines = [line for step in list_steps(game, record.state) for line in step.lines]
    told = [(str(line.text), "" if line.amount is None else str(line.amount).replace("-", "−")) for line in lines]
    assert sorted(map(tuple, page.evaluate(STORY))) == sorted(told), file
    assert record.state.score == json.loads(said.output)["rounds"][0]
    page.emulate_media(media="print")
    expect(page.locator("section.step").first).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Change the result").click()
    still_stands(page, names, sent)
    for number in [name for name in sent if name.partition(".")[0] in COUNTS][:1]:
        for wrong in WRONG if LARGE else random.sample(WRONG, 1):
            sent[number] = f"{wrong}x" if "treasures" in number else wrong
            computes(page, sent)
            expect(page.locator("[role=alert]")).to_be_visible()
            still_stands(page, names, sent)


CUT = """names => {
  document.querySelectorAll("input.name").forEach((one, n) => one.value = names[n % names.length]);
  document.dispatchEvent(new Event("htmx:after:swap"));
  const cut = (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2 || !one.textContent;
  return [...document.querySelectorAll("i.name")].filter(cut).map((one) => one.textContent);
}"""
"""Which of these names are not whole where nobody edits them."""
LINES = """one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""
LONG_NAMES = ["Christopher", "Ana-María-Zoé", "Wilhelmine-Friederike", "Bartholomäusschmidtmann"]
IN_LINES = "all => all.filter(one => one.offsetHeight > 1.5 * one.querySelector('.button').offsetHeight).length"


def test_the_longest_page_is_whole_in_a_window_with_its_button_and_the_names_of_twelve(
    page: Page, running: Program
) -> None:
    page.goto(f"{running.url}/score?game=saboteur-2&players=12")
    for width, height in ((1366, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Add it up")).to_be_in_viewport(ratio=1)
        below = page.locator(".telling").evaluate("one => one.scrollHeight - one.clientHeight")
        assert below <= 0, f"{width} × {height}: {below} px lie under the button"
        assert page.evaluate(CUT, LONG_NAMES) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(CUT, LONG_NAMES[:2]) == []
    assert page.locator("i.name").first.evaluate(LINES) == 1, "it has no place to break"


def test_each_of_nine_people_has_one_line(page: Page, running: Program) -> None:
    page.goto(f"{running.url}/score?game=lost-mines&players=9")
    people = page.locator(".people > li")
    expect(people).to_have_count(9)
    for width, height in ((1366, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert people.evaluate_all(IN_LINES) == 0
