"""Each attack on a deal is noticed by the command, with one sentence; and the honest game by none."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.command.cli import main
from companion.record import fair
from companion.record.verify import PROVES

from .attacks import ATTACKS, Attack
from .machine import ANNA, SEATS, SECRET, Machine, bits_of


def verified(record: dict[str, Any], *shown: str) -> Result:
    result = CliRunner().invoke(main, ["verify", "-", *shown], input=json.dumps(record))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


WORDS = ("--promise", fair.words(fair.promise(SECRET)))


def test_an_honest_game_fits() -> None:
    for first in (0, None):
        machine = Machine()
        machine.deal(machine.opened(machine.bind(first=first)))
        machine.deal()
        result = verified(machine.tells(), *WORDS, *machine.phones[0].shown())
        assert "A deal has the terms that the phone showed." in result.stdout
        assert (result.exit_code, result.stdout.endswith(f"Everything fits. {PROVES}\n")) == (0, True), result.stdout


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_is_noticed(attack: Attack) -> None:
    machine = attack.make()
    record = machine.tells()
    attack.change(record)
    shown = ("--bits", bits_of(ANNA, attack.of)) if attack.bits else ()
    result = verified(record, *WORDS, *(machine.phones[0].shown(attack.of) if attack.terms else shown))
    assert attack.command in result.stdout
    assert result.exit_code == attack.status, result.stdout
    assert ("DOES NOT FIT" in result.stdout) == (attack.status == 1)


def test_fresh_deals_until_one_suits_stand_in_the_record_one_by_one() -> None:
    machine = Machine()
    for _ in range(3):
        machine.deal()
    result = verified(machine.tells(), *WORDS, *machine.phones[0].shown())
    assert result.exit_code == 0, result.stdout
    for count in (1, 2, 3):
        assert f"Deal 1/1/{count}: opened by Anna, Ben, Cleo, Dan." in result.stdout


@pytest.mark.parametrize(("played", "fits"), [("finish", True), ("at-once", False)])
def test_terms_of_before_there_was_an_option_mean_what_it_is_by_default(played: str, fits: bool) -> None:
    machine = Machine(options={"last_card": played})
    options = {name: value for name, value in machine.record.state.options.items() if name != "last_card"}
    machine.deal(machine.opened(machine.bind(options=options)))
    assert (verified(machine.tells()).exit_code == 0) is fits


@pytest.mark.parametrize("dropped", SEATS)
def test_openings_are_dropped_one_by_one(dropped: int) -> None:
    """Before the cards come it is said with the number of deals that leaves; by whose phone it is, it does not fit."""
    machine = Machine()
    deal = machine.opened(machine.bind())
    machine.deal(replace(deal, opened={seat: bits for seat, bits in deal.opened.items() if seat != dropped}))
    record, phone = machine.tells(), machine.phones[SEATS.index(dropped)]
    said = verified(record, *WORDS)
    name = machine.names[SEATS.index(dropped)]
    assert f"Deal 1/1/1: not opened by {name}. That left 2 deals to choose from." in said.stdout
    own = verified(record, *WORDS, *phone.shown())
    assert (said.exit_code, own.exit_code) == (0, 1)
    assert "The phone's bits were not used." in own.stdout
