"""Taps as a table: for each address the command that it gives, and what its form says, in the command's order.

The tables themselves stand at the end of ``host`` and ``seat``; the commands in ``table``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, request

from companion.engine.actions import Entry
from companion.table import Table
from companion.table.commands import correct, play
from companion.table.views.page import PageViewer
from companion.web import forms, pages


class Tap(NamedTuple):
    """A form that came from a page of that viewer's; ``device`` names the page in what is entered."""

    table: Table
    viewer: PageViewer
    device: str


Says = Callable[[Tap], Any]
CommandRoute = tuple[Any, ...]
"""A command, and what reads each of its arguments; the numbers in the address come before them."""
Taps = Mapping[str, CommandRoute]
"""The rows of a table of taps by their addresses."""


def register(blueprint: Blueprint, before: str, kind: str, tapped: Callable[[Table], Tap], taps: Taps) -> None:
    """Make each of ``taps`` a route with ``before`` in its address.

    It is answered with what a page of that ``kind`` shows then.
    """

    def route(address: str, row: CommandRoute) -> None:
        def answer(table: Table, **given: int) -> Response:
            run(tapped(table), row, *given.values())
            return pages.answer(table, kind)

        blueprint.add_url_rule(f"/<table>/{before}{address}", address, answer, methods=["POST"])

    for address, row in taps.items():
        route(address, row)


def run(tap: Tap, row: CommandRoute, *given: int) -> None:
    """Give the command of that row of the table."""
    command, *says = row
    tap.table.run(command, *given, *[read(tap) for read in says])


def current_only(command: Callable[..., object], *says: Says) -> CommandRoute:
    """Return the row of a command that a page gives which shows what stands."""
    return (play.require_current, stamp, lambda tap: command, *says)


# -- what a form says -----------------------------------------------------------------------------------------------
def read_text(name: str) -> Says:
    return lambda tap: forms.read_input(name)


def read_yes(name: str) -> Says:
    return lambda tap: forms.read_input(name) == "1"


stamp = read_text("stamp")


def read_own(tap: Tap) -> int | None:
    """Return the seat whose page it is; the table screen's is nobody's."""
    return tap.viewer.seat


def read_own_id(tap: Tap) -> int | None:
    return tap.viewer.seat_id


def read_device(tap: Tap) -> str:
    return tap.device


def read_fields(tap: Tap) -> dict[str, Any]:
    return forms.read_fields(request.form)


def read_answers(tap: Tap) -> dict[str, Any]:
    """Read single answers on a page of facts, by their paths."""
    return forms.read_paths(request.form)


def read_entries(tap: Tap) -> list[Entry]:
    """Read an action, or a card with what happened on the way and the end of the turn. A seat's correction says so."""
    entries = forms.read_tap(request.form)
    if read_own(tap) is None:
        return entries
    return [{**one, "device": tap.device} if "seat" in one else one for one in entries]


def read_number(tap: Tap) -> int:
    """Read the number of the entry that the form is about."""
    return _read_digits(forms.read_input("entry"), 6)


def read_thing(tap: Tap) -> str:
    """Read the thing that was tapped."""
    return forms.read_input("lay").rpartition(":")[0]


def read_shown(tap: Tap) -> int:
    """Read the number that it shows from now on."""
    return _read_digits(forms.read_input("lay").rpartition(":")[2], 2)


def _read_digits(given: str, digits: int) -> int:
    number = forms.parse_int(given, digits, None)
    if number is None:
        raise forms.FormError
    return number


ACT = (play.act, read_entries, read_device, stamp, read_own)
UNDO = (play.undo_tap, read_number, read_device, stamp, read_own)
TYPED = (play.save_private_input, read_own, read_fields)
LAID = (correct.set_token, read_own, read_thing, read_shown, stamp, read_own)
