"""The engines: what each needs, where its windows are, and how one is started.

WPE and WebKitGTK are driven by their WebDrivers, Firefox by Marionette, which it brings itself. Each window is its own
browser, with its own cookies.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

SYSTEM_PYTHON = "/usr/bin/python3"
GTK_PHONE = Path(__file__).with_name("gtk_phone.py")
GTK_BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
START_SECONDS = 30
ANSWER_SECONDS = 30
"""A driver whose browser is gone may never answer."""
CRASHED = "Crash!"
"""What a window's log says of pages whose process is gone."""
Size = tuple[int, int]


class Engine(NamedTuple):
    """What it takes to drive it: programs, the library, and Debian's packages that bring the programs."""

    programs: tuple[str, ...]
    library: str
    packages: str


ENGINES = {
    "wpe": Engine(("WPEWebDriver", "cog", "weston"), "selenium", "wpewebkit-driver cog libwpebackend-fdo-1.0-1 weston"),
    "gtk": Engine(
        ("WebKitWebDriver", "Xvfb"), "selenium", "webkit2gtk-driver xvfb python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1"
    ),
    "firefox": Engine(("firefox-esr",), "marionette_driver", "firefox-esr"),
}


def missing(name: str) -> str:
    """What has to be installed for that engine; empty where all is there."""
    engine = ENGINES[name]
    if not find_spec(engine.library):
        return f'no {engine.library} here: install the extra "engines"'
    there = all(map(shutil.which, engine.programs))
    if there and name == "gtk":
        there = not subprocess.run([SYSTEM_PYTHON, "-c", GTK_BINDINGS], capture_output=True, check=False).returncode
    return "" if there else f"no {name} here: install Debian's {engine.packages}"


# -- where windows are ---------------------------------------------------------------------------------------
@contextmanager
def standing(name: str, folder: Path) -> Iterator[Mapping[str, str]]:
    """The environment in which windows of that engine can be started."""
    around = {"wpe": _weston, "gtk": _xvfb, "firefox": _nothing}[name]
    with around(folder) as more:
        yield {**os.environ, "NO_AT_BRIDGE": "1", **more}


@contextmanager
def _nothing(folder: Path) -> Iterator[dict[str, str]]:
    yield {}


