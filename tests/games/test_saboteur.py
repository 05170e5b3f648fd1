"""What Saboteur (2004) declares, and says to each seat."""

from typing import Any

import pytest

from companion.engine.play import list_table_actions
from companion.engine.setup import make_default_options, start_game
from companion.games.saboteur import GAME
from companion.games.saboteur.state import dwarf_cards

from .saboteur import AGREED, FIVE, NAMES, D, S, X, deal, played


def test_retire_skips_a_player_who_is_still_paid() -> None:
    record = played(deal(*FIVE), {"kind": "retire", "seat": 0})
    assert record.state.running.seat == 1
    record.append({"kind": "retire", "seat": 4})
    for by in (1, 2, 3):
        record.append({"kind": "map", "by": by})
    assert record.state.running.seat == 1
    assert [reminder["seat"] for reminder in record.state.reminders] == [4, 0]
    record.append({"kind": "return", "seat": 0})
    record.append(AGREED)
    assert record.state.score == {"winner": "saboteurs", "finder": None, "draft": [], "gold": [0, 3, 0, 0, 3]}


def test_end_says_whom_it_pays_before_it_is_tapped() -> None:
    (end,) = (action for action in list_table_actions(GAME, played(deal(*FIVE)).state) if action.kind == "end")
    choices = {choice.value: str(choice.label) for choice in end.fields[0].choices}  # type: ignore[attr-defined]
    assert list(choices) == ["agreed", "cards", "unreachable"]
    assert all("the saboteurs get their gold" in label for label in choices.values())


# -- the page of a card ---------------------------------------------------------------------------------------------
def role_lines(card: str, players: int, **options: Any) -> str:
    state = start_game(GAME, NAMES[:players], options)
    role = GAME.make_role(state, 0, card)
    assert len(role.lines) <= 3
    return " ".join(str(text) for _, text in role.lines)


@pytest.mark.parametrize(
    ("card", "players", "options", "said"),
    [
        (D, 4, {}, "There is 1 saboteur at most."),
        (D, 10, {}, "There are 4 saboteurs at most."),
        (D, 5, {"tournament": True}, "1 saboteur and a selfish dwarf are in play."),
        (D, 5, {"tournament": True}, "3 nuggets for the first digger, 2 for each of the others."),
        (D, 7, {"selfish_dwarf": True}, "There may be 3 saboteurs and a selfish dwarf."),
        (D, 5, {"competitive": True}, "If you have a broken tool at the end of the round, you get nothing."),
        (D, 5, {"nugget_rule": "per-digger"}, "One nugget card for each digger"),
        (S, 5, {}, "4 nuggets if you are the only one, 3 each if there are two."),
        (S, 10, {}, "3 nuggets each if there are three of you, 2 each if there are four."),
        (S, 6, {"tournament": True}, "you get 3 nuggets."),
        (X, 5, {"selfish_dwarf": True}, "Then you alone get 4 nuggets."),
    ],
)
def test_make_role_says_when_it_pays_with_these_players_and_variants(
    card: str, players: int, options: dict[str, Any], said: str
) -> None:
    assert said in role_lines(card, players, **options)


@pytest.mark.parametrize("players", range(3, 11))
def test_make_role_of_a_saboteur_says_what_is_paid(players: int) -> None:
    saboteurs = dwarf_cards(players, make_default_options(GAME))[S]
    for count in {max(1, saboteurs - 1), saboteurs}:
        record = played(deal(*[S] * count, *[D] * (players - count)), AGREED, players=players)
        each = max(record.state.score["gold"])
        assert f"{each} " in role_lines(S, players)
