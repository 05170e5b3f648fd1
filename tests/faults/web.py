"""A browser without a screen: cookies, forms and taps over HTTP, against the real program or the app in this process."""

from __future__ import annotations

import html
import http.client
import re
import socket
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urljoin

FORM = re.compile(r"<form method=\"post\" action=\"([^\"]+)\"(.*?)</form>", re.DOTALL)
INPUT = re.compile(r"<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">")
BUTTON = re.compile(r"<button [^>]*name=\"([^\"]+)\" value=\"([^\"]*)\"")
STAMP = re.compile(r"name=\"stamp\" value=\"([^\"]*)\"")
OPEN = re.compile(r"<(input type=\"(?!hidden)|fieldset|select)")


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


@dataclass
class Form:
    """A form that is sent by its button alone."""

    path: str
    values: dict[str, str]


@dataclass
class Browser:
    """One browser on ``port`` with cookies of its own. A request that gets no answer raises an OSError."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 10
    _connection: http.client.HTTPConnection | None = None

    def request(self, method: str, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        kept = self._connection is not None
        connection = self._connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self._connection = connection
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = None
        if method == "POST":
            body = urlencode(data or {})
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent.setdefault("Origin", f"http://127.0.0.1:{self.port}")
        try:
            connection.request(method, quote(path, safe="/?=&%.-_~"), body, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.getheaders(), response.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if kept and method == "GET":
                return self.request(method, path, None, **headers)
            raise ConnectionError(str(error)) from error
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, None, **headers)

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> Answer:
        return self.request("POST", path, data, **headers)

    def tap(self, path: str, data: dict[str, Any] | None = None) -> Answer:
        """As a button of the page sends it."""
        return self.post(path, data, HX_Request="true")

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


def forms(page: str, where: str) -> list[Form]:
    """The forms of the page at that path that need nothing but a tap."""
    found = []
    stamp = STAMP.search(page)
    for path, inner in FORM.findall(page):
        if not OPEN.search(inner):
            values = {"stamp": stamp[1] if stamp else ""} | {
                name: html.unescape(value) for name, value in INPUT.findall(inner)
            }
            for button in BUTTON.findall(inner) or [("", "")]:
                pressed = {button[0]: html.unescape(button[1])} if button[0] else {}
                found.append(Form(urljoin(where, html.unescape(path)), values | pressed))
    return found


def raw(port: int, sent: bytes, timeout: float = 10, end: bool = True) -> bytes:
    """Bytes as they are, and what comes back until the other side hangs up."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as line:
        try:
            line.sendall(sent)
            if end:
                line.shutdown(socket.SHUT_WR)
            while chunk := line.recv(65536):
                got += chunk
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
    return got
