"""Tables of taps fit the commands that they run."""

import inspect

import pytest

from companion.web.routes.host import TAPS
from companion.web.routes.seat import PLAYING, SITTING
from companion.web.tap_routes import CommandRoute

ROUTES = [(address, route) for taps in (TAPS, SITTING, PLAYING) for address, route in taps.items()]


@pytest.mark.parametrize(("address", "route"), ROUTES)
def test_command_route_fills_every_argument_of_its_command(address: str, route: CommandRoute) -> None:
    numbers = [0] * address.count("<")
    bound = inspect.signature(route.command).bind("the table", *numbers, **route.readers)
    assert route.only_current is False or "stamp" not in bound.arguments
