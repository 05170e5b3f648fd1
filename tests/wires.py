"""A phone's connection without a network: what is sent to it waits there to be read."""

from collections.abc import Iterable
from typing import Any

from companion.web.sse import BEAT, Hub


def beating_hub(**given: Any) -> Hub:
    """Its streams say at once that there is nothing new."""
    return Hub(beat=lambda: 0.0, **given)


class Wire:
    """Reads a stream of such a hub."""

    def __init__(self, stream: Iterable[str | bytes]) -> None:
        self._stream: Any = iter(stream)
        self.ended = False

    def events(self) -> list[str]:
        """What has come since the last time."""
        found: list[str] = []
        for event in self._stream:
            text = event if isinstance(event, str) else event.decode()
            if text.startswith(BEAT):
                return found
            found.append(text)
        self.ended = True
        return found

    def reads(self) -> str:
        return "".join(self.events())

    def hangs_up(self) -> None:
        """Nobody is there any more."""
        self._stream.close()
