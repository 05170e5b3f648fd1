"""The turn as a phone and the host have it: the large button, tiles, marks before a card, sheets.

``templates/phone/turn.html`` draws it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.engine.actions import GROUPS, Action, ButtonGroup, Entry
from companion.engine.clans import CLAN_NAMES
from companion.engine.fields import Choice, Field, Flag, Number, OneOf, SomeOf
from companion.engine.reference import Guide
from companion.engine.text import T, Text
from companion.games import game_by_id
from companion.table.views.table_view import SeatActions
from companion.web.forms import name_input, to_json

LAST = 2**12
DISCARD = "discard"
SHOWN = T("{first} {then}")
COUNTED = T("{what}: {name}")


class PreselectedOption(NamedTuple):
    """A thing that a card shows, lit before its tap: the words for it, and the input that sends it.

    ``alone``: it replaces every other one of that name.
    """

    icon: str
    words: Text
    name: str
    value: str
    alone: str = ""


@dataclass(frozen=True)
class TurnTiles:
    """The turn of a ``seat``: ``main`` is the large button, ``cards`` the tiles, ``shut`` what can't be done now.

    In the row above the button: ``steps`` that are entries of their own, the ``way`` (what may happen with a card), and
    what is possible ``then``, after one of its entries was marked.
    """

    seat: int
    main: Action | None
    cards: Sequence[Action]
    shut: Sequence[Action]
    steps: Sequence[Action]
    way: Sequence[Action]
    then: Sequence[tuple[Action, Sequence[Entry]]]


def make_turn(doing: SeatActions, game: str) -> TurnTiles:
    """Return all that can be done now; what hardly ever happens comes last."""
    guide = game_by_id(game).guide
    offered = [action for action in doing.actions if action.group != ButtonGroup.SETTLE]
    actions = sorted(offered, key=lambda action: _rank(guide, action))
    open_ones = [action for action in actions if not action.closed]
    main = _choose_main(guide, open_ones) if doing.waits else None
    steps = [action for action in open_ones if action is not main and _find_group(action) == "way"]
    cards = [action for action in open_ones if action is not main and action not in steps]
    shut = [action for action in actions if action.closed and not action.rare]
    return TurnTiles(doing.seat, main, cards, shut, steps, doing.way, doing.then)


def _rank(guide: Guide, action: Action) -> tuple[int, int]:
    """Return the rank of a tile: in its group, one that is not listed comes last, and secret ones as they come."""
    place = guide.places.get(action.tile.key, LAST) if action.tile and not action.secret else LAST
    return GROUPS.index(_find_group(action)), place


def _choose_main(guide: Guide, actions: Sequence[Action]) -> Action | None:
    """Choose the commonest action: what ends the turn once a card has been played, else the first that asks nothing.

    Never a secret choice: a hand on the large button would be seen.
    """
    actions = [action for action in actions if not action.secret]
    ending = next((action for action in actions if action.group == ButtonGroup.END), None)
    playing = [action for action in actions if action.group == ButtonGroup.PLAY]
    if ending and not playing:
        return ending
    ready = [action for action in playing if not list_asked(action)]
    usual = [action for action in ready if action.kind in (guide.tiles[0].key, DISCARD)] if guide.tiles else ready
    return next(iter(usual or ready), ending)


def _find_group(action: Action) -> str:
    if action.tile:
        return action.tile.group
    return "way" if action.group == ButtonGroup.WAY else "other"


def list_asked(action: Action) -> tuple[Field, ...]:
    """Return the fields that its sheet asks for; if there is none, all is marked before the tap."""
    return action.asked if has_sheet(action) else ()


def has_sheet(action: Action) -> bool:
    """Return whether there is a sheet behind its tile: a tap on it has to wait for an answer."""
    asks = action.tile is not None and action.tile.asks
    return asks or any(not (field.optional or isinstance(field, Number)) for field in action.asked)


def name_with(action: Action, shown: str | Text) -> Text:
    """Name the card with what it shows, or with how many it is of."""
    counted = any(isinstance(field, Number) and not field.optional for field in action.asked)
    name = action.name
    return COUNTED.fill(what=name, name=shown) if counted else SHOWN.fill(first=name, then=shown)


def count_often(action: Action, game: str) -> int:
    """Return how often it can happen before one card."""
    return game_by_id(game).moves[action.kind].often


# -- sheets ---------------------------------------------------------------------------------------------------------
def find_sheet(doing: SeatActions, id: str) -> Action | None:
    """Return the action whose sheet has that id; None if it can't be done now."""
    offered = (action for action in doing.actions if action.group != ButtonGroup.SETTLE and not action.closed)
    return next((action for action in offered if has_sheet(action) and make_sheet_id(action) == id), None)


