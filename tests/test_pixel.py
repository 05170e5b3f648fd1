"""The arithmetic of the benchmark of taps to pixels (``.ci/bench/pixel``); what it measures is asserted nowhere."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")

from bench.figures import Report
from bench.pixel import table
from bench.pixel.marks import PARTS, Seen, Tap, tap
from bench.pixel.programs import LIMIT, PRODUCT, REACT, SEATS
from bench.pixel.rounds import KINDS, PLAN, SHOWN, SLOW, Measured

SILENT: dict[str, Any] = {
    "finger": [],
    "sent": [],
    "bytes": [],
    "changes": [],
    "shown": None,
    "frame": None,
    "paint": None,
}


def seen(**marks: Any) -> Seen:
    return Seen.of({**SILENT, **marks})


def test_the_parts_of_a_tap_add_up_to_it() -> None:
    finger = seen(finger=[1000], sent=[990, 1004])
    page = seen(bytes=[1003, 1010, 1011, 1090], shown=1015, frame=1020, paint=1030)
    found = tap(finger, page)
    assert found
    assert found.parts == {"request": 4, "bytes": 7, "change": 4, "frame": 5, "paint": 10}
    assert found.total == sum(found.parts.values()) == 30


def test_a_page_that_is_changed_again_after_its_paint_says_so() -> None:
    changes = [{"at": at, "words": words} for at, words in ((1015, True), (1031, True), (1032, False))]
    page = seen(finger=[1000], sent=[1001], bytes=[1010], changes=changes, shown=1015, frame=1020, paint=1030)
    found = tap(page, page)
    assert found
    assert found.again == 1


@pytest.mark.parametrize("missing", ["shown", "frame", "paint"])
def test_a_page_that_has_not_painted_has_missed_the_tap(missing: str) -> None:
    whole = {"bytes": [1010], "shown": 1015, "frame": 1020, "paint": 1030}
    assert tap(seen(finger=[1000], sent=[1001]), seen(**{**whole, missing: None})) is None


def test_two_rounds_measure_every_cell_once_and_throttle_one_page_at_a_time() -> None:
    shots = [(seat, shot) for plan in PLAN for seat, shot in plan.items()]
    cells = [(shot.rate, kind) for _, shot in shots for kind in shot.pages.values()]
    assert sorted(cells) == sorted((rate, kind) for rate in (1, SLOW) for kind in KINDS)
    assert all(len(shot.pages) == 1 for _, shot in shots if shot.rate > 1)
    for seat, shot in shots:
        assert seat in SHOWN
        for page, kind in shot.pages.items():
            assert page in SHOWN
            expected = {"tapping": (seat,), "next": ((seat + 1) % SEATS,), "table screen": (None,)}
            assert page in expected.get(kind, {*SHOWN} - {None, seat, seat + 1})


def test_the_tables_compare_the_product_with_the_others_in_the_same_run() -> None:
    parts = dict.fromkeys(PARTS, 1.0)
    cells = {
        (rate, kind, name): [Measured(rate, kind, Tap(total * rate, parts, 0), 5.0), Measured(rate, kind, None, 5.0)]
        for rate in (1, SLOW)
        for kind in KINDS
        for name, total in ((PRODUCT, 30.0), (REACT, 40.0), (LIMIT, 10.0))
    }
    report = Report()
    table.write(report, cells, [PRODUCT, REACT, LIMIT], "not pressed")
    assert table.ratio(cells, SLOW, "next", REACT, "p95") == 0.75
    assert "| 4×, next | 120 / 120 | 160 / 160 | 40.0 / 40.0 | 0.75 / 0.75 | 3.00 / 3.00 | 3 |" in report.table()
    assert "each tap" not in report.table()
    assert report.figures["tap to pixel 4×, next, companion, not pressed: each tap"].values == [120.0]
