"""Refusals of a table, with their sentence."""

from __future__ import annotations

from companion.rules.text import RuleError, Text


class Refused(RuleError):
    """Something the table does not allow now; ``status`` is the HTTP status it is answered with."""

    def __init__(self, text: Text, status: int = 409) -> None:
        super().__init__(text)
        self.status = status
