"""What whoever runs the machine may try, with the sentence by which it is noticed: by the command, and by a phone.

Each attack gives the record that it ends in, and what Anna's phone has kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.record import fair

from .machine import ANNA, BEN, CLEO, DAN, OTHER, SEATS, Machine, bits_of, committed

Record = dict[str, Any]
Make = Callable[[], Machine]
ATTACKS: list[Attack] = []


@dataclass(frozen=True)
class Attack:
    """``command``: what ``companion verify`` says, with what Anna's phone has shown where the record fits by itself.
    ``page``: which of a phone's checks does not fit."""

    name: str
    make: Make
    change: Callable[[Record], None]
    command: str
    page: str
    status: int = 1
    bits: bool = True
    """Whether the command is told the phone's bits."""
    terms: bool = False
    """Whether it is told the terms for which the phone has opened them."""
    of: str = "1/1/1"
    """The deal of which the phone shows them."""


def attack(
    command: str,
    page: str,
    change: Callable[[Record], None] = lambda record: None,
    status: int = 1,
    bits: bool = True,
    terms: bool = False,
    of: str = "1/1/1",
) -> Callable[[Make], Make]:
    """``change``: what is changed in the record that is told."""

    def add(make: Make) -> Make:
        ATTACKS.append(Attack(make.__name__, make, change, command, page, status, bits, terms, of))
        return make

    return add


