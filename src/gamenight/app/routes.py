"""Routes: the screens that others lead to, by name.

A screen is loaded when it is first asked for, so home loads no more than it shows, and no screen
imports another. `SCREENS` says where each one lives; the function of the same name says what it
needs, and a test holds the two together. Tests replace a route by replacing its function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from gamenight.app.review_work import ReviewWork
    from gamenight.core.game import Game
    from gamenight.match.hall import Hall
    from gamenight.match.lobby import Lobby
    from gamenight.match.playback import ReplayTable
    from gamenight.match.solved import Solved
    from gamenight.match.table import Table

SCREENS = {
    "home": "home.HomePage",
    "new_game": "new_game.NewGamePage",
    "table": "table.TablePage",
    "lobby": "lobby.LobbyPage",
    "hall": "hall.HallPage",
    "ending": "ending.EndingPage",
    "replays": "replays.ReplaysPage",
    "replay": "replay.ReplayPage",
    "review": "review.ReviewPage",
    "lessons": "lessons.LessonsPage",
    "lesson": "lesson.LessonPage",
    "puzzle": "puzzle.PuzzlePage",
    "rules": "rules.RulesPage",
    "statistics": "statistics.StatisticsPage",
    "settings": "settings.SettingsPage",
}


def screen_class(name: str) -> type[Screen[None]]:
    """The class of a route, imported now unless it was before."""
    module, _, screen = SCREENS[name].partition(".")
    found = getattr(import_module(f"gamenight.app.screens.{module}"), screen)
    return cast("type[Screen[None]]", found)


def load_all() -> None:
    """Load every screen while nobody waits for it, so that each opens at once."""
    for name in SCREENS:
        screen_class(name)


def _screen(name: str, *needed: Any) -> Screen[None]:
    return screen_class(name)(*needed)


def home() -> Screen[None]:
    return _screen("home")


def new_game(game: Game, given: Mapping[str, Any] | None = None) -> Screen[None]:
    """The form of a new match; `given` are seats and options that are known already."""
    return _screen("new_game", game, given)


def table(table: Table, message: str = "") -> Screen[None]:
    return _screen("table", table, message)


def lobby(
    lobby: Lobby, name: str = "", refused: Callable[[str], None] | None = None
) -> Screen[None]:
    """A table on a server; name: under which somebody sits down, unless they are asked; refused:
    gets the reason if it cannot be opened, instead of the page."""
    return _screen("lobby", lobby, name, refused)


def hall(hall: Hall, name: str = "") -> Screen[None]:
    """A server with its tables; name: under which somebody sits down, unless they are asked."""
    return _screen("hall", hall, name)


def ending(table: Table) -> Screen[None]:
    return _screen("ending", table)


def replays() -> Screen[None]:
    return _screen("replays")


def replay(table: ReplayTable, at: int = 0, reviewed: bool = False) -> Screen[None]:
    return _screen("replay", table, at, reviewed)


def review(work: ReviewWork, match_id: str = "") -> Screen[None]:
    return _screen("review", work, match_id)


def lessons() -> Screen[None]:
    return _screen("lessons")


def lesson(game: Game) -> Screen[None]:
    """Raises a GamenightError where the game has no lesson."""
    return _screen("lesson", game)


def puzzle(game: Game, solved: Solved, grade: int = 0) -> Screen[None]:
    """Raises a GamenightError where the game has no puzzles, or none of this grade (0: any)."""
    return _screen("puzzle", game, solved, grade)


def rules(game: Game) -> Screen[None]:
    return _screen("rules", game)


def statistics() -> Screen[None]:
    return _screen("statistics")


def settings() -> Screen[None]:
    return _screen("settings")


def warnings(sentences: Sequence[str]) -> Screen[None]:
    """What was wrong with a file, to be read before anything else."""
    dialogs = import_module("gamenight.app.screens.dialogs")
    return cast("Screen[None]", dialogs.TextDialog("Before you play", sentences))
