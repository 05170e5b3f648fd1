"""Names that are written from right to left stand in sentences of the other direction."""

import json
from pathlib import Path

import pytest
from faults.house import House

from companion.book import out
from companion.rules.text import TN, T, list_names
from companion.web.voice import say_aloud
from companion.web.words import Words

DAVID, ALI, ANNA = "דוד", "علي", "Anna"
SHOWN = f"\u2068{DAVID}\u2069"


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_a_name_turns_nothing_round_that_stands_beside_it(lang: str) -> None:
    """As it is, “דוד: 3 → 5” is drawn with the 5 first."""
    words = Words(lang)
    assert words.t(T("Gold of {name}: {before} → {after}", name=DAVID, before=3, after=5)).count(SHOWN) == 1
    assert words.gettext("{name} wins.", name=DAVID) == words.t(T("{name} wins.", name=DAVID))
    assert SHOWN in words.ngettext("{names} wins.", "{names} win.", 2, names=DAVID)
    both = words.t(TN("{names} wins.", "{names} win.", 2, names=list_names([DAVID, ANNA, ALI])))
    assert SHOWN in both
    assert f"\u2068{ALI}\u2069" in both
    assert f"\u2068{ANNA}" not in both


def test_only_what_is_seen_has_signs_that_are_not(tmp_path: Path) -> None:
    """Records, files and voices have the name as it was typed."""
    with House(tmp_path / "data", (DAVID, "Ben", "Cleo")) as house:
        house.deals()
        house.acts({"kind": "correct", "seat": 0, "gold": 5})
        assert SHOWN in house.page(house.host, "host/panel/log")
        assert 'value="\u2068' not in house.page(house.host, "table")
        house.ends()
        book = house.hall.read_book()
        record = house.table.at.record
        told = record.to_json(record.entries)
        for text in (out.as_csv(book), json.dumps([out.as_json(book), told], ensure_ascii=False)):
            assert DAVID in text
            assert "\u2068" not in text
    said = T("{name} wins.", name=DAVID)
    assert say_aloud(said, [DAVID], Words("en")) == str(said) == f"{DAVID} wins."
