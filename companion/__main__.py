"""Where ``companion`` and ``python -m companion`` start."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command; Ctrl+C ends it in silence while it is loaded, which takes a second."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.cli.main import main as command

    signal.signal(signal.SIGINT, signal.default_int_handler)
    command()


if __name__ == "__main__":
    main()
