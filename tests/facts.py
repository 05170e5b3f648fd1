"""Facts of rounds that were played without the app, at random, from what each game declares."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from playing import least, value_of

from companion.engine.dealing import deal_cards
from companion.engine.display import RevealStep
from companion.engine.fields import Field, FixedList, Flag, Number, OneOf, ShortText
from companion.engine.game import Game
from companion.engine.round_facts import require_sheet, score_rounds
from companion.engine.score_story import list_steps
from companion.engine.setup import complete_options, list_option_fields, make_default_options, start_game
from companion.engine.text import RuleError
from companion.table.offline_game import OfflineGame
from companion.web.forms import name_input, to_json

TRIES = 3000


def variants(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """The options: none changed, each change on its own, and all of them that go together."""
    together: dict[str, Any] = {}
    yield {}
    for field in list_option_fields(game):
        for value in _others(field, make_default_options(game)[field.name]):
            if field.name not in ("dealing", "count_cards") and _can_be(game, players, {field.name: value}):
                yield {field.name: value}
                if _can_be(game, players, {**together, field.name: value}):
                    together[field.name] = value
    if len(together) > 1:
        yield together


def _others(field: Field, usual: Any) -> list[Any]:
    if isinstance(field, Flag):
        return [not usual]
    if isinstance(field, OneOf):
        return [choice.value for choice in field.choices if choice.value != usual and not choice.closed]
    assert isinstance(field, Number)
    return [value for value in (field.low, field.high) if value != usual]


def _can_be(game: Game, players: int, options: Mapping[str, Any]) -> bool:
    try:
        start_game(game, [f"P{seat}" for seat in range(players)], options)
    except RuleError:
        return False
    return True


def typed(game: Game, names: Sequence[str], options: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Values of the fields of the page that make a round which can have been."""
    fields = fields_of(game, names, options)
    for _ in range(TRIES):
        dealt = deal_cards(game, start_game(game, names, options), random.shuffle)["cards"]
        values = {field.name: _value(field, dealt, random) for field in fields}
        if can_have_been(game, names, options, values):
            return values
    raise AssertionError(f"{game.id}: no facts found for {len(names)} players with {options}")


def can_have_been(game: Game, names: Sequence[str], options: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
    try:
        score_rounds(game, file_of(game, names, options, values))
    except RuleError:
        return False
    return True


def file_of(game: Game, names: Sequence[str], options: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The file for ``companion score``."""
    told = require_sheet(game).read_typed(by_hand(game, names, options), values)
    if "seats" in told:
        told["seats"] = [{"name": name, **row} for name, row in zip(names, told["seats"], strict=True)]
    return {"game": game.id, "options": dict(options), "rounds": [told]}


def by_hand(game: Game, names: Sequence[str], options: Mapping[str, Any]) -> Any:
    """A table at which the box dealt the cards."""
    return start_game(game, names, {**options, "dealing": "cards"})


def fields_of(game: Game, names: Sequence[str], options: Mapping[str, Any]) -> Sequence[Field]:
    """The fields of the page on which such a table enters a round."""
    return require_sheet(game).list_asked(by_hand(game, names, options))


def paper_of(game: Game, *rounds: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> OfflineGame:
    """The rounds of a file as a game that was played without the app."""
    told = [dict(one) for one in rounds]
    names = [f"P{seat}" for seat in range(len(told[0].get("cards", ())))]
    if not names:
        names = [row["name"] for row in told[0]["seats"]]
        told = [
            {"seats": [{fact: row[fact] for fact in row if fact != "name"} for row in one["seats"]]} for one in told
        ]
    return OfflineGame(game, names, complete_options(game, options or {}), told, whole=True)


def steps_of(game: Game, *rounds: Mapping[str, Any]) -> list[RevealStep]:
    """The score of such a game, revealed."""
    return list_steps(game, paper_of(game, *rounds).make_record().state)


def inputs(fields: Sequence[Field], values: Mapping[str, Any], under: str = "") -> dict[str, str]:
    """What is typed or ticked in a form, by the names of its inputs."""
    found: dict[str, str] = {}
    for field in fields:
        if field.name in values:
            found |= _input(field, f"{under}{field.name}", values[field.name])
    return found


def _input(field: Field, path: str, value: Any) -> dict[str, str]:
    if isinstance(field, FixedList):
        rows = enumerate(zip(field.each, value, strict=True))
        return {name: one for n, row in rows for name, one in _input(row[0], f"{path}.{n}", row[1]).items()}
    return {name_input(field, path): str(value) if isinstance(field, ShortText) else to_json(value)}


def _value(field: Field, dealt: Sequence[Any], random: Random) -> Any:
    if not isinstance(field, FixedList):
        return least(field) if random.random() < 0.5 else value_of(field, random)
    first = field.each[0]
    if isinstance(first, OneOf) and set(dealt) <= {choice.value for choice in first.choices}:
        return list(dealt)
    values = [least(one) for one in field.each]
    way = random.random()
    if isinstance(first, OneOf) and way < 0.4:
        for place, seat in enumerate(random.sample(range(len(values)), random.randint(0, len(values))), start=1):
            values[seat] = first.choices[min(place, len(first.choices) - 1)].value
    elif way < 0.9:
        for seat in random.sample(range(len(values)), random.randint(0, len(values))):
            values[seat] = _line(random) if isinstance(first, ShortText) else value_of(field.each[seat], random)
    return values


def _line(random: Random) -> str:
    return " ".join(str(random.randint(1, 6)) for _ in range(random.choice((0, 1, 1, 2))))
