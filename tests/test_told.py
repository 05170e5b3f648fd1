"""Who is told something of a deal knows what fits it: names, a number, a side; compared with all deals one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from vote_game import ShowOfHands, State

from companion.record.record import Record
from companion.rules.asking import Entry, Piece, Prepared, other_seat, pieces
from companion.rules.board import Secret
from companion.rules.move import Move
from companion.rules.seeing import Held
from companion.rules.state import Tells
from companion.rules.text import T
from companion.told.known import history_of

EVIL = ("morgana", "mordred")
CARDS = ("merlin", "percival", "morgana", "mordred", "servant", "servant")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def names_for(card: str, deal: Mapping[int, str], me: int) -> tuple[set[int], tuple[str, ...]] | None:
    """The seats that the owner of the card is told of, and the cards that put them there."""
    told = {"merlin": ("morgana",), "percival": ("merlin", "morgana"), "morgana": EVIL, "mordred": EVIL}.get(card)
    return None if told is None else ({seat for seat, one in deal.items() if one in told and seat != me}, told)


def evil_beside(deal: Mapping[int, str], me: int) -> int:
    return sum(deal[(me + step) % len(deal)] in EVIL for step in (-1, 1))


class Lady(Move[State]):
    """A look at the side of another."""

    kind, label = "lady", T("Look at a side")
    asks = (other_seat("seat", T("Whose?")),)

    def tells(self, state: State, entry: Entry) -> Tells:
        about = entry["seat"]
        evil = state.seats[about].card in EVIL
        return Tells(may=lambda seat, card: seat != about or (card in EVIL) == evil)


class Told(ShowOfHands):
    """Merlin, Percival and evil are told names, who serves how many evil sit beside them."""

    id, title = "told", T("Told")
    roles = pieces(*(Piece(card, T("{card}", card=card)) for card in sorted(set(CARDS))))
    turn_moves = (*ShowOfHands.turn_moves, Lady)  # type: ignore[assignment]

    def prepared(self, players: int, options: Mapping[str, Any]) -> list[Prepared]:
        return [Prepared(CARDS), Prepared([*CARDS[:-1], "merlin"])]

    def held(self, state: State, seat: int) -> list[Held]:
        deal = {other: state.seats[other].card or "" for other in state.players}
        told = names_for(deal[seat], deal, seat)
        words = T("{n} beside you", n=evil_beside(deal, seat)) if told is None else T("{names}", names=sorted(told[0]))
        count = evil_beside(deal, seat)
        tells = Tells(fits=lambda deal: deal[seat] == "servant" and evil_beside(deal, seat) == count)
        secret = Secret("told", T("What you know"), T("Hold to look."), None)
        if told is not None:
            named, cards = told
            tells = Tells(may=lambda other, card: other == seat or (card in cards) == (other in named))
        return [*super().held(state, seat), Held(secret, words, tells=tells)]


class Unseen(Told):
    """Nobody is shown the card itself: the words alone say something."""

    def sees_own(self, card: str) -> bool:
        return False


def odds_of_all_deals(
    viewer: int, truth: list[str], looked: int | None = None, own: bool = True
) -> list[dict[str, str]]:
    """By every deal of every way of preparing that has the viewer's card, its words and the side it has looked at."""
    found: list[Counter[str]] = [Counter() for _ in NAMES]

    def read(cards: list[str]) -> Any:
        deal = dict(enumerate(cards[: len(NAMES)]))
        told = names_for(cards[viewer], deal, viewer)
        side = None if looked is None else cards[looked] in EVIL
        words = evil_beside(deal, viewer) if told is None else told[0]
        return cards[viewer] if own else len(told or ()), words, side

    for way in (CARDS, (*CARDS[:-1], "merlin")):
        for cards in permutations(way):
            if read(list(cards)) == read(truth):
                for seat in range(len(NAMES)):
                    found[seat][cards[seat]] += 1
    return [{card: str(Fraction(count, one.total())) for card, count in sorted(one.items())} for one in found]


@pytest.mark.parametrize("aside", range(len(CARDS)))
def test_who_is_told_names_knows_what_fits_them(aside: int) -> None:
    game = Told()
    truth = [*CARDS[:aside], *CARDS[aside + 1 :], CARDS[aside]]
    record = Record(game, NAMES, {})
    record.append({"kind": "deal", "cards": truth[:-1], "aside": truth[-1:]})
    record.append({"kind": "lady", "by": 4, "seat": 0})
    entries = history_of(record).to_json()["entries"]
    first, last = entries[0], entries[-1]
    assert first["odds"] == [odds_of_all_deals(viewer, truth) for viewer in range(5)]
    assert last["odds"][4] == odds_of_all_deals(4, truth, looked=0)
    assert last["odds"][:4] == first["odds"][:4]


def test_who_is_not_shown_its_card_knows_what_fits_its_words() -> None:
    """Names that mean Merlin's, Percival's or evil's knowledge: as far as the words tell."""
    record = Record(Unseen(), NAMES, {})
    record.append({"kind": "deal", "cards": list(CARDS[:5]), "aside": [CARDS[5]]})
    (first,) = history_of(record).to_json()["entries"]
    assert Unseen().secrets(record.state, 4)[0].key == "told"
    assert first["odds"][4] == odds_of_all_deals(4, list(CARDS), own=False)
