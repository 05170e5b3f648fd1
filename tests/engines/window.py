"""A browser window in few verbs (open, press, hold, type, read, wait), the same in every engine.

WPE and WebKitGTK are driven by their WebDrivers, Firefox by Marionette, which it brings itself. A window waits for what
is to be seen, never for a time.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

SECONDS = 30
WITHOUT = "install Debian's {packages}"
ENGINES = {
    "wpe": (("WPEWebDriver", "cog"), "wpewebkit-driver cog libwpebackend-fdo-1.0-1"),
    "gtk": (("WebKitWebDriver", "Xvfb"), "webkit2gtk-driver xvfb"),
    "firefox": (("firefox-esr",), "firefox-esr"),
}
"""The programs that an engine needs, and where they come from."""

FIND = """
const [what, inside] = arguments;
const seen = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
if (what.startsWith("css:")) {
  return [...document.querySelectorAll(what.slice(4))].find(seen) ?? null;
}
const words = one => (one.getAttribute("aria-label") ?? one.textContent).replace(/\\s+/g, " ").trim();
const buttons = document.querySelectorAll("button, summary, a, label");
const found = [...buttons].filter(one => seen(one) && !one.disabled);
return found.find(one => words(one) === what) ?? found.find(one => words(one).startsWith(what)) ?? null;
"""
PLACE = """
arguments[0].scrollIntoView({block: "center", behavior: "instant"});
const { x, y, width, height } = arguments[0].getBoundingClientRect();
return [x, y, width, height].join();
"""
COMPLAINTS = """
if (!window.complaints) {
  window.complaints = [];
  addEventListener("error", event => complaints.push(String(event.message)));
  addEventListener("unhandledrejection", event => complaints.push(String(event.reason)));
}
return window.complaints;
"""


def missing(engine: str) -> str:
    """What has to be installed for that engine; empty where all is there."""
    programs, packages = ENGINES[engine]
    library = "marionette_driver" if engine == "firefox" else "selenium"
    if not find_spec(library):
        return f'no {library} here: install the extra "engines"'
    return "" if all(map(shutil.which, programs)) else f"no {engine} here: {WITHOUT.format(packages=packages)}"


class Driver(Protocol):
    """What the two ways to drive a browser have in common."""

    def execute_script(self, script: str, *args: Any, **options: Any) -> Any: ...
    def refresh(self) -> Any: ...


class Window:
    """One browser with cookies of its own."""

    def __init__(self, engine: str, size: tuple[int, int]) -> None:
        self.engine = engine
        self.driver: Any = (_firefox if engine == "firefox" else _webkit)(engine, size)

    def close(self) -> None:
        with suppress(Exception):
            self.driver.quit()

    # -- verbs --------------------------------------------------------------------------------------------------
    def open(self, url: str) -> None:
        (self.driver.navigate if self.engine == "firefox" else self.driver.get)(url)
        self.runs(COMPLAINTS)

    def runs(self, script: str, *args: Any) -> Any:
        if self.engine == "firefox":
            return self.driver.execute_script(script, script_args=list(args), sandbox=None)
        return self.driver.execute_script(script, *args)

    def waits(self, condition: str, *args: Any) -> Any:
        """Until that expression is true on the page; its value."""
        return _until(lambda: self.runs(f"return {condition}", *args), f"{self.engine}: {condition} {args}", self.seen)

    def seen(self) -> str:
        """What stands on the page, for a failure to say."""
        with suppress(Exception):
            return str(self.runs("return location.href + '\\n' + document.body.innerText"))
        return "(the page can't be asked)"

    def find(self, what: str) -> Any:
        """Something that can be seen: by its words, or by ``css:…``."""
        return _until(lambda: self.runs(FIND, what), f"{self.engine}: {what}", self.seen)

    def press(self, what: str) -> None:
        """As soon as it lies still."""

        def pressed() -> bool:
            found = self.runs(FIND, what)
            if not found or self.runs(PLACE, found) != self.runs(PLACE, found):
                return False
            found.click()
            return True

        _until(pressed, f"{self.engine}: {what}", self.seen)

    def activates(self, what: str) -> None:
        """As a screen reader does: also what is there for it alone."""
        self.runs("arguments[0].click()", self.find(what))

    @contextmanager
    def holding(self, what: str) -> Iterator[None]:
        """A finger on it; inside, it stays there."""
        found = self.find(what)
        self.runs(PLACE, found)
        finger = self._finger()
        finger.down(found)
        try:
            yield
        finally:
            finger.up()

    def drag(self, what: str, to: str) -> None:
        self._finger().drag(self.find(what), self.find(to))

    def type(self, what: str, text: str) -> None:
        field = self.find(what)
        field.clear()
        field.send_keys(text)

    def read(self, css: str) -> str:
        return str(self.runs("return document.querySelector(arguments[0])?.textContent.trim() ?? ''", css))

    def shows(self, text: str) -> None:
        self.waits("document.body.innerText.includes(arguments[0])", text)

    def is_headed(self, text: str) -> None:
        self.waits("document.querySelector('h1')?.textContent.trim() === arguments[0]", text)

    def complaints(self) -> list[str]:
        return list(self.runs(COMPLAINTS))

    def _finger(self) -> Any:
        return _FirefoxFinger(self.driver) if self.engine == "firefox" else _WebKitFinger(self.driver)


def _until(found: Any, what: str, seen: Any) -> Any:
    """What ``found`` gives as soon as it is true. A page that is just changing is asked again."""
    last: Exception | None = None
    end = monotonic() + SECONDS
    while monotonic() < end:
        try:
            if value := found():
                return value
        except Exception as error:
            last = error
        sleep(0.05)  # between two questions to another process, which has nothing that could be waited for
    raise AssertionError(f"{what} did not come{f' ({last})' if last else ''}; the page:\n{seen()}")


# -- WebKit -----------------------------------------------------------------------------------------------------------
def _webkit(engine: str, size: tuple[int, int]) -> Any:
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.service import Service as GtkService
    from selenium.webdriver.wpewebkit.service import Service as WpeService

    log = os.devnull
    if engine == "wpe":
        options = webdriver.WPEWebKitOptions()
        options.binary_location = "/usr/bin/cog"
        for one in ("--automation", "--platform=headless"):
            options.add_argument(one)
        options.set_capability("browserName", "cog")
        return webdriver.WPEWebKit(options=options, service=WpeService(shutil.which("WPEWebDriver"), log_output=log))
    driver = webdriver.WebKitGTK(
        options=webdriver.WebKitGTKOptions(), service=GtkService(shutil.which("WebKitWebDriver"), log_output=log)
    )
    driver.set_window_size(*size)
    return driver


class _WebKitFinger:
    def __init__(self, driver: Any) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        self._actions = ActionChains(driver, duration=50)

    def down(self, target: Any) -> None:
        self._actions.move_to_element(target).click_and_hold().perform()

    def up(self) -> None:
        self._actions.reset_actions()
        self._actions.release().perform()

    def drag(self, target: Any, to: Any) -> None:
        self._actions.move_to_element(target).click_and_hold().move_by_offset(12, 12).move_to_element(to)
        self._actions.release().perform()


# -- Firefox ----------------------------------------------------------------------------------------------------------
PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("services.settings.server", "http://127.0.0.1:9/");
"""


