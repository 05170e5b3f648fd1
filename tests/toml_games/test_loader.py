"""Reading a game in one file: every mistake with its line, and no file that keeps its reader busy."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
import role_schema
from built import ROOT
from games_in_files import BUNDLED, FILES, a_file
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from sizes import size

from companion.toml_games.loader import read_game
from companion.toml_games.parser import MistakesError
from companion.web.render.icons import list_shared_drawings

from .quest import QUEST, changed, mistakes

MISTAKES = [
    (QUEST.replace('side = "good"', 'side = "god"'), 'line 11: no side is called "god" (3 cards): did you mean "good"?'),
    (changed('wins = ["evil"]', 'wins = ["good", "goud"]').replace('of = ["evil"]', 'of = ["goud"]'), 'line 40: no card or side is called "goud": did you mean "good"?'),
    ('sides = 5\n[game]\ntitle = "x"\nplayers = [2, 2]\n[cards]\na = { side = "b" }\n[deal]\nfill = "a"\n[[learns]]\nwho = ["b"]\nsays = "x"\n', 'line 1: "sides" is 5, but must be a table'),
    (changed("[5, 10]", "[5, 13]"), 'line 3: "game.players" is [5, 13], but must be a list of the fewest and the most, from 2 to 12, such as [5, 10]'),
    (changed("[5, 10]", "[true, 10]"), 'line 3: "game.players" is [true, 10], but must be a list of the fewest and the most, from 2 to 12, such as [5, 10]'),
    (changed('"5-6" = 0', '"5" = 0'), 'line 35: 0 spans of "deal.cards.mordred" cover 6 players; exactly one must'),
    (changed('"5-6" = 0', '"5-7" = 0'), 'line 35: 2 spans of "deal.cards.mordred" cover 7 players; exactly one must'),
    (changed('"5-6" = 0', '"4-6" = 0'), 'line 35: "deal.cards.mordred.4-6" is "4-6", but must be a span of 5 to 10 players, such as 7, "5-6" or "7+"'),
    (changed('"5-6" = 0', '"6-5" = 0'), 'line 35: "deal.cards.mordred.6-5" is "6-5", but must be a span of 5 to 10 players, such as 7, "5-6" or "7+"'),
    (changed("merlin = 1,", "merlin = true,"), 'line 35: "deal.cards.merlin" is true, but must be a whole number from 0 to 24'),
    (changed("merlin = 1,", "merlin = 9,"), "line 35: the number of cards doesn't match: 5 players and 0 aside need 5, but [deal] has 12 with all optional cards on"),
    (changed('fill = "servant"', ""), "line 35: the number of cards doesn't match: 5 players and 0 aside need 5, but [deal] has 4 with all optional cards on"),
    ('{"game": {"title": "x", "players": [2, 2]}}', "This is JSON, but a game is a TOML file."),
    ('\ufeff\n[\n  {"title": "x"}\n]', "This is JSON, but a game is a TOML file."),
    (changed("minion = {", "minyon = {"), 'line 35: no card is called "minyon": did you mean "minion"?'),
    (changed("{names}", "{name}"), 'line 42: nothing fills in {name}: did you mean "names"?'),
    (changed("{names}", "{cards}"), "line 42: nothing fills in {cards}; add card = true"),
    (changed('name = "Good"', 'name = "{names}"'), "line 6: {names}: placeholders only work in what [[learns]] says"),
    (changed('side = "good"', "side = {}"), 'line 11: "cards.merlin.side" is a table, but must be an id: up to 40 letters, digits, - and _, starting with a letter, and not a reserved word'),
    (changed('name = "Evil"', 'name = "Evil"\n[sides.none]\nname = "None"'), 'line 9: nobody can be on the side "none"'),
    (changed("percival = 1, ", ""), 'line 13: "percival" is never dealt, whatever the number of players and settings'),
    (changed("mordred = {", "#"), "line 35: there's a line break inside { }; put it all on one line, or make it a part of its own"),
    (changed('name = "Merlin"', "name = 2026-11-22"), 'line 12: "cards.merlin.name" is 2026-11-22, but must be a text of at most 200 characters'),
    (changed('name = "Merlin"', 'name = "Merlin\\u0007"'), 'line 12: "cards.merlin.name" contains a control or direction character (U+0007); use plain text'),
    (changed('name = "Merlin"', 'name = { de = "Merlin" }'), 'line 12: "cards.merlin.name" is a table, but must be one with English ("en")'),
    (changed('name = "Merlin"', f'name = "{"x" * 201}"'), f'line 12: "cards.merlin.name" is "{"x" * 59}…", but must be a text of at most 200 characters'),
    (changed('name = "Merlin"', 'name = "Merlin"\ntold = false\nopen = true'), 'line 13: "merlin" is open or chosen, but told = false hides it; use only one of them'),
    (changed('instead = "minion"', 'instead = "merlin"').replace('name = "Merlin"', 'name = "Merlin"\nchosen = true').replace('"5-6" = 0', '"5-6" = 1').replace("morgana = 1", "morgana = 0"), 'line 13: 5 players can be dealt 2 copies of "merlin", which is chosen; there can be only one'),
    (changed("[cards.minion]", "[cards.everybody]"), 'line 30: "cards.everybody" is "everybody", but must be an id: up to 40 letters, digits, - and _, starting with a letter, and not a reserved word'),
    (changed('"Who is Merlin?"', '{ who = ["assassin"], says = "Who?" }'), 'line 57: "ends.asks" is a table, but must be one with English ("en")'),
    ('[game]\ntitle = "x"\nplayers = [2, 2]\n[cards]\n[deal]\nfill = "a"', 'line 4: "cards" has 0, but must have 1 to 40'),
    (QUEST.partition("[[learns]]")[0] + '[learns]\nwho = ["merlin"]\nsays = "x"\n', 'line 38: "learns" is a table, but must be [[learns]]'),
    (QUEST.replace("[[ends]]", "[ends]"), "line 55: this isn't valid TOML: that part is already above; if you need several, start each with [[ ]]"),
    (changed('title = "Quest"', 'title = "Quest'), "line 2: this isn't valid TOML: the quotation mark at the end of a text is missing"),
    (changed('wins = ["evil"]', 'wins = ["evil"]\npays = { good = 2, evil = 1 }'), 'line 55: "good" is paid, but doesn\'t win there'),
    (changed('wins = ["evil"]', 'wins = ["evil", "merlin"]\npays = { evil = 1 }'), 'line 55: "merlin" wins there, but is paid nothing'),
    (changed('wins = ["evil"]', 'wins = ["the_seat"]'), 'line 54: who wins depends on a seat, but "asks" is missing'),
    (changed('asks = "Who is Merlin?"', ""), 'line 58: who wins depends on a seat, but "asks" is missing'),
    (QUEST + '[[looks]]\nname = "Who?"\nwho = "named"\nat = "side"\n[[night]]\nsays = "x"\nseconds = 5\nlook = "Who?"\n', 'line 66: for "Who?" someone has to tap at the table, and nobody can at night'),
    (QUEST + '[[night]]\nsays = "x"\nseconds = 5\nlook = "Who?"\n', 'line 62: no question of [[looks]] is called "Who?"'),
    (changed("[cards.minion]", "[cards.1minion]"), 'line 30: "cards.1minion" is "1minion", but must be an id: up to 40 letters, digits, - and _, starting with a letter, and not a reserved word'),
    (changed('name = "Merlin"', "name = { " + ", ".join(f'l{chr(97 + n)} = "x"' for n in range(9)) + ', en = "x" }'), "line 12: there can be at most 8 languages"),
    (changed('[[learns]]', '[draw.a]\nfrom = ["x"]\n[draw.b]\nfrom = [' + '"x", ' * 2_000 + ']\n[[learns]]'), "line 38: there are 2,001 things to draw, but there can be at most 2,000"),
    (changed("[5, 10]", "[5, 12]").replace('"10" = 1', '"10+" = 1').replace('of = ["evil"]\nbut = ["mordred"]\nsays = "Evil: {names}."', 'of = ["everybody"]\ncard = true\nsays = "' + "{cards}" * 28 + '"'), 'line 10: "merlin" can be shown 10,818 bytes, but at most 8,192 are possible'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_read_game_names_a_mistake_with_its_line(text: str, said: str) -> None:
    assert said in mistakes(text)


@given(
    st.binary(max_size=200) | st.text(st.characters(), max_size=200).map(lambda text: text.encode("utf-8", "replace"))
)
def test_read_game_of_any_bytes_is_a_sentence(content: bytes) -> None:
    with pytest.raises(MistakesError) as error:
        read_game(content)
    assert all("\n" not in str(one) for one in error.value.mistakes)


FILL = 'players = [2, 12]\n[cards.a]\nside = "a"\n[deal]\nfill = "a"\n'
HEAD = '[game]\ntitle = "x"\n' + FILL
KINDS = [f"c{n}" for n in range(40)]
BY_LANGUAGE = (
    "{ " + ", ".join(f'{lang} = "{"ж" * 90}"' for lang in ["en", "de", "fr", "es", "it", "pl", "nl", "pt"]) + " }"
)
HOSTILE: dict[str, str | bytes] = {
    "dots": "a." * 30_000 + "a = 1",
    "words": "a " * 32_000,
    "quotes": "\"'\"'" * 16_000,
    "brackets": "a = " + "[" * 60_000,
    "braces": "a = " + "{a=" * 20_000,
    "digits": "a = " + "9" * 60_000,
    "one key": "a = 1\n" * 10_000,
    "the same table": "[a]\n" * 15_000,
    "tables": "".join(f"[a{n}.b.c.d.e.f.g.h]\n" for n in range(2_700)),
    "lists": "[[a]]\n" * 10_000,
    "lists in lists": "[[a.b.c.d]]\n" * 5_000,
    "unknown keys": "".join(f"k{n}=1\n" for n in range(8_180)),
    "a long key": HEAD + "a" * 60_000 + " = 1",
    "a long quoted key": HEAD + f'"{"a" * 60_000}" = 1',
    "an open text": 'a = """' + "x" * 60_000,
    "escapes": 'a = "' + "\\u0041" * 10_000 + '"',
    "direction": "\u202e" * 20_000,
    "no text": b"\xff" * 65_536,
    "too long": "#" * 70_000,
    "sides": HEAD + "".join(f"[sides.side{n}x]\n" for n in range(3_000)),
    "sides, misspelt": HEAD
    + "".join(f"[sides.s{n}x]\n" for n in range(2_000))
    + '[[learns]]\nsays = "x"\nwho = ['
    + ", ".join(f'"s{n}y"' for n in range(2_000))
    + "]",
    "cards": HEAD + "".join(f'[cards.c{n}]\nside = "a"\n' for n in range(2_400)),
    "names": HEAD + '[[learns]]\nsays = "x"\nwho = [' + '"b", ' * 10_000 + "]",
    "spans": HEAD.replace(
        'fill = "a"',
        "cards.a = { " + ", ".join(f'"{n:02}-{n + k:02}" = 1' for n in range(99) for k in range(40)) + " }",
    ),
    "languages": '[game]\ntitle = { en = "x", '
    + ", ".join(f'{a}{b}{c} = "x"' for a in "abcdefgh" for b in "abcdefghijklmnopqr" for c in "abcdefghijklmnopqr")
    + " }\n"
    + FILL,
    "languages, one each": HEAD
    + "".join(
        f'[[ends]]\nwins = []\nwhen = {{ en = "x", {a}{b} = "x" }}\n'
        for a in "abcdefghijklmnopqrstuvwxyz"
        for b in "abcdefghijklmnopqrstuvwxyz"
    ),
    "things": HEAD + "[draw.a]\nfrom = [" + '"x", ' * 12_000 + "]",
    "draws": HEAD + "".join(f'[draw.d{n}]\nfrom = ["x"]\n' for n in range(2_400)),
    "placeholders": HEAD + '[[learns]]\nwho = ["a"]\nsays = "' + "{}" * 30_000 + '"',
    "a large text": HEAD + f'[[learns]]\nwho = ["a"]\nsays = "{"x" * 60_000}"',
    "inf": HEAD + "minutes = inf",
    "the seat": HEAD + '[[ends]]\nwhen = "x"\nwins = [' + '"the_seat", ' * 4_000 + "]",
}
"""Files that would keep a reader busy, or fill its memory; some are read with mistakes, some are games."""
VALID_AT_LIMITS = {
    "cards that name all": (
        f"[game]\ntitle = {BY_LANGUAGE}\nplayers = [12, 12]\n[cards]\n"
        + "".join(
            f'{one} = {{ side = "s{n % 12}", name = {BY_LANGUAGE.replace("ж" * 90, f"ж{n}")}, optional = true }}\n'
            if n < 2
            else f'{one} = {{ side = "s{n % 12}", name = {BY_LANGUAGE.replace("ж" * 90, f"ж{n}")} }}\n'
            for n, one in enumerate(KINDS[:36])
        )
        + '[deal]\naside = 24\nfill = "c35"\ncards = { '
        + ", ".join(f"{one} = 1" for one in KINDS[:35])
        + " }\n"
        + "".join(
            f'[[learns]]\nwho = ["everybody"]\nof = ["c{n}"]\ncard = true\nsays = {{ en = "{{cards}}", de = "{{cards}}" }}\n'
            for n in range(24)
        )
    ),
    "2,000 things": HEAD
    + "[draw.a]\nfrom = ["
    + ", ".join(f'"word {n} {"x" * 12}"' for n in range(2_000))
    + ']\n[[learns]]\nwho = ["a"]\nsays = "{a}"\n',
    "steps, looks, clocks, ends": (
        HEAD
        + "".join(
            f'[[looks]]\nname = "Look {n}"\nwho = ["a"]\nat = "card"\ntimes = {{ "2-6" = 1, "7+" = 99 }}\n'
            for n in range(12)
        )
        + "".join(
            f'[[night]]\nsays = {BY_LANGUAGE.replace("ж" * 90, "ж" * 20)}\nseconds = {{ "2-6" = 1, "7+" = 3600 }}\nlook = "Look {n % 12}"\n'
            for n in range(60)
        )
        + "".join(f'[[clock]]\nname = "Clock {n}"\nseconds = 3600\n' for n in range(12))
        + "".join(f'[[ends]]\nwhen = "End {n}"\nwins = ["a"]\npays = {{ a = 100 }}\n' for n in range(12))
    ),
    "8 kB for one card": HEAD
    + "".join(
        f'[[learns]]\nwho = ["a"]\nsays = {{ en = "{"ж" * 95} {n}", de = "{"&" * 55} {n}" }}\n' for n in range(24)
    ),
}
MEASURE = """
import json, resource, sys
from companion.toml_games.game import RoleGame
from companion.toml_games.parser import MistakesError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
def step(*called):
    global steps
    steps += 1
    assert steps < 4_000_000, name
for name, text in json.load(sys.stdin).items():
    steps = 0
    sys.setprofile(step)
    try:
        said = len(str(RoleGame("x", text.encode("latin-1").decode(errors="replace")).warnings))
    except MistakesError as error:
        said = len(str(error))
    sys.setprofile(None)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert most - before < 100 * 1024, (name, most - before)
    assert said < 16 * 1024, (name, said)
"""


