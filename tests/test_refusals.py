"""Ways in which a refusal once told a role, a hidden card or secret gold; and what was seen is not taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from crawl import PHONELESS, Ask, Fate
from posting import Table

from companion.games import game_by_id
from companion.rules.asking import Entry
from companion.rules.state import OVER, PLAYING, ROUND_OVER, SCORING
from companion.table import Tables, dealing, ending, following, mending
from companion.table.now import log_of, undoable

Answer = tuple[int, str]
HATS = ["boss", "saboteur", "profiteer", "geologist"]
DIGGERS = ["blue-digger", "green-digger", "blue-digger", "green-digger"]
REST = [*["geologist", "saboteur", "saboteur"], *["blue-digger", "green-digger"] * 2]
"""Set aside in both orders of dealing out ``HATS`` and ``DIGGERS``."""
MINERS, SABOTEURS = [*["gold-digger"] * 4, "saboteur"], ["saboteur", *["gold-digger"] * 4]


class Tell:
    """Tables that differ in nothing but hidden cards: each is asked the same."""

    def __init__(self, folder: Path, fate: Fate, game: str, deals: list[list[str]], backwards: bool = False) -> None:
        self.game = game_by_id(game)
        self.worlds = [Table(folder / str(n), fate, self.game, cards) for n, cards in enumerate(deals)]
        self.worlds[-1].backwards = backwards
        for world in self.worlds:
            world.table.do(dealing.deal, 0)
            world.table.do(dealing.start_early)

    def ask(self, sender: str, path: str, **data: Any) -> Answer:
        """The answer, which is the same of all."""
        found = {self.one(world, sender, path, **data) for world in self.worlds}
        assert len(found) == 1, found
        return found.pop()

    def one(self, world: Table, sender: str, path: str, **data: Any) -> Answer:
        data.setdefault("stamp", world.table.at.stamp)
        status, _, body = world.ask(sender, Ask("POST", f"/{world.code}/{path}", data))
        return status, unescape(body.decode())

    def posts(self, sender: str, path: str, *entries: Entry) -> Answer:
        return self.ask(sender, path, entries=json.dumps(entries))

    def acts(self, *entries: Entry) -> None:
        for entry in entries:
            assert self.posts("host", "host/act", entry)[0] == 303

    @property
    def world(self) -> Table:
        return self.worlds[0]

    def entries(self) -> list[Entry]:
        return self.world.table.at.playing[1].entries


Make = Callable[..., Tell]


@pytest.fixture
def tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    made: list[Tell] = []

    def make(game: str, *deals: list[str], backwards: bool = False) -> Tell:
        made.append(Tell(tmp_path, Fate(monkeypatch), game, list(deals), backwards))
        return made[-1]

    yield make
    for one in made:
        for world in one.worlds:
            world.close()


def hats(tell: Make) -> Tell:
    return tell("saboteur-2", [*HATS, *DIGGERS, *REST], [*DIGGERS, *HATS, *REST])


def diggers(tell: Make, *deals: list[str]) -> Tell:
    """Five players of Saboteur: one of six cards stays aside."""
    return tell("saboteur", *(deals or ([*MINERS, "saboteur"], [*SABOTEURS, "saboteur"])))


def treasure(by: int, **ways: bool) -> Entry:
    return {"kind": "play-path", "by": by, "goal": "treasure", **ways}


def correct(seat: int, gold: int) -> Entry:
    return {"kind": "correct", "seat": seat, "gold": gold}


# -- refusals ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("crystals", [0, 60])
@pytest.mark.parametrize("end", [{"kind": "end", "reason": "agreed"}, treasure(0, blue_way=True, green_way=False)])
def test_paid_or_not_is_not_told_by_where_a_batch_fails(tell: Make, seat: int, crystals: int, end: Entry) -> None:
    """Saboteur 2: who is paid at the end of the round tells teams and roles."""
    counted = {"kind": "crystals", "count": crystals}
    answer = hats(tell).posts("host", "host/act", end, counted, correct(seat, -1), {"kind": "zzz"})
    assert answer[0] == 422
    assert "These entries are not offered together now" in answer[1]


@pytest.mark.parametrize("seat", range(4))
def test_a_pick_in_a_batch_does_not_tell_the_diggers(tell: Make, seat: int) -> None:
    active = {"kind": "correct", "active": seat}
    pick = {"kind": "pick", "by": seat, "card": 99}
    table = diggers(tell)
    assert table.posts("host", "host/act", active, treasure(seat), {"kind": "nuggets"}, pick)[0] == 403
    assert table.posts("host", "host/act", active, treasure(seat), {"kind": "nuggets"})[0] == 422


def paid(tell: Make) -> Tell:
    """A round of Saboteur is scored, and the gold of the diggers is not the same at both tables."""
    table = diggers(tell, [*SABOTEURS, "saboteur"], [*MINERS, "saboteur"])
    table.acts(
        {"kind": "end", "reason": "agreed"},
    )
    assert [world.state.seats[0].gold for world in table.worlds] == [4, 0]
    return table


def test_the_host_finds_no_bound_of_secret_gold(tell: Make) -> None:
    table = paid(tell)
    before = len(table.entries())
    for number in range(1, 6):
        assert table.posts("host", "host/act", correct(0, -number))[0] == 403
        assert table.posts("host", "host/act", correct(0, -number), {"kind": "zz"})[0] == 403
    assert len(table.entries()) == before


def test_the_hosts_form_does_not_ask_for_secret_gold(tell: Make) -> None:
    table = diggers(tell)
    for panel in ("place/0", "everybody"):
        page = table.world.clients["host"].get(f"/{table.world.code}/host/panel/{panel}").text
        assert "n:hand" in page
        assert "n:gold" not in page
    before = [[seat.gold for seat in world.state.seats] for world in table.worlds]
    assert table.ask("host", "host/place/0/counts", **{"n:gold": "3"})[0] == 422
    assert table.ask("host", "host/place/-1/counts", **{"n:deck": "30"})[0] == 303
    for seat in range(5):
        assert table.ask("host", f"host/place/{seat}/counts", **{"n:hand": "3"})[0] == 303
    assert [[seat.gold for seat in world.state.seats] for world in table.worlds] == before
    assert [seat.hand for seat in table.world.state.seats] == [3] * 5


def test_a_seat_puts_its_own_gold_right(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    phone, code = table.world.clients["phone"], table.world.code
    assert "/panel/own" in phone.get(f"/{code}").text
    panel = unescape(phone.get(f"/{code}/panel/own").text)
    assert '{"kind": "correct", "seat": 0}' in panel
    assert "z:gold" in panel
    assert table.posts("phone", "act", correct(0, 2))[0] == 303
    assert table.world.state.seats[0].gold == 2
    assert table.posts("phone", "act", correct(1, 2))[0] == 403
    assert table.posts("phone", "act", {**correct(0, 2), "hand": 1})[0] == 403
    assert table.posts("phone", "act", {"kind": "correct", "seat": 0, "note": "x"})[0] == 403
    assert table.posts("phone", "act", correct(0, -3))[0] == 409


def test_with_the_device_in_hand_too(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    path = f"hand/{PHONELESS}"
    assert table.posts("device", f"{path}/act", correct(PHONELESS, 1))[0] == 403
    assert table.ask("device", f"{path}/open")[0] == 303
    assert "z:gold" in table.world.clients["device"].get(f"/{table.world.code}/{path}/open").text
    assert table.posts("device", f"{path}/act", correct(PHONELESS, 1))[0] == 303
    assert table.world.state.seats[PHONELESS].gold == 1


def test_gold_that_lies_open_is_the_hosts_to_correct_and_untold_gold_nobodys(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.acts(correct(0, 1))
    assert table.posts("phone", "act", correct(0, 1))[0] == 403
    table.acts({"kind": "end", "reason": "agreed"}, {"kind": "crystals", "count": 2})
    assert table.world.state.status == ROUND_OVER
    assert table.posts("host", "host/act", correct(0, 1))[0] == 403
    assert table.posts("phone", "act", correct(0, 1))[0] == 403
    while not table.world.table.at.told:
        table.ask("host", "host/next")
    table.acts(correct(0, 1))


def drafting(tell: Make) -> Tell:
    """Anna has found the treasure; what is on offer is not the same at both tables."""
    table = tell("saboteur", [*MINERS, "saboteur"], [*MINERS, "saboteur"], backwards=True)
    table.acts(treasure(0))
    assert table.worlds[0].state.offer != table.worlds[1].state.offer
    return table


@pytest.mark.parametrize("card", [0, 1, 2, 3, 99])
def test_the_host_does_not_pick_and_reads_nothing_of_the_cards_on_offer(tell: Make, card: int) -> None:
    status, page = drafting(tell).posts("host", "host/act", {"kind": "pick", "by": 0, "card": card})
    assert status == 403
    assert "was expected" not in page


def test_the_picker_reads_what_is_on_offer(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts(treasure(0))
    status, page = table.posts("phone", "act", {"kind": "pick", "by": 0, "card": 99})
    assert status == 409
    assert "was expected" in page


def exit_found(table: Tell) -> None:
    """The exit of the cave is turned up, and everybody has had a turn since."""
    table.acts({"kind": "play-path", "by": 0}, {"kind": "reveal-goal", "by": 0, "goal": "exit"})
    table.acts({"kind": "end-turn", "by": 0})
    for seat in (1, 2, 3, 4):
        table.acts({"kind": "play-path", "by": seat}, {"kind": "end-turn", "by": seat})


CAVE = [
    ["yellow-loyal", "blue-saboteur", *["blue-loyal"] * 3, "yellow-loyal", "yellow-loyal", "yellow-saboteur"],
    ["yellow-loyal", "blue-loyal", "blue-saboteur", *["blue-loyal"] * 2, *["yellow-loyal"] * 2, "yellow-saboteur"],
]
"""Anna and Ben are all that work for yellow, or Anna and Cleo."""


def test_leaving_in_a_batch_does_not_tell_who_is_of_ones_side(tell: Make) -> None:
    """The Dark Cave: whether the game was over was told by the entry that failed."""
    table = tell("dark-cave", *CAVE)
    exit_found(table)
    table.acts({"kind": "correct", "active": 1}, {"kind": "play-path", "by": 1}, {"kind": "leave", "by": 1})
    table.acts({"kind": "correct", "active": 0})
    path, leave = {"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0}
    status, page = table.posts("phone", "act", path, leave, {"kind": "end-turn", "by": 0, "no": 1})
    assert status == 422
    assert "not offered together" in page


def test_a_leaver_who_is_brought_back_does_not_tell_it_either(tell: Make) -> None:
    table = tell("dark-cave", *CAVE)
    exit_found(table)
    table.acts({"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0})
    leave = len(table.entries()) - 1
    assert table.ask("host", "host/undo", entry=str(leave))[0] == 303
    table.acts({"kind": "end-turn", "by": 0}, {"kind": "play-path", "by": 1}, {"kind": "leave", "by": 1})
    table.acts({"kind": "end-turn", "by": 1})
    status, page = table.ask("host", "host/undo", entry=str(leave + 1))
    assert status == 409
    assert "This can't be changed any more" in page


def test_a_redo_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: once the same role was drawn twice, and once not."""
    dealt, others = [*DIGGERS, HATS[1]], [*HATS[2:], *REST]
    table = tell("saboteur-2", [*dealt, "boss", *others], [*dealt, *others, "boss"])
    swap, again = {"kind": "swap-hats", "by": 0, "to": 0}, {"kind": "correct", "active": 0}
    table.acts(swap, again)
    assert table.ask("host", "host/undo", entry="1")[0] == 303
    table.acts(swap)
    status, page = table.ask("host", "host/undo", entry="3")
    assert status == 409
    assert "This can't be changed any more" in page
    assert "aside" not in page


