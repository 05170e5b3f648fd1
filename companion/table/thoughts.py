"""Marks that people make of each other in a game, and notes, for themselves alone. They are kept beside the table:
nothing of what stands there changes with them, nothing is announced, and every page stays at its version."""

from __future__ import annotations

from dataclasses import dataclass

from companion.record.record import Record
from companion.rules.state import PLAYING
from companion.rules.text import T, Text
from companion.table.at import PLAY, At
from companion.table.past import Past, past
from companion.table.refused import Refused
from companion.told.minds import Minds, minds_of, sentences
from companion.told.thought import LONGEST_NOTE, MARKS, Mark, standing


@dataclass(frozen=True)
class Thinking:
    """Thoughts of one seat, for its own page alone: by seat the name and the mark, and its note. ``open``: it can be
    changed now."""

    about: tuple[tuple[int, str, str], ...]
    note: str
    open: bool


def thinking(at: At, seat: int) -> Thinking:
    """All that the seat has marked since the last deal, and written down in this game."""
    row, record = at.playing
    found = standing(at.store.private.marks(row.id), seat, at.log.deal)
    others = [one for one in record.state.players if one != seat]
    about = tuple((one, record.state.names[one], found.get(one, "")) for one in others)
    return Thinking(about, at.store.private.own_note(row.id, seat), _open_to_thoughts(at, record))


def think(at: At, seat: int, about: int, mark: str) -> None:
    """From now on the seat thinks so of another one."""
    row, record = at.playing
    _need_open(at, record)
    if about == seat or about not in record.state.players or mark not in MARKS:
        raise Refused(T("this can't be marked: load the page again"), 422)
    at.store.private.keep_mark(row.id, Mark(seat, about, len(record.entries), mark))


def note_down(at: At, seat: int, note: str) -> None:
    """The seat writes something down for itself."""
    row, record = at.playing
    _need_open(at, record)
    if len(note) > LONGEST_NOTE:
        raise Refused(T("a note has {most} characters at most", most=LONGEST_NOTE), 422)
    at.store.private.keep_own_note(row.id, seat, note)


def minds(at: At, number: int | None = None) -> tuple[Past, list[Text], Minds]:
    """Thoughts about each other in the ``number``-th game of the table (None: the newest), when it is over and told:
    in sentences, and turn by turn."""
    try:
        game = past(at, number)
    except Refused:
        game = None
    if game and game.minds is None:
        game.minds = minds_of(game.record, at.store.private.marks(game.id), game.history)
    if game is None or game.minds is None or not game.minds.strips:
        raise Refused(T("what was thought is shown when a game is over and told, if somebody marked anything"))
    return game, sentences(game.minds, game.record.state.names), game.minds


def _open_to_thoughts(at: At, record: Record) -> bool:
    return at.row.thoughts and at.phase == PLAY and record.state.status == PLAYING


def _need_open(at: At, record: Record) -> None:
    if not _open_to_thoughts(at, record):
        raise Refused(T("what you think can be marked while a round is played, where the table has it switched on"))
