"""Pastimes: what home offers besides playing, as entries of its menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamenight.app.menu import Entry


def pastimes(
    learn: Callable[[], None],
    puzzles: Callable[[], None],
    online: Callable[[], None],
    load: Callable[[], None],
    go: Callable[[str], None],
    leave: Callable[[], None],
    unsaved: bool,
) -> list[Entry]:
    """go: opens a page by its name; unsaved: whether leaving loses something."""
    kept = "what is not saved is lost" if unsaved else "every move is saved"
    return [
        Entry("l", "Learn", "a game, step by step", learn),
        Entry("u", "Puzzles", "find the best move", puzzles),
        Entry("n", "Play online", "with people at other screens", online),
        Entry("p", "Matches", "resume one, or look back", partial(go, "replays")),
        Entry("o", "Load", "a match from a file", load),
        Entry("s", "Scores", "of everybody", partial(go, "statistics")),
        Entry("t", "Settings", "colours, speed, sound", partial(go, "settings")),
        Entry("q", "Quit", kept, leave),
    ]
