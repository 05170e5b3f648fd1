"""``companion.local``: the machine answers to a name in its own network, through the optional library zeroconf.

It runs as a process of its own, which ends when the one that started it does: the library brings an event loop of its
own, and the server has replaced the standard library's blocking parts.
"""

from __future__ import annotations

import importlib.util
import signal
import socket
import subprocess
import sys
import threading
from typing import Any

from companion.web.addresses import addresses
from companion.web.reach import USABLE

NAME = "companion.local"
SECONDS = 5.0
"""How often the addresses are looked at: a router may give others at any time."""

MISSING = (
    "--mdns needs the library zeroconf, which is not installed. Install it with:"
    " pip install 'companion-table[mdns]'. Or start without --mdns."
)


def is_installed() -> bool:
    """Whether the optional library is there."""
    return importlib.util.find_spec("zeroconf") is not None


def start(port: int, only: str = "") -> subprocess.Popen[bytes]:
    """A process that tells the network where ``companion.local`` is, until its input is closed.

    ``only``: the one address the server listens on, if it is one."""
    command = [sys.executable, "-m", "companion.mdns", str(port), *([only] if only else [])]
    return subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own module


def main(port: int, only: str = "") -> None:
    """Announce the name until standard input ends."""
    ended = threading.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        ended.set()

    # Ctrl+C in the terminal reaches this process too; the end of its input is the word to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait_for_the_end, daemon=True).start()
    known: list[str] = []
    announced = None
    while not ended.is_set():
        found = [only] if only else [one.ip for one in addresses() if one.guess in USABLE]
        if found != known:
            if announced:
                announced.close()
            announced, known = _announced(found, port) if found else None, found
        ended.wait(SECONDS)
    if announced:
        announced.close()


def _announced(ips: list[str], port: int) -> Any:
    """The open announcement, a ``zeroconf.Zeroconf``."""
    # The library is optional.
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    kind = "_http._tcp.local."
    announced = [socket.inet_aton(ip) for ip in ips]
    info = ServiceInfo(kind, f"companion.{kind}", addresses=announced, port=port, server=f"{NAME}.")
    network = Zeroconf(interfaces=ips, ip_version=IPVersion.V4Only)
    network.register_service(info, allow_name_change=True)
    return network


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:3])
