"""Phones take part in deals by themselves, and each draws the game's chances again, with the companion's numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fair.attacks import ATTACKS
from fair.machine import NAMES, Machine
from playwright.sync_api import Route, expect

from companion.games import game_by_id
from companion.record.fair import Draw
from companion.record.verify import verify
from companion.web.fair import chance

from .driver import Phone, Table

pytestmark = pytest.mark.browser

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "fair.json").read_text(encoding="utf-8"))
COMPUTED = """(vector) => {
  const promise = fair.promise(vector.secret);
  const {of} = JSON.parse(vector.text);
  const commitments = vector.opened.map(([seat, bits]) => fair.commitment(promise, of, seat, bits));
  const key = fair.key(vector.secret, vector);
  const older = fair.hex(fair.olderKey(vector.secret, vector.opened.map(([, bits]) => bits)));
  const mixed = fair.draw(key, vector.label)([...vector.items]);
  return {promise, words: fair.words(promise), commitments, key: fair.hex(key), older, mixed};
}"""
LONG = "(count) => fair.hex(sha256(new Uint8Array(count).fill(97)))"
CHECKED = """([chance, own, game]) => {
  localStorage.clear();
  const table = `TABLE-${Math.random()}`;
  pledge.promises({table, promises: {[game]: own.promise}, coming: [`${game}/1/1`]});
  Object.assign(pledge.of(table, game), own);
  return pledge.judged(table, chance);
}"""


def opens_fair(phone: Phone | Table) -> None:
    program = phone.program if isinstance(phone, Table) else phone.table.program
    phone.page.goto(f"{program.url}/{program.code}/fair")


def test_a_phone_computes_what_the_companion_computes(table: Table) -> None:
    opens_fair(table)
    for vector in VECTORS:
        found = table.page.evaluate(COMPUTED, vector)
        assert found == {name: vector[name] for name in found}
    hashes = [table.page.evaluate(LONG, count) for count in (0, 55, 56, 64, 1000)]
    assert hashes == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    ]


def test_a_phone_notices_every_attack(table: Table) -> None:
    """With what Anna's phone has kept; each by the check that is named with it, and an honest game by none."""
    opens_fair(table)

    def found(machine: Machine, change: Any = lambda record: None) -> list[list[Any]]:
        record = machine.tells()
        change(record)
        told = chance(verify(record, game_by_id))
        phone = machine.phones[0]
        own = {"promise": phone.promise, "bits": phone.bits, "refused": phone.refused}
        checked = table.page.evaluate(CHECKED, [json.loads(told), own, phone.game]) if told else []
        return [one for one in checked if one[1] is not True]

    honest = Machine()
    honest.deal(honest.opened(honest.bind(first=None)))
    honest.deal()
    assert found(honest) == []
    for attack in ATTACKS:
        checks = [one[0] for one in found(attack.make(), attack.change)]
        assert attack.page in checks or not attack.page, (attack.name, checks)


# -- at a table -----------------------------------------------------------------------------------------------------
def ends(table: Table) -> None:
    table.agrees_to_stop()
    while table.has_more_to_tell():
        pass
    expect(table.page.locator("input[name=told]")).to_have_count(0)


def plays_again(table: Table) -> None:
    table.enters("again")
    expect(table.page.locator(".looked")).to_be_visible()
    table.enters("start")
    ends(table)


def all_fit(phone: Phone) -> list[str]:
    """The checks of this browser, all of which fit."""
    opens_fair(phone)
    checks = phone.page.locator("#fair li")
    expect(checks.first).to_be_visible()
    texts = checks.all_inner_texts()
    assert all(text.startswith("✓ Fits") for text in texts), texts
    return texts


def word(phone: Phone | Table) -> str:
    return str(phone.page.evaluate("document.body.dataset.fair"))


def test_phones_that_took_part_find_all_of_it_fitting(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    table.adds("Cleo")
    anna.page.reload()
    table.deals_and_begins("dark-cave", first="Anna")
    expect(anna.page.locator("body[data-fair=fits]")).to_have_count(1)
    expect(table.page.locator("body[data-fair=fits]")).to_have_count(1)
    ends(table)
    expect(ben.page.locator("body[data-fair=fits]")).to_have_count(1)
    texts = all_fit(anna)
    assert "✓ Fits: deal 1/1/1: the bits of this phone are in it" in texts
    bits, terms = anna.page.locator("[data-kept='1'] code").all_inner_texts()
    assert (len(bits), len(terms)) == (32, 64)
    anna.shows("Deal 1/1/1: opened by Anna, Ben.")
    stranger = table.phone("Zoe")
    opens_fair(stranger)
    assert stranger.page.locator("#fair .open").count() == 2
    stranger.close()


def test_two_on_one_phone_take_part_both(table: Table) -> None:
    phone = table.phone("Anna").joins()
    phone.page.goto(f"{table.program.url}/{table.program.code}/share")
    phone.page.get_by_label("Your name").fill("Ben")
    with phone.page.expect_response("**/commit"):
        phone.follows("Sit down")
    table.deals_and_begins("dark-cave", first="Anna")
    ends(table)
    assert sum("the bits of this phone are in it" in text for text in all_fit(phone)) == 2


def test_two_windows_of_one_browser_take_part_both(table: Table) -> None:
    """Whichever commits first, and whichever keeps last what both have done."""
    (anna,) = table.seats("Anna")
    table.adds("Ben", "Cleo")
    other = anna.context.new_page()
    other.goto(anna.url)
    expect(other.locator(".me")).to_have_text("Anna")
    table.deals_and_begins("dark-cave", first="Anna")
    table.enters("afresh", reason="seen")
    for page in (anna.page, other):
        expect(page.locator("body[data-fair=fits]")).to_have_count(1)
        page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.split('terms').length > 2)")
    table.enters("start")
    ends(table)
    other.close()
    assert sum("the bits of this phone are in it" in text for text in all_fit(anna)) == 2