def test_a_redo_after_other_swaps_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: what is drawn after an undo may be the role that lay before the redo."""
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST], [*DIGGERS, *HATS, *REST], backwards=True)
    swap, next_swap, other = ({"kind": "swap-hats", "by": seat, "to": seat} for seat in (0, 1, 2))
    table.acts(swap, {"kind": "correct", "active": 1}, next_swap)
    assert table.ask("host", "host/undo", entry="1")[0] == 303
    assert table.ask("host", "host/undo", entry="4")[0] == 303  # nothing has been drawn since
    assert table.ask("host", "host/undo", entry="1")[0] == 303
    table.acts(other)
    status, page = table.ask("host", "host/undo", entry="6")
    assert status == 409
    assert "This can't be changed any more" in page


PAID = [
    ["saboteur", "profiteer", "saboteur", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
    ["saboteur", "saboteur", "profiteer", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
]
"""Where the treasure is not reached Ben is paid a saboteur's gold, or two less of it as the profiteer."""


def test_a_card_put_right_after_the_play_does_not_tell_who_is_paid(tell: Make) -> None:
    """Saboteur 2: with one winner more there is no gold left for a profiteer, and nothing of his to be stolen."""
    table = tell("saboteur-2", *PAID)
    discards = ({"kind": "discard", "by": seat, "count": 1} for seat in (0, 2, 3))
    table.acts(next(discards), {"kind": "trapped", "by": 1, "to": 0}, *discards, {"kind": "theft", "by": 4})
    table.acts({"kind": "end", "reason": "agreed"}, {"kind": "crystals", "count": 0})
    table.acts({"kind": "steal", "by": 4, "from": 1})
    for world in table.worlds:
        sheet = unescape(world.clients["host"].get(f"/{world.code}/host/panel/line/2").text)
        assert "can't be changed any more" in sheet
        assert "<form" not in sheet
    status, page = amends(table, 2, {"kind": "discard", "by": 1, "count": 1})
    assert status == 409
    assert "This can't be changed any more" in page


