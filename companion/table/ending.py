"""The end of a round and of a game: the score as it is told, and what is open to all when it has been told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games import game_by_id
from companion.record.verify import Report, verify
from companion.rules.state import OVER
from companion.rules.text import T, Text
from companion.table.at import At
from companion.table.loading import opened
from companion.table.now import cards_up, retold
from companion.table.playing import keep_told
from companion.table.refused import Refused


def show_next(at: At, told: int | None = None) -> None:
    """Tell one more step of the score, or turn up one more card; nothing where no longer just ``told`` of them are (a
    repeated tap)."""
    record = at.playing[1]
    before, cards = at.steps_told, cards_up(at)
    turning = [len(step.turning) for step in at.steps]
    if before >= len(turning) or told not in (None, sum(n or 1 for n in turning[:before]) + cards):
        return
    if cards + 1 < turning[before]:
        at.set_game(score_round=record.state.round, score_steps=before, score_cards=cards + 1)
    else:
        at.set_game(score_round=record.state.round, score_steps=before + 1, score_cards=0)
    keep_told(at)


def is_told(at: At) -> bool:
    """The last game is over and its whole score has been told."""
    return at.record is not None and at.ended == OVER and at.told


def exported(at: At) -> dict[str, Any]:
    """The record for download: only when the game is over, for before that it would tell."""
    row, record = at.playing
    if not is_told(at):
        raise Refused(T("the record can be downloaded when the game is over: before that it would tell"), 403)
    return {**record.to_json(at.store.journal.entries(row.id)), **opened(at.dice.current)}


def worth_telling(at: At) -> tuple[int, Sequence[Text]] | None:
    """The last game, and what is worth telling of it; None before it is over and told."""
    return (at.playing[0].id, retold(at)[0]) if is_told(at) else None


def checked(at: At) -> Report | None:
    """Every draw of the game again, worked out once; None before it is over and told."""
    if not is_told(at):
        return None
    key = "checked", at.stamp
    if key not in at.worked_out:
        at.worked_out[key] = verify(exported(at), game_by_id)
    found: Report = at.worked_out[key]
    return found
