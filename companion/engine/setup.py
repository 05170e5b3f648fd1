"""Before the first deal: the options of a game, who can play it, the state it starts from, and who goes first.

The game declares its options (``Game.own_options``) and refuses those that don't go together (``check_options``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.fields import Choice, Field, Flag, OneOf, write_plain
from companion.engine.game import Game, Option
from companion.engine.hands import COUNT_CARDS
from companion.engine.state import SETUP, State
from companion.engine.text import RuleError, T, Text

# -- options ----------------------------------------------------------------------------------------------------------
DEALING = OneOf(
    "dealing",
    T("Secret cards"),
    unscored=True,
    choices=(Choice("phones", T("dealt to the phones")), Choice("cards", T("dealt by hand from the box"))),
)


def list_option_fields(game: Game) -> tuple[Field, ...]:
    """Return all options as fields."""
    return tuple(field for field, _ in _list_declared(game))


def _list_declared(game: Game) -> tuple[Option, ...]:
    counted = ((COUNT_CARDS, True),) if game.deck_rules else ()
    return ((DEALING, "phones"), *counted, *game.own_options)


def make_default_options(game: Game) -> dict[str, Any]:
    """Return the defaults of the options that don't depend on the number of players."""
    return {field.name: default for field, default in _list_declared(game) if not callable(default)}


def complete_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Check each of the given options, and add the defaults that don't depend on the number of players."""
    fields = {field.name: field for field in list_option_fields(game)}
    for name, value in options.items():
        if name not in fields:
            raise RuleError(T("unknown option {option}", option=write_plain(name)))
        fields[name].check(value)
    return {**make_default_options(game), **options}


def settle_options(game: Game, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Add the defaults that go by the number of players."""
    return {**{field.name: default(players) for field, default in game.own_options if callable(default)}, **options}


def offer_options(game: Game, options: Mapping[str, Any], players: int) -> tuple[Field, ...]:
    """Return the options for the lobby; one that doesn't fit the others, or the number of players, is closed."""

    def why_closed(name: str) -> Text | None:
        try:
            game.check_options({**options, name: True}, players)
        except RuleError as error:
            return error.text
        return None

    return tuple(
        replace(field, closed=why_closed(field.name))
        if isinstance(field, Flag) and not options.get(field.name)
        else field
        for field in list_option_fields(game)
    )


def group_options(game: Game, fields: Sequence[Field]) -> tuple[tuple[Text | None, tuple[Field, ...]], ...]:
    """Group these options as they are declared."""
    named = {name for _, names in game.option_groups for name in names}
    rest = tuple(field.name for field in fields if field.name not in named)
    by_name = {field.name: field for field in fields}
    groups = [*game.option_groups, (None, rest)]
    return tuple((heading, tuple(by_name[name] for name in names)) for heading, names in groups if names)


# -- players and the first state --------------------------------------------------------------------------------------
def start_game(game: Game, players: Sequence[str], options: Mapping[str, Any] | None = None) -> Any:
    """Return the state before the first entry. Raises a RuleError for impossible players or options."""
    check_players(game, len(players))
    given = complete_options(game, options or {})
    game.check_options(given, len(players))
    return make_state(game, players, given)


def make_state(game: Game, players: Sequence[str], options: dict[str, Any]) -> Any:
    """Return the state in which nothing has been dealt."""
    return game.state_type(options, [game.state_type.seat_type(name) for name in players])


def check_players(game: Game, count: int) -> None:
    """Raise a RuleError unless this number of players can play the game."""
    if not game.least <= count <= game.most:
        limits = {"game": game.title, "least": game.least, "most": game.most, "n": count}
        raise RuleError(T("{game} is for {least} to {most} players, not {n}", **limits))


def count_most(game: Game, card: str, players: int, options: Mapping[str, Any]) -> int:
    """Return the most copies of a secret card that this number of players can have had."""
    counts = range(players, 0, -1)
    return next((n for n in counts if game.can_turn_up(players, options, [card] * n)), 0)


# -- who goes first ---------------------------------------------------------------------------------------------------
def propose_first(game: Game, state: Any, without: Sequence[int] = ()) -> int | None:
    """Return the seat that should go first in the next round, in which those ``without`` sit out.

    It is nobody who has left; None where the table decides (``begins``).
    """
    return None if state.next_first is None else find_first(state, state.next_first, without)


def explain_first(game: Game, state: Any, without: Sequence[int] = ()) -> Text | None:
    """Return the reason for that proposal, or the rule by which the table decides."""
    last = state.last_one
    first = propose_first(game, state, without)
    if last is None or first is None:
        return game.begins if state.status == SETUP else None
    if not state.number:
        text = T("{name} goes first, to the left of {last}, who went first last round.")
    elif state.last_card is not None:
        text = T("{name} goes first: {last} played the last card of the round.")
    else:
        text = T("{name} goes first, because {last} had the last turn.")
    return text.fill(name=state.seats[first].name, last=state.seats[last].name)


def find_first(state: State[Any, Any], first: int, without: Sequence[int] = ()) -> int:
    """Return the seat ``first``, or the next one clockwise that is there."""
    circle: list[int] = [*range(first, len(state.seats)), *range(first)]
    playing = [seat for seat in circle if seat not in without] or circle
    return next((seat for seat in playing if not state.seats[seat].retired), playing[0])