def test_a_count_taken_back_from_before_a_round_that_was_told_does_not_tell_who_is_paid(tell: Make) -> None:
    """Saboteur 2: the theft that was told needs gold, which the profiteer had from a correction alone."""
    table = tell("saboteur-2", *PAID)
    for world in table.worlds:
        world.table.do(following.follow, "nothing")
    table.acts(correct(1, 1))
    for world in table.worlds:
        world.table.do(following.tell, {"connector": None, "crystals": 0, "trapped": [], "thefts": [[4, 1]]})
    status, page = table.ask("host", "host/undo", entry="2")
    assert status == 409
    assert "This can't be changed any more" in page


def test_a_count_taken_back_from_before_another_does_not_tell_secret_gold(tell: Make) -> None:
    """Saboteur: Anna has got 4 nuggets in the first round, or none."""
    table = paid(tell)
    for world in table.worlds:
        while not world.table.at.told:
            world.table.do(ending.show_next)
        world.table.do(dealing.deal, 0)
        world.table.do(dealing.start_early)
    for gold in (1, -1):
        assert table.posts("phone", "act", correct(0, gold))[0] == 303
    less = len(table.entries()) - 1
    status, page = table.ask("host", "host/undo", entry=str(less - 1))
    assert status == 409
    assert "This can't be changed any more" in page
    for one in (less, less - 1):
        assert table.ask("host", "host/undo", entry=str(one))[0] == 303
    assert table.ask("host", "host/undo", entry=str(less + 1))[0] == 409, "nor when both are gone"


