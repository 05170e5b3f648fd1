"""One request after the other, where nothing but the answer counts."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """``size``: the bytes of status line, headers and body as they came; ``seconds`` from asking to the last byte."""

    status: int
    body: bytes
    zipped: bool
    size: int
    seconds: float


def ask(port: int, path: str, cookie: str = "") -> Answer:
    """A page, asked for as a browser does, over a connection of its own."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", **({"Cookie": cookie} if cookie else {})})
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    seconds = time.perf_counter() - began
    head = sum(len(name) + len(value) + 4 for name, value in response.getheaders()) + 17
    return Answer(response.status, body, response.getheader("Content-Encoding") == "gzip", head + len(body), seconds)


def first_answer(port: int, path: str, cookie: str, patience: float = 60) -> Answer:
    """The page as soon as there is one: asked for again and again until somebody listens."""
    end = time.perf_counter() + patience
    while True:
        try:
            return ask(port, path, cookie)
        except ConnectionRefusedError:
            if time.perf_counter() > end:
                raise
            time.sleep(0.002)
