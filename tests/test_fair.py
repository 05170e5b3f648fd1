"""A deal that anyone can check: promised before, helped by phones, drawn again afterwards; told by nothing first."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from playing import Play

from companion import fair
from companion.chance import Drawn
from companion.cli import main
from companion.games import all_games, game_by_id
from companion.rules.game import Game
from companion.rules.state import OVER, ROUND_OVER, SCORING
from companion.rules.text import RuleError
from companion.store import Store
from companion.table import Table, Tables, dealing, ending, gathering, playing, seating, settings
from companion.verify import OLDER, verify
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
    key = fair.key_of(vector["secret"], vector["additions"])
    assert key.hex() == vector["key"]
    items = list(vector["items"])
    fair.Draw(key, vector["label"]).shuffle(items)
    assert items == vector["mixed"]


def test_a_promise_is_the_hash_of_the_secret_and_the_key_is_not_made_of_it() -> None:
    secret = "ab" * 32
    assert fair.promise(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert fair.key_of(secret, []) == hmac.digest(bytes.fromhex(secret), b"companion-draws-1", "sha256")


def test_who_adds_first_makes_no_difference_and_who_adds_does() -> None:
    one, other = "0" * 32, "f" * 32
    keys = [fair.key_of("ab" * 32, added) for added in ([], [one], [other], [one, other], [other, one])]
    assert len(set(keys)) == 4
    assert keys[3] == keys[4]


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
        table.do(seating.join, f"Player {number + 1}", bits=f"{number:032x}" if number else "")
    table.do(settings.choose, game.id, options)
    return table


def tell(table: Table) -> None:
    while table.at.steps_told < len(table.at.steps):
        table.do(ending.show_next)


def played(table: Table, seed: int = 1, undo: bool = True) -> Table:
    """Every round to its end, its score told; deals and draws are taken back now and then."""
    play = Play(table.at.game, len(table.at.seats), {}, seed, hurry=0.05)
    table.do(dealing.deal, 0)
    if undo:
        table.do(playing.undo, 0, "table", "")
        table.do(dealing.deal, 1)
    for _ in range(400):
        _, record = table.at.playing
        play.record = record
        if record.state.status == OVER:
            break
        if record.state.status == ROUND_OVER:
            tell(table)
            table.do(gathering.draw_first)
            table.do(dealing.deal, 0)
            continue
        table.do(dealing.start_early)
        tap = play.choose()
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
        assert report.fits, [str(check.text) for check in report.checks if not check.fits]
        deals = sum(entry["kind"] == "deal" for entry in exported["entries"])
        assert len([check for check in report.draws if "/deal/" in check.label]) == deals
        assert [one["by"] for one in exported["chance"]["additions"]] == ["Player 2", "Player 3", "Player 4"]


def test_a_deal_taken_back_is_the_same_again_and_a_fresh_one_is_not(store: Store) -> None:
    table = seated(store, game_by_id("saboteur-2"), 6)
    table.do(dealing.deal, 0)
    table.do(playing.undo, 0, "table", "")
    table.do(dealing.deal, 2)
    table.do(dealing.deal_afresh, "seen")
    one, _, again, fresh = table.at.playing[1].entries
    assert one["cards"] == again["cards"] != fresh["cards"]
    drawn = table.at.dice.current
    assert drawn is not None
    assert [(each.entry, each.label) for each in drawn.drawn] == [
        (0, "1/1/deal/1"), (2, "1/1/deal/1"), (3, "1/1/deal/2"),
    ]  # fmt: skip


def test_the_deal_hangs_on_what_every_phone_has_added(store: Store) -> None:
    dealt = []
    for bits in ("", BITS):
        table = seated(store, game_by_id("saboteur-2"), 6)
        assert table.at.dice.coming is not None
        store._change("pledges", table.at.dice.coming.id, secret="ab" * 32)
        table.read_again()
        table.do(seating.join, "Zoe", bits=bits)
        table.do(dealing.deal, 0)
        dealt.append(table.at.playing[1].entries[0]["cards"])
    assert dealt[0] != dealt[1]


def test_who_takes_a_seat_on_a_shared_phone_or_a_free_chair_adds_bits_too(store: Store) -> None:
    app = create_app(store)
    table = app.extensions["context"].tables.create()
    chair, phone, other = table.do(seating.add_seat, "Cleo"), app.test_client(), app.test_client()
    phone.post(f"/{table.code}/join", data={"name": "Anna", "bits": "1" * 32})
    page = phone.get(f"/{table.code}/share").get_data(as_text=True)
    assert f'name="bits" data-promise="{fair.promise(table.at.dice.coming.secret)}" data-of="2"' in page
    own = table.at.seats[1].id
    phone.post(f"/{table.code}/share?seat={own}", data={"name": "anna", "bits": "2" * 32})
    phone.post(f"/{table.code}/share?seat={own}", data={"name": "Ben", "bits": "3" * 32})
    other.post(f"/{table.code}/take", data={"seat": str(chair.id), "bits": "4" * 32})
    assert [(one.name, one.bits[0]) for one in table.at.dice.coming.added] == [
        ("Anna", "1"),
        ("Ben", "3"),
        ("Cleo", "4"),
    ]


def test_a_promise_is_remembered_by_every_page_of_the_lobby_and_read_on_one(store: Store) -> None:
    app = create_app(store)
    table = app.extensions["context"].tables.create()
    phone, host, nobody = (app.test_client() for _ in range(3))
    phone.post(f"/{table.code}/join", data={"name": "Anna"})
    host.get(f"/host/{store.host_key()}")
    assert table.at.dice.coming is not None
    promise = fair.promise(table.at.dice.coming.secret)
    pages = [(nobody, ""), (nobody, "/watch"), (nobody, "/back"), (nobody, "/s/x"), (nobody, "/fair"), (phone, "")]
    for client, path in (*pages, (phone, "/share"), (host, "/table"), (host, "/host")):
        page = client.get(f"/{table.code}{path}").get_data(as_text=True)
        assert f'data-promise="{promise}" data-game="1"' in page, path
        told = re.sub("<[^>]*>", "", page)
        assert (fair.words(promise) in told, promise in told) == (path == "/fair", path == "/fair"), path


def test_nothing_can_be_added_once_something_was_drawn(store: Store) -> None:
    table = seated(store, GAMES[0])
    table.do(gathering.draw_first)
    before = table.at.dice.coming
    table.do(seating.add_bits, table.at.seats[0].id, BITS)
    assert table.at.dice.coming == before
    table.do(dealing.deal, 0)
    later = table.at.dice.coming
    table.do(seating.add_bits, table.at.seats[0].id, BITS)
    table.do(seating.add_bits, table.at.seats[0].id, "f" * 32)
    assert later is not None
    assert table.at.dice.coming is not None
    assert [one.bits for one in table.at.dice.coming.added] == [BITS]
    assert table.at.dice.current is not None
    assert table.at.dice.coming.secret == later.secret != table.at.dice.current.secret


def test_no_page_and_no_export_has_the_secret_before_the_end(store: Store, tmp_path: Path) -> None:
    table = seated(store, game_by_id("dark-cave"))
    table.do(dealing.deal, 0)
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
        table.at.dice.shuffle(table.at.dice.current, "1/1/deal/9")(mixed[-1])
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
    assert result.exit_code == 3
    assert result.stdout.endswith(f"Everything fits. {OLDER}\n")
    assert "1/1/deal/1: drawn again for entry 0, it fits." in result.stdout
    assert "Its draws are those of game 1 at its table." in result.stdout
    assert fair.words(told["chance"]["commitment"]) in result.stdout


def test_verify_finds_what_was_steered(told: dict[str, Any]) -> None:
    def broken(change: Any) -> str:
        record = json.loads(json.dumps(told))
        change(record)
        result = checked(record)
        assert (result.exit_code, result.stdout.endswith("Not everything fits.\n")) == (1, True)
        return result.stdout

    def swap(record: dict[str, Any]) -> None:
        for entry in record["entries"]:
            if entry["kind"] == "deal":
                entry["cards"] = [*entry["cards"][1:], entry["cards"][0]]

    assert "entry 0 does not fit" in broken(swap)
    assert "not the one that was promised" in broken(lambda one: one["chance"].update(secret="00" * 32))
    assert "does not fit" in broken(lambda one: one["chance"]["additions"].pop())
    assert "was not drawn with the secret" in broken(lambda one: one["chance"]["draws"].clear())
    assert "does not fit" in broken(lambda one: one["chance"]["draws"][0].update(label="1/1/deal/2"))
    surplus = {"entry": 9999, "label": "1/1/deal/3"}
    assert "nothing was drawn for entry 9999" in broken(lambda one: one["chance"]["draws"].append(surplus))


def test_old_records_are_not_checkable(told: dict[str, Any]) -> None:
    del told["chance"]
    result = checked(told)
    assert result.exit_code == 3
    assert "Not checkable" in result.stdout


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
    assert checked(again).exit_code == 3
