"""Records and facts that someone fixed by hand, or that broke on the way: one sentence, never a traceback."""

import json
from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
import worked
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sizes import size
from worked import cases

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 99, 10**18, 10**400, 0.5, -0.0, 1e300),
    *("", "0", "nobody", "é\n{}", "x" * 5000, "\ud800", "\x00", [], {}, [[]], [None], {"": None}, {"kind": "undo"}),
)
# A smaller number is no smaller record.
unshrunk = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))
many = settings(unshrunk, max_examples=size("BROKEN", 25, 350))


RECORDS = [case["record"] for case in cases("replay")]
FACTS = [case["facts"] for case in cases("score")]


def run(command: str, text: str | bytes, *more: str) -> str:
    """Give the complaint about it: nothing besides a JSON object, or nothing but one line that says what is wrong."""
    result = worked.run(command, "-", *more, text=text)
    assert result.exit_code in (0, 2)
    if result.exit_code == 0:
        assert isinstance(json.loads(result.stdout), dict)
        assert result.stderr == ""
        return ""
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) > 12
    assert "Traceback" not in result.stderr
    return result.stderr


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value in a nested one."""
    found = [path] if path else []
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += places(value[key], (*path, key))
    return found


def broken(whole: Any, random: Random) -> Any:
    """The same with something in it replaced, left out, doubled, added, or swapped for another value of it."""
    whole = deepcopy(whole)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        *way, last = random.choice(places(whole))
        inner = _at(whole, way)
        what = random.choice(("replace", "remove", "double", "add", "exchange"))
        if what == "replace":
            inner[last] = deepcopy(random.choice(JUNK))
        elif what == "remove":
            del inner[last]
        elif what == "exchange":
            inner[last] = deepcopy(_at(whole, random.choice(places(whole))))
        elif isinstance(inner, list):
            inner.insert(last, deepcopy(inner[last] if what == "double" else random.choice(JUNK)))
        else:
            inner[random.choice(("by", "seat", "to", "unheard-of", "kind"))] = deepcopy(random.choice(JUNK))
        if not places(whole):
            break
    return whole


def _at(value: Any, path: Iterable[Any]) -> Any:
    for step in path:
        value = value[step]
    return value


@many
@given(st.sampled_from(RECORDS), st.integers(0, 2**32))
def test_replay_tells_in_one_line_what_is_wrong_with_a_broken_record(record: Any, seed: int) -> None:
    random = Random(seed)
    text = json.dumps(broken(record, random))
    run("replay", text, *random.choice(((), ("--view", "table"), ("--view", "seat:0"))))


@many
@given(st.sampled_from(FACTS), st.integers(0, 2**32))
def test_score_tells_in_one_line_what_is_wrong_with_broken_facts(facts: Any, seed: int) -> None:
    run("score", json.dumps(broken(facts, Random(seed))))


@unshrunk
@given(st.sampled_from(["replay", "score"]), st.sampled_from([*RECORDS[:9], *FACTS[:9]]), st.integers(0, 2**32))
def test_parse_refuses_a_file_cut_off_or_with_wrong_bytes(command: str, whole: Any, seed: int) -> None:
    random, raw = Random(seed), bytearray(json.dumps(whole).encode())
    del raw[random.randrange(len(raw)) :]
    for _ in range(random.randrange(3)):
        raw[random.randrange(len(raw) or 1) : 0] = bytes([random.randrange(256)])
    run(command, bytes(raw))


@pytest.mark.parametrize("command", ["replay", "score"])
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "null", "1", '"x"', "[]", "{}", "{", "NaN", "[" * 100_000, '{"a":' * 100_000, "\ufeff{}", "\x00"),
        *(
            '{"game": NaN}',
            '{"game": 1e999}',
            '{"rounds": [-1e999]}',
            '{"players": Infinity}',
            "9" * 5000,
            '{"game": ' + "9" * 5000 + "}",
            '{"format": []}',
        ),
        *('{"game": "\\ud800"}', '{"\\ud800": 1}', '{"format": "companion-record-1"}', "{}" * 2),
        *("[" * 900 + "]" * 900, '{"game": ' + "[" * 900 + "]" * 900 + "}"),
        '{"rounds": ' + "[" * 400 + "]" * 400 + "}",
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_read_record_refuses_what_is_no_record_at_all(command: str, text: str) -> None:
    assert run(command, text)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "other"}, "the field format must be companion-record-1"),
        ({"more": 1}, "unknown field more"),
        ({"game": 1}, "the field game must be a text"),
        ({"players": "Anna"}, "the field players must be a list"),
        ({"players": ["Anna", "", "Ben"]}, "players must be a list of names"),
        ({"options": []}, "options must be an object"),
        ({"entries": {}}, "entries must be a list"),
        ({"entries": [1]}, "an entry must be an object with a kind"),
        ({"entries": [{"kind": 1}]}, "an entry must be an object with a kind"),
        ({"entries": [{"kind": "undo"}]}, "undo needs the number of an earlier entry"),
    ],
)
def test_read_record_names_what_is_wrong(change: dict[str, Any], told: str) -> None:
    assert told in run("replay", json.dumps({**RECORDS[0], **change}))


def test_read_record_takes_no_list_for_a_record_or_for_options() -> None:
    assert "a JSON object was expected" in run("replay", "[]")
    assert "options must be an object" in run("score", json.dumps({**FACTS[0], "options": []}))


@pytest.mark.parametrize("whole", [RECORDS[0], RECORDS[-1]], ids=["first", "last"])
def test_read_record_refuses_an_entry_that_is_nested_deeply(whole: Any) -> None:
    deep: Any = 0
    for _ in range(300):
        deep = [deep]
    for name in ("by", "kind", "cards", "first", "aside"):
        record = deepcopy(whole)
        record["entries"][0][name] = deep
        assert run("replay", json.dumps(record))
