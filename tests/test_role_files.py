"""Games in one file: what the form takes, every mistake with its line, and what each seat could know, counted."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import role_schema
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.command.cli import main
from companion.roles.knowing import Deal, Table, table
from companion.roles.reading import read_form
from companion.roles.source import Mistaken
from companion.web.icons import shared_drawings

ROOT = Path(__file__).parent.parent
FILES = sorted((Path(__file__).parent / "role_files").glob("*.toml"))
BUNDLED = sorted((ROOT / "companion" / "roles" / "games").glob("*.toml"))

QUEST = """\
[game]
title = "Quest"
players = [5, 10]

[sides.good]
name = "Good"
[sides.evil]
name = "Evil"

[cards.merlin]
side = "good"
name = "Merlin"
[cards.percival]
side = "good"
name = "Percival"
[cards.servant]
side = "good"
name = "Servant"
[cards.assassin]
side = "evil"
name = "Assassin"
[cards.morgana]
side = "evil"
name = "Morgana"
[cards.mordred]
side = "evil"
name = "Mordred"
optional = { "5-6" = false, "7+" = true }
instead = "minion"
[cards.minion]
side = "evil"
name = "Minion"

[deal]
cards = { merlin = 1, percival = 1, assassin = 1, morgana = 1, mordred = { "5-6" = 0, "7+" = 1 }, minion = { "5-9" = 0, "10" = 1 } }
fill = "servant"

[[learns]]
who = ["merlin"]
of = ["evil"]
but = ["mordred"]
says = "Evil: {names}."
[[learns]]
who = ["percival"]
of = ["merlin", "morgana"]
says = "Merlin is one of {names}."
[[learns]]
who = ["evil"]
of = ["evil"]
says = "With you: {names}."

