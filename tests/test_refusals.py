"""Ways in which a refusal once told a role, a hidden card or secret gold; and what was seen is not taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from crawl import PHONELESS, Ask, Worlds
from posting import Table

from companion.games import game_by_id
from companion.rules.asking import Entry
from companion.rules.state import ROUND_OVER, SCORING
from companion.table import Tables, dealing, following, mending, undoing
from companion.table.now import log_of

Answer = tuple[int, str]
MEANWHILE = "Something else was entered meanwhile"
HATS = ["boss", "saboteur", "profiteer", "geologist"]
DIGGERS = ["blue-digger", "green-digger", "blue-digger", "green-digger"]
REST = [*["geologist", "saboteur", "saboteur"], *["blue-digger", "green-digger"] * 2]
"""Set aside in both orders of dealing out ``HATS`` and ``DIGGERS``."""
MINERS, SABOTEURS = [*["gold-digger"] * 4, "saboteur"], ["saboteur", *["gold-digger"] * 4]


class Tell(Worlds):
    """Tables that differ in nothing but hidden cards: each is asked the same."""

    kind = Table

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

    def taps(self, *entries: Entry, **more: Any) -> None:
        """Anna's phone does."""
        assert self.ask("phone", "act", entries=json.dumps(entries), **more)[0] == 303

    def undoes(self, entry: int | str) -> Answer:
        return self.ask("host", "host/undo", entry=str(entry))

    def entries(self) -> list[Entry]:
        return list(self.at.playing[1].entries)


Make = Callable[..., Tell]


@pytest.fixture
def tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    made: list[Tell] = []

    def make(game: str, *deals: list[str], backwards: bool = False) -> Tell:
        made.append(Tell(tmp_path, monkeypatch, game_by_id(game), *deals))
        made[-1].worlds[-1].backwards = backwards
        made[-1].do(dealing.deal, 0)
        made[-1].do(dealing.start_early)
        return made[-1]

    yield make
    for one in made:
        one.close()


def hats(tell: Make) -> Tell:
    return tell("saboteur-2", [*HATS, *DIGGERS, *REST], [*DIGGERS, *HATS, *REST])


def diggers(tell: Make, *deals: list[str]) -> Tell:
    """Five players of Saboteur: one of six cards stays aside."""
    return tell("saboteur", *(deals or ([*MINERS, "saboteur"], [*SABOTEURS, "saboteur"])))


def too_late(answer: Answer) -> None:
    assert answer[0] == 409
    assert MEANWHILE in answer[1]


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
        page = table.first.clients["host"].get(f"/{table.first.code}/host/panel/{panel}").text
        assert "n:hand" in page
        assert "n:gold" not in page
    before = [[seat.gold for seat in world.state.seats] for world in table.worlds]
    assert table.ask("host", "host/place/0/counts", **{"n:gold": "3"})[0] == 422
    assert table.ask("host", "host/place/-1/counts", **{"n:deck": "30"})[0] == 303
    for seat in range(5):
        assert table.ask("host", f"host/place/{seat}/counts", **{"n:hand": "3"})[0] == 303
    assert [[seat.gold for seat in world.state.seats] for world in table.worlds] == before
    assert [seat.hand for seat in table.state.seats] == [3] * 5


