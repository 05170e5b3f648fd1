"""A deal that anyone can check: promised before, helped by phones, drawn again afterwards; told by nothing first."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fair.phones import deal
from playing import Play

from companion.command.cli import main
from companion.games import all_games, game_by_id
from companion.kept.store import Store
from companion.record import fair, older
from companion.record.chance import Drawn
from companion.record.verify import PROVES, verify
from companion.rules.game import Game
from companion.rules.state import OVER, ROUND_OVER, SCORING
from companion.rules.text import RuleError
from companion.table import Table, Tables, dealing, ending, following, playing, seating, settings
from companion.web.app import create_app

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
VECTORS = json.loads((Path(__file__).parent / "data" / "fair.json").read_text(encoding="utf-8"))
"""What phones compute too (tests/browser/test_fair.py)."""
BITS = "00112233445566778899aabbccddeeff"


# -- what is drawn --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["label"])
def test_vectors(vector: dict[str, Any]) -> None:
    promised = fair.promise(vector["secret"])
    assert (promised, fair.words(promised)) == (vector["promise"], vector["words"])
    deal = fair.Deal(vector["terms"], dict(vector["opened"]))
    committed = [fair.commitment(promised, deal.of, seat, bits) for seat, bits in vector["opened"]]
    assert (deal.text, committed) == (vector["text"], vector["commitments"])
    key = deal.key(vector["secret"])
    assert key.hex() == vector["key"]
    assert older.key_of(vector["secret"], [bits for _, bits in vector["opened"]]).hex() == vector["older"]
    items = list(vector["items"])
    fair.Draw(key, vector["label"]).shuffle(items)
    assert items == vector["mixed"]


def test_a_promise_is_the_hash_of_the_secret_and_keys_are_as_the_record_is_described() -> None:
    secret, terms = "ab" * 32, {"of": "1/1/1", "players": [{"seat": 7, "name": "Änne", "commitment": "0" * 64}]}
    assert fair.promise(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert (
        fair.commitment("f" * 64, "1/1/1", 7, BITS)
        == hashlib.sha256(f"companion-deal-2\n{'f' * 64}\n1/1/1\n7\n{BITS}".encode()).hexdigest()
    )
    written = '{"of":"1/1/1","players":[{"commitment":"' + "0" * 64 + '","name":"Änne","seat":7}]}'
    key = hmac.digest(bytes.fromhex(secret), f"{written}\n7 {BITS}".encode(), "sha256")
    assert fair.Deal(terms, {7: BITS}).key(secret) == key


def test_every_order_is_as_likely() -> None:
    draw = fair.Draw(b"k", "1/1/deal/1")
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        draw.shuffle(items)
        counted[tuple(items)] += 1
    assert len(counted) == 6
    assert max(counted.values()) - min(counted.values()) < 200


def test_numbers_that_would_favour_some_are_passed_over() -> None:
    draw = fair.Draw(b"k", "x")
    draw._numbers = iter([2**32 - 1, 2**32 - 2, 7])
    assert draw.below(3) == (2**32 - 2) % 3  # of 2**32 numbers one is too many for three


# -- at a table -----------------------------------------------------------------------------------------------------
def seated(store: Store, game: Game[Any], players: int = 0, **options: Any) -> Table:
    table = Tables(store).create()
    for number in range(players or max(4, game.least)):
        table.do(seating.join, f"Player {number + 1}")
    table.do(settings.choose, game.id, options)
    return table


def tell(table: Table) -> None:
    while table.at.steps_told < len(table.at.steps):
        table.do(ending.show_next)


def played(table: Table, seed: int = 1, undo: bool = True) -> Table:
    """Every round to its end, its score told; deals and draws are taken back now and then."""
    play = Play(table.at.game, len(table.at.seats), {}, seed, hurry=0.05)
    follow = table.at.game.follows[seed % len(table.at.game.follows)]
    deal(table, partial(dealing.deal, follow=follow), 0)
    if undo:
        table.do(playing.undo, 0, "table", "")
        deal(table, partial(dealing.deal, follow=follow), 0)
    for _ in range(400):
        _, record = table.at.playing
        play.record = record
        if record.state.status == OVER:
            break
        if record.state.status == ROUND_OVER:
            tell(table)
            deal(table, dealing.deal, None)
            continue
        table.do(dealing.start_early)
        tap = play.choose()
        if tap.facts is not None:
            table.do(following.tell, tap.facts)
            continue
        if tap.typed is not None and tap.seat is not None:
            table.do(playing.type_privately, tap.seat, tap.typed)
            continue
        seat = tap.action.by if tap.action and tap.action.secret else None
        table.do(playing.act, [dict(entry) for entry in tap.entries], "table", "", seat)
        made = record.entries[-1]
        if undo and made["kind"] in ("swap-hats", "nuggets") and record.live()[-1] and play.random.random() < 0.5:
            try:
                table.do(playing.undo, len(record.entries) - 1, "table", "")
            except RuleError:
                continue
            if record.state.status == SCORING:
                table.do(playing.settle)
    tell(table)
    return table


@every_game
def test_every_draw_of_a_game_can_be_drawn_again(store: Store, game: Game[Any]) -> None:
    for seed in range(3):
        exported = ending.exported(played(seated(store, game), seed).at)
        report = verify(json.loads(json.dumps(exported)), game_by_id)
        assert report.proved, [str(check.text) for check in report.checks if not check.fits]
        deals = sum(entry["kind"] == "deal" for entry in exported["entries"])
        assert len([check for check in report.checks if "/deal/" in check.label]) == deals
        assert report.fair


def test_a_deal_taken_back_is_the_same_again_and_a_fresh_one_is_not(store: Store) -> None:
    table = seated(store, game_by_id("saboteur-2"), 6)
    deal(table, dealing.deal, 0)
    table.do(playing.undo, 0, "table", "")
    table.do(dealing.deal, 2)
    deal(table, dealing.deal_afresh, "seen")
    one, _, again, fresh = table.at.playing[1].entries
    assert one["cards"] == again["cards"] != fresh["cards"]
    drawn = table.at.dice.current
    assert drawn is not None
    assert [(each.entry, each.label) for each in drawn.drawn] == [
        (0, "1/1/deal/1"), (2, "1/1/deal/1"), (3, "1/1/deal/2"),
    ]  # fmt: skip


def test_no_page_but_one_reads_the_promise_out(store: Store) -> None:
    app = create_app(store)
    table = app.extensions["context"].tables.create()
    phone, host, nobody = (app.test_client() for _ in range(3))
    phone.post(f"/{table.code}/join", data={"name": "Anna"})
    host.get(f"/host/{store.host_key()}")
    promise = table.at.dice.promises[1]
    pages = [(nobody, ""), (nobody, "/watch"), (nobody, "/back"), (nobody, "/s/x"), (nobody, "/fair"), (phone, "")]
    for client, path in (*pages, (phone, "/share"), (host, "/table"), (host, "/host")):
        page = client.get(f"/{table.code}{path}").get_data(as_text=True)
        told = re.sub("<[^>]*>", "", page)
        assert (fair.words(promise) in told, promise in told) == (path == "/fair", path == "/fair"), path


def test_no_page_and_no_export_has_the_secret_before_the_end(store: Store, tmp_path: Path) -> None:
    table = seated(store, game_by_id("dark-cave"))
    deal(table, dealing.deal, 0)
    assert table.at.dice.current is not None
    secret = table.at.dice.current.secret
    printed = run("export", table.code, "--data", str(tmp_path)).stdout
    assert secret not in printed
    assert "chance" not in json.loads(printed)
    assert secret not in repr(table.at.dice.current)
    table.do(dealing.start_early)
    table.do(playing.act, [{"kind": "end", "reason": "agreed"}], "table", "")
    assert not table.at.dice.current.opened
    with pytest.raises(RuleError):
        ending.exported(table.at)
    tell(table)
    now = table.at.dice.current
    assert now is not None
    assert now.opened
    assert ending.exported(table.at)["chance"]["secret"] == secret


def test_what_is_drawn_after_the_secret_was_opened_is_not_drawn_with_it(store: Store) -> None:
    table = played(seated(store, game_by_id("saboteur-2")), undo=False)
    table.do(playing.undo, len(table.at.playing[1].entries) - 1, "table", "")
    assert table.at.dice.current is not None
    before, cards = table.at.dice.current.drawn, list(range(99))
    table.at.dice.keep([Drawn(99, "1/1/deal/9")])
    assert table.at.dice.current.drawn == before
    mixed = []
    for _ in range(2):
        mixed.append(list(cards))
        table.at.dice.shuffle("1/1/deal/9", "1/1/9")(mixed[-1])
    assert mixed[0] != mixed[1]


# -- checking -------------------------------------------------------------------------------------------------------
def run(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def told(store: Store) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(ending.exported(played(seated(store, game_by_id("dark-cave"), 5)).at))
    )
    return found


def checked(record: dict[str, Any]) -> Result:
    return run("verify", "-", text=json.dumps(record))


def test_verify_says_what_fits(told: dict[str, Any]) -> None:
    result = checked(told)
    assert result.exit_code == 0
    assert result.stdout.endswith(f"Everything fits. {PROVES}\n")
    assert "1/1/deal/1: drawn again for entry 0, it fits." in result.stdout
    assert "Its draws are those of game 1 at its table." in result.stdout
    assert fair.words(told["chance"]["commitment"]) in result.stdout


def test_verify_finds_what_was_steered(told: dict[str, Any]) -> None:
    def broken(change: Any) -> str:
        record = json.loads(json.dumps(told))
        change(record)
        result = checked(record)
        assert (result.exit_code, f"Not everything fits. {PROVES}\n" in result.stdout) == (1, True)
        return result.stdout

    def swap(record: dict[str, Any]) -> None:
        for entry in record["entries"]:
            if entry["kind"] == "deal":
                entry["cards"] = [*entry["cards"][1:], entry["cards"][0]]

    assert "entry 0 does not fit" in broken(swap)
    assert "not the one that was promised" in broken(lambda one: one["chance"].update(secret="00" * 32))
    assert "does not fit" in broken(lambda one: one["chance"]["deals"][0]["opened"].pop())
    assert "does not fit" in broken(lambda one: one["chance"]["draws"][0].update(label="1/1/deal/2"))
    surplus = {"entry": 9999, "label": "1/1/deal/3"}
    assert "nothing was drawn for entry 9999" in broken(lambda one: one["chance"]["draws"].append(surplus))


def test_old_records_are_not_checkable(told: dict[str, Any]) -> None:
    del told["chance"]
    result = checked(told)
    assert result.exit_code == 3
    assert "Not checkable" in result.stdout


def test_a_deal_of_which_no_draw_is_told_does_not_fit(told: dict[str, Any]) -> None:
    """Its terms say what is drawn: who leaves the draw out hides that other cards lie there."""
    told["chance"]["draws"].clear()
    result = checked(told)
    assert result.exit_code == 1
    assert "Entry 0 was not drawn with the secret" in result.stdout


@pytest.mark.parametrize(
    "change",
    [
        {"chance": 1},
        {"chance": {}},
        {"chance": {"commitment": "x", "secret": "ab" * 32, "additions": [], "draws": []}},
        {"chance": {"commitment": "ab" * 32, "secret": "ab" * 32, "additions": ["x"], "draws": []}},
        {"chance": {"commitment": "ab" * 32, "secret": "ab" * 32, "additions": [], "draws": [{"entry": 0}]}},
        {
            "chance": {
                "commitment": "ab" * 32,
                "secret": "ab" * 32,
                "additions": [],
                "draws": [{"entry": 0, "label": ""}],
            }
        },
        {"chance": {"commitment": "ab" * 32, "secret": "ab" * 32, "deals": [{}], "draws": []}},
        {"chance": {"commitment": "ab" * 32, "secret": "ab" * 32, "deals": 1, "draws": []}},
        {"surprise": 1},
    ],
)
def test_what_is_no_such_record_gets_one_sentence(told: dict[str, Any], change: dict[str, Any]) -> None:
    result = checked({**told, **change})
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_replay_does_not_look_at_it(told: dict[str, Any]) -> None:
    with_it = run("replay", "-", text=json.dumps(told)).stdout
    del told["chance"]
    assert run("replay", "-", text=json.dumps(told)).stdout == with_it


def test_a_record_that_was_read_in_tells_the_same_again(told: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(told))
    printed = run("import", str(file), "--data", str(folder)).stdout
    code = printed.split()[1].rstrip(":")
    again = json.loads(run("export", code, "--data", str(folder)).stdout)
    assert again["chance"] == told["chance"]
    assert checked(again).exit_code == 0


def test_what_is_claimed_is_the_same_sentence_everywhere(store: Store) -> None:
    docs = " ".join((Path(__file__).parent.parent / "docs" / "security.md").read_text(encoding="utf-8").split())
    assert str(PROVES) in docs
    app = create_app(store)
    code = app.extensions["context"].tables.create().code
    assert str(PROVES) in unescape(app.test_client().get(f"/{code}/fair").get_data(as_text=True))
