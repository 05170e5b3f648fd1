"""Ways in which a refusal once revealed a role, a hidden card or secret gold; and what was seen is not undone."""

import json
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from worlds import PHONELESS, PLAYERS, World, Worlds, post

from companion.engine.actions import Entry
from companion.engine.state import ROUND_OVER, SCORING
from companion.engine.visibility import OWN
from companion.games import game_by_id
from companion.table import Tables, undo
from companion.table.commands import correct, rounds, tracking
from companion.table.snapshot import seats_that_saw
from companion.table.views.table_view import log_of

Answer = tuple[int, str]
MEANWHILE = "Something else was entered in the meantime"
HATS = ["boss", "saboteur", "profiteer", "geologist"]
DIGGERS = ["blue-digger", "green-digger", "blue-digger", "green-digger"]
REST = [*["geologist", "saboteur", "saboteur"], *["blue-digger", "green-digger"] * 2]
"""Set aside in both orders of dealing out ``HATS`` and ``DIGGERS``."""
TWO_DEALS = [[*HATS, *DIGGERS, *REST], [*DIGGERS, *HATS, *REST]]
MINERS = [*["gold-digger"] * 4, "saboteur", "saboteur"]
SABOTEURS = ["saboteur", *["gold-digger"] * 4, "saboteur"]
"""Five players of Saboteur: one of six cards stays aside."""
SWAP: Entry = {"kind": "swap-hats", "by": 0, "to": 0}
NOTE: Entry = {"kind": "correct", "note": "between"}
AGREED: Entry = {"kind": "end", "reason": "agreed"}


class Tell(Worlds):
    """Tables that differ in nothing but hidden cards: each is asked the same."""

    def sends(self, sender: str, path: str, **data: Any) -> Answer:
        """The answer, which is the same of all."""
        found = {self.one(world, sender, path, **data) for world in self.worlds}
        assert len(found) == 1, found
        return found.pop()

    def one(self, world: World, sender: str, path: str, **data: Any) -> Answer:
        """The status, and why it was refused; pages are compared by ``test_views``."""
        data.setdefault("stamp", world.table.state.stamp)
        status, _, body = world.ask(sender, post(f"/{world.code}/{path}", **data))
        return status, unescape(body.decode()) if status >= 400 else ""

    def posts(self, sender: str, path: str, *entries: Entry) -> Answer:
        return self.sends(sender, path, entries=json.dumps(entries))

    def acts(self, *entries: Entry) -> None:
        """The table does, one after the other."""
        for entry in entries:
            for world in self.worlds:
                world.act(entry)

    def finds_the_treasure(self) -> None:
        """Anna does, and the cards are revealed."""
        self.acts(treasure(0))
        for world in self.worlds:
            with world.mine():
                world.turns_up()

    def taps(self, *entries: Entry, **more: Any) -> None:
        """Anna's phone does."""
        assert self.sends("phone", "act", entries=json.dumps(entries), **more)[0] == 200

    def refuses(self, sender: str, path: str, *entries: Entry) -> None:
        assert self.posts(sender, path, *entries)[0] == 403

    def undoes(self, *entries: int) -> None:
        for entry in entries:
            assert self.undo(entry)[0] == 200

    def undo(self, entry: int, sender: str = "host", path: str = "host/undo") -> Answer:
        return self.sends(sender, path, entry=str(entry))

    @property
    def last(self) -> int:
        """The number of the newest entry."""
        return len(self.at.record.entries) - 1


Make = Callable[..., Tell]


@pytest.fixture
def tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> Iterator[Make]:
    made: list[Tell] = []

    def make(game: str, *deals: list[str], backwards: bool = False) -> Tell:
        made.append(Tell(tmp_path, monkeypatch, caplog, game_by_id(game), *deals))
        made[-1].worlds[-1].backwards = backwards
        made[-1].do(rounds.deal, 0)
        made[-1].do(rounds.start_early)
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def miners(tell: Make) -> Tell:
    """One table of Saboteur."""
    return tell("saboteur", MINERS)


@pytest.fixture
def hats(tell: Make) -> Tell:
    """One table of Saboteur 2."""
    return tell("saboteur-2", TWO_DEALS[0])


@pytest.fixture
def diggers(tell: Make) -> Tell:
    return tell("saboteur", MINERS, SABOTEURS)


