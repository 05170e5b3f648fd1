"""The limit: a bare page, EventSource and one text. A tap is one row on disk and the same few bytes to every stream.

PYTHONPATH=.ci python -m bench.pixel.limit PORT FOLDER
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ..floor import Connection, Fan

PAGE = b"""<!doctype html><meta name="viewport" content="width=device-width"><title>limit</title>
<main id="live"><h1>0</h1></main><p id="thumb"><button class="main">tap</button></p>
<script>
new EventSource("/t/").onmessage = ({ data }) => (document.querySelector("h1").textContent = data);
document.querySelector("button").onclick = () => fetch("/t/", { method: "POST", body: "tap" });
</script>
"""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"


class Text(Fan):
    """What is sent is how often somebody has tapped."""

    def event(self, code: bytes) -> bytes:
        number = self.versions.get(code, 0)
        body = f"id: limit.{number}\ndata: {number}\n\n".encode()
        return b"%x\r\n%b\r\n" % (len(body), body)


class Paged(Connection):
    """A client that may ask for the page too."""

    def answer(self, head: bytes, body: bytes) -> None:
        if head.startswith(b"GET /page"):
            self.transport.write(HEAD % len(PAGE) + PAGE)
        elif head.startswith(b"GET /favicon"):
            self.transport.write(HEAD % 0)
        else:
            super().answer(head, body)


async def main(port: int, folder: Path) -> None:
    fan = Text(folder, 0)
    server = await asyncio.get_running_loop().create_server(lambda: Paged(fan), "127.0.0.1", port)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
