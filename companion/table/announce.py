"""Announcements, said aloud: things to do, turns, ends, scores.

Announcements are made of the screen that nobody in particular sees, so they can say nothing that is not there to be
read. They tell what stands now, not what has changed: a page says those that it has not seen standing before.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.board import Step
from companion.rules.scoring import POINTS, WON
from companion.rules.state import TIMERS
from companion.rules.text import T, Text
from companion.table.log import RECENT
from companion.table.screen import Screen, Viewer


class Announcement(NamedTuple):
    """A sentence to say, or a sound.

    ``kind``: "look" (the cards are dealt), "turn", "reminder", "ended", "step" (of the score), "retold" (what is worth
    telling of a game that is over), "undo", "event" (only a sound).

    ``id`` stays as long as it stands. ``text`` is None where there is only a ``sound`` to it; ``seats`` are the ids of
    the seats it is about: of the last step, the winners'.
    """

    id: str
    kind: str
    sound: str
    text: Text | None = None
    seats: tuple[int, ...] = ()


def list_announcements(screen: Screen) -> tuple[Announcement, ...]:
    """Return all that is to be said of the screen of nobody in particular, in order."""
    if screen.viewer != Viewer():
        raise ValueError("only what everybody sees is said aloud")
    if screen.phase == "lobby":
        return ()
    return (*_announce_undo(screen), *_announce_events(screen), *_announce_now(screen))


def name_turn(screen: Screen) -> str:
    """Name the turn that runs; "" where none does."""
    if screen.phase != "play" or screen.board is None or screen.board.active is None:
        return ""
    return f"{_name_game(screen)}.{screen.round.number}.{screen.round.turn}"


def _name_game(screen: Screen) -> str:
    return screen.stamp.partition(".")[0]


def _announce_now(screen: Screen) -> Iterator[Announcement]:
    game, turn = _name_game(screen), name_turn(screen)
    if screen.round.follow == TIMERS and screen.phase == "play" and screen.playing:
        yield from _announce_start(screen)
    elif screen.phase == "look":
        yield Announcement(f"{game}.{screen.round.number}.look", "look", "cards", T("Everybody looks at their card"))
    elif turn:
        yield from _announce_turn(screen, turn)
    elif screen.score.steps:
        yield _announce_step(screen, screen.score.steps[-1], f"{game}.{screen.round.number}.step.{screen.score.beats}")
        for text in screen.score.highlights:
            yield Announcement(f"{game}.retold.{_mark(text)}", "retold", "", text)
    elif screen.board is not None and screen.playing:
        # Nobody is on turn: a question to all is heard by those without a phone, and when it has been answered.
        text = screen.board.headline
        yield Announcement(f"{game}.{screen.round.number}.begun.{_mark(text)}", "begun", "", text)
    elif screen.board is not None:
        text = screen.board.headline
        yield Announcement(f"{game}.{screen.round.number}.ended.{_mark(text)}", "ended", "ended", text)


def _announce_turn(screen: Screen, turn: str) -> Iterator[Announcement]:
    """Announce the reminders, then the player on turn, unless a reminder has just named them."""
    assert screen.board is not None
    assert screen.board.active is not None
    yield from _announce_reminders(screen, turn)
    called = screen.reminders[-1].seat if screen.reminders else None
    if called != screen.board.active:
        yield Announcement(turn, "turn", "turn", screen.board.headline, (screen.in_game[screen.board.active].id,))


def _announce_reminders(screen: Screen, start: str) -> Iterator[Announcement]:
    called = None
    marks: list[str] = []
    for reminder in screen.reminders:
        marks.append(_mark(reminder.text))
        named = reminder.seat == called or reminder.name in reminder.text.values.values()
        text = reminder.text if named else T("{name}. {what}", name=reminder.name, what=reminder.text)
        called = reminder.seat
        # The same may be to be done twice in a turn.
        id = f"{start}.{reminder.seat}.{marks[-1]}.{marks.count(marks[-1])}"
        yield Announcement(id, "reminder", "reminder", text, (screen.in_game[reminder.seat].id,))


def _announce_start(screen: Screen) -> Iterator[Announcement]:
    """Announce that a round of timers has begun; then what is to be done by who has started.

    The entry names that seat: no turn runs that could.
    """
    assert screen.board is not None
    yield Announcement(f"{_name_game(screen)}.{screen.round.number}.begun", "begun", "", screen.board.headline)
    yield from _announce_reminders(screen, f"{_name_game(screen)}.{screen.round.number}.started.{screen.timers.number}")


def _announce_step(screen: Screen, step: Step, id: str) -> Announcement:
    """Announce who has won, once that is told; before, the card that turns up, or the step by its title."""
    score = screen.score
    if score.picture:
        headline, won = score.picture.headline, [one.seat for one in score.picture.people if one.outcome == WON]
    elif step.turning:
        return Announcement(id, "step", "cards", step.turning[-1].text)
    elif screen.over and score.verdict:
        headline, won = score.verdict.headline, [*score.verdict.winners]
    else:
        counts = any(line.amount is not None for line in step.lines)
        return Announcement(id, "step", "gold" if counts else "cards", step.title)
    text = T("{first}. {then}", first=headline.text, then=headline.why) if headline.why else headline.text
    sound = "won" if won else "lost"
    if score.picture and any(one.outcome == POINTS for one in score.picture.people):
        sound = "gold"
    return Announcement(id, "step", sound, text, tuple(screen.in_game[seat].id for seat in won))


def _announce_undo(screen: Screen) -> Iterator[Announcement]:
    """Say that the newest tap has taken something back."""
    if undone := screen.undone:
        text = T("Undone: {what}", what=undone.text)
        yield Announcement(f"{_name_game(screen)}.undo.{undone.tap}", "undo", "undo", text)


def _announce_events(screen: Screen) -> Iterator[Announcement]:
    """Yield the sounds of the newest entries, oldest first."""
    game, _, length = screen.stamp.partition(".")
    for line in reversed(screen.newest):
        if line.sound and line.live and line.number is not None and line.number >= int(length) - RECENT:
            yield Announcement(f"{game}.event.{line.number}", "event", line.sound)


def _mark(text: Text) -> str:
    """Return a mark that tells sentences apart."""
    return f"{zlib.crc32(str(text).encode()):x}"