def too_late(answer: Answer) -> None:
    assert answer[0] == 409
    assert MEANWHILE in answer[1]


def not_together(answer: Answer) -> None:
    assert answer[0] == 422
    assert "These can't go together right now" in answer[1]


def treasure(by: int, **ways: bool) -> Entry:
    return {"kind": "play-path", "by": by, "goal": "treasure", **ways}


def try_correcting(seat: int, gold: int) -> Entry:
    return {"kind": "correct", "seat": seat, "gold": gold}


def active(seat: int) -> Entry:
    return {"kind": "correct", "active": seat}


def card(seat: int) -> Entry:
    return {"kind": "play-path", "by": seat}


def leaves(seat: int) -> Entry:
    return {"kind": "leave", "by": seat}


def ends(seat: int) -> Entry:
    return {"kind": "end-turn", "by": seat}


def pick(card: int) -> Entry:
    return {"kind": "pick", "by": 0, "card": card}


# -- refusals ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("crystals", [0, 60])
@pytest.mark.parametrize("end", [AGREED, treasure(0, blue_way=True, green_way=False)])
def test_paid_or_not_is_not_told_by_where_a_batch_fails(tell: Make, seat: int, crystals: int, end: Entry) -> None:
    """Saboteur 2: who is paid at the end of the round reveals teams and roles."""
    counted = {"kind": "crystals", "count": crystals}
    table = tell("saboteur-2", *TWO_DEALS)
    not_together(table.posts("host", "host/act", end, counted, try_correcting(seat, -1), {"kind": "zzz"}))


@pytest.mark.parametrize("seat", range(4))
def test_a_pick_in_a_batch_does_not_tell_the_diggers(diggers: Tell, seat: int) -> None:
    batch = active(seat), treasure(seat), {"kind": "nuggets"}
    diggers.refuses("host", "host/act", *batch, {**pick(99), "by": seat})
    assert diggers.posts("host", "host/act", *batch)[0] == 422


@pytest.fixture
def paid(tell: Make) -> Tell:
    """A round of Saboteur is scored, and the gold of the diggers is not the same at both tables."""
    table = tell("saboteur", SABOTEURS, MINERS)
    table.acts(AGREED)
    assert [world.state.seats[0].gold for world in table.worlds] == [4, 0]
    return table


def test_the_host_finds_no_bound_of_secret_gold(paid: Tell) -> None:
    before = paid.last
    for number in range(1, 6):
        paid.refuses("host", "host/act", try_correcting(0, -number))
        paid.refuses("host", "host/act", try_correcting(0, -number), {"kind": "zz"})
    assert paid.last == before


def test_the_hosts_form_does_not_ask_for_secret_gold(diggers: Tell) -> None:
    for panel in ("place/0", "everybody"):
        page = diggers.first.page(diggers.first.clients["host"], f"host/panel/{panel}")
        assert 'name="hand"' in page
        assert 'name="gold"' not in page
    before = [[seat.gold for seat in world.state.seats] for world in diggers.worlds]
    assert diggers.sends("host", "host/place/0/counts", gold="3")[0] == 422
    assert diggers.sends("host", "host/place/-1/counts", deck="30")[0] == 200
    for seat in range(5):
        assert diggers.sends("host", f"host/place/{seat}/counts", hand="3")[0] == 200
    assert [[seat.gold for seat in world.state.seats] for world in diggers.worlds] == before
    assert [seat.hand for seat in diggers.state.seats] == [3] * 5


def test_what_has_a_page_of_its_own_is_no_tap(miners: Tell) -> None:
    status, page = miners.posts("host", "host/act", {"kind": "facts"})
    assert status == 422
    assert "its own page" in page


def test_a_seat_puts_its_own_gold_right(miners: Tell) -> None:
    phone = miners.first.clients["phone"]
    panel = unescape(miners.first.page(phone, "panel/i"))
    form = panel.partition('{"kind": "correct", "seat": 0}')[2].partition("</form>")[0]
    assert 'name="gold"' in form
    assert 'name="hand"' not in form
    miners.taps(try_correcting(0, 2))
    assert miners.state.seats[0].gold == 2
    for entry in (try_correcting(1, 2), {**try_correcting(0, 2), "hand": 1}, {**NOTE, "seat": 0}):
        miners.refuses("phone", "act", entry)
    assert miners.posts("phone", "act", try_correcting(0, -3))[0] == 409


