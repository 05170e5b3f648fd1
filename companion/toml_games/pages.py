"""The page on which a table adds a game: a file or pasted text, its mistakes by line, what each card will say.

``loader`` reads the text; ``files`` finds the games that were added.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from companion.engine.dealing import Deal
from companion.engine.play import find_move
from companion.engine.reference import Role
from companion.engine.text import T, Text
from companion.games import MOST_BYTES, all_games, is_file_id
from companion.record.record import Record
from companion.storage.backups import GAMES
from companion.storage.store import StoreError
from companion.table import NotFound, Refused, Table
from companion.table.commands import rounds
from companion.toml_games.definition import id_of, say
from companion.toml_games.files import BUNDLED, game_of_file, list_files
from companion.toml_games.game import RoleGame
from companion.toml_games.parser import Mistake, MistakesError
from companion.web import forms
from companion.web.context import context, redirect_to, require_host
from companion.web.render.icons import list_shared_drawings
from companion.web.render.templates import show
from companion.web.translator import current_translator

adding = Blueprint("adding", __name__)
SENT = 6 * MOST_BYTES + 1024
"""The most bytes of a form with a game's text: the browser can write a byte as three, and an end of line as six."""

_looking = threading.Lock()
"""Held from the check for a game of the same name until the new one is saved: of two people who add one at the same
time, the second is asked."""


@adding.before_request
def only_the_host() -> None:
    require_host()
    request.max_content_length = SENT


class ParsedUpload(NamedTuple):
    """A text that was read: the game with the pages of its cards for a number of players, or its mistakes."""

    text: str
    id: str
    game: RoleGame | None = None
    players: int = 0
    cards: tuple[tuple[int, Role], ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    def line(self, mistake: Mistake) -> str:
        """Return the line of the text that a mistake is about."""
        lines = self.text.split("\n")
        return lines[mistake.line - 1].strip() if mistake.line is not None and mistake.line <= len(lines) else ""


def read(table: Table) -> ParsedUpload:
    """Read the text in the form, or in its file."""
    given = request.files.get("file")
    text = given.read(MOST_BYTES + 1).decode("utf-8", "replace") if given else forms.read_input("text")
    text = text.replace("\r\n", "\n")
    name = Path(given.filename or "").stem.lower() if given else forms.read_input("name").strip()
    if not text.strip():
        return ParsedUpload("", name)
    try:
        game = RoleGame(name or "game", text, list_shared_drawings())
    except MistakesError as error:
        return ParsedUpload(text, name, mistakes=tuple(error.mistakes))
    players = forms.parse_int(forms.read_input("players"), 2, 0) or len(table.state.seats)
    players = min(max(players, game.least), game.most)
    return ParsedUpload(text, name or id_of(say(game.form.game.title)), game, players, _draw_cards(game, players))


def _draw_cards(game: RoleGame, players: int) -> tuple[tuple[int, Role], ...]:
    """Return the page of each kind of card in a deal to this number of players, with numbers for names."""
    names = [f"{n}" for n in range(1, players + 1)]
    state = Record(game, names).state
    chosen = [*range(len(game.list_chosen_cards(players, state.options)))]
    said = {"kind": "deal", **find_move(game, Deal).bind(state, (), ()), **({"chosen": chosen} if chosen else {})}
    deal = game.moves["deal"].outcome(state, said, lambda items: None)
    cards = [*deal["cards"], *deal["aside"]]
    found = []
    for card in dict.fromkeys(cards):
        lying = cards[:]
        at = cards.index(card)
        seat = at if at < players else len(chosen)  # a set-aside card is given to the first seat whose card is random
        lying[at] = lying[seat]
        lying[seat] = card
        record = Record(game, names)
        record.append({**deal, "cards": lying[:players], "aside": lying[players:]})
        found.append((game.deck_of(record.state)[card], game.make_role(record.state, seat, card)))
    return tuple(found)


def _show_page(
    table: Table, found: ParsedUpload, say: Text | None = None, status: int = 200, replaces: bool = False
) -> Response:
    there = list_files()
    kept = [name for name, file in there.items() if file.parent == _find_folder()]
    bundled = (file for file in there.values() if file.parent == BUNDLED)
    ours = [(file.stem, game_of_file(file.stem, file.read_text("utf-8"))) for file in bundled]
    more: dict[str, Any] = {"found": found, "say": say, "replaces": replaces, "kept": kept, "ours": ours}
    return show("pages/add_game.html", status, table=table, **more)


def _find_folder() -> Path:
    return context().store.folder / GAMES


@adding.get("/<table>/host/games")
def page(table: Table) -> Response:
    """Show the page on which people add a game, change or pass on added ones, or start from one of ours."""
    name = request.args.get("of", "")
    file = list_files().get(name)
    text = file.read_text("utf-8", "replace") if file else ""
    return _show_page(table, ParsedUpload(text, name if file is None or file.parent == _find_folder() else ""))


@adding.post("/<table>/host/games/check")
def check(table: Table) -> Response:
    """Show the mistakes of the text so far, or what its cards say."""
    return show("pages/add_game_found.html", table=table, found=read(table))


@adding.post("/<table>/host/games")
def add(table: Table) -> Response:
    """Save the game with the data, and choose it. If there is one with the same name, ask first."""
    found = read(table)
    if found.game is None:
        said = T("This isn't a game yet.") if found.text else T("Choose a file or type some text.")
        return _show_page(table, found, said, 422)
    if not is_file_id(found.id) or found.id in all_games():
        said = T(
            "Choose another short name: up to 40 characters (a–z, 0–9 and -), starting with a letter, and "
            "not the name of another game."
        )
        return _show_page(table, found, said, 422)
    with _looking:
        before = list_files().get(found.id)
        ours = before is None or before.parent == _find_folder()
        may_keep = ours and (before is None or forms.read_input("replace") == "1")
        if may_keep:
            _save(found)
    if not may_keep:
        said = T("There's already a game called {name}.", name=found.id)
        return _show_page(table, found, said, 409, replaces=ours)
    with suppress(Refused):
        game = game_of_file(found.id, found.text).id
        table.run(rounds.choose, game, forms.set_language(game, current_translator().lang))
    return redirect_to(f"/{table.code}/table")


def _save(found: ParsedUpload) -> None:
    """Write the file completely or not at all."""
    file = _find_folder() / f"{found.id}.toml"
    part = file.with_suffix(".part")
    try:
        file.parent.mkdir(exist_ok=True)
        part.write_bytes(found.text.encode())
        part.replace(file)
    except OSError as error:
        raise StoreError(T("it couldn't be saved: {why}", why=str(error.strerror))) from None


@adding.get("/<table>/host/games/<name>.toml")
def text(table: Table, name: str) -> Response:
    """Send the text of a game's file, for people to pass on."""
    file = list_files().get(name)
    if file is None:
        raise NotFound(T("there is no such game here"))
    return Response(file.read_bytes(), mimetype="text/plain", headers={"Content-Language": current_translator().lang})
