"""A card that is held up shows nothing across the table but its picture: everything else is where it is on any other
card of that ground, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import NAMES
from playwright.sync_api import Browser

from companion.engine.game import Game
from companion.engine.setup import complete_options, start_game
from companion.i18n import LANGUAGES
from companion.storage.store import Store
from companion.web.app import create_app
from companion.web.assets import join
from companion.web.render.templates import draw

from .kinds import GAMES, SMALL
from .windows import UNDRAWN, windows_of

HELD = '<body class="phone"><button class="hold" data-keep="open"><span class="face"></span></button>'
BOXES = """faces => faces.map((face) => {
  document.querySelector(".face").innerHTML = face;
  return [...document.querySelectorAll(".role-card > *")].map((one) => {
    const box = one.getBoundingClientRect();
    const cut = one.scrollHeight > one.clientHeight + 1 ? "cut" : "";
    return [Math.round(box.top), Math.round(box.height), cut].join(" ");
  });
})"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_card_of_a_game_stands_alike_in_the_hand(browser_program: Browser, tmp_path: Path, game: Game) -> None:
    state = start_game(game, NAMES[:6], complete_options(game, {}))
    styles = re.sub(r"url\([^)]*\)", "none", join("phone.css"))
    window = windows_of(browser_program).take({"viewport": SMALL, "reduced_motion": "reduce"}, UNDRAWN)
    window.page.set_content(f"<style>{styles}</style>{HELD}")
    store = Store(tmp_path)
    with create_app(store).app_context():
        for lang in LANGUAGES:
            roles = [game.make_role(state, 0, card) for card in game.roles]
            faces = [draw("phone/role.html", lang, role=role, game=game.id) for role in roles]
            found = dict(zip(game.roles, window.page.evaluate(BOXES, faces), strict=True))
            assert len({str(boxes) for boxes in found.values()}) == 1, (lang, found)
            assert "cut" not in str(found), (lang, found)
    store.close()
    windows_of(browser_program).give_back(window)
