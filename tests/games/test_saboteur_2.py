"""What Saboteur 2 declares, and says to each seat."""

import pytest
from facts import fields_of

from companion.engine.play import list_actions
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options, make_default_options
from companion.games.saboteur_2 import GAME
from companion.record.record import Record

from .saboteur_2 import FOUR, NAMES, deal, played


@pytest.mark.parametrize("players", [2, 7, 12])
def test_deck_rules_leave_ten_cards_of_118_aside(players: int) -> None:
    assert (GAME.deck_rules.each(players), GAME.deck_rules.deck(players)) == (6, 108 - 6 * players)


def test_list_end_reasons_says_whom_the_end_pays() -> None:
    reasons = GAME.list_end_reasons(played(deal(*FOUR)).state)
    assert [reason.value for reason in reasons] == ["agreed", "cards", "unreachable"]
    assert all("the saboteurs and the profiteer get their gold" in str(reason.label) for reason in reasons)


@pytest.mark.parametrize(
    ("players", "others"), [(2, "1 more saboteur."), (3, "2 more saboteurs"), (12, "2 more saboteurs")]
)
def test_make_role_says_whom_a_role_is_for_and_what_to_beware_of(players: int, others: str) -> None:
    state = played(
        deal(*sorted(GAME.prepare(players, make_default_options(GAME))[0].elements())[:players]), players=players
    ).state
    pages = {card: GAME.make_role(state, 0, card) for card in GAME.roles}
    assert {len(page.lines) for page in pages.values() if page} == {3}
    saboteur = pages["saboteur"]
    assert saboteur is not None
    assert str(saboteur.counts) == "You win when the treasure is not reached"
    assert any(others in str(text) for _, text in saboteur.lines)


def test_old_roles_speak_of_no_teams_or_crystals() -> None:
    options = complete_options(GAME, {"roles": "2004"})
    dealt = {"kind": "deal", "cards": ["gold-digger", "saboteur", "gold-digger"], "aside": ["gold-digger"], "first": 0}
    state = Record.load(GAME, NAMES[:3], options, [dealt]).state
    asked = {field.name for action in list_actions(GAME, state, 0) for field in action.asked}
    assert not asked & {"blue_way", "green_way"}
    told = [
        str(GAME.teaches.in_a_minute(options)),
        str(GAME.list_end_reasons(state)),
        str(GAME.make_role(state, 0, "gold-digger")),
    ]
    told += [str(field) for field in fields_of(GAME, NAMES[:3], options)]
    assert not any(word in text for text in told for word in ("Blue", "blue", "crystal", "geologist", "profiteer"))
    over = Record.load(GAME, NAMES[:3], options, [dealt, {"kind": "play-path", "by": 0, "goal": "treasure"}])
    assert "the gold-diggers win" in str(list_steps(GAME, over.state))
