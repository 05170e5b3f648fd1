"""boardgame.io, to compare with: fetched from npm when it is asked for, spoken to over its own WebSocket."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from pathlib import Path

from .child import Child, free_port
from .wire import Screen

VERSION = "0.50"
PLAYERS = 10
WATCHERS = 3
SOURCES = {"server.js": "boardgame_server.js", "game.js": "boardgame_game.js"}
HANDSHAKE = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c21hbGwgYW5kIHBsYWluLg==\r\n\r\n"
)
_TAPS = re.compile(rb'"taps":(\d+)')
_STATE = re.compile(rb'"_stateID":(\d+)')


def installed(folder: Path, *more: str) -> Path | None:
    """``folder`` with boardgame.io and ``more`` packages in it; None where there is no Node, or npm fetches nothing."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"boardgame.io@{VERSION}", *more]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode:
        return None
    for name, source in SOURCES.items():
        shutil.copy(Path(__file__).with_name(source), folder / name)
    return folder


def started(folder: Path, pages: Path | None = None) -> Child:
    """The server; it serves what lies in ``pages`` too."""
    port = free_port()
    command = ["node", "server.js", str(port), *([str(pages)] if pages else [])]
    return Child(command, port, "ready", {"NODE_ENV": "production"}, folder)


class Socket(Screen):
    """One player's page, or a spectator's; the newest state's number is kept, for moves name it."""

    def __init__(self, port: int, match: str, player: int | None, players: int = PLAYERS) -> None:
        super().__init__(HANDSHAKE.format(port=port).encode())
        self.match = match
        self.players = players
        self.player = None if player is None else str(player)
        self.state = 0

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._wire += len(data)
        self._data += data
        if not self._headed:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head[:20], head
            self._headed, self._data = True, rest
        while (message := self._frame()) is not None:
            self._message(message, now)

    def _frame(self) -> bytes | None:
        """One whole message of the server, which never masks and, at this size, never splits."""
        if len(self._data) < 2:
            return None
        size, start = self._data[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self._data[2:start], "big")
        if len(self._data) < start + size:
            return None
        message, self._data = self._data[start : start + size], self._data[start + size :]
        return message

    def _message(self, message: bytes, now: float) -> None:
        if message.startswith(b"0"):
            self.say("40/dig,")
        elif message.startswith(b"40"):
            self.emit("sync", self.match, self.player, None, self.players)
        elif message == b"2":
            self.say("3")
        elif message.startswith((b'42/dig,["sync"', b'42/dig,["update"')):
            taps, state = _TAPS.search(message), _STATE.search(message)
            assert taps
            assert state
            self.state = int(state[1])
            self.arrived(int(taps[1]), now)

    def move(self, player: int, state: int) -> None:
        """Player ``player`` taps, on the state of that number."""
        move: dict[str, object] = {"type": "quiet", "args": [], "playerID": str(player), "credentials": None}
        self.emit("update", {"type": "MAKE_MOVE", "payload": move}, state, self.match, str(player))

    def emit(self, *event: object) -> None:
        self.say("42/dig," + json.dumps(event))

    def say(self, text: str) -> None:
        """A text message; a mask of zeros leaves it as it is."""
        body = text.encode()
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2, "big")
        assert self._transport
        self._transport.write(b"\x81" + size + bytes(4) + body)


class Match:
    """A match under test, with ten players and three spectators."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.port = port
        self.sockets: list[Socket] = []
        self.screens: list[Screen] = []
        self.first = 0
        self.tapped: list[float] = []
        self._state = 0

    async def open(self, turn: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        for player in [*range(PLAYERS), *[None] * WATCHERS]:
            async with turn:
                socket = Socket(self.port, self.name, player)
                await loop.create_connection(lambda s=socket: s, "127.0.0.1", self.port)  # type: ignore[misc]
                self.sockets.append(socket)
                await asyncio.wait_for(socket.opened, 60)
        self.screens = list(self.sockets)
        self._state = self.sockets[0].state

    def tap(self) -> None:
        player = len(self.tapped) % PLAYERS
        self.tapped.append(time.perf_counter())
        # All over one connection: moves that overtake one another are refused, and nobody sends them again.
        self.sockets[0].move(player, self._state)
        self._state += 1

    def answered(self) -> list[float]:
        """It answers with the state alone."""
        return []

    def refused(self) -> list[str]:
        return []

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


async def open_all(count: int, port: int) -> list[Match]:
    turn = asyncio.Semaphore(40)
    matches = [Match(f"match{number}", port) for number in range(count)]
    await asyncio.gather(*(match.open(turn) for match in matches))
    return matches
