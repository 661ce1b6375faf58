"""Leaving: the way home from wherever one is."""

from __future__ import annotations

from textual.screen import Screen


def go_home(screen: Screen[None]) -> None:
    """Back to the home screen, or to a new one where the program began elsewhere."""
    from gamenight.app.screens.home import Home

    app = screen.app
    homes = [index for index, one in enumerate(app.screen_stack) if isinstance(one, Home)]
    if not homes:
        app.switch_screen(Home())
        return
    while not isinstance(app.screen, Home):
        app.pop_screen()
