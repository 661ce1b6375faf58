"""Faults: what ends the app although nobody asked for it; what a plug-in does wrong does not.

Textual prints such a fault as a long traceback, and has no public way to do anything else, so
its private hook is overridden here and nowhere else; `tests/app/test_faults.py` fails when
Textual no longer calls it.
"""

from __future__ import annotations

import os
from typing import Any

from textual.app import App
from textual.worker import WorkerFailed

from gamenight.core.errors import BrokenGame

DEBUG = "GAMENIGHT_DEBUG"


class GuardedApp(App[None]):
    """An app that a fault ends quietly: `fault` is what happened, for the command line to report
    in one line. With GAMENIGHT_DEBUG, and in tests, Textual shows all of it."""

    fault: BaseException | None = None

    def leave_game(self, error: BrokenGame) -> None:
        """Somebody else's game has failed: go on without it, and say so."""
        raise NotImplementedError

    async def run_action(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return await super().run_action(*args, **kwargs)
        except BrokenGame as error:
            self.leave_game(error)
            return True

    def _handle_exception(self, error: Exception) -> None:
        if isinstance(error, WorkerFailed) and isinstance(error.error, BrokenGame):
            self.leave_game(error.error)
            return
        if os.environ.get(DEBUG) or self.is_headless:
            super()._handle_exception(error)
            return
        if self.fault is None:
            self.fault = error.error if isinstance(error, WorkerFailed) else error
        self.exit(return_code=1)
