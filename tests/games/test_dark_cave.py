"""What The Dark Cave declares, and says to the table before it deals."""

import pytest

from companion.engine.setup import make_default_options, start_game
from companion.engine.text import RuleError
from companion.games.dark_cave import GAME

from .dark_cave import NAMES

OPTIONS = make_default_options(GAME)


@pytest.mark.parametrize("players", range(2, 9))
def test_prepare_leaves_each_clan_with_a_dwarf_that_works_for_it(players: int) -> None:
    """Rulebook: 2 loyal dwarves; one clan without a loyal one for 3 and 4; else all but a saboteur of each clan."""
    ways = GAME.prepare(players, OPTIONS)
    sizes = {2: 2, 3: 4, 4: 4}.get(players, 8)
    assert [way.total() for way in ways] == [sizes] * len(ways)
    if players == 2:
        assert ways == [{"yellow-loyal": 1, "blue-loyal": 1}]
    elif players <= 4:
        assert sorted(ways, key=str) == sorted(
            ({f"{clan}-loyal": 2, f"{clan}-saboteur": 2} for clan in ("yellow", "blue")), key=str
        )
    else:
        (way,) = ways
        assert way == {"yellow-loyal": 3, "yellow-saboteur": 1, "blue-loyal": 3, "blue-saboteur": 1}


def test_list_preparation_says_how_the_piles_are_made_for_eight() -> None:
    told = " ".join(map(str, GAME.list_preparation(8, make_default_options(GAME), 1)))
    assert "3 × group I" in told
    assert "7 × 7 cards" in told


@pytest.mark.parametrize("players", [1, 9])
def test_start_game_refuses_other_numbers_of_players(players: int) -> None:
    with pytest.raises(RuleError, match="is for 2 to 8 players"):
        start_game(GAME, [*NAMES, "Finn", "Greta", "Hugo", "Ida"][:players], {})
