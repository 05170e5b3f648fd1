"""The floor: what the machine can do at all. A bare server that commits one row a tap and sends the same bytes to every
stream of the table. No game, no pages, no cookies.

    PYTHONPATH=.ci python -m bench.floor PORT FOLDER SIZE
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from pathlib import Path

_PATH = re.compile(rb"(GET|POST) /(\w+)/")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


class Fan:
    """The tables' streams, and the database that every tap is written to."""

    def __init__(self, folder: Path, size: int) -> None:
        self.filler = "x" * size
        self.streams: dict[bytes, list[asyncio.Transport]] = {}
        self.versions: dict[bytes, int] = {}
        self.db = sqlite3.connect(folder / "floor.db", isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        self.db.execute("CREATE TABLE IF NOT EXISTS taps (code, n, body)")

    def event(self, code: bytes) -> bytes:
        body = f"id: floor.{self.versions.get(code, 0)}\ndata: {self.filler}\n\n".encode()
        return b"%x\r\n%b\r\n" % (len(body), body)

    def tap(self, code: bytes, body: bytes) -> None:
        version = self.versions[code] = self.versions.get(code, 0) + 1
        self.db.execute("INSERT INTO taps VALUES (?, ?, ?)", (code, version, body))
        event = self.event(code)
        for stream in self.streams.get(code, ()):
            stream.write(event)


class Connection(asyncio.Protocol):
    """One client: a stream, or taps."""

    def __init__(self, fan: Fan) -> None:
        self.fan = fan
        self.code = b""
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        while (end := self.data.find(b"\r\n\r\n")) >= 0:
            head = self.data[:end]
            found = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            whole = end + 4 + (int(found[1]) if found else 0)
            if len(self.data) < whole:
                return
            self.answer(head, self.data[end + 4 : whole])
            self.data = self.data[whole:]

    def answer(self, head: bytes, body: bytes) -> None:
        match = _PATH.match(head)
        assert match
        if match[1] == b"POST":
            self.fan.tap(match[2], body)
            self.transport.write(ANSWER)
            return
        self.code = match[2]
        self.fan.streams.setdefault(self.code, []).append(self.transport)
        self.transport.write(HEAD + self.fan.event(self.code))

    def connection_lost(self, error: Exception | None) -> None:
        if self.code:
            self.fan.streams[self.code].remove(self.transport)


async def main(port: int, folder: Path, size: int) -> None:
    fan = Fan(folder, size)
    server = await asyncio.get_running_loop().create_server(lambda: Connection(fan), "127.0.0.1", port, backlog=1024)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    from companion.server.serve import raise_file_limit

    raise_file_limit()
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
