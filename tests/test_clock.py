"""The clocks: those of this computer, and the one of the host's browser."""

import pytest

from companion import clock
from companion.clock import HOUR, HostClock

NOON = 1_767_268_800.0


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer says that it is noon, and has run for a minute."""
    monkeypatch.setattr(clock, "now", lambda: NOON)
    monkeypatch.setattr(clock, "since_start", lambda: 60.0)


@pytest.mark.usefixtures("at_noon")
def test_moment_is_written_with_its_time_zone() -> None:
    assert clock.moment() == "2026-01-01T12:00:00+00:00"


def test_since_start_goes_on_evenly() -> None:
    first = clock.since_start()
    assert clock.since_start() >= first > 0


def test_now_is_the_time_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: NOON)
    assert clock.now() == NOON


@pytest.mark.usefixtures("at_noon")
@pytest.mark.parametrize(
    ("said", "ahead"),
    [
        (NOON, 0),
        (NOON + HOUR, 0),
        (NOON + HOUR + 1, HOUR + 1),
        (NOON - HOUR - 1, -HOUR - 1),
        (NOON + 30 * 24 * HOUR, 30 * 24 * HOUR),
        (0, 0),
        (4_200_000_000, 0),
    ],
)
def test_host_clock_counts_ahead_from_an_hour_on(said: float, ahead: int) -> None:
    host = HostClock()
    assert host.count_ahead() == 0, "nobody has said the time"
    host.hear(said)
    assert host.count_ahead() == ahead


@pytest.mark.usefixtures("at_noon")
def test_host_clock_goes_on_while_this_machines_clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    host = HostClock()
    host.hear(NOON + 2 * HOUR)
    monkeypatch.setattr(clock, "since_start", lambda: 60.0 + HOUR)
    monkeypatch.setattr(clock, "now", lambda: NOON + 3 * HOUR)
    assert host.count_ahead() == 0
