"""Which status a refusal has, and what the log says of a fault."""

import pytest

from companion.engine.text import RuleError, T
from companion.record.record import EntryError
from companion.storage.store import Damaged, LinkError, Stale, StoreError
from companion.table import BadInput, Expired, Forbidden, NotFound, Refused
from companion.web import errors
from companion.web.security import TooManyTries, WrongHost


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (RuleError(T("no")), 422),
        (EntryError(0, {}, [], T("no")), 409),
        (Refused(T("no")), 409),
        (BadInput(T("no")), 422),
        (Forbidden(T("no")), 403),
        (NotFound(T("no")), 404),
        (Expired(T("no")), 410),
        (WrongHost(T("no")), 421),
        (TooManyTries(T("no")), 429),
        (StoreError(T("no")), 503),
        (Damaged(T("no")), 503),
        (Stale(), 409),
        (LinkError(), 410),
    ],
)
def test_find_status_is_that_of_the_kind_or_of_the_nearest_above_it(
    refusal: RuleError | StoreError, status: int
) -> None:
    """A kind that has none of its own has that of the nearest one above it."""
    assert errors.find_status(refusal) == status


def test_format_traceback_without_message_names_places_and_causes_alone() -> None:
    def breaks(secret: str) -> None:
        try:
            raise KeyError(secret)
        except KeyError as error:
            raise RuntimeError(secret) from error

    try:
        breaks("blue-" + "saboteur")
    except RuntimeError as error:
        told = errors.format_traceback_without_message(error)
    assert told.startswith("RuntimeError\n")
    assert "caused by KeyError" in told
    assert "test_errors.py" in told
    assert "blue-saboteur" not in told
