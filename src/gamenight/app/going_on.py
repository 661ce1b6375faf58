"""GoingOn: what home offers to continue: tables that wait for people, and unfinished matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from gamenight.app import routes
from gamenight.app.entries import Standing, match_entry
from gamenight.app.pictures.home import MATCH, TABLE, MatchEntry
from gamenight.app.screens.page import Page
from gamenight.core.errors import GamenightError
from gamenight.match.archive import ago
from gamenight.match.matches import Hosted, Summary
from gamenight.match.network import MOST, Chair, News, by_urgency, go_on, look_up

WAITS = "waits for players"
FEW, MANY, TALL = 2, 5, 30  # unfinished matches, by the height of the window


class GoingOn:
    """Tables that are hosted here, those on somebody's server where somebody here has a seat, and
    matches, those at tables that are hosted here too."""

    def __init__(self, page: Page):
        self._page = page
        self._tables: list[Hosted] = []
        self._chairs: list[Chair] = []
        self._news: dict[Chair, News] = {}
        self.matches: list[Summary] = []

    def read(self) -> None:
        """Look for them again; raises a GamenightError."""
        store, games = self._page.gamenight.matches, self._page.gamenight.games
        self._tables, self.matches, self._chairs = [], [], self._far_away()
        found = store.unfinished()
        self._tables = [one for one in store.hosted(waiting=True) if one.game in games]
        self.matches = sorted(found, key=lambda one: one.game not in games)  # those at the end

    def _far_away(self) -> list[Chair]:
        """The latest seats at tables elsewhere, unless the match there is over."""
        app = self._page.gamenight
        with suppress(GamenightError):  # the packages for it are missing
            seats = app.network.seats() if app.has_network else ()
            return [one for one in go_on(seats) if one.game in app.games][:MOST]
        return []

    def ask(self, changed: Callable[[], None]) -> None:
        """Ask servers, in a thread, how the tables there are; `changed` is called when some have
        answered."""
        page, chairs = self._page, [*self._chairs]

        def heard(news: dict[Chair, News]) -> None:
            self._news = news
            changed()

        def work() -> None:
            news = look_up(page.gamenight.network, chairs)
            if news and page.is_mounted:
                page.app.call_from_thread(heard, news)

        if chairs:
            page.run_worker(work, thread=True, group="news", exit_on_error=False)

    def shown(self) -> list[Summary]:
        """The matches that there is room for."""
        return self.matches[: MANY if self._page.size.height >= TALL else FEW]

    def match(self, key: str) -> Summary | None:
        """The match of a row."""
        return next((one for one in self.matches if key == f"{MATCH}{one.id}"), None)

    def keys(self) -> list[str]:
        tables = [entry.key for entry in self._waiting()]
        return [*tables, *(f"{MATCH}{match.id}" for match in self.shown())]

    def entries(self, standing: Callable[[Summary], Standing]) -> list[MatchEntry]:
        games = self._page.gamenight.games
        matches = (match_entry(one, games.get(one.game), standing(one)) for one in self.shown())
        return [*self._waiting(), *matches]

    def _waiting(self) -> list[MatchEntry]:
        app, now = self._page.gamenight, datetime.now(UTC)
        found = []
        for chair in by_urgency(self._chairs, self._news)[:FEW]:
            game, where = app.games[chair.game], f"at {chair.where}"
            names, when = chair.names, chair.ago()
            where = self._news.get(chair, News()).told() or where
            found.append(MatchEntry(TABLE + chair.link, game, game.title, names, where, when))
        for one in self._tables:
            names, game = ", ".join(name or "free" for name in one.names), app.games[one.game]
            when = ago(now, one.touched)
            players = tuple(filter(None, one.names))
            found.append(MatchEntry(TABLE + one.id, game, game.title, names, WAITS, when, players))
        return found

    def open(self, key: str) -> None:
        """Continue this row, where it is played."""
        from gamenight.app.invitations import join_table, resume_table  # late: home needs none

        page, match, wanted = self._page, self.match(key), key.removeprefix(TABLE)
        table = next((one for one in self._tables if one.id == wanted), None)
        if table is not None:
            resume_table(page, table.game, table.id)
        elif match is None:
            join_table(page, wanted)
        elif match.table:
            resume_table(page, match.game, match.table)
        else:
            try:
                game = page.gamenight.games.get(match.game)
                opened = page.gamenight.matches.open(match.id, game)
            except GamenightError as error:
                page.tell_error(error)
            else:
                page.app.push_screen(routes.table(opened))
