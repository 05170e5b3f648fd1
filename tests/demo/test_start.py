"""The start of the demo: only for this computer, and nothing of it is left."""

from __future__ import annotations

import signal
import tempfile
import threading
from pathlib import Path

import pytest

from companion.demo.start import serve_demo
from companion.server.http_server import Server


def test_serve_demo_is_for_this_computer_alone_and_leaves_no_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[str, list[str]]] = []

    def serve(server: Server) -> None:
        threading.Thread(target=server._run).start()
        seen.append((server.server_address[0], [path.name for path in tmp_path.glob("*/companion.db")]))

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Server, "serve_forever", serve)
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    serve_demo(47_100, no_browser=True)
    assert seen == [("127.0.0.1", ["companion.db"])]
    assert list(tmp_path.iterdir()) == []
    assert "http://127.0.0.1:" in capsys.readouterr().out