def test_read_game_is_kept_busy_by_no_file_and_fills_no_memory() -> None:
    """Nor do all of them, one after the other, in a process of their own. Work is counted in calls and returns."""
    files = {
        name: (content if isinstance(content, bytes) else content.encode()).decode("latin-1")
        for name, content in list({**HOSTILE, **VALID_AT_LIMITS}.items())[:: size("LIMITS", 6, 1)]
    }
    command = [sys.executable, "-c", MEASURE]
    done = subprocess.run(command, input=json.dumps(files), capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("content", VALID_AT_LIMITS.values(), ids=VALID_AT_LIMITS)
def test_read_game_takes_a_game_at_every_limit(content: str) -> None:
    assert read_game(content)[0].cards
    assert len(content.encode()) <= 64 * 1024


def test_read_game_takes_the_twelve_lines_that_the_docs_begin_with() -> None:
    page = (ROOT / "docs" / "game-files.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(text.splitlines()) == 12
    assert read_game(text, list_shared_drawings())[0].deck(7, {}) == {"spy": 3, "rebel": 4}
    (said,) = mistakes(text.replace('"Spies with you: {names}."', "“Spies”"))
    assert (
        said == 'line 12: this isn\'t valid TOML: a value is missing; put words in straight quotes, as in name = "Spy"'
    )


# -- the schema of the form -------------------------------------------------------------------------------------------
VALID = Draft202012Validator(json.loads(role_schema.FILE.read_text(encoding="utf-8")))
SEEN = re.compile(
    r"there's no key|is missing|must be|must have|at most 8 languages"
    r'|placeholders only work in|(is called|no drawing) [^"]'
)
"""What a schema can see of a mistake, as it is said; but for these."""
UNSEEN = re.compile(
    r"this isn't valid TOML|contains a control|things to draw, but|nothing fills in|bytes, but|players; exactly one|mixes words|is chosen; there can be"
    r'|hides it; use only one|"(of|asks)" is missing|a card that is always there|is optional, but'
    r'|only the one card of a side|is "?\d{1,2}(-\d{1,2}|\+)?"?, but must be a span of'
)

CHANGES = size("CHANGES", 60, 1200)
VALUES = ["1", "true", '"x"', "[]", "{}", "1.5", '["merlin"]', '{ en = "a" }', '{ "5-6" = 1, "7+" = 2 }', "999", "inf"]
VALUES += [
    '{ de = "x" }',
    '""',
    '"{names}"',
    '{ who = ["assassin"], says = "x" }',
    "{ x = 1 }",
    '[["a"], "b"]',
    "[1, 2]",
]


def changed_anywhere(random: Random) -> str:
    """One of the files in which lines go, move or hold something else, or characters do."""
    text = random.choice([QUEST, *(file.read_text("utf-8") for file in (*FILES, *BUNDLED))])
    for _ in range(random.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                lines[one], lines[other] = lines[other], lines[one]
            case 1:
                del lines[one]
            case 2:
                at = random.randrange(max(1, len(lines[one])))
                lines[one] = lines[one][:at] + random.choice("[]{}\",=.#x0'\\") + lines[one][at + 1 :]
            case _:
                lines[one] = f"{lines[one].split(' = ')[0]}{random.choice(['', '', '', 'x'])} = {random.choice(VALUES)}"
        text = "\n".join(lines)
    return text


def test_schema_is_made_from_the_keys_that_are_read() -> None:
    Draft202012Validator.check_schema(VALID.schema)
    assert role_schema.FILE.read_text(encoding="utf-8") == role_schema.written(), "run: python tests/role_schema.py"


@pytest.mark.parametrize("file", [*FILES, *BUNDLED])
def test_schema_fits_a_file_that_is_a_game(file: Path) -> None:
    assert list(VALID.iter_errors(tomllib.loads(file.read_text(encoding="utf-8")))) == []


def test_read_game_of_any_changed_file_and_schema_see_the_same() -> None:
    files = [text for text, _ in MISTAKES] + [changed_anywhere(Random(seed)) for seed in range(CHANGES)]
    files += [a_file(Random(seed))[0] for seed in range(CHANGES // 6)]
    told = 0
    for text in files:
        said = list[str]()
        try:
            read_game(text)
        except MistakesError as error:
            said = [str(one) for one in error.mistakes]
        try:
            errors = [error.message for error in VALID.iter_errors(tomllib.loads(text))]
        except tomllib.TOMLDecodeError:
            continue
        seen = [one for one in said if SEEN.search(one) and not UNSEEN.search(one)]
        assert bool(errors) == bool(seen), (text, said, errors)
        told += bool(seen)
    assert told > CHANGES / 3


def _texts(value: Any) -> list[dict[str, str]]:
    """Every text by language in the data of a file."""
    if isinstance(value, dict) and "en" in value:
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _texts(one)]


@pytest.mark.parametrize("file", BUNDLED)
def test_read_game_of_each_bundled_file_has_no_warning_and_every_language(file: Path) -> None:
    content = file.read_text(encoding="utf-8")
    assert not read_game(content, list_shared_drawings())[1]
    texts = _texts(tomllib.loads(content))
    assert texts
    assert all(set(text) == {"en", "de", "fr", "es"} for text in texts)
