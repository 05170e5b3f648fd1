"""``companion check``: shows the author of a game's file all its mistakes, or tries out one deal.

``loader`` and ``checks`` decide what is a mistake or a warning; the page *Add a game* shows the same.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import click

from companion.cli.console import fail, show
from companion.games import MOST_BYTES, is_file_id
from companion.i18n import LANGUAGES
from companion.toml_games.definition import GameDefinition, id_of, say
from companion.toml_games.knowledge import Deal, DealtTable, name_drawn
from companion.toml_games.loader import read_game
from companion.toml_games.parser import MistakesError
from companion.toml_games.readers import suggest
from companion.web.render.icons import list_shared_drawings


def try_deal(
    form: GameDefinition, deal: Deal, switched: Mapping[str, bool], drawn: Iterable[str]
) -> list[dict[str, Any]]:
    """Return each seat of a deal with the sentences on its phone. Raises ``ValueError`` for an impossible deal."""
    players = form.game.players
    if len(deal) not in players:
        raise ValueError(f"{len(deal)} seats given, but this game is for {players[0]} to {players[-1]} players")
    here = DealtTable(form, tuple(f"Seat {n + 1}" for n in range(len(deal))), _deck(form, len(deal), switched))
    for card in deal:
        if card not in form.cards:
            raise ValueError(f'no card is called "{card}"{suggest(card, form.cards)}')
        if deal.count(card) > here.deck.get(card, 0):
            raise ValueError(f'with {len(deal)} players, "{card}" is in the deck {here.deck.get(card, 0)} times')
    words = name_drawn(form, (), "en") | _fix(form, drawn)
    return [_seat(here, deal, seat, words) for seat in range(len(deal))]


def _deck(form: GameDefinition, players: int, switched: Mapping[str, bool]) -> dict[str, int]:
    """Return the cards that are dealt. Raises ``ValueError`` for an unknown switch."""
    for card in switched:
        if card not in form.switches:
            raise ValueError(f'no optional card is called "{card}"{suggest(card, form.switches)}')
    return form.deck(players, switched)


def _seat(here: DealtTable, deal: Deal, seat: int, drawn: Mapping[str, str]) -> dict[str, Any]:
    learns = [
        {
            "rule": learnt.rule.id,
            "seats": None if learnt.seats is None else list(learnt.seats),
            "cards": None if learnt.cards is None else list(learnt.cards),
            "says": here.words(learnt, "en", drawn),
        }
        for learnt in here.list_learnt(deal, seat)
    ]
    return {"seat": seat, "card": deal[seat], "told": here.form.cards[deal[seat]].told, "learns": learns}


def _fix(form: GameDefinition, given: Iterable[str]) -> dict[str, str]:
    """Read the placeholders that ``--draw NAME=WORDS`` sets. Raises ``ValueError`` for words that can't be drawn."""
    found: dict[str, str] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in form.draw:
            raise ValueError(f"--draw {text}: the game draws nothing called {name}{suggest(name, form.draw)}")
        draw = form.draw[name]
        items = [[say(words) for words in item] for item in draw.ways]
        words = [part.strip() for part in value.split(",")] if draw.pairs else [value]
        if words not in items:
            raise ValueError(f"--draw {text}: {value} can't be drawn; try {name}={','.join(items[0])}, for example")
        found |= dict(zip(draw.places, words, strict=False))
    return found


@click.command("check")
@click.argument("file", required=False, type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--on", multiple=True, metavar="CARD", help="Turn an optional card on.")
@click.option("--off", multiple=True, metavar="CARD", help="Turn an optional card off.")
@click.option("--seats", metavar="CARD,CARD,…", help="Try one deal and print what each phone shows.")
@click.option("--draw", "drawn", multiple=True, metavar="NAME=WORD", help="Choose what is drawn (with --seats).")
@click.option("--icons", is_flag=True, help="List the icons that a card can have.")
def check(
    file: BinaryIO | None,
    as_json: bool,
    on: tuple[str, ...],
    off: tuple[str, ...],
    seats: str | None,
    drawn: tuple[str, ...],
    icons: bool,
) -> None:
    """Check a one-file game and print what it deals.

    FILE is a game as docs/game-files.md describes it (- for standard input). Mistakes go to stderr with their line
    numbers, and the exit status is 1.
    """
    if icons:
        click.echo("\n".join(list_shared_drawings()))
        return
    if file is None:
        fail("companion check needs a FILE (or --icons)")
    try:
        form, warnings = read_game(file.read(MOST_BYTES + 1), list_shared_drawings())
    except MistakesError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    for lang in [lang for lang in form.languages if lang not in LANGUAGES]:
        said = "players see only drawn words in it, never pages"
        click.echo(f'warning: Companion has no translation into "{lang}": {said}', err=True)
    id = id_of(say(form.game.title)) if file is sys.stdin.buffer else Path(file.name).stem
    if not is_file_id(id):
        said = "use up to 40 of a–z, 0–9 and -, start with a letter, and avoid names the system reserves"
        click.echo(f"warning: \"{id}\" can't be a game's id: {said}", err=True)
    switched = {**dict.fromkeys(on, True), **dict.fromkeys(off, False)}
    try:
        if seats is not None:
            deal = tuple(card.strip() for card in seats.split(","))
            _show_seats(form, try_deal(form, deal, switched, drawn), as_json)
        else:
            _show_game(id, form, switched, as_json)
    except ValueError as error:
        fail(error)


def _show_game(id: str, form: GameDefinition, switched: Mapping[str, bool], as_json: bool) -> None:
    title = say(form.game.title)
    span = form.game.players
    decks = {n: _deck(form, n, switched) for n in span}
    if as_json:
        players = {str(n): {"cards": deck, "aside": form.deal.aside[n]} for n, deck in decks.items()}
        show({"id": id, "title": title, "players": players})
        return
    click.echo(f"{title}: {span[0]} to {span[-1]} players")
    for n, deck in decks.items():
        cards = ", ".join(f"{count} {say(form.cards[card].name)}" for card, count in deck.items())
        aside = f"; {form.deal.aside[n]} aside" if form.deal.aside[n] else ""
        click.echo(f"{n:>3}: {cards}{aside}")


def _show_seats(form: GameDefinition, seats: Collection[Mapping[str, Any]], as_json: bool) -> None:
    if as_json:
        show({"seats": seats})
        return
    for seat in seats:
        words = " / ".join(learnt["says"] for learnt in seat["learns"]) or "learns nothing"
        click.echo(f"{seat['seat'] + 1:>3} {say(form.cards[seat['card']].name)}: {words}")