def test_who_is_brought_back_behind_others_does_not_tell_who_is_of_ones_side(tell: Make) -> None:
    """The Dark Cave: Anna has left while Ben had not, who has by now."""
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, {"kind": "play-path", "by": 1}, leaves(1))
    ben = len(table.entries()) - 1
    assert table.ask("host", "host/undo", entry=str(ben))[0] == 303
    table.acts({"kind": "correct", "active": 0}, {"kind": "play-path", "by": 0}, leaves(0))
    anna = len(table.entries()) - 1
    assert table.ask("host", "host/undo", entry=str(anna))[0] == 303
    assert table.ask("host", "host/undo", entry=str(ben + 1))[0] == 303
    assert table.ask("host", "host/undo", entry=str(anna + 1))[0] == 409


def test_a_leaver_is_brought_back_where_nothing_has_changed_before(tell: Make) -> None:
    table = cave(tell)
    table.acts({"kind": "play-path", "by": 0}, leaves(0))
    leave = len(table.entries()) - 1
    assert table.ask("host", "host/undo", entry=str(leave))[0] == 303
    table.acts(NOTE)
    assert table.ask("host", "host/undo", entry=str(leave + 1))[0] == 303


# -- what is put in the place of an entry -----------------------------------------------------------------------
NOTE = {"kind": "correct", "note": "between"}
"""An entry between those of a turn keeps them from being one line of the log."""


def turn(seat: int, *way: Entry) -> list[Entry]:
    return [{"kind": "play-path", "by": seat}, *way, {"kind": "end-turn", "by": seat}]


def leaves(seat: int) -> Entry:
    return {"kind": "leave", "by": seat}


def cave(tell: Make) -> Tell:
    """It is Anna's turn, and the exit is open. Who leaves with her decides whether the game is over."""
    table = tell("dark-cave", *CAVE)
    exit_found(table)
    return table


def amends(table: Tell, number: int, *entries: Entry) -> Answer:
    return table.posts("host", f"host/amend/{number}", *entries)


def test_who_left_before_others_is_not_put_in_afterwards(tell: Make) -> None:
    """The Dark Cave: whether those who left later would have ended the game was told by an amend that is refused."""
    table = cave(tell)
    table.acts(*turn(0, NOTE))
    ended = len(table.entries()) - 1
    table.acts(*turn(1, NOTE, leaves(1)))
    assert amends(table, ended, leaves(0), *turn(0)[-1:])[0] == 409