def _firefox(engine: str, size: tuple[int, int]) -> Any:
    from marionette_driver.marionette import Marionette

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile = Path(tempfile.mkdtemp(prefix="companion-firefox-"))
    (profile / "user.js").write_text(PREFERENCES.format(port=port))
    process = subprocess.Popen(
        ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--marionette"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1"},
    )

    class Firefox(Marionette):  # type: ignore[misc]
        def quit(self) -> None:
            process.kill()
            process.wait()
            shutil.rmtree(profile, ignore_errors=True)

    def listens() -> bool:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True

    _until(listens, "Firefox", lambda: "")
    driver = Firefox(host="127.0.0.1", port=port)
    driver.start_session()
    driver.set_window_rect(width=size[0], height=size[1])
    return driver


class _FirefoxFinger:
    def __init__(self, driver: Any) -> None:
        from marionette_driver.marionette import ActionSequence

        self._actions = ActionSequence(driver, "pointer", "finger", {"pointerType": "mouse"})

    def down(self, target: Any) -> None:
        self._actions.pointer_move(0, 0, origin=target).pointer_down().perform()

    def up(self) -> None:
        self._actions._actions = []
        self._actions.pointer_up().perform()

    def drag(self, target: Any, to: Any) -> None:
        self._actions.pointer_move(0, 0, origin=target).pointer_down()
        self._actions.pointer_move(12, 12, duration=50, origin="pointer").pointer_move(0, 0, duration=50, origin=to)
        self._actions.pointer_up().perform()
