"""Behind a proxy: what codes say, and every page under the path that the proxy gives us."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from crawl import addresses
from playing import Play
from sizes import LARGE
from worlds import PLAYERS, Fate, World, get

from companion.engine.dealing import deal_cards
from companion.engine.game import Game
from companion.engine.setup import start_game
from companion.games import all_games
from companion.storage.store import Store
from companion.web import assets
from companion.web.app import create_app
from companion.web.base_url import OWN, Site, SiteError, choose_site
from companion.web.render import icons, templates

PARTS = 1 if LARGE else 2 * len(all_games())
"""Each game asks two of as many parts of all addresses: one in the lobby, one in play."""
PATH = "/games/dig"
SITE = Site("https://example.org", PATH)


# -- options of the start -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("url", "base_path", "then"),
    [
        (None, None, SITE),
        ("https://example.org", None, Site("https://example.org")),
        ("https://Example.org:8443/", None, Site("https://example.org:8443")),
        ("http://192.168.1.5:8000/dig-it/", None, Site("http://192.168.1.5:8000", "/dig-it")),
        ("http://[fd00::1]:8000", None, Site("http://[fd00::1]:8000")),
        ("", None, Site()),
        ("", "", Site()),
        (None, "", Site("https://example.org")),
        (None, "night", Site("https://example.org", "/night")),
        ("https://example.org", "/night/", Site("https://example.org", "/night")),
        ("https://example.org/night", "night", Site("https://example.org", "/night")),
    ],
)
def test_choose_site_replaces_what_was_saved_by_what_is_given(
    url: str | None, base_path: str | None, then: Site
) -> None:
    assert choose_site(SITE, url, base_path) == then


@pytest.mark.parametrize(
    ("url", "base_path", "wrong"),
    [
        ("example.org", None, "--url example.org: that isn't an address"),
        ("ftp://example.org", None, "that isn't an address"),
        ("https://", None, "that isn't an address"),
        ("https://exa mple.org", None, "that isn't an address"),
        ("https://example.org:99999", None, "that isn't an address"),
        ("https://example.org:0", None, "that isn't an address"),
        ("https://[::1", None, "that isn't an address"),
        ("https://a:b@example.org", None, "leave out the user, password"),
        ("https://example.org/?a=1", None, "leave out the user, password"),
        ("https://example.org/a b", None, "letters, digits"),
        (None, "a//b", "letters, digits"),
        (None, "/a/../b", "letters, digits"),
        (None, '/"><script>', "letters, digits"),
        (None, "/host", "one of Companion's own pages"),
        (None, "/AB12/x", "one of Companion's own pages"),
        ("https://example.org/one", "/two", "must be the same"),
    ],
)
def test_choose_site_refuses_an_address_that_cannot_be_in_one_sentence(
    url: str | None, base_path: str | None, wrong: str
) -> None:
    with pytest.raises(SiteError, match=re.escape(wrong)) as error:
        choose_site(Site(), url, base_path)
    assert "\n" not in str(error.value)


# -- every page under a path --------------------------------------------------------------------------------------
class Proxied(World):
    """A world behind a proxy."""

    site = SITE


@pytest.fixture(autouse=True)
def _forgets_what_was_drawn_elsewhere() -> Iterator[None]:
    """A process draws its pages for one path; the tests of this file share theirs with others."""
    forget()
    yield
    forget()


def forget() -> None:
    for one in (one for module in (assets, icons, templates) for one in vars(module).values()):
        # Not isinstance, which would wake up what only pretends to be there.
        if type(one) is functools._lru_cache_wrapper:
            one.cache_clear()


LIVE = (("host", "table", "/table"), ("phone", "phone", ""), ("stranger", "watch", "/watch"))
every_game = pytest.mark.parametrize("game", all_games().values())


@pytest.fixture
def game() -> Game:
    return next(iter(all_games().values()))


@pytest.fixture
def world(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    deal = deal_cards(game, start_game(game, PLAYERS), lambda items: None)
    made = Proxied(tmp_path, Fate(monkeypatch), game, [*deal["cards"], *deal["aside"]])
    yield made
    made.close()


@every_game
def test_base_path_begins_every_address_on_every_page(world: World) -> None:
    """And those of live parts lead somewhere from the page that shows them, also where a stream draws them."""
    world.imports_an_evening()
    first, play = 2 * list(all_games()).index(world.game.id), Play(world.game, len(PLAYERS), {}, 5, table=world)
    for part, stage in enumerate(("lobby", "play"), first):
        if stage == "play":
            world.begins()
            for _ in range(3):
                play.step()
        for viewer, kind, page in LIVE:
            for way in ("live", "stream"):
                live = world.ask(viewer, get(f"/{world.code}/{way}/{kind}"))[2].decode()
                assert (outside({}, live), astray(world, page, live)) == ([], []), f"{stage}, {viewer}: {way} {kind}"
        asked = [ask for _, ask in addresses(world) if ask.method == "GET"][part % PARTS :: PARTS]
        for viewer, ask in product(world.clients, asked):
            status, headers, body = world.ask(viewer, ask)
            where = f"{stage}, {viewer}: {ask.method} {ask.path}"
            assert status < 500, where
            assert outside(dict(headers), body.decode("utf-8", "replace")) == [], where


def outside(headers: dict[str, str], body: str) -> list[str]:
    """Our own addresses in an answer that do not start with the path, and cookies for other paths."""
    found = [headers[name] for name in ("Location", "HX-Redirect", "HX-Location") if name in headers]
    # Where a form goes back to is Companion's own path; its answer puts the rest before it.
    found += re.findall(r'(?<=[a-z:-])(?<!value)="(/[^"]*)"', body)
    found += re.findall(r'url\("?(/[^)"]*)', body)
    cookie = re.search(r"Path=([^;]*)", headers.get("Set-Cookie", ""))
    assert not cookie or cookie[1] == f"{PATH}/", cookie
    return [one for one in map(unescape, found) if not f"{one}/".startswith(f"{PATH}/")]


def test_base_path_links_lead_somewhere_whether_the_proxy_keeps_it_or_not(world: World) -> None:
    """As a proxy asks that keeps the path, and as one asks that removes it."""
    pages = ["table", "/", "/about", "/score", "watch"]
    links = {link for page in pages for link in re.findall(r'(?:href|src)="(/[^"#?]*)', world.page(world.host, page))}
    assert len(links) > 8
    cookie = {"Cookie": f"host={world.store.host_key}"}
    for link in links:
        for asked in (link, link.removeprefix(PATH)):
            answer = world.app.test_client(use_cookies=False).get(asked, headers=cookie)
            assert answer.status_code in (200, 204), asked
            answer.close()


def test_qr_codes_have_the_address_of_the_proxy(world: World) -> None:
    shown = world.shown()
    assert f"https://example.org{PATH}/{world.code}" in shown
    for seat in (world.table.state.seats[0].id, "host"):
        assert "<svg" in world.post(world.host, "host/link", seat=seat).text


def test_origin_of_a_tap_is_the_proxys_under_its_name_or_ours(world: World) -> None:
    for host, origin, status in (
        ("example.org", "https://example.org", 303),
        ("127.0.0.1:8000", "https://example.org", 303),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", 303),
        ("example.org", "https://elsewhere.org", 403),
        ("example.org", "https://example.org.elsewhere.org", 403),
        ("elsewhere.org", "https://elsewhere.org", 421),
    ):
        answer = world.stranger.post(
            f"{PATH}/lang", data={"lang": "de"}, headers={"Host": host, "Origin": origin}, base_url=f"http://{host}"
        )
        assert answer.status_code == status, (host, origin)


def test_base_path_does_not_match_a_path_that_only_begins_alike(world: World) -> None:
    assert world.stranger.get(f"{PATH}ger/about").status_code == 404


def test_own_lists_every_page_that_a_base_path_would_hide(store: Store) -> None:
    first = {rule.rule[1:].partition("/")[0] for rule in create_app(store).url_map.iter_rules()}
    assert {one for one in first if one and "<" not in one} == OWN


ADDRESS = re.compile(r'(?:href|action|hx-post|data-(?:panel|of|cards|look))="([^"#{]+)"')


def astray(world: World, page: str, body: str) -> list[str]:
    """The addresses of a live part that lead nowhere from that page of the table."""
    known = world.app.url_map.bind("example.org")

    def leads(address: str) -> bool:
        path = urlsplit(urljoin(f"{PATH}/{world.code}{page}", unescape(address))).path
        own = path.removeprefix(PATH)
        return own != path and any(known.test(own, method) for method in ("GET", "POST"))

    return [one for one in ADDRESS.findall(body) if not leads(one)]


def test_forwarded_headers_change_no_answer(world: World) -> None:
    forged = {
        "X-Forwarded-Prefix": "/elsewhere",
        "X-Forwarded-Host": "elsewhere.org",
        "X-Forwarded-Proto": "gopher",
        "X-Script-Name": "/elsewhere",
    }
    for path in ("/", "/about", "watch", "live/watch", "pass"):
        answers = [world.get(world.stranger, path, **headers) for headers in ({}, forged)]
        plain, told = ((one.status, one.data, one.headers.get("Location")) for one in answers)
        assert plain == told
