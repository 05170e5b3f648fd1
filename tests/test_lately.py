"""What was forgotten goes into a turn that is over: also where a card does several things at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games import game_by_id
from companion.record.record import Record
from companion.rules import lately
from companion.rules.text import RuleError
from companion.table import turn_log
from companion.web.tiles import concrete

PLAYERS = ["Anna", "Ben", "Cleo"]
DEALS: dict[str, dict[str, Any]] = {
    "dark-cave": {"cards": ["yellow-loyal", "yellow-saboteur", "yellow-loyal"], "aside": ["yellow-saboteur"]},
    "lost-mines": {
        "cards": ["yellow-loyal", "blue-selfish", "yellow-saboteur"],
        "aside": ["yellow-selfish", "blue-loyal", "blue-saboteur"],
    },
    "saboteur-2": {
        "cards": ["blue-digger", "blue-digger", "green-digger"],
        "aside": [
            *["blue-digger"] * 2,
            *["green-digger"] * 3,
            "boss",
            "profiteer",
            *["geologist"] * 2,
            *["saboteur"] * 3,
        ],
    },
}


class Evening:
    """A game in which each turn is that of the next seat; what is forgotten is put into the last one."""

    def __init__(self, game: str, *turns: dict[str, Any]) -> None:
        self.record = Record(game_by_id(game), PLAYERS)
        self.log = turn_log.TurnLog(self.record.game)
        self._make({"kind": "deal", **DEALS[game], "first": 0})
        for number, entry in enumerate(turns):
            self.seat = number % len(PLAYERS)
            self._make({**entry, "by": self.seat})
            if "end-turn" in self.record.game.moves:
                self._make({"kind": "end-turn", "by": self.seat})

    def _make(self, entry: dict[str, Any]) -> None:
        number = len(self.record.entries)
        self.record.append(entry)
        self.log.made(number, entry, self.record.before(number))

    def adds(self, **values: Any) -> Any:
        """Put that into the last turn, as far as its page offers it; the state it leaves."""
        turn = self.log.last[self.seat]
        entry = {**turn.played, **values}
        turn_log.check_offered(lately.added(self.record.game, self.record.state, turn), entry)
        self.record.append(turn_log.amend(self.record, turn, entry))
        self.log.last[self.seat] = replace(turn, played=entry)
        return self.record.state


def test_a_creature_ran_into_one_more() -> None:
    evening = Evening("dark-cave", {"kind": "creature", "creature": "goblin", "attacks": [1]})
    assert [seat.gold for seat in evening.adds(attacks=[1, 2]).seats] == [3, 2, 2]
    with pytest.raises(RuleError):
        evening.adds(attacks=[1, 2, 2])


def test_webs_go_with_a_rockfall_one_after_the_other() -> None:
    webs = [{"kind": "spiderweb", "marker": marker} for marker in ("circle", "square")]
    evening = Evening("dark-cave", *webs, {"kind": "rockfall"})
    assert len(evening.adds(webs=["circle"]).webs) == 1
    assert evening.adds(webs=["circle", "square"]).webs == []


def test_traps_and_trolls_go_with_a_thunderstorm() -> None:
    traps = {"kind": "trap"}
    evening = Evening("lost-mines", traps, traps, {"kind": "troll"}, {"kind": "thunderstorm"})
    assert evening.adds(traps=1).traps == 1
    assert evening.adds(traps=2).traps == 0
    assert evening.adds(traps=2, trolls=[2]).trolls == []


def test_what_answers_two_questions_at_once_says_both_answers() -> None:
    evening = Evening("saboteur-2", {"kind": "play-path"})
    more = lately.added(evening.record.game, evening.record.state, evening.log.last[evening.seat])
    treasure = next(action for action in more if str(action.label) == "Path reaches the treasure!")
    assert [str(label) for label, _ in concrete(treasure)] == [
        *("blue ✓ yes, green ✓ yes", "blue ✓ yes, green ✗ no", "blue ✗ no, green ✓ yes", "blue ✗ no, green ✗ no"),
    ]


@pytest.mark.parametrize("counted", [True, False])
def test_nothing_on_the_way_is_offered_twice(counted: bool) -> None:
    """Where cards are not counted it can be done before the card, with a button."""
    record = Record(game_by_id("dark-cave"), PLAYERS, {"count_cards": counted})
    record.append({"kind": "deal", **DEALS["dark-cave"], "first": 0})
    marked = [one.kind for one in lately.on_the_way(record.game, record.state, 0)]
    ready = [one.kind for one in record.game.actions(record.state, 0) if one.group == lately.WAY and not one.closed]
    assert "tunnel" in (marked if counted else ready)
    assert not set(marked) & set(ready)