@contextmanager
def _xvfb(folder: Path) -> Iterator[dict[str, str]]:
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24"]
    with _running(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as screen:
        yield {"DISPLAY": f":{screen.stdout.readline().strip()}", "GDK_BACKEND": "x11"}


@contextmanager
def _weston(folder: Path) -> Iterator[dict[str, str]]:
    """A compositor that draws nowhere: Cog's own mode without one has windows of only one size."""
    # A socket's path is short.
    with tempfile.TemporaryDirectory(prefix="weston-") as runtime:
        command = ["weston", "--backend=headless-backend.so", "--use-gl", "--no-config", "--socket=wpe"]
        sizes = ["--width=1600", "--height=1000", "--idle-time=0"]
        surroundings = {**os.environ, "XDG_RUNTIME_DIR": runtime}
        with (
            (folder / "weston.log").open("w") as log,
            _running([*command, *sizes], env=surroundings, stdout=log, stderr=log),
        ):
            waits(lambda: (Path(runtime) / "wpe").exists(), "weston", START_SECONDS)
            yield {"XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": "wpe"}


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[Any]:
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def waits(found: Callable[[], Any], what: str, seconds: float, seen: Callable[[], str] = str) -> Any:
    """What ``found`` gives as soon as it is true; what fails meanwhile (a page is just changing) is asked again."""
    last: Exception | None = None
    end = monotonic() + seconds
    while monotonic() < end:
        try:
            if value := found():
                return value
        except Crash:
            raise
        except Exception as error:
            last = error
        sleep(0.05)  # another process is asked, which says nothing on its own
    raise AssertionError(f"{what} did not come{f' ({last})' if last else ''}\n{seen()}")


class Crash(Exception):
    """The browser is gone, on its own."""


# -- one window ----------------------------------------------------------------------------------------------
class Browser(NamedTuple):
    """A driver, how it performs actions (WebDriver's), the browser's process, and where its console is saved."""

    driver: Any
    performs: Callable[[list[dict[str, Any]]], Any]
    process: int
    ends: Callable[[], Any]


def begin(name: str, size: Size, surroundings: Mapping[str, str], log: Path) -> Browser:
    """A browser of that engine; what it says, its console too, goes into the file ``log``."""
    return (_firefox if name == "firefox" else _webkit)(name, size, surroundings, log)


def _webkit(name: str, size: Size, surroundings: Mapping[str, str], log: Path) -> Browser:
    from selenium import webdriver
    from selenium.webdriver.remote.command import Command
    from selenium.webdriver.webkitgtk.service import Service as GtkService
    from selenium.webdriver.wpewebkit.service import Service as WpeService

    width, height = size
    around = dict(surroundings)
    quiet = f'exec "$@" >>{log} 2>&1'
    if name == "wpe":
        around |= {"COG_PLATFORM_WL_VIEW_WIDTH": str(width), "COG_PLATFORM_WL_VIEW_HEIGHT": str(height)}
        command = ["cog", "--automation", "--platform=wl", "--enable-write-console-messages-to-stdout=true"]
        options: Any = webdriver.WPEWebKitOptions()
        options.set_capability("browserName", "cog")
    else:
        command = [SYSTEM_PYTHON, str(GTK_PHONE), f"{width}x{height}"]
        options = webdriver.WebKitGTKOptions()
        options.set_capability("browserName", "phone")
    options.binary_location = "/bin/sh"
    for one in ("-c", quiet, "sh", *command):
        options.add_argument(one)
    if name == "wpe":
        wpe = WpeService(shutil.which("WPEWebDriver"), log_output=os.devnull, env=around)
        driver: Any = webdriver.WPEWebKit(options=options, service=wpe)
    else:
        gtk = GtkService(shutil.which("WebKitWebDriver"), log_output=os.devnull, env=around)
        driver = webdriver.WebKitGTK(options=options, service=gtk)
    driver.command_executor.client_config.timeout = ANSWER_SECONDS
    (process,) = children(driver.service.process.pid)
    return Browser(
        driver, lambda actions: driver.execute(Command.W3C_ACTIONS, {"actions": actions}), process, driver.quit
    )


PREFERENCES = """
user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("services.settings.server", "http://127.0.0.1:9/");
user_pref("browser.startup.page", 0);
user_pref("browser.newtabpage.enabled", false);
user_pref("dom.ipc.processCount", 1);
user_pref("ui.prefersReducedMotion", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
"""
NARROWED = """
Object.assign(gBrowser.selectedBrowser.style, {maxWidth: `${arguments[0]}px`, maxHeight: `${arguments[1]}px`});
"""
"""A window of Firefox is at least 500 wide; what it shows need not be."""


def _firefox(name: str, size: Size, surroundings: Mapping[str, str], log: Path) -> Browser:
    from marionette_driver.marionette import Marionette

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile = Path(tempfile.mkdtemp(prefix="companion-firefox-"))
    (profile / "user.js").write_text(PREFERENCES.format(port=port))
    with log.open("a") as told:
        process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--marionette"],
            stdout=told,
            stderr=told,
            env={**surroundings, "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1"},
        )

    def ends() -> None:
        process.kill()
        process.wait()
        shutil.rmtree(profile, ignore_errors=True)

    def listens() -> bool:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True

    waits(listens, "Firefox", START_SECONDS)
    driver = Marionette(host="127.0.0.1", port=port)
    driver.start_session()
    driver.set_window_rect(width=size[0] + 100, height=size[1] + 200)
    with driver.using_context("chrome"):
        driver.execute_script(NARROWED, script_args=list(size), sandbox="system")
    return Browser(driver, driver.actions.perform, process.pid, ends)


# -- its processes -------------------------------------------------------------------------------------------
def children(process: int) -> list[int]:
    """What that process has started and has not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(stat.parent.name))
    return found
