"""Prompts: what the program itself offers at a table, alike in every front end."""

from __future__ import annotations

from gamenight.core.scene import Choice

GO_ON = Choice("continue", "continue", default=True)
READY = Choice("ready", "yes", key="y", default=True)
PASS = Choice("pass", "pass", key="p")
RESULT = Choice("result", "see the result", default=True)
