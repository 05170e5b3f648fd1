"""The end of the program, after all that was waited for."""

from __future__ import annotations

import gc
import signal
import threading
from pathlib import Path

import pytest

from companion.server.http_server import Server
from companion.server.serve import serve


def test_nothing_is_searched_for_garbage_before_the_program_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine with other work that took longer than the end itself."""
    monkeypatch.setattr(Server, "serve_forever", lambda server: threading.Thread(target=server._run).start())
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    gc.unfreeze()
    serve(
        tmp_path,
        host="127.0.0.1",
        port=47_000,
        url=None,
        base_path=None,
        no_browser=True,
        by_name=False,
        no_keep_awake=True,
        no_book=False,
        box=False,
        games=(),
    )
    assert gc.get_freeze_count() > 0
    gc.unfreeze()