def list_questions(action: Action) -> tuple[Sequence[Field], OneOf | SomeOf | None]:
    """Return the questions of a sheet, and the last one if a tap on its answer sends."""
    asked = [_keep_possible(field) for field in list_asked(action) if not (isinstance(field, Flag) and field.closed)]
    if len(asked) > 1 and isinstance(asked[-1], OneOf) and asked[-1].optional:
        asked[-2:] = reversed(asked[-2:])
    if asked and isinstance(asked[-1], (OneOf, SomeOf)) and all(field.optional for field in asked[:-1]):
        return asked[:-1], asked[-1]
    return asked, None


def list_answers(field: OneOf | SomeOf) -> list[Choice]:
    """Return the choices without the note that most of them share."""
    usual = Counter(choice.note.message for choice in field.choices if choice.note).most_common(1)
    return [
        choice._replace(note=None) if choice.note and choice.note.message == usual[0][0] else choice
        for choice in field.choices
    ]


def make_sheet_id(action: Action) -> str:
    """Make the id of its sheet."""
    fixed = "-".join("-".join(value) if isinstance(value, list) else str(value) for value in action.fixed.values())
    return f"s-{action.by}-{action.kind}-{fixed}".rstrip("-")


def list_marks(action: Action) -> list[PreselectedOption]:
    """Return all that can be marked for a card before its tap, if it opens no sheet."""
    if action.secret or has_sheet(action):
        return []
    return [mark for field in action.asked for mark in _make_marks(field)]


def _make_marks(field: Field) -> list[PreselectedOption]:
    name = name_input(field, field.name)
    if isinstance(field, Flag):
        return [] if field.closed else [PreselectedOption(field.icon, field.shown_on_card or field.label, name, "true")]
    if isinstance(field, Number):
        usual = field.start if field.start is not None else field.low
        counts = (n for n in range(field.low, field.high + 1) if n != (0 if field.optional else usual))
        words = field.shown_on_card or COUNTED.fill(what=field.label)
        return [PreselectedOption(field.icon, words.fill(n=n, name=n), name, str(n), name) for n in counts]
    if isinstance(field, (OneOf, SomeOf)):
        words = COUNTED.fill(what=field.label)
        alone = name if isinstance(field, OneOf) else ""
        given = (
            (choice, choice.shown_on_card or words.fill(name=choice.label))
            for choice in field.choices
            if not choice.closed
        )
        return [PreselectedOption(choice.icon, shown, name, to_json(choice.value), alone) for choice, shown in given]
    return []


def _keep_possible(field: Field) -> Field:
    """Return the question with only the answers that can be given."""
    if isinstance(field, (OneOf, SomeOf)):
        return replace(field, choices=tuple(choice for choice in field.choices if not choice.closed))
    return field


def list_entries(action: Action, short: bool = False) -> list[tuple[Text, Entry]]:
    """Return the entries an action can become: each answer to what it has to ask, and with what can be ticked.

    ``short``: in the words on the large button with the card.
    """
    ticked = [field for field in action.asked if isinstance(field, Flag) and field.closed is None]
    found: list[tuple[Text, Entry]] = []
    for chosen, entry in action.list_answers():
        label = _say_answers(action, chosen, short)
        found.append((label, entry))
        for field in ticked:
            shown = SHOWN.fill(first=label, then=field.shown_on_card or field.label)
            found.append((shown, {**entry, field.name: True}))
    return found


def _say_answers(action: Action, chosen: Sequence[Choice], short: bool) -> Text:
    """Return the answer, or each with its question if there are several.

    Without a question the action's own words.
    """
    if not chosen:
        return action.name if short else action.label
    if len(chosen) < 2:
        return (chosen[0].shown_on_card if short else None) or chosen[0].label
    pairs = zip(action.choosing, chosen, strict=True)
    about = [(CLAN_NAMES[field.clan] if field.clan else field.label, choice.label) for field, choice in pairs]
    return T("{sum}", sum=[T("{first} {then}", first=what, then=answer) for what, answer in about])
