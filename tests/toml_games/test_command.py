"""``companion check``: what an author reads of their file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from games_in_files import BUNDLED

from companion.cli.main import main
from companion.toml_games.command import try_deal
from companion.web.render.icons import list_shared_drawings

from .quest import QUEST, changed, form_of

SEATS = ("merlin", "servant", "percival", "assassin", "morgana")


def test_check_prints_what_is_dealt_and_told(tmp_path: Path) -> None:
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


def test_check_names_mistakes_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "quest.toml"
    file.write_text(changed("title =", "titel ="))
    result = CliRunner().invoke(main, ["check", str(file)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        'line 1: the key "title" is missing in [game]',
        'line 2: there\'s no key "titel" in [game]: did you mean "title"?',
    ]


def test_check_warns_of_a_language_that_no_page_has(tmp_path: Path) -> None:
    file = tmp_path / "quest.toml"
    words = ", ".join(f'{lang} = "Quest"' for lang in ("en", "de", "es", "fr", "it"))
    file.write_text(changed('title = "Quest"', f"title = {{ {words} }}"))
    result = CliRunner().invoke(main, ["check", str(file)])
    assert result.exit_code == 0
    (warning,) = result.stderr.splitlines()
    assert warning.startswith('warning: Companion has no translation into "it"')


@pytest.mark.parametrize(("word", "status", "said"), [("sushi", 0, "sushi"), ("sushy", 2, "sushy can't be drawn")])
def test_check_fixes_a_word_that_can_be_drawn(word: str, status: int, said: str) -> None:
    (file,) = (one for one in BUNDLED if one.stem == "outsider")
    tried = ["check", str(file), "--seats", "outsider,knows,knows,knows", "--draw", f"word={word}"]
    result = CliRunner().invoke(main, tried)
    assert (result.exit_code, said in result.output) == (status, True)


def test_check_reads_standard_input_and_calls_it_by_its_title() -> None:
    result = CliRunner().invoke(main, ["check", "-", "--json"], input=QUEST)
    assert json.loads(result.stdout)["id"] == "quest"


def test_check_lists_the_icons_that_a_card_can_have() -> None:
    result = CliRunner().invoke(main, ["check", "--icons"])
    assert result.stdout.split() == list(list_shared_drawings())


def test_check_without_a_file_says_what_is_missing() -> None:
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code != 0
    assert "needs a FILE" in result.output


def test_try_deal_tells_each_seat_what_its_phone_says() -> None:
    tried = try_deal(form_of(), SEATS, {}, ())
    assert [seat["card"] for seat in tried] == list(SEATS)
    assert [[one["says"] for one in seat["learns"]] for seat in tried] == [
        ["Evil: Seat 4, Seat 5."],
        [],
        ["Merlin is one of Seat 1, Seat 5."],
        ["With you: Seat 5."],
        ["With you: Seat 4."],
    ]


@pytest.mark.parametrize(
    ("seats", "switched", "drawn", "why"),
    [
        (SEATS[:4], {}, (), "4 seats given, but this game is for 5 to 10 players"),
        ((*SEATS[:4], "morgan"), {}, (), 'no card is called "morgan": did you mean "morgana"?'),
        ((*SEATS[:4], "merlin"), {}, (), 'with 5 players, "merlin" is in the deck 1 times'),
        (SEATS, {"morgana": False}, (), 'no optional card is called "morgana"'),
        (SEATS, {}, ("word=x",), "the game draws nothing called word"),
    ],
)
def test_try_deal_refuses_what_can_not_be_dealt(
    seats: tuple[str, ...], switched: dict[str, bool], drawn: tuple[str, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why.replace("?", r"\?")):
        try_deal(form_of(), seats, switched, drawn)