def test_nothing_is_put_behind_one_who_left(tell: Make) -> None:
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)), {"kind": "correct", "active": 0}, *turn(0, NOTE))
    assert amends(table, len(table.entries()) - 1, leaves(0), *turn(0)[-1:])[0] == 409


def test_a_seat_can_have_left_in_its_last_turn(tell: Make) -> None:
    """What comes of it is shown to all: whether the game is over, or the next one's turn goes on."""
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)), {"kind": "correct", "active": 0}, *turn(0))
    number = str(len(table.entries()) - 1)
    answers = [
        table.one(world, "phone", "add", entries=json.dumps([leaves(0)]), entry=number, mends="0")[0]
        for world in table.worlds
    ]
    assert answers == [303, 303]
    assert [world.state.status for world in table.worlds] == [OVER, PLAYING]


def test_a_leave_in_the_place_of_another_entry_tells_nothing_either(tell: Make) -> None:
    """Anna has left, and not; that Ben has stands in no entry of its own."""
    table = cave(tell)
    table.acts({"kind": "play-path", "by": 0}, leaves(0))
    assert table.ask("host", "host/undo", entry=str(len(table.entries()) - 1))[0] == 303
    undo = len(table.entries()) - 1
    table.acts(turn(0)[-1], {"kind": "correct", "active": 1}, *turn(1, NOTE))
    assert amends(table, len(table.entries()) - 1, leaves(1))[0] == 303
    table.acts({"kind": "correct", "active": 2}, NOTE)
    assert table.ask("host", "host/undo", entry=str(undo))[0] == 409


def test_who_was_set_out_and_not_is_not_set_out_again_before_others_left(tell: Make) -> None:
    table = cave(tell)
    for world in table.worlds:
        world.table.do(mending.lay, {(-1, "out"): [0]}, world.table.at.stamp, None, True)
    assert table.ask("host", "host/undo", entry=str(len(table.entries()) - 1))[0] == 303
    undo = len(table.entries()) - 1
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)))
    assert table.ask("host", "host/undo", entry=str(undo))[0] == 409


@pytest.mark.parametrize("name", ["revealed", "out"])
def test_the_host_sees_no_card_that_its_owner_has_not_turned_up(tell: Make, name: str) -> None:
    """A tap would show it, and an undo would let the game go on. The log keeps what everybody saw."""
    table = cave(tell)
    world = table.world
    entry = {"kind": "set", "out": [0]} if name == "out" else {"kind": "set", "seat": 0, name: True}
    assert table.posts("host", "host/act", entry)[0] == 403
    sent = {"lay": f"{name}:1"}
    status, page = table.ask("host", "host/place/0/things", **sent)
    assert status == 409
    assert "Only Anna can turn up their card" in page
    assert not world.state.seats[0].revealed
    assert 'name="seen"' in world.clients["host"].get(f"/{world.code}/host/panel/place/0").text
    for one in table.worlds:
        assert table.one(one, "host", "host/place/0/things", seen="1", **sent)[0] == 303
        assert one.state.seats[0].revealed
        last = len(one.table.at.playing[1].entries) - 1
        assert table.one(one, "host", "host/undo", entry=str(last))[0] == 303
        assert "The table says that everybody sees Anna's card." in [str(line.text) for line in log_of(one.table.at)]


def test_a_phone_that_is_asked_turns_its_card_up_or_not(tell: Make) -> None:
    """The host's tick asks; who has no phone gets the device, and says so there."""
    table = cave(tell)
    question = "is your card face up?"
    for one in table.worlds:
        assert table.one(one, "phone", "host/place/0/ask")[0] in (302, 303, 403)
        assert question not in one.clients["phone"].get(f"/{one.code}").text
        assert table.one(one, "host", "host/place/0/ask")[0] == 303
        assert not one.state.seats[0].revealed
        assert question in one.clients["phone"].get(f"/{one.code}").text
        assert "phone asks" in one.clients["host"].get(f"/{one.code}/host/panel/place/0").text
        assert table.one(one, "phone", "place/stays")[0] == 303
        assert question not in one.clients["phone"].get(f"/{one.code}").text
        assert table.one(one, "host", "host/place/0/ask")[0] == 303
        assert table.one(one, "phone", "place/things", lay="revealed:1")[0] == 303
        assert one.state.seats[0].revealed
        assert question not in one.clients["phone"].get(f"/{one.code}").text
        assert table.one(one, "host", "host/place/0/ask")[0] == 409