def test_with_the_device_in_hand_too(miners: Tell) -> None:
    path = f"hand/{PHONELESS}"
    miners.refuses("device", f"{path}/act", try_correcting(PHONELESS, 1))
    assert miners.sends("device", f"{path}/open")[0] == 303
    assert 'name="gold"' in miners.first.page(miners.first.clients["device"], f"{path}/open")
    assert miners.posts("device", f"{path}/act", try_correcting(PHONELESS, 1))[0] == 303
    assert miners.state.seats[PHONELESS].gold == 1


def test_gold_that_lies_open_is_the_hosts_to_correct_and_untold_gold_nobodys(hats: Tell) -> None:
    hats.acts(try_correcting(0, 1))
    hats.refuses("phone", "act", try_correcting(0, 1))
    assert "Is your count wrong?" not in hats.first.page(hats.first.clients["phone"], "panel/i")
    hats.acts(AGREED, {"kind": "crystals", "count": 2})
    assert hats.state.status == ROUND_OVER
    hats.refuses("host", "host/act", try_correcting(0, 1))
    hats.refuses("phone", "act", try_correcting(0, 1))
    while not hats.at.told:
        hats.sends("host", "host/next")
    hats.acts(try_correcting(0, 1))


@pytest.mark.parametrize("card", [0, 1, 2, 3, 99])
def test_the_host_does_not_pick_and_reads_nothing_of_the_cards_on_offer(tell: Make, card: int) -> None:
    """Anna has found the treasure; what is on offer is not the same at both tables."""
    table = tell("saboteur", MINERS, MINERS, backwards=True)
    table.finds_the_treasure()
    assert table.worlds[0].state.offer != table.worlds[1].state.offer
    status, page = table.posts("host", "host/act", pick(card))
    assert status == 403
    assert "was expected" not in page


def test_the_picker_reads_what_is_on_offer(miners: Tell) -> None:
    miners.finds_the_treasure()
    status, page = miners.posts("phone", "act", pick(99))
    assert status == 409
    assert "was expected" in page


CAVE = [
    ["yellow-loyal", "blue-saboteur", *["blue-loyal"] * 3, "yellow-loyal", "yellow-loyal", "yellow-saboteur"],
    ["yellow-loyal", "blue-loyal", "blue-saboteur", *["blue-loyal"] * 2, *["yellow-loyal"] * 2, "yellow-saboteur"],
]
"""Anna and Ben are all that work for yellow, or Anna and Cleo."""


def exit_found(tell: Make, *deals: list[str]) -> Tell:
    """It is Anna's turn, the exit of the cave is revealed, and everyone has had a turn since."""
    table = tell("dark-cave", *deals)
    table.acts(card(0), {"kind": "reveal-goal", "by": 0, "goal": "exit"}, ends(0))
    for seat in (1, 2, 3, 4):
        table.acts(card(seat), ends(seat))
    return table


@pytest.fixture
def cave(tell: Make) -> Tell:
    """Who leaves with Anna decides whether the game is over."""
    return exit_found(tell, *CAVE)


def test_leaving_in_a_batch_does_not_tell_who_is_of_ones_side(cave: Tell) -> None:
    """The Dark Cave: the entry that failed revealed whether the game was over."""
    cave.acts(active(1), card(1), leaves(1), active(0))
    not_together(cave.posts("phone", "act", card(0), leaves(0), {**ends(0), "no": 1}))


def test_a_leaver_who_is_brought_back_does_not_tell_it_either(cave: Tell) -> None:
    cave.acts(card(0), leaves(0))
    leave = cave.last
    cave.undoes(leave)
    cave.acts(ends(0), card(1), leaves(1), ends(1))
    too_late(cave.undo(leave + 1))


