"""The book computed a second time, plainly: from the states that replay prints, with each game's rules spelled out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from companion.record.record import Record, what_counts

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
    """``results`` and ``rounds`` as rows of the CSV files; ``robbed`` are pairs of names."""

    game: str
    results: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    robbed: list[tuple[str, str]] = field(default_factory=list)
    first_out: str | None = None
    first: int | None = None


def plain(record: Record) -> Plain:
    """The results of a game that is over."""
    game = record.game
    state = game.start(record.players, record.given_options)
    found = Plain(game.id)
    for _, entries in what_counts(record.entries, record.live()):
        for entry in entries:
            if entry["kind"] == "deal" and state.status == "round-over":
                _round(found, game.snapshot(state))
            elif entry["kind"] == "deal" and state.round < 2:
                found.first = entry.get("first")
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


def _gains(game: str, snapshot: Snapshot) -> list[int]:
    score = snapshot["score"]
    if game == "dark-cave":
        return _worth(game, snapshot)
    if game == "lost-mines":
        return list(score["points"])
    if game == "saboteur":
        return list(score["gold"])
    gains = list(score["gain"])
    for thief, victim in score["thefts"]:
        gains[thief] += 1
        gains[victim] -= 1
    return gains


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
    gains, worth, won = _gains(game, snapshot), _worth(game, snapshot), _won_round(game, snapshot, playing)
    for number in playing:
        seat = seats[number]
        side, digs = SIDES[game][seat["card"]]
        found.rounds.append(
            {
                "round": snapshot["round"],
                "seat": number,
                "name": seat["name"],
                "role": seat["card"],
                "side": side,
                "digs": digs,
                "gain": gains[number],
                "total": worth[number],
                "won": int(number in won),
            }
        )
    for thief, victim in snapshot["score"].get("thefts", ()):
        found.robbed.append((seats[thief]["name"], seats[victim]["name"]))


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
                "score": worth[number],
                "rank": 1 + sum(other > by[number] for other in by) if won else 0,
                "won": int(number in won),
                "rounds": sum(one["seat"] == number for one in found.rounds),
            }
        )
    if found.game == "dark-cave" and last["out"]:
        found.first_out = last["seats"][last["out"][0]]["name"]


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
    """All that the page of a person shows, of games in order."""
    mine = [(game, row) for game in games for row in game.results if row["name"] == name and row["rounds"]]
    rounds = [(game, row) for game in games for row in game.rounds if row["name"] == name]
    won = [row["won"] for _, row in mine]
    return {
        "games": len(won),
        "wins": sum(won),
        "by_game": counted([(game.game, row["won"]) for game, row in mine]),
        "gold": {kind: sum(row["score"] for game, row in mine if game.game == kind) for kind in SIDES},
        "by_role": counted([((game.game, len(game.results), row["role"]), row["won"]) for game, row in mine]),
        "by_digs": counted([(row["digs"], row["won"]) for _, row in rounds]),
        "robbing": sum(thief == name for game, _ in mine for thief, _ in game.robbed),
        "robbed": sum(victim == name for game, _ in mine for _, victim in game.robbed),
        "first_out": sum(game.first_out == name for game, _ in mine),
        "longest": _longest(won, 1),
        "dry": _longest(won, 0),
        "together": _with(rounds, True),
        "apart": _with(rounds, False),
    }


def _longest(won: list[int], what: int) -> int:
    longest = run = 0
    for one in won:
        run = run + 1 if one == what else 0
        longest = max(longest, run)
    return longest


def _with(rounds: list[tuple[Plain, dict[str, Any]]], same: bool) -> dict[str, list[int]]:
    """By name: rounds on the same side and how many of them were won; or on different sides, won and lost."""
    found: dict[str, list[int]] = {}
    for game, own in rounds:
        for other in game.rounds:
            if other["round"] != own["round"] or other["seat"] == own["seat"]:
                continue
            if (other["side"] == own["side"] and own["digs"] != "alone") is not same:
                continue
            row = found.setdefault(other["name"], [0, 0, 0])
            row[0] += 1
            row[1] += own["won"] if same else own["won"] and not other["won"]
            row[2] += 0 if same else other["won"] and not own["won"]
    return found


def of_game(games: list[Plain], kind: str) -> dict[int, Counts]:
    """By number of players in a round: how often each side was there, and won."""
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for game in games:
        if game.game != kind:
            continue
        for number in {row["round"] for row in game.rounds}:
            rows = [row for row in game.rounds if row["round"] == number]
            for side in {row["side"] for row in rows}:
                found[len(rows)].append((side, max(row["won"] for row in rows if row["side"] == side)))
    return {players: counted(pairs) for players, pairs in found.items()}


def of_places(games: list[Plain], kind: str, from_first: bool) -> dict[tuple[int, int], list[int]]:
    """By number of players and place, clockwise from who began or by seat: games and wins."""
    found: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for game in (game for game in games if game.game == kind and not (from_first and game.first is None)):
        scored = {row["seat"] for row in game.rounds}
        circle = [row["seat"] for row in game.results]
        begins = circle.index(game.first) if from_first and game.first is not None else 0
        for place, seat in enumerate(circle[begins:] + circle[:begins]):
            if seat in scored:
                found[len(circle), place][0] += 1
                found[len(circle), place][1] += game.results[seat]["won"]
    return dict(found)