def test_its_owner_turns_a_card_up(tell: Make) -> None:
    table = cave(tell)
    for world in table.worlds:
        world.table.do(mending.lay, {(0, "revealed"): True}, world.table.at.stamp, 0)
        assert world.state.seats[0].revealed


def test_what_happened_on_the_way_comes_after_a_card(tell: Make) -> None:
    """Whether the game was over was told by the sentence that refused what came after leaving."""
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)), {"kind": "correct", "active": 0}, turn(0)[0])
    way = json.dumps({"kind": "bridge", "by": 0})
    status, page = table.ask("phone", "act", entries=json.dumps([leaves(0)]), way=[way])
    assert status == 422
    assert "This is not what happens on the way" in page


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ([{"kind": "discard", "by": 0, "count": 1}], "This is not what happens on the way"),
        ([leaves(0), {"kind": "bridge", "by": 0}], "This comes last in a turn"),
    ],
    ids=["a card", "something after leaving"],
)
def test_what_is_marked_may_happen_on_the_way_and_ends_no_game_before_more(
    tell: Make, way: list[Entry], why: str
) -> None:
    status, page = cave(tell).ask("phone", "act", entries=json.dumps(turn(0)[:1]), way=[json.dumps(one) for one in way])
    assert status == 422
    assert why in page


def test_nobody_says_afterwards_that_they_left_when_others_have_played(tell: Make) -> None:
    """The Dark Cave: whether the game had been over then would be told."""
    table = cave(tell)
    table.acts(*turn(0))
    ended = str(len(table.entries()) - 1)
    table.acts(*turn(1))
    status, page = table.ask("phone", "add", entries=json.dumps([leaves(0)]), entry=ended, mends="0")
    assert status == 409
    assert "Something was entered after that turn" in page


def test_in_the_place_of_an_entry_comes_what_could_have_been_done_then(tell: Make) -> None:
    table = diggers(tell)
    table.acts({"kind": "discard", "by": 0})
    status, page = amends(table, 1, {"kind": "pick", "by": 0, "card": 1})
    assert status == 409
    assert "This could not have been done then" in page


def test_an_amend_is_taken_back(tell: Make) -> None:
    """Its number stands in no line of the log, but a post can name it."""
    table = diggers(tell)
    table.acts({"kind": "discard", "by": 0})
    assert amends(table, 1, {"kind": "play-path", "by": 0})[0] == 303
    table.acts({"kind": "discard", "by": 1})
    assert table.ask("host", "host/undo", entry="2")[0] == 303
    assert [world.table.at.playing[1].amended() for world in table.worlds] == [{}, {}]