def test_who_does_not_open_is_named_with_the_number_of_deals_that_leaves(table: Table) -> None:
    anna, ben = table.seats("Anna", "Ben")
    ben.page.route("**/open", lambda route: None)
    table.deals_and_begins("dark-cave", first="Anna")
    expect(table.page.locator("body:not([data-fair=fits])")).to_have_count(1)
    opens_fair(anna)
    anna.shows("Deal 1/1/1: not opened by Ben. That left 2 deals to choose from.")


def test_bits_that_come_too_late_are_no_fault(table: Table) -> None:
    _anna, ben = table.seats("Anna", "Ben")
    held: list[Route] = []
    ben.page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('sent'))")
    ben.page.route("**/open", lambda route: held.append(route))
    with ben.page.expect_request("**/open"):
        table.deals_and_begins("dark-cave", first="Anna")
    ben.page.evaluate("0")  # what has been asked for is held by then
    with ben.page.expect_response("**/open"):
        held[0].continue_()
    ends(table)
    opens_fair(ben)
    ben.shows("deal 1/1/1: the bits of this phone came too late")
    expect(ben.page.locator(".checks .breaks")).to_have_count(0)


def test_games_that_are_given_up_until_one_suits_are_said(table: Table) -> None:
    """By the companion, and by a phone that took part in them whatever the companion tells."""
    anna, _ben = table.seats("Anna", "Ben")
    table.adds("Cleo")
    table.deals_and_begins("dark-cave", first="Anna")
    expect(table.page.locator("body[data-fair=fits]")).to_have_count(1)
    table.enters("over")
    table.deals_and_begins("dark-cave", first="Anna")
    expect(table.page.locator("body[data-fair=fits]")).to_have_count(0)
    ends(table)
    anna.page.wait_for_function("() => pledge.over === 2")
    assert word(anna) == ""
    opens_fair(anna)
    left = "Can't be checked: Game 1 of this table was given up, or never told: that left a choice."
    expect(anna.page.locator("#fair li").last).to_have_text(left)
    expect(anna.page.get_by_text(left)).to_have_count(2)
    anna.opens_seat()
    plays_again(table)
    assert len(all_fit(anna)) > 1


def test_a_game_that_was_told_while_a_phone_slept_is_checked_later(table: Table) -> None:
    anna, _ben = table.seats("Anna", "Ben")
    table.adds("Cleo")
    table.deals_and_begins("dark-cave", first="Anna")
    anna.page.goto("about:blank")
    ends(table)
    table.enters("again")
    expect(table.page.locator(".looked")).to_be_visible()
    anna.opens_seat()
    table.enters("start")
    ends(table)
    anna.page.wait_for_function("() => pledge.over === 2")
    found = anna.page.evaluate("pledge.of(document.body.dataset.table ?? location.pathname.slice(1), 1).told")
    assert found
    opens_fair(anna)
    anna.hides("Game 1 of this table was given up")


SHOWN = """(told) => {
  const place = document.getElementById("dealt").firstElementChild;
  place.dataset.deal = JSON.stringify({...JSON.parse(place.dataset.deal), ...told});
}"""


def test_what_the_companion_itself_finds_is_red_on_phones_too(table: Table) -> None:
    """A lot among others than those who play does not change what is drawn."""
    (anna,) = table.seats("Anna")
    anna.page.evaluate(SHOWN, {"breaks": True})
    expect(anna.page.locator("body[data-fair=breaks]")).to_have_count(1)


