"""The app on a data folder of its own, and the host's browser."""

from history_records import app, host

__all__ = ["app", "host"]
