"""The clans of The Dark Cave and The Lost Mines: public card backs, identities, and which side a card is on."""

from __future__ import annotations

from typing import Any

from companion.engine.display import RevealedCard, ScoreLine
from companion.engine.facts import SettableFact, Token
from companion.engine.fields import Field, OneOf, Piece, Pieces, choices, pieces
from companion.engine.scoring import AGAINST, ALONE, WITH, Side
from companion.engine.state import PLAYING, SCORING
from companion.engine.text import T, Text

# -- clans ----------------------------------------------------------------------------------------------------------
CLANS = {"yellow": T("yellow"), "blue": T("blue")}
"""The two clans by the backs of their cards; a saboteur of one works for the other."""


CLAN_NAMES = {**CLANS, "green": T("green")}
"""The clans, and the teams of Saboteur 2."""


CLAN_CARDS = {
    "yellow-loyal": T("loyal yellow dwarf"),
    "yellow-saboteur": T("yellow saboteur"),
    "yellow-selfish": T("selfish yellow dwarf"),
    "blue-loyal": T("loyal blue dwarf"),
    "blue-saboteur": T("blue saboteur"),
    "blue-selfish": T("selfish blue dwarf"),
}


IDENTITIES = {
    "loyal": ("dwarf", T("Loyal dwarf")),
    "saboteur": ("saboteur", T("Saboteur")),
    "selfish": ("selfish", T("Selfish dwarf")),
}
"""The drawing of each, and its heading where people look it up."""


class ClanBack(SettableFact):
    """The back of a seat's card: one of the ``pieces``."""

    def field(self, state: Any) -> Field:
        return OneOf(self.name, self.label, optional=True, choices=choices(self.pieces))

    def _words(self, state: Any, value: Any) -> Any:
        return self.pieces[value].label

    def _token_values(self, value: Any, place: int, which: Any) -> dict[str, int]:
        return {"shows": int(value == which)}

    def with_token(self, thing: Token, shows: int) -> Any:
        return thing.which


CLAN = ClanBack(
    "clan", T("Card back"), pieces=pieces(*(Piece(clan, name) for clan, name in CLANS.items())),
    log_text=T("the back of {name}'s card is {clan}"),
    open=lambda state: state.dealt_by_hand and state.status in (PLAYING, SCORING) and not state.cards_known,
)  # fmt: skip
"""The public back of a seat's card, which can be corrected where it was dealt by hand and isn't revealed yet."""


def clan_cards(**helps: Text) -> Pieces:
    """Make the cards of the two clans with these identities, each with what people look up about it."""
    found = []
    for id, label in CLAN_CARDS.items():
        identity = id.partition("-")[2]
        if identity in helps:
            icon, title = IDENTITIES[identity]
            found.append(Piece(id, label, icon, title=title, help=helps[identity]))
    return pieces(*found)


def clan_of(card: str) -> str:
    """Return the public back of a card, in a game in which backs differ."""
    return card.partition("-")[0]


def find_other_clan(clan: str) -> str:
    """Find the one of the two in ``CLANS`` for which a saboteur of this clan works."""
    return next(other for other in CLANS if other != clan)


def side_of(card: str) -> Side:
    """Return the side of a card: a saboteur digs against the clan that it wears, a selfish dwarf for itself."""
    clan = find_clan(card)
    if clan is None:
        return Side("selfish", T("the selfish dwarves"), ALONE, icon="selfish")
    return Side(clan, CLAN_NAMES[clan], WITH if card.startswith(f"{clan}-") else AGAINST, icon="dwarf")


def make_card(name: str, card: str) -> RevealedCard:
    """Make a person's card as it is revealed with the score."""
    wore = clan_of(card)
    side = find_clan(card)
    if side is None:
        return RevealedCard("selfish", T("selfish dwarf"), None, T("{name} dug only for themselves", name=name))
    if wore == side:
        return RevealedCard("dwarf", T("loyal to {clan}", clan=CLAN_NAMES[side]), side)
    twist = T("{name} wore {wore} and dug for {side}", name=name, wore=CLAN_NAMES[wore], side=CLAN_NAMES[side])
    return RevealedCard("saboteur", T("saboteur"), side, twist)


def find_clan(card: str) -> str | None:
    """Return the clan that a card works for: its own, a saboteur's the other one, a selfish dwarf's none."""
    clan, _, identity = card.partition("-")
    return {"loyal": clan, "saboteur": find_other_clan(clan)}.get(identity)


def say_side(role: Piece) -> Text:
    """Say a card with the side that it works for."""
    clan = find_clan(role.id)
    if clan is None:
        return T("{card}, works alone", card=role.label)
    return T("{card}, works for the {clan} clan", card=role.label, clan=CLAN_NAMES[clan])


def tell_identity(name: str, seat: int, role: Piece) -> ScoreLine:
    """Return the line that reveals a person's card."""
    text = T("{name}: {card}", name=name, card=say_side(role))
    return ScoreLine(text, seat=seat, clan=clan_of(role.id), card=make_card(name, role.id))
