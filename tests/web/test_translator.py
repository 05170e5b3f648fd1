"""Names that are written from right to left, in sentences of the other direction."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from built import ROOT
from faults.house import House

from companion.engine.text import TN, T, list_names
from companion.history import export
from companion.i18n import isolate, join_names
from companion.table.commands import rounds
from companion.web.render.speech import say_aloud
from companion.web.translator import Translator

DAVID, ALI, ANNA = "דוד", "علي", "Anna"
SHOWN = f"\u2068{DAVID}\u2069"


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_translator_isolates_a_name_from_right_to_left(lang: str) -> None:
    """As it is, “דוד: 3 → 5” is drawn with the 5 first."""
    words = Translator(lang)
    assert words.t(T("Gold of {name}: {before} → {after}", name=DAVID, before=3, after=5)).count(SHOWN) == 1
    assert words.gettext("{name} wins.", name=DAVID) == words.t(T("{name} wins.", name=DAVID))
    assert SHOWN in words.ngettext("{names} wins.", "{names} win.", 2, names=DAVID)
    both = words.t(TN("{names} wins.", "{names} win.", 2, names=list_names([DAVID, ANNA, ALI])))
    assert SHOWN in both
    assert f"\u2068{ALI}\u2069" in both
    assert f"\u2068{ANNA}" not in both


def test_translator_isolates_each_name_once() -> None:
    """Whether they stand in a row, or come out of another sentence."""
    words = Translator("en")
    names = join_names([DAVID, ANNA, ALI])
    assert words.gettext("Waiting for: {names}", names=names) == f"Waiting for: {SHOWN}, {ANNA}, \u2068{ALI}\u2069"
    label = words.t(T("{name}", name=DAVID))
    assert isolate(label) == label == SHOWN
    assert words.gettext("{name} and others", name=label) == f"{SHOWN} and others"


def test_isolates_are_in_no_record_export_or_voice(tmp_path: Path) -> None:
    """Records, files and voices have the name as it was typed."""
    with House(tmp_path / "data", (DAVID, "Ben", "Cleo")) as house:
        house.deals()
        house.acts({"kind": "correct", "seat": 0, "gold": 5})
        assert SHOWN in house.page(house.host, "host/panel/log")
        assert 'value="\u2068' not in house.page(house.host, "table")
        house.ends()
        book = house.hall.read_book()
        record = house.table.state.record
        told = record.to_json(record.entries)
        for text in (export.as_csv(book), json.dumps([export.as_json(book), told], ensure_ascii=False)):
            assert DAVID in text
            assert "\u2068" not in text
    said = T("{name} wins.", name=DAVID)
    assert say_aloud(said, [DAVID], Translator("en")) == str(said) == f"{DAVID} wins."


def test_join_names_keeps_the_order_of_names_from_right_to_left(tmp_path: Path) -> None:
    """As they are, two that are written from right to left are drawn with the second first."""
    shown = f"{SHOWN}, \u2068{ALI}\u2069, Ben"
    with House(tmp_path / "data", (DAVID, ALI, "Ben")) as house:
        house.deals()
        house.ends()
        assert shown in house.page(house.host, "/book")
        house.table.run(rounds.open_lobby)
        house.table.run(rounds.choose, "dark-cave", {})
        house.table.run(rounds.deal, 0)
        looks = house.phones[2]
        house.post(looks, "look", key="card")
        assert shown.removesuffix(", Ben") in house.page(looks)
    joined = [file.name for file in (ROOT / "templates").rglob("*.html") if 'join(", ")' in file.read_text("utf-8")]
    assert joined == []


class Sent(HTMLParser):
    """What the translator of a browser is sent of a page: its words, but for what is not to be translated."""

    VOID = frozenset(("meta", "link", "input", "br", "img", "path", "use", "circle", "rect", "polyline", "source"))

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[bool] = [False]
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(self.open[-1] or ("translate", "no") in attrs or tag in ("title", "script"))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID and len(self.open) > 1:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open[-1] and data.strip():
            self.words.append(data.strip())


def test_pages_keep_names_codes_and_cards_from_a_browsers_translator(tmp_path: Path) -> None:
    with House(tmp_path / "data", ("Anna", "Ben", "Cleo")) as house:
        anna, pages = house.phones[0], list[str]()

        def look() -> None:
            pages.extend(house.page(anna, path) for path in ("", "panel/i"))
            pages.extend(house.page(house.host, path) for path in ("table", "host/panel/seats"))

        look()
        house.deals()
        look()
        pages.append(house.page(house.host, "host/panel/place/1"))
        held = house.post(anna, "look", key="card").text
        assert Sent(held).words == [], "a card"
        assert "translate" in house.page(anna).partition('class="face"')[2][:20]
        house.ends()
        look()
        sent = [words for page in pages for words in Sent(page).words]
        assert [one for one in sent if one in ("Anna", "Ben", "Cleo") or one.endswith(f"/{house.code}")] == []


def test_translator_writes_a_number_below_zero_with_a_real_minus() -> None:
    assert [Translator("de").t(one) for one in (-1, 0, T("{n}", n=-1), "-1")] == ["−1", "0", "−1", "-1"]
