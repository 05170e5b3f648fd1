"""“Only the score”: every game, every variant, as a browser sends it, beside `companion score`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import facts
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from sizes import LARGE, SEED, size

from companion.command.cli import main
from companion.games import all_games, list_folders
from companion.rules.game import Game

from .program import Program
from .windows import windows_of

TYPED = size("TYPED", 1, 20)
PHONE = {"viewport": {"width": 390, "height": 844}}
WRONG = ("", "123456", "-7")
GAMES = [game for id, game in all_games().items() if list_folders()[id].parent.name == "games"]
"""Those that the program has."""
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
STANDS = """() => [...document.querySelector("form.factsheet").elements]
  .filter(field => field.type !== "hidden")
  .filter(field => field.name && (field.type !== "radio" || field.checked))
  .map(field => [field.name, field.type === "checkbox" ? String(field.checked) : field.value])"""
STORY = """() => [...document.querySelectorAll("#sums .step li")]
  .map(line => [line.querySelector("span:not(.clan)").textContent, line.querySelector("b")?.textContent ?? ""])"""


def games_and_variants() -> Iterator[Any]:
    """Each game with each of its variants, and the numbers of players that can play it so; where the sweeps are short,
    every other one with none, the others with all that go together."""
    for game in GAMES:
        found: dict[str, tuple[dict[str, Any], list[int]]] = {}
        for players in range(game.least, game.most + 1):
            for options in facts.variants(game, players):
                found.setdefault(repr(options), (options, []))[1].append(players)
        every = [*found.values()]
        for options, counts in every if LARGE else every[-1:] if GAMES.index(game) % 2 else every[:1]:
            name = "-".join(options) or "as in the book"
            yield pytest.param(game, options, counts, id=f"{game.id}-{name}-{len(counts)}")


@pytest.fixture(scope="module")
def running(browser_program: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("score") / "data") as program:
        yield program


@pytest.fixture
def page(browser_program: Browser, running: Program) -> Iterator[Page]:
    windows = windows_of(browser_program)
    window = windows.take(PHONE)
    window.context.set_default_timeout(15_000)
    yield window.page
    windows.give_back(window)


def computes(page: Page, values: Mapping[str, Any]) -> None:
    page.evaluate(FILL, values)
    with page.expect_response("**/score"):
        page.get_by_role("button", name="Add it up").click()


def typed(game: Game[Any], names: Sequence[str], options: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """A round; which of several thefts was the last is known, of fewer nobody asks."""
    values = facts.typed(game, names, options, random)
    thieves = [seat for seat, victim in enumerate(values.get("stolen", ())) if victim != -1]
    values.pop("last_theft", None)
    return {**values, "last_theft": random.choice(thieves)} if len(thieves) > 1 else values


def is_told(page: Page) -> None:
    """The show, to its end."""
    page.locator("form.footline [name=beat][type=hidden]").evaluate("one => (one.value = 99)")
    page.get_by_role("button", name="one step on").click()
    page.get_by_role("button", name="How it was counted").wait_for()


@pytest.mark.parametrize(("game", "options", "counts"), list(games_and_variants()))
def test_it_says_what_companion_score_says(
    page: Page, running: Program, game: Game[Any], options: dict[str, Any], counts: list[int]
) -> None:
    random = Random(f"{SEED}-{game.id}-{options}")
    players = random.choice(counts)
    names = [f"P{seat}" for seat in range(players)]
    complete = game.complete({**options, "dealing": "phones", "count_cards": False})
    fewer = max(game.least, players - 1)
    page.goto(f"{running.url}/score?game={game.id}&players={fewer}")
    if fewer < players:
        page.get_by_role("button", name="one player more").click()
        expect(page.locator("input[name=name]")).to_have_count(players)
    scored = {field.name for field in game.options() if not field.unscored}
    asked = {name: value for name, value in options.items() if name in scored}
    if asked:
        page.get_by_text("Played by other rules?").click()
        with page.expect_response("**/score"):
            page.evaluate(FILL, facts.inputs(game.options(), asked, "options."))
            page.locator("[data-rebuilds]").evaluate("one => one.dispatchEvent(new Event('filled'))")
    for _ in range(TYPED):
        values = typed(game, names, complete, random)
        file = facts.file_of(game, names, complete, values)
        said = CliRunner().invoke(main, ["score", "-"], input=json.dumps(file))
        assert said.exit_code == 0, said.output
        scored = json.loads(said.output)
        sent = facts.inputs(facts.fields_of(game, names, complete), values)
        page.evaluate(
            "names => document.querySelectorAll('input[name=name]').forEach((one, n) => one.value = names[n])", names
        )
        computes(page, sent)
        is_told(page)
        paper = replace(facts.paper_of(game, *file["rounds"], options=game.complete(asked)), names=names, whole=False)
        record = paper.make_record()
        lines = [line for step in game.steps(record.state) for line in step.lines]
        told = [(str(line.text), "" if line.amount is None else str(line.amount).replace("-", "−")) for line in lines]
        assert sorted(map(tuple, page.evaluate(STORY))) == sorted(told), file
        assert record.state.score == scored["rounds"][0]
        page.emulate_media(media="print")
        expect(page.locator("section.step").first).to_be_visible()
        page.emulate_media(media="screen")
        page.get_by_role("button", name="It ended otherwise").click()
        page.locator("form.factsheet .done-with").wait_for()
        stands = dict(page.evaluate(STANDS))
        assert {name: stands[name] for name in sent} == sent


@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.id)
def test_whatever_is_refused_all_that_was_typed_stands(page: Page, running: Program, game: Game[Any]) -> None:
    """Numbers out of any range, none at all, texts that are no values, cards that can't be together."""
    players, random = game.most, Random(SEED)
    options = game.complete({})
    for wrong in WRONG if LARGE else [WRONG[GAMES.index(game) % len(WRONG)]]:
        page.goto(f"{running.url}/score?game={game.id}&players={players}")
        values = typed(game, [f"P{seat}" for seat in range(players)], options, random)
        sent = facts.inputs(facts.fields_of(game, [f"P{seat}" for seat in range(players)], options), values)
        number = next(name for name in sent if name.partition(".")[0] in ("gold", "treasures", "nuggets_3", "crystals"))
        sent[number] = f"{wrong}x" if "treasures" in number else wrong
        page.evaluate("document.querySelector('input[name=name]').value = 'Zoë <b>'")
        computes(page, sent)
        expect(page.locator("[role=alert]")).to_be_visible()
        stands = dict(page.evaluate(STANDS))
        assert {name: stands[name] for name in sent} == sent
        assert page.locator("input[name=name]").first.input_value() == "Zoë <b>"