def test_a_seat_puts_its_own_gold_right(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    phone, code = table.first.clients["phone"], table.first.code
    assert "/panel/own" in phone.get(f"/{code}").text
    panel = unescape(phone.get(f"/{code}/panel/own").text)
    assert '{"kind": "correct", "seat": 0}' in panel
    assert "z:gold" in panel
    assert table.posts("phone", "act", correct(0, 2))[0] == 303
    assert table.state.seats[0].gold == 2
    assert table.posts("phone", "act", correct(1, 2))[0] == 403
    assert table.posts("phone", "act", {**correct(0, 2), "hand": 1})[0] == 403
    assert table.posts("phone", "act", {"kind": "correct", "seat": 0, "note": "x"})[0] == 403
    assert table.posts("phone", "act", correct(0, -3))[0] == 409


def test_with_the_device_in_hand_too(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    path = f"hand/{PHONELESS}"
    assert table.posts("device", f"{path}/act", correct(PHONELESS, 1))[0] == 403
    assert table.ask("device", f"{path}/open")[0] == 303
    assert "z:gold" in table.first.clients["device"].get(f"/{table.first.code}/{path}/open").text
    assert table.posts("device", f"{path}/act", correct(PHONELESS, 1))[0] == 303
    assert table.state.seats[PHONELESS].gold == 1


def test_gold_that_lies_open_is_the_hosts_to_correct_and_untold_gold_nobodys(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.acts(correct(0, 1))
    assert table.posts("phone", "act", correct(0, 1))[0] == 403
    table.acts({"kind": "end", "reason": "agreed"}, {"kind": "crystals", "count": 2})
    assert table.state.status == ROUND_OVER
    assert table.posts("host", "host/act", correct(0, 1))[0] == 403
    assert table.posts("phone", "act", correct(0, 1))[0] == 403
    while not table.at.told:
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
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, {"kind": "play-path", "by": 1}, {"kind": "leave", "by": 1})
    table.acts({"kind": "correct", "active": 0})
    path, leave = {"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0}
    status, page = table.posts("phone", "act", path, leave, {"kind": "end-turn", "by": 0, "no": 1})
    assert status == 422
    assert "not offered together" in page


def test_a_leaver_who_is_brought_back_does_not_tell_it_either(tell: Make) -> None:
    table = cave(tell)
    table.acts({"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0})
    leave = len(table.entries()) - 1
    assert table.undoes(leave)[0] == 303
    table.acts({"kind": "end-turn", "by": 0}, {"kind": "play-path", "by": 1}, {"kind": "leave", "by": 1})
    table.acts({"kind": "end-turn", "by": 1})
    too_late(table.undoes(leave + 1))


def test_a_redo_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: once the same role was drawn twice, and once not."""
    dealt, others = [*DIGGERS, HATS[1]], [*HATS[2:], *REST]
    table = tell("saboteur-2", [*dealt, "boss", *others], [*dealt, *others, "boss"])
    swap, again = {"kind": "swap-hats", "by": 0, "to": 0}, {"kind": "correct", "active": 0}
    table.acts(swap)
    assert table.undoes(1)[0] == 303
    table.acts(again, swap)
    answer = table.undoes(2)
    too_late(answer)
    assert "aside" not in answer[1]


def test_a_redo_after_other_swaps_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: what is drawn after an undo may be the role that lay before the redo."""
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST], [*DIGGERS, *HATS, *REST], backwards=True)
    swap, next_swap, other = ({"kind": "swap-hats", "by": by, "to": to} for by, to in ((0, 0), (1, 1), (0, 2)))
    table.acts(swap, {"kind": "correct", "active": 1}, next_swap)
    for entry in (3, 2, 1, 6, 1):
        assert table.undoes(entry)[0] == 303
    table.acts(other)
    too_late(table.undoes(8))


PAID = [
    ["saboteur", "profiteer", "saboteur", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
    ["saboteur", "saboteur", "profiteer", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
]
"""Where the treasure is not reached Ben is paid a saboteur's gold, or two less of it as the profiteer."""


def test_a_count_taken_back_from_before_a_round_that_was_told_does_not_tell_who_is_paid(tell: Make) -> None:
    """Saboteur 2: the theft that was told needs gold, which the profiteer had from a correction alone."""
    table = tell("saboteur-2", *PAID)
    table.do(following.follow, "nothing")
    table.acts(correct(1, 1))
    table.do(following.tell, {"connector": None, "crystals": 0, "trapped": [], "thefts": [[4, 1]]})
    too_late(table.undoes(2))


def test_a_count_taken_back_from_before_another_does_not_tell_secret_gold(tell: Make) -> None:
    """Saboteur: Anna has got 4 nuggets in the first round, or none."""
    table = paid(tell)
    for world in table.worlds:
        world.tells()
        world.begins()
    for gold in (1, -1):
        assert table.posts("phone", "act", correct(0, gold))[0] == 303
    less = len(table.entries()) - 1
    too_late(table.undoes(less - 1))
    for one in (less, less - 1):
        assert table.undoes(one)[0] == 303
    assert table.undoes(less + 1)[0] == 409, "nor when both are gone"


def test_who_is_brought_back_behind_others_does_not_tell_who_is_of_ones_side(tell: Make) -> None:
    """The Dark Cave: Anna has left while Ben had not, who has by now."""
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, {"kind": "play-path", "by": 1}, leaves(1))
    ben = len(table.entries()) - 1
    assert table.undoes(ben)[0] == 303
    table.acts({"kind": "correct", "active": 0}, {"kind": "play-path", "by": 0}, leaves(0))
    anna = len(table.entries()) - 1
    assert table.undoes(anna)[0] == 303
    assert table.undoes(ben + 1)[0] == 409
    assert table.undoes(anna + 1)[0] == 303


def test_a_leaver_is_brought_back_where_nothing_has_changed_before(tell: Make) -> None:
    table = cave(tell)
    table.acts({"kind": "play-path", "by": 0}, leaves(0))
    leave = len(table.entries()) - 1
    assert table.undoes(leave)[0] == 303
    assert table.undoes(leave + 1)[0] == 303
    assert table.undoes(leave)[0] == 303
    table.acts(NOTE)
    assert table.undoes(leave + 3)[0] == 409


# -- what lies there, and what happens on the way --------------------------------------------------------------------
NOTE = {"kind": "correct", "note": "between"}


def turn(seat: int, *way: Entry) -> list[Entry]:
    return [{"kind": "play-path", "by": seat}, *way, {"kind": "end-turn", "by": seat}]


def leaves(seat: int) -> Entry:
    return {"kind": "leave", "by": seat}


def cave(tell: Make) -> Tell:
    """It is Anna's turn, and the exit is open. Who leaves with her decides whether the game is over."""
    table = tell("dark-cave", *CAVE)
    exit_found(table)
    return table


def test_who_was_set_out_and_not_is_not_set_out_again_before_others_left(tell: Make) -> None:
    table = cave(tell)
    for world in table.worlds:
        world.table.do(mending.lay, {(-1, "out"): [0]}, world.table.at.stamp, None, True)
    assert table.ask("host", "host/undo", entry=str(len(table.entries()) - 1))[0] == 303
    undo = len(table.entries()) - 1
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)))
    assert table.undoes(undo)[0] == 409


@pytest.mark.parametrize("name", ["revealed", "out"])
def test_the_host_sees_no_card_that_its_owner_has_not_turned_up(tell: Make, name: str) -> None:
    """A tap would show it, and an undo would let the game go on. The log keeps what everybody saw."""
    table = cave(tell)
    world = table.first
    entry = {"kind": "set", "out": [0]} if name == "out" else {"kind": "set", "seat": 0, name: True}
    assert table.posts("host", "host/act", entry)[0] == 403
    sent = {"lay": f"{name}:1"}
    status, page = table.ask("host", "host/place/0/things", **sent)
    assert status == 409
    assert "Only Anna can turn up their card" in page
    assert not world.state.seats[0].revealed
    assert 'name="seen"' in world.page(world.clients["host"], "host/panel/place/0")
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
        assert question not in one.page(one.clients["phone"])
        assert table.one(one, "host", "host/place/0/ask")[0] == 303
        assert not one.state.seats[0].revealed
        assert question in one.page(one.clients["phone"])
        assert "phone asks" in one.page(one.clients["host"], "host/panel/place/0")
        assert table.one(one, "phone", "place/stays")[0] == 303
        assert question not in one.page(one.clients["phone"])
        assert table.one(one, "host", "host/place/0/ask")[0] == 303
        assert table.one(one, "phone", "place/things", lay="revealed:1")[0] == 303
        assert one.state.seats[0].revealed
        assert question not in one.page(one.clients["phone"])
        assert table.one(one, "host", "host/place/0/ask")[0] == 409


def test_what_happened_on_the_way_comes_after_a_card(tell: Make) -> None:
    """Whether the game was over was told by the sentence that refused what came after leaving."""
    table = cave(tell)
    table.acts({"kind": "correct", "active": 1}, *turn(1, leaves(1)), {"kind": "correct", "active": 0}, turn(0)[0])
    bridge = {"kind": "bridge", "by": 0}
    for first, *way in ([leaves(0), bridge], [turn(0)[0], leaves(0), bridge]):
        marked = [json.dumps(one) for one in way]
        status, page = table.ask("phone", "act", entries=json.dumps([first]), way=marked)
        assert status == 422
        assert "not offered together" in page


def test_a_look_is_taken_back_by_the_table_alone(tell: Make) -> None:
    table = hats(tell)
    table.taps({"kind": "inspect", "by": 0, "seat": 1})
    assert not undo_button(table)
    assert "the table can take this back" in table.first.page(table.first.clients["phone"])
    assert table.ask("phone", "undo", entry="1")[0] == 403
    assert table.undoes(1)[0] == 303
    assert table.undoes(1)[0] == 409


# -- seen, then taken back --------------------------------------------------------------------------------------


def undo_button(table: Tell) -> bool:
    return f'"{table.first.code}/undo?' in table.first.page(table.first.clients["phone"])


def seen_is_kept(table: Tell, key: str, sender: str = "phone") -> None:
    """Anna may take it back until somebody has looked, and not any more then; after a restart neither."""
    assert undo_button(table)
    assert table.ask(sender, "look", key=key)[0] == 200
    assert not undo_button(table)
    number = str(len(table.entries()) - 1)
    assert table.ask("phone", "undo", entry=number)[0] == 403
    restarted = Tables(table.first.store).get(table.first.code)
    assert restarted
    back = undoing.to_undo(restarted.at)
    assert back is not None
    assert back.why == undoing.SEEN
    assert table.undoes(number)[0] == 303, "the table can put it right"


def test_a_new_role_that_was_looked_at_stays(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.taps({"kind": "swap-hats", "by": 0, "to": 0})
    seen_is_kept(table, "card")


def test_a_new_role_that_another_has_looked_at_stays(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    holder = table.first.in_hand()  # Ben or Dora, who share it
    table.taps({"kind": "swap-hats", "by": 0, "to": holder})
    seen_is_kept(table, "card", "shared")


def test_a_role_that_was_there_before_keeps_nothing(tell: Make) -> None:
    table = tell("saboteur-2", [*HATS, *DIGGERS, *REST])
    table.taps({"kind": "swap-hats", "by": 0, "to": 1})
    table.ask("phone", "look", key="card")
    assert undo_button(table)


def test_who_has_seen_the_cards_set_aside_is_out(tell: Make) -> None:
    table = tell("dark-cave", CAVE[0])
    exit_found(table)
    table.taps({"kind": "play-path", "by": 0}, {"kind": "leave", "by": 0})
    seen_is_kept(table, "aside")


def test_a_pick_whose_rest_lies_before_the_next_one_stays(tell: Make) -> None:
    table = tell("saboteur", [*MINERS, "saboteur"])
    table.acts(treasure(0))
    assert table.state.status == SCORING
    card = table.state.offer[0]
    assert table.posts("phone", "act", {"kind": "pick", "by": 0, "card": card})[0] == 303
    assert not undo_button(table)
    number = str(len(table.entries()) - 1)
    assert table.ask("phone", "undo", entry=number)[0] == 403
    assert table.undoes(number)[0] == 303


def test_who_left_on_the_way_and_has_looked_stays_out(tell: Make) -> None:
    """Card, leaving and the end of the turn are one tap, and one line of the log."""
    table = tell("dark-cave", CAVE[0])
    exit_found(table)
    way = json.dumps(leaves(0))
    card = json.dumps([{"kind": "play-path", "by": 0}])
    assert table.ask("phone", "act", entries=card, way=[way], ends="1")[0] == 303
    seen_is_kept(table, "aside")
