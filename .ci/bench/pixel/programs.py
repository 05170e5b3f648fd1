"""The three programs that are compared: the product, boardgame.io with React, the limit. Each with one table of twelve
phones and a table screen: some of them pages in Chromium, the others bare streams."""

from __future__ import annotations

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

from .. import boardgame, tables
from ..child import Child, companion, free_port
from ..wire import Finger, Screen, get, post

SEATS = tables.SEATS
PATIENCE = 10.0
PRODUCT, REACT, LIMIT = "companion", "boardgame.io + React", "limit"


class Program(ABC):
    """One of them, running; it is the turn of seat 0. A seat None is the table screen."""

    name: str

    def __init__(self, child: Child) -> None:
        self.child = child
        self.idle: list[Screen] = []
        self.taps = 0
        self._first = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.child.port}"

    @property
    def turn(self) -> int:
        """The seat that taps next."""
        return self.taps % SEATS

    @abstractmethod
    def page(self, seat: int | None) -> tuple[str, str]:
        """The path of a seat's page, and its cookie (``name=value``, or nothing)."""

    @abstractmethod
    def _stream(self, seat: int) -> Screen: ...

    @abstractmethod
    def _send(self) -> None:
        """The tap of the seat on turn, without a page."""

    async def connect(self, seats: Sequence[int]) -> None:
        """Bare streams for these seats."""
        for seat in seats:
            await self.opened(lambda seat=seat: self._stream(seat))  # type: ignore[misc]
        self._first = self.idle[0].seen[-1][0] - self.taps

    async def opened(self, stream: Callable[[], Screen]) -> None:
        _, screen = await asyncio.get_running_loop().create_connection(stream, "127.0.0.1", self.child.port)
        self.idle.append(screen)
        await asyncio.wait_for(screen.opened, PATIENCE)

    async def tap(self) -> None:
        """The seat on turn taps, not on a page; returns when the bare streams have it."""
        self._send()
        await self.tapped()

    async def tapped(self) -> None:
        """Somebody has tapped; returns when the bare streams have it."""
        self.taps += 1
        end = asyncio.get_running_loop().time() + PATIENCE
        while any(screen.seen[-1][0] < self._first + self.taps for screen in self.idle):
            if asyncio.get_running_loop().time() > end:
                raise RuntimeError(f"{self.name}: a tap did not arrive")
            await asyncio.sleep(0.003)

    def close(self) -> None:
        for screen in self.idle:
            screen.close()
        self.child.stop()


class Product(Program):
    """The program itself, on a data folder of its own."""

    name = PRODUCT

    def __init__(self, folder: Path) -> None:
        (self.made,) = tables.make(folder / "product", 1, 2 * SEATS)
        super().__init__(companion(folder / "product"))
        self.finger = Finger()

    def page(self, seat: int | None) -> tuple[str, str]:
        code = self.made.code
        return (f"/{code}/table", self.made.host) if seat is None else (f"/{code}", self.made.cookies[seat])

    def _stream(self, seat: int) -> Screen:
        return Screen(get(f"/{self.made.code}/stream/phone", self.child.port, self.made.cookies[seat]))

    async def connect(self, seats: Sequence[int]) -> None:
        await super().connect(seats)
        await asyncio.get_running_loop().create_connection(lambda: self.finger, "127.0.0.1", self.child.port)

    def _send(self) -> None:
        cookie, fields = self.made.tap(self.taps)
        self.finger.send(post(f"/{self.made.code}/act", self.child.port, cookie, fields))

    def close(self) -> None:
        self.finger.close()
        super().close()


class React(Program):
    """boardgame.io, which serves the pages that ``pages.build`` has made."""

    name = REACT

    def __init__(self, installed: Path, pages: Path) -> None:
        super().__init__(boardgame.started(installed, pages))
        self.sockets: list[boardgame.Socket] = []

    def page(self, seat: int | None) -> tuple[str, str]:
        return f"/{'table' if seat is None else seat}.html", ""

    def _stream(self, seat: int) -> Screen:
        self.sockets.append(boardgame.Socket(self.child.port, "match0", seat, SEATS))
        return self.sockets[-1]

    def _send(self) -> None:
        self.sockets[0].move(self.turn, self.sockets[0].state)


class Limit(Program):
    """As little as a page can be."""

    name = LIMIT

    def __init__(self, folder: Path) -> None:
        (folder / "limit").mkdir()
        port = free_port()
        command = [sys.executable, "-m", "bench.pixel.limit", str(port), str(folder / "limit")]
        super().__init__(Child(command, port, "ready"))
        self.finger = Finger()

    def page(self, seat: int | None) -> tuple[str, str]:
        return "/page", ""

    def _stream(self, seat: int) -> Screen:
        return Screen(get("/t/", self.child.port))

    async def connect(self, seats: Sequence[int]) -> None:
        await super().connect(seats)
        await asyncio.get_running_loop().create_connection(lambda: self.finger, "127.0.0.1", self.child.port)

    def _send(self) -> None:
        self.finger.send(post("/t/", self.child.port, "", {}))

    def close(self) -> None:
        self.finger.close()
        super().close()
