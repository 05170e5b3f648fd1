"""Checks across a game's file: whether its tables fit each other. Each check finds mistakes, with a sentence for each.

The checks in ``WARNINGS`` find what is probably unintended, but no mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from companion.toml_games.definition import EndTable, GameDefinition, LearningTable, find_places, is_in_play, say
from companion.toml_games.knowledge import NAME_BYTES, DealtTable, size_of
from companion.toml_games.parser import Path
from companion.toml_games.readers import CARDS, MOST_DRAWN, NAMES, THE_SEAT, suggest, write_value

MOST_OPTIONAL = 16
FEW_DRAWN = 20
MOST_SAID = 8192
Said = Iterator[tuple[Path, str]]
Check = Callable[[GameDefinition], Said]


# -- cards and their numbers ------------------------------------------------------------------------------------------
def check_cards(form: GameDefinition) -> Said:
    for id in [*form.switches][MOST_OPTIONAL:]:
        yield ("cards", id, "optional"), f'"{id}" is optional, but there can be at most {MOST_OPTIONAL} optional cards'
    for id, card in form.cards.items():
        if not card.told and (card.open or card.chosen):
            yield (*card.path, "told"), f'"{id}" is open or chosen, but told = false hides it; use only one of them'
        if form.of_side(id) not in ([], [id]):
            said = "only the one card of a side can share its id"
            yield card.path, f'"{id}" is a card and a side; {said}'


def check_dealt(form: GameDefinition) -> Said:
    instead = {(*card.path, "instead"): card.instead for card in form.cards.values()}
    for at, id in {("deal", "fill"): form.deal.fill, **instead}.items():
        if id in form.switches:
            yield at, f'"{id}" is optional itself; use a card that is always there'
    for id in form.switches:
        if id not in form.deal.cards:
            yield ("cards", id), f'"{id}" is optional, but isn\'t in the cards of [deal]'


def check_numbers(form: GameDefinition) -> Said:
    for n, each in product(form.game.players, (True, False)):
        dealt = form.deck(n, dict.fromkeys(form.switches, each))
        aside = form.deal.aside[n]
        if dealt.total() != n + aside:
            where = f" with all optional cards {'on' if each else 'off'}" if form.switches else ""
            said = f"{n} players and {aside} aside need {n + aside}, but [deal] has {dealt.total()}{where}"
            yield ("deal", "cards"), f"the number of cards doesn't match: {said}"
            return
        for id in (id for id, copies in dealt.items() if copies > 1 and form.cards[id].chosen):
            said = f'{n} players can be dealt {dealt[id]} copies of "{id}", which is chosen; there can be only one'
            yield ("cards", id, "chosen"), said
            return


def check_every_card_is_dealt(form: GameDefinition) -> Said:
    dealt = {id for n in form.game.players for id in form.most(n)}
    for id in form.cards:
        if id not in dealt:
            yield ("cards", id), f'"{id}" is never dealt, whatever the number of players and settings'
    for id in (side for side in form.sides if not form.of_side(side)):
        wrong = next((side for side in form.undeclared if suggest(side, [id])), None)
        if wrong is None:
            yield ("sides", id), f'nobody can be on the side "{id}"'
        else:
            cards = form.of_side(wrong)
            said = f' ({len(cards)} card{"s" if len(cards) > 1 else ""}): did you mean "{id}"?'
            yield ("cards", cards[0], "side"), f'no side is called "{wrong}"{said}'


# -- what is learnt ---------------------------------------------------------------------------------------------------
def check_drawn(form: GameDefinition) -> Said:
    if (count := sum(len(draw.from_) for draw in form.draw.values())) > MOST_DRAWN:
        yield ("draw",), f"there are {count:,} things to draw, but there can be at most {MOST_DRAWN:,}"


def check_rules(form: GameDefinition) -> Said:
    drawn = [place for draw in form.draw.values() for place in draw.places]
    for rule in form.learns:
        if rule.of is None and (rule.but or rule.none or rule.card):
            yield rule.path, '"but", "none" and "card" are about other seats, but "of" is missing'
        of_seats = [] if rule.of is None else [NAMES, CARDS] if rule.card else [NAMES]
        for key, words, fitting in ("says", rule.says, [*drawn, *of_seats]), ("none", rule.none, drawn):
            for place in find_places(words) - {*fitting}:
                said = suggest(place, fitting) or f"; expected: {', '.join(fitting) or 'no placeholder'}"
                said = "; add card = true" if place == CARDS and NAMES in fitting else said
                yield (*rule.path, key), f"nothing fills in {{{place}}}{said}"


def check_said_to_one(form: GameDefinition) -> Said:
    """Check that nobody is told more than a phone can show, with the most players for which the same rules hold."""
    for n in {tuple(bool(rule.readers(n)) for rule in form.learns): n for n in form.game.players}.values():
        table = _largest(form, n)
        for id in table.deck:
            said = [*form.list_own_lines(id), *table.fullest(id)]
            many = max(sum(size_of(say(words, lang)) for words in said) for lang in form.languages)
            if many > MOST_SAID:
                yield form.cards[id].path, f'"{id}" can be shown {many:,} bytes, but at most {MOST_SAID:,} are possible'
                return


def _largest(form: GameDefinition, players: int) -> DealtTable:
    """Return the deal for this number of players at which people are told most."""
    return DealtTable(form, ("n" * NAME_BYTES,) * players, form.most(players))


# -- questions and ends -----------------------------------------------------------------------------------------------
def check_questions(form: GameDefinition) -> Said:
    for look in form.looks:
        for id in sorted(look.who or ()):
            if not form.cards[id].told:
                said = f'"{id}" is not told to its owner (told = false), so it can\'t be asked'
                yield (*look.path, "who"), said
    for step in form.night:
        asked = form.find_asked(step)
        if asked is not None and asked.who is None:
            said = f"for {write_value(step.look)} someone has to tap at the table, and nobody can at night"
            yield (*step.path, "look"), said


def check_ends(form: GameDefinition) -> Said:
    for end in form.ends:
        if end.asks is None and (end.wins.named or THE_SEAT in end.wins.either):
            yield (*end.path, "wins"), 'who wins depends on a seat, but "asks" is missing'
        if end.pays is not None:
            won = form.list_meant(*end.wins.either)
            paid = form.list_meant(*end.pays)
            for id in (id for id in end.pays if form.list_meant(id).isdisjoint(won)):
                yield (*end.path, "pays", id), f'"{id}" is paid, but doesn\'t win there'
            for id in (id for id in end.wins.either if not form.list_meant(id) <= paid):
                yield (*end.path, "pays"), f'"{id}" wins there, but is paid nothing'


def check_ever_won(form: GameDefinition) -> Said:
    for end in form.ends:
        decks = (deck for deck in map(form.most, form.game.players) if is_in_play(end.where, deck))
        possible = {THE_SEAT, *(id for deck in decks for id in deck)}
        for id in end.wins.either:
            if form.list_meant(id).isdisjoint(possible):
                yield (*end.path, "wins"), f'"{id}" can\'t win there: nobody can have it'


# -- what is no mistake, and meant otherwise, perhaps -----------------------------------------------------------------
def check_idle(form: GameDefinition) -> Said:
    for id in form.sides:
        own = form.of_side(id)
        if not form.can_win(id) and not all(form.cards[card].chosen for card in own):
            near = suggest(id, [side for side in form.sides if side != id])
            yield ("cards", own[0], "side"), f'the side "{id}" can never win{near}'
    for rule in form.learns:
        if not any(_says(form, rule, n) for n in form.game.players):
            yield rule.path, "this rule can never say anything"
        if rule.card and CARDS not in find_places(rule.says):
            yield (*rule.path, "card"), "card = true changes nothing: {cards} is missing"
    said = {place for rule in form.learns for place in find_places(rule.says) | find_places(rule.none)}
    for id, draw in form.draw.items():
        if said.isdisjoint(draw.places):
            yield draw.path, f'nothing says what "{id}" draws'
        if len(draw.from_) < FEW_DRAWN:
            few = f"[draw.{id}] draws from {len(draw.from_)}"
            yield (*draw.path, "from"), f"{few}: with fewer than {FEW_DRAWN}, people can guess the last ones"


def _says(form: GameDefinition, rule: LearningTable, players: int) -> bool:
    """Return whether the rule can tell anyone anything with this number of players."""
    deck = form.most(players)
    readers = rule.readers(players) & deck.keys()
    if rule.of is None or rule.none is not None:
        return bool(readers)
    return any(deck[other] > (other == reader) for reader in readers for other in rule.others)


def check_alike(form: GameDefinition) -> Said:
    seen: dict[tuple[Any, str, str], Path] = {}
    parts: Sequence[Any] = (*form.cards.values(), *form.sides.values(), *form.ends)
    for part in parts:
        for lang, text in (part.when if isinstance(part, EndTable) else part.name).own:
            if seen.setdefault((part.path[0], lang, text), part.path) != part.path:
                yield part.path, f"two {part.path[0]} have the same name: {write_value(text)}"


def check_length(form: GameDefinition) -> Said:
    if not _largest(form, form.game.players[-1]).letters[0]:
        yield ("game",), "a card can have more text than fits on a small phone, even in the smallest letters"


CHECKS: Sequence[tuple[Check, str]] = (
    (check_cards, "cards"),
    (check_dealt, "cards deal"),
    (check_numbers, "game cards deal"),
    (check_drawn, "draw"),
    (check_rules, "cards draw learns"),
    (check_questions, "cards looks night"),
    (check_ends, "cards sides ends"),
    (check_every_card_is_dealt, "game cards deal sides"),
    (check_ever_won, "game cards deal sides ends"),
    (check_said_to_one, "game cards deal sides draw learns"),
)
"""The checks, each with the tables that have to be free of mistakes first: otherwise it would report the same mistake
in other words."""
WARNINGS: Sequence[Check] = (check_idle, check_alike, check_length)
