"""Remarks: notices beside the page, and how long each of them stands there."""

from __future__ import annotations

from time import monotonic
from typing import Any

from textual.await_complete import AwaitComplete

from gamenight.app.faults import GuardedApp


class RemarkingApp(GuardedApp):
    """What errors and deeds say stays for a while; a remark, which is about a key, goes away with
    the next key that is heard, and with its page."""

    def __init__(self) -> None:
        super().__init__()
        self._standing: dict[str, float] = {}  # notices, and until when they are shown
        self._remark = ""

    def notify(self, message: str, *args: Any, **kwargs: Any) -> None:
        """What is said again while it still stands there is shown once."""
        now = monotonic()
        if self._standing.get(message, now) <= now:
            lasts = kwargs.get("timeout") or self.NOTIFICATION_TIMEOUT
            self._standing[message] = now + lasts
            super().notify(message, *args, **kwargs)

    def remark(self, message: str) -> None:
        """A notice of this moment, in place of the one of the moment before."""
        self.forget_remark()
        self._remark = message
        self.notify(message, markup=False)

    def forget_remark(self) -> None:
        """The moment is over."""
        self._standing.pop(self._remark, None)
        for notice in [one for one in self._notifications if one.message == self._remark]:
            self._unnotify(notice)  # Textual has no public way

    def clear_notifications(self) -> None:
        self._standing.clear()
        super().clear_notifications()

    def push_screen(self, *args: Any, **kwargs: Any) -> Any:
        """A new screen begins without the notices of the one before."""
        self.clear_notifications()
        return super().push_screen(*args, **kwargs)

    def switch_screen(self, *args: Any, **kwargs: Any) -> Any:
        self.clear_notifications()
        return super().switch_screen(*args, **kwargs)

    def pop_screen(self) -> AwaitComplete:
        """The screen before has no use for what was said about a key of this one."""
        self.forget_remark()
        return super().pop_screen()
