"""Announcements, said aloud: things to do, turns, ends, scores.

Announcements are made from the page that everyone can see, so they say nothing that can't be read there. They
describe the present state, not what has changed: a page speaks those that it has not had before.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.display import RevealStep
from companion.engine.scoring import POINTS, WON
from companion.engine.state import TOKENS
from companion.engine.text import T, Text
from companion.table.log import RECENT
from companion.table.snapshot import Stage
from companion.table.views.page import Page, PageViewer
from companion.table.views.table_view import BREATH


class Announcement(NamedTuple):
    """A sentence to say, or a sound.

    ``kind``: "look" (the cards are dealt), "turn", "reminder", "ended", "card" (that is revealed with the score),
    "step" (of the score), "retold" (a highlight of a game that is over), "undo", "event" (only a sound).

    ``id`` stays the same while it is current. ``text`` is None where there is only a ``sound`` to it; ``seats`` are the
    ids of the seats it is about: of the last step, the winners'.
    """

    id: str
    kind: str
    sound: str
    text: Text | None = None
    seats: tuple[int, ...] = ()


def list_announcements(page: Page) -> tuple[Announcement, ...]:
    """Return all announcements of the public screen, in order."""
    if page.viewer != PageViewer():
        raise ValueError("only what everybody sees is said aloud")
    if page.stage is Stage.LOBBY:
        return ()
    return (*_announce_undo(page), *_announce_events(page), *_announce_now(page))


def name_turn(page: Page) -> str:
    """Name the turn that runs; "" where none does."""
    if not page.under_way or page.board is None or page.board.active is None:
        return ""
    return f"{_name_game(page)}.{page.round.number}.{page.round.turn}"


def _name_game(page: Page) -> str:
    return page.stamp.partition(".")[0]


def _announce_now(page: Page) -> Iterator[Announcement]:
    game = _name_game(page)
    turn = name_turn(page)
    if page.round.tracking == TOKENS and page.stage is Stage.PLAYING:
        yield from _announce_start(page)
    elif page.stage is Stage.LOOKING:
        yield Announcement(f"{game}.{page.round.number}.look", "look", "cards", T("Everyone, look at your card"))
    elif turn:
        yield from _announce_turn(page, turn)
    elif page.score.steps:
        # In the breath nothing is said: what was said before still holds.
        beats = page.score.beats - (page.score.light == BREATH)
        yield _announce_step(page, page.score.steps[-1], f"{game}.{page.round.number}.step.{beats}")
        for text in page.score.highlights:
            yield Announcement(f"{game}.retold.{_mark(text)}", "retold", "", text)
    elif page.board is not None and page.playing:
        # Nobody is on turn: a question to all is heard by those without a phone, and when it has been answered.
        text = page.board.headline
        yield Announcement(f"{game}.{page.round.number}.begun.{_mark(text)}", "begun", "", text)
    elif page.board is not None:
        text = page.board.headline
        yield Announcement(f"{game}.{page.round.number}.ended.{_mark(text)}", "ended", "ended", text)


def _announce_turn(page: Page, turn: str) -> Iterator[Announcement]:
    """Announce the reminders, then the player on turn, unless a reminder has just named them."""
    assert page.board is not None
    assert page.board.active is not None
    yield from _announce_reminders(page, turn)
    called = page.reminders[-1].seat if page.reminders else None
    if called != page.board.active:
        yield Announcement(turn, "turn", "turn", page.board.headline, (page.in_game[page.board.active].id,))


def _announce_reminders(page: Page, start: str) -> Iterator[Announcement]:
    called = None
    marks: list[str] = []
    for reminder in page.reminders:
        marks.append(_mark(reminder.text))
        named = reminder.seat == called or reminder.name in reminder.text.values.values()
        text = reminder.text if named else T("{name}. {what}", name=reminder.name, what=reminder.text)
        called = reminder.seat
        # The same thing may have to be done twice in a turn.
        id = f"{start}.{reminder.seat}.{marks[-1]}.{marks.count(marks[-1])}"
        yield Announcement(id, "reminder", "reminder", text, (page.in_game[reminder.seat].id,))


def _announce_start(page: Page) -> Iterator[Announcement]:
    """Announce that a round with ongoing effects has started; then what the player whose turn started has to do.

    The entry names that seat: no turn runs that could.
    """
    assert page.board is not None
    yield Announcement(f"{_name_game(page)}.{page.round.number}.begun", "begun", "", page.board.headline)
    yield from _announce_reminders(page, f"{_name_game(page)}.{page.round.number}.started.{page.timers.number}")


def _announce_step(page: Page, step: RevealStep, id: str) -> Announcement:
    """Announce who has won, once that is revealed; before, the revealed card, or the step by its title."""
    score = page.score
    if score.picture:
        headline = score.picture.headline
        won = [result.seat for result in score.picture.people if result.outcome == WON]
    elif step.turning:
        line = step.turning[-1]
        seats = () if line.seat is None else (page.in_game[line.seat].id,)
        return Announcement(id, "card", "cards", line.text, seats)
    elif page.over and score.verdict:
        headline = score.verdict.headline
        won = [*score.verdict.winners]
    else:
        counts = any(line.amount is not None for line in step.lines)
        return Announcement(id, "step", "gold" if counts else "cards", step.title)
    text = T("{first}. {then}", first=headline.text, then=headline.why) if headline.why else headline.text
    sound = "won" if won else "lost"
    if score.picture and any(result.outcome == POINTS for result in score.picture.people):
        sound = "gold"
    return Announcement(id, "step", sound, text, tuple(page.in_game[seat].id for seat in won))


def _announce_undo(page: Page) -> Iterator[Announcement]:
    """Say that the newest tap has taken something back."""
    if undone := page.undone:
        text = T("Undone: {what}", what=undone.text)
        yield Announcement(f"{_name_game(page)}.undo.{undone.tap}", "undo", "undo", text)


def _announce_events(page: Page) -> Iterator[Announcement]:
    """Yield the sounds of the newest entries, oldest first."""
    game, _, length = page.stamp.partition(".")
    for line in reversed(page.newest):
        if line.sound and line.live and line.number is not None and line.number >= int(length) - RECENT:
            yield Announcement(f"{game}.event.{line.number}", "event", line.sound)


def _mark(text: Text) -> str:
    """Return a mark that distinguishes sentences."""
    return f"{zlib.crc32(str(text).encode()):x}"
