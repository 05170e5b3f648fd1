"""A turn of The Dark Cave, by the rulebook's "Sequence of play". Turns in three steps: engine/test_card_moves.py."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.board import draw_board, say_reminder
from companion.engine.corrections import SetFacts, list_lying
from companion.engine.fields import Number
from companion.engine.game import Game
from companion.engine.play import find_move, list_actions, list_deck_announcements, write_entry
from companion.engine.state import PLAYING
from companion.engine.text import T
from companion.engine.views import make_view, reveal_secret
from companion.engine.visibility import TABLE
from companion.games.dark_cave import GAME
from companion.games.dark_cave.state import WEBS
from companion.games.dark_cave.turn import are_all_out
from companion.i18n import LANGUAGES, render
from companion.record.record import EntryError, Record

from .dark_cave import BY_HAND, CARDS, DEAL, FOUND, NAMES, PATH, played, said, turn

LAST_CARD: list[Entry] = [
    {"kind": "correct", "deck": -42},
    *({"kind": "correct", "seat": seat, "hand": -5} for seat in (1, 2, 3, 4)),
    {"kind": "correct", "seat": 0, "hand": -4},
]


def why(record: Record, entry: Entry) -> str:
    with pytest.raises(EntryError) as error:
        record.append(entry)
    return str(error.value)


# -- 1. a card ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("pool", "veins", "left"), [(31, 1, 30), (0, 0, 0)])
def test_play_path_lays_gold_of_the_pool_on_a_vein_if_it_has_any(pool: int, veins: int, left: int) -> None:
    state = played().state
    state.pool = pool
    GAME.fold(state, {**PATH, "gold_vein": True})
    assert (state.veins, state.pool) == (veins, left)


def test_rockfall_takes_the_gold_and_the_webs_of_the_card_with_it() -> None:
    lies: list[Entry] = [
        {"kind": "set", "veins": 1, "webs": [{"marker": "square", "side": 1, "owner": 2}]},
        {"kind": "rockfall", "by": 0, "gold_vein": True, "webs": ["square"]},
    ]
    record = played(lies[0])
    pool = record.state.pool
    assert said(record, lies[1]) == (
        "Anna plays Rockfall and removes a path card. Its gold goes back to the pool. "
        "Also remove the ■ web and discard its card."
    )
    record.append(lies[1])
    assert (record.state.veins, record.state.pool, record.state.webs) == (0, pool + 1, [])


def test_rockfall_refuses_gold_and_webs_that_are_not_there() -> None:
    assert "there's no gold on a gold vein" in why(played(), {"kind": "rockfall", "by": 0, "gold_vein": True})
    assert "nothing can be chosen now" in why(played(), {"kind": "rockfall", "by": 0, "webs": ["square"]})


@pytest.mark.parametrize("kind", ["boots", "battle-axe"])
def test_boots_and_battle_axe_are_three_in_all(kind: str) -> None:
    three: Entry = {"kind": "set", "seats": [{"seat": seat, "boots": True, "axes": 1} for seat in (1, 2, 3)]}
    said_so = {"boots": "all three pairs of boots", "battle-axe": "all three battle-axes"}[kind]
    assert said_so in why(played(three), {"kind": kind, "by": 0, "to": 0})


def test_boots_are_one_pair_a_player_and_axes_any_number() -> None:
    has: Entry = {"kind": "set", "seat": 1, "boots": True, "axes": 2}
    assert "Ben already has boots" in why(played(has), {"kind": "boots", "by": 0, "to": 1})
    assert played(has, {"kind": "battle-axe", "by": 0, "to": 1}).state.seats[1].axes == 3


def test_secret_information_looks_at_no_card_that_is_turned_up() -> None:
    look: Entry = {"kind": "secret-information", "by": 0, "look": "card", "seat": 1}
    seen = played(look).state
    assert str(reveal_secret(GAME, seen, 0, "peek-1")) == "Ben: loyal blue dwarf"
    assert reveal_secret(GAME, seen, 1, "peek-1") is None
    assert "Ben's card is already revealed" in why(played({"kind": "set", "seat": 1, "revealed": True}), look)
    assert "seat can't be 0" in why(played(), {**look, "seat": 0})


def test_spiderweb_lies_showing_two_and_each_marker_once() -> None:
    lay: Entry = {"kind": "spiderweb", "by": 0, "marker": "circle"}
    record = played(lay, {"kind": "end-turn", "by": 0})
    assert record.state.webs == [{"marker": "circle", "side": 2, "owner": 0}]
    assert "the ● web is already in play" in why(record, {**lay, "by": 1})


def test_chop_web_turns_two_to_one_and_then_removes_it() -> None:
    lies: Entry = {"kind": "set", "webs": [{"marker": "circle", "side": 2, "owner": 3}], "seat": 0, "axes": 2}
    chop: Entry = {"kind": "chop-web", "by": 0, "marker": "circle"}
    record = played(lies, chop)
    assert (record.state.webs[0]["side"], record.state.seats[0].axes) == (1, 1)
    record.append(chop)
    assert (record.state.webs, record.state.seats[0].axes) == ([], 0)


@pytest.mark.parametrize(
    ("seat", "said_so"),
    [({"axes": 0}, "Anna has no battle-axe"), ({"axes": 1}, "there's no web in the cave")],
)
def test_chop_web_needs_an_axe_and_a_web(seat: Entry, said_so: str) -> None:
    has: Entry = {"kind": "set", "seat": 0, "boots": True, **seat}
    assert said_so in why(played(has), {"kind": "chop-web", "by": 0, "marker": "circle"})


# -- webs that stay longer ------------------------------------------------------------------------------------------
LAST = Number("web_rounds", T("Webs last so many rounds"), low=2, high=3)
LONG_WEBS = replace(WEBS, countdown=lambda state: state.options["web_rounds"])


class LongWebs(type(GAME)):  # type: ignore[misc]
    """The Dark Cave with an option that only this test has: webs last three rounds."""

    own_options = (*type(GAME).own_options, (LAST, 2))
    of_table = tuple(LONG_WEBS if fact is WEBS else fact for fact in type(GAME).of_table)


@pytest.fixture
def of_three_turns(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game with that option."""
    monkeypatch.setattr("companion.games.dark_cave.turn.WEBS", LONG_WEBS)
    game: Game = LongWebs()
    return game


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_spiderweb_of_three_turns_is_one_number_and_every_text_says_so(of_three_turns: Game, lang: str) -> None:
    game = of_three_turns
    record = Record.load(
        game, NAMES[:2], {"web_rounds": 3}, [{**DEAL, "cards": ["yellow-loyal", "blue-loyal"], "aside": []}]
    )
    lay: Entry = {"kind": "spiderweb", "by": 0, "marker": "circle"}

    def numbers(text: Any) -> str:
        return "".join(letter for letter in render(text, lang) if letter.isdigit())

    def lies() -> tuple[str, str]:
        """The numbers in what the board says of the web: which one is up, which one comes."""
        (web,) = draw_board(game, make_view(game, record.state, TABLE)).things
        return numbers(web.title), numbers(web.note)

    assert numbers(write_entry(game, record.state, lay)) == "3"
    record.append(lay)
    (thing,) = (
        one for one in list_lying(find_move(game, SetFacts).list_believed(record.state), 0) if one.id == "webs-0"
    )
    assert (thing.shows, thing.most, thing.after_a_tap) == (3, 3, 2)
    put_right = {"kind": "set", "webs": [{"marker": "circle", "side": 3, "owner": 1}]}
    assert numbers(write_entry(game, record.state, put_right)) == "3"
    shown, due = [], []
    for _ in range(3):
        chop: Entry = {"kind": "chop-web", "by": 0, "marker": "circle"}
        shown.append((*lies(), numbers(write_entry(game, record.state, chop))))
        for entry in ({"kind": "end-turn", "by": 0}, *turn(1)):
            record.append(entry)
        due += [numbers(say_reminder(game, record.state, one)[0]) for one in record.state.reminders]
        record.append({"kind": "play-path", "by": 0})
    assert shown == [("3", "2", "2"), ("2", "1", "1"), ("1", "", "")]
    assert due == ["2", "1", ""]
    helps = [*(tile.help for tile in game.guide.tiles), *(said.about.help for said in game.lessons)]
    of_webs = [render(text, lang) for text in helps if " web" in str(text) and "dark hole" not in str(text)]
    of_webs.append(render(game.moves["spiderweb"].help or "", lang))
    assert not any(number in text for text in of_webs for number in "23"), "the page of cards knows no option"


