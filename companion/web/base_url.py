"""Addresses as people open them: the one that codes say, and the path before every page.

Companion can't know either behind a proxy, in a container or at the end of a tunnel. Whoever starts it says so
(``--url``, ``--base-path``), and the data folder saves it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from companion.storage.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

META = "site"
OWN = frozenset(
    (
        "static",
        "b",
        "i",
        "book",
        "damaged",
        "find",
        "host",
        "lang",
        "about",
        "cards",
        "network",
        "score",
        "favicon.ico",
        "manifest.webmanifest",
        "generate_204",
        "hotspot-detect.html",
        "connecttest.txt",
        "ncsi.txt",
        "canonical.html",
    )
)
"""The first parts of Companion's own paths, besides the codes of tables."""

_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
_HOST_NAME = re.compile(r"[a-z0-9.-]+|[0-9a-f:.]+")
_EXPECTED = "that isn't an address. Use one like https://games.example.org or http://192.168.1.5:8000"


class SiteError(ValueError):
    """An impossible address or path; the message is one sentence for whoever gave it."""


class Site(NamedTuple):
    """Companion's address behind a proxy.

    ``origin`` is ``https://games.example.org`` or empty if codes have this computer's own address; ``path`` is the
    prefix of every page, ``/dig`` or nothing.
    """

    origin: str = ""
    path: str = ""

    @property
    def url(self) -> str:
        """The address in codes; empty if that is this computer's own."""
        return self.origin + self.path if self.origin else ""

    @property
    def host(self) -> str:
        """The name in the address, without a port."""
        return urlsplit(self.origin).hostname or ""


def choose_site(kept: Site, url: str | None, base_path: str | None) -> Site:
    """Return the site after these start options; None is an option not given, an empty text forgets the saved one.

    Raises SiteError for what can't be.
    """
    origin = kept.origin
    path = kept.path
    if url is not None:
        origin, path = _split(url)
    if base_path is not None:
        wanted = _check_path(base_path, "--base-path")
        if url and path and path != wanted:
            raise SiteError(f"--url ends in {path}, but --base-path is {wanted or '/'}: they must be the same")
        path = wanted
    return Site(origin, path)


def _split(url: str) -> tuple[str, str]:
    """Split an address into origin and path."""
    if not url:
        return "", ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise SiteError(f"--url {url}: {_EXPECTED}") from error
    if parts.scheme not in ("http", "https") or not _HOST_NAME.fullmatch(parts.hostname or "") or port == 0:
        raise SiteError(f"--url {url}: {_EXPECTED}")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise SiteError(f"--url {url}: leave out the user, password, ? and #")
    return f"{parts.scheme}://{parts.netloc.lower()}", _check_path(parts.path, "--url")


def _check_path(path: str, option: str) -> str:
    path = "/" + path.strip("/") if path.strip("/") else ""
    if not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        raise SiteError(f"{option}: use a path of letters, digits, dots and dashes, such as /companion")
    first = path[1:].partition("/")[0]
    if first in OWN or len(first) == 4:
        raise SiteError(
            f"{option}: /{first} could be one of Companion's own pages. Use another path, such as /companion"
        )
    return path


def read_site(store: Store) -> Site:
    """Return the address saved in the data folder."""
    found = json.loads(store.get_meta(META) or "{}")
    return Site(found.get("origin", ""), found.get("path", ""))


def keep_site(store: Store, site: Site) -> None:
    if site != read_site(store):
        store.set_meta(META, json.dumps({"origin": site.origin, "path": site.path}))


def mount(app: WSGIApplication, path: str, *others: str) -> WSGIApplication:
    """Put every page under that path: remove it if the proxy hasn't done so, and have ``url_for`` add it.

    Under each of the ``others`` every page can be found once more, with its own cookies.
    """

    def asked(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        given = environ.get("PATH_INFO", "")
        root = next((other for other in others if f"{given}/".startswith(f"{other}/")), path)
        if f"{given}/".startswith(f"{root}/"):
            environ["PATH_INFO"] = given[len(root) :] or "/"
        environ["SCRIPT_NAME"] = root
        return app(environ, start)

    return asked
