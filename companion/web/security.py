"""The guard between the network and the pages: who can ask, and the headers of every answer.

Host names. A stranger's page can let its own name point at this computer (DNS rebinding), and the browser
would then take our pages for the stranger's own. An answer is given only under a name no stranger can point
at us: an IP literal is safe because no name server is asked for it, ``localhost`` and ``*.local`` are never
asked for on the internet, and the computer's own name is its own. More names go into ``ALLOWED_HOSTS``.

Origins. Cookies are shared by all ports of a host, so a form from another program on the same computer would carry
ours. On every method that changes something the whole Origin has to be our own, port included; where there is none, the
Referer's.
"""

from __future__ import annotations

import gzip
import ipaddress
import re
import socket
import threading
from collections.abc import Hashable, Mapping
from functools import lru_cache

from flask import Flask, Response, current_app, request

from companion import clock
from companion.engine.text import T
from companion.table import Forbidden, Refused

MAX_BODY = 64 * 1024
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
    )
)
NOSNIFF = {"X-Content-Type-Options": "nosniff"}
HEADERS = {
    "Content-Security-Policy": POLICY,
    **NOSNIFF,
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
IN_FRAME = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
}
"""The headers of pages in frames of Companion's own page, in an app that has one (``FRAMES``)."""
WITH_FRAMES = {**HEADERS, "Content-Security-Policy": f"{POLICY}; frame-src 'self'"}
"""Those of that page, which nobody frames."""
PERMISSIONS = "camera=(), microphone=(), geolocation=()"
"""The header of pages; what they load needs none."""

_LOADED = {
    "text/css": NOSNIFF,
    "text/javascript": NOSNIFF,
    "image/svg+xml": {"Content-Security-Policy": "default-src 'none'", **NOSNIFF},
}
"""The headers of files that pages load. Styles and scripts are never documents; a drawing loads nothing."""
_SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[^\[\]:]+))(?::[0-9]{1,5})?")
_COMPRESS_FROM = 600
_COMPRESSIBLE = re.compile(r"text/|image/svg\+xml|application/.*(?:json|javascript)")

PROBES = ("/generate_204", "/hotspot-detect.html", "/connecttest.txt", "/ncsi.txt", "/canonical.html")
"""The paths by which phones and laptops ask, at addresses of their makers, whether a Wi-Fi has internet."""


class WrongHost(Refused):
    """A request under a name that is none of ours."""


class TooManyTries(Refused):
    """One guess more than an address can make."""


def init_app(app: Flask) -> None:
    """Put the guard before and behind every page of ``app``.

    Reads ``ALLOWED_HOSTS`` (names without port), ``SITE`` and ``FRAMES`` from the configuration at each request.
    """
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    own_name = socket.gethostname().lower()

    def check() -> None:
        _check_host(own_name)
        _check_origin()

    def finish(response: Response) -> Response:
        headers = _choose_headers(response)
        response.headers.update(headers)
        if response.mimetype == "text/html":
            response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["Cache-Control"] = _choose_caching(response)
        return _compress(response)

    app.before_request(check)
    app.after_request(finish)


def _choose_headers(response: Response) -> Mapping[str, str]:
    """Return the headers of an answer: nobody frames a page, but the page of an app that has frames for it."""
    loaded = _LOADED.get(response.mimetype or "")
    if loaded is not None:
        return loaded
    frames = current_app.config.get("FRAMES")
    if not frames:
        return HEADERS
    return IN_FRAME if request.script_root in frames else WITH_FRAMES


def _check_host(own_name: str) -> None:
    if current_app.config.get("BOX") and request.method in ("GET", "HEAD") and request.path in PROBES:
        return
    names = {own_name, current_app.config["SITE"].host, *current_app.config["ALLOWED_HOSTS"]}
    if not _is_host_allowed(request.headers.get("Host", ""), names):
        text = T("Companion doesn't answer to this name. Use the address shown on the table screen.")
        raise WrongHost(text)


def _is_host_allowed(host: str, names: set[str]) -> bool:
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = (match["v6"] or match["name"]).lower().removesuffix(".")
    if name == "localhost" or name.endswith(".local") or name in {allowed.lower() for allowed in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _check_origin() -> None:
    if request.method in _SAFE_METHODS:
        return
    # Behind a proxy the browser knows us under the address that --url says.
    ours = {f"{request.scheme}://{request.headers['Host']}", current_app.config["SITE"].origin} - {""}
    origin = request.headers.get("Origin")
    if origin is None:
        fetched_here = request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
        page = request.headers.get("Referer")
        own = fetched_here and (not page or any(f"{page}/".startswith(f"{origin}/") for origin in ours))
    else:
        own = origin in ours
    if not own:
        text = T("This request came from a page that isn't the table's own. Open the table's page and try again.")
        raise Forbidden(text)


def _is_static(response: Response) -> bool:
    return response.status_code in (200, 206, 304) and (request.endpoint or "").split(".")[-1] == "static"


def _choose_caching(response: Response) -> str:
    """Return the caching of an answer: none for pages, which may show a role; for good for files with a version."""
    if not _is_static(response):
        return "no-store"
    return "public, max-age=31536000, immutable" if request.args.get("v") else "no-cache"


def _compress(response: Response) -> Response:
    """Compress text for browsers that accept it; a static file once for each of its versions."""
    static = _is_static(response)
    if response.status_code in (204, 206, 304) or not _COMPRESSIBLE.match(response.mimetype or ""):
        return response
    if response.is_streamed and not static:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") <= 0 or "Content-Encoding" in response.headers:
        return response
    if (response.content_length or len(response.get_data())) <= _COMPRESS_FROM:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    response.set_data(_pack(data) if static else gzip.compress(data, compresslevel=5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag:
        # The compressed bytes are not the ones the strong tag names.
        response.set_etag(etag, weak=True)
    return response


@lru_cache(2**8)
def _pack(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


class RateLimiter:
    """A limit of ``limit`` tries within any ``seconds`` for each key; in memory, thread-safe."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._lock = threading.Lock()
        self._tries: list[tuple[float, Hashable]] = []

    def hit(self, key: Hashable) -> bool:
        """Count one try; False when it is one too many. A refused try does not count."""
        now = clock.steady()
        with self._lock:
            self._tries = [tried for tried in self._tries if tried[0] > now - self.seconds]
            if sum(other == key for _, other in self._tries) >= self.limit:
                return False
            self._tries.append((now, key))
            return True
