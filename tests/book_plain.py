"""The book computed a second time, plainly: from the states that replay prints, with each game's rules spelled out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from companion.record.record import Record

Snapshot = dict[str, Any]
SIDES = {
    "dark-cave": {
        "yellow-loyal": ("yellow", "with"),
        "blue-saboteur": ("yellow", "against"),
        "blue-loyal": ("blue", "with"),
        "yellow-saboteur": ("blue", "against"),
    },
    "saboteur": {
        "gold-digger": ("diggers", "with"),
        "saboteur": ("saboteurs", "against"),
        "selfish-dwarf": ("selfish", "alone"),
    },
    "saboteur-2": {
        "blue-digger": ("blue", "with"),
        "green-digger": ("green", "with"),
        "boss": ("boss", "with"),
        "profiteer": ("profiteer", "alone"),
        "geologist": ("geologists", "alone"),
        "saboteur": ("saboteurs", "against"),
        "gold-digger": ("diggers", "with"),
    },
}
SIDES["lost-mines"] = {
    **SIDES["dark-cave"],
    "yellow-selfish": ("selfish", "alone"),
    "blue-selfish": ("selfish", "alone"),
}


@dataclass
class Plain:
    """``results`` and ``rounds`` as rows."""

    game: str
    results: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)


def plain(record: Record) -> Plain:
    """The results of a game that is over."""
    game = record.game
    state = game.start(record.players, record.given_options)
    found = Plain(game.id)
    for _, entry in record.counting():
        if entry["kind"] == "deal" and state.status == "round-over":
            _round(found, game.snapshot(state))
        game.fold(state, entry)
    last = game.snapshot(state)
    if last["score"] is not None:
        _round(found, last)
    _results(found, last)
    return found


def _worth(game: str, snapshot: Snapshot) -> list[int]:
    seats = snapshot["seats"]
    if game == "lost-mines":
        return [seat["points"] for seat in seats]
    if game == "dark-cave" and snapshot["score"] is not None:
        return [seat["gold"] if number in snapshot["out"] else 0 for number, seat in enumerate(seats)]
    return [seat["gold"] for seat in seats]


def _won_round(game: str, snapshot: Snapshot, playing: list[int]) -> set[int]:
    score = snapshot["score"]
    if game in ("dark-cave", "saboteur-2"):
        return set(score["winners"])
    if game == "lost-mines":
        most = max(score["points"][seat] for seat in playing)
        return {seat for seat in playing if score["points"][seat] == most > 0}
    card = {"diggers": "gold-digger", "saboteurs": "saboteur", "selfish-dwarf": "selfish-dwarf"}.get(score["winner"])
    return {seat for seat in playing if snapshot["seats"][seat]["card"] == card}


def _round(found: Plain, snapshot: Snapshot) -> None:
    game, seats = found.game, snapshot["seats"]
    playing = [number for number, seat in enumerate(seats) if seat["card"] is not None and not seat.get("sits_out")]
    won = _won_round(game, snapshot, playing)
    for number in playing:
        seat = seats[number]
        side, digs = SIDES[game][seat["card"]]
        found.rounds.append(
            {
                "round": snapshot["round"],
                "seat": number,
                "side": side,
                "digs": digs,
                "won": None if seat["card"] == "geologist" else int(number in won),
            }
        )


def _results(found: Plain, last: Snapshot) -> None:
    worth = _worth(found.game, last)
    if not found.rounds:
        won = set()
    elif found.game == "dark-cave":
        won = set(last["score"]["winners"])
    else:
        won = {seat for seat, own in enumerate(worth) if own == max(worth) > 0}
    for number, seat in enumerate(last["seats"]):
        card = seat["card"] or ""
        by = [int(other in won) for other in range(len(worth))] if found.game == "dark-cave" else worth
        found.results.append(
            {
                "seat": number,
                "name": seat["name"],
                "role": card,
                "side": SIDES[found.game][card][0] if card else "",
                "points": worth[number],
                "rank": 1 + sum(other > by[number] for other in by) if won else 0,
                "won": int(number in won),
            }
        )


# -- many games -----------------------------------------------------------------------------------------------------
Counts = dict[Any, list[int]]


def counted(pairs: list[tuple[Any, int]]) -> Counts:
    """By key how many there were, and how many of them were won."""
    found: Counts = defaultdict(lambda: [0, 0])
    for key, won in pairs:
        found[key][0] += 1
        found[key][1] += won
    return dict(found)


def of_person(games: list[Plain], name: str) -> dict[str, Any]:
    """All that the page of a person shows."""
    by_game, by_side = [], []
    for game in games:
        for row in game.results:
            own = [one for one in game.rounds if one["seat"] == row["seat"]]
            if row["name"] == name and own:
                by_game.append((game.game, row["won"]))
                by_side += [((game.game, one["side"]), one["won"]) for one in own if one["won"] is not None]
    return {"by_game": counted(by_game), "by_side": counted(by_side)}


def of_game(games: list[Plain], kind: str) -> Counts:
    """How often each side was there in a round, and won it."""
    found: list[tuple[str, int]] = []
    for game in games:
        for number in {row["round"] for row in game.rounds if game.game == kind}:
            rows = [row for row in game.rounds if row["round"] == number and row["won"] is not None]
            found += [
                (side, max(row["won"] for row in rows if row["side"] == side)) for side in {r["side"] for r in rows}
            ]
    return counted(found)
