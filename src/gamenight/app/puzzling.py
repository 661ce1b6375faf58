"""Puzzling: from home to the puzzles of a game."""

from __future__ import annotations

from functools import partial

from gamenight.app import routes
from gamenight.app.menu import Entry, open_menu
from gamenight.app.screens.page import Page
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.match.solved import solved_beside


def open_puzzles(page: Page, game: Game | None) -> None:
    """Those of this game, or else of the only one that has some; of several, somebody chooses."""
    games = [one for one in page.gamenight.games.values() if one.puzzles is not None]
    if game is not None and game.puzzles is not None:
        _open(page, game)
    elif len(games) == 1:
        if game is not None:
            page.tell(f"{game.title} has no puzzles so far: these are for {games[0].title}.")
        _open(page, games[0])
    elif games:
        entries = [
            Entry(str(number), one.title, one.summary, partial(_open, page, one))
            for number, one in enumerate(games, 1)
        ]
        open_menu(page, entries, None)
    else:
        page.tell("No game here has puzzles.")


def _open(page: Page, game: Game) -> None:
    try:
        solved = solved_beside(page.gamenight.matches.path)
        page.app.push_screen(routes.puzzle(game, solved))
    except GamenightError as error:
        page.tell_error(error)
