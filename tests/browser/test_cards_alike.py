"""A card that is held up shows nothing across the table but its picture: everything else stands where it stands on any
other card of that ground, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import NAMES
from playwright.sync_api import Browser

from companion.i18n import LANGUAGES
from companion.kept.store import Store
from companion.rules.game import Game
from companion.web.app import create_app
from companion.web.bundles import join
from companion.web.templates import draw

from .kinds import GAMES, SMALL
from .windows import UNDRAWN, windows_of

BOXES = """() => [...document.querySelectorAll(".role-card > *")].map((one) => {
  const box = one.getBoundingClientRect();
  return [Math.round(box.top), Math.round(box.height), one.scrollHeight > one.clientHeight + 1 ? "cut" : ""].join(" ");
})"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_card_of_a_game_stands_alike_in_the_hand(browser_program: Browser, tmp_path: Path, game: Game) -> None:
    state = game.start(NAMES[:6], game.complete({}))
    styles = re.sub(r"url\([^)]*\)", "none", join("phone.css"))
    window = windows_of(browser_program).take({"viewport": SMALL, "reduced_motion": "reduce"}, UNDRAWN)
    store = Store(tmp_path)
    with create_app(store).app_context():
        for lang in LANGUAGES:
            found = {}
            for card in game.roles:
                face = draw("phone/role.html", lang, role=game.make_role(state, 0, card), game=game.id)
                held = f'<button class="hold" data-keep="open"><span class="face">{face}</span></button>'
                window.page.set_content(f'<style>{styles}</style><body class="phone">{held}')
                found[card] = window.page.evaluate(BOXES)
            assert len({str(boxes) for boxes in found.values()}) == 1, (lang, found)
            assert "cut" not in str(found), (lang, found)
    store.close()
    windows_of(browser_program).give_back(window)