def test_a_redo_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: once the same role was drawn twice, and once not."""
    dealt, others = [*DIGGERS, HATS[1]], [*HATS[2:], *REST]
    table = tell("saboteur-2", [*dealt, "boss", *others], [*dealt, *others, "boss"])
    table.acts(SWAP)
    table.undoes(1)
    table.acts(active(0), SWAP)
    answer = table.undo(2)
    too_late(answer)
    assert "aside" not in answer[1]


def test_a_redo_after_other_swaps_does_not_tell_which_hat_was_drawn(tell: Make) -> None:
    """Saboteur 2: what is drawn after an undo may be the role that was there before the redo."""
    table = tell("saboteur-2", *TWO_DEALS, backwards=True)
    table.acts(SWAP, active(1), {**SWAP, "by": 1, "to": 1})
    table.undoes(3, 2, 1, 6, 1)
    table.acts({**SWAP, "to": 2})
    too_late(table.undo(8))


PAID = [
    ["saboteur", "profiteer", "saboteur", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
    ["saboteur", "saboteur", "profiteer", "saboteur", "boss", "geologist", "geologist", *DIGGERS, *DIGGERS],
]
"""Where the treasure is not reached Ben is paid a saboteur's gold, or two less of it as the profiteer."""


def test_a_count_taken_back_from_before_a_round_that_was_told_does_not_tell_who_is_paid(tell: Make) -> None:
    """Saboteur 2: the theft that was revealed needs gold, which the profiteer had only from a correction."""
    table = tell("saboteur-2", *PAID)
    table.do(tracking.set_tracking, "nothing")
    table.acts(try_correcting(1, 1))
    table.do(tracking.end_round_with, {"connector": None, "crystals": 0, "trapped": [], "thefts": [[4, 1]]})
    too_late(table.undo(2))


def test_a_count_taken_back_from_before_another_does_not_tell_secret_gold(paid: Tell) -> None:
    """Saboteur: Anna has got 4 nuggets in the first round, or none."""
    for world in paid.worlds:
        world.tells()
        world.begins()
    for gold in (1, -1):
        paid.taps(try_correcting(0, gold))
    less = paid.last
    too_late(paid.undo(less - 1))
    paid.undoes(less, less - 1)
    assert paid.undo(less + 1)[0] == 409, "nor when both are gone"


def test_who_is_brought_back_behind_others_does_not_tell_who_is_of_ones_side(cave: Tell) -> None:
    """The Dark Cave: Anna has left while Ben had not, who has by now."""
    undone = []
    for seat in (1, 0):
        cave.acts(active(seat), card(seat), leaves(seat))
        cave.undoes(cave.last)
        undone.append(cave.last)
    assert cave.undo(undone[0])[0] == 409
    cave.undoes(undone[1])


def test_a_leaver_is_brought_back_where_nothing_has_changed_before(cave: Tell) -> None:
    cave.acts(card(0), leaves(0))
    leave = cave.last
    cave.undoes(leave, leave + 1, leave)
    cave.acts(NOTE)
    assert cave.undo(leave + 3)[0] == 409


# -- what is on the table, and events along the way ------------------------------------------------------------------
def test_who_was_set_out_and_not_is_not_set_out_again_before_others_left(cave: Tell) -> None:
    for world in cave.worlds:
        world.table.run(correct.set_token, 0, "out", 1, world.table.state.stamp, None, True)
    cave.undoes(cave.last)
    undo = cave.last
    cave.acts(active(1), card(1), leaves(1), ends(1))
    assert cave.undo(undo)[0] == 409


@pytest.mark.parametrize("name", ["revealed", "out"])
def test_the_host_sees_no_card_that_its_owner_has_not_turned_up(cave: Tell, name: str) -> None:
    """A tap would show it, and an undo would let the game go on. The log keeps what everyone saw."""
    world = cave.first
    cave.refuses(
        "host", "host/act", {"kind": "set", "out": [0]} if name == "out" else {"kind": "set", "seat": 0, name: True}
    )
    sent = {"lay": f"{name}:1"}
    status, page = cave.sends("host", "host/place/0/things", **sent)
    assert status == 409
    assert f"Only {PLAYERS[0]} can reveal their card" in page
    assert not world.state.seats[0].revealed
    assert 'name="seen"' in world.page(world.clients["host"], "host/panel/place/0")
    for one in cave.worlds:
        assert cave.one(one, "host", "host/place/0/things", seen="1", **sent)[0] == 200
        assert one.state.seats[0].revealed
        last = len(one.table.state.record.entries) - 1
        assert cave.one(one, "host", "host/undo", entry=str(last))[0] == 200
        assert f"Everyone sees {PLAYERS[0]}'s card." in [str(line.text) for line in log_of(one.table.state)]


