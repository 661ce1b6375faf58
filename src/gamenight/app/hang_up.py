"""Hang-up: what is left to do when the window is closed over a running app."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from typing import Any, NoReturn, Protocol, runtime_checkable

from textual.app import App

HUNG_UP = 129  # the exit status of a program that a hang-up ends
LOOK_AROUND = 1.0  # seconds between two checks that the terminal is still there


@runtime_checkable
class Leaving(Protocol):
    """A page that has something to put away when people leave it."""

    def put_away(self) -> None: ...


def leave_a_closed_terminal(app: App[Any]) -> None:
    """End an app with its terminal. A hang-up does not reach every program (`make` keeps it from
    those it runs), and one that keeps reading from a closed window is busy for ever: so somebody
    looks around, too."""
    app.set_interval(LOOK_AROUND, lambda: _hang_up(app) if is_closed_terminal() else None)
    number = getattr(signal, "SIGHUP", None)
    if number is not None and signal.getsignal(number) is signal.SIG_DFL:
        asyncio.get_running_loop().add_signal_handler(number, _hang_up, app)


def _hang_up(app: App[Any]) -> NoReturn:
    """There is nothing left to draw on, and every move is stored; but whoever closes the window
    leaves the table, as with any other way out."""
    try:
        for page in app.screen_stack:
            if isinstance(page, Leaving):
                page.put_away()
    finally:
        os._exit(HUNG_UP)


def is_closed_terminal() -> bool:
    """Whether the terminal of standard input was closed; False where that cannot be known."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))
