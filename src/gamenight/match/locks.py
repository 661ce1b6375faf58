"""Locks: waiting for another program that is writing to the same file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import TypeVar

from gamenight.match.places import Place
from gamenight.match.store import LockedStore, Tell

T = TypeVar("T")

BRIEF = 0.25  # seconds that nobody notices: most programs are done by then
PATIENCE = 60.0  # seconds until we give up where nobody could do so
AGAIN = 0.05  # seconds between two looks

WAITING = "Another program is writing to the store: waiting ..."


def patiently(deed: Callable[[], T], place: Place, tell: Tell, patience: float = PATIENCE) -> T:
    """Do something as soon as no other program is writing. It says so at once if it has to wait,
    and Ctrl-C ends it."""
    until, is_told = monotonic() + patience, False
    while True:
        try:
            return deed()
        except LockedStore:
            if monotonic() >= until:
                raise
        if tell is not None and not is_told:
            tell(f"Another program is writing to {place}: waiting (Ctrl-C gives up) ...")
            is_told = True
        sleep(AGAIN)


def wait_until_free(path: Path, stop: Event) -> None:
    """Wait until nobody is writing, or for the event; any thread may do so."""
    while is_locked(path) and not stop.wait(AGAIN):
        pass


def is_locked(path: Path) -> bool:
    """Whether another program is writing right now."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(address, isolation_level=None, timeout=0, uri=True)) as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    return False
