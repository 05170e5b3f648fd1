"""The real program is killed between "Deal" and the openings, and finishes the same deal when it is started again."""

from __future__ import annotations

import contextlib
import http.client
from pathlib import Path
from urllib.parse import urlsplit

from browser.program import Program
from faults.web import Browser

from companion.kept.store import Store
from companion.record import fair
from companion.table import Table, Tables

from .machine import bits_of

NAMES = ("Anna", "Ben", "Cleo")


def stored(program: Program) -> Table:
    """The table as it stands on disk, read beside a program that is not running."""
    with contextlib.closing(Store(program.folder)) as store:
        table = Tables(store).get(program.code)
        assert table is not None
        return table


def stands(phone: Browser, code: str) -> http.client.HTTPConnection:
    """The phone's stream, which says that it is there."""
    stream = http.client.HTTPConnection("127.0.0.1", phone.port, timeout=10)
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    stream.request("GET", f"/{code}/stream/phone", headers={"Cookie": cookies})
    assert stream.getresponse().readline()
    return stream


def test_a_kill_between_the_terms_and_the_openings_leaves_the_same_deal(tmp_path: Path) -> None:
    with Program(tmp_path / "data") as program:
        host, code = Browser(program.port), program.code
        host.get(urlsplit(program.host_link).path)
        phones = [Browser(program.port) for _ in NAMES]
        for phone, name in zip(phones, NAMES, strict=True):
            assert phone.post(f"/{code}/join", {"name": name}).status == 303
        assert host.post(f"/{code}/host/choose", {"game": "saboteur"}).status == 303
        program.kill()
        before = stored(program)
        promise, ids = before.at.dice.promises[1], [seat.id for seat in before.at.seats]
        program.start()
        for browser in (host, *phones):
            browser.close()
        for phone, seat in zip(phones, ids, strict=True):
            sent = fair.commitment(promise, "1/1/1", seat, bits_of(seat, "1/1/1"))
            assert phone.post(f"/{code}/commit", {"commitment": f"{seat} 1/1/1 {sent}"}).status == 200
        streams = [stands(phone, code) for phone in phones]
        assert host.post(f"/{code}/host/deal", {"j:first": "0"}).status == 303
        assert phones[0].post(f"/{code}/open", {"opened": f"{ids[0]} {bits_of(ids[0], '1/1/1')}"}).status == 200
        program.kill()
        for stream in streams:
            stream.close()
        pending = stored(program).at.dice.pending
        assert pending is not None
        assert list(pending.opened) == ids[:1]
        program.start()
        for browser in (host, *phones):
            browser.close()
        for phone, seat in zip(phones[1:], ids[1:], strict=True):
            assert phone.post(f"/{code}/open", {"opened": f"{seat} {bits_of(seat, '1/1/1')}"}).status == 200
        program.kill()
        current = stored(program).at.dice.current
        assert current is not None
        (made,) = current.deals
        assert (made.text, list(made.opened), made.entry) == (pending.text, ids, 0)
