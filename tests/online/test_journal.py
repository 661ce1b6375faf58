"""The log of a server: one object of JSON a line, whoever writes it."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from gamenight.online import hosting
from gamenight.online.journal import structured
from gamenight.online.library import Library
from tests.online.servers import ask, serve


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """All that was noted, as it is written."""
    written = [logging.Formatter("%(message)s").format(record) for record in caplog.records]
    return [json.loads(line) for line in written]


def test_what_the_web_server_notes_is_a_line_like_all_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    noting = logging.getLogger("web server of a test")
    noting.addFilter(structured)
    noting.warning("ASGI callable returned %s", "early")
    for error in (ZeroDivisionError("of seat 1"), asyncio.CancelledError()):
        try:
            raise error
        except BaseException:
            noting.exception("Exception in ASGI application\n")
    noting.warning("Invalid HTTP request received.")
    early, failed = lines(caplog)
    assert early == {"event": "web_server", "about": "ASGI callable returned early"}
    assert failed.pop("where").startswith("test_journal.py:")
    assert failed == {
        "event": "web_server",
        "about": "Exception in ASGI application",
        "why": "ZeroDivisionError",
    }


def test_a_request_that_is_given_up_at_the_end_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = Event()

    async def hangs(*given: Any) -> None:
        begun.set()
        await asyncio.sleep(1000)

    monkeypatch.setattr(Library, "games", hangs)
    monkeypatch.setattr(hosting, "GRACE_SECONDS", 0.1)
    server = serve(tmp_path)
    asking = Thread(target=lambda: ask_in_vain(f"{server.url}/api/games"))
    asking.start()
    begun.wait()
    server.stop()
    asking.join()
    assert all(line["event"] for line in lines(caplog))


def ask_in_vain(url: str) -> None:
    with suppress(OSError):
        ask(url)
