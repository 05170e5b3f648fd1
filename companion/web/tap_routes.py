"""Taps as tables: for each address the command that it runs, and what reads the command's arguments from the form.

The tables are at the end of ``routes.host`` and ``routes.seat``, the commands in ``table.commands``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
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


Reader = Callable[[Tap], Any]
"""What reads one argument of a command from the form of a tap."""


class CommandRoute(NamedTuple):
    """The command that an address runs.

    Numbers in the address are its first arguments; ``readers`` read the others, by their names. A command of a current
    page (``only_current``) raises Stale for a page that shows an older state.
    """

    command: Callable[..., object]
    readers: Mapping[str, Reader] = MappingProxyType({})
    only_current: bool = False


Taps = Mapping[str, CommandRoute]
"""Routes of commands by their addresses."""


def run_command(command: Callable[..., object], **readers: Reader) -> CommandRoute:
    """Make the route of a command, each of whose named arguments is read by its reader."""
    return CommandRoute(command, readers)


def run_current(command: Callable[..., object], **readers: Reader) -> CommandRoute:
    """Make the route of a command that needs a current page."""
    return CommandRoute(command, readers, only_current=True)


def register(blueprint: Blueprint, before: str, kind: str, tapped: Callable[[Table], Tap], taps: Taps) -> None:
    """Make each of ``taps`` a route with ``before`` in its address.

    It is answered with what a page of that ``kind`` shows then.
    """

    def add_route(address: str, route: CommandRoute) -> None:
        def answer(table: Table, **given: int) -> Response:
            run(tapped(table), route, *given.values())
            return pages.answer(table, kind)

        blueprint.add_url_rule(f"/<table>/{before}{address}", address, answer, methods=["POST"])

    for address, route in taps.items():
        add_route(address, route)


def run(tap: Tap, route: CommandRoute, *numbers: int) -> None:
    """Run the route's command with the arguments read from the form; ``numbers`` are those of the address."""
    arguments = {name: read(tap) for name, read in route.readers.items()}
    if route.only_current:
        tap.table.run(play.require_current, read_stamp(tap), route.command, *numbers, **arguments)
    else:
        tap.table.run(route.command, *numbers, **arguments)


# -- what a form says -----------------------------------------------------------------------------------------------
def read_text(name: str) -> Reader:
    return lambda tap: forms.read_input(name)


def read_yes(name: str) -> Reader:
    return lambda tap: forms.read_input(name) == "1"


read_stamp = read_text("stamp")


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
    """Read an action, or a card with events along the way and the end of the turn. A seat's correction says so."""
    entries = forms.read_tap(request.form)
    if read_own(tap) is None:
        return entries
    return [{**entry, "device": tap.device} if "seat" in entry else entry for entry in entries]


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


ACT = run_command(play.act, entries=read_entries, device=read_device, stamp=read_stamp, seat=read_own)
UNDO = run_command(play.undo_tap, number=read_number, device=read_device, stamp=read_stamp, seat=read_own)
TYPED = run_command(play.save_private_input, seat=read_own, values=read_fields)
SET_OWN_TOKEN = run_command(
    correct.set_token, place=read_own, thing=read_thing, shows=read_shown, stamp=read_stamp, seat=read_own
)