[[ends]]
when = "Three quests fail"
wins = ["evil"]
[[ends]]
when = "Three quests succeed"
asks = "Who is Merlin?"
wins = { named = ["merlin"], then = ["evil"], else = ["good"] }
"""


def mistakes(text: str) -> list[str]:
    with pytest.raises(Mistaken) as error:
        read_form(text)
    return [str(one) for one in error.value.mistakes]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_deals_as_many_cards_as_seats(file: Path) -> None:
    form = read_form(file.read_bytes())
    for n in range(form.players[0], form.players[1] + 1):
        assert sum(form.deck(n).values()) == n + form.aside[n]


def test_an_optional_card_stands_as_the_file_says_and_something_is_dealt_instead() -> None:
    form = read_form(QUEST)
    assert form.deck(7)["mordred"] == 1
    assert form.deck(7, on=[]) == {"merlin": 1, "percival": 1, "assassin": 1, "morgana": 1, "minion": 1, "servant": 2}


def test_who_knows_whom() -> None:
    deal = ("merlin", "servant", "percival", "assassin", "morgana")
    here = table(read_form(QUEST), [f"Seat {n + 1}" for n in range(5)])
    said = [[here.words(one, "en") for one in here.learnt(deal, seat)] for seat in range(5)]
    assert said == [
        ["Evil: Seat 4, Seat 5."],
        [],
        ["Merlin is one of Seat 1, Seat 5."],
        ["With you: Seat 5."],
        ["With you: Seat 4."],
    ]


def changed(old: str, new: str) -> str:
    assert old in QUEST
    return QUEST.replace(old, new, 1)


MISTAKES = [
    (changed("title =", "titel ="), 'line 2: there is no key "titel" in [game]: did you mean "title"?'),
    (changed("title =", "titel ="), 'line 1: the key "title" is missing in [game]'),
    (changed('who = ["merlin"]', 'who = ["merlyn"]'), 'line 39: no card or side is called "merlyn": did you mean "merlin"?'),
    (changed('side = "good"', 'side = "god"'), 'line 11: no side is called "god": did you mean "good"?'),
    (changed("[5, 10]", "[5, 13]"), 'line 3: "players" is [5, 13]; two numbers from 2 to 12 were expected, the fewest first'),
    (changed("[5, 10]", "[true, 10]"), 'line 3: "players" is [True, 10]; the fewest and the most were expected, such as [5, 10]'),
    (changed('"5-6" = 0', '"5" = 0'), 'line 35: no span of "deal.cards.mordred" holds for 6 players'),
    (changed('"5-6" = 0', '"5-7" = 0'), 'line 35: two spans of "deal.cards.mordred" hold for 7 players; one was expected'),
    (changed('"5-6" = 0', '"4-6" = 0'), 'line 35: the span "4-6" is outside the 5 to 10 players of this game'),
    (changed('"5-6" = 0', '"6-5" = 0'), 'line 35: the span "6-5" goes backwards'),
    (changed("merlin = 1,", "merlin = true,"), 'line 35: "deal.cards.merlin" is true; a whole number from 0 to 24 was expected'),
    (changed("merlin = 1,", "merlin = 1.5,"), 'line 35: "deal.cards.merlin" is 1.5; a whole number from 0 to 24 was expected'),
    (changed("merlin = 1,", "merlin = 9,"), "line 35: the cards don't come out: 5 players need 5, and [deal] has 12"),
    (changed('fill = "servant"', ""), "line 35: the cards don't come out: 5 players need 5, and [deal] has 4"),
    (changed("minion = {", "minyon = {"), 'line 35: no card is called "minyon": did you mean "minion"?'),
    (changed("{names}", "{name}"), 'line 42: {name}: nothing of that name is drawn: did you mean "names"?'),
    (changed("{names}", "{cards}"), "line 42: {cards}: cards are named only with card = true"),
    (changed('name = "Good"', 'name = "{names}"'), "line 6: {names}: a placeholder stands in what [[learns]] says, and nowhere else"),
    (changed('name = "Evil"', 'name = "Evil"\n[sides.none]\nname = "None"'), 'line 9: nobody can be on the side "none"'),
    (changed("percival = 1, ", ""), 'line 13: "percival" is never dealt, with any number of players and any setting'),
    (changed("mordred = {", "#"), "line 35: this is no TOML: invalid initial character for a key part"),
    (changed('name = "Merlin"', "name = 2026-11-22"), 'line 12: "cards.merlin.name" is 2026-11-22; a text was expected'),
    (changed('name = "Merlin"', 'name = "Merlin\\u0007"'), 'line 12: "cards.merlin.name" holds a control character (U+0007); plain text was expected'),
    (changed('name = "Merlin"', 'name = { de = "Merlin" }'), 'line 12: "cards.merlin.name" has no English: "en" was expected among its languages'),
    (changed('name = "Merlin"', f'name = "{"x" * 201}"'), 'line 12: "cards.merlin.name" has 201 characters; at most 200 were expected'),
    (changed('name = "Merlin"', 'name = "Merlin"\ntold = false\nopen = true'), 'line 13: "merlin" is open or chosen, and not told; one of both was expected'),
    (changed('instead = "minion"', 'instead = "merlin"').replace('name = "Merlin"', 'name = "Merlin"\nchosen = true').replace('"5-6" = 0', '"5-6" = 1').replace("morgana = 1", "morgana = 0"), 'line 30: 5 players can be dealt 2 copies of "merlin", which is chosen; one was expected'),
    (changed("[cards.minion]", "[cards.everybody]"), 'line 30: "everybody" is a word of this form and no id'),
    (changed('"Who is Merlin?"', '{ who = ["assassin"], says = "Who?" }'), 'line 57: "ends.asks" has no English: "en" was expected among its languages'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_a_mistake_is_named_with_its_line(text: str, said: str) -> None:
    assert said in mistakes(text)


def test_of_many_mistakes_the_first_have_the_nearest_word() -> None:
    text = QUEST + '[[learns]]\nsays = "x"\nwho = [' + '"servent", ' * 3000 + '"servent2"]\n'
    said = mistakes(text.replace('["merlin"]', '["merlyn"]'))
    assert 'no card or side is called "merlyn": did you mean "merlin"?' in said[0]
    assert said[-1].endswith('"servent2"'), "looking for the word nearest to thousands would take seconds"


def test_any_value_in_any_place_is_a_game_or_a_sentence() -> None:
    assert "no side is called {}" in mistakes(changed('side = "good"', "side = {}"))[0]
    assert 'the key "title" is missing in [game]' in str(mistakes("[game]\n" + QUEST.partition("[5, 10]")[2]))
    for seed in range(300):
        with suppress(Mistaken):
            read_form(planted(Random(seed)), frozenset(shared_drawings()))


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_whatever_the_bytes_are_there_is_a_sentence(content: bytes) -> None:
    with pytest.raises(Mistaken) as error:
        read_form(content)
    assert all("\n" not in str(one) for one in error.value.mistakes)


@pytest.mark.parametrize(
    "content",
    [
        b"a." * 30_000 + b"a = 1",
        b"a = " + b"[" * 60_000,
        b"a = " + b"9" * 60_000,
        b"a = 1\n" * 20_000,
        b"[a]\n" * 15_000,
    ],
)
def test_what_keeps_a_parser_busy_is_refused_before_it_is_parsed(content: bytes) -> None:
    with pytest.raises(Mistaken):
        read_form(content)


def test_the_examples_of_the_page_are_games() -> None:
    page = (ROOT / "docs" / "game-files.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert [read_form(text, shared_drawings()).title["en"] for text in examples] == ["Spies", "The castle"]
    assert len(mistakes(examples[0].replace('"Rebel"', "“Rebel”"))) == 1
    assert "straight quotes" in mistakes(examples[0].replace('"Rebel"', "“Rebel”"))[0]


# -- the schema of the form -------------------------------------------------------------------------------------------
VALID = Draft202012Validator(json.loads(role_schema.FILE.read_text(encoding="utf-8")))
SEEN = re.compile(
    r"there is no key|is missing|was expected|were expected|is no id|is a word of this form|is no span|is empty"
    r'|a placeholder stands in what|(is called|no drawing) [^"]'
)
"""What a schema can see of a mistake, as it is said; but for these."""
UNSEEN = re.compile(
    r"this is no TOML|holds a control|players; one was expected|mixes words|is chosen; one was expected"
    r'|not told; one of both was expected|"(of|asks)" is missing|always there was expected|is optional, and'
    r"|only one of that side"
)


def planted(random: Random) -> str:
    """A file with any value in the place of one, or with one more key."""
    lines = random.choice([QUEST, *(file.read_text(encoding="utf-8") for file in BUNDLED)]).split("\n")
    values = ["1", "true", '"x"', "[]", "{}", "1.5", '["merlin"]', '{ en = "a" }', '{ "5-6" = 1, "7+" = 2 }', "999"]
    values += [
        '{ de = "x" }',
        '""',
        '"{names}"',
        '{ who = ["assassin"], says = "x" }',
        "{ x = 1 }",
        '[["a"], "b"]',
        "[1, 2]",
    ]
    at = random.choice([n for n, line in enumerate(lines) if " = " in line])
    lines[at] = f"{lines[at].split(' = ')[0]}{random.choice(['', '', '', 'x'])} = {random.choice(values)}"
    return "\n".join(lines)


def test_the_schema_is_made_from_the_keys_that_are_read() -> None:
    Draft202012Validator.check_schema(VALID.schema)
    assert role_schema.FILE.read_text(encoding="utf-8") == role_schema.written(), "run: python -m tests.role_schema"


@pytest.mark.parametrize("file", [*FILES, *BUNDLED], ids=lambda file: file.stem)
def test_a_file_that_is_a_game_fits_the_schema(file: Path) -> None:
    assert list(VALID.iter_errors(tomllib.loads(file.read_text(encoding="utf-8")))) == []


def test_the_schema_sees_the_mistakes_that_a_schema_can_see() -> None:
    files = [text for text, _ in MISTAKES] + [planted(Random(seed)) for seed in range(300)]
    files += [a_file(Random(seed))[0] for seed in range(40)]
    told = 0
    for text in files:
        try:
            data, said = tomllib.loads(text), list[str]()
            read_form(text)
        except tomllib.TOMLDecodeError:
            continue
        except Mistaken as error:
            said = [str(one) for one in error.mistakes]
        seen = [one for one in said if SEEN.search(one) and not UNSEEN.search(one)]
        errors = [error.message for error in VALID.iter_errors(data)]
        assert bool(errors) == bool(seen), (text, said, errors)
        told += bool(seen)
    assert told > 100


# -- any file ---------------------------------------------------------------------------------------------------------
def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def a_file(random: Random) -> tuple[str, int]:
    """Any file with two to five players, up to six kinds of cards and four rules; it may have mistakes."""
    players, aside = random.randint(2, 5), random.choice([0, 0, 1, 2])
    sides = [f"s{n}" for n in range(random.randint(1, 3))]
    cards = [f"c{n}" for n in range(random.randint(1, 6))]
    lines = [f'[game]\ntitle = "X"\nplayers = [{players}, {players}]']
    lines += [f'[sides.{side}]\nname = "{side}"' for side in sides]
    counts = {card: random.randint(1, 2) for card in cards[1:]}
    while sum(counts.values()) > players + aside:
        del counts[max(counts)]
    for card in (cards[0], *counts):
        name = random.choice(["N1", "N2", card, {"en": "N1", "de": card}])
        side = sides.pop() if sides and random.random() < 0.7 else lines[1].split("]")[0].split(".")[1]
        lines.append(f'[cards.{card}]\nside = "{side}"\nname = {written(name)}')
        lines.append(random.choice(["", "", "", "open = true", "told = false", "told = false"]))
    dealt = [cards[0], *counts]
    lines.append(f'[deal]\ncards = {written(counts)}\nfill = "{cards[0]}"\naside = {aside}')
    lines.append('[draw.p]\nfrom = [["a", "b"]]\n[draw.w]\nfrom = ["q"]')

    def some() -> list[str]:
        return random.sample(dealt, random.randint(1, min(3, len(dealt))))

    texts = ["A {names}", "B {names}.", "X", "Y {w} {p.1}", "Y {w} {p.2}"]
    texts_with_cards = ["C {cards}!", "A {cards} {names}", "{w} {names} {cards}", "{w} names {cards}", "{p.1} {cards}"]
    for _ in range(random.randint(0, 4)):
        rule: dict[str, Any] = {"who": some() if random.random() < 0.7 else ["everybody"]}
        says: Any = random.choice(texts[2:])
        if random.random() < 0.8:
            rule["of"] = some()
            with_cards = random.random() < 0.4
            some_texts = [*texts, *(texts_with_cards * 2 if with_cards else [])]
            says = random.choice(some_texts)
            if random.random() < 0.2:
                says = {"en": says, "de": random.choice(some_texts)}
            rule |= {"card": True} if with_cards else {}
            rule |= {"none": random.choice(["X", "none"])} if random.random() < 0.4 else {}
        rule["says"] = says
        lines.append("[[learns]]\n" + "\n".join(f"{key} = {written(value)}" for key, value in rule.items()))
    return "\n".join(lines), players


def seen(here: Table, deal: Deal, seat: int) -> object:
    """Everything a seat can tell deals by, read off the words themselves."""
    cards, alike = here.form.cards, {"p.1": "one of the pair", "p.2": "one of the pair"}
    words = [[here.words(one, lang, alike) for lang in here.form.languages] for one in here.learnt(deal, seat)]
    shown = [(other, card) for other, card in enumerate(deal) if cards[card].open]
    return deal[seat] if cards[deal[seat]].told else None, shown, words


# -- the command ------------------------------------------------------------------------------------------------------
def test_the_command_prints_what_is_dealt_and_told(tmp_path: Path) -> None:
    file = tmp_path / "quest.toml"
    file.write_text(QUEST)
    printed = json.loads(CliRunner().invoke(main, ["check", str(file), "--json"]).stdout)
    assert (printed["id"], printed["title"]) == ("quest", "Quest")
    expected = {"merlin": 1, "percival": 1, "assassin": 1, "morgana": 1, "servant": 1}
    assert printed["players"]["5"] == {"cards": expected, "aside": 0}
    seats = "merlin,servant,percival,assassin,morgana"
    tried = json.loads(CliRunner().invoke(main, ["check", str(file), "--seats", seats, "--json"]).stdout)
    learns = [{"rule": 0, "seats": [3, 4], "cards": None, "says": "Evil: Seat 4, Seat 5."}]
    assert tried["seats"][0] == {"seat": 0, "card": "merlin", "told": True, "learns": learns}
    assert "Merlin: Evil: Seat 4, Seat 5.\n" in CliRunner().invoke(main, ["check", str(file), "--seats", seats]).stdout


def test_the_command_names_mistakes_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "quest.toml"
    file.write_text(changed("title =", "titel ="))
    result = CliRunner().invoke(main, ["check", str(file)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        'line 1: the key "title" is missing in [game]',
        'line 2: there is no key "titel" in [game]: did you mean "title"?',
    ]


def _texts(value: Any) -> list[dict[str, str]]:
    """Every text by language in the data of a file."""
    if isinstance(value, dict) and "en" in value:
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _texts(one)]


@pytest.mark.parametrize("file", BUNDLED, ids=lambda file: file.stem)
def test_a_game_that_comes_with_it_is_clean_and_speaks_every_language(file: Path) -> None:
    content = file.read_text(encoding="utf-8")
    form = read_form(content, shared_drawings())
    assert not form.warnings
    texts = _texts(tomllib.loads(content))
    assert texts
    assert all(set(text) == {"en", "de", "fr", "es"} for text in texts)


def test_three_games_come_with_it() -> None:
    assert [file.stem for file in BUNDLED] == ["outsider", "spies", "village"]