def test_a_card_is_looked_at_after_an_amend(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts({"kind": "discard", "by": 0})
    assert amends(table, 1, {"kind": "play-path", "by": 0})[0] == 303
    assert table.ask("phone", "look", key="card")[0] == 200


def test_what_the_table_sees_can_be_taken_back_out_of_order(tell: Make) -> None:
    """Where hidden cards have no say, the rules decide."""
    table = hats(tell)
    table.acts({"kind": "trapped", "by": 0, "to": 2}, {"kind": "swap-hats", "by": 1, "to": 1})
    table.acts({"kind": "correct", "active": 3})
    assert table.ask("host", "host/undo", entry="3")[0] == 303
    table.acts({"kind": "correct", "note": "x"})
    assert table.ask("host", "host/undo", entry="5")[0] == 303
    status, page = table.ask("host", "host/undo", entry="1")
    assert status == 409, "Ben would have swapped out of turn"
    assert "This can't be changed any more" in page


def test_a_look_and_what_is_cancelled_are_not_taken_back(tell: Make) -> None:
    table = hats(tell)
    table.acts({"kind": "inspect", "by": 0, "seat": 1})
    assert not undo_button(table)
    table.acts({"kind": "trapped", "by": 1, "to": 2})
    status, page = table.ask("host", "host/undo", entry="1")
    assert status == 409
    assert "A look at a card can't be undone" in page
    assert table.ask("host", "host/undo", entry="2")[0] == 303
    status, page = table.ask("host", "host/undo", entry="2")
    assert status == 409
    assert "Entry 2 is cancelled already" in page


def test_a_seat_puts_no_turn_right_but_its_last_one(tell: Make) -> None:
    table = diggers(tell)
    table.acts({"kind": "discard", "by": 0}, {"kind": "discard", "by": 1})
    assert table.posts("phone", "amend/2", {"kind": "map", "by": 0})[0] == 409
    assert table.posts("phone", "amend/1", {"kind": "map", "by": 0})[0] == 303


def sheet_of_line(table: Tell, number: int) -> str:
    """What the host is offered in the place of that entry."""
    return unescape(table.world.clients["host"].get(f"/{table.world.code}/host/panel/line/{number}").text)


def test_a_pick_can_not_be_put_right_by_whoever_may_not_see_the_offer(tell: Make) -> None:
    """Saboteur: the sheet of its line listed the nugget cards that were on offer."""
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts(treasure(0))
    card = table.world.state.offer[0]
    assert table.posts("phone", "act", {"kind": "pick", "by": 0, "card": card})[0] == 303
    picked = len(table.entries()) - 1
    assert "pick" not in sheet_of_line(table, picked)
    status, page = amends(table, picked, {"kind": "pick", "by": 0, "card": 99})
    assert status == 409
    assert "This could not have been done then" in page


def test_what_the_table_itself_has_entered_is_not_put_right_as_somebodys_turn(tell: Make) -> None:
    table = diggers(tell)
    table.acts(NOTE)
    status, page = amends(table, 1, NOTE)
    assert status == 409
    assert "can be undone, and entered anew" in page


def test_who_might_have_left_before_others_played_reads_why_not(tell: Make) -> None:
    """It stands among what could have been done then, greyed."""
    table = cave(tell)
    table.acts(*turn(0, NOTE))
    ended = len(table.entries()) - 1
    assert '"leave"' in sheet_of_line(table, ended)
    table.acts(*turn(1, NOTE))
    assert "something was entered after it: undo that first" in sheet_of_line(table, ended).lower()
    status, page = amends(table, ended, leaves(0), *turn(0)[-1:])
    assert status == 409
    assert "This could not have been done then" in page


def test_a_leaver_is_brought_back_whatever_was_taken_back_after_it(tell: Make) -> None:
    """The Dark Cave: who was out later than Anna had no say in it."""
    table = cave(tell)
    table.acts({"kind": "play-path", "by": 0}, leaves(0))
    leave = len(table.entries()) - 1
    for world in table.worlds:
        world.table.do(mending.lay, {(-1, "out"): [0, 3]}, world.table.at.stamp, None, True)
    for number in (leave, leave + 1):
        assert table.ask("host", "host/undo", entry=str(number))[0] == 303
    assert table.ask("host", "host/undo", entry=str(leave + 2))[0] == 303
    assert [world.state.out for world in table.worlds] == [[0], [0]]


def test_what_does_not_fit_into_a_turn_any_more_is_refused_in_one_sentence(tell: Make) -> None:
    """The Dark Cave: gold came onto a vein only after Anna's turn. The rules would say what else had been entered."""
    table = tell("dark-cave", CAVE[0])
    table.acts(*turn(0))
    ended = str(len(table.entries()) - 1)
    table.acts({"kind": "play-path", "by": 1}, {"kind": "reveal-goal", "by": 1, "goal": "gold-vein"})
    takes = json.dumps([{"kind": "take-gold", "by": 0}])
    status, page = table.ask("phone", "add", entries=takes, entry=ended, mends="0")
    assert status == 409
    assert "This can't be changed any more" in page


def test_what_is_cancelled_twice_is_not_brought_back_between(tell: Make) -> None:
    """An undo, its redo and one more undo: the redo alone can't go."""
    table = diggers(tell)
    table.acts({"kind": "discard", "by": 0})
    for number in (1, 2, 1):
        assert table.ask("host", "host/undo", entry=str(number))[0] == 303
    status, page = table.ask("host", "host/undo", entry="3")
    assert status == 409
    assert "This can't be changed any more" in page


# -- seen, then taken back --------------------------------------------------------------------------------------
def test_what_was_drawn_stays_drawn(tell: Make) -> None:
    """A new role is no second try, for whomever it is."""
    table = tell("saboteur-2", [*HATS, *REST, *DIGGERS], [*HATS, *REST, *DIGGERS])
    table.acts({"kind": "swap-hats", "by": 0, "to": 0})
    for to in range(4):
        assert table.ask("host", "host/undo", entry=str(len(table.entries()) - 1))[0] == 303
        for world in table.worlds:
            world.backwards = not world.backwards
        table.acts({"kind": "swap-hats", "by": 0, "to": to})
        assert table.entries()[-1]["drawn"] == table.entries()[1]["drawn"]


def test_in_another_place_it_is_the_same(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *REST, *DIGGERS])
    table.acts({"kind": "swap-hats", "by": 0, "to": 0})
    table.ask("host", "host/undo", entry="1")
    table.world.backwards = True
    table.acts({"kind": "discard", "by": 0, "count": 1}, {"kind": "swap-hats", "by": 1, "to": 0})
    assert table.entries()[-1]["drawn"] == table.entries()[1]["drawn"]