def test_the_cards_lie_in_no_chosen_order_before_they_are_mixed(table: Table) -> None:
    machine = Machine()
    machine.deal()
    told = json.loads(chance(verify(machine.tells(), game_by_id)))
    (draw,), deal = told["draws"], machine.deals[0]
    opens_fair(table)
    fits = "([key, draw]) => fair.fits(fair.unhex(key), draw)"
    key = deal.key(machine.secret)
    assert table.page.evaluate(fits, [key.hex(), draw])
    ways, cards = draw["mixed"]
    order = cards[::-1]
    for prepared in (ways, [",".join(order) for _ in ways]):
        mixing = Draw(key, draw["label"])
        mixing.shuffle(list(prepared))
        dealt = list(order)
        mixing.shuffle(dealt)
        chosen = {**draw, "mixed": [prepared, order], "drawn": dealt}
        assert not table.page.evaluate(fits, [key.hex(), chosen])


def test_an_exchanged_promise_is_said_in_red(table: Table) -> None:
    anna, _ben = table.seats("Anna", "Ben")
    anna.page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('sent'))")
    anna.page.evaluate(
        """() => {
          const name = Object.keys(localStorage).find((key) => key.startsWith("companion-fair-"));
          const own = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify({...own, promise: "0".repeat(64)}));
        }"""
    )
    anna.page.reload()
    expect(anna.page.locator("body[data-fair=breaks]")).to_have_count(1)
    opens_fair(anna)
    expect(anna.page.get_by_role("alert")).to_contain_text("the promise was changed after your phone had taken part")


MOVED = """(promise) => {
  pledge.promises({table: "TABLE", promises: {1: promise}, coming: ["1/1/1"]});
  const data = {table: "TABLE", promises: {2: promise}, coming: ["2/1/1"]};
  pledge.promises(data);
  return [pledge.of("TABLE", 1).refused, pledge.of("TABLE", 2).refused, pledge.commitments(data, [11]).fields];
}"""


def test_a_phone_takes_no_part_in_a_game_with_the_promise_of_another(table: Table) -> None:
    opens_fair(table)
    assert table.page.evaluate(MOVED, Machine().phones[0].promise) == [[], ["moved"], []]


LATE = """([chance, own, game, data]) => {
  pledge.promises({table: "LATE", promises: {[game]: own.promise}, ...data});
  return pledge.judged("LATE", chance)[1];
}"""


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        ({"coming": ["1/1/1"]}, ["seen", True]),
        ({"coming": ["1/1/1"], "terms": '{"of": "1/1/1"}'}, ["unseen", None]),
        ({"coming": ["1/1/2", "2/1/1"]}, ["unseen", None]),
    ],
)
def test_a_promise_that_a_phone_saw_after_the_terms_were_bound_shows_nothing(
    table: Table, data: dict[str, Any], seen: list[Any]
) -> None:
    opens_fair(table)
    honest = Machine()
    honest.deal()
    told, phone = chance(verify(honest.tells(), game_by_id)), honest.phones[0]
    own = {"promise": phone.promise}
    assert table.page.evaluate(LATE, [json.loads(told), own, phone.game, data]) == seen


OPENINGS = """([data, seat, changed]) => {
  const own = pledge.of(data.table, 1);
  own.promise = data.promise;
  const of = JSON.parse(data.terms).of;
  const mine = (own.bits[`${of} ${seat}`] ??= {bits: data.bits, sent: true});
  Object.assign(own, changed);
  return [pledge.openings(data, [seat]).length, own.refused];
}"""


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({}, []),
        ({"players": [["Ben", "Anna", "Cleo", "Dan"]]}, ["otherwise"]),
        ({"players": [["Anna", "Ben", "Cleo", "Zoe"]]}, ["otherwise"]),
        ({"options": {}}, ["otherwise"]),
        ({"game": "saboteur"}, ["otherwise"]),
        ({"promise": "0" * 64}, ["changed"]),
        ({"bits": "0" * 32}, ["exchanged"]),
    ],
)
def test_a_phone_opens_only_for_the_terms_of_its_page(
    table: Table, changed: dict[str, Any], refused: list[str]
) -> None:
    machine = Machine()
    deal = machine.bind()
    phone = machine.phones[0]
    phone.opens(deal)
    bits = next(iter(phone.bits.values()))["bits"]
    data = {"table": "TABLE", "terms": deal.text, "opened": [], "players": [list(NAMES)], "game": "dark-cave"}
    data |= {"options": deal.terms["options"], "promise": phone.promise, "bits": bits, **changed}
    opens_fair(table)
    assert table.page.evaluate(OPENINGS, [data, phone.seat, {}]) == [0 if refused else 1, refused]
    if not refused:
        bound = [dict(one) for one in deal.terms["players"]]
        without = [{"seat": phone.seat, "name": "Anna"}, *bound[1:]]
        for number, other in enumerate((machine.bind(first=1), machine.bind(players=without))):
            given = {**data, "table": f"TABLE{number}"}
            assert table.page.evaluate(OPENINGS, [given, phone.seat, {}]) == [1, []]
            assert table.page.evaluate(OPENINGS, [{**given, "terms": other.text}, phone.seat, {}]) == [0, ["twice"]]
