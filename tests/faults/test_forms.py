"""Every form, with right, wrong and mutated fields, in every phase of every game: never a fault, never a broken state."""

from __future__ import annotations

import html
import itertools
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urljoin

import hypothesis
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from test_junk import NAMES, NOISE, is_sound

from companion.table import dealing, playing, settings

from .house import GAMES, House
from .web import FORM

FIELD = re.compile(r"<(?:input|button)[^>]*?name=\"([^\"]+)\"[^>]*?value=\"([^\"]*)\"")
TEXT = re.compile(r"<input[^>]*?name=\"(name|reason|code|t:[^\"]+)\"")
PATHS = [
    "join",
    "act",
    "undo",
    "look",
    "typed",
    "ask",
    "share",
    "pass",
    "unlock",
    "s/x",
    "host/seats",
    "host/choose",
    "host/deal",
    "host/afresh",
    "host/start",
    "host/again",
    "host/lobby",
    "host/next",
    "again",
    "host/previous",
    "host/pause",
    "host/settle",
    "host/act",
    "host/undo",
    "host/address",
    "hand/0/act",
    "hand/0/look",
    "hand/0/typed",
    "/score",
    "/lang",
]
SEEN: Counter[int] = Counter()


def sent_by_pages(at: House, random: Random) -> list[tuple[FlaskClient, str, dict[str, list[str]]]]:
    """The forms on one page, each with a choice of what it offers."""
    client, path = random.choice([(at.host, "table"), (at.host, "table"), *((phone, "") for phone in at.phones)])
    found = []
    for action, inner in FORM.findall(at.get(client, path).text):
        if "/lang" in action:
            continue
        values: dict[str, list[str]] = {}
        offered: dict[str, list[str]] = {}
        for name, value in FIELD.findall(inner):
            offered.setdefault(html.unescape(name), []).append(html.unescape(value))
        for name, choices in offered.items():
            values[name] = [random.choice(choices)]
        for name in TEXT.findall(inner):
            values[html.unescape(name)] = [random.choice(["note", "Zoe", "<i>"])]
        found.append((client, urljoin(at.path(path), html.unescape(action)), values))
    return found


def mutated(values: dict[str, list[str]], random: Random) -> dict[str, list[str]]:
    """With one to three fields changed, added, doubled or left out; sometimes inside their JSON."""
    values = {name: list(given) for name, given in values.items()}
    for _ in range(random.randint(1, 3)):
        name = random.choice([*values, random.choice(NAMES)])
        what = random.randrange(4)
        if what == 0:
            values.pop(name, None)
        elif what == 1:
            values.setdefault(name, []).append(random.choice(NOISE))
        elif what == 2 and name == "entries" and name in values:
            values[name] = [inside(values[name][0], random)]
        else:
            values[name] = [random.choice(NOISE)]
    return values


def inside(text: str, random: Random) -> str:
    """An entry with one of its values replaced."""
    try:
        entries = json.loads(text)
        entry = random.choice(entries)
        entry[random.choice([*entry, "by", "seat", "note", "cards"])] = random.choice(
            [None, [], {}, -1, 99, 1.5, True, "x", [0, 0], ["x"], {"a": []}, "x" * 300, 10**30]
        )
        return json.dumps(entries)
    except (ValueError, TypeError, IndexError, AttributeError, RecursionError):
        return random.choice(NOISE)


def storm(at: House, random: Random, posts: int) -> None:
    """So many forms, every second one as a page sends it, so that the table moves on through its phases."""
    for number in range(posts):
        forms = sent_by_pages(at, random)
        if not forms:
            continue
        if random.random() < 0.2:
            client = random.choice([at.stranger, at.host, *at.phones])
            action = at.path(random.choice(PATHS))
            values: dict[str, list[str]] = {}
        else:
            client, action, values = random.choice(forms)
        if number % 2:
            values = mutated(values, random)
        if random.random() < 0.1:
            client = random.choice([at.stranger, at.host, *at.phones])
        answer = client.post(
            action, data=values, headers={"HX-Request": "true"} if random.random() < 0.7 else {}, buffered=True
        )
        SEEN[answer.status_code] += 1
        assert answer.status_code < 500, (action, values)


@pytest.mark.parametrize("game", GAMES)
def test_no_form_breaks_a_table(tmp_path_factory: pytest.TempPathFactory, game: str) -> None:
    folders = itertools.count()
    folder: Path = tmp_path_factory.mktemp("forms")

    @hypothesis.settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**32))
    def run(seed: int) -> None:
        random = Random(seed)
        with House(folder / str(next(folders))) as at:
            at.table.do(settings.choose, game, {})
            if random.random() < 0.7:
                at.table.do(dealing.deal, 0)
                at.table.do(dealing.start_early)
                if random.random() < 0.3:
                    at.acts({"kind": "end", "reason": "agreed"})
            storm(at, random, 40)
            is_sound(at)
            for client, path in [(at.host, "table"), (at.stranger, "watch"), *((phone, "") for phone in at.phones)]:
                assert client.get(at.path(path)).status_code < 400

    run()


def test_fresh_deal_after_the_deal_was_taken_back(at_home: House) -> None:
    at_home.deals()
    at_home.table.do(playing.undo, 0, "table", "")
    afresh = at_home.post(at_home.host, "host/afresh")
    assert afresh.status_code == 409
    assert "othing has been dealt yet" in afresh.text
    at_home.table.do(dealing.deal, 1)
    assert at_home.entries()[-1]["kind"] == "deal"


@given(body=st.binary(max_size=400), path=st.sampled_from(PATHS))
@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_bytes_break_a_route(shared: House, body: bytes, path: str) -> None:
    for client in (shared.stranger, shared.host, shared.phones[0]):
        answer = client.post(
            shared.path(path), data=body, content_type="application/x-www-form-urlencoded", buffered=True
        )
        assert answer.status_code < 500, (path, body)


@given(
    names=st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=4),
    game=st.sampled_from(GAMES),
    data=st.data(),
)
@hypothesis.settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_facts_break_the_score(shared: House, names: list[str], game: str, data: st.DataObject) -> None:
    page = shared.get(shared.stranger, f"/score?game={game}&players=4").text
    offered = {html.unescape(name) for name, _ in FIELD.findall(page)}
    fields: dict[str, Any] = {name: data.draw(st.sampled_from(NOISE) | st.text(max_size=9)) for name in sorted(offered)}
    answer = shared.post(shared.stranger, "/score", **{**fields, "game": game, "name": names, "players": "4"})
    assert answer.status_code < 500, fields


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with House(tmp_path_factory.mktemp("shared") / "data") as at:
        at.deals()
        yield at