def test_the_nuggets_on_offer_stay(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts(treasure(0))
    offer = list(table.world.state.offer)
    table.ask("host", "host/undo", entry="2")
    table.ask("host", "host/undo", entry="1")
    table.world.backwards = True
    table.acts(treasure(0))
    assert table.world.state.offer == offer


def test_a_deal_that_is_taken_back_deals_the_same_cards(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    dealt, game = table.entries()[0], table.world.table.at.playing[0].id
    assert table.ask("host", "host/undo", entry="0")[0] == 303
    table.world.cards = [*DIGGERS, *HATS, *REST]
    assert table.ask("host", "host/deal", **{"j:first": "3"})[0] == 303
    assert table.entries()[-1] == {**dealt, "first": 3}
    assert table.world.table.at.playing[0].id == game
    assert table.ask("host", "host/afresh", reason="seen")[0] == 303
    assert table.entries()[-1]["cards"] != dealt["cards"], "a card was seen by the wrong person"


def undo_button(table: Tell) -> bool:
    return f"/{table.world.code}/undo?" in table.world.clients["phone"].get(f"/{table.world.code}").text


def seen_is_kept(table: Tell, key: str, sender: str = "phone") -> None:
    """Anna may take it back until somebody has looked, and not any more then; after a restart neither."""
    assert undo_button(table)
    assert table.ask(sender, "look", key=key)[0] == 200
    assert not undo_button(table)
    number = str(len(table.entries()) - 1)
    assert table.ask("phone", "undo", entry=number)[0] == 403
    restarted = Tables(table.world.store).get(table.world.code)
    assert restarted
    assert undoable(restarted.at).get(0) is None
    assert table.ask("host", "host/undo", entry=number)[0] == 303, "the table can put it right"


def test_a_new_role_that_was_looked_at_stays(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.acts({"kind": "swap-hats", "by": 0, "to": 0})
    seen_is_kept(table, "card")


def test_a_new_role_that_another_has_looked_at_stays(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    holder = table.world.in_hand()  # Ben or Dora, who share it
    table.acts({"kind": "swap-hats", "by": 0, "to": holder})
    seen_is_kept(table, "card", "shared")


def test_a_role_that_was_there_before_keeps_nothing(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.acts({"kind": "swap-hats", "by": 0, "to": 1})
    table.ask("phone", "look", key="card")
    assert undo_button(table)


def test_who_has_seen_the_cards_set_aside_is_out(tell: Make) -> None:
    table = tell("dark-cave", CAVE[0])
    exit_found(table)
    table.acts({"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0})
    seen_is_kept(table, "aside")


def test_a_pick_whose_rest_lies_before_the_next_one_stays(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts(treasure(0))
    assert table.world.state.status == SCORING
    card = table.world.state.offer[0]
    assert table.posts("phone", "act", {"kind": "pick", "by": 0, "card": card})[0] == 303
    assert not undo_button(table)
    number = str(len(table.entries()) - 1)
    assert table.ask("phone", "undo", entry=number)[0] == 403
    assert table.ask("host", "host/undo", entry=number)[0] == 303


def test_who_left_on_the_way_and_has_looked_stays_out(tell: Make) -> None:
    """Card, leaving and the end of the turn are one tap, and one line of the log."""
    table = tell("dark-cave", CAVE[0])
    exit_found(table)
    way = json.dumps(leaves(0))
    card = json.dumps([{"kind": "play-path", "by": 0}])
    assert table.ask("phone", "act", entries=card, way=[way], ends="1")[0] == 303
    seen_is_kept(table, "aside")


def test_who_left_afterwards_and_has_looked_stays_out(tell: Make) -> None:
    table = tell("dark-cave", CAVE[0])
    exit_found(table)
    table.acts(*turn(0))
    number = str(len(table.entries()) - 1)
    assert table.ask("phone", "add", entries=json.dumps([leaves(0)]), entry=number, mends="0")[0] == 303
    assert undo_button(table)
    assert table.ask("phone", "look", key="aside")[0] == 200
    assert not undo_button(table)
    assert table.ask("phone", "undo", entry=number)[0] == 403
    assert table.ask("host", "host/undo", entry=number)[0] == 303, "the table can put it right"
