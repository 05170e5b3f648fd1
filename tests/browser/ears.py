"""What a browser says, plays and keeps on, recorded: a speech engine and an AudioContext that are listened to."""

from __future__ import annotations

from playwright.sync_api import Page

from .device import Device
from .driver import SCREEN, Table

EARS = """
window.heard = { spoken: [], contexts: 0, tones: 0, buzzes: 0, languages: VOICES };
{
  // Nobody has to wait until a sound has faded.
  const real = window.setTimeout;
  window.setTimeout = (what, after, ...more) => real(what, after < 1500 ? Math.min(after, 1) : after, ...more);

  // Whoever drives a browser touches the page by every look at it; a person does by a tap or a key.
  const touch = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: touch });
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => { touch.hasBeenActive = true; }, true);

  class Words extends EventTarget {
    constructor(text) {
      super();
      this.text = text;
    }
  }
  const engine = new EventTarget();
  engine.getVoices = () => heard.languages.map((lang) => ({ lang, localService: !lang.startsWith("xx"), name: lang }));
  engine.speak = (words) => {
    heard.spoken.push([words.lang.slice(0, 2), words.text]);
    queueMicrotask(() => words.onend());
  };
  engine.cancel = () => {};
  Object.defineProperty(window, "speechSynthesis", { value: engine });
  window.SpeechSynthesisUtterance = Words;

  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor() {
      super();
      heard.contexts += 1;
    }
    createOscillator() {
      heard.tones += 1;
      return super.createOscillator();
    }
  };
  navigator.vibrate = () => {
    heard.buzzes += 1;
    return true;
  };
}
"""

PLAIN_HTTP = "delete Navigator.prototype.wakeLock;"
"""As a browser is where the page has come over plain HTTP from another computer."""


def ears(*languages: str) -> str:
    """A script for a browser with voices of these languages."""
    return EARS.replace("VOICES", str([f"{lang}-XX" for lang in languages]))


def listener(table: Table, lang: str, *voices: str) -> Page:
    """One more screen of the table, in that language, that writes down what it says."""
    table.watching.append(
        Device(table.browser, {**SCREEN, **table.looks_like, "locale": lang}, lang, [], table.script + ears(*voices))
    )
    page = table.watching[-1].page
    page.goto(f"{table.program.url}/{table.program.code}/watch")
    return page


def has_voice(page: Page) -> None:
    """Turn the voice on, in the menu, and wait until it has said so."""
    page.locator("button[data-sheet=menu]").click()
    page.locator(".hear").click()
    page.keyboard.press("Escape")
    hears(page, 1)


def spoken(page: Page) -> list[list[str]]:
    said: list[list[str]] = page.evaluate("heard.spoken")
    return said


def hears(page: Page, count: int) -> None:
    """Wait until so much has been said."""
    page.wait_for_function("count => heard.spoken.length >= count", arg=count)
