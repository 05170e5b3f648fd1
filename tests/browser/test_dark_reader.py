"""Dark Reader, an extension that many have, leaves pages as they are: they have a dark look of their own."""

from __future__ import annotations

from typing import Literal

import pytest
from built import ROOT

from .driver import SCREEN, Table

SCRIPT = ROOT / "node_modules" / "darkreader" / "darkreader.js"
CODE = """() => ["light", "dark"].map((part) => getComputedStyle(document.querySelector(`.qr-${part}`)).fill)"""
CARD = """() => {
  const card = document.createElement("span");
  card.className = "role-card role";
  document.body.append(card);
  const { color, backgroundColor } = getComputedStyle(card);
  card.remove();
  return [color, backgroundColor];
}"""


@pytest.mark.skipif(not SCRIPT.is_file(), reason="npm install --no-save darkreader")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_codes_and_cards_stay_as_they_are(table: Table, scheme: Literal["light", "dark"]) -> None:
    context = table.browser.new_context(bypass_csp=True, color_scheme=scheme, **SCREEN)
    page = context.new_page()
    page.goto(table.program.host_link)
    page.locator(".qr-dark").first.wait_for()
    before = page.evaluate(CODE), page.evaluate(CARD)
    assert before[0] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    page.add_script_tag(path=SCRIPT)
    page.evaluate("DarkReader.setFetchMethod(fetch), DarkReader.enable()")
    assert page.locator(".darkreader").count() == 0
    assert (page.evaluate(CODE), page.evaluate(CARD)) == before
    context.close()
