"""The addresses that people scan or type."""

from __future__ import annotations

from flask import current_app

from companion.table import Table
from companion.web.context import context


def base_url(table: Table) -> str:
    """``http://address:port`` as phones reach this machine: the one the server listens on alone, else the host's
    choice while the machine has it, else the best guess."""
    if bound := current_app.config["ADDRESS"]:
        return at_address(bound, current_app.config["PORT"])
    known = [found.ip for found in context().network.now()]
    chosen = table.row.address if table.row.address in known else None
    return at_address(chosen or (known[0] if known else "127.0.0.1"), current_app.config["PORT"])


def at_address(ip: str, port: int) -> str:
    return f"http://{ip}" if port == 80 else f"http://{ip}:{port}"


def join_url(table: Table) -> str:
    return f"{base_url(table)}/{table.code}"
