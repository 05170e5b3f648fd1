"""The command that shows what all this is, without a phone."""

from __future__ import annotations

import click

from companion.cli.console import fail


@click.command()
@click.option("--port", default=8000, type=click.IntRange(1, 65535), help="The first port to try (default: 8000).")
@click.option("--no-browser", is_flag=True, help="Don't open the demo in a browser.")
def demo(port: int, no_browser: bool) -> None:
    """Play on one screen: a table screen and four phones in one browser window.

    A fifth player plays by themself. Only this computer can open it, and everything in it is deleted when it stops.
    """
    from companion.demo.start import serve_demo

    try:
        serve_demo(port, no_browser)
    except OSError as error:
        fail(f"Can't listen on that port: {error.args[-1]}")
