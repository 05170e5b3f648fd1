"""The Dark Cave as each viewer may see it (spec "Secrets on the phones" and "State")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.games.dark_cave.setup import CARDS, GROUPS
from companion.games.dark_cave.state import ASIDE, CREATURES, State
from companion.games.dark_cave.words import CREATURE_NAMES, GOAL_NAMES, MARKER_NAMES
from companion.rules.board import Badge, Board, SeatRow, Secret, Thing
from companion.rules.headline import headline
from companion.rules.identity import card_secrets, reveal_card
from companion.rules.state import OVER, Reminder
from companion.rules.text import TN, T, Text
from companion.rules.view import Viewer, head

if TYPE_CHECKING:
    from companion.games.dark_cave.game import DarkCave

View = dict[str, Any]


def snapshot(game: DarkCave, state: State) -> View:
    """The whole truth."""
    return {**_public(game, state), "seats": _seats(state, [seat.card for seat in state.seats]), "aside": state.aside}


def view(game: DarkCave, state: State, viewer: Viewer) -> View:
    """What the viewer may know: cards turned up, with ``held`` what the seat may look at, all when it is told."""
    told = state.status == OVER and viewer.told
    seen: list[str | None] = [seat.card if seat.revealed or told else None for seat in state.seats]
    aside = state.aside if told else None
    if viewer.seat is not None and viewer.held:
        seen[viewer.seat] = state.seats[viewer.seat].card
        for peek in state.peeks:
            if peek.looker == viewer.seat:
                seen[peek.target] = state.seats[peek.target].card
        if state.out[:1] == [viewer.seat]:
            aside = state.aside
    public = _public(game, state)
    if not viewer.told:
        public["score"] = None
    return {**public, "seats": _seats(state, seen), "aside": aside}


def _public(game: DarkCave, state: State) -> View:
    return {
        **head(game.id, state),
        "score": state.score,
        "pool": state.pool,
        "deck": state.deck and dict(state.deck),
        "veins": state.veins,
        "goals": list(state.goals),
        "out": list(state.out),
        "webs": [{"marker": web.marker, "side": web.side, "owner": web.owner} for web in state.webs],
        "creatures": [
            {"creature": name, "owner": state.creatures[name]} for name in CREATURES if name in state.creatures
        ],
    }


def _seats(state: State, cards: Sequence[str | None]) -> list[View]:
    return [
        {
            "name": seat.name,
            "clan": seat.clan,
            "card": card,
            "revealed": seat.revealed,
            "gold": seat.gold,
            "hand": seat.hand,
            "out": seat.out,
            "boots": seat.boots,
            "axes": seat.axes,
            "lying": seat.lying,
        }
        for seat, card in zip(state.seats, cards, strict=True)
    ]


def board(view: View) -> Board:
    """The table at one glance."""
    active = view["turn"] and view["turn"]["seat"]
    rows = tuple(_row(view, index, active) for index in range(len(view["seats"])))
    return Board(headline(view), rows, tuple(_counters(view)), tuple(_things(view)), active)


def _row(view: View, index: int, active: int | None) -> SeatRow:
    seat = view["seats"][index]
    badges = [Badge("gold", TN("{n} gold", "{n} gold", seat["gold"]), seat["gold"])]
    if seat["hand"] is not None:
        badges.append(Badge("hand", TN("{n} card in hand", "{n} cards in hand", seat["hand"]), seat["hand"]))
    if seat["boots"]:
        badges.append(Badge("boots", T("boots"), tone="good"))
    if seat["axes"]:
        badges.append(Badge("battle-axe", TN("{n} battle-axe", "{n} battle-axes", seat["axes"]), seat["axes"], "good"))
    if seat["lying"]:
        badges.append(Badge("lying", T("lies down"), tone="bad"))
    if seat["out"]:
        place = view["out"].index(index) + 1
        badges.append(Badge("leave", T("out of the cave, number {n}", n=place), place, "quiet"))
    role = CARDS[seat["card"]] if seat["card"] else None
    return SeatRow(index, seat["name"], index == active, seat["clan"], role, tuple(badges), seat["out"])


def _counters(view: View) -> list[Badge]:
    pool = [Badge("gold", T("Gold in the pool"), view["pool"])]
    if view["veins"]:
        pool.append(Badge("nugget", T("Gold on gold veins"), view["veins"]))
    deck = view["deck"] or {}
    return pool + [Badge("deck", T("Deck {group}", group=group), deck[group]) for group in GROUPS if group in deck]


def _things(view: View) -> list[Thing]:
    names = [seat["name"] for seat in view["seats"]]
    things = []
    for web in view["webs"]:
        name = names[web["owner"]]
        note = T("turns to 1 when {name}'s turn starts", name=name)
        if web["side"] == 1:
            note = T("goes when {name}'s turn starts", name=name)
        title = T(
            "{marker} web of {name}, showing {side}", marker=MARKER_NAMES[web["marker"]], name=name, side=web["side"]
        )
        things.append(Thing("spiderweb", title, note, web["owner"]))
    for creature in view["creatures"]:
        name = names[creature["owner"]]
        title = T("{creature} of {name}", creature=CREATURE_NAMES[creature["creature"]], name=name)
        note = T("goes when {name}'s turn starts", name=name)
        things.append(Thing(creature["creature"], title, note, creature["owner"]))
    for goal in view["goals"]:
        things.append(Thing("goal", GOAL_NAMES[goal], T("turned up")))
    return things


def reminder(reminder: Reminder, names: Sequence[str]) -> Text:
    """The upkeep as a sentence to the seat it is about."""
    kind = reminder["kind"]
    if kind == "flip-web":
        return T("Flip your {marker} web to 1.", marker=MARKER_NAMES[reminder["marker"]])
    if kind == "remove-web":
        return T("Take your {marker} web off, discard its card.", marker=MARKER_NAMES[reminder["marker"]])
    if kind == "remove-creature":
        return T("Take the {creature} off, discard its card.", creature=CREATURE_NAMES[reminder["creature"]])
    if kind == "stand-up":
        return T("Stand your dwarf up; it does not move this turn.")
    return T("No card in hand: the turn of {name} is skipped.", name=names[reminder["seat"]])


def secrets(state: State, seat: int) -> list[Secret]:
    """One's own card; the card peeked at in this turn; for the first player out the set-aside cards."""
    found = card_secrets(state, seat, state.seats[seat].clan)
    if state.aside and state.out[:1] == [seat]:
        found.append(Secret(ASIDE, T("The set-aside cards"), T("You were the first one out: only you may look.")))
    return found


def reveal(state: State, seat: int, key: str) -> Text | None:
    """What the seat sees while it holds."""
    if key not in {secret.key for secret in secrets(state, seat)}:
        return None
    if key == ASIDE:
        cards = sorted(state.aside or [])
        return T("Set aside: {cards}", cards=[CARDS[card] for card in cards])
    return reveal_card(state, seat, key, CARDS)
