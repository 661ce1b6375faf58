"""Hang-up: what is left to do when the window of a running app is closed, or the app is ended."""

from __future__ import annotations

import asyncio
import os
from typing import Any, NoReturn, Protocol, runtime_checkable

from textual.app import App

from gamenight.match.dismissal import (
    HUNG_UP,
    dismissing,
    is_closed_terminal,
    outlast_echo,
    status_of,
)

LOOK_AROUND = 1.0  # seconds between two checks that the terminal is still there


@runtime_checkable
class Leaving(Protocol):
    """A page that has something to put away when people leave it."""

    def put_away(self) -> None: ...


def leave_when_dismissed(app: App[Any]) -> None:
    """End an app with its terminal. A hang-up does not reach every program (`make` keeps it from
    those it runs), and one that keeps reading from a closed window is busy for ever: so somebody
    looks around, too. Whatever else ends it leaves the terminal as it was."""
    app.set_interval(LOOK_AROUND, lambda: _hang_up(app) if is_closed_terminal() else None)
    loop, heeded = asyncio.get_running_loop(), dismissing()

    def end(status: int) -> None:
        """Somebody may hang up on the program alone, whose terminal lives on."""
        for number in heeded:
            loop.remove_signal_handler(number)  # else the loop does so when it closes, too late
        outlast_echo(heeded)
        if is_closed_terminal():
            _hang_up(app)
        app.exit(return_code=status)

    for number in heeded:
        loop.add_signal_handler(number, end, status_of(number))


def _hang_up(app: App[Any]) -> NoReturn:
    """There is nothing left to draw on, and every move is stored; but whoever closes the window
    leaves the table, as with any other way out."""
    try:
        for page in app.screen_stack:
            if isinstance(page, Leaving):
                page.put_away()
    finally:
        os._exit(HUNG_UP)