# -- 2. moving ------------------------------------------------------------------------------------------------------
def test_tunnel_costs_a_gold_but_none_that_is_not_there() -> None:
    tunnels: list[Entry] = [{"kind": "tunnel", "by": 0}] * 4
    record = played(PATH, *tunnels[:3])
    assert (record.state.seats[0].gold, record.state.pool) == (0, 46 - 15 + 3)
    assert said(record, tunnels[0]) == "Anna goes into a tunnel. Anna has no gold to lose."
    record.append(tunnels[0])
    assert (record.state.seats[0].gold, record.state.pool) == (0, 34)


def test_take_gold_turns_the_card_up_and_is_once_a_turn() -> None:
    take: Entry = {"kind": "take-gold", "by": 0}
    record = played({"kind": "set", "veins": 2}, PATH, take)
    anna = record.state.seats[0]
    assert (anna.gold, anna.revealed, record.state.veins, record.state.running.may_move) == (4, True, 1, False)
    assert "Anna has already taken gold this turn" in why(record, take)


def test_take_gold_refuses_where_no_vein_has_any() -> None:
    assert "there's no gold on a gold vein" in why(played(PATH), {"kind": "take-gold", "by": 0})


def test_take_gold_is_open_after_a_creature_or_a_goal_ended_the_movement_on_the_vein() -> None:
    """The creature attacks first, then the gold is taken; a goal card may turn out to be the vein."""
    take: Entry = {"kind": "take-gold", "by": 0}
    lies: Entry = {"kind": "set", "veins": 1, "creatures": [{"creature": "lindworm", "owner": 1}]}
    met = played(lies, PATH, {"kind": "meet", "by": 0, "creature": "lindworm"}, take).state
    assert (met.seats[0].lying, met.seats[0].gold) == (True, 4)
    vein = played(PATH, {"kind": "reveal-goal", "by": 0, "goal": "gold-vein"})
    assert vein.state.veins == 1
    vein.append(take)
    assert vein.state.seats[0].gold == 4
    ladder = played({"kind": "set", "veins": 1}, PATH, {"kind": "reveal-goal", "by": 0, "goal": "ladder"})
    assert "can't move any more" in why(ladder, take)


