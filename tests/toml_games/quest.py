"""A whole game in one file, which tests change in one place; and what is wrong then."""

import pytest

from companion.toml_games.definition import GameDefinition
from companion.toml_games.loader import read_game
from companion.toml_games.parser import MistakesError

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
    with pytest.raises(MistakesError) as error:
        read_game(text)
    return [str(one) for one in error.value.mistakes]


def changed(old: str, new: str) -> str:
    assert old in QUEST
    return QUEST.replace(old, new, 1)


def form_of(text: str = QUEST) -> GameDefinition:
    """What the file defines; it has no mistakes."""
    form, _ = read_game(text)
    return form
