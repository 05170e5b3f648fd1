"""``companion check``: a game's file as its author wants to see it, with every mistake, or one deal tried out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from companion.command.console import fail, show
from companion.games import FILE_ID
from companion.roles.form import Form, id_of, say
from companion.roles.knowing import Deal, Table, table
from companion.roles.reading import nearest, read_form
from companion.roles.source import Mistaken
from companion.web.icons import shared_drawings


def tried(form: Form, deal: Deal, drawn: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each seat at this deal, with the sentences on its phone. Raises ``ValueError`` for a deal that can't be."""
    first, last = form.players
    if not first <= len(deal) <= last:
        raise ValueError(f"{len(deal)} seats: this game is for {first} to {last} players")
    here = table(form, _seats(len(deal)))
    for card in deal:
        if card not in form.cards:
            raise ValueError(f'no card is called "{card}"{nearest(card, form.cards)}')
        if deal.count(card) > here.deck.get(card, 0):
            raise ValueError(f'"{card}" is there {here.deck.get(card, 0)} times with {len(deal)} players')
    return [_seat(here, deal, seat, drawn) for seat in range(len(deal))]


def _seat(here: Table, deal: Deal, seat: int, drawn: Mapping[str, str]) -> dict[str, Any]:
    told = here.form.cards[deal[seat]].told
    learns = [
        {
            "rule": one.rule.number,
            "seats": None if one.seats is None else list(one.seats),
            "cards": None if one.cards is None else list(one.cards),
            "says": here.words(one, "en", drawn),
        }
        for one in here.learnt(deal, seat)
    ]
    return {"seat": seat, "card": deal[seat], "told": told, "learns": learns}


def drawn_words(form: Form, given: Iterable[str]) -> dict[str, str]:
    """The placeholders that ``--draw NAME=WORDS`` fixes. Raises ``ValueError`` for what can't be drawn."""
    found: dict[str, str] = {}
    for one in given:
        name, _, value = one.partition("=")
        if name not in form.draws:
            raise ValueError(f"--draw {one}: nothing called {name} is drawn{nearest(name, form.draws)}")
        draw = form.draws[name]
        if draw.pairs:
            pair = tuple(part.strip() for part in value.split(","))
            if pair not in draw.items and pair[::-1] not in draw.items:
                raise ValueError(f"--draw {one}: a pair such as {name}={','.join(draw.items[0])} was expected")
            found |= {f"{name}.1": pair[0], f"{name}.2": pair[1]}
        elif value not in [item[0] for item in draw.items]:
            raise ValueError(f"--draw {one}: {value} is not among what is drawn; {draw.items[0][0]} is, say")
        else:
            found[name] = value
    return found


def _seats(players: int) -> list[str]:
    return [f"Seat {n + 1}" for n in range(players)]


@click.command("check")
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
@click.option("--seats", metavar="CARD,CARD,…", help="Try one deal: what each phone says.")
@click.option("--draw", "drawn", multiple=True, metavar="NAME=WORD", help="Fix what is drawn (with --seats).")
@click.option("--icons", is_flag=True, help="List the drawings that a card can have.")
def check(file: str | None, as_json: bool, seats: str | None, drawn: tuple[str, ...], icons: bool) -> None:
    """Check a game in one file, and print what it deals.

    FILE is a game as docs/game-files.md describes it (- for standard input). Mistakes go to stderr, each with its line;
    the exit status is 1 then.
    """
    if icons:
        click.echo("\n".join(shared_drawings()))
        return
    if file is None:
        fail("companion check: which FILE? (or --icons)")
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        fail(f"{file} can't be read: {error.strerror}")
    try:
        form = read_form(content, shared_drawings())
    except Mistaken as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    for warning in form.warnings:
        click.echo(f"(a warning) {warning}", err=True)
    id = Path(file).stem if file != "-" else id_of(say(form.title))
    if not FILE_ID.fullmatch(id):
        click.echo(f'(a warning) "{id}" is no id of a game: the file\'s name has a–z, 0–9 and -, at most 40', err=True)
    try:
        if seats is not None:
            deal = tuple(one.strip() for one in seats.split(","))
            _show_seats(form, tried(form, deal, drawn_words(form, drawn)), as_json)
        else:
            _show_game(id, form, as_json)
    except ValueError as error:
        fail(error)


def _show_game(id: str, form: Form, as_json: bool) -> None:
    first, last = form.players
    players: dict[str, dict[str, Any]] = {
        str(n): {"cards": form.deck(n), "aside": form.aside[n]} for n in range(first, last + 1)
    }
    if as_json:
        show({"id": id, "title": say(form.title), "players": players})
        return
    click.echo(f"{say(form.title)}: {first} to {last} players")
    for n, dealt in players.items():
        cards = ", ".join(f"{count} {say(form.cards[card].name)}" for card, count in dealt["cards"].items())
        aside = f"; {dealt['aside']} aside" if dealt["aside"] else ""
        click.echo(f"{n:>3}: {cards}{aside}")


def _show_seats(form: Form, seats: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        show({"seats": seats})
        return
    for one in seats:
        words = " / ".join(learnt["says"] for learnt in one["learns"]) or "learns nothing"
        click.echo(f"{one['seat'] + 1:>3} {say(form.cards[one['card']].name)}: {words}")
