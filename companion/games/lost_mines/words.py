"""The words of The Lost Mines that more than one place needs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.dealing import clan_name, clan_of, works_for
from companion.rules.text import T, Text

CARDS: Mapping[str, Text] = {
    "yellow-loyal": T("loyal yellow dwarf"),
    "yellow-selfish": T("selfish yellow dwarf"),
    "yellow-saboteur": T("yellow saboteur"),
    "blue-loyal": T("loyal blue dwarf"),
    "blue-selfish": T("selfish blue dwarf"),
    "blue-saboteur": T("blue saboteur"),
}
MINE_NAMES: Mapping[str, Text] = {
    "gold": T("gold mine"),
    "silver": T("silver mine"),
    "gemstones": T("gemstone mine"),
    "dragon": T("dragon's mine"),
}
MINE_ICONS: Mapping[str, str] = {"gold": "gold", "silver": "nugget", "gemstones": "crystal", "dragon": "dragon"}


def side(card: str) -> Text:
    """The card with whom it works for."""
    clan = works_for(card)
    if clan is None:
        return T("{card}, works for itself", card=CARDS[card])
    return T("{card}, works for the {clan} clan", card=CARDS[card], clan=clan_name(clan))


def role(card: str) -> Text:
    """What the card is, without its clan."""
    identity = card.removeprefix(f"{clan_of(card)}-")
    return {"loyal": T("loyal"), "selfish": T("selfish"), "saboteur": T("saboteur")}[identity]


SIDES: Mapping[str, Text] = {card: side(card) for card in CARDS}