def test_reveal_goal_ends_the_movement_and_turns_each_goal_up_once() -> None:
    goal: Entry = {"kind": "reveal-goal", "by": 0, "goal": "ladder"}
    record = played(PATH, goal)
    assert (record.state.goals, record.state.running.may_move) == (["ladder"], False)
    for entry in ({"kind": "end-turn", "by": 0}, {"kind": "play-path", "by": 1}):
        record.append(entry)
    assert "the ladder is already revealed" in why(record, {**goal, "by": 1})


# -- the exit -------------------------------------------------------------------------------------------------------
def test_leave_with_hand_dealt_cards_tells_the_first_one_out_to_look_and_to_watch() -> None:
    record = played(*FOUND, deal=BY_HAND, dealing="cards")
    leave = {"kind": "leave", "by": 0}
    assert "look at the set-aside clan cards in secret" in said(record, leave)
    record.append(leave)
    told = [[str(text) for text in GAME.list_notices(record.state, seat)] for seat in range(5)]
    assert [len(texts) for texts in told] == [1, 0, 0, 0, 0]
    assert "as soon as all dwarves working for one clan are out" in told[0][0]
    for entry in ({"kind": "end-turn", "by": 0}, {"kind": "play-path", "by": 1}):
        record.append(entry)
    assert "set-aside" not in said(record, {"kind": "leave", "by": 1})


