"""Told: what a page hears, changed on the way, and then nothing more: scenes that no match makes
for certain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Change = Callable[[dict[str, Any]], None]
OF_THE_MATCH = ("ply", "cut", "turn")


@contextmanager
def told(page: Page, change: Change) -> Iterator[None]:
    """Whatever is opened meanwhile is told every scene of a match as this changes it, and nothing
    of what is played then."""
    open = True

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        if open:  # a window is used again, and its routes stay
            server.on_message(lambda text: heard(line, text))

    def heard(line: WebSocketRoute, text: str | bytes) -> None:
        message = json.loads(text)
        for scene in message.get("scenes", {}).values():
            change(scene)
        if message["t"] not in OF_THE_MATCH:
            line.send(json.dumps(message))

    page.route_web_socket("**/*", between)
    yield
    open = False
