"""A browser without a screen: cookies, forms and taps over HTTP, against the real program or the app in this process."""

from __future__ import annotations

import html
import http.client
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
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


@dataclass
class Offer:
    """A form with all that may stand in it: ``fields`` of which one value is sent, ``marks`` of which any number is."""

    action: str
    includes: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    marks: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def filled(
        self, random: Random, ways: Sequence[str], beside: Sequence[tuple[str, str, str]]
    ) -> tuple[str, dict[str, Any]]:
        """Where it is sent, and what somebody could have chosen; with what is marked ``beside`` it."""
        data: dict[str, Any] = {name: random.choice(values) for name, values in self.fields.items()}
        marks = [*self.marks, *((name, value) for of, name, value in beside if f"'{of}'" in self.includes)]
        if "name=way" in self.includes:
            marks += [("way", way) for way in ways]
        for name, value in random.sample(marks, random.randint(0, min(2, len(marks)))):
            data.setdefault(name, []).append(value)
        action, name, value = random.choice(self.buttons or [("", "", "")])
        return action or self.action, data | ({name: value} if name else {})


class Page(HTMLParser):
    """The forms of a page, and what it opens (``behind``)."""

    TEXTS = ("Zoe", "anna", "", "Gus", "H\u00e9l\u00e8ne", "\u3164", "<b>x</b>", "2")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Offer] = []
        self.behind: list[str] = []
        self.ways: list[str] = []
        self.marks: list[tuple[str, str, str]] = []
        self._in: Offer | None = None
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        self.behind += [given["data-panel"]] if given.get("data-panel") else []
        self.behind += [one for one in (given.get("data-of", ""),) if "/panel/" in one]
        if given.get("data-sheet", "").startswith("s-"):
            self.behind.append(f"sheet/{given['data-sheet']}")
        if tag == "form":
            self._in = Offer(given.get("action", ""), given.get("hx-include", ""))
            if given.get("method") == "post":
                self.forms.append(self._in)
        elif name == "way":
            self.ways.append(value)
        elif self._in is None:
            self.marks.append((given.get("data-of", ""), name, value))
        else:
            self._field(self._in, tag, name, value, given)

    def _field(self, form: Offer, tag: str, name: str, value: str, given: Mapping[str, str]) -> None:
        if tag == "button" and given.get("type") != "button":
            form.buttons.append((given.get("formaction", ""), name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            form.fields.setdefault(self._select, []).append(value)
        elif name and given.get("type") == "checkbox":
            form.marks.append((name, value))
        elif name and given.get("type") == "number":
            form.fields[name] = [*[value] * 4, given.get("min", ""), given.get("max", ""), "1", "2"]
        elif name and tag in ("input", "textarea"):
            form.fields.setdefault(name, []).extend([value] if "value" in given else self.TEXTS)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in = None


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
