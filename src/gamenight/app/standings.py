"""Standings: how far the matches on a page have got, worked out in a thread and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from textual.worker import get_current_worker

from gamenight.app.entries import Standing
from gamenight.app.screens.page import Page
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Record
from gamenight.match.matches import Summary


class Standings:
    """What is known of a match is nothing until its thread has replayed it; then the page is drawn
    again. A match that cannot be read or replayed is said nothing of."""

    def __init__(self, page: Page, redraw: Callable[[], None]):
        self._page, self._redraw = page, redraw
        self._known: dict[Summary, Standing] = {}

    def of(self, match: Summary) -> Standing:
        return self._known.get(match, Standing())

    def work_out(self, matches: Sequence[Summary]) -> None:
        """Read here, for the store belongs to this thread, and replay elsewhere."""
        games, found = self._page.gamenight.games, list[tuple[Summary, Record, Game]]()
        for match in matches:
            if match not in self._known and match.game in games:
                self._known[match] = Standing()  # once is enough
                with suppress(GamenightError):
                    record = self._page.gamenight.matches.record(match.id)
                    found.append((match, record, games[match.game]))
        if found:
            task = partial(self._work, found)
            self._page.run_worker(task, thread=True, group="standings", exit_on_error=False)

    def _work(self, found: Sequence[tuple[Summary, Record, Game]]) -> None:
        # Late: the first frame needs neither.
        from gamenight.match.playback import ReplayTable
        from gamenight.match.progress import progress

        worker = get_current_worker()
        for match, record, game in found:
            if worker.is_cancelled:
                return
            try:
                table = ReplayTable(record, game=game)
                known = Standing(progress(table), table.absent)
            except Exception:  # whatever a plug-in raises: its match has no words here
                known = Standing()
            self._page.app.call_from_thread(self._keep, match, known)

    def _keep(self, match: Summary, known: Standing) -> None:
        self._known[match] = known
        if self._page.is_mounted:
            self._redraw()
