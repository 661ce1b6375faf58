"""Hurry: whoever is asked learns, once a question, that little of their time is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from gamenight.core.clock import face
from gamenight.match.clocks import Clocks
from gamenight.match.table import Table
from gamenight.plain.console import Console


class Hurry:
    """While somebody types, the console wakes in time; what they have typed stays."""

    def __init__(self, console: Console, table: Table):
        self._console, self._table = console, table
        self._told: object = None  # the moment that people were warned of

    @property
    def runs(self) -> bool:
        """Whether the clock of somebody here runs."""
        return self._clocks is not None

    @property
    def _clocks(self) -> Clocks | None:
        """The clocks, if that of somebody here runs."""
        clocks = self._table.clocks
        return clocks if clocks is not None and clocks.runs in self._table.here else None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Somebody is asked meanwhile."""
        seconds = None if self._clocks is None else self._clocks.seconds_until_short()
        timer = None if seconds is None else Timer(seconds, self._console.wake)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()

    def remind(self) -> None:
        """Say it, if it is so and was not said."""
        clocks, moment = self._clocks, self._table.at
        if clocks is None or clocks.runs is None or self._told == moment:
            return
        if clocks.is_short(clocks.runs):
            self._told = moment
            left = face(clocks.at(clocks.runs) or 0)
            self._console.say("", f"{self._table.names[clocks.runs]} has {left} left.")