def test_leave_tells_nobody_to_look_where_the_phones_dealt() -> None:
    record = played(*FOUND)
    assert "set-aside" not in said(record, {"kind": "leave", "by": 0})
    record.append({"kind": "leave", "by": 0})
    assert not GAME.list_notices(record.state, 0)


def test_leave_is_greyed_in_the_turn_of_the_exit_with_the_way_to_enter_it() -> None:
    record = played({"kind": "play-path", "by": 0}, {"kind": "reveal-goal", "by": 0, "goal": "exit"})
    (button,) = [one for one in list_actions(GAME, record.state, 0) if one.kind == "leave"]
    assert "“is out”" in str(button.closed)
    with pytest.raises(EntryError, match="nobody can leave before the next one"):
        record.append({"kind": "leave", "by": 0})
    record.append({"kind": "set", "out": [0]})
    assert record.state.out == [0]
    assert not [one for one in list_actions(GAME, record.state, 0) if one.kind == "leave"]


def test_leave_waits_for_the_exit() -> None:
    assert "the exit hasn't been found yet" in why(played(PATH), {"kind": "leave", "by": 0})


def test_leave_turns_the_card_up_and_shows_the_first_one_out_what_lies_aside() -> None:
    record = played(*FOUND, {"kind": "leave", "by": 0})
    assert (record.state.out, record.state.seats[0].revealed, record.state.status) == ([0], True, PLAYING)
    assert reveal_secret(GAME, record.state, 0, "aside") is not None
    for entry in ({"kind": "end-turn", "by": 0}, {"kind": "play-path", "by": 1}, {"kind": "leave", "by": 1}):
        record.append(entry)
    assert reveal_secret(GAME, record.state, 1, "aside") is None


@pytest.mark.parametrize(
    ("out", "all_out"),
    [([], False), ([0, 3], False), ([0, 2, 3], True), ([1, 4], True), ([0, 1, 2], False)],
)
def test_are_all_out_when_no_dwarf_of_one_clan_is_left_inside(out: list[int], all_out: bool) -> None:
    """Anna, Dora and Cleo (a blue saboteur) work for yellow, Ben and Emil for blue."""
    assert CARDS[2] == "blue-saboteur"
    state = played().state
    state.out = out
    assert are_all_out(state) == all_out


def test_are_all_out_is_not_known_with_cards_dealt_by_hand() -> None:
    state = played(deal=BY_HAND, dealing="cards").state
    state.out = [0, 1, 2, 3, 4]
    assert not are_all_out(state)


def test_reveal_is_for_rounds_whose_turns_are_not_tracked() -> None:
    reveal: Entry = {"kind": "reveal", "by": 1}
    assert "tracks every turn" in why(played(), reveal)
    record = played(reveal, deal={**DEAL, "follow": "nothing"})
    assert record.state.seats[1].revealed
    assert "Ben's card is already revealed" in why(record, reveal)


# -- the last card --------------------------------------------------------------------------------------------------
def test_list_deck_announcements_says_that_it_was_the_last_card() -> None:
    record = played(*LAST_CARD)
    assert list_deck_announcements(GAME, record.state) == []
    record.append({"kind": "play-path", "by": 0})
    assert [str(text) for text in list_deck_announcements(GAME, record.state)] == [
        "That was the last card. Finish this turn, then it's over."
    ]
    record.append({"kind": "end-turn", "by": 0})
    assert list_deck_announcements(GAME, record.state) == []