def test_a_phone_that_is_asked_turns_its_card_up_or_not(cave: Tell) -> None:
    """The host's tick asks; who has no phone gets the device, and says so there."""
    for one in cave.worlds:

        def asked(one: Any = one) -> bool:
            return "is your card face up?" in one.page(one.clients["phone"])

        def sends(sender: str, path: str, one: Any = one, **data: str) -> int:
            return cave.one(one, sender, path, **data)[0]

        assert sends("phone", "host/place/0/ask") in (200, 403)
        assert not asked()
        assert sends("host", "host/place/0/ask") == 200
        assert not one.state.seats[0].revealed
        assert asked()
        assert "phone is asking" in one.page(one.clients["host"], "host/panel/place/0")
        assert sends("phone", "place/stays") == 200
        assert not asked()
        assert sends("host", "host/place/0/ask") == 200
        assert sends("phone", "place/things", lay="revealed:1") == 200
        assert one.state.seats[0].revealed
        assert not asked()
        assert sends("host", "host/place/0/ask") == 409


def test_what_happened_on_the_way_comes_after_a_card(cave: Tell) -> None:
    """The sentence that refused what came after leaving revealed whether the game was over."""
    cave.acts(active(1), card(1), leaves(1), ends(1), active(0), card(0))
    bridge = {"kind": "bridge", "by": 0}
    # Leaving is entered last in whichever order it was marked, so nothing can come after it but another one.
    for first, *way in ([leaves(0), bridge], [card(0), leaves(0), leaves(0)]):
        marked = [json.dumps(one) for one in way]
        not_together(cave.sends("phone", "act", entries=json.dumps([first]), way=marked))


def test_a_look_is_taken_back_by_the_table_alone(tell: Make) -> None:
    table = tell("saboteur-2", *TWO_DEALS)
    table.taps({"kind": "inspect", "by": 0, "seat": 1})
    assert "only the table screen can undo this" in table.first.page(table.first.clients["phone"])
    the_table_alone_undoes(table)
    assert table.undo(1)[0] == 409


# -- seen, then undone ------------------------------------------------------------------------------------------
def undo_button(table: Tell) -> bool:
    return f'"{table.first.code}/undo?' in table.first.page(table.first.clients["phone"])


def the_table_alone_undoes(table: Tell) -> None:
    """What Anna did last."""
    assert not undo_button(table)
    assert table.undo(table.last, "phone", "undo")[0] == 403
    table.undoes(table.last)


def seen_is_kept(table: Tell, key: str, sender: str = "phone") -> None:
    """Anna can undo it until someone has looked, but not after; after a restart neither."""
    assert undo_button(table)
    assert table.sends(sender, "look", key=key)[0] == 200
    restarted = Tables(table.first.store).get(table.first.code)
    assert restarted
    back = undo.find_undo(restarted.state)
    assert back is not None
    assert back.why == undo.SEEN
    the_table_alone_undoes(table)


def test_a_new_role_that_was_looked_at_stays(hats: Tell) -> None:
    hats.taps(SWAP)
    seen_is_kept(hats, "card")


def test_a_new_role_that_another_has_looked_at_stays(hats: Tell) -> None:
    hats.taps({**SWAP, "to": hats.first.seat_of("shared")})  # Ben or Dora, who share it
    seen_is_kept(hats, "card", "shared")


def test_a_role_that_was_there_before_keeps_nothing(hats: Tell) -> None:
    hats.taps({**SWAP, "to": 1})
    hats.sends("phone", "look", key="card")
    assert undo_button(hats)


def test_a_pick_whose_rest_lies_before_the_next_one_stays(miners: Tell) -> None:
    miners.finds_the_treasure()
    assert miners.state.status == SCORING
    miners.taps(pick(miners.state.offer[0]))
    the_table_alone_undoes(miners)


@pytest.mark.parametrize("on_the_way", [False, True])
def test_who_has_seen_the_cards_set_aside_is_out(tell: Make, on_the_way: bool) -> None:
    """Along the way, card, leaving and the end of the turn are one tap, and one line of the log."""
    table = exit_found(tell, CAVE[0])
    if on_the_way:
        table.taps(card(0), way=[json.dumps(leaves(0))], ends="1")
    else:
        table.taps(card(0), leaves(0))
    seen_is_kept(table, "aside")
    assert 0 not in seats_that_saw(table.at, OWN), "her own card is another one"
