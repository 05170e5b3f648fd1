"""A browser without a screen: cookies, forms and taps over HTTP, against the real program or the app in this process."""

import http.client
import json
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from random import Random
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote, urlencode, urljoin


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
    cookies: dict[str, str] = field(default_factory=lambda: {"browser": token_urlsafe(16)})
    _connection: http.client.HTTPConnection | None = None

    def request(
        self, method: str, path: str, data: dict[str, Any] | Sequence[tuple[str, str]] | None = None, **headers: str
    ) -> Answer:
        kept = self._connection is not None
        connection = self._connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
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
                return self.get(path, **headers)
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
    """A form with all that can be in it: ``fields`` of which one value is sent, ``marks`` of which any number is."""

    action: str
    includes: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    marks: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    asks: bool = False

    @cached_property
    def base(self) -> Any:
        """The entry that it makes, without what is filled in."""
        return json.loads(self.fields.get("entries", ["[0]"])[0])[0]

    def can_send(self, name: str, value: str) -> bool:
        pressed = [one[1:] for one in self.buttons]
        return value in self.fields.get(name, ()) or (name, value) in (*self.marks, *pressed)

    def filled(self, random: Random) -> tuple[str, dict[str, Any]]:
        """Where it is sent, and what someone could have chosen: often what comes first."""
        most = random.choice((1, 2, 99))
        data: dict[str, Any] = {name: random.choice(values[:most]) for name, values in self.fields.items()}
        for name, value in random.sample(self.marks, random.randint(0, min(2, len(self.marks)))):
            data[name] = [*data.get(name, ()), value] if isinstance(data.get(name, []), list) else value
        action, name, value = random.choice(self.buttons or [("", "", "")])
        return action or self.action, data | ({name: value} if name else {})


class Page:
    """The forms of a page; ``ways``: what can be marked to have happened; and what it opens: ``sheets``, ``panels``.

    Companion quotes all values: two patterns are a tenth of the work of Python's own parser."""

    TOLD = ("form", "input", "button", "select", "option", "textarea", "fieldset")
    TAG = re.compile(r"""<(/?\w+)([^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*)>""")
    ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:="([^"]*)"|='([^']*)')?""")

    TEXTS = ("Zoe", "anna", "", "Gus", "H\u00e9l\u00e8ne", "\u3164", "<b>x</b>", "2")

    def __init__(self, page: str) -> None:
        self.forms: list[Offer] = []
        self.sheets: list[str] = []
        self.panels: list[str] = []
        self.ways: list[str] = []
        self.stamp = ""
        self._beside: list[tuple[str, str, str]] = []
        self._in: Offer | None = None
        self._select = ""
        for tag, given in self.TAG.findall(page):
            if tag == "/form":
                self._in = None
            elif tag in self.TOLD or "data-" in given:
                self._opens(tag, {name: unescape(one or other) for name, one, other in self.ATTRIBUTE.findall(given)})
        for form in self.forms:
            form.marks += [(name, value) for of, name, value in self._beside if f"[data-of='{of}']" in form.includes]
            form.marks += [("way", way) for way in self.ways if "name=way" in form.includes]

    def _opens(self, tag: str, given: Mapping[str, str]) -> None:
        name, value, of = (given.get(what, "") for what in ("name", "value", "data-of"))
        self.sheets += filter(None, [given.get("data-sheet")])
        self.panels += [one for one in (given.get("data-panel", ""), of) if "/panel/" in one]
        if name == "stamp":
            self.stamp = self.stamp or value
        if tag == "form":
            self._in = Offer(given.get("hx-post", "") or given.get("action", ""), given.get("hx-include", ""))
            if "hx-post" in given or given.get("method") == "post":
                self.forms.append(self._in)
        elif name == "way":
            self.ways.append(value)
        elif self._in is not None:
            self._field(self._in, tag, name, value, given)
        elif of:
            self._beside.append((of, name, value))

    def _field(self, form: Offer, tag: str, name: str, value: str, given: Mapping[str, str]) -> None:
        kind = given.get("type", "hidden")
        form.asks |= tag in ("fieldset", "select") or (tag == "input" and kind != "hidden")
        if tag == "button" and kind != "button":
            form.buttons.append((given.get("hx-post", "") or given.get("formaction", ""), name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option":
            form.fields.setdefault(self._select, []).append(value)
        elif name and kind == "checkbox":
            form.marks.append((name, value))
        elif name and kind == "number":
            least, most = int(given["min"]), int(given["max"])
            form.fields[name] = [value, *map(str, range(least, min(most, least + 999) + 1))]
        elif name and tag in ("input", "textarea"):
            form.fields.setdefault(name, []).extend([value] if "value" in given else self.TEXTS)


def forms(page: str, where: str) -> list[Form]:
    """The forms of the page at that path that need nothing but a tap."""
    read, found = Page(page), list[Form]()
    for form in read.forms:
        values = {"stamp": read.stamp, **{name: first for name, (first, *_) in form.fields.items()}}
        for _, name, value in [one for one in form.buttons if one[1]] or [("", "", "")]:
            if not form.asks:
                found.append(Form(urljoin(where, form.action), values | ({name: value} if name else {})))
    return found


def _is_whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return length is not None and len(body) >= int(length[1])


def raw(port: int, sent: bytes, end: bool = True) -> bytes:
    """Bytes as they are, and what comes back: one answer, or all until the other side hangs up.

    ``end``: nothing more comes from here, and the other side may then answer nothing.
    """
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        try:
            line.sendall(sent)
            if end:
                line.shutdown(socket.SHUT_WR)
            while not _is_whole(got) and (chunk := line.recv(65536)):
                got += chunk
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
    return got
