"""Each phone draws the game's chances again: the same numbers in its language as in the companion's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .driver import Table

pytestmark = pytest.mark.browser

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "fair.json").read_text(encoding="utf-8"))
COMPUTED = """(vector) => {
  const promise = fair.promise(vector.secret);
  const key = fair.key(vector.secret, vector.additions);
  const mixed = fair.draw(key, vector.label)([...vector.items]);
  return {promise, words: fair.words(promise), key: fair.hex(key), mixed};
}"""
LONG = "(count) => fair.hex(sha256(new Uint8Array(count).fill(97)))"


def test_a_phone_computes_what_the_companion_computes(table: Table) -> None:
    phone = table.phone("Anna")
    phone.page.goto(f"{table.program.url}/{table.program.code}/fair")
    for vector in VECTORS:
        found = phone.page.evaluate(COMPUTED, vector)
        assert found == {name: vector[name] for name in found}
    hashes = [phone.page.evaluate(LONG, count) for count in (0, 55, 56, 64, 1000)]
    assert hashes == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    ]


def test_a_phone_that_sat_down_before_the_deal_finds_all_of_it_fitting(table: Table) -> None:
    anna = table.phone("Anna").joins()
    table.adds("Ben")
    anna.page.goto(f"{table.program.url}/{table.program.code}/fair")
    words = anna.page.locator(".promise b").inner_text()
    anna.page.go_back()
    table.deals_and_begins("dark-cave", first="Anna")
    table.agrees_to_stop()
    table.tells_the_score()
    anna.page.goto(f"{table.program.url}/{table.program.code}/fair")
    checks = anna.page.locator("#fair li")
    expect(checks).to_have_count(6)
    assert all(text.startswith("✓ Fits") for text in checks.all_inner_texts())
    assert words in anna.page.inner_text("main")
    stranger = table.phone("Zoe")
    stranger.page.goto(f"{table.program.url}/{table.program.code}/fair")
    expect(stranger.page.locator("#fair .open")).to_have_count(1)
    stranger.close()


WHOLE = {
    "1/1/deal/1 1/1/deal/1 1/1/deal/2 1/2/deal/1 1/2/first/1": True,
    "1/1/deal/2": False,
    "1/1/deal/1 1/1/swap-hats/1 1/1/swap-hats/3": False,
}


def test_a_draw_that_was_left_out_is_found(table: Table) -> None:
    table.page.goto(f"{table.program.url}/{table.program.code}/fair")
    found = {labels: table.page.evaluate("labels => fair.isWhole(labels.split(' '))", labels) for labels in WHOLE}
    assert found == WHOLE


def test_draws_for_another_game_than_the_promised_one_do_not_fit(table: Table) -> None:
    """Numbers of games could be tried until the cards suit."""
    anna, _ben = table.seats("Anna", "Ben")
    key = anna.page.evaluate("Object.keys(localStorage).find(key => key.startsWith('companion-promise-'))")
    assert "game:1" in anna.page.evaluate("key => localStorage.getItem(key)", key)
    anna.page.evaluate("key => localStorage.setItem(key, localStorage.getItem(key).replace('game:1', 'game:2'))", key)
    table.deals_and_begins("dark-cave", first="Anna")
    table.agrees_to_stop()
    table.tells_the_score()
    anna.page.goto(f"{table.program.url}/{table.program.code}/fair")
    expect(anna.page.locator("#fair .breaks")).to_have_count(1)
    expect(anna.page.locator("#fair .breaks")).to_contain_text("game 2")


def test_two_on_one_phone_have_both_added(table: Table) -> None:
    phone = table.phone("Anna").joins()
    table.expects("status of 422", because="a name that is taken is refused")
    phone.page.goto(f"{table.program.url}/{table.program.code}/share")
    for name in ("Anna", "Ben"):
        phone.page.get_by_label("Your name").fill(name)
        phone.follows("Sit down")
        if name == "Anna":
            phone.says("Anna")  # the name is taken: nothing is added for it
    phone.page.wait_for_url(f"**/{table.program.code}")
    table.deals_and_begins("dark-cave", first="Anna")
    table.agrees_to_stop()
    table.tells_the_score()
    phone.page.goto(f"{table.program.url}/{table.program.code}/fair")
    checks = phone.page.locator("#fair li")
    expect(checks).to_have_count(6)
    assert all(text.startswith("✓ Fits") for text in checks.all_inner_texts())
    phone.page.get_by_text("The secret and what was added").click()
    added = phone.page.locator("details li code").all_inner_texts()
    assert len(set(added)) == 2
