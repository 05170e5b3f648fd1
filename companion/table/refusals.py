"""What the table refuses, by kind. ``web.errors`` has the HTTP status for each."""

from __future__ import annotations

from companion.engine.text import RuleError


class Refused(RuleError):
    """Something that the table does not allow now."""


class BadInput(Refused):
    """A request that no table could take: it names something that doesn't exist, or isn't one of its forms."""


class Forbidden(Refused):
    """Something that is not for whoever asks for it."""


class NotFound(Refused):
    """A request for something that is not there."""


class Expired(Refused):
    """A request that came too late: nobody waits for it any more."""
