"""A window of WebKitGTK as large as asked for; WebKit's own small browser can't be as narrow as a phone.

For WebKitWebDriver, and run by the system's Python, which has the bindings: `python3 gtk_phone.py 390x844`.
"""

from __future__ import annotations

import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - which of them is said first

NAME, VERSION = "phone", (1, 0, 0)
"""What the driver has to ask for."""


def main(size: str) -> None:
    width, height = map(int, size.split("x"))
    # Pages are asked to move less, and drawn without a graphics card: what is tried is what they do.
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)

    def window(*_: Any) -> Any:
        settings = WebKit2.Settings(
            enable_write_console_messages_to_stdout=True,
            hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
        )
        view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
        view.connect("web-process-terminated", lambda *_: print("Crash!", flush=True))
        outside = Gtk.Window(default_width=width, default_height=height, decorated=False)
        outside.add(view)
        outside.connect("destroy", Gtk.main_quit)
        outside.show_all()
        return view

    def begun(_: Any, session: Any) -> None:
        info = WebKit2.ApplicationInfo()
        info.set_name(NAME)
        info.set_version(*VERSION)
        session.set_application_info(info)
        session.connect("create-web-view", window)

    context.connect("automation-started", begun)
    Gtk.main()


main(sys.argv[1])
