"""Told: what a page hears, changed on the way, and then nothing more: scenes that no match makes
for certain."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Change = Callable[[dict[str, Any]], None]
OF_THE_MATCH = ("ply", "cut", "turn")


def told(page: Page, change: Change) -> None:
    """Whatever is opened from now on is told every scene of a match as this changes it, and nothing
    of what is played then."""

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            for scene in message.get("scenes", {}).values():
                change(scene)
            if message["t"] not in OF_THE_MATCH:
                line.send(json.dumps(message))

        server.on_message(heard)

    page.route_web_socket("**/*", between)
