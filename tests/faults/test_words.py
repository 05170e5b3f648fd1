"""Markup in every text a person can type, on every page, plot and export; headers of every answer; paths and SQL."""

import html.parser
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playing import quiet_turn
from sizes import LARGE

from companion.engine.round_facts import list_tracking_modes
from companion.engine.state import EVERY_TURN, RESULT_ONLY
from companion.games import game_by_id
from companion.record.record import parse, read_record
from companion.table.commands import rounds, seating, tracking
from companion.web.security import HEADERS

from .house import GAMES, STOP_HERE, House

NASTY = ("<b>x</b>", "\"'onx=1>", "<script>1</script>", "{{1337*1337}}{0}%s", "&amp;{name} O'Neill 李雷 🎲")
"""Names of at most 24 characters: a tag, the end of an attribute, a script, template languages, what is written so."""
ODD = ("-", "B", "Ana-María - Zoé", "علي", "Z\u0308\u0301", "🧌", "W" * 24)
"""Names that are drawn differently from most: the first one nobody can take any more, but old data has it."""
LONG = "</script><img src=x onerror=alert(1)>\"'`{{1337*1337}}{name}%(x)s${1}<!--]]>"
SQL = "'; DROP TABLE seats; --"


class Tags(html.parser.HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


def is_harmless(page: str) -> Tags:
    read = Tags(page)
    assert not read.tags & {"b"} or "<b>x</b>" not in page
    assert "<script>1" not in page
    assert "<img" not in page
    assert not {name for name in read.attributes if name.startswith("on")}
    assert 'src="x"' not in page
    assert "1787569" not in read.words or "{{1337*1337}}" in read.words
    return read


def everything(at: House) -> list[tuple[FlaskClient, str]]:
    pages: list[tuple[FlaskClient, str]] = [(at.stranger, path) for path in ("/", "", "watch", "live/watch")]
    pages += [(at.host, path) for path in ("table", "live/table", "/", "host/panel/log")]
    pages += [(phone, path) for phone in at.phones for path in ("", "live/phone")]
    return pages


@pytest.mark.parametrize("game", GAMES if LARGE else GAMES[:1])
def test_markup_is_shown_as_it_was_typed(tmp_path: Path, game: str) -> None:
    """What else is typed, and where else it appears: tests/test_crawl.py."""
    with House(tmp_path / "data", NASTY) as at:
        seen: set[str] = set()

        def look_around() -> None:
            for client, path in everything(at):
                seen.add(is_harmless(at.page(client, path)).words)

        look_around()
        at.table.run(rounds.choose, game, {})
        at.table.run(rounds.deal, 0)
        look_around()
        at.table.run(rounds.redeal, LONG)
        at.table.run(rounds.start_early)
        at.notes(LONG)
        at.notes(SQL)
        at.table.run(seating.take_seat, at.table.state.seats[1].id)
        look_around()
        for language in ("de", "en"):
            at.post(at.host, "/lang", lang=language)
            look_around()
        at.ends()
        look_around()
        whole = "".join(seen)
        for text in (*NASTY, LONG, SQL):
            assert text in whole, f"{text} was changed"


@pytest.mark.parametrize(
    ("game", "how"),
    [(id, how) for id in GAMES for how in (EVERY_TURN, RESULT_ONLY) if how in list_tracking_modes(game_by_id(id))],
)
def test_odd_names_of_old_data_stop_no_page(
    tmp_path: Path, game: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.names.check_name", lambda name, *rest: name)
    with House(tmp_path / "data", ODD) as at:

        def look_around() -> None:
            for client, path in everything(at):
                at.page(client, path)

        at.table.run(rounds.choose, game, {})
        look_around()
        at.begins(follow=how)
        look_around()
        if how == RESULT_ONLY:
            at.table.run(tracking.ask_for_results)
        else:
            at.acts(STOP_HERE)
        look_around()


def test_plot_shows_names_as_text(tmp_path: Path) -> None:
    with House(tmp_path / "data", NASTY) as at:
        at.deals("dark-cave")
        for number in range(3):
            at.acts({"kind": "correct", "seat": number, "gold": 1})
            for _ in range(4):
                at.acts(*quiet_turn(at.table.state.record, at.state.turn.seat))
        at.ends()
        page = at.page(at.host, "table")
        assert '<svg class="plot"' in page
        assert "&lt;b&gt;x" in page
        is_harmless(page)


def test_export_is_data_and_not_a_page(tmp_path: Path) -> None:
    with House(tmp_path / "data", NASTY) as at:
        at.deals()
        at.notes(LONG)
        at.ends()
        answer = at.get(at.host, f"/book/play/{at.hall.read_book().plays[0].play_id}/record.json")
        assert answer.mimetype == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Disposition"].startswith("attachment; ")
        record = read_record(parse(answer.text), game_by_id)
        assert tuple(record.players) == NASTY
        assert record.entries[1]["note"] == LONG


# --- headers


def test_scripts_and_styles_stand_in_files_only(at_home: House) -> None:
    """The policy has no unsafe-inline and no unsafe-eval (tests/web/test_guard.py), and no page needs them."""
    assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]
    at_home.deals()
    for client, path in everything(at_home):
        page = at_home.page(client, path)
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", page)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)


# --- SQL and paths


@pytest.mark.parametrize(
    "text", [SQL, "' OR '1'='1", "\x00", "%00", "../../companion.db", "..%2f..%2fcompanion.db", "ACDE' --"]
)
def test_input_is_never_part_of_a_statement_or_a_path(at_home: House, text: str) -> None:
    before = at_home.stored()
    for path in (f"/{text}", f"/find?code={text}", f"/static/{text}", f"/i/{text}.svg", f"s/{text}", f"/host/{text}"):
        assert at_home.get(at_home.stranger, path).status_code in (303, 400, 403, 404, 405, 410, 429, 200, 308), path
        assert "SQLite format" not in at_home.get(at_home.stranger, path).text
    at_home.post(at_home.stranger, "ask", seat=text)
    at_home.stranger.set_cookie(f"seat_{at_home.code}", text, domain="localhost")
    assert "Join table" in at_home.page(at_home.stranger)
    assert at_home.stored() == before