def _first(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = record["chance"]["deals"][0]
    return found


# -- the secret -----------------------------------------------------------------------------------------------------
@attack("It is not the promise that the phone showed.", "seen")
def the_secret_is_exchanged_after_all_have_committed() -> Machine:
    machine = Machine()
    machine.opened(machine.bind())
    forged = Machine(secret=OTHER, phones=machine.phones)
    deal = forged.bind()
    for seat in SEATS:
        deal = deal.open(seat, bits_of(seat, deal.of))
    forged.deal(deal)
    return forged


@attack("The secret is not the one that was promised.", "secret", lambda record: record["chance"].update(secret=OTHER))
def another_secret_is_told() -> Machine:
    machine = Machine()
    machine.deal()
    return machine


# -- bits -----------------------------------------------------------------------------------------------------------
def _made_up(record: Record) -> None:
    _first(record)["opened"][0]["bits"] = "0" * 32


@attack("opened was something else than was committed to", "parts", _made_up)
def bits_are_made_up_in_the_data_file() -> Machine:
    machine = Machine()
    machine.deal()
    return machine


@attack("It is not the promise that the phone showed.", "seen", bits=False)
def other_phones_are_shown_another_promise() -> Machine:
    """Anna's is the one that does not count: she takes part in no deal, or with a commitment to the other one."""
    machine = Machine(secret=OTHER)
    machine.deal(machine.opened(machine.bind(), but=[ANNA]))
    return machine


@attack("The phone's bits were not used.", "bound", of="1/1/2")
def bits_of_an_earlier_deal_stand_for_a_later_one() -> Machine:
    machine = Machine()
    machine.deal()
    machine.opened(machine.bind())
    players = [
        {"seat": seat, "name": name, "commitment": committed(seat, "1/1/2", bits=bits_of(seat, "1/1/1"))}
        for seat, name in zip(SEATS, machine.names, strict=True)
    ]
    deal = machine.bind(players=players)
    for seat in SEATS:
        deal = deal.open(seat, bits_of(seat, "1/1/1"))
    machine.deal(deal)
    return machine


def _replayed(record: Record) -> None:
    first, second = record["chance"]["deals"]
    second["terms"]["players"], second["opened"] = first["terms"]["players"], first["opened"]


@attack("Deal 1/1/2: opened was something else than was committed to.", "parts", _replayed)
def commitments_of_an_earlier_deal_are_shown_again() -> Machine:
    return _two_deals()


@attack("Deal 1/1/2: the phones of Anna were asleep.", "absent", status=0)
def a_phone_that_is_there_is_left_out_of_a_later_deal() -> Machine:
    """With all others in on it the second deal can be chosen: only Anna's phone knows that it was there."""
    machine = Machine()
    machine.deal()
    players = [dict(one) for one in machine.bind().terms["players"]]
    players[0] = {"seat": ANNA, "name": "Anna", "asleep": True}
    machine.deal(machine.opened(machine.bind(players=players), but=[ANNA]))
    return machine


@attack("The phone's bits were not used.", "bound")
def a_commitment_is_made_up_for_a_seat() -> Machine:
    machine = Machine()
    machine.opened(machine.bind())
    players = [dict(one) for one in machine.bind().terms["players"]]
    players[0]["commitment"] = committed(ANNA, "1/1/1", bits="0" * 32)
    deal = machine.bind(players=players).open(ANNA, "0" * 32)
    for seat in (BEN, CLEO, DAN):
        deal = deal.open(seat, bits_of(seat, deal.of))
    machine.deal(deal)
    return machine


@attack("Deal 1/1/1: not opened by Anna. That left 2 deals to choose from.", "late", status=0, bits=False)
def bits_that_come_too_late_are_left_out() -> Machine:
    """No attack where the phone was slow; it can't be told from one that the machine has kept waiting."""
    machine = Machine()
    deal = machine.opened(machine.bind())
    for mine in machine.phones[0].bits.values():
        mine["arrived"] = False
    machine.deal(replace(deal, opened={seat: bits for seat, bits in deal.opened.items() if seat != ANNA}))
    return machine


@attack("opened was something else than was committed to", "parts", lambda record: _twice(record))
def one_commitment_stands_for_two() -> Machine:
    machine = Machine()
    machine.deal(machine.opened(machine.bind(), but=[DAN]))
    return machine


def _twice(record: Record) -> None:
    players = _first(record)["terms"]["players"]
    players[3]["commitment"] = players[2]["commitment"]


@attack("its terms name something else: the players or their order", "bound")
def a_phone_sits_down_last_with_chosen_bits() -> Machine:
    machine = Machine()
    seen = machine.bind()
    late = {"seat": 99, "name": "Zoe", "commitment": committed(99, seen.of)}
    deal = machine.opened(seen)
    deal = replace(deal, terms={**seen.terms, "players": [*seen.terms["players"], late]})
    machine.deal(deal.open(99, bits_of(99, seen.of)))
    return machine


def _dropped(record: Record) -> None:
    _first(record)["opened"] = [one for one in _first(record)["opened"] if one["seat"] != ANNA]


@attack("1/1/deal/1: entry 0 does not fit", "mine", _dropped)
def opened_bits_are_dropped_afterwards() -> Machine:
    machine = Machine()
    machine.deal()
    return machine


@attack("not opened by Anna. That left 2 deals to choose from.", "mine")
def opened_bits_are_dropped_before_the_cards_come() -> Machine:
    machine = Machine()
    deal = machine.opened(machine.bind())
    machine.deal(replace(deal, opened={seat: bits for seat, bits in deal.opened.items() if seat != ANNA}))
    return machine


@attack("not opened by Ben, Cleo, Dan. That left 8 deals to choose from.", "withheld", status=0)
def phones_in_on_it_hold_their_bits_back() -> Machine:
    machine = Machine()
    machine.deal(machine.opened(machine.bind(), but=[BEN, CLEO, DAN]))
    return machine


@attack("no phone took part, so nobody can check it", "nobody", status=3, bits=False)
def no_phone_is_let_in() -> Machine:
    machine = Machine()
    players = [{"seat": seat, "name": name, "asleep": True} for seat, name in zip(SEATS, machine.names, strict=True)]
    machine.deal(machine.bind(players=players))
    return machine


# -- terms ----------------------------------------------------------------------------------------------------------
@attack("its terms name something else: the players or their order", "parts")
def chairs_are_dragged_after_the_terms_were_bound() -> Machine:
    machine = Machine()
    deal = machine.opened(machine.bind())
    dragged = Machine(names=("Ben", "Anna", "Cleo", "Dan"), phones=machine.phones)
    dragged.deal(deal)
    return dragged


@attack("The phone's bits were not used.", "bound")
def other_terms_are_shown_to_other_phones() -> Machine:
    machine = Machine()
    machine.phones[0].opens(machine.bind(first=1))
    deal = machine.bind(first=2)
    for phone in machine.phones[1:]:
        deal = phone.opens(deal)
    machine.deal(deal)
    return machine


@attack("its terms name something else: who is dealt in, or who begins", "begins")
def somebody_else_begins() -> Machine:
    machine = Machine()
    machine.deal(machine.opened(machine.bind(first=3)), lambda entry: {**entry, "first": 0})
    return machine


@attack("its terms name something else: the game or its options", "bound", lambda record: _options(record))
def options_are_others() -> Machine:
    machine = Machine()
    machine.deal()
    return machine


def _options(record: Record) -> None:
    _first(record)["terms"]["options"]["count_cards"] = False


def _options_of_both(record: Record) -> None:
    _options(record)
    record["options"] = {**record.get("options", {}), "count_cards": False}


@attack("1/1/deal/1: entry 0 does not fit.", "bound", _options_of_both)
def options_are_changed_after_the_bits_were_opened() -> Machine:
    machine = Machine()
    machine.deal()
    return machine


@attack("No deal has the terms that the phone showed.", "bound", terms=True, of="1/2/1")
def who_sits_out_is_changed_after_the_bits_were_opened() -> Machine:
    """The deal of a later round is made again out of the same bits, with terms that fit each other."""
    machine = Machine(game="saboteur")
    machine.deal()
    machine.record.append({"kind": "end", "reason": "agreed"})
    machine.opened(machine.bind(of="1/2/1"))
    deal = machine.bind(of="1/2/1", deal={"kind": "deal", "first": 1, "without": [0]})
    for seat in SEATS:
        deal = deal.open(seat, bits_of(seat, deal.of))
    machine.deal(deal)
    return machine


@attack("its terms name something else: its number", "whole")
def numbers_of_the_game_are_tried() -> Machine:
    machine = Machine(number=2)
    machine.phones[0].game = 2
    machine.deal(machine.opened(machine.bind(of="1/1/1")))
    return machine


@attack("It is not the promise that the phone showed.", "absent")
def games_are_made_until_one_suits() -> Machine:
    """Each has its number in all places, and its own promise: the phone took part in none that is told."""
    machine = Machine()
    machine.opened(machine.bind())
    suits = Machine(secret=OTHER, number=3)
    suits.deal()
    suits.phones = machine.phones
    return suits


@attack("No deal has the terms that the phone showed.", "moved", terms=True)
def number_and_terms_are_rewritten_so_that_they_agree() -> Machine:
    """With the bits that were opened for another number: the phone has shown its terms, and knows the promise
    as that of another game."""
    machine = Machine()
    machine.opened(machine.bind())
    again = Machine(number=2, phones=machine.phones)
    again.deal(rewritten(again, "2/1/1"))
    return again


@attack("No deal has the terms that the phone showed.", "bound", terms=True)
def other_terms_are_bound_after_a_restart() -> Machine:
    """With all the bits that were opened before it: the phone keeps the terms that it has opened them for."""
    machine = Machine()
    machine.opened(machine.bind(first=0))
    machine.deal(rewritten(machine, "1/1/1", first=2))
    return machine


def rewritten(machine: Machine, of: str, first: int = 0) -> fair.Deal:
    """Made up of the bits that phones have opened for the first deal."""
    players = [
        {"seat": seat, "name": name, "commitment": committed(seat, of, machine.secret, bits_of(seat, "1/1/1"))}
        for seat, name in zip(SEATS, machine.names, strict=True)
    ]
    deal = machine.bind(of=of, players=players, first=first)
    for seat in SEATS:
        deal = deal.open(seat, bits_of(seat, "1/1/1"))
    return deal


@attack("its terms name something else: the promise", "seen")
def the_terms_of_another_promise() -> Machine:
    machine = Machine()
    deal = machine.bind(promise=fair.promise(OTHER))
    machine.secret = SECRET_OF_NOBODY
    machine.deal(deal)
    return machine


SECRET_OF_NOBODY = "ef" * 32


def _two_deals() -> Machine:
    machine = Machine()
    machine.deal()
    machine.deal()
    return machine


def _other_game(record: Record) -> None:
    _first(record)["terms"]["game"] = "saboteur"


def _seat_twice(record: Record) -> None:
    players = _first(record)["terms"]["players"]
    players[3]["seat"] = players[2]["seat"]


def _other_seat(record: Record) -> None:
    record["chance"]["deals"][1]["terms"]["players"][3]["seat"] = 99


ATTACKS += [
    Attack(
        "the terms are of another game", _two_deals, _other_game, "something else: the game or its options", "bound"
    ),
    Attack(
        "a seat stands twice", _two_deals, _seat_twice, "Deal 1/1/1: its terms name something else: the seats", "bound"
    ),
    Attack(
        "a seat is exchanged later", _two_deals, _other_seat, "1/1/2: its terms name something else: the seats", "bound"
    ),
    Attack("the bits of one phone are others", _two_deals, _made_up, "The phone's bits were not used.", "mine"),
]


# -- lots -----------------------------------------------------------------------------------------------------------
@attack("1/1/first/1: this lot does not fit", "draw")
def the_lot_says_dan_and_anna_begins() -> Machine:
    machine = Machine(secret="03" * 32)
    for phone in machine.phones:
        phone.promise = fair.promise(machine.secret)
    machine.deal(machine.opened(machine.bind(first=None)), lambda entry: {**entry, "first": (entry["first"] + 1) % 4})
    return machine


def _among(names: list[str]) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record["chance"]["draws"][0].update(among=names)

    return change


def _by_lot() -> Machine:
    machine = Machine()
    machine.deal(machine.opened(machine.bind(first=None)))
    return machine


for who in (["Anna", "Anna"], ["Anna", "Zoe"], ["Dan", "Cleo", "Ben", "Anna"]):
    ATTACKS.append(Attack(f"the lot is among {who}", _by_lot, _among(who), "1/1/first/1: this lot does not fit", ""))


# -- deals ----------------------------------------------------------------------------------------------------------
def _without_the_first(record: Record) -> None:
    del record["chance"]["deals"][0]
    record["chance"]["deals"][0]["entry"] = 0
    record["entries"].pop(0)
    record["chance"]["draws"] = [{**one, "entry": 0} for one in record["chance"]["draws"] if one["entry"] == 1]


@attack("its terms name something else: its number", "whole", _without_the_first)
def a_deal_that_did_not_suit_is_left_out() -> Machine:
    machine = Machine()
    machine.deal()
    machine.deal()
    return machine


def _earlier(record: Record) -> None:
    """The first deal is told as if an entry belonged to it that deals nothing."""
    deals, entries = record["chance"]["deals"], record["entries"]
    deals[0]["entry"], deals[1]["entry"] = len(entries) - 1, 0


@attack("1/1/1: nothing was drawn for entry 1.", "drawn", _earlier)
def a_deal_that_was_given_up_is_told_as_dealt() -> Machine:
    machine = Machine()
    machine.deals.append(replace(machine.opened(machine.bind()), given_up=True))
    machine.deal()
    return machine


@attack("Deal 7/1/1: its terms name something else: its number", "whole")
def a_deal_of_another_game_is_told() -> Machine:
    machine = Machine()
    machine.deals.append(replace(machine.opened(machine.bind(of="7/1/1")), given_up=True))
    machine.deal(machine.opened(machine.bind(of="1/1/1")))
    return machine


@attack("The phone's bits were not used.", "bound")
def the_fresh_deal_that_suits_is_told_as_the_first() -> Machine:
    machine = Machine()
    for count in (1, 2):
        machine.opened(machine.bind(of=f"1/1/{count}"))
    players = [
        {"seat": seat, "name": name, "commitment": committed(seat, "1/1/1", bits=bits_of(seat, "1/1/2"))}
        for seat, name in zip(SEATS, machine.names, strict=True)
    ]
    deal = machine.bind(players=players)
    for seat in SEATS:
        deal = deal.open(seat, bits_of(seat, "1/1/2"))
    machine.deal(deal)
    return machine


@attack("was given up after its terms were bound: that left a choice", "given", status=3)
def a_deal_that_did_not_suit_is_given_up() -> Machine:
    machine = Machine()
    machine.deals.append(replace(machine.opened(machine.bind()), given_up=True))
    machine.deal()
    return machine


@attack("Entry 1 was dealt without terms.", "bound", lambda record: record["chance"]["deals"].pop())
def a_fresh_deal_in_the_same_round_has_no_terms() -> Machine:
    machine = Machine()
    machine.deal()
    machine.deal()
    return machine


@attack("1/1/deal/1: entry 0 does not fit", "draw")
def the_cards_are_exchanged() -> Machine:
    machine = Machine()
    machine.deal(enter=lambda entry: {**entry, "cards": [*entry["cards"][1:], entry["cards"][0]]})
    return machine


@attack("Entry 0 was not drawn with the secret.", "drawn", lambda record: record["chance"]["draws"].clear())
def the_draw_of_other_cards_is_left_out() -> Machine:
    machine = Machine()
    machine.deal(enter=lambda entry: {**entry, "cards": [*entry["cards"][1:], entry["cards"][0]]})
    return machine


@attack("Entry 2 was not drawn with the secret.", "")
def other_cards_are_dealt_in_the_place_of_those_taken_back() -> Machine:
    machine = Machine()
    entry = machine.deal()
    machine.record.append({"kind": "undo", "entry": 0})
    machine.record.append({**entry, "cards": [*entry["cards"][1:], entry["cards"][0]]})
    return machine


@attack("Not checkable", "", lambda record: record.pop("chance"), status=3)
def nothing_is_opened() -> Machine:
    machine = Machine()
    machine.deal()
    return machine
