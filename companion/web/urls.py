"""The addresses that people scan or type."""

from __future__ import annotations

from flask import current_app

from companion.table import Table
from companion.web.context import context
from companion.web.site import Site


def base_url(table: Table) -> str:
    """``http://address:port`` as phones reach this machine, with the path before every page: what ``--url`` said, else
    the one the server listens on alone, else the host's choice while the machine has it, else the best guess."""
    site: Site = current_app.config["SITE"]
    return site.url or at_address(_address(table), current_app.config["PORT"]) + site.path


def _address(table: Table) -> str:
    if bound := current_app.config["ADDRESS"]:
        return str(bound)
    known = [found.ip for found in context().network.now()]
    chosen = table.row.address if table.row.address in known else None
    return chosen or (known[0] if known else "127.0.0.1")


def at_address(ip: str, port: int) -> str:
    return f"http://{ip}" if port == 80 else f"http://{ip}:{port}"


def join_url(table: Table) -> str:
    return f"{base_url(table)}/{table.code}"
