"""What The Dark Cave says and offers beyond its worked cases."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.actions import Entry
from companion.engine.board import draw_board, say_reminder
from companion.engine.corrections import SetFacts, list_lying
from companion.engine.fields import Number
from companion.engine.game import Game
from companion.engine.play import find_move, judge_entry, list_actions, list_deck_announcements, write_entry
from companion.engine.score_story import list_steps
from companion.engine.setup import make_default_options
from companion.engine.text import T
from companion.engine.views import make_view
from companion.engine.visibility import TABLE
from companion.games.dark_cave import GAME
from companion.games.dark_cave.state import WEBS
from companion.i18n import LANGUAGES, render
from companion.record.record import EntryError, Record

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
CARDS = ["yellow-loyal", "blue-loyal", "blue-saboteur", "yellow-loyal", "blue-loyal"]
ASIDE = ["yellow-loyal", "yellow-saboteur", "blue-loyal"]
DEAL: Entry = {"kind": "deal", "cards": CARDS, "aside": ASIDE, "first": 0}
BY_HAND: Entry = {"kind": "deal", "clans": ["yellow", "blue", "blue", "yellow", "blue"], "first": 0}
LAST_CARD: list[Entry] = [
    {"kind": "correct", "deck": -42},
    *({"kind": "correct", "seat": seat, "hand": -5} for seat in (1, 2, 3, 4)),
    {"kind": "correct", "seat": 0, "hand": -4},
]


def played(*entries: Entry, deal: Entry = DEAL, **options: Any) -> Record:
    return Record.load(GAME, NAMES, options, [deal, *entries])


def said(record: Record, entry: Entry) -> str:
    """What the log says of the entry, were it made now."""
    judge_entry(record.game, record.state, entry)
    return str(write_entry(GAME, record.state, entry))


def turn(seat: int) -> list[Entry]:
    return [{"kind": "play-path", "by": seat}, {"kind": "end-turn", "by": seat}]


# -- webs -----------------------------------------------------------------------------------------------------------
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
def test_a_web_of_three_turns_is_one_number_and_every_text_says_so(of_three_turns: Game, lang: str) -> None:
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


# -- creatures ------------------------------------------------------------------------------------------------------
def test_a_creature_that_is_in_the_cave_moves_on_and_its_old_card_is_discarded() -> None:
    record = played({"kind": "creature", "by": 0, "creature": "rat"}, {"kind": "end-turn", "by": 0})
    again = said(record, {"kind": "creature", "by": 1, "creature": "rat"})
    assert again == "Ben moves the rat again; it attacks nobody. Anna discards the old rat card."
    other = said(record, {"kind": "creature", "by": 1, "creature": "goblin", "attacks": [0]})
    assert other == "Ben plays the goblin. Anna puts 1 gold back into the pool."
    buttons = {str(one.label): str(one.note) for one in list_actions(GAME, record.state, 1) if one.kind == "creature"}
    assert buttons == {"rat moves on": "The card in front of Anna is discarded.", "lindworm": "None", "goblin": "None"}


def test_nobody_is_to_lay_a_dwarf_down_that_lies() -> None:
    attack = {"kind": "creature", "by": 0, "creature": "lindworm", "attacks": [2]}
    record = played(attack, {"kind": "end-turn", "by": 0})
    again = said(record, {**attack, "by": 1, "attacks": [0, 2]})
    assert again.endswith("Lay Anna's dwarf down. Cleo's dwarf is already lying down.")


def test_in_one_space_only_other_creatures_are_offered() -> None:
    lie = {"kind": "set", "creatures": [{"creature": "rat", "owner": 1}, {"creature": "goblin", "owner": 1}]}
    record = played(lie, {"kind": "play-path", "by": 0}, {"kind": "meet", "by": 0, "creature": "rat"})
    assert [one.fixed for one in list_actions(GAME, record.state, 0) if one.kind == "meet"] == [{"creature": "goblin"}]


# -- the exit -------------------------------------------------------------------------------------------------------
FOUND: list[Entry] = [{"kind": "set", "goals": ["exit"]}, {"kind": "play-path", "by": 0}]


def test_with_hand_dealt_cards_the_first_one_out_is_told_to_look_and_to_watch() -> None:
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


def test_where_the_phones_dealt_nobody_is_told_to() -> None:
    record = played(*FOUND)
    assert "set-aside" not in said(record, {"kind": "leave", "by": 0})
    record.append({"kind": "leave", "by": 0})
    assert not GAME.list_notices(record.state, 0)


def test_in_the_turn_of_the_exit_leaving_is_greyed_with_the_way_to_enter_it() -> None:
    record = played({"kind": "play-path", "by": 0}, {"kind": "reveal-goal", "by": 0, "goal": "exit"})
    (button,) = [one for one in list_actions(GAME, record.state, 0) if one.kind == "leave"]
    assert "“is out”" in str(button.closed)
    with pytest.raises(EntryError, match="nobody can leave before the next one"):
        record.append({"kind": "leave", "by": 0})
    record.append({"kind": "set", "out": [0]})
    assert record.state.out == [0]
    assert not [one for one in list_actions(GAME, record.state, 0) if one.kind == "leave"]


# -- the last card --------------------------------------------------------------------------------------------------
def test_the_last_card_is_announced() -> None:
    record = played(*LAST_CARD)
    assert list_deck_announcements(GAME, record.state) == []
    record.append({"kind": "play-path", "by": 0})
    assert [str(text) for text in list_deck_announcements(GAME, record.state)] == [
        "That was the last card. Finish this turn, then it's over."
    ]
    record.append({"kind": "end-turn", "by": 0})
    assert list_deck_announcements(GAME, record.state) == []


# -- words ----------------------------------------------------------------------------------------------------------
def test_what_was_set_is_told_as_it_is_now() -> None:
    seats = [{"seat": 1, "boots": True, "axes": 2}, {"seat": 0, "lying": False}]
    webs = [{"marker": "circle", "side": 2, "owner": 3}]
    entry = {"kind": "set", "seats": seats, "webs": webs, "creatures": [], "veins": 1, "note": "seen"}
    assert said(played(), entry) == (
        "Corrected: Anna's dwarf is standing; Ben has boots; Ben has 2 battle-axes; webs: Dora's ● web, showing 2; "
        "no creature is in the cave; 1 gold on gold veins; “seen”."
    )


def test_one_dwarf_is_one_dwarf() -> None:
    two = Record.load(
        GAME,
        NAMES[:2],
        {},
        [
            {"kind": "deal", "cards": ["yellow-loyal", "blue-loyal"], "aside": [], "first": 0},
            {"kind": "end", "reason": "agreed"},
        ],
    )
    lines = [str(line.text) for step in list_steps(GAME, two.state) for line in step.lines]
    assert "blue clan: 0 gold × 1 dwarf working for the other side = 0" in lines


def test_a_stopped_game_tells_that_nobody_has_won() -> None:
    steps = list_steps(GAME, played({"kind": "stop"}).state)
    assert [str(step.title) for step in steps] == ["The game was stopped", "Nobody wins"]
    assert str(steps[-1].lines[0].text) == "No round was scored."


def test_eight_are_told_how_the_piles_are_made() -> None:
    told = " ".join(map(str, GAME.list_preparation(8, make_default_options(GAME), 1)))
    assert "3 × group I" in told
    assert "7 × 7 cards" in told
