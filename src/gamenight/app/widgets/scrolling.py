"""Scrolling: texts that move at once by every key, so that quick presses keep their number."""

from __future__ import annotations

from typing import Any

from textual.containers import VerticalScroll
from textual.scroll_view import ScrollView

AT_ONCE = {"animate": False, "immediate": True}


class AtOnce:
    """Textual scrolls after the next refresh, and glides there; a key that comes before that would
    start from the same line as the one before it, and be lost."""

    def scroll_to(self, *place: Any, **ways: Any) -> None:
        super().scroll_to(*place, **{**ways, **AT_ONCE})  # type: ignore[misc]

    def scroll_end(self, **ways: Any) -> None:
        super().scroll_end(**{**ways, **AT_ONCE})  # type: ignore[misc]


class AtOnceView(AtOnce, ScrollView):
    """Lines that are drawn one by one."""


class AtOnceScroll(AtOnce, VerticalScroll):
    """Anything that is higher than its place."""
